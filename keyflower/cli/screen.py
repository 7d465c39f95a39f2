"""The screen of a person who decides: everything that matters for the question, in 24 lines of 80 characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.columns import Columns
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from keyflower.cli.console import say, wants_colour
from keyflower.cli.menu import numbered, place_table, places_in_columns, show_menu, workers_text
from keyflower.cli.numbered_list import FEW, Entries
from keyflower.facade.game import Game
from keyflower.facade.own_places import Holding, held_in
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.kernel.text import Message, Speaker, capital, listed, phrase, phrase_of
from keyflower.model.actions import Bid, PayWith, Place, Take, Use
from keyflower.model.enums import BACK, LETTERS, Season, TileKind
from keyflower.model.lots import Lot
from keyflower.model.names import good_name, season_name, some_of, tile_name
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State
from keyflower.render import tile_text, village_text
from keyflower.render.text_tiles import KEY, village_map

Part: TypeAlias = Table | Text | Columns
"""A part of the screen."""
_MAPPED = ("haul", "build-all")
"""Questions with which the person's village is drawn; it is also drawn with every question about pastures."""
_BELOW = 9
"""How many lines are needed besides the table: headline, hand, question, commands and the prompt."""
_AROUND = 13
"""How many lines are needed besides the places of a tile."""
_BIDS = 2
"""The column with the bids and uses of a lot."""
_WIDEST, _NARROWEST = 24, 12
"""The largest width of the bids of a lot, and the smallest of the column with its effect."""


def _about_pastures(decision: Decision) -> bool:
    """Return whether the question is about a pasture."""
    first = next(iter(decision.options), None)
    return first is not None and any(kind == "pasture" for kind, _ in first.path())


