"""Odd values at every public door of simulations, environments, pictures and bots are answered in words.

Each argument is given something strange while the others are right. What comes back is a result, an error of our own
tree, or a `TypeError` that names the argument; nothing fills the memory or takes for ever.
"""

import inspect
import itertools
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import keyflower as kf
from keyflower import bots, render, simulate
from keyflower.simulate import RunStore, Share, Standing, Tally, TilesWon

ODD = [
    None, True, 0, -1, 7, 10**8, 10**30, 10**5000, 0.5, float("nan"), float("inf"), -float("inf"),
    "", "nope", "\0", "\ud800", b"x", [], [None], ["nope"], [[]], {}, {"a": 1}, (), object(), int, Standing, len,
]  # fmt: skip
GAME = kf.Game.new(["Ann", "Bob"], seed=1)
STATE, RULES = GAME.state, GAME.ruleset
VIEW = GAME.view(next(iter(GAME.decisions)))
MINER = kf.tile("miner")


def doors():
    """The public callables with arguments that are right."""
    yield simulate.simulate, {"bots": ["random", "random"], "seeds": [1]}
    yield simulate.rollout, {"game": GAME, "rng": Random(1)}
    yield simulate.play_out, {"game": GAME, "bots": [bots.RandomBot()] * 2, "rng": Random(1)}
    yield simulate.step, {"game": GAME, "seat": VIEW.viewer, "bot": bots.RandomBot(), "rng": Random(1)}
    yield Standing.from_data, {"data": {}}
    yield TilesWon.from_data, {"data": {}}
    yield render.tile_svg, {"tile": MINER}
    yield render.piece_svg, {"good": "wood"}
    yield render.tile_text, {"tile": MINER}
    yield render.village_svg, {"village": GAME.village(0), "ghosts": [(0, 1)]}
    yield render.village_text, {"village": GAME.village(0)}
    yield GAME.village(0).score, {}
    yield render.auction_svg, {"area": STATE.lots, "berths": STATE.berths}
    yield render.auction_text, {"area": STATE.lots, "berths": STATE.berths}
    yield render.table_svg, {"table": GAME}
    yield render.table_text, {"state": STATE}
    yield render.sprite, {"ruleset": RULES}
    yield render.with_variables, {"picture": "<svg/>"}
    yield kf.EventLog.loads, {"text": GAME.log.dumps()}
    yield kf.Game.from_position, {"position": GAME.position()}
    yield bots.bot, {"name": "random"}
    yield bots.SearchBot, {}
    yield bots.StewardBot, {}
    yield bots.Weights, {}
    yield bots.candidates, {"ruleset": RULES, "state": VIEW.state, "decision": VIEW.decision}
    yield bots.foreseen, {"ruleset": RULES, "state": VIEW.state, "seat": VIEW.viewer, "action": kf.Pass()}
    yield bots.Appraiser, {"ruleset": RULES, "seat": 0, "weights": bots.Weights()}
    yield bots.Appraiser.of, {"ruleset": RULES, "seat": 0}
    yield bots.LightPlayouts, {"ruleset": RULES, "seat": 0, "appraisers": (bots.Appraiser.of(RULES, 0),) * 2}


UNASKED = {
    (simulate.simulate, "progress"),  # whatever can be called may raise what it likes
    (simulate.play_out, "watch"),
    (simulate.simulate, "out"),  # any text is the name of a folder; see the tests of runs
}


def calls():
    for door, right in doors():
        for name in inspect.signature(door).parameters:
            if (door, name) not in UNASKED:
                yield pytest.param(door, right, name, id=f"{door.__qualname__}-{name}")


def odd_values(door, right, name):
    for value in [*ODD, itertools.count()]:
        if value == 10**8 and name == "playouts":
            continue
        yield value


@pytest.mark.parametrize(("door", "right", "name"), [*calls()])
def test_an_odd_argument_is_answered_in_words(door, right, name):
    if "svg" in door.__name__ or door is render.sprite:
        pytest.importorskip("svg", reason="pictures need svg.py")
    for value in odd_values(door, right, name):
        try:
            door(**{**right, name: value})
        except (kf.KeyflowerError, TypeError) as error:
            assert str(error)
            assert len(str(error)) < 2_500


# ---------------------------------------------------------------------- environments


ENVIRONMENTS = {
    "KeyflowerEnv": ("gymnasium", {}),
    "KeyflowerAEC": ("pettingzoo", {}),
    "KeyflowerVector": ("numpy", {"games": 2, "players": 2}),
}


def made(name, **given):
    needs, right = ENVIRONMENTS[name]
    pytest.importorskip(needs, reason=f"{name} needs {needs}")
    from keyflower import envs

    return getattr(envs, name)(**{**right, **given})


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_environment_says_what_is_wrong_with_its_arguments(name):
    for argument in inspect.signature(type(made(name))).parameters:
        for value in [*ODD, itertools.count()]:
            if argument == "games" and value == 10**8:
                with pytest.raises(kf.SetupError):
                    made(name, games=value)
                continue
            try:
                made(name, **{argument: value})
            except (kf.KeyflowerError, TypeError) as error:
                assert str(error)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_environment_refuses_rewards_and_players_that_there_are_not(name):
    with pytest.raises(kf.UnknownName, match=r"there is no reward 'nope' \(there are: win, points\)"):
        made(name, reward="nope")
    if name != "KeyflowerEnv":
        for players in (-1, 0, 1, 7, 10**8):
            with pytest.raises(kf.SetupError):
                made(name, players=players)


@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_an_environment_says_what_is_wrong_with_seeds_and_words(name):
    for value in [*ODD, [1.5, 2.5], [10**12, 0], [[1], [2, 3]]]:
        env = made(name)
        try:
            env.reset(seed=value)
        except (kf.KeyflowerError, TypeError) as error:
            assert str(error)
        env.reset(seed=1)
        try:
            env.step(value)
        except (kf.KeyflowerError, TypeError) as error:
            assert str(error)


def test_words_of_a_vocabulary_are_checked():
    pytest.importorskip("numpy", reason="features need numpy")
    from keyflower.envs import Features, TokenChoice, Vocabulary

    words = Vocabulary.of(RULES)
    choice = TokenChoice.of(words, GAME.options)
    for value in ODD:
        doors: tuple[Callable[[Any], object], ...] = (words.number, words.spoken, words.decode, choice.saying)
        for door in (*doors, lambda n: Features(RULES, n)):
            try:
                door(value)
            except (kf.KeyflowerError, TypeError) as error:
                assert str(error)


def test_shares_and_tallies_of_nothing_have_no_rates():
    assert (Share(0, 0).rate, Tally().mean) == (0.0, 0.0)
    assert RunStore("a").kind == "jsonl"


def test_openspiel_says_what_is_wrong_with_parameters():
    pytest.importorskip("pyspiel", reason="KeyflowerSpiel needs OpenSpiel")
    from keyflower.envs import KeyflowerSpiel

    for value in [*ODD, itertools.count()]:
        wrong: list[Any] = [value, *({name: value} for name in ("players", "deals", "seed", "nope"))]
        for params in wrong:
            try:
                KeyflowerSpiel(params)
            except (kf.KeyflowerError, TypeError) as error:
                assert str(error)
