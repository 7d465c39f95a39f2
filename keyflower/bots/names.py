"""The bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from keyflower.bots.bot import Bot
from keyflower.bots.greedy import GreedyBot
from keyflower.bots.steward import StewardBot
from keyflower.bots.uniform import RandomBot
from keyflower.vocabulary.errors import UnknownName, suggest

BOTS: Final[Mapping[str, Callable[[], Bot]]] = MappingProxyType(
    {"random": RandomBot, "greedy": GreedyBot, "steward": StewardBot}
)
"""How to make each bot, by name; from the weakest to the strongest."""


def bot(name: str) -> Bot:
    """Return a new bot by name.

    Raises:
        UnknownName: if there is none; the nearest are suggested.
    """
    if name in BOTS:
        return BOTS[name]()
    raise UnknownName(f"no bot is called {name!r}{suggest(name, BOTS)} (there are: {', '.join(BOTS)})")
