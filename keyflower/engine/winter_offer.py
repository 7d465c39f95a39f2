"""Winter: every seat offers dealt tiles in secret, at the same time (rules 2.1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from keyflower.extend.handlers import Outcome, Table
from keyflower.kernel.actions import Action
from keyflower.kernel.combinators import FilteredQuestion, SecretChoice
from keyflower.kernel.errors import Refusal, refused
from keyflower.kernel.text import phrase
from keyflower.model.actions import Offer
from keyflower.model.events import WinterTilesOffered, WinterTilesRevealed
from keyflower.model.names import tile_names, titles
from keyflower.model.state import Seat
from keyflower.model.tasks import OfferWinter


class Offering(SecretChoice[Table, OfferWinter], FilteredQuestion[Table, OfferWinter, Offer]):
    """How the engine handles the choice of winter tiles."""

    answer = Offer

    def is_asked(self, table: Table, own: Seat) -> bool:
        """Return whether a seat has winter tiles and has not chosen yet."""
        return own.offered is None and bool(own.winter)

    def shown(self, table: Table, task: OfferWinter) -> Outcome:
        """Reveal the tiles when all have chosen."""
        seats = table.state.seats
        given = [seat.offered or () for seat in seats]
        chosen = {tile for tiles in given for tile in tiles}
        return Outcome(
            (
                WinterTilesRevealed(
                    numbers=tuple(len(tiles) for tiles in given),
                    tiles=tuple(name for name in table.ruleset.tiles if name in chosen),
                    rest=tuple(sorted(tile for seat in seats for tile in seat.winter if tile not in chosen)),
                ),
            )
        )

    def prompt(self, table: Table, task: OfferWinter, seat: int) -> str:
        """Name the dealt tiles."""
        dealt = titles(table.ruleset.tiles, table.state.seats[seat].winter)
        return phrase("Offer at least one of your winter tiles: {tiles}.", tiles=dealt)

    def options(self, table: Table, task: OfferWinter, seat: int) -> Iterator[Sequence[Action]]:
        """Iterate the ways to offer one tile, two, and so on."""
        # must agree with refusals(); in batches, for a large hand has thousands
        hand = table.state.seats[seat].winter
        for number in range(1, len(hand) + 1):
            yield [Offer(tiles) for tiles in combinations(hand, number)]

    def expected(self, table: Table, task: OfferWinter, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return that winter tiles are offered first."""
        hand = tile_names(table.state.seats[seat].winter)
        return refused("offer.expected", "2.1.5", "first offer winter tiles: {hand}", hand=hand)

    def unfit(self, table: Table, task: OfferWinter, seat: int, action: Offer) -> tuple[Refusal, ...]:
        """Return why an offer is not legal."""
        hand = table.state.seats[seat].winter
        found: list[Refusal] = []
        if not action.tiles:
            found += refused("offer.none", "2.1.5", "you must offer at least one tile")
        if len(set(action.tiles)) < len(action.tiles):
            found += refused("offer.twice", "2.1.5", "a tile can be offered only once")
        strange = [tile for tile in action.tiles if tile not in hand]
        if strange:
            found += refused(
                "offer.not-dealt",
                "2.1.5",
                "you do not have {strange}: your winter tiles are {hand}",
                strange=tile_names(strange),
                hand=tile_names(hand),
            )
        return tuple(found)

    def sealed(self, table: Table, task: OfferWinter, seat: int, action: Action) -> WinterTilesOffered:
        """Lay the chosen tiles face down."""
        assert isinstance(action, Offer)
        return WinterTilesOffered(seat, action.tiles)
