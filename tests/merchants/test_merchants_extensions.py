"""The Merchants 4: extensions (scenarios 31 to 45)."""

import pytest

from keyflower.expansions.merchants import Extensions
from keyflower.expansions.merchants.extensions import Extend
from keyflower.model.pool import Pool
from tests.merchants.table import extensions, merchants

HOME = "home_1"


def on(at, who, tile):
    """The extension on a tile."""
    return dict(at.village(who).place(Extensions).on).get(tile, Pool())


def hauling(*tiles, home=HOME, **more):
    """P1 has just used the home: 1 transport and 1 upgrade point."""
    return merchants(villages={"P1": [home, *tiles]}, **more).play("use home R1")


def test_m31_an_extension_costs_an_upgrade_point_and_what_is_printed():
    at = hauling("stable back wood1")
    before = at.supply["wood"]
    at = at.legal("extend stable extension_red_wood wood1").play("extend stable extension_red_wood wood1")
    assert str(on(at, "P1", "stable")) == "extension_red_wood1"
    assert at.goods("P1", "stable") == "" and at.supply["wood"] == before + 1
    assert "extension_red_wood" not in at.supply
    assert at.acting == ("P2",), "no upgrade point is left, and nothing can be moved"


def test_m32_resources_have_to_lie_on_the_tile():
    at = merchants(villages={"P1": ["home_1 wood1", "stable back"]}).play("use stable R1")
    at = at.play("move wood home>stable", "move wood stable>home")
    at.illegal("extend stable extension_red_wood wood1", "extend.not-on-tile")


def test_m33_gold_pays_for_anything_and_3a_makes_all_resources_equal():
    hauling("stable back gold1").legal("extend stable extension_red_wood gold1")
    at = hauling("stable back stone1")
    at.illegal("extend stable extension_red_wood stone1", "extend.cost")
    hauling("stable back stone1", "boat_3a").legal("extend stable extension_red_wood stone1")


def test_m34_where_no_extension_can_stand():
    at = hauling("stable wood1")
    at.illegal("extend stable extension_red_wood wood1", "extend.not-upgraded")
    at = hauling("stable back wood1", "miner back", places={"P1": [extensions(stable="red_saw")]})
    at.illegal("extend stable extension_red_wood wood1", "extend.twice")
    at = merchants(
        villages={
            "P1": [HOME, "stable back wood1", "scribes", "boat_flipper", "turn_order_1", "boat_1b"],
            "P2": ["home_2", "miner back wood1"],
        }
    ).play("use home R1")
    at.illegal("extend miner extension_red_wood wood1", "extend.not-yours")
    for tile in ("scribes", "boat_flipper", "turn_order_1", "boat_1"):
        at.illegal(f"extend {tile} extension_red_worker R1", "extend.not-upgraded")


def test_m34_without_upgrade_points_there_is_no_extension():
    at = hauling("stable back wood1", "miner back wood1", "farrier wood1")
    at = at.play("extend stable extension_red_wood wood1")
    assert at.haul == (1, 0)
    at.illegal("extend miner extension_red_worker R1", "extend.no-points")


def test_m35_a_tile_may_be_upgraded_and_extended_in_one_action():
    at = merchants(villages={"P1": ["home_1", "peddler gold2", "stable back"]}).play("use stable R1")
    at = at.play("upgrade peddler gold1", "extend peddler extension_green_gold gold1")
    assert at.side("P1", "peddler") == "back" and on(at, "P1", "peddler")


def test_m36_the_extension_has_the_colour_that_the_tile_has_this_season():
    at = merchants(villages={"P1": [HOME, "woodcutter back P1:B1"]}, screens={"P1": "R3 saw1 anvil1"}).play(
        "use home R1"
    )
    at.illegal("extend woodcutter extension_red_saw saw1", "extend.colour")
    at.legal("extend woodcutter extension_blue_anvil anvil1")


@pytest.mark.parametrize("season", ["summer", "autumn", "winter"])
@pytest.mark.parametrize("user", ["P1", "P2"])
def test_m37_an_extension_gives_the_tile_its_colour_in_every_season_and_for_everybody(season, user):
    at = merchants(
        season,
        villages={"P1": [HOME, "woodcutter back"]},
        places={"P1": [extensions(woodcutter="red_wood")]},
        turn=user,
    )
    at.legal("use woodcutter R1").illegal("use woodcutter B1", "use.colour")


