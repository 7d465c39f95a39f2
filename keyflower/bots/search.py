"""`SearchBot`: tries candidate moves in games sampled from its view; the strongest bot of the package."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from ctypes import addressof, c_int32
from random import Random
from time import perf_counter
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from attrs import define, evolve, frozen

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.leaf import leaf_of
from keyflower.appraisal.rating import Rated, SlowSteward
from keyflower.appraisal.weights import SECOND, Weights
from keyflower.bots.playouts import LightPlayouts, Playouts
from keyflower.bots.steward import StewardBot
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import instance, one_of, real, several, shown, whole
from keyflower.kernel.errors import SetupError
from keyflower.kernel.options import Decision

if TYPE_CHECKING:
    from keyflower.facade.game import Game
    from keyflower.facade.view import View

STRENGTHS: Final[Mapping[str, int]] = MappingProxyType({"easy": 55, "steady": 330, "strong": 1100})
"""How many playouts a bot of each strength runs in a turn."""
_LEAST_SECONDS: Final = 0.000_001
_MOST_SECONDS: Final = 86_400
_MOST_PLAYOUTS: Final = 100_000_000
_MOST_ENVY: Final = 1_000
"""Upper limits for the time, the playouts and the weight of the others' points."""
_PACE: Final = 1100
"""How many playouts it runs in a second, as measured at three seats on one core of a busy server of 2024 ..."""
_SLOW_PACE: Final = 450
"""... and without the native library, with faster and weaker players."""
_TIMED: Final = (1, 8, 64, 256)
"""How many games are tried where the pace is measured: the first makes tables, then more until it takes long enough."""
_LONG_ENOUGH: Final = 0.03
"""A search of this many seconds is long enough to measure the pace; a shorter one is lost in noise."""
_IDEAS: Final = 16
"""How many options are tried at most: those that the steward rates highest."""
_TRUST: Final = 1
"""The steward's rating counts as much as this many playouts."""
_GAP: Final = 30.0
"""Options that the steward rates more than this many points below its favourite are not tried."""
_NOISE: Final = 0.05
"""By how much the players in a playout misjudge an option."""
_SEASONS: Final = 1
"""A playout stops at the end of this many seasons."""
_STAKE: Final = 20.0
"""How many points of margin a won game counts."""
SEARCHED: Final[Mapping[str, float]] = MappingProxyType(
    {"turn": 1.0, "offer-winter": 1.0, "take-boat": 1.0, "build-all": 0.5}
)
"""The decisions that are searched, and how long compared with a turn; the others are left to the steward."""


@frozen
class Thought:
    """The rating of one option by a search."""

    action: Action
    """The option."""
    playouts: int
    """How often it was tried."""
    expects: float
    """Its average value over the playouts: the margin in points, plus a bonus in points for winning."""
    steward: float
    """The steward's rating of it, in points."""
    line: tuple[Action, ...]
    """The seat's follow-up decisions that it expects."""


@define
class _Idea:
    """One option being tried."""

    rated: Rated
    total: float = 0.0
    tried: int = 0

    @property
    def mean(self) -> float:
        """The average of the playouts; the steward's rating before the first."""
        return self.total / self.tried if self.tried else self.rated.worth


