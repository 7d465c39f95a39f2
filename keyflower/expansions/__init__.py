"""Expansions: each uses only the API of `extend`, and none depends on another except as it declares."""
