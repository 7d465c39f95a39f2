"""The laws of the design as checks that any game on the kernel can run over its own games.

A law is written once, as a function that looks at one moment and says in words what is wrong with it. The functions
that return nothing walk a whole game and assert one law at every moment, or at some of them; a game's test suite calls
them from its property tests, with games that it makes in its own way. A report asks the others, moment by moment.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from random import Random
from typing import Any

from attrs import fields

from keyflower.kernel.actions import Action
from keyflower.kernel.chance import ScriptedChance
from keyflower.kernel.codec import Family
from keyflower.kernel.errors import GameOver
from keyflower.kernel.events import Event, fold
from keyflower.kernel.options import Decision
from keyflower.kernel.state import hide
from keyflower.kernel.testing.leaks import (
    AnyGame,
    Chooser,
    leaks_behind,
    leaks_of_draws,
    leaks_of_set_up,
    uniform,
    viewers,
    wrong_scores,
)


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


def _hold(broken: Iterable[str], moment: AnyGame) -> None:
    found = [*broken]
    assert found == [], (str(moment.last_action), found)


# ---------------------------------------------------------------------- law 1


def unfolded(moment: AnyGame, before: Any) -> Iterator[str]:  # Any: the state of the game
    """Say if the events of a moment do not lead from the state before to its own."""
    if fold(before, moment.events) != moment.state:
        yield "the events do not lead to the state"


def events_give_the_state(game: AnyGame) -> None:
    """Applying all events gives the state, at every moment."""
    state = game.match.FLOW.empty(None)
    for moment in moments_of(game):
        _hold(unfolded(moment, state), moment)
        state = moment.state


def replaying_gives_the_state(game: AnyGame) -> None:
    """Replaying the actions with the recorded results of draws gives the same states and events."""
    moments = moments_of(game)
    answers = tuple(text for moment in moments for text in moment.entry.answers)
    step = game.match.begin(ScriptedChance(answers))
    again = type(game)(game.match, step.state, step.chance)
    for moment in moments:
        if moment.last_action is not None:
            again = again.play(moment.last_action, seat=moment.last_seat)
        assert again.state == moment.state and again.events == moment.events, moment.last_action
    assert again.chance == ScriptedChance(), "more answers were recorded than asked for"


# ---------------------------------------------------------------------- law 2


def unasked(decision: Decision) -> Iterator[str]:
    """Say if a question has no options or no words."""
    if not decision.options:
        yield "it has no options"
    if not decision.prompt.strip():
        yield "its prompt is empty"


def misjudged(decision: Decision, listed: Sequence[Action], probes: Iterable[Action] = ()) -> Iterator[str]:
    """Say where options and refusals do not agree.

    Args:
        decision: the question.
        listed: its options; some of them are enough if there are no probes.
        probes: actions that need not be legal.
    """
    for action, number in Counter(listed).items():
        if number > 1:
            yield f"an option is listed twice: '{action}'"
        refused = "; ".join(map(str, decision.options.why_not(action)))
        if refused:
            yield f"'{action}' is an option, but refused: {refused}"
    for probe in probes:
        reasons = decision.options.why_not(probe)
        if not (probe in listed) == (reasons == ()) == (probe in decision.options):
            yield f"options and refusals do not agree about '{probe}'"
        if not all(reason.code and reason.message and reason.rule for reason in reasons):
            yield f"a reason against '{probe}' lacks its code, its words or its paragraph"


def options_are_what_is_legal(game: AnyGame, rng: Random, *, moments: int = 15) -> None:
    """Every option is legal and listed once; options of other moments are listed here too, or refused."""
    going_on = [moment for moment in moments_of(game) if not moment.over]
    chosen = rng.sample(going_on, min(moments, len(going_on)))
    strays = [decision.options.sample(rng) for moment in chosen for decision in moment.decisions.values()]
    for moment in chosen:
        for decision in moment.decisions.values():
            listed = list(decision.options)
            _hold(unasked(decision), moment)
            _hold(misjudged(decision, listed, strays), moment)
            assert len(decision.options) == len(listed)
            assert [decision.options[place] for place in range(len(listed))] == listed


# ---------------------------------------------------------------------- law 4


def mistold(moment: AnyGame, view: Any, viewer: int) -> Iterator[str]:  # Any: the state of the game
    """Say where the events of a moment, as a viewer is told them, do not lead to what this viewer may see.

    Args:
        moment: the moment.
        view: what the viewer saw before.
        viewer: who looks.
    """
    told = [event.redacted(viewer) for event in moment.events]
    folded, right = fold(view, told), hide(moment.state, viewer)
    names = [item.name for item in fields(type(right))]
    differing = [name for name in names if getattr(folded, name) != getattr(right, name)]
    if differing:
        yield f"what the events tell is not what may be seen: {', '.join(differing)}"
    if [event.redacted(viewer) for event in told] != told:
        yield "redacting an event twice is not redacting it once"


def peeking(moment: AnyGame, decision: Decision, *, most: int | None = None) -> Iterator[str]:
    """Say if the options of a question depend on what its seat cannot see."""
    state = hide(moment.state, decision.seat)
    hidden = moment.match.FLOW.decision(moment.match.ruleset, state, decision.seat)
    if [*islice(hidden.options, most)] != [*islice(decision.options, most)]:
        yield "options depend on what the seat cannot see"


def redaction_is_a_square(game: AnyGame) -> None:
    """Hiding the state gives the same as applying the redacted events, for every viewer, at every moment."""
    views = {viewer: game.match.FLOW.empty(viewer) for viewer in viewers(game)}
    for moment in moments_of(game):
        for viewer, state in views.items():
            _hold(mistold(moment, state, viewer), moment)
            views[viewer] = hide(moment.state, viewer)


def hidden_twins_look_alike(game: AnyGame, rng: Random, *, moments: int = 5) -> None:
    """A game sampled from a view gives that seat an equal view and equal options."""
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
                _hold(peeking(moment, moment.decisions[viewer]), moment)
                assert view.decision.options == moment.decisions[viewer].options


# ---------------------------------------------------------------------- law 5


def misread(moment: AnyGame, seat: int, action: Action) -> Iterator[str]:
    """Say if the text of an action does not begin with its verb, or reads back as a different action."""
    text = str(action)
    if text.partition(" ")[0] != action.verb:
        yield f"'{text}' must start with the verb {action.verb!r}"
    read = moment.match.parse(moment.state, text, seat)
    if read != action:
        yield f"'{text}' reads back as {read!r}"


def action_lost_in_json(moment: AnyGame, action: Action) -> Iterator[str]:
    """Say if an action changes on its way through JSON."""
    return _lost(moment.match.codec().actions, action)


def event_lost_in_json(moment: AnyGame, event: Event) -> Iterator[str]:
    """Say if an event, or what viewers are told of it, changes on its way through JSON."""
    for told in (event, *(event.redacted(viewer) for viewer in viewers(moment))):
        yield from _lost(moment.match.codec().events, told)


def _lost(family: Family[Any], value: Any) -> Iterator[str]:  # Any: an action or an event
    back = family.read(_through_json(family.write(value)))
    if back != value:
        yield f"{value!r} is {back!r} after JSON"


def state_lost_in_json(moment: AnyGame, state: Any) -> Iterator[str]:  # Any: the state of the game
    """Say if a state changes on its way through JSON."""
    codec = moment.match.codec()
    back = codec.state_from_data(_through_json(codec.state_to_data(state)))
    if back != state or hash(back) != hash(state):
        yield "the state is another one after JSON"


def _through_json(data: Any) -> Any:  # Any: what JSON holds
    return json.loads(json.dumps(data, sort_keys=True, allow_nan=False))


def lost_in_logs(game: AnyGame, loads: Callable[[str], Any] | None = None) -> Iterator[str]:  # Any: a log
    """Say if the log of a game, whole or as a viewer may know it, changes when it is written and read.

    Args:
        game: the game.
        loads: reads a log; by default with the rules that are installed.
    """
    log = game.log
    read = loads or type(log).loads
    loaded = read(log.dumps())
    if loaded.dumps() != log.dumps():
        yield "the log is another one after writing and reading"
    if not loaded.replay() == loaded.restore() == game:
        yield "the log replays to another game"
    for viewer in viewers(game):
        kept = log.redacted(viewer)
        told = read(kept.dumps())
        if told.entries != kept.entries or told.view() != game.view(viewer):
            yield f"viewer {viewer}: a redacted log is another one after writing and reading"


def values_survive_json(game: AnyGame, rng: Random, *, moments: int = 5) -> None:
    """Actions, texts, states, views and logs come back unchanged, and a loaded game continues identically."""
    all_moments = moments_of(game)
    for moment in rng.sample(all_moments, min(moments, len(all_moments))):
        for state in (moment.state, *(hide(moment.state, viewer) for viewer in viewers(game))):
            _hold(state_lost_in_json(moment, state), moment)
        for event in moment.events:
            _hold(event_lost_in_json(moment, event), moment)
        for seat, decision in moment.decisions.items():
            for action in rng.sample(list(decision.options), min(10, len(decision.options))):
                _hold(action_lost_in_json(moment, action), moment)
                _hold(misread(moment, seat, action), moment)
        _hold(lost_in_logs(moment), moment)
        loaded, seed = type(moment.log).loads(moment.log.dumps()).replay(), rng.randrange(1 << 32)
        assert played_on(loaded, Random(seed), plies=10) == played_on(moment, Random(seed), plies=10)


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
    """Redeal what a viewer cannot see and play the same actions: the viewer is told, shown and asked the same.

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
    """A view gives the true points or says that it cannot know them; after the end everybody can count them."""
    all_moments = moments_of(game)
    for moment in (*rng.sample(all_moments, min(moments, len(all_moments))), game):
        found = [leak for viewer in viewers(game) for leak in wrong_scores(moment, viewer)]
        assert found == [], "\n".join(map(str, found))
