"""A session: people and bots at one keyboard, from wherever a game stands to its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from rich.console import Console
from rich.rule import Rule

from keyflower.bots import Bot
from keyflower.cli.chapters import history
from keyflower.cli.console import say, wants_colour, write
from keyflower.cli.menu import numbered, place_table, show_matching, show_short
from keyflower.cli.reading import Reader
from keyflower.cli.sheets import sheet_table
from keyflower.cli.telling import told
from keyflower.facade.game import Game
from keyflower.kernel.errors import AmbiguousAction, IllegalAction, KeyflowerError
from keyflower.kernel.options import Decision
from keyflower.render import auction_text, table_text, tile_text, village_text
from keyflower.simulate import step

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
  try place inn 1,-1 r2 how a tile would lie, without laying it
  score                 your points if the game ended now
  log [N]               the last N actions
  undo                  back to before your last action
  save FILE             keep the game; 'keyflower play --resume FILE' goes on with it
  quit                  leave"""
_COMMANDS = ("help", "options", "show", "why", "try", "score", "log", "undo", "save", "quit")


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
        file: Path | None = None,
    ) -> None:
        """Begin a session; seats that are not people are played by their bots."""
        self.console = console
        self.reader = reader
        self.people = people
        self.bots = bots
        self.game = game
        self.file = file
        self._saved: Game | None = game if file is not None else None
        self._sitting: int | None = next(iter(people)) if len(people) == 1 else None
        self._seen: dict[int, Game] = dict.fromkeys(people, game)
        self._warned = False
        self._shown_season: dict[int, object] = {}

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
        self._show_question(seat, decision)
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
        first, *rest = told(game, seat)
        self.console.print(first, markup=False, style="bold" if game.last_seat == seat else "")
        for line in rest:
            self.console.print(f"    {line}", markup=False)

    def _show_question(self, seat: int, decision: Decision) -> None:
        """Show what a person needs to see to decide, the question and the options."""
        game = self.game
        state = game.view(seat).state
        self.console.print()
        self.console.print(Rule(f"{game.season.value.capitalize()}, {game.players[seat]}", align="left"))
        if decision.kind == "turn":
            say(self.console, auction_text(state, ruleset=game.ruleset, names=game.players))
        if decision.kind in ("haul", "build-all", "put-animals") or (
            self._shown_season.get(seat) is not game.season
        ):
            self._shown_season[seat] = game.season
            self._show_village(game.players[seat])
        own = state.seats[seat]
        hand = own.workers + own.open_workers
        other = own.skills + own.open_skills + own.stock
        self.console.print(
            f"Behind your screen: {hand or 'no workers'}{f'; {other}' if other else ''}", markup=False
        )
        self.console.print(decision.prompt, style="bold", markup=False)
        self._show_options(seat, decision)

    def _show_options(self, seat: int, decision: Decision) -> None:
        """Print the options, in the form that suits the question."""
        if decision.kind != "build-all":
            show_short(self.console, decision, self._owners())
            return
        ruleset = self.game.ruleset
        for tile, _ in self.game.screen(seat).won:
            say(self.console, tile_text(ruleset.tiles[tile]))
            self.console.print()
        titles = {name: tile.title for name, tile in ruleset.tiles.items()}
        self.console.print(place_table(decision, self.game.village(seat), titles))
        self.console.print("'try place ...' shows how a tile would lie.", style="dim")

    def _owners(self) -> dict[str, str]:
        """Return whose village each tile lies in."""
        return {tile: f"({name})" for name in self.game.players for tile in self.game.village(name).names}

    def _show_village(self, name: str) -> None:
        self.console.print(f"{name}'s village", style="bold", markup=False)
        village = self.game.village(name)
        say(self.console, village_text(village, ruleset=self.game.ruleset, colour=wants_colour(self.console)))

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
        if word.lower() in ("quit", "exit", "q"):
            return not self._may_leave()
        self._warned = False
        match word.lower():
            case "":
                self._show_options(seat, decision)
            case "help" | "?" | "h":
                self.console.print(HELP, markup=False)
            case "options" | "o":
                show_matching(self.console, decision, rest)
            case "show":
                self._try(lambda: self._show(seat, rest))
            case "try":
                self._try(lambda: self._preview(seat, rest))
            case "why":
                self._try(lambda: self._why(seat, rest))
            case "score":
                self.console.print(
                    sheet_table(self.game.ruleset, self.game.players[seat], self.game.scores[seat])
                )
            case "log":
                self._log(seat, rest)
            case "undo":
                self._undo(seat)
            case "save":
                self._save(rest)
            case _:
                self._try(lambda: self._play(seat, decision, line))
        return True

    def _try(self, deed: object) -> None:
        """Do something a person asked for, and say what is wrong with it if it cannot be done."""
        assert callable(deed)
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
                self._show_village(game.players[game.seat_of(name.strip() or seat)])
            case _ if what in game.players:
                self._show_village(what)
            case _:
                say(self.console, tile_text(game.ruleset.tile(what.lower().replace(" ", "_"))))

    def _preview(self, seat: int, text: str) -> None:
        """Show a village with a tile laid, without laying it; only placing can be tried, as it draws nothing."""
        if not text.startswith("place"):
            self.console.print("Only placing can be tried: try place miner 0,1 r2", style="red")
            return
        after = self.game.play(text, seat=seat)
        village = after.village(seat)
        colour = wants_colour(self.console)
        say(self.console, village_text(village, ruleset=self.game.ruleset, colour=colour))

    def _why(self, seat: int, text: str) -> None:
        if not text:
            self.console.print("Say which action: why bid miner R2")
            return
        refusals = self.game.why_not(text, seat=seat)
        if not refusals:
            self.console.print(f"'{text}' is possible.", markup=False)
        for refusal in refusals:
            self.console.print(f"  {refusal}", markup=False)

    def _log(self, seat: int, number: str) -> None:
        last = int(number) if number.isdecimal() else 10
        for game in history(self.game)[1:][-last:]:
            self.console.print(f"{game.ply:>4} {told(game, seat)[0]}", markup=False)

    def _undo(self, seat: int) -> None:
        """Go back to before the last action of a person."""
        game: Game | None = self.game
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
        for seat, sheet in enumerate(game.scores):
            self.console.print(sheet_table(game.ruleset, game.players[seat], sheet))
        winners = " and ".join(game.winners)
        self.console.print(f"{winners} {'win' if len(game.winners) > 1 else 'wins'}.", style="bold")
        line = self.reader.line(-1, "Save the log as (Enter: do not save): ", lambda: ())
        if line and line.strip():
            self._save(line.strip())
