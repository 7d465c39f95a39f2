"""The toy is a distribution of its own without tests; tests/extend/test_toy_expansion.py uses it."""

collect_ignore = ["src"]
