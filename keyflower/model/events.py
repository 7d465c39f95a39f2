"""The events of the engine itself, in the order a game meets them."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve, frozen

from keyflower.model.decisions import Task, Turn
from keyflower.model.event import NOBODY, Event, secret
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Lot, group
from keyflower.model.positions import PositionGiven
from keyflower.model.state import UNSEEN, Draft, Seat, exchanged
from keyflower.model.village import Spot, Use, Village
from keyflower.vocabulary.hexes import Cell
from keyflower.vocabulary.pool import EMPTY, Pool
from keyflower.vocabulary.types import Season

# ---------------------------------------------------------------------- set-up and season start


@frozen
class TableSet(Event):
    """The table was laid out: homes, boats, turn-order tiles and the supplies."""

    tag: ClassVar[str] = "table-set"
    homes: tuple[Placed, ...]
    """The home of each seat."""
    start: int
    """The start player of spring."""
    boats: tuple[str, ...]
    """The boats in play, in the order of the row."""
    turn_order: tuple[str, ...]
    """The turn-order tiles in play, by number."""
    bag: Pool
    """The workers that went into the bag."""
    stack: Pool
    """The skill tokens that went face down on the stack."""
    supply: Pool
    """The open supply."""
    open_hands: bool
    """Whether workers and tokens seen on the table stay open (variant B)."""
    piles: tuple[tuple[str, ...], ...] = secret(NOBODY)
    """The tiles of spring, summer and autumn, unseen."""
    box: tuple[str, ...] = secret(NOBODY)
    """Tiles that are not used in this game, unseen."""
    powers: tuple[tuple[str, ...], ...] = ()
    """The slots of the powers that the homes give, by seat; empty if no home gives any."""

    def apply(self, draft: Draft) -> None:
        """Lay everything out."""
        powers = self.powers or ((),) * len(self.homes)
        draft.seats = tuple(
            Seat(village=Village.founded(home), powers=own)
            for home, own in zip(self.homes, powers, strict=True)
        )
        draft.start = self.start
        draft.berths = tuple(Berth(boat) for boat in self.boats)
        draft.lots = tuple(Lot(tile) for tile in self.turn_order)
        draft.bag = draft.unseen(self.bag)
        draft.stack = draft.unseen(self.stack)
        draft.supply = self.supply
        draft.open_hands = self.open_hands
        draft.piles = self.piles
        draft.box = self.box


@frozen
class WinterTilesDealt(Event):
    """A seat was dealt winter tiles."""

    tag: ClassVar[str] = "winter-tiles-dealt"
    seat: int
    """Who got them."""
    tiles: tuple[str, ...] = secret()
    """The tiles."""

    def apply(self, draft: Draft) -> None:
        """Hand them over."""
        draft.set_seat(self.seat, evolve(draft.seats[self.seat], winter=self.tiles))


@frozen
class SeasonBegan(Event):
    """A season began: boats are turned and free again."""

    tag: ClassVar[str] = "season-began"
    season: Season
    """The season."""

    def apply(self, draft: Draft) -> None:
        """Turn the boats and forget who took one."""
        draft.season = self.season
        draft.passes = 0
        draft.picks = ()
        draft.seats = tuple(seat.changed(boat="") if seat.boat else seat for seat in draft.seats)
        draft.berths = tuple(Berth(berth.boat) for berth in draft.berths)


@frozen
class BoatLoaded(Event):
    """Workers from the bag and tokens from the stack were put on a boat, for all to see."""

    tag: ClassVar[str] = "boat-loaded"
    boat: str
    """The boat."""
    workers: Pool
    """The workers."""
    skills: Pool
    """The tokens, face up."""

    def apply(self, draft: Draft) -> None:
        """Load the boat."""
        draft.bag -= self.workers
        draft.stack -= self.skills
        draft.berths = tuple(
            Berth(berth.boat, self.workers, self.skills) if berth.boat == self.boat else berth
            for berth in draft.berths
        )


@frozen
class TilesRevealed(Event):
    """The season's village tiles were revealed; the rest of the pile went to the box unseen."""

    tag: ClassVar[str] = "tiles-revealed"
    pile: int
    """Which pile they came from (0 spring, 1 summer, 2 autumn)."""
    tiles: tuple[tuple[str, int], ...]
    """The tiles with the side that lies up, in canonical order."""
    rest: tuple[str, ...] = secret(NOBODY)
    """The tiles that went to the box."""

    def apply(self, draft: Draft) -> None:
        """Put the tiles up for auction."""
        draft.piles = tuple(() if number == self.pile else pile for number, pile in enumerate(draft.piles))
        draft.box = tuple(sorted((*draft.box, *self.rest)))
        draft.lots = (*(Lot(tile, side) for tile, side in self.tiles), *draft.lots)


