"""Bots by name, and many games of them."""

from collections import defaultdict
from random import Random

import pytest
from attrs import evolve

from keyflower.kernel import RandomBot, SearchBot, SetupError, UnknownName, play_out
from keyflower.simulate import simulate_game
from tinytowns import Game, policy
from tinytowns.bots import BOTS, GreedyBot, bot
from tinytowns.catalogue import CARDS, MONUMENTS, of_type
from tinytowns.declaration import TINY_TOWNS
from tinytowns.patterns import LANES
from tinytowns.pieces import CUBES, EMPTY, TYPES
from tinytowns.policy import TownPolicy
from tinytowns.squares import ALL, NAMES


def test_bots_have_names():
    assert list(BOTS) == ["random", "greedy", "search"] and bot("greedy") == GreedyBot()
    with pytest.raises(UnknownName, match="did you mean greedy"):
        bot("gredy")


def test_the_greedy_bot_beats_random_play_in_at_least_95_of_100_games():
    results = simulate_game(TINY_TOWNS, ["greedy", "random"], range(100))
    won = [result for result in results.games if [result.bots[seat] for seat in result.winners] == ["greedy"]]
    assert len(won) >= 95


def test_the_same_seeds_give_the_same_games_in_one_process_and_in_two():
    bots = ["greedy", "random", "random"]
    one = simulate_game(TINY_TOWNS, bots, range(3), monuments=False, cavern=True)
    two = simulate_game(TINY_TOWNS, bots, range(3), processes=2, monuments=False, cavern=True)
    assert one == two and len(one.rows()) == 9
    assert [result.bots[0] for result in one.games] == ["greedy", "random", "random"]


def test_a_search_explains_itself_and_gives_the_same_answer_for_the_same_seed():
    view = Game.new(["Ann", "Bob"], seed=3, monuments=False, first="Ann").play("name wood").view("Ann")
    search = SearchBot(playouts=60, policy=TownPolicy(), candidates=6)
    report = search.explained(view, view.decision, Random(1))
    assert (report.playouts, len(report.tried), report.left_out) == (60, 6, 10)
    assert sum(one.visits for one in report.tried) == 60
    assert report.best == search.choose(view, view.decision, Random(1)) and report.best in view.options
    assert str(report.best) in str(report).splitlines()[1]


def test_bots_rate_the_options_of_a_decision():
    view = Game.new(["Ann", "Bob"], seed=3, monuments=False, first="Ann").play("name wood").view("Ann")
    rated = GreedyBot().rate(view, view.decision)
    assert [one.action for one in rated] == list(view.options)
    best = max(one.worth for one in rated)
    chosen = GreedyBot().choose(view, view.decision, Random(1))
    assert [one.worth for one in rated if one.action == chosen] == [best]
    found = SearchBot(playouts=40, policy=TownPolicy()).rate(view, view.decision, Random(1))
    worths = [one.worth for one in found]
    assert worths == sorted(worths, reverse=True) and found[0].action in view.options


def _prospects_by_trying(letters, names):
    """Return what `policy._prospects` returns, by laying every placement of every card on the town."""
    have = {(letter, at) for at, letter in enumerate(letters) if letter in CUBES.values()}
    gains: defaultdict[tuple[str, int], float] = defaultdict(float)
    wants: defaultdict[tuple[str, int], float] = defaultdict(float)
    for name in names:
        for one in CARDS[name].placements:
            cubes = {
                (letter, at) for letter, lane in LANES.items() for at in ALL if one.cubes >> lane + at & 1
            }
            missing, size = cubes - have, len(cubes)
            if all(letters[at] == EMPTY for _, at in missing):
                there, worth = size - len(missing), policy._usual(letters, name)
                for cube in missing:
                    gains[cube] = max(gains[cube], worth * ((there + 1) / size) ** 2)
                    wants[cube] = max(wants[cube], worth * (there / size) ** 2)
    worths: dict[str, dict[str, float]] = {resource: {} for resource in CUBES}
    for at in [at for at in ALL if letters[at] == EMPTY]:
        for resource, letter in CUBES.items():
            wanted = sorted(wants[other, at] for other in CUBES.values())
            wanted.remove(wants[letter, at])
            tight = policy._tightness(letters, at)
            worths[resource][NAMES[at]] = gains[letter, at] + tight - policy._HURTS * wanted[-1]
    return worths


def test_what_a_cube_is_worth_agrees_with_trying_every_placement():
    rng = Random(5)
    for _ in range(60):
        names = (*(rng.choice(of_type(letter, solo=False)) for letter in TYPES), rng.choice(MONUMENTS).id)
        fill = rng.random()
        letters = "".join(rng.choice("whbgsCFWPTYKM") if rng.random() < fill else EMPTY for _ in ALL)
        assert policy._prospects(letters, names) == _prospects_by_trying(letters, names), (letters, names)


def test_playouts_stop_after_some_rounds_if_several_play():
    for players, stops in ((["Ann"], False), (["Ann", "Bob"], True)):
        game, some = Game.new(players, seed=3, monuments=False), TownPolicy(rounds=2)
        later = evolve(game.state, round=game.round + 2)
        assert some.stops(game.match, game.state, later) is stops
        assert not some.stops(game.match, game.state, game.state)


def test_a_search_stops_in_time_and_a_single_option_is_not_searched():
    view = Game.new(["Ann"], seed=3, monuments=False).play("pick wood").view("Ann")
    report = SearchBot(playouts=500, stop=lambda done: done >= 7).explained(view, view.decision, Random(1))
    assert report.playouts == 7 and report.best in view.options
    alone = (
        play_out(Game.new(["Ann"], seed=3, monuments=False), [RandomBot()], Random(1)).moments[2].view("Ann")
    )
    assert len(alone.options) == 1 and SearchBot().explained(alone, alone.decision, Random(1)).playouts == 0


def test_a_quick_search_beats_the_greedy_bot():
    search = SearchBot(playouts=12, policy=TownPolicy())
    game = play_out(Game.new(["Ann", "Bob"], seed=4), [search, GreedyBot()], Random(4))
    assert game.winners == ("Ann",)


@pytest.mark.parametrize("method", ["halving", "tree"])
@pytest.mark.parametrize("moves", [TownPolicy(), RandomBot(), GreedyBot()])
def test_every_policy_and_both_ways_to_search_play_a_whole_game(method, moves):
    search = SearchBot(playouts=6, policy=moves, method=method, plies=3)
    game = play_out(Game.new(["Ann", "Bob"], seed=5), [search, RandomBot()], Random(5))
    assert game.over


def test_odd_numbers_of_a_search_are_refused():
    for wrong in ({"playouts": 0}, {"method": "luck"}, {"candidates": 1}, {"stop": 3}, {"policy": 7}):
        with pytest.raises((SetupError, UnknownName)):
            SearchBot(**wrong)
