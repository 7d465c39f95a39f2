"""Every value survives JSON, and odd data is refused with a sentence that says what would be right."""

import json
import random
from contextlib import suppress
from enum import Enum
from typing import ClassVar

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.extend.handlers import BaseHandler
from keyflower.extend.tile_data import tile_to_data
from keyflower.facade.data.codec import codec
from keyflower.facade.data.score_sheets import score_from_data
from keyflower.facade.registry import resolve
from keyflower.kernel.fields import OWNER, held
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.entry import entry_to_data
from keyflower.kernel.log.lines import entry_from_data
from keyflower.kernel.state import hide
from keyflower.kernel.tasks import Task
from keyflower.model.tasks import Haul
from keyflower.model.village import Village
from keyflower.schema import check
from tests.support.random_games import EVERY_KIND, Table, moments, whole_game

RULES = resolve(["farmers"])


def through_json(data):
    text = json.dumps(data)
    assert json.loads(text) == data  # plain texts, numbers, lists and objects only
    return read(text)


@given(moments())
def test_every_value_of_a_game_survives_json(game):
    rules = game.ruleset
    for event in game.events:
        assert codec(rules).events.read(through_json(codec(rules).events.write(event))) == event
    for task in game.state.agenda:
        assert codec(rules).tasks.read(through_json(codec(rules).tasks.write(task))) == task
    entry = game.entry
    assert entry_from_data(codec(rules), through_json(entry_to_data(codec(rules), entry))) == entry
    for seat in game.state.seats:
        data = through_json(codec(rules).converter.unstructure(seat.village))
        assert codec(rules).converter.structure(data, Village) == seat.village


@given(moments())
def test_every_state_and_every_view_of_it_survives_json(game):
    rules = game.ruleset
    for state in (game.state, *(hide(game.state, viewer) for viewer in range(-1, len(game.players)))):
        data = codec(rules).state_to_data(state)
        assert codec(rules).state_from_data(through_json(data)) == state


@given(moments(), st.randoms(use_true_random=False))
def test_every_option_survives_json_and_is_played_from_it(game, rng):
    for seat, decision in game.decisions.items():
        for action in decision.options:
            data = through_json(codec(game.ruleset).actions.write(action))
            assert codec(game.ruleset).actions.read(data) == action
            hidden = action.hidden()
            assert codec(game.ruleset).actions.read(codec(game.ruleset).actions.write(hidden)) == hidden
        action = decision.options.sample(rng)
        data = codec(game.ruleset).actions.write(action)
        assert game.play(data, seat=seat) == game.play(action, seat=seat)
        shown = decision.to_data(codec(game.ruleset))
        assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize("table", EVERY_KIND[::4], ids=str)
def test_every_score_sheet_survives_json(table):
    for sheet in whole_game(table)[-1].scores:
        assert score_from_data(through_json(sheet.to_data())) == sheet


@given(st.dictionaries(st.sampled_from([*RULES.goods, "purple"]), st.integers(0, 99)), st.integers(0, 50))
def test_every_pool_survives_json(counts, unknown):
    pool = kf.Pool.of(counts, unknown=unknown)
    converter = codec(RULES).converter
    assert converter.structure(through_json(converter.unstructure(pool)), kf.Pool) == pool


def test_every_tile_can_be_told():
    for tile in kf.tiles():
        data = tile_to_data(tile)
        assert json.loads(json.dumps(data)) == data
        assert data["words"] == tile.words()


@pytest.mark.parametrize("verb", RULES.actions)
def test_every_action_says_what_is_missing(verb):
    try:
        action = codec(RULES).actions.read({"verb": verb})
    except kf.LogError as error:
        assert f"'{verb}' needs " in str(error)
    else:
        assert action.verb == verb


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "the 'verb' of an action is missing"),
        ({"verb": 3}, "is a text, not 3"),
        ({"verb": "bdi"}, "did you mean bid"),
        ({"verb": "bid", "tiel": "miner"}, "no field 'tiel'; did you mean tile"),
        ({"verb": "bid", "tile": 3}, "'bid', tile: 3 is not a text"),
        ({"verb": "bid", "tile": "miner", "workers": "R"}, "'bid', workers: 'R' is not a number of pieces"),
        ({"verb": "bid", "tile": "miner", "workers": ["R2"]}, "workers: a list is not a pool"),
        ({"verb": "bid", "tile": "miner", "workers": "R9999999"}, "not a number of pieces"),
        ({"verb": "offer", "tiles": "abc"}, "tiles: 'abc' is not a list"),
        ({"verb": "offer", "tiles": [1]}, "tiles: 1 is not a text"),
        ({"verb": "place", "tile": "miner", "cell": [0, True]}, "cell: True is not a whole number"),
        ({"verb": "place", "tile": "miner", "cell": [0]}, "a list of 2 values"),
        ({"verb": "place", "tile": "miner", "cell": [0, 1], "rotation": 10**5000}, "a huge number"),
        ({"verb": "place", "tile": "miner", "cell": [0, 1], "rotation": 1.0}, "float is not a whole number"),
        ({"verb": "place", "tile": "miner", "cell": [0, 1], "rotation": float("nan")}, "is not a whole number"),
        ({"verb": "pass", "seat": 1}, "it has no fields"),
    ],
)  # fmt: skip
def test_odd_actions_are_refused_with_what_would_be_right(data, message):
    game = Table(players=2).new()
    with pytest.raises(kf.ActionSyntaxError, match=message):
        game.play(data)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["R2", "turn"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["verb", "tag", "tile", "workers", "seat", "cell"]), JSON), st.data())
