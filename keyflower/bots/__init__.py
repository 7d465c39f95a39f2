"""Bots: players that look at their own view of a game and choose one of the options it offers.

>>> from keyflower.bots import BOTS, bot
>>> sorted(BOTS)
['greedy', 'random', 'search', 'search-easy', 'search-strong', 'steward']
>>> bot("search-easy")
SearchBot(strength='easy')
"""

from __future__ import annotations

from keyflower.appraisal.appraiser import Appraiser
from keyflower.appraisal.candidates import candidates
from keyflower.appraisal.lookahead import foreseen
from keyflower.appraisal.rating import Rated
from keyflower.appraisal.weights import FIRST, SECOND, Weights
from keyflower.bots.bot import Bot
from keyflower.bots.by_name import BOTS, LEVELS, bot, wait_of
from keyflower.bots.greedy import GreedyBot
from keyflower.bots.playouts import LightPlayouts, Playouts
from keyflower.bots.search import STRENGTHS, SearchBot, Thought
from keyflower.bots.steward import StewardBot
from keyflower.kernel.bots import RandomBot, name_of

__all__ = [
    "BOTS",
    "FIRST",
    "LEVELS",
    "SECOND",
    "STRENGTHS",
    "Appraiser",
    "Bot",
    "GreedyBot",
    "LightPlayouts",
    "Playouts",
    "RandomBot",
    "Rated",
    "SearchBot",
    "StewardBot",
    "Thought",
    "Weights",
    "bot",
    "candidates",
    "foreseen",
    "name_of",
    "wait_of",
]
