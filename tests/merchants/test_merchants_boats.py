"""The Merchants 2.2, 7: the boats II (scenarios 51 to 58)."""

import pytest

import keyflower as kf
from keyflower.expansions.merchants import Hold, Market
from keyflower.expansions.merchants.boat_choice import BoatReplaced
from keyflower.kernel.state import hide
from keyflower.model.events import BoatLoaded, TileLost
from keyflower.testing import random_game, varied
from tests.merchants.table import cabins, extensions, holds, merchants, short


def loaded(season, boat, players, **more):
    """The boat as it is loaded at the start of a season, in words."""
    at = merchants(season, players=players, boats={boat: ""}, phase="start", **more)
    (event,) = [event for event in at.events(BoatLoaded) if event.boat == f"boat_{boat}"]
    return event.workers.total, event.skills.total, str(event.cargo)


def test_m51_keyflower_ii_brings_gold():
    assert loaded("spring", "keyflower_ii", 2) == (7, 0, "gold1")
    assert loaded("summer", "keyflower_ii", 2) == (4, 1, "gold1")
    assert loaded("summer", "keyflower_ii", 2, supply="gold0") == (4, 1, "")
    at = merchants(boats={"keyflower_ii": "R2 gold1"}, phase="boats").play("P1 take keyflower_ii")
    assert at.goods("P1", "home") == "gold1"


def test_m52_flipper_ii_brings_a_green_worker():
    assert loaded("autumn", "flipper_ii", 4) == (2, 2, "G1")
    assert loaded("autumn", "flipper_ii", 4, supply="green0") == (2, 2, "")
    at = merchants(boats={"flipper_ii": "R2 G1 saw1"}, players=4, phase="boats", screens={"P1": ""})
    green = at.supply["green"]
    at = at.play("P1 take flipper_ii")
    assert (at.hand("P1"), at.skills("P1"), at.supply["green"]) == ("R2 G1", "saw1", green)


def test_every_boat_ii_is_loaded_as_printed():
    assert loaded("spring", "sea_bastion_ii", 2) == (6, 1, "cabin1")
    assert loaded("autumn", "sea_bastion_ii", 2) == (4, 1, "cabin1")
    assert loaded("summer", "sea_breese_ii", 3) == (5, 1, "")
    assert loaded("summer", "ianvincible_ii", 5) == (5, 1, "cabin1")
    assert loaded("autumn", "white_wind_ii", 6) == (3, 2, "")


def test_m53_the_contract_on_white_wind_ii_is_seen_by_its_taker_only():
    at = merchants(players=6, row="", aboard={"white_wind_ii": "golds"}, phase="boats")
    for viewer in (*range(6), -1):
        berth = next(b for b in hide(at.game.state, viewer).berths if b.boat == "boat_white_wind_ii")
        assert "golds" not in repr(berth.places) and berth.places[0].contracts.unknown == 1
    at = at.play("P1 take white_wind_ii")
    assert holds(at, "P1") == ([], ["golds"])
    for viewer in (*range(6), -1):
        (folder,) = hide(at.game.state, viewer).seats[0].places
        assert ("golds" in repr(folder)) == (viewer == 0)


def replacing(players=3):
    """P2 has just taken Sea Bastion II at the end of autumn."""
    at = merchants(
        "autumn",
        players=players,
        boats={"sea_bastion_ii": "R2 B2 saw1 cabin1"},
        villages={"P2": ["home_2"]},
        start="P2",
        phase="boats",
    )
    return at.play("P2 take sea_bastion_ii")


def test_m54_sea_bastion_ii_is_replaced_at_the_end_of_autumn():
    at = replacing()
    assert at.acting == ("P2",) and at.decision.kind == "merchants.replace-boat"
    assert str(at.village("P2").lying[0][1]) == "cabin1"
    at = at.play("replace boat_flipper_ii")
    assert [event.by for event in at.events(BoatReplaced)] == ["boat_flipper_ii"]
    at = at.until("offer-winter")
    row = [berth.boat for berth in at.game.state.berths]
    assert row == ["boat_keyflower", "boat_flipper_ii", "boat_sea_breese"]
    at = at.until("turn").pass_all().until("take-boat")
    assert "take boat_flipper_ii" in at.options


