"""Bills: a cost of several pieces, and every way to pay it with what lies on a tile and what a seat holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from keyflower.extend.costs import Cost
from keyflower.extend.goods import GoodKind
from keyflower.kernel.values import frozen
from keyflower.model.pool import Pool

if TYPE_CHECKING:
    from keyflower.extend.ruleset import Ruleset


@frozen(eq=False)
class Share:
    """The part of a cost that is paid with pieces of one kind."""

    named: Pool
    """Pieces of a given type."""
    any: int
    """How many more, of any type."""

    @property
    def total(self) -> int:
        """How many pieces in all."""
        return self.named.total + self.any

    def fits(self, paid: Pool, *, wild: Iterable[str] = ()) -> bool:
        """Return whether pieces of the kind pay this part exactly; wild ones stand for any other."""
        if paid.total != self.total:
            return False
        surplus = [max(0, number - self.named[piece]) for piece, number in paid.items() if piece not in wild]
        return sum(surplus) <= self.any

    def shown(self, hidden: Pool, shown: Pool) -> Pool:
        """Return which of the hidden pieces that pay this part are of a type that the cost names."""
        return Pool.of(
            {piece: min(hidden[piece], max(0, number - shown[piece])) for piece, number in self.named.items()}
        )


@frozen(eq=False)
class Bill:
    """A cost by kind of piece; it depends only on the rules."""

    resources: Share
    """The resources, which must be on the tile that is paid for."""
    skills: Share
    """Skill tokens of the payer."""
    workers: Share
    """Workers of the payer."""
    wild: tuple[str, ...]
    """Resources that stand for any other."""
    every: tuple[str, ...]
    """All resources."""

    @staticmethod
    def of(ruleset: Ruleset, cost: Cost) -> Bill:
        """Return a cost sorted by kind of piece."""
        free = dict(cost.any)
        resources, skills, workers = [
            Share(cost.named.only(ruleset.kind(kind)), free.get(kind, 0))
            for kind in (GoodKind.RESOURCE, GoodKind.SKILL, GoodKind.WORKER)
        ]
        wild = tuple(good.id for good in ruleset.goods.values() if good.wild)
        return Bill(resources, skills, workers, wild, ruleset.kind(GoodKind.RESOURCE))

    def paid_by(self, resources: Pool, skills: Pool, workers: Pool, *, freely: bool) -> bool:
        """Return whether exactly these pieces pay; with `freely` every resource stands for every other."""
        wild = self.every if freely else self.wild
        return (
            self.resources.fits(resources, wild=wild)
            and self.skills.fits(skills)
            and self.workers.fits(workers)
        )


def handfuls(pool: Pool, size: int) -> Iterator[Pool]:
    """Iterate the ways to take exactly `size` pieces from a pool, in canonical order."""
    for amounts in product(*[range(min(number, size) + 1) for number in pool.amounts]):
        if sum(amounts) == size:
            yield pool.part(amounts)


@lru_cache(maxsize=8192)
def resource_ways(bill: Bill, there: Pool, *, freely: bool) -> tuple[Pool, ...]:
    """Return the ways to pay the resources of a bill with those on the tile."""
    wild = bill.every if freely else bill.wild
    return tuple(
        paid for paid in handfuls(there, bill.resources.total) if bill.resources.fits(paid, wild=wild)
    )


@lru_cache(maxsize=8192)
def hand_ways(share: Share, hidden: Pool, shown: Pool) -> tuple[tuple[Pool, Pool], ...]:
    """Return the ways to pay a part of a bill: with pieces from behind the screen, and with open ones."""
    return tuple(
        (unseen, seen)
        for number in range(min(share.total, shown.total) + 1)
        for seen in handfuls(shown, number)
        for unseen in handfuls(hidden, share.total - number)
        if share.fits(unseen + seen)
    )
