"""`game_command`: one line gives a declared game its command: play, demo, simulate, replay, check, schema, serve.

::

    main = game_command(TINY_TOWNS)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import TYPE_CHECKING, Annotated, Any

from keyflower.cli import require
from keyflower.kernel.bots import play_out, player_names
from keyflower.kernel.chance import SecretChance, SeededChance
from keyflower.kernel.declaration import FLAG, NAMES, AnyGame, GameDeclaration
from keyflower.kernel.errors import GameError, LogError, SetupError
from keyflower.kernel.text import AND, Speaker, listed, phrase

if TYPE_CHECKING:
    from keyflower.cli.session import Tabletop

_PROBLEM, _USAGE, _STOPPED = 1, 2, 130


def game_command(declaration: GameDeclaration) -> Callable[..., int]:
    """Return the command of a game: a function that takes arguments and returns the exit code."""

    def main(arguments: Sequence[str] | None = None) -> int:
        try:
            require()
            return _run(declaration, arguments)
        except LogError as error:
            sys.stderr.write(f"{declaration.name}: this log cannot be read: {error}\n")
            return _PROBLEM
        except (GameError, OSError) as error:
            sys.stderr.write(f"{declaration.name}: {error}\n")
            return _USAGE
        except KeyboardInterrupt:
            sys.stderr.write("Stopped.\n")
            return _STOPPED

    main.__doc__ = f"Run the command ``{declaration.name}`` and return the exit code."
    return main


def _run(declaration: GameDeclaration, arguments: Sequence[str] | None) -> int:
    import typer

    from keyflower.cli.console import prepare_streams

    prepare_streams()
    app = typer.Typer(
        name=declaration.name,
        help=f"{declaration.title}: play it, watch it, let bots play it.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    commands = _Commands(declaration)
    for command, has_options in (
        (commands.play, True), (commands.demo, True), (commands.serve, True), (commands.simulate, True),
        (commands.replay, False), (commands.check, False), (commands.schema, False),
    ):  # fmt: skip
        app.command(command.__name__)(_with_options(declaration, command) if has_options else _plain(command))
    try:
        app(args=None if arguments is None else list(arguments), prog_name=declaration.name)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


def _plain(command: Callable[..., None]) -> Callable[..., None]:
    """Return a method as a function, which is what Typer reads."""

    def run(**given: Any) -> None:  # Any: what the command takes
        command(**given)

    return _signed(run, command, [])


def _with_options(declaration: GameDeclaration, command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that also takes the options of a new game."""
    import typer

    own: list[Parameter] = []
    for option in declaration.options:
        flag = f"--{option.name.replace('_', '-')}"
        if option.kind == FLAG:
            kind: Any = Annotated[bool, typer.Option(f"{flag}/--no-{flag[2:]}", help=option.help)]
            default: object = option.default
        else:
            kind, default = (
                Annotated[str, typer.Option(flag, metavar="|".join(option.choices), help=option.help)],
                "",
            )
        own.append(Parameter(option.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind))

    def run(**given: Any) -> None:  # Any: what the command takes
        chosen: dict[str, object] = {}
        for option in declaration.options:
            value = given.pop(option.name)
            if option.kind == NAMES:
                value = [word for word in value.split(",") if word]
            if value not in ("", []):
                chosen[option.name] = value
        command(**given, options=chosen)

    return _signed(run, command, own)


def _signed(
    run: Callable[..., None], command: Callable[..., None], more: list[Parameter]
) -> Callable[..., None]:
    from inspect import signature

    given = [one for one in signature(command, eval_str=True).parameters.values() if one.name != "options"]
    parameters = [*given, *more]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what inspect reads
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    run.__doc__ = command.__doc__
    return run


