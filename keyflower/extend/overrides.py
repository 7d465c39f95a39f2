"""Overrides: replacing printed numbers by data, refusing what makes no sense by its path.

An override is a table for each tile, as an owner of the printed game writes it in TOML or JSON::

    [farmers.paddock]                       # or ["farmers:paddock"], or [paddock]
    edges = "FRRFRR"
    upgrade = { wood = 1, iron = 1 }
    back = { transport = 3, upgrades = 2 }
    points = [0, 4]

A field that is given replaces the whole field (``upgrade``, ``back.gain``), fields that are not given stay.
Empty values (``{}``, ``[]``, ``0``) take a part of an effect away.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypeAlias

from attrs import evolve

from keyflower.extend.costs import ANY, Cost
from keyflower.extend.effects import Effect, OneOf
from keyflower.extend.expansion import Expansion
from keyflower.extend.goods import GoodKind
from keyflower.extend.powers import SEASON_END
from keyflower.extend.printed import (
    DRAWS,
    EFFECT_FIELDS,
    bundle_of,
    effect_of,
    numbers,
    renumbered,
    term_numbers,
)
from keyflower.extend.scoring import Keeps, Scores
from keyflower.extend.terms import PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.vocabulary.errors import RulesetError, suggest
from keyflower.vocabulary.types import Season, TileKind

Applied: TypeAlias = tuple[tuple[str, str], ...]
"""What was replaced, canonically: pairs of path and value as JSON text, sorted by path."""

TILE_FIELDS: Final = (
    "edges", "points", "upgrade", "front", "back", "scoring", "arrivals", "goods", "number", "min_players",
)  # fmt: skip
"""What can be replaced on a tile; a summer boat's sides may be called ``side_a`` and ``side_b``."""
FACE_FIELDS: Final = (*EFFECT_FIELDS, "store", "scoring")
"""What can be replaced on one side of a tile."""

_SIDES: Final = {"side_a": "front", "side_b": "back"}
_COSTS_OF_UPGRADES: Final = (GoodKind.RESOURCE, GoodKind.SKILL)
_COSTS_OF_USES: Final = (GoodKind.WORKER, GoodKind.SKILL)
_GAINS: Final = (GoodKind.WORKER, GoodKind.RESOURCE, GoodKind.PRODUCE, GoodKind.ANIMAL)


def overridden(
    expansions: tuple[Expansion, ...], overrides: Mapping[str, object]
) -> tuple[tuple[Expansion, ...], Applied]:
    """Return the expansions with numbers replaced, and what was replaced.

    Args:
        expansions: the expansions whose tiles are meant.
        overrides: tables of fields by the full id of a tile, by its short id where no other tile has it, or
            in a table named after its expansion.

    Raises:
        RulesetError: naming every path that is unknown or has a nonsense value.
    """
    if not isinstance(overrides, Mapping):
        raise RulesetError(f"overrides are a table by tile, not {overrides!r}")
    reader = _Reader(expansions)
    changed: dict[str, Tile] = {}
    for tile, table in reader.tables(overrides):
        if tile.id in changed:
            reader.refuse(tile.id, "named twice")
        else:
            changed[tile.id] = reader.tile(tile, table)
    result = tuple(
        evolve(expansion, tiles=tuple(changed.get(tile.id, tile) for tile in expansion.tiles))
        for expansion in expansions
    )
    reader.compare(expansions, result)
    if reader.problems:
        raise RulesetError("these overrides make no sense: " + "; ".join(reader.problems))
    return result, tuple(sorted(reader.applied.items()))


def merged(earlier: Applied, later: Applied) -> Applied:
    """Return what is replaced when later overrides come on top of earlier ones."""
    return tuple(sorted({**dict(earlier), **dict(later)}.items()))


def as_mapping(applied: Iterable[tuple[str, str]]) -> dict[str, object]:
    """Return the overrides that `overridden` takes, from the pairs it has returned.

    >>> as_mapping([("base:stable.back.transport", "5"), ("base:stable.points", "[0,4]")])
    {'base:stable': {'back': {'transport': 5}, 'points': [0, 4]}}
    """
    overrides: dict[str, object] = {}
    for path, text in applied:
        tile, *names = path.split(".")
        table = overrides
        for name in (tile, *names[:-1]):
            inner = table.setdefault(name, {})
            assert isinstance(inner, dict), f"{path} is a field and a table"
            table = inner
        table[names[-1]] = json.loads(text)
    return overrides


