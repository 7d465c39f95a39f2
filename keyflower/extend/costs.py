"""`Cost`: what an upgrade or a use costs, in named pieces and in pieces of a kind."""

from __future__ import annotations

from attrs import frozen

from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import COLOURS

ANY = "any_"
"""Starts the keys that ask for any pieces of a kind: ``any_resource``."""


def counted(pool: Pool) -> str:
    """Return the pieces of a pool as words: ``1 iron and 2 stone``."""
    parts = [_counted(piece, number) for piece, number in pool.items()]
    return " and ".join(parts) if parts else "nothing"


def _counted(piece: str, number: int) -> str:
    if piece in COLOURS:
        return f"{number} {piece} worker{'s' if number != 1 else ''}"
    return f"{number} {piece.replace('_', ' ')}"


@frozen(init=False)
class Cost:
    """Pieces to be paid: pieces of a given type, and any pieces of a kind.

    >>> Cost(wood=1, any_skill=1).words()
    '1 wood and 1 skill of any type'
    """

    named: Pool
    """Pieces of a given type."""
    any: tuple[tuple[str, int], ...]
    """Pairs of kind and number: pieces of the payer's choice."""

    def __init__(self, **pieces: int) -> None:
        named = Pool.of({piece: number for piece, number in pieces.items() if not piece.startswith(ANY)})
        free = tuple(
            sorted(
                (piece.removeprefix(ANY), number) for piece, number in pieces.items() if piece.startswith(ANY)
            )
        )
        self.__attrs_init__(named, free)  # pyright: ignore[reportAttributeAccessIssue]  # attrs makes it

    @property
    def total(self) -> int:
        """How many pieces in all."""
        return self.named.total + sum(number for _, number in self.any)

    def words(self) -> str:
        """Return the cost as words."""
        parts = [counted(self.named)] if self.named else []
        parts += [
            f"{number} {kind}{'s' if number != 1 else ''} of any {'colour' if kind == 'worker' else 'type'}"
            for kind, number in self.any
        ]
        return " and ".join(parts) if parts else "nothing"

    def __repr__(self) -> str:
        words = [f"{piece}={number}" for piece, number in self.named.items()]
        words += [f"{ANY}{kind}={number}" for kind, number in self.any]
        return f"Cost({', '.join(words)})"
