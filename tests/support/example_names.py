"""What the examples in docstrings call `game`, `view`, `over` and so on."""

from functools import cache
from random import Random

import keyflower as kf
from keyflower.bots import RandomBot
from keyflower.simulate import play_out
from keyflower.testing import scenario


@cache
def example_names() -> dict[str, object]:
    """Return a game, a view of it, a game that is over, and things of theirs, by name."""
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=7)
    over = play_out(kf.Game.new(["Ann", "Bob"], seed=7), [RandomBot(), RandomBot()], Random(7))
    return {
        "kf": kf,
        "Random": Random,
        "game": game,
        "view": game.view("Bob"),
        "over": over,
        "log": over.log,
        "sheet": over.scores[0],
        "village": scenario(villages={"P1": "home_1@0,0; miner@0,1 iron2"}).village("P1"),
    }