class TerminalScreen:
    """Draws what one person may know of a game."""

    def __init__(self, console: Console, game: Game, seat: int, language: Speaker) -> None:
        """Draw what a seat may see."""
        self.language = language
        self.say = language.say
        self.console = console
        self.game = game
        self.seat = seat
        self.state: State = game.view(seat).state

    # ------------------------------------------------------------------ the whole screen

    def question(self, decision: Decision) -> None:
        """Show everything needed for the decision, the question and the options."""
        game, entries = self.game, numbered(decision, self.state)
        first = game.players[self.state.start]
        yours = self.state.start == self.seat
        head = phrase(
            "{season}, {player} ({starts})",
            season=capital(season_name(game.season)),
            player=game.players[self.seat],
            starts=phrase("you start") if yours else phrase("{player} starts", player=first),
        )
        self.console.print()
        self.console.print(Rule(Text(self.say(head)), align="left"))
        if decision.kind == "turn":
            for part in self._table(entries):
                self.console.print(part)
        elif decision.kind in _MAPPED or _about_pastures(decision):
            with self.console.capture() as below:
                self._ask(decision, entries)
            self.own_map(self.console.height - below.get().count("\n") - 3)
        self._ask(decision, entries)

    def _ask(self, decision: Decision, entries: Entries) -> None:
        self.hand()
        self.console.print(decision.prompt_in(self.language), style="bold")
        self.options(decision, entries)

    def hand(self) -> None:
        """Show what lies behind the reader's screen, winter tiles included."""
        own = self.state.seats[self.seat]
        line = Text(f"{self.say(phrase('Behind your screen:'))} ")
        none = Text(self.say(phrase("no workers")))
        line.append_text(workers_text(own.workers + own.open_workers) or none)
        other = own.skills + own.open_skills + own.stock
        if other:
            line.append(f" · {other}")
        for held in held_in(own.places):
            line.append(f" · {self._held(held)}")
        if own.winter:
            tiles = listed([self._title(tile) for tile in own.winter])
            line.append(f" · {self.say(phrase('winter: {tiles}', tiles=tiles))}")
        self.console.print(line)

    # ------------------------------------------------------------------ the table

    def _table(self, entries: Entries) -> list[Part]:
        """Return lots, boats and villages, as far as the screen has room for them."""
        lots = self.auction(entries)
        middle: list[Part] = [self.boats(), *([self.places()] if self.state.places else [])]
        full: list[Part] = [lots, *middle, *self.villages()]
        brief: list[Part] = [lots, *middle, *self.villages(brief=True)]
        narrow: list[Part] = [self.lots_in_columns(entries), *middle, *self.villages(brief=True)]
        for parts in (full, brief, narrow):
            if not self.console.is_terminal or self._height(parts) <= self.console.height - _BELOW:
                return parts
        return [narrow[0], *narrow[1 + len(middle) :]]

    def _height(self, parts: Sequence[Part]) -> int:
        return sum(len(self.console.render_lines(part, pad=False)) for part in parts)

    def auction(self, entries: Entries) -> Table:
        """Return the lots: their effects, the bids, and the smallest possible bid or use."""
        least = _least(entries)
        rows = [
            (
                f"{lot.tile}{self._side(lot)}",
                self._does(lot),
                self._on(lot),
                _colours(least.get(("bid", lot.tile), [])),
                _colours(least.get(("use", lot.tile), [])),
            )
            for lot in self.state.lots
        ]
        headings = [
            self.say(heading)
            for heading in (
                phrase_of("column", "tile"),
                phrase_of("column", "does"),
                phrase_of("column", "bids and uses"),
                phrase_of("column", "bid"),
                phrase_of("column", "use"),
            )
        ]
        widths = [
            max([len(heading), *(len(row[place]) for row in rows)]) for place, heading in enumerate(headings)
        ]
        widths[_BIDS] = min(widths[_BIDS], _WIDEST)
        taken = sum(widths) - widths[1] + len(widths) - 1
        if (
            self.console.is_terminal or self.language.code != "en"
        ):  # what a tile does is cut before anything else
            widths[1] = min(widths[1], max(_NARROWEST, self.console.width - taken))
        table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for place, (heading, width) in enumerate(zip(headings, widths, strict=True)):
            table.add_column(heading, width=width, no_wrap=place != _BIDS, overflow="ellipsis")
        for row in rows:
            table.add_row(*row)
        return table

    def lots_in_columns(self, entries: Entries) -> Columns:
        """Return the lots without their effects, several in a line."""
        least = _least(entries)
        cells = []
        for lot in self.state.lots:
            cell = Text.assemble((f"{lot.tile}{self._side(lot)}", "bold"), _behind(self._on(lot)))
            for verb in ("bid", "use"):
                needed = _colours(least.get((verb, lot.tile), []))
                head = self.say(phrase_of("column", verb))
                cell.append_text(Text.assemble((f" {head} ", "dim"), needed) if needed else Text())
            cells.append(cell)
        return Columns(cells, padding=(0, 2))

    def _does(self, lot: Lot) -> str:
        """Return the effect of a lot; in other languages after its title, because the lot is listed by its id."""
        words = self.say(self.game.ruleset.tiles[lot.tile].face(lot.side).words())
        return words if self.language.code == "en" else f"{self.say(self._title(lot.tile))}: {words}"

    def _side(self, lot: Lot) -> str:
        return "ab"[lot.side] if self.game.ruleset.tiles[lot.tile].kind is TileKind.SUMMER_BOAT else ""

    def _on(self, lot: Lot) -> Text:
        """Return the bids and uses of a lot."""
        text = Text()
        for bid in lot.bids:
            who = self.say(phrase("you")) if bid.seat == self.seat else self.game.players[bid.seat]
            text.append(f"{', ' if text else ''}{who} ")
            text.append_text(workers_text(bid.workers))
            text.append(f" {self.say(phrase_of('workers', 'lying'))}" if bid.lying else "")
            text.append("!" if lot.leader == bid.seat and len(lot.bids) > 1 else "")
        for place, use in enumerate(lot.uses):
            used = f"{self.say(phrase('used'))} "
            text.append((f", {used}" if text else used) if not place else "+")
            text.append_text(workers_text(use.workers))
        return text

    def boats(self) -> Text:
        """Return the boats with what they carry, in as few lines as possible."""
        line = Text(f"{self.say(phrase('Boats:'))} ")
        for place, berth in enumerate(self.state.berths):
            line.append(" · " if place else "")
            line.append(self.say(self._title(berth.boat)))
            line.append_text(_behind(workers_text(berth.workers)))
            rest = berth.skills + berth.cargo
            line.append(f" {rest}" if rest else "")
            line.append("".join(f" {held.pieces}" for held in held_in(berth.places)))
        return line

    def places(self) -> Text:
        """Return what lies in expansions' own places on the table."""
        return Text(" · ".join(self._held(held) for held in held_in(self.state.places)))

    def _held(self, held: Holding) -> str:
        return f"{self.say(held.title).lower()}: {held.pieces}"

    def villages(self, *, brief: bool = False) -> list[Text]:
        """Return which tiles lie in whose village and who has used them; in brief only those of the reader."""
        order = [*range(self.seat, len(self.state.seats)), *range(self.seat)]
        lines = [self._village(number) for number in (order[:1] if brief else order)]
        if brief:
            others = [
                phrase(
                    "{player} ({tiles})",
                    player=self.game.players[number],
                    tiles=some_of("tile", len(self.state.seats[number].village)),
                )
                for number in order[1:]
            ]
            lines.append(
                Text(self.say(phrase("Others: {others}; 'show village NAME'", others=listed(others))))
            )
        return lines

    def _village(self, number: int) -> Text:
        own = self.state.seats[number]
        own_village = f"{self.say(phrase('Your village:'))} "
        line = Text(own_village if number == self.seat else f"{self.game.players[number]}: ")
        for place, (placed, spot) in enumerate(own.village):
            line.append(", " if place else "")
            upgraded = spot.side == BACK and placed.kind != TileKind.SUMMER_BOAT.value
            line.append(f"{placed.name}{'*' if upgraded else ''}")
            for lying in (spot.goods, *(pool for name, pool in own.village.lying if name == placed.name)):
                line.append(f" {lying}" if lying else "", "dim")
            for turn, use in enumerate(spot.uses):
                line.append("+" if turn else f" {self.say(phrase('used'))} ")
                line.append_text(workers_text(use.workers))
        line.append(f"  ({self.say(_count(own))})" if number != self.seat else "", "dim")
        return line

    def own_map(self, room: int) -> None:
        """Draw the reader's village as large as possible; where it does not fit, list its tiles."""
        village, colour = self.state.seats[self.seat].village, wants_colour(self.console)
        ruleset, language = self.game.ruleset, self.language
        drawn = village_map(village, ruleset=ruleset, colour=colour, language=language)
        whole = village_text(village, ruleset=ruleset, colour=colour, language=language)
        for text in (whole, f"{drawn}\n{self.say(KEY)}", drawn):
            plain = village_map(village, ruleset=ruleset, language=language)
            wide = max(len(line) for line in plain.splitlines())
            fits = text.count("\n") < room and wide <= self.console.width
            if fits or not self.console.is_terminal:
                say(self.console, text)
                return
        line = self._village(self.seat)
        draws = self.say(phrase("'show village' draws it"))
        line.append(f"  ({draws})", "dim")
        self.console.print(line)

    # ------------------------------------------------------------------ options

    def options(self, decision: Decision, entries: Entries) -> None:
        """Print the options, in the form that suits the question."""
        if decision.kind == "turn":
            last = entries[-1][0]
            rest = [entry for entry in entries if not isinstance(entry[1], Bid | Use)]
            show_menu(self.console, rest)
            hint = phrase(
                "'bid {example}', or a number to {last}; 'options', 'options gold'; 'help'",
                example=self._example(entries),
                last=last,
            )
            self.console.print(self.say(hint), style="dim")
        elif decision.kind == "build-all":
            self._places(entries)
        else:
            few = entries[: min(FEW, self.console.height - _BELOW) if self.console.is_terminal else FEW]
            show_menu(self.console, few, self._notes(few))
            self._legend(few)
            if len(entries) > len(few):
                more = len(entries) - len(few)
                others = phrase("and {number} more: 'options' lists all", number=more)
                self.console.print(f"     {self.say(others)}", style="dim")

    def _legend(self, entries: Entries) -> None:
        """Print the translated names of the tiles and goods of some options, unless the language is English."""
        if self.language.code == "en":
            return
        tiles, goods = self.game.ruleset.tiles, self.game.ruleset.goods
        keys = [key.replace("-and-", " ") for _, action in entries for _, key in action.path()]
        called: dict[str, str] = {}
        for word in " ".join(keys).split():
            name, good = word.partition("/")[0], word.rstrip("0123456789")
            if name in tiles:
                called[name] = self.say(self._title(name))
            elif good in goods:
                called[good] = self.say(good_name(good))
        if called:
            told = " · ".join(f"{name} – {title}" for name, title in called.items())
            self.console.print(f"     {told}", style="dim")

    def _example(self, entries: Entries) -> str:
        bid = next((action for _, action in entries if isinstance(action, Bid) and action.workers), None)
        if bid is None:
            return "miner R2"
        title = self.say(self._title(bid.tile))
        called = title if self.language.code != "en" and title.isalpha() else bid.tile
        return f"{called} {bid.workers}"

    def _places(self, entries: Entries) -> None:
        """Show where one of the won tiles can be laid; the others come next."""
        ruleset = self.game.ruleset
        layable = list(dict.fromkeys(action.tile for _, action in entries if isinstance(action, Place)))
        if not layable:
            show_menu(self.console, entries)
            return
        titles = {name: tile_name(name, tile.title) for name, tile in ruleset.tiles.items()}
        tile = layable[0]
        words = tile_text(ruleset.tiles[tile], language=self.language).split("\n\n", 1)[1].splitlines()
        lay = phrase("Lay {tile}: {words}", tile=titles[tile], words=" ".join(words[1:]))
        self.console.print(self.say(lay))
        village = self.state.seats[self.seat].village
        places = place_table(entries, tile, village, titles, self.language)
        if self.console.is_terminal and self._height([places]) > self.console.height - 2 * _BELOW:
            self._places_in_columns(
                [entry for entry in entries if getattr(entry[1], "tile", "") == tile], tile
            )
        else:
            self.console.print(places)
        if layable[1:]:
            still = phrase(
                "Still to lay: {tiles}. 'options {tile}' lists its places.",
                tiles=listed([titles[name] if self.language.code != "en" else name for name in layable[1:]]),
                tile=layable[1],
            )
            self.console.print(self.say(still), style="dim")
        self.console.print(self.say(phrase("'try 3' shows how a tile would lie.")), style="dim")

    def _places_in_columns(self, entries: Entries, tile: str) -> None:
        """Show the places for a tile that fit on the screen, several in a line."""
        shown = entries
        while (
            len(shown) > 1 and self._height([places_in_columns(shown, tile)]) > self.console.height - _AROUND
        ):
            shown = shown[: len(shown) - 6]
        self.console.print(places_in_columns(shown, tile))
        if len(shown) < len(entries):
            more = len(entries) - len(shown)
            rest = phrase("and {number} more: 'options {tile}' lists all", number=more, tile=tile)
            self.console.print(f"     {self.say(rest)}", style="dim")

    def _notes(self, entries: Entries) -> dict[Action, str]:
        """Return notes on options: what a boat carries or scores, how many workers a group has."""
        notes: dict[Action, str] = {}
        berths = {berth.boat: berth for berth in self.state.berths}
        for _, action in entries:
            if isinstance(action, Take) and action.boat in berths:
                berth = berths[action.boat]
                carried = str(berth.load)
                scores = self.say(self.game.ruleset.tiles[action.boat].front.words())
                empty = self.say(phrase("nothing on it"))
                notes[action] = scores if self.game.season is Season.WINTER else carried or empty
            elif isinstance(action, PayWith) and action.group:
                lot = self.state.lot(action.group)
                bid = None if lot is None else lot.bid_of(self.seat)
                if bid is not None:
                    group = phrase("your whole outbid group: {workers}", workers=str(bid.workers))
                    notes[action] = self.say(group)
        return notes

    def _title(self, tile: str) -> Message:
        known = self.game.ruleset.tiles.get(tile)
        return tile_name(tile, known.title if known is not None else tile)