@frozen
class WinterTilesOffered(Event):
    """A seat chose winter tiles; even their number is secret until all have chosen."""

    tag: ClassVar[str] = "winter-tiles-offered"
    seat: int
    """Who chose."""
    tiles: tuple[str, ...] = secret()
    """The tiles."""

    def apply(self, draft: Draft) -> None:
        """Lay the chosen tiles aside, face down."""
        draft.set_seat(self.seat, evolve(draft.seats[self.seat], offered=self.tiles))

    def redacted(self, viewer: int) -> WinterTilesOffered:
        """Return the event without even the number of tiles for other seats."""
        return self if viewer == self.seat else WinterTilesOffered(self.seat, (UNSEEN,))


@frozen
class WinterTilesRevealed(Event):
    """All have chosen: the numbers are told, the tiles are mixed and put up for auction."""

    tag: ClassVar[str] = "winter-tiles-revealed"
    numbers: tuple[int, ...]
    """How many tiles each seat gave."""
    tiles: tuple[str, ...]
    """The tiles, in canonical order: nobody learns whose they were."""
    rest: tuple[str, ...] = secret(NOBODY)
    """The tiles that went to the box."""

    def apply(self, draft: Draft) -> None:
        """Put the tiles up for auction and the rest into the box."""
        draft.seats = tuple(evolve(seat, winter=(), offered=None) for seat in draft.seats)
        draft.box = tuple(sorted((*draft.box, *self.rest)))
        draft.lots = (*(Lot(tile) for tile in self.tiles), *draft.lots)


# ---------------------------------------------------------------------- turns


@frozen
class AgendaChanged(Event):
    """What is to be done next changed."""

    tag: ClassVar[str] = "agenda-changed"
    agenda: tuple[Task, ...]
    """What is to be done, next one first."""

    def apply(self, draft: Draft) -> None:
        """Copy the agenda."""
        draft.agenda = self.agenda


_TURNS: dict[int, tuple[Turn]] = {seat: (Turn(seat),) for seat in range(8)}


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


def _spend(draft: Draft, number: int, workers: Pool, shown: Pool) -> None:
    """Take workers from behind the screen and from the open hand."""
    seat = draft.seats[number]
    if shown.total:
        draft.set_seat(
            number, seat.changed(workers=seat.workers - workers, open_workers=seat.open_workers - shown)
        )
    elif workers.total:
        draft.set_seat(number, seat.changed(workers=seat.workers - workers))


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
        draft.passes = 0
        for tile in self.moved:
            draft.take_group(seat, tile)
        _spend(draft, seat, self.workers, self.open)
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
        draft.passes = 0
        for tile in self.moved:
            draft.take_group(seat, tile)
        _spend(draft, seat, self.workers, self.open)
        use = Use(self.placed, self.lying, seat)
        place = draft.lot_place(self.tile)
        if place >= 0:
            draft.set_lot(place, draft.lots[place].with_use(use))
            return
        owner = draft.owner(self.tile)
        assert owner is not None, f"{self.tile} lies nowhere"
        village = draft.seats[owner].village
        spot = village.spot(self.tile)
        changed = village.with_spot(self.tile, Spot(spot.side, spot.goods, (*spot.uses, use)))
        draft.set_seat(owner, draft.seats[owner].changed(village=changed))


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
            draft.set_lot(place, lot.with_bid(group(bid.seat, bid.colour, bid.size)))


# ---------------------------------------------------------------------- payments and gains


