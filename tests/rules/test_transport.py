"""Rules 3.3: transport over roads (scenarios 52 to 54, 61 to 64, rulings C12, C25)."""

import pytest

import keyflower as kf
from keyflower.testing import scenario

# home - keywood - miner in a row to the south, all joined by roads
ROW = ["home_1", "keywood@0,1 r0", "miner@0,2 r0"]


def hauling(*tiles, by="stable", side="", screen="R6 anvil1", **more):
    """P1 uses a transport tile of P2; the anvil keeps upgrades of miner possible."""
    villages = {"P1": list(tiles or ROW), "P2": ["home_2", f"{by} {side}".strip()]}
    return scenario(villages=villages, screens={"P1": screen}, **more).play(f"use {by} R1")


def points(at):
    return at.haul


@pytest.mark.parametrize(
    ("tile", "front", "back"),
    [
        ("stable", (2, 1), (4, 2)),
        ("farrier", (3, 1), (5, 2)),
        ("wainwright", (4, 2), (6, 2)),
    ],
)
def test_transport_tiles_give_the_printed_points(tile, front, back):
    assert points(hauling("home_1 wood1", *ROW[1:], by=tile)) == front
    assert points(hauling("home_1 wood1", *ROW[1:], by=tile, side="back")) == back


def test_homes_give_one_point_and_two_when_upgraded():
    for side, wanted in (("front", (1, 1)), ("back", (2, 1))):
        at = scenario(villages={"P1": [f"home_1 {side} wood1", *ROW[1:]]}).play("use home R1")
        assert points(at) == wanted


def test_s053_one_resource_two_tiles():
    at = hauling("home_1 wood1", *ROW[1:])
    assert points(at) == (2, 1)
    at = at.play("move wood home>miner")
    assert at.goods("P1", "miner") == "wood1"
    assert at.goods("P1", "home") == ""
    assert points(at) == (0, 1)


def test_s053_two_resources_one_tile_each_and_no_third_step():
    at = hauling("home_1 wood1 stone1", *ROW[1:]).play("move wood home>keywood", "move stone home>keywood")
    assert at.goods("P1", "keywood") == "stone1 wood1"
    at.illegal("move wood keywood>miner", "move.no-points", rule="3.3")
    at.illegal("move stone keywood>home", "move.no-points")


def test_a_resource_may_go_step_by_step_or_at_once():
    one = hauling("home_1 wood1", *ROW[1:]).play("move wood home>keywood", "move wood keywood>miner")
    other = hauling("home_1 wood1", *ROW[1:]).play("move wood home>miner")
    assert one.game.state == other.game.state


def test_s053_capacity_is_an_upper_bound():
    hauling("home_1 wood1", *ROW[1:]).legal("done", "move wood home>keywood")
    hauling("home_1 wood1", *ROW[1:], "quarryman@0,3").illegal("move wood home>quarryman", "move.no-points")


def test_s054_no_transport_over_fields():
    # brewer touches keywood field to field only
    at = hauling("home_1", "keywood@0,1 r0 wood1", "brewer@1,1 r0", screen="R6")
    at.illegal("move wood keywood>brewer", "move.no-way", rule="3.3")
    at.legal("move wood keywood>home")


def test_s063_boat_2a_carries_over_fields_but_not_over_water():
    at = hauling("home_1 iron1", "keywood@0,1 r0 wood1", "brewer@1,1 r0", "boat_2a@0,-1 r0")
    at.legal("move wood keywood>brewer")
    at.illegal("move iron home>boat_2", "move.no-way", rule="3.3")


def test_c25_boat_2a_field_beside_the_river_is_crossed():
    # alehouse touches the home by road and the boat by field: round the water in two steps
    at = hauling("home_1 iron1", "alehouse@1,-1 r1", "boat_2a@0,-1 r0", screen="R6 anvil1")
    at = at.play("move iron home>boat_2")
    assert at.goods("P1", "boat_2") == "iron1"
    at = hauling("home_1 iron1", "alehouse@1,-1 r1", "boat_3a@0,-1 r0")
    at.illegal("move iron home>boat_3", "move.no-way")


