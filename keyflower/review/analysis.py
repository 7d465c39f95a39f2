"""`review` rates every decision of a game, and estimates how much every draw changed; `hint` rates an open decision."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import lru_cache

from attrs import field, frozen

from keyflower.facade.event_log import EventLog
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import called, instance, several, shown, whole
from keyflower.kernel.chance import key_of
from keyflower.kernel.errors import SetupError
from keyflower.review.choices import OptionComparison, ReviewedChoice, Tried
from keyflower.review.estimates import Estimate
from keyflower.review.option_values import as_it_was, comparison_of, horizon, player_of
from keyflower.review.progress_file import ReviewStore
from keyflower.review.report import Report
from keyflower.review.reviewed_moment import ReviewedMoment
from keyflower.simulate.executors import AHEAD, LentExecutor, worked

DEALS = 24
"""In how many sampled games each option is tried by default."""
CANDIDATES = 6
"""How many options are tried by default besides the chosen one."""
_MOST_DEALS = 10_000
_MOST_CANDIDATES = 60
_CURVE = 3
"""One in this many deals is used for the curve of winning chances."""
_LUCK = 4
"""Draws are few and their luck is small, so it is estimated in this many times the deals, ..."""
_CLEAR_LUCK = 0.4
"""... and in twice as many where the standard error is larger than this, in points."""


def review(
    game_or_log: Game | EventLog,
    *,
    seats: Iterable[int | str] | None = None,
    deals: int = DEALS,
    candidates: int = CANDIDATES,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Report:
    """Rate every decision of a game: what it was worth, what would have been better, and what was luck.

    For each decision, the chosen option and the best others are tried in the same sampled games, which are consistent
    with what the seat knew then. Stewards play them to the end of the season, and the learned value rates the result.
    The same game, numbers and seed give the same report, wherever it is computed.

    Args:
        game_or_log: a game with its history, finished or not, or its log.
        seats: whose decisions, by name or number; everybody's by default.
        deals: in how many sampled games each option is tried. If the grade is unclear, twice as many are used; options
            that fall behind get fewer.
        candidates: how many options are tried besides the chosen one.
        seed: the seed of everything random.
        executor: any executor of `concurrent.futures`; by default the work is done in this process.
        progress: called with the number of finished moments and the number of all moments.
        out: a file for the finished moments; a review that was stopped is resumed from it.

    Raises:
        SetupError: if there is nothing to review, or a number is not possible.
        UnknownName: if there is no such player.
        LogError: if the log cannot be replayed.
    """
    game = _game(game_or_log)
    wanted = (
        range(len(game.players))
        if seats is None
        else map(game.seat_of, several(seats, "seats", example='["Ann"]'))
    )
    plan = Work.checked(game, wanted, deals, candidates, seed)
    if progress is not None:
        called(progress, "progress")
    if executor is not None:
        instance(executor, Executor, "executor")
    plies = range(game.ply + 1)
    store = None if out is None else ReviewStore(out, game, plan.about())
    known = {} if store is None else store.read()
    left = [ply for ply in plies if ply not in known]
    for moment in _worked(plan, left, executor):
        known[moment.ply] = moment
        if store is not None:
            store.append(moment)
        if progress is not None:
            progress(len(known), len(plies))
    return Report(game, tuple(known[ply] for ply in plies), plan.deals, plan.seed, plan.seats)


def hint(
    game: Game,
    seat: int | str | None = None,
    *,
    deals: int = DEALS,
    candidates: int = CANDIDATES,
    seed: int = 0,
) -> tuple[Tried, ...]:
    """Rate the options of an open decision as a review would, from what the seat knows; the best comes first.

    Args:
        game: a game with its history.
        seat: who has to decide, by name or number; needed only while several seats decide at once.
        deals: in how many sampled games each option is tried.
        candidates: how many options are tried besides the one that a steward would choose.
        seed: the seed of everything random.

    Raises:
        GameOver, NotYourTurn: if this seat has nothing to decide.
        UnknownName: if there is no such player.
        SetupError: if it is not a game of Keyflower, or a number is not possible.

    >>> from keyflower import Game
    >>> best, *others = hint(Game.new(["Ann", "Bob"], seed=7), deals=4, candidates=2)
    >>> best.action.verb, len(others)
    ('bid', 2)
    """
    _check_game(game)
    decision = game.decision if seat is None else game.view(seat).decision
    plan = Work.checked(game, (), deals, candidates, seed)
    return plan.compared(game, decision.seat).tried()


def _game(given: object) -> Game:
    if isinstance(given, EventLog):
        given = given.replay()
    game = _check_game(given)
    if game.parent is None:
        raise SetupError("there is nothing to review yet: this game has no history")
    return game


def _check_game(given: object) -> Game:
    if not isinstance(given, Game):
        raise SetupError(
            f"only games of Keyflower can be reviewed, not {shown(given)}: "
            "how good a position is has not been learned for other games"
        )
    return given


def _worked(plan: Work, plies: Sequence[int], executor: Executor | None) -> Iterator[ReviewedMoment]:
    if executor is None:
        for ply in plies:
            yield plan.moment(ply)
        return
    chunks = [plies[at : at + 8] for at in range(0, len(plies), 8)]
    for chunk, moments in worked(plan, chunks, LentExecutor(executor), ahead=AHEAD):
        if moments is None:
            raise SetupError(f"moments {chunk[0]} to {chunk[-1]} could not be reviewed: their worker died")
        yield from moments


@frozen
class Work:
    """The work to do for each moment of a game; a class, so that it can be sent to other processes."""

    game: Game = field(repr=False)
    seats: frozenset[int]
    deals: int
    candidates: int
    seed: int

    @classmethod
    def checked(cls, game: Game, seats: Iterable[int], deals: int, candidates: int, seed: int) -> Work:
        """Return the work to do, after checking its numbers."""
        return cls(
            game,
            frozenset(seats),
            whole(deals, "deals", least=2, most=_MOST_DEALS),
            whole(candidates, "candidates", least=1, most=_MOST_CANDIDATES),
            whole(seed, "seed", least=0),
        )

    def about(self) -> dict[str, object]:
        """Return what identifies a review, as JSON-able data; parts of one review agree in it."""
        return {
            "deals": self.deals,
            "candidates": self.candidates,
            "seed": self.seed,
            "seats": sorted(self.seats),
        }

    def __call__(self, plies: Sequence[int]) -> list[ReviewedMoment]:
        """Review several moments."""
        return [self.moment(ply) for ply in plies]

    def moment(self, ply: int) -> ReviewedMoment:
        """Review one moment: the decision that was made there, and the draws that followed it."""
        moments = _moments(self.game)
        game = moments[ply]
        values = self._now(game)
        if ply + 1 == len(moments):
            return ReviewedMoment(ply, *values)
        after = moments[ply + 1]
        entry = after.entry
        assert entry.action is not None, "only the set-up has no action"
        choice = self._choice(game, ply, entry.seat) if entry.seat in self.seats else None
        luck = self._luck(game, after) if entry.answers else ()
        return ReviewedMoment(ply, *values, choice, luck)

    # ------------------------------------------------------------------ chances and luck

    @property
    def _key(self) -> int:
        return key_of(self.seed)

    def chances(self, ply: int) -> tuple[Estimate, ...]:
        """Return the chance of each seat to win at a moment."""
        return self._now(_moments(self.game)[ply])[0]

    def _now(self, game: Game) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
        """Return the chances and margins of all seats at a moment; at the set-up as precisely as luck."""
        if game.over:
            return _final(game)
        deals = _LUCK * self.deals if game.parent is None else max(2, self.deals // _CURVE)
        samples = as_it_was(game, self._key, range(deals))
        seats = range(len(game.players))
        return (
            tuple(Estimate.of([wins[seat] for _, wins in samples]) for seat in seats),
            tuple(Estimate.of([margins[seat] for margins, _ in samples]) for seat in seats),
        )

    def _luck(self, before: Game, after: Game) -> tuple[Estimate, ...]:
        """Return how much the draws after an action changed for each seat, in points of margin.

        Rare draws can change much. A few deals without one would look more certain than they are, so there is no
        stopping early.
        """
        number = _LUCK * self.deals
        changes = self._changes(before, after, range(number))
        if max(Estimate.of(column).error for column in zip(*changes, strict=True)) > _CLEAR_LUCK:
            changes += self._changes(before, after, range(number, 2 * number))
        return tuple(Estimate.of(column) for column in zip(*changes, strict=True))

    def _changes(self, before: Game, after: Game, deals: range) -> list[list[float]]:
        """Return the margins of all seats after the real draws minus those after the draws of each deal."""
        entry = after.entry
        longer = not after.over and horizon(after) > horizon(before)
        expected = as_it_was(before, self._key, deals, longer=longer, action=entry.action, seat=entry.seat)
        if after.over:
            came = [[one.mean for one in _final(after)[1]]] * len(deals)
        else:
            came = [[*margins] for margins, _ in as_it_was(after, self._key, deals)]
        return [
            [new - old for new, old in zip(margins, others, strict=True)]
            for margins, (others, _) in zip(came, expected, strict=True)
        ]

    # ------------------------------------------------------------------ choices

    def _choice(self, game: Game, ply: int, seat: int) -> ReviewedChoice | None:
        """Return the rated decision of a seat; `None` if there was no choice."""
        entry = _moments(self.game)[ply + 1].entry
        assert entry.action is not None
        decision = game.decisions[seat]
        if len(decision.options) < 2:
            return None
        return self.compared(game, seat, entry.action).reviewed(ply, decision.kind, str(game.season))

    def compared(self, game: Game, seat: int, played: Action | None = None) -> OptionComparison:
        """Return the options of a seat at a moment, tried; the one that was played is among them, if one was."""
        view = game.view(seat).remembering(game.log)
        judged = comparison_of(view, view.decision, played, self.candidates)
        player = player_of(game, view, seat, key_of(self.seed * 1_000_003 + game.ply + 1))
        actions = [one.action for one in judged.candidates]
        judged.spend(
            lambda places, deals: player.options([actions[place] for place in places], deals), self.deals
        )
        return judged


def _final(game: Game) -> tuple[tuple[Estimate, ...], tuple[Estimate, ...]]:
    """Return the chances and margins at the end of a game, which are certain."""
    ended = game.entry.ended
    assert ended is not None, "a game that is over says how it ended"
    totals, others = ended.totals, len(ended.totals) - 1
    wins = tuple(Estimate((seat in ended.winners) / len(ended.winners)) for seat in range(len(totals)))
    return wins, tuple(Estimate(own - (sum(totals) - own) / others) for own in totals)


@lru_cache(maxsize=2)
def _moments(game: Game) -> tuple[Game, ...]:
    return game.moments