@frozen
class WorkersPaid(Event):
    """A seat paid with a worker, which is set aside."""

    tag: ClassVar[str] = "workers-paid"
    seat: int
    """Who paid."""
    workers: Pool = EMPTY
    """The worker from behind the screen."""
    open: Pool = EMPTY
    """The worker from the open hand."""
    group: str = ""
    """The lot whose outbid group of one paid."""

    def apply(self, draft: Draft) -> None:
        """Set the worker aside."""
        paid = self.workers + self.open
        if self.group:
            paid += draft.take_group(self.seat, self.group)
        _spend(draft, self.seat, self.workers, self.open)
        draft.aside += draft.unseen(paid)


@frozen
class SkillsPaid(Event):
    """A seat paid with a skill token, which is set aside."""

    tag: ClassVar[str] = "skills-paid"
    seat: int
    """Who paid."""
    shown: Pool = EMPTY
    """The token from behind the screen, shown because the cost names its type."""
    face_down: Pool = secret(default=EMPTY)
    """The token from behind the screen, if any type would do."""
    open: Pool = EMPTY
    """The token from the open hand."""

    def apply(self, draft: Draft) -> None:
        """Set the token aside."""
        seat = draft.seats[self.seat]
        paid = self.shown + self.face_down
        draft.set_seat(
            self.seat, seat.changed(skills=seat.skills - paid, open_skills=seat.open_skills - self.open)
        )
        draft.aside += draft.unseen(paid + self.open)


@frozen
class AsideReturned(Event):
    """What was set aside went back: workers into the bag, tokens into the stack."""

    tag: ClassVar[str] = "aside-returned"
    workers: Pool = secret(NOBODY, default=EMPTY)
    """The workers."""
    skills: Pool = secret(NOBODY, default=EMPTY)
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
    seat: int
    """Who drew."""
    workers: Pool = secret()
    """What was drawn."""

    def apply(self, draft: Draft) -> None:
        """Move the workers behind the screen."""
        draft.bag -= draft.unseen(self.workers)
        draft.add_workers(self.seat, self.workers, shown=False)


@frozen
class SkillsDrawn(Event):
    """A seat drew skill tokens from the stack."""

    tag: ClassVar[str] = "skills-drawn"
    seat: int
    """Who drew."""
    skills: Pool = secret()
    """What was drawn."""

    def apply(self, draft: Draft) -> None:
        """Move the tokens behind the screen."""
        draft.stack -= draft.unseen(self.skills)
        draft.add_skills(self.seat, self.skills, shown=False)


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
        seat = draft.seats[self.seat]
        lying = seat.village.spot(self.tile).goods
        draft.set_seat(self.seat, seat.changed(village=seat.village.with_goods(self.tile, lying + self.goods)))


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
        seat = draft.seats[self.seat]
        draft.set_seat(self.seat, seat.changed(stock=seat.stock + self.goods))


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
        seat = draft.seats[self.seat]
        herd = seat.village.herd(self.pasture).more(self.good, 1)
        draft.set_seat(self.seat, seat.changed(village=seat.village.with_herd(self.pasture, herd)))


# ---------------------------------------------------------------------- transport and upgrades


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
        seat = draft.seats[self.seat]
        village = seat.village
        village = village.with_goods(self.origin, village.spot(self.origin).goods.less(self.good, 1))
        village = village.with_goods(self.target, village.spot(self.target).goods.more(self.good, 1))
        draft.set_seat(self.seat, seat.changed(village=village))


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
        seat = draft.seats[self.seat]
        village = seat.village
        village = village.with_herd(self.origin, village.herd(self.origin).less(self.good, 1))
        village = village.with_herd(self.target, village.herd(self.target).more(self.good, 1))
        draft.set_seat(self.seat, seat.changed(village=village))


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
        seat = draft.seats[self.seat]
        draft.set_seat(self.seat, seat.changed(stock=seat.stock - self.goods))
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
    face_down: Pool = secret(default=EMPTY)
    """Tokens from behind the screen that paid a cost that names no type."""
    open: Pool = EMPTY
    """Tokens from the open hand that paid."""
    lost: tuple[str, ...] = ()
    """The slots of the powers of its front."""
    powers: tuple[str, ...] = ()
    """The slots of the powers of its back."""

    def apply(self, draft: Draft) -> None:
        """Return the payment and turn the tile."""
        seat = draft.seats[self.seat]
        spot = seat.village.spot(self.tile)
        turned = seat.village.with_spot(self.tile, Spot(1, spot.goods - self.goods, spot.uses))
        tokens = self.shown + self.face_down
        draft.supply += self.goods
        draft.stack += draft.unseen(tokens + self.open)
        draft.set_seat(
            self.seat,
            seat.changed(
                village=turned,
                skills=seat.skills - tokens,
                open_skills=seat.open_skills - self.open,
                powers=exchanged(seat.powers, self.lost, self.powers) if self.lost or self.powers else None,
            ),
        )


