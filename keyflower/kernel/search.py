"""`SearchBot`: Monte Carlo search for any game with hidden information (information-set MCTS).

Each playout samples a full game that is consistent with the view, makes one of the candidate moves, and lets a policy
play the rest. A policy is any bot, or an object that reads the sampled state directly (a `Policy`), which is much
faster. There are two ways to divide the playouts: repeatedly drop the worse half of the candidates (`halving`), or grow
a tree over what each seat can know (`tree`). A search can be stopped at any time, and reports what it has found so far
(`SearchReport`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from attrs import define, field

from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import called, one_of, whole
from keyflower.kernel.bots import AnyBot, RandomBot, Rated, checked_bot
from keyflower.kernel.canonical_text import known_text
from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.options import Decision
from keyflower.kernel.state import hide
from keyflower.kernel.values import frozen

_MOST: Final = 1_000_000
_LONGEST: Final = 20_000
"""A playout with more actions than this is stopped: no game is meant to take that long."""
_EXPLORES: Final = 0.7
"""How strongly the tree prefers moves that have rarely been tried, relative to the spread of the values."""
METHODS: Final = ("halving", "tree")
"""How the playouts can be divided among the moves."""


@runtime_checkable
class Policy(Protocol):
    """Chooses the moves of a playout. It reads the sampled state, so what it sees of other seats is only a guess."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return one of the options of a decision."""
        ...


@runtime_checkable
class Judging(Protocol):
    """A policy that can also rate: which options are worth trying, and how good an unfinished game is."""

    def rated(
        self, match: Any, state: Any, decision: Decision
    ) -> list[tuple[float, Action]]:  # Any: the game's
        """Return the options with their ratings; the search tries the highest-rated ones."""
        ...

    def worth(self, match: Any, state: Any, seat: int) -> float:  # Any: the game's
        """Return how good an unfinished game is for a seat, in points."""
        ...


@runtime_checkable
class Stopping(Protocol):
    """A policy that says where a playout stops and is rated; counting in rounds favours no short move."""

    def stops(self, match: Any, start: Any, state: Any) -> bool:  # Any: the game's
        """Return whether a playout for a decision in the state `start` stops at a later state."""
        ...


@frozen
class BotPolicy:
    """A bot as a policy. It is slower, because the bot is shown only what its seat may know of the sampled game."""

    bot: AnyBot
    """The bot."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return what the bot chooses."""
        view = match.game_class().VIEW(match, hide(state, decision.seat))
        return self.bot.choose(view, view.decision, rng)


@frozen
class RandomPolicy:
    """Chooses among all options with equal probability."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return one option."""
        return decision.options.sample(rng)


# ---------------------------------------------------------------------- what a search finds


