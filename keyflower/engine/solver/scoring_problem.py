"""Everything about a scoring problem that does not depend on the number of pieces.

Pieces of one type in one place are a *portion*. Portions that can be used in the same ways form one *heap*. A *slot*
is a place for pieces in a term. All of this follows from roles and terms alone. It is kept in a cache, because
villages that are scored one after the other mostly have the same terms.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from keyflower.engine.solver.bundles import Packing, PieceTerm, sharing
from keyflower.engine.solver.relaxation import Bundle
from keyflower.extend.terms import (
    Once,
    PerDifferent,
    PerPiece,
    PerPieceOfOne,
    PerSet,
    PerStored,
    Pieces,
    Term,
)
from keyflower.kernel.values import frozen
from keyflower.model.errors import RulesetError

Roles: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""What the pieces of each type may count as."""

Terms: TypeAlias = tuple[tuple[str, Term], ...]
"""Terms with the sources that carry them."""


@frozen
class Slot:
    """A place for pieces in a term: a need of a set, one of several types, or the whole term."""

    types: tuple[str, ...]
    """What a piece here must count as."""
    count: int = 1
    """How many pieces one set takes here."""
    source: str | None = None
    """The storage source a piece here must lie on, if it must."""
    joker: str = ""
    """What the joker counts as here; nothing if it may be none of the types."""


@frozen
class Coupling:
    """A term that makes pieces depend on each other: it pays for sets, or for the pieces of one type."""

    term: int
    """The number of the term."""
    points: int
    """What it pays for a set, or for a piece; what it pays anyway is not counted."""
    slots: tuple[int, ...]
    """Its slots."""
    picks: int
    """How many different slots a set fills; 0 if it pays for the pieces of one slot."""
    most: int | None = None
    """How many sets it pays for at most (None: any number)."""


@frozen(eq=False)
class ScoringPlan:
    """What follows from roles and terms. Plans are compared by identity."""

    terms: Terms
    """The terms."""
    slots: tuple[Slot, ...]
    """The slots of all terms."""
    term_of: tuple[int, ...]
    """The number of the term of each slot."""
    couplings: tuple[Coupling, ...]
    """The terms that make pieces depend on each other."""
    roles: dict[tuple[int, str], str]
    """What a piece of a type counts as in a slot."""
    sizes: tuple[int, ...]
    """How many pieces each term pays for at a time."""
    portions: tuple[str, ...]
    """The type of each portion."""
    bound: tuple[tuple[str, str, int, int], ...]
    """Portions on sources: source, type, portion, and the portion of that type on no source (-1: none)."""
    heaps: tuple[tuple[int, ...], ...]
    """The portions of each heap."""
    fits: tuple[int, ...]
    """For each heap the slots it fits into, as bits."""
    singles: tuple[tuple[int, int], ...]
    """For each heap, what a single piece pays and the slot that pays it (-1: none)."""
    jokers: int
    """The slots that the joker fits into, as bits."""
    joker: tuple[int, int]
    """What the joker pays as a single piece, and the slot that pays it."""
    most: int
    """The most that any term pays at a time."""
    floor: int
    """What the terms pay if nothing is made at all."""


@lru_cache(maxsize=2_000)
def plans_for(
    roles: Roles, terms: Terms, barred: tuple[str, ...] = ()
) -> tuple[tuple[ScoringPlan, tuple[int, ...]], ...]:
    """Split the terms into subproblems that share no pieces; return their plans and the numbers of their terms.

    Args:
        roles: what the pieces of each type may count as.
        terms: the terms with their sources.
        barred: the types that the joker may not be.
    """
    subproblems = list(_grouped(roles))
    for number, (_, term) in enumerate(terms):
        subproblems = _coupled(subproblems, _types(term), [number])
    return tuple(
        [
            (
                _plan(
                    tuple([entry for entry in roles if entry[0] in types]),
                    tuple([terms[number] for number in sorted(numbers)]),
                    barred,
                ),
                tuple(sorted(numbers)),
            )
            for types, numbers in subproblems
            if numbers
        ]
    )


Groups: TypeAlias = list[tuple[frozenset[str], list[int]]]
"""Types of pieces that belong together, with the numbers of the terms that take them."""


