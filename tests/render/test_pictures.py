"""Pictures and texts of tiles, villages, the auction and the table."""

import math
import os
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations

import pytest
from attrs import evolve, frozen

from keyflower.expansions.farmers.herds import herds_of, with_herd
from keyflower.extend.costs import Cost
from keyflower.extend.effects import Draw, Effect, Gain, Pay
from keyflower.extend.powers import Power
from keyflower.extend.tiles import Face, Tile
from keyflower.facade.registry import resolve, tiles
from keyflower.kernel.errors import MissingExtra
from keyflower.kernel.state import hide
from keyflower.model.enums import COLOURS, LETTERS, Season, TileKind
from keyflower.model.hexes import centre, neighbour, opposite
from keyflower.model.layout import Placed
from keyflower.model.lots import Group, Lot
from keyflower.model.pastures import facing_sectors
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import empty_state
from keyflower.model.village import Village
from keyflower.render import (
    auction_svg,
    auction_text,
    table_svg,
    table_text,
    tile_svg,
    tile_text,
    village_svg,
    village_text,
)
from keyflower.render.notebook import svg_of, text_of
from keyflower.testing import random_game
from tests.support.picture_parts import (
    BERTHS,
    LOTS,
    NAMES,
    assert_inside,
    grown,
    local,
    marked,
    on_page,
    parsed,
    placed,
    points,
    table,
    texts,
    title,
)

SIDES = [(tile, side) for tile in tiles() for side in range(len(tile.faces))]


# ---------------------------------------------------------------------- tiles


@pytest.mark.parametrize(("tile", "side"), SIDES, ids=lambda value: getattr(value, "id", value))
def test_picture_of_every_side_shows_title_edges_and_marks(tile: Tile, side: int) -> None:
    picture = tile_svg(tile, side=side)
    root = parsed(picture)
    shown = tile.title + "ab"[side] if tile.kind is TileKind.SUMMER_BOAT else tile.title
    assert title(root).startswith(shown)
    assert root.get("aria-label") == title(root)
    assert root.get("role") == "img"
    assert shown.replace(" ", "") in "".join(texts(root)).replace(" ", "")
    assert [len(marked(root, mark)) for mark in ("hex", "road", "field", "water")] == [
        1,
        *(tile.edges.count(kind) for kind in "RFW"),
    ]
    is_upgraded = side == 1 and tile.upgradable
    assert bool(marked(root, "upgraded")) == is_upgraded
    assert bool(marked(root, "cost")) == (side == 0 and tile.upgradable)
    assert_inside(picture)


@pytest.mark.parametrize(("tile", "side"), SIDES, ids=lambda value: getattr(value, "id", value))
def test_numbers_of_every_side_are_in_its_picture(tile: Tile, side: int) -> None:
    root = parsed(tile_svg(tile, side=side))
    shown = texts(root)
    face = tile.face(side)
    wanted = [face.points] if face.points else []
    wanted += [number for number in (face.transport, face.upgrades) if number]
    wanted += [points for term in face.scores for points in [getattr(term, "points", 0)] if points]
    for number in wanted:
        # a term without an icon of its own is written out
        assert str(number) in shown or any(text.startswith(f"{number} points ") for text in shown)
    if face.use is not None:
        for piece in getattr(face.use, "goods", EMPTY):
            assert marked(root, piece)
    if side == 0 and tile.upgradable and tile.upgrade is not None:
        (cost,) = marked(root, "cost")
        for piece in tile.upgrade.named:
            assert marked(cost, piece)
        for kind, _ in tile.upgrade.any:
            assert marked(cost, f"any-{kind}")


def test_size_is_the_width_in_pixels() -> None:
    assert parsed(tile_svg(tiles()[0], size=64)).get("width") == "64"


@frozen
class _Odd(Effect):
    def words(self) -> str:
        return "turn the wind & pay <salt>"


@frozen
class _OddScore:
    def words(self) -> str:
        return "4 points per lighthouse that nobody else can see from the sea"


