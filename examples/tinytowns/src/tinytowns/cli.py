"""The command ``tinytowns``: play, demo, serve, simulate, replay, check and schema (needs the extra ``cli``)."""

from keyflower.cli.game_command import game_command
from tinytowns.declaration import TINY_TOWNS

main = game_command(TINY_TOWNS)
"""Run the command and return the exit code."""