def _coupled(groups: Groups, types: frozenset[str], numbers: list[int]) -> Groups:
    """Merge all groups that have one of these types into one, which comes last."""
    apart = []
    for group in groups:
        if group[0].isdisjoint(types):
            apart.append(group)
        else:
            types, numbers = types | group[0], numbers + group[1]
    apart.append((types, numbers))
    return apart


@lru_cache(maxsize=500)
def _grouped(roles: Roles) -> Groups:
    """Return the groups that follow from the roles alone. The list is shared: do not change it."""
    groups: Groups = []
    for kind, able in roles:
        groups = _coupled(groups, frozenset((kind, *able)), [])
    return groups


@lru_cache(maxsize=2_000)
def _types(term: Term) -> frozenset[str]:
    """Return the types that a piece may count as in a term."""
    return frozenset([role for slot in _slots(None, term, ()) for role in slot.types])


@lru_cache(maxsize=2_000)
def _plan(roles: Roles, terms: Terms, barred: tuple[str, ...]) -> ScoringPlan:
    slots: list[Slot] = []
    term_of: list[int] = []
    couplings: list[Coupling] = []
    alone: list[tuple[int, int]] = []
    for number, (source, term) in enumerate(terms):
        first = len(slots)
        slots += _slots(source if isinstance(term, PerStored) else None, term, barred)
        mine = tuple(range(first, len(slots)))
        term_of += [number] * len(mine)
        match term:
            case PerPiece() | PerStored():
                alone.append((term.points, first))
            case PerSet():
                couplings.append(Coupling(number, term.points, mine, len(mine)))
            case Once() if term.points > term.otherwise:
                couplings.append(Coupling(number, term.points - term.otherwise, mine, len(mine), 1))
            case Once():
                pass  # better not made
            case PerDifferent():
                couplings.append(Coupling(number, term.points, mine, term.count))
            case PerPieceOfOne():
                couplings.append(Coupling(number, term.points, mine, 0))
    played = _played(slots, dict(roles))
    homes, heaps = _homes(slots, roles, played)
    jokers = sum([1 << number for number, slot in enumerate(slots) if slot.joker])
    return ScoringPlan(
        terms=terms,
        slots=tuple(slots),
        term_of=tuple(term_of),
        couplings=tuple(couplings),
        roles=played,
        sizes=tuple([set_size(term) for _, term in terms]),
        portions=tuple([kind for _, kind in homes]),
        bound=tuple(
            [
                (place, kind, portion, homes.get((None, kind), -1))
                for (place, kind), portion in homes.items()
                if place is not None
            ]
        ),
        heaps=tuple(map(tuple, heaps.values())),
        fits=tuple(heaps),
        singles=tuple(_best_single(alone, bits) for bits in heaps),
        jokers=jokers,
        joker=_best_single(alone, jokers),
        most=max([term.points for _, term in terms]),
        floor=sum([term.otherwise for _, term in terms if isinstance(term, Once)]),
    )


def _homes(
    slots: list[Slot], roles: Roles, played: Iterable[tuple[int, str]]
) -> tuple[dict[tuple[str | None, str], int], dict[int, list[int]]]:
    """Return the portions by source and type, and the portions of each heap by the slots it fits into, as bits."""
    anywhere: dict[str, int] = dict.fromkeys([role for slot in slots for role in slot.types], 0)
    anywhere.update(dict.fromkeys([kind for kind, _ in roles], 0))
    there: dict[str, dict[str, int]] = {}
    for number, kind in played:
        needed = slots[number].source
        fits = anywhere if needed is None else there.setdefault(needed, {})
        fits[kind] = fits.get(kind, 0) | 1 << number
    homes: dict[tuple[str | None, str], int] = {}
    heaps: dict[int, list[int]] = {}
    places: list[tuple[str | None, dict[str, int]]] = [(None, anywhere), *there.items()]
    for place, fits in places:
        for kind, elsewhere in anywhere.items():
            # A piece that no term of its source takes is used like one that lies elsewhere (rules 6.5).
            bits = fits.get(kind, 0)
            if bits:
                heaps.setdefault(bits | elsewhere, []).append(len(homes))
                homes[place, kind] = len(homes)
    return homes, heaps


