"""The command line: ``python -m tinytowns demo`` and ``python -m tinytowns play`` (needs the extra ``cli``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from secrets import randbelow
from typing import Any

from keyflower.kernel import Bot, GameError, play_out
from keyflower.simulate import player_names
from tinytowns.bots import bot
from tinytowns.catalogue import FIRST_GAME
from tinytowns.game import EventLog, Game, View


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    try:
        import typer
    except ImportError:
        sys.stderr.write("tinytowns: the command line needs more packages: pip install tinytowns[cli]\n")
        return 2
    app = typer.Typer(
        name="tinytowns",
        help="The board game Tiny Towns: watch it, play it.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.command()(demo)
    app.command()(play)
    try:
        app(args=None if arguments is None else list(arguments), prog_name="tinytowns")
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    except (GameError, OSError) as error:
        sys.stderr.write(f"tinytowns: {error}\n")
        return 2
    return 0


def demo(
    players: int = 3,
    seed: int = 7,
    bots: str = "greedy",
    *,
    first_game: bool = False,
    monuments: bool = True,
    cavern: bool = False,
    town_hall: bool = False,
) -> None:
    """Let bots play a game, and show the towns and the score sheets."""
    from keyflower.cli.keyboard import out
    from tinytowns.terminal import TownTabletop, show_cards, show_town

    console, tabletop = out(), TownTabletop()
    buildings = FIRST_GAME if first_game else None
    options: dict[str, Any] = {"monuments": monuments, "cavern": cavern, "town_hall": town_hall}
    game = Game.new(player_names(players), seed=seed, buildings=buildings, **options)
    show_cards(console, game)
    game = play_out(game, _seated(bots, range(players)), Random(seed))
    for seat, name in enumerate(game.players):
        console.print()
        show_town(console, game, seat)
        console.print(tabletop.sheet(game, seat, name))
    console.print(f"After {game.round} rounds: {tabletop.winners(game, None)}")


def play(
    you: str = "You",
    players: int = 2,
    seed: int | None = None,
    bots: str = "greedy",
    resume: Path | None = None,
    *,
    first_game: bool = False,
    monuments: bool = True,
    cavern: bool = False,
    town_hall: bool = False,
) -> None:
    """Play against bots at the keyboard."""
    from keyflower.cli.keyboard import Autosave, Reader, Session, out
    from tinytowns.terminal import TownTabletop

    console = out()
    keeper = Autosave(console, resume, command="python -m tinytowns play")
    if resume is not None:
        game = EventLog.loads(resume.read_bytes()).replay()
    else:
        seed = randbelow(1_000_000) if seed is None else seed
        console.print(f"A new game with seed {seed}.")
        names = [you, *(name for name in player_names(players) if name != you)][:players]
        buildings = FIRST_GAME if first_game else None
        options: dict[str, Any] = {"monuments": monuments, "cavern": cavern, "town_hall": town_hall}
        game = Game.new(names, seed=seed, buildings=buildings, **options)
    person = game.seat_of(you)
    Session(
        console,
        Reader(console),
        game,
        TownTabletop(),
        people=frozenset({person}),
        bots=_seated(bots, [seat for seat in range(len(game.players)) if seat != person]),
        keeper=keeper,
        file=resume,
    ).run()


def _seated(bots: str, seats: Sequence[int]) -> dict[int, Bot[View]]:
    """Return bots by seat; if there are fewer names than seats, they begin again."""
    names = bots.split(",")
    return {seat: bot(names[place % len(names)]) for place, seat in enumerate(seats)}
