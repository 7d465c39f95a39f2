"""The commands that every declared game has; see `keyflower.cli.game_command`."""

from __future__ import annotations

import json as json_library
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Annotated, Any, TypeVar

import typer

from keyflower.cli.commands.simulate import Where, run_games
from keyflower.cli.help import existing
from keyflower.cli.keyboard import Autosave, Reader, Session, Tabletop, out
from keyflower.cli.options import (
    AsJson,
    Dask,
    Database,
    Deed,
    Export,
    FirstSeed,
    Games,
    GamesFolder,
    Host,
    Language,
    LogFile,
    NoBrowser,
    OpenToAll,
    Origins,
    Password,
    PlaySeed,
    Port,
    ProxyHeader,
    Ray,
    SeatName,
    Seed,
    TablesFolder,
    TablesOrFiles,
    Webhooks,
    Workers,
)
from keyflower.cli.plain_tabletop import PlainTabletop
from keyflower.facade.files import read_bytes
from keyflower.kernel.arguments import one_of
from keyflower.kernel.bots import play_out, player_names
from keyflower.kernel.chance import SecretChance, SeededChance
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.errors import LogError, SetupError
from keyflower.kernel.log.parser import LONGEST_LOG
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import AND, Speaker, listed, phrase
from keyflower.languages import from_environment
from keyflower.model.names import some_of
from keyflower.simulate import simulate_game

_Players = Annotated[int, typer.Option("--players", "-p", metavar="N", min=0, help="How many players.")]
_Bots = Annotated[
    str,
    typer.Option("--bots", "-b", metavar="BOT", help="The names of the bots, with commas between them."),
]

CommandT = TypeVar("CommandT", bound=Callable[..., None])


def command(*, new_game: bool = False) -> Callable[[CommandT], CommandT]:
    """Make a method a command; if it begins games, it also takes the game's own options."""

    def mark(method: CommandT) -> CommandT:
        vars(method)["new_game"] = new_game
        return method

    return mark


