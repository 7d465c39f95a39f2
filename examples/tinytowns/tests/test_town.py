"""Towns as values, texts and pictures."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tinytowns import Town
from tinytowns.squares import ADJACENT, AROUND, IN_LINES, NAMES, NUMBERS

TEXT = "CWhT/bK../..M./sg.. b2:wg"


def test_a_town_reads_back_from_its_text():
    town = Town.parse(TEXT)
    assert str(town) == TEXT and eval(repr(town)) == town  # a repr that rebuilds
    assert (town["a1"], town["c1"], town["b2"], town["d4"]) == ("C", "h", "K", ".")
    assert town.cubes_on("b2") == "wg" and town.cubes_on("a1") == ""


@pytest.mark.parametrize(
    "text",
    ["", "CW", "CW../..../....", "CW../..../..../...x", "CW../..../..../.... c3:w", "C.../..../..../.... a1:",
     "C.../..../..../.... a1:x", "C.../..../..../.... e9:w", "C.../..../..../.... a1"],
)  # fmt: skip
def test_a_text_that_is_no_town_is_refused(text):
    with pytest.raises(ValueError, match=r"town|cubes|building"):
        Town.parse(text)


def test_a_changed_town_is_another_town():
    town = Town.parse(TEXT)
    assert str(town.put(NUMBERS["b2"], "F")) == "CWhT/bF../..M./sg.."
    assert str(town.cleared((2, 4, 5))) == "CW.T/.K../..M./sg.. b2:wg"
    assert str(town.loaded(NUMBERS["a1"], "b")) == "CWhT/bK../..M./sg.. a1:b b2:wg"
    assert str(town) == TEXT


def test_the_squares_around_a_square():
    assert [NAMES[there] for there in ADJACENT[NUMBERS["b2"]]] == ["b1", "a2", "c2", "b3"]
    assert [NAMES[there] for there in ADJACENT[NUMBERS["a1"]]] == ["b1", "a2"]
    assert len(AROUND[NUMBERS["b2"]]) == 8 and len(AROUND[NUMBERS["d4"]]) == 3
    assert all(len(lines) == 6 for lines in IN_LINES)


def test_a_town_as_text_shows_every_square():
    shown = Town.parse(TEXT).text()
    for word in (
        "Cottage",
        "Well",
        "wheat",
        "Tavern",
        "brick",
        "Factory",
        "Monument",
        "stone",
        "glass",
        "w g",
    ):
        assert word in shown
    assert "\x1b[" in Town.parse(TEXT).text(colour=True)


def test_a_town_as_svg_names_every_piece():
    town = Town.parse(TEXT)
    picture = ElementTree.fromstring(town.svg(title="Ann & Bob"))
    titles = [str(element.text) for element in picture.iter("{http://www.w3.org/2000/svg}title")]
    pieces = [
        "Cottage",
        "Well",
        "wheat",
        "Tavern",
        "brick",
        "Factory",
        "wood",
        "glass",
        "Monument",
        "stone",
        "glass",
    ]
    assert sorted(titles) == sorted(["Ann & Bob", *pieces])
    assert town._repr_svg_() == town.svg()


def test_the_picture_of_the_readme_is_what_the_package_draws():
    drawn = Path(__file__).parents[1].joinpath("town.svg").read_text(encoding="utf-8")
    assert Town.parse("CWCT/CPFY/hwTT/.bKM c4:g").svg(title="Ann's town") == drawn