@pytest.mark.parametrize(
    "name",
    ["X", "The Very Long Guildhall of Honourable Merchants", "Donaudampfschifffahrt", '<A & "B">\x00\x1b'],
)
def test_tiles_of_other_expansions_fit_with_any_title_effect_and_score(name: str) -> None:
    tile = Tile(
        "odd",
        title=name,
        season=Season.SPRING,
        edges="RWFWRF",
        front=Face(use=Pay(salt=1) >> (Gain(holy_water=12) & Draw(workers=2)), points=13),
        back=Face(use=_Odd(), scores=(_OddScore(),), powers=(Power("moon.walk", "may walk on the moon"),)),
        upgrade=Cost(salt=2, any_animal=1),
    )
    for side in (0, 1):
        assert_inside(tile_svg(tile, side=side))
    front, back = (parsed(tile_svg(tile, side=side)) for side in (0, 1))
    assert {"Sa", "HW", "12", "13"} <= set(texts(front))
    assert "lighthouse" in " ".join(texts(back))
    assert "walk on the moon" in " ".join(texts(back))
    assert "turn the wind & pay <salt>" in " ".join(texts(back))


# ---------------------------------------------------------------------- villages

VILLAGES = [grown(seed, size) for seed, size in ((1, 1), (2, 5), (3, 12), (4, 25))]


@pytest.mark.parametrize("village", VILLAGES, ids=len)
def test_village_has_one_hex_for_each_tile_and_all_that_lies_on_it(village: Village) -> None:
    picture = village_svg(village, title="Ann's village")
    assert_inside(picture)
    root = parsed(picture)
    assert len(marked(root, "hex")) == len(village)
    assert len(marked(root, "road")) == sum(tile.edges.count("R") for tile in village.layout.tiles)
    by_tile = {found.get("data-tile"): found for found in marked(root, "tile")}
    assert list(by_tile) == list(village.names)
    for laid, spot in village:
        shown = by_tile[laid.name]
        assert shown.get("data-side") == str(spot.side)
        goods = marked(shown, "goods")
        assert len(goods) == bool(spot.goods)
        for good, number in spot.goods.items():
            assert marked(goods[0], good)
            assert number == 1 or f"×{number}" in texts(goods[0])
        on_it = [figure for uses in marked(shown, "uses") for figure in marked(uses, "worker")]
        lying = [figure for figure in on_it if "lying" in figure.get("class", "").split()]
        assert len(on_it) == sum(use.size for use in spot.uses)
        assert len(lying) == sum(use.lying.total for use in spot.uses)


@pytest.mark.parametrize("village", VILLAGES, ids=len)
def test_roads_and_water_join_across_edges(village: Village) -> None:
    root = parsed(village_svg(village))
    ends = []
    for element, matrix in placed(root):
        if "road" in element.get("class", "").split():
            line = next(child for child in element if local(child) == "line")
            ends.append(on_page(matrix, float(line.get("x1", "")), float(line.get("y1", ""))))
    joints = sum(
        1
        for laid in village.layout.tiles
        for edge in range(3)
        for there in [village.layout.at(neighbour(laid.cell, edge))]
        if there is not None and laid.facing[edge] == there.facing[opposite(edge)] == "R"
    )
    meeting = [{one, other} for one, other in combinations(ends, 2) if math.dist(one, other) < 1]
    assert len(meeting) == joints
    assert not any(pair & other for pair, other in combinations(meeting, 2))  # never three at one place


@pytest.mark.parametrize("village", VILLAGES, ids=len)
def test_animals_stand_on_their_own_pastures(village: Village) -> None:
    root = parsed(village_svg(village))
    herds = dict(herds_of(village))
    shown = [
        (element, matrix) for element, matrix in placed(root) if "herd" in element.get("class", "").split()
    ]
    assert {element.get("data-pasture") for element, _ in shown} == set(herds)
    origin = next(matrix for element, matrix in placed(root) if "village" in element.get("class", "").split())
    for element, matrix in shown:
        pasture = village.layout.pasture(element.get("data-pasture", ""))
        assert pasture is not None
        for species, number in herds[pasture.id].items():
            assert marked(element, species)
            assert number == 1 or str(number) in texts(element)
        x, y = matrix[4] - origin[4], matrix[5] - origin[5]
        assert _region_at(village, x, y) in pasture.regions


def _region_at(village: Village, x: float, y: float) -> tuple[str, int]:
    """Return the tile and sector at a place on paper, worked out from angles alone."""
    laid = min(village.layout.tiles, key=lambda tile: math.dist(centre(tile.cell, 100), (x, y)))
    cx, cy = centre(laid.cell, 100)
    # corner 0 is at the upper left, 120 degrees before the right; a half-edge takes 30 degrees
    angle = (math.degrees(math.atan2(y - cy, x - cx)) + 120) % 360
    return (laid.name, facing_sectors(laid.edges, laid.rotation)[int(angle // 30)])


def test_both_species_of_a_mixed_herd_are_shown() -> None:
    home = Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))
    village = with_herd(home, "home_1/2", Pool.of(sheep=2, cow=13))
    (herd,) = marked(parsed(village_svg(village)), "herd")
    assert marked(herd, "sheep")
    assert {"2", "13", "Sh", "C"} <= set(texts(herd))


def test_a_herd_says_on_which_pasture_it_is() -> None:
    home = Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))
    picture = village_svg(with_herd(home, "home_1/2", Pool.of(sheep=2)))
    assert "2 sheep on pasture 2 of Home 1" in picture


