"""A bot: choose from what your seat may know. This one loves gold and bids as little as it can."""

from random import Random

import keyflower as kf
from keyflower.simulate import Standing, simulate


class MagpieBot:
    """Uses tiles that give gold, bids as little as it can where it does not lead yet, and otherwise passes."""

    def choose(self, view: kf.View, decision: kf.Decision, rng: Random) -> kf.Action:
        """Return one of the options."""
        options = decision.options
        if decision.kind != "turn":
            upgrades = options.where(kind="upgrade")
            return upgrades[0] if upgrades else options.sample(rng)
        golden = options.where(kind="use", keep=lambda action: self._gives_gold(view, action))
        if golden:
            return min(golden, key=_size)
        led = {lot.tile for lot in view.lots if lot.leader == decision.seat}
        bids = [
            action
            for action in options.where(kind="bid")
            if isinstance(action, kf.Bid) and action.tile not in led
        ]
        if bids and len(led) < 3:
            return min(bids, key=lambda bid: (_size(bid), rng.random()))
        return kf.Pass()

    def _gives_gold(self, view: kf.View, action: kf.Action) -> bool:
        # a bot reads the words of a tile as a person does; `tile.front.use` would be the same as data
        return isinstance(action, kf.Use) and "gold" in view.ruleset.tiles[action.tile].front.words()


def _size(action: kf.Action) -> int:
    """Return how many workers an action takes from behind the screen."""
    return action.workers.total + 9 * len(action.groups) if isinstance(action, kf.Bid | kf.Use) else 0


def main(games: int = 20) -> None:
    results = simulate([MagpieBot(), "random", "random"], seeds=range(games), accumulators=[Standing()])
    standing = results.accumulators[0]
    assert isinstance(standing, Standing)
    for bot, points in standing.points.items():
        print(f"{bot:8} {points.mean:5.1f} points, {standing.wins[bot]} of {standing.games} games won")


if __name__ == "__main__":
    main()