def set_size(term: Term) -> int:
    """Return how many pieces the term pays for at a time."""
    match term:
        case PerSet() | Once():
            return sum(need.count for need in term.needs)
        case PerDifferent():
            return term.count
        case _:
            return 1


@lru_cache(maxsize=2_000)
def _slots(source: str | None, term: Term, barred: tuple[str, ...]) -> tuple[Slot, ...]:
    """Return the slots of a term; `source` is given if the pieces must lie on it, `barred` is what no joker may be."""
    wanted: list[tuple[tuple[str, ...], int]]
    match term:
        case PerSet() | Once():
            wanted = [(_ids(need.pieces), need.count) for need in term.needs]
        case PerDifferent() | PerPieceOfOne():
            wanted = [((role,), 1) for role in dict.fromkeys(_ids(term.pieces))]
        case PerPiece() | PerStored():
            wanted = [(_ids(term.pieces), 1)]
    return tuple(
        [
            Slot(types, count, source, next((role for role in types if role not in barred), ""))
            for types, count in wanted
        ]
    )


def _ids(pieces: Pieces) -> tuple[str, ...]:
    if isinstance(pieces, str):
        raise RulesetError(f"the kind {pieces!r} must be resolved before scoring")
    return pieces


def _played(slots: list[Slot], able: dict[str, tuple[str, ...]]) -> dict[tuple[int, str], str]:
    """Return what each type counts as in each slot: itself if it can, otherwise the first type that fits.

    Args:
        slots: the slots.
        able: for the types that can count as something else, everything they can count as.
    """
    played: dict[tuple[int, str], str] = {}
    for number, slot in enumerate(slots):
        types = slot.types
        for role in types:
            if role not in able or role in able[role]:
                played[number, role] = role
        for kind, roles in able.items():
            if (number, kind) not in played:
                for role in types:
                    if role in roles:
                        played[number, kind] = role
                        break
    return played


def _best_single(alone: list[tuple[int, int]], bits: int) -> tuple[int, int]:
    """Return the points and the slot of the term that pays most for a single piece."""
    best = (0, -1)
    for points, slot in alone:
        if points > best[0] and bits >> slot & 1:
            best = (points, slot)
    return best


# ------------------------------------------------------------------------------------------ separate parts


@frozen
class Form:
    """A part of a problem as `bundles` takes it, in numbers only, with the slots they stand for."""

    packing: Packing
    """The part."""
    bundles: tuple[tuple[int, ...], ...]
    """The slots of each bundle."""
    options: tuple[tuple[int, ...], ...]
    """The slots that are the options of each choice."""


@frozen
class Part:
    """A part of a problem that shares no piece with the others."""

    heaps: tuple[int, ...]
    """The heaps of the part; the joker, if there is one, comes after them."""
    plain: Form
    """The part without the joker."""
    joker: Form
    """The part with the joker (the same if there is none)."""
    most: int
    """The most that the joker can add: what the one set or piece that it is used in pays."""


@lru_cache(maxsize=5_000)
def parts_of(plan: ScoringPlan, there: int, *, wildcard: bool) -> tuple[Part, ...]:
    """Split the problem into parts that share no heap; `there` has a bit for each heap that is not empty."""
    present = [heap for heap in range(len(plan.fits)) if there >> heap & 1]
    worth = []
    for coupling in plan.couplings:
        wanted = sum([1 << slot for slot in coupling.slots])
        heaps = {heap for heap in present if plan.fits[heap] & wanted}
        if _worthwhile(plan, coupling, heaps, wildcard=wildcard):
            worth.append((heaps, coupling))
    parts = []
    for found, members in sharing(worth):
        ordered = sorted(found)
        plain = _form(plan, ordered, members, joker=False)
        joker = _form(plan, ordered, members, joker=True) if wildcard else plain
        parts.append(Part(tuple(ordered), plain, joker, max([coupling.points for coupling in members])))
    return tuple(parts)


