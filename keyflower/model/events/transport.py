"""Events of transport and upgrades."""

from __future__ import annotations

from typing import ClassVar

from keyflower.kernel.events import Event
from keyflower.kernel.fields import OWNER, held
from keyflower.kernel.text import YOU, phrase
from keyflower.kernel.values import frozen
from keyflower.model.names import place_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft, exchanged
from keyflower.model.village import Spot


@frozen
class GoodMoved(Event):
    """A piece was moved from tile to tile."""

    tag: ClassVar[str] = "good-moved"
    seat: int
    """Whose village it is."""
    good: str
    """The piece."""
    origin: str
    """The tile it left."""
    target: str
    """The tile it reached."""

    def apply(self, draft: Draft) -> None:
        """Move it."""
        seat = draft.seat(self.seat)
        village = seat.village
        village = village.with_goods(self.origin, village.spot(self.origin).goods.less(self.good, 1))
        village = village.with_goods(self.target, village.spot(self.target).goods.more(self.good, 1))
        seat.village = village


@frozen
class StockSpent(Event):
    """A seat gave goods from behind its screen back to the supply."""

    tag: ClassVar[str] = "stock-spent"
    seat: int
    """Who spent them."""
    goods: Pool
    """The goods."""

    def apply(self, draft: Draft) -> None:
        """Return the goods."""
        seat = draft.seat(self.seat)
        seat.stock -= self.goods
        draft.supply += self.goods


@frozen
class TileUpgraded(Event):
    """A tile was turned to its back."""

    tag: ClassVar[str] = "tile-upgraded"
    seat: int
    """Whose tile it is."""
    tile: str
    """The tile."""
    goods: Pool = EMPTY
    """Goods on the tile that paid; they went back to the supply."""
    shown: Pool = EMPTY
    """Tokens from behind the screen that paid and were shown."""
    face_down: Pool = held(by=OWNER, default=EMPTY)
    """Tokens from behind the screen that paid a cost that names no type."""
    open: Pool = EMPTY
    """Tokens from the open hand that paid."""
    lost: tuple[str, ...] = ()
    """The slots of the powers of its front."""
    powers: tuple[str, ...] = ()
    """The slots of the powers of its back."""

    def apply(self, draft: Draft) -> None:
        """Return the payment and turn the tile."""
        seat = draft.seat(self.seat)
        spot = seat.village.spot(self.tile)
        seat.village = seat.village.with_spot(self.tile, Spot(1, spot.goods - self.goods, spot.uses))
        tokens = self.shown + self.face_down
        draft.supply += self.goods
        draft.stack += draft.unseen(tokens + self.open)
        seat.skills -= tokens
        seat.open_skills -= self.open
        seat.powers = exchanged(seat.powers, self.lost, self.powers)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"tile": place_name(self.tile)}
        if players[self.seat] is YOU:
            return phrase("You upgrade {tile}.", **gaps)
        return phrase("{who} upgrades {tile}.", who=players[self.seat], **gaps)
