"""Front-ends in other languages: pictures fit, nothing English is left, and the environment chooses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import pytest

import keyflower as kf
from keyflower import render
from keyflower.bots import RandomBot
from keyflower.extend.tiles import Tile
from keyflower.languages import language
from keyflower.simulate import play_out
from tests.support.picture_parts import local, on_page, parsed, placed, points

LANGUAGES = ("uk", "pl", "ru")
CYRILLIC = ("uk", "ru")
SIDES = [(tile, side) for tile in kf.tiles() for side in range(len(tile.faces))]
SQUARE = 74.0
"""The half width of the hex in the middle of a tile, where everything is printed."""
NAMES = {"Ann", "Bob", "Cid", "Keyflower"}
"""What stays as it is in every language."""
LETTERS = re.compile(r"(?:[RBYGP]|Sh|Wh|[A-Z])\d*")
"""What stands on pieces: the letters of the notation."""


def english_in(text: str, allowed: set[str] = NAMES) -> list[str]:
    """Return the words in Latin letters that are neither names nor letters of the notation."""
    words = re.findall(r"[A-Za-z][A-Za-z']*\d*", text)
    return [word for word in words if word not in allowed and not LETTERS.fullmatch(word)]


def read_aloud(picture: str) -> Iterator[str]:
    """Iterate everything in a picture that a person reads or hears."""
    for element, _ in placed(parsed(picture)):
        if local(element) in ("text", "title", "desc"):
            yield element.text or ""
        yield element.get("aria-label", "")


@pytest.fixture(scope="module")
def finished() -> kf.Game:
    game = kf.Game.new(["Ann", "Bob"], seed=5, expansions=["farmers"])
    return play_out(game, [RandomBot(), RandomBot()], Random(3))


@pytest.fixture(scope="module")
def midway(finished: kf.Game) -> kf.Game:
    game = finished
    while game.ply > 60:
        assert game.parent is not None
        game = game.parent
    return game


# ---------------------------------------------------------------------- pictures


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(("tile", "side"), SIDES, ids=lambda value: getattr(value, "id", value))
def test_what_is_written_on_a_tile_fits_its_hex(tile: Tile, side: int, code: str) -> None:
    for element, matrix in placed(parsed(render.tile_svg(tile, side=side, size=206, language=code))):
        if local(element) != "text":
            continue
        for x, y in (on_page(matrix, *point) for point in points(element)):
            # the slanting sides of a flat-top hex
            assert abs(x) + abs(y) / 3**0.5 <= SQUARE + 1 or not (element.text or "").strip("0123456789"), (
                element.text,
                x,
                y,
            )


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("tile", kf.tiles(), ids=lambda tile: tile.id)
def test_titles_are_large_enough_to_read(tile: Tile, code: str) -> None:
    picture = parsed(render.tile_svg(tile, size=206, language=code))
    first = tile.title_in(code).split()[0]
    sizes = [
        float(element.get("font-size", "0")) * matrix[3]
        for element, matrix in placed(picture)
        if local(element) == "text" and first in (element.text or "")
    ]
    assert max(sizes) >= 6.4, "at 100 units a side, where a phone shows 45 pixels"


@pytest.mark.parametrize("code", CYRILLIC)
def test_no_english_is_left_in_pictures(midway: kf.Game, finished: kf.Game, code: str) -> None:
    pictures = [
        midway.svg(language=code),
        midway.view("Bob").svg(language=code),
        finished.svg(language=code),
        render.auction_svg(midway, language=code),
        render.village_svg(finished.village("Ann"), ruleset=finished.ruleset, ghosts=[(9, 9)], language=code),
        finished.village("Bob").svg(language=code),
    ]
    assert [
        english_in(text) for picture in pictures for text in read_aloud(picture) if english_in(text)
    ] == []


@pytest.mark.parametrize("code", CYRILLIC)
def test_no_english_is_left_in_the_sprite(finished: kf.Game, code: str) -> None:
    sheet = render.sprite(finished.ruleset, language=code)
    texts = [unescape(text) for text in re.findall(r"<(?:text|title)[^>]*>([^<]*)<", sheet)]
    assert len(texts) > 500
    assert [text for text in texts if english_in(text)] == []


@pytest.mark.parametrize("code", CYRILLIC)
def test_no_english_is_left_in_tables_of_text(midway: kf.Game, code: str) -> None:
    text = render.table_text(
        midway.view("Ann").state, ruleset=midway.ruleset, names=midway.players, language=code
    )
    ids = {*midway.ruleset.tiles, *midway.ruleset.goods}
    pieces = re.compile(rf"(?:{'|'.join(sorted(ids, key=len, reverse=True))})[ab]?(?:/\d)?\d*")
    assert english_in(pieces.sub("", text)) == []


def test_pictures_in_english_are_what_they_are_without_a_language(midway: kf.Game) -> None:
    assert midway.svg(language="en") == midway.svg() == midway.svg(language=language("en"))


def test_a_name_of_ones_own_is_in_the_picture() -> None:
    own = language("uk").overridden({"miner": "Шахтар"})
    assert "Шахтар" in render.tile_svg(kf.tile("miner"), language=own)
