"""Pictures to build on: the sprite, light and dark, free places, and marks for programs and screen readers."""

import re
import xml.etree.ElementTree as ET
import zlib

import pytest

import keyflower as kf
from keyflower import render
from keyflower.facade.registry import resolve
from keyflower.render.theme import TONES, darkened
from tests.support.picture_parts import marked, parsed, texts

RULES = resolve(["farmers"])
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def sheet() -> str:
    return render.sprite(RULES)


def test_the_sprite_has_every_ground_face_and_piece(sheet):
    ids = {symbol.get("id") for symbol in ET.fromstring(sheet).iter(f"{SVG}symbol")}
    wanted = {f"kf-ground-{tile.edges}" for tile in RULES.tiles.values()}
    wanted |= {
        f"kf-face-{name}-{side}" for name, tile in RULES.tiles.items() for side in range(len(tile.faces))
    }
    wanted |= {f"kf-piece-{good}" for good in RULES.goods}
    wanted |= {"kf-piece-red-lying", "kf-unknown-worker", "kf-season-winter", "kf-face-unknown"}
    assert wanted <= ids


def test_the_sprite_can_be_asked_for_twice():
    assert render.sprite(resolve()) == render.sprite(resolve())


def test_the_sprite_is_small_on_the_wire(sheet):
    assert len(zlib.compress(sheet.encode(), 9)) < 30_000


def test_the_sprite_takes_its_colours_from_the_page(sheet):
    used = set(re.findall(r"var\(--kf-([\w-]+)\)", sheet))
    named = {tone.name for tone in TONES}
    assert used and used <= named
    assert not any(tone.light in sheet for tone in TONES)
    style = render.style_sheet()
    assert all(f"--kf-{name}:" in style for name in named)
    assert "prefers-color-scheme:dark" in style


def test_faces_are_apart_from_grounds_so_that_a_tile_can_be_turned():
    picture = parsed(kf.tile("smelter").svg())
    (tile,) = marked(picture, "tile")
    assert len(marked(tile, "ground")) == len(marked(tile, "face")) == 1
    assert "Smelter" in texts(marked(tile, "face")[0])


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("ground", ["paper", "parchment", "gilded", "panel", "mat", "leading", "plate"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_on_every_ground_in_both_themes(ground, theme):
    tones = {tone.name: getattr(tone, theme) for tone in TONES}
    assert contrast(tones["ink"], tones[ground]) >= 4.5


def test_a_dark_picture_has_the_same_shapes_in_other_colours():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    light, dark = game.svg(), game.svg(dark=True)
    assert darkened(light) == dark != light
    assert re.sub(r"#[0-9a-f]{6}", "", light) == re.sub(r"#[0-9a-f]{6}", "", dark)


def test_tables_villages_and_pastures_are_marked_for_programs_and_read_aloud():
    game = kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"])
    root = parsed(game.view("Bob").svg())
    labels = [found.get("aria-label") for found in root.iter() if found.get("role") == "group"]
    assert {"Ann's village", "Bob's village"} <= set(labels)
    tiles = [found for found in marked(root, "tile") if found.get("data-cell")]
    assert [found.get("data-cell") for found in tiles] == ["0,0", "0,0"]
    meadows = {found.get("data-pasture") for found in marked(root, "pasture") if found.get("data-pasture")}
    assert {pasture.id for pasture in game.village("Ann").pastures} <= meadows
    assert [found.get("data-seat") for found in marked(root, "seat")] == ["0", "1"]


def test_free_places_are_ghosts():
    village = kf.Game.new(["Ann", "Bob"], seed=7).village("Ann")
    root = parsed(render.village_svg(village, ghosts=[(1, 0), (0, 1), (1, 0)]))
    assert [found.get("data-cell") for found in marked(root, "ghost")] == ["0,1", "1,0"]


def test_width_and_columns_shape_a_table():
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=7)
    widths = [float(parsed(game.svg(columns=columns, width=900)).get("width", "0")) for columns in (2, 5)]
    assert widths[0] < widths[1]


def test_goods_lie_in_a_tray_and_printed_ones_do_not():
    from keyflower.model.pool import Pool

    village = kf.Game.new(["Ann", "Bob"], seed=7).village("Ann")
    home = village.names[0]
    bare, loaded = (parsed(one.svg()) for one in (village, village.with_goods(home, Pool.of(wood=2))))
    assert marked(bare, "tray") == []
    (tray,) = marked(loaded, "tray")
    assert marked(tray, "wood") and "×2" in texts(tray)


def test_pictures_keep_the_rules_of_their_game():
    """A game with tiles of its own is drawn with them, whatever function is asked."""
    game = kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"])
    assert render.auction_svg(game) == render.auction_svg(
        game.state, ruleset=game.ruleset, names=game.players
    )
    assert render.table_svg(game) == game.svg()


def test_surfaces_are_reached_from_the_package_and_loaded_when_used():
    import subprocess
    import sys

    code = (
        "import sys, keyflower as kf; before = 'keyflower.bots' in sys.modules; kf.bots; kf.render; kf.simulate; "
        "kf.testing; kf.extend; kf.words; print(before, 'keyflower.bots' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_piece_larger_than_the_room_for_pieces_says_its_size():
    rules = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["merchants"]).ruleset
    sizes = dict(re.findall(r'id="kf-piece-(\w+)"[^>]* data-size="(\d+ \d+)"', render.sprite(rules)))
    contracts = {name for name in rules.goods if name.startswith("contract_")}
    assert contracts <= sizes.keys() and not {"wood", "saw", "cabin", "red"} & sizes.keys()
