"""What people import: games, logs, views, notation and registries."""
