"""Frozen values that are made quickly: they must be what attrs would have made."""

from __future__ import annotations

import copy
import inspect
import pickle
import weakref

import attrs
import pytest
from attrs import field, frozen
from keyflower.engine.options import open_seats

from keyflower.facade.game import Game
from keyflower.facade.soundness import problem
from keyflower.model.layout import Placed
from keyflower.model.lots import Group, Lot
from keyflower.model.state import Draft, OpenSeat, Seat, State, empty_state
from keyflower.model.tasks import Turn
from keyflower.model.village import Use, Village
from keyflower.vocabulary.pool import EMPTY, Pool, some


def _upper(text: str) -> str:
    return text.upper()


@frozen
class Card:
    """A value with everything that a value of the library has."""

    name: str = field(converter=_upper)
    number: int = 1
    hidden: bool = field(default=False, kw_only=True)
    _note: str = "none"
    length: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        self.length = len(self.name)  # type: ignore[misc]  # as long as it is being made, it is open


@frozen(eq=False)
class Thing:
    """A value that is equal only to itself."""

    name: str


def test_fields_defaults_converters_and_what_follows_are_set() -> None:
    card = Card("ace", 3, "mine", hidden=True)
    assert (card.name, card.number, card.hidden, card._note, card.length) == ("ACE", 3, True, "mine", 3)
    assert Card("ace") == Card(name="ACE", number=1, note="none", hidden=False)
    assert type(card) is Card


def test_nothing_can_be_changed_afterwards() -> None:
    card = Card("ace")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        card.number = 2  # type: ignore[misc]  # that is the point
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del card.number
    with pytest.raises(AttributeError):
        card.other = 1  # type: ignore[attr-defined]  # that is the point


def test_wrong_arguments_are_refused_as_usual() -> None:
    with pytest.raises(TypeError, match="missing 1 required"):
        Card()  # type: ignore[call-arg]  # that is the point
    with pytest.raises(TypeError, match="positional"):
        Card("ace", 1, "mine", True)  # type: ignore[call-arg]  # that is the point


def test_values_compare_hash_copy_and_pickle() -> None:
    card = Card("ace", 3)
    assert hash(card) == hash(Card("ace", 3)) and card != Card("ace", 4)
    for same in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert same == card and type(same) is Card
    assert attrs.evolve(card, number=5) == Card("ace", 5)
    assert Thing("a") != Thing("a")
    assert repr(Thing("a")) == "Thing(name='a')"


def test_the_signature_is_that_of_the_fields() -> None:
    assert list(inspect.signature(Card).parameters) == ["name", "number", "note", "hidden"]
    assert inspect.signature(Lot).parameters["bids"].default == ()


def test_objects_of_subclasses_stay_what_they_are() -> None:
    @frozen
    class Shape:
        name: str

    class Loose(Shape):
        pass

    class Tight(Shape):
        __slots__ = ()

    @attrs.frozen
    class Wider(Shape):
        width: int = 2

    for made in (Loose("a"), Tight("a"), Wider("a", 3), Shape("a")):
        assert made.name == "a"
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            made.name = "b"  # type: ignore[misc]  # that is the point
    assert [type(kind("a")) for kind in (Loose, Tight, Wider, Shape)] == [Loose, Tight, Wider, Shape]
    assert Wider("a").width == 2


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
    assert open_seats(game.ruleset, odd) == (seat,)
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
    object.__setattr__(village, "_menu", ("use home",))
    assert village == other and hash(village) == hash(other) and repr(village) == repr(other)
    assert village.with_goods("home", EMPTY)._menu == ("use home",)
    assert village.with_use("home", Use(Pool.of(red=1)))._menu is None