class Commands:
    """The commands of one game."""

    def __init__(self, declaration: GameDeclaration) -> None:
        """Play, show and serve a declared game."""
        self.declaration = declaration

    def spoken(self, language: str | None) -> Speaker:
        """Return the language that an option or the environment names.

        Raises:
            UnknownName: if there are no texts in that language.
        """
        found = language or from_environment(os.environ)
        known = language or (found if found in self.declaration.languages else "en")
        return self.declaration.language(known)

    def _tabletop(self, language: Speaker) -> Tabletop[AnyGame]:
        own = self.declaration.tabletop
        found: Tabletop[AnyGame] = PlainTabletop(self.declaration, language) if own is None else own(language)
        return found

    def _log(self, path: Path) -> Any:  # Any: a game says which class its logs have
        return self.declaration.game.LOG.loads(read_bytes(path, LONGEST_LOG))

    @command(new_game=True)
    def play(
        self,
        *,
        you: Annotated[str, typer.Option("--you", metavar="NAME", help="Your name; by default Player.")] = "",
        players: _Players = 0,
        seed: PlaySeed = None,
        bots: _Bots = "",
        resume: Annotated[
            Path | None,
            typer.Option("--resume", metavar="LOG", callback=existing, help="Resume a saved game."),
        ] = None,
        language: Language = None,
        options: dict[str, Any],
    ) -> None:
        """Play against bots at the keyboard."""
        console, speaker, declared = out(), self.spoken(language), self.declaration
        you = you or speaker.say(phrase("Player"))
        keeper = Autosave(console, resume, command=f"{declared.name} play", language=speaker)
        if resume is not None:
            game: AnyGame = self._log(resume).replay()
            you = you if you in game.players else game.players[next(iter(game.decisions), 0)]
        else:
            number = players or max(2, declared.least)
            names = [you, *(name for name in player_names(number) if name != you)][:number]
            chance = SecretChance(token_bytes(32)) if seed is None else SeededChance(seed)
            game = declared.new(names, chance=chance, **options)
            told = (
                phrase("A new game.") if seed is None else phrase("A new game with seed {seed}.", seed=seed)
            )
            console.print(speaker.say(told))
        person = game.seat_of(you)
        others = [seat for seat in range(len(game.players)) if seat != person]
        named = (bots or declared.usual_bot).split(",")
        Session(
            console,
            Reader(console),
            game,
            self._tabletop(speaker),
            people=frozenset({person}),
            bots={seat: declared.bot(named[place % len(named)]) for place, seat in enumerate(others)},
            keeper=keeper,
            file=resume,
            language=speaker,
        ).run()

    @command(new_game=True)
    def demo(
        self,
        *,
        players: _Players = 0,
        seed: Seed = 7,
        bots: _Bots = "",
        language: Language = None,
        options: dict[str, Any],
    ) -> None:
        """Let bots play a game, and show the table and the score sheets."""
        console, speaker, declared = out(), self.spoken(language), self.declaration
        number = players or max(2, declared.least)
        game = declared.new(player_names(number), seed=seed, **options)
        named = (bots or declared.usual_bot).split(",")
        game = play_out(
            game, [declared.bot(named[seat % len(named)]) for seat in range(number)], Random(seed)
        )
        tabletop = self._tabletop(speaker)
        tabletop.show(console, game, SPECTATOR, "")
        for seat, name in enumerate(game.players):
            console.print(tabletop.sheet(game, seat, name))
        console.print(speaker.say(tabletop.winners(game, None)))

    @command(new_game=True)
    def serve(
        self,
        *,
        host: Host = "127.0.0.1",
        port: Port = 8017,
        db: Database = "",
        players: _Players = 0,
        bots: _Bots = "",
        no_browser: NoBrowser = False,
        origin: Origins = None,
        password: Password = "",
        open_to_all: OpenToAll = False,
        proxy_header: ProxyHeader = "",
        export: Export = "",
        webhooks: Webhooks = "none",
        language: Language = None,
        options: dict[str, Any],
    ) -> None:
        """Play in the browser: on this machine, or on a server for others."""
        from keyflower.web import serve  # needs the extra `web`

        speaker, declared = self.spoken(language), self.declaration
        here = host in ("127.0.0.1", "localhost", "::1")
        number = players or max(2, declared.least)
        named = (bots or declared.usual_bot).split(",")
        names = player_names(number)
        seats = [
            {"name": speaker.say(phrase("Player"))},
            *({"name": names[seat], "bot": named[(seat - 1) % len(named)]} for seat in range(1, number)),
        ]
        serve(
            host=host,
            port=port,
            database=db,
            origins=origin or (),
            password=password,
            open_to_all=open_to_all,
            proxy=proxy_header,
            export=export,
            webhooks=webhooks,
            first={"players": seats, "options": options, "language": language or ""} if here else None,
            browse=here and not no_browser,
            say=lambda text: out().print(speaker.say(text), markup=False, highlight=False, soft_wrap=True),
            game=declared,
        )

    @command()
    def tables(
        self,
        action: Deed,
        names: TablesOrFiles = None,
        *,
        db: Database = "",
        folder: TablesFolder = Path("tables"),
        json: AsJson = False,
        language: Language = None,
    ) -> None:
        """List, export, import or delete the tables of a server. Exported tables hold the secrets of their games."""
        from keyflower.cli.commands.tables import tables  # needs the extra `web`

        speaker, game = self.spoken(language), self.declaration
        tables(
            out(), action, names or [], database=db, folder=folder, as_json=json, language=speaker, game=game
        )

    @command(new_game=True)
    def simulate(
        self,
        *,
        bots: _Bots = "",
        games: Games = 20,
        seed: FirstSeed = 0,
        workers: Workers = 1,
        dask: Dask = None,
        ray: Ray = None,
        folder: GamesFolder = None,
        table: Annotated[
            str,
            typer.Option("--table", metavar="TABLE", help="What else is written there, such as actions."),
        ] = "",
        json: AsJson = False,
        language: Language = None,
        options: dict[str, Any],
    ) -> None:
        """Let bots play many games and compare them; with --out, a run can be stopped and resumed."""
        declared = self.declaration
        seated = bots.split(",") if bots else [declared.usual_bot] * max(2, declared.least)
        for name in seated:
            declared.bot(name)
        tables = tuple(name for name in table.split(",") if name)
        run_games(
            out(),
            partial(simulate_game, declared, seated, **options),
            range(seed, seed + games),
            where=Where(workers, dask, ray, folder, tables),
            json=json,
            language=self.spoken(language),
        )

    @command()
    def replay(self, *, log: LogFile, seat: SeatName = None, language: Language = None) -> None:
        """Show a game step by step: all of it, or as a player or a spectator saw it."""
        found, console, speaker = self._log(log), out(), self.spoken(language)
        viewer = found.viewer
        if seat:
            viewer = found.match.seat_of(int(seat) if seat.lstrip("-").isdigit() else seat)
            if found.viewer is not None and found.viewer != viewer:
                raise SetupError(
                    phrase(
                        "this log contains only what {name} may know",
                        name=found.match.name_of(found.viewer),
                    )
                )
        for number, entry in enumerate(found):
            first, *rest = found.match.told(entry, viewer)
            console.print(f"{number:>4} {speaker.say(first)}", highlight=False, markup=False)
            for line in rest:
                console.print(f"       {speaker.say(line)}", highlight=False, markup=False)

    @command()
    def check(self, *, log: LogFile, language: Language = None) -> None:
        """Verify a log: read it, apply its events, and replay its actions under the rules."""
        found = self._log(log)
        if found.viewer is None:
            game = found.replay()
            if found.restore() != game:
                raise LogError("its actions and its events lead to different games")
            result = listed(game.winners, AND) if game.over else phrase("unfinished")
        else:
            result = phrase("as {name} may know it", name=found.match.name_of(found.viewer))
        told = phrase(
            "{file}: sound; {actions}, {result}.",
            file=log,
            actions=some_of("action", len(found) - 1),
            result=result,
        )
        out().print(self.spoken(language).say(told), soft_wrap=True)

    @command()
    def schema(
        self,
        *,
        name: Annotated[str, typer.Option("--name", metavar="NAME", help="Print this schema only.")] = "",
    ) -> None:
        """Print the JSON Schemas of everything that another program reads or writes, or one of them."""
        from keyflower.schema.any_game import game_schemas

        whole = game_schemas(self.declaration)

        found = (
            whole
            if not name
            else {**whole["schemas"][one_of(name, whole["schemas"], "schema")], "$defs": whole["$defs"]}
        )
        sys.stdout.write(json_library.dumps(found, indent=1, sort_keys=True) + "\n")
