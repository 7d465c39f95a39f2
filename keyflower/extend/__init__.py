"""The contract with authors of expansions: tiles, effects, powers, scoring, goods, and how they compose."""