# ---------------------------------------------------------------------- season end


@frozen
class GroupReturned(Event):
    """An outbid group went back to its owner."""

    tag: ClassVar[str] = "group-returned"
    seat: int
    """Whose group it is."""
    tile: str
    """The lot it stood at."""

    def apply(self, draft: Draft) -> None:
        """Return the workers."""
        draft.add_workers(self.seat, draft.take_group(self.seat, self.tile), shown=True)


@frozen
class LotUnsold(Event):
    """A tile without bids left the game; the workers on it went into the bag."""

    tag: ClassVar[str] = "lot-unsold"
    tile: str
    """The tile."""
    workers: Pool = EMPTY
    """The workers that stood on it."""

    def apply(self, draft: Draft) -> None:
        """Remove the lot."""
        draft.drop_lot(self.tile)
        draft.discarded = (*draft.discarded, self.tile)
        draft.bag += draft.unseen(self.workers)


@frozen
class LotWon(Event):
    """A seat won a tile with the workers on it; its bid went into the bag."""

    tag: ClassVar[str] = "lot-won"
    seat: int
    """Who won."""
    tile: str
    """The tile."""
    side: int
    """The side that lies up."""
    bid: Pool
    """The winning bid."""
    workers: Pool = EMPTY
    """The workers that stood on the tile."""

    def apply(self, draft: Draft) -> None:
        """Hand the tile over."""
        draft.drop_lot(self.tile)
        draft.bag += draft.unseen(self.bid)
        draft.add_workers(self.seat, self.workers, shown=True)
        seat = draft.seats[self.seat]
        draft.set_seat(self.seat, seat.changed(won=(*seat.won, (self.tile, self.side))))


@frozen
class VillageCleared(Event):
    """A seat took the workers on the tiles of its village."""

    tag: ClassVar[str] = "village-cleared"
    seat: int
    """Whose village it is."""
    workers: Pool
    """The workers."""

    def apply(self, draft: Draft) -> None:
        """Move the workers to the seat."""
        seat = draft.seats[self.seat]
        draft.set_seat(self.seat, seat.changed(village=seat.village.without_uses()))
        draft.add_workers(self.seat, self.workers, shown=True)


@frozen
class BoatTaken(Event):
    """A seat chose a boat and took what was on it."""

    tag: ClassVar[str] = "boat-taken"
    seat: int
    """Who chose."""
    boat: str
    """The boat."""
    workers: Pool = EMPTY
    """The workers on it."""
    skills: Pool = EMPTY
    """The tokens on it."""
    kept: bool = False
    """Whether the boat tile itself was taken (winter)."""

    def apply(self, draft: Draft) -> None:
        """Hand the boat's load, or the boat, over."""
        draft.add_workers(self.seat, self.workers, shown=True)
        draft.add_skills(self.seat, self.skills, shown=True)
        seat = draft.seats[self.seat]
        won = (*seat.won, (self.boat, 0)) if self.kept else seat.won
        draft.set_seat(self.seat, seat.changed(boat=self.boat, won=won))
        draft.picks = (*draft.picks, self.seat)
        draft.berths = tuple(
            Berth(berth.boat, EMPTY, EMPTY, True) if berth.boat == self.boat else berth
            for berth in draft.berths
            if not (self.kept and berth.boat == self.boat)
        )


@frozen
class StartPlayerChanged(Event):
    """The purple worker went to another seat."""

    tag: ClassVar[str] = "start-player-changed"
    seat: int
    """Who is start player now."""

    def apply(self, draft: Draft) -> None:
        """Hand the purple worker over."""
        draft.start = self.seat


