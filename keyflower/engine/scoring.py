"""Final scoring: the best total of a seat, and a sheet that explains it line by line (rules 6)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.engine.solver import Allocation, Problem, solve, solve_all, totals
from keyflower.engine.solver.plan import Terms
from keyflower.extend.goods import GoodKind
from keyflower.extend.powers import COUNTS_AS, FREE_FLIP, slots_of
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Count, Domain, Line, Measure
from keyflower.extend.terms import PerDifferent, PerPiece, PerPieceOfOne, PerSet, PerStored, Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.errors import HiddenInformation
from keyflower.kernel.wording import phrase
from keyflower.model.state import Position, Seat, exchanged
from keyflower.model.village import Spot, Village
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import BACK, FRONT, PURPLE

LEFT_OVER: Final = phrase("left over")
"""The source of points for pieces that no tile uses."""
_PRINTED: Final = phrase("printed points")
_ALLOTTED: Final = (PerSet, PerDifferent, PerPiece, PerPieceOfOne, PerStored)

Roles: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]
"""What pieces may count as."""


# ---------------------------------------------------------------------- what follows from the rules alone


class Printed(NamedTuple):
    """The scoring side of one face of a tile."""

    points: int
    """Points printed on it."""
    terms: Terms
    """Terms that take pieces, with kinds resolved."""
    measures: tuple[Measure, ...]
    """Terms that measure the board."""
    by_side: bool
    """Whether one of them may change when some tile is turned."""
    stores: bool
    """Whether pieces that lie on it may be kept there for points."""
    counts_as: tuple[tuple[str, str], ...]
    """Goods that its powers let count as others."""

    @property
    def blank(self) -> bool:
        """Whether it does not matter for scoring."""
        return not (self.points or self.terms or self.measures or self.counts_as)


class Turned(NamedTuple):
    """What turning a tile to its back changes."""

    points: int
    """Printed points that are gained."""
    rise: int | None
    """How much more each piece kept there pays; None if anything else but points changes."""


class Facts(NamedTuple):
    """What follows from the rules alone; worked out once."""

    printed: dict[str, tuple[Printed | None, Printed | None]]
    """How the front and the back of every tile score (None: not at all)."""
    turned: dict[str, Turned]
    """What changes if a tile that can be upgraded is turned."""
    common: Terms
    """What scores without any tile."""
    words: dict[Term, str]
    """The words of terms as they are printed, with kinds of pieces instead of all their names."""
    domains: tuple[Domain, ...]
    """What expansions work out themselves."""
    barred: tuple[str, ...]
    """The pieces that the purple worker may not stand for."""


def _facts(ruleset: Ruleset) -> Facts:
    return ruleset.remember("scoring", lambda: _found_facts(ruleset))


def _found_facts(ruleset: Ruleset) -> Facts:
    kinds: dict[str, tuple[str, ...]] = {
        str(kind): ruleset.kind(kind) for kind in (*GoodKind, *ruleset.piece_kinds)
    }
    return Facts(
        {name: (_side(tile, FRONT, kinds), _side(tile, BACK, kinds)) for name, tile in ruleset.tiles.items()},
        {
            name: Turned(tile.back.points - tile.front.points, _rise(tile.front, tile.back))
            for name, tile in ruleset.tiles.items()
            if tile.upgradable and tile.back is not None
        },
        tuple((LEFT_OVER, term.resolved(kinds)) for term in ruleset.terms),
        {
            score.resolved(kinds): score.words()
            for tile in ruleset.tiles.values()
            for face in tile.faces
            for score in face.scores
            if isinstance(score, _ALLOTTED)
        },
        tuple(domain for expansion in ruleset.expansions for domain in expansion.domains),
        tuple(
            piece
            for kind in ruleset.piece_kinds.values()
            if not kind.joker
            for piece in ruleset.kind(kind.id)
        ),
    )


def _side(tile: Tile, side: int, kinds: dict[str, tuple[str, ...]]) -> Printed | None:
    face = tile.face(side)
    terms = tuple((tile.name, score.resolved(kinds)) for score in face.scores if isinstance(score, _ALLOTTED))
    measures = tuple(score for score in face.scores if isinstance(score, Measure))
    own = Printed(
        face.points,
        terms,
        measures,
        any(measure.by_side for measure in measures),
        any(isinstance(term, PerStored) for _, term in terms),
        tuple(pair for power in face.powers if power.slot == COUNTS_AS for pair in power.counts_as),
    )
    return None if own.blank else own


def _rise(front: Face, back: Face) -> int | None:
    """Return what a piece kept on the back pays more than on the front; None if other terms or powers change."""
    if front.powers != back.powers:
        return None
    if front.scores == back.scores:
        return 0
    match front.scores, back.scores:
        case (PerStored() as less,), (PerStored() as more,) if less.pieces == more.pieces:
            return more.points - less.points if more.points >= less.points else None
        case _:
            return None


def _roles(ruleset: Ruleset, pairs: tuple[tuple[str, str], ...]) -> Roles:
    """Return what each good may count as: itself, as a wild one others of its kind, and what powers allow."""
    return ruleset.remember(("roles", pairs), lambda: _found_roles(ruleset, pairs))


def _found_roles(ruleset: Ruleset, pairs: tuple[tuple[str, str], ...]) -> Roles:
    found = []
    for good in ruleset.goods.values():
        roles = dict.fromkeys([good.id])
        if good.wild:
            roles.update(dict.fromkeys(ruleset.kind(good.kind)))
        for origin, counted in pairs:
            if origin in (good.id, good.kind):
                roles.update(dict.fromkeys(ruleset.kind(counted) or (counted,)))
        if len(roles) > 1:
            found.append((good.id, tuple(roles)))
    return tuple(found)


# ---------------------------------------------------------------------- one seat


Sides: TypeAlias = list[tuple[str, Printed | None, Pool]]
"""The tiles of a village that score or hold goods: name, what is printed on the side that lies up, goods."""


def _sides(facts: Facts, village: Village) -> Sides:
    """Return the tiles of a village that matter for scoring; half of them do not, so they are sorted out once."""
    printed = facts.printed
    found = []
    for placed, spot in village:
        own, goods = printed[placed.name][spot.side], spot.goods
        if own is not None or goods.total:
            found.append((placed.name, own, goods))
    return found


def _problem(ruleset: Ruleset, seat: Seat, *, purple: bool) -> Problem:
    """Return which pieces compete for which terms."""
    facts = _facts(ruleset)
    return _competing(ruleset, facts, seat, _sides(facts, seat.village), purple=purple)


def _competing(ruleset: Ruleset, facts: Facts, seat: Seat, sides: Sides, *, purple: bool) -> Problem:
    terms: list[tuple[str, Term]] = []
    stored = []
    pairs: tuple[tuple[str, str], ...] = ()
    free = [seat.workers, seat.open_workers, seat.skills, seat.open_skills, seat.stock]
    for name, own, goods in sides:
        if own is None:
            free.append(goods)
            continue
        if own.terms:
            terms += own.terms
        if own.counts_as:
            pairs += own.counts_as
        if goods.total:
            if own.stores:
                stored.append((name, tuple(goods.items())))
            else:
                free.append(goods)
    terms += facts.common
    return Problem(
        _counted(free),
        tuple(stored),
        _roles(ruleset, pairs),
        tuple(terms),
        wildcard=purple,
        barred=facts.barred,
    )


def _counted(pools: list[Pool]) -> tuple[tuple[str, int], ...]:
    """Return how many pieces of each type some pools hold together; quicker than adding pools up."""
    counts: dict[str, int] = {}
    for pool in pools:
        if pool.total:
            for piece, number in zip(pool.pieces, pool.amounts, strict=True):
                counts[piece] = counts[piece] + number if piece in counts else number
    return tuple(counts.items())


def _board_lines(sides: Sides, count: Count) -> list[Line]:
    """Return printed points and measures, which need no pieces."""
    lines = []
    for name, own, _ in sides:
        if own is not None:
            if own.points:
                lines.append(Line(name, own.points, detail=_PRINTED))
            for measure in own.measures:
                points, detail = measure.measure(count, name)
                lines.append(Line(name, points, detail=detail))
    return lines


def _board_points(sides: Sides, count: Count) -> int:
    """Return the total of the board's lines without making the lines."""
    total = 0
    for name, own, _ in sides:
        if own is not None:
            total += own.points
            for measure in own.measures:
                total += measure.measure(count, name)[0]
    return total


