"""Rules 3.1, 3.2, 3.5 and 6.9: pastures, animals, wheat (scenarios 119 to 126, rulings C20, C33, C34)."""

import pytest

import keyflower as kf
from keyflower.expansions.farmers.herds import AnimalAdded
from keyflower.testing import scenario

# home and keywood: home/3 = keywood/4, home/4 = keywood/3; keywood/1 and keywood/2 touch keywood only
PAIR = ["home_1", "keywood@0,1 r0"]


def farm(*village, others=("home_2",), screen="R6 B6", **more):
    villages = {"P1": list(village), "P2": list(others)}
    return scenario(
        more.pop("season", "spring"),
        villages=villages,
        screens={"P1": screen},
        expansions=["farmers"],
        **more,
    )


def pastures(at, who="P1"):
    return [sorted(f"{name}/{sector}" for name, sector in p.regions) for p in at.village(who).pastures]


# ---------------------------------------------------------------------- geometry


@pytest.mark.parametrize("home", range(1, 7))
def test_s119_a_home_has_five_pastures_the_inlet_cuts_none(home):
    at = farm(f"home_{home}", others=[f"home_{home % 6 + 1}"])
    assert len(at.village("P1").pastures) == 5


def test_s119_home_1_sectors():
    from keyflower.model.pastures import sectors

    # half-edges 0-, 0+, 1-, 1+ ...: the sector around the inlet is {5+, 1-}
    assert sectors("WRRRRR") == (0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 1)


def test_sectors_between_roads_join_over_a_shared_road():
    at = farm(*PAIR)
    assert pastures(at) == [
        ["home_1/1"], ["home_1/2"], ["home_1/3", "keywood/4"], ["home_1/4", "keywood/3"], ["home_1/5"],
        ["keywood/1"], ["keywood/2"],
    ]  # fmt: skip


def test_a_winter_tile_merges_the_pastures_left_and_right_of_its_road():
    at = farm("home_1", "scribes@0,1", season="winter")
    assert pastures(at) == [["home_1/1"], ["home_1/2"], ["home_1/3", "home_1/4", "scribes/1"], ["home_1/5"]]


def test_herds_come_together_when_a_winter_tile_merges_their_pastures():
    at = farm("home_1 sheep1/3 sheep2/4", season="winter", won={"P1": ["scribes"]}, phase="build")
    rotation = next(text for text in at.options if "0,1 " in text)
    at = at.play(rotation)
    assert at.herd("P1", "home/3") == "sheep3"
    assert at.herd("P1", "home/4") == "sheep3"


def test_s121_regions_that_meet_in_a_corner_stay_apart():
    # two boats in a row on the river: four banks, none joined
    at = farm("home_1", "boat_1a@0,-1 r0", "boat_3a@0,-2 r0", season="autumn")
    assert len(at.village("P1").pastures) == 5 + 4
    # joined by field edges they share a bank
    at = farm("home_1", "boat_1a@0,-1 r0", "boat_3a@1,-2 r0", season="autumn")
    assert len(at.village("P1").pastures) == 5 + 3


def test_road_against_field_joins_the_halves_that_touch_water_joins_nothing():
    """With 2a (rules 6.9 [H])."""
    # keywood turned by one: a field against the home's road in the south
    at = farm("home_1", "boat_2a@0,-1 r0", "keywood@0,1 r1", season="autumn")
    layout = at.village("P1").layout
    assert layout.named("keywood").facing[0] == "F"
    assert layout.pasture("home_1/3") is layout.pasture("home_1/4")
    assert layout.pasture("home_1/3").tiles == {"home_1", "keywood"}
    # anything against water stays apart: a tile before the inlet of a home
    at = farm("home_1", "keywood@0,1 r0", "boat_2a@1,1 r0", "miner@0,-1 r0", season="autumn")
    assert not any(p.tiles == {"home_1", "miner"} for p in at.village("P1").pastures)


def test_the_river_separates_two_pastures():
    at = farm("home_1", "boat_1a@0,-1 r0", season="autumn")
    assert pastures(at)[-2:] == [["boat_1/1"], ["boat_1/2"]]


def test_a_tile_without_roads_is_one_pasture():
    at = farm(*PAIR, "sheep_shelter@1,1", season="autumn")
    assert ["keywood/1", "sheep_shelter/1"] in pastures(at)


# ---------------------------------------------------------------------- gaining animals and wheat


