"""The village that README and the first page show: `python -m docs._ext.pictures` draws it anew."""

from pathlib import Path

from keyflower.render import village_svg
from keyflower.testing import scenario

FILE = Path(__file__).parents[1] / "_static" / "village.svg"

VILLAGE = (
    "home_1@0,0 back wood1 P2:R2",
    "stable@1,0 r0 back",
    "boat_5@0,-1 r0",
    "miner@0,1 iron2 gold1",
    "sheep_fold@-1,1 sheep3/1",
    "timber_yard back wood3",
    "smelter P1:B1",
    "pigsty pig2/1",
    "cow_shed cow2/1",
    "farrier",
    "boat_sea_breese",
    "weaver",
    "turn_order_1",
)
"""Both expansions, both sides, goods, workers and animals; a tile without a cell goes to any legal one."""


def drawn() -> str:
    """Return the village as SVG."""
    game = scenario("winter", players=2, villages={"P1": VILLAGE}, expansions=["farmers"]).game
    return village_svg(game.village("P1"), ruleset=game.ruleset)


if __name__ == "__main__":
    FILE.write_text(drawn(), "utf-8")
