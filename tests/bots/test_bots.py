"""Bots choose legal actions from their view alone, and the better ones play better."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.appraisal.lookahead import foreseen
from keyflower.bots import (
    BOTS,
    FIRST,
    LEVELS,
    STRENGTHS,
    GreedyBot,
    RandomBot,
    SearchBot,
    StewardBot,
    Weights,
    bot,
    name_of,
    wait_of,
)
from keyflower.fast.library import loaded
from keyflower.simulate import Accumulator, Standing, TilesWon, play_out, rollout, simulate
from keyflower.testing import random_game
from keyflower.testing.random_play import varied

QUICK = {
    **{name: BOTS[name] for name in ("random", "greedy", "steward")},
    "search": lambda: SearchBot(playouts=16),
}
"""One of each kind; a search that thinks little, so that the tests do not take long."""
PEOPLE = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize(
    ("players", "expansions", "variants"),
    [(2, [], []), (3, ["farmers"], ["farmers-first"]), (6, ["farmers"], ["open-hands"])],
)
def test_a_bot_plays_every_kind_of_game_to_its_end(name, players, expansions, variants):
    seats = [QUICK[name]()] + [RandomBot()] * (players - 1)
    start = kf.Game.new(PEOPLE[:players], seed=3, expansions=expansions, variants=variants)
    assert play_out(start, seats, Random(3)).over


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_repeats_itself_with_the_same_seed(name):
    start = kf.Game.new(PEOPLE[:2], seed=5)
    games = [play_out(start, [QUICK[name](), RandomBot()], Random(8)) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("name", QUICK)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 120), deal=st.integers(0, 10**6))
def test_a_bot_does_the_same_whatever_it_cannot_see(name, seed, plies, deal):
    game = random_game(seed, 3, plies=plies, choose=varied)
    for seat in game.decisions:
        view = game.view(seat)
        other = view.sample(Random(deal)).view(seat)
        choices = [QUICK[name]().choose(known, known.decision, Random(1)) for known in (view, other)]
        assert choices[0] == choices[1]
        assert choices[0] in game.decisions[seat].options


@given(seed=st.integers(0, 10**6), plies=st.integers(0, 150))
def test_foresight_agrees_with_what_happens_as_far_as_it_sees(seed, plies):
    game = random_game(seed, 2, plies=plies, expansions=["farmers"], choose=varied)
    for seat, decision in game.decisions.items():
        if decision.kind == "turn":
            for action in decision.options.where(kind="bid"):
                expected = foreseen(game.ruleset, game.view(seat).state, seat, action)
                assert expected.lots == game.play(action).lots


def test_the_steward_beats_random_bots_clearly():
    results = simulate(["steward", "random"], seeds=range(3), accumulators=[Standing()])
    standing = results.accumulators[0]
    assert isinstance(standing, Standing)
    assert standing.wins["steward"] == 3
    assert standing.points["steward"].mean > 2 * standing.points["random"].mean


def test_the_greedy_bot_beats_random_bots():
    results = simulate(["greedy", "random"], seeds=range(4), accumulators=[Standing()])
    standing = results.accumulators[0]
    assert isinstance(standing, Standing)
    assert standing.points["greedy"].mean > standing.points["random"].mean


def test_bots_are_found_by_name_and_a_misspelt_one_is_suggested():
    assert bot("greedy") == GreedyBot()
    assert bot("steward") == StewardBot(weights=Weights())
    with pytest.raises(kf.UnknownName, match="did you mean steward"):
        bot("stewart")


def test_stewards_with_other_weights_have_other_names():
    assert name_of(StewardBot()) == "steward"
    names = {name_of(StewardBot(weights=weights)) for weights in (Weights(), FIRST, Weights(order=0.4))}
    assert len(names) == 3
    results = simulate([StewardBot(weights=FIRST), StewardBot()], range(1))
    assert len(set(results.games[0].bots)) == 2


@given(seed=st.integers(0, 10**6), plies=st.integers(0, 120))
def test_the_steward_chooses_what_it_rates_best(seed, plies):
    game = random_game(seed, 3, plies=plies, expansions=["farmers"], choose=varied)
    for seat, decision in game.decisions.items():
        view = game.view(seat)
        rated = StewardBot().rate(view, view.decision)
        assert all(one.action in decision.options for one in rated)
        if rated and decision.kind != "offer-winter":
            chosen = StewardBot().choose(view, view.decision, Random(1))
            worth = next(one.worth for one in rated if one.action == chosen)
            assert worth >= max(one.worth for one in rated) - 0.05


# ---------------------------------------------------------------------- search


def test_a_search_explains_itself():
    game = kf.Game.new(PEOPLE[:3], seed=3)
    view = game.view(game.decision.seat)
    search = SearchBot(playouts=60)
    thoughts = search.thoughts(view, view.decision, Random(1))
    assert thoughts[0].action == search.choose(view, view.decision, Random(1))
    assert thoughts[0].playouts == max(thought.playouts for thought in thoughts)
    assert 60 <= sum(thought.playouts for thought in thoughts) < 60 + 12
    assert {thought.action for thought in thoughts} <= {*game.options}


def _at(game: kf.Game, kind: str) -> tuple[kf.Game, int]:
    """Play on at random to a decision of a kind with a choice."""
    while True:
        for seat, decision in game.decisions.items():
            if decision.kind == kind and len(decision.options) > 1:
                return game, seat
        seat, decision = next(iter(game.decisions.items()))
        game = game.play(decision.options.sample(Random(game.ply)), seat=seat)


@pytest.mark.skipif(loaded() is None, reason="only turns are searched without the compiled library")
@pytest.mark.parametrize(("kind", "playouts"), [("take-boat", 60), ("build-all", 30), ("offer-winter", 60)])
@pytest.mark.parametrize("expansions", [(), ("farmers", "merchants")])
def test_a_search_also_tries_boats_building_and_winter_tiles(kind, playouts, expansions):
    game, seat = _at(random_game(3, 3, plies=20, choose=varied, expansions=expansions), kind)
    view = game.view(seat)
    thoughts = SearchBot(playouts=60).thoughts(view, view.decision, Random(1))
    assert {thought.action for thought in thoughts} <= {*view.options}
    if len(thoughts) > 1:
        assert playouts <= sum(thought.playouts for thought in thoughts) < playouts + 16
    assert SearchBot(playouts=60).choose(view, view.decision, Random(1)) == thoughts[0].action
    assert len(thoughts) > 1 or kind == "build-all"


def test_a_search_leaves_small_decisions_to_the_steward():
    game = random_game(11, 3, plies=60, choose=varied)
    game, seat = _at(game, "haul")
    view = game.view(seat)
    assert SearchBot(playouts=9).thoughts(view, view.decision, Random(1)) == ()
    chosen = SearchBot(playouts=9).choose(view, view.decision, Random(1))
    assert chosen == StewardBot().choose(view, view.decision, Random(1))


def test_a_search_is_told_how_hard_to_think_in_one_way():
    with pytest.raises(kf.SetupError, match="pass only one of"):
        SearchBot(seconds=1.0, playouts=10)
    with pytest.raises(kf.UnknownName, match="did you mean steady"):
        SearchBot(strength="stedy")
    with pytest.raises(kf.SetupError, match="from 1 to 100,000,000, not 0"):
        SearchBot(playouts=0)
    waits = [SearchBot(strength=strength).wait for strength in STRENGTHS]
    assert waits == sorted(waits)
    names = {
        name_of(one)
        for one in (SearchBot(), SearchBot(seconds=0.1), SearchBot(playouts=7), bot("search-easy"))
    }
    assert names == {"search", "search-0.1s", "search-7p", "search-easy"}


def test_a_search_beats_the_first_steward_in_these_games():
    results = simulate(
        [SearchBot(playouts=40), StewardBot(weights=FIRST)], range(4), accumulators=(Standing(),)
    )
    (standing,) = results.accumulators
    assert standing.wins["search-40p"] >= 3


# ---------------------------------------------------------------------- simulate


@pytest.mark.parametrize("expansions", [(), ("farmers",)])
@pytest.mark.parametrize("plies", [0, 1, 40, None])
def test_a_rollout_is_play_without_the_way(expansions, plies):
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=5, expansions=expansions)
    rng, played = Random(3), game
    while not played.over and (plies is None or played.ply < plies):
        seat, decision = next(iter(played.decisions.items()))
        played = played.play(decision.options.sample(rng), seat=seat)
    short = rollout(game, Random(3), plies=plies)
    assert short == played and short.winners == played.winners
    if plies == 0:
        assert short is game
    else:
        assert (short.last_seat, short.last_action, short.events) == (
            played.last_seat,
            played.last_action,
            played.events,
        )
        assert short.ply == 1 and short.parent == played.parent


def test_simulation_is_the_same_in_one_process_and_in_two():
    statistics: list[Accumulator] = [Standing(), TilesWon()]
    alone, together = (
        simulate(["random", "random"], range(4), accumulators=statistics, processes=number)
        for number in (1, 2)
    )
    assert alone == together
    assert alone.accumulators[0] != Standing()


def test_simulation_reports_progress_and_gives_rows():
    told = []
    results = simulate(
        [RandomBot(), "greedy"], range(2), rotate=False, progress=lambda done, all_: told.append((done, all_))
    )
    assert told == [(1, 2), (2, 2)]
    assert [(row["seed"], row["bot"]) for row in results.rows()] == [
        (0, "random"), (0, "greedy"), (1, "random"), (1, "greedy"),
    ]  # fmt: skip


def test_bots_change_seats_from_game_to_game():
    results = simulate(["random", "greedy"], range(2))
    assert [result.bots for result in results.games] == [("random", "greedy"), ("greedy", "random")]


@pytest.mark.parametrize(
    ("bots", "more", "error"),
    [
        ([], {}, kf.SetupError),
        (["random"] * 7, {}, kf.SetupError),
        (["random"] * 2, {"processes": 0}, kf.SetupError),
    ],
)
def test_a_simulation_that_makes_no_sense_is_refused(bots, more, error):
    with pytest.raises(error):
        simulate(bots, range(1), **more)


def test_levels_are_bots_by_name_and_say_how_long_they_think():
    assert list(LEVELS) == ["easy", "steady", "strong"]
    waits = [wait_of(bot(level)) for level in LEVELS]
    assert waits == sorted(waits) and 0 < waits[0] < waits[1] < waits[2] < 3
    assert wait_of(bot("steward")) == wait_of(bot("random")) == 0
    assert wait_of(SearchBot(seconds=2.0)) == 2


def test_the_wait_is_measured_with_the_rules_of_the_game(monkeypatch):
    names = ["Ann", "Bob"]
    basic, other = (kf.Game.new(names, seed=1, expansions=more) for more in ([], ["merchants"]))
    # The first search makes tables; 8 games are over too soon to be timed, 64 take 3.2 s.
    ticks = iter([0.0, 9.0, 10.0, 10.01, 11.0, 14.2])
    monkeypatch.setattr("keyflower.bots.search.perf_counter", lambda: next(ticks))
    assert wait_of(SearchBot(playouts=100), other) == pytest.approx(100 * 0.05)
    assert wait_of(SearchBot(seconds=2.0), other) == 2
    assert wait_of(SearchBot(playouts=100), basic) == SearchBot(playouts=100).wait
    assert wait_of(bot("steward"), other) == 0


def _unthought(view, thoughts):
    known = {one.action for one in thoughts}
    return next(action for action in view.options if action not in known)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_search_tries_an_option_that_it_would_not_think_of_if_asked(compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr("keyflower.fast.bots.any_deal", lambda view: None)
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    view = game.view(game.decision.seat)
    bot = SearchBot(playouts=60)
    usual = bot.thoughts(view, view.decision, Random(1))
    strange = _unthought(view, usual)
    found = bot.thoughts(view, view.decision, Random(1), also=[strange, str(usual[0].action)])
    assert {one.action for one in found} == {one.action for one in usual} | {strange}
    assert len(found) == len(usual) + 1
    (tried,) = [one for one in found if one.action == strange]
    assert tried.playouts > 0
    assert bot.thoughts(view, view.decision, Random(1), also=[]) == usual


def test_a_search_refuses_to_try_what_is_no_option():
    game = kf.Game.new(["Ann", "Bob"], seed=4)
    view = game.view(game.decision.seat)
    with pytest.raises(kf.SetupError, match="also takes options of the decision"):
        SearchBot(playouts=5).thoughts(view, view.decision, Random(1), also=[kf.Take("keyflower")])