def test_boat_2a_carries_over_mismatched_edges():
    # with 2a laid the keywood may lie with a field against the home's road
    at = hauling("home_1 wood1", "boat_2a@0,-1 r0", "keywood@0,1 r1")
    assert at.village("P1").layout.named("keywood").facing[0] == "F"
    at.legal("move wood home>keywood")


def test_s061_boat_2b_doubles_what_its_owner_uses_anywhere_c12():
    at = hauling("home_1 wood1", *ROW[1:], "boat_2b@0,-1")
    assert points(at) == (4, 2)
    at = scenario(villages={"P1": ["home_1 wood1", *ROW[1:], "boat_2b@0,-1"]}).play("use home R1")
    assert points(at) == (2, 2)


def test_s061_others_are_not_doubled_on_the_owners_tiles():
    villages = {"P1": ["home_1", "stable@0,1", "boat_2b@0,-1"], "P2": ["home_2 wood1", "keywood"]}
    at = scenario(villages=villages, turn="P2")
    assert points(at.play("use stable R1")) == (2, 1)
    assert points(at.play("use home_1 R1")) == (1, 1)


def test_boat_2b_doubles_upgrades_too():
    tiles = ["home_1", "keywood@0,1 r0", "miner@0,2 r0", "boat_2b@0,-1"]
    at = hauling(*tiles, screen="R6 anvil1 saw1")
    at = at.play("upgrade miner", "upgrade keywood")
    assert (at.side("P1", "miner"), at.side("P1", "keywood")) == ("back", "back")
    assert at.acting == ("P2",)


def test_s052_transport_works_only_in_the_users_own_village():
    villages = {"P1": ["home_1", "keywood@0,1 r0", "miner@0,2 r0"], "P2": ["home_2 back wood1", "stable"]}
    at = scenario(villages=villages, screens={"P1": "R6 anvil1"}).play("use home_2 R1")
    assert points(at) == (2, 1)
    at.illegal("move wood home_2>stable", "move.no-tile", rule="3.3")
    at.illegal("upgrade stable", "upgrade.not-yours", rule="3.4")
    at = at.play("upgrade miner")
    assert at.side("P1", "miner") == "back"
    assert at.goods("P2") == "wood1"


def test_s064_using_without_moving_or_upgrading_is_legal():
    at = hauling("home_1 wood1", *ROW[1:]).play("done")
    assert at.acting == ("P2",)
    assert at.goods("P1", "home") == "wood1"
    assert at.uses("stable") == ["P1 R1"]


def test_nothing_to_move_ends_the_transport_at_once():
    at = hauling("home_1", "keywood", screen="R6")
    assert at.acting == ("P2",)


def test_resources_never_leave_the_village():
    at = hauling("home_1 wood1", *ROW[1:])
    at.illegal("move wood home>stable", "move.no-tile")
    at.illegal("move iron home>keywood", "move.not-there", rule="3.3")
    at.illegal("move wood home>home", "move.nowhere")


def test_the_side_up_when_workers_are_placed_counts():
    tiles = ["home_1", "stable wood1 iron1"]
    at = scenario(villages={"P1": tiles}).play("use stable R1", "upgrade stable wood1 iron1")
    # the running action keeps the points of the front: 2 steps and no second upgrade
    assert at.side("P1", "stable") == "back"
    assert at.acting == ("P2",)
    tiles = ["home_1 wood1", "stable wood1 iron1"]
    at = scenario(villages={"P1": tiles}).play("use stable R1", "upgrade stable wood1 iron1")
    assert points(at) == (2, 0)


def test_all_roads_of_a_tile_meet_in_its_centre():
    # any road edge of the home leads to any other
    at = hauling("home_1", "keywood@0,1 r0 wood1", "alehouse@1,-1 r1")
    at.legal("move wood keywood>alehouse")


