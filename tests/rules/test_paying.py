"""Rules 2.6: paying with workers and skills (scenarios 45, 47, 49, 50, rulings C10, C27, C36)."""

import pytest

from keyflower.kernel.errors import ActionSyntaxError
from keyflower.testing import scenario


def owned(tile, text="", **more):
    return scenario(villages={"P2": ["home_2", f"{tile} {text}".strip()]}, **more)


# ---------------------------------------------------------------------- skills


def test_s045_brewer_without_a_skill_is_illegal_c27():
    at = owned("brewer")
    at.illegal("use brewer R1", "use.cannot-pay", rule="2.6.4")


def test_s045_smelter_with_the_wrong_skills_is_illegal():
    at = owned("smelter", screens={"P1": "R6 saw2 pickaxe1"})
    at.illegal("use smelter R1", "use.cannot-pay", rule="2.6.4")


@pytest.mark.parametrize(
    ("tile", "skill", "front", "back"),
    [
        ("smelter", "anvil", "iron3", "gold3"),
        ("mason", "pickaxe", "stone3", "gold3"),
        ("carpenter", "saw", "wood3", "gold3"),
    ],
)
def test_a_skill_of_the_printed_type_buys_resources(tile, skill, front, back):
    for side, gained in (("front", front), ("back", back)):
        at = owned(tile, side, screens={"P1": f"R6 {skill}2"}).play(f"use {tile} R1")
        assert at.goods("P1", "home") == gained
        assert at.skills("P1") == f"{skill}1"
        assert at.stack[skill] == 15


def test_brewer_takes_any_skill_and_the_payer_chooses():
    at = owned("brewer", screens={"P1": "R6 saw1 anvil1"}, chance=["B2"]).play("use brewer R1")
    assert at.options == ["pay anvil1", "pay saw1"]
    at.illegal("pay pickaxe1", "pay.unfit", rule="2.6")
    at.illegal("pass", "pay.expected")
    at = at.play("pay saw")
    assert at.skills("P1") == "anvil1"
    assert at.stack["saw"] == 16
    assert at.hand("P1") == "R5 B2"


def test_upgraded_brewer_draws_three():
    at = owned("brewer", "back", screens={"P1": "R6 saw1"}, chance=["B3"]).play("use brewer R1", "pay saw")
    assert at.hand("P1") == "R5 B3"


def test_s047_hiring_fair_never_draws_the_paid_token_c36():
    at = owned("hiring_fair", screens={"P1": "R6 saw1"}, stack="anvil1").play(
        "use hiring_fair R1", "pay saw1"
    )
    assert at.skills("P1") == "anvil1"
    assert str(at.stack) == "saw1"


def test_hiring_fair_with_an_empty_stack_gives_nothing():
    at = owned("hiring_fair", screens={"P1": "R6 saw1"}, stack="").play("use hiring_fair R1", "pay saw1")
    assert at.skills("P1") == ""
    assert str(at.stack) == "saw1"


def test_upgraded_hiring_fair_draws_three():
    at = owned(
        "hiring_fair", "back", screens={"P1": "R6 saw1"}, stack="anvil2 pickaxe2", chance=["anvil2 pickaxe1"]
    )
    at = at.play("use hiring_fair R1", "pay saw1")
    assert at.skills("P1") == "anvil2 pickaxe1"
    assert str(at.stack) == "pickaxe1 saw1"


# ---------------------------------------------------------------------- workers


def test_tavern_payment_does_not_cover_a_shortage_c36():
    at = owned("tavern", screens={"P1": "R1 Y1"}, bag="B1").play("use tavern R1", "pay Y1")
    assert at.hand("P1") == "B1"
    assert str(at.bag) == "Y1"


def test_tavern_with_an_empty_bag_gives_nothing():
    at = owned("tavern", screens={"P1": "R1 Y1"}, bag="").play("use tavern R1", "pay Y1")
    assert at.hand("P1") == ""
    assert str(at.bag) == "Y1"


def test_tavern_takes_any_colour_green_too():
    at = owned("tavern", screens={"P1": "R2 B1 G1"}, chance=["R2"]).play("use tavern R1")
    assert at.options == ["pay R1", "pay B1", "pay G1"]
    at = at.play("pay G1")
    assert at.bag["green"] == 1
    assert at.hand("P1") == "R3 B1"


