"""Layouts and pastures: the scenarios of the rules, and every fact against a slow version of it."""

import pickle
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keyflower.expansions.farmers.herds import animals_of, herd, herds_of, with_herd
from keyflower.model.layout import Layout, Placed
from keyflower.model.misfits import Clash, Misfit
from keyflower.model.pastures import Pasture, sectors
from keyflower.model.pool import Pool
from keyflower.model.village import Village
from tests.support import naive_geometry as naive
from tests.support.layouts import (
    ALONE,
    AUTUMN,
    BOAT,
    HOME,
    HOMES,
    ODD,
    SE,
    SHELTER,
    SPRING,
    SUMMER,
    TILES,
    TURN_ORDER,
    WINTER,
    S,
    ids,
    lay,
    layouts,
)

# ---------------------------------------------------------------------- scenarios: building


def test_90_a_road_against_a_field_is_illegal_even_if_another_edge_matches():
    layout = lay(ALONE, "miner", "RFFRRR", S, 0)
    assert layout.misfit("RRRRFF", SE, 4) == Misfit(
        "clash", SE, 4, clashes=(Clash(4, ours="R", theirs="F", tile="miner"),)
    )
    assert str(layout.misfit("RRRRFF", SE, 4)) == "edges do not match: road would meet field of miner (SW)"
    assert layout.misfit("RRRRFF", SE, 4, free=True) is None
    assert layout.misfit("RRRRFF", SE, 5) is None


def test_91_and_54_contact_over_fields_alone_is_legal_and_no_road():
    layout = lay(lay(ALONE, "miner", "RFFRRR", S, 0), "autumn", "FRFRFF", (1, 1), 0)
    assert layout.road_links == (("home", "miner"),)
    assert layout.distances()[1] == (1, 0, -1)
    assert layout.distances(over_fields=True)[1] == (1, 0, 1)


def test_63_nothing_crosses_water_even_with_2a():
    layout = lay(ALONE, "boat", BOAT, (0, -1), 0)
    assert layout.distances(over_fields=True) == ((0, -1), (-1, 0))


def test_mismatched_road_and_field_can_be_crossed_with_2a_only():
    layout = lay(ALONE, "shelter", SHELTER, S, 0, free=True)
    assert layout.distances() == ((0, -1), (-1, 0))
    assert layout.distances(over_fields=True) == ((0, 1), (1, 0))


def test_92_a_boat_may_lie_by_a_field_away_from_water_and_is_not_joined():
    layout = lay(lay(ALONE, "miner", "RFFRRR", S, 0), "boat", BOAT, (1, 1), 0)
    assert layout.touching("boat") == ("miner",)
    assert layout.boats_by_water == frozenset()


def test_93_a_cell_that_shares_no_edge_is_illegal_even_with_2a():
    for cell in ((1, 1), (2, 0), (2, -1), (5, 5)):
        for free in (False, True):
            assert ALONE.misfit("RRRRRR", cell, 0, free=free) == Misfit("apart", cell, 0)


def test_96_only_water_may_face_the_inlet_of_the_home():
    inlet = (0, -1)
    for edges in (*SPRING, *SUMMER, *AUTUMN, WINTER, SHELTER, *TURN_ORDER):
        assert all(cell != inlet for cell, _ in ALONE.places(edges))
        assert [rotation for cell, rotation in ALONE.places(edges, free=True) if cell == inlet] == list(
            range(6)
        )
    assert ALONE.places(BOAT) == ((inlet, 0), (inlet, 3))


def test_the_shelter_has_no_place_beside_a_bare_home():
    assert ALONE.places(SHELTER) == ()
    assert len(ALONE.places(SHELTER, free=True)) == 36


