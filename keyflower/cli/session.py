"""A session: people and bots at one keyboard, from wherever a game stands to its end; it knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from rich.console import Console, RenderableType
from rich.rule import Rule

from keyflower.cli.console import write
from keyflower.cli.listing import numbered, show_matching
from keyflower.cli.reading import Reader
from keyflower.kernel.driving import AnyBot, step
from keyflower.kernel.errors import AmbiguousAction, IllegalAction, KeyflowerError
from keyflower.kernel.game import Game
from keyflower.kernel.options import Decision

GameT = TypeVar("GameT", bound=Game[Any, Any, Any])
GameT_contra = TypeVar("GameT_contra", bound=Game[Any, Any, Any], contravariant=True)

COMMANDS = ("help", "options", "show", "why", "try", "score", "log", "undo", "save", "quit")
"""What a person can type besides actions."""
HELP = """\
Tab completes; the beginning of a name is enough where it is clear.
  options [TEXT]        list all options, or those with TEXT
  show [WHAT]           {show}
  why ACTION            why an action is not possible
  try {example:<18}{tries}
  score                 your points if the game ended now
  log [N]               the last N actions
  undo                  back to before your last action
  save FILE             keep the game; '{command} --resume FILE' goes on with it
  quit                  leave"""
"""The half of the help that is the same for every game; each game says what stands in the braces."""


class Tabletop(Protocol[GameT_contra]):
    """What a game shows at the keyboard."""

    help: str
    """The text of ``help``."""
    example: str
    """An action, for messages."""

    def told(self, game: GameT_contra, seat: int) -> list[str]:
        """Return what the last action led to, as a seat may know it: the action first."""
        ...

    def show_question(self, console: Console, game: GameT_contra, seat: int, decision: Decision) -> None:
        """Show what a person needs to see to decide, before the question itself."""
        ...

    def show_options(self, console: Console, game: GameT_contra, seat: int, decision: Decision) -> None:
        """Show the options, in the form that suits the question."""
        ...

    def show(self, console: Console, game: GameT_contra, seat: int, what: str) -> None:
        """Show what a person asks for by name."""
        ...

    def show_try(self, console: Console, game: GameT_contra, seat: int, text: str) -> None:
        """Show what an action would lead to, without taking it."""
        ...

    def sheet(self, game: GameT_contra, seat: int) -> RenderableType:
        """Return the points of a seat if the game ended now."""
        ...

    def sentences(self, game: GameT_contra, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type now besides the common commands, for completion."""
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
        file: Path | None = None,
    ) -> None:
        """Begin a session; seats that are not people are played by their bots."""
        self.console = console
        self.reader = reader
        self.people = people
        self.bots = bots
        self.game = game
        self.tabletop = tabletop
        self.file = file
        self._saved: GameT | None = game if file is not None else None
        self._sitting: int | None = next(iter(people)) if len(people) == 1 else None
        self._seen: dict[int, GameT] = dict.fromkeys(people, game)
        self._warned = False

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        while not self.game.over:
            seat = self._next_seat()
            if seat in self.bots:
                rng = Random(f"{self.game.setting.origin}/{self.game.ply}")
                self.game = step(self.game, seat, self.bots[seat], rng)
            else:
                self._sit(seat)
                if not self._turn(seat):
                    return
        self._ending()

    def _next_seat(self) -> int:
        """Return who decides next: bots before people, and the one who sits here before others."""
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
            self.reader.wait(f"Press Enter to hide your screen; {name} is next.")
        self.reader.clear()
        self.reader.wait(f"Press Enter when {name} sits here.")
        self._sitting = seat

    def _turn(self, seat: int) -> bool:
        """Let a person decide once; return False if he leaves."""
        self._catch_up(seat)
        decision = self.game.view(seat).decision
        self.console.print()
        self.tabletop.show_question(self.console, self.game, seat, decision)
        self.console.print(decision.prompt, style="bold", markup=False)
        self.tabletop.show_options(self.console, self.game, seat, decision)
        while True:
            line = self.reader.line(
                seat, f"{self.game.players[seat]}> ", lambda: self._sentences(seat, decision)
            )
            if line is None:
                self.console.print()
                return False
            before = self.game
            if not self._obey(seat, decision, line.strip()):
                return False
            if self.game is not before:
                return True

    # ------------------------------------------------------------------ showing

    def _catch_up(self, seat: int) -> None:
        """Tell a person what happened since the last look."""
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
        self.console.print(first, markup=False, style="bold" if game.last_seat == seat else "")
        for line in rest:
            self.console.print(f"    {line}", markup=False)

    def _sentences(self, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type now, for completion."""
        for action in decision.options:
            yield str(action)
            yield f"why {action}"
        yield from COMMANDS
        yield from self.tabletop.sentences(self.game, seat, decision)

    # ------------------------------------------------------------------ obeying

    def _obey(self, seat: int, decision: Decision, line: str) -> bool:
        """Do what a line says; return False if the person leaves."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        console, game = self.console, self.game
        if word.lower() in ("quit", "exit", "q"):
            return not self._may_leave()
        self._warned = False
        match word.lower():
            case "":
                self.tabletop.show_options(console, game, seat, decision)
            case "help" | "?" | "h":
                console.print(self.tabletop.help, markup=False)
            case "options" | "o":
                show_matching(console, decision, rest)
            case "show":
                self._try(lambda: self.tabletop.show(console, game, seat, rest))
            case "try":
                self._try(lambda: self.tabletop.show_try(console, game, seat, rest))
            case "why":
                self._try(lambda: self._why(seat, rest))
            case "score":
                console.print(self.tabletop.sheet(game, seat))
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
        """Do something a person asked for, and say what is wrong with it if it cannot be done."""
        try:
            deed()
        except IllegalAction as error:
            self.console.print(f"Not possible: {error.tried}", style="red", markup=False)
            for refusal in error.refusals:
                self.console.print(f"  {refusal}", markup=False)
        except AmbiguousAction as error:
            self.console.print(str(error), style="red", markup=False)
        except KeyflowerError as error:
            self.console.print(f"{error}. 'help' shows examples.", style="red", markup=False)

    def _play(self, seat: int, decision: Decision, line: str) -> None:
        if line.isdecimal():
            entries = numbered(decision.options)
            if not 1 <= int(line) <= len(entries):
                self.console.print(
                    f"There is no option {line}: they go from 1 to {len(entries)}.", style="red"
                )
                return
            self.game = self.game.play(entries[int(line) - 1][1], seat=seat)
        else:
            self.game = self.game.play(line, seat=seat)
        self._tell(self.game, seat)
        self._seen[seat] = self.game

    def _why(self, seat: int, text: str) -> None:
        if not text:
            self.console.print(f"Say which action: why {self.tabletop.example}", markup=False)
            return
        refusals = self.game.why_not(text, seat=seat)
        if not refusals:
            self.console.print(f"'{text}' is possible.", markup=False)
        for refusal in refusals:
            self.console.print(f"  {refusal}", markup=False)

    def _log(self, seat: int, number: str) -> None:
        last = int(number) if number.isdecimal() else 10
        games: list[GameT] = []
        game: GameT | None = self.game
        while game is not None and game.parent is not None and len(games) < last:
            games.append(game)
            game = game.parent
        for later in reversed(games):
            self.console.print(f"{later.ply:>4} {self.tabletop.told(later, seat)[0]}", markup=False)

    def _undo(self, seat: int) -> None:
        """Go back to before the last action of a person."""
        game: GameT | None = self.game
        while game is not None and game.last_seat != seat:
            game = game.parent
        if game is None or game.parent is None:
            self.console.print("You have not played anything that could be undone.", style="red")
            return
        self.console.print(f"Taken back: {game.last_action}", markup=False)
        self.game = game.parent
        self._seen = dict.fromkeys(self._seen, self.game)

    def _save(self, name: str) -> None:
        file = Path(name).expanduser() if name else self.file
        if file is None:
            self.console.print("Say where: save game.jsonl", style="red")
            return
        try:
            write(file, self.game.log.dumps())
        except OSError as error:
            self.console.print(f"{file}: {error.strerror}", style="red", markup=False)
            return
        self.file = file
        self._saved = self.game
        self.console.print(f"Saved: {file}", soft_wrap=True, markup=False)

    def _may_leave(self) -> bool:
        """Return whether to leave; a game that is not saved asks once more."""
        if self._saved is self.game or self._warned or self.game.parent is None:
            return True
        self._warned = True
        self.console.print("The game is not saved: 'save FILE' keeps it, 'quit' again leaves without.")
        return False

    def _ending(self) -> None:
        """Show how the game ended, and offer to keep it."""
        game = self.game
        self.console.print(Rule("The game is over", align="left"))
        for seat in range(len(game.players)):
            self.console.print(self.tabletop.sheet(game, seat))
        winners = " and ".join(game.winners)
        self.console.print(f"{winners} {'win' if len(game.winners) > 1 else 'wins'}.", style="bold")
        line = self.reader.line(-1, "Save the log as (Enter: do not save): ", lambda: ())
        if line and line.strip():
            self._save(line.strip())
