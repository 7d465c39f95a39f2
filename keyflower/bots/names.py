"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from keyflower.bots.bot import Bot
from keyflower.bots.greedy import GreedyBot
from keyflower.bots.search import SearchBot
from keyflower.bots.steward import StewardBot
from keyflower.kernel.driving import RandomBot, named_bot

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


def bot(name: str) -> Bot:
    """Return a new bot by name.

    Raises:
        UnknownName: if there is none; the nearest are suggested.
    """
    return named_bot(BOTS, name)
