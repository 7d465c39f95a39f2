"""Bots play a game: every open decision goes to the bot of its seat, which sees only the view of that seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import called, check_rng, instance, one_of, several, shown, whole
from keyflower.kernel.errors import SetupError
from keyflower.kernel.game import BaseGame
from keyflower.kernel.options import Decision
from keyflower.kernel.values import frozen

GameT = TypeVar("GameT", bound=BaseGame[Any, Any, Any])
ViewT_contra = TypeVar("ViewT_contra", contravariant=True)
BotT = TypeVar("BotT")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
"""The bots of a game, by seat."""
MOST_PLAYERS = 100
"""No game takes more players than this."""


class Bot(Protocol[ViewT_contra]):
    """A player that knows only what its seat may know.

    A bot is a value: it keeps nothing between two choices. It is given the view of its seat, the open decision as that
    view offers it, and a random generator. A bot may also have two attributes: a `name` for tables, and
    ``remembers = True`` if it wants views that remember what its seat has seen.
    """

    def choose(self, view: ViewT_contra, decision: Decision, rng: Random) -> Action:
        """Return one of ``decision.options``.

        Args:
            view: what the seat may know.
            decision: the question; its options come from the view alone.
            rng: the only randomness a bot uses, so that a seeded game can be repeated.
        """
        ...


AnyBot = Bot[Any]
"""A bot of any game, as the functions that let bots play store it."""


@frozen
class RandomBot:
    """Chooses among all options with equal probability: fast, and easy to beat."""

    def choose(self, view: object, decision: Decision, rng: Random) -> Action:
        """Return one option, each equally likely."""
        return decision.options.sample(rng)


@frozen
class Rated:
    """An option with its rating."""

    action: Action
    """The option."""
    worth: float
    """How much it seems to be worth; more is better."""


def best_of(rated: Sequence[Rated], rng: Random) -> Action:
    """Return the option with the highest rating; a random one of them if there are several."""
    most = max(one.worth for one in rated)
    best = [one.action for one in rated if one.worth == most]
    return best[rng.randrange(len(best))]


def named_bot(bots: Mapping[str, Callable[[], BotT]], name: str) -> BotT:
    """Return a new bot by name.

    Raises:
        UnknownName: if there is none; the message suggests similar names.
    """
    return bots[one_of(name, bots, "bot")]()


def checked_bot(bot: BotT) -> BotT:
    """Return a bot that was given as a value.

    Raises:
        SetupError: if it is not a bot.
    """
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise SetupError(f"a bot is a name or a value with a method choose, not {shown(bot)}")
    return bot


def name_of(bot: AnyBot) -> str:
    """Return the name of a bot: its own if it has one, otherwise that of its class.

    >>> name_of(RandomBot())
    'random'
    """
    name = getattr(bot, "name", "")
    return name if isinstance(name, str) and name else type(bot).__name__.removesuffix("Bot").lower()


def step(game: GameT, seat: int, bot: AnyBot, rng: Random) -> GameT:
    """Return the game after a bot has answered the open decision of a seat.

    Raises:
        SetupError: if there is no such seat, or the bot is not a bot.
    """
    instance(game, BaseGame, "game")
    whole(seat, "seat", least=0, most=len(game.players) - 1)
    checked_bot(bot)
    check_rng(rng)
    return _stepped(game, seat, bot, rng)


def _stepped(game: GameT, seat: int, bot: AnyBot, rng: Random) -> GameT:
    view = game.view(seat)
    if getattr(bot, "remembers", False):
        view = view.remembering(game.log)
    return game.play(bot.choose(view, view.decision, rng), seat=seat)


def play_out(
    game: GameT,
    bots: Sequence[AnyBot] | Mapping[int, AnyBot],
    rng: Random,
    *,
    watch: Callable[[GameT], None] | None = None,
) -> GameT:
    """Let bots play a game to its end.

    Args:
        game: where to start.
        bots: the bot of each seat.
        rng: the random numbers for the bots; the game has its own source of chance.
        watch: called with the game after every action.

    Returns:
        The finished game; its parents lead back to the start.

    Raises:
        SetupError: if a seat has no bot.
    """
    instance(game, BaseGame, "game")
    check_rng(rng)
    if not isinstance(bots, Mapping):
        bots = dict(enumerate(several(bots, "bots", example="[RandomBot(), RandomBot()]")))
    for seat in range(len(game.players)):
        if seat not in bots:
            raise SetupError(f"there is no bot for seat {seat}")
        checked_bot(bots[seat])
    if watch is not None:
        called(watch, "watch")
    while not game.over:
        seat = next(iter(game.decisions))
        game = _stepped(game, seat, bots[seat], rng)
        if watch is not None:
            watch(game)
    return game


def player_names(number: int) -> list[str]:
    """Return the names of the players. Whether the rules allow that many is not checked here.

    Raises:
        SetupError: if there are none, or more than any game takes.
    """
    number = whole(number, "players", least=1, most=MOST_PLAYERS)
    return [*NAMES, *(f"Player {seat + 1}" for seat in range(len(NAMES), number))][:number]
