"""The log of a game of Keyflower: the kernel's, with seasons, rows, and how older formats are converted."""