def test_neighbouring_pastures_differ_and_one_pasture_has_one_green() -> None:
    from keyflower.render.village_art import meadow_tones

    village = VILLAGES[2]
    tones = meadow_tones(village)
    for pasture in village.pastures:
        assert len({tones[region] for region in pasture.regions}) == 1
    home = village.names[0]
    around = [tones[home, sector] for sector in range(1, 6)]
    assert all(one != other for one, other in zip(around, around[1:] + around[:1], strict=True))


def test_unknown_tiles_are_plain_hexes_with_their_name() -> None:
    village = grown(1, 1).laying(Placed("salt_works", (0, 1), 0, "RFFFFF", "village"))
    root = parsed(village_svg(village))
    assert len(marked(root, "hex")) == 2
    assert "Salt works" in texts(root)
    assert "Salt" in village_text(village)
    assert "salt_works" in village_text(village)


def test_sectors_are_numbered_when_animals_may_come() -> None:
    village = Village.founded(Placed("home_1", (0, 0), 0, "WRRRRR", "home"))
    assert not marked(parsed(village_svg(village)), "sectors")
    assert not marked(parsed(village_svg(village, ruleset=resolve())), "sectors")
    (labels,) = marked(parsed(village_svg(village, ruleset=resolve(["farmers"]))), "sectors")
    assert sorted(texts(labels)) == ["1", "2", "3", "4", "5"]


def test_empty_village_says_so() -> None:
    assert "no tiles yet" in texts(parsed(village_svg(Village.empty())))
    assert village_text(Village.empty()) == "(no tiles yet)"


# ---------------------------------------------------------------------- auction


def test_bids_stand_at_the_sides_of_their_lots() -> None:
    picture = auction_svg(LOTS, berths=BERTHS, names=NAMES)
    assert_inside(picture)
    lots = {found.get("data-tile"): found for found in marked(parsed(picture), "lot")}
    assert list(lots) == [lot.tile for lot in LOTS]
    for lot in LOTS:
        bids = marked(lots[lot.tile], "bid")
        assert len(bids) == len(lot.bids)
        for bid, shown in zip(lot.bids, bids, strict=True):
            data = (shown.get("data-seat"), shown.get("data-colour"), shown.get("data-size"))
            assert data == (str(bid.seat), bid.colour, str(bid.size))
            assert texts(shown) == [NAMES[bid.seat][0], str(bid.size), LETTERS[bid.colour]]
            assert bool(marked(shown, "lying")) == bid.lying
            assert ("leading" in shown.get("class", "")) == (bid.seat == lot.leader)
            assert title(shown).startswith(f"{NAMES[bid.seat]} bids {bid.size} {bid.colour}")
    assert len(marked(lots["paddock"], "lying")) == 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_bids_of_all_seats_do_not_touch_each_other_or_the_tile(seats: int) -> None:
    names = [f"{letter}lice" for letter in "ABCDEF"[:seats]]
    bids = tuple(Group(seat, "red", 9 + seat) for seat in range(seats))
    picture = auction_svg([Lot("miner", bids=bids)] * 7, names=names)
    assert_inside(picture)
    frames, middles = [], []
    for element, matrix in placed(parsed(picture)):
        marks = element.get("class", "").split()
        if "bid" in marks:
            frame = next(child for child in element if local(child) == "rect")
            corners = [on_page(matrix, *point) for point in points(frame)]
            frames.append((min(corners), max(corners)))
        if "lot" in marks:
            middles.append(on_page(matrix, 0, 0))
    assert len(frames) == 7 * seats
    for place, (low, high) in enumerate(frames):
        for other_low, other_high in frames[place + 1 :]:
            apart = (
                low[0] > other_high[0]
                or other_low[0] > high[0]
                or low[1] > other_high[1]
                or other_low[1] > high[1]
            )
            assert apart
        for x, y in middles:
            near = (min(max(x, low[0]), high[0]) - x, min(max(y, low[1]), high[1]) - y)
            # a hex is where no projection on the normals of its edges exceeds its half height
            turns = (math.radians(angle) for angle in (-90, -30, 30, 90, 150, 210))
            assert max(near[0] * math.cos(turn) + near[1] * math.sin(turn) for turn in turns) > 86.6


