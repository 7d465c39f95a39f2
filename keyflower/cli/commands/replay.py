"""``keyflower replay``: step through a game, forwards and backwards, as any player saw it."""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console
from rich.rule import Rule

from keyflower.cli.console import say, wants_colour
from keyflower.cli.moments import Moment, moments, seat_called
from keyflower.cli.options import read_log, spoken_with
from keyflower.cli.prompt import Reader
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import Speaker, phrase
from keyflower.model import events as facts
from keyflower.model.errors import KeyflowerError
from keyflower.model.names import season_name
from keyflower.render import auction_text, table_text, village_text
from keyflower.render.text_tiles import village_map
from keyflower.words import teller_for

KEYS = phrase("""\
  Enter, n      next action            p, b       back
  +10, -10      ten forwards, back     40         after 40 actions
  s             next season            end        the end
  t             the whole table        a          the auction
  v [NAME]      villages, or one       seat NAME  through other eyes (spectator, all)
  h, ?          this help              q          quit""")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_WORDS = ("next", "back", "season", "end", "table", "auction", "village", "seat", "help", "quit")


class Replay:
    """A game being stepped through."""

    def __init__(
        self,
        console: Console,
        found: list[Moment],
        viewer: int | None,
        *,
        language: Speaker,
        place: int = 0,
    ) -> None:
        """Prepare a list of moments for a viewer; `None` sees everything."""
        self.language = language
        self.console = console
        self.moments = found
        self.players = found[0].match.players
        self.viewer = viewer
        self.place = place
        self._teller = teller_for(found[0].match)

    @property
    def now(self) -> Moment:
        """The current moment."""
        return self.moments[self.place]

    def show(self) -> None:
        """Tell what the action of this moment led to."""
        season = self.language.say(season_name(self.now.state.season))
        head = f"{self.place}/{len(self.moments) - 1} {season}"
        self.console.print(Rule(head, align="left") if self.console.is_terminal else f"-- {head}")
        tell = self._teller.told if self.language.code == "en" else self._teller.sentences
        first, *rest = tell(self.now.entry, self.viewer) or [""]
        self._tell(first, "bold")
        for line in rest:
            self.console.print(f"    {self.language.say(line)}")
        self._grown()

    def _tell(self, text: str, style: str = "") -> None:
        self.console.print(self.language.say(text), style=style)

    def _grown(self) -> None:
        """Draw the villages that this moment has changed: tiles laid or upgraded."""
        changed = (facts.TileLaid, facts.TileUpgraded)
        seats = {event.seat for event in self.now.entry.events if isinstance(event, changed)}
        for seat in sorted(seats):
            village, ruleset = self.now.state.seats[seat].village, self.now.match.ruleset
            self._tell(phrase("{who}'s village", who=self.players[seat]), "bold")
            colour = wants_colour(self.console)
            drawn = village_map(village, ruleset=ruleset, colour=colour, language=self.language)
            say(self.console, drawn)

    def all(self) -> None:
        """Print everything, for a pipe."""
        for place in range(len(self.moments)):
            self.place = place
            self.show()

    def run(self, reader: Reader) -> None:
        """Step through until the person leaves."""
        self.show()
        self._tell(phrase("Enter steps forwards; h lists the keys."), "dim")
        while True:
            line = reader.line(0, "replay> ", self._sentences)
            if line is None or line.strip().lower() in ("q", "quit", "exit"):
                return
            try:
                self._obey(line.strip())
            except KeyflowerError as error:
                self._tell(error.said, "red")

    def _sentences(self) -> list[str]:
        names = [f"{word} {name}" for word in ("village", "seat") for name in self.players]
        return [*_WORDS, *names, "seat spectator", "seat all"]

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        state = self.now.seen_by(self.viewer)
        ruleset, names = self.now.match.ruleset, self.players
        match word.lower():
            case "" | "n" | "next":
                self._go(self.place + 1)
            case "p" | "b" | "back":
                self._go(self.place - 1)
            case "s" | "season":
                self._go(self._next_season())
            case "end":
                self._go(len(self.moments) - 1)
            case "t" | "table":
                colour = wants_colour(self.console)
                say(
                    self.console,
                    table_text(state, ruleset=ruleset, names=names, colour=colour, language=self.language),
                )
            case "a" | "auction":
                text = auction_text(state, ruleset=ruleset, names=names, language=self.language)
                say(self.console, text)
            case "v" | "village" | "villages":
                self._villages(seat_called(names, rest.strip() or None))
            case "seat":
                self._sit(rest.strip() or "all")
            case "h" | "?" | "help":
                self._tell(KEYS)
            case _ if _NUMBER.fullmatch(word):
                number = int(word)
                self._go(self.place + number if word[0] in "+-" else number)
            case _:
                self._tell(phrase("'{word}' means nothing here; h lists the keys.", word=word[:40]), "red")

    def _go(self, place: int) -> None:
        last = len(self.moments) - 1
        if not 0 <= place <= last:
            end = place > last
            self._tell(phrase("This is the end.") if end else phrase("This is the beginning."), "dim")
        self.place = min(max(place, 0), last)
        self.show()

    def _next_season(self) -> int:
        for place in range(self.place + 1, len(self.moments)):
            if self.moments[place].state.season is not self.now.state.season:
                return place
        return len(self.moments) - 1

    def _villages(self, one: int | None) -> None:
        colour, ruleset = wants_colour(self.console), self.now.match.ruleset
        for seat, player in enumerate(self.players):
            if one in (None, seat):
                self._tell(phrase("{who}'s village", who=player), "bold")
                village = self.now.state.seats[seat].village
                text = village_text(village, ruleset=ruleset, colour=colour, language=self.language)
                say(self.console, text)

    def _sit(self, name: str) -> None:
        viewer = seat_called(self.players, name)
        self.now.seen_by(viewer)
        self.viewer = viewer
        if viewer is None:
            self._tell(phrase("Everything is shown."))
        else:
            whose = phrase("a spectator") if viewer == SPECTATOR else self.players[viewer]
            self._tell(phrase("As seen by {whose}.", whose=whose))
        self.show()


def replay(console: Console, path: Path, *, seat: str | None, at: int | None, language: Speaker) -> None:
    """Step through a log on a terminal; tell all of it in a pipe."""
    log = read_log(path)
    found = moments(log)
    viewer = log.viewer if seat is None else seat_called(log.players, seat)
    found[0].seen_by(viewer)
    reader = Reader(console)
    speaker, place = spoken_with(language, log.match.ruleset), min(at or 0, len(found) - 1)
    shown = Replay(console, found, viewer, language=speaker, place=place)
    if reader.on_terminal:
        shown.run(reader)
    elif at is not None:
        shown.show()
    else:
        shown.all()
