"""Rules 3.4: upgrades (scenarios 55 to 60, 65, 66, ruling C13)."""

import pytest

from keyflower.testing import scenario

CHEAP = {"miner": {"upgrade": {"iron": 1}}, "keywood": {"upgrade": {"wood": 1}}}
ROW = ["home_1", "keywood@0,1 r0", "miner@0,2 r0"]


def hauling(*tiles, by="stable", side="", screen="R6", **more):
    villages = {"P1": list(tiles or ROW), "P2": ["home_2", f"{by} {side}".strip()]}
    return scenario(villages=villages, screens={"P1": screen}, **more).play(f"use {by} R1")


def test_s055_gold_on_the_tile_pays_for_iron():
    at = hauling("home_1", "keywood@0,1 r0", "miner@0,2 r0 gold1", overrides=CHEAP).play("upgrade miner")
    assert at.side("P1", "miner") == "back"
    assert at.goods("P1") == ""
    assert at.supply["gold"] == 48


def test_s055_iron_on_the_neighbour_tile_does_not_pay():
    village = ["home_1 wood1", "keywood@0,1 r0 iron1", "miner@0,2 r0", "quarryman@0,3"]
    at = hauling(*village, screen="R6 pickaxe1", overrides=CHEAP)
    at = at.play("move wood home>miner")  # uses both points
    at.illegal("upgrade miner iron1", "upgrade.not-there", rule="3.4")
    at.illegal("upgrade miner", "upgrade.cost", rule="3.4")


def test_s056_everything_else_on_the_tile_stays():
    village = ["home_1", "keywood@0,1 r0 wood2 stone1 P3:R1", "miner@0,2 r0"]
    at = hauling(*village, overrides=CHEAP).play("upgrade keywood wood1", "done")
    assert at.side("P1", "keywood") == "back"
    assert at.goods("P1", "keywood") == "stone1 wood1"
    assert at.uses("keywood") == ["P3 R1"]
    assert at.village("P1").layout.named("keywood").rotation == 0
    assert at.supply["wood"] == 23


def test_s057_a_used_tile_keeps_its_uses_when_upgraded():
    village = ["home_1", "keywood@0,1 r0 wood1 P3:R1"]
    at = hauling(*village, overrides=CHEAP).play("upgrade keywood")
    at.illegal("P2 use keywood R1", "use.too-few")
    at.illegal("P2 use keywood B2", "use.colour")
    at = at.play("P2 use keywood R2")
    assert at.goods("P2", "home") == "wood3"


def test_a_home_may_be_upgraded_by_its_own_use():
    at = scenario(villages={"P1": ["home_1 wood2 stone1", "keywood@0,1 r0"]}).play("use home R1")
    at = at.play("upgrade home wood1 stone1")
    assert at.side("P1", "home") == "back"
    assert at.uses("home_1") == ["P1 R1"]
    # the points of the running action do not change; the back counts from the next use on
    assert at.haul == (1, 0)
    at = at.play("move wood home>keywood", "P2 use home_1 R2")
    assert at.acting == ("P3",)  # P2 has nothing to move
    at = scenario(villages={"P1": ["home_1 back wood2 P1:R1", "keywood@0,1 r0"]}).play("use home R2")
    assert at.haul == (2, 1)


@pytest.mark.parametrize(
    ("home", "cost"),
    [
        ("home_1", "wood1 stone1"),
        ("home_2", "stone1 iron1"),
        ("home_3", "wood1 iron1"),
        ("home_4", "wood1 stone1"),
        ("home_5", "stone1 iron1"),
        ("home_6", "wood1 iron1"),
    ],
)
def test_every_home_upgrades_itself_for_its_price_and_five_points(home, cost):
    at = scenario(villages={"P1": [f"{home} {cost}"]}, start="P2", turn="P1", screens={"P1": "R1"})
    at = at.play("use home R1", "upgrade home")
    assert (at.side("P1", "home"), at.goods("P1"), at.points("P1")) == ("back", "", 5)


def test_s059_skills_come_from_the_screen_and_go_to_the_stack():
    at = hauling("home_1", "keywood@0,1 r0 wood1", screen="R6 saw2").play("upgrade keywood")
    assert at.skills("P1") == "saw1"
    assert at.stack["saw"] == 15
    assert at.goods("P1", "keywood") == "wood1"


def test_s059_boat_3a_does_not_replace_skills():
    village = ["home_1 stone1", "keywood@0,1 r0", "boat_3a@0,-1"]
    at = hauling(*village, screen="R6 pickaxe1")
    at.illegal("upgrade keywood pickaxe1", "upgrade.cost", rule="3.4")
    at.illegal("upgrade keywood stone1", "upgrade.cost")
    at.illegal("upgrade keywood saw1", "upgrade.no-skill", rule="3.4")


@pytest.mark.parametrize(("tile", "lying"), [("miner", "wood1"), ("peddler", "stone1")])
def test_s060_boat_3a_lets_any_resource_pay(tile, lying):
    # miner costs 1 iron here, peddler 1 gold
    for boat, legal in (("boat_3a@0,-1", True), ("boat_3b@0,-1", False)):
        at = hauling("home_1", f"{tile}@0,1 {lying}", boat, overrides=CHEAP)
        if legal:
            at = at.play(f"upgrade {tile} {lying}")
            assert at.side("P1", tile) == "back"
            assert at.goods("P1") == ""
        else:
            at.illegal(f"upgrade {tile} {lying}", "upgrade.cost", rule="3.4")


