"""Pictures for README and pages; `python -m docs._ext.pictures` draws the village of the first page again."""

from pathlib import Path

import keyflower as kf
from keyflower.render import table_svg, village_svg
from keyflower.testing import scenario

FILE = Path(__file__).parents[1] / "_static" / "village.svg"

VILLAGE = (
    "home_1@0,0 back wood1 P2:R2",
    "boat_5@0,-1",
    "pigsty@-1,0 r2 pig2/1",
    "sheep_fold@1,-1 r5 sheep3/1",
    "miner@-1,1 r2 iron2 gold1",
    "smelter@1,0 r5 P1:B1",
    "timber_yard@-1,-1 r4 back wood3",
    "farrier@0,1",
    "stable@-2,0 r5 back",
    "boat_sea_breese@0,-2 r3",
    "weaver@1,-2 r3",
    "turn_order_2@-2,1 r2",
)
"""Both expansions, both sides, goods, workers and animals."""


def drawn() -> str:
    """Return the village as SVG."""
    game = scenario("winter", players=3, villages={"P1": VILLAGE}, expansions=["farmers"]).game
    return village_svg(game.village("P1"), ruleset=game.ruleset)


def tables() -> dict[str, str]:
    """Return the pictures of the notebook page by file name: a game, and what one player may know of it."""
    game = kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"])
    view = game.view("Bob")
    return {
        "game.svg": table_svg(game.state, ruleset=game.ruleset, names=game.players),
        "view.svg": table_svg(view.state, ruleset=view.ruleset, names=view.players),
    }


if __name__ == "__main__":
    FILE.write_text(drawn(), "utf-8")