def test_upgraded_tavern_draws_three():
    at = owned("tavern", "back", screens={"P1": "R2"}, chance=["Y3"]).play("use tavern R1", "pay R1")
    assert at.hand("P1") == "Y3"


def test_tavern_needs_a_worker_besides_the_ones_placed():
    at = owned("tavern", screens={"P1": "R2"})
    at.illegal("use tavern R2", "use.cannot-pay", rule="2.6.4")
    at.legal("use tavern R1")


@pytest.mark.parametrize(("tile", "colour"), [("peddler", "Y"), ("store", "B"), ("fair", "R")])
def test_printed_colour_buys_green(tile, colour):
    at = owned(tile, screens={"P1": f"G2 {colour}1"}).play(f"use {tile} G1")
    assert at.hand("P1") == "G2"
    at = owned(tile, "back", screens={"P1": f"G2 {colour}1"}).play(f"use {tile} G1")
    assert at.hand("P1") == "G3"


@pytest.mark.parametrize(("tile", "other"), [("peddler", "R"), ("store", "R"), ("fair", "B")])
def test_another_colour_does_not_pay(tile, other):
    owned(tile, screens={"P1": f"{other}4 G2"}).illegal(
        f"use {tile} {other}1", "use.cannot-pay", rule="2.6.4"
    )


def test_s049_no_green_left_in_the_supply_gives_nothing_though_the_bag_has_green():
    at = owned("peddler", supply="green0", bag="G2 R1", screens={"P1": "R1 Y1"}).play("use peddler R1")
    assert at.hand("P1") == ""
    assert str(at.bag) == "R1 Y1 G2"


def test_s050_placed_and_paying_workers_may_differ_in_colour():
    at = owned("peddler", "P3:R1", screens={"P1": "R2 Y1"}).play("use peddler R2")
    assert at.uses("peddler") == ["P3 R1", "P1 R2"]
    assert at.hand("P1") == "G1"


def test_c10_an_outbid_group_of_one_may_pay():
    at = owned("peddler", lots={"miner": "P1 Y1, P3 Y2"}, screens={"P1": "R1"}).play("use peddler R1")
    assert at.options == ["pay miner"]
    at = at.play("pay miner")
    assert at.bids("miner") == {"P3": "Y2"}
    assert at.hand("P1") == "G1"
    assert at.bag["yellow"] == 40 - 2 - 6 - 6


def test_c10_the_payer_chooses_between_screen_and_group():
    at = owned("peddler", lots={"miner": "P1 Y1, P3 Y2"}, screens={"P1": "R1 Y1"}).play("use peddler R1")
    assert at.options == ["pay Y1", "pay miner"]


@pytest.mark.parametrize(("tile", "colour"), [("peddler", "Y"), ("store", "B"), ("fair", "R")])
def test_c10_a_whole_outbid_group_pays_and_the_benefit_stays_as_printed(tile, colour):
    at = owned(tile, lots={"miner": f"P1 {colour}3, P3 {colour}4"}, screens={"P1": "G1"}, bag="")
    at = at.play(f"use {tile} G1")
    assert at.options == ["pay miner"]
    at = at.play("pay miner")
    assert at.bids("miner") == {"P3": f"{colour}4"}
    assert at.hand("P1") == "G1"
    assert str(at.bag) == f"{colour}3"


def test_c10_the_tavern_sets_the_whole_group_aside_before_it_draws():
    at = owned("tavern", lots={"miner": "P1 B3, P3 B4"}, screens={"P1": "R1"}, bag="Y1")
    at = at.play("use tavern R1", "pay miner")
    assert at.hand("P1") == "Y1"
    assert str(at.bag) == "B3"


def test_c10_a_group_of_several_cannot_pay_in_part_or_from_two_places():
    at = owned("peddler", lots={"miner": "P1 Y2, P3 Y3", "stable": "P1 Y1, P3 Y2"}, screens={"P1": "R1"})
    at = at.play("use peddler R1")
    assert at.options == ["pay miner", "pay stable"]
    at.illegal("pay Y1", "pay.unfit", rule="2.6")
    with pytest.raises(ActionSyntaxError, match="only one group can pay"):
        at.play("pay miner+stable")


