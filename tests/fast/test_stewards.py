"""The steward of the fast executor is the steward of the reference: the same ratings, choices and games."""

from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower import fast
from keyflower.appraisal.rating import SlowSteward
from keyflower.bots import FIRST, RandomBot, SearchBot, StewardBot, Weights
from keyflower.fast.bots import known_pieces, opinions
from keyflower.kernel.bots import play_out
from keyflower.kernel.errors import SetupError
from keyflower.simulate import simulate
from keyflower.testing import random_game
from keyflower.testing.random_play import varied

PEOPLE = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]
native = pytest.mark.skipif(fast.executor != "native", reason="there is no native library")


def assert_rated_alike(game, seat, weights):
    """Assert that both stewards think the same of every option of a seat."""
    view = game.view(seat)
    slow, quick = (
        steward.rate(view, view.decision) for steward in (SlowSteward(weights), StewardBot(weights=weights))
    )
    assert [(one.action, one.line) for one in quick] == [(one.action, one.line) for one in slow]
    assert [one.worth for one in quick] == pytest.approx([one.worth for one in slow], abs=1e-9, rel=0)
    return quick


@native
@pytest.mark.parametrize(
    ("players", "expansions", "variants", "weights", "every"),
    [
        (2, [], [], Weights(), 1),
        (3, ["farmers"], [], Weights(), 3),
        (4, [], [], FIRST, 4),
        (5, ["farmers"], ["farmers-first"], Weights(), 7),
        (6, ["farmers"], ["open-hands"], FIRST, 11),
        (3, ["merchants"], [], Weights(), 4),
        (5, ["farmers", "merchants"], ["merchants-first", "open-hands"], Weights(), 11),
    ],
)
def test_both_stewards_rate_the_decisions_of_a_game_alike(players, expansions, variants, weights, every):
    game = kf.Game.new(PEOPLE[:players], seed=players, expansions=expansions, variants=variants)
    rng, bot = Random(players), StewardBot(weights=weights)
    while not game.over:
        seat = next(iter(game.decisions))
        if game.ply % every == 0:
            assert_rated_alike(game, seat, weights)
        view = game.view(seat)
        strange = rng.random() < 0.2  # stewards alone never come into odd positions
        action = view.options.sample(rng) if strange else bot.choose(view, view.decision, rng)
        game = game.play(action, seat=seat)


@native
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 150))
def test_both_stewards_rate_positions_of_random_games_alike(seed, plies):
    expansions = ["farmers", "merchants"][seed % 2 :]
    game = random_game(seed, 3, plies=plies, expansions=expansions, choose=varied)
    for seat in game.decisions:
        assert_rated_alike(game, seat, Weights())


@native
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 150), deal=st.integers(0, 10**6))
def test_nothing_hidden_changes_what_a_steward_thinks(seed, plies, deal):
    game = random_game(seed, 3, plies=plies, expansions=["merchants"][seed % 2 :], choose=varied)
    for seat in game.decisions:
        packed = fast.pack(game)
        dealt = fast.redeal(packed, seat, Random(deal))
        assert opinions(packed, seat, Weights()) == opinions(dealt, seat, Weights())


@native
@pytest.mark.parametrize(("players", "expansions"), [(2, []), (3, ["farmers"]), (2, ["merchants"])])
def test_a_batch_of_stewards_plays_what_the_reference_plays(players, expansions):
    weights = [FIRST, Weights(), Weights(order=0.5)][:players]
    batch = fast.play_many(2, seed=4, seats=players, expansions=expansions, policy="steward", weights=weights)
    assert batch.players.tolist() == [[*range(players)], [*range(1, players), 0]]
    game = kf.Game.new(PEOPLE[:players], seed=5, expansions=expansions)
    bots = [SlowSteward(weights[player]) for player in batch.players[1]]
    stream = cast("Random", fast.Stream.of_game(4, 1))  # it has what stewards ask for
    ended = play_out(game, bots, stream)
    assert [sheet.total for sheet in ended.scores] == batch.totals[1].tolist()
    assert ended.ply == batch.plies[1]


@native
def test_a_batch_of_stewards_is_the_same_on_any_number_of_threads():
    one, three = (fast.play_many(40, seed=2, seats=3, policy="steward", threads=number) for number in (1, 3))
    assert (one.totals == three.totals).all() and (one.owners == three.owners).all()
    assert one.totals.mean() > 2 * fast.play_many(40, seed=2, seats=3).totals.mean()


def test_a_batch_without_the_library_is_played_by_the_reference(monkeypatch):
    quick = fast.play_many(1, seed=3, seats=2, policy="steward")
    monkeypatch.setattr("keyflower.fast.batches.native_rules", lambda ruleset: None)
    slow = fast.play_many(1, seed=3, seats=2, policy="steward")
    assert slow.totals.tolist() == quick.totals.tolist() and slow.plies.tolist() == quick.plies.tolist()


def test_a_simulation_of_stewards_is_played_by_the_library_with_the_same_result():
    quick = simulate([StewardBot(weights=FIRST), RandomBot()], range(2))
    slow = simulate([SlowSteward(FIRST), RandomBot()], range(2))
    assert [(game.totals, game.plies) for game in quick.games] == [
        (game.totals, game.plies) for game in slow.games
    ]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"policy": "greedy"}, "there is no policy 'greedy'"),
        ({"weights": FIRST}, "weights are for stewards"),
        ({"policy": "steward", "weights": [FIRST]}, "1 weights for 2 players"),
    ],
)
def test_a_batch_that_makes_no_sense_is_refused(arguments, why):
    with pytest.raises(SetupError, match=why):
        fast.play_many(1, seed=1, seats=2, **arguments)


# ---------------------------------------------------------------------- searching


@native
def test_a_search_repeats_itself_and_counts_its_playouts():
    game = random_game(4, 3, plies=30, choose=varied)
    view = game.view(next(iter(game.decisions)))
    search = SearchBot(playouts=40)
    thoughts = search.thoughts(view, view.decision, Random(5))
    assert thoughts == search.thoughts(view, view.decision, Random(5))
    assert 40 <= sum(thought.playouts for thought in thoughts) < 40 + 16
    assert {thought.action for thought in thoughts} <= {*view.options}


@native
def test_a_search_is_told_what_its_seat_remembers():
    game = play_out(kf.Game.new(PEOPLE[:3], seed=2), [RandomBot()] * 3, Random(2))
    while game.season is not kf.Season.AUTUMN:
        game = game.undo()
    view = game.view(0).remembering(game.log)
    known = known_pieces(fast.pack(game), view.state)
    sure = [seat.workers.total - seat.workers.unknown for seat in view.state.seats]
    assert [sum(known[12 * seat : 12 * seat + 4]) for seat in range(3)] == sure
    assert sum(sure[1:]) > 0


def test_without_the_library_a_search_tries_its_ideas_with_quick_players(monkeypatch):
    monkeypatch.setattr("keyflower.fast.bots.any_deal", lambda view: None)
    view = kf.Game.new(PEOPLE[:2], seed=3).view(0)
    view = view if view.decisions else kf.Game.new(PEOPLE[:2], seed=3).view(1)
    thoughts = SearchBot(playouts=8).thoughts(view, view.decision, Random(1))
    assert thoughts and thoughts[0].action in view.options
