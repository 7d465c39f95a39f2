"""Pictures of towns and of the whole table as SVG (needs the extra ``svg``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from keyflower.kernel import Speaker, phrase
from keyflower.render.drawing import (
    FAINT,
    INK,
    PAPER,
    Art,
    above,
    at,
    beside,
    box,
    document,
    flowed,
    framed,
    group,
    letters,
    named,
    padded,
    polygon,
    words,
    wrapped,
)
from tinytowns.catalogue import CARDS, card_name
from tinytowns.pieces import EMPTY, MONUMENT, RESOURCES, resource_name
from tinytowns.squares import ALL, NAMES, SIZE
from tinytowns.town import WORDS, Town

if TYPE_CHECKING:
    import svg

    from tinytowns.game import View

_SIDE: Final = 76
_WIDE: Final = 1200
_CUBES: Final = {
    "w": ("#8a5a2b", "#66421f", "#b3844f"),
    "h": ("#e8c33a", "#b8962b", "#f5e08a"),
    "b": ("#b5412f", "#832f22", "#d57a6c"),
    "g": ("#7cc7dd", "#5596aa", "#c4e8f2"),
    "s": ("#9a9a94", "#72726d", "#c9c9c4"),
}
"""The colours of the front, the side and the top of cubes; each bears its letter too."""
_FILLS: Final = {
    "C": "#3f7fbf", "F": "#c8402f", "W": "#8e9399", "P": "#e08a2c", "T": "#4f9a4f", "Y": "#f0cf45", "K": "#3a3a3a",
    "M": "#d985b5",
}  # fmt: skip
"""The colours of the wooden pieces; each has a shape of its own too."""
_SHAPES: Final = {
    "C": [(-18, 20), (-18, -4), (0, -22), (18, -4), (18, 20)],
    "F": [(-24, 20), (-24, -6), (-14, -18), (14, -18), (24, -6), (24, 20)],
    "W": [(-20, 20), (-12, 20), (-12, -2), (-20, -2), (0, -20), (20, -2), (12, -2), (12, 20), (20, 20), (20, 24),
          (-20, 24)],
    "P": [(-20, 20), (-20, 0), (-8, 0), (-8, -12), (0, -28), (8, -12), (8, 0), (20, 0), (20, 20)],
    "T": [(-22, 20), (-22, -12), (-12, -22), (12, -22), (22, -12), (14, -12), (14, 20)],
    "Y": [(-24, 20), (-24, 12), (-18, 12), (-18, -10), (-24, -10), (0, -24), (24, -10), (18, -10), (18, 12),
          (24, 12), (24, 20)],
    "K": [(-24, 20), (-24, -8), (-8, -2), (-8, -8), (8, -2), (8, -24), (16, -24), (16, 0), (24, 0), (24, 20)],
    "M": [(-17, 16), (-12, 16), (-8, -14), (0, -28), (8, -14), (12, 16), (17, 16), (17, 22), (-17, 22)],
}  # fmt: skip


def _cube(letter: str, size: float) -> Art:
    """Return a cube seen from a corner, with its letter."""
    half, low = size * 0.87, size / 2
    front, side, top = _CUBES[letter]
    ink = "#ffffff" if letter in "wb" else INK
    faces = (
        polygon([(-half, -low), (0, 0), (0, size), (-half, low)], fill=front, width=0.8),
        polygon([(0, 0), (half, -low), (half, low), (0, size)], fill=side, width=0.8),
        polygon([(0, -size), (half, -low), (0, 0), (-half, -low)], fill=top, width=0.8),
        letters(letter.upper(), size=size * 0.8, x=-half / 2, y=size * 0.24, fill=ink),
    )
    return named(Art(2 * half, 2 * size, faces), mark="cube", title=RESOURCES[letter])


def _building(letter: str, load: str, title: str) -> Art:
    """Return a wooden building, with the cubes that lie on it."""
    parts: list[svg.Element] = [
        polygon(_SHAPES[letter], fill=_FILLS[letter], width=1.4),
        letters(letter, size=12 if letter in "TM" else 15, y=8, fill=INK if letter in "PYM" else "#ffffff"),
    ]
    if load:
        parts.append(at(beside(*(_cube(one, 7) for one in load), gap=1), 16, -22))
    return named(Art(_SIDE, _SIDE, tuple(parts)), mark="building", title=title)


def town_svg(town: Town, *, title: str = "", titles: Mapping[str, str] | None = None) -> str:
    """Return a town as a picture.

    Args:
        town: the town.
        title: what stands above it, such as whose town it is.
        titles: what buildings are called, by type.
    """
    parts = [words(title, size=18)] if title else []
    picture = padded(above(*parts, _board(town, WORDS | dict(titles or {})), gap=8), 12)
    return document(picture, title=title or "a town", description=str(town), background=PAPER)


def _board(town: Town, titles: Mapping[str, str], seat: int | None = None) -> Art:
    """Return the squares of a town; those of a seat can be clicked."""
    middle = (SIZE - 1) / 2
    whole = SIZE * _SIDE
    elements: list[svg.Element] = [box(whole + 12, whole + 12, fill="#5d8a4a", round_=8)]
    for square in ALL:
        x, y = (square % SIZE - middle) * _SIDE, (square // SIZE - middle) * _SIDE
        here: list[svg.Element] = [box(_SIDE - 4, _SIDE - 4, fill="#cfe3b4", x=x, y=y, round_=6, line=0.8)]
        corner = (x - _SIDE / 2 + 12, y + _SIDE / 2 - 10)
        here.append(letters(NAMES[square], size=9, x=corner[0], y=corner[1], fill=FAINT, bold=False))
        letter = town.letters[square]
        if letter in RESOURCES:
            here.append(at(_cube(letter, 17), x, y))
        elif letter != EMPTY:
            here.append(at(_building(letter, town.load(square), titles[letter]), x, y))
        data = {"kind": "square", "key": NAMES[square], "seat": str(seat)}
        elements += here if seat is None else [group(tuple(here), data=data)]
    return Art(whole + 14, whole + 14, tuple(elements))


def table_svg(view: View, language: Speaker) -> str:
    """Return the whole table as a picture: the towns, the cards in play and in hand, the resources.

    Squares, cards, monuments and resources bear the marks by which a front-end finds the choice that they are.
    """
    say = language.say
    towns = []
    for number, seat in enumerate(view.state.seats):
        titles = {letter: say(title) for letter, title in view.titles(number).items()}
        title = words(": ".join([view.players[number], titles.get(MONUMENT, "")]).removesuffix(": "), size=18)
        towns.append(above(title, _board(seat.town, titles, number), gap=6))
    hand = view.state.seats[view.viewer].hand if view.viewer >= 0 else ()
    cards = [_card(name, "card", say) for name in view.state.buildings]
    cards += [_card(name, "monument" if len(hand) > 1 else "card", say) for name in hand if name in CARDS]
    stage = view.state.resource
    told = say(phrase("Round {number}", number=view.round))
    told += f": {say(resource_name(stage))}" if stage else ""
    told += f" · {say(view.rank)}" if view.over and view.rank else ""
    resources = beside(*(_resource(letter, name, say) for letter, name in RESOURCES.items()), gap=10)
    above_all = beside(words(told, size=20), resources, gap=24)
    own = max(view.viewer, 0)  # one's own town comes first, then the others clockwise
    table = flowed(towns[own:] + towns[:own], _WIDE, gap=16)
    if len(towns) == 1:  # the cards find room beside it
        table = beside(table, flowed(cards, _WIDE - table.width, gap=8), gap=14, top=True)
    else:
        table = above(table, flowed(cards, _WIDE, gap=8), gap=14, left=True)
    picture = padded(above(above_all, table, gap=14, left=True), 12)
    return document(picture, title=say(phrase("Tiny Towns")), description=told, background=PAPER)


def _resource(letter: str, name: str, say: Callable[[str], str]) -> Art:
    drawn = above(_cube(letter, 13), words(say(resource_name(name)), size=11), gap=2)
    return named(drawn, data={"kind": "resource", "key": name}, title=say(resource_name(name)))


def _card(name: str, kind: str, say: Callable[[str], str]) -> Art:
    """Return a card: its title, its pattern and what it says."""
    card = CARDS[name]
    rows = card.pattern.split("/")
    cells: list[svg.Element] = []
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != EMPTY:
                here = ((x - (len(row) - 1) / 2) * 22, (y - (len(rows) - 1) / 2) * 22)
                cells.append(box(20, 20, fill="#cfe3b4", x=here[0], y=here[1], round_=3, line=0.5))
                cells.append(at(_cube(letter, 7), *here))
    pattern = Art(4 * 22, 3 * 22, tuple(cells))
    text = wrapped(say(card.words()), size=12, most=33, bold=False)
    drawn = above(wrapped(say(card_name(name)), size=15, most=22), pattern, text, gap=4)
    wide = Art(230, max(150, drawn.height), drawn.elements)
    return named(
        framed(wide, pad=6, fill="#fffdf5"), data={"kind": kind, "key": name}, title=say(card_name(name))
    )