def test_whatever_comes_in_one_error_of_our_own_comes_out(data, draw):
    verb = draw.draw(st.sampled_from([*RULES.actions]))
    tag = draw.draw(st.sampled_from([*RULES.events, *RULES.tasks]))
    for read_data, error in (
        (lambda: codec(RULES).actions.read({**data, "verb": verb}), kf.LogError),
        (lambda: codec(RULES).actions.read(data), kf.LogError),
        (lambda: codec(RULES).events.read({**data, "tag": tag}), kf.LogError),
        (lambda: codec(RULES).tasks.read({**data, "tag": tag}), kf.LogError),
        (lambda: codec(RULES).state_from_data(data), kf.LogError),
        (lambda: codec(RULES).converter.structure(data, Village), kf.LogError),
        (lambda: score_from_data(data), kf.LogError),
        (lambda: entry_from_data(codec(RULES), data), kf.LogError),
    ):
        with suppress(error):
            read_data()


@given(moments(), st.data())
def test_a_state_with_one_odd_value_is_refused_or_another_state(game, data):
    rules = game.ruleset
    whole = through_json(codec(rules).state_to_data(game.state))
    at, key = whole, data.draw(st.sampled_from(sorted(whole)))
    while isinstance(at[key], dict | list) and at[key] and data.draw(st.booleans()):
        at = at[key]
        key = (
            data.draw(st.sampled_from(sorted(at)))
            if isinstance(at, dict)
            else data.draw(st.integers(0, len(at) - 1))
        )
    at[key] = data.draw(JSON)
    try:
        state = codec(rules).state_from_data(whole)
    except kf.LogError:
        return
    assert codec(rules).state_from_data(codec(rules).state_to_data(state)) == state


def test_canonical_text_has_sorted_keys_and_no_blanks():
    assert compact({"b": 1, "a": ["ü", None]}) == '{"a":["ü",null],"b":1}'


def test_foreign_classes_are_not_written():
    @frozen
    class Shout(kf.Action):
        verb = "shout"

    with pytest.raises(kf.LogError, match="Shout is not among the actions of this game"):
        codec(RULES).actions.write(Shout())


def test_reading_keeps_no_more_than_it_may():
    rng = random.Random(1)
    for _ in range(50):
        tiles = [
            {"name": f"t{rng.random()}", "cell": [0, 0], "rotation": 0, "edges": "RRRRRR", "kind": "home"}
        ]
        village = codec(RULES).converter.structure({"tiles": tiles}, Village)
        assert len(village) == 1
    with pytest.raises(kf.LogError, match="too many for a village"):
        codec(RULES).converter.structure({"tiles": tiles * 1000}, Village)
    with pytest.raises(kf.LogError, match="same cell"):
        codec(RULES).converter.structure({"tiles": tiles * 2}, Village)


# ---------------------------------------------------------------------- the values of an expansion


class Mood(Enum):
    MERRY = "merry"
    GRIM = "grim"


@frozen
class Song:
    title: str
    verses: tuple[int, ...] = ()


@frozen
class Sing(kf.Action):
    verb: ClassVar[str] = "sing"
    song: Song
    mood: Mood = Mood.MERRY
    guest: int | None = None

    def hidden(self) -> "Sing":
        return Sing(Song("?"), self.mood)


@frozen
class Sung(kf.Event):
    tag: ClassVar[str] = "toy.sung"
    seat: int
    reward: kf.Pool = held(by=OWNER, default=kf.Pool())
    songs: tuple[tuple[str, Song], ...] = ()
    before: Task | None = None


@frozen
class SingAlong(Task):
    tag: ClassVar[str] = "toy.sing-along"
    seat: int
    mood: Mood


TOY = kf.Expansion(
    id="toy",
    version="1",
    title="Toy",
    requires=("base",),
    actions=(Sing,),
    events=(Sung,),
    handlers={SingAlong: BaseHandler()},
)


@pytest.mark.parametrize(
    "action", [Sing(Song("Ode")), Sing(Song("Ode", (1, 2)), Mood.GRIM, 0), Sing(Song("Ode")).hidden()]
)
def test_actions_of_an_expansion_survive_json(action):
    rules = resolve([TOY])
    data = through_json(codec(rules).actions.write(action))
    assert codec(rules).actions.read(data) == action
    assert not check("action", data, rules)


@pytest.mark.parametrize(
    "event",
    [
        Sung(1),
        Sung(0, kf.Pool.of(green=2), (("a", Song("b", (3,))),), SingAlong(2, Mood.GRIM)),
        Sung(0, kf.Pool.of(green=2), before=Haul(1, 2, 0)).redacted(1),
    ],
)
def test_events_and_tasks_of_an_expansion_survive_json(event):
    rules = resolve([TOY])
    data = through_json(codec(rules).events.write(event))
    assert codec(rules).events.read(data) == event
    assert not check("event", data, rules)
    with pytest.raises(kf.LogError, match=r"there is no event called 'toy\.sung'"):
        codec(resolve()).events.read(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"verb": "sing"}, "needs song"),
        ({"verb": "sing", "song": {"title": "a", "verse": [1]}}, "'sing', song: a song has no field 'verse'"),
        ({"verb": "sing", "song": {"title": "a"}, "mood": "sad"}, "'sing', mood: 'sad' is not a mood: use merry, grim"),
        ({"verb": "sing", "song": {"title": "a"}, "guest": True}, "'sing', guest: True is not a whole number"),
    ],
)  # fmt: skip
def test_odd_values_of_an_expansion_are_refused(data, message):
    with pytest.raises(kf.LogError, match=message):
        codec(resolve([TOY])).actions.read(data)
