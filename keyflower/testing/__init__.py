"""For your tests and ours: positions in a few lines, random games, and Hypothesis strategies.

`scenario` sets up any position; `random_game` and its relatives play quickly; the module `strategies`
publishes strategies for property tests (it needs the extra ``testing``). `check_expansion` is what the
author of an expansion runs.
"""

from __future__ import annotations

from keyflower.testing.check_expansion import Scenarios, check_expansion
from keyflower.testing.expansion_report import ExpansionError, Finding, Report
from keyflower.testing.random_play import (
    Chooser,
    moments,
    playout,
    random_actions,
    random_game,
    uniform,
    varied,
)
from keyflower.testing.scenarios import Scenario, scenario

__all__ = [
    "Chooser",
    "ExpansionError",
    "Finding",
    "Report",
    "Scenario",
    "Scenarios",
    "check_expansion",
    "moments",
    "playout",
    "random_actions",
    "random_game",
    "scenario",
    "uniform",
    "varied",
]