def test_boats_show_what_they_carry_and_which_are_taken() -> None:
    boats = {
        found.get("data-boat"): found for found in marked(parsed(auction_svg(LOTS, berths=BERTHS)), "berth")
    }
    carried = [found for row in marked(boats["boat_keyflower"], "carried") for found in row.iter()]
    classes = Counter(found.get("class", "") for found in carried)
    assert (classes["worker red"], classes["worker blue"], classes["worker yellow"]) == (3, 2, 2)
    assert classes["piece anvil"] == 1
    assert "taken" in texts(boats["boat_sea_bastion"])
    assert "taken" not in texts(boats["boat_keyflower"])


def test_auction_of_a_state_equals_that_of_its_lots() -> None:
    state = table()
    rules = resolve(["farmers"])
    whole = auction_svg(state, names=NAMES, ruleset=rules)
    assert whole == auction_svg(state.lots, berths=state.berths, names=NAMES, ruleset=rules)


def test_players_with_the_same_initial_get_different_labels() -> None:
    root = parsed(auction_svg(LOTS, names=("Ann", "Alf", "Cid")))
    assert {texts(bid)[0] for bid in marked(root, "bid")} == {"An", "Al", "Ci"}


# ---------------------------------------------------------------------- the table


def test_table_shows_every_part() -> None:
    picture = table_svg(table(), names=NAMES)
    assert_inside(picture)
    root = parsed(picture)
    assert len(marked(root, "lot")) == len(LOTS)
    assert len(marked(root, "berth")) == len(BERTHS)
    assert len(marked(root, "village")) == 3
    shown = texts(root)
    for text in ("Autumn", "Cid to act", *NAMES, "Stable", "Sea Bastion", "taken: Bob", "bag", "supply"):
        assert text in shown
    assert not marked(root, "unknown")


def test_hidden_pieces_are_grey_question_marks_and_leak_no_colour() -> None:
    root = parsed(table_svg(hide(table(), 0), names=NAMES))
    own, *others = [marked(seat, "screen")[0] for seat in marked(root, "seat")]
    assert marked(own, "blue")
    assert not marked(own, "unknown")
    assert "Bakery" in texts(own)
    for screen in others:
        assert len(marked(screen, "unknown")) == 2
        assert {"8", "3", "?"} <= set(texts(screen))
        assert "Jeweller" not in texts(screen)
        for name in (*COLOURS, "anvil", "saw", "pickaxe"):
            assert not marked(screen, name)
    (supplies,) = marked(root, "supplies")
    assert not marked(supplies, "red")
    assert marked(supplies, "green")


def test_tables_that_differ_only_in_what_is_hidden_look_the_same() -> None:
    one = table(workers="R3 Y4 G1", skills="anvil2 saw1", winter=("jeweller",))
    other = table(workers="B8", skills="pickaxe3", winter=("downs",))
    other = evolve(
        other, bag=Pool.parse("B42"), stack=Pool.parse("pickaxe19"), piles=((), (), ("well", "barn"))
    )
    assert table_svg(one) != table_svg(other)
    assert table_svg(hide(one, 0)) == table_svg(hide(other, 0))
    assert table_text(hide(one, 0)) == table_text(hide(other, 0))


def test_table_before_set_up_can_be_drawn() -> None:
    parsed(table_svg(empty_state()))
    assert "nothing set up yet" in table_text(empty_state())


@pytest.mark.parametrize("players", range(2, 7))
def test_states_of_random_games_are_drawn_in_full_and_hidden(players: int) -> None:
    expansions = ("farmers",) if players % 2 else ()
    for plies in (35, None):
        game = random_game(players, players, expansions=expansions, plies=plies)
        for state in (game.state, hide(game.state, 1)):
            picture = table_svg(state, ruleset=game.ruleset, names=game.players)
            assert_inside(picture)
            assert len(marked(parsed(picture), "village")) == players
            words = table_text(state, ruleset=game.ruleset, names=game.players)
            for seat in state.seats:
                for name in seat.village.names:
                    assert name in words


def test_names_of_players_cannot_break_a_picture() -> None:
    names = ('<script>"&', "\x00\ud800", "")
    root = parsed(table_svg(table(), names=names))
    assert '<script>"&' in texts(root)


# ---------------------------------------------------------------------- texts