@pytest.mark.parametrize(
    ("tile", "front", "back"),
    [("sheep_fold", "sheep1", "sheep2"), ("pigsty", "pig1", "pig2"), ("cow_shed", "cow1", "cow2")],
)
def test_animal_tiles_give_the_printed_number(tile, front, back):
    for side, gained in (("front", front), ("back", back)):
        at = farm("home_1", others=["home_2", f"{tile} {side}"]).play(f"use {tile} R1").until("turn")
        assert at.animals("P1") == gained
        assert at.acting == ("P2",)


@pytest.mark.parametrize(
    ("tile", "animal", "wheat"),
    [
        ("shepherds_hut", "sheep1", ("wheat1", "wheat2")),
        ("piggery", "pig1", ("wheat1", "wheat2")),
        ("ranch", "cow1", ("wheat1", "wheat2")),
    ],
)
def test_mixed_tiles_give_wheat_and_an_animal(tile, animal, wheat):
    for side, gained in zip(("front", "back"), wheat, strict=True):
        at = farm("home_1", others=["home_2", f"{tile} {side}"]).play(f"use {tile} R1").until("turn")
        assert (at.animals("P1"), at.stock("P1")) == (animal, gained)


def test_wheat_field_gives_two_or_three():
    for side, gained in (("front", "wheat2"), ("back", "wheat3")):
        at = farm("home_1", others=["home_2", f"wheat_field {side}"]).play("use wheat_field R1")
        assert at.stock("P1") == gained


def test_a_short_supply_of_wheat_gives_what_is_there():
    at = farm("home_1", others=["home_2", "wheat_field back"], supply="wheat1", rest="P3")
    assert at.play("use wheat_field R1").stock("P1") == "wheat1"


def test_animals_from_elsewhere_go_to_a_pasture_of_the_home():
    at = farm(*PAIR, others=["home_2", "sheep_fold"]).play("use sheep_fold R1")
    assert at.decision.kind == "put-animals"
    assert at.options == [f"put sheep home_1/{number}" for number in (1, 2, 3, 4, 5)]
    at.illegal("put sheep keywood/1", "put.no-pasture", rule="3.1")
    at = at.play("put sheep home/3")
    assert at.herd("P1", "keywood/4") == "sheep1"


def test_animals_of_an_own_tile_go_to_a_pasture_that_touches_it():
    at = farm("home_1", "sheep_fold@0,1").play("use sheep_fold R1")
    ids = {text.split()[2] for text in at.options}
    touching = {p.id for p in at.village("P1").layout.pastures_of("sheep_fold")}
    assert ids == touching
    at.illegal("put sheep home/1", "put.no-pasture")


def test_several_animals_may_be_spread():
    at = farm("home_1", others=["home_2", "sheep_fold back"]).play("use sheep_fold R1")
    spread = at.play("put sheep home/1", "put sheep home/2")
    assert (spread.herd("P1", "home/1"), spread.herd("P1", "home/2")) == ("sheep1", "sheep1")
    together = at.play("put sheep home/1", "put sheep home/1")
    assert together.herd("P1", "home/1") == "sheep2"


def test_a_pasture_takes_only_its_own_species():
    at = farm("home_1 pig1/1 sheep1/2", others=["home_2", "sheep_fold"]).play("use sheep_fold R1")
    at.illegal("put sheep home/1", "put.other-species", rule="3.5")
    at.legal("put sheep home/2", "put sheep home/3")
    at.illegal("put cow home/3", "put.other-animal", rule="3.1")
    at.illegal("pass", "put.expected")


def test_s125_no_pasture_that_admits_it_no_animal_but_the_use_is_legal():
    full = "home_1 sheep1/1 sheep1/2 pig1/3 pig1/4 sheep1/5"
    at = farm(full, others=["home_2", "cow_shed"]).legal("use cow_shed R1").play("use cow_shed R1")
    assert at.animals("P1") == "pig2 sheep3"
    assert at.supply["cow"] == 12
    assert at.uses("cow_shed") == ["P1 R1"]


def test_a_single_pasture_needs_no_answer():
    full = "home_1 sheep1/1 pig1/2 pig1/3 pig1/4 pig1/5"
    at = farm(full, others=["home_2", "sheep_fold back"]).play("use sheep_fold R1")
    assert at.herd("P1", "home/1") == "sheep3"