class _Commands:
    """The commands of one game."""

    def __init__(self, declaration: GameDeclaration) -> None:
        self.declaration = declaration

    def _speaker(self, language: str) -> Speaker:
        import os

        from keyflower.languages import from_environment

        found = language or from_environment(os.environ)
        known = language or (found if found in self.declaration.languages else "en")
        return self.declaration.language(known)

    def _tabletop(self, language: Speaker) -> Tabletop[AnyGame]:
        from keyflower.cli.plain_tabletop import PlainTabletop

        own = self.declaration.tabletop
        found: Tabletop[AnyGame] = PlainTabletop(self.declaration, language) if own is None else own(language)
        return found

    def _log(self, path: Path) -> Any:  # Any: a game says which class its logs have
        from keyflower.facade.files import read_bytes
        from keyflower.kernel.log.parser import LONGEST_LOG

        return self.declaration.game.LOG.loads(read_bytes(path, LONGEST_LOG))

    def play(
        self,
        *,
        you: str = "",
        players: int = 0,
        seed: int | None = None,
        bots: str = "",
        resume: Path | None = None,
        language: str = "",
        options: dict[str, object],
    ) -> None:
        """Play against bots at the keyboard; --bots names them, with commas between."""
        from keyflower.cli.keyboard import Autosave, Reader, Session, out

        console, speaker, declared = out(), self._speaker(language), self.declaration
        you = you or speaker.say(phrase("You"))
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

    def demo(
        self,
        *,
        players: int = 0,
        seed: int = 7,
        bots: str = "",
        language: str = "",
        options: dict[str, object],
    ) -> None:
        """Let bots play a game, and show the table and the score sheets."""
        from keyflower.cli.keyboard import out
        from keyflower.kernel.match import SPECTATOR

        console, speaker, declared = out(), self._speaker(language), self.declaration
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

    def serve(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 8017,
        db: str = "",
        players: int = 0,
        bots: str = "",
        browser: bool = True,
        language: str = "",
        options: dict[str, object],
    ) -> None:
        """Serve tables to browsers, and open one with bots on this machine."""
        from keyflower.cli.keyboard import out
        from keyflower.web import serve

        speaker, declared = self._speaker(language), self.declaration
        here = host in ("127.0.0.1", "localhost", "::1")
        number = players or max(2, declared.least)
        named = (bots or declared.usual_bot).split(",")
        names = player_names(number)
        seats = [
            {"name": speaker.say(phrase("You"))},
            *({"name": names[seat], "bot": named[(seat - 1) % len(named)]} for seat in range(1, number)),
        ]
        serve(
            host=host,
            port=port,
            database=db,
            first={"players": seats, "options": options, "language": language} if here else None,
            browse=here and browser,
            say=lambda text: out().print(speaker.say(text), markup=False, highlight=False, soft_wrap=True),
            game=declared,
        )

    def simulate(
        self,
        *,
        bots: str = "",
        games: int = 20,
        seed: int = 0,
        workers: int = 1,
        dask: str | None = None,
        ray: str | None = None,
        folder: Path | None = None,
        table: str = "",
        json: bool = False,
        language: str = "",
        options: dict[str, object],
    ) -> None:
        """Let bots play many games and compare them; --folder keeps a run, which can be stopped and goes on."""
        from functools import partial

        from keyflower.cli.commands.simulate import Where, run_games
        from keyflower.cli.keyboard import out
        from keyflower.simulate import simulate_game

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
            language=self._speaker(language),
        )

    def replay(self, *, log: Path, seat: str = "", language: str = "") -> None:
        """Tell a game step by step, as everybody, a player or a spectator may know it."""
        from keyflower.cli.keyboard import out

        found, console, speaker = self._log(log), out(), self._speaker(language)
        viewer = found.viewer
        if seat:
            viewer = found.match.seat_of(int(seat) if seat.lstrip("-").isdigit() else seat)
            if found.viewer is not None and found.viewer != viewer:
                raise SetupError(
                    phrase(
                        "this log is what {name} may know, and nobody else",
                        name=found.match.name_of(found.viewer),
                    )
                )
        for number, entry in enumerate(found):
            first, *rest = found.match.told(entry, viewer)
            console.print(f"{number:>4} {speaker.say(first)}", highlight=False, markup=False)
            for line in rest:
                console.print(f"       {speaker.say(line)}", highlight=False, markup=False)

    def check(self, *, log: Path) -> None:
        """Verify a log: read it, fold its events, and play its actions again by the rules."""
        from keyflower.cli.keyboard import out

        found = self._log(log)
        if found.viewer is None:
            game = found.replay()
            if found.restore() != game:
                raise LogError("its actions lead to another game than its events tell")
            result = listed(game.winners, AND) if game.over else phrase("unfinished")
        else:
            result = phrase("as {name} may know it", name=found.match.name_of(found.viewer))
        told = phrase(
            "{file}: sound; {number} actions, {result}.", file=log, number=len(found) - 1, result=result
        )
        out().print(self._speaker("en").say(told), soft_wrap=True)

    def schema(self, *, name: str = "") -> None:
        """Print the JSON Schemas of everything that another program reads or writes, or one of them."""
        import json

        from keyflower.schema.any_game import game_schemas

        whole = game_schemas(self.declaration)
        from keyflower.kernel.arguments import one_of

        found = (
            whole
            if not name
            else {**whole["schemas"][one_of(name, whole["schemas"], "schema")], "$defs": whole["$defs"]}
        )
        sys.stdout.write(json.dumps(found, indent=1, sort_keys=True) + "\n")
