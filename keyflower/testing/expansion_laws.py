"""The laws of a game, checked at every moment: what an expansion's rules must never break."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice, pairwise
from random import Random
from typing import Final

from attrs import evolve

from keyflower.engine.option_labels import KINDS
from keyflower.engine.scoring import score_seat
from keyflower.extend.expansion import Expansion
from keyflower.facade.event_log import EventLog
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.errors import HiddenInformation, MissingExtra
from keyflower.kernel.handlers import AnyHandler, BaseHandler
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.options import Decision
from keyflower.kernel.sentences import said_fields
from keyflower.kernel.state import hidden_part, hide
from keyflower.kernel.testing import laws
from keyflower.kernel.testing.leaks import (
    Leak,
    leaks_behind,
    leaks_of_draws,
    leaks_of_set_up,
    viewers,
    wrong_scores,
)
from keyflower.model.actions import Bid, Choose, Done, Pass, Spend, Take, Use
from keyflower.model.places import OwnPlace
from keyflower.model.pool import Pool
from keyflower.model.state import State, empty_state
from keyflower.testing import census
from keyflower.testing.expansion_report import Findings
from keyflower.testing.random_play import moments

PROBES: Final[tuple[Action, ...]] = (
    Pass(), Done(), Choose("?"), Take("?"), Spend("?"), Bid("?", Pool.of(red=1)), Use("?"),
)  # fmt: skip
"""Actions that are rarely legal: every question must refuse or accept them without an error."""

MANY: Final = 60
"""How many options of a question are checked one by one."""
TRIED: Final = 8
"""At how many moments of a game that concern the expansion hidden things are redealt."""
PLIES: Final = 3
"""How many actions are played from there."""


class Walk:
    """Goes through games moment by moment and checks the laws; records which parts of the expansion came up."""

    def __init__(self, found: Findings, expansion: Expansion) -> None:
        """Prepare to check an expansion."""
        self.found = found
        self.expansion = expansion
        self.verbs = {action.verb for action in expansion.actions}
        self.tags = {event.tag for event in expansion.events}
        self.tasks = {task.tag for task, handler in expansion.handlers.items() if _asks(handler)}
        self.tiles = {tile.name for tile in expansion.tiles}
        self.places = {place.tag for place in expansion.places}
        self.met: set[str] = set()
        """The verbs of actions and the tags of events, questions and places that came up."""
        self._leaked: set[str] = set()

    def game(self, game: Game, where: str, *, begun: bool) -> None:
        """Check a game at every moment; `begun` if it was set up for play, not in the middle."""
        viewers = (*range(len(game.players)), SPECTATOR)
        first, *rest = moments(game)
        with self.found.guard("play", f"{where}, set-up"):
            if begun:
                views = {viewer: empty_state(viewer) for viewer in viewers}
                self._events(first, empty_state(), views, f"{where}, set-up")
            else:
                views = {viewer: hide(first.state, viewer) for viewer in viewers}
            self.moment(first, f"{where}, set-up")
            for number, moment in enumerate(rest, 1):
                at = f"{where}, action {number} ({moment.last_action})"
                assert moment.parent is not None
                self._action(moment.parent, moment, at)
                self._events(moment, moment.parent.state, views, at)
                self.moment(moment, at)
        with self.found.guard("secrets", where):
            self._secrets([first, *rest], where, begun=begun)
        with self.found.guard("logs", where):
            self._log(game, where)
        with self.found.guard("pictures", where):
            _draw(game)

    def _expect(self, check: str, where: str, text: str, *, that: bool) -> None:
        """Check something; the same mistake at many moments counts as one problem."""
        self.found.expect(check, where, text, that=that, once=True)

    def _broken(self, check: str, where: str, law: Iterable[str]) -> None:
        """Check a law at one moment; an error is a problem too."""
        with self.found.guard(check, where):
            self.found.look(check)
            for text in law:
                self._expect(check, where, text, that=False)

    # ------------------------------------------------------------------ one moment

    def moment(self, game: Game, at: str) -> None:
        """Check pieces, questions and the text of a state."""
        losses = census.losses(game.ruleset, game.state)
        self._expect("conservation", at, losses, that=not losses)
        self.met |= self.places & {place.tag for place in _places(game.state)}
        if game.over:
            self._broken("json", at, laws.state_lost_in_json(game, game.state))
            return
        decisions = game.decisions
        self._expect("questions", at, "nobody has anything to decide", that=bool(decisions))
        own = game.state.agenda[0].tag in self.tasks
        if own:
            self.met.add(game.state.agenda[0].tag)
        for decision in decisions.values():
            with self.found.guard("questions", at):
                self._question(game, decision, at, own=own)
        if own or (game.last_action is not None and game.last_action.verb in self.verbs):
            self._broken("json", at, laws.state_lost_in_json(game, game.state))

    def _question(self, game: Game, decision: Decision, at: str, *, own: bool) -> None:
        where = f"{at}, {decision.kind} of seat {decision.seat}"
        self._broken("questions", where, laws.unasked(decision))
        if own:
            listed = list(islice(decision.options, MANY))
        else:
            listed = [action for verb in sorted(self.verbs) for action in decision.options.where(kind=verb)]
        probes = PROBES if own and len(listed) < MANY else ()
        self._broken("questions", where, laws.misjudged(decision, listed[:MANY], probes))
        for action in listed[:MANY]:
            self._broken("notation", where, laws.misread(game, decision.seat, action))
        if own or listed:
            self._broken("redaction", where, laws.peeking(game, decision, most=MANY))

    # ------------------------------------------------------------------ one step

    def _action(self, before: Game, after: Game, at: str) -> None:
        action = after.last_action
        assert action is not None
        if action.verb not in self.verbs:
            return
        self.met.add(action.verb)
        known = {*KINDS, *action.labels, *(part.step for part in said_fields(type(action)))}
        for kind, key in action.path():
            text = f"{action.verb}: say how {key!r} is called, as `labels[{kind!r}]` of its class"
            self.found.expect("labels", at, text, that=kind in known)
        self._broken("notation", at, laws.misread(before, after.last_seat, action))
        for said in (action, action.hidden()):
            self._broken("json", at, laws.action_lost_in_json(after, said))

    def _events(self, game: Game, before: State, views: dict[int, State], at: str) -> None:
        for event in game.events:
            if event.tag in self.tags:
                self.met.add(event.tag)
                self._broken("json", at, laws.event_lost_in_json(game, event))
        self._broken("events", at, laws.unfolded(game, before))
        for viewer, view in views.items():
            self._broken("redaction", f"{at}, viewer {viewer}", laws.mistold(game, view, viewer))
            views[viewer] = hide(game.state, viewer)

    # ------------------------------------------------------------------ what nobody may learn

    def _secrets(self, game: list[Game], where: str, *, begun: bool) -> None:
        """Redeal what viewers cannot see, at moments that concern the expansion: nobody may notice."""
        rng = Random(len(game))
        taken = {after.last_action for after in game[1:] if after.last_action is not None}
        own = sorted((action for action in taken if action.verb in self.verbs), key=str)
        probes = (*PROBES, *rng.sample(own, min(len(PROBES), len(own))))
        if begun:
            self._leaks(leaks_of_set_up(game[0], rng), f"{where}, set-up")
        concerned = [place for place, pair in enumerate(pairwise((*game, None))) if self._concerns(*pair)]
        others = rng.sample(range(len(game)), 1)
        for place in (*(rng.choices(concerned, k=TRIED) if concerned else ()), *others):
            moment, after = game[place], game[place + 1] if place + 1 < len(game) else None
            at = f"{where}, after action {place}"
            action = None if after is None else after.last_action
            for viewer in viewers(moment):
                found = leaks_behind(moment, viewer, rng, plies=PLIES, first=action, probes=probes)
                self._leaks(found, at)
            if after is not None and after.entry.answers:
                self._leaks(leaks_of_draws(moment, after, rng), at)
        for moment in (game[rng.choice(concerned)] if concerned else game[0], game[-1]):
            for viewer in viewers(moment):
                self._leaks(wrong_scores(moment, viewer), where)
            self._scores(moment, where)

    def _concerns(self, moment: Game | None, after: Game | None) -> bool:
        """Return whether the expansion asks something now, or has a part in what happens next."""
        for game in (moment, after):
            if game is not None and game.state.agenda and game.state.agenda[0].tag in self.tasks:
                return moment is not None and all(asked.options for asked in moment.decisions.values())
        if moment is None or after is None:
            return False
        tile = getattr(after.last_action, "tile", "")
        return tile in self.tiles or any(event.tag in self.tags for event in after.events)

    def _scores(self, game: Game, at: str) -> None:
        """Hide each place of the expansion by itself: the points must stay the same, or be unknown."""
        for number, seat in enumerate(game.state.seats):
            for place in seat.places:
                for over in (False, True):
                    with self.found.guard("secrets", at):
                        self._score_behind(game, number, place, at, over=over)

    def _score_behind(self, game: Game, number: int, place: OwnPlace, at: str, *, over: bool) -> None:
        hidden = hidden_part(place, SPECTATOR, number, over=over)
        if hidden == place:
            return
        seats = [*game.state.seats]
        own = tuple([hidden if other is place else other for other in seats[number].places])
        seats[number] = evolve(seats[number], places=own)
        name, truth = type(place).__name__, game.score(number).total
        try:
            said = score_seat(
                game.ruleset, evolve(game.state, viewer=SPECTATOR, seats=tuple(seats)), number
            ).total
        except HiddenInformation:
            text = (
                f"points depend on {name}, which stays hidden even when the game is over: say until_over=True"
            )
            self._expect("secrets", at, text, that=not over)
            return
        text = f"points are counted as if nothing lay in {name}, where they cannot be known: do not ask for `unknown`"
        self._expect("secrets", at, text, that=said == truth)

    def _leaks(self, found: Iterable[Leak], at: str) -> None:
        self.found.look("secrets")
        for leak in found:
            what = leak.text.partition(":")[0].partition("(")[0]  # the rest are the values that differ
            if what not in self._leaked:
                self._leaked.add(what)
                self.found.add("secrets", at, str(leak))

    # ------------------------------------------------------------------ a whole game

    def _log(self, game: Game, where: str) -> None:
        loads = partial(EventLog.loads, expansions=game.ruleset.expansions)
        self._broken("logs", where, laws.lost_in_logs(game, loads))
        for viewer in viewers(game):
            with self.found.guard("logs", f"{where}, viewer {viewer}"):
                json.dumps(game.view(viewer).to_data())
        for sheet, seat in zip(game.scores, range(len(game.players)), strict=True):
            total = sum(line.points for line in sheet.lines)
            text = f"the lines of seat {seat} add up to {total}, not to {sheet.total}"
            self._expect("scores", where, text, that=total == sheet.total and bool(sheet.explain()))

    def deal(self, game: Game, where: str, seed: int) -> None:
        """Check that a full game can be sampled from the view of every player whom the expansion asks."""
        if game.over or game.state.agenda[0].tag not in self.tasks:
            return
        for viewer in (*range(len(game.players)), SPECTATOR):
            with self.found.guard("redaction", f"{where}, deal for viewer {viewer}"):
                self.found.look("redaction")
                game.view(viewer).sample(Random(seed))

    def unmet(self) -> Iterable[str]:
        """Return the parts of the expansion that no game has used."""
        return sorted((self.verbs | self.tags | self.tasks | self.places) - self.met)


def _asks(handler: AnyHandler) -> bool:
    """Return whether a handler offers any options; one that does not is for tasks that nobody decides."""
    return getattr(type(handler), "options", None) is not BaseHandler.options


def _places(state: State) -> Iterator[OwnPlace]:
    yield from state.places
    for berth in state.berths:
        yield from berth.places
    for seat in state.seats:
        yield from seat.places
        yield from seat.village.places


def _draw(game: Game) -> None:
    from keyflower import render

    render.table_text(game.state, ruleset=game.ruleset, names=game.players)
    try:
        render.table_svg(game.state, ruleset=game.ruleset, names=game.players)
    except MissingExtra:
        return  # the check of the tiles has said so already