def test_m37_the_colour_stays_for_the_next_season():
    at = merchants(
        "summer",
        villages={"P1": [HOME, "woodcutter back"]},
        places={"P1": [extensions(woodcutter="red_wood")]},
    ).end_season()
    assert at.season == "autumn"
    at.legal("use woodcutter R1").illegal("use woodcutter B1", "use.colour")


def test_m38_numbers_are_as_usual():
    at = merchants(
        villages={"P1": [HOME, "woodcutter back"]}, places={"P1": [extensions(woodcutter="red_wood")]}
    ).play("use woodcutter R1")
    at.legal("use woodcutter R2").illegal("use woodcutter B2", "use.colour").illegal(
        "use woodcutter R1", "use.too-few"
    )
    at = at.play("use woodcutter R2")
    at.legal("use woodcutter R3").illegal("use woodcutter R4", "use.too-many")


def test_m39_4b_may_use_an_extended_tile_with_any_colours_and_they_lie():
    at = merchants(
        villages={"P1": [HOME, "woodcutter back"], "P2": ["home_2", "boat_4b"]},
        places={"P1": [extensions(woodcutter="red_wood")]},
        turn="P2",
    )
    at = at.legal("use woodcutter B1 Y1", "use woodcutter R1 B1").play("use woodcutter B1 Y1")
    use = at.village("P1").spot("woodcutter").uses[0]
    assert str(use.lying) == "B1 Y1"
    at.illegal("use woodcutter R2", "use.too-few").legal("use woodcutter R3")
    at.illegal("use woodcutter B3", "use.colour")


def test_4b_needs_workers_or_an_extension():
    at = merchants(villages={"P1": [HOME, "woodcutter back"], "P2": ["home_2", "boat_4b"]}, turn="P2")
    at.illegal("use woodcutter B1 Y1", "use.mixed-colours")


def test_m40_workers_pay_from_behind_the_screen_and_go_into_the_bag():
    at = hauling("stable back", screens={"P1": "R1 G1"}, lots={"brewer": "P1 R1, P2 R2"}, bag="B5")
    green = at.supply["green"]
    at.illegal("extend stable extension_blue_any_worker brewer")
    at.illegal(Extend("stable", "extension_blue_any_worker", Pool.of(purple=1)), "extend.cost")
    at.illegal("extend stable extension_blue_any_worker R1", "extend.no-worker")
    at = at.play("extend stable extension_blue_any_worker G1")
    assert str(at.bag) == "B5 G1" and at.supply["green"] == green and at.hand("P1") == ""


def test_m41_skills_pay_from_behind_the_screen_and_3a_does_not_help():
    at = hauling("stable back", "boat_3a", screens={"P1": "R1 pickaxe1 saw1"}, stack="anvil2")
    at.illegal("extend stable extension_yellow_pickaxe saw1", "extend.cost")
    at = at.play("extend stable extension_yellow_pickaxe pickaxe1")
    assert at.skills("P1") == "saw1" and str(at.stack) == "anvil2 pickaxe1"


def test_m42_a_cost_of_two_resources():
    text = "extend stable extension_blue_iron_and_more"
    hauling("stable back iron1 wood1").legal(f"{text} iron1 wood1")
    hauling("stable back gold2").legal(f"{text} gold2")
    hauling("stable back iron2").legal(f"{text} iron2")
    hauling("stable back wood2").illegal(f"{text} wood2", "extend.cost")
    hauling("stable back iron1 wood1").illegal(f"{text} iron1", "extend.cost")


def test_m43_each_extension_exists_once():
    at = merchants(
        villages={"P1": [HOME, "stable back"], "P2": ["home_2", "miner back gold1"]},
        places={"P1": [extensions(stable="green_worker")]},
        screens={"P2": "R1 G1"},
        turn="P2",
    ).play("use home R1")
    at.illegal("extend miner extension_green_worker G1", "extend.not-there")
    at.legal("extend miner extension_green_gold gold1")


def test_m44_the_use_of_the_running_action_gives_the_home_its_colour():
    at = hauling(home="home_1 back", screens={"P1": "R2 B1"})
    at.illegal("extend home extension_blue_worker B1", "extend.colour")
    at = at.play("extend home extension_red_worker R1")
    assert str(on(at, "P1", "home_1")) == "extension_red_worker1"


def test_m45_one_upgrade_point_is_one_upgrade_or_one_extension():
    at = hauling("stable back wood1", "peddler gold1")
    at.play("upgrade peddler gold1").illegal("extend stable extension_red_wood wood1")
    at.play("extend stable extension_red_wood wood1").illegal("upgrade peddler gold1")


