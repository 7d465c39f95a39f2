"""A session: people and bots at one keyboard, from any moment of a game to its end; it works with any game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, Generic, Protocol, TypeVar

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from keyflower.cli.autosave import Autosave, in_use, problem_of
from keyflower.cli.console import shortened, visible
from keyflower.cli.numbered_list import Entries
from keyflower.cli.prompt import Reader
from keyflower.facade.files import save_text
from keyflower.kernel.actions import Action
from keyflower.kernel.bots import AnyBot, step
from keyflower.kernel.chance import SecretChance
from keyflower.kernel.errors import AmbiguousAction, GameError, IllegalAction, Refusal
from keyflower.kernel.game import BaseGame
from keyflower.kernel.options import Decision
from keyflower.kernel.text import Message, Speaker, phrase, speaker

GameT = TypeVar("GameT", bound=BaseGame[Any, Any, Any])
GameT_contra = TypeVar("GameT_contra", bound=BaseGame[Any, Any, Any], contravariant=True)


def session_help(*, show: str, tries: str, command: str) -> Message:
    """Return the half of the help that is the same for every game.

    Args:
        show: what ``show`` can show.
        tries: what ``try`` does.
        command: the command that begins a game.
    """
    return phrase(
        """\
Tab completes; the beginning of a name is enough where it is clear.
  options [TEXT]        list all options, or those with TEXT
  show [WHAT]           {show}
  why ACTION            why an action is not possible
  try 3                 {tries}
  score                 your points if the game ended now
  log [N]               the last N actions
  undo                  back to before your last action
  save FILE             keep the game; '{command} --resume FILE' resumes it
  quit                  leave; you are asked whether to keep the game""",
        show=show,
        tries=tries,
        command=command,
    )


_COMMANDS = ("help", "options", "show", "why", "try", "score", "log", "undo", "save", "quit")
_LONGEST_NUMBER = 9
"""The most digits that the number of an option or of log entries can have."""


class Tabletop(Protocol[GameT_contra]):
    """What a game shows at the keyboard, always as one seat may see it."""

    help: str
    """The text of ``help``."""
    example: str
    """An action, for messages."""

    def numbered(self, game: GameT_contra, seat: int, decision: Decision) -> Entries:
        """Return the options with the numbers they are chosen by."""
        ...

    def told(self, game: GameT_contra, seat: int) -> list[Text]:
        """Return the last action and its results."""
        ...

    def question(self, console: Console, game: GameT_contra, seat: int, decision: Decision) -> None:
        """Show everything needed for the decision, the question and the options."""
        ...

    def options(self, console: Console, game: GameT_contra, seat: int, decision: Decision) -> None:
        """Show the options, in the form that suits the question."""
        ...

    def listed(self, console: Console, entries: Entries) -> None:
        """Show some options as a list."""
        ...

    def show(self, console: Console, game: GameT_contra, seat: int, what: str) -> None:
        """Show the part of the table that a person names."""
        ...

    def why_not_tried(self, action: Action | str) -> str:
        """Return why an action cannot be tried out, or the empty text if it can."""
        ...

    def tried(self, console: Console, game: GameT_contra, seat: int) -> None:
        """Show the result of an action that is only tried out."""
        ...

    def sheet(self, game: GameT_contra, seat: int, name: str) -> RenderableType:
        """Return the points of a seat if the game ended now, under a name."""
        ...

    def winners(self, game: GameT_contra, you: int | None) -> str:
        """Return who has won as a sentence; `you` is the seat of the reader, if there is only one."""
        ...

    def sentences(self, game: GameT_contra, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate the commands besides the options and the common ones, for completion."""
        ...


