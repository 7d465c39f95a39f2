"""The laws of the design as checks that any game on the kernel can run over its own games.

Each function walks a whole game and asserts one law at every moment, or at some of them; a game's test suite calls
them from its property tests, with whatever way it has to make games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random

from keyflower.kernel.actions import Action
from keyflower.kernel.chance import ScriptedChance
from keyflower.kernel.errors import GameOver
from keyflower.kernel.events import fold
from keyflower.kernel.leaks import (
    AnyGame,
    Chooser,
    leaks_behind,
    leaks_of_draws,
    leaks_of_set_up,
    uniform,
    viewers,
    wrong_scores,
)
from keyflower.kernel.state import hide


def played_on(
    game: AnyGame, rng: Random, *, choose: Chooser = uniform, plies: int | None = None
) -> AnyGame:  # a game of the class that was given
    """Return a game played on at random: any seat that decides may be next."""
    while not game.over and plies != 0:
        decisions = game.decisions
        seat = rng.choice([*decisions]) if len(decisions) > 1 else next(iter(decisions))
        game = game.play(choose(decisions[seat], rng), seat=seat)
        plies = None if plies is None else plies - 1
    return game


def moments_of(game: AnyGame) -> list[AnyGame]:
    """Return every moment of a game, its beginning first."""
    return list(game.moments)


# ---------------------------------------------------------------------- law 1


def events_give_the_state(game: AnyGame) -> None:
    """Folding all events gives the state, at every moment."""
    state = game.setting.FLOW.empty(None)
    for moment in moments_of(game):
        state = fold(state, moment.events)
        assert state == moment.state, moment.last_action


def replaying_gives_the_state(game: AnyGame) -> None:
    """Replaying the actions with the recorded answers of chance gives the same states and events."""
    moments = moments_of(game)
    answers = tuple(text for moment in moments for text in moment.entry.answers)
    step = game.setting.begin(ScriptedChance(answers))
    again = type(game)(game.setting, step.state, step.chance)
    for moment in moments:
        if moment.last_action is not None:
            again = again.play(moment.last_action, seat=moment.last_seat)
        assert again.state == moment.state and again.events == moment.events, moment.last_action
    assert again.chance == ScriptedChance(), "more answers were recorded than asked for"


# ---------------------------------------------------------------------- law 2


def options_are_what_is_legal(game: AnyGame, rng: Random, *, moments: int = 15) -> None:
    """Every option is legal and listed once; options of other moments are listed here too, or refused."""
    going_on = [moment for moment in moments_of(game) if not moment.over]
    chosen = rng.sample(going_on, min(moments, len(going_on)))
    strays = [decision.options.sample(rng) for moment in chosen for decision in moment.decisions.values()]
    for moment in chosen:
        for seat, decision in moment.decisions.items():
            listed = list(decision.options)
            assert [str(action) for action in listed if moment.why_not(action, seat=seat)] == []
            assert [str(action) for action, number in Counter(listed).items() if number > 1] == []
            assert len(decision.options) == len(listed) and bool(decision.options)
            assert [decision.options[place] for place in range(len(listed))] == listed
            for action in strays:
                refused = moment.why_not(action, seat=seat)
                assert (action in listed) == (refused == ()) == (action in decision.options), str(action)
                assert all(reason.code and reason.message and reason.rule for reason in refused)


# ---------------------------------------------------------------------- law 4


def redaction_is_a_square(game: AnyGame) -> None:
    """Hiding the state is folding the redacted events, for every seat and for a spectator, at every moment."""
    views = {viewer: game.setting.FLOW.empty(viewer) for viewer in viewers(game)}
    for moment in moments_of(game):
        for viewer, state in views.items():
            told = [event.redacted(viewer) for event in moment.events]
            views[viewer] = fold(state, told)
            assert views[viewer] == hide(moment.state, viewer), (viewer, moment.last_action)
            assert [event.redacted(viewer) for event in told] == told


def hidden_twins_look_alike(game: AnyGame, rng: Random, *, moments: int = 5) -> None:
    """A game dealt to fit a view gives that seat an equal view and equal options."""
    going_on = moments_of(game)
    for moment in rng.sample(going_on, min(moments, len(going_on))):
        for viewer in viewers(game):
            view = moment.view(viewer)
            twin = view.sample(rng)
            assert twin.view(viewer) == view, (viewer, moment.last_action)
            assert {seat: d.options for seat, d in twin.view(viewer).decisions.items()} == {
                seat: d.options for seat, d in view.decisions.items()
            }
            if viewer in moment.decisions:
                assert view.decision.options == moment.decisions[viewer].options


# ---------------------------------------------------------------------- law 5


def values_survive_json(game: AnyGame, rng: Random, *, moments: int = 5) -> None:
    """Actions, texts, states, views and logs come back as they were, and a loaded game goes on identically."""
    codec = game.setting.codec()
    all_moments = moments_of(game)
    for moment in rng.sample(all_moments, min(moments, len(all_moments))):
        for state in (moment.state, *(hide(moment.state, viewer) for viewer in viewers(game))):
            data = json.loads(json.dumps(codec.state_to_data(state)))
            assert codec.state_from_data(data) == state
        for seat, decision in moment.decisions.items():
            for action in rng.sample(list(decision.options), min(10, len(decision.options))):
                assert codec.actions.read(json.loads(json.dumps(codec.actions.write(action)))) == action
                assert game.setting.parse(moment.state, str(action), seat) == action, str(action)
        log = moment.log
        loaded = type(log).loads(log.dumps())
        assert loaded.dumps() == log.dumps()
        assert loaded.replay() == loaded.restore() == moment
        for viewer in viewers(game):
            told = type(log).loads(log.redacted(viewer).dumps())
            assert told == log.redacted(viewer) and told.view() == moment.view(viewer)
        seed = rng.randrange(1 << 32)
        assert played_on(loaded.replay(), Random(seed), plies=10) == played_on(moment, Random(seed), plies=10)


# ---------------------------------------------------------------------- laws 6 and 7


def playing_changes_nothing(game: AnyGame) -> None:
    """`play` never changes the game it is called on; equal games have equal hashes and equal options in equal order."""
    for moment in moments_of(game)[1:]:
        before = moment.parent
        assert before is not None and moment.last_action is not None
        state, listed = hash(before.state), [*before.decisions[moment.last_seat].options]
        again = before.play(moment.last_action, seat=moment.last_seat)
        assert again == moment and hash(again) == hash(moment)
        assert hash(before.state) == state and [*before.decisions[moment.last_seat].options] == listed


def somebody_can_act_or_it_is_over(game: AnyGame) -> None:
    """In every state somebody has an option, or the game is over and says who has won."""
    for moment in moments_of(game):
        if not moment.over:
            assert moment.decisions and all(d.options for d in moment.decisions.values()), moment.last_action
    assert game.over and game.winners
    assert not game.decisions
    try:
        game.decision  # noqa: B018  # asking is the point
    except GameOver:
        return
    raise AssertionError("a finished game still asks something")


# ---------------------------------------------------------------------- law 12


def what_is_hidden_changes_nothing(
    game: AnyGame,
    rng: Random,
    *,
    moments: int = 5,
    plies: int = 6,
    choose: Chooser = uniform,
    probes: Sequence[Action] = (),
) -> None:
    """Deal anew what a viewer cannot see and play the same actions: the viewer is told, shown and asked the same.

    Args:
        game: a whole game.
        rng: deals, and chooses moments and actions.
        moments: how many moments are tried, for every viewer.
        plies: how many actions are played from each of them.
        choose: how actions are chosen.
        probes: actions that need not be legal, besides some of other moments of the game.
    """
    all_moments = moments_of(game)
    strays = [moment.last_action for moment in all_moments if moment.last_action is not None]
    tried = (*probes, *rng.sample(strays, min(8, len(strays))))
    found = [*leaks_of_set_up(all_moments[0], rng)]
    for moment in rng.sample(all_moments, min(moments, len(all_moments))):
        for viewer in viewers(game):
            found += leaks_behind(moment, viewer, rng, plies=plies, choose=choose, probes=tried)
    drawing = [pair for pair in pairwise(all_moments) if pair[1].entry.answers]
    for before, after in rng.sample(drawing, min(2 * moments, len(drawing))):
        found += leaks_of_draws(before, after, rng)
    assert found == [], "\n".join(map(str, found))


def views_score_the_truth(game: AnyGame, rng: Random, *, moments: int = 5) -> None:
    """A view gives the true points or says that it cannot know them; once the game is over, everybody can count."""
    all_moments = moments_of(game)
    for moment in (*rng.sample(all_moments, min(moments, len(all_moments))), game):
        found = [leak for viewer in viewers(game) for leak in wrong_scores(moment, viewer)]
        assert found == [], "\n".join(map(str, found))
