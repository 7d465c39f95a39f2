"""Running a command: whatever goes wrong becomes one clear line in the language of the person."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import typer

from keyflower.cli.console import DONE, PROBLEM, STOPPED, UNREAD, USAGE, complain, err, hush, prepare_streams
from keyflower.cli.help import NOT_READ, complaint
from keyflower.cli.options import Language
from keyflower.facade.files import trouble
from keyflower.kernel.errors import GameError, LogError
from keyflower.kernel.text import Speaker, phrase
from keyflower.languages import LANGUAGES


def run_app(
    app: typer.Typer,
    arguments: Sequence[str] | None,
    *,
    name: str,
    spoken: Callable[[str | None], Speaker],
) -> int:
    """Run a command and return the exit code.

    Args:
        app: its commands.
        arguments: what stands after its name; by default what this process was given.
        name: what it is called.
        spoken: returns the language with a code, or that of the environment.
    """
    prepare_streams()
    language = _language(arguments, spoken)
    try:
        code = _answered(app, arguments, name, language)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read the output has seen enough
        hush()
        return UNREAD
    except OSError as error:
        hush()
        complain(language.say(trouble(error)), name)
        return PROBLEM


def options_of_all(ctx: typer.Context, *, language: Language = None) -> None:
    """Options of all commands."""
    if language is not None:
        commands = getattr(ctx.command, "commands", {})
        ctx.default_map = {name: {"language": language} for name in commands}


def _answered(app: typer.Typer, arguments: Sequence[str] | None, name: str, language: Speaker) -> int:
    given = None if arguments is None else list(arguments)
    try:
        code = typer.main.get_command(app).main(
            args=given, prog_name=name, standalone_mode=False, obj=language
        )
    except LogError as error:
        complain(language.say(phrase("this log cannot be read: {problem}", problem=error.said)), name)
        return PROBLEM
    except GameError as error:
        complain(error.text(language), name)
        return USAGE
    except NOT_READ as error:
        if problem := complaint(error):  # who gives no arguments has seen the help page already
            complain(language.say(problem), name)
        return USAGE
    except BrokenPipeError:
        raise
    except OSError as error:
        told = phrase("{problem}: {file}", problem=trouble(error), file=error.filename)
        complain(language.say(told if error.filename else trouble(error)), name)
        return USAGE
    except (KeyboardInterrupt, typer.Abort):
        err().print(language.say(phrase("Stopped.")))
        return STOPPED
    return code if isinstance(code, int) else DONE


def _language(arguments: Sequence[str] | None, spoken: Callable[[str | None], Speaker]) -> Speaker:
    """Return the language of error messages: that of the command if it is known, otherwise that of the environment."""
    given = [*(sys.argv[1:] if arguments is None else arguments)]
    for place, word in enumerate(given):
        option, _, value = word.partition("=")
        code = value or "".join(given[place + 1 : place + 2])
        if option in ("--language", "-l") and code in LANGUAGES:
            return spoken(code)
    return spoken(None)