def test_m55_any_boat_that_is_not_in_play_may_replace_it():
    at = replacing()
    at.illegal("replace boat_keyflower", "replace.in-play").illegal(
        "replace sea_bastion_ii", "replace.in-play"
    )
    at.illegal("pass", "replace.expected").illegal("take boat_keyflower", "replace.expected")
    at.legal("replace boat_sea_bastion", "replace boat_keyflower_ii", "replace boat_white_wind")
    replacing(2).legal("replace boat_white_wind", "replace boat_sea_bastion", "replace boat_white_wind_ii")
    assert len(at.options) == 9


def test_the_last_boat_is_replaced_too():
    """The last boat is taken without asking, and still its taker chooses."""
    at = merchants("autumn", players=2, boats={"sea_bastion_ii": ""}, phase="boats").play(
        "P1 take boat_keyflower"
    )
    assert at.acting == ("P2",) and at.decision.kind == "merchants.replace-boat"


def test_both_boats_of_a_pair_may_be_in_play_in_winter():
    at = replacing().play("replace boat_keyflower_ii").until("offer-winter")
    assert [berth.boat for berth in at.game.state.berths][:2] == ["boat_keyflower", "boat_keyflower_ii"]


def test_views_see_the_replacement():
    at = replacing().play("replace boat_flipper_ii")
    for viewer in (0, 1, 2, -1):
        view = hide(at.game.state, viewer)
        assert "boat_flipper_ii" in [berth.boat for berth in view.berths]
        assert view.discarded == at.game.state.discarded and set(view.box) == {"?"}


def test_m56_in_spring_and_summer_it_is_not_replaced():
    for season in ("spring", "summer"):
        at = merchants(season, boats={"sea_bastion_ii": "R1"}, phase="boats").play("P1 take sea_bastion_ii")
        assert at.events(BoatReplaced) == [] and at.decision.kind != "merchants.replace-boat"


def test_m57_keyflower_ii_gives_3_gold_in_winter():
    def taken(*tiles, **more):
        at = merchants(
            "winter",
            villages={"P1": ["home_1", *tiles]},
            boats={"keyflower_ii": ""},
            screens={"P1": ""},
            phase="boats",
            start="P2",
            **more,
        )
        return at.play("P2 take sea_bastion", "P3 take sea_breese")  # the last boat is left for P1

    at = taken()
    assert at.goods("P1", "home") == "gold3"
    assert at.points("P1") == 3
    assert taken("jeweller").points("P1") == 6
    assert taken(supply="gold2").goods("P1", "home") == "gold2"


def test_m58_in_winter_boats_carry_nothing():
    at = merchants(
        "winter", players=6, boats={"keyflower_ii": "", "white_wind_ii": ""}, row="", phase="start"
    )
    assert all(not berth.load and not berth.places for berth in at.game.state.berths)


def test_a_game_can_be_saved_and_given_while_a_boat_has_been_replaced():
    game = random_game(10, 4, expansions=["merchants"], choose=varied)
    replaced = [moment for moment in game.moments if "replace" in str(moment.last_action)]
    assert replaced
    for moment in replaced:
        assert kf.EventLog.loads(moment.log.dumps()).restore() == moment
        assert kf.Game.from_position(moment.position()).state == moment.state


LOADS = {
    "keyflower_ii": ((7, 0), (4, 1), (4, 1), "gold1"),
    "sea_bastion_ii": ((6, 1), (6, 1), (4, 1), "cabin1"),
    "sea_breese_ii": ((5, 1), (5, 1), (5, 1), "contract"),
    "flipper_ii": ((4, 2), (2, 2), (2, 2), "G1"),
    "ianvincible_ii": ((5, 1), (5, 1), (5, 1), "cabin1"),
    "white_wind_ii": ((5, 2), (3, 2), (3, 2), "contract"),
}


