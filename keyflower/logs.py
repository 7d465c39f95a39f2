"""What can be inferred from logs: where two logs differ, and what a player with a perfect memory knows.

>>> import keyflower as kf
>>> from keyflower.logs import remember
>>> game = kf.Game.new(["Ann", "Bob"], seed=7)
>>> remember(game.log, "Bob").screens[0].workers.least
Pool.of()
"""

from keyflower.facade.event_log import EventLog
from keyflower.facade.log_files import LogFiles
from keyflower.facade.memory import Bounds, Memory, Screen, recalled, remember
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.log.log import Difference

__all__ = [
    "Bounds",
    "Difference",
    "Entry",
    "EventLog",
    "LogFiles",
    "Memory",
    "Screen",
    "recalled",
    "remember",
]