class Session(Generic[GameT]):
    """A game being played at a keyboard."""

    def __init__(
        self,
        console: Console,
        reader: Reader,
        game: GameT,
        tabletop: Tabletop[GameT],
        *,
        people: frozenset[int],
        bots: Mapping[int, AnyBot],
        keeper: Autosave,
        file: Path | None = None,
        language: Speaker | None = None,
        read: Callable[[GameT, int, str], Action] | None = None,
    ) -> None:
        """Begin a session; seats that are not people are played by their bots.

        Args:
            console: where it is shown.
            reader: who asks people.
            game: where it begins.
            tabletop: what the game shows.
            people: the seats of people.
            bots: the bots of the other seats.
            keeper: saves the running game.
            file: where it was saved.
            language: the language of all texts; English if left out.
            read: reads what a seat types, if the game alone is not enough.
        """
        self._read_by = read
        self.console = console
        self.reader = reader
        self.people = people
        self.bots = bots
        self.game = game
        self.tabletop = tabletop
        self.keeper = keeper
        self.file = file
        self.language = speaker("en") if language is None else language
        self._saved: GameT = game
        self._is_safe = True
        self._sitting: int | None = next(iter(people)) if len(people) == 1 else None
        self._seen: dict[int, GameT] = dict.fromkeys(people, game)

    # ------------------------------------------------------------------ the loop

    def run(self) -> bool:
        """Play until the game is over or somebody leaves; however it ends, the game is saved.

        Returns:
            Whether the game is saved, or nobody wanted it.
        """
        try:
            while not self.game.over:
                seat = self._next_seat()
                if seat in self.bots:
                    self.game = step(self.game, seat, self.bots[seat], self._luck())
                else:
                    self.keeper.keep(self.game)
                    self._sit(seat)
                    if not self._turn(seat):
                        return self._is_safe
            self.keeper.keep(self.game)
            self._ending()
        except BaseException:  # also Ctrl-C
            self.console.print()
            self.keeper.say_where(self.game)
            raise
        finally:
            self.keeper.close()
        return self._is_safe

    def _luck(self) -> Random:
        """Return the random generator of a bot: repeatable if the game is, otherwise unpredictable."""
        origin = self.game.match.origin
        return SystemRandom() if isinstance(origin, SecretChance) else Random(f"{origin}/{self.game.ply}")

    def _next_seat(self) -> int:
        """Return who decides next: bots before people, and the person at the keyboard before others."""
        seats = list(self.game.decisions)
        for seat in seats:
            if seat in self.bots:
                return seat
        return self._sitting if self._sitting in seats else seats[0]

    def _sit(self, seat: int) -> None:
        """Let a person take the keyboard, hiding what the last one saw."""
        if self._sitting == seat:
            return
        name = self.game.players[seat]
        if self._sitting is not None:
            self.reader.wait(self._say(phrase("Press Enter to hide your screen; {name} is next.", name=name)))
        self.reader.clear()
        self.reader.wait(self._say(phrase("{name}, press Enter when you are at the keyboard.", name=name)))
        self._sitting = seat

    def _say(self, text: str) -> str:
        return self.language.say(text)

    def _turn(self, seat: int) -> bool:
        """Let a person decide once; return `False` if the person leaves."""
        self._catch_up(seat)
        decision = self.game.view(seat).decision
        self.tabletop.question(self.console, self.game, seat, decision)
        while True:
            line = self.reader.line(
                seat, f"{self.game.players[seat]}> ", lambda: self._sentences(seat, decision)
            )
            if line is None:
                self.console.print()
                self._is_safe = self.keeper.say_where(self.game)
                return False
            before = self.game
            if not self._obey(seat, decision, line.strip()):
                return False
            if self.game is not before:
                return True

    # ------------------------------------------------------------------ showing

    def _catch_up(self, seat: int) -> None:
        """Show a person what has happened since that person's last decision."""
        news: list[GameT] = []
        game: GameT | None = self.game
        while game is not None and game is not self._seen.get(seat):
            news.append(game)
            game = game.parent
        if game is None:  # the last look was taken back
            news = []
        for later in reversed(news):
            self._tell(later, seat)
        self._seen[seat] = self.game

    def _tell(self, game: GameT, seat: int) -> None:
        first, *rest = self.tabletop.told(game, seat)
        first.stylize("bold" if game.last_seat == seat else "")
        self.console.print(first)
        for more in rest:
            self.console.print(Text.assemble("    ", more))

    def _sentences(self, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate the commands that are possible now, for completion."""
        for action in decision.options:
            yield str(action)
            yield f"why {action}"
        yield from _COMMANDS
        yield from self.tabletop.sentences(self.game, seat, decision)

    # ------------------------------------------------------------------ obeying

    def _obey(self, seat: int, decision: Decision, line: str) -> bool:
        """Carry out what was typed; return `False` if the person leaves."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        console, game = self.console, self.game
        match word.lower():
            case "quit" | "exit" | "q":
                return not self._leaves()
            case "":
                self.tabletop.options(console, game, seat, decision)
            case "help" | "?" | "h":
                console.print(self._say(self.tabletop.help))
            case "options" | "o":
                self._matching(seat, decision, rest)
            case "show":
                self._try(lambda: self.tabletop.show(console, game, seat, rest))
            case "try":
                self._try(lambda: self._preview(seat, decision, rest))
            case "why":
                self._try(lambda: self._why(seat, rest))
            case "score":
                console.print(self.tabletop.sheet(game, seat, self._say(phrase("You"))))
            case "log":
                self._log(seat, rest)
            case "undo":
                self._undo(seat)
            case "save":
                self._save(rest)
            case _:
                self._try(lambda: self._play(seat, decision, line))
        return True

    def _try(self, deed: Callable[[], None]) -> None:
        """Carry out a command, or say why that is not possible."""
        try:
            deed()
        except IllegalAction as error:
            self._wrong(phrase("Not possible: {action}", action=error.tried))
            self._reasons(error.refusals)
        except AmbiguousAction as error:
            self._wrong(error.said)
        except GameError as error:
            problem = self._say(error.said)
            ended = problem if problem.endswith((".", "?", "!")) else f"{problem}."
            self._wrong(phrase("{problem} 'help' shows examples.", problem=ended))

    def _reasons(self, refusals: Iterable[Refusal]) -> None:
        for refusal in refusals:
            self.console.print(f"  {shortened(str(refusal.told(self.language)))}")

    def _wrong(self, message: str) -> None:
        self.console.print(shortened(self._say(message)), style="red")

    def _option(self, seat: int, decision: Decision, number: str) -> Action | None:
        """Return the option with this number, or say that there is none."""
        entries = self.tabletop.numbered(self.game, seat, decision)
        if len(number) > _LONGEST_NUMBER or not 1 <= int(number) <= len(entries):
            wrong = phrase(
                "There is no option {number}: they go from 1 to {last}.",
                number=number[:20],
                last=len(entries),
            )
            self._wrong(wrong)
            return None
        return entries[int(number) - 1][1]

    def _play(self, seat: int, decision: Decision, line: str) -> None:
        action: Action | str | None = self._option(seat, decision, line) if _is_number(line) else line
        if action is None:
            return
        self.game = self.game.play(self._read(action, seat), seat=seat)
        self.keeper.keep(self.game)
        self._tell(self.game, seat)
        self._seen[seat] = self.game

    def _read(self, action: Action | str, seat: int) -> Action | str:
        """Return the typed text as an action; tiles may be named by their titles in the person's language."""
        if isinstance(action, Action) or self._read_by is None:
            return action
        return self._read_by(self.game, seat, action)

    def _matching(self, seat: int, decision: Decision, text: str) -> None:
        """Show every option that contains a text."""
        entries = self.tabletop.numbered(self.game, seat, decision)
        found = [(number, action) for number, action in entries if text.lower() in str(action)]
        if found:
            self.tabletop.listed(self.console, found)
        else:
            nothing = phrase(
                "No option contains '{text}'; there are {number}.", text=visible(text), number=len(entries)
            )
            self.console.print(self._say(nothing))

    def _preview(self, seat: int, decision: Decision, text: str) -> None:
        """Show what an action would lead to, without taking it."""
        action: Action | str | None = self._option(seat, decision, text) if _is_number(text) else text
        if action is None:
            return
        wrong = self.tabletop.why_not_tried(action)
        if wrong:
            self._wrong(wrong)
            return
        self.tabletop.tried(self.console, self.game.play(self._read(action, seat), seat=seat), seat)

    def _why(self, seat: int, text: str) -> None:
        if not text:
            which = phrase("Name an action: why {example}", example=self.tabletop.example)
            self.console.print(self._say(which))
            return
        refusals = self.game.why_not(self._read(text, seat), seat=seat)
        if not refusals:
            self.console.print(self._say(phrase("'{action}' is possible.", action=shortened(text))))
        self._reasons(refusals)

    def _log(self, seat: int, number: str) -> None:
        last = int(number[:_LONGEST_NUMBER]) if _is_number(number) else 10
        games: list[GameT] = []
        game: GameT | None = self.game
        while game is not None and game.parent is not None and len(games) < last:
            games.append(game)
            game = game.parent
        for later in reversed(games):
            self.console.print(Text.assemble(f"{later.ply:>4} ", self.tabletop.told(later, seat)[0]))

    def _undo(self, seat: int) -> None:
        """Take back the last action of a person, as `Game.undo` does; what only bots answered is taken back with it."""
        last, answered = self.game, set[int]()
        while last.parent is not None and last.last_seat != seat:
            answered.add(last.last_seat)
            last = last.parent
        if last.parent is None:
            self._wrong(phrase("You have not played anything that could be undone."))
            return
        refusals = self.game.why_not_undo(seat)
        if not refusals:
            before = self.game.undo(seat=seat)
        elif answered <= self.bots.keys() and _only_answered(refusals):
            before = last.parent
        else:
            self._wrong(phrase("Not possible: {action}", action="undo"))
            self._reasons(refusals)
            return
        self.console.print(self._say(phrase("Taken back: {action}", action=last.last_action)))
        self.game = before
        self._seen = dict.fromkeys(self._seen, self.game)

    # ------------------------------------------------------------------ saving and leaving

    def _save(self, name: str) -> bool:
        """Write the game to a file; return whether that worked."""
        try:
            file = Path(name).expanduser() if name else self.file
            if file is None:
                self._wrong(phrase("Name a file: save game.jsonl"))
                return False
            if not self.keeper.claims(file):
                self._wrong(in_use(file))
                return False
            save_text(file, self.game.log.dumps(), private=not file.exists())  # it holds the key of the deal
        except (OSError, ValueError, RuntimeError, GameError) as error:
            failed = phrase(
                "{file}: not saved ({problem}).", file=name or self.file, problem=problem_of(error)
            )
            self._wrong(failed)
            return False
        self.file = file
        self._saved = self.game
        self.console.print(self._say(phrase("Saved: {file}", file=file)), soft_wrap=True)
        return True

    def _leaves(self) -> bool:
        """Ask what to do with the game; return whether the person leaves."""
        if self._saved is self.game:
            self._tidy()
            return True
        while True:
            is_kept = self.keeper.keep(self.game)
            line = self._asked_about_leaving(is_kept=is_kept)
            answer = (line or "").strip()
            if answer.lower() in ("stay", "s", "back"):
                return False
            if answer.lower() in ("no", "n"):
                self.keeper.drop()
                return True
            if answer and self._save(answer):
                self._tidy()
                return True
            if is_kept or line is None:
                self._is_safe = self.keeper.say_where(self.game)
                return True

    def _asked_about_leaving(self, *, is_kept: bool) -> str | None:
        if is_kept:
            told = phrase("The game is saved in {file}.", file=self.keeper.file)
            self.console.print(self._say(told), soft_wrap=True)
            asked = phrase(
                "Enter: keep it there; a file name: save it there; 'no': delete it; 'stay': play on: "
            )
        else:
            self._wrong(phrase("The game is not saved."))
            asked = phrase("A file name: save it there; 'no': delete it; 'stay': play on: ")
        return self.reader.line(-1, self._say(asked), lambda: ())

    def _tidy(self) -> None:
        """Remove the autosave once the game is saved, unless it is the same file."""
        if self.file is None or not _same(self.file, self.keeper.file):
            self.keeper.drop()

    def _ending(self) -> None:
        """Show how the game ended, and offer to keep it."""
        game = self.game
        you = next(iter(self.people)) if len(self.people) == 1 else None
        self.console.print(Rule(self._say(phrase("The game is over")), align="left"))
        for seat, name in enumerate(game.players):
            self.console.print(
                self.tabletop.sheet(game, seat, self._say(phrase("You")) if seat == you else name)
            )
        self.console.print(self._say(self.tabletop.winners(game, you)), style="bold")
        while True:
            asked = self._say(phrase("Save the log as (Enter: do not save): "))
            line = self.reader.line(-1, asked, lambda: ())
            if line is not None and not line.strip():
                self.keeper.drop()
            elif line is not None and self._save(line.strip()):
                self._tidy()
            elif line is not None and not self.keeper.keep(game):
                continue
            else:
                self._is_safe = self.keeper.say_where(game)
            return


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _only_answered(refusals: Iterable[Refusal]) -> bool:
    """Return whether an action cannot be taken back only because others have acted since."""
    return all(refusal.code == "undo.answered" for refusal in refusals)


def _is_number(text: str) -> bool:
    """Return whether a text is a whole number in ordinary digits."""
    return text.isascii() and text.isdecimal()
