"""A session: people and bots at one keyboard, from wherever a game stands to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random, SystemRandom

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from keyflower.bots import Bot
from keyflower.cli.chapters import history
from keyflower.cli.console import say, shortened, wants_colour
from keyflower.cli.keeping import Keeper, problem_of
from keyflower.cli.menu import coloured, numbered, show_matching
from keyflower.cli.reading import Reader
from keyflower.cli.screen import Screen
from keyflower.cli.sheets import sheet_table
from keyflower.facade.files import save_text
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.chance import SecretChance
from keyflower.kernel.errors import AmbiguousAction, IllegalAction, KeyflowerError
from keyflower.kernel.options import Decision
from keyflower.render import auction_text, table_text, tile_text, village_text
from keyflower.simulate import step
from keyflower.words import Teller, told

HELP = """\
Type the number of an option, or an action:
  bid miner R2          bid two red workers       bid miner R1+inn   add your outbid group at the inn
  use home Y1           use a tile                pass               do nothing this turn
  move wood home>inn    transport                 upgrade miner      turn a tile
  place inn 1,-1 r2     lay a tile, turned twice  take, offer, pay, choose, put, spend, done
Tab completes; the beginning of a name is enough where it is clear.
  options [TEXT]        list all options, or those with TEXT
  show [WHAT]           the table; or: show auction, show village [NAME], show miner
  why ACTION            why an action is not possible
  try 3                 how a tile would lie with option 3 (or: try place inn 1,-1 r2)
  score                 your points if the game ended now
  log [N]               the last N actions
  undo                  back to before your last action
  save FILE             keep the game; 'keyflower play --resume FILE' goes on with it
  quit                  leave; you are asked whether to keep the game"""
_COMMANDS = ("help", "options", "show", "why", "try", "score", "log", "undo", "save", "quit")
_LONGEST_NUMBER = 9
"""No option and no number of log entries has more digits."""


class Session:
    """A game being played at a keyboard."""

    def __init__(
        self,
        console: Console,
        reader: Reader,
        people: frozenset[int],
        bots: dict[int, Bot],
        game: Game,
        *,
        keeper: Keeper,
        file: Path | None = None,
    ) -> None:
        """Begin a session; seats that are not people are played by their bots."""
        self.console = console
        self.reader = reader
        self.people = people
        self.bots = bots
        self.game = game
        self.keeper = keeper
        self.file = file
        self._saved: Game = game
        self._sitting: int | None = next(iter(people)) if len(people) == 1 else None
        self._seen: dict[int, Game] = dict.fromkeys(people, game)

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Play until the game is over or somebody leaves; whatever ends it, the game is kept."""
        try:
            while not self.game.over:
                seat = self._next_seat()
                if seat in self.bots:
                    self.game = step(self.game, seat, self.bots[seat], self._luck())
                else:
                    self.keeper.keep(self.game)
                    self._sit(seat)
                    if not self._turn(seat):
                        return
            self.keeper.keep(self.game)
            self._ending()
        except BaseException:  # also Ctrl-C; what was played lies in the file already
            self.console.print()
            self.keeper.say_where()
            raise

    def _luck(self) -> Random:
        """Return the randomness of a bot: repeatable where the game is, else nobody's to know."""
        origin = self.game.setting.origin
        return SystemRandom() if isinstance(origin, SecretChance) else Random(f"{origin}/{self.game.ply}")

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
        self._screen(seat).question(decision)
        while True:
            line = self.reader.line(
                seat, f"{self.game.players[seat]}> ", lambda: self._sentences(seat, decision)
            )
            if line is None:
                self.console.print()
                self.keeper.say_where()
                return False
            before = self.game
            if not self._obey(seat, decision, line.strip()):
                return False
            if self.game is not before:
                return True

    # ------------------------------------------------------------------ showing

    def _screen(self, seat: int) -> Screen:
        return Screen(self.console, self.game, seat)

    def _catch_up(self, seat: int) -> None:
        """Tell a person what happened since the last look."""
        news: list[Game] = []
        game: Game | None = self.game
        while game is not None and game is not self._seen.get(seat):
            news.append(game)
            game = game.parent
        if game is None:  # the last look was taken back
            news = []
        for later in reversed(news):
            self._tell(later, seat)
        self._seen[seat] = self.game

    def _tell(self, game: Game, seat: int) -> None:
        first, *rest = told(game, seat, you=seat)
        line = coloured(first)
        line.stylize("bold" if game.last_seat == seat else "")
        self.console.print(line)
        for more in rest:
            self.console.print(f"    {more}")

    def _show_village(self, seat: int) -> None:
        yours = seat == self._sitting
        self.console.print("Your village" if yours else f"{self.game.players[seat]}'s village", style="bold")
        self._draw(self.game, seat)

    def _draw(self, game: Game, seat: int) -> None:
        village, colour = game.village(seat), wants_colour(self.console)
        say(self.console, village_text(village, ruleset=game.ruleset, colour=colour))

    def _sentences(self, seat: int, decision: Decision) -> Iterator[str]:
        """Iterate what a person could type now, for completion."""
        home = self.game.village(seat).names[0]
        for action in decision.options:
            text = str(action)
            yield text
            if home in text:
                yield text.replace(home, "home")
            yield f"why {text}"
            if action.verb == "place":
                yield f"try {text}"
        yield from _COMMANDS
        for name in self.game.players:
            yield f"show village {name}"
        yield "show auction"
        for tile in self.game.ruleset.tiles:
            yield f"show {tile}"

    # ------------------------------------------------------------------ obeying

    def _obey(self, seat: int, decision: Decision, line: str) -> bool:
        """Do what a line says; return False if the person leaves."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        state = self.game.view(seat).state
        match word.lower():
            case "quit" | "exit" | "q":
                return not self._leaves()
            case "":
                self._screen(seat).options(decision, numbered(decision, state))
            case "help" | "?" | "h":
                self.console.print(HELP)
            case "options" | "o":
                show_matching(self.console, numbered(decision, state), rest)
            case "show":
                self._try(lambda: self._show(seat, rest))
            case "try":
                self._try(lambda: self._preview(seat, decision, rest))
            case "why":
                self._try(lambda: self._why(seat, rest))
            case "score":
                self.console.print(sheet_table(self.game.ruleset, "You", self.game.scores[seat]))
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
            self._wrong(f"Not possible: {error.tried}")
            for refusal in error.refusals:
                self.console.print(f"  {shortened(str(refusal))}")
        except AmbiguousAction as error:
            self._wrong(str(error))
        except KeyflowerError as error:
            self._wrong(f"{str(error).rstrip('.')}. 'help' shows examples.")

    def _wrong(self, message: str) -> None:
        self.console.print(shortened(message), style="red")

    def _option(self, seat: int, decision: Decision, number: str) -> Action | None:
        """Return the option with a number, or say that there is none."""
        entries = numbered(decision, self.game.view(seat).state)
        if len(number) > _LONGEST_NUMBER or not 1 <= int(number) <= len(entries):
            self._wrong(f"There is no option {number[:20]}: they go from 1 to {len(entries)}.")
            return None
        return entries[int(number) - 1][1]

    def _play(self, seat: int, decision: Decision, line: str) -> None:
        action: Action | str | None = self._option(seat, decision, line) if _is_number(line) else line
        if action is None:
            return
        self.game = self.game.play(action, seat=seat)
        self.keeper.keep(self.game)
        self._tell(self.game, seat)
        self._seen[seat] = self.game

    def _show(self, seat: int, what: str) -> None:
        game = self.game
        state = game.view(seat).state
        word, _, name = what.partition(" ")
        match word.lower():
            case "" | "table":
                colour = wants_colour(self.console)
                say(self.console, table_text(state, ruleset=game.ruleset, names=game.players, colour=colour))
            case "auction":
                say(self.console, auction_text(state, ruleset=game.ruleset, names=game.players))
            case "village":
                self._show_village(game.seat_of(name.strip() or seat))
            case _ if what in game.players:
                self._show_village(game.seat_of(what))
            case _:
                say(self.console, tile_text(game.ruleset.tile(what.lower().replace(" ", "_"))))

    def _preview(self, seat: int, decision: Decision, text: str) -> None:
        """Show a village with a tile laid, without laying it; only placing can be tried, as it draws nothing."""
        action: Action | str | None = self._option(seat, decision, text) if _is_number(text) else text
        if action is None:
            return
        if not str(action).startswith("place"):
            self._wrong("Only placing can be tried: 'try 3', or 'try place miner 0,1 r2'.")
            return
        self._draw(self.game.play(action, seat=seat), seat)

    def _why(self, seat: int, text: str) -> None:
        if not text:
            self.console.print("Say which action: why bid miner R2")
            return
        refusals = self.game.why_not(text, seat=seat)
        if not refusals:
            self.console.print(f"'{shortened(text)}' is possible.")
        for refusal in refusals:
            self.console.print(f"  {shortened(str(refusal))}")

    def _log(self, seat: int, number: str) -> None:
        last = int(number[:_LONGEST_NUMBER]) if _is_number(number) else 10
        for game in history(self.game)[1:][-last:] if last else []:
            self.console.print(Text.assemble(f"{game.ply:>4} ", coloured(told(game, seat, you=seat)[0])))

    def _undo(self, seat: int) -> None:
        """Go back to before the last action of a person."""
        game: Game | None = self.game
        while game is not None and game.last_seat != seat:
            game = game.parent
        if game is None or game.parent is None:
            self._wrong("You have not played anything that could be undone.")
            return
        self.console.print(f"Taken back: {game.last_action}")
        self.game = game.parent
        self._seen = dict.fromkeys(self._seen, self.game)

    # ------------------------------------------------------------------ saving and leaving

    def _save(self, name: str) -> bool:
        """Write the game to a file; return whether it lies there."""
        try:
            file = Path(name).expanduser() if name else self.file
            if file is None:
                self._wrong("Say where: save game.jsonl")
                return False
            save_text(file, self.game.log.dumps())
        except (OSError, ValueError, RuntimeError, KeyflowerError) as error:
            self._wrong(f"{name or self.file}: not saved ({problem_of(error)}).")
            return False
        self.file = file
        self._saved = self.game
        self.console.print(f"Saved: {file}", soft_wrap=True)
        return True

    def _leaves(self) -> bool:
        """Ask what becomes of the game; return whether the person leaves."""
        if self._saved is self.game:
            self.keeper.drop()
            return True
        self.keeper.keep(self.game)
        self.console.print(f"The game is kept in {self.keeper.file}.", soft_wrap=True)
        line = self.reader.line(
            -1,
            "Enter leaves it there, a file name saves it there, 'no' forgets it, 'stay' goes on: ",
            lambda: (),
        )
        answer = (line or "").strip()
        if answer.lower() in ("stay", "s", "back"):
            return False
        if answer.lower() in ("no", "n"):
            self.keeper.drop()
        elif not answer or not self._save(answer):
            self.keeper.say_where()
        else:
            self.keeper.drop()
        return True

    def _ending(self) -> None:
        """Show how the game ended, and offer to keep it."""
        game = self.game
        you = next(iter(self.people)) if len(self.people) == 1 else None
        self.console.print(Rule("The game is over", align="left"))
        for seat, sheet in enumerate(game.scores):
            self.console.print(sheet_table(game.ruleset, "You" if seat == you else game.players[seat], sheet))
        winners = tuple(game.seat_of(name) for name in game.winners)
        self.console.print(f"{Teller(game.ruleset, game.players, you).winners(winners)}.", style="bold")
        line = self.reader.line(-1, "Save the log as (Enter: do not save): ", lambda: ())
        if line is None or (line.strip() and not self._save(line.strip())):
            self.keeper.say_where()
        else:
            self.keeper.drop()


def _is_number(text: str) -> bool:
    """Return whether a text is a whole number in ordinary digits."""
    return text.isascii() and text.isdecimal()
