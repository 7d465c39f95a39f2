"""A plot of points by season, drawn as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import svg

from keyflower.render.art import escaped, polygon

Anchor: TypeAlias = Literal["start", "middle", "end"]

# Okabe and Ito's colours: told apart by colour-blind readers too; dashes and marks say the same again.
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#444444")
_DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "4 4", "1 2")
_WIDTH: Final = 720
_HEIGHT: Final = 340
_LEFT: Final = 46
_RIGHT: Final = 150
_TOP: Final = 16
_BOTTOM: Final = 36
_GAP: Final = 15
_MARK: Final = 4.5
_FONT: Final = "system-ui, sans-serif"


def points_plot(seasons: Sequence[str], names: Sequence[str], totals: Sequence[Sequence[int]]) -> str:
    """Return a line for each player over the seasons.

    Args:
        seasons: the labels along the bottom.
        names: the players.
        totals: for each season the points of each player.
    """
    top = _rounded(max((max(row) for row in totals), default=0))
    elements = _grid(top, seasons)
    ends = _spread([_y(totals[-1][seat], top) for seat in range(len(names))])
    for seat, name in enumerate(names):
        places = [(_x(place, len(seasons)), _y(row[seat], top)) for place, row in enumerate(totals)]
        elements.append(_line(places, seat))
        elements += [_mark(x, y, seat) for x, y in places]
        label = f"{name} {totals[-1][seat]}"
        elements.append(
            _label(label, _WIDTH - _RIGHT + 14, ends[seat] + 4, fill=COLOURS[seat % len(COLOURS)])
        )
    return str(
        svg.SVG(
            viewBox=svg.ViewBoxSpec(0, 0, _WIDTH, _HEIGHT),
            width=_WIDTH,
            height=_HEIGHT,
            class_=["plot"],
            elements=elements,
        )
    )


def _rounded(number: int) -> int:
    step = 10 if number <= 60 else 20
    return max(step, -(-number // step) * step)


def _x(place: int, number: int) -> float:
    return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * place / max(1, number - 1), 1)


def _y(points: int, top: int) -> float:
    return round(_HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * points / top, 1)


def _grid(top: int, seasons: Sequence[str]) -> list[svg.Element]:
    elements: list[svg.Element] = []
    for points in range(0, top + 1, 10 if top <= 60 else 20):
        y = _y(points, top)
        elements.append(svg.Line(x1=_LEFT, y1=y, x2=_WIDTH - _RIGHT, y2=y, stroke="#ccc", stroke_width=1))
        elements.append(_label(str(points), _LEFT - 8, y + 4, anchor="end"))
    for place, season in enumerate(seasons):
        x = _x(place, len(seasons))
        elements.append(_label(season, x, _HEIGHT - 12, anchor="middle"))
    return elements


def _line(places: Sequence[tuple[float, float]], seat: int) -> svg.Element:
    (x, y), *others = places
    dash = _DASHES[seat % len(_DASHES)]
    return svg.Path(
        d=[svg.MoveTo(x, y), *(svg.LineTo(right, down) for right, down in others)],
        fill="none",
        stroke=COLOURS[seat % len(COLOURS)],
        stroke_width=2.5,
        stroke_dasharray=[float(part) for part in dash.split()] or None,
    )


def _mark(x: float, y: float, seat: int) -> svg.Element:
    """Return a mark: a disc, a square, a triangle or a diamond."""
    fill = COLOURS[seat % len(COLOURS)]
    size = _MARK
    match seat % 4:
        case 0:
            return svg.Circle(cx=x, cy=y, r=size, fill=fill)
        case 1:
            corners = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
        case 2:
            corners = [(x, y - size - 1), (x + size + 1, y + size), (x - size - 1, y + size)]
        case _:
            corners = [(x, y - size - 1), (x + size + 1, y), (x, y + size + 1), (x - size - 1, y)]
    return polygon(corners, fill=fill, stroke="none")


def _label(text: str, x: float, y: float, *, fill: str = "#555", anchor: Anchor = "start") -> svg.Element:
    return svg.Text(
        x=x, y=y, text=escaped(text), fill=fill, text_anchor=anchor, font_size=13, font_family=_FONT
    )


def _spread(heights: list[float]) -> list[float]:
    """Return where labels stand so that they do not cover each other."""
    placed = list(heights)
    last = float("-inf")
    for seat in sorted(range(len(heights)), key=lambda number: heights[number]):
        last = placed[seat] = max(heights[seat], last + _GAP)
    return placed
