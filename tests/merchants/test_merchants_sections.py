"""Nothing of the specification is forgotten: every scenario and every tile of The Merchants has a test here."""

import re
from pathlib import Path

import pytest

from keyflower.expansions.merchants import EXPANSION

HERE = Path(__file__).parent
TEXTS = {
    path.name: path.read_text() for path in sorted(HERE.glob("*.py")) if path.name != Path(__file__).name
}
NAMES = [name for text in TEXTS.values() for name in re.findall(r"^def (test_\w+)", text, re.M)]


@pytest.mark.parametrize("number", range(1, 88))
def test_every_scenario_has_a_test(number):
    wanted = f"test_m{number:02}_"
    assert any(name.startswith(wanted) for name in NAMES), f"scenario {number} has no test named {wanted}"


@pytest.mark.parametrize("tile", [tile.name for tile in EXPANSION.tiles])
def test_every_tile_is_in_a_scenario(tile):
    text = "\n".join(TEXTS.values())
    assert re.search(rf"\b{re.escape(tile.removeprefix('boat_'))}\b", text), f"{tile} is in no scenario"
