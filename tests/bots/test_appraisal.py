"""What the steward thinks a position is worth: resources on their way, plans for winter, and weights it cannot read."""

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.bots import FIRST, Appraiser, Weights
from keyflower.testing import scenario

# home - keywood - miner - stone yard in a row to the south, all joined by roads
ROW = ("home_1", "keywood@0,1 r0", "miner@0,2 r0", "stone_yard@0,3 r{turn}")
NOTHING = (0.0, 0.0, 0.0, 0.0)
ONE = (1.0, 1.0, 1.0, 1.0)
ALONE = evolve(Weights(), good=NOTHING, ready=NOTHING, hauled=NOTHING, plan=NOTHING)
"""Weights to which only what a test adds makes a difference."""


def worth(weights, *tiles, season="winter", hand="", screen="R6"):
    at = scenario(
        season, villages={"P1": list(tiles)}, screens={"P1": screen}, winter={"P1": hand} if hand else None
    )
    return Appraiser.of(at.game.ruleset, 0, weights).value(at.game.state)


def row(place, good, *, turn=0):
    """Return the row with a resource on one of its tiles."""
    tiles = [tile.format(turn=turn) for tile in ROW]
    if place is not None:
        tiles[place] += f" {good}1"
    return tiles


def joined_turn():
    """Return how the stone yard must lie to be joined to the miner."""
    for turn in range(6):
        try:
            at = scenario("winter", villages={"P1": row(None, "", turn=turn)})
        except kf.KeyflowerError:
            continue
        if at.game.state.seats[0].village.layout.distances()[0][3] == 3:
            return turn
    raise AssertionError("the stone yard cannot be joined")


def test_a_resource_for_a_store_counts_more_the_nearer_it_is():
    weights, turn = evolve(ALONE, hauled=ONE, near=0.5, far=0.5), joined_turn()
    empty = worth(weights, *row(None, "", turn=turn))
    gains = [worth(weights, *row(place, "stone", turn=turn)) - empty for place in range(4)]
    points = gains[3]  # it lies where it scores
    assert points > 0
    assert gains[:3] == pytest.approx([points / 8, points / 4, points / 2])


def test_what_a_store_does_not_score_promises_nothing_there():
    weights, turn = evolve(ALONE, hauled=ONE), joined_turn()
    empty = worth(weights, *row(None, "", turn=turn))
    assert worth(weights, *row(2, "wood", turn=turn)) == empty


def test_a_resource_for_turning_a_tile_counts_more_the_nearer_it_is():
    """The miner is turned with an anvil, the home with a gold and others: gold counts at home, and less elsewhere."""
    weights = evolve(ALONE, ready=ONE, near=0.5, far=0.5)
    empty = worth(weights, *ROW[:3], season="spring")
    gains = []
    for place in range(3):
        tiles = list(ROW[:3])
        tiles[place] += " gold1"
        gains.append(worth(weights, *tiles, season="spring") - empty)
    assert gains[0] > gains[1] > gains[2] > 0


def test_a_winter_tile_in_hand_is_a_plan_until_winter():
    weights, tiles = evolve(ALONE, plan=(0.5, 0.5, 0.5, 0.0)), ("home_1 gold16",)
    nothing = worth(ALONE, *tiles, season="autumn")
    twelve = worth(weights, *tiles, season="autumn", hand="keythedral")
    assert twelve == nothing + 6
    assert worth(weights, *tiles, season="autumn", hand="keythedral; village_hall") == twelve
    assert worth(weights, *tiles, season="autumn", hand="keythedral; jeweller") >= nothing + 8
    assert worth(weights, *tiles, hand="keythedral") == worth(ALONE, *tiles)


def test_the_first_steward_sees_neither_ways_nor_plans():
    turn = joined_turn()
    empty = worth(FIRST, *row(None, "", turn=turn))
    gains = {round(worth(FIRST, *row(place, "stone", turn=turn)) - empty, 9) for place in (1, 2)}
    assert len(gains) == 1


def test_a_weight_by_season_needs_four_numbers():
    with pytest.raises(kf.SetupError, match=r"road needs a number for each season"):
        Weights(road=0.3)  # type: ignore[arg-type]  # who does not check types is told, too
    with pytest.raises(kf.SetupError, match=r"worker needs a number for each season"):
        Weights(worker=(1.0, 0.8))  # type: ignore[arg-type]  # the same: two numbers, not four
