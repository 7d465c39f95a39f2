"""Help pages and complaints about wrong usage, in the language of the person.

Typer reads the arguments. Its own texts are English and differ between its versions, so the pages and
the complaints are written here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from keyflower.cli.console import STOPPED, err, out
from keyflower.kernel.errors import UnknownName, suggest
from keyflower.kernel.text import NEW_LINE, Listing, Message, Speaker, listed, phrase, phrase_of
from keyflower.model.errors import KeyflowerError

NOT_READ: Final = next(
    kind
    for kind in typer.BadParameter.__mro__
    if issubclass(kind, Exception) and kind.__name__ == "ClickException"
)
"""The error of Typer's parser for wrong arguments; it is in a different package in each version."""

_CODE: Final = re.compile(r"`([^`]+)`")


class WrongUsage(KeyflowerError):
    """A command was called in a way that it does not understand."""


# The contexts and parameters of Typer are `Any`: their classes depend on its version.


class SpokenCommand(TyperCommand):
    """A command that explains itself in the language of its context."""

    allow_extra_args = True  # they are refused below, in our own words

    def invoke(self, ctx: Any) -> Any:
        """Run the command; after Ctrl-C, print only that it was stopped."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            err().print(ctx.obj.say(phrase("Stopped.")))
            raise typer.Exit(STOPPED) from None

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page."""
        show_help(out(), ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments.

        Raises:
            WrongUsage: if there are too many.
        """
        read = super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise WrongUsage(
                phrase("'{command}' does not take '{extra}'.", command=ctx.command_path, extra=ctx.args[0])
            )
        return read


class SpokenGroup(TyperGroup):
    """Commands that explain themselves in the language of their context."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print the help page."""
        show_help(out(), ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that is called.

        Raises:
            UnknownName: if there is none of that name.
        """
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            known = self.list_commands(ctx)
            hint = suggest(args[0], known) or phrase("; commands are {names}", names=listed(known))
            raise UnknownName(phrase("There is no command '{name}'{hint}", name=args[0], hint=hint))
        return super().resolve_command(ctx, args)


def examples(*lines: tuple[str, str], after: str = "") -> Listing:
    """Return the end of a help page: commands as somebody would type them, with what they do."""
    told = [
        phrase_of("help", "  `{command}` – {words}", command=command, words=words)
        if words
        else phrase("  `{command}`", command=command)
        for command, words in lines
    ]
    rest = ["", after] if after else []
    return listed([phrase("Examples:"), *told, *rest], NEW_LINE, between=NEW_LINE)


def existing(given: Path | Sequence[Path] | None) -> Path | Sequence[Path] | None:
    """Check that files are there, and return them.

    Raises:
        UnknownName: if one is not.
    """
    for path in () if given is None else [given] if isinstance(given, Path) else given:
        if path.is_dir():
            raise UnknownName(phrase("'{path}' is a folder, not a file.", path=str(path)))
        if not path.exists():
            raise UnknownName(phrase("The file '{path}' does not exist.", path=str(path)))
    return given


# ---------------------------------------------------------------------- pages


def show_help(console: Console, ctx: Any) -> None:
    """Print the help page of a command."""
    command, language = ctx.command, _language(ctx)
    commands = {name: command.get_command(ctx, name) for name in getattr(command, "commands", ())}
    parameters = [parameter for parameter in command.get_params(ctx) if not parameter.hidden]
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    console.print(_styled(language.say(_usage(ctx, arguments, has_commands=bool(commands)))), soft_wrap=False)
    console.print()
    console.print(language.say(str(command.help)), soft_wrap=False)
    _section(console, language, phrase("Arguments"), [(_shown(one, language), one) for one in arguments])
    _section(console, language, phrase("Options"), [(_shown(one, language), one) for one in options])
    _section(console, language, phrase("Commands"), list(commands.items()))
    if command.epilog:
        console.print()
        console.print(_styled(language.say(command.epilog)), soft_wrap=False)


def _language(ctx: Any) -> Speaker:
    """Return the language, which whoever ran the command has put into its context."""
    speaker: Speaker = ctx.find_root().obj
    return speaker


def _usage(ctx: Any, arguments: list[Any], *, has_commands: bool) -> Message:
    parts: list[str] = [phrase("[OPTIONS]")]
    for one in arguments:
        shape = "{name}" if one.required else "[{name}]"
        parts.append(Message(shape if one.nargs == 1 else f"{shape}...", {"name": _said(one.metavar)}))
    parts += [phrase("COMMAND ...")] if has_commands else []
    return phrase(
        "Usage: `{command}` {parts}", command=ctx.command_path, parts=listed(parts, " ", between=" ")
    )


def _section(console: Console, language: Speaker, title: str, rows: list[tuple[str, Any]]) -> None:
    if not rows:
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold cyan", no_wrap=True)
    table.add_column(ratio=1)
    for shown, one in rows:
        table.add_row(Text(shown), _styled(" ".join(map(language.say, _told(one)))))
    console.print()
    console.print(language.say(title), style="bold")
    console.print(Padding(table, (0, 0, 0, 2)), soft_wrap=False)


def _shown(parameter: Any, language: Speaker) -> str:
    """Return how a parameter is given: ``--players, -p 2-6``."""
    value = language.say(str(parameter.metavar)) if parameter.metavar else ""
    if parameter.param_type_name == "argument":
        return value
    names = ", ".join(sorted([*parameter.opts, *parameter.secondary_opts], key=len, reverse=True))
    return names if getattr(parameter, "is_flag", False) or not value else f"{names} {value}"


def _told(one: Any) -> Iterator[str]:
    """Iterate the lines about a command or a parameter."""
    if getattr(one, "name", "") == "help" and hasattr(one, "opts"):
        yield phrase("Show this page.")
    elif one.help:
        yield _said(one.help)
    default = getattr(one, "default", None)
    if isinstance(default, int | str | Path) and default not in (0, "") and default is not True:
        yield phrase("[default: {value}]", value=str(default))


def _said(text: str) -> Message:
    """Return a text as a message again; Typer turns messages into plain texts."""
    return Message(str(text))


def _styled(text: str) -> Text:
    """Return a text in which words between backticks are shown as something to type."""
    shown = Text()
    for place, part in enumerate(_CODE.split(text)):
        shown.append(part, style="bold cyan" if place % 2 else "")
    return shown


# ---------------------------------------------------------------------- complaints


def complaint(error: Exception) -> str:
    """Return what is wrong with the arguments, in our own words for the mistakes that we know."""
    ctx: Any = getattr(error, "ctx", None)
    problem = _problem(error, ctx)
    if ctx is None or not problem:
        return problem
    page = f"{ctx.command_path} --help"
    return phrase("{problem}\nFor help: {command}", problem=problem, command=page)


def _problem(error: Any, ctx: Any) -> str:
    parameter = getattr(error, "param", None)
    option = str(getattr(error, "option_name", ""))
    match type(error).__name__:
        case "NoSuchOption":
            known = [name for one in ctx.command.get_params(ctx) for name in one.opts] if ctx else []
            hint = suggest(option, known)
            return phrase("There is no option '{name}'{hint}", name=option, hint=hint)
        case "BadOptionUsage":
            return phrase("The option '{name}' needs a value.", name=option)
        case "MissingParameter" if parameter is not None:
            name, told = _said(parameter.metavar), _said(parameter.help)
            return phrase("{name} is missing: {help}", name=name, help=told)
        case "BadParameter" if parameter is not None and parameter.help:
            name = parameter.opts[0] if parameter.param_type_name == "option" else _said(parameter.metavar)
            return phrase(
                "{name} takes {value}, and you gave something else. {help}",
                name=name,
                value=_said(parameter.metavar),
                help=_said(parameter.help),
            )
        case "UsageError" if ctx is not None and hasattr(ctx.command, "commands"):
            return phrase("Which command? Commands are {names}", names=listed(ctx.command.commands))
        case _:
            return str(error.format_message())
