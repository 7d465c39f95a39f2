"""The laws that hold for every game on the kernel, over whole games with every option."""

from functools import cache
from random import Random

import pytest

from keyflower import kernel
from keyflower.kernel import ScriptedChance, SeededChance, step
from keyflower.kernel.testing import laws
from tinytowns import CARDS, Game
from tinytowns.actions import ACTIONS
from tinytowns.bots import GreedyBot
from tinytowns.events import EVENTS
from tinytowns.match import monuments
from tinytowns.testing import scenario

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
WATCH = "opaleyes_watch architects_guild statue_of_the_bondmaker"
GROVE = "grove_university obelisk_of_the_crescent"
FORT = "fort_ironweed barrett_castle shrine_of_the_elder_tree"
GAMES = [
    ("factory", {"players": 1, "cavern": True}, "architects_guild"),
    ("warehouse", {"players": 1, "monuments": False}, ""),
    ("bank", {"players": 2}, WATCH),
    ("trading_post", {"players": 2, "cavern": True, "town_hall": True}, GROVE),
    ("warehouse", {"players": 3, "cavern": True}, WATCH),
    ("factory", {"players": 3, "monuments": False, "cavern": True, "town_hall": True}, ""),
    ("bank", {"players": 4, "cavern": True, "town_hall": True}, FORT),
    ("trading_post", {"players": 5}, WATCH),
    ("factory", {"players": 6, "cavern": True}, FORT),
    ("warehouse", {"players": 6, "cavern": True, "town_hall": True}, GROVE),
    ("bank", {"players": 3}, WATCH),
    ("factory", {"players": 2}, WATCH),
]
"""The card of the factory type, the options, and monuments that are among those dealt."""


class Builder:
    """A bot that likes to build special buildings and monuments, and tries other things at random."""

    def choose(self, view, decision, rng):
        other = [action for action in decision.options if action.verb not in ("place", "build", "done")]
        wanted = [action for action in other if getattr(action, "monument", "") in f"{WATCH} {GROVE} {FORT}"]
        if wanted:
            return wanted[0]
        if other and rng.random() < 0.4:
            return rng.choice(other)
        if rng.random() < 0.05:
            return decision.options.sample(rng)
        return GreedyBot(likes="KM").choose(view, decision, rng)


POSITIONS = [
    {
        "towns": ["w.../bghh/s.../....", "CW.g/..hs/.wb./ws..", "CC../wssg/h.../ws.."],
        "cards": "warehouse", "cavern": True,
        "monuments": {"P1": "opaleyes_watch", "P2": "architects_guild", "P3": "statue_of_the_bondmaker"},
    },
    {
        "towns": [".b../sgs./w.ws/bssb", "M.../ws../.w../bssb", "h.ws/bgb./..../wssb"],
        "cards": "factory", "watch": {"P2": "CWK"},
        "monuments": {"P1": "grove_university", "P2": "opaleyes_watch", "P3": "obelisk_of_the_crescent"},
    },
    {
        "towns": ["hh../wgb./Kg../.hs. a3:w", "M.../hh../wgb./ws..", "KKK./hh../wgb./.... a1:w b1:h c1:b"],
        "cards": "bank", "watch": {"P2": "WTK"}, "town_hall": True,
        "monuments": {"P1": "architects_guild", "P2": "opaleyes_watch", "P3": "fort_ironweed"},
    },
    {
        "towns": ["K.../ws.K/hsg./....", "..g./.hs./wbK./CT.."],
        "cards": "trading_post", "monuments": {"P1": "barrett_castle", "P2": "architects_guild"},
    },
]  # fmt: skip
"""Positions in which special buildings and monuments are about to be built."""
BEGUN = len(GAMES)


def start(number, *, seed):
    if number >= BEGUN:
        position = POSITIONS[number - BEGUN]
        return scenario(
            **position, players=len(position["towns"]), stage="build", resource="wood", seed=seed
        ).game
    special, how, dealt = GAMES[number]
    how = dict(how)
    players = how.pop("players")
    rng = Random(seed)
    buildings = ["cottage", special]
    for letter in "FWPTY":
        known = [
            card.id for card in CARDS.values() if card.type == letter and (players > 1 or card.id != "inn")
        ]
        buildings.append(rng.choice(known))
    hands = [name for name in monuments(players) if name not in dealt.split()]
    rng.shuffle(hands)
    for seat, name in enumerate(dealt.split()[:players]):
        hands.insert(2 * seat, name)  # each of the first seats is dealt one of them
    script = (" ".join(hands[: 2 * players]),) if how.get("monuments", True) else ()
    return Game.new(
        NAMES[:players],
        chance=ScriptedChance(script, SeededChance(seed)),
        buildings=buildings,
        first=0,
        **how,
    )


@cache
def played(number):
    rng = Random(number)
    game = start(number, seed=number)
    while not game.over:
        game = step(game, rng.choice([*game.decisions]), Builder(), rng)
    return game


def test_the_games_meet_every_action_and_every_event():
    moments = [
        moment for number in range(BEGUN + len(POSITIONS)) for moment in laws.moments_of(played(number))
    ]
    taken = {type(moment.last_action) for moment in moments}
    assert {kind.verb for kind in ACTIONS if kind not in taken} == {"settle"}
    happened = {type(event) for moment in moments for event in moment.events}
    assert {*EVENTS, *kernel.EVENTS} == happened
    waited = {task.tag for moment in moments for seat in moment.state.seats for task in seat.pending}
    assert waited == {"mark", "replace", "put", "stock", "put-watched"}


every_game = pytest.mark.parametrize("number", range(BEGUN + len(POSITIONS)))
whole_game = pytest.mark.parametrize("number", range(BEGUN))


@every_game
def test_law_1_events_give_the_state(number):
    laws.events_give_the_state(played(number))


@whole_game
def test_law_1_replays_give_the_state(number):
    laws.replaying_gives_the_state(played(number))


@every_game
def test_law_2_options_are_what_is_legal(number):
    laws.options_are_what_is_legal(played(number), Random(number), moments=25)


@every_game
def test_law_3_no_monument_is_lost_and_every_state_is_sound(number):
    game = played(number)
    for moment in laws.moments_of(game):
        assert moment.match.problem(moment.state) == ""


@every_game
def test_law_4_redaction_is_a_square_and_hidden_twins_look_alike(number):
    laws.redaction_is_a_square(played(number))
    laws.hidden_twins_look_alike(played(number), Random(number), moments=8)


@every_game
def test_law_12_what_is_hidden_changes_nothing_that_a_viewer_is_told_or_asked(number):
    laws.what_is_hidden_changes_nothing(played(number), Random(number))
    laws.views_score_the_truth(played(number), Random(number))


@every_game
def test_law_5_every_value_survives_json(number):
    laws.values_survive_json(played(number), Random(number))


@every_game
def test_laws_6_and_7_nothing_changes_and_every_game_ends(number):
    laws.playing_changes_nothing(played(number))
    laws.somebody_can_act_or_it_is_over(played(number))


def test_a_dealt_game_fits_the_view_and_can_be_played_on():
    game = laws.moments_of(played(4))[40]
    seen = set()
    for seed in range(20):
        twin = game.view("Ann").sample(Random(seed))
        assert twin.match.problem(twin.state) == ""
        seen.add(twin.seat("Bob").hand)
        assert laws.played_on(twin, Random(seed)).over
    assert len(seen) > 3, "others may hold any monument that was not seen"
    assert set(monuments(3)) >= {name for hand in seen for name in hand}
