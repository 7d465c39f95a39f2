"""Scenarios T26 to T45 of the rules: effects of buildings and monuments, completing towns."""

import pytest

from tinytowns.testing import scenario

RESOURCES = ("wood", "wheat", "brick", "glass", "stone")


def placing(town, *, master="P1", resource="wood", **more):
    """P2 has a town and settles a cube that P1, or somebody else, has named."""
    return scenario({"P2": town}, stage="place", master=master, resource=resource, **more)


def building(town, monument, **more):
    return scenario([town], stage="build", resource="wood", monuments={"P1": monument}, **more)


def test_t26_a_factory_changes_the_resource_on_it_if_somebody_else_named_it():
    town = "K.../..../..../.... a1:w"
    placing(town).legal(*(f"P2 place b2 {name}" for name in RESOURCES))
    at = placing(town, resource="brick").legal("P2 place b2")
    for name in set(RESOURCES) - {"brick"}:
        at.illegal(f"P2 place b2 {name}", "place.other-resource")
    own = placing(town, master="P2").legal("P2 place b2 wood")
    for name in set(RESOURCES) - {"wood"}:
        own.illegal(f"P2 place b2 {name}", "place.other-resource")


def test_t27_a_factory_is_marked_before_anything_else_and_marks_may_be_equal():
    at = scenario(["w.../bssb/K.../.... a3:g"], stage="build", resource="wood")
    at = at.play("P1 build factory a1 a2 b2 c2 d2 on a1")
    at.illegal("P1 done", "stage.other").illegal("P1 mark gold")
    at = at.play("P1 mark glass").legal("P1 done")
    assert at.town("P1") == "K.../..../K.../.... a1:g a3:g"


def test_t28_a_warehouse_takes_a_named_cube_and_the_seat_may_build():
    at = placing("Kws./..../..../....", resource="stone", cards="warehouse").settle(P2="store a1")
    assert at.town("P2") == "Kws./..../..../.... a1:s"
    at.legal("P2 build well b1 c1 on b1")


def test_t29_a_warehouse_has_room_for_three_and_exchanges_cubes():
    at = placing("K.../..../..../.... a1:wwg", resource="stone", cards="warehouse")
    at.illegal("P2 store a1", "warehouse.full").illegal("P2 swap a1 brick b2", "warehouse.not-there")
    assert at.settle(P2="swap a1 glass b2").town("P2") == "K.../.g../..../.... a1:wws"
    wood = placing("K.../..../..../.... a1:wwg", cards="warehouse")
    wood.illegal("P2 swap a1 wood b2", "warehouse.same")


def test_t30_whoever_names_must_place_the_cube():
    at = scenario(
        {"P2": "KCM./..../..../.... a1:g"},
        stage="place", master="P2", resource="wood", cards="warehouse", cavern=True,
        monuments={"P2": "statue_of_the_bondmaker"},
    )  # fmt: skip
    for text in ("store a1", "swap a1 glass d4", "shelter b1", "cavern"):
        at.illegal(f"P2 {text}", "place.not-foreign")


def test_t31_a_bank_bars_its_owner_from_naming_the_resource_on_it():
    bank = "Khh./.wgb/..../.... a1:w"
    at = scenario([bank], cards="bank").illegal("P1 name wood", "bank.barred").legal("P1 name wheat")
    second = at.play("name brick").settle().play("P1 build bank b1 c1 b2 c2 d2 on b1")
    second.illegal("P1 mark wood", "mark.taken").legal("P1 mark glass")
    scenario({"P2": bank}, cards="bank").play("P1 name wood").legal("P2 place d4")


def test_t32_the_statue_shelters_one_cube_on_each_cottage():
    at = scenario(
        {"P2": "CM../.h../b.../...."},
        stage="place", resource="brick", monuments={"P2": "statue_of_the_bondmaker"},
    )  # fmt: skip
    at = at.legal("P2 shelter a1").settle(P2="shelter a1")
    assert at.town("P2") == "CM../.h../b.../.... a1:b"
    later = at.done().play("P2 name glass").settle().done().play("P1 name brick")
    later.illegal("P2 shelter a1", "shelter.taken")
    scenario({"P2": "Ch../.g../..../.... a1:b"}, stage="build", resource="wood").illegal(
        "P2 build cottage a1 b1 b2 on b1", "build.pattern"
    )


