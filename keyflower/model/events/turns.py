"""Events of turns: bids, uses, passes, and what is to be done next."""

from __future__ import annotations

from typing import ClassVar

from keyflower.kernel.events import Event
from keyflower.kernel.text import YOU, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import MOST_SEATS
from keyflower.model.lots import group
from keyflower.model.names import place_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft
from keyflower.model.tasks import Turn
from keyflower.model.village import PastUse

_TURNS: dict[int, tuple[Turn]] = {seat: (Turn(seat),) for seat in range(MOST_SEATS)}


def _bring(draft: Draft, seat: int, moved: tuple[str, ...], workers: Pool, hand: Pool) -> None:
    """Take workers from outbid groups, from behind the screen and from the open hand; somebody has not passed."""
    draft.passes = 0
    for tile in moved:
        draft.take_group(seat, tile)
    draft.spend_workers(seat, workers, hand)


@frozen
class TurnBegan(Event):
    """A seat is to bid, use or pass."""

    tag: ClassVar[str] = "turn-began"
    seat: int
    """Whose turn it is."""

    def apply(self, draft: Draft) -> None:
        """Make the turn the only thing to be done."""
        draft.agenda = _TURNS[self.seat]


@frozen
class Passed(Event):
    """A seat passed."""

    tag: ClassVar[str] = "passed"
    seat: int
    """Who passed."""

    def apply(self, draft: Draft) -> None:
        """Count the pass."""
        draft.passes += 1


@frozen
class WorkersBid(Event):
    """A seat bid for a lot."""

    tag: ClassVar[str] = "workers-bid"
    seat: int
    """Who bid."""
    tile: str
    """The lot."""
    colour: str
    """The colour of the workers."""
    size: int
    """The size of the seat's group after the bid."""
    workers: Pool = EMPTY
    """Workers from behind the screen."""
    open: Pool = EMPTY
    """Workers from the open hand."""
    moved: tuple[str, ...] = ()
    """The lots whose outbid groups moved here."""
    lying: bool = False
    """Whether the group lies."""

    def apply(self, draft: Draft) -> None:
        """Move the workers into the group."""
        seat = self.seat
        _bring(draft, seat, self.moved, self.workers, self.open)
        place = draft.lot_place(self.tile)
        draft.set_lot(place, draft.lots[place].with_bid(group(seat, self.colour, self.size, self.lying)))


@frozen
class WorkersUsed(Event):
    """A seat put workers on a tile to use it."""

    tag: ClassVar[str] = "workers-used"
    seat: int
    """Who used it."""
    tile: str
    """The tile."""
    placed: Pool
    """All workers put on the tile."""
    workers: Pool = EMPTY
    """Those from behind the screen."""
    open: Pool = EMPTY
    """Those from the open hand."""
    moved: tuple[str, ...] = ()
    """The lots whose outbid groups moved here."""
    lying: Pool = EMPTY
    """Those that lie because their colour is not the tile's."""

    def apply(self, draft: Draft) -> None:
        """Move the workers onto the tile."""
        seat = self.seat
        _bring(draft, seat, self.moved, self.workers, self.open)
        use = PastUse(self.placed, self.lying, seat)
        place = draft.lot_place(self.tile)
        if place >= 0:
            draft.set_lot(place, draft.lots[place].with_use(use))
            return
        owner = draft.owner(self.tile)
        assert owner is not None, f"{self.tile} lies nowhere"
        host = draft.seat(owner)
        host.village = host.village.with_use(self.tile, use)


@frozen
class BidStoodUp(Event):
    """A lying group stood up, because no other workers give the lot a colour any more."""

    tag: ClassVar[str] = "bid-stood-up"
    seat: int
    """Whose group it is."""
    tile: str
    """The lot."""

    def apply(self, draft: Draft) -> None:
        """Let the group stand."""
        place = draft.lot_place(self.tile)
        lot = draft.lots[place]
        bid = lot.bid_of(self.seat)
        if bid is not None:
            draft.set_lot(place, lot.with_bid(group(bid.seat, bid.colour, bid.size, False)))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"tile": place_name(self.tile)}
        if players[self.seat] is YOU:
            return phrase("Your bid for {tile} stands up.", **gaps)
        return phrase("{who}'s bid for {tile} stands up.", who=players[self.seat], **gaps)
