"""The kernel: what every turn-based game with hidden information needs, and no game by name."""
