"""What a match declares and the kernel carries out: texts, sizes, tags of tasks, the class of the games."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve, frozen

from examples import low_tide
from keyflower.kernel import LogError, Task
from keyflower.kernel.codec import strict_converter, teach_text


@frozen
class Rest(Task, tag="sleep"):
    seat: int


@frozen
class TidyUp(Task):
    seat: int


def test_a_task_is_called_by_its_tag_or_like_its_class() -> None:
    assert (Rest.tag, TidyUp.tag) == ("sleep", "tidy-up")


def test_a_game_class_is_known_to_its_match() -> None:
    assert low_tide.Match.game_class() is low_tide.Game


def test_what_is_far_larger_than_in_any_game_is_noticed() -> None:
    game = low_tide.Game.new(["Ann", "Bob"], seed=1)
    assert game.match.oversized(game.state) == ""
    seat = evolve(game.state.seats[0], played=("1a",) * 1_001)
    large = evolve(game.state, seats=(seat, *game.state.seats[1:]))
    assert game.match.oversized(large) == "played is larger than in any game"


class Pair:
    def __init__(self, left: str, right: str) -> None:
        self.left, self.right = left, right

    @staticmethod
    def parse(text: str) -> Pair:
        left, between, right = text.partition("/")
        if not between:
            raise ValueError(f"{text} has no stroke")
        return Pair(left, right)

    def __str__(self) -> str:
        return f"{self.left}/{self.right}"


def test_a_class_can_be_written_as_the_text_that_it_reads() -> None:
    converter = strict_converter()
    teach_text(converter, Pair)
    assert converter.unstructure(Pair("a", "b")) == "a/b"
    read: Any = converter.structure("c/d", Pair)
    assert (read.left, read.right) == ("c", "d")
    with pytest.raises(LogError, match="has no stroke"):
        converter.structure("cd", Pair)
    with pytest.raises(LogError, match="not a text"):
        converter.structure(3, Pair)
