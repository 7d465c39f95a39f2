"""What happened, in sentences for one reader: actions, and the events they led to.

>>> from keyflower import Game
>>> game = Game.new(["Ann", "Bob"], seed=7).play("pass")
>>> game.tell()
('Bob passes.',)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeAlias

from attrs import evolve, frozen

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import PoolError
from keyflower.kernel.events import Event, GameEnded
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import (
    AND,
    YOU,
    Listing,
    Message,
    Spoken,
    Wording,
    instead,
    listed,
    name,
    phrase,
    phrase_of,
)
from keyflower.model import actions as acts
from keyflower.model import events as facts
from keyflower.model.hexes import COMPASS, neighbour, opposite
from keyflower.model.names import (
    good_name,
    one_of,
    pieces,
    pieces_of,
    place_title,
    with_titles,
)
from keyflower.model.pool import Pool
from keyflower.model.village import Village

Gaps: TypeAlias = dict[str, object]
"""The values of the placeholders of a sentence."""


@frozen
class Teller:
    """Describes entries of a log in sentences, with the names of players and tiles."""

    ruleset: Ruleset
    """The rules, for the titles of tiles."""
    players: tuple[str, ...]
    """The names, by seat."""
    you: int | None = None
    """The seat of the reader, who is addressed as "you"."""

    def told(self, entry: Entry, viewer: int | None) -> list[str]:
        """Return what an action led to: the action first, then what followed.

        Args:
            entry: the entry of a log.
            viewer: who may know; None for everything the entry tells.
        """
        seen = entry if viewer is None else entry.redacted(viewer)
        first = phrase("The game is set up.") if seen.action is None else self._noted(seen.seat, seen.action)
        return [first, *(line for event in seen.events for line in self._words(event))]

    def sentences(self, entry: Entry, viewer: int | None = None) -> list[str]:
        """Return an entry in sentences: the action as a person would say it, then what followed.

        Args:
            entry: the entry of a log.
            viewer: who may know; None for everything the entry tells.
        """
        seen = entry if viewer is None else entry.redacted(viewer)
        lines = [line for event in seen.events for line in self._words(event)]
        if seen.action is None:
            return [phrase("The game is set up."), *lines]
        told_by_event = isinstance(seen.action, acts.PayWith) and seen.action.group and lines
        first = "" if told_by_event else self.said(seen.seat, _as_seen(seen.action, seen.events))
        if not first and not lines:
            first = self._noted(seen.seat, seen.action)
        return [first, *lines] if first else lines

    def _noted(self, seat: int, action: Action) -> Message:
        return phrase("{who}: {action}", who=self._who(seat), action=str(action))

    def said(self, seat: int, action: Action) -> str:
        """Return an action of a seat as a sentence; empty for one of an expansion, whose events say it."""
        yours, who = seat == self.you, self.players[seat]
        match action:
            case acts.Bid():
                gaps: Gaps = {"workers": self._brought(action), "tile": self._title(action.tile)}
                if yours:
                    return phrase("You bid {workers} for {tile}.", **gaps)
                return phrase("{who} bids {workers} for {tile}.", who=who, **gaps)
            case acts.Use():
                gaps = {"workers": self._brought(action), "tile": self._title(action.tile)}
                if yours:
                    return phrase("You use {tile} with {workers}.", **gaps)
                return phrase("{who} uses {tile} with {workers}.", who=who, **gaps)
            case acts.Pass():
                return phrase("You pass.") if yours else phrase("{who} passes.", who=who)
            case acts.PayWith() if action.group:
                gaps = {"tile": self._title(action.group)}
                if yours:
                    return phrase("You pay with the group at {tile}.", **gaps)
                return phrase("{who} pays with the group at {tile}.", who=who, **gaps)
            case acts.PayWith():
                gaps = {"pieces": pieces(action.pieces + action.open, unseen="skill")}
                return (
                    phrase("You pay {pieces}.", **gaps)
                    if yours
                    else phrase("{who} pays {pieces}.", who=who, **gaps)
                )
            case acts.Choose():
                gaps = {"benefit": _benefit(action.benefit)}
                if yours:
                    return phrase("You choose {benefit}.", **gaps)
                return phrase("{who} chooses {benefit}.", who=who, **gaps)
            case acts.Take():
                gaps = {"tile": self._title(action.boat)}
                return (
                    phrase("You take {tile}.", **gaps)
                    if yours
                    else phrase("{who} takes {tile}.", who=who, **gaps)
                )
            case acts.Place():
                gaps = {"tile": self._title(action.tile)}
                return (
                    phrase("You lay {tile}.", **gaps)
                    if yours
                    else phrase("{who} lays {tile}.", who=who, **gaps)
                )
            case acts.Offer():
                if yours:
                    return phrase("You have chosen winter tiles.")
                return phrase("{who} has chosen winter tiles.", who=who)
            case _:
                return self._hauled(seat, action)

    def chosen(self, seat: int, action: Action, village: Village) -> str:
        """Return an option as a sentence that distinguishes it from all others; it may contain secrets.

        Args:
            seat: whose option it is.
            action: the option.
            village: the village of the seat before it.
        """
        yours, who = seat == self.you, self.players[seat]
        match action:
            case acts.Place():
                gaps: Gaps = {"tile": self._title(action.tile), "where": self._beside(action, village)}
                if action.rotation:
                    gaps["number"] = action.rotation
                    if yours:
                        return phrase("You lay {tile} {where}, rotated by {number}.", **gaps)
                    return phrase("{who} lays {tile} {where}, rotated by {number}.", who=who, **gaps)
                if yours:
                    return phrase("You lay {tile} {where}.", **gaps)
                return phrase("{who} lays {tile} {where}.", who=who, **gaps)
            case acts.Offer() if len(action.tiles) == 1:
                gaps = {"tile": self._title(action.tiles[0])}
                if yours:
                    return phrase("You offer {tile} alone.", **gaps)
                return phrase("{who} offers {tile} alone.", who=who, **gaps)
            case acts.Offer():
                gaps = {"tiles": listed([self._title(tile) for tile in action.tiles], AND)}
                return (
                    phrase("You offer {tiles}.", **gaps)
                    if yours
                    else phrase("{who} offers {tiles}.", who=who, **gaps)
                )
            case acts.Upgrade():
                gaps = {"tile": self._title(action.tile), "pieces": pieces(action.paid + action.open)}
                if yours:
                    return phrase("You upgrade {tile} for {pieces}.", **gaps)
                return phrase("{who} upgrades {tile} for {pieces}.", who=who, **gaps)
            case _:
                return self.said(seat, action) or self._described(seat, action)

    def _described(self, seat: int, action: Action) -> Message:
        """Return an action of an expansion: what it does, and the names on the way to it."""
        steps = [(kind, key) for kind, key in action.path() if key != action.verb]
        parts = [name("verb", action.verb), *(self._step(action, *step) for step in steps)]
        return phrase("{who}: {action}", who=self._who(seat), action=listed([part for part in parts if part]))

    def _step(self, action: Action, kind: str, key: str) -> str:
        own, good = action.labels.get(kind), self.ruleset.goods.get(key)
        if own is not None:
            return own(key)
        if good is not None:
            return good_name(key, good.name.replace("_", " "))
        if key.partition("/")[0] in self.ruleset.tiles:
            return self._title(key)
        try:
            return pieces(Pool.parse(key)) if key else ""
        except PoolError:
            return key

    def _beside(self, action: acts.Place, village: Village) -> Message:
        """Return where a tile would be laid: on which side of the tile that was there first."""
        around = {neighbour(action.cell, opposite(edge)): edge for edge in range(len(COMPASS))}
        for placed in village.layout.tiles:
            if placed.cell in around:
                return _side(around[placed.cell], self._title(placed.name))
        return phrase(
            "at {cell}", cell=action.cell
        )  # nowhere near a tile: only a state made by hand has that

    def _hauled(self, seat: int, action: Action) -> str:
        """Return a step of a transport as a sentence."""
        yours, who = seat == self.you, self.players[seat]
        match action:
            case acts.Move():
                gaps: Gaps = {
                    "good": pieces_of(action.good, 1),
                    "origin": self._title(action.origin),
                    "target": self._title(action.target),
                }
                if yours:
                    return phrase("You move {good} from {origin} to {target}.", **gaps)
                return phrase("{who} moves {good} from {origin} to {target}.", who=who, **gaps)
            case acts.Spend():
                gaps = {"good": one_of(action.good)}
                if yours:
                    return phrase("You spend {good} for more transport.", **gaps)
                return phrase("{who} spends {good} for more transport.", who=who, **gaps)
            case acts.Upgrade():
                gaps = {"pieces": pieces(action.paid + action.open, unseen="skill")}
                if yours:
                    return phrase("You pay {pieces} for an upgrade.", **gaps)
                return phrase("{who} pays {pieces} for an upgrade.", who=who, **gaps)
            case acts.Done():
                return (
                    phrase("You stop transporting.")
                    if yours
                    else phrase("{who} stops transporting.", who=who)
                )
            case _:
                return ""

    def _brought(self, action: acts.Bid | acts.Use) -> Wording:
        parts: list[str] = []
        if action.workers or action.open:
            parts.append(pieces(action.workers + action.open))
        parts += [phrase_of("group", "the group at {tile}", tile=self._title(tile)) for tile in action.groups]
        return listed(parts, AND)

    def _who(self, seat: int) -> str:
        return YOU if seat == self.you else self.players[seat]

    def _words(self, event: Event) -> Iterator[str]:
        """Yield what an event says of itself, if anything; most actions speak for themselves."""
        if isinstance(event, GameEnded):
            won, points = self.winners(event.winners), max(event.totals)
            yield phrase("The game is over: {winners} with {points} points.", winners=won, points=points)
        elif text := event.words(self._named()):
            yield with_titles(text, self.ruleset.tiles)

    def _named(self) -> tuple[str, ...]:
        return tuple(self._who(seat) for seat in range(len(self.players)))

    def winners(self, seats: tuple[int, ...]) -> Message:
        """Return who wins, for the middle of a sentence: ``you win``, ``Ann and Bob win``, ``you and Bob win``."""
        if len(seats) == 1:
            return (
                phrase("you win")
                if seats[0] == self.you
                else phrase("{who} wins", who=self.players[seats[0]])
            )
        names = listed([self.players[seat] for seat in seats if seat != self.you], AND)
        if self.you in seats:
            return phrase("you and {names} win", names=names)
        return phrase("{names} win", names=names)

    def _title(self, place: str) -> Message:
        return place_title(place, self.ruleset.tiles)


def _side(direction: int, tile: Message) -> Message:
    """Return that something lies in a direction from a tile."""
    return (
        phrase("north of {tile}", tile=tile),
        phrase("north-east of {tile}", tile=tile),
        phrase("south-east of {tile}", tile=tile),
        phrase("south of {tile}", tile=tile),
        phrase("south-west of {tile}", tile=tile),
        phrase("north-west of {tile}", tile=tile),
    )[direction]


def _as_seen(action: Action, events: Iterable[Event]) -> Action:
    """Return an action with what everybody saw of its payment: a hidden action does not say it, its events do."""
    for event in events:
        match action, event:
            case acts.PayWith(), facts.WorkersPaid():
                return evolve(action, pieces=event.workers, open=event.open)
            case acts.PayWith(), facts.SkillsPaid():
                return evolve(action, pieces=event.shown + event.face_down, open=event.open)
            case acts.PayWith(), facts.StockSpent():
                return evolve(action, pieces=event.goods)
            case acts.Upgrade(), facts.TileUpgraded():
                return evolve(action, paid=event.goods + event.shown + event.face_down, open=event.open)
            case _:
                pass
    return action


def _benefit(label: str) -> Listing:
    """Return what was chosen, with the names of goods, given the word that chooses it."""
    goods = listed([good_name(good) for good in label.split("-and-")], AND)
    return instead(label.replace("_", " "), goods)


class Seated(Protocol):
    """What a teller needs to know: a game, a view or a match has it."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        ...

    @property
    def players(self) -> tuple[str, ...]:
        """The names, by seat."""
        ...


def teller_for(table: Seated, you: int | None = None) -> Teller:
    """Return who tells what happens at a table; `you` is the seat of the reader, None if no player reads it."""
    return Teller(table.ruleset, table.players, you)


def told(game: Game, viewer: int = SPECTATOR, *, you: int | None = None, language: Spoken = "") -> list[str]:
    """Return what the last action of a game led to, as a viewer may know it; `you` are addressed as such."""
    lines = teller_for(game, you).told(game.entry, viewer)
    return [game.language(language).say(line) for line in lines] if language else lines
