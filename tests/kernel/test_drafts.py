"""Values: what follows from them is known when they are made; drafts become states; small pools are shared."""

from __future__ import annotations

import weakref

import attrs
import pytest

from keyflower.engine.flow import FLOW
from keyflower.facade.game import Game
from keyflower.facade.soundness import problem
from keyflower.model.layout import Placed
from keyflower.model.lots import Group, Lot
from keyflower.model.pool import EMPTY, Pool, some
from keyflower.model.state import Draft, OpenSeat, Seat, State, empty_state
from keyflower.model.tasks import Turn
from keyflower.model.village import PastUse, Village


def test_what_follows_from_bids_is_known_when_a_lot_is_made() -> None:
    lot = Lot("miner", 0, (Group(0, "red", 1), Group(2, "red", 3), Group(3, "red", 2)))
    assert (lot.leader, lot.top, lot.lock, lot.outbid) == (2, 3, "red", 0b1001)
    assert (Lot("miner").leader, Lot("miner").outbid) == (-1, 0)


def test_games_and_views_can_be_referred_to_weakly() -> None:
    game = Game.new(["Ann", "Bob"], seed=1).play("pass")
    view = game.view("Ann")
    assert weakref.ref(game)() is game and weakref.ref(view)() is view


@pytest.mark.parametrize("seat", [-1, 2, 50])
def test_a_turn_of_nobody_is_no_sound_state(seat: int) -> None:
    game = Game.new(["Ann", "Bob"], seed=1)
    odd = attrs.evolve(game.state, agenda=(Turn(seat),))
    assert FLOW.open_seats(game.ruleset, odd) == (seat,)
    assert problem(game.ruleset, odd, 2)


# ---------------------------------------------------------------------- drafts


def _state() -> State:
    return attrs.evolve(empty_state(), seats=(Seat(workers=Pool.parse("R2")), Seat()))


def test_a_draft_becomes_a_state_and_takes_no_more_changes() -> None:
    before = _state()
    draft = Draft(before)
    draft.seat(0).workers -= Pool.parse("R1")
    draft.passes = 2
    after = draft.freeze()
    assert type(after) is State and type(after.seats[0]) is Seat
    assert after == attrs.evolve(before, passes=2, seats=(Seat(workers=Pool.parse("R1")), Seat()))
    assert before == _state()
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        draft.passes = 3
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        after.seats[0].boat = "keyflower"  # type: ignore[misc]  # that is the point


def test_a_seat_is_opened_once_for_each_draft() -> None:
    before = _state()
    draft = Draft(before)
    seat = draft.seat(1)
    assert type(seat) is OpenSeat and draft.seat(1) is seat
    assert draft.seats[0] is before.seats[0]
    seat.boat = "sea_breese"
    assert draft.seats[1].boat == "sea_breese" and before.seats[1].boat == ""
    assert draft.freeze().seats[0] is before.seats[0]


def test_an_untouched_draft_shares_everything() -> None:
    before = _state()
    after = Draft(before).freeze()
    assert after == before and after.seats is before.seats and after.lots is before.lots


# ---------------------------------------------------------------------- shared pools


def test_small_pools_are_one_object_and_large_ones_are_not_kept() -> None:
    assert Pool.parse("R2") + Pool.parse("B1") is Pool.of(blue=1, red=2)
    assert Pool.parse("R3") - Pool.parse("R3") == EMPTY
    assert some("wood", 2) is some("wood", 2)
    large = Pool.of(red=30) + Pool.of(blue=1)
    assert large == Pool.of(red=30, blue=1) and large is not Pool.of(red=30, blue=1)


def test_a_part_of_a_pool_is_told_by_amounts() -> None:
    pool = Pool.parse("R3 B2 Y1")
    assert pool.part([1, 0, 1]) == Pool.parse("R1 Y1")
    assert pool.part([0, 0, 0]) is EMPTY


# ---------------------------------------------------------------------- what the engine keeps with values


def test_the_cache_of_the_engine_is_no_part_of_the_value() -> None:
    home = Placed("home", (0, 0), 0, "WRRRRR", "home")
    village, other = Village.founded(home), Village.founded(home)
    object.__setattr__(village, "_usable", ("use home",))
    assert village == other and hash(village) == hash(other) and repr(village) == repr(other)
    assert village.with_goods("home", EMPTY)._usable == ("use home",)
    assert village.with_use("home", PastUse(Pool.of(red=1)))._usable is None


def test_opening_copies_every_field_of_a_state_and_of_a_seat():
    state = Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"]).state
    for value, opened in ((state, Draft(state)), (state.seats[0], OpenSeat(state.seats[0]))):
        names = [item.name for item in attrs.fields(type(value))]
        assert list(opened.FIELDS) == names
        assert [getattr(opened, name) for name in names] == [getattr(value, name) for name in names]