def _worthwhile(plan: ScoringPlan, coupling: Coupling, heaps: set[int], *, wildcard: bool) -> bool:
    """Return whether the term may pay more for pieces of these heaps than they pay alone."""
    cheapest = []
    for slot in coupling.slots:
        values = [plan.singles[heap][0] for heap in heaps if plan.fits[heap] >> slot & 1]
        if wildcard and plan.jokers >> slot & 1:
            values.append(plan.joker[0])
        if values:
            cheapest.append(min(values) * plan.slots[slot].count)
    picks = coupling.picks or 1
    return len(cheapest) >= picks and sum(sorted(cheapest)[:picks]) < coupling.points


def _form(plan: ScoringPlan, heaps: list[int], couplings: list[Coupling], *, joker: bool) -> Form:
    values = [plan.singles[heap][0] for heap in heaps] + [plan.joker[0]] * joker
    bundles: dict[object, tuple[Bundle, tuple[int, ...]]] = {}
    choices: list[tuple[PieceTerm, tuple[int, ...]]] = []
    for coupling in couplings:
        fitting = [
            (slot, tuple([place for place, heap in enumerate(heaps) if plan.fits[heap] >> slot & 1]))
            for slot in coupling.slots
        ]
        if not coupling.picks:
            choice = _choice(plan, coupling, fitting, values, len(heaps) if joker else None)
            if choice is not None:
                choices.append(choice)
            continue
        fillable = _fillable(plan, coupling, fitting, len(heaps) if joker else None)
        bundle = Bundle(
            coupling.points,
            tuple([(who, plan.slots[slot].count) for slot, who in fillable]),
            coupling.picks,
            coupling.most,
        )
        if fillable and bundle.cost(values) < bundle.points:
            # If several terms take the same sets, only the one that pays most matters, unless their number is limited.
            key = (bundle.slots, bundle.picks) if bundle.most is None else coupling.term
            if key not in bundles or bundles[key][0].points < bundle.points:
                bundles[key] = (bundle, tuple([slot for slot, _ in fillable]))
    choices.sort(key=lambda choice: (choice[0].points, choice[0].options))
    return Form(
        Packing(
            tuple(values),
            tuple(bundle for bundle, _ in bundles.values()),
            tuple(choice for choice, _ in choices),
        ),
        tuple(slots for _, slots in bundles.values()),
        tuple(slots for _, slots in choices),
    )


def _fillable(
    plan: ScoringPlan, coupling: Coupling, fitting: list[tuple[int, tuple[int, ...]]], joker: int | None
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the slots that can be filled and the heaps that can fill them; nothing if no set can be made."""
    if joker is None:
        filled = [(slot, who) for slot, who in fitting if who]
        return filled if len(filled) >= coupling.picks else []
    filled = [(slot, _joined(plan, slot, who, joker)) for slot, who in fitting]
    filled = [(slot, who) for slot, who in filled if who]
    spare = len(filled) - coupling.picks
    # The joker fills one place, not several.
    missing = sorted(plan.slots[slot].count for slot, who in filled if who == (joker,))
    if spare < 0 or sum(missing[: max(0, len(missing) - spare)]) > 1:
        return []
    return filled


def _joined(plan: ScoringPlan, slot: int, heaps: tuple[int, ...], joker: int | None) -> tuple[int, ...]:
    """Return heaps that fit into a slot, and the joker with them if it fits too."""
    return heaps if joker is None or not plan.jokers >> slot & 1 else (*heaps, joker)


def _choice(
    plan: ScoringPlan,
    coupling: Coupling,
    fitting: Iterable[tuple[int, tuple[int, ...]]],
    values: list[int],
    joker: int | None,
) -> tuple[PieceTerm, tuple[int, ...]] | None:
    """Return the options that pay more than single pieces do, leaving out those that another option includes."""
    options: list[tuple[int, tuple[int, ...]]] = []
    for slot, who in fitting:
        able = _joined(plan, slot, who, joker)
        better = tuple(place for place in able if values[place] < coupling.points)
        if better and not any(set(better) <= set(other) for _, other in options):
            options = [option for option in options if not set(option[1]) <= set(better)]
            options.append((slot, better))
    if not options:
        return None
    return PieceTerm(coupling.points, tuple(who for _, who in options)), tuple(slot for slot, _ in options)
