"""Events of the end of a season and of the game."""

from __future__ import annotations

from typing import ClassVar

from attrs import evolve

from keyflower.kernel.events import Event
from keyflower.kernel.state import hidden_part
from keyflower.kernel.text import YOU, phrase
from keyflower.kernel.values import frozen
from keyflower.model.hexes import Cell
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Lot
from keyflower.model.names import cargo, pieces, place_name, side_name
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import Draft


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

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        return phrase("Nobody wants {tile}.", tile=place_name(self.tile))


@frozen
class LotWon(Event):
    """A seat won a tile with the workers on it; its bid went into the bag."""

    tag: ClassVar[str] = "lot-won"
    seat: int
    """Who won."""
    tile: str
    """The tile."""
    side: int
    """The side that is up."""
    bid: Pool
    """The winning bid."""
    workers: Pool = EMPTY
    """The workers that stood on the tile."""

    def apply(self, draft: Draft) -> None:
        """Hand the tile over."""
        draft.drop_lot(self.tile)
        draft.bag += draft.unseen(self.bid)
        draft.add_workers(self.seat, self.workers, shown=True)
        seat = draft.seat(self.seat)
        seat.won = (*seat.won, (self.tile, self.side))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        tile = side_name(self.tile, self.side)
        gaps = {"tile": tile, "bid": pieces(self.bid), "workers": pieces(self.workers)}
        if players[self.seat] is YOU:
            if self.workers:
                return phrase("You win {tile} for {bid}, and take the {workers} on it.", **gaps)
            return phrase("You win {tile} for {bid}.", **gaps)
        who = players[self.seat]
        if self.workers:
            return phrase("{who} wins {tile} for {bid}, and takes the {workers} on it.", who=who, **gaps)
        return phrase("{who} wins {tile} for {bid}.", who=who, **gaps)


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
        seat = draft.seat(self.seat)
        seat.village = seat.village.without_uses()
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
    cargo: Pool = EMPTY
    """Other pieces on it; they go through the supply to where pieces of their kind live."""

    def apply(self, draft: Draft) -> None:
        """Hand the boat's load, or the boat, over."""
        draft.supply += self.cargo
        draft.add_workers(self.seat, self.workers, shown=True)
        draft.add_skills(self.seat, self.skills, shown=True)
        seat = draft.seat(self.seat)
        seat.boat = self.boat
        if self.kept:
            seat.won = (*seat.won, (self.boat, 0))
        draft.picks = (*draft.picks, self.seat)
        berths = list(draft.berths)
        place = [berth.boat for berth in berths].index(self.boat)
        if self.kept:
            del berths[place]
        else:
            berths[place] = Berth(self.boat, EMPTY, EMPTY, True)
        draft.berths = tuple(berths)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if not (self.workers or self.skills):
            return ""
        gaps = {"pieces": cargo(self.workers, self.skills, EMPTY)}
        if players[self.seat] is YOU:
            return phrase("You get {pieces}.", **gaps)
        return phrase("{who} gets {pieces}.", who=players[self.seat], **gaps)


@frozen
class StartPlayerChanged(Event):
    """The purple worker went to another seat."""

    tag: ClassVar[str] = "start-player-changed"
    seat: int
    """Who is start player now."""

    def apply(self, draft: Draft) -> None:
        """Hand the purple worker over."""
        draft.start = self.seat

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if players[self.seat] is YOU:
            return phrase("You are start player now.")
        return phrase("{who} is start player now.", who=players[self.seat])


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
            seat = draft.seat(self.seat)
            seat.won = (*seat.won, (self.tile, 0))

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        if self.seat < 0:
            return ""
        gaps = {"tile": place_name(self.tile), "bid": pieces(self.bid)}
        if players[self.seat] is YOU:
            return phrase("You win {tile} for {bid}.", **gaps)
        return phrase("{who} wins {tile} for {bid}.", who=players[self.seat], **gaps)


@frozen
class TileLaid(Event):
    """A seat laid a tile in its village."""

    tag: ClassVar[str] = "tile-laid"
    seat: int
    """Whose village it is."""
    tile: str
    """The tile."""
    cell: Cell
    """Where it lies."""
    rotation: int
    """By how many edges it is rotated clockwise."""
    edges: str
    """Its printed edges."""
    kind: str
    """Its kind."""
    side: int = 0
    """The side that is up."""
    powers: tuple[str, ...] = ()
    """The slots of the powers it gives."""

    def apply(self, draft: Draft) -> None:
        """Lay the tile."""
        seat = draft.seat(self.seat)
        placed = Placed(self.tile, self.cell, self.rotation, self.edges, self.kind)
        seat.village = seat.village.laying(placed, side=self.side)
        seat.won = tuple([pair for pair in seat.won if pair[0] != self.tile])
        seat.powers += self.powers


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
        seat = draft.seat(self.seat)
        seat.won = tuple([pair for pair in seat.won if pair[0] != self.tile])
        draft.discarded = (*draft.discarded, self.tile)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"tile": place_name(self.tile)}
        if players[self.seat] is YOU:
            return phrase("{tile} fits nowhere in your village and leaves the game.", **gaps)
        return phrase(
            "{tile} fits nowhere in {who}'s village and leaves the game.", who=players[self.seat], **gaps
        )


@frozen
class ScreenRevealed(Event):
    """The game is over: a seat shows what was behind its screen."""

    tag: ClassVar[str] = "screen-revealed"
    reveals: ClassVar[bool] = True
    seat: int
    """Whose screen it is."""
    workers: Pool
    """The workers behind it."""
    skills: Pool
    """The tokens behind it."""
    places: tuple[OwnPlace, ...] = ()
    """The places added by expansions that everybody may see at the end of the game."""

    def redacted(self, viewer: int) -> ScreenRevealed:
        """Return the event with what stays hidden in the places of expansions, even at the end, left out."""
        if not self.places:
            return self
        seen = [hidden_part(place, viewer, self.seat, over=True) for place in self.places]
        return evolve(self, places=tuple(seen))

    def apply(self, draft: Draft) -> None:
        """Let everybody see."""
        seat = draft.seat(self.seat)
        seat.workers = self.workers
        seat.skills = self.skills
        for place in self.places:
            seat.put(place)