def test_a_short_supply_of_animals_gives_what_is_there():
    at = farm("home_1", others=["home_2", "sheep_fold back"], supply="sheep1", rest="P3").play(
        "use sheep_fold R1"
    )
    at = at.play("put sheep home/1")
    assert at.animals("P1") == "sheep1"
    assert at.acting == ("P2",)


def test_farm_yard_gives_one_of_three_or_all():
    at = farm("home_1", others=["home_2", "farm_yard"], chance=["saw1"]).play("use farm_yard R1")
    assert at.options == ["choose sheep", "choose wheat", "choose skill"]
    assert at.play("choose wheat").stock("P1") == "wheat1"
    assert at.play("choose skill").skills("P1") == "saw1"
    assert at.play("choose sheep", "put sheep home/1").animals("P1") == "sheep1"
    at = farm("home_1", others=["home_2", "farm_yard back"], chance=["saw1"]).play("use farm_yard R1")
    at = at.play("put sheep home/1")
    assert (at.animals("P1"), at.stock("P1"), at.skills("P1")) == ("sheep1", "wheat1", "saw1")


def test_c33_a_sheep_may_be_chosen_that_no_pasture_admits():
    full = "home_1 pig1/1 pig1/2 pig1/3 pig1/4 pig1/5"
    at = farm(full, others=["home_2", "farm_yard"]).play("use farm_yard R1").legal("choose sheep")
    at = at.play("choose sheep")
    assert (at.animals("P1"), at.acting) == ("pig5", ("P2",))


def test_c33_only_available_options():
    at = farm("home_1", others=["home_2", "farm_yard"], supply="sheep0", stack="", rest="P3")
    at = at.play("use farm_yard R1")
    assert at.stock("P1") == "wheat1"


def test_c34_6b_the_owner_chooses_the_order_even_if_one_blocks_the_other():
    full = "home_1 cow1/1 cow1/2 cow1/3 cow1/4"
    at = farm(full, "boat_6b@0,-1 r0", season="autumn", phase="powers")
    assert at.options == ["put pig home_1/5", "put sheep home_1/5"]
    assert at.play("put pig home/5").until("build-all", "offer-winter").animals("P1") == "cow4 pig1"
    assert at.play("put sheep home/5").until("build-all", "offer-winter").animals("P1") == "cow4 sheep1"


def test_6b_each_animal_only_if_there_is_one():
    at = farm("home_1", "boat_6b@0,-1 r0", season="winter", phase="powers", supply="pig0", rest="P3")
    at = at.play("put sheep home/1")
    assert at.animals("P1") == "sheep1"


# ---------------------------------------------------------------------- moving animals


def moving(*village, points=2, screen="R6", **more):
    by = {1: "home_2", 2: "stable", 3: "farrier"}[points]
    others = ["home_2"] if points == 1 else ["home_2", by]
    return farm(*village, others=others, screen=screen, **more).play(f"use {by} R1")


def test_s123_two_pastures_are_adjacent_iff_a_tile_is_touched_by_both_c20():
    at = moving("home_1", "keywood@0,1 r0 sheep1/2")
    # first to a pasture that touches both tiles, then round the home: the roads between do not matter
    assert at.play("move sheep keywood/2>home/1").animals("P1") == "sheep1"
    steps = at.village("P1").layout.pasture_steps("keywood/2")
    assert steps == {
        "keywood/2": 0, "home_1/3": 1, "home_1/4": 1, "keywood/1": 1, "home_1/1": 2, "home_1/2": 2,
        "home_1/5": 2,
    }  # fmt: skip
    moving("home_1", "keywood@0,1 r0 sheep1/2", points=1).illegal(
        "move sheep keywood/2>home/1", "move.no-points", rule="3.3"
    )


def test_s123_an_animal_may_pass_through_other_species_but_not_end_there():
    at = moving("home_1 pig1/3 pig1/4", "keywood@0,1 r0 sheep1/2")
    at.illegal("move sheep keywood/2>home/3", "move.other-species", rule="3.5")
    at = at.play("move sheep keywood/2>home/1")
    assert at.herd("P1", "home/1") == "sheep1"


def test_s124_moves_are_sequential():
    at = moving("home_1 pig1/1 sheep1/2")
    at.illegal("move sheep home/2>home/1", "move.other-species")
    at = at.play("move pig home/1>home/3", "move sheep home/2>home/1")
    assert (at.herd("P1", "home/1"), at.herd("P1", "home/3")) == ("sheep1", "pig1")


