"""What windows are told: differences are true, choices come back whole, and a whole game stays small."""

import json
import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.kernel.json_text import compact
from keyflower.languages import language
from keyflower.web import protocol as messages
from keyflower.web.choice_parts import Parts, whole
from keyflower.web.differences import difference, merged

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=2), VALUES, max_size=4)


@given(OBJECTS, OBJECTS)
def test_a_difference_turns_one_value_into_the_other(was, now):
    told = json.loads(compact(difference(was, now)))
    assert merged(was, told) == now
    assert difference(now, now) == {}


def without_codes(choice: dict) -> dict:
    """Return a choice whose reasons are words alone, as a window is told them."""
    found = {**choice, "choices": [without_codes(below) for below in choice.get("choices", ())]}
    found["why"] = [refusal["message"] for refusal in choice.get("why", ())]
    return {key: value for key, value in found.items() if value or key not in ("choices", "why")}


def choice(key: str, below: list[dict], **more) -> dict:
    return {"kind": "tile", "key": key, "label": key.title(), "choices": below, **more}


def test_a_choice_that_was_told_before_begins_with_its_number():
    size = {"kind": "size", "key": "R1", "label": "1 red worker", "action": "bid inn R1"}
    asked = [[choice("inn", [size], seat=1)], [choice("inn", [], seat=1)], [choice("inn", [])]]
    parts, known = Parts(), []
    for trees in asked:
        told, new = parts.told({"choices": trees, "blocked": []})
        known.extend(new)
        assert [whole(number, known) for number in told["choices"]] == [*map(without_codes, trees)]
    assert known[2:] == [[1, []], [1, [], {}]]


@pytest.mark.parametrize(
    "seats, expansions, seed",
    [(3, (), 0), (3, ("farmers",), 0), (3, ("merchants",), 0), (6, (), 0), (6, (), 1)],
    ids=["base", "farmers", "merchants", "six seats", "six others"],
)
def test_a_whole_game_is_told_in_small_messages_that_add_up(seats, expansions, seed):
    """At most 300 kB for a seat and less than 1 kB in the median; what adds up is what a new window is told."""
    rng = random.Random(seed)
    names = ["Ann", "Bob", "Cid", "Dee", "Eve", "Flo"][:seats]
    game = kf.Game.new(names, seed=seed, expansions=expansions)
    bot, speaker, viewer = kf.bots.bot("steward"), language("en"), 0
    was = messages.standing(game, viewer, about={}, language=speaker)
    parts, known, table, sizes, ply = Parts(), [], dict(was.table), [], 0
    parts_of = messages.table(was, parts, messages.News(0, "", []))
    known.extend(json.loads(parts_of).get("parts", []))
    while not game.over:
        seat, decision = next(iter(game.decisions.items()))
        game, ply = game.play(bot.choose(game.view(seat), decision, rng), seat=seat), ply + 1
        now = messages.standing(game, viewer, about={}, language=speaker)
        entries = messages.entries_to_data(game, [game.entry], viewer, shown=True, language=speaker)
        text = messages.change(was, now, parts, messages.News(ply, "0" * 8, entries))
        sizes.append(len(text.encode()))
        told, was = json.loads(text), now
        known.extend(told.get("parts", []))
        table = merged(table, told.get("changes", {}))
        if told.get("decision") is not None and now.decision is not None:
            choices = [whole(number, known) for number in told["decision"]["choices"]]
            assert choices == [without_codes(choice) for choice in now.decision["choices"]]
    assert table == json.loads(compact(was.table))
    assert sum(sizes) < 300_000 and statistics.median(sizes) < 1_000, (sum(sizes), statistics.median(sizes))
