"""Stars: pieces of a kind of their own, hidden in places of their own, in the sky and on the chart of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar

from attrs import frozen

from keyflower.extend import (
    BACK,
    BLANK,
    EMPTY,
    NOBODY,
    NOTHING_HAPPENS,
    OWNER,
    START,
    Action,
    ActionSyntaxError,
    AnyOf,
    BaseHandler,
    Count,
    Done,
    Draft,
    Drawing,
    Effect,
    Event,
    Good,
    Measure,
    Need,
    Once,
    Outcome,
    OwnPlace,
    PathStep,
    Piece,
    PieceKind,
    Pool,
    Refusal,
    Resolve,
    Season,
    SeasonPhase,
    Shape,
    Table,
    Task,
    Term,
    Where,
    Words,
    good_name,
    held,
    oval,
    pieces_of,
)
from keyflower_toy.goods import LANTERN, OIL

STAR = "star"
"""The kind of all stars."""
COMET = "comet"
"""The star that waits in the supply; the others hang in the sky."""

ANY_STAR = Shape((("M0 -11L3 -3.5L11 -3.5L4.5 1.5L7 9.5L0 4.5L-7 9.5L-4.5 1.5L-11 -3.5L-3 -3.5Z", BLANK),))
"""Bear, lyre and swan look as any star does, with their own letters."""
TAIL = Shape(
    (("M-11 9L2 -8L9 -1Z", "#ffe9a8"), (oval(6, -5, 5), "#fff6d8")), shows=Piece(OIL), at=(6, -5), room=(6, 6)
)
"""A comet, which is worth oil."""

STARS = (
    Good("bear", STAR, 6, title="Bear"),
    Good("lyre", STAR, 6, title="Lyre"),
    Good("swan", STAR, 6, title="Swan"),
    Good(COMET, STAR, 4, title="Comet", look=TAIL, wild=True),
)
"""The stars."""


# ---------------------------------------------------------------------- places


@frozen
class Sky(OwnPlace):
    """The stars that nobody has drawn, face down on the table."""

    tag: ClassVar[str] = "lanterns.sky"
    title: ClassVar[str] = "Sky"
    where: ClassVar[Where] = Where.TABLE
    stars: Pool = held(by=NOBODY, default=EMPTY, of=STAR, title="Stars in the sky")
    """How many there are is known to all."""


@frozen
class Chart(OwnPlace):
    """The stars of one seat, behind its screen until the game is over."""

    tag: ClassVar[str] = "lanterns.chart"
    title: ClassVar[str] = "Star chart"
    stars: Pool = held(by=OWNER, default=EMPTY, of=STAR, until_over=True)
    """How many there are is known to all."""

    def terms(self, count: Count) -> list[tuple[str, Term]]:
        """Return what each bear wants: two lanterns, or three in a village with an observatory that lies upgraded."""
        village = count.village
        far = "observatory" in village and village.spot("observatory").side == BACK
        wanted = (Need((LANTERN,), 3 if far else 2),)
        return [(good_name("bear"), Once(8 if far else 4, wanted, otherwise=1))] * self.stars["bear"]

    def counted(self, count: Count) -> Pool:
        """Return the comets: what is left of them scores, as oil does."""
        return self.stars.only((COMET,))

    def printed(self, count: Count, tile: str, points: int) -> int:
        """Let the points of the lamplighter count twice under two swans."""
        return 2 * points if tile == "lamplighter" and self.stars["swan"] > 1 else points


# ---------------------------------------------------------------------- what can happen to stars


@frozen
class SkyFilled(Event):
    """Stars were mixed and laid out face down."""

    tag: ClassVar[str] = "lanterns.sky-filled"
    stars: Pool
    """The stars."""

    def apply(self, draft: Draft) -> None:
        """Move the stars from the supply to the sky."""
        draft.supply -= self.stars
        draft.put(Sky(draft.place(Sky).stars + draft.unseen(self.stars)))


@frozen
class StarsDrawn(Event):
    """A seat drew stars from the sky."""

    tag: ClassVar[str] = "lanterns.stars-drawn"
    reveals: ClassVar[bool] = True
    seat: int
    """Who drew them."""
    stars: Pool = held(by=OWNER)
    """The stars."""

    def apply(self, draft: Draft) -> None:
        """Move the stars to the chart."""
        draft.put(Sky(draft.place(Sky).stars - draft.unseen(self.stars)))
        _chart(draft, self.seat, self.stars)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return f"{players[self.seat]} draws {self.stars.total} from the sky."


@frozen
class StarsCharted(Event):
    """A seat took stars from the supply: everybody saw them, and then they went behind the screen."""

    tag: ClassVar[str] = "lanterns.stars-charted"
    shows: ClassVar[tuple[str, ...]] = ("stars",)
    seat: int
    """Who took them."""
    stars: Pool
    """The stars."""

    def apply(self, draft: Draft) -> None:
        """Move the stars to the chart."""
        draft.supply -= self.stars
        _chart(draft, self.seat, self.stars)


@frozen
class WishMade(Event):
    """A seat showed a star, put it back into the sky and took oil."""

    tag: ClassVar[str] = "lanterns.wish-made"
    shows: ClassVar[tuple[str, ...]] = ("star",)
    seat: int
    """Who wished."""
    star: str
    """The star."""
    oil: int
    """How much oil there was for it."""

    def apply(self, draft: Draft) -> None:
        """Exchange the star for oil."""
        star, oil = Pool.of({self.star: 1}), Pool.of({OIL: self.oil})
        seat = draft.seat(self.seat)
        seat.put(Chart(seat.place(Chart).stars - star))
        draft.put(Sky(draft.place(Sky).stars + draft.unseen(star)))
        draft.supply -= oil
        seat.stock += oil

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return f"{players[self.seat]} wishes upon the {self.star} and gets {self.oil} oil."


def _chart(draft: Draft, number: int, stars: Pool) -> None:
    """Put stars on a chart, as the viewer may know them there."""
    seat = draft.seat(number)
    seat.put(Chart(seat.place(Chart).stars + draft.screened(number, stars)))


# ---------------------------------------------------------------------- gaining stars


@frozen
class ChartStars(Task):
    """A seat puts stars that it has gained from the supply on its chart."""

    tag: ClassVar[str] = "lanterns.chart-stars"
    seat: int
    """Who gets them."""
    stars: Pool
    """The stars."""


def _gained(task: Resolve, stars: Pool) -> Task:
    return ChartStars(task.seat, stars)


STAR_KIND = PieceKind(STAR, _gained, "lies face down on the chart of a seat", look=ANY_STAR)
"""Stars that a tile gives go on the chart."""


class Charting(BaseHandler[ChartStars]):
    """What the engine needs to know about `ChartStars`."""

    def automatic(self, table: Table, task: ChartStars) -> Outcome | None:
        """Take the stars, as far as the supply goes; there is nothing to decide."""
        supply = table.state.supply
        stars = Pool.of({star: min(number, supply[star]) for star, number in task.stars.items()})
        return Outcome((StarsCharted(task.seat, stars),)) if stars else NOTHING_HAPPENS


def starlight(table: Table) -> Outcome:
    """Lay out the sky with all stars but the comets, and let every seat draw the star it was born under."""
    left = table.state.supply.only(star.id for star in STARS if star.id != COMET)
    events: list[Event] = [SkyFilled(left)]
    for seat in range(len(table.state.seats)):
        drawn = table.dealer.draw(left, 1, reason=f"first star of seat {seat}")
        left -= drawn
        events.append(StarsDrawn(seat, drawn))
    return Outcome(tuple(events))


STARLIGHT = SeasonPhase(
    "lanterns.starlight", after=START, run=starlight, seasons=(Season.SPRING,), title="Starlight"
)


# ---------------------------------------------------------------------- a tile, and the question it asks


@frozen
class Wish(Action):
    """Show one of your stars and put it back for oil."""

    verb: ClassVar[str] = "wish"
    labels: ClassVar[Mapping[str, Callable[[str], str]]] = {"star": good_name}
    star: str
    """The star."""

    def path(self) -> tuple[PathStep, ...]:
        """Return the star; how a step of that kind is called is said above."""
        return (("star", self.star),)

    def result(self, table: Table, seat: int) -> str:
        """Return what a wish gives."""
        return pieces_of(OIL, 1)

    def __str__(self) -> str:
        return f"wish {self.star}"

    @classmethod
    def parse(cls, words: Words, rest: str) -> Wish:
        """Read the star."""
        if not rest:
            raise ActionSyntaxError("'wish' needs one of your stars, as in 'wish swan'")
        return cls(words.good(rest))


@frozen
class MakeWish(Task):
    """A seat may wish upon one of its stars; which ones it has is not said, as tasks are seen by all."""

    tag: ClassVar[str] = "lanterns.make-wish"
    finishes: ClassVar[bool] = True
    seat: int
    """Who wishes."""


@frozen
class Gaze(Effect):
    """Draw stars from the sky, then make a wish."""

    stars: int
    """How many are drawn."""

    @property
    def label(self) -> str:
        """The word a player says to choose it."""
        return "gaze"

    @property
    def brings(self) -> tuple[tuple[str, int], ...]:
        """The stars."""
        return ((STAR, self.stars),)

    @property
    def look(self) -> Drawing:
        """The stars."""
        return AnyOf(STAR, self.stars)

    def words(self) -> str:
        """Return the effect as part of a sentence."""
        return (
            f"draw {self.stars} star{'s' if self.stars != 1 else ''}, then you may put a star back for 2 oil"
        )

    def resolve(self, table: Table, task: Resolve) -> Outcome:
        """Draw, and ask for a wish."""
        drawn = table.dealer.draw(table.state.place(Sky).stars, self.stars, reason="stars")
        return Outcome((StarsDrawn(task.seat, drawn),) if drawn else (), (MakeWish(task.seat),))


class Wishing(BaseHandler[MakeWish]):
    """What the engine needs to know about `MakeWish`."""

    def automatic(self, table: Table, task: MakeWish) -> Outcome | None:
        """Ask, unless the chart is empty: how many stars are there is known to all."""
        return None if table.state.seats[task.seat].place(Chart).stars else NOTHING_HAPPENS

    def prompt(self, table: Table, task: MakeWish, seat: int) -> str:
        """Say what is asked."""
        return "Put one of your stars back for 2 oil, or say done."

    def options(self, table: Table, task: MakeWish, seat: int) -> Iterable[Sequence[Action]]:
        """Return a wish for each star of the chart, and the end."""
        # must agree with refusals()
        return ([*(Wish(star) for star in table.state.seats[seat].place(Chart).stars), Done()],)

    def refusals(self, table: Table, task: MakeWish, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why the action is not legal now."""
        if isinstance(action, Done):
            return ()
        if not isinstance(action, Wish):
            return (Refusal("wish.expected", "say 'wish swan' or 'done'", "lanterns 4"),)
        if not table.state.seats[seat].place(Chart).stars[action.star]:
            return (Refusal("wish.not-there", f"there is no {action.star} on your chart", "lanterns 4"),)
        return ()

    def decide(self, table: Table, task: MakeWish, seat: int, action: Action) -> Outcome:
        """Put the star back and take the oil."""
        if not isinstance(action, Wish):
            return NOTHING_HAPPENS
        return Outcome((WishMade(seat, action.star, min(2, table.state.supply[OIL])),))


@frozen
class PerStarKind(Measure):
    """Points for every different star on the chart."""

    by_side: ClassVar[bool] = False
    points: int
    """The points of each."""

    def words(self) -> str:
        """Return the term as words."""
        return f"{self.points} points per different star on your chart"

    def measure(self, count: Count, tile: str) -> tuple[int, str]:
        """Count the different stars."""
        stars = count.seat.place(Chart).stars.pieces
        return self.points * len(stars), ", ".join(stars) or "no stars"
