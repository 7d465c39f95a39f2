"""Four styles that people play: hoarder, engine builder, jumper and denier, each a few lines on top of a steward.

A steward rates every option in points (`StewardBot.rate`). A style is a taste: other weights, or points added to some
options. ``python examples/styles.py`` lets them play against two stewards.
"""

from collections.abc import Callable
from random import Random

from attrs import evolve, frozen

import keyflower as kf
from keyflower.bots import SECOND, StewardBot, Weights
from keyflower.simulate import Standing, simulate

USUAL = SECOND
Taste = Callable[[kf.View, kf.Decision, kf.Action], float]


def size_of(action: kf.Action) -> int:
    """Return how many workers an action takes from behind the screen or the open hand."""
    return action.workers.total + action.open.total if isinstance(action, kf.Bid | kf.Use) else 0


def nothing(view: kf.View, decision: kf.Decision, action: kf.Action) -> float:
    """Add nothing: the style is in the weights alone."""
    return 0.0


def a_full_hand(view: kf.View, decision: kf.Decision, action: kf.Action) -> float:
    """Dislike having fewer than six workers left: each one below that costs points."""
    left = view.state.seats[decision.seat].workers.total - size_of(action)
    return -1.5 * max(0, 6 - left) if size_of(action) and view.season != "winter" else 0.0


def a_bid_to_end_it(view: kf.View, decision: kf.Decision, action: kf.Action) -> float:
    """Prefer bids that nobody will answer: two or three more workers than needed, where the hand allows it."""
    if not isinstance(action, kf.Bid):
        return 0.0
    lot = next(lot for lot in view.lots if lot.tile == action.tile)
    more = size_of(action) - (0 if lot.leader == decision.seat else lot.top) - 1
    return 1.2 * min(more, 3)


def what_hurts_the_leader(view: kf.View, decision: kf.Decision, action: kf.Action) -> float:
    """Take from whoever leads: outbid that player, or use what it owns before it can."""
    rivals = [seat for seat in range(len(view.players)) if seat != decision.seat]
    ahead = max(rivals, key=lambda seat: len(view.village(seat).spots))
    if isinstance(action, kf.Bid):
        lot = next(lot for lot in view.lots if lot.tile == action.tile)
        return 2.5 if lot.leader == ahead else 0.0
    return 1.0 if isinstance(action, kf.Use) and action.tile in view.village(ahead).names else 0.0


@frozen
class Style:
    """A player with a taste."""

    name: str
    """What it is called in tables."""
    taste: Taste = nothing
    """The points it adds to an option."""
    weights: Weights = USUAL
    """What things are worth to it."""
    jumps: bool = False
    """Whether it considers larger bids than a steward does."""

    def choose(self, view: kf.View, decision: kf.Decision, rng: Random) -> kf.Action:
        """Return the option that it rates best."""
        steward = StewardBot(weights=self.weights)
        rated = steward.rate(view, decision)
        if decision.kind != "turn" or not rated:
            return steward.choose(view, decision, rng)
        worths = {one.action: one.worth + self.taste(view, decision, one.action) for one in rated}
        best = max(worths, key=lambda action: worths[action])
        return self._jumped(view, decision, best) if self.jumps and isinstance(best, kf.Bid) else best

    def _jumped(self, view: kf.View, decision: kf.Decision, bid: kf.Bid) -> kf.Action:
        """Return the same bid with up to two more workers of its colour, if three stay in hand."""
        hand = view.state.seats[decision.seat].workers.total
        larger = [
            action
            for action in decision.options.where(kind="bid")
            if isinstance(action, kf.Bid)
            and (action.tile, action.groups) == (bid.tile, bid.groups)
            and action.workers.pieces == bid.workers.pieces
            and size_of(bid) <= size_of(action) <= size_of(bid) + 2
            and hand - size_of(action) >= 3
        ]
        return max(larger, key=size_of) if larger else bid


STYLES = (
    Style("hoarder", a_full_hand, evolve(USUAL, worker=(2.8, 1.8, 1.1, 0.1), lost=0.2)),
    Style("engine builder", nothing, evolve(USUAL, uses=(1.8, 1.3, 1.0, 0.0), ready=(0.4, 0.4, 0.4, 0.3))),
    Style("jumper", a_bid_to_end_it, jumps=True),
    Style("denier", what_hurts_the_leader),
)


def main(games: int = 6) -> None:
    for style in STYLES:
        results = simulate([style, "steward", "steward"], seeds=range(games), accumulators=[Standing()])
        standing = results.accumulators[0]
        assert isinstance(standing, Standing)
        points = standing.points[style.name]
        print(f"{style.name:14} {points.mean:5.1f} points, {standing.wins[style.name]} of {games} games won")


if __name__ == "__main__":
    main()
