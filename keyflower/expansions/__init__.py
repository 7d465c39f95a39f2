"""Expansions: siblings that know the contract of `extend` and not each other."""
