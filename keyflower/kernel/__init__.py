"""The kernel: what every turn-based game with hidden information needs; it names no game."""
