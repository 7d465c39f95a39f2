"""Simulation: let bots play one game or thousands, and collect statistics.

>>> from keyflower.simulate import Standing, simulate
>>> results = simulate(["random", "random"], seeds=range(3), accumulators=[Standing()])
>>> len(results.games), results.games[0].seed
(3, 0)
"""

from __future__ import annotations

from keyflower.kernel.bots import play_out, player_names, step
from keyflower.simulate.accumulators import Share, Standing, Tally, TilesWon
from keyflower.simulate.any_game import simulate_game
from keyflower.simulate.merge import merge
from keyflower.simulate.plan import Accumulator, Archive, Plan, Played, Result, Results
from keyflower.simulate.ray import RayExecutor
from keyflower.simulate.rows import TABLES
from keyflower.simulate.run import play_games
from keyflower.simulate.simulate import rollout, simulate
from keyflower.simulate.store import RunStore

__all__ = [
    "TABLES",
    "Accumulator",
    "Archive",
    "Plan",
    "Played",
    "RayExecutor",
    "Result",
    "Results",
    "RunStore",
    "Share",
    "Standing",
    "Tally",
    "TilesWon",
    "merge",
    "play_games",
    "play_out",
    "player_names",
    "rollout",
    "simulate",
    "simulate_game",
    "step",
]
