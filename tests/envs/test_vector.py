"""Many games at once: row by row the same as the environments that play one game."""

from random import Random

import pytest

import keyflower as kf
from keyflower import fast

np = pytest.importorskip("numpy", reason="needs the extra envs")
pytest.importorskip("gymnasium", reason="needs the extra envs")
pytest.importorskip("pettingzoo", reason="needs the extra envs")

from keyflower.envs import KeyflowerAEC, KeyflowerVector, vector_games  # noqa: E402  # only where there is numpy
from keyflower.envs.session import EnvSession  # noqa: E402  # only where there is numpy
from keyflower.facade.rule_choice import RuleChoice  # noqa: E402  # only where there is numpy

native = pytest.mark.skipif(fast.executor != "native", reason="the native library was not built")
KINDS = [
    (2, [], []),
    (3, ["farmers"], []),
    (4, ["farmers"], ["open-hands"]),
    (5, [], ["open-hands"]),
    (6, ["farmers"], ["farmers-first"]),
]


def words_of(rng, mask):
    """Any word of each row, each equally likely."""
    return [rng.choice([*np.flatnonzero(row)]) for row in mask]


def assert_row_is(moment, row, table, seed):
    assert moment.seed[row] == seed
    assert moment.seat[row] == table.seat
    assert (moment.action_mask[row] == table.mask(table.seat)).all()
    assert (moment.observation[row] == table.observation(table.seat)).all()


def assert_same_games(players, expansions, variants, *, seed, games, steps):
    """Compare every step of some games with the same games played one by one, and return how many ended."""
    env = KeyflowerVector(games, players=players, expansions=expansions, variants=variants, threads=1)
    rules, rng, ended = RuleChoice(tuple(expansions), tuple(variants)), Random(seed), 0
    seeds = [*range(seed, seed + games)]
    tables, moment = [EnvSession.new(players, one, rules) for one in seeds], env.reset(seed=seed)
    for _ in range(steps):
        words = words_of(rng, moment.action_mask)
        moment = env.step(words)
        for row, word in enumerate(words):
            table = tables[row].saying(word)
            assert moment.ended[row] == table.game.over
            assert np.allclose(moment.reward[row], [*table.rewards("win").values()])
            if table.game.over:
                seeds[row] += games
                table = EnvSession.new(players, seeds[row], rules)
                ended += 1
            tables[row] = table
            assert_row_is(moment, row, table, seeds[row])
    return ended


@native
@pytest.mark.parametrize(("players", "expansions", "variants"), KINDS)
def test_every_row_is_the_game_that_is_played_alone(players, expansions, variants):
    assert_same_games(players, expansions, variants, seed=70, games=2, steps=150 * players)


@native
@pytest.mark.nightly
@pytest.mark.parametrize(("players", "expansions", "variants"), KINDS)
def test_every_row_of_many_games_is_the_game_that_is_played_alone(players, expansions, variants):
    assert assert_same_games(players, expansions, variants, seed=1000, games=64, steps=250 * players) > 60


def test_a_game_is_what_pettingzoo_plays_and_the_next_seed_follows():
    env, single, rng = (
        KeyflowerVector(1, players=3, reward="points"),
        KeyflowerAEC(players=3, reward="points"),
        Random(3),
    )
    moment = env.reset(seed=8)
    single.reset(seed=8)
    while not moment.ended[0]:
        seen, *_ = single.last()
        assert single.agent_selection == f"seat_{moment.seat[0]}"
        assert (seen["observation"] == moment.observation[0]).all()
        assert (seen["action_mask"] == moment.action_mask[0]).all()
        word = words_of(rng, moment.action_mask)
        moment = env.step(word)
        single.step(word[0])
    assert np.allclose(moment.reward[0], [*single.rewards.values()])
    assert_row_is(moment, 0, EnvSession.new(3, 9, RuleChoice()), 9)