def test_an_occupied_cell_and_an_unknown_rotation_are_explained():
    assert ALONE.misfit(WINTER, (0, 0), 0, free=True) == Misfit("occupied", (0, 0), 0, tile="home")
    assert ALONE.misfit(WINTER, S, 6, free=True) == Misfit("rotation", S, 6)
    assert ALONE.misfit(WINTER, S, -1) == Misfit("rotation", S, -1)
    texts = [str(ALONE.misfit(WINTER, cell, turn)) for cell, turn in (((0, 0), 0), ((3, 3), 0), (S, 6))]
    assert texts == [
        "home already lies at (0, 0)",
        "no tile of the village shares an edge with (3, 3)",
        "there is no rotation 6: rotations are 0 to 5",
    ]


def test_a_cell_or_a_name_is_taken_once():
    with pytest.raises(ValueError, match="taken"):
        ALONE.adding(Placed("miner", (0, 0), 0, "RFFRRR", "village"))
    with pytest.raises(ValueError, match="taken"):
        ALONE.adding(Placed("home", S, 0, "RFFRRR", "village"))
    with pytest.raises(ValueError, match="same cell"):
        _ = Layout((HOME, Placed("miner", (0, 0), 0, "RFFRRR", "village"))).cells
    with pytest.raises(ValueError, match="same name"):
        _ = Layout((HOME, Placed("home", S, 0, "RFFRRR", "village"))).index


# ---------------------------------------------------------------------- scenarios: loops, water, contacts


def triangle(*, rotation, free=False):
    layout = lay(ALONE, "a", "RRFRRF", S, 0)
    layout = lay(layout, "b", "RRRRFF", SE, rotation, free=free)
    return lay(layout, "spur", WINTER, (-1, 0), 2)


def test_98_a_loop_of_three_counts_three_and_a_dead_end_nothing():
    assert triangle(rotation=4).on_loops == {"home", "a", "b"}


def test_100_a_mismatch_laid_with_2a_closes_no_loop():
    assert triangle(rotation=5, free=True).on_loops == frozenset()


def test_a_stretch_between_two_loops_lies_on_none():
    # a second triangle hangs on the first by the single tile "bridge"
    tiles = [("a", S), ("b", SE), ("bridge", (2, 0)), ("c", (3, 0)), ("d", (4, -1)), ("e", (4, 0))]
    layout = ALONE
    for name, cell in tiles:
        layout = layout.adding(Placed(name, cell, 0, "RRRRRR", "village"))
    assert layout.on_loops == {"home", "a", "b", "c", "d", "e"}


def test_102_two_turn_order_tiles_touch_each_other_and_two_common_neighbours():
    layout = lay(ALONE, "one", "FRFRFR", SE, 0)
    layout = lay(layout, "two", "FRFRFR", S, 1)
    layout = lay(layout, "spring", "RRRRFF", (1, 1), 5)
    assert layout.touching("one") == ("spring", "two", "home")
    assert layout.touching("two") == ("home", "one", "spring")


def test_103_boats_count_along_the_chain_of_water_only():
    layout = lay(lay(ALONE, "first", BOAT, (0, -1), 0), "second", BOAT, (0, -2), 3)
    layout = lay(layout, "beside", BOAT, (1, -2), 0)
    assert layout.boats_by_water == {"first", "second"}
    for row in range(3, 7):
        layout = lay(layout, f"boat{row}", BOAT, (0, -row), 0)
    assert len(layout.boats_by_water) == 6


def test_a_village_tile_with_water_carries_the_chain_but_is_no_boat():
    canal = Placed("canal", (0, -1), 0, "WFFWFF", "village")
    assert lay(ALONE.adding(canal), "boat", BOAT, (0, -2), 0).boats_by_water == {"boat"}


# ---------------------------------------------------------------------- scenarios: pastures


@pytest.mark.parametrize("edges", HOMES)
def test_119_a_home_alone_has_five_pastures_and_the_first_lies_on_both_sides_of_the_inlet(edges):
    layout = Layout((Placed("home", (0, 0), 0, edges, "home"),))
    assert ids(layout) == [f"home/{number}" for number in range(1, 6)]
    inlet = edges.index("W")
    owners = sectors(edges)
    assert [half for half in range(12) if owners[half] == 1] == sorted(
        [(2 * inlet - 1) % 12, (2 * inlet + 2) % 12]
    )