@frozen
class TurnOrderSettled(Event):
    """The winning bid on a turn-order tile went into the bag; in winter the tile itself went to its winner."""

    tag: ClassVar[str] = "turn-order-settled"
    tile: str
    """The tile."""
    bid: Pool
    """The winning bid."""
    seat: int = -1
    """Who keeps the tile, or -1."""

    def apply(self, draft: Draft) -> None:
        """Empty the lot, and hand it over in winter."""
        draft.bag += draft.unseen(self.bid)
        place = draft.lot_place(self.tile)
        draft.set_lot(place, Lot(self.tile, draft.lots[place].side))
        if self.seat >= 0:
            draft.drop_lot(self.tile)
            seat = draft.seats[self.seat]
            draft.set_seat(self.seat, seat.changed(won=(*seat.won, (self.tile, 0))))


@frozen
class TileLaid(Event):
    """A seat laid a tile into its village."""

    tag: ClassVar[str] = "tile-laid"
    seat: int
    """Whose village it is."""
    tile: str
    """The tile."""
    cell: Cell
    """Where it lies."""
    rotation: int
    """By how many edges it is turned clockwise."""
    edges: str
    """Its printed edges."""
    kind: str
    """Its kind."""
    side: int = 0
    """The side that lies up."""
    powers: tuple[str, ...] = ()
    """The slots of the powers it gives."""

    def apply(self, draft: Draft) -> None:
        """Lay the tile."""
        seat = draft.seats[self.seat]
        placed = Placed(self.tile, self.cell, self.rotation, self.edges, self.kind)
        draft.set_seat(
            self.seat,
            seat.changed(
                village=seat.village.laying(placed, side=self.side),
                won=tuple([pair for pair in seat.won if pair[0] != self.tile]),
                powers=(*seat.powers, *self.powers) if self.powers else None,
            ),
        )


@frozen
class TileLost(Event):
    """A won tile had no legal place and left the game."""

    tag: ClassVar[str] = "tile-lost"
    seat: int
    """Who had won it."""
    tile: str
    """The tile."""

    def apply(self, draft: Draft) -> None:
        """Remove the tile."""
        seat = draft.seats[self.seat]
        won = tuple(pair for pair in seat.won if pair[0] != self.tile)
        draft.set_seat(self.seat, seat.changed(won=won))
        draft.discarded = (*draft.discarded, self.tile)


@frozen
class ScreenRevealed(Event):
    """The game is over: a seat shows what was behind its screen."""

    tag: ClassVar[str] = "screen-revealed"
    seat: int
    """Whose screen it is."""
    workers: Pool
    """The workers behind it."""
    skills: Pool
    """The tokens behind it."""

    def apply(self, draft: Draft) -> None:
        """Let everybody see."""
        draft.set_seat(
            self.seat, draft.seats[self.seat].changed(workers=self.workers, skills=self.skills)
        )


@frozen
class GameEnded(Event):
    """The game is over and counted."""

    tag: ClassVar[str] = "game-ended"
    totals: tuple[int, ...]
    """The points of each seat."""
    winners: tuple[int, ...]
    """Who won."""

    def apply(self, draft: Draft) -> None:
        """Close the agenda."""
        draft.agenda = ()


EVENTS: tuple[type[Event], ...] = (
    TableSet, WinterTilesDealt, SeasonBegan, BoatLoaded, TilesRevealed, WinterTilesOffered, WinterTilesRevealed,
    AgendaChanged, TurnBegan, Passed, WorkersBid, WorkersUsed, BidStoodUp, WorkersPaid, SkillsPaid, AsideReturned,
    WorkersDrawn, SkillsDrawn, WorkersGained, GoodsGained, StockGained, AnimalAdded, GoodMoved, AnimalMoved,
    StockSpent, TileUpgraded, GroupReturned, LotUnsold, LotWon, VillageCleared, BoatTaken, StartPlayerChanged,
    TurnOrderSettled, TileLaid, TileLost, ScreenRevealed, GameEnded,
    PositionGiven,
)  # fmt: skip
"""The events of the engine itself; expansions add their own."""

