"""The toy is a distribution of its own: pytest does not look for tests in it, tests/extend/test_toy_expansion.py uses it."""

collect_ignore = ["src"]