def test_2b_doubles_the_points_that_pay_for_extensions():
    at = hauling("stable back wood1", "miner back gold1", "boat_2b")
    assert at.haul == (2, 2)
    at = at.play("extend stable extension_red_wood wood1", "extend miner extension_green_gold gold1")
    assert on(at, "P1", "stable") and on(at, "P1", "miner")


def test_tiles_without_a_usage_box_and_storage_tiles_may_be_extended():
    at = hauling("forge back gold1", "timber_yard back wood1")
    at.legal("extend forge extension_green_gold gold1", "extend timber_yard extension_red_wood wood1")


def test_open_hands_may_pay():
    at = merchants(
        villages={"P1": [HOME, "stable back"]}, screens={"P1": "R1"}, open_hands={"P1": "R1 saw1"}
    ).play("use home R1")
    at.legal("extend stable extension_red_worker R1*", "extend stable extension_red_saw saw1*")
    after = at.play("extend stable extension_red_saw saw1*")
    assert str(after.seat("P1").open_skills) == ""


def test_whether_somebody_is_asked_does_not_tell_what_is_behind_the_screen():
    for hand in ("R1 saw1", "R1 anvil1", "R1 pickaxe1"):
        assert hauling("stable back", screens={"P1": hand}).acting == ("P1",)
    assert hauling("stable back", screens={"P1": "R1"}).acting == ("P2",)


def test_the_notation_asks_for_tile_and_extension():
    at = hauling("stable back wood1")
    at.illegal("extend stable").illegal("extend extension_red_wood wood1").illegal("extend")
    assert "extend" in at.decision.prompt
    assert at.why_not("extend stable extension_red_wood wood1") == ()


@pytest.mark.parametrize("tile", ["home_1", "stable", "keywood", "brewer", "tavern", "carpenter", "well"])
def test_upgraded_tiles_of_home_spring_summer_and_autumn_may_be_extended(tile):
    """Merchants 4.1; in any colour while the tile has none."""
    tiles = [HOME + " back", "farrier", *([] if tile == HOME else [f"{tile} back"])]
    at = merchants(villages={"P1": tiles}, screens={"P1": "R2 B1 Y1 G1"}).play("use farrier R1")
    for colour, letter in (("red", "R"), ("blue", "B"), ("yellow", "Y"), ("green", "G")):
        at.legal(f"extend {tile} extension_{colour}_worker {letter}1")


def test_who_uses_the_tile_of_somebody_else_extends_a_tile_of_the_own_village():
    """Merchants 4.1."""
    at = merchants(
        villages={"P1": [HOME, "miner back wood1"], "P2": ["home_2", "stable back wood1"]},
        screens={"P1": "R1"},
    ).play("P1 use stable R1")
    at.illegal("extend stable extension_red_wood wood1", "extend.not-yours")
    at = at.play("extend miner extension_red_wood wood1")
    assert str(on(at, "P1", "miner")) == "extension_red_wood1"


def test_the_order_of_moves_and_extensions_does_not_matter():
    """Merchants 4.1: points may be spread freely, and interleaved orders reach the same state."""
    at = merchants(villages={"P1": ["home_1@0,0 wood1", "stable@0,1 back wood1", "peddler gold1"]}).play(
        "use stable R1"
    )
    steps = ["extend stable extension_red_wood wood1", "move wood home>stable", "upgrade peddler gold1"]
    one, other = at.play(*steps), at.play(*reversed(steps))
    assert one.village("P1") == other.village("P1") and one.supply == other.supply
    assert on(one, "P1", "stable") and one.goods("P1", "stable") == "wood1"


@pytest.mark.parametrize("paid", ["wood1", "stone1", "iron1", "gold1"])
def test_with_3a_every_resource_stands_for_gold_too(paid):
    """Merchants 4.2."""
    text = f"extend miner extension_green_gold {paid}"
    hauling(f"miner back {paid}", "boat_3a").legal(text)
    plain = hauling(f"miner back {paid}", "stable back wood1")
    _ = plain.legal(text) if paid == "gold1" else plain.illegal(text, "extend.cost")


@pytest.mark.parametrize("letter", ["R", "B", "Y", "G"])
def test_any_worker_is_one_of_the_four_colours(letter):
    """Merchants 4.2."""
    at = hauling("stable back", screens={"P1": "R2 B1 Y1 G1"}, bag="")
    after = at.play(f"extend stable extension_blue_any_worker {letter}1")
    assert str(after.bag) == f"{letter}1"


