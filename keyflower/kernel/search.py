"""`SearchBot`: a search for any game (information-set Monte Carlo): deal anew what is hidden, and play on.

Each playout deals a whole game that fits the view, follows one of the candidate moves, and plays on by a policy. A
policy is any bot, or a value that reads the dealt state at once (a `Policy`), which is much quicker. The playouts go
where they tell most: by halving the field of candidates again and again (`halving`), or down a tree of what each seat
can know (`tree`). A search can stop at any moment, and says what it has found (`SearchReport`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log, sqrt
from random import Random
from typing import Any, Final, Protocol, runtime_checkable

from attrs import define, field, frozen

from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import called, one_of, whole
from keyflower.kernel.bots import AnyBot, RandomBot, checked_bot
from keyflower.kernel.canonical_text import known_text
from keyflower.kernel.chance import Chance, SeededChance
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.options import Decision
from keyflower.kernel.state import hide

_MOST: Final = 1_000_000
_LONGEST: Final = 20_000
"""A playout that takes more actions is cut off: the game cannot be meant to be so long."""
_EXPLORES: Final = 0.7
"""How much a tree prefers moves that were tried seldom, in units of the spread of the values."""
METHODS: Final = ("halving", "tree")
"""How playouts are handed out."""


@runtime_checkable
class Policy(Protocol):
    """How playouts go on. It reads a dealt state, so what it sees of others is a guess like everything there."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return one of the options of a decision."""
        ...


@runtime_checkable
class Judging(Protocol):
    """A policy with opinions: which options are worth a try, and what an unfinished game is worth."""

    def rated(
        self, match: Any, state: Any, decision: Decision
    ) -> list[tuple[float, Action]]:  # Any: the game's
        """Return the options, each with what it seems worth; those that seem worth most are tried first."""
        ...

    def worth(self, match: Any, state: Any, seat: int) -> float:  # Any: the game's
        """Return what a game that is not over seems worth to a seat, in points."""
        ...


@frozen
class BotPolicy:
    """A bot as a policy: it is shown what its seat may know of the dealt game, which takes its time."""

    bot: AnyBot
    """The bot."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return what the bot chooses."""
        view = match.game_class().VIEW(match, hide(state, decision.seat))
        return self.bot.choose(view, view.decision, rng)


@frozen
class RandomPolicy:
    """Takes any option, each equally likely."""

    def pick(self, match: Any, state: Any, decision: Decision, rng: Random) -> Action:  # Any: the game's
        """Return one option."""
        return decision.options.sample(rng)


# ---------------------------------------------------------------------- what a search finds


