"""What a check of an expansion has found: problems with their places, and what was looked at."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from attrs import frozen

MOST: Final = 50
"""How many problems of one check are listed; more would rarely help."""


class ExpansionError(AssertionError):
    """An expansion that breaks the rules for expansions; the message lists every problem."""


@frozen
class Finding:
    """One thing that is wrong with an expansion."""

    check: str
    """What was checked: ``ids``, ``words``, ``notation`` and so on."""
    where: str
    """The tile, class or moment of a game it is about."""
    text: str
    """What is wrong."""

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.text}"


@frozen
class Report:
    """The result of `check_expansion`."""

    expansion: str
    """The id of the expansion."""
    problems: tuple[Finding, ...]
    """Everything that is wrong, check by check; if one check finds very many problems, only the first ones."""
    checks: tuple[tuple[str, int], ...]
    """How many things each check has looked at."""
    notes: tuple[str, ...] = ()
    """The checks that were not possible here, and why."""

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems

    def of(self, check: str) -> tuple[Finding, ...]:
        """Return the problems of one check."""
        return tuple(problem for problem in self.problems if problem.check == check)

    def raise_for_problems(self) -> None:
        """Raise an error if anything is wrong.

        Raises:
            ExpansionError: an `AssertionError` that lists all problems.
        """
        if self.problems:
            raise ExpansionError(str(self))

    def __str__(self) -> str:
        looked = ", ".join(f"{number} {check}" for check, number in self.checks)
        if self.ok:
            lines = [f"{self.expansion}: no problems ({looked})"]
        else:
            lines = [f"{self.expansion}: {len(self.problems)} problems ({looked})"]
            lines += [f"  {problem}" for problem in self.problems]
        return "\n".join([*lines, *(f"  note: {note}" for note in self.notes)])


class Findings:
    """Collects problems while checks run. An error is a problem too, and does not stop the other checks."""

    def __init__(self) -> None:
        """Start with nothing found."""
        self._problems: dict[str, dict[Finding, None]] = {}
        self._looked: Counter[str] = Counter()
        self._more: Counter[str] = Counter()
        self._told: set[tuple[str, str]] = set()
        self.notes: list[str] = []
        """What could not be checked."""

    def look(self, check: str) -> None:
        """Count one more thing that a check has looked at."""
        self._looked[check] += 1

    def add(self, check: str, where: str, text: str) -> None:
        """Remember a problem, once."""
        known = self._problems.setdefault(check, {})
        problem = Finding(check, where, text)
        if problem in known:
            return
        if len(known) < MOST:
            known[problem] = None
        else:
            self._more[check] += 1

    def expect(self, check: str, where: str, text: str, *, that: bool, once: bool = False) -> None:
        """Count a check, and record a problem if it fails.

        Args:
            check: what is checked.
            where: what it is about.
            text: what would be wrong.
            that: whether the check passes.
            once: whether the same text about anything else counts as the same problem.
        """
        self.look(check)
        if that or (once and (check, text) in self._told):
            return
        self._told.add((check, text))
        self.add(check, where, text)

    @contextmanager
    def guard(self, check: str, where: str) -> Iterator[None]:
        """Turn whatever is raised inside into a problem."""
        try:
            yield
        except Exception as error:  # the expansion's code may raise anything
            frame = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"
            self.add(check, where, text)

    def report(self, expansion: str) -> Report:
        """Return everything that was found."""
        notes = [f"{number} more problems of the check '{check}'" for check, number in self._more.items()]
        return Report(
            expansion,
            tuple(problem for known in self._problems.values() for problem in known),
            tuple(sorted(self._looked.items())),
            (*self.notes, *notes),
        )
