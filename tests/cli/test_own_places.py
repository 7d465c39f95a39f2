"""Places of expansions in the terminal: whoever plays there sees what lies in them."""

import io

import pytest

pytest.importorskip("rich")

from rich.console import Console

import keyflower as kf
from keyflower.cli.screen import TerminalScreen
from keyflower.expansions.merchants import Cabins, Extensions, Folder, Hold, Market
from keyflower.extend import some
from keyflower.model.speaker import speaker
from keyflower.testing import scenario


def shown(game, seat, language="en"):
    paper = io.StringIO()
    who = speaker(language, "keyflower.expansions.merchants.languages")
    screen = TerminalScreen(Console(file=paper, width=400), game, seat, who)
    screen.hand()
    for part in (screen.boats(), screen.places(), *screen.villages()):
        screen.console.print(part)
    return paper.getvalue()


@pytest.fixture
def game():
    at = scenario(
        "summer",
        players=2,
        villages={"P1": ["home_1", "stable back"]},
        places={
            "P1": [
                Folder(some("contract_reds"), some("contract_purple")),
                Extensions((("stable", some("extension_red_wood")),)),
                Cabins("home_1", kf.Pool.of(cabin=2)),
            ],
            "table": [Market(row=some("contract_golds"), deck=some("contract_irons"))],
            "boat_sea_bastion_ii": [Hold(some("contract_woods"))],
        },
        boats={"boat_sea_bastion_ii": ""},
        expansions=["merchants"],
    )
    return at.game


def test_the_screen_shows_what_lies_in_places(game):
    text = shown(game, 0)
    for part in (
        "contracts: contract_purple1 contract_reds1",
        "open contracts: contract_golds1",
        "deck of contracts: ?1",
        "stable* extension_red_wood1",
        "home_1 cabin2",
    ):
        assert part in text


def test_what_is_hidden_is_counted_only(game):
    text = shown(game, 1)
    assert "contract_purple" not in text and "contract_irons" not in text and "contract_woods" not in text


def test_titles_are_said_in_the_language_of_the_player(game):
    assert "відкриті контракти: " in shown(game, 0, "uk")
