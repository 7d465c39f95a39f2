"""Saves the running game to a file after every action, so that nothing can be lost."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import gettempdir

from rich.console import Console

from keyflower.facade.files import Claim, claimed, save_text, trouble
from keyflower.kernel.errors import GameError, SetupError
from keyflower.kernel.text import Message, Speaker, phrase, speaker
from keyflower.simulate.plan import AnyGame


def state_folder() -> Path:
    """Return where running games are saved: in ``$XDG_STATE_HOME/keyflower``, or in the usual folder of the system."""
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


class Autosave:
    """Saves a running game to its own file; no other process may write the file of a game that is being played."""

    def __init__(
        self,
        console: Console,
        file: Path | None = None,
        *,
        command: str = "keyflower play",
        language: Speaker | None = None,
    ) -> None:
        """Save to the file of an earlier session, or else to a new one; `command` resumes the game.

        Raises:
            SetupError: if the game in that file is being played elsewhere.
        """
        self._language = speaker("en") if language is None else language
        self._console = console
        self._command = command
        self._warned = ""
        self._claims: dict[Path, Claim] = {}
        if file is not None and not self.claims(file):
            raise SetupError(in_use(file))
        self.file = file if file is not None and file.parent == state_folder() else self._new_file()
        self.kept: AnyGame | None = None

    def _new_file(self) -> Path:
        name = f"game-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}"
        files = (state_folder() / f"{name}{f'-{n}' if n > 1 else ''}.jsonl" for n in count(1))
        return next(file for file in files if not file.exists() and self.claims(file))

    def claims(self, file: Path) -> bool:
        """Take a file for this game until the end; return whether no other process has it."""
        place = Path(os.path.realpath(file))
        known = self._claims.get(place)
        if known is None or known.number is None:  # a folder that was missing may be there now
            claim = claimed(place)
            if claim is None:
                return False
            self._claims[place] = claim
        return True

    def close(self) -> None:
        """Release the files."""
        while self._claims:
            self._claims.popitem()[1].release()

    def keep(self, game: AnyGame) -> bool:
        """Write the game as it is now, and return whether that worked; a problem is reported once."""
        if game is self.kept and self.file.exists():
            return True
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.claims(self.file)  # its folder may not have been there before
            save_text(self.file, game.log.dumps(), private=True)  # it holds the key of the deal
            self.kept = game
        except (OSError, ValueError, GameError) as error:
            problem = problem_of(error)
            if problem != self._warned:
                trouble = phrase(
                    "The running game cannot be saved in {file}: {problem}. 'save FILE' saves it elsewhere.",
                    file=self.file,
                    problem=problem,
                )
                self._console.print(self._language.say(trouble), style="red")
            self._warned = problem
            return False
        return True

    def drop(self) -> None:
        """Remove the file: the game is saved elsewhere, or no longer wanted."""
        with suppress(OSError):  # it does no harm there
            self.file.unlink(missing_ok=True)
        self.kept = None

    def say_where(self, game: AnyGame) -> bool:
        """Keep the file, say where it is and how to resume the game; return whether all of it is saved."""
        is_kept = self.keep(game)
        command = f"{self._command} --resume {self.file}"
        if is_kept:
            told = phrase("The game is saved. Resume it:  {command}", command=command)
        elif self.kept is not None and self.file.exists():
            told = phrase(
                "The last actions are not saved. Resume from before them:  {command}", command=command
            )
        else:
            told = phrase("The game is not saved.")
        self._console.print(self._language.say(told), soft_wrap=True, style=None if is_kept else "red")
        return is_kept


def in_use(file: Path) -> Message:
    """Return the message for a file whose game is being played elsewhere."""
    return phrase(
        "{file} is being played in another terminal. Leave the game there first, or resume a copy of the file.",
        file=file,
    )
