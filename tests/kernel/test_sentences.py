"""Typed fields of actions: notation both ways, the path of a person, labels, and classes that are refused."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import frozen

from keyflower.kernel import (
    ActionSyntaxError,
    AmbiguousAction,
    Domain,
    Sentence,
    example_of,
    said,
    said_fields,
)

PLACE = Domain("place", names=("harbour", "hill", "wood"), example="hill", words={"h": "harbour"})
NOW = Domain("place", names=("harbour", "hill", "wood"), example="hill", among=lambda words: words)


@frozen
class Walk(Sentence):
    verb: ClassVar[str] = "walk"
    along: tuple[str, ...] = said(PLACE, many=True, example="wood hill")
    home: str = said(PLACE, after="to")


@frozen
class Stay(Sentence):
    verb: ClassVar[str] = "stay"
    where: str = said(NOW, left_out=lambda words: words[0] if len(words) == 1 else "")


def test_a_sentence_is_written_and_read_back() -> None:
    walk = Walk(("wood", "hill"), "harbour")
    assert str(walk) == "walk wood hill to harbour"
    assert Walk.parse(None, "wood hill to harbour") == walk == Walk.parse(None, "woo hil to h")
    assert walk.path() == (("places", "wood hill"), ("do", "walk"), ("place", "harbour"))
    assert example_of(Walk) == "walk wood hill to hill"


@pytest.mark.parametrize("text", ["", "wood", "to hill", "wood hill", "wood to", "wood to hill hill"])
def test_a_sentence_that_lacks_words_shows_an_example(text: str) -> None:
    with pytest.raises(ActionSyntaxError, match="should look like 'walk wood hill to hill'"):
        Walk.parse(None, text)


def test_a_word_that_means_nothing_or_too_much_says_what_there_is() -> None:
    with pytest.raises(ActionSyntaxError, match="there is no place 'hil1'; did you mean hill"):
        Stay.parse(None, "hil1")
    with pytest.raises(AmbiguousAction, match="'h' could mean harbour or hill"):
        Stay.parse(None, "h")
    assert Stay.parse(("hill", "wood"), "h") == Stay("hill"), "among what is possible now it is clear"


def test_a_word_that_is_left_out_is_what_can_be_meant_or_is_asked_for() -> None:
    assert Stay.parse(("wood",), "") == Stay("wood")
    with pytest.raises(ActionSyntaxError, match="name the place, as in 'stay hill'"):
        Stay.parse(("wood", "hill"), "")


def test_classes_whose_words_cannot_be_told_apart_are_refused() -> None:
    @frozen
    class Unclear(Sentence):
        verb: ClassVar[str] = "unclear"
        some: tuple[str, ...] = said(PLACE, many=True)
        other: str = said(PLACE)

    @frozen
    class Untold(Sentence):
        verb: ClassVar[str] = "untold"
        place: str

    broken: list[Any] = [Unclear, Untold]
    for kind, why in zip(broken, ("give it a keyword", "declare it with said"), strict=True):
        with pytest.raises(TypeError, match=why):
            said_fields(kind)


PIER = Domain("pier", names=("west", "north"), example="west", rule="1.2")


@frozen
class Moor(Sentence):
    piers: tuple[str, ...] = said(PIER, many=True, ordered=True)


def test_several_names_are_put_in_the_order_of_their_domain() -> None:
    assert Moor(("north", "west")).piers == ("west", "north")
    assert Moor(("zoo", "north", "attic")).piers == ("north", "attic", "zoo"), "unknown ones come last"
    assert Moor("north").piers == ("north",)  # type: ignore[arg-type]  # a single text is a name, not letters
    odd: Any = 5
    assert repr(Moor(odd)) == "Moor(piers=(5,))", "what is wrong is said when the action is played"


def test_names_that_a_rule_does_not_list_are_refused_before_the_rules_see_them() -> None:
    assert Moor(("north", "west")).unknown() == ()
    (refusal,) = Moor(("north", "moon", "moon")).unknown()
    assert (refusal.code, refusal.rule) == ("pier.unknown", "1.2")
    assert refusal.message == "there is no pier 'moon' (there are west, north)"
    assert Stay("moon").unknown() == (), "without a rule the game itself says what is wrong"
