"""The command ``keyflower`` itself, to which each command is added."""

from __future__ import annotations

from functools import partial

import typer

from keyflower.cli.help import SpokenCommand, SpokenGroup
from keyflower.kernel.text import phrase

app = typer.Typer(
    name="keyflower",
    help="The board game Keyflower and its expansions: play it, watch it, look things up.",
    cls=SpokenGroup,
    epilog=phrase("Every command explains itself: `keyflower play --help`"),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
command = partial(app.command, cls=SpokenCommand)
"""Add a command; its docstring is what its help page says first."""
