"""What a client needs for drawing beyond the data of a view: printed tiles, pastures, places of expansions, worth."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from keyflower.engine.scoring import best_total
from keyflower.extend.goods import GoodKind
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.tiles import Tile
from keyflower.facade.accessors import Accessors
from keyflower.facade.own_places import Holding, holdings
from keyflower.facade.view import View
from keyflower.kernel.text import Message, Speaker
from keyflower.model.enums import COLOURS, PURPLE
from keyflower.model.hexes import centre, corners
from keyflower.model.layout import Placed
from keyflower.model.names import good_name, tile_name
from keyflower.model.pastures import facing_sectors
from keyflower.model.village import Village


def printed(ruleset: Ruleset, language: Speaker) -> dict[str, object]:
    """Return the tiles, the kinds of goods and the names of pieces of some rules, in a language."""
    return {
        "tiles": {name: _printed(tile, language) for name, tile in ruleset.tiles.items()},
        "goods": {name: str(good.kind) for name, good in ruleset.goods.items()},
        "pieces": {
            name: language.say(_called(name, ruleset))
            for name in (*GoodKind, *ruleset.piece_kinds, *COLOURS, PURPLE, *ruleset.goods)
        },
        "words": {name: language.say(good.words) for name, good in ruleset.goods.items() if good.words},
    }


def _called(name: str, ruleset: Ruleset) -> Message:
    good = ruleset.goods.get(name)
    plain = f"{name} worker" if name in COLOURS else name.replace("_", " ")
    return good_name(name, good.title if good is not None and good.title else plain)


def _printed(tile: Tile, language: Speaker) -> dict[str, object]:
    def face(number: int) -> dict[str, object] | None:
        if number >= len(tile.faces):
            return None
        return {"words": language.say(tile.faces[number].words())}

    return {
        **tile.to_data(),
        "title": language.say(tile_name(tile.name, tile.title)),
        "words": language.say(tile.words()),
        "front": face(0),
        "back": face(1),
        "upgrade": None if tile.upgrade is None else language.say(tile.upgrade.words()),
        "goods": None if tile.goods is None else language.say(tile.goods.words()),
    }


SIDE = 100.0
"""The length of a side of a tile in the sprite."""
_CORNERS = corners((0, 0), SIDE)
_INNER = 0.76


def pastures(view: View | Accessors) -> list[list[dict[str, Any]]]:  # Any: what JSON holds
    """Return the pastures of each seat: id, outlines, and who grazes there; nothing in games without animals."""
    ruleset = getattr(view, "ruleset", None)
    if ruleset is None or not any(place.on_pastures for place in ruleset.places.values()):
        return []
    return [_of(seat.village) for seat in view.state.seats]


def places(view: View | Accessors, language: Speaker) -> list[dict[str, Any]]:  # Any: what JSON holds
    """Return what lies in expansions' own places, as far as the viewer sees it; `pastures` has what is on those.

    What a boat carries besides workers and skill tokens is among them; it needs no title.
    """
    cargo = [
        Holding("cargo", "", berth.cargo, on="boat", at=berth.boat)
        for berth in view.state.berths
        if berth.cargo and not berth.taken
    ]
    return [
        {
            "seat": held.seat,
            "tag": held.tag,
            "title": language.say(held.title),
            "on": held.on,
            "at": held.at,
            "pieces": [[name, number] for name, number in held.pieces.items()],
            "hidden": held.pieces.unknown,
            "kind": held.kind,
        }
        for held in (*cargo, *holdings(view.state))
        if held.on != "pasture"
    ]


def worth(view: View) -> dict[str, int]:
    """Return how many more points the viewer would have now with each lot laid in the viewer's village.

    A lot is laid at the first place where it fits; lots that change nothing are left out.
    """
    if view.viewer < 0 or not view.state.lots:
        return {}
    seat = view.viewer
    own, now = view.state.seats[seat], best_total(view.ruleset, view.state, seat)
    found = {}
    for lot in view.state.lots:
        tile = view.ruleset.tiles[lot.tile]
        fits = own.village.layout.places(tile.edges)
        if fits and lot.tile not in own.village:
            laid = own.village.laying(Placed(lot.tile, *fits[0], tile.edges, tile.kind), side=lot.side)
            seats = (*view.state.seats[:seat], evolve(own, village=laid), *view.state.seats[seat + 1 :])
            if more := best_total(view.ruleset, evolve(view.state, seats=seats), seat) - now:
                found[lot.tile] = more
    return found


def _of(village: Village) -> list[dict[str, Any]]:
    herds = dict(village.lying)  # what places of expansions hold, by the pasture it lies on
    return [
        {
            "id": pasture.id,
            "animals": str(herds[pasture.id]) if pasture.id in herds else "",
            "parts": [part for name, sector in pasture.regions for part in _parts(village, name, sector)],
        }
        for pasture in village.pastures
    ]


def _parts(village: Village, name: str, sector: int) -> list[list[float]]:
    """Return the outlines of a sector of a tile, each as a flat list of coordinates in the village."""
    placed = village.layout.named(name)
    owners = facing_sectors(placed.edges, placed.rotation)
    cx, cy = centre(placed.cell, SIDE)
    found = []
    start = next((half for half in range(12) if owners[half] != owners[half - 1]), 0)
    run: list[int] = []
    for step in range(13):
        half = (start + step) % 12
        if step < 12 and owners[half] == sector:
            run.append(half)
        elif run:
            points = [_rim(edge) for edge in (*run, run[-1] + 1)]
            # not to the middle of the tile: what is printed there stays in sight
            outline = [*points, *((x * _INNER, y * _INNER) for x, y in reversed(points))]
            found.append([round(number, 1) for x, y in outline for number in (cx + x, cy + y)])
            run = []
    return found


def _rim(half: int) -> tuple[float, float]:
    """Return a point on the rim of a tile: even numbers are corners, odd ones middles of edges, clockwise."""
    (ax, ay), (bx, by) = _CORNERS[half % 12 // 2], _CORNERS[(half % 12 // 2 + 1) % 6]
    return ((ax + bx) / 2, (ay + by) / 2) if half % 2 else (ax, ay)