def test_only_moves_upgrades_and_done_are_steps():
    at = hauling("home_1 wood1", *ROW[1:])
    at.illegal("pass", "haul.expected")
    at.illegal("bid turn_order_1 R1", "haul.expected")


def test_a_compound_transport_is_its_steps():
    at = hauling("home_1 wood1", *ROW[1:])
    compound = kf.Transport([kf.Move("wood", "home_1", "miner")], [kf.Upgrade("miner", kf.Pool.of(anvil=1))])
    assert at.game.play(compound).state == at.play("move wood home>miner", "upgrade miner").game.state
    wrong = kf.Transport([kf.Move("wood", "home_1", "stable")])
    assert at.game.why_not(compound) == ()
    assert at.game.why_not(wrong)[0].code == "move.no-tile"


def test_a_compound_transport_is_refused_where_nothing_is_transported():
    at = scenario()
    assert [refusal.code for refusal in at.game.why_not(kf.Transport())] == ["turn.expected"]
    with pytest.raises(kf.IllegalAction):
        at.game.play(kf.Transport())


def test_spent_wheat_gives_a_point_each_never_doubled():
    tiles = ["home_1 wood1", *ROW[1:], "boat_2b@0,-1"]
    at = hauling(*tiles, screen="R6 anvil1 wheat2", expansions=["farmers"])
    assert points(at) == (4, 2)
    at = at.play("spend wheat", "spend wheat")
    assert points(at) == (6, 2)
    assert at.stock("P1") == ""
    assert at.supply["wheat"] == 30
    at.illegal("spend wheat", "spend.none", rule="3.3")


def test_wheat_gives_no_upgrades_and_may_be_spent_while_moving():
    at = hauling("home_1 wood1", *ROW[1:], screen="R6 anvil1 wheat1", expansions=["farmers"])
    at = at.play("move wood home>miner", "spend wheat", "move wood miner>keywood", "upgrade miner")
    assert at.goods("P1", "keywood") == "wood1"
    assert at.acting == ("P2",)


def test_s139_wheat_is_spent_only_while_transporting():
    at = scenario(
        expansions=["farmers"],
        villages={"P1": ["home_1 wood1", *ROW[1:]], "P2": ["home_2", "woodcutter"]},
        screens={"P1": "R6 wheat1"},
    )
    at.illegal("spend wheat", "turn.expected")
    after = at.play("use woodcutter R1")
    assert after.acting == ("P2",)
    at.play("use home_2 R1").legal("spend wheat")


def test_s138_paddock_gives_wheat_first_which_may_be_spent_at_once():
    tiles = ["home_1 wood1", *ROW[1:]]
    at = hauling(*tiles, by="paddock", screen="R6 anvil1", expansions=["farmers"])
    assert at.stock("P1") == "wheat1"
    assert points(at) == (1, 1)
    at = at.play("spend wheat")
    assert points(at) == (2, 1)
    at = at.play("move wood home>miner")
    assert at.goods("P1", "miner") == "wood1"
    at = hauling(*tiles, by="paddock", side="back", screen="R6 anvil1", expansions=["farmers"])
    assert (at.stock("P1"), points(at)) == ("wheat2", (2, 2))


def test_the_wheat_of_a_paddock_is_not_doubled_by_2b():
    tiles = ["home_1 wood1", *ROW[1:], "boat_2b@0,-1"]
    at = hauling(*tiles, by="paddock", screen="R6 anvil1", expansions=["farmers"])
    assert (at.stock("P1"), points(at)) == ("wheat1", (2, 2))


def test_wheat_alone_can_pay_for_steps_when_the_points_are_used_up():
    at = hauling("home_1 wood2", *ROW[1:], screen="R6 wheat1", expansions=["farmers"])
    at = at.play("move wood home>keywood", "move wood home>keywood")
    assert points(at) == (0, 1)
    at = at.play("spend wheat", "move wood keywood>miner")
    assert at.goods("P1", "miner") == "wood1"
    assert at.acting == ("P2",)
