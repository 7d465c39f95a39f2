"""Winter: every seat offers dealt tiles in secret, at the same time (rules 2.1.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from keyflower.extend.handlers import BaseHandler, Outcome, Table
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import Refusal
from keyflower.kernel.text import phrase
from keyflower.model.actions import Offer
from keyflower.model.events import WinterTilesOffered, WinterTilesRevealed
from keyflower.model.names import tile_names, titles
from keyflower.model.tasks import OfferWinter


class Offering(BaseHandler[OfferWinter]):
    """How the engine handles the choice of winter tiles."""

    def automatic(self, table: Table, task: OfferWinter) -> Outcome | None:
        """Reveal the tiles when all have chosen."""
        seats = table.state.seats
        if any(seat.offered is None and seat.winter for seat in seats):
            return None
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

    def seats(self, table: Table, task: OfferWinter) -> tuple[int, ...]:
        """Return the seats that have not chosen yet."""
        return tuple(
            number for number, seat in enumerate(table.state.seats) if seat.offered is None and seat.winter
        )

    def prompt(self, table: Table, task: OfferWinter, seat: int) -> str:
        """Name the dealt tiles."""
        dealt = titles(table.ruleset.tiles, table.state.seats[seat].winter)
        return phrase("Offer at least one of your winter tiles: {tiles}.", tiles=dealt)

    def options(self, table: Table, task: OfferWinter, seat: int) -> Iterator[Sequence[Action]]:
        """Iterate the ways to offer one tile, two, and so on."""
        hand = table.state.seats[seat].winter
        for number in range(1, len(hand) + 1):
            yield [Offer(tiles) for tiles in combinations(hand, number)]

    def refusals(self, table: Table, task: OfferWinter, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Return why an offer is not legal."""
        hand = table.state.seats[seat].winter
        if not isinstance(action, Offer):
            return (
                Refusal(
                    "offer.expected",
                    phrase("first offer winter tiles: {hand}", hand=tile_names(hand)),
                    "2.1.5",
                ),
            )
        found = []
        if not action.tiles:
            found.append(Refusal("offer.none", phrase("you must offer at least one tile"), "2.1.5"))
        if len(set(action.tiles)) < len(action.tiles):
            found.append(Refusal("offer.twice", phrase("a tile can be offered only once"), "2.1.5"))
        strange = [tile for tile in action.tiles if tile not in hand]
        if strange:
            found.append(
                Refusal(
                    "offer.not-dealt",
                    phrase(
                        "you do not have {strange}: your winter tiles are {hand}",
                        strange=tile_names(strange),
                        hand=tile_names(hand),
                    ),
                    "2.1.5",
                )
            )
        return tuple(found)

    def decide(self, table: Table, task: OfferWinter, seat: int, action: Action) -> Outcome:
        """Lay the chosen tiles face down."""
        assert isinstance(action, Offer)
        return Outcome((WinterTilesOffered(seat, action.tiles),), stays=True)