def test_the_sectors_of_the_first_home_are_numbered_as_in_the_rules():
    #                            0-  0+ 1-  1+ 2-  2+ 3-  3+ 4-  4+ 5-  5+
    assert sectors("WRRRRR") == (0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 1)


@pytest.mark.parametrize(
    ("edges", "owners"),
    [
        (BOAT, (0, 0, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2)),
        (SHELTER, (1,) * 12),
        (WINTER, (1,) * 12),
        ("RFFRRR", (4, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4)),
        ("RRFFRF", (2, 3, 3, 1, 1, 1, 1, 1, 1, 2, 2, 2)),
        ("FWFFRW", (1, 1, 0, 0, 2, 2, 2, 2, 2, 3, 0, 0)),
        ("RRRRRR", (6, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6)),
    ],
)
def test_roads_and_rivers_cut_a_tile_into_sectors(edges, owners):
    assert sectors(edges) == owners


def test_sectors_of_every_thinkable_tile_are_those_of_a_flood_over_wedges():
    for edges in map("".join, product("RFW", repeat=6)):
        numbers = naive.sector_numbers(edges)
        assert sectors(edges) == tuple(0 if edges[half // 2] == "W" else numbers[half] for half in range(12))


def test_121_boats_joined_along_the_river_have_four_pastures_and_by_fields_three():
    first = Layout((Placed("one", (0, 0), 0, BOAT, "boat"),))
    assert ids(first) == ["one/1", "one/2"]
    assert ids(lay(first, "two", BOAT, S, 0)) == ["one/1", "one/2", "two/1", "two/2"]
    joined = lay(first, "two", BOAT, SE, 0)
    assert ids(joined) == ["one/1", "one/2", "two/1"]
    assert joined.pasture("two/2") == Pasture((("one", 1), ("two", 2)))


def test_123_steps_of_an_animal_count_pastures_that_share_a_tile():
    layout = lay(ALONE, "miner", "RFFRRR", S, 0)
    assert ids(layout) == ["home/1", "home/2", "home/3", "home/4", "home/5", "miner/2", "miner/3"]
    steps = layout.pasture_steps("miner/2")
    assert dict(steps) == {
        "miner/2": 0,
        "miner/3": 1,
        "home/3": 1,
        "home/4": 1,
        "home/1": 2,
        "home/2": 2,
        "home/5": 2,
    }
    assert layout.pasture_steps("miner/1") == layout.pasture_steps("home/3")


def test_126_herds_of_merged_pastures_come_together():
    village = with_herd(
        with_herd(Village.founded(HOME), "home/4", Pool.of(pig=2)), "home/3", Pool.of(sheep=1)
    )
    village = with_herd(village, "home/5", Pool.of(cow=1))
    assert herds_of(village) == (
        ("home/3", Pool.of(sheep=1)),
        ("home/4", Pool.of(pig=2)),
        ("home/5", Pool.of(cow=1)),
    )
    merged = village.laying(Placed("winter", S, 0, WINTER, "village"))
    assert herds_of(merged) == (("home/3", Pool.of(sheep=1, pig=2)), ("home/5", Pool.of(cow=1)))
    assert herd(merged, "home/4") == herd(merged, "winter/1") == Pool.of(sheep=1, pig=2)
    assert animals_of(merged) == animals_of(village) == Pool.of(sheep=1, pig=2, cow=1)


def test_a_winter_tile_road_to_road_merges_the_pastures_left_and_right():
    layout = lay(ALONE, "winter", WINTER, S, 0)
    assert ids(layout) == ["home/1", "home/2", "home/3", "home/5"]
    assert layout.pasture("home/4") == Pasture((("home", 3), ("home", 4), ("winter", 1)))
    assert ids(lay(ALONE, "summer", "RFFRFR", S, 0)) == [*ids(ALONE), "summer/2"]


def test_132_a_shelter_reaches_a_home_sector_through_a_spring_tile():
    layout = lay(lay(ALONE, "miner", "RFFRRR", S, 0), "shelter", SHELTER, (1, 1), 0)
    assert layout.pasture("shelter/1").id == "home/3"
    assert layout.pastures_of("shelter") == (Pasture((("home", 3), ("miner", 1), ("shelter", 1))),)


def test_133_a_pasture_touches_each_of_its_tiles_once():
    layout = lay(ALONE, "downs", WINTER, S, 0)
    for number, cell in enumerate([(0, 2), (1, 1), (-1, 2), (0, 3), (1, 2)]):
        rotation = next(turn for place, turn in layout.places(WINTER) if place == cell)
        layout = lay(layout, f"winter{number}", WINTER, cell, rotation)
    pasture = layout.pasture("downs/1")
    assert pasture.tiles == set(layout.index) and len(pasture.tiles) == 7
    assert [name for name, _ in pasture.regions].count("home") == 2


def test_a_road_against_a_field_laid_with_2a_joins_the_touching_halves():
    layout = lay(ALONE, "shelter", SHELTER, S, 0, free=True)
    assert layout.pasture("shelter/1").regions == (("home", 3), ("home", 4), ("shelter", 1))


def test_anything_against_water_joins_nothing():
    assert ids(lay(ALONE, "shelter", SHELTER, (0, -1), 0, free=True)) == [*ids(ALONE), "shelter/1"]
    assert ids(lay(ALONE, "boat", BOAT, S, 0, free=True)) == [*ids(ALONE), "boat/1", "boat/2"]


# ---------------------------------------------------------------------- against the slow versions


def facts(layout):
    """Everything a layout knows."""
    return {
        "cells": dict(layout.cells),
        "index": dict(layout.index),
        "frontier": layout.frontier,
        "border": layout.border,
        "shared_edges": layout.shared_edges,
        "places": {
            (edges, free): layout.places(edges, free=free) for edges in TILES for free in (False, True)
        },
        "distances": [layout.distances(over_fields=over) for over in (False, True)],
        "steps": [layout.steps(over_fields=over) for over in (False, True)],
        "road_links": layout.road_links,
        "on_loops": layout.on_loops,
        "boats_by_water": layout.boats_by_water,
        "touching": {name: layout.touching(name) for name in layout.index},
        "pastures": layout.pastures,
        "pasture_steps": {pasture.id: dict(layout.pasture_steps(pasture.id)) for pasture in layout.pastures},
    }


@given(layouts())
def test_tiles_are_found_by_cell_and_by_name(layout):
    assert [layout.at(tile.cell) for tile in layout.tiles] == list(layout.tiles)
    assert [layout.named(tile.name) for tile in layout.tiles] == list(layout.tiles)
    assert list(layout.cells.values()) == list(layout.tiles)
    assert not set(layout.frontier) & set(layout.cells)
    assert layout.at((99, 99)) is None


@given(layouts(most=8), st.sampled_from((*TILES, *ODD)), st.booleans())
def test_places_are_all_that_match(layout, edges, free):
    expected = naive.places(layout.tiles, edges, free)
    assert layout.places(edges, free=free) == expected
    assert layout.frontier == tuple(sorted({cell for cell, _ in naive.places(layout.tiles, edges, True)}))
    for cell in (*layout.frontier, *layout.cells, (50, 0)):
        for rotation in range(-1, 7):
            is_legal = (cell, rotation) in expected
            assert layout.fits(edges, cell, rotation, free=free) == is_legal
            assert (layout.misfit(edges, cell, rotation, free=free) is None) == is_legal


@given(layouts(most=8), st.sampled_from(TILES), st.data())
def test_a_clash_names_exactly_the_edges_that_do_not_match(layout, edges, data):
    cell = data.draw(st.sampled_from(layout.frontier))
    rotation = data.draw(st.integers(0, 5))
    tried = Placed("tried", cell, rotation, edges, "village")
    meetings = naive.meetings((*layout.tiles, tried))
    expected = sorted(
        (ours, theirs, layout.tiles[there].name)
        for here, there, ours, theirs in meetings
        if here == len(layout.tiles) and ours != theirs
    )
    misfit = layout.misfit(edges, cell, rotation)
    clashes = () if misfit is None else misfit.clashes
    assert sorted((clash.ours, clash.theirs, clash.tile) for clash in clashes) == expected
    assert all(a.direction < b.direction for a, b in pairwise(clashes))


@given(layouts(), st.booleans())
def test_distances_are_those_of_floyd_and_warshall(layout, over_fields):
    found = layout.distances(over_fields=over_fields)
    assert found == naive.distances(layout.tiles, over_fields)
    steps = tuple(tuple(b for b, way in enumerate(row) if way == 1) for row in found)
    assert layout.steps(over_fields=over_fields) == steps


@given(layouts())
def test_roads_and_contacts_are_those_of_all_pairs(layout):
    tiles = layout.tiles
    meetings = naive.meetings(tiles)
    roads = {
        (tiles[a].name, tiles[b].name) for a, b, ours, theirs in meetings if a < b and ours == theirs == "R"
    }
    assert set(layout.road_links) == roads and len(layout.road_links) == len(roads)
    for position, tile in enumerate(tiles):
        around = sorted(tiles[b].name for a, b, _, _ in meetings if a == position)
        assert sorted(layout.touching(tile.name)) == around


@given(layouts(tiles=(*SPRING, *SUMMER, "RRRRRR")))
def test_loops_are_what_survives_the_removal_of_any_link(layout):
    assert layout.on_loops == naive.on_loops(layout.tiles)


@given(layouts(tiles=(BOAT, BOAT, *TILES, *ODD)))
def test_boats_by_water_are_found_by_spreading_from_the_home(layout):
    assert layout.boats_by_water == naive.boats_by_water(layout.tiles)


@given(layouts(tiles=(*TILES, *ODD)))
def test_pastures_are_those_of_a_flood_over_wedges(layout):
    assert tuple(pasture.regions for pasture in layout.pastures) == naive.pastures(layout.tiles)
    steps = {pasture.id: dict(layout.pasture_steps(pasture.id)) for pasture in layout.pastures}
    assert steps == naive.pasture_distances(layout.tiles)


@given(layouts())
def test_pastures_are_found_by_any_of_their_labels_and_by_tile(layout):
    for pasture in layout.pastures:
        assert all(layout.pasture(f"{name}/{sector}") is pasture for name, sector in pasture.regions)
        assert pasture.id == "{}/{}".format(*pasture.regions[0])
    for name in layout.index:
        assert set(layout.pastures_of(name)) == {p for p in layout.pastures if name in p.tiles}
    assert layout.pasture("home/9") is None


@given(layouts(tiles=(*TILES, *ODD)), st.data())
def test_a_layout_grown_tile_by_tile_knows_what_a_fresh_one_knows(layout, data):
    grown = Layout(layout.tiles[:1])
    for tile in layout.tiles[1:]:
        if data.draw(st.booleans(), label="ask before laying"):
            facts(grown)
        grown = grown.adding(tile)
    fresh = Layout(layout.tiles)
    assert facts(grown) == facts(fresh)
    assert grown == fresh and hash(grown) == hash(fresh)


@given(layouts())
def test_the_id_of_a_pasture_is_stable_while_tiles_are_added(layout):
    before = Layout(layout.tiles[:1])
    for tile in layout.tiles[1:]:
        after = before.adding(tile)
        for pasture in before.pastures:
            now = after.pasture(pasture.id)
            assert now is not None and set(pasture.regions) <= set(now.regions)
        assert {p.id for p in after.pastures if p.tiles != {tile.name}} <= {p.id for p in before.pastures}
        before = after


@given(layouts(most=5))
def test_layouts_survive_pickle_and_repr(layout):
    assert layout.pastures and layout.frontier
    assert pickle.loads(pickle.dumps(layout)) == layout
    assert eval(repr(layout)) == layout


@given(layouts(most=5))
def test_layouts_with_other_tiles_differ(layout):
    assert layout != Layout(layout.tiles[:-1])
    assert layout != layout.adding(Placed("far", (90, 90), 0, SHELTER, "village"))
