"""An option that was drawn from a game's own options is played unchecked; any other action is checked as ever."""

from random import Random

import pytest

from keyflower import Game, IllegalAction
from keyflower.testing import moments, random_game


def test_a_drawn_option_leads_where_the_same_words_lead() -> None:
    rng = Random(7)
    for game in moments(random_game(5, 3))[:-1:7]:
        for seat, decision in game.decisions.items():
            action = decision.options.sample(rng)
            assert game.play(action, seat=seat) == game.play(str(action), seat=seat)


def test_an_option_drawn_from_one_game_is_checked_by_another() -> None:
    game, other = (Game.new(["Ann", "Bob", "Cid"], seed=seed) for seed in (7, 8))
    rng = Random(1)
    drawn = next(one for one in (game.options.sample(rng) for _ in range(100)) if one not in other.options)
    other.options.sample(rng)
    with pytest.raises(IllegalAction):
        other.play(drawn)


def test_an_option_drawn_for_one_seat_is_checked_when_another_plays_it() -> None:
    for game in moments(random_game(5, 3)):
        if len(game.decisions) > 1:
            first, second = list(game.decisions)[:2]
            action = game.decisions[first].options.sample(Random(1))
            if game.why_not(action, seat=second):
                with pytest.raises(IllegalAction):
                    game.play(action, seat=second)
                return
    pytest.fail("no moment of the game has two seats that decide about different things")
