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
PlaySeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N",
        help="The same seed gives the same game; without one, the draws cannot be predicted.",
    ),
]
Host = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="Where to listen; at an address that other machines can reach, only the lobby opens.",
    ),
]
Port = Annotated[
    int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0 for any free one.")
]
Database = Annotated[
    str,
    typer.Option("--db", metavar="FILE|URL", help="Where tables are kept: a file, or postgresql://..."),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", metavar="URL", help="Another page that may open sockets; may be repeated."),
]
Password = Annotated[
    str,
    typer.Option(
        "--password",
        metavar="TEXT",
        envvar="KEYFLOWER_PASSWORD",
        help="The password for opening tables; by default one is generated if strangers could open them.",
    ),
]
OpenToAll = Annotated[
    bool, typer.Option("--open-to-all", help="Let everybody who reaches the server open tables.")
]
ProxyHeader = Annotated[
    str,
    typer.Option(
        "--proxy-header",
        metavar="NAME",
        help="The header in which your proxy says whose request it forwards, such as X-Forwarded-For.",
    ),
]
Export = Annotated[
    str,
    typer.Option("--export", metavar="FOLDER", help="Where old tables are written before they are deleted."),
]
Webhooks = Annotated[
    str,
    typer.Option(
        "--webhooks",
        metavar="none|public|all",
        help="Which addresses tables may have called when a person has to decide.",
    ),
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")]
Deed = Annotated[str, typer.Argument(metavar="list|export|import|delete", help="What to do.")]
TablesOrFiles = Annotated[
    list[str] | None,
    typer.Argument(metavar="[TABLE|FILE]...", help="Which tables, or the files to import; all by default."),
]
TablesFolder = Annotated[
    Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where exported tables go.")
]
Games = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")]
FirstSeed = Annotated[
    int,
    typer.Option("--seed", "-s", metavar="N", help="The seed of the first game; each game after it adds 1."),
]
Workers = Annotated[
    int, typer.Option("--workers", "--processes", metavar="N", min=1, help="How many processes play.")
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="ADDRESS", help="Let the Dask cluster at this address play."),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Let the Ray cluster at this address play: auto for the one that runs here, local for a new one.",
    ),
]
GamesFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FOLDER",
        help="A folder to write games to as they finish: JSON Lines, or Parquet if its name ends in .parquet. "
        "A stopped run is resumed.",
    ),
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
