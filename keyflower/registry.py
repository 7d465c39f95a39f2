"""The registry: looks up tiles and expansions by name, and composes rules from them.

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