def test_exactly_what_is_printed_is_paid():
    """Merchants 4.2: neither more nor nothing."""
    at = hauling("stable back wood2", screens={"P1": "R3 saw2"})
    at.illegal("extend stable extension_red_wood wood2", "extend.cost")
    at.illegal("extend stable extension_red_wood", "extend.cost")
    at.illegal("extend stable extension_red_worker R2", "extend.cost")
    at.illegal("extend stable extension_red_saw saw2", "extend.cost")
    at.illegal("extend stable extension_red_saw saw1 wood1", "extend.cost")
    at.legal("extend stable extension_red_wood wood1", "extend stable extension_red_saw saw1")


@pytest.mark.parametrize(
    ("extension", "paid", "word"), [("red_saw", "saw1", "saw"), ("red_any_worker", "Y1", "yellow")]
)
def test_the_payment_of_an_extension_is_public(extension, paid, word):
    """Merchants 4.2: the type of the skill and the colour of the worker."""
    at = hauling("stable back", screens={"P1": "R1 Y1 saw1"}).play(
        f"extend stable extension_{extension} {paid}"
    )
    (event,) = [
        event
        for entry in at.game.log.redacted("P2")
        for event in entry.events
        if event.tag == "merchants.tile-extended"
    ]
    assert (event.skills + event.workers)[word] == 1


def test_open_workers_that_pay_go_into_the_bag():
    """Merchants 4.2, variant B: from either pool."""
    at = merchants(
        villages={"P1": [HOME, "stable back"]}, screens={"P1": "R1 B1"}, open_hands={"P1": "B1"}, bag=""
    ).play("use home R1")
    shown = at.play("extend stable extension_blue_worker B1*")
    assert (
        str(shown.bag) == "B1" and not shown.seat("P1").open_workers and shown.seat("P1").workers["blue"] == 1
    )
    hidden = at.play("extend stable extension_blue_worker B1")
    assert str(hidden.bag) == "B1" and hidden.seat("P1").open_workers["blue"] == 1


def test_an_extension_does_not_change_what_the_tile_does():
    """Merchants 4.3: goods produced are as printed."""
    for own in ([], [extensions(woodcutter="red_wood")]):
        at = merchants(villages={"P1": [HOME, "woodcutter back"]}, places={"P1": own})
        assert at.play("use woodcutter R1").goods("P1", "woodcutter") == "gold1 wood1"


def test_the_colour_counts_from_the_moment_the_extension_stands_there():
    """Merchants 4.3: for the next player of the same season, and for the owner."""
    at = hauling("woodcutter back", screens={"P1": "R2 B2"}).legal(
        "extend woodcutter extension_blue_worker B1"
    )
    at = at.play("extend woodcutter extension_blue_worker B1").until("turn")
    at.legal("P2 use woodcutter B1").illegal("P2 use woodcutter R1", "use.colour")
    at = at.play("P2 pass", "P3 pass")
    at.legal("P1 use woodcutter B1").illegal("P1 use woodcutter R1", "use.colour")


def test_the_colour_of_lying_workers_does_not_matter_for_an_extension():
    """Merchants M17: the colour of the tile is that of its lock."""
    at = merchants(
        villages={"P1": [HOME, "woodcutter back P1:R1 wood1"], "P2": ["home_2", "boat_4b"]},
        screens={"P1": "B3 saw1 anvil1"},
        turn="P2",
    ).play("use woodcutter B2")
    assert str(at.village("P1").spot("woodcutter").uses[1].lying) == "B2"
    at = at.play("P3 pass", "P1 use home B1")
    at.illegal("extend woodcutter extension_blue_anvil anvil1", "extend.colour")
    at.legal("extend woodcutter extension_red_saw saw1")


def test_an_extension_stays_where_it_is():
    """Merchants 4.3: through all seasons to the end of the game."""
    at = merchants(
        "autumn",
        players=2,
        villages={"P1": [HOME, "stable back"]},
        places={"P1": [extensions(stable="red_saw")]},
    )
    at = at.end_season().until("turn").end_season()
    assert at.game.over and str(on(at, "P1", "stable")) == "extension_red_saw1"


def test_with_4b_only_workers_of_other_colours_than_the_extension_lie():
    """Merchants 4.3: and the owner of 4b may be the owner of the tile."""
    at = merchants(
        villages={"P1": [HOME, "woodcutter back", "boat_4b"]},
        places={"P1": [extensions(woodcutter="red_wood")]},
    ).play("use woodcutter R1 B1")
    (use,) = at.village("P1").spot("woodcutter").uses
    assert str(use.lying) == "B1" and str(use.workers) == "R1 B1"
