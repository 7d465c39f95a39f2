"""Moves: who may know what has moved follows from the fields, and the action that moved it hides the same names."""

from __future__ import annotations

import pytest

from examples.low_tide import Game, Lay, Seat, State
from keyflower.kernel import EVERYBODY, NOBODY, OWNER, SPECTATOR, UNSEEN, Moved, Uncovered, moved


@pytest.mark.parametrize(
    ("kind", "source", "target", "by", "made"),
    [
        (Seat, "", "hand", OWNER, Moved),
        (Seat, "hand", "laid", OWNER, Moved),
        (Seat, "laid", "played", EVERYBODY, Uncovered),
        (Seat, "", "played", EVERYBODY, Moved),
        (State, "", "box", NOBODY, Moved),
    ],
)
def test_the_more_open_of_two_fields_says_who_may_know(
    kind: type, source: str, target: str, by: str, made: type
) -> None:
    event = moved(kind, ["7a"], target, seat=0, source=source)
    assert (event.by, type(event)) == (by, made)


def test_others_learn_how_many_names_moved_and_where() -> None:
    event = moved(Seat, ["7a", "8b"], "hand", seat=1)
    assert event.redacted(1) == event
    assert event.redacted(0).names == event.redacted(SPECTATOR).names == (UNSEEN, UNSEEN)
    assert moved(State, ["7a"], "box").redacted(0).names == (UNSEEN,)


def test_an_action_hides_the_names_that_it_moved_in_secret() -> None:
    game = Game.new(["Ann", "Bob"], seed=7)
    card = game.state.seats[0].hand[0]
    entry = game.play(f"lay {card}", seat="Ann").entry
    assert entry.redacted(0).action == Lay(card)
    assert entry.redacted(1).action == entry.redacted(SPECTATOR).action == Lay(UNSEEN)
    assert card not in str(entry.redacted(1).to_data())


def test_what_is_shown_cannot_be_taken_back() -> None:
    game = Game.new(["Ann", "Bob"], seed=7)
    first = game.play(game.decisions[0].options[0], seat=0)
    second = first.play(first.decisions[1].options[0], seat=1)
    assert (first.entry.reveals, second.entry.reveals) == (False, True)


def test_an_event_and_a_sentence_are_called_like_their_class() -> None:
    assert (Moved.tag, Uncovered.tag, Lay.verb) == ("moved", "uncovered", "lay")