def _domain_points(facts: Facts, count: Count, *, wildcard: bool) -> list[int]:
    return [sum([line.points for line in domain.score(count, wildcard=wildcard)]) for domain in facts.domains]


def _best_total(ruleset: Ruleset, seat: Seat, *, purple: bool) -> int:
    """Return the best total of a seat as its village lies, without explaining it."""
    facts = _facts(ruleset)
    count = Count(ruleset, seat, seat.village)
    sides = _sides(facts, seat.village)
    plain, joker = totals(_competing(ruleset, facts, seat, sides, purple=purple))
    domains = _domain_points(facts, count, wildcard=False)
    gain = joker - plain
    if purple and domains:
        with_joker = _domain_points(facts, count, wildcard=True)
        gain = max(gain, *(more - less for more, less in zip(with_joker, domains, strict=True)))
    return _board_points(sides, count) + plain + sum(domains) + gain


def _best_flip(ruleset: Ruleset, seat: Seat, *, purple: bool) -> tuple[str, Seat]:
    """Return the tile that is best turned for free, and the seat with that tile turned (rules 6.1)."""
    facts = _facts(ruleset)
    # If the terms stay the same, only printed points and measures change, and no piece is used otherwise.
    sides = _sides(facts, seat.village)
    measured = any(own is not None and own.by_side for _, own, _ in sides)
    anew = any(domain.by_side for domain in facts.domains)
    board = _board_points(sides, Count(ruleset, seat, seat.village)) if measured else 0
    best: tuple[int, int, str] = (0, 1, "")
    doubtful = []
    for place, (placed, spot) in enumerate(seat.village):
        change = facts.turned.get(placed.name)
        if change is None or spot.side != FRONT:
            continue
        gain = change.points
        if measured:
            turned = _turned(ruleset, seat, placed.name)
            count = Count(ruleset, turned, turned.village)
            gain = _board_points(_sides(facts, turned.village), count) - board
        # The best way to count after the turn is a way to count before it as well, where each piece kept
        # there pays less: so the tile gains at least its points, and at most that for each piece more.
        open_end = None if change.rise is None or anew else change.rise * (spot.goods.total + purple)
        if open_end == 0:
            best = max(best, (gain, -place, placed.name))
        else:
            doubtful.append((place, placed.name, None if open_end is None else gain + open_end))
    total: int | None = None
    for place, name, most in doubtful:
        if most is None or (most, -place) > best[:2]:
            if total is None:
                total = _best_total(ruleset, seat, purple=purple)
            gain = _best_total(ruleset, _turned(ruleset, seat, name), purple=purple) - total
            best = max(best, (gain, -place, name))
    choice = best[2]
    return choice, _turned(ruleset, seat, choice) if choice else seat


