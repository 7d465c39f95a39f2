"""The commands: what they are called, what they take, and which module does the work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from keyflower.cli import version
from keyflower.cli.console import (
    DONE,
    PROBLEM,
    out,
)
from keyflower.cli.help import examples, existing
from keyflower.cli.options import (
    AsJson,
    At,
    Dask,
    Database,
    Deed,
    Expansions,
    Export,
    Farmers,
    FirstSeed,
    Games,
    GamesFolder,
    Host,
    Language,
    NoBrowser,
    Only,
    OpenToAll,
    Origins,
    Overrides,
    Password,
    Players,
    PlaySeed,
    Port,
    ProxyHeader,
    Ray,
    SeatName,
    Seed,
    TablesFolder,
    TablesOrFiles,
    Variants,
    Webhooks,
    Without,
    Workers,
    bot_names,
    chosen_rules,
    spoken,
)
from keyflower.cli.root import app, command
from keyflower.cli.running import options_of_all, run_app
from keyflower.kernel.text import phrase


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    return run_app(app, arguments, name="keyflower", spoken=spoken)


def _version(*, value: bool) -> None:
    if value:
        sys.stdout.write(f"{version()}\n")
        raise typer.Exit()


@app.callback()
def main_options(
    ctx: typer.Context,
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=lambda value: _version(value=value),
            is_eager=True,
            help="Print the version.",
        ),
    ] = False,
    language: Language = None,
) -> None:
    """Options of all commands."""
    options_of_all(ctx, language=language)


_BOT_HELP = phrase(
    "A bot for the seats without a person. Levels: easy (about 0.05 s a turn), steady (0.3 s), strong (1 s). "
    "Or by name: random, greedy, steward (at once), search-easy, search, search-strong. May be repeated, seat by seat."
)
Bots = Annotated[list[str] | None, typer.Option("--bot", "-b", metavar="BOT", help=_BOT_HELP)]


@command(
    epilog=examples(
        ("keyflower play", phrase("you against two bots")),
        ("keyflower play --bot strong", phrase("you against two strong ones")),
        ("keyflower play Ann Bob", phrase("Ann and Bob share the keyboard, one bot joins")),
        ("keyflower play Ann --players 4 --farmers --bot greedy", ""),
        ("keyflower play Ann --resume saved.jsonl", ""),
        after=phrase("At the prompt: a number or an action such as `bid miner R2`; `help` lists the rest."),
    )
)
def play(
    *,
    people: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME", help="The people who play; by default one, called Player."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            "-p",
            metavar="2-6",
            min=2,
            max=6,
            help="How many players, bots included (3 by default).",
        ),
    ] = None,
    seed: PlaySeed = None,
    farmers: Farmers = False,
    expansion: Expansions = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = None,
    overrides: Overrides = None,
    bot: Bots = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="LOG", callback=existing, help="Resume a saved game."),
    ] = None,
    language: Language = None,
) -> int:
    """Play against bots, or several people at one keyboard."""
    from keyflower.cli.commands.play import start

    is_safe = start(
        people or [],
        players=players,
        seed=seed,
        rules=chosen_rules(
            expansion, variant, farmers=farmers, without=without, only=only, overrides=overrides
        ),
        bots=bot or [],
        resume=resume,
        language=spoken(language),
    )
    return DONE if is_safe else PROBLEM


@command(
    epilog=examples(
        ("keyflower serve", phrase("opens a table on this machine, with bots")),
        ("keyflower serve --host 0.0.0.0 --db tables.sqlite3", phrase("for people in the same network")),
        ("keyflower serve --db postgresql://localhost/keyflower", phrase("shares tables with other servers")),
    )
)
def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 8017,
    db: Database = "",
    players: Players = 3,
    farmers: Farmers = False,
    expansion: Expansions = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = None,
    overrides: Overrides = None,
    bot: Bots = None,
    origin: Origins = None,
    password: Password = "",
    open_to_all: OpenToAll = False,
    proxy_header: ProxyHeader = "",
    export: Export = "",
    webhooks: Webhooks = "none",
    lobby: Annotated[bool, typer.Option("--lobby", help="Open the lobby instead of a table.")] = False,
    no_browser: NoBrowser = False,
    language: Language = None,
) -> None:
    """Play in the browser: on this machine, or on a server for others."""
    from keyflower.web import serve as run_server

    here = host in ("127.0.0.1", "localhost", "::1")
    speaker = spoken(language)
    first: dict[str, object] | None = None
    if here and not lobby:
        rules = chosen_rules(
            expansion, variant, farmers=farmers, without=without, only=only, overrides=overrides
        )
        names, bots = bot_names(players), _filled(bot, players)
        first = {
            "players": [
                {"name": speaker.say(phrase("Player"))},
                *({"name": names[seat], "bot": bots[seat]} for seat in range(1, players)),
            ],
            **rules.to_data(),
            "language": speaker.code if language else "",
        }
    run_server(
        host=host,
        port=port,
        database=db,
        origins=origin or (),
        password=password,
        open_to_all=open_to_all,
        proxy=proxy_header,
        export=export,
        webhooks=webhooks,
        first=first,
        browse=here and not no_browser,
        say=lambda text: out().print(speaker.say(text), markup=False, highlight=False, soft_wrap=True),
    )


@command(
    epilog=examples(
        ("keyflower tables list --db tables.sqlite3", phrase("every table, who plays, and who has to act")),
        (
            "keyflower tables export --out backup",
            phrase("writes each table to a file, also while it is served"),
        ),
        ("keyflower tables import backup/*.table.jsonl", phrase("brings them back")),
    )
)
def tables(
    action: Deed,
    names: TablesOrFiles = None,
    *,
    db: Database = "",
    folder: TablesFolder = Path("tables"),
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """List, export, import or delete the tables of a server. Exported tables hold the secrets of their games."""
    from keyflower.cli.commands.tables import tables as look_after

    look_after(
        out(), action, names or [], database=db, folder=folder, as_json=as_json, language=spoken(language)
    )


@command(
    epilog=examples(
        ("keyflower demo", ""),
        ("keyflower demo --farmers --players 3 --seed 5 --verbose", ""),
        ("keyflower demo --bot steward --bot random --players 2", ""),
    )
)
def demo(
    *,
    players: Players = 4,
    seed: Seed = 7,
    farmers: Farmers = False,
    expansion: Expansions = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = None,
    overrides: Overrides = None,
    bot: Bots = None,
    folder: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where the report and the log go.")
    ] = Path("build/demo"),
    verbose: Annotated[bool, typer.Option("--verbose", help="Print every action.")] = False,
    language: Language = None,
) -> None:
    """Watch bots play a whole game; writes an HTML report and the log."""
    from keyflower.cli.commands.demo import demo as show_demo

    rules = chosen_rules(expansion, variant, farmers=farmers, without=without, only=only, overrides=overrides)
    game = rules.game(bot_names(players), seed=seed)
    show_demo(out(), game, _filled(bot, players), folder, verbose=verbose, language=spoken(language))


def _filled(bots: list[str] | None, number: int) -> list[str]:
    """Return one bot for each seat; if there are fewer, they are repeated."""
    from keyflower.bots import bot as check

    chosen = bots or ["steward"]
    for name in chosen:
        check(name)
    return [chosen[seat % len(chosen)] for seat in range(number)]


@command(
    epilog=examples(
        ("keyflower simulate steward random random --games 20", ""),
        ("keyflower simulate random random --games 500 --workers 2 --json", ""),
        (
            "keyflower simulate steward steward --games 20000 --out runs/a --table tiles --workers 2",
            phrase("stop it and start it again at will"),
        ),
        (
            "keyflower simulate steward steward --games 20000 --out runs/b.parquet --dask tcp://10.0.0.1:8786",
            "",
        ),
        ("keyflower simulate steward steward --games 20000 --out runs/c --ray auto", ""),
    )
)
def simulate(
    *,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT",
            help="One bot for each seat: random, greedy, steward, search. By default three stewards play.",
            show_default=False,
        ),
    ] = None,
    games: Games = 20,
    seed: FirstSeed = 0,
    farmers: Farmers = False,
    expansion: Expansions = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = None,
    overrides: Overrides = None,
    workers: Workers = 1,
    dask: Dask = None,
    ray: Ray = None,
    folder: GamesFolder = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="TABLE",
            help="What else is written there: seats, tiles, lines, lots, boats, actions; repeatable.",
        ),
    ] = None,
    part: Annotated[
        str | None,
        typer.Option(
            "--part",
            metavar="K/N",
            help="Play only this part of the run, such as 3/200; see `keyflower merge`.",
        ),
    ] = None,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Let bots play many games and compare them; they change seats after every game."""
    from keyflower.cli.commands.simulate import Where, share_of
    from keyflower.cli.commands.simulate import simulate as run_games

    run_games(
        out(),
        bots or ["steward"] * 3,
        range(seed, seed + games),
        rules=chosen_rules(
            expansion, variant, farmers=farmers, without=without, only=only, overrides=overrides
        ),
        where=Where(workers, dask, ray, folder, tuple(table or ()), share_of(part)),
        json=json,
        language=spoken(language),
    )


