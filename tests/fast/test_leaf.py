"""The learned value: the native library sees and values a game as Python does, and both read the numbers that ship."""

import ast
import ctypes
from itertools import pairwise
from math import exp
from pathlib import Path
from random import Random

import pytest

import keyflower as kf
from benchmarks.seeds import CHOOSING, PUBLISHING, TUNING
from keyflower import fast
from keyflower.appraisal.leaf import ENDS, FEATURES, features, finished, leaf_of, learned
from keyflower.appraisal.weights import USUAL
from keyflower.fast.bots import judge_of
from keyflower.fast.playthroughs import way_of
from keyflower.fast.trials import NO_OPTION, NOBODY, as_it_lies, tried
from keyflower.model.enums import SEASONS
from keyflower.model.tasks import BuildAll, TakeBoat
from keyflower.review.option_values import value_of

pytestmark = pytest.mark.skipif(fast.executor != "native", reason="the native library is not built")
MIXES = [((), 2), ((), 3), (("farmers",), 4), (("merchants",), 3), (("farmers", "merchants"), 2)]


def _moments(expansions, seats, seed):
    game = kf.Game.new(["Ann", "Bob", "Cid", "Dot"][:seats], seed=seed, expansions=expansions)
    way = way_of(game, Random(seed), weights=[USUAL] * seats)
    assert way is not None
    for seat, action in way:
        game = game.play(action, seat=seat)
        yield game


def _native_features(packed):
    """What all seats have, as the native library sees it."""
    rules, seats = packed.origin.rules, len(packed.origin.match.players)
    judge, row = judge_of(rules, USUAL), (ctypes.c_double * (seats * len(FEATURES)))()
    rules.short.keyflower_features(rules.machine.pointer, packed.form, judge.pointer, row)
    return [row[seat * len(FEATURES) : (seat + 1) * len(FEATURES)] for seat in range(seats)]


@pytest.mark.parametrize(("expansions", "seats"), MIXES)
def test_both_executors_see_the_same_features(expansions, seats):
    for number, game in enumerate(_moments(expansions, seats, 5)):
        if number % 17 or game.over:
            continue
        ours = [features(game.ruleset, game.state, seat, USUAL) for seat in range(seats)]
        theirs = _native_features(as_it_lies(game))
        for row, other in zip(ours, theirs, strict=True):
            assert dict(zip(FEATURES, other, strict=True)) == pytest.approx(
                dict(zip(FEATURES, row, strict=True))
            )


@pytest.mark.parametrize(("expansions", "seats"), MIXES)
def test_both_executors_value_the_end_of_a_season_alike(expansions, seats):
    valued = 0
    moments = list(_moments(expansions, seats, 6))
    leaf = leaf_of(moments[0].ruleset, seats)
    for before, after in pairwise(moments):
        if not isinstance(after.state.agenda[0] if after.state.agenda else None, BuildAll | TakeBoat):
            continue
        if isinstance(before.state.agenda[0], BuildAll | TakeBoat) or after.season == "winter":
            continue
        place = [*fast.options(as_it_lies(before), seat=after.last_seat)].index(after.last_action)
        (samples,) = tried(
            as_it_lies(before),
            [place],
            seat=after.last_seat,
            viewer=NOBODY,
            known=None,
            weights=USUAL,
            leaf=leaf,
            deals=range(1),
            key=1,
        )
        margins, wins = value_of(after, after.state, leaf, SEASONS.index(after.season))
        assert samples[0][0] == pytest.approx(margins)
        assert samples[0][1] == pytest.approx(wins)
        valued += 1
    assert valued >= 3


def test_a_finished_game_is_valued_by_its_totals():
    margins, wins = finished([60, 57, 30])
    assert margins == (16.5, 12.0, -28.5)
    assert wins[0] / wins[1] == pytest.approx(exp(1))
    assert sum(wins) == pytest.approx(1)


def test_a_deal_is_the_same_whichever_others_are_asked_for():
    game = next(iter(_moments((), 3, 8)))
    leaf, packed = leaf_of(game.ruleset, 3), as_it_lies(game)
    seat = next(iter(game.decisions))

    def values(deals):
        return tried(
            packed,
            [0, NO_OPTION, 3],
            seat=seat,
            viewer=seat,
            known=None,
            weights=USUAL,
            leaf=leaf,
            deals=deals,
            key=9,
        )

    whole, first, second = values(range(6)), values(range(2)), values(range(2, 6))
    assert [one + other for one, other in zip(first, second, strict=True)] == whole
    assert len({tuple(option) for option in map(tuple, whole)}) > 1


def test_every_fit_has_a_number_for_each_feature_and_season():
    assert {leaf.seats for leaf in learned() if leaf.expansions == {"base"}} == {2, 3, 4, 5, 6}
    for leaf in learned():
        for rows in (leaf.margin, leaf.win):
            assert [len(row) for row in rows] == [len(FEATURES)] * ENDS
        assert all(row[FEATURES.index("points")] > 0 for row in leaf.win)


def test_rules_nothing_was_learned_for_take_what_is_most_alike():
    ruleset = kf.Game.new(["Ann", "Bob", "Cid"], seed=1, expansions=["farmers", "merchants"]).ruleset
    assert leaf_of(ruleset, 3).expansions == {"base", "farmers"}
    assert leaf_of(ruleset, 3).seats == 3


def test_seeds_of_tuning_choosing_and_publishing_have_none_in_common():
    ranges = sorted([TUNING, CHOOSING, PUBLISHING], key=lambda one: one.start)
    assert all(one.stop <= other.start for one, other in pairwise(ranges))


@pytest.mark.parametrize("script", ["tournament", "pinned", "review_quality", "learning", "tuning"])
def test_no_script_mixes_seeds_for_publishing_with_others(script):
    tree = ast.parse((Path(__file__).parents[2] / "benchmarks" / f"{script}.py").read_text("utf-8"))
    taken = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "benchmarks.seeds"
        for name in node.names
    }
    assert taken == {"PUBLISHING"} or (taken and taken <= {"TUNING", "CHOOSING"})
    written = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for argument in node.keywords
        if argument.arg in ("seed", "seeds") and isinstance(argument.value, ast.Constant)
    ]
    # asks for the rules only; nobody plays it
    like = "Game.new(player_names(seats), seed=0, expansions=expansions)"
    assert set(written) <= {like}