def _turned(ruleset: Ruleset, seat: Seat, name: str) -> Seat:
    """Return the seat with a tile of its village turned to its back."""
    spot = seat.village.spot(name)
    village = seat.village.with_spot(name, Spot(BACK, spot.goods, spot.uses))
    front, back = ruleset.face(name, FRONT), ruleset.face(name, BACK)
    if front.powers == back.powers:
        return seat.changed(village=village)
    return seat.changed(
        village=village, powers=exchanged(seat.powers, slots_of(front.powers), slots_of(back.powers))
    )


def best_total(ruleset: Ruleset, state: Position, number: int) -> int:
    """Return the points of a seat without explaining them; always the total of its `score_seat`."""
    seat, purple = state.seats[number], number == state.start
    if FREE_FLIP in seat.powers:
        _, seat = _best_flip(ruleset, seat, purple=purple)
    return _best_total(ruleset, seat, purple=purple)


def score_seat(ruleset: Ruleset, state: Position, number: int) -> ScoreSheet:
    """Return the points of a seat as if the game ended now, with what is behind its screen.

    Raises:
        HiddenInformation: if what is behind the screen is not known.
    """
    seat = state.seats[number]
    if seat.workers.unknown or seat.skills.unknown:
        raise HiddenInformation(f"the points of seat {number} depend on what is behind its screen")
    facts = _facts(ruleset)
    purple = number == state.start
    flipped = ""
    if FREE_FLIP in seat.powers:
        flipped, seat = _best_flip(ruleset, seat, purple=purple)
    count = Count(ruleset, seat, seat.village)
    sides = _sides(facts, seat.village)
    problem = _competing(ruleset, facts, seat, sides, purple=purple)
    allocation, domains = _with_domains(facts, count, problem)
    lines = _board_lines(sides, count)
    for use in allocation.uses:
        used = use.pieces if use.joker is None else (*use.pieces, (PURPLE, use.joker, 1))
        lines.append(Line(use.source, use.points, used, facts.words.get(use.term) or use.term.words()))
    for found in domains:
        lines += found
    return ScoreSheet(sum([line.points for line in lines]), tuple(lines), flipped, problem)


def _with_domains(facts: Facts, count: Count, problem: Problem) -> tuple[Allocation, list[tuple[Line, ...]]]:
    """Return the best allocation and the lines of the domains, with the joker where it gains most."""
    if not facts.domains:
        return solve(problem), []
    plain = [domain.score(count, wildcard=False) for domain in facts.domains]
    if not problem.wildcard:
        return solve(problem), plain
    solution = solve_all(problem)
    best_gain, allocation, domains = solution.gain, solution.best, plain
    for place, domain in enumerate(facts.domains):
        better = domain.score(count, wildcard=True)
        gain = sum([line.points for line in better]) - sum([line.points for line in plain[place]])
        if gain > best_gain:
            best_gain, allocation = gain, solution.plain
            domains = [*plain[:place], better, *plain[place + 1 :]]
    return allocation, domains
