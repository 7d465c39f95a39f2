"""Villages: what lies on a layout, and how it changes."""

import pickle

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from keyflower.expansions.farmers.herds import animals_of, herd, herds_of, with_herd
from keyflower.kernel.errors import UnknownName
from keyflower.model.enums import TileKind
from keyflower.model.layout import Placed
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.village import PastUse, Spot, Village, lock_of, room_after
from tests.support.layouts import (
    BOAT,
    HOME,
    WINTER,
    S,
    layouts,
)


@st.composite
def villages(draw):
    """A grown village with goods, uses and herds."""
    layout = draw(layouts(most=6))
    village = Village.founded(layout.tiles[0])
    for tile in layout.tiles[1:]:
        village = village.laying(tile, side=draw(st.integers(0, 1)))
        village = village.with_goods(tile.name, Pool.of(wood=draw(st.integers(0, 2))))
    for pasture in village.pastures:
        village = with_herd(village, pasture.id, Pool.of(sheep=draw(st.integers(0, 2))))
    return village


@given(villages(), st.data())
def test_with_spot_changes_one_tile_and_nothing_else(village, data):
    name = data.draw(st.sampled_from(village.names))
    spot = Spot(1, Pool.of(gold=1), (PastUse(Pool.of(red=1), seat=2),))
    before = dict(zip(village.names, village.spots, strict=True))
    changed = village.with_spot(name, spot)
    assert dict(zip(changed.names, changed.spots, strict=True)) == {**before, name: spot}
    assert changed.spot(name) == spot
    assert (changed.layout, herds_of(changed)) == (village.layout, herds_of(village))
    assert changed.with_spot(name, before[name]) == village
    assert changed != village


@given(villages())
def test_a_village_is_a_value(village):
    again = pickle.loads(pickle.dumps(village))
    assert again == village and hash(again) == hash(village)
    assert [tile.name for tile, _ in village] == list(village.names)
    assert [spot for _, spot in village] == list(village.spots)
    assert len(village) == len(village.names)
    assert "home" in village and "nowhere" not in village


@given(villages())
def test_herds_stand_in_the_order_of_the_pastures_and_none_is_empty(village):
    order = [pasture.id for pasture in village.pastures]
    known = [label for label, _ in herds_of(village)]
    assert known == [label for label in order if label in known]
    assert all(animals for _, animals in herds_of(village))
    assert sum((herd(village, label) for label in order), EMPTY) == animals_of(village)


@given(villages(), st.data())
def test_laying_a_tile_keeps_every_animal_in_its_pasture(village, data):
    places = village.layout.places(WINTER, free=True)
    cell, rotation = data.draw(st.sampled_from(places))
    laid = village.laying(Placed("new", cell, rotation, WINTER, "village"))
    assert animals_of(laid) == animals_of(village)
    assert laid.goods == village.goods
    assert laid.spot("new") == Spot()
    for pasture in laid.pastures:
        parts = {village.layout.pasture(f"{name}/{k}") for name, k in pasture.regions if name != "new"}
        assert herd(laid, pasture.id) == sum((herd(village, part.id) for part in parts), EMPTY)


def test_goods_are_those_of_all_tiles():
    village = Village.founded(HOME).laying(Placed("miner", S, 0, "RFFRRR", "village"), side=1)
    village = village.with_goods("home", Pool.of(wood=1)).with_goods("miner", Pool.of(wood=2, gold=1))
    assert village.goods == Pool.of(wood=3, gold=1)
    assert village.spots == (Spot(0, Pool.of(wood=1)), Spot(1, Pool.of(wood=2, gold=1)))
    assert village.with_goods("miner", EMPTY).spot("miner") == Spot(1)


def test_a_herd_without_animals_is_no_herd():
    village = Village.founded(HOME)
    assert with_herd(with_herd(village, "home/2", Pool.of(cow=1)), "home/2", EMPTY) == village
    assert herd(village, "home/2") == EMPTY


def test_uses_lock_a_colour_unless_they_lie():
    red, mixed = PastUse(Pool.parse("R1")), PastUse(Pool.parse("R1 B1"), Pool.parse("B1"))
    lying = PastUse(Pool.parse("Y3"), Pool.parse("Y3"))
    assert (lock_of(()), room_after(())) == (None, (1, 6))
    assert (lock_of((red, mixed)), room_after((red, mixed))) == ("red", (3, 3))
    assert (lock_of((lying,)), room_after((lying,))) == (None, (4, 3))
    assert lock_of((lying, red)) == "red"
    assert lock_of((PastUse(Pool.parse("R1 B1"), Pool.parse("R1")),)) == "blue"
    assert (mixed.size, mixed.standing, lying.standing) == (2, Pool.of(red=1), EMPTY)


def test_uses_end_with_the_season():
    used = Spot(1, Pool.of(wood=1), (PastUse(Pool.of(red=1)),))
    village = Village.founded(HOME)
    assert village.with_spot("home", used).without_uses() == village.with_spot("home", Spot(1, used.goods))
    assert village.without_uses() is village


def test_an_empty_village_has_nothing():
    village = Village.empty()
    assert (len(village), village.names, village.goods, animals_of(village)) == (0, (), EMPTY, EMPTY)
    layout = village.layout
    assert (layout.frontier, layout.places(WINTER), layout.pastures) == ((), (), ())
    assert (layout.boats_by_water, layout.on_loops, layout.distances()) == (frozenset(), frozenset(), ())


def test_unknown_names_suggest_the_nearest():
    village = Village.founded(HOME)
    with pytest.raises(UnknownName, match="did you mean home"):
        village.spot("hme")
    for ask in (
        lambda label: herd(village, label),
        village.layout.pasture_steps,
        lambda label: with_herd(village, label, EMPTY),
    ):
        with pytest.raises(UnknownName, match="did you mean home/"):
            ask("home/7")
    with pytest.raises(UnknownName):
        village.layout.pastures_of("nowhere")


def test_nothing_can_be_changed_in_place():
    village = Village.founded(HOME)
    for value, name in ((village, "spots"), (village.layout, "tiles"), (HOME, "cell"), (Spot(), "goods")):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, ())
    for mapping in (village.layout.cells, village.layout.index, village.layout.pasture_steps("home/1")):
        with pytest.raises(TypeError):
            mapping["home"] = 1  # type: ignore[index]  # that is the point


def test_the_kind_of_a_tile_is_kept_as_plain_text():
    tile = Placed("boat", S, 0, BOAT, TileKind.SUMMER_BOAT)
    assert tile.kind == "summer_boat" and type(tile.kind) is str
    assert eval(repr(tile)) == tile


def test_what_a_layout_remembers_is_worked_out_once_and_is_no_part_of_the_value():
    layout = Village.founded(HOME).layout
    names = layout.remember("names of tiles", lambda known: [tile.name for tile in known.tiles])
    assert names == [HOME.name]
    assert layout.remember("names of tiles", lambda _: ["something else"]) is names
    assert layout == Village.founded(HOME).layout
    assert "names of tiles" not in vars(pickle.loads(pickle.dumps(layout)))
