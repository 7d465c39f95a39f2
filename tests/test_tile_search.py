"""``keyflower tiles``: what a tile can be called, and what is shown of one."""

from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from keyflower.cli.tiles import found_tiles, show_tiles
from keyflower.languages import LANGUAGES, language

ANY: dict[str, Any] = {"season": None, "kind": None, "expansion": None, "reconstructed": False}


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("side", "ab")
@pytest.mark.parametrize("called", ["{}", "boat_{}", "boat {}", "Boat {}", "BOAT_{}"])
def test_a_summer_boat_is_found_by_its_side(called, number, side):
    (tile,) = found_tiles(called.format(f"{number}{side}"), **ANY, language=language("en"))
    assert tile.name == f"boat_{number}"


def test_a_summer_boat_is_found_by_its_side_in_another_language():
    ukrainian = language("uk")
    title = found_tiles("boat_2", **ANY, language=ukrainian)[0].title_in(ukrainian)
    (tile,) = found_tiles(f"{title}b", **ANY, language=ukrainian)
    assert tile.name == "boat_2"


def shown(search: str, code: str = "en") -> str:
    out = StringIO()
    assert show_tiles(Console(file=out, width=200), search, **ANY, json=False, language=language(code))
    return out.getvalue()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("search", ["boat_2b", "sheep_shelter", "gold_mine", "home_1"])
def test_the_edges_of_a_tile_are_shown_once(capsys, search, code):
    (tile,) = found_tiles(search, **ANY, language=language(code))
    text = shown(search, code) + capsys.readouterr().out
    assert text.count(tile.edges) == 1


def test_the_printed_points_of_the_shelter_are_reconstructed_and_not_those_of_the_rulebook(capsys):
    text = shown("sheep_shelter") + capsys.readouterr().out
    assert text.lower().count("reconstructed") == 1 and "Reconstructed: upgrade, printed points." in text
