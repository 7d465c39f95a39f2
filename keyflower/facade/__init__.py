"""The facade: games, views, logs, notation and data as people use them."""
