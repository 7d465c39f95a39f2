"""Help pages in which a plain flag is just a flag, without the type of a value that nobody has to give."""

from __future__ import annotations

from typing import Any

import typer


def plain_command(app: typer.Typer) -> Any:  # the class of a command depends on the version of typer
    """Return the command of an application with the types of its flags left out of the help."""
    root = typer.main.get_command(app)
    commands: dict[str, Any] = {"": root, **getattr(root, "commands", {})}
    for name, command in commands.items():
        context = command.context_class(command, info_name=name)
        for option in [*command.params, command.get_help_option(context)]:
            if getattr(option, "is_flag", False) and option.metavar is None:
                option.metavar = ""
    return root