def test_t33_the_cavern_takes_two_foreign_cubes_that_count_nothing():
    at = scenario({"P2": "ws../..../..../...."}, players=3, cavern=True)
    before = at.points("P2")
    at = at.play("P1 name wood").settle(P2="cavern").legal("P2 build well a1 b1 on a1").done()
    at = at.play_round("wood").play_round("brick", P2="cavern").play("P1 name stone")
    at.illegal("P2 cavern", "cavern.full")
    assert at.points("P2") == before and at.seat("P2").cavern == "wb"
    scenario(stage="place", resource="wood").illegal("P2 cavern", "cavern.off")


def test_t34_the_owner_of_fort_ironweed_never_names_unless_alone():
    at = scenario(
        {"P2": "h.b./sws./..../...."},
        players=3,
        stage="build",
        resource="wood",
        monuments={"P2": "fort_ironweed"},
    )
    at = at.play("P2 build fort_ironweed a1 c1 a2 b2 c2 on a1").done()
    named = []
    for _ in range(4):
        named.append(at.master)
        at = at.play_round("wood")
    assert named == ["P3", "P1", "P3", "P1"]
    assert at.town("P2").count("w") == 4 and at.seat("P2").named == 0
    alone = scenario(
        {"P1": "wwww/wwww/wwww/wwww", "P2": "M.../..../..../....", "P3": "wwww/wwww/wwww/wwww"},
        players=3, stage="check", monuments={"P2": "fort_ironweed"},
    )  # fmt: skip
    assert alone.master == "P2" and alone.play("P2 name wood").seat("P2").named == 1


def test_t35_a_seat_builds_its_own_monument_once():
    at = scenario(
        ["ww../bs../wwg./bsh."],
        stage="build", resource="wood",
        monuments={"P1": "grand_mausoleum_of_the_rodina", "P2": "the_starloom"}, returned={"P1": "mandras_palace"},
    )  # fmt: skip
    at.illegal("P1 build the_starloom b3 c3 b4 c4 on b3", "build.not-yours")
    at.illegal("P1 build mandras_palace b3 c3 b4 c4 on b3", "build.not-yours")
    built = at.play("P1 build grand_mausoleum_of_the_rodina a1 b1 a2 b2 on a1")
    built.illegal("P1 build grand_mausoleum_of_the_rodina a3 b3 a4 b4 on a3", "build.not-yours")


def test_t36_the_obelisk_frees_the_sites_of_later_buildings():
    at = building("h.ws/bgb./..../....", "obelisk_of_the_crescent")
    at.illegal("P1 build obelisk_of_the_crescent a1 a2 b2 c2 on d4", "build.site")
    at.illegal("P1 build well c1 d1 on d4", "build.site")
    at = at.play("P1 build obelisk_of_the_crescent a1 a2 b2 c2 on a1")
    at.legal("P1 build well c1 d1 on d4", "P1 build well c1 d1 on c1", "P1 build well c1 d1 on b2")


def test_t37_grove_university_puts_a_building():
    at = building(".b../sgs./..../T...", "grove_university")
    at = at.play("P1 build grove_university b1 a2 b2 c2 on b2")
    at.illegal("P1 done", "stage.other").illegal("P1 put well a4", "square.taken")
    at.illegal("P1 put grove_university d4", "put.not-in-play")
    at = at.play("P1 put factory d4").illegal("P1 done").play("P1 mark stone").legal("P1 done")
    assert at.town("P1") == "..../.M../..../T..K d4:s"


def test_t38_the_architects_guild_replaces_up_to_two_buildings():
    at = building("CW../...g/..hs/.wb.", "architects_guild")
    at = at.play("P1 build architects_guild d2 c3 d3 b4 c4 on d3").legal("P1 done")
    at.illegal("P1 replace a1 cottage", "replace.same-type").illegal(
        "P1 replace d3 tavern", "replace.nothing"
    )
    at.illegal("P1 replace a1 fort_ironweed", "put.not-in-play")
    once = at.play("P1 replace a1 tavern").illegal("P1 replace a1 well", "replace.twice").legal("P1 done")
    twice = once.play("P1 replace b1 tavern")
    assert twice.town("P1") == "TT../..../...M/...."
    twice.illegal("P1 replace d3 well")
    for stopped in (at.play("P1 done"), once.play("P1 done")):
        stopped.illegal("P1 replace b1 tavern", "stage.other").legal("P1 done")


