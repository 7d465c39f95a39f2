"""Settings: the options that commands share, and the games made from them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from attrs import evolve

from keyflower.cli.console import visible_names
from keyflower.cli.help import existing
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.event_log import EventLog
from keyflower.facade.files import read_bytes
from keyflower.facade.rule_choice import RuleChoice, read_overrides
from keyflower.kernel.bots import NAMES
from keyflower.kernel.log.parser import LONGEST_LOG
from keyflower.kernel.text import Speaker
from keyflower.languages import from_environment
from keyflower.model.speaker import speaker

Players = Annotated[
    int, typer.Option("--players", "-p", metavar="2-6", min=2, max=6, help="How many players.")
]
Seed = Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The same seed gives the same game.")]
Farmers = Annotated[bool, typer.Option("--farmers", "-f", help="Play with The Farmers.")]
Expansions = Annotated[
    list[str] | None,
    typer.Option(
        "--expansion", "-e", metavar="ID", help="Play with an installed expansion; may be repeated."
    ),
]
Variants = Annotated[
    list[str] | None,
    typer.Option(
        "--variant", "-v", metavar="ID", help="Play a variant, such as open-hands; may be repeated."
    ),
]
Without = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="TILE", help="Leave a tile out of the game; may be repeated."),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="TILE",
        help="Keep a tile, and of its season only those named like this; may be repeated.",
    ),
]
Overrides = Annotated[
    Path | None,
    typer.Option(
        "--overrides",
        metavar="FILE",
        callback=existing,
        help="Printed numbers to replace: a TOML or JSON file.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
LogFile = Annotated[Path, typer.Argument(metavar="LOG", callback=existing, help="The log of a game.")]
SeatName = Annotated[
    str | None,
    typer.Option(
        "--seat",
        metavar="NAME",
        help="Whose view to show: a player's name or number, or 'spectator'.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        "-l",
        metavar="CODE",
        help="The language of the output: en, uk, pl or ru; by default that of your environment (LC_ALL, LANG).",
    ),
]
At = Annotated[
    int | None, typer.Option("--at", metavar="N", min=0, help="After N actions; by default the end.")
]


def spoken(code: str | None) -> Speaker:
    """Return the language that an option or the environment names.

    Raises:
        UnknownName: if there are no texts in that language.
    """
    return speaker(from_environment(os.environ) if code is None else code)


def spoken_with(language: Speaker, ruleset: Ruleset) -> Speaker:
    """Return the same language with the texts of a game's expansions."""
    return speaker(language.code, *(own.languages for own in ruleset.expansions if own.languages))


def chosen_rules(
    expansions: list[str] | None,
    variants: list[str] | None,
    *,
    farmers: bool,
    without: list[str] | None = None,
    only: list[str] | None = None,
    overrides: Path | None = None,
) -> RuleChoice:
    """Return the rules that the options ask for.

    Raises:
        SetupError, RulesetError, UnknownName: if they do not fit together.
    """
    found: dict[str, None] = dict.fromkeys([*(expansions or []), *(["farmers"] if farmers else [])])
    numbers = None if overrides is None else read_overrides(overrides)
    return RuleChoice.of([*found], variants or [], numbers, without or (), only or None)


def bot_names(number: int) -> list[str]:
    """Return names for this many players."""
    return list(NAMES[:number])


def read_log(path: Path) -> EventLog:
    """Read a log file; names with characters that a terminal would interpret get a visible form.

    Raises:
        LogError: if it is not a log.
    """
    log = EventLog.loads(read_bytes(path, LONGEST_LOG))
    shown = visible_names(log.players)
    return log if shown == log.players else evolve(log, match=evolve(log.match, players=shown))
