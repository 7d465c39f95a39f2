"""States as text: put together from the texts of their parts, and read by cutting them there again."""

import json
import random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.facade import codec, state_reading
from keyflower.facade.json_text import read
from keyflower.facade.state_text import state_dumps, state_loads
from keyflower.model.state import empty_state, hide
from tests.playing import EVERY_KIND, Table, moments, whole_game


def cut_only(rules, text):
    """Read a text the quick way, which raises where the usual way would decode the whole."""
    return state_reading.state_from_text(
        text, state_reading.agenda_reader(lambda task: codec.task_from_data(rules, task))
    )


def whole_only(rules, text):
    """Read a text by decoding all of it."""
    return codec.state_from_data(rules, read(text, quick=True))


def outcome(read_text, rules, text):
    try:
        return read_text(rules, text)
    except kf.LogError as error:
        return str(error)


@pytest.mark.parametrize("table", EVERY_KIND[::2], ids=str)
def test_what_is_written_is_read_by_cutting(table):
    for game in whole_game(table)[::7]:
        for state in (game.state, hide(game.state, 0), hide(game.state, -1)):
            text = state_dumps(game.ruleset, state)
            assert cut_only(game.ruleset, text) == state


@given(moments())
def test_the_text_is_what_json_makes_of_the_data(game):
    data = codec.state_to_data(game.ruleset, game.state)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    assert state_dumps(game.ruleset, game.state) == text


@given(moments(), st.booleans(), st.sampled_from([None, 1]), st.randoms(use_true_random=False))
def test_order_and_blanks_do_not_matter(game, ordered, indent, rng):
    data = codec.state_to_data(game.ruleset, game.state)
    if not ordered:
        data = dict(rng.sample(list(data.items()), len(data)))
    text = json.dumps(data, sort_keys=ordered, indent=indent)
    assert state_loads(game.ruleset, text) == game.state


SNIPPETS = (
    "", " ", ",", '"', "[", "]", "{", "}", "0", "-", "1.5", "null", "true", "\\", "\\u0041", "\\ud800", "ü", "R2",
    '"R2"', '"seat":1', ',"lying":""', ',"uses":[]', ',"bids":[]', '},{"tile":"inn"', '},{"boat":"boat_1"',
    ',"herds":[]', '],"herds":[["home_1/a","cow1"]', '],"lots":[', '],"seats":[', '],"bag":"R1"', ',"piles":[]',
    ']},"', '},{"name":', '{"village":{"tiles":[]}}', ',"viewer":1', ',"aside":"R1"', ',"kind":"home"',
)  # fmt: skip
"""What texts are damaged with: tokens, odd letters, and pieces of the joints where a text is cut."""


@st.composite
def damage(draw):
    """How a text is damaged: where something is taken out, and what comes there instead."""
    size = draw(st.sampled_from([0, 0, 1, 1, 2, 3, 8, 30, 200]))
    return draw(st.floats(0, 1, exclude_max=True)), size, draw(st.sampled_from(SNIPPETS))


def damaged(text, place, size, snippet):
    at = int(place * len(text))
    return text[:at] + snippet + text[at + size :]


@given(moments(), st.lists(damage(), min_size=1, max_size=2))
def test_a_damaged_text_is_read_or_refused_just_as_if_it_was_not_cut(game, damages):
    text = state_dumps(game.ruleset, game.state)
    for hit in damages:
        text = damaged(text, *hit)
    found = outcome(state_loads, game.ruleset, text)
    assert found == outcome(whole_only, game.ruleset, text)
    if not isinstance(found, str):
        assert state_loads(game.ruleset, state_dumps(game.ruleset, found)) == found


