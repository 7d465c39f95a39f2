"""Looks: what parts say about how they are drawn, and every surface that reads it."""

import xml.etree.ElementTree as ET
from random import Random

import pytest
from attrs import evolve

import keyflower as kf
from keyflower import render
from keyflower.extend import (
    BLANK,
    AnyOf,
    Face,
    Good,
    Noted,
    On,
    Outline,
    Pays,
    Piece,
    PieceKind,
    Power,
    Row,
    Shape,
    Sign,
    Tile,
    TileKind,
    oval,
    phrase,
)
from keyflower.facade.registry import resolve
from keyflower.model.errors import RulesetError

ALL = resolve(["farmers", "merchants"])
HUT = Shape((("M-9 10V-1L0 -10L9 -1V10Z", "#c98f4a"),))


def test_a_look_never_changes_what_a_value_equals():
    assert Good("hut", "hut", 6, look=HUT) == Good("hut", "hut", 6)
    assert PieceKind("hut", look=HUT) == PieceKind("hut")
    assert Power("x.y", "does something", look=Sign.FREE) == Power("x.y", "does something")
    assert repr(Good("hut", "hut", 6, look=HUT)) == repr(Good("hut", "hut", 6))


@pytest.mark.parametrize(
    ("path", "fill"),
    [("", "#fff"), ("9 9", "#fff"), ('M0 0"/><script>', "#fff"), ("M0 0Z", "url(x)"), ("M0 0Z", 'red" x="')],
)
def test_a_shape_takes_path_data_and_colours_alone(path, fill):
    with pytest.raises(RulesetError):
        Shape(((path, fill),))


def test_a_shape_has_a_size():
    with pytest.raises(RulesetError):
        Shape((("M0 0Z", "#fff"),), size=(0, 24))


@pytest.mark.parametrize("good", ALL.goods)
def test_every_piece_of_the_built_in_expansions_has_a_drawing_of_its_own(good):
    if ALL.goods[good].kind != "worker":
        assert ALL.goods[good].look is not None


def symbols(rules, **more):
    root = ET.fromstring(render.sprite(rules, **more))
    return {element.get("id"): ET.tostring(element) for element in root}


def test_the_sprite_has_a_symbol_for_every_piece_and_every_unknown_one():
    found = symbols(ALL)
    wanted = {f"kf-piece-{good}" for good in ALL.goods}
    wanted |= {f"kf-unknown-{kind}" for kind in ("worker", "skill", "resource", "produce", *ALL.piece_kinds)}
    assert wanted <= found.keys()
    contracts = [found[f"kf-piece-{good}"] for good in ALL.kind("contract")]
    assert len(set(contracts)) == len(contracts), "every contract can be told from the others"


@pytest.mark.parametrize("tile", kf.tiles(expansion="merchants"), ids=lambda tile: tile.name)
def test_every_side_of_the_merchants_is_drawn_in_icons(tile):
    for side, face in enumerate(tile.faces):
        drawn = "".join(ET.fromstring(render.tile_svg(tile, side=side)).itertext())
        for part in (*face.scores, *face.powers, *([face.use] if face.use else [])):
            # once in the tooltip of the tile and once in the description, but not written on the square
            assert drawn.count(part.words()) <= 2


DRAWINGS = [
    *Sign,
    Piece("wood", 2),
    AnyOf("contract"),
    Row((Piece("wood"), Sign.UPGRADE), between="/"),
    Row((Piece("wood"),) * 5, columns=2),
    On("tile", Piece("cabin")),
    On("pasture", Row((Piece("sheep"), Piece("cow")))),
    Noted(Pays(AnyOf("animal"), 12), phrase("each pasture")),
]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: str(drawing)[:40])
def test_every_drawing_word_is_drawn(drawing):
    power = Power("x.y", "does something odd", look=drawing)
    tile = Tile("odd", title="Odd", kind=TileKind.HOME, edges="FFFFFF", front=Face(powers=(power,)))
    plain = evolve(tile, front=Face(powers=(evolve(power, look=None),)))
    drawn, written = render.tile_svg(tile), render.tile_svg(plain)
    assert drawn != written
    assert "does something" in "".join(ET.fromstring(written).itertext())


def test_a_kind_looks_as_its_only_piece_does_and_an_unknown_one_is_grey():
    blank = Shape((Outline(oval(0, 0, 9), BLANK),))
    rules = resolve(["merchants"])
    found = symbols(rules)
    assert b"#b9b9b9" in found["kf-unknown-contract"]
    assert b"#c98f4a" in found["kf-unknown-cabin"]
    assert blank.letters is None


def played(expansions, seed):
    """A game in winter, in which contracts were taken and extensions put up wherever that was possible."""
    game, rng = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=expansions), Random(seed)
    while not game.over and game.season != "winter":
        seat, decision = next(iter(game.decisions.items()))
        options = list(decision.options)
        own = [option for option in options if option.kind in ("extend", "contract", "put", "upgrade")]
        game = game.play(rng.choice(own or options), seat=seat)
    return game


@pytest.fixture(scope="module")
def game():
    return played(["merchants"], 1)


def test_what_lies_on_a_tile_is_drawn_on_it(game):
    lying = {name: pool for seat in game.state.seats for name, pool in seat.village.lying}
    assert lying
    root = ET.fromstring(game.svg())
    for name, pool in lying.items():
        [tile] = [
            element
            for element in root.iter()
            if element.get("data-tile") == name and element.get("class") == "tile"
        ]
        marks = [element.get("class") for element in tile.iter()]
        assert "placed" in marks
        assert all(f"piece {piece}" in marks for piece in pool)


def test_places_on_the_table_are_shown_part_by_part(game):
    text = render.table_text(game.view("Bob").state, ruleset=game.ruleset, names=game.players)
    for part in ("open contracts", "deck of contracts", "Extensions:"):
        assert part in text
    assert "open contracts" in game.view("Bob").svg()


def test_a_deck_is_counted_in_text(game):
    state = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["merchants"])
    assert "; deck of contracts contract33;" in str(state)
    assert "contract_purple1" in render.table_text(state.state), "without rules no piece has a kind"


def test_pastures_have_numbers_only_where_something_may_lie_on_them(game):
    assert 'class="sectors"' not in game.svg()
    assert 'class="sectors"' in kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"]).svg()
