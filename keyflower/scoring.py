"""Score sheets, their lines, and how far the totals were checked.

>>> import keyflower as kf
>>> from keyflower.scoring import ScoreSheet
>>> isinstance(kf.Game.new(["Ann", "Bob"], seed=7).score("Ann"), ScoreSheet)
True
"""

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.solver.allocation_check import Check
from keyflower.extend.scoring import Line

__all__ = ["Check", "Line", "ScoreSheet"]
