"""Fireflies: pieces on the pastures of a village, which light up a tile where two of them meet; and stars on boats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    BLANK,
    EMPTY,
    NOBODY,
    NOTHING_HAPPENS,
    OWNER,
    Action,
    BaseHandler,
    Cost,
    Draft,
    Effect,
    Event,
    Good,
    Layout,
    Outcome,
    OwnPlace,
    Pay,
    PieceKind,
    Pool,
    Resolve,
    ReturnAside,
    Season,
    SeasonPhase,
    Seat,
    Shape,
    Table,
    Take,
    TakeBoat,
    Task,
    Where,
    Widening,
    Worth,
    held,
    open_,
    oval,
)
from keyflower_toy.goods import OIL
from keyflower_toy.stars import STAR, STARLIGHT, Chart, Sky

FIREFLY = "firefly"
"""The only good of its kind, and the kind."""

FIREFLIES = (Good(FIREFLY, FIREFLY, 12, title="Firefly", plural="fireflies"),)
"""The fireflies."""


# ---------------------------------------------------------------------- a place on pastures


@frozen
class Glades(OwnPlace):
    """The fireflies of a village by the id of their pasture, in the order of the pastures."""

    tag: ClassVar[str] = "lanterns.glades"
    title: ClassVar[str] = "Fireflies by pasture"
    where: ClassVar[Where] = Where.VILLAGE
    on_pastures: ClassVar[bool] = True
    glades: tuple[tuple[str, Pool], ...] = open_(default=(), of=FIREFLY)
    """Pairs of a pasture and the fireflies over it."""

    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """Return the fireflies over each pasture."""
        return self.glades

    def lock(self, tile: str) -> str | None:
        """Let two fireflies give their yellow light to the tile at which their pasture begins."""
        bright = [pasture.partition("/")[0] for pasture, flies in self.glades if flies.total > 1]
        return "yellow" if tile in bright else None

    def relaid(self, layout: Layout) -> Glades:
        """Let fireflies of pastures that have become one fly together."""
        flies: dict[str, Pool] = {}
        for label, some in self.glades:
            pasture = layout.pasture(label)
            assert pasture is not None
            flies[pasture.id] = flies.get(pasture.id, EMPTY) + some
        return _glades(layout, flies)

    def with_lying(self, where: str, pieces: Pool, layout: Layout) -> Glades:
        """Put fireflies over a pasture."""
        flies = dict(self.glades)
        return _glades(layout, {**flies, where: flies.get(where, EMPTY) + pieces})

    def with_rest(self, pieces: Pool, supply: Pool, seat: Seat) -> Glades | str:
        """Let what is left over fly over the last pasture of the home, where it lights up no other tile."""
        layout = seat.village.layout
        pastures = layout.pastures_of(seat.village.names[0])
        if not pastures:
            return f"there is no pasture at home for {pieces} that are left over"
        return self.with_lying(pastures[-1].id, pieces, layout)

    def problem(self, layout: Layout) -> str:
        """Say if fireflies are anywhere but over pastures, in their order."""
        right = self == _glades(layout, dict(self.glades))
        return "" if right else "fireflies are over pastures, in the order of the pastures"


def _glades(layout: Layout, flies: Mapping[str, Pool]) -> Glades:
    found = [(pasture.id, flies[pasture.id]) for pasture in layout.pastures if flies.get(pasture.id)]
    return Glades(tuple(found))


@frozen
class FirefliesCame(Event):
    """Fireflies from the supply came to a pasture."""

    tag: ClassVar[str] = "lanterns.fireflies-came"
    seat: int
    """Whose village it is."""
    pasture: str
    """The pasture."""
    number: int
    """How many came."""

    def apply(self, draft: Draft) -> None:
        """Put them there."""
        flies = Pool.of({FIREFLY: self.number})
        draft.supply -= flies
        seat = draft.seat(self.seat)
        village = seat.village
        seat.village = village.with_place(
            village.place(Glades).with_lying(self.pasture, flies, village.layout)
        )


@frozen
class LetFly(Task):
    """A seat lets fireflies fly that it has gained."""

    tag: ClassVar[str] = "lanterns.let-fly"
    finishes: ClassVar[bool] = True
    seat: int
    """Who gets them."""
    flies: Pool
    """The fireflies."""


def _gained(task: Resolve, flies: Pool) -> Task:
    return LetFly(task.seat, flies)


FIREFLY_KIND = PieceKind(
    FIREFLY,
    _gained,
    "glows over a pasture",
    joker=True,
    worth=Worth(held=(10, 10, 10, 0)),
    look=Shape(((oval(0, 0, 5), BLANK),), letter_size=5, plate="#fff6d8"),
)
"""Fireflies that a tile gives fly to the first pasture of the home."""


class Flying(BaseHandler[LetFly]):
    """What the engine needs to know about `LetFly`."""

    def automatic(self, table: Table, task: LetFly) -> Outcome:
        """Let them fly home, as far as the supply goes; there is nothing to decide."""
        village = table.state.seats[task.seat].village
        number = min(task.flies.total, table.state.supply[FIREFLY])
        pastures = village.layout.pastures_of(village.names[0])
        return Outcome((FirefliesCame(task.seat, pastures[0].id, number),)) if number else NOTHING_HAPPENS

    def problem(self, table: Table, task: LetFly) -> str:
        """Say if there is no pasture at home, which every home has."""
        village = table.state.seats[task.seat].village
        return "" if village.layout.pastures_of(village.names[0]) else "a home has a pasture"


@frozen
class ForOil(Effect):
    """Something that takes an oil first."""

    gives: Effect
    """What it gives."""

    @property
    def parts(self) -> tuple[Effect, ...]:
        """The oil, and what it buys."""
        return (Pay(oil=1), self.gives)

    @property
    def cost(self) -> Cost:
        """The oil."""
        return Cost(**{OIL: 1})

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return f"for 1 oil {self.gives.words()}"

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Pay, then let it take place."""
        steps = [Resolve(task.seat, task.tile, task.side, f"{task.path}.{n}", task.target) for n in (0, 1)]
        return Outcome(then=(*steps, ReturnAside()))


