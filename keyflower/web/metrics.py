"""The metrics of a server, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

Labels: TypeAlias = tuple[tuple[str, str], ...]
"""The labels of a number, such as ``reason="locked"``."""
_STEPS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper bounds of the histogram's buckets, in seconds."""


class Counter:
    """Counts how often something happened; labels may tell the cases apart."""

    def __init__(self, name: str, about: str) -> None:
        """Begin at zero."""
        self.name, self.about = name, about
        self._counts: dict[Labels, float] = {}

    def add(self, number: float = 1, **labels: str) -> None:
        """Count one more event, or several."""
        key = tuple(sorted(labels.items()))
        self._counts[key] = self._counts.get(key, 0) + number

    def total(self, **labels: str) -> float:
        """Return how often it happened with all of these labels."""
        wanted = set(labels.items())
        return sum(count for key, count in self._counts.items() if wanted <= {*key})

    def lines(self) -> Iterator[str]:
        """Iterate the lines of the text format."""
        yield from _head(self.name, self.about, "counter")
        for key, count in sorted(self._counts.items()) or [((), 0.0)]:
            yield f"{self.name}{_braces(key)} {count:g}"


class Times:
    """A histogram of how long things took."""

    def __init__(self, name: str, about: str) -> None:
        """Begin with nothing counted."""
        self.name, self.about = name, about
        self._counts = [0] * (len(_STEPS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """Count something that took this many seconds."""
        place = next((number for number, end in enumerate(_STEPS) if seconds <= end), len(_STEPS))
        self._counts[place] += 1
        self._sum += seconds

    def lines(self) -> Iterator[str]:
        """Iterate the lines of the text format."""
        yield from _head(self.name, self.about, "histogram")
        so_far = 0
        for end, count in zip((*map(str, _STEPS), "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{self.name}_bucket{{le="{end}"}} {so_far}'
        yield f"{self.name}_sum {self._sum:.6f}"
        yield f"{self.name}_count {so_far}"


class Metrics:
    """The numbers of one server."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.opened = Counter("keyflower_tables_opened_total", "Tables that were opened.")
        self.ended = Counter("keyflower_tables_ended_total", "Tables that were deleted because of their age.")
        self.moves = Counter("keyflower_moves_total", "Actions that were stored.")
        self.answers = Times(
            "keyflower_answer_seconds", "How long a seat waited for the answer to an action."
        )
        self.refused = Counter("keyflower_refused_total", "Requests that exceeded a limit, by limit.")
        self.unkept = Counter("keyflower_unkept_total", "Changes that could not be stored, by reason.")
        self.unreadable = Counter("keyflower_unreadable_total", "Tables that could not be opened.")
        self.bots_failed = Counter("keyflower_bots_failed_total", "Bots' turns that had to be tried again.")
        self.thought = Times("keyflower_thinking_seconds", "How long bots thought about a turn.")
        self.restarts = Counter("keyflower_thinkers_restarted_total", "Bot processes that were restarted.")
        self.calls = Counter("keyflower_webhook_calls_total", "Calls of webhooks, by outcome.")
        self.taken_over = Counter("keyflower_taken_over_total", "Seats that a bot took over, by reason.")
        self.healed = Counter(
            "keyflower_caught_up_total",
            "Tables that were read again because another server had changed them.",
        )

    def text(self, gauges: Mapping[str, tuple[str, Callable[[], float]]]) -> str:
        """Return all numbers in the text format.

        Args:
            gauges: numbers that go up and down, by name: a description, and a function that returns the number.
        """
        lines: list[str] = []
        for number in vars(self).values():
            if isinstance(number, Counter | Times):
                lines.extend(number.lines())
        for name, (about, value) in gauges.items():
            lines.extend((*_head(name, about, "gauge"), f"{name} {value():g}"))
        return "\n".join((*lines, ""))


def _head(name: str, about: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"


def _braces(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""
