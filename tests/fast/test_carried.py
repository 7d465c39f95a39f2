"""Games whose states carry their packed bytes: they are played natively, and nobody can tell by what they say."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from itertools import pairwise
from random import Random

import pytest
from attrs import evolve, fields

from keyflower import fast
from keyflower.facade import notation
from keyflower.facade.game import Game
from keyflower.fast.carried import CarriedState
from keyflower.fast.library import loaded
from keyflower.kernel.canonical_text import known_text
from keyflower.kernel.chance import ScriptedChance, SecretChance, SeededChance
from keyflower.kernel.errors import ActionSyntaxError, IllegalAction, NotYourTurn
from keyflower.kernel.match import SPECTATOR
from keyflower.model.actions import Bid, Pass
from keyflower.model.pool import Pool
from keyflower.model.state import State
from tests.support.fast_games import KINDS, new

pytestmark = pytest.mark.skipif(loaded() is None, reason="the native library was not built")


def played(game: Game, seed: int, *, plies: int = 1000, listing: bool = False) -> list[Game]:
    """The moments of a random game, from this one on."""
    rng, games = Random(seed), [game]
    while not game.over and len(games) <= plies:
        decisions = game.decisions
        seat = rng.choice(sorted(decisions))
        options = decisions[seat].options
        action = [*options][rng.randrange(len(options))] if listing else options.sample(rng)
        game = game.play(action, seat=seat)
        games.append(game)
    return games


def natively(game: Game, seed: int = 1, *, plies: int = 1000, listing: bool = False) -> list[Game]:
    with fast.played_by("native"):
        return played(game, seed, plies=plies, listing=listing)


def carrying(games: list[Game]) -> int:
    return sum(game.state._origin is not None for game in games)


def said(game: Game) -> tuple[object, ...]:
    """All that a game says about a moment, first what needs no fields of the state."""
    decisions = {
        seat: (one.id, one.kind, str(one.prompt), one.task, list(one.options), repr(one.options))
        for seat, one in game.decisions.items()
    }
    views = [game.view(seat).state for seat in (SPECTATOR, *range(len(game.players)))]
    return decisions, repr(game), views, game.chance, game.state, hash(game), repr(game.state)


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("listing", [False, True])
def test_every_moment_is_the_same_as_by_the_reference_engine(kind, listing):
    seed = sorted(KINDS).index(kind)
    games = natively(new(kind, 2 + seed % 5, seed), listing=listing)
    assert carrying(games) > len(games) - 4
    for one, other in zip(games, played(new(kind, 2 + seed % 5, seed), 1, listing=listing), strict=True):
        assert said(one) == said(other)
        assert one == other
        assert other.state._origin is None


@pytest.mark.parametrize("kind", ["base", "merchants-farmers", "farmers-open"])
def test_logs_are_equal_to_the_byte(kind):
    mine, other = natively(new(kind, 4, 3))[-1], played(new(kind, 4, 3), 1)[-1]
    assert mine.log.dumps() == other.log.dumps()
    assert mine.log.redacted(1).dumps() == other.log.redacted(1).dumps()


@pytest.mark.parametrize("as_data", [False, True])
def test_what_is_played_as_text_or_data_is_played_natively_too(as_data):
    with fast.played_by("native"):
        games, rng = [new("farmers", 3, 5)], Random(2)
        while not games[-1].over:
            game = games[-1]
            seat = next(iter(game.decisions))
            action = game.decisions[seat].options.sample(rng)
            told = game.match.codec().actions.write(action) if as_data else str(action)
            games.append(game.play(told, seat=seat))
    assert carrying(games) > len(games) - 4
    assert games == played(new("farmers", 3, 5), 2) or games[-1].log.replay() == games[-1]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_text_that_was_said_before_means_the_same_and_nobody_looks_at_the_state(kind):
    first = natively(new(kind, 3, 11))
    texts = sorted({str(game.last_action) for game in first[1:]})
    with fast.played_by("native"):
        for before, after in pairwise(first):
            before.play(str(after.last_action), seat=after.last_seat)
        unread = 0
        for game, after in pairwise(natively(new(kind, 3, 11))):
            seat = after.last_seat
            assert game.match.parse(game.state, str(after.last_action), seat) == after.last_action
            unread += type(game.state) is CarriedState
            for text in texts[game.ply % 9 :: 9]:  # most of them belong to other moments
                told = notation.parse(game.ruleset, game.state, text, seat=seat)
                assert game.match.parse(game.state, text, seat) == told
    assert unread > len(first) - 10


def test_a_text_that_was_said_before_is_understood_for_whoever_waits():
    game = natively(new("base", 3, 11), plies=5)[-1]
    waiting = next(seat for seat in range(3) if seat not in game.decisions)
    with fast.played_by("native"):
        game.play("pass", seat=next(iter(game.decisions)))
        assert game.match.parse(game.state, "pass", waiting) == Pass()
        with pytest.raises(NotYourTurn):
            game.play("pass", seat=waiting)


@pytest.mark.parametrize("name", [field.name for field in fields(State)])
def test_each_field_can_be_the_first_that_somebody_looks_at(name):
    for mine, other in zip(natively(new("farmers", 3, 8)), played(new("farmers", 3, 8), 1), strict=True):
        assert getattr(mine.state, name) == getattr(other.state, name)


def test_a_state_has_nothing_else():
    state = natively(new("base", 2, 1), plies=5)[-1].state
    assert state._origin is not None
    with pytest.raises(AttributeError, match="a state has no lotz"):
        getattr(state, "lotz")  # noqa: B009  # type checkers know that there is none
    assert not hasattr(state, "__deepcopy__")


def test_a_state_is_like_any_other_before_and_after_somebody_has_looked():
    mine, other = natively(new("base", 2, 1), plies=30), played(new("base", 2, 1), 1, plies=30)
    for game in mine[5:]:
        assert type(game.state) is CarriedState
        assert game.state.__class__ is State
    for game, same in zip(mine[5:15], other[5:15], strict=True):
        assert same.state == game.state  # the empty one on the right
        assert type(game.state) is State
    for game, same in zip(mine[15:25], other[15:25], strict=True):
        assert game.state == same.state  # and on the left
    for game, same in zip(mine[25:], other[25:], strict=True):
        assert known_text(game.state, 1) == known_text(same.state, 1)


def test_whoever_asks_what_happened_has_the_state_after_it_too():
    mine, other = natively(new("farmers", 3, 4)), played(new("farmers", 3, 4), 1)
    for game, same in zip(mine[5:], other[5:], strict=True):
        assert game.entry == same.entry
        assert type(game.state) is State
        assert game.state == same.state


def test_pickles_copies_and_changed_states_are_states_like_any_other():
    for game in natively(new("farmers", 4, 9))[5::20]:
        for again in (pickle.loads(pickle.dumps(game)), copy(game), deepcopy(game)):
            assert again == game
            assert hash(again) == hash(game)
        assert {pickle.loads(pickle.dumps(game.state)), copy(game.state), deepcopy(game.state)} == {
            game.state
        }
        changed = evolve(game.state, passes=1)
        assert changed._origin is changed._form is None
        assert game.state.opened().freeze() == game.state


def test_states_made_by_hand_stay_with_the_reference_engine():
    game = natively(new("base", 3, 4), plies=20)[-1]
    by_hand = evolve(game, state=evolve(game.state, start=game.state.start))
    assert not carrying(natively(by_hand))
    assert not carrying(natively(Game.from_position(game.position())))
    assert not carrying(natively(pickle.loads(pickle.dumps(game))))


def test_refusals_are_those_of_the_reference_engine():
    mine, other = natively(new("base", 3, 2), plies=30)[-1], played(new("base", 3, 2), 1, plies=30)[-1]
    for action, error in (
        (Bid("miner", Pool.of(red=40)), IllegalAction),
        (Bid("nothing", Pool.of(red=1)), IllegalAction),
        (Bid(7, Pool.of(red=1)), ActionSyntaxError),  # type: ignore[arg-type]  # that is the test
    ):
        with fast.played_by("native"), pytest.raises(error) as first:
            mine.play(action)
        with pytest.raises(error) as second:
            other.play(action)
        assert str(first.value) == str(second.value)
        assert carrying([mine])


def test_an_action_of_another_moment_is_played_or_refused():
    games = natively(new("base", 4, 6))[10:40]
    with fast.played_by("native"):
        for game in games:
            seat = next(iter(game.decisions))
            for action in games[0].options:
                if game.why_not(action, seat=seat):
                    with pytest.raises(IllegalAction):
                        game.play(action, seat=seat)
                else:
                    assert game.play(action, seat=seat).last_action == action


@pytest.mark.parametrize("chance", [SecretChance(bytes(16)), SeededChance(2**80), SeededChance(-5)])
def test_other_sources_of_chance_give_the_same_games(chance):
    def begun() -> Game:
        return Game.new(["Ann", "Bob", "Cid"], chance=chance, expansions=["farmers"])

    games = natively(begun())
    assert games == played(begun(), 1)
    assert carrying(games) > 0.8 * len(games)


def test_draws_from_a_table_are_scripted_in_a_native_game_too():
    games = natively(new("base", 3, 7))
    drawn = [game for game in games[1:] if game.entry.answers]
    for after in (drawn[0], drawn[-1]):
        before = after.parent
        assert before is not None
        assert after.last_action is not None
        assert before.state._origin is not None
        for chance in (ScriptedChance(after.entry.answers), SeededChance(99), SecretChance(bytes(16))):
            game = evolve(before, chance=chance)
            with fast.played_by("native"):
                mine = game.play(after.last_action, seat=after.last_seat)
            assert mine == game.play(after.last_action, seat=after.last_seat)


def test_threads_share_games():
    games = natively(new("farmers", 4, 3))
    options = [one.options for game in games[:-1] for one in game.decisions.values()]
    expected = [
        one.options for game in played(new("farmers", 4, 3), 1)[:-1] for one in game.decisions.values()
    ]
    with fast.played_by("native"), ThreadPoolExecutor(4) as threads:
        assert list(threads.map(list, options)) == list(map(list, expected))
        ends = list(threads.map(lambda seed: played(games[40], seed)[-1], [1, 2, 1, 2, 1, 2]))
    assert ends == [played(played(new("farmers", 4, 3), 1)[40], seed)[-1] for seed in (1, 2)] * 3


def test_rules_that_cannot_be_compiled_are_played_by_the_reference_engine(monkeypatch):
    game = new("base", 2, 11)
    monkeypatch.setitem(game.ruleset._cache, "fast.compiler", ("something has no compiled form",))
    assert not carrying(natively(game, plies=20))
