"""The rules at work: one room for each part of the rules; it knows no tile and no expansion by name."""
