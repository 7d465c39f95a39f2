"""Rules 6.1 and 6.7: fixed points, boats, turn-order tiles (scenarios 98 to 104, rulings C4, C12, C21, C38)."""

import pytest

from keyflower.testing import scenario

TRIANGLE = ["home_1", "keywood@0,1 r0", "woodcutter@1,0 r2"]


def final(*village, screen="", start="P2", **more):
    """P1's village at the end of the game; P2 holds purple."""
    return scenario("winter", villages={"P1": list(village)}, screens={"P1": screen}, start=start, **more)


def test_s098_sea_bastion_counts_tiles_on_a_loop():
    at = final(*TRIANGLE, "miner@0,2 r0", "sea_bastion@0,-1")
    assert at.village("P1").layout.on_loops == {"home_1", "keywood", "woodcutter"}
    assert at.points("P1", "sea_bastion") == 3


def test_loops_count_together_but_not_the_stretch_between_them_c4():
    second = ["stable@0,2 r0", "keystone_quarry@0,3 r0", "gold_mine@0,4 r1", "quarryman@1,3 r2"]
    at = final(*TRIANGLE, *second, "sea_bastion@0,-1")
    assert at.village("P1").layout.on_loops == {
        "home_1", "keywood", "woodcutter", "keystone_quarry", "gold_mine", "quarryman"
    }  # fmt: skip
    assert at.points("P1", "sea_bastion") == 6


def test_sea_bastion_counts_each_tile_once_on_several_loops():
    # a second triangle on the other side shares the home and woodcutter
    village = ["home_1", "woodcutter@0,1 r5", "keywood@1,0 r4", "alehouse@-1,1 r0", "sea_bastion@0,-1"]
    at = final(*village)
    assert at.village("P1").layout.on_loops == {"home_1", "keywood", "woodcutter", "alehouse"}
    assert at.points("P1", "sea_bastion") == 4


def test_s100_a_mismatch_of_2a_is_no_road():
    at = final("home_1", "boat_2a@0,-1", "keywood@0,1 r5", "woodcutter@1,0 r2", "sea_bastion@0,-2")
    assert at.points("P1", "sea_bastion") == 0


def test_s101_keyflower_adds_the_transport_numbers_that_lie_up():
    village = ["home_1 back", "stable@0,1 back", "farrier", "keyflower@0,-1"]
    assert final(*village).points("P1", "keyflower") == 9
    assert final(*village, "boat_2b").points("P1", "keyflower") == 18
    at = final(*village, screen="wheat4", expansions=["farmers"])
    assert at.points("P1", "keyflower") == 9


def test_keyflower_counts_wainwright_and_paddock_and_fronts():
    village = ["home_1", "paddock@0,1 back", "wainwright", "keyflower@0,-1"]
    assert final(*village, expansions=["farmers"]).points("P1", "keyflower") == 1 + 2 + 4


def test_s102_turn_order_tiles_count_the_tiles_they_touch_c21():
    village = ["home_1", "turn_order_1@0,1 r3", "turn_order_2@1,0 r5", "brewer@1,1 r0"]
    at = final(*village)
    assert (at.points("P1", "turn_order_1"), at.points("P1", "turn_order_2")) == (3, 3)


def test_a_turn_order_tile_counts_at_most_six_tiles():
    # with 2a laid the six cells round the tile are filled at will
    around = [
        "boat_2a@0,-1",
        "turn_order_1@0,1",
        "keywood@1,0",
        "miner@-1,1",
        "inn@1,1",
        "well@-1,2",
        "fair@0,2",
    ]
    assert final("home_1", *around).points("P1", "turn_order_1") == 6


def test_c21_the_kind_of_edge_does_not_matter():
    # a field contact counts like a road
    at = final("home_1", "keywood@0,1 r0", "turn_order_1@1,1")
    assert at.village("P1").layout.touching("turn_order_1") == ("keywood",)
    assert at.points("P1", "turn_order_1") == 1


@pytest.mark.parametrize(("boats", "points"), [(1, 2), (2, 4), (3, 8), (4, 16), (5, 32), (6, 32)])
def test_s103_sea_breese_by_boats_on_the_water(boats, points):
    names = ["sea_breese", "boat_1a", "boat_2b", "boat_3a", "boat_4a", "boat_5a"][:boats]
    village = [f"{name}@0,{-row} r0" for row, name in enumerate(names, 1)]
    at = final("home_1", *village, expansions=["farmers"])
    assert at.points("P1", "sea_breese") == points


