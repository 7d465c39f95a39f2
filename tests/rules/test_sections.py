"""Nothing of the specification is forgotten: every scenario, ruling and tile has a test in this folder."""

import re
from pathlib import Path

import pytest

from keyflower.facade.registry import resolve
from keyflower.model.enums import TileKind
from keyflower.testing import census, scenario

HERE = Path(__file__).parent
TEXTS = {
    path.name: path.read_text() for path in sorted(HERE.glob("test_*.py")) if path.name != Path(__file__).name
}
NAMES = [name for text in TEXTS.values() for name in re.findall(r"^def (test_\w+)", text, re.M)]


LEFT_OUT = {
    9, 20, 46, 48, 58, 62, 70, 71, 72, 73, 74, 78, 80, 82, 84, 94, 95, 99, 106, 107, 114, 116, 120, 122, 131, 136,
}  # fmt: skip
"""The numbers between 1 and 143 that section 9 does not use."""


@pytest.mark.parametrize("number", sorted(set(range(1, 144)) - LEFT_OUT))
def test_every_scenario_of_section_9_has_a_test(number):
    wanted = f"_s{number:03}_"
    assert any(wanted in name for name in NAMES), f"scenario {number} has no test named {wanted}"


@pytest.mark.parametrize("number", sorted(LEFT_OUT))
def test_no_test_claims_a_scenario_that_section_9_does_not_have(number):
    assert [name for name in NAMES if f"_s{number:03}_" in name] == []


@pytest.mark.parametrize("number", range(1, 40))
def test_every_ruling_of_section_8_has_a_test(number):
    pattern = re.compile(rf"_c{number}(?:_|$)")
    assert any(pattern.search(name) for name in NAMES), f"ruling C{number} has no test"


@pytest.mark.parametrize("tile", sorted(resolve(["farmers"]).tiles))
def test_every_tile_has_a_scenario(tile):
    words = {tile, tile.removeprefix("boat_"), tile.replace("turn_order_", "TO"), f"{tile}a", f"{tile}b"}
    text = "\n".join(TEXTS.values())
    assert any(re.search(rf"\b{re.escape(word)}\b", text) for word in words), f"{tile} is in no scenario"


def test_names_of_tests_are_not_used_twice():
    for name, text in TEXTS.items():
        names = re.findall(r"^def (test_\w+)", text, re.M)
        assert len(set(names)) == len(names), name


# ---------------------------------------------------------------------- the helper itself


def test_a_scenario_conserves_pieces_and_tiles():
    at = scenario(
        "autumn",
        players=4,
        lots={"inn": {"bids": "P1 R1", "uses": "P2 R1"}},
        villages={"P1": ["home_3 back wood2", "stable gold1 P2:B1"]},
        screens={"P2": "R3 saw2 wheat1"},
        bag="R2 G1",
        stack="saw1",
        supply="iron0 sheep3",
        expansions=["farmers"],
    )
    assert census.losses(at.game.ruleset, at.game.state) == ""
    assert (str(at.bag), str(at.stack)) == ("R2 G1", "saw1")
    assert (at.supply["iron"], at.supply["sheep"]) == (0, 3)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"screens": {"P1": "R41"}}, "only 40 are left"),
        ({"screens": {"P9": "R1"}}, "nobody is called"),
        ({"screens": {"P1": "wood1"}}, "kept in the village"),
        ({"villages": {"P1": ["home_1", "miner"], "P2": ["miner"]}}, "is somewhere else already"),
        ({"villages": {"P1": ["home_1", "miner@3,3"]}}, "cannot be laid"),
        ({"villages": {"P1": ["home_1 sheep1/9"]}}, "no sector"),
        ({"lots": {"miner": "P1 R2, P2 R2"}}, "no two are of the same size"),
        ({"lots": {"miner": "P1 R2, P2 B3"}}, "one colour"),
        ({"lots": {"miner": {"uses": "P1 R2, P2 R1"}}}, "cannot have happened"),
        ({"lots": "minor"}, "did you mean"),
        ({"phase": "nonsense"}, "no phase"),
        ({"boats": {"white_wind": "R1"}}, "not in the row"),
        ({"supply": "gold60"}, "only 48 are left"),
        ({"bag": "R1 wood"}, "not a number of pieces"),
    ],
)
def test_a_position_that_cannot_be_is_refused(asked, message):
    from keyflower.kernel.errors import SetupError

    with pytest.raises(SetupError, match=message):
        scenario(**asked)


def test_checks_of_the_helper_can_fail():
    at = scenario(lots={"miner": "P2 R1"})
    with pytest.raises(AssertionError, match="is legal"):
        at.illegal("bid miner R2")
    with pytest.raises(AssertionError, match="not with"):
        at.illegal("bid miner B2", "bid.too-low")
    with pytest.raises(AssertionError, match="not by"):
        at.illegal("bid miner B2", "bid.colour", rule="9.9")
    with pytest.raises(AssertionError, match=r"bid\.colour"):
        at.legal("bid miner B2")


def test_kinds_of_tiles_are_closed():
    assert {tile.kind for tile in resolve(["farmers"]).tiles.values()} == set(TileKind)
