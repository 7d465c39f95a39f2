"""Simulation: let bots play, one game or thousands, and add up what happened.

>>> from keyflower.simulate import Standing, simulate
>>> results = simulate(["random", "random"], seeds=range(3), accumulators=[Standing()])
>>> len(results.games), results.games[0].seed
(3, 0)
"""

from __future__ import annotations

from keyflower.simulate.accumulators import Accumulator, Standing, TilesWon
from keyflower.simulate.driver import play_out, step
from keyflower.simulate.many import Results, simulate
from keyflower.simulate.results import Result
from keyflower.simulate.rollout import rollout

__all__ = [
    "Accumulator",
    "Result",
    "Results",
    "Standing",
    "TilesWon",
    "play_out",
    "rollout",
    "simulate",
    "step",
]
