"""`Cost`: what an upgrade or a use costs, in named pieces and in pieces of a kind."""

from __future__ import annotations

from keyflower.kernel.text import AND, Message, Wording, listed, number_of
from keyflower.kernel.values import frozen
from keyflower.model.names import nothing, pieces_of
from keyflower.model.pool import Pool

ANY = "any_"
"""Starts the keys that ask for any pieces of a kind: ``any_resource``."""


def counted(pool: Pool) -> Wording:
    """Return the pieces of a pool as words: ``1 iron and 2 stone``."""
    parts = [pieces_of(piece, number) for piece, number in pool.items()]
    return listed(parts, AND) if parts else nothing()


def _any(kind: str, number: int) -> Message:
    variety = "colour" if kind == "worker" else "type"
    english = f"{number} {kind}{'s' if number != 1 else ''} of any {variety}"
    return number_of(f"{ANY}{kind}", number, english)


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

    def words(self) -> Wording:
        """Return the cost as words."""
        parts = [pieces_of(piece, number) for piece, number in self.named.items()]
        parts += [_any(kind, number) for kind, number in self.any]
        return listed(parts, AND) if parts else nothing()

    def __repr__(self) -> str:
        words = [f"{piece}={number}" for piece, number in self.named.items()]
        words += [f"{ANY}{kind}={number}" for kind, number in self.any]
        return f"Cost({', '.join(words)})"