@pytest.mark.parametrize("native_plays", [pytest.param(True, marks=native), False])
def test_seats_that_do_not_learn_play_at_random(native_plays, monkeypatch):
    if not native_plays:
        monkeypatch.setattr(vector_games, "native_rules", lambda ruleset: None)
    env, rng, others = KeyflowerVector(1, players=3, learners=[1]), Random(5), {0, 2}
    rolls = fast.Stream.of_game(4, 0)
    moment, table = env.reset(seed=4), EnvSession.new(3, 4, RuleChoice()).at_random(others, rolls)
    while not moment.ended[0]:
        assert moment.seat[0] == 1
        assert_row_is(moment, 0, table, 4)
        word = words_of(rng, moment.action_mask)
        moment, table = env.step(word), table.saying(word[0]).at_random(others, rolls)
    assert table.game.over
    assert np.allclose(moment.reward[0], [*table.rewards("win").values()])
    assert_row_is(
        moment, 0, EnvSession.new(3, 5, RuleChoice()).at_random(others, fast.Stream.of_game(5, 0)), 5
    )


def test_the_reference_engine_plays_where_rules_cannot_be_compiled(monkeypatch):
    env = KeyflowerVector(2, players=2, expansions=["farmers"])
    monkeypatch.setattr(vector_games, "native_rules", lambda ruleset: None)
    slow = KeyflowerVector(2, players=2, expansions=["farmers"])
    rng, moment, other = Random(6), env.reset(seed=1), slow.reset(seed=1)
    for _ in range(250):
        for name in ("observation", "action_mask", "seat", "reward", "ended", "seed"):
            assert (getattr(moment, name) == getattr(other, name)).all()
        words = words_of(rng, moment.action_mask)
        moment, other = env.step(words), slow.step(words)


def test_threads_change_nothing():
    one, two = KeyflowerVector(200, players=2, threads=1), KeyflowerVector(200, players=2, threads=3)
    moment, other = one.reset(seed=1), two.reset(seed=1)
    for _ in range(30):
        words = moment.action_mask.argmax(axis=1)
        moment, other = one.step(words), two.step(words)
        assert (moment.observation == other.observation).all()
        assert (moment.action_mask == other.action_mask).all()


def test_a_word_that_cannot_be_said_is_refused_and_nothing_happens():
    env = KeyflowerVector(3, players=2)
    moment = env.reset(seed=2)
    words = moment.action_mask.argmax(axis=1)
    for wrong in (env.vocabulary.number("done"), -1, len(env.vocabulary)):
        with pytest.raises(kf.IllegalAction, match=r"game 1: .* cannot be said; bid, pass, use can"):
            env.step([words[0], wrong, words[2]])
    again = KeyflowerVector(3, players=2)
    again.reset(seed=2)
    assert (env.step(words).observation == again.step(words).observation).all()


def test_moments_are_kept_unless_copies_are_not_wanted():
    kept, reused = KeyflowerVector(2, players=2), KeyflowerVector(2, players=2, copy=False)
    first, same = kept.reset(seed=1), reused.reset(seed=1)
    before = first.observation.copy()
    words = first.action_mask.argmax(axis=1)
    kept.step(words)
    assert (first.observation == before).all()
    assert same.observation is reused.step(words).observation


def test_what_makes_no_sense_is_refused():
    with pytest.raises(kf.SetupError, match="games is a whole number from 1"):
        KeyflowerVector(0)
    with pytest.raises(kf.SetupError, match="a seat that learns is a whole number from 0 to 1, not 2"):
        KeyflowerVector(1, players=2, learners=[2])
    with pytest.raises(kf.SetupError, match="some of the seats"):
        KeyflowerVector(1, players=2, learners=[])
    env = KeyflowerVector(2, players=2)
    with pytest.raises(kf.SetupError, match="call reset"):
        env.step([0, 0])
    with pytest.raises(kf.SetupError, match="not -1"):
        env.reset(seed=-1)
    env.reset(seed=1)
    with pytest.raises(kf.SetupError, match="2 games: say one word for each"):
        env.step([0])


@native
def test_an_environment_says_why_the_reference_engine_plays():
    assert KeyflowerVector(2, players=2, expansions=["farmers"]).why_slow == ()
    slow = KeyflowerVector(2, players=2, expansions=["merchants"])
    (why,) = slow.why_slow
    assert why.startswith("the native library has no tokens for some actions of these rules' own:")
    assert {"contract", "exchange", "extend", "replace"} <= {*why.partition(":")[2].replace(",", "").split()}
