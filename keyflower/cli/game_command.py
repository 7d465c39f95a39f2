"""`game_command`: one line gives a declared game its command, with play, demo, serve, simulate, replay and more.

::

    main = game_command(TINY_TOWNS)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any

from keyflower.cli import require
from keyflower.kernel.declaration import FLAG, NAMES, GameDeclaration
from keyflower.kernel.errors import GameError, LogError

_PROBLEM, _USAGE, _STOPPED = 1, 2, 130

__all__ = ["game_command"]


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
    from keyflower.cli.game_commands import Commands

    prepare_streams()
    app = typer.Typer(
        name=declaration.name,
        help=f"{declaration.title}: play it, watch it, let bots play it.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    commands = Commands(declaration)
    for command, has_options in (
        (commands.play, True), (commands.demo, True), (commands.serve, True), (commands.simulate, True),
        (commands.replay, False), (commands.check, False), (commands.schema, False), (commands.tables, False),
    ):  # fmt: skip
        app.command(command.__name__)(_with_options(declaration, command) if has_options else _plain(command))
    try:
        app(args=None if arguments is None else list(arguments), prog_name=declaration.name)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    return 0


def _plain(command: Callable[..., None]) -> Callable[..., None]:
    """Return a method as a function, because Typer reads functions."""

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
