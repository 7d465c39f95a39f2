"""Simulation: let bots play, one game or thousands, and add up what happened.

>>> from keyflower.simulate import Standing, simulate
>>> results = simulate(["random", "random"], seeds=range(3), accumulators=[Standing()])
>>> len(results.games), results.games[0].seed
(3, 0)
"""

from __future__ import annotations

from keyflower.kernel.driving import play_out, step
from keyflower.kernel.simulating import Accumulator, Result, Results
from keyflower.simulate.accumulators import Standing, TilesWon
from keyflower.simulate.many import simulate
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
