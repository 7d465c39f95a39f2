"""Scenarios T14 to T25 of the rules: constructing (T16 is in expansions/test_catalogue.py)."""

import pytest

from tinytowns.testing import scenario


def building(town, **more):
    return scenario([town], stage="build", resource="wood", **more)


@pytest.mark.parametrize(("site", "after"), [("b1", ".C.."), ("a2", "C..."), ("b2", ".C..")])
def test_t14_a_building_goes_on_a_square_just_cleared(site, after):
    at = building(".h../bg../..../....")
    at.illegal("P1 build cottage b1 a2 b2 on a1", "build.site")
    rows = at.play(f"P1 build cottage b1 a2 b2 on {site}").town("P1").split("/")
    assert rows[int(site[1]) - 1] == after and "".join(rows).count(".") == 15


def test_t15_a_pattern_may_be_turned_and_mirrored():
    building("..g./sgs./..../....").legal("P1 build chapel c1 a2 b2 c2 on c1")
    building("g.../sgs./..../....").legal("P1 build chapel a1 a2 b2 c2 on c2")
    building("gs../.g../.s../....").legal("P1 build chapel a1 b1 b2 b3 on b3")
    building(".g../sgs./..../....").illegal("P1 build chapel b1 a2 b2 c2 on b1", "build.pattern")


def test_t17_a_pattern_keeps_its_order_and_does_not_wrap_around():
    building("gbb./..../..../....").legal("P1 build tavern a1 b1 c1 on a1")
    building("bgb./..../..../....").illegal("P1 build tavern a1 b1 c1 on a1", "build.pattern")
    building("bg.b/..../..../....").illegal("P1 build tavern a1 b1 d1 on a1", "build.pattern")
    building("bb../.g../..../....").illegal("P1 build tavern a1 b1 b2 on a1", "build.pattern")


def test_t18_squares_of_a_pattern_that_ask_for_nothing_are_untouched():
    at = building("CTg./sgs./..../....").play("P1 build chapel c1 a2 b2 c2 on b2")
    assert at.town("P1") == "CT../.P../..../...."


@pytest.mark.parametrize("site", ["a1", "b1"])
def test_t19_a_cube_serves_once(site):
    at = building("wsw./..../..../....").play(f"P1 build well a1 b1 on {site}")
    at.illegal("P1 build well b1 c1 on c1", "build.pattern")


def test_t20_two_buildings_in_one_round_in_either_order():
    at = building("ws../bbg./..../....")
    well, tavern = "P1 build well a1 b1 on a1", "P1 build tavern a2 b2 c2 on a2"
    assert at.play(well, tavern).town("P1") == at.play(tavern, well).town("P1") == "W.../T.../..../...."


def test_t21_building_may_be_put_off_and_other_cards_of_the_type_are_not_in_play():
    at = (
        scenario(["bbg./..../..../...."], round=3)
        .play_round("wood")
        .play_round("wood")
        .play("name wood")
        .settle()
    )
    assert at.game.round == 5
    at.legal("P1 build tavern a1 b1 c1 on c1")
    building("..g./bss./..../....").illegal("P1 build abbey c1 a2 b2 c2 on c1", "build.not-yours")


def test_t22_a_shed_goes_on_any_square_that_is_empty_afterwards():
    at = building("ws../..../..../...g", cards="shed")
    at.legal(*(f"P1 build shed a1 b1 on {site}" for site in ("a1", "b1", "c3")))
    at.illegal("P1 build shed a1 b1 on d4", "build.site")
    building("ws../..../..../...g").illegal("P1 build well a1 b1 on c3", "build.site")


def test_t23_a_trading_post_stands_in_and_stays():
    at = building(".h../bK../..../....", cards="trading_post")
    at.legal("P1 build cottage b1 a2 b2 on b1", "P1 build cottage b1 a2 b2 on a2")
    at.illegal("P1 build cottage b1 a2 b2 on b2", "build.site")
    assert at.play("P1 build cottage b1 a2 b2 on a2").town("P1") == "..../CK../..../...."


def test_t24_trading_posts_alone_are_no_construction():
    at = building("KK../w.../..../....", cards="trading_post")
    at.illegal("P1 build well a1 b1 on a1", "build.pattern", rule="2.4.4")
    assert at.play("P1 build well a1 a2 on a2").town("P1") == "KK../W.../..../...."


def test_t24_each_set_of_squares_is_one_option():
    at = building("KKw./..../..../....", cards="trading_post")
    options = [str(option) for option in at.game.decisions[0].options]
    assert len(options) == len(set(options))
    assert "build tavern a1 b1 c1 on c1" not in options  # the wood fits no square of a tavern
    assert [option for option in options if option.startswith("build well")] == ["build well b1 c1 on c1"]


def test_t25_cubes_on_a_building_serve_no_pattern():
    at = building(".h../bK../..../.... b2:g", cards="warehouse")
    at.illegal("P1 build cottage b1 a2 b2 on b1", "build.pattern")
