"""The pieces of the base game (rules 1.1)."""

from __future__ import annotations

from keyflower.extend import Good, GoodKind, PerPiece, Source, Term

WORKERS = (
    Good("red", GoodKind.WORKER, 40, source=Source.BAG),
    Good("blue", GoodKind.WORKER, 40, source=Source.BAG),
    Good("yellow", GoodKind.WORKER, 40, source=Source.BAG),
    Good("green", GoodKind.WORKER, 20),
)
"""The workers; the green ones wait in the open supply."""

SKILLS = (
    Good("anvil", GoodKind.SKILL, 16, source=Source.STACK, plural="anvils"),
    Good("pickaxe", GoodKind.SKILL, 16, source=Source.STACK, plural="pickaxes"),
    Good("saw", GoodKind.SKILL, 16, source=Source.STACK, plural="saws"),
)
"""The skill tokens."""

RESOURCES = (
    Good("gold", GoodKind.RESOURCE, 48, wild=True),
    Good("iron", GoodKind.RESOURCE, 24),
    Good("stone", GoodKind.RESOURCE, 24),
    Good("wood", GoodKind.RESOURCE, 24),
)
"""The resources; gold stands for any of them."""

GOODS = (*WORKERS, *SKILLS, *RESOURCES)
"""All pieces of the base game."""

TERMS: tuple[Term, ...] = (PerPiece(1, ("gold",)),)
"""What scores without any tile (rules 6.2: unallocated gold)."""
