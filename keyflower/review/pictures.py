"""What a decision was about, in pictures; the played and the better tile are outlined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.text import AND, Spoken, Wording, listed, phrase
from keyflower.model.actions import Place
from keyflower.model.enums import FRONT
from keyflower.model.hexes import Cell
from keyflower.render import with_variables
from keyflower.render.lookup import ENGLISH, title_named
from keyflower.review.choices import ReviewedChoice

PLAYED: Final = "#c8342d"
"""The outline of what was played."""
BETTER: Final = "#2e9e5b"
"""The outline of what would have been better."""
_ROW: Final = 2
"""How many lots are in a row."""
_SCALE: Final = 0.7
"""How large pictures are where there is room."""
_GAP: Final = 14
_TEXTS: Final = ("tile", "boat", "target")
"""The fields in which an action names a tile."""


def named_tiles(action: Action, ruleset: Ruleset) -> tuple[str, ...]:
    """Return the tiles that an action names."""
    given = [getattr(action, name, None) for name in _TEXTS]
    found = [*getattr(action, "tiles", ()), *(one.partition("/")[0] for one in given if isinstance(one, str))]
    return tuple(dict.fromkeys(name for name in found if name in ruleset.tiles))


def rings_of(choice: ReviewedChoice, ruleset: Ruleset) -> dict[str, tuple[str, ...]]:
    """Return the outlines of the tiles that the played and the best option name."""
    found: dict[str, tuple[str, ...]] = {}
    for action, colour in _shown(choice):
        for name in named_tiles(action, ruleset):
            found[name] = (*found.get(name, ()), colour)
    return found


def pictures(
    game: Game, choice: ReviewedChoice, options: Sequence[Action], language: Spoken
) -> list[tuple[Wording, str]]:
    """Return pictures of what a decision was about: what each shows, and the SVG.

    Args:
        game: the moment of the decision.
        choice: the decision.
        options: those that are shown.
        language: the language of the pictures.

    Raises:
        ImportError: if the extra ``svg`` is not installed.
    """
    from keyflower.render.art import Art, document, flowed, padded
    from keyflower.render.artist import artist_of
    from keyflower.render.auction_art import lot_art
    from keyflower.render.fonts import PAPER
    from keyflower.render.tile_art import ring_art, tile_art
    from keyflower.render.village_art import village_art

    ruleset, state, names = game.ruleset, game.state, game.players
    artist, rings = artist_of(language or ENGLISH, ruleset), rings_of(choice, ruleset)
    left = rings
    about = {name for action in options for name in named_tiles(action, ruleset)}

    def drawn(art: Art, title: Wording) -> tuple[Wording, str]:
        picture = document(
            padded(art, _GAP), title=title, scale=_SCALE, background=PAPER, language=artist.language
        )
        return title, with_variables(picture)

    found: list[tuple[Wording, str]] = []
    lots = [lot for lot in state.lots if lot.tile in about]
    if any(lot.tile in rings for lot in lots):
        left = {name: colours for name, colours in rings.items() if name not in {lot.tile for lot in lots}}
        arts = [
            lot_art(
                lot,
                seats=len(names),
                names=names,
                ruleset=ruleset,
                artist=artist,
                rings=rings.get(lot.tile, ()),
            )
            for lot in lots
        ]
        wide = max(art.width for art in arts)
        found.append(drawn(flowed(arts, wide * _ROW + _GAP, gap=_GAP), phrase("Auction")))
    villages: list[tuple[Wording, str]] = []
    for seat, own in enumerate(state.seats):
        cells = {placed.cell: placed.name for placed in own.village.layout.tiles}
        outlined = {cell: left[name] for cell, name in cells.items() if name in left}
        left = {name: colours for name, colours in left.items() if name not in cells.values()}
        ghosts = _free_cells(choice) if seat == choice.seat else {}
        if outlined or ghosts or (seat == choice.seat and choice.kind != "turn"):
            art = village_art(
                own.village, artist=artist, ruleset=ruleset, ghosts=ghosts, rings={**outlined, **ghosts}
            )
            villages.append(drawn(art, phrase("{who}'s village", who=names[seat])))
    tiles = [
        Art(art.width + 6, art.height + 6, (*art.elements, *ring_art(colours)))
        for name, colours in left.items()
        for art in [tile_art(ruleset.tiles[name], name, side=FRONT, artist=artist)]
    ]
    if tiles:
        wide = max(art.width for art in tiles)
        found.append(
            drawn(
                flowed(tiles, wide * 3 + 2 * _GAP, gap=_GAP),
                listed([title_named(name, ruleset) for name in left], AND),
            )
        )
    return [*found, *villages]


def _shown(choice: ReviewedChoice) -> Iterator[tuple[Action, str]]:
    if choice.best != choice.played:
        yield choice.best, BETTER
    yield choice.played, PLAYED


def _free_cells(choice: ReviewedChoice) -> dict[Cell, tuple[str, ...]]:
    """Return where the played and the better tile would lie."""
    found: dict[Cell, tuple[str, ...]] = {}
    for action, colour in _shown(choice):
        if isinstance(action, Place):
            found[action.cell] = (*found.get(action.cell, ()), colour)
    return found
