"""`ScoreSheet`: the points of one seat, where they come from, and whether another way to count is legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field

from keyflower.engine.solver import Allocation, Assignment, Problem
from keyflower.engine.solver.allocation_check import Check, check
from keyflower.extend.scoring import Line
from keyflower.kernel.html import html_table
from keyflower.kernel.text import SEMICOLON, Message, Spoken, Wording, listed, phrase
from keyflower.kernel.values import frozen
from keyflower.model.enums import PURPLE
from keyflower.model.names import good_name, several, tile_name
from keyflower.model.speaker import speaker


@frozen(repr=False)
class ScoreSheet:
    """The points of one seat: the best total, and where every point comes from.

    >>> sheet
    <ScoreSheet: 14 points in 4 lines>
    >>> sheet.total == sum(line.points for line in sheet.lines)
    True
    """

    total: int
    """The total; always the sum of the lines."""
    lines: tuple[Line, ...]
    """The lines: what scores, how much, and which pieces it uses."""
    flipped: str = ""
    """The tile that was upgraded for free, if a boat allows it."""
    problem: Problem | None = field(default=None, eq=False, repr=False)
    """What the pieces could be used for; `check` needs it, and a sheet read from JSON does not have it."""

    titles: Mapping[str, str] = field(factory=dict, eq=False, repr=False)
    """The printed names of the tiles, by id; a sheet read from JSON names them by id."""
    catalogues: tuple[str, ...] = field(default=(), eq=False, repr=False)
    """The packages with texts of the expansions that were played."""

    def __repr__(self) -> str:
        return f"<ScoreSheet: {self.total} points in {len(self.lines)} line{'' if len(self.lines) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        """Return the sheet as a table for a notebook."""
        return html_table(["points", "for", "because"], [*self.rows(), (self.total, "in all", "")])

    def rows(self, *, language: Spoken = "") -> list[tuple[int, str, str]]:
        """Return the lines for a person: the points, their source, and the reason.

        Args:
            language: a language, given by its code such as ``uk``; English by default.

        >>> len(sheet.rows()) == len(sheet.lines)
        True
        """
        found = [(line.points, self._source(line), _reason(line)) for line in self.lines]
        if not language:
            return found
        say = speaker(language, *self.catalogues).say
        return [(points, say(source), say(reason)) for points, source, reason in found]

    def explain(self, *, language: Spoken = "") -> str:
        """Return the sheet as text for a person.

        Args:
            language: a language, given by its code such as ``uk``; English by default.

        >>> print(sheet.explain().splitlines()[-1])
          14  in all
        """
        turned: str = phrase("{tile} is upgraded for free", tile=self._called(self.flipped))
        total: str = phrase("in all")
        if language:
            say = speaker(language, *self.catalogues).say
            turned, total = say(turned), say(total)
        rows = [
            f"{points:4}  {source}{': ' if reason else ''}{reason}"
            for points, source, reason in self.rows(language=language)
        ]
        if self.flipped:
            rows.insert(0, f"      {turned}")
        return "\n".join([*rows, f"{self.total:4}  {total}"])

    def _called(self, tile: str) -> str:
        return tile_name(tile, self.titles.get(tile, ""))

    def _source(self, line: Line) -> str:
        """Return what gives the points: a tile by its name, or what a part of the scoring calls it."""
        return line.source if isinstance(line.source, Wording) else self._called(line.source)

    def to_data(self) -> dict[str, object]:
        """Return the sheet as JSON-able data.

        >>> sheet.to_data()["total"] == sheet.total
        True
        """
        lines = [
            {
                "source": str(line.source),
                "points": line.points,
                "used": [[*use] for use in line.used],
                "detail": str(line.detail),
            }
            for line in self.lines
        ]
        return {"total": self.total, "flipped": self.flipped, "lines": lines}

    def of(self, source: str) -> int:
        """Return the points that a tile (or other source) gives.

        >>> sum(sheet.of(line.source) for line in sheet.lines) >= sheet.total
        True
        """
        return sum(line.points for line in self.lines if line.source == source)

    def check(self, lines: Iterable[Line]) -> Check:
        """Check another way to count the same seat: is it legal, and what is it worth?

        Args:
            lines: the lines of an allocation made by hand. Lines that use pieces up are verified piece by
                piece; other lines (printed points, measures, pastures) must also be on this sheet.

        Raises:
            ValueError: if this sheet was read from data, which does not contain the pieces.

        >>> sheet.check(sheet.lines)
        Check(value=14, faults=())
        """
        if self.problem is None:
            raise ValueError("this sheet was read from data: ask the game itself for one that can check")
        own, faults, uses = 0, [], []
        carried = {source for source, _ in self.problem.terms}
        for line in lines:
            takes = line.used or _is_not_made(line)
            if line in self.lines and not (takes and line.source in carried):
                own += line.points
            elif line.source in carried:
                uses.append(_use(self.problem, line))
            else:
                faults.append(f"{line.source}: no such line of {line.points} points")
        found = check(self.problem, Allocation(sum(use.points for use in uses), tuple(uses)))
        return Check(own + found.value, (*faults, *found.faults))


def not_made(words: str) -> Message:
    """Return why a term pays although its set is not made; `words` are those of the term."""
    return phrase("not made: {term}", term=words)


def _is_not_made(line: Line) -> bool:
    return line.detail.startswith(str(not_made("")))


def _use(problem: Problem, line: Line) -> Assignment:
    """Return a line as an assignment to the term that fits it best."""
    jokers = [role for piece, role, _ in line.used if piece == PURPLE]
    pieces = tuple(used for used in line.used if used[0] != PURPLE)
    ways = [
        Assignment(source, term, line.points, pieces, jokers[0] if jokers else None)
        for source, term in problem.terms
        if source == line.source
    ]
    return min(ways, key=lambda way: len(check(problem, Allocation(way.points, (way,))).faults))


def _reason(line: Line) -> str:
    used = listed([_used(*use) for use in line.used])
    parts = [part for part in (line.detail, used) if part]
    return listed(parts, SEMICOLON, between=SEMICOLON)


def _used(piece: str, role: str, number: int) -> Message:
    pieces = several(piece, number)
    return pieces if role == piece else phrase("{pieces} as {role}", pieces=pieces, role=good_name(role))