# ---------------------------------------------------------------------- small parts


def _least(entries: Entries) -> Mapping[tuple[str, str], list[Pool]]:
    """Return the smallest bids and uses of each tile from the hand alone, one for each colour."""
    found: dict[tuple[str, str], dict[tuple[str, ...], Pool]] = {}
    for _, action in entries:
        if isinstance(action, Bid | Use) and not action.groups:
            workers = action.workers + action.open
            if len(workers.pieces) == 1:
                found.setdefault((action.verb, action.tile), {}).setdefault(workers.pieces, workers)
    return {key: list(pools.values()) for key, pools in found.items()}


def _colours(pools: list[Pool]) -> Text:
    """Return the smallest number needed: ``R3+`` in one colour, ``RBY 1+`` in any of several."""
    text = Text()
    numbers = {pool.total for pool in pools}
    if len(numbers) != 1:
        return Text(" ").join(workers_text(pool) for pool in pools)
    for pool in pools:
        colour = pool.pieces[0]
        letter = workers_text(pool).copy()
        letter.plain = LETTERS.get(colour, colour)
        text.append_text(letter)
    return text.append(f"{'' if len(pools) == 1 else ' '}{numbers.pop()}+")


def _behind(text: Text) -> Text:
    return Text.assemble(" ", text) if text else text


def _count(seat: Seat) -> Message:
    """Return how many pieces another player has behind the screen."""
    workers = seat.workers.total + seat.open_workers.total
    return phrase("{workers} behind the screen", workers=some_of("worker", workers))
