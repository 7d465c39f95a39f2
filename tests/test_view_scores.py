"""What a view says about points: the truth, or that it cannot be known, whatever place hides it."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen

import keyflower as kf
from keyflower.extend import Count, Expansion, Face, Measure, Tile
from keyflower.testing import random_game, scenario
from tests.guide import guide


def test_points_that_depend_on_a_hidden_place_of_an_expansion_cannot_be_known() -> None:
    bees = guide()
    hive = bees["Hive"](kf.Pool.of(drone=1, queen=3))
    at = scenario(
        villages={"P1": ["bee_garden back"]},
        screens={"P1": ""},
        places={"P1": [hive]},
        expansions=[bees["EXPANSION"]],
    )
    truth = at.game.scores
    assert at.game.view("P1").score("P1") == truth["P1"]
    for viewer in ("P2", kf.SPECTATOR):
        with pytest.raises(
            kf.HiddenInformation, match="cannot know P1's points: they depend on what is hidden"
        ):
            at.game.view(viewer).score("P1")


def test_a_hidden_place_that_nothing_scores_does_not_matter() -> None:
    bees = guide()
    hive = bees["Hive"](kf.Pool.of(drone=1, queen=3))
    at = scenario(
        villages={"P1": ["bee_garden"]},  # only its back side counts queens
        screens={"P1": ""},
        places={"P1": [hive]},
        expansions=[bees["EXPANSION"]],
    )
    assert at.game.view("P2").score("P1") == at.game.scores["P1"]


def test_points_that_depend_on_the_winter_tiles_of_a_hand_cannot_be_known() -> None:
    @frozen
    class PerWinterTile(Measure):
        def words(self) -> str:
            return "1 point per winter tile in hand, 1 more for the scholar"

        def measure(self, count: Count, tile: str) -> tuple[int, str]:
            return len(count.seat.winter) + ("scholar" in count.seat.winter), ""

    shed = Tile("shed", title="Shed", season=kf.Season.SPRING, edges="FRRFRR")
    sheds = Expansion(
        id="sheds", version="1", title="Sheds", tiles=(evolve(shed, front=Face(scores=(PerWinterTile(),))),)
    )
    at = scenario(
        villages={"P1": ["shed"]}, screens={"P1": ""}, winter={"P1": ["scholar"]}, expansions=[sheds]
    )
    assert at.game.view("P1").score("P1") == at.game.scores["P1"]
    with pytest.raises(kf.HiddenInformation, match="cannot know P1's points"):
        at.game.view("P2").score("P1")


def test_the_end_of_the_game_lets_everybody_count() -> None:
    game = random_game(3, 2, expansions=[guide()["EXPANSION"]])
    assert any(seat.place(guide()["Hive"]).bees for seat in game.state.seats)
    assert [game.view(viewer).scores == game.scores for viewer in (0, 1, kf.SPECTATOR)] == [True] * 3
