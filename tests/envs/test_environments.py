"""Environments for learning agents: an encoding that loses nothing, and the checks of the libraries themselves."""

import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keyflower as kf
from keyflower import fast
from keyflower.envs import TokenChoice, Vocabulary
from keyflower.testing import random_game
from keyflower.testing.random_play import varied

np = pytest.importorskip("numpy", reason="needs the extra envs")
pytest.importorskip("gymnasium", reason="needs the extra envs")
pytest.importorskip("pettingzoo", reason="needs the extra envs")

from keyflower.envs import Features, KeyflowerAEC, KeyflowerEnv  # noqa: E402  # only where there is numpy
from keyflower.envs.session import EnvSession  # noqa: E402  # only where there is numpy
from keyflower.facade.rule_choice import RuleChoice  # noqa: E402  # only where there is numpy

KINDS = [(2, []), (3, ["farmers"]), (6, ["farmers"])]


# ---------------------------------------------------------------------- words


@given(
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 260),
    players=st.integers(2, 6),
    expansions=st.sampled_from([[], ["farmers"]]),
)
def test_every_option_of_every_phase_can_be_said_and_no_two_sound_the_same(seed, plies, players, expansions):
    game = random_game(seed, players, plies=plies, expansions=expansions, choose=varied)
    words = Vocabulary.of(game.ruleset)
    for decision in game.decisions.values():
        options = list(decision.options)
        spelt = [words.encode(action) for action in options]
        assert len(set(spelt)) == len(options)
        assert [words.decode(numbers) for numbers in spelt] == [str(action) for action in options]
        choice = TokenChoice.of(words, options)
        for action in options[:: max(1, len(options) // 40)]:
            heard = choice
            for token in choice.tokens(action):
                assert token in heard.allowed
                assert len(heard.allowed) > 1  # every word is a real choice
                heard = heard.saying(token)
            assert heard.action == action


VERBS = {
    "bid", "choose", "done", "move", "offer", "pass", "pay", "place", "put", "spend", "take", "upgrade", "use",
}  # fmt: skip


def verbs_of_a_game_said(seed, players, expansions):
    """Play a game at random, say every option of every decision, and return the verbs that came up."""
    packed, rng, verbs = fast.pack(new_game(seed, players, expansions)), Random(seed), set()
    words = Vocabulary.of(packed.origin.match.ruleset)
    while not packed.over:
        options = list(fast.options(packed))
        spelt = [words.encode(action) for action in options]
        assert len({*spelt}) == len(options)
        assert all(
            words.decode(numbers) == str(action) for numbers, action in zip(spelt, options, strict=True)
        )
        assert all(numbers.index(0) == len(numbers) - 1 for numbers in spelt)  # so none begins another one
        verbs |= {action.verb for action in options}
        packed = fast.apply(packed, rng.randrange(len(options)))
    return verbs


def new_game(seed, players, expansions):
    return kf.Game.new(["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"][:players], seed=seed, expansions=expansions)


def kind_of(number):
    """Base and Farmers in turn, for 2 to 6 players."""
    return 2 + number // 2 % 5, ["farmers"] if number % 2 else []


def test_every_option_of_whole_games_can_be_said():
    assert set().union(*(verbs_of_a_game_said(number, *kind_of(number)) for number in range(10))) == VERBS


@pytest.mark.nightly
def test_every_option_of_thousands_of_games_can_be_said():
    for number in range(2000):
        verbs_of_a_game_said(1000 + number, *kind_of(number))


@pytest.mark.nightly
@settings(max_examples=2000)
@given(seed=st.integers(0, 10**9), players=st.integers(2, 6))
def test_whole_games_can_be_said_word_by_word(seed, players):
    table, rng = EnvSession.new(players, seed, RuleChoice(("farmers",))), Random(seed)
    while table.choice is not None:
        table = table.saying(rng.choice(table.choice.allowed))
    assert table.game.over


def test_a_word_that_cannot_be_said_is_refused_with_what_can():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    words = Vocabulary.of(game.ruleset)
    with pytest.raises(kf.IllegalAction, match="'done' cannot follow the beginning: bid, pass, use can"):
        TokenChoice.of(words, game.options).saying(words.number("done"))
    with pytest.raises(kf.IllegalAction):
        TokenChoice.of(words, game.options).tokens(kf.Done())


def test_the_numbers_of_words_stay_the_same():
    words = Vocabulary.of(kf.Game.new(["Ann", "Bob"], seed=7, expansions=["farmers"]).ruleset)
    assert words is Vocabulary.of(kf.Game.new(["Ann", "Bob"], seed=8, expansions=["farmers"]).ruleset)
    assert [words.number(word) for word in (".", "bid", "pass", "use")] == [0, 1, 6, 13]
    assert words.decode((words.number("pass"), 0)) == "pass"


# ---------------------------------------------------------------------- features


@given(seed=st.integers(0, 10**6), plies=st.integers(0, 200), deal=st.integers(0, 10**6))
def test_features_tell_nothing_but_what_the_view_shows(seed, plies, deal):
    game = random_game(seed, 3, plies=plies, expansions=["farmers"], choose=varied)
    features = Features.of(game.ruleset, 3)
    for seat in range(3):
        view = game.view(seat)
        other = view.sample(Random(deal)).view(seat)
        vector = features.vector(view)
        assert vector.shape == (len(features),) == (len(features.names),)
        assert np.isfinite(vector).all()
        assert (vector == features.vector(other)).all()


def test_features_have_names_and_are_seen_from_the_seat():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    features = Features.of(game.ruleset, 2)
    assert len(set(features.names)) == len(features.names)
    for seat in range(2):
        seen = dict(zip(features.names, features.vector(game.view(seat)), strict=True))
        assert seen["season spring"] == 1 and seen["season winter"] == 0
        assert round(float(seen["seat 0 red"]) * 10) == game.screen(seat).workers["red"]
        assert seen["seat 0 unknown workers"] == 0 and round(float(seen["seat 1 unknown workers"]) * 10) == 8
        assert seen[f"start seat {(game.state.start - seat) % 2}"] == 1
        assert all(seen[f"{lot.tile} lot"] == 1 for lot in game.lots)


# ---------------------------------------------------------------------- the libraries' own checks


@pytest.mark.parametrize(("players", "expansions"), KINDS)
def test_pettingzoo_accepts_the_environment(players, expansions):
    from pettingzoo.test import api_test

    api_test(KeyflowerAEC(players=players, expansions=expansions), num_cycles=300)


def test_pettingzoo_finds_it_repeatable():
    from pettingzoo.test import seed_test

    seed_test(lambda: KeyflowerAEC(players=2), num_cycles=30)


def test_agents_play_a_game_to_its_end_and_are_paid():
    env, rng = KeyflowerAEC(players=3, reward="points"), Random(1)
    env.reset(seed=5)
    paid = {}
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        assert not truncated
        paid[agent] = reward
        legal = np.flatnonzero(seen["action_mask"])
        assert terminated == (len(legal) == 0)
        env.step(None if terminated else rng.choice([*legal]))
    assert env.table.game.over
    ended = env.table.game.entry.ended
    assert ended is not None
    totals = ended.totals
    assert [round(paid[f"seat_{seat}"], 4) for seat in range(3)] == [
        round((total - sum(totals) / 3) / 10, 4) for total in totals
    ]


@pytest.mark.parametrize("seat", [0, 2])
def test_gymnasium_accepts_the_environment(seat):
    from gymnasium.utils.env_checker import check_env

    check_env(KeyflowerEnv(seat=seat), skip_render_check=True)


def test_an_agent_plays_against_bots_and_a_wrong_word_ends_the_game():
    env, rng = KeyflowerEnv(bots=["random"], seat=1), Random(2)
    seen, info = env.reset(seed=3)
    ended, reward = False, 0.0
    while not ended:
        legal = np.flatnonzero(info["action_mask"])
        assert (seen["action_mask"] == info["action_mask"]).all()
        seen, reward, ended, _, info = env.step(rng.choice([*legal]))
    assert env.table.game.over and reward in (0.5, -0.5, 0.0)
    _, info = env.reset(seed=4)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended) == (-1.0, True) and "cannot follow" in info["illegal"]


@pytest.mark.parametrize("given", ["players=2", "players=3,farmers=True", "players=2,deals=16"])
def test_open_spiel_accepts_the_game(given):
    pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel, which has no wheel for every machine")
    from keyflower.envs import register

    register()
    game = pyspiel.load_game(f"python_keyflower({given})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_open_spiel_samples_another_deal_each_time_and_the_same_ones_again():
    pytest.importorskip("pyspiel", reason="needs open_spiel, which has no wheel for every machine")
    from keyflower.envs import KeyflowerSpiel

    def deals(seed):
        game, found = KeyflowerSpiel({"seed": seed}), []
        for _ in range(3):
            state = game.new_initial_state()
            assert state.chance_outcomes() == [(0, 1.0)]
            state.apply_action(0)
            found.append(state.information_state_string(0))
        return found

    assert deals(1) == deals(1)
    assert len({*deals(1), *deals(2)}) == 6


def test_information_states_differ_exactly_when_views_do():
    pytest.importorskip("pyspiel", reason="needs open_spiel, which has no wheel for every machine")
    from keyflower.envs import KeyflowerSpiel

    state, rng = KeyflowerSpiel({"seed": 1}).new_initial_state(), Random(1)
    seen: dict = {}
    state.apply_action(0)
    for _ in range(120):
        twin = state.clone()
        for player in range(2):
            text = state.information_state_string(player)
            assert state.table is not None
            choice = state.table.choice
            said = choice.said if choice is not None and state.table.seat == player else ()
            key = (state.table.game.view(player), said)
            assert seen.setdefault(text, key) == key
            assert twin.information_state_string(player) == text
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    views = [*seen.values()]
    assert all(one != other for place, one in enumerate(views) for other in views[:place])


@pytest.mark.parametrize(
    ("players", "expansions"),
    [
        (2, ()),
        (4, ("farmers",)),
        (3, ("merchants",)),
        (6, ("merchants",)),
        (2, ("farmers", "merchants")),
        (5, ("farmers", "merchants")),
    ],
)
def test_every_number_of_an_observation_is_within_its_bounds(players, expansions):
    env = KeyflowerAEC(players=players, expansions=expansions)
    env.reset(seed=3)
    rng = Random(3)
    for agent in env.agent_iter(1500):
        seen, _, over, cut, _ = env.last()
        space = env.observation_space(agent)
        assert space.contains(seen), agent
        env.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))


@pytest.mark.parametrize(
    "made",
    [
        "import gymnasium, keyflower.envs.gymnasium; env = gymnasium.make('keyflower/Keyflower-v0', bots=['random'])",
        "from keyflower.envs import KeyflowerEnv; import gymnasium; env = gymnasium.make('keyflower/Keyflower-v0')",
        "import gymnasium, keyflower.envs; env = gymnasium.make('keyflower/Keyflower-v0')",
        "import gymnasium; env = gymnasium.make('keyflower.envs:keyflower/Keyflower-v0')",
        "import gymnasium; env = gymnasium.make('keyflower.envs.gymnasium:keyflower/Keyflower-v0')",
    ],
)
def test_gymnasium_makes_the_environment_by_name(made):
    line = f"{made}; assert env.observation_space.contains(env.reset(seed=1)[0])"
    subprocess.run([sys.executable, "-c", line], check=True)


def test_pettingzoo_renders_it():
    from pettingzoo.test import render_test

    render_test(lambda render_mode=None: KeyflowerAEC(players=2, render_mode=render_mode))