@pytest.mark.parametrize("season", ["spring", "summer", "autumn"])
@pytest.mark.parametrize("boat", LOADS)
def test_what_a_boat_ii_brings(boat, season):
    """Merchants 7.1: workers, skills and cargo of each season."""
    *numbers, cargo = LOADS[boat]
    bag, hands = "R20 B20 Y20", {f"P{seat}": "" for seat in range(1, 6)}
    market = {} if season == "spring" else {"row": "woods golds blues"}
    at = merchants(season, players=6, boats={boat: ""}, phase="start", bag=bag, screens=hands, **market)
    (event,) = [event for event in at.events(BoatLoaded) if event.boat == f"boat_{boat}"]
    wanted = numbers[("spring", "summer", "autumn").index(season)]
    assert (event.workers.total, event.skills.total) == wanted
    berth = next(berth for berth in at.game.state.berths if berth.boat == f"boat_{boat}")
    assert str(event.cargo) == ("" if cargo == "contract" else cargo)
    assert berth.place(Hold).contracts.total == (cargo == "contract")


def test_cargo_on_a_boat_is_not_in_the_supply():
    """Merchants 2.2."""
    at = merchants(
        players=5, boats={"keyflower_ii": "", "flipper_ii": "", "ianvincible_ii": ""}, phase="start"
    )
    off = merchants(players=5, boats={"keyflower_ii": "", "flipper_ii": "", "ianvincible_ii": ""})
    gone = off.supply - at.supply
    assert (gone["gold"], gone["green"], gone["cabin"]) == (1, 1, 1)


def test_boats_ii_and_base_boats_share_what_is_left_one_by_one():
    """Merchants 2.2: one shared round-robin on shortage of workers or skills."""
    at = merchants(players=3, boats={"sea_bastion_ii": ""}, phase="start", bag="R5", stack="saw2")
    loaded = {event.boat: event for event in at.events(BoatLoaded)}
    assert [event.workers.total for event in loaded.values()] == [2, 2, 1]
    assert [event.boat for event in loaded.values()] == [
        "boat_keyflower",
        "boat_sea_bastion_ii",
        "boat_sea_breese",
    ]
    assert sum(event.skills.total for event in loaded.values()) == 2
    assert max(event.skills.total for event in loaded.values()) == 1


def aboard(at):
    """The contracts on boats, in row order."""
    return [
        short(berth.place(Hold).contracts) for berth in at.game.state.berths if berth.place(Hold).contracts
    ]


def both_contract_boats(**more):
    return merchants(players=6, boats={"sea_breese_ii": "", "white_wind_ii": ""}, phase="start", **more)


def test_contracts_on_boats_come_from_the_discards_if_the_deck_is_empty():
    """Merchants 2.2 and 3.2: and the second boat gets the next one."""
    at = both_contract_boats(row="golds", deck="reds", discarded="woods")
    assert aboard(at) == [["reds"], ["woods"]] and not at.game.state.place(Market).discarded


def test_a_contract_that_is_not_there_is_left_out():
    """Merchants 2.2: boats in row order, so Sea Breese II gets the last one; the open row is not touched."""
    at = both_contract_boats(row="golds woods", deck="reds")
    assert aboard(at) == [["reds"]]
    assert at.game.state.berths[2].place(Hold).contracts.total == 1
    assert short(at.game.state.place(Market).row) == ["golds", "woods"]


def test_a_boat_that_was_taken_is_in_play_all_the_same():
    """Merchants 1.3 and 7.3: whether or not it has been taken in the running season."""
    at = merchants("autumn", players=3, boats={"sea_bastion_ii": ""}, phase="boats")
    at = at.play("P1 take keyflower", "P2 take sea_bastion_ii")
    at.illegal("replace boat_keyflower", "replace.in-play").illegal(
        "replace boat_sea_breese", "replace.in-play"
    )


def test_sea_bastion_ii_leaves_the_game():
    """Merchants 7.3: it is taken with its load, and nobody owns the boat that comes instead."""
    at = replacing()
    assert at.skills("P2") == "saw1"
    at = at.play("replace boat_flipper_ii").until("offer-winter")
    assert "boat_sea_bastion_ii" in at.game.state.discarded
    assert all("boat_flipper_ii" not in seat.village for seat in at.game.state.seats)
    assert all(berth.boat != "boat_sea_bastion_ii" for berth in at.game.state.berths)