@define
class Tried:
    """What playouts have found out about one move."""

    action: Action
    """The move."""
    visits: int = 0
    """How many playouts began with it."""
    total: float = 0.0
    """The sum of what they came to."""
    squares: float = 0.0

    @property
    def mean(self) -> float:
        """What they came to on average, in points ahead of the best other seat (alone: in points)."""
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
    """How many options were not tried because they seemed to be worth less."""

    @property
    def best(self) -> Action:
        """The move that is chosen."""
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
    """Looks for the best move by playing on from it many times, in games dealt to fit what its seat knows.

    >>> bot = SearchBot(playouts=20)
    """

    playouts: int = 200
    """How many playouts there are for a choice."""
    policy: Policy | AnyBot = RandomPolicy()
    """Who plays on."""
    candidates: int = 12
    """How many options are tried at most, if the policy has an opinion on them (`Judging`); otherwise all are."""
    plies: int = 0
    """After how many actions a playout is cut off and judged; 0 plays to the end."""
    method: str = "halving"
    """How playouts are handed out: ``halving`` or ``tree``."""
    stop: Callable[[int], bool] | None = field(default=None, eq=False)
    """Asked before each playout, with the number of those done: whether to stop with what was found. It may look at a
    clock."""
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

    def explained(self, view: Any, decision: Decision, rng: Random) -> SearchReport:  # Any: as above
        """Return the best move found, with everything that speaks for it."""
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
    """One choice under way."""

    def __init__(self, bot: SearchBot, view: Any, decision: Decision, rng: Random) -> None:  # Any: as above
        self._bot, self._view, self._decision, self._rng = bot, view, decision, rng
        self._policy = _as_policy(bot.policy)
        self._judge = self._policy if isinstance(self._policy, Judging) else None
        self._flow, self._rules, self._match = view.match.FLOW, view.match.ruleset, view.match
        self._seat = decision.seat
        self._nodes: dict[str, dict[Action, Tried]] = {}
        self._low, self._high = float("inf"), float("-inf")
        self.done = 0

    def candidates(self, options: Sequence[Action]) -> list[Tried]:
        """Return the options that are tried: all, or those that seem best to a policy with opinions."""
        if self._judge is None or len(options) <= self._bot.candidates:
            return [Tried(action) for action in options]
        rated = self._judge.rated(self._match, self._view.state, self._decision)
        rated.sort(key=lambda pair: -pair[0])
        return [Tried(action) for _, action in rated[: self._bot.candidates]]

    # ------------------------------------------------------------------ handing out playouts

    def _goes_on(self) -> bool:
        stop = self._bot.stop
        return self.done < self._bot.playouts and (stop is None or not stop(self.done))

    def by_halving(self, tried: list[Tried]) -> None:
        """Give all candidates the same number of playouts, drop the worse half, and so on; all meet the same deals."""
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
        while self._goes_on():  # what rounding has left over
            deal = self._deal()
            for one in field:
                if self._goes_on():
                    one.add(self._played_out(*deal, one.action))

    def down_a_tree(self, tried: list[Tried]) -> None:
        """Grow a tree of what seats can know; each playout adds one node to it."""
        root = {one.action: one for one in tried}
        while self._goes_on():
            state, chance = self._deal()
            self._descend(state, chance, root)

    def _descend(self, state: Any, chance: Chance, root: dict[Action, Tried]) -> None:  # Any: the game's
        path: list[tuple[int, Tried]] = []
        one = self._selected(root.values())
        path.append((self._seat, one))
        state, chance = self._after(state, self._seat, one.action, chance)
        for _ in range(64):  # no tree of so few playouts is deeper
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
        """Return the move that is most promising: seldom tried, or good so far."""
        moves = list(among)
        untried = [one for one in moves if not one.visits]
        if untried:
            return untried[self._rng.randrange(len(untried))]
        scale = _EXPLORES * max(self._high - self._low, 1e-9)
        total = log(sum(one.visits for one in moves))
        return max(moves, key=lambda one: one.mean + scale * sqrt(total / one.visits))

    # ------------------------------------------------------------------ one playout

    def _deal(self) -> tuple[Any, Chance]:  # Any: the game's
        """Return a state that fits what the seat knows, and who draws from then on."""
        for _ in range(20):
            state = self._match.filled(self._view.state, self._rng)
            if self._flow.open_seats(self._rules, state):
                return state, SeededChance(self._rng.randrange(1 << 53))
        raise HiddenInformation("no deal was found that fits what the seat knows")

    def _after(
        self, state: Any, seat: int, action: Action, chance: Chance
    ) -> tuple[Any, Chance]:  # Any: the game's
        step = self._flow.advance(self._rules, state, seat, action, chance)
        return step.state, step.chance

    def _played_out(self, state: Any, chance: Chance, action: Action) -> float:  # Any: the game's
        """Return what a move comes to in a deal."""
        self.done += 1
        return self._value(self._to_the_end(*self._after(state, self._seat, action, chance)), self._seat)

    def _to_the_end(self, state: Any, chance: Chance) -> Any:  # Any: the game's
        flow, rules, match, policy = self._flow, self._rules, self._match, self._policy
        for _ in range(self._bot.plies or _LONGEST):
            seats = flow.open_seats(rules, state)
            if not seats:
                break
            seat = seats[0]
            decision = flow.decisions(rules, state, (seat,), match=match)[seat]
            state, chance = self._after(state, seat, policy.pick(match, state, decision, self._rng), chance)
        return state

    def _value(self, state: Any, seat: int) -> float:  # Any: the game's
        """Return what a game came to for a seat: points ahead of the best other, and a bonus for winning."""
        totals = [self._points(state, one) for one in range(len(state.seats))]
        others = [points for one, points in enumerate(totals) if one != seat]
        value = totals[seat] - max(others) if others else totals[seat]
        self._low, self._high = min(self._low, value), max(self._high, value)
        return value

    def _points(self, state: Any, seat: int) -> float:  # Any: the game's
        if self._judge is not None and not state.over:
            return self._judge.worth(self._match, state, seat)
        return float(self._match.points(state, seat))