def test_t38_a_mark_set_free_by_the_first_is_free_for_the_second():
    town = "KKKK/K..g/C.hs/.wb. a1:w b1:h c1:b d1:g a2:s"
    at = building(town, "architects_guild", cards="bank")
    at = at.play("P1 build architects_guild d2 c3 d3 b4 c4 on d3")
    at.illegal("P1 replace a3 bank", "put.no-mark")
    at = (
        at.play("P1 replace b1 well", "P1 replace a3 bank")
        .illegal("P1 mark wood", "mark.taken")
        .play("P1 mark wheat")
    )
    assert at.town("P1") == "KWKK/K.../K..M/.... a1:w c1:b d1:g a2:s a3:h"


def test_t38_cubes_on_a_replaced_building_are_gone():
    at = building("K..g/..hs/.wb./.... a1:wg", "architects_guild", cards="warehouse")
    at = at.play("P1 build architects_guild d1 c2 d2 b3 c3 on d2", "P1 replace a1 well")
    assert at.town("P1") == "W.../...M/..../...."


def watched(players=2, towns=None, **more):
    return scenario(
        {"P1": "M.../..../..../....", **(towns or {})},
        players=players, stage="build", resource="wood", monuments={"P1": "opaleyes_watch"}, watch={"P1": "CWT"},
        **more,
    )  # fmt: skip


def test_t39_opaleyes_watch_is_stocked_with_three_different_types():
    at = building("w.../bghh/s.../....", "opaleyes_watch").play(
        "P1 build opaleyes_watch a1 a2 b2 c2 d2 a3 on a1"
    )
    at.illegal("P1 stock cottage cottage well", "stock.different").illegal("P1 done")
    at.illegal("P1 stock cottage well shed", "put.not-in-play")
    assert at.play("P1 stock cottage well tavern").seat("P1").watch == "CWT"


def test_t39_the_watch_puts_each_piece_once_after_all_are_done():
    at = watched(towns={"P2": "wsws/ws../..../...."})
    at = at.play("P2 build well a1 b1 on a1", "P2 build well c1 d1 on c1")
    assert at.seat("P1").watch == "CWT" and at.town("P1") == "M.../..../..../...."
    at = at.done()
    assert at.acting == ("P1",) and at.stage == "watch"
    at.illegal("P1 done").illegal("P1 put tavern b1", "put.not-set-off").illegal(
        "P1 put well a1", "square.taken"
    )
    at = at.play("P1 put well b2")
    assert at.town("P1") == "M.../.W../..../...." and at.seat("P1").watch == "CT" and at.stage == "name"
    later = at.play("P2 name wood").settle().play("P2 build well a2 b2 on a2").done()
    assert later.stage == "name" and later.town("P1").count("W") == 1


def test_t39_constructions_of_the_round_in_which_the_watch_was_built_do_not_count():
    at = scenario(
        ["w.../bghh/s.../....", "ws../..../..../...."],
        stage="build", resource="wood", monuments={"P1": "opaleyes_watch"},
    )  # fmt: skip
    at = at.play("P1 build opaleyes_watch a1 a2 b2 c2 d2 a3 on a1", "P1 stock cottage well tavern")
    assert at.play("P2 build well a1 b1 on a1").done().stage == "name"


def test_t40_the_seat_opposite_does_not_set_off_the_watch():
    at = watched(players=4, towns={"P2": "ws../..../..../....", "P3": "ws../..../..../...."})
    assert at.play("P3 build well a1 b1 on a1").done().stage == "name"
    assert at.play("P2 build well a1 b1 on a1").done().stage == "watch"


def test_several_watched_pieces_come_in_the_owners_order_and_stop_when_the_town_is_full():
    other = {"P2": "wsbb/.g../..../....", "P1": "MFFF/FFFF/FFFF/FF.F"}
    at = watched(towns=other)
    at = at.play("P2 build well a1 b1 on a1").done()
    assert at.play("P1 put well c4").seat("P1").completed == 1
    two = watched(towns={"P2": "wsbb/...g/bbg./...."}).play(
        "P2 build well a1 b1 on a1", "P2 build tavern a3 b3 c3 on a3"
    )
    two = two.done().legal("P1 put tavern d4", "P1 put well d4").play("P1 put tavern d4")
    assert two.stage == "watch" and two.play("P1 put well d3").stage == "name"