def test_s103_a_boat_attached_by_field_does_not_count():
    at = final("home_1", "boat_1a@0,-1 r0", "sea_breese@0,-2 r0", "boat_3a@1,-2 r0")
    assert at.village("P1").layout.boats_by_water == {"boat_1", "boat_sea_breese"}
    assert at.points("P1", "sea_breese") == 4


def test_boats_joined_by_water_away_from_the_home_do_not_count():
    at = final("home_1", "keywood@0,1 r0", "boat_1a@1,1 r0", "sea_breese@1,2 r0")
    layout = at.village("P1").layout
    assert any(meeting == "WW" for _, _, meeting in layout.shared_edges)
    assert at.points("P1", "sea_breese") == 0


def test_s092_a_sea_breese_away_from_the_water_counts_nothing():
    at = final("home_1", "keywood@0,1 r0", "sea_breese@1,1 r0")
    assert at.points("P1", "sea_breese") == 0


def test_2a_does_not_connect_boats_over_mismatched_edges():
    at = final("home_1", "keywood@0,1 r0", "boat_2a@1,1 r0", "sea_breese@0,-1 r1")
    assert at.points("P1", "sea_breese") == 0


@pytest.mark.parametrize(("wood", "flipped", "gain"), [(4, "home_1", 5), (6, "timber_yard", 6)])
def test_s104_flipper_turns_the_tile_that_gives_most_once(wood, flipped, gain):
    village = ["home_1", f"timber_yard@0,1 wood{wood}", "scribes", "flipper@0,-1"]
    at = final(*village, players=4)
    sheet = at.score("P1")
    assert sheet.flipped == flipped
    assert sheet.total == 2 + 2 * wood + gain


def test_flipper_turns_the_sheep_shelter_before_its_sheep_are_counted_c38():
    village = ["home_1 back", "keywood@0,1 r0 back", "sheep_shelter@1,1 sheep4/1", "flipper@0,-1"]
    at = final(*village, players=4, expansions=["farmers"])
    assert at.score("P1").flipped == "sheep_shelter"
    assert at.points("P1", "sheep_shelter") == 12


def test_flipper_has_nothing_to_turn_when_all_is_upgraded():
    at = final("home_1 back", "scribes", "flipper@0,-1", players=4)
    assert (at.score("P1").flipped, at.points("P1")) == ("", 5 + 2)


def test_flipper_weighs_the_whole_score_not_only_the_tile():
    # turning the barn makes keeping better than Windmill: the gain is what the total gains
    village = ["home_1 back", "barn@0,1 wood5", "forge back", "windmill", "flipper@0,-1"]
    at = final(*village, players=4)
    assert at.points("P1") == 5 + 10 + 2 + 10


def test_s061_fixed_points_by_the_side_that_lies_up():
    assert final("home_1 back", "forge", "sawmill back").points("P1") == 5 + 3 + 10
    assert final("home_1", "keythedral").points("P1") == 12
    assert final("home_1", "ianvincible@0,-1", players=5).points("P1") == 5
    assert final("home_1", "flipper@0,-1", players=4).points("P1") == 2 + 5  # it flips the home


@pytest.mark.parametrize("side", ["front", "back"])
def test_every_tile_scores_its_printed_points(side):
    ruleset = scenario(expansions=["farmers"]).game.ruleset
    for tile in ruleset.tiles.values():
        if not tile.upgradable or tile.kind == "home":
            continue
        base = ["home_1", "keywood@0,1 r0"] if tile.name != "keywood" else ["home_1"]
        expansions = ["farmers"] if tile.expansion == "farmers" else []
        at = final(*base, f"{tile.name} {side}", expansions=expansions)
        assert at.points("P1", tile.name) == tile.face(side == "back").points, tile.name


def test_white_wind_scores_workers_not_skills_c3():
    at = final("home_1", "white_wind@0,-1", "key_guild", screen="R2 B1 anvil5", players=6)
    assert (at.points("P1", "white_wind"), at.points("P1", "key_guild")) == (3, 10)