@frozen(kw_only=True, repr=False)
class SearchBot:
    """Samples games that are consistent with what it knows, and tries its best moves in them.

    It searches turns, winter tiles to offer, boats and building; follow-up decisions are left to the steward.
    It takes the options that the steward rates highest, plays each to the end of the season with stewards in the fast
    executor, evaluates the result with the learned value, and repeatedly drops the worse half. Sampled games are
    consistent with everything its seat has seen. Where nothing is compiled, only turns are searched, faster and weaker
    players replace the stewards, and the steward's appraisal replaces the learned value.

    The same view and the same generator give the same choice. With `seconds` it depends on the machine as well.

    >>> SearchBot(playouts=200), SearchBot(strength="easy").name
    (SearchBot(playouts=200), 'search-easy')
    """

    remembers: ClassVar[bool] = True

    seconds: float | None = None
    """How many seconds it takes for a turn."""
    playouts: int | None = None
    """How many playouts it runs in a turn; an alternative to `seconds`."""
    strength: str | None = None
    """One of the `STRENGTHS`, an alternative to both; ``steady`` by default."""
    weights: Weights = SECOND
    """The weights of the bot and of the players in its playouts; the learned value was fitted with `SECOND`."""
    envy: float = 0.3
    """How much the points of the others count against its own where nothing is compiled; the learned value compares."""

    def __attrs_post_init__(self) -> None:
        if sum(given is not None for given in (self.seconds, self.playouts, self.strength)) > 1:
            raise SetupError("pass only one of seconds=, playouts= and strength=")
        if self.strength is not None:
            one_of(self.strength, STRENGTHS, "strength")
        if self.seconds is not None:
            real(self.seconds, "seconds", least=_LEAST_SECONDS, most=_MOST_SECONDS)
        if self.playouts is not None:
            whole(self.playouts, "playouts", least=1, most=_MOST_PLAYOUTS)
        real(self.envy, "envy", least=-_MOST_ENVY, most=_MOST_ENVY)
        instance(self.weights, Weights, "weights")

    @property
    def wait(self) -> float:
        """How many seconds a turn takes: exact if it was given, otherwise an estimate."""
        from keyflower.fast.library import loaded

        pace = _SLOW_PACE if loaded() is None else _PACE
        return self.seconds if self.seconds is not None else self._number / pace

    def wait_in(self, game: Game) -> float:
        """Return how many seconds a turn takes with the rules of a game; measured, unless it is the base game.

        Short searches are timed at the decision that is open, in a tenth of a second where the rules are compiled and
        in seconds where they are not. If it is nobody's turn, the usual estimate is returned.
        """
        turns = [seat for seat, decision in game.decisions.items() if decision.kind == "turn"]
        if self.seconds is not None or not turns or len(game.ruleset.expansions) == 1:
            return self.wait
        view, each = game.view(turns[0]), 0.0
        for number in _TIMED:
            began = perf_counter()
            evolve(self, strength=None, playouts=number).thoughts(view, view.decision, Random(0))
            took = perf_counter() - began
            each = took / number
            if number > 1 and took >= _LONG_ENOUGH:
                break
        return each * self._number

    @property
    def _number(self) -> int:
        """How many games it tries."""
        return self.playouts if self.playouts is not None else STRENGTHS[self.strength or "steady"]

    @property
    def name(self) -> str:
        """Its name in tables of results."""
        given = f"{self.seconds:g}s" if self.seconds is not None else self.playouts and f"{self.playouts}p"
        weights = "" if self.weights == SECOND else self.weights.id
        return "-".join(filter(None, ("search", given or self.strength, weights)))

    def __repr__(self) -> str:
        given = {"seconds": self.seconds, "playouts": self.playouts, "strength": self.strength}
        told = [f"{name}={value!r}" for name, value in given.items() if value is not None]
        told += [f"weights={self.weights!r}"] if self.weights != SECOND else []
        told += [f"envy={self.envy}"] if self.envy != 0.3 else []
        return f"SearchBot({', '.join(told)})"

    def choose(self, view: View, decision: Decision, rng: Random) -> Action:
        """Return the option with the best prospects."""
        thoughts = self.thoughts(view, decision, rng)
        return thoughts[0].action if thoughts else self._steward.choose(view, decision, rng)

    @property
    def _steward(self) -> StewardBot:
        return StewardBot(weights=self.weights)

    def thoughts(
        self, view: View, decision: Decision, rng: Random, *, also: Iterable[Action | str] = ()
    ) -> tuple[Thought, ...]:
        """Return its ratings of the options, best first; empty where it leaves the choice to the steward.

        Args:
            view: what the seat knows.
            decision: the decision of the seat.
            rng: its source of randomness.
            also: options to try in addition to its own candidates; at most 16.

        Raises:
            SetupError: if one of them is not an option of the decision, or there are too many.
        """
        asked = _asked(decision, also)
        if decision.kind not in SEARCHED:
            return ()
        found = self._thought_natively(view, decision, rng, asked)
        if found is not None:
            return found
        if decision.kind != "turn":
            return ()
        rated = sorted(self._steward.rate(view, decision), key=lambda one: -one.worth)
        ideas = [_Idea(one) for one in rated if one.worth >= rated[0].worth - _GAP][:_IDEAS]
        known = {idea.rated.action for idea in ideas}
        ideas += [_Idea(one) for one in SlowSteward(self.weights).rate_all(view, decision, asked - known)]
        if not ideas:
            return ()
        if len(ideas) > 1:
            self._try(view, ideas, self._playouts(view, decision.seat), rng)
        return tuple(
            Thought(one.rated.action, one.tried, one.mean, one.rated.worth, one.rated.line)
            for one in _ordered(ideas)
        )

    def _thought_natively(
        self, view: View, decision: Decision, rng: Random, asked: Set[Action]
    ) -> tuple[Thought, ...] | None:
        """Return the thoughts of the native library, whose players are stewards; `None` where it cannot play."""
        from keyflower.fast import options as packed_options
        from keyflower.fast.bots import SearchPlan, any_deal, known_pieces, searched
        from keyflower.fast.trials import native_leaf

        packed = any_deal(view)
        if packed is None:
            return None
        leaf = native_leaf(leaf_of(view.ruleset, len(view.players)))  # held until the search is over
        share = SEARCHED.get(decision.kind, 1.0)
        seconds, playouts = share * (self.seconds or 0.0), max(1, round(share * self._number))
        plan = SearchPlan(seconds, playouts, _IDEAS, _GAP, _TRUST, self.envy, _NOISE, _SEASONS, _STAKE)
        plan.leaf = addressof(leaf)
        if asked:
            options = packed_options(packed, seat=decision.seat)
            places = [place for place, action in enumerate(options) if action in asked]
            plan.also, plan.asked = (c_int32 * len(places))(*places), len(places)
        known, key = known_pieces(packed, view.state), rng.randrange(1 << 64)
        trials = searched(packed, decision.seat, self.weights, plan, known=known, key=key)
        return tuple(
            Thought(
                one.rated.action,
                one.playouts,
                one.total / one.playouts if one.playouts else one.rated.worth,
                one.rated.worth,
                one.rated.line,
            )
            for one in trials
        )

    def _playouts(self, view: View, seat: int) -> Playouts:
        appraisers = [Appraiser.of(view.ruleset, number, self.weights) for number in range(len(view.players))]
        return LightPlayouts(view.ruleset, seat, tuple(appraisers), self.envy)

    def _try(self, view: View, ideas: list[_Idea], playouts: Playouts, rng: Random) -> None:
        """Try all candidates in the same sampled games, and repeatedly drop the worse half."""
        spent = self._budget()
        rounds = max(1, (len(ideas) - 1).bit_length())
        left = list(ideas)
        for number in range(1, rounds + 1):
            while spent(sum(idea.tried for idea in ideas)) < number / rounds:
                dealt, seed = view.sample(rng), rng.randrange(1 << 53)
                for idea in left:
                    line = (idea.rated.action, *idea.rated.line)
                    idea.total += playouts.value(dealt, line, Random(seed))
                    idea.tried += 1
            left = _ordered(left)[: max(2, len(left) // 2)]

    def _budget(self) -> Callable[[int], float]:
        """Return a function of the playouts so far that returns the share of the budget that is spent."""
        if self.seconds is None:
            number = self._number
            return lambda tried: tried / number
        begun, seconds = perf_counter(), self.seconds
        return lambda tried: (perf_counter() - begun) / seconds


def _asked(decision: Decision, also: Iterable[Action | str]) -> frozenset[Action]:
    """Return the options that are to be tried in any case."""
    given = several(also, "also", example='["pass"]', most=_IDEAS)
    for one in given:
        if one not in decision.options:
            raise SetupError(f"also takes options of the decision; {shown(one)} is none")
    return frozenset([decision.options[one] if isinstance(one, str) else one for one in given])


def _ordered(ideas: list[_Idea]) -> list[_Idea]:
    """Return candidates, best first: those tried longest, by their average; the steward's rating counts a little."""
    level = sum(idea.mean - idea.rated.worth for idea in ideas) / len(ideas)

    def merit(idea: _Idea) -> tuple[int, float]:
        believed = level + idea.rated.worth
        return idea.tried, (idea.mean * idea.tried + _TRUST * believed) / (idea.tried + _TRUST)

    return sorted(ideas, key=merit, reverse=True)
