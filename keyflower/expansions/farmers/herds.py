"""Herds: the animals on the pastures of a village, and the events that change them (rules 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from attrs import frozen

from keyflower.extend import (
    EMPTY,
    ON_PASTURES,
    YOU,
    Compiled,
    Draft,
    Event,
    Layout,
    OwnPlace,
    Pool,
    Seat,
    UnknownName,
    Village,
    Where,
    one_of,
    open_,
    phrase,
    place_name,
    some,
    suggest,
)

ANIMAL: Final = "animal"
"""The kind of sheep, pigs and cows."""
MIXED_HERDS: Final = "pasture.mixed"
"""The slot of the power to let species share a pasture."""


@frozen
class Herds(OwnPlace):
    """The animals of a village by the id of their pasture, in the order of the pastures, without empty herds."""

    tag: ClassVar[str] = "herds"
    title: ClassVar[str] = phrase("Animals by pasture")
    where: ClassVar[Where] = Where.VILLAGE
    on_pastures: ClassVar[bool] = True
    compiled: ClassVar[Compiled] = Compiled(ON_PASTURES, slot=MIXED_HERDS)
    herds: tuple[tuple[str, Pool], ...] = open_(default=(), of=ANIMAL)
    """Pairs of a pasture and the animals on it."""

    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """Return the animals on each pasture."""
        return self.herds

    def relaid(self, layout: Layout) -> Herds:
        """Merge the herds of pastures that a new tile has joined."""
        herds: dict[str, Pool] = {}
        for label, animals in self.herds:
            pasture = layout.pasture(label)
            assert pasture is not None, f"a herd stands on {label}, which is not a pasture"
            herds[pasture.id] = herds.get(pasture.id, EMPTY) + animals
        return _herds(layout, herds)

    def with_lying(self, where: str, pieces: Pool, layout: Layout) -> Herds:
        """Put animals on a pasture, in addition to those already there."""
        herds = dict(self.herds)
        herds[where] = herds.get(where, EMPTY) + pieces
        return _herds(layout, herds)

    def with_rest(self, pieces: Pool, supply: Pool, seat: Seat) -> Herds | str:
        """Put animals on a free pasture of the home; a single species gets a second one, so that it does not breed."""
        layout = seat.village.layout
        taken = dict(self.herds)
        free = [one.id for one in layout.pastures_of(seat.village.names[0]) if one.id not in taken]
        if not free:
            return f"no home pasture is free for {pieces} that are left over"
        if MIXED_HERDS in seat.powers and pieces.total > 1:
            return f"{pieces} are left over and would breed with boat 5a: name another seat as `rest`"
        company: Pool = EMPTY
        if len(pieces.pieces) == 1 and pieces.total > 1:
            if not supply:
                return (
                    f"{pieces} are left over and would breed:"
                    " put them into a village, or leave another species in the supply"
                )
            company = some(supply.pieces[0])
        return self.with_lying(free[-1], pieces + company, layout)

    def problem(self, layout: Layout) -> str:
        """Say if a herd is empty, is not on a pasture, or is out of order."""
        if self != _herds(layout, dict(self.herds)):
            right = [pasture.id for pasture in layout.pastures]
            return f"herds are on pastures, are not empty, and come in the order of the pastures: {', '.join(right)}"[
                :300
            ]
        return ""


def _herds(layout: Layout, herds: Mapping[str, Pool]) -> Herds:
    if not herds:
        return Herds()
    found = [(pasture.id, herds[pasture.id]) for pasture in layout.pastures if pasture.id in herds]
    return Herds(tuple([(pasture, animals) for pasture, animals in found if animals]))


# ---------------------------------------------------------------------- reading and changing


def herds_of(village: Village) -> tuple[tuple[str, Pool], ...]:
    """Return the animals by the id of their pasture, in the order of the pastures."""
    return village.place(Herds).herds


def herd(village: Village, label: str) -> Pool:
    """Return the animals on a pasture, named by its id or the label of any of its regions.

    Raises:
        UnknownName: if there is no such pasture.
    """
    wanted = _pasture(village, label)
    return next((animals for pasture, animals in herds_of(village) if pasture == wanted), EMPTY)


def animals_of(village: Village) -> Pool:
    """Return all animals on all pastures."""
    return sum((animals for _, animals in herds_of(village)), EMPTY)


def with_herd(village: Village, label: str, animals: Pool) -> Village:
    """Return the village with exactly these animals on a pasture.

    Raises:
        UnknownName: if there is no such pasture.
    """
    changed = {**dict(herds_of(village)), _pasture(village, label): animals}
    return village.with_place(_herds(village.layout, changed))


def _pasture(village: Village, label: str) -> str:
    pasture = village.layout.pasture(label)
    if pasture is None:
        known = [known.id for known in village.pastures]
        raise UnknownName(f"there is no pasture {label!r} in this village{suggest(label, known)}")
    return pasture.id


def admits(seat: Seat, label: str, species: str) -> bool:
    """Return whether a pasture takes one more animal of a species."""
    there = herd(seat.village, label)
    return not there or there.pieces == (species,) or MIXED_HERDS in seat.powers


# ---------------------------------------------------------------------- events


@frozen
class AnimalAdded(Event):
    """A seat put an animal from the supply on a pasture."""

    tag: ClassVar[str] = "animal-added"
    seat: int
    """Whose village it is."""
    good: str
    """The animal."""
    pasture: str
    """The pasture."""

    def apply(self, draft: Draft) -> None:
        """Put it there."""
        draft.supply = draft.supply.less(self.good, 1)
        seat = draft.seat(self.seat)
        there = herd(seat.village, self.pasture)
        seat.village = with_herd(seat.village, self.pasture, there.more(self.good, 1))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"good": one_of(self.good), "pasture": place_name(self.pasture)}
        if players[self.seat] is YOU:
            return phrase("You get a {good} on {pasture}.", **gaps)
        return phrase("{who} gets a {good} on {pasture}.", who=players[self.seat], **gaps)


@frozen
class AnimalMoved(Event):
    """An animal was moved from pasture to pasture."""

    tag: ClassVar[str] = "animal-moved"
    seat: int
    """Whose village it is."""
    good: str
    """The animal."""
    origin: str
    """The pasture it left."""
    target: str
    """The pasture it reached."""

    def apply(self, draft: Draft) -> None:
        """Move it."""
        seat = draft.seat(self.seat)
        village = seat.village
        village = with_herd(village, self.origin, herd(village, self.origin).less(self.good, 1))
        seat.village = with_herd(village, self.target, herd(village, self.target).more(self.good, 1))