def test_s065_what_can_never_be_upgraded():
    villages = {"P1": ["home_1 wood1", "keywood@0,1", "boat_1a@0,-1", "scribes", "turn_order_1"]}
    villages["P2"] = ["home_2", "stable"]
    at = scenario("winter", villages=villages, screens={"P1": "R6 saw1"}).play("use stable R1")
    for tile in ("scribes", "boat_1", "turn_order_1"):
        at.illegal(f"upgrade {tile}", "upgrade.one-sided", rule="3.4")


def test_s065_an_upgraded_tile_is_not_upgraded_again():
    at = hauling("home_1 wood1", "keywood@0,1 back", screen="R6 saw1")
    at.illegal("upgrade keywood", "upgrade.twice", rule="3.4")


def test_ordinary_boats_are_never_upgraded():
    villages = {"P1": ["home_1 wood1", "keywood@0,1", "keyflower@0,-1"], "P2": ["home_2", "stable"]}
    at = scenario("winter", villages=villages).play("use stable R1")
    at.illegal("upgrade boat_keyflower", "upgrade.one-sided")


def test_s066_moving_before_or_after_an_upgrade_is_the_same_c13():
    village = ["home_1", "keywood@0,1 r0 wood2", "miner@0,2 r0"]
    one = hauling(*village, overrides=CHEAP).play("upgrade keywood wood1", "move wood keywood>miner", "done")
    other = hauling(*village, overrides=CHEAP).play(
        "move wood keywood>miner", "upgrade keywood wood1", "done"
    )
    assert one.game.state == other.game.state


def test_upgrade_points_are_an_upper_bound():
    at = hauling("home_1", "keywood@0,1 r0 wood1", "miner@0,2 r0 iron1", overrides=CHEAP).play(
        "upgrade miner"
    )
    at.illegal("upgrade keywood", "upgrade.no-points", rule="3.4")
    at = hauling("home_1", "keywood@0,1 wood1", "miner@0,2 iron1", by="wainwright", overrides=CHEAP)
    at = at.play("upgrade miner", "upgrade keywood")
    assert (at.side("P1", "miner"), at.side("P1", "keywood")) == ("back", "back")


def test_the_payer_chooses_which_pieces_pay():
    at = hauling("home_1", "workshop@0,1 wood1 stone1 gold1", "keywood@0,2")
    assert [text for text in at.options if text.startswith("upgrade")] == [
        "upgrade workshop stone1 wood1",
        "upgrade workshop gold1 wood1",
        "upgrade workshop gold1 stone1",
    ]
    at = at.play("upgrade workshop gold1 stone1", "done")
    assert at.goods("P1", "workshop") == "wood1"


def test_gold_is_a_joker_for_every_part_of_a_cost():
    at = hauling("home_1", "alehouse@0,1 gold2 stone1")
    at.legal("upgrade alehouse gold2 stone1")
    at = hauling("home_1", "alehouse@0,1 stone2 gold1")
    at.illegal("upgrade alehouse stone2 gold1", "upgrade.cost")


def test_exactly_the_cost_is_paid():
    at = hauling("home_1", "keywood@0,1 wood3", overrides=CHEAP)
    at.illegal("upgrade keywood wood2", "upgrade.cost")
    at.legal("upgrade keywood wood1")


@pytest.mark.parametrize("skill", ["anvil", "pickaxe", "saw"])
def test_any_skill_upgrades_a_barn(skill):
    at = hauling("home_1", "barn@0,1 wood2", screen=f"R6 {skill}1")
    at = at.play(f"upgrade barn {skill}1")
    assert at.side("P1", "barn") == "back"
    assert at.stack[skill] == 16


def test_a_cost_of_resource_and_skill():
    at = hauling("home_1", "inn@0,1 wood1 stone1", screen="R6 saw1 anvil1")
    upgrades = [text for text in at.options if text.startswith("upgrade")]
    assert sorted(upgrades) == [
        "upgrade inn anvil1 stone1",
        "upgrade inn anvil1 wood1",
        "upgrade inn saw1 stone1",
        "upgrade inn saw1 wood1",
    ]
    at.illegal("upgrade inn wood1", "upgrade.cost")
    at.illegal("upgrade inn wood1 stone1", "upgrade.cost")


def test_upgrading_is_asked_when_tokens_might_pay_whatever_they_are():
    # ending at once would tell the others that no token fits
    at = hauling("home_1", "keywood@0,1", screen="R6 anvil1")
    assert at.acting == ("P1",)
    at.illegal("upgrade keywood", "upgrade.cost")
    assert hauling("home_1", "keywood@0,1").acting == ("P2",)


def test_every_upgradable_tile_can_be_turned_for_its_price():
    at = scenario(expansions=["farmers"])
    for tile in at.game.ruleset.tiles.values():
        if tile.upgrade is None or tile.kind == "home":
            continue
        goods = " ".join(
            f"{piece}{number}" for piece, number in tile.upgrade.named.items() if piece not in SKILLS
        )
        skills = "".join(
            f" {piece}{number}" for piece, number in tile.upgrade.named.items() if piece in SKILLS
        )
        for kind, number in tile.upgrade.any:
            if kind == "skill":
                skills += f" saw{number}"
            else:
                goods += f" wood{number}"
        expansions = ["farmers"] if tile.expansion == "farmers" else []
        base = ["home_1", "keywood@0,1"] if tile.name != "keywood" else ["home_1"]
        by = "farrier" if tile.name == "stable" else "stable"
        at = hauling(*base, f"{tile.name} {goods}", by=by, screen=f"R6{skills}", expansions=expansions)
        at = at.play(f"upgrade {tile.name}")
        assert at.side("P1", tile.name) == "back", tile.name
        assert at.goods("P1") == "", tile.name
        assert at.skills("P1") == "", tile.name


SKILLS = ("anvil", "pickaxe", "saw")
