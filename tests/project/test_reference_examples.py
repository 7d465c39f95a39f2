"""The reference shows how everything is used: examples in docstrings, which the doctests run."""

import inspect
from functools import cached_property

import pytest

import keyflower as kf

FIRST = [
    kf.Game,
    kf.View,
    kf.Village,
    type(kf.Game.new(["Ann", "Bob"], seed=1).options),
    kf.Pool,
    kf.EventLog,
    kf.Tile,
]
FIRST.append(kf.scoring.ScoreSheet)


def members(cls):
    """Return the public methods and properties of a class with their docstrings, those of our parents included."""
    found = {}
    for name in dir(cls):
        value = inspect.getattr_static(cls, name)
        owner = next((parent for parent in cls.__mro__ if name in vars(parent)), None)
        if name.startswith("_") or owner is None or not owner.__module__.startswith("keyflower"):
            continue
        if isinstance(value, property):
            value = value.fget
        elif isinstance(value, staticmethod | classmethod):
            value = value.__func__
        if inspect.isfunction(value) or isinstance(value, cached_property):
            found[f"{cls.__name__}.{name}"] = value.__doc__ or ""
    return found


@pytest.mark.parametrize("cls", FIRST, ids=lambda cls: cls.__name__)
def test_every_member_of_what_people_use_first_has_an_example(cls):
    assert ">>>" in (cls.__doc__ or "")
    assert [name for name, words in members(cls).items() if ">>>" not in words] == []


def test_six_in_ten_of_everything_else_on_the_first_page_have_one():
    words = {}
    for name in kf.__all__:
        value = getattr(kf, name)
        if value in FIRST or inspect.ismodule(value) or not callable(value):
            continue
        words[name] = value.__doc__ or ""
        if inspect.isclass(value):
            own = {f"{value.__name__}.{key}" for key in vars(value)}
            words |= {key: text for key, text in members(value).items() if key in own}
    shown = [name for name, text in words.items() if ">>>" in text]
    assert len(shown) >= 0.6 * len(words), sorted({*words} - {*shown})