class _Reader:
    """Reads overrides; remembers what was replaced, and what makes no sense, by path."""

    def __init__(self, expansions: tuple[Expansion, ...]) -> None:
        self.expansions = expansions
        self.kinds = {good.id: good.kind for expansion in expansions for good in expansion.goods}
        self.problems: list[str] = []
        self.applied: dict[str, str] = {}

    def refuse(self, path: str, text: str) -> None:
        self.problems.append(f"{path}: {text}")

    def keep(self, path: str, value: object) -> None:
        self.applied[path] = json.dumps(value, sort_keys=True, separators=(",", ":"))

    # ------------------------------------------------------------------ finding the tiles

    def tables(self, overrides: Mapping[str, object]) -> list[tuple[Tile, object]]:
        """Return the tiles that are named, each with its table."""
        ids = {expansion.id for expansion in self.expansions}
        found = []
        for name, value in overrides.items():
            if name in ids and isinstance(value, Mapping):
                entries = [(f"{name}:{short}", table) for short, table in value.items()]
            else:
                entries = [(name, value)]
            for id, table in entries:
                tile = self._named(id)
                if tile is not None:
                    found.append((tile, table))
        return found

    def _named(self, name: object) -> Tile | None:
        tiles = [tile for expansion in self.expansions for tile in expansion.tiles]
        found = [tile for tile in tiles if name in (tile.id, tile.name)]
        if len(found) == 1:
            return found[0]
        if found:
            self.refuse(str(name), f"several tiles are called so: {' and '.join(tile.id for tile in found)}")
        else:
            known = [tile.id if ":" in str(name) else tile.name for tile in tiles]
            self.refuse(str(name), f"no tile is called so{suggest(str(name), known)}")
        return None

    # ------------------------------------------------------------------ plain values

    def number(self, path: str, value: object, *, least: int = 0, most: int = 99) -> int | None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            return self.refuse(path, f"a whole number from {least} to {most}, not {value!r}")
        return value

    def table(self, path: str, value: object, known: Collection[str]) -> dict[str, object]:
        """Return a table without the fields that nobody knows."""
        if not isinstance(value, Mapping):
            self.refuse(path, f"a table of {', '.join(known)}, not {value!r}")
            return {}
        for name in value:
            if name not in known:
                close = suggest(str(name), known)
                self.refuse(f"{path}.{name}", f"no such field{close} (there are: {', '.join(known)})")
        return {name: entry for name, entry in value.items() if name in known}

    def pieces(
        self,
        path: str,
        value: object,
        kinds: Collection[GoodKind],
        *,
        any_of: bool = False,
        draws: bool = False,
    ) -> dict[str, int] | None:
        """Return numbers of pieces of some kinds; of the payer's choice too, or drawn, where that is possible."""
        known = [good for good, kind in self.kinds.items() if kind in kinds]
        known += [f"{ANY}{kind}" for kind in kinds] if any_of else []
        known += DRAWS if draws else ()
        if not isinstance(value, Mapping):
            return self.refuse(path, f"a table of pieces such as {{{known[0]} = 1}}, not {value!r}")
        sizes: dict[str, int] = {}
        fine = True
        for name, entry in value.items():
            size = self.number(f"{path}.{name}", entry, least=1)
            if name not in known:
                close = suggest(str(name), known)
                self.refuse(
                    f"{path}.{name}", f"no piece that fits here{close} (there are: {', '.join(known)})"
                )
            if size is None or name not in known:
                fine = False
            else:
                sizes[name] = size
        return dict(sorted(sizes.items())) if fine else None

    # ------------------------------------------------------------------ a tile

    def tile(self, tile: Tile, value: object) -> Tile:
        """Return a tile with its numbers replaced as far as they make sense."""
        known = (*TILE_FIELDS, *_SIDES) if tile.kind is TileKind.SUMMER_BOAT else TILE_FIELDS
        table = self.table(tile.id, value, known)
        given = set(self.applied)
        for name, entry in table.items():
            path = f"{tile.id}.{_SIDES.get(name, name)}"
            if _SIDES.get(name) in table:
                self.refuse(path, f"given twice, as {name} too")
                continue
            match _SIDES.get(name, name):
                case "edges":
                    tile = self._edges(tile, path, entry)
                case "points":
                    tile = self._points(tile, path, entry)
                case "upgrade":
                    tile = self._upgrade(tile, path, entry)
                case "front":
                    tile = evolve(tile, front=self._face(tile, tile.front, path, entry))
                case "back":
                    tile = self._back(tile, path, entry)
                case "scoring":
                    tile = self._only_scoring(tile, table, entry)
                case "arrivals":
                    tile = self._arrivals(tile, path, entry)
                case "goods":
                    tile = self._goods(tile, path, entry)
                case "number":
                    tile = self._plain(tile, path, entry, (TileKind.HOME, TileKind.TURN_ORDER), most=99)
                case _:
                    tile = self._plain(tile, path, entry, (TileKind.BOAT,), least=2, most=6)
        replaced = [path.removeprefix(f"{tile.id}.") for path in self.applied if path not in given]
        known_now = tuple(mark for mark in tile.reconstructed if not _settles(mark, replaced))
        return evolve(tile, reconstructed=known_now)

    def _edges(self, tile: Tile, path: str, value: object) -> Tile:
        if not isinstance(value, str) or len(value) != 6 or set(value) - set("RFW"):
            self.refuse(path, f"six letters of R, F and W for both sides of the tile, not {value!r}")
        elif tile.kind is TileKind.HOME and (value.count("W") != 1 or "F" in value):
            self.refuse(path, f"a home has five roads and one water edge, not {value!r}")
        elif tile.kind in (TileKind.BOAT, TileKind.SUMMER_BOAT) and value not in (
            "WFFWFF",
            "FWFFWF",
            "FFWFFW",
        ):
            self.refuse(path, f"a boat has two opposite water edges and four fields, not {value!r}")
        else:
            self.keep(path, value)
            return evolve(tile, edges=value)
        return tile

    def _points(self, tile: Tile, path: str, value: object) -> Tile:
        sides = len(tile.faces)
        values = value if isinstance(value, list | tuple) else [value] * (sides == 1)
        if len(values) != sides:
            shape = "front and back: [0, 5]" if sides == 2 else "its only side: [5]"
            self.refuse(path, f"a list of the points of {shape}, not {value!r}")
            return tile
        checked = [self.number(f"{path}[{place}]", entry) for place, entry in enumerate(values)]
        points = [number for number in checked if number is not None]
        if len(points) != sides:
            return tile
        self.keep(path, points)
        back = tile.back if tile.back is None else evolve(tile.back, points=points[-1])
        return evolve(tile, front=evolve(tile.front, points=points[0]), back=back)

    def _upgrade(self, tile: Tile, path: str, value: object) -> Tile:
        if not tile.upgradable:
            self.refuse(path, "this tile is never upgraded")
            return tile
        sizes = self.pieces(path, value, _COSTS_OF_UPGRADES, any_of=True)
        if sizes is not None and not sizes:
            self.refuse(path, "an upgrade costs something")
        if not sizes:
            return tile
        self.keep(path, sizes)
        return evolve(tile, upgrade=Cost(**sizes))

    def _back(self, tile: Tile, path: str, value: object) -> Tile:
        if tile.back is None:
            self.refuse(path, "this tile has only one side")
            return tile
        return evolve(tile, back=self._face(tile, tile.back, path, value))

    def _only_scoring(self, tile: Tile, table: Mapping[str, object], value: object) -> Tile:
        front = table.get("front")
        if tile.back is not None:
            self.refuse(f"{tile.id}.scoring", "this tile has two sides: say front.scoring or back.scoring")
        elif isinstance(front, Mapping) and "scoring" in front:
            self.refuse(f"{tile.id}.scoring", "given twice, as front.scoring too")
        else:
            return evolve(tile, front=self._scoring(tile.front, f"{tile.id}.front.scoring", value))
        return tile

    def _arrivals(self, tile: Tile, path: str, value: object) -> Tile:
        if tile.kind is not TileKind.BOAT:
            self.refuse(path, "nothing arrives on this tile: it is no boat")
            return tile
        rows = value if isinstance(value, list | tuple) else ()
        if len(rows) != 3 or not all(isinstance(row, list | tuple) and len(row) == 2 for row in rows):
            self.refuse(path, f"three pairs of workers and skills: [[7, 1], [7, 1], [3, 2]], not {value!r}")
            return tile
        arrivals = []
        for place, (workers, skills) in enumerate(rows):
            first = self.number(f"{path}[{place}][0]", workers)
            second = self.number(f"{path}[{place}][1]", skills)
            if first is not None and second is not None:
                arrivals.append((first, second))
        if len(arrivals) != 3:
            return tile
        self.keep(path, arrivals)
        return evolve(tile, arrivals=tuple(arrivals))

    def _goods(self, tile: Tile, path: str, value: object) -> Tile:
        if tile.kind is not TileKind.TURN_ORDER:
            self.refuse(path, "only turn-order tiles give goods to the winner of the bid")
            return tile
        sizes = self.pieces(path, value, _GAINS, draws=True)
        if sizes is None:
            return tile
        self.keep(path, sizes)
        return evolve(tile, goods=bundle_of(sizes) if sizes else None)

    def _plain(
        self, tile: Tile, path: str, value: object, kinds: tuple[TileKind, ...], *, least: int = 1, most: int
    ) -> Tile:
        name = path.rpartition(".")[2]
        if tile.kind not in kinds:
            self.refuse(path, f"only {' and '.join(kind.replace('_', '-') for kind in kinds)} tiles have one")
            return tile
        number = self.number(path, value, least=least, most=most)
        if number is None:
            return tile
        self.keep(path, number)
        return evolve(tile, number=number) if name == "number" else evolve(tile, min_players=number)

    # ------------------------------------------------------------------ a side of a tile

    def _face(self, tile: Tile, face: Face, path: str, value: object) -> Face:
        if isinstance(value, Mapping) and "edges" in value:
            self.refuse(f"{path}.edges", "both sides of a tile have the same edges: give them once, as edges")
            value = {name: entry for name, entry in value.items() if name != "edges"}
        table = self.table(path, value, FACE_FIELDS)
        effects = {name: entry for name, entry in table.items() if name in EFFECT_FIELDS}
        if effects:
            face = self._effect(tile, face, path, effects)
        if "store" in table:
            face = self._store(face, f"{path}.store", table["store"])
        if "scoring" in table:
            face = self._scoring(face, f"{path}.scoring", table["scoring"])
        return face

    def _effect(self, tile: Tile, face: Face, path: str, table: Mapping[str, object]) -> Face:
        usable = tile.kind is TileKind.HOME or (
            tile.kind is TileKind.VILLAGE and tile.season is not Season.WINTER
        )
        places = [place for place, power in enumerate(face.powers) if power.slot == SEASON_END]
        if not usable and not places:
            self.refuse(f"{path}.{next(iter(table))}", "this side is never used")
            return face
        old = numbers(face.use if usable else face.powers[places[0]].effect)
        if old is None:
            self.refuse(path, "this side does more than a table of numbers can say")
            return face
        checked = {name: self._effect_field(f"{path}.{name}", name, table[name]) for name in table}
        if None in checked.values():
            return face
        effect = self._joined(path, {**old, **checked})
        if usable:
            return evolve(face, use=effect)
        if effect is None or set(numbers(effect) or ()) - {"gain", *DRAWS}:
            self.refuse(
                path, "a season-end power gives goods, workers or skills: gain, draw_workers, draw_skills"
            )
            return face
        powers = list(face.powers)
        powers[places[0]] = evolve(powers[places[0]], effect=effect)
        return evolve(face, powers=tuple(powers))

    def _joined(self, path: str, table: Mapping[str, object]) -> Effect | None:
        # every field was checked by _effect_field, or came from an effect
        effect = effect_of(**table)  # type: ignore[arg-type]
        if effect is None and table.get("pay"):
            self.refuse(f"{path}.pay", "this side costs something but gives nothing")
        return effect

    def _effect_field(self, path: str, name: str, value: object) -> object:
        """Return a field of an effect if it makes sense, and keep it; otherwise `None`."""
        checked: object
        match name:
            case "pay":
                checked = self.pieces(path, value, _COSTS_OF_USES, any_of=True)
                if isinstance(checked, dict) and sum(checked.values()) > 1:
                    checked = self.refuse(path, f"a use costs exactly one piece, not {value!r}")
            case "gain":
                checked = self.pieces(path, value, _GAINS)
            case "one_of":
                checked = self._one_of(path, value)
            case _:
                checked = self.number(path, value)
        if checked is not None:
            self.keep(path, checked)
        return checked

    def _one_of(self, path: str, value: object) -> list[dict[str, int]] | None:
        if not isinstance(value, list | tuple) or len(value) == 1:
            return self.refuse(path, f"a list of at least two choices, not {value!r}")
        choices = []
        for place, entry in enumerate(value):
            sizes = self.pieces(f"{path}[{place}]", entry, _GAINS, draws=True)
            if sizes is not None and not sizes:
                self.refuse(f"{path}[{place}]", "a choice gives something")
            choices.append(sizes or {})
        if not all(choices):
            return None
        if choices and len({choice.label for choice in OneOf(tuple(map(bundle_of, choices))).choices}) < len(
            choices
        ):
            return self.refuse(path, "two choices cannot be told apart by what they give")
        return choices

    def _store(self, face: Face, path: str, value: object) -> Face:
        places = [place for place, term in enumerate(face.scores) if isinstance(term, PerStored | Keeps)]
        if not places:
            self.refuse(path, "this side stores nothing")
            return face
        old = face.scores[places[0]]
        sizes = self.pieces(path, value, tuple(GoodKind), any_of=True)
        if sizes is None:
            return face
        if len(sizes) != 1:
            self.refuse(path, f"the points of one piece: {{wood = 2}}, not {value!r}")
            return face
        ((piece, points),) = sizes.items()
        new = self._stored(old, path, piece, points)
        if new is None:
            return face
        self.keep(path, sizes)
        return evolve(face, scores=_exchanged(face.scores, places[0], new))

    def _stored(self, term: Scores, path: str, piece: str, points: int) -> Scores | None:
        if isinstance(term, PerStored):
            if piece != f"{ANY}{GoodKind.RESOURCE}" and self.kinds.get(piece) is not GoodKind.RESOURCE:
                return self.refuse(f"{path}.{piece}", "only resources lie on tiles")
            return PerStored(points, piece.removeprefix(ANY) if piece.startswith(ANY) else (piece,))
        assert isinstance(term, Keeps), term
        if piece != term.kept:
            return self.refuse(f"{path}.{piece}", f"this side keeps {term.kept}")
        return term.paying(points)

    def _scoring(self, face: Face, path: str, value: object) -> Face:
        """Replace numbers of what the side scores; what it stores has a field of its own."""
        places = [
            place
            for place, term in enumerate(face.scores)
            if not isinstance(term, PerStored | Keeps) and term_numbers(term)
        ]
        if not places:
            self.refuse(path, "this side scores by no numbers that can be replaced here")
            return face
        changes = value if isinstance(value, list | tuple) else [value]
        if len(changes) != len(places):
            self.refuse(path, f"a list of {len(places)} tables, not {value!r}")
            return face
        scores = face.scores
        try:
            for place, change in zip(places, changes, strict=True):
                new = renumbered(scores[place], change)
                # a term with other numbers is still a term
                scores = _exchanged(scores, place, new)  # type: ignore[arg-type]
        except RulesetError as error:
            self.refuse(path, str(error))
            return face
        kept = [term_numbers(scores[place]) for place in places]
        self.keep(path, kept[0] if len(kept) == 1 else kept)
        return evolve(face, scores=scores)

    # ------------------------------------------------------------------ all tiles together

    def compare(self, before: tuple[Expansion, ...], after: tuple[Expansion, ...]) -> None:
        """Refuse numbers that make sense one by one but not together."""
        for old, new in zip(before, after, strict=True):
            for kind in (TileKind.HOME, TileKind.TURN_ORDER):
                if _numbers(old, kind) != _numbers(new, kind):
                    path = next(path for path in self.applied if path.endswith(".number"))
                    text = f"the numbers of {kind.replace('_', '-')} tiles can only be exchanged"
                    self.refuse(path, f"{text}; they would be {_numbers(new, kind)}")
        changed = [path for path in self.applied if path.endswith(".min_players")]
        boats = [tile for expansion in after for tile in expansion.tiles if tile.kind is TileKind.BOAT]
        for players in range(2, 7) if changed else ():
            there = sum(tile.min_players <= players for tile in boats)
            if there < players <= len(boats):
                self.refuse(changed[0], f"{players} players would have only {there} boats")


def _numbers(expansion: Expansion, kind: TileKind) -> list[int]:
    return sorted(tile.number for tile in expansion.tiles if tile.kind is kind)


def _exchanged(scores: tuple[Scores, ...], place: int, new: Scores) -> tuple[Scores, ...]:
    return (*scores[:place], new, *scores[place + 1 :])


def _settles(mark: str, replaced: Iterable[str]) -> bool:
    """Return whether a field marked as reconstructed has been given by an owner of the printed tile."""
    side, _, detail = mark.partition(".")
    for path in replaced:
        given_side, _, field = path.partition(".")
        if given_side != side:
            continue
        if field == detail or not detail:
            return True
        # a mark may name a good: back.wheat is a part of back.gain
        if detail not in FACE_FIELDS and field in ("gain", "one_of", "pay", "store"):
            return True
    return False
