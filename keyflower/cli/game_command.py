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
from keyflower.kernel.errors import MissingExtra
from keyflower.kernel.text import phrase

_USAGE, _STOPPED = 2, 130

__all__ = ["game_command"]


def game_command(declaration: GameDeclaration) -> Callable[..., int]:
    """Return the command of a game: a function that takes arguments and returns the exit code."""

    def main(arguments: Sequence[str] | None = None) -> int:
        try:
            require()
            return _run(declaration, arguments)
        except MissingExtra as error:
            sys.stderr.write(f"{declaration.name}: {error}\n")
            return _USAGE
        except KeyboardInterrupt:  # while the command was still being loaded
            sys.stderr.write("Stopped.\n")
            return _STOPPED

    main.__doc__ = f"Run the command ``{declaration.name}`` and return the exit code."
    return main


def _run(declaration: GameDeclaration, arguments: Sequence[str] | None) -> int:
    import typer

    from keyflower.cli.game_commands import Commands
    from keyflower.cli.help import SpokenCommand, SpokenGroup
    from keyflower.cli.running import options_of_all, run_app

    app = typer.Typer(
        name=declaration.name,
        help=phrase("Play it, watch it, let bots play it."),
        cls=SpokenGroup,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(options_of_all)
    commands = Commands(declaration)
    for name, method in vars(Commands).items():
        if hasattr(method, "new_game"):
            command = getattr(commands, name)
            made = _with_options(declaration, command) if method.new_game else _plain(command)
            app.command(name, cls=SpokenCommand)(made)
    return run_app(app, arguments, name=declaration.name, spoken=commands.spoken)


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
                Annotated[
                    str, typer.Option(flag, metavar="|".join(option.choices) or "TEXT", help=option.help)
                ],
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
