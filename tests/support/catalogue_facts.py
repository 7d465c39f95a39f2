"""The printed facts of every tile: our own copy of the catalogue, independent of the library's literals.

The scoring, powers and goods are typed by hand from its sentences, the rest is copied field by field.
"""

from __future__ import annotations

from typing import Any, Final

from tests.support import catalogue_base as base
from tests.support import catalogue_farmers as farmers
from tests.support import catalogue_merchants as merchants

FACTS: Final[dict[str, dict[str, Any]]] = {**base.TILES, **farmers.TILES, **merchants.TILES}
"""What is printed on each tile."""

# What the winter tiles, the boats and the turn-order tiles score: the points, how, and of which pieces.
SCORING: Final[dict[str, tuple[Any, ...]]] = {
    "base:boat_keyflower": ("transport", 1),
    "base:boat_sea_bastion": ("loop tiles", 1),
    "base:boat_sea_breese": ("boats on water", (0, 2, 4, 8, 16, 32)),
    "base:boat_flipper": ("points", 2),
    "base:boat_ianvincible": ("points", 5),
    "base:boat_white_wind": ("each", 1, "worker"),
    "base:turn_order_1": ("neighbours", 1),
    "base:turn_order_2": ("neighbours", 1),
    "base:turn_order_3": ("neighbours", 1),
    "base:turn_order_4": ("neighbours", 1),
    "base:apothecary": ("set", 3, (("worker", 5),)),
    "base:craftsmans_guild": ("set", 3, ((("blue",), 1), (("red",), 1), (("yellow",), 1))),
    "base:jeweller": ("each", 2, ("gold",)),
    "base:key_guild": ("set", 10, (("skill", 5),)),
    "base:keythedral": ("points", 12),
    "base:key_market": ("each", 2, ("green",)),
    "base:mercers_guild": ("different", 5, "resource", 3),
    "base:scholar": ("each of one", 3, "skill"),
    "base:scribes": ("set", 10, ((("anvil",), 1), (("pickaxe",), 1), (("saw",), 1))),
    "base:village_hall": ("each of one", 1, "worker"),
    "base:watermill": ("each of one", 1, "resource"),
    "base:windmill": ("set", 5, (("resource", 5),)),
    "farmers:bakery": ("set", 4, ((("wheat",), 1), ("resource", 1), ("skill", 1))),
    "farmers:dairy": ("herd", "cow", 7),
    "farmers:granary": ("set", 3, ((("wheat",), 2),)),
    "farmers:downs": ("tiles of pasture", 1),
    "farmers:truffle_orchard": ("herd", "pig", 5),
    "farmers:weaver": ("herd", "sheep", 3),
    "farmers:turn_order_1": ("neighbours", 1),
    "farmers:turn_order_2": ("neighbours", 1),
    "farmers:turn_order_3": ("neighbours", 1),
    "merchants:artisan": ("upgraded tiles", 2),
    "merchants:builder": ("extensions", 3),
    "merchants:muleteer": ("unfilled contracts", 3),
    "merchants:boat_keyflower_ii": ("points", 0),
    "merchants:boat_sea_bastion_ii": ("points", 0),
    "merchants:boat_sea_breese_ii": ("winter tiles", 2),
    "merchants:boat_flipper_ii": ("free extension",),
    "merchants:boat_ianvincible_ii": ("upgrades", 2),
    "merchants:boat_white_wind_ii": ("filled contracts", 10),
}

# What the boats change, by side: the slots with their effect or what counts as what.
POWERS: Final[dict[str, tuple[dict[str, Any], ...]]] = {
    "base:boat_flipper": ({"scoring.free-flip": None},),
    "base:boat_1": ({"season.end": {"draw_workers": 2}}, {"season.end": {"gain": {"green": 1}}}),
    "base:boat_2": ({"transport.over-fields": None, "building.free": None}, {"transport.doubled": None}),
    "base:boat_3": ({"upgrade.any-resource": None}, {"scoring.counts-as": (("resource", "resource"),)}),
    "base:boat_4": ({"bid.counter": None}, {"use.mixed": None}),
    "farmers:boat_5": (
        {"pasture.mixed": None},
        {"scoring.counts-as": (("produce", "resource"), ("resource", "produce"))},
    ),
    "farmers:boat_6": (
        {"season.end": {"gain": {"wheat": 2}}},
        {"season.end": {"gain": {"sheep": 1, "pig": 1}}},
    ),
    "merchants:boat_keyflower_ii": ({"merchants.boat-taken": {"gain": {"gold": 3}}},),
    "merchants:boat_sea_bastion_ii": ({"merchants.boat-replaced": None},),
}

# Good: kind, how many, where they wait, wild, transport points, points of a pasture.
GOODS: Final[dict[str, tuple[str, int, str, bool, int, int]]] = {
    "red": ("worker", 40, "bag", False, 0, 0),
    "blue": ("worker", 40, "bag", False, 0, 0),
    "yellow": ("worker", 40, "bag", False, 0, 0),
    "green": ("worker", 20, "supply", False, 0, 0),
    "anvil": ("skill", 16, "stack", False, 0, 0),
    "pickaxe": ("skill", 16, "stack", False, 0, 0),
    "saw": ("skill", 16, "stack", False, 0, 0),
    "gold": ("resource", 48, "supply", True, 0, 0),
    "iron": ("resource", 24, "supply", False, 0, 0),
    "stone": ("resource", 24, "supply", False, 0, 0),
    "wood": ("resource", 24, "supply", False, 0, 0),
    "wheat": ("produce", 30, "supply", False, 1, 0),
    "sheep": ("animal", 32, "supply", False, 0, 1),
    "pig": ("animal", 24, "supply", False, 0, 2),
    "cow": ("animal", 12, "supply", False, 0, 3),
}
