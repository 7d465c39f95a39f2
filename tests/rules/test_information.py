"""Rules 7: hidden and public information (scenarios 140 to 143), and variant B."""

import pytest

import keyflower as kf
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.state import hide
from keyflower.model.events import (
    BoatTaken,
    GroupReturned,
    SkillsDrawn,
    SkillsPaid,
    TileUpgraded,
    WorkersDrawn,
    WorkersGained,
)
from keyflower.testing import scenario

VIEWERS = (0, 1, 2, SPECTATOR)


def seen(at, viewer, who):
    return hide(at.game.state, viewer).seats[who]


# ---------------------------------------------------------------------- what a seat may know


def test_s140_a_view_hides_screens_bag_stack_and_unseen_tiles():
    at = scenario(
        screens={"P1": "R3 B2 saw2 anvil1"}, winter={"P1": ["scribes", "scholar", "windmill"]}, lots="miner"
    )
    state = hide(at.game.state, 1)
    assert (str(state.seats[0].workers), str(state.seats[0].skills)) == ("?5", "?3")
    assert state.seats[0].winter == ("?", "?", "?")
    assert str(state.bag) == f"?{at.bag.total}"
    assert str(state.stack) == f"?{at.stack.total}"
    assert set(state.box) == {"?"}
    assert all(set(pile) <= {"?"} for pile in state.piles)
    assert not state.bag.pieces and not state.stack.pieces


def test_s140_a_view_shows_the_own_screen():
    at = scenario(screens={"P1": "R3 B2 saw2 anvil1"})
    assert seen(at, 0, 0) == at.seat("P1")
    assert str(seen(at, 0, 1).workers) == "?20"


def test_a_spectator_sees_no_screen():
    at = scenario(screens={"P1": "R3", "P2": "B2", "P3": "Y1"})
    assert [str(seat.workers) for seat in hide(at.game.state, SPECTATOR).seats] == ["?3", "?2", "?1"]


def test_public_things_are_the_same_for_all():
    at = scenario(
        "autumn",
        lots={"inn": {"bids": "P1 R1, P2 R2", "uses": "P3 R1"}},
        villages={"P1": ["home_1 wood2 sheep2/1 P2:B1", "boat_4a"]},
        boats={"keyflower": "R2 saw1"},
        expansions=["farmers"],
        screens={"P1": "R3 wheat2"},
    )
    full = at.game.state
    for viewer in VIEWERS:
        state = hide(full, viewer)
        assert state.lots == full.lots
        assert state.berths == full.berths
        assert state.supply == full.supply
        assert [seat.village for seat in state.seats] == [seat.village for seat in full.seats]
        assert [seat.stock for seat in state.seats] == [seat.stock for seat in full.seats]
        assert (state.bag.total, state.stack.total) == (full.bag.total, full.stack.total)
        assert (state.start, state.passes, state.picks) == (full.start, full.passes, full.picks)


def test_s143_equal_public_history_gives_equal_views():
    def played(screen, stack, first):
        at = scenario(
            screens={"P1": screen, "P2": "R4"},
            lots="miner",
            villages={"P3": ["home_3", "alehouse", "brewer"]},
            chance=[first, "R1 B1"],
            winter={"P1": stack, "P2": ["apothecary"], "P3": ["key_market"]},
        )
        return at.play("P1 use alehouse R1", "P2 pass", "P3 pass", "P1 use brewer R1").play(_paying(screen))

    one = played("R5 B1 saw1", ["scribes", "scholar", "windmill"], "B1")
    other = played("R2 Y4 anvil1", ["jeweller", "keythedral", "windmill"], "Y1")
    assert one.game.state != other.game.state
    for viewer in (1, 2, SPECTATOR):
        assert hide(one.game.state, viewer) == hide(other.game.state, viewer)
        assert one.game.view(viewer) == other.game.view(viewer)
    assert one.options == other.options  # P2's options do not depend on P1's secrets
    for a, b in zip(one.game.events, other.game.events, strict=True):
        assert a.redacted(1) == b.redacted(1)
        assert a.redacted(SPECTATOR) == b.redacted(SPECTATOR)


