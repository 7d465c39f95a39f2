"""The fast executor plays the game of the reference engine: same options in the same order, same states and totals."""

import os
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from keyflower import fast
from keyflower.engine.scoring import best_total
from keyflower.extend import Ruleset, TileKind
from keyflower.facade.registry import builtin
from keyflower.fast.library import loaded
from keyflower.fast.reference import reference_rollout
from keyflower.model.actions import PayWith
from keyflower.model.pool import Pool
from keyflower.model.village import PastUse
from tests.support.fast_games import (
    KINDS,
    assert_same,
    assert_same_after_each,
    new,
    played_beside,
    short_of_pieces,
    with_a_lying_leader,
    with_powers,
)

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
NATIVE = loaded() is not None
EACH = (167 if NIGHTLY else 4) if NATIVE else 1
"""Games of each kind and number of seats: 10,020 at night, 240 by day, fewer if the reference plays both sides."""

seeds = st.integers(0, 2**32)
kinds = st.sampled_from(sorted(KINDS))
numbers_of_seats = st.integers(2, 6)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("kind", KINDS)
def test_whole_games_are_the_same_decision_by_decision(kind, seats):
    for seed in range(EACH):
        assert played_beside(new(kind, seats, 1000 * seats + seed), Random(seed)).over


@pytest.mark.parametrize("kind", KINDS)
def test_games_played_in_one_go_are_the_same(kind):
    """What is kept from one move to the next is used here; step by step, each state is read anew."""
    for seed in range(EACH // 2 + 1):
        game = new(kind, 2 + seed % 5, seed)
        assert fast.rollout(game, Random(seed)) == reference_rollout(game, Random(seed))


@pytest.mark.parametrize("prefer", ["bid", "use", "pay", "move", "upgrade", "spend", "pass", "done"])
@pytest.mark.parametrize("kind", ["base", "farmers-open", "open-hands"])
def test_games_in_which_one_kind_of_action_is_preferred_are_the_same(kind, prefer):
    for seed in range(EACH // 4 + 1):
        played_beside(new(kind, 2 + seed % 5, seed), Random(seed), prefer=prefer)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("kind", ["base", "farmers-open"])
def test_games_in_which_everybody_has_powers_are_the_same(kind, seats):
    for seed in range(EACH // 3 + 1):
        rng = Random(100 * seats + seed)
        played_beside(with_powers(new(kind, seats, seed), rng), rng, plies=120, prefer=("", "bid")[seed % 2])


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("kind", ["base", "farmers", "open-hands"])
def test_games_in_which_pieces_run_short_are_the_same(kind, seats):
    for seed in range(EACH // 2 + 1):
        rng = Random(100 * seats + seed)
        played_beside(short_of_pieces(new(kind, seats, seed), rng), rng, prefer=("", "pass", "use")[seed % 3])


@pytest.mark.parametrize("used", [False, True])
def test_a_lying_group_stands_up_only_where_nobody_uses_the_tile(used):
    assert_same_after_each(with_a_lying_leader(new("base", 3, 1), used=used))


def test_a_tile_with_only_lying_workers_has_no_lock():
    game = new("base", 3, 1)
    red = Pool.of(red=1)
    first, *rest = game.state.lots
    used = evolve(first, uses=(PastUse(red, red, 0),))
    game = evolve(game, state=evolve(game.state, lots=(used, *rest)))
    assert_same(game, fast.pack(game))
    assert_same(with_powers(game, Random(1)), fast.pack(with_powers(game, Random(1))))


def test_a_group_that_pays_pays_with_all_its_workers():
    """Of 400 random games this is the only one in which a group of more than one worker could pay."""
    game = reference_rollout(new("open-hands", 4, 131), Random(131), plies=19)
    (paying,) = [action.group for action in game.options if isinstance(action, PayWith) and action.group]
    (lot,) = [lot for lot in game.state.lots if lot.tile == paying]
    assert [bid.size for bid in lot.bids if bid.seat == game.decision.seat] == [2]
    assert_same_after_each(game)


def test_rollouts_know_that_an_upgraded_tile_can_be_used():
    """Of our tiles both sides can be used, or none, so this takes tiles that are of no use before."""
    base = builtin().expansion("base")
    tiles = [
        evolve(tile, front=evolve(tile.front, use=None))
        if tile.upgradable and tile.kind is TileKind.VILLAGE
        else tile
        for tile in base.tiles
    ]
    rules = Ruleset.compose([evolve(base, tiles=tuple(tiles))])
    for seed in range(24):
        game = new("base", 3, seed)
        game = evolve(game, match=evolve(game.match, ruleset=rules))
        assert fast.rollout(game, Random(seed)) == reference_rollout(game, Random(seed))


@given(kind=kinds, seats=numbers_of_seats, seed=seeds, plies=st.integers(0, 320), data=st.data())
def test_any_position_goes_on_in_the_same_way(kind, seats, seed, plies, data):
    game = reference_rollout(new(kind, seats, seed), Random(seed), plies=plies)
    packed = fast.pack(game)
    for _ in range(6):
        assert_same(game, packed)
        if game.over:
            break
        seat = data.draw(st.sampled_from(sorted(game.decisions)))
        options = list(game.decisions[seat].options)
        place = data.draw(st.integers(0, len(options) - 1))
        game, packed = game.play(options[place], seat=seat), fast.apply(packed, place, seat=seat)
    assert fast.unpack(packed) == game


@given(kind=kinds, seats=numbers_of_seats, seed=seeds, plies=st.integers(0, 320))
def test_points_in_the_middle_of_a_game_are_the_same(kind, seats, seed, plies):
    game = reference_rollout(new(kind, seats, seed), Random(seed), plies=plies)
    expected = tuple(best_total(game.ruleset, game.state, seat) for seat in range(seats))
    assert fast.totals(fast.pack(game)) == expected


@given(kind=kinds, seats=numbers_of_seats, seed=seeds, plies=st.integers(0, 320))
def test_packing_and_unpacking_are_inverse(kind, seats, seed, plies):
    game = reference_rollout(new(kind, seats, seed), Random(seed), plies=plies)
    packed = fast.pack(game)
    assert fast.unpack(packed) == game
    assert fast.pack(fast.unpack(packed)) == packed


@given(kind=kinds, seats=numbers_of_seats, seed=seeds, plies=st.one_of(st.none(), st.integers(0, 300)))
def test_rollouts_are_the_same_and_leave_the_generator_the_same(kind, seats, seed, plies):
    game, ours, theirs = new(kind, seats, seed), Random(seed), Random(seed)
    ended = fast.rollout(game, ours, plies=plies)
    expected = reference_rollout(game, theirs, plies=plies)
    assert ended == expected
    assert (ended.last_seat, ended.last_action, ended.parent) == (
        expected.last_seat,
        expected.last_action,
        expected.parent,
    )
    assert ours.getstate() == theirs.getstate()


@given(kind=kinds, seats=numbers_of_seats, seed=seeds, plies=st.integers(0, 300))
def test_hidden_pieces_are_dealt_as_a_view_deals_them(kind, seats, seed, plies):
    game = reference_rollout(new(kind, seats, seed), Random(seed), plies=plies)
    for seat in range(seats):
        ours, theirs = fast.Stream(seed), fast.Stream(seed)
        dealt = fast.redeal(fast.pack(game), seat, ours)
        expected = game.view(seat).sample(theirs)
        assert fast.unpack(dealt) == expected
        assert dealt == fast.pack(expected)  # its chance begins at the same place
        assert ours.counter == theirs.counter
