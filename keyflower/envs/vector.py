"""`KeyflowerVector`: thousands of games at once, arrays in and arrays out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
from attrs import frozen
from numpy.typing import ArrayLike, NDArray

from keyflower.envs.features import Features
from keyflower.envs.session import Reward, checked_reward
from keyflower.envs.tokens import Vocabulary
from keyflower.envs.vector_games import NativeGames, Rows, games_for, why_no_tokens
from keyflower.extend.deck import TileName
from keyflower.extend.expansion import Expansion
from keyflower.facade.rule_choice import RuleChoice
from keyflower.fast.packed import why_not
from keyflower.kernel.arguments import several, whole
from keyflower.kernel.bots import MOST_PLAYERS, player_names
from keyflower.kernel.errors import IllegalAction, Refusal, SetupError

MOST_GAMES: Final = 100_000
"""How many games may be played side by side; the arrays of one take about 20 KB."""
MOST_THREADS: Final = 1_000
"""How many threads may play."""


@frozen(eq=False)
class VectorMoment:
    """All games at one moment: a row for each, seen by the seat that has to choose."""

    observation: NDArray[np.float32]
    """What the seat sees: the numbers that `Features` names."""
    action_mask: NDArray[np.int8]
    """Which words it may choose: the numbers of `Vocabulary`."""
    seat: NDArray[np.int8]
    """Which seat has to choose."""
    reward: NDArray[np.float32]
    """The reward of each seat, one column per seat; 0 except in games that have just ended."""
    ended: NDArray[np.bool_]
    """Whether a game has just ended. Its row shows the beginning of the next one."""
    seed: NDArray[np.int64]
    """The seeds of the games that the rows show."""


class KeyflowerVector:
    """Thousands of games at once, on the fast executor: a word for each of them in, and a `VectorMoment` out.

    Words, observations and rewards are those of `KeyflowerAEC` and `KeyflowerEnv`, so a policy trained in one
    can play in the others. When a game ends, the next one begins at once: game ``i`` of ``n`` that began with
    ``seed`` has the
    seeds ``seed + i``, ``seed + i + n`` and so on. Rules that cannot be compiled are played by the reference engine,
    more slowly and with the same results; `why_slow` then says why.

    Args:
        games: how many games are played side by side.
        players: how many seats each has.
        expansions: ids or values, as `Game.new` takes them.
        variants: ids of variants.
        overrides: printed numbers to replace, as `Game.new` takes them.
        without: tiles to leave out, as `Game.new` takes them.
        only: tiles to keep, as `Game.new` takes them.
        learners: the seats that you choose for; the others play at random. By default all seats.
        reward: ``win`` or ``points``.
        threads: how many threads play; by default one for each core.
        copy: whether each moment gets its own arrays; if not, the next step overwrites them.

    >>> import numpy as np
    >>> env = KeyflowerVector(4, players=2)
    >>> moment = env.reset(seed=1)
    >>> moment.action_mask.shape == (4, len(env.vocabulary)), moment.seed
    (True, array([1, 2, 3, 4]))
    >>> moment = env.step(moment.action_mask.argmax(axis=1))
    >>> moment.ended
    array([False, False, False, False])
    """

    def __init__(
        self,
        games: int,
        *,
        players: int = 3,
        expansions: Iterable[str | Expansion] = (),
        variants: Iterable[str] = (),
        overrides: Mapping[str, object] | None = None,
        without: Iterable[TileName] | TileName = (),
        only: Iterable[TileName] | TileName | None = None,
        learners: Iterable[int] | None = None,
        reward: Reward = "win",
        threads: int | None = None,
        copy: bool = True,
    ) -> None:
        games = whole(games, "games", least=1, most=MOST_GAMES)
        seats = len(player_names(players))
        threads = None if threads is None else whole(threads, "threads", least=1, most=MOST_THREADS)
        given = several(
            range(seats) if learners is None else learners, "learners", example="[0]", most=MOST_PLAYERS
        )
        asked = frozenset(whole(one, "a seat that learns", least=0, most=seats - 1) for one in given)
        if not asked:
            raise SetupError(f"some of the seats 0 to {seats - 1} learn, not none")
        rules = RuleChoice.of(expansions, variants, overrides, without, only)
        ruleset = rules.game(player_names(players), seed=0).ruleset
        self._ruleset = ruleset
        self.vocabulary = Vocabulary.of(ruleset)
        """The words that actions are made of."""
        self.features = Features.of(ruleset, players)
        """What the numbers of an observation mean."""
        self._reward: Reward = checked_reward(reward)
        self._copy = copy
        self._begun = False
        self._rows = Rows.empty(games, players, ruleset)
        self._games = games_for(self._rows, players, ruleset, rules, learners=asked, threads=threads)

    @property
    def why_slow(self) -> tuple[str, ...]:
        """Why the reference engine plays these games; empty if the native library does."""
        if isinstance(self._games, NativeGames):
            return ()
        return why_not(self._ruleset) or why_no_tokens(self._ruleset)

    def __len__(self) -> int:
        """Return how many games are played side by side."""
        return len(self._rows.seat)

    def reset(self, *, seed: int) -> VectorMoment:
        """Start all games again.

        Args:
            seed: the seed of the first game; each of the others has the next one.
        """
        seed = whole(seed, "the seed of many games", least=0, most=(1 << 62) - 1)
        self._rows.seed[:] = np.arange(seed, seed + len(self), dtype=np.int64)
        self._rows.ended[:] = False
        self._games.begin()
        self._begun = True
        return self._moment()

    def step(self, words: ArrayLike) -> VectorMoment:
        """Choose a word in every game.

        Args:
            words: the number of a word for each game.

        Raises:
            IllegalAction: if one of them is not allowed; then nothing has happened in any game.
            SetupError: if there is not one word for each game, or `reset` was not called.
        """
        if not self._begun:
            raise SetupError("call reset(seed=...) before the first step")
        try:
            said = np.asarray(words)
        except (ValueError, OverflowError) as error:
            raise SetupError(f"there are {len(self)} games: say one word for each ({error})") from error
        if said.shape != (len(self),):
            raise SetupError(f"there are {len(self)} games: say one word for each, not {said.shape}")
        if said.dtype.kind not in "iu":
            raise SetupError(f"a word is said by its number, which is whole, not {said.dtype}")
        self._check(said)
        self._games.say(np.ascontiguousarray(said, np.int32))
        return self._moment()

    def _check(self, said: NDArray[np.integer[Any]]) -> None:  # Any: of any size
        """Refuse words that are not allowed."""
        mask = self._rows.mask
        fits = (said >= 0) & (said < mask.shape[1])
        fits[fits] = mask[fits, said[fits]] == 1
        if fits.all():
            return
        game = int(np.flatnonzero(~fits)[0])
        words, number = self.vocabulary.words, int(said[game])
        known = words[number] if 0 <= number < len(words) else f"number {number}"
        may = ", ".join(words[one] for one in np.flatnonzero(mask[game]))
        told = f"game {game}: {known!r} cannot be said; {may} can"
        raise IllegalAction(known, (Refusal("speech.word", told, "2.2"),))

    def _moment(self) -> VectorMoment:
        rows = self._rows
        shown = VectorMoment(rows.seen, rows.mask, rows.seat, self._paid(), rows.ended, rows.seed)
        if not self._copy:
            return shown
        return VectorMoment(
            shown.observation.copy(),
            shown.action_mask.copy(),
            shown.seat.copy(),
            shown.reward,
            shown.ended.copy(),
            shown.seed.copy(),
        )

    def _paid(self) -> NDArray[np.float32]:
        """Return the rewards of the seats of games that have just ended, as `Table.rewards` computes them."""
        rows = self._rows
        paid = np.zeros(rows.totals.shape, np.float32)
        if rows.ended.any():
            ended, players = rows.ended, rows.totals.shape[1]
            if self._reward == "points":
                totals = rows.totals[ended]
                paid[ended] = (totals - totals.mean(axis=1, keepdims=True)) / 10
            else:
                won = rows.winners[ended, None] >> np.arange(players, dtype=np.uint32) & 1
                paid[ended] = won / won.sum(axis=1, keepdims=True) - 1 / players
        return paid
