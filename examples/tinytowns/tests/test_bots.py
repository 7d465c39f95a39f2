"""Bots by name, and many games of them."""

import pytest

from keyflower.kernel import UnknownName
from tinytowns.bots import BOTS, GreedyBot, bot
from tinytowns.simulate import simulate


def test_bots_have_names():
    assert list(BOTS) == ["random", "greedy"] and bot("greedy") == GreedyBot()
    with pytest.raises(UnknownName, match="did you mean greedy"):
        bot("gredy")


def test_the_greedy_bot_beats_random_play_in_at_least_95_of_100_games():
    results = simulate(["greedy", "random"], range(100))
    won = [result for result in results.games if [result.bots[seat] for seat in result.winners] == ["greedy"]]
    assert len(won) >= 95


def test_the_same_seeds_give_the_same_games_in_one_process_and_in_two():
    bots = ["greedy", "random", "random"]
    one = simulate(bots, range(3), monuments=False, cavern=True)
    two = simulate(bots, range(3), processes=2, monuments=False, cavern=True)
    assert one == two and len(one.rows()) == 9
    assert [result.bots[0] for result in one.games] == ["greedy", "random", "random"]
