"""Events of the set-up and of the start of a season."""

from __future__ import annotations

from itertools import starmap
from typing import ClassVar

from keyflower.kernel.events import Event
from keyflower.kernel.fields import NOBODY, OWNER, UNSEEN, held
from keyflower.kernel.text import AND, capital, listed, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Lot
from keyflower.model.names import cargo, place_name, season_name, side_name, tile_names
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft, Seat
from keyflower.model.village import Village


@frozen
class TableSet(Event):
    """The table was laid out: homes, boats, turn-order tiles and the supplies."""

    tag: ClassVar[str] = "table-set"
    reveals: ClassVar[bool] = True
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
    """Whether workers and tokens that were seen on the table stay open (variant B)."""
    piles: tuple[tuple[str, ...], ...] = held(by=NOBODY)
    """The tiles of spring, summer and autumn, unseen."""
    box: tuple[str, ...] = held(by=NOBODY)
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
    reveals: ClassVar[bool] = True
    seat: int
    """Who got them."""
    tiles: tuple[str, ...] = held(by=OWNER)
    """The tiles."""

    def apply(self, draft: Draft) -> None:
        """Hand them over."""
        draft.seat(self.seat).winter = self.tiles


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
        for number in range(len(draft.seats)):
            draft.seat(number).boat = ""
        draft.berths = tuple(Berth(berth.boat) for berth in draft.berths)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return capital(phrase("{season} begins.", season=season_name(self.season)))


@frozen
class BoatLoaded(Event):
    """Workers, skill tokens and other pieces were put on a boat, for all to see."""

    tag: ClassVar[str] = "boat-loaded"
    reveals: ClassVar[bool] = True
    boat: str
    """The boat."""
    workers: Pool
    """The workers."""
    skills: Pool
    """The tokens, face up."""
    cargo: Pool = EMPTY
    """The other pieces."""

    def apply(self, draft: Draft) -> None:
        """Load the boat."""
        draft.bag -= self.workers
        draft.stack -= self.skills
        draft.supply -= self.cargo
        draft.set_berth(Berth(self.boat, self.workers, self.skills, cargo=self.cargo))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if not (self.workers or self.skills or self.cargo):
            return ""
        carried = cargo(self.workers, self.skills, self.cargo)
        return phrase("{tile} carries {pieces}.", tile=place_name(self.boat), pieces=carried)


@frozen
class TilesRevealed(Event):
    """The season's village tiles were revealed; the rest of the pile went to the box unseen."""

    tag: ClassVar[str] = "tiles-revealed"
    reveals: ClassVar[bool] = True
    pile: int
    """Which pile they came from (0 spring, 1 summer, 2 autumn)."""
    tiles: tuple[tuple[str, int], ...]
    """The tiles with the side that lies up, in canonical order."""
    rest: tuple[str, ...] = held(by=NOBODY)
    """The tiles that went to the box."""

    def apply(self, draft: Draft) -> None:
        """Put the tiles up for auction."""
        draft.piles = tuple(() if number == self.pile else pile for number, pile in enumerate(draft.piles))
        draft.box = tuple(sorted((*draft.box, *self.rest)))
        draft.lots = (*(Lot(tile, side) for tile, side in self.tiles), *draft.lots)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("Up for auction: {tiles}.", tiles=listed(starmap(side_name, self.tiles), AND))


@frozen
class WinterTilesOffered(Event):
    """A seat chose winter tiles; even their number is secret until all have chosen."""

    tag: ClassVar[str] = "winter-tiles-offered"
    seat: int
    """Who chose."""
    tiles: tuple[str, ...] = held(by=OWNER)
    """The tiles."""

    def apply(self, draft: Draft) -> None:
        """Lay the chosen tiles aside, face down."""
        draft.seat(self.seat).offered = self.tiles

    def redacted(self, viewer: int) -> WinterTilesOffered:
        """Return the event without even the number of tiles for other seats."""
        return self if viewer == self.seat else WinterTilesOffered(self.seat, (UNSEEN,))


@frozen
class WinterTilesRevealed(Event):
    """All have chosen: everybody learns how many tiles each seat gave; they are mixed and put up for auction."""

    tag: ClassVar[str] = "winter-tiles-revealed"
    reveals: ClassVar[bool] = True
    numbers: tuple[int, ...]
    """How many tiles each seat gave."""
    tiles: tuple[str, ...]
    """The tiles, in canonical order: nobody learns whose they were."""
    rest: tuple[str, ...] = held(by=NOBODY)
    """The tiles that went to the box."""

    def apply(self, draft: Draft) -> None:
        """Put the tiles up for auction and the rest into the box."""
        for number in range(len(draft.seats)):
            seat = draft.seat(number)
            seat.winter = ()
            seat.offered = None
        draft.box = tuple(sorted((*draft.box, *self.rest)))
        draft.lots = (*(Lot(tile) for tile in self.tiles), *draft.lots)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("Up for auction: {tiles}.", tiles=tile_names(self.tiles, AND))