# ---------------------------------------------------------------------- a place on boats


@frozen
class Hold(OwnPlace):
    """A star that lies face down on a boat."""

    tag: ClassVar[str] = "lanterns.hold"
    title: ClassVar[str] = "Hold"
    where: ClassVar[Where] = Where.BOAT
    stars: Pool = held(by=NOBODY, default=EMPTY, of=STAR)
    """Nobody has seen it."""


@frozen
class StarLoaded(Event):
    """A star was put on a boat, face down."""

    tag: ClassVar[str] = "lanterns.star-loaded"
    boat: str
    """The boat."""
    star: Pool = held(by=NOBODY)
    """The star."""

    def apply(self, draft: Draft) -> None:
        """Move it from the sky."""
        draft.put(Sky(draft.place(Sky).stars - draft.unseen(self.star)))
        draft.set_berth(draft.berth(self.boat).with_place(Hold(draft.unseen(self.star))))


@frozen
class StarUnloaded(Event):
    """Whoever took a boat looked at the star on it."""

    tag: ClassVar[str] = "lanterns.star-unloaded"
    reveals: ClassVar[bool] = True
    seat: int
    """Who took it."""
    boat: str
    """The boat."""
    star: Pool = held(by=OWNER)
    """The star."""

    def apply(self, draft: Draft) -> None:
        """Move it to the chart."""
        draft.set_berth(draft.berth(self.boat).with_place(Hold()))
        seat = draft.seat(self.seat)
        seat.put(Chart(seat.place(Chart).stars + draft.screened(self.seat, self.star)))


SAILING = (Season.SPRING, Season.SUMMER, Season.AUTUMN)
"""The seasons in which boats bring something."""


def loading(table: Table) -> Outcome:
    """Load stars on the boats that carry any."""
    events: list[Event] = []
    left = table.state.place(Sky).stars
    for berth in table.state.berths:
        cargo = table.ruleset.tiles[berth.boat].cargo
        if left and cargo and dict(cargo[SAILING.index(table.state.season)].any).get(STAR):
            star = table.dealer.draw(left, 1, reason=f"star on {berth.boat}")
            left -= star
            events.append(StarLoaded(berth.boat, star))
    return Outcome(tuple(events))


LOADING = SeasonPhase(
    "lanterns.loading",
    after=STARLIGHT.after,
    run=loading,
    seasons=SAILING,
    title="Stars on boats",
)


class Unloading(Widening[TakeBoat]):
    """A boat is taken with the star on it."""

    def decide(self, table: Table, task: TakeBoat, seat: int, action: Action) -> Outcome:
        """Take the boat, and look at the star."""
        outcome = self.inner.decide(table, task, seat, action)
        assert isinstance(action, Take)
        berth = next(berth for berth in table.state.berths if berth.boat == action.boat)
        star = berth.place(Hold).stars
        events = (StarUnloaded(seat, action.boat, star),) if star else ()
        return Outcome((*events, *outcome.events), outcome.then, outcome.stays)
