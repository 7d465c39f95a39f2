"""Reviews: what in a game was a mistake, what was luck, and what would have been better.

>>> import keyflower as kf
>>> from keyflower.review import review
>>> game = kf.Game.new(["Ann", "Bob"], seed=7).play("pass").play("pass")
>>> report = review(game, deals=4, candidates=2)
>>> report.choices[0].seat, str(report.choices[0].played)
(1, 'pass')
"""

from __future__ import annotations

from keyflower.review.analysis import hint, review
from keyflower.review.choices import Grade, ReviewedChoice, Tried
from keyflower.review.estimates import Estimate
from keyflower.review.report import Report
from keyflower.review.reviewed_moment import ReviewedMoment

__all__ = ["Estimate", "Grade", "Report", "ReviewedChoice", "ReviewedMoment", "Tried", "hint", "review"]
