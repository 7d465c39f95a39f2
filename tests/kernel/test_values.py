"""`frozen` of the kernel: as that of attrs, only later."""

from __future__ import annotations

import pickle

import attrs
import pytest

from keyflower.kernel.values import frozen


@frozen
class Mark:
    name: str
    weight: int = 0
    note: str = attrs.field(default="", eq=False, repr=False)


@frozen
class LateMark(Mark):
    colour: str = "red"


class PlainMark(Mark):
    pass


@frozen(repr=False)
class OwnWords:
    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnWords)

    __hash__ = None  # type: ignore[assignment]


def test_equal_values_are_equal_have_one_hash_and_are_shown_as_attrs_shows_them() -> None:
    assert Mark("a") == Mark("a", note="x") != Mark("b")
    assert hash(Mark("a")) == hash(Mark("a", note="x"))
    assert repr(Mark("a")) == "Mark(name='a', weight=0)"
    assert len({Mark("a"), Mark("a"), Mark("b")}) == 2


def test_classes_that_derive_from_each_other_are_different() -> None:
    assert Mark("a") != LateMark("a") and Mark("a") != PlainMark("a")
    assert PlainMark("a") == PlainMark("a") and hash(PlainMark("a")) == hash(PlainMark("a"))
    assert repr(LateMark("a")) == "LateMark(name='a', weight=0, colour='red')"
    assert Mark("a").__eq__(1) is NotImplemented


def test_what_a_class_writes_itself_stays() -> None:
    assert OwnWords("a") == OwnWords("b")
    with pytest.raises(TypeError):
        hash(OwnWords("a"))


def test_values_are_pickled_and_stay_frozen() -> None:
    assert pickle.loads(pickle.dumps(LateMark("a", colour="blue"))) == LateMark("a", colour="blue")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Mark("a").name = "b"  # type: ignore[misc]
