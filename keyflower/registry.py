"""The registry: every tile and expansion that can be named, and the rules that are made of them.

>>> from keyflower.registry import builtin
>>> builtin().tile("gold_mine").title
'Gold mine'
"""

from keyflower.facade.registry import (
    BASE,
    GROUP,
    Registry,
    Tiles,
    builtin,
    discover,
    resolve,
    tile,
    tiles,
)

__all__ = [
    "BASE",
    "GROUP",
    "Registry",
    "Tiles",
    "builtin",
    "discover",
    "resolve",
    "tile",
    "tiles",
]
