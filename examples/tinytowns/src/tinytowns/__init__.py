"""Tiny Towns: the complete rules as typed, immutable values, on the kernel of keyflower."""

from keyflower.kernel import SPECTATOR
from tinytowns.cards import Card
from tinytowns.catalogue import BUILDINGS, CARDS, FIRST_GAME, MONUMENTS, card
from tinytowns.game import EventLog, Game, View
from tinytowns.scoring import Line, ScoreSheet, rank, score
from tinytowns.town import Town

__all__ = [
    "BUILDINGS", "CARDS", "FIRST_GAME", "MONUMENTS", "SPECTATOR", "Card", "EventLog", "Game", "Line", "ScoreSheet",
    "Town", "View", "card", "rank", "score",
]  # fmt: skip
