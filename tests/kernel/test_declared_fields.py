"""The state declares itself: every field says what it is, and no list of fields is written out twice unnoticed."""

from __future__ import annotations

import inspect
from typing import ClassVar, get_args, get_type_hints

import pytest
from attrs import evolve, fields, frozen, has

from keyflower.facade.registry import builtin
from keyflower.kernel.fields import NOBODY, OWNER, covered, held, open_, undeclared
from keyflower.kernel.pool import BasePool
from keyflower.kernel.state import hide
from keyflower.model.layout import Layout
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY
from keyflower.model.pool import Pool as KeyflowerPool
from keyflower.model.state import Draft, OpenSeat, Seat, State, empty_state
from keyflower.model.tasks import Turn

GEOMETRY = {Layout}
"""Works out roads and pastures from the tiles it is made of; those declare their own fields."""


def places() -> list[type[OwnPlace]]:
    """The places of the built-in expansions."""
    return [place for expansion in builtin().expansions for place in expansion.places]


def parts(kind: object) -> set[type]:
    """The attrs classes that a value of a type can be made of, pools and tasks aside."""
    found: set[type] = set()
    for part in get_args(kind):
        found |= parts(part)
    if isinstance(kind, type) and has(kind) and not issubclass(kind, BasePool) and kind not in GEOMETRY:
        found.add(kind)
        for item in fields(kind):
            if item.init:
                found |= parts(get_type_hints(kind)[item.name])
    return found


DECLARED = sorted(parts(State) | set(places()), key=lambda kind: kind.__name__)


def test_a_state_is_made_of_more_than_seats() -> None:
    names = {kind.__name__ for kind in DECLARED}
    assert {"State", "Seat", "Lot", "Group", "Berth", "Village", "Spot", "Herds"} <= names


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind.__name__)
def test_every_field_declares_who_may_see_it(kind: type) -> None:
    assert undeclared(kind) == ()


@pytest.mark.parametrize("kind", [State, Seat, *places()], ids=lambda kind: kind.__name__)
def test_every_hidden_field_says_what_lies_there(kind: type) -> None:
    told = {"offered": "only tells which tiles of the hand were chosen", "aside": "takes any piece that pays"}
    silent = [name for name, says in covered(kind) if says.by in (OWNER, NOBODY) and not says.of]
    assert [name for name in silent if name not in told] == []


@pytest.mark.parametrize(("opened", "kind"), [(Draft, State), (OpenSeat, Seat)])
def test_an_open_class_names_the_fields_of_the_value_it_becomes(opened: type, kind: type) -> None:
    assert [*inspect.get_annotations(opened)] == [item.name for item in fields(kind)]


def test_the_search_finds_a_field_that_says_nothing() -> None:
    @frozen
    class Shelf:
        books: BasePool = held(by=NOBODY, of="book")
        boards: int = open_(default=3)
        colour: str = "brown"

    assert undeclared(Shelf) == ("colour",)


def test_what_lies_on_the_table_belongs_to_no_seat() -> None:
    @frozen
    class Drawer(OwnPlace):
        tag: ClassVar[str] = "test.drawer"
        tokens: KeyflowerPool = held(by=OWNER, default=EMPTY, of="skill")

    drawer = Drawer(KeyflowerPool.of(saw=2))
    seats = (Seat(), Seat(places=(drawer,)))
    state = evolve(empty_state(), agenda=(Turn(0),), seats=seats, places=(drawer,))
    seen = {viewer: hide(state, viewer) for viewer in (-1, 0, 1)}
    assert [str(seen[viewer].place(Drawer).tokens) for viewer in seen] == ["?2", "?2", "?2"]
    assert [str(seen[viewer].seats[1].place(Drawer).tokens) for viewer in seen] == ["?2", "?2", "saw2"]
