"""Bots: players that look at their own view of a game and choose one of the options it offers.

>>> from keyflower.bots import BOTS, bot
>>> sorted(BOTS)
['greedy', 'random', 'steward']
>>> bot("steward")
StewardBot()
"""

from __future__ import annotations

from keyflower.bots.bot import Bot
from keyflower.bots.greedy import GreedyBot
from keyflower.bots.names import BOTS, bot
from keyflower.bots.steward import StewardBot
from keyflower.bots.weights import Weights
from keyflower.kernel.driving import RandomBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "StewardBot", "Weights", "bot"]
