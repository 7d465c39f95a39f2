"""For tests of any game on the kernel: the laws, and scenarios that read like sentences."""
