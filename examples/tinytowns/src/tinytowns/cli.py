"""The command line: ``python -m tinytowns demo`` and ``python -m tinytowns play`` (needs the extra ``cli``)."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from secrets import randbelow

from keyflower.kernel.driving import play_out
from keyflower.kernel.errors import KeyflowerError
from keyflower.kernel.simulating import player_names
from tinytowns.bots import bot
from tinytowns.catalogue import FIRST_GAME
from tinytowns.game import EventLog, Game


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
    except (KeyflowerError, OSError) as error:
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
    from keyflower.cli.console import out
    from tinytowns.tabletop import sheet_table, show_cards, show_town

    console = out()
    names = player_names(players)
    game = Game.new(
        names,
        seed=seed,
        buildings=FIRST_GAME if first_game else None,
        monuments=monuments,
        cavern=cavern,
        town_hall=town_hall,
    )
    show_cards(console, game)
    wanted = bots.split(",")
    game = play_out(game, [bot(wanted[seat % len(wanted)]) for seat in range(players)], Random(seed))
    for seat, name in enumerate(names):
        console.print()
        show_town(console, game, seat)
        console.print(sheet_table(name, game.score(seat)))
    winners = " and ".join(game.winners)
    rank = f" {winners} is {game.rank}." if game.rank else ""
    console.print(f"{winners} {'win' if len(game.winners) > 1 else 'wins'} after {game.round} rounds.{rank}")


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
    from keyflower.cli.console import out
    from keyflower.cli.keeping import Keeper
    from keyflower.cli.reading import Reader
    from keyflower.cli.session import Session
    from tinytowns.tabletop import TownTabletop

    console = out()
    if resume is not None:
        game = EventLog.loads(resume.read_bytes()).replay()
    else:
        seed = randbelow(1_000_000) if seed is None else seed
        console.print(f"A new game with seed {seed}.")
        game = Game.new(
            [you, *(name for name in player_names(players) if name != you)][:players],
            seed=seed,
            buildings=FIRST_GAME if first_game else None,
            monuments=monuments,
            cavern=cavern,
            town_hall=town_hall,
        )
    person = game.seat_of(you)
    wanted = bots.split(",")
    seats = [seat for seat in range(len(game.players)) if seat != person]
    Session(
        console,
        Reader(console),
        game,
        TownTabletop(),
        people=frozenset({person}),
        bots={seat: bot(wanted[place % len(wanted)]) for place, seat in enumerate(seats)},
        keeper=Keeper(console, resume, command="python -m tinytowns play"),
        file=resume,
    ).run()