def test_a_watched_bank_that_could_get_no_mark_stays_on_the_card():
    at = scenario(
        {"P1": "MKKK/KK../..../.... b1:w c1:h d1:b a2:g b2:s", "P2": "hh../wgb./..../...."},
        stage="build", resource="wood", cards="bank", monuments={"P1": "opaleyes_watch"}, watch={"P1": "CWK"},
    )  # fmt: skip
    at = at.play("P2 build bank a1 b1 a2 b2 c2 on a1", "P2 mark wood").done()
    assert at.stage == "name" and at.seat("P1").watch == "CWK"


def test_t41_the_shrine_records_the_buildings_that_stand_when_it_is_built():
    def built(town, *more):
        at = building(town, "shrine_of_the_elder_tree")
        return at.play("P1 build shrine_of_the_elder_tree a3 b3 c3 a4 b4 c4 on a3", *more)

    assert built("WWWW/Wws./bhs./wgw.").points("P1", "shrine_of_the_elder_tree") == 8
    later = built("WWWW/.wsw/bhs./wgw.", "P1 build well b2 c2 on b2")
    assert later.points("P1", "shrine_of_the_elder_tree") == 5
    nine = scenario(["MWWW/WWWW/W.../...."], monuments={"P1": "shrine_of_the_elder_tree"}, recorded={"P1": 5})
    assert nine.points("P1", "shrine_of_the_elder_tree") == 5


# ---------------------------------------------------------------------- completing


@pytest.mark.parametrize("town", ["FFFF/FFFF/FFFF/FFF.", "bb.F/FFFF/FFFF/FFFF"])
def test_t42_a_full_town_is_complete_whether_it_cannot_or_will_not_build(town):
    at = scenario({"P2": town}, players=3).play_round("glass")
    assert at.seat("P2").completed == 1 and at.master == "P3"
    at = at.play("P3 name wood")
    assert at.acting == ("P1", "P3")


def test_t43_building_makes_room_again():
    at = scenario({"P2": "bb.F/FFFF/FFFF/FFFF"}).play("P1 name glass").settle()
    at = at.play("P2 build tavern a1 b1 c1 on a1").done()
    assert at.town("P2") == "T..F/FFFF/FFFF/FFFF" and at.seat("P2").completed == 0 and at.master == "P2"


def test_t44_an_empty_square_keeps_a_seat_in_the_game_and_a_warehouse_does_not():
    at = scenario({"P2": "wwww/wwww/wwww/www."}, master="P2").legal("P2 name wood").play("P2 name wood")
    at.legal("P2 place d4").illegal("P2 done")
    full = scenario({"P2": "KFFF/FFFF/FFFF/FFF. a1:w"}, cards="warehouse").play_round("wood")
    assert full.seat("P2").completed == 1


def test_t45_the_last_active_seat_names_until_the_end_and_its_factory_is_useless():
    towns = {"P1": "FFFF/FFFF/FFFF/FFFF", "P2": "FFFF/FFFF/FFFF/FFFF", "P3": "KFFF/FFFF/FFFF/FF.. a1:w"}
    at = scenario(towns, players=3, stage="check")
    at = at.play("P3 name wood").illegal("P3 place c4 stone", "place.other-resource").settle().done()
    assert at.master == "P3" and at.seat("P3").named == 1
    at = at.play_round("wood")
    assert at.stage == "over" and at.seat("P3").named == 2 and at.winners


def test_a_scenario_takes_full_towns_for_complete_before_anybody_builds():
    full = "FFFF/FFFF/FFFF/FFFF"
    at = scenario({"P1": full, "P3": full}, players=3, round=5)
    assert at.master == "P2" and at.seat("P1").completed == 4 and at.play("P2 name wood").acting == ("P2",)
    assert scenario([full, full]).stage == "over" and scenario([full], players=1).game.rank
    alone = scenario(["ws../..../..../...."], players=1, stage="build", shown="glass stone wood")
    assert alone.play("build well a1 b1 on a1", "done").game.state.under == ("glass",)