@define
class Tried:
    """The playouts of one move so far."""

    action: Action
    """The move."""
    visits: int = 0
    """How many playouts began with it."""
    total: float = 0.0
    """The sum of their results."""
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """Their average result: points ahead of the best other seat, or simply points in a game for one."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.visits < 2:
            return float("inf")
        spread = max(0.0, self.squares / self.visits - self.mean**2)
        return sqrt(spread / (self.visits - 1))

    def add(self, value: float) -> None:
        """Count one more playout."""
        self.visits += 1
        self.total += value
        self.squares += value * value


@frozen
class SearchReport:
    """Why a search chose what it chose."""

    tried: tuple[Tried, ...]
    """The moves that were tried, the best first."""
    playouts: int
    """How many playouts there were."""
    left_out: int = 0
    """How many options were not tried because their ratings were lower."""

    @property
    def best(self) -> Action:
        """The chosen move."""
        return self.tried[0].action

    def __str__(self) -> str:
        lines = [
            f"{one.mean:8.2f} +- {one.error:5.2f}  {one.visits:5}  {one.action}"
            if one.visits > 1
            else f"{one.action}"
            for one in self.tried
        ]
        return "\n".join([f"{self.playouts} playouts, {self.left_out} options left out", *lines])


# ---------------------------------------------------------------------- the search


@frozen
class SearchBot:
    """Finds a move by playing many games to the end, each sampled to match what its seat knows.

    >>> bot = SearchBot(playouts=20)
    """

    playouts: int = 200
    """How many playouts it makes for each decision."""
    policy: Policy | AnyBot = RandomPolicy()
    """Who chooses the moves of the playouts."""
    candidates: int = 12
    """How many options it tries at most, if the policy can rate them (`Judging`); otherwise it tries all of them."""
    plies: int = 0
    """After how many actions a playout stops and is rated; 0 means at the end of the game."""
    method: str = "halving"
    """How the playouts are divided among the moves: ``halving`` or ``tree``."""
    stop: Callable[[int], bool] | None = field(default=None, eq=False)
    """Called before each playout with the number of playouts so far; if it returns true, the search stops there. It may
    look at a clock."""
    name: str = "search"
    """What it is called in tables."""

    def __attrs_post_init__(self) -> None:
        whole(self.playouts, "playouts", least=1, most=_MOST)
        whole(self.candidates, "candidates", least=2, most=_MOST)
        whole(self.plies, "plies", least=0, most=_MOST)
        if self.stop is not None:
            called(self.stop, "stop")
        one_of(self.method, METHODS, "method")
        if not isinstance(self.policy, Policy):
            checked_bot(self.policy)

    def choose(self, view: Any, decision: Decision, rng: Random) -> Action:  # Any: the view of any game
        """Return the best move found."""
        return self.explained(view, decision, rng).best

    def rate(self, view: Any, decision: Decision, rng: Random) -> list[Rated]:  # Any: as above
        """Return the moves that were tried, the best first, each with the average result of its playouts."""
        return [Rated(one.action, one.mean) for one in self.explained(view, decision, rng).tried]

    def explained(self, view: Any, decision: Decision, rng: Random) -> SearchReport:  # Any: as above
        """Return the best move found, together with the results of all the moves that were tried."""
        options = list(decision.options)
        if len(options) == 1:
            return SearchReport((Tried(options[0]),), 0)
        search = _Search(self, view, decision, rng)
        tried = search.candidates(options)
        left_out = len(options) - len(tried)
        if self.method == "tree":
            search.down_a_tree(tried)
        else:
            search.by_halving(tried)
        ranked = sorted(
            tried, key=lambda one: (one.visits > 0, one.visits if self.method == "tree" else 0, one.mean)
        )
        return SearchReport(tuple(reversed(ranked)), search.done, left_out)


def _as_policy(policy: Policy | AnyBot) -> Policy:
    if isinstance(policy, Policy):
        return policy
    return RandomPolicy() if isinstance(policy, RandomBot) else BotPolicy(policy)


class _Search:
    """The search for one move."""

    def __init__(self, bot: SearchBot, view: Any, decision: Decision, rng: Random) -> None:  # Any: as above
        self._bot, self._view, self._decision, self._rng = bot, view, decision, rng
        self._policy = _as_policy(bot.policy)
        self._judge = self._policy if isinstance(self._policy, Judging) else None
        self._stops = self._policy.stops if isinstance(self._policy, Stopping) else None
        self._flow, self._rules, self._match = view.match.FLOW, view.match.ruleset, view.match
        self._seat = decision.seat
        self._nodes: dict[str, dict[Action, Tried]] = {}
        self._low, self._high = float("inf"), float("-inf")
        self.done = 0

    def candidates(self, options: Sequence[Action]) -> list[Tried]:
        """Return the options to try: all of them, or the highest-rated ones if the policy can rate them."""
        if self._judge is None or len(options) <= self._bot.candidates:
            return [Tried(action) for action in options]
        rated = self._judge.rated(self._match, self._view.state, self._decision)
        rated.sort(key=lambda pair: -pair[0])
        return [Tried(action) for _, action in rated[: self._bot.candidates]]

    # ------------------------------------------------------------------ dividing the playouts

    def _goes_on(self) -> bool:
        stop = self._bot.stop
        return self.done < self._bot.playouts and (stop is None or not stop(self.done))

    def by_halving(self, tried: list[Tried]) -> None:
        """Give each candidate equally many playouts in the same sampled games, drop the worse half, and repeat."""
        field = list(tried)
        rounds = max(1, (len(field) - 1).bit_length())
        for number in range(rounds):
            each = max(1, (self._bot.playouts - self.done) // ((rounds - number) * len(field)))
            for _ in range(each):
                deal = self._deal()
                for one in field:
                    if not self._goes_on():
                        return
                    one.add(self._played_out(*deal, one.action))
            field = sorted(field, key=lambda one: -one.mean)[: max(2, (len(field) + 1) // 2)]
        while self._goes_on():  # the playouts that rounding left over
            deal = self._deal()
            for one in field:
                if self._goes_on():
                    one.add(self._played_out(*deal, one.action))

    def down_a_tree(self, tried: list[Tried]) -> None:
        """Grow a tree over what the seats can know; each playout adds one node."""
        root = {one.action: one for one in tried}
        while self._goes_on():
            state, chance = self._deal()
            self._descend(state, chance, root)

    def _descend(self, state: Any, chance: Chance, root: dict[Action, Tried]) -> None:  # Any: the game's
        path: list[tuple[int, Tried]] = []
        one = self._selected(root.values())
        path.append((self._seat, one))
        state, chance = self._after(state, self._seat, one.action, chance)
        for _ in range(64):  # with so few playouts, no tree is deeper
            seats = self._flow.open_seats(self._rules, state)
            if not seats:
                break
            key = known_text(state, seats[0])
            fresh = key not in self._nodes
            known = self._nodes.setdefault(key, {})
            decision = self._flow.decisions(self._rules, state, seats[:1], match=self._match)[seats[0]]
            here = [known.setdefault(action, Tried(action)) for action in decision.options]
            if fresh:
                break
            one = self._selected(here)
            path.append((seats[0], one))
            state, chance = self._after(state, seats[0], one.action, chance)
        ended = self._to_the_end(state, chance)
        for seat, one in path:
            one.add(self._value(ended, seat))
        self.done += 1

    def _selected(self, among: Iterable[Tried]) -> Tried:
        """Return the most promising move: one that has rarely been tried, or has done well."""
        moves = list(among)
        untried = [one for one in moves if not one.visits]
        if untried:
            return untried[self._rng.randrange(len(untried))]
        scale = _EXPLORES * max(self._high - self._low, 1e-9)
        total = log(sum(one.visits for one in moves))
        return max(moves, key=lambda one: one.mean + scale * sqrt(total / one.visits))

    # ------------------------------------------------------------------ one playout

    def _deal(self) -> tuple[Any, Chance]:  # Any: the game's
        """Return a state that is consistent with what the seat knows, and the source of chance from there on."""
        for _ in range(20):
            state = self._match.filled(self._view.state, self._rng)
            if self._flow.open_seats(self._rules, state):
                return state, SeededChance(self._rng.randrange(1 << 53))
        raise HiddenInformation("no full game could be sampled that is consistent with what the seat knows")

    def _after(
        self, state: Any, seat: int, action: Action, chance: Chance
    ) -> tuple[Any, Chance]:  # Any: the game's
        step = self._flow.advance(self._rules, state, seat, action, chance)
        return step.state, step.chance

    def _played_out(self, state: Any, chance: Chance, action: Action) -> float:  # Any: the game's
        """Return the result of a move in one sampled game."""
        self.done += 1
        return self._value(self._to_the_end(*self._after(state, self._seat, action, chance)), self._seat)

    def _to_the_end(self, state: Any, chance: Chance) -> Any:  # Any: the game's
        flow, rules, match, policy = self._flow, self._rules, self._match, self._policy
        stops, start = self._stops, self._view.state
        for _ in range(self._bot.plies or _LONGEST):
            seats = flow.open_seats(rules, state)
            if not seats or (stops is not None and stops(match, start, state)):
                break
            seat = seats[0]
            decision = flow.decisions(rules, state, (seat,), match=match)[seat]
            state, chance = self._after(state, seat, policy.pick(match, state, decision, self._rng), chance)
        return state

    def _value(self, state: Any, seat: int) -> float:  # Any: the game's
        """Return the result of a game for a seat: how many points it is ahead of the best other seat."""
        totals = [self._points(state, one) for one in range(len(state.seats))]
        others = [points for one, points in enumerate(totals) if one != seat]
        value = totals[seat] - max(others) if others else totals[seat]
        self._low, self._high = min(self._low, value), max(self._high, value)
        return value

    def _points(self, state: Any, seat: int) -> float:  # Any: the game's
        if self._judge is not None and not state.over:
            return self._judge.worth(self._match, state, seat)
        return float(self._match.points(state, seat))
