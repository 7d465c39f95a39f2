"""Keeping the running game: after every action it lies in a file, so that nothing can be lost."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir

from rich.console import Console

from keyflower.facade.files import save_text, trouble
from keyflower.kernel.simulating import AnyGame
from keyflower.kernel.wording import Speaker, phrase
from keyflower.vocabulary.errors import KeyflowerError
from keyflower.vocabulary.speaking import speaker


def state_folder() -> Path:
    """Return where running games are kept: ``$XDG_STATE_HOME/keyflower``, or the usual place of the system."""
    given = os.environ.get("XDG_STATE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    try:
        folder = Path(given) if given else Path.home() / ".local" / "state"
    except RuntimeError:  # nobody's home is known
        folder = Path(gettempdir())
    return folder / "keyflower"


def problem_of(error: Exception) -> str:
    """Return why a file cannot be written, in a few words."""
    return trouble(error) if isinstance(error, OSError) else str(error).rstrip(".")


class Keeper:
    """Keeps a running game in a file of its own."""

    def __init__(
        self,
        console: Console,
        file: Path | None = None,
        *,
        command: str = "keyflower play",
        language: Speaker | None = None,
    ) -> None:
        """Keep into a file that was kept before, or else into a new one; `command` goes on with it."""
        self._language = speaker("en") if language is None else language
        self._console = console
        self._command = command
        self._warned = ""
        name = f"game-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}.jsonl"
        self.file = file if file is not None and file.parent == state_folder() else state_folder() / name
        self.kept: AnyGame | None = None

    def keep(self, game: AnyGame) -> None:
        """Write the game as it is now; a problem is told once, and the game goes on."""
        if game is self.kept:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            save_text(self.file, game.log.dumps())
            self.kept = game
        except (OSError, ValueError, KeyflowerError) as error:
            problem = problem_of(error)
            if problem != self._warned:
                trouble = phrase(
                    "The running game cannot be kept in {file}: {problem}. 'save FILE' puts it elsewhere.",
                    file=self.file,
                    problem=problem,
                )
                self._console.print(self._language.say(trouble), style="red")
            self._warned = problem

    def drop(self) -> None:
        """Remove the file: the game is saved elsewhere, or not wanted any more."""
        with suppress(OSError):  # it does no harm there
            self.file.unlink(missing_ok=True)
        self.kept = None

    def say_where(self) -> None:
        """Say where the game lies and how to go on with it."""
        if self.kept is not None:
            command = f"{self._command} --resume {self.file}"
            kept = phrase("The game is kept. Go on with it:  {command}", command=command)
            self._console.print(self._language.say(kept), soft_wrap=True)
