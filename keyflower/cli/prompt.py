"""Reading lines from a person: with completion and history on a terminal, plainly from a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from rich.console import Console

_MOST = 200
"""The most completions that are shown."""
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and the scrollback."""


class WordCompleter(Completer):
    """Completes a line word by word from commands that would be understood."""

    def __init__(self, sentences: Callable[[], Iterable[str]]) -> None:
        """Complete from these commands, which are computed when Tab is pressed."""
        self._sentences = sentences

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        """Iterate the words that can stand next."""
        for word, typed in next_words(document.text_before_cursor, self._sentences()):
            yield Completion(word, start_position=-typed)


def next_words(line: str, sentences: Iterable[str]) -> list[tuple[str, int]]:
    """Return the words that can complete a line, each with how many characters of it are typed already."""
    line = line.lstrip()
    before, _, last = line.rpartition(" ")
    start = f"{before} ".lower() if before else ""
    found: dict[str, None] = {}
    for sentence in sentences:
        if sentence.lower().startswith(start):
            word = sentence[len(start) :].partition(" ")[0]
            if word and word.lower().startswith(last.lower()):
                found[word] = None
    return [(word, len(last)) for word in list(found)[:_MOST]]


class Reader:
    """Asks a person for a line; each seat has its own history, because nobody may see what others typed."""

    def __init__(self, console: Console) -> None:
        """Read from the terminal of a console, or from standard input if that is no terminal."""
        self._console = console
        self.on_terminal = sys.stdin.isatty() and console.is_terminal
        self._sessions: dict[int, PromptSession[str]] = {}

    def line(self, seat: int, prompt: str, sentences: Callable[[], Iterable[str]]) -> str | None:
        """Return the next line of a seat, or None if there are no more."""
        try:
            if not self.on_terminal:
                return input(prompt)
            if seat not in self._sessions:
                self._sessions[seat] = PromptSession()
            completer = WordCompleter(sentences)
            return self._sessions[seat].prompt(prompt, completer=completer, complete_while_typing=False)
        except EOFError:
            return None

    def wait(self, message: str) -> None:
        """Wait until somebody presses Enter."""
        self.line(-1, f"{message} ", lambda: ())

    def clear(self) -> None:
        """Clear the screen, so that the next person does not see what the last one saw."""
        if self.on_terminal:
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()
        else:
            self._console.print("-" * 40)