def _paying(screen):
    return "pay saw1" if "saw" in screen else "pay anvil1"


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_draws_are_seen_by_their_owner_only(viewer):
    at = scenario(villages={"P3": ["home_3", "alehouse", "apprentice_hall"]}, chance=["B1", "saw1"])
    at = at.play("P1 use alehouse R1", "P2 pass", "P3 pass", "P1 use apprentice_hall R1")
    (workers,), (skills,) = at.events(WorkersDrawn), at.events(SkillsDrawn)
    assert (str(workers.redacted(0).workers), str(skills.redacted(0).skills)) == ("B1", "saw1")
    assert (str(workers.redacted(viewer).workers), str(skills.redacted(viewer).skills)) == ("?1", "?1")


def test_public_gains_are_shown_and_then_hidden():
    at = scenario(
        boats={"keyflower": "R2 saw1"}, villages={"P3": ["home_3", "peddler"]}, screens={"P1": "R1 Y1"}
    )
    at = at.play("P1 use peddler R1").pass_all().play("P1 take keyflower")
    (taken,) = at.events(BoatTaken)
    assert (str(taken.redacted(1).workers), str(taken.redacted(1).skills)) == ("R2", "saw1")
    assert str(at.events(WorkersGained)[0].redacted(1).workers) == "G1"
    assert (str(seen(at, 1, 0).workers), str(seen(at, 1, 0).skills)) == ("?3", "?1")


def test_skills_paid_are_shown_iff_the_cost_names_their_type():
    at = scenario(villages={"P1": ["home_1", "keywood@0,1", "barn"], "P3": ["home_3", "wainwright"]},
                  screens={"P1": "R6 saw2"})  # fmt: skip
    at = at.play("use wainwright R1", "upgrade keywood", "upgrade barn saw1")
    keywood, barn = at.events(TileUpgraded)
    assert (str(keywood.redacted(1).shown), str(keywood.redacted(1).face_down)) == ("saw1", "")
    assert (str(barn.redacted(1).shown), str(barn.redacted(1).face_down)) == ("", "?1")


def test_the_number_of_offered_winter_tiles_is_secret_until_all_have_chosen():
    winter = {"P1": ["scribes", "scholar", "windmill"]}
    one = scenario("winter", phase="offer", winter=winter).play("P1 offer scribes")
    other = scenario("winter", phase="offer", winter=winter).play("P1 offer scribes scholar windmill")
    assert hide(one.game.state, 1) == hide(other.game.state, 1)
    assert one.game.events[0].redacted(1) == other.game.events[0].redacted(1)
    assert one.game.last_action and other.game.last_action
    assert one.game.last_action.hidden() == other.game.last_action.hidden()


def test_screens_are_lifted_at_the_end():
    at = scenario("winter", players=2, screens={"P1": "R2 saw1"}).end_season()
    assert str(hide(at.game.state, 1).seats[0].workers) == "R2"


def test_points_of_others_are_not_told_by_a_view():
    at = scenario(screens={"P1": "R2"})
    from keyflower.engine.scoring import score_seat

    with pytest.raises(kf.HiddenInformation):
        score_seat(at.game.ruleset, hide(at.game.state, 1), 0)
    assert score_seat(at.game.ruleset, hide(at.game.state, 1), 1).total == 0


# ---------------------------------------------------------------------- variant B


def open_game(**more):
    return scenario(variants=["open-hands"], **more)


def test_s141_workers_seen_on_the_table_stay_open():
    at = open_game(
        screens={"P1": "R4"}, lots={"miner": ""}, villages={"P3": ["home_3", "alehouse"]}, chance=["B1"]
    )
    at = at.play("P1 bid miner R2", "P2 bid miner R3", "P3 pass", "P1 use alehouse R1").pass_all()
    seat = at.seat("P1")
    assert str(seat.open_workers) == "R2"  # the returned group
    assert str(seat.workers) == "R1 B1"  # never seen, and drawn at the Alehouse
    assert at.events(GroupReturned) == [GroupReturned(0, "miner")]
    hidden = seen(at, 1, 0)
    assert (str(hidden.open_workers), str(hidden.workers)) == ("R2", "?2")


def test_s141_workers_from_village_won_tiles_and_boats_are_open():
    at = open_game(
        lots={"miner": {"bids": "P1 R2", "uses": "P2 R1"}},
        villages={"P1": ["home_1 P3:Y1"]},
        boats={"keyflower": "B2 saw1"},
        screens={"P1": ""},
    )
    at = at.pass_all().play("P1 take keyflower")
    assert str(at.seat("P1").open_workers) == "R1 B2 Y1"
    assert str(at.seat("P1").workers) == ""


