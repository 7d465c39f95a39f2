"""Leaks: what a game tells somebody about things that this viewer cannot see.

Two games that differ only in what a viewer cannot see must look the same to that viewer, however they continue: the
same entries, views, questions, options, labels and refusals, and the same things done without asking. So what is hidden
is redealt, both games continue with the same actions, and every difference is a leak. Draws are tried out in the same
way: if another draw leaves the view as it is, the viewer must not be told about it either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from random import Random
from typing import Any, Final, TypeAlias

from attrs import evolve, fields

from keyflower.kernel.actions import Action
from keyflower.kernel.chance import ScriptedChance, SeededChance
from keyflower.kernel.errors import ChanceError, HiddenInformation
from keyflower.kernel.events import AgendaChanged, Event
from keyflower.kernel.game import BaseGame
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.options import Decision
from keyflower.kernel.state import hide
from keyflower.kernel.values import frozen

AnyGame: TypeAlias = BaseGame[Any, Any, Any]
"""A game of any kind."""
Chooser: TypeAlias = Callable[[Decision, Random], Action]
"""Chooses an action for a decision."""


def uniform(decision: Decision, rng: Random) -> Action:
    """Choose any option, each equally likely."""
    return decision.options.sample(rng)


_TRIES: Final = 12
"""How many actions are tried until one is legal in both games: what somebody else holds may forbid most of them."""
_DRAWS: Final = 6
"""How many draws of one entry are tried out."""
_MANY: Final = 400
"""Options are put into words if there are not more of them."""
_LONGEST: Final = 200
"""No more of two differing values is shown."""


@frozen
class Leak:
    """Something that a viewer is told, although it depends on what this viewer cannot see."""

    viewer: int
    """Who is told."""
    text: str
    """What is told, and how it differs."""

    def __str__(self) -> str:
        return f"{_named(self.viewer)}: {self.text}"


def viewers(game: AnyGame) -> Iterable[int]:
    """Return everybody who may look at a game: a spectator and every seat."""
    return (SPECTATOR, *range(len(game.players)))


# ---------------------------------------------------------------------- hidden pieces are redealt


def leaks_behind(
    game: AnyGame,
    viewer: int,
    rng: Random,
    *,
    plies: int = 4,
    first: Action | None = None,
    choose: Chooser = uniform,
    probes: Sequence[Action] = (),
) -> Iterator[Leak]:
    """Redeal what a viewer cannot see, continue both games, and iterate what the viewer can tell apart.

    Args:
        game: a game at any moment.
        viewer: the seat, or `SPECTATOR`.
        rng: deals, and chooses what is played.
        plies: how many actions are played.
        first: the first action to try, if it is legal in both games.
        choose: how actions are chosen.
        probes: actions that need not be legal: refusing them must not tell anything either.
    """
    twin = game.view(viewer).sample(rng)
    if twin.state == game.state:
        return  # nothing is hidden, or it was dealt just as it is
    for _ in range(plies):
        found = [*_asked_differently(game, twin, viewer, probes)]
        yield from found
        step = None if found or game.over else _common(game, twin, rng, choose, first)
        if step is None:
            return
        first = None
        seat, action = step
        game = game.play(action, seat=seat)
        twin = _answered(twin, action, seat, game.entry.answers)
        told, told_twin = game.entry.redacted(viewer), twin.entry.redacted(viewer)
        same_view = hide(game.state, viewer) == hide(twin.state, viewer)
        parting = _first_difference(told, told_twin)
        if parting is None and same_view:
            continue
        drawn = twin.entry.answers != game.entry.answers
        if not same_view and (drawn or (parting is not None and _is_shown(parting))):
            return  # chance, or something turned up, has shown the viewer what was hidden
        if parting is None:
            yield Leak(viewer, f"after '{action}' the view differs, though everything told is the same")
        else:
            yield Leak(viewer, _told_differently(action, parting))
        return


def _common(
    game: AnyGame, twin: AnyGame, rng: Random, choose: Chooser, first: Action | None
) -> tuple[int, Action] | None:
    """Return a seat and an action that is legal in both games; `None` if none was found."""
    decisions = game.decisions
    if first is not None:
        for seat in decisions:
            if not game.why_not(first, seat=seat) and not twin.why_not(first, seat=seat):
                return seat, first
    for _ in range(_TRIES):
        seat = rng.choice([*decisions])
        action = choose(decisions[seat], rng)
        if not twin.why_not(action, seat=seat):
            return seat, action
    return None


def _answered(game: AnyGame, action: Action, seat: int, answers: tuple[str, ...]) -> AnyGame:
    """Play an action with the same answers of chance, or with others if those pieces lie elsewhere."""
    try:
        return game.with_chance(*answers, then=SeededChance(1)).play(action, seat=seat)
    except ChanceError:
        return game.with_chance(then=SeededChance(1)).play(action, seat=seat)


# ---------------------------------------------------------------------- what is scored


def wrong_scores(game: Any, viewer: int) -> Iterator[Leak]:  # Any: a game that has scores
    """Iterate points that a viewer sees wrongly, or cannot count once the game is over."""
    view = game.view(viewer)
    for seat in range(len(game.players)):
        try:
            said, truth = view.score(seat), game.score(seat)
        except HiddenInformation as error:
            if game.over:
                text = f"the game is over, but the points of seat {seat} cannot be counted ({error})"
                yield Leak(viewer, f"{text}: declare the hidden field with until_over=True")
            continue
        if said != truth:
            totals = f"{said.total}, but they are {truth.total}"
            text = f"the view counts the points of seat {seat} without what is hidden: {totals}"
            yield Leak(viewer, text)


# ---------------------------------------------------------------------- what is asked


def _asked_differently(game: AnyGame, twin: AnyGame, viewer: int, probes: Sequence[Action]) -> Iterator[Leak]:
    ours, theirs = game.decisions, twin.decisions
    if [*ours] != [*theirs]:
        yield Leak(viewer, f"who decides depends on what is hidden: {_either([*ours], [*theirs])}")
        return
    if viewer in ours:
        yield from _questioned_differently(viewer, ours[viewer], theirs[viewer])
        yield from _refused_differently(viewer, ours[viewer], theirs[viewer], probes)


def _questioned_differently(viewer: int, ours: Decision, theirs: Decision) -> Iterator[Leak]:
    kind = ours.kind
    if ours.prompt != theirs.prompt:
        differing = _either(repr(str(ours.prompt)), repr(str(theirs.prompt)))
        yield Leak(viewer, f"the prompt of {kind} depends on what is hidden: {differing}")
    listed, others = [*ours.options], [*theirs.options]
    if listed != others:
        some = [str(action) for action in listed if action not in others]
        more = [str(action) for action in others if action not in listed]
        yield Leak(viewer, f"the options of {kind} depend on what is hidden: {_either(some, more)}")
    elif len(listed) <= _MANY:
        tree, other = ours.options.grouped().to_data(), theirs.options.grouped().to_data()
        del tree["prompt"], other["prompt"]
        if tree != other:
            yield Leak(viewer, f"the labels of {kind} depend on what is hidden: {_parted(tree, other)}")


def _refused_differently(
    viewer: int, ours: Decision, theirs: Decision, probes: Sequence[Action]
) -> Iterator[Leak]:
    for action in probes:
        reasons, others = ours.options.why_not(action), theirs.options.why_not(action)
        if reasons != others:
            said, also = ("; ".join(map(str, some)) or "legal" for some in (reasons, others))
            yield Leak(viewer, f"the refusal of '{action}' depends on what is hidden: {_either(said, also)}")
            return


# ---------------------------------------------------------------------- what is drawn


def leaks_of_draws(before: AnyGame, after: AnyGame, rng: Random) -> Iterator[Leak]:
    """Let chance answer an action differently, and iterate what viewers are told about draws that they cannot see.

    Args:
        before: the game before an action.
        after: the game after it.
        rng: chooses other answers.
    """
    action, seat = after.last_action, after.last_seat
    assert action is not None
    for answers in _other_answers(
        after.entry.answers, rng, lambda given, then: _entry_with(before, action, seat, given, then)
    ):
        other = before.with_chance(*answers, then=SeededChance(1)).play(action, seat=seat)
        yield from _drawn_differently(after, other.entry, other.state, str(action))


def leaks_of_set_up(game: AnyGame, rng: Random) -> Iterator[Leak]:
    """Do the same for the set-up of a game; `game` is its first moment."""
    match = game.match

    def begun(given: tuple[str, ...], then: int) -> tuple[str, ...]:
        answers: tuple[str, ...] = match.begin(ScriptedChance(given, SeededChance(then))).answers
        return answers

    for answers in _other_answers(game.entry.answers, rng, begun):
        step = match.begin(ScriptedChance(answers, SeededChance(1)))
        entry = Entry(-1, None, step.events, step.answers, match=match)
        yield from _drawn_differently(game, entry, step.state, "the set-up")


def _entry_with(
    before: AnyGame, action: Action, seat: int, given: tuple[str, ...], then: int
) -> tuple[str, ...]:
    return before.with_chance(*given, then=SeededChance(then)).play(action, seat=seat).entry.answers


def _other_answers(answers: tuple[str, ...], rng: Random, answered: Any) -> Iterator[tuple[str, ...]]:
    """Iterate answers of chance of which one is another, as far as the rest still fits.

    Args:
        answers: those that were given.
        rng: chooses.
        answered: returns the answers if only the first ones are given, and a seed for the rest.
    """
    for place in sorted(rng.sample(range(len(answers)), min(_DRAWS, len(answers)))):
        drawn = answered(answers[:place], rng.randrange(1 << 32))
        words = answers[place].split()
        rng.shuffle(words)
        for other in dict.fromkeys((*drawn[place : place + 1], " ".join(words))):
            changed = (*answers[:place], other, *answers[place + 1 :])
            if other == answers[place]:
                continue
            try:
                answered(changed, 1)
            except ChanceError:
                continue
            yield changed


def _drawn_differently(after: AnyGame, entry: Entry, state: Any, what: str) -> Iterator[Leak]:
    """Compare what viewers are told about two draws; `state` is the state after the other one."""
    for viewer in viewers(after):
        ours, theirs = hide(after.state, viewer), hide(state, viewer)
        parting = _first_difference(after.entry.redacted(viewer), entry.redacted(viewer))
        # what is to be done is told by events, so it does not count as something that the viewer sees
        if parting is not None and evolve(theirs, agenda=ours.agenda) == ours:
            yield Leak(viewer, _told_differently(what, parting))


# ---------------------------------------------------------------------- how two entries differ

_Parting: TypeAlias = tuple[Event | None, Event | None]


def _first_difference(ours: Entry, theirs: Entry) -> _Parting | None:
    """Return the first events that differ; `None` if there are none. Fields shown on purpose do not count."""
    for one, other in zip_longest(ours.events, theirs.events):
        if one != other and _without_shows(one) != _without_shows(other):
            return one, other
    return None


def _without_shows(event: Event | None) -> Event | None:
    if event is None or not event.shows:
        return event
    return evolve(event, **dict.fromkeys(event.shows))  # type: ignore[misc]  # events are attrs classes


def _is_shown(parting: _Parting) -> bool:
    """Return whether an event says that it turns up what was hidden."""
    return any(event is not None and event.reveals for event in parting)


def _told_differently(action: object, parting: _Parting) -> str:
    ours, theirs = parting
    if ours is None or theirs is None or type(ours) is not type(theirs) or isinstance(ours, AgendaChanged):
        told = _either(*("nothing more" if event is None else event for event in parting))
        return f"after '{action}', what happens without asking depends on what is hidden: {told}"
    kind: type[Any] = type(ours)  # Any: events are attrs classes
    differing = [item.name for item in fields(kind) if getattr(ours, item.name) != getattr(theirs, item.name)]
    values = _either(
        *(", ".join(str(getattr(event, name)) for name in differing) for event in (ours, theirs))
    )
    return (
        f"the event {ours.tag} tells its {' and '.join(differing)} ({values}), though the view hides it: "
        "declare the field with held()"
    )


def _parted(ours: object, theirs: object) -> str:
    """Return the first texts in which two trees of data differ."""
    if isinstance(ours, dict) and isinstance(theirs, dict) and ours.keys() == theirs.keys():
        pairs: Iterable[tuple[object, object]] = ((ours[key], theirs[key]) for key in ours)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = zip(ours, theirs, strict=True)
    else:
        return _either(ours, theirs)
    return next(_parted(one, other) for one, other in pairs if one != other)


def _either(ours: object, theirs: object) -> str:
    return f"{str(ours)[:_LONGEST]} or {str(theirs)[:_LONGEST]}"


def _named(viewer: int) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"