@pytest.mark.parametrize("tile", tiles(), ids=lambda tile: tile.id)
def test_text_of_every_tile_shows_edges_and_words(tile: Tile) -> None:
    text = tile_text(tile)
    lines = text.splitlines()
    marks = {"R": "#", "F": '"', "W": "~"}
    places = ((1, 7), (2, 14), (5, 14), (6, 7), (5, 2), (2, 2))
    assert "".join(lines[row][column] for row, column in places) == "".join(
        marks[edge] for edge in tile.edges
    )
    for word in tile.title.split():
        assert word in "\n".join(lines[:7])
    assert tile.words() in text


@pytest.mark.parametrize("village", VILLAGES, ids=len)
def test_text_of_a_village_names_every_tile_good_worker_and_herd(village: Village) -> None:
    text = village_text(village)
    rows = {row.split()[0]: row for row in text.partition("Tiles:\n")[2].splitlines() if row.startswith("  ")}
    for laid, spot in village:
        row = rows[laid.name]
        assert (f"goods {spot.goods}" in row) == bool(spot.goods)
        assert ("used" in row) == bool(spot.uses)
        assert ("(R1)" in row) == any(use.lying for use in spot.uses)
    for pasture, herd in herds_of(village):
        assert f"  {pasture}  {herd}" in text
    above = text.partition("# road")[0]
    tiles_drawn = above.count("###") + above.count('"""') + above.count("~~~")
    assert tiles_drawn == 2 * len(village)


def test_colours_are_only_in_texts_that_ask_for_them() -> None:
    village = VILLAGES[2]
    plain, coloured = village_text(village), village_text(village, colour=True)
    assert "\x1b" not in plain
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_text_of_an_auction_tells_bids_uses_and_boats() -> None:
    assert auction_text(LOTS[:2], berths=BERTHS, names=NAMES) == (
        "Auction:\n"
        "  miner             take 2 iron\n"
        "                    bids: Ann R2, Bob R3 leads\n"
        "  keystone_quarry   take 1 stone\n"
        "                    bids: Ann Y4, Cid (B11) leads\n"
        "                    used: Y1\n"
        "Boats:\n"
        "  boat_keyflower    R3 B2 Y2 anvil1\n"
        "  boat_sea_bastion  B3 saw1  taken"
    )


def test_text_of_a_table_counts_what_is_hidden() -> None:
    text = table_text(hide(table(), 0), names=NAMES)
    assert "Autumn: Cid to act" in text
    assert "workers ?8; skills ?3; stock wheat3; winter tiles ?; won Stable; boat Sea Bastion" in text
    assert "workers B5; skills pickaxe1; winter tiles Bakery" in text
    assert "bag ?42; skill stack ?19" in text


# ---------------------------------------------------------------------- all of them


def test_pictures_are_the_same_in_every_process() -> None:
    code = (
        "from tests.render.test_pictures import *; import hashlib;"
        "whole = table_svg(table()) + village_svg(VILLAGES[2]) + table_text(table());"
        "print(hashlib.sha256(whole.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert table_svg(table()) == table_svg(table())


def test_pictures_have_no_ids_so_that_many_fit_on_one_page() -> None:
    for picture in (table_svg(table()), village_svg(VILLAGES[2]), tile_svg(tiles()[0])):
        assert not [element for element in parsed(picture).iter() if element.get("id")]


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "svg", None)
    for draw in (
        lambda: tile_svg(tiles()[0]),
        lambda: village_svg(VILLAGES[0]),
        lambda: auction_svg(LOTS),
        lambda: table_svg(table()),
    ):
        with pytest.raises(MissingExtra, match=r"pip install \'.\[svg\]\'"):
            draw()
    assert svg_of(tiles()[0]) is None
    assert "Home 1" in text_of(tiles()[0])


def test_render_is_imported_without_the_drawing_library() -> None:
    code = "import sys; sys.modules['svg'] = None; import keyflower.render.notebook as n; print(n.svg_of(1))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_notebook_shows_tiles_villages_states_and_games() -> None:
    game = random_game(4, 2, plies=20)
    assert svg_of(tiles()[0]) == tile_svg(tiles()[0])
    assert svg_of(VILLAGES[1]) == village_svg(VILLAGES[1])
    assert svg_of(game.state) == table_svg(game.state)
    assert svg_of(game) == table_svg(game.state, ruleset=game.ruleset, names=game.players)
    assert text_of(tiles()[0]) == tile_text(tiles()[0])
    assert text_of(VILLAGES[1]) == village_text(VILLAGES[1])
    assert text_of(game.state) == table_text(game.state)
    assert text_of(game) == table_text(game.state, ruleset=game.ruleset, names=game.players)
    assert svg_of(3) is None
    assert text_of(3) == "3"
