"""`Estimate`: a number with its standard error, as everything in a review is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from attrs import frozen

Z: Final = 1.96
"""How many standard errors a 95 % interval reaches to either side."""


@frozen
class Estimate:
    """A mean with its standard error.

    >>> Estimate.of([1.0, 2.0, 3.0])
    Estimate(mean=2.0, error=0.5773502691896257)
    >>> f"{Estimate(2.0, 0.5):.1f}"
    '2.0 ± 1.0'
    """

    mean: float
    """The number."""
    error: float = 0.0
    """Its standard error; 0 for a number that is certain."""

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Return the mean of some values that were drawn independently."""
        number = len(values)
        mean = sum(values) / number
        if number == 1:
            return cls(mean, float("inf"))
        spread = sum((value - mean) ** 2 for value in values) / (number - 1)
        return cls(mean, sqrt(spread / number))

    @classmethod
    def total(cls, estimates: Iterable[Estimate]) -> Estimate:
        """Return the sum of independent estimates."""
        given = [*estimates]
        return cls(sum(one.mean for one in given), sqrt(sum(one.error**2 for one in given)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval: its lower and its upper end."""
        return self.mean - Z * self.error, self.mean + Z * self.error

    def __truediv__(self, number: float) -> Estimate:
        """Return the estimate divided by a number."""
        return Estimate(self.mean / number, self.error / number)

    def __neg__(self) -> Estimate:
        """Return the estimate with the opposite sign."""
        return Estimate(-self.mean, self.error)

    def __format__(self, spec: str) -> str:
        """Return the mean and half the width of the 95 % interval, each in a format of numbers such as ``.1f``."""
        return f"{self.mean:{spec}} ± {Z * self.error:{spec}}" if spec else str(self)


CERTAIN_ZERO: Final = Estimate(0.0, 0.0)
"""Nothing, for certain."""