def test_green_from_the_supply_is_open():
    at = open_game(villages={"P3": ["home_3", "peddler"]}, screens={"P1": "R1 Y1"}).play(
        "use peddler R1", "pay Y1"
    )
    assert str(at.seat("P1").open_workers) == "G1"


def test_s142_skills_from_boats_are_face_up_drawn_ones_face_down():
    at = open_game(
        villages={"P3": ["home_3", "apprentice_hall"]}, boats={"keyflower": "saw1"}, chance=["anvil1"]
    )
    at = at.play("use apprentice_hall R1").pass_all().play("P1 take keyflower")
    assert (str(at.seat("P1").open_skills), str(at.seat("P1").skills)) == ("saw1", "anvil1")
    assert (str(seen(at, 1, 0).open_skills), str(seen(at, 1, 0).skills)) == ("saw1", "?1")


def test_s142_wheat_counts_are_public():
    at = scenario(variants=["open-hands"], expansions=["farmers"], screens={"P1": "wheat3"})
    assert str(seen(at, 1, 0).stock) == "wheat3"


def test_the_player_chooses_the_pool_when_spending():
    at = scenario(screens={"P1": "R2"}, open_hands={"P1": "R1 B1"}, lots="miner")
    at.legal("bid miner R2", "bid miner R1*", "bid miner R2+R1*", "use miner R1+R1*", "bid miner B1*")
    at.illegal("bid miner R3", "bid.not-in-hand")
    at.illegal("bid miner R2*", "bid.not-in-hand")
    at = at.play("bid miner R1+R1*")
    assert (str(at.seat("P1").workers), str(at.seat("P1").open_workers)) == ("R1", "B1")
    assert at.bids("miner") == {"P1": "R2"}


def test_costs_are_paid_from_either_pool():
    villages = {"P3": ["home_3", "brewer", "peddler"]}
    at = scenario(villages=villages, screens={"P1": "R3 saw1 Y1"}, open_hands={"P1": "saw1 Y1"})
    assert at.play("use brewer R1").options == ["pay saw1", "pay saw1*"]
    assert at.play("use peddler R1").options == ["pay Y1", "pay Y1*"]
    paid = at.play("use brewer R1", "pay saw1*")
    assert (str(paid.seat("P1").skills), str(paid.seat("P1").open_skills)) == ("saw1", "")
    (event,) = paid.events(SkillsPaid)
    assert (str(event.open), str(event.face_down)) == ("saw1", "")


def test_upgrades_are_paid_from_either_pool():
    villages = {"P1": ["home_1", "barn@0,1"], "P3": ["home_3", "stable"]}
    at = scenario(villages=villages, screens={"P1": "R3 saw1"}, open_hands={"P1": "anvil1"}).play(
        "use stable R1"
    )
    assert [text for text in at.options if text.startswith("upgrade")] == [
        "upgrade barn saw1",
        "upgrade barn anvil1*",
    ]
    at = at.play("upgrade barn anvil1*")
    assert str(at.seat("P1").open_skills) == ""
    assert at.stack["anvil"] == 16


def test_a_worker_in_the_bag_is_hidden_again():
    at = scenario(players=2, open_hands={"P1": "R1"}, screens={"P1": "B1"}, lots="miner", bag="")
    at = at.play("P1 bid miner R1*").pass_all()
    assert str(at.bag) == "R1"
    assert str(at.seat("P1").open_workers) == ""


def test_open_workers_and_skills_count_in_scoring():
    at = scenario(
        "winter",
        villages={"P1": ["home_1", "key_market", "scholar"]},
        screens={"P1": "G1 saw1"},
        open_hands={"P1": "G2 saw1"},
        start="P2",
    )
    assert at.points("P1") == 6 + 6


def test_variants_combine_freely():
    game = kf.Game.new(
        ["A", "B"], seed=1, expansions=["farmers"], variants=["farmers-first", "open-hands"], handicap=["A"]
    )
    assert game.state.open_hands
    assert str(game.screen("A").open_workers) == "G1"