def test_texts_damaged_at_a_joint_are_read_or_refused_just_as_if_they_were_not_cut():
    game = whole_game(Table(players=3, farmers=True))[-40]
    text = state_dumps(game.ruleset, game.state)
    joints = [at for at in range(1, len(text)) if text[at] in '[]{},:"' and text[at - 1] in '[]{},:"']
    rng = random.Random(5)
    for at in rng.sample(joints, 150):
        for snippet in rng.sample(SNIPPETS, 4):
            for size in (0, 1):
                odd = text[:at] + snippet + text[at + size :]
                assert outcome(state_loads, game.ruleset, odd) == outcome(whole_only, game.ruleset, odd), odd


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (',"lots":[', ',"lost":[', "a state needs lots"),
        ('"season":"spring"', '"season":"sprung"', "'sprung' is no season"),
        ('"viewer":null', '"viewer":true', "True is no whole number"),
        ('"rotation":0', '"rotation":0.5', "the number 0.5 is not whole"),
        ('"rotation":0', '"rotation":"0"', "'0' is no whole number"),
        ('"kind":"home"', '"kind":"home",', "it is no JSON"),
        ('"kind":"home"', '"kind":"home","size":3', "a tile of a village has no 'size'"),
        ('"kind":"home"', '"kind":"home","side":2', "2 is no side of a tile"),
        ('"kind":"home"', '"kind":"home","goods":["wood1"]', "a list is no pool"),
        ('"kind":"home"', '"kind":"home","uses":[{"workers":"R2","who":1}]', "a use has no 'who'"),
        ('"aside":""', '"aside":"R"', "'R' is no number of pieces"),
        ('"aside":""', '"aside":{}', "an object is no pool"),
        ('"picks":[]', '"picks":[false]', "False is no whole number"),
        ('"picks":[]}', '"picks":[]', "it is no JSON"),
        ('"picks":[]}', '"picks":[]}}', "it is no JSON"),
        ('"picks":[]', '"picks":[],"tips":[]', "a state has no 'tips'"),
        ('"agenda":[', '"agenda":[7,', "a task is an object, not 7"),
        ('"lots":[{', '"lots":[{},{', "a lot needs tile"),
        ('"lots":[{', '"lots":[,{', "it is no JSON"),
        ('"seats":[{', '"seats":[{"villages":0},{', "a seat needs village"),
        ('"seats":[{', '"seats":[[],{', "a seat is an object, not a list"),
    ],
)  # fmt: skip
def test_odd_texts_are_refused_with_what_is_wrong(old, new, message):
    game = Table(players=2).new()
    text = state_dumps(game.ruleset, game.state)
    assert old in text
    with pytest.raises(kf.LogError, match=message):
        state_loads(game.ruleset, text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("seat", "size", "message"),
    [
        (-1, 1, "-1 is no seat that can bid"),
        (64, 1, "64 is no seat that can bid"),
        (2**52, 1, "is no seat that can bid"),
        (0, 0, "a bid has workers, not 0"),
        (0, -3, "a bid has workers, not -3"),
    ],
)
def test_a_bid_that_nobody_can_make_is_refused(seat, size, message):
    game = Table(players=2).new()
    text = state_dumps(game.ruleset, game.state)
    lot = f'{{"tile":"inn","bids":[{{"seat":{seat},"colour":"red","size":{size}}}]}}'
    with pytest.raises(kf.LogError, match=message):
        state_loads(game.ruleset, text.replace('"lots":[', f'"lots":[{lot},', 1))


def test_names_that_look_like_joints_survive():
    game = Table(players=2).new()
    odd = ('a"b', "ü\\", '"},{"tile":"', '],"lots":[', "", "\n", "\u2028")
    state = evolve(game.state, box=odd, discarded=odd[::-1], picks=(0, 1))
    assert state_loads(game.ruleset, state_dumps(game.ruleset, state)) == state


def test_a_state_before_the_set_up_survives():
    rules = Table(players=2).new().ruleset
    for state in (empty_state(), empty_state(1), evolve(empty_state(), seats=Table().new().state.seats[:1])):
        assert state_loads(rules, state_dumps(rules, state)) == state


def test_parts_that_are_too_long_to_be_kept_are_read_all_the_same():
    game = Table(players=2).new()
    long = "x" * 1_500
    home = game.state.seats[0].village.layout.tiles[0]
    village = kf.Village.founded(evolve(home, name=long))
    for row in range(1, 150):
        village = village.laying(evolve(home, name=f"tile {row}", cell=(0, row)))
    seat = evolve(game.state.seats[0], village=village)
    lot = evolve(game.state.lots[0], tile=long)
    for state in (
        evolve(game.state, lots=(lot,)),
        evolve(game.state, seats=(seat,)),
        evolve(game.state, seats=(seat,) * 5),
    ):
        assert state_loads(game.ruleset, state_dumps(game.ruleset, state)) == state


def test_kept_texts_never_belong_to_another_part():
    game = Table(players=2).new()
    for number in range(5_000):  # more than are kept: identities come again
        state = evolve(game.state, lots=(evolve(game.state.lots[0], tile=f"tile {number}"),))
        assert f'"lots":[{{"tile":"tile {number}"}}]' in state_dumps(game.ruleset, state)
