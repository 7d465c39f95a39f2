"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from keyflower.bots.bot import Bot
from keyflower.bots.greedy import GreedyBot
from keyflower.bots.search import STRENGTHS, SearchBot
from keyflower.bots.steward import StewardBot
from keyflower.kernel.bots import RandomBot, checked_bot, named_bot

if TYPE_CHECKING:
    from keyflower.facade.game import Game

BOTS: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {
        "random": RandomBot,
        "greedy": GreedyBot,
        "steward": StewardBot,
        "search-easy": partial(SearchBot, strength="easy"),
        "search": SearchBot,
        "search-strong": partial(SearchBot, strength="strong"),
    }
)
"""How to make each bot, by name; from the weakest to the strongest."""

LEVELS: Final[Mapping[str, Callable[[], SearchBot]]] = MappingProxyType(
    {level: partial(SearchBot, strength=level) for level in STRENGTHS}
)
"""How to make the bots that people play against, by level: ``easy``, ``steady`` and ``strong``."""


def bot(name: str) -> Bot:
    """Return a new bot by name or by level.

    >>> bot("steady")
    SearchBot(strength='steady')

    Raises:
        UnknownName: if there is no such bot; the message suggests similar names.
    """
    return named_bot({**BOTS, **LEVELS}, name)


def made(one: str | Bot) -> Bot:
    """Return a bot that is given by name, by level or as a value.

    Raises:
        UnknownName: if there is none of that name.
        SetupError: if it is not a bot.
    """
    return bot(one) if isinstance(one, str) else checked_bot(one)


def wait_of(one: Bot, game: Game | None = None) -> float:
    """Return roughly how many seconds a bot takes for a turn; 0 if it answers at once.

    Args:
        one: the bot.
        game: a game that the bot is going to play; unless it has the rules of the base game, the time is measured in
        it.
    """
    if game is not None and isinstance(one, SearchBot):
        return one.wait_in(game)
    found = getattr(one, "wait", 0.0)
    return found if isinstance(found, float) else 0.0