def test_points_are_mixed_between_resources_and_animals():
    at = moving("home_1 wood1 sheep1/1", "keywood@0,1 r0")
    at = at.play("move wood home>keywood", "move sheep home/1>home/2")
    assert (at.goods("P1", "keywood"), at.herd("P1", "home/2")) == ("wood1", "sheep1")
    assert at.acting == ("P2",)


def test_moving_inside_one_pasture_is_no_move():
    at = moving("home_1 sheep1/3", "keywood@0,1 r0")
    at.illegal("move sheep home/3>keywood/4", "move.nowhere")


def test_2a_does_not_help_animals():
    with_2a = moving("home_1 sheep1/1", "boat_2a@0,-1 r0", season="autumn")
    without = moving("home_1 sheep1/1", "boat_3a@0,-1 r0", season="autumn")
    targets = [
        {text.split(">")[1] for text in at.options if text.startswith("move sheep")}
        for at in (with_2a, without)
    ]
    assert targets[0] == targets[1] == {f"home_1/{number}" for number in (2, 3, 4, 5)}


def test_animals_may_leave_a_mixed_pasture_but_not_enter():
    at = moving("home_1 sheep1/1 pig1/1 sheep1/2 pig1/3")
    at.legal("move sheep home/1>home/2", "move pig home/1>home/3")
    at.illegal("move sheep home/2>home/1", "move.other-species")
    at.illegal("move pig home/3>home/1", "move.other-species")


def test_an_animal_that_is_not_there_cannot_move():
    at = moving("home_1 sheep1/1")
    at.illegal("move pig home/1>home/2", "move.not-there")
    at.illegal(kf.Move("sheep", "home_1/1", "home_1/9"), "move.no-tile")


def test_wheat_reaches_a_pasture_beyond_the_points_of_the_tile():
    """Every pasture one step away refuses every animal; with wheat a sheep gets two steps far."""
    mixed = " ".join(f"pig1/{number} cow1/{number}" for number in (2, 3, 4, 5))
    village = [f"home_1 sheep1/1 {mixed}", "keywood@0,1 r0 sheep1/2 pig1/1 cow1/1"]
    at = moving(*village, points=1)
    assert at.acting == ("P2",)  # without wheat there is nothing to move
    at = moving(*village, points=1, screen="R6 wheat1")
    assert at.acting == ("P1",)
    at = at.play("spend wheat", "move sheep keywood/2>home/1")
    assert at.herd("P1", "home/1") == "sheep2"


# ---------------------------------------------------------------------- merged and mixed herds


def test_s126_a_merged_mixed_pasture_takes_neither_species():
    village = "home_1 sheep2/3 pig2/4"
    at = farm(village, season="winter", won={"P1": ["scribes"]}, phase="build")
    at = at.play(next(text for text in at.options if "0,1 " in text))
    assert at.herd("P1", "home/3") == "pig2 sheep2"
    merged = farm("home_1 sheep2/3 pig2/3", others=["home_2", "sheep_fold", "pigsty"])
    merged.play("use sheep_fold R1").illegal("put sheep home/3", "put.other-species", rule="3.5")
    merged.play("use pigsty R1").illegal("put pig home/3", "put.other-species")


def test_5a_species_may_share_a_pasture():
    at = farm("home_1 pig1/1", "boat_5a@0,-1 r0", others=["home_2", "sheep_fold", "stable"], season="autumn")
    after = at.play("use sheep_fold R1").legal("put sheep home/1").play("put sheep home/1")
    assert after.herd("P1", "home/1") == "pig1 sheep1"
    at = farm("home_1 pig1/1 sheep1/2", "boat_5a@0,-1 r0", others=["home_2", "stable"], season="autumn")
    at.play("use stable R1").legal("move sheep home/2>home/1")


def test_merging_is_never_illegal():
    at = farm("home_1 sheep1/3 cow1/4", season="winter", won={"P1": ["scribes"]}, phase="build")
    assert any("0,1 " in text for text in at.options)


def test_the_event_of_a_new_animal_names_its_pasture():
    at = farm(*PAIR, others=["home_2", "sheep_fold"]).play("use sheep_fold R1", "put sheep keywood/3")
    assert at.events(AnimalAdded) == [AnimalAdded(0, "sheep", "home_1/4")]
