"""Events of pieces that are paid, drawn and gained."""

from __future__ import annotations

from typing import ClassVar

from keyflower.kernel.events import Event
from keyflower.kernel.fields import NOBODY, OWNER, held
from keyflower.kernel.text import YOU, phrase
from keyflower.kernel.values import frozen
from keyflower.model.names import pieces, place_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft


@frozen
class WorkersPaid(Event):
    """A seat paid with a worker or a whole outbid group, which is set aside."""

    tag: ClassVar[str] = "workers-paid"
    seat: int
    """Who paid."""
    workers: Pool = EMPTY
    """The worker from behind the screen."""
    open: Pool = EMPTY
    """The worker from the open hand."""
    group: str = ""
    """The lot whose outbid group paid, as a whole."""

    def apply(self, draft: Draft) -> None:
        """Set the workers aside."""
        paid = self.workers + self.open
        if self.group:
            paid += draft.take_group(self.seat, self.group)
        draft.spend_workers(self.seat, self.workers, self.open)
        draft.aside += draft.unseen(paid)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if not self.group:
            return ""
        gaps = {"tile": place_name(self.group)}
        if players[self.seat] is YOU:
            return phrase("You pay with the whole group at {tile}.", **gaps)
        return phrase("{who} pays with the whole group at {tile}.", who=players[self.seat], **gaps)


@frozen
class SkillsPaid(Event):
    """A seat paid with a skill token, which is set aside."""

    tag: ClassVar[str] = "skills-paid"
    seat: int
    """Who paid."""
    shown: Pool = EMPTY
    """The token from behind the screen, shown because the cost names its type."""
    face_down: Pool = held(by=OWNER, default=EMPTY)
    """The token from behind the screen, if any type would do."""
    open: Pool = EMPTY
    """The token from the open hand."""

    def apply(self, draft: Draft) -> None:
        """Set the token aside."""
        seat = draft.seat(self.seat)
        paid = self.shown + self.face_down
        seat.skills -= paid
        seat.open_skills -= self.open
        draft.aside += draft.unseen(paid + self.open)


@frozen
class AsideReturned(Event):
    """What was set aside went back: workers into the bag, tokens into the stack."""

    tag: ClassVar[str] = "aside-returned"
    workers: Pool = held(by=NOBODY, default=EMPTY)
    """The workers."""
    skills: Pool = held(by=NOBODY, default=EMPTY)
    """The tokens."""

    def apply(self, draft: Draft) -> None:
        """Return the pieces."""
        draft.bag += self.workers
        draft.stack += self.skills
        draft.aside = EMPTY


@frozen
class WorkersDrawn(Event):
    """A seat drew workers from the bag."""

    tag: ClassVar[str] = "workers-drawn"
    reveals: ClassVar[bool] = True
    seat: int
    """Who drew."""
    workers: Pool = held(by=OWNER)
    """What was drawn."""

    def apply(self, draft: Draft) -> None:
        """Move the workers behind the screen."""
        draft.bag -= draft.unseen(self.workers)
        draft.add_workers(self.seat, self.workers, shown=False)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"pieces": pieces(self.workers, unseen="worker")}
        if players[self.seat] is YOU:
            return phrase("You draw {pieces} from the bag.", **gaps)
        return phrase("{who} draws {pieces} from the bag.", who=players[self.seat], **gaps)


@frozen
class SkillsDrawn(Event):
    """A seat drew skill tokens from the stack."""

    tag: ClassVar[str] = "skills-drawn"
    reveals: ClassVar[bool] = True
    seat: int
    """Who drew."""
    skills: Pool = held(by=OWNER)
    """What was drawn."""

    def apply(self, draft: Draft) -> None:
        """Move the tokens behind the screen."""
        draft.stack -= draft.unseen(self.skills)
        draft.add_skills(self.seat, self.skills, shown=False)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"pieces": pieces(self.skills, unseen="skill")}
        if players[self.seat] is YOU:
            return phrase("You draw {pieces} from the stack.", **gaps)
        return phrase("{who} draws {pieces} from the stack.", who=players[self.seat], **gaps)


@frozen
class WorkersGained(Event):
    """A seat took workers from the open supply."""

    tag: ClassVar[str] = "workers-gained"
    seat: int
    """Who took them."""
    workers: Pool
    """The workers."""

    def apply(self, draft: Draft) -> None:
        """Move the workers to the seat."""
        draft.supply -= self.workers
        draft.add_workers(self.seat, self.workers, shown=True)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"pieces": pieces(self.workers, unseen="worker")}
        if players[self.seat] is YOU:
            return phrase("You take {pieces}.", **gaps)
        return phrase("{who} takes {pieces}.", who=players[self.seat], **gaps)


@frozen
class GoodsGained(Event):
    """A seat took goods from the supply onto a tile of its village."""

    tag: ClassVar[str] = "goods-gained"
    seat: int
    """Who took them."""
    tile: str
    """The tile they were put on."""
    goods: Pool
    """The goods."""

    def apply(self, draft: Draft) -> None:
        """Move the goods onto the tile."""
        draft.supply -= self.goods
        seat = draft.seat(self.seat)
        lying = seat.village.spot(self.tile).goods
        seat.village = seat.village.with_goods(self.tile, lying + self.goods)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"pieces": pieces(self.goods), "tile": place_name(self.tile)}
        if players[self.seat] is YOU:
            return phrase("You get {pieces} on {tile}.", **gaps)
        return phrase("{who} gets {pieces} on {tile}.", who=players[self.seat], **gaps)


@frozen
class StockGained(Event):
    """A seat took goods from the supply behind its screen; their number is known to all."""

    tag: ClassVar[str] = "stock-gained"
    seat: int
    """Who took them."""
    goods: Pool
    """The goods."""

    def apply(self, draft: Draft) -> None:
        """Move the goods behind the screen."""
        draft.supply -= self.goods
        draft.seat(self.seat).stock += self.goods

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"pieces": pieces(self.goods)}
        if players[self.seat] is YOU:
            return phrase("You get {pieces}.", **gaps)
        return phrase("{who} gets {pieces}.", who=players[self.seat], **gaps)
