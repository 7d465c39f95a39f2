"""The chances of all players over a game as a picture: lines, seasons behind them, marks, and luck below."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from keyflower.kernel.text import Spoken, decimal, phrase
from keyflower.model.names import season_name
from keyflower.review.choices import Grade, ReviewedChoice

if TYPE_CHECKING:
    from keyflower.review.report import Report

COLOURS: Final = ("#3b82c4", "#c2418f", "#3f9a5f", "#d07a1f", "#7c5cc4", "#2a9d9d")
"""The line of each seat; they can be told apart on light and on dark paper."""
MARKS: Final = {"good": "#8a8f98", "inaccuracy": "#c99a1b", "mistake": "#d9702b", "blunder": "#c8342d"}
"""The colour of each grade."""
_BANDS: Final = ("#7fb069", "#e6c229", "#e07a3f", "#6aa5d8")
_WIDTH, _HEIGHT, _LEFT, _TOP, _LUCK = 960, 280, 64, 34, 64
_LUCKY: Final = 4.0
"""The strip of luck is at least this high, in points; higher where luck was larger."""


def chart(
    report: Report,
    *,
    language: Spoken = "",
    marked: Sequence[ReviewedChoice] | None = None,
    who: int | None = None,
) -> str:
    """Return the picture of a report as SVG: `marked` decisions get numbers, other bad ones of a seat (or all) dots."""
    say = speaker(report, language)
    points = report.turning_points(3) if marked is None else marked
    bottom = _TOP + _HEIGHT
    total = bottom + 28 + _LUCK
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {total + 8}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="currentColor">',
        f"<title>{escape(say(phrase('Chances to win over the game')))}</title>",
        *_seasons(report, say),
        *_grid(),
        *(_line(report, seat) for seat in range(len(report.game.players))),
        *_legend(report),
        *_luck(report, say, bottom + 28 + _LUCK / 2),
        *(_dot(report, choice) for choice in report.choices if who is None or choice.seat == who),
        *(_mark(report, number, choice) for number, choice in enumerate(points, 1)),
        "</svg>",
    ]
    return "".join(parts)


def speaker(report: Report, language: Spoken) -> Callable[[str], str]:
    """Return the function that translates texts into a language."""
    return report.game.language(language).say if language else str


def _x(report: Report, ply: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - 12) * ply / max(1, len(report.moments) - 1)


def _y(chance: float) -> float:
    return _TOP + _HEIGHT * (1 - chance)


def _seasons(report: Report, say: Callable[[str], str]) -> Iterator[str]:
    """Yield a band for each season."""
    moments = report.game.moments
    seasons = [game.season for game in moments]
    start = 0
    for number, season in enumerate(dict.fromkeys(seasons)):
        stop = start + seasons.count(season)
        left, right = _x(report, start), _x(report, min(stop, len(seasons) - 1))
        yield (
            f'<rect x="{left:.1f}" y="{_TOP}" width="{right - left:.1f}" height="{_HEIGHT}" '
            f'fill="{_BANDS[number % len(_BANDS)]}" opacity=".14"/>'
            f'<text x="{(left + right) / 2:.1f}" y="{_TOP + _HEIGHT + 18}" text-anchor="middle">'
            f"{escape(say(season_name(season)))}</text>"
        )
        start = stop


def _grid() -> Iterator[str]:
    for quarter in range(5):
        y = _y(quarter / 4)
        yield (
            f'<line x1="{_LEFT}" x2="{_WIDTH - 12}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" opacity=".25"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{25 * quarter} %</text>'
        )


def _line(report: Report, seat: int) -> str:
    way = " ".join(
        f"{_x(report, ply):.1f},{_y(chances[seat].mean):.1f}" for ply, chances in enumerate(report.chances)
    )
    return f'<polyline points="{way}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2" stroke-linejoin="round"/>'


def _legend(report: Report) -> Iterator[str]:
    x = _LEFT + 10.0
    for seat, name in enumerate(report.game.players):
        yield (
            f'<circle cx="{x:.0f}" cy="12" r="5" fill="{COLOURS[seat]}"/>'
            f'<text x="{x + 9:.0f}" y="16">{escape(name)}</text>'
        )
        x += 28 + 7.5 * len(name)


def _luck(report: Report, say: Callable[[str], str], middle: float) -> Iterator[str]:
    """Yield a bar for the luck of each seat at each draw."""
    yield (
        f'<line x1="{_LEFT}" x2="{_WIDTH - 12}" y1="{middle}" y2="{middle}" stroke="currentColor" opacity=".25"/>'
        f'<text x="{_LEFT - 6}" y="{middle + 4}" text-anchor="end">{escape(say(phrase("luck")))}</text>'
    )
    most = max([_LUCKY, *(abs(luck.mean) for moment in report.moments for luck in moment.luck)])
    for moment in report.moments:
        for seat, luck in enumerate(moment.luck):
            high = _LUCK / 2 * luck.mean / most
            if abs(high) >= 0.5:
                x = _x(report, moment.ply + 1) + 4 * (seat - len(moment.luck) / 2)
                yield (
                    f'<rect x="{x:.1f}" y="{min(middle, middle - high):.1f}" width="3.4" height="{abs(high):.1f}" '
                    f'fill="{COLOURS[seat]}"><title>{escape(report.game.players[seat])}: '
                    f"{escape(say(decimal(f'{luck.mean:+.1f}')))}</title></rect>"
                )


def _place(report: Report, choice: ReviewedChoice) -> tuple[float, float]:
    return _x(report, choice.ply), _y(report.chances[choice.ply][choice.seat].mean)


def _dot(report: Report, choice: ReviewedChoice) -> str:
    """Return a small dot for a decision that was not good."""
    if choice.grade is Grade.GOOD:
        return ""
    x, y = _place(report, choice)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{MARKS[choice.grade.value]}" '
        f'stroke="{COLOURS[choice.seat]}" stroke-width="1.2"/>'
    )


def _mark(report: Report, number: int, choice: ReviewedChoice) -> str:
    x, y = _place(report, choice)
    return (
        f'<a href="#choice-{number}"><circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{MARKS[choice.grade.value]}" '
        f'stroke="{COLOURS[choice.seat]}" stroke-width="2"/>'
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" fill="#fff" font-weight="700">{number}</text></a>'
    )
