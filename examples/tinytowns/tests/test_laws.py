"""The laws that hold for every game on the kernel, over whole games with every option."""

from functools import cache
from random import Random

import pytest

from keyflower.kernel import laws
from tinytowns import CARDS, Game
from tinytowns.bots import GreedyBot
from tinytowns.setting import monuments

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
GAMES = [
    {"players": players, "monuments": monuments, "cavern": cavern, "town_hall": town_hall, "special": special}
    for number, (players, monuments, cavern, town_hall) in enumerate(
        [
            (1, True, True, False), (1, False, False, False), (2, True, False, False), (2, True, True, True),
            (3, True, True, False), (3, False, True, True), (4, True, True, True), (5, True, False, False),
            (6, True, True, False), (6, True, True, True), (2, True, True, False), (3, True, False, True),
        ]
    )
    for special in [("factory", "bank", "trading_post", "warehouse")[number % 4]]
]  # fmt: skip


def builder(decision, rng):
    """Choose at random, but build when something can be built: games full of buildings meet more rules."""
    builds = [action for action in decision.options if action.verb != "done"]
    if decision.kind == "build" and builds and rng.random() < 0.9:
        return rng.choice(builds)
    if decision.kind == "place" and rng.random() < 0.3:
        other = [action for action in decision.options if action.verb != "place"]
        return rng.choice(other or list(decision.options))
    return decision.options.sample(rng)


def start(number, *, seed):
    how = dict(GAMES[number])
    players, special = how.pop("players"), how.pop("special")
    if players == 1 and special == "bank":
        special = "factory"
    rng = Random(seed)
    buildings = ["cottage", special]
    for letter in "FWPTY":
        known = [card.id for card in CARDS.values() if card.type == letter and (players > 1 or card.id != "inn")]
        buildings.append(rng.choice(known))
    return Game.new(NAMES[:players], seed=seed, buildings=buildings, **how)


@cache
def played(number):
    return laws.played_on(start(number, seed=number), Random(number), choose=builder)


every_game = pytest.mark.parametrize("number", range(len(GAMES)))


@every_game
def test_law_1_events_and_replays_give_the_state(number):
    laws.events_give_the_state(played(number))
    laws.replaying_gives_the_state(played(number))


@every_game
def test_law_2_options_are_what_is_legal(number):
    laws.options_are_what_is_legal(played(number), Random(number), moments=25)


@every_game
def test_law_3_no_monument_is_lost_and_every_state_is_sound(number):
    game = played(number)
    for moment in laws.moments_of(game):
        assert moment.setting.problem(moment.state) == ""


@every_game
def test_law_4_redaction_is_a_square_and_hidden_twins_look_alike(number):
    laws.redaction_is_a_square(played(number))
    laws.hidden_twins_look_alike(played(number), Random(number), moments=8)


@every_game
def test_law_5_every_value_survives_json(number):
    laws.values_survive_json(played(number), Random(number))


@every_game
def test_laws_6_and_7_nothing_changes_and_every_game_ends(number):
    laws.playing_changes_nothing(played(number))
    laws.somebody_can_act_or_it_is_over(played(number))


def test_a_dealt_game_fits_the_view_and_can_be_played_on():
    game = laws.played_on(start(4, seed=11), Random(11), choose=builder, plies=40)
    seen = set()
    for seed in range(20):
        twin = game.view("Ann").sample(Random(seed))
        assert twin.setting.problem(twin.state) == ""
        seen.add(twin.seat("Bob").hand)
        assert laws.played_on(twin, Random(seed)).over
    assert len(seen) > 3, "others may hold any monument that was not seen"
    assert set(monuments(3)) >= {name for hand in seen for name in hand}


@pytest.mark.parametrize("number", [0, 3, 4])
def test_the_greedy_bot_chooses_an_option_at_every_decision(number):
    def greedy(decision, rng):
        view = at[0].view(decision.seat)
        return GreedyBot().choose(view, view.decision, rng)

    at = [start(number, seed=5)]
    rng = Random(5)
    while not at[0].over:
        decision = next(iter(at[0].decisions.values()))
        at[0] = at[0].play(greedy(decision, rng), seat=decision.seat)
    assert at[0].winners