def test_c10_a_group_that_pays_is_not_among_the_workers_placed():
    at = owned("fair", lots={"miner": "P1 R3, P3 R4"}, screens={"P1": "R1"})
    at.illegal("use fair miner+R1", "use.cannot-pay", rule="2.6.4")
    at.legal("use fair miner", "use fair R1")
    assert at.play("use fair R1").options == ["pay miner"]
    # the worker behind the screen is the only payment left, but nobody else can know that it is there
    assert at.play("use fair miner").uses("fair") == ["P1 R3"]


def test_c10_a_leading_group_cannot_pay():
    at = owned("peddler", lots={"miner": "P1 Y3"}, screens={"P1": "R1"})
    at.illegal("use peddler R1", "use.cannot-pay", rule="2.6.4")


def test_a_payment_that_a_group_could_also_make_is_asked_for():
    """Without the group the only yellow worker would pay at once; with it there is a choice."""
    screens = {"P1": "R1 Y1"}
    assert owned("peddler", screens=screens).play("use peddler R1").acting == ("P2",)
    at = owned("peddler", lots={"miner": "P1 Y3, P3 Y4"}, screens=screens).play("use peddler R1")
    assert at.options == ["pay Y1", "pay miner"]


def test_what_a_group_paid_is_told_to_everybody_but_not_what_the_bag_holds():
    from keyflower.model.events import AsideReturned, WorkersPaid

    at = owned("tavern", lots={"miner": "P1 B3, P3 B4"}, screens={"P1": "R1"}).play(
        "use tavern R1", "pay miner"
    )
    (paid,) = at.events(WorkersPaid)
    assert paid.redacted(1) == paid == WorkersPaid(0, group="miner")
    (returned,) = at.events(AsideReturned)
    assert str(returned.workers) == "B3" and str(returned.redacted(1).workers) == "?3"


def test_c10_a_group_of_another_colour_cannot_pay_peddler_but_tavern():
    lots = {"miner": "P1 B1, P3 B2"}
    owned("peddler", lots=lots, screens={"P1": "R1"}).illegal("use peddler R1", "use.cannot-pay")
    at = owned("tavern", lots=lots, screens={"P1": "R1"}, chance=["Y2"]).play("use tavern R1", "pay miner")
    assert at.hand("P1") == "Y2"


def test_a_group_cannot_be_placed_and_pay():
    at = owned("tavern", lots={"miner": "P1 B1, P3 B2"}, screens={"P1": ""})
    at.illegal("use tavern miner", "use.cannot-pay", rule="2.6.4")
    at = owned("tavern", lots={"miner": "P1 B1, P3 B2", "stable": "P1 B1, P2 B2"}, screens={"P1": ""})
    at = at.legal("use tavern miner", "use tavern stable").play("use tavern miner")
    assert at.options == ["pay stable"]


def test_the_payment_is_public_knowledge_only_as_far_as_the_cost_names_it():
    from keyflower.model.events import SkillsPaid

    at = owned("brewer", screens={"P1": "R6 saw1"}).play("use brewer R1", "pay saw1")
    (paid,) = at.events(SkillsPaid)
    assert (str(paid.shown), str(paid.face_down)) == ("", "saw1")
    assert str(paid.redacted(1).face_down) == "?1"
    at = owned("smelter", screens={"P1": "R6 anvil1"}).play("use smelter R1")
    (paid,) = at.events(SkillsPaid)
    assert (str(paid.shown), str(paid.face_down)) == ("anvil1", "")


def test_a_choice_forced_only_by_the_screen_is_asked_all_the_same():
    # paying at once would tell the others that there was nothing to choose
    at = owned("brewer", screens={"P1": "R6 saw1"}).play("use brewer R1")
    assert at.options == ["pay saw1"]
    # a cost that names its type leaves nothing to tell
    assert owned("smelter", screens={"P1": "R6 anvil1"}).play("use smelter R1").acting == ("P2",)