@command(
    epilog=examples(
        ("keyflower show game.jsonl", ""),
        ("keyflower show game.jsonl --at 40 --seat Bob", ""),
        ("keyflower show game.jsonl --out table.svg", phrase("or `table.html`")),
        ("keyflower show 7 --players 3 --farmers", ""),
    )
)
def show(
    *,
    what: Annotated[
        str, typer.Argument(metavar="LOG|SEED", help="The log of a game, or the seed of a new one.")
    ],
    at: At = None,
    seat: SeatName = None,
    village: Annotated[
        str | None, typer.Option("--village", metavar="NAME", help="Only the village of a player.")
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write a picture: a file ending in .svg or .html."),
    ] = None,
    players: Players = 4,
    farmers: Farmers = False,
    expansion: Expansions = None,
    variant: Variants = None,
    without: Without = None,
    only: Only = None,
    overrides: Overrides = None,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Show the table of a game, as text or as a picture."""
    from keyflower.cli.commands.show import moment_of, show_table

    rules = chosen_rules(expansion, variant, farmers=farmers, without=without, only=only, overrides=overrides)
    now = moment_of(what, at=at, players=players, rules=rules)
    show_table(out(), now, seat=seat, village=village, file=file, json=json, language=spoken(language))


@command(
    epilog=examples(
        ("keyflower tiles mill", phrase("every tile that says 'mill'")),
        ("keyflower tiles --season winter --expansion farmers", ""),
        ("keyflower tiles miner", phrase("one tile in full")),
        ("keyflower tiles wood --json", ""),
        after=phrase(
            "A `~` marks tiles with numbers that were reconstructed because the printed ones are not known for sure."
        ),
    )
)
def tiles(
    *,
    search: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT", help="Words in the id or text of the tile.")
    ] = None,
    season: Annotated[
        str | None, typer.Option("--season", metavar="SEASON", help="spring, summer, autumn or winter.")
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", metavar="KIND", help="home, village, boat, summer_boat or turn_order."),
    ] = None,
    expansion: Annotated[
        str | None, typer.Option("--expansion", "-e", metavar="ID", help="base, farmers or an installed one.")
    ] = None,
    farmers: Annotated[bool, typer.Option("--farmers", "-f", help="Only tiles of The Farmers.")] = False,
    reconstructed: Annotated[
        bool, typer.Option("--reconstructed", help="Only tiles with reconstructed numbers.")
    ] = False,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Search the catalogue of tiles."""
    from keyflower.cli.commands.tiles import show_tiles

    found = show_tiles(
        out(),
        " ".join(search or []),
        season=season,
        kind=kind,
        expansion="farmers" if farmers else expansion,
        reconstructed=reconstructed,
        json=json,
        language=spoken(language),
    )
    raise typer.Exit(DONE if found else PROBLEM)


# commands are listed in the order in which they are read
from keyflower.cli.record_commands import check, merge, replay, review, score  # noqa: E402  # see above

__all__ = ["app", "check", "merge", "replay", "review", "run", "score"]
