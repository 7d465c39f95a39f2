"""The Merchants 7: the boats II (scenarios 51 to 58)."""

import keyflower as kf
from keyflower.expansions.merchants.boat_choice import BoatReplaced
from keyflower.kernel.state import hide
from keyflower.model.events import BoatLoaded
from keyflower.testing import random_game, varied
from tests.merchants.table import holds, merchants


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
