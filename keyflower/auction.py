"""What lies on the table: lots with the workers on them, and the boats in their row.

>>> import keyflower as kf
>>> from keyflower.auction import Berth
>>> isinstance(kf.Game.new(["Ann", "Bob"], seed=7).boats[0], Berth)
True
"""

from keyflower.facade.accessors import Lots
from keyflower.model.lots import Berth, Group, Lot

__all__ = ["Berth", "Group", "Lot", "Lots"]