def test_a_base_boat_may_replace_it_in_the_variant_too():
    """Merchants 7.3."""
    row = {"keyflower_ii": "", "sea_bastion_ii": ""}
    at = merchants("autumn", players=2, variants=["merchants-first"], phase="boats", boats=row)
    at = at.play("P1 take sea_bastion_ii")
    at.legal("replace boat_keyflower", "replace boat_sea_bastion", "replace boat_white_wind")
    at.illegal("replace boat_keyflower_ii", "replace.in-play")


def test_the_gold_of_keyflower_ii_comes_at_the_pick():
    """Merchants 7.4 and 8: before the next player takes a boat."""
    at = merchants("winter", boats={"keyflower_ii": ""}, phase="boats")
    gold = at.supply["gold"]
    at = at.play("P1 take keyflower_ii")
    assert at.acting == ("P2",) and at.goods("P1", "home") == "gold3" and at.supply["gold"] == gold - 3


def test_keyflower_ii_gives_no_3_gold_before_winter():
    """Merchants 7.4."""
    at = merchants("autumn", boats={"keyflower_ii": "R1 gold1"}, phase="boats").play("P1 take keyflower_ii")
    assert at.goods("P1", "home") == "gold1"


@pytest.mark.parametrize(
    ("boat", "others", "left", "points"),
    [
        ("keyflower_ii", ("sea_bastion", "sea_breese"), "gold3", 3),
        ("ianvincible_ii", ("keyflower", "sea_bastion", "sea_breese", "flipper"), "", 0),
    ],
)
def test_a_boat_ii_that_cannot_be_laid_scores_nothing_and_the_gold_stays(boat, others, left, points):
    """Merchants 7.4: the upgrade icon of the home would be worth 2 points with Ianvincible II."""
    at = merchants(
        "winter",
        players=len(others) + 1,
        villages={"P1": ["home_1", "alehouse@-1,0 r0", "key_mine@-2,0 r0"]},
        boats={boat: ""},
        screens={"P1": ""},
        start="P2",
        phase="boats",
    )
    at = at.play(*(f"P{seat} take {other}" for seat, other in enumerate(others, 2))).until("turn")
    assert at.game.over and TileLost(0, f"boat_{boat}") in at.events(TileLost)
    assert (at.goods("P1", "home"), at.points("P1")) == (left, points)


def test_boats_ii_are_never_used_upgraded_or_extended():
    """Merchants 7.4: they count as boats everywhere."""
    at = merchants("winter", villages={"P1": ["home_1 gold3", "boat_keyflower_ii gold2", "stable back"]})
    at.illegal("use boat_keyflower_ii R1", "use.not-usable")
    at = at.play("use stable R1")
    at.illegal("upgrade boat_keyflower_ii gold1", "upgrade.one-sided")
    at.illegal("extend boat_keyflower_ii extension_green_gold gold1", "extend.not-upgraded")


def test_turn_order_tiles_count_boats_ii_as_neighbours():
    """Merchants 7.4: like the boat of the base game in the same place."""
    for boat in ("boat_keyflower", "boat_keyflower_ii"):
        tiles = ["home_1", "boat_2a@0,-1", f"{boat}@1,-1", "turn_order_1@1,0"]
        at = merchants("winter", villages={"P1": tiles}, screens={"P1": ""}, start="P2")
        assert set(at.village("P1").layout.touching("turn_order_1")) == {"home_1", boat}
        assert at.points("P1", "turn_order_1") == 2


def test_a_cabin_that_is_not_there_is_left_out():
    """Merchants 2.2: the rest is loaded as printed."""
    places = {"P1": [cabins("home_1", 6)]}
    assert loaded("summer", "sea_bastion_ii", 2, places=places) == (6, 1, "")


def test_contracts_extensions_and_cabins_play_no_part_in_building():
    """Merchants 8, E7: a tile that was won fits where it always does."""
    tiles, won = {"P1": ["home_1 back", "stable@0,1 back"]}, {"P1": ["brewer"]}
    plain = merchants(villages=tiles, won=won, phase="build")
    own = [extensions(stable="red_saw"), cabins("home_1", 1)]
    full = merchants(villages=tiles, won=won, phase="build", held={"P1": "reds"}, places={"P1": own})
    assert plain.options == full.options and len(plain.options) > 1
