"""What somebody who forgets nothing knows of the pieces behind the screens.

>>> import keyflower as kf
>>> from keyflower.memory import remember
>>> game = kf.Game.new(["Ann", "Bob"], seed=7)
>>> remember(game.log, "Bob").screens[0].workers.least
Pool.of()
"""

from keyflower.facade.memory import Bounds, Memory, Screen, recalled, remember

__all__ = ["Bounds", "Memory", "Screen", "recalled", "remember"]
