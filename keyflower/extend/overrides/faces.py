"""Overrides of one side of a tile: what it does when used, what it stores, what it scores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

from attrs import evolve

from keyflower.extend.costs import ANY
from keyflower.extend.goods import GoodKind
from keyflower.extend.overrides.printed import (
    DRAWS,
    EFFECT_FIELDS,
    attributes,
    bundle_of,
    effect_of,
    is_number,
    numbers,
    term_numbers,
)
from keyflower.extend.overrides.reader import OverrideReader
from keyflower.extend.powers import SEASON_END
from keyflower.extend.scoring import Keeps, Scorer
from keyflower.extend.terms import PerStored
from keyflower.extend.tiles import Face, Tile
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import RulesetError

FACE_FIELDS: Final = (*EFFECT_FIELDS, "store", "scoring")
"""What can be replaced on one side of a tile."""

_PAID: Final = (GoodKind.WORKER, GoodKind.SKILL)


def overridden_face(reader: OverrideReader, tile: Tile, face: Face, path: str, value: object) -> Face:
    """Return a side with those numbers replaced that make sense; the others are refused."""
    if isinstance(value, Mapping) and "edges" in value:
        reader.refuse(f"{path}.edges", "both sides of a tile have the same edges: give them once")
        value = {name: entry for name, entry in value.items() if name != "edges"}
    table = reader.table(path, value, FACE_FIELDS)
    effects = {name: entry for name, entry in table.items() if name in EFFECT_FIELDS}
    if effects:
        face = _effect(reader, tile, face, path, effects)
    if "store" in table:
        face = _store(reader, face, f"{path}.store", table["store"])
    if "scoring" in table:
        face = overridden_scoring(reader, face, f"{path}.scoring", table["scoring"])
    return face


# ---------------------------------------------------------------------- what it does


def _effect(reader: OverrideReader, tile: Tile, face: Face, path: str, table: Mapping[str, object]) -> Face:
    usable = tile.kind in (TileKind.HOME, TileKind.VILLAGE) and tile.season is not Season.WINTER
    powers = [place for place, power in enumerate(face.powers) if power.slot == SEASON_END]
    if not usable and not powers:
        reader.refuse(f"{path}.{next(iter(table))}", "this side is never used")
        return face
    old = numbers(face.use if usable else face.powers[powers[0]].effect)
    if old is None:
        reader.refuse(path, "this side does more than a table of numbers can express")
        return face
    checked = {name: _effect_field(reader, f"{path}.{name}", name, entry) for name, entry in table.items()}
    if None in checked.values():
        return face
    # every field was checked above, or came from an effect
    effect = effect_of(**{**old, **checked})  # type: ignore[arg-type]
    if usable:
        if effect is None and (checked.get("pay") or old.get("pay")):
            reader.refuse(f"{path}.pay", "this side costs something but gives nothing")
        return evolve(face, use=effect)
    if effect is None or set(numbers(effect) or ()) - {"gain", *DRAWS}:
        reader.refuse(path, f"a power at the end of a season is made of gain, {' and '.join(DRAWS)}")
        return face
    changed = evolve(face.powers[powers[0]], effect=effect)
    return evolve(face, powers=(*face.powers[: powers[0]], changed, *face.powers[powers[0] + 1 :]))


def _effect_field(reader: OverrideReader, path: str, name: str, value: object) -> object:
    """Return a field of an effect if it makes sense, and accept it; otherwise `None`."""
    checked: object
    match name:
        case "pay":
            checked = _pay(reader, path, value)
        case "gain":
            checked = reader.pieces(path, value, reader.gained)
        case "one_of":
            checked = _one_of(reader, path, value)
        case _:
            checked = reader.number(path, value)
    if checked is not None:
        reader.accept(path, checked)
    return checked


def _pay(reader: OverrideReader, path: str, value: object) -> dict[str, int] | None:
    sizes = reader.pieces(path, value, _PAID, any_of=True)
    if sizes and sum(sizes.values()) > 1:
        reader.refuse(path, f"a use costs exactly one piece, not {value!r}")
        return None
    return sizes


def _one_of(reader: OverrideReader, path: str, value: object) -> list[dict[str, int]] | None:
    if not isinstance(value, list | tuple) or len(value) == 1:
        reader.refuse(path, f"a list of at least two choices, not {value!r}")
        return None
    choices = []
    for place, entry in enumerate(value):
        sizes = reader.pieces(f"{path}[{place}]", entry, reader.gained, draws=True)
        if sizes:
            choices.append(sizes)
        elif sizes is not None:
            reader.refuse(f"{path}[{place}]", "a choice gives something")
    if len(choices) < len(value):
        return None
    if len({bundle_of(choice).label for choice in choices}) < len(choices):
        reader.refuse(path, "two choices give pieces of the same names, so players could not tell them apart")
        return None
    return choices


# ---------------------------------------------------------------------- what it stores and scores


def _store(reader: OverrideReader, face: Face, path: str, value: object) -> Face:
    places = [place for place, term in enumerate(face.scores) if isinstance(term, PerStored | Keeps)]
    if not places:
        reader.refuse(path, "this side stores nothing")
        return face
    sizes = reader.pieces(path, value, reader.all_kinds, any_of=True)
    if sizes is None:
        return face
    if len(sizes) != 1:
        reader.refuse(path, f"the points of exactly one kind of piece, not {value!r}")
        return face
    ((piece, points),) = sizes.items()
    new = _stored(reader, face.scores[places[0]], path, piece, points)
    if new is None:
        return face
    reader.accept(path, sizes)
    return evolve(face, scores=_exchanged(face.scores, places[0], new))


def _stored(reader: OverrideReader, term: Scorer, path: str, piece: str, points: int) -> Scorer | None:
    if isinstance(term, PerStored):
        if piece == f"{ANY}{GoodKind.RESOURCE}":
            return PerStored(points, GoodKind.RESOURCE.value)
        if reader.kinds.get(piece) is GoodKind.RESOURCE:
            return PerStored(points, (piece,))
        reader.refuse(f"{path}.{piece}", "only resources lie on tiles")
        return None
    assert isinstance(term, Keeps), term
    if piece == term.kept:
        return term.paying(points)
    reader.refuse(f"{path}.{piece}", f"this side keeps {term.kept}")
    return None


def overridden_scoring(reader: OverrideReader, face: Face, path: str, value: object) -> Face:
    """Return a side with the numbers of its scoring terms replaced; storage has a separate field."""
    places = [
        place
        for place, term in enumerate(face.scores)
        if not isinstance(term, PerStored | Keeps) and term_numbers(term)
    ]
    if not places:
        reader.refuse(path, "this side has no scoring numbers that can be replaced here")
        return face
    changes = value if isinstance(value, list | tuple) else [value]
    if len(changes) != len(places):
        reader.refuse(path, f"a list of {len(places)} tables, not {value!r}")
        return face
    scores = face.scores
    problems = len(reader.problems)
    for number, (place, change) in enumerate(zip(places, changes, strict=True)):
        where = f"{path}[{number}]" if isinstance(value, list | tuple) else path
        scores = _exchanged(scores, place, _renumbered(reader, scores[place], where, change))
    if len(reader.problems) > problems:
        return face
    # all numbers of the terms, not only those given: then later overrides simply replace them
    accepted = [term_numbers(scores[place]) for place in places]
    reader.accept(path, accepted[0] if len(accepted) == 1 else accepted)
    return evolve(face, scores=scores)


def _exchanged(scores: tuple[Scorer, ...], place: int, new: Scorer) -> tuple[Scorer, ...]:
    return (*scores[:place], new, *scores[place + 1 :])


_T = TypeVar("_T")


def _renumbered(reader: OverrideReader, term: _T, path: str, changes: object) -> _T:
    """Return a term with some of its numbers replaced; `changes` has the shape of `term_numbers`."""
    old = attributes(term)
    changed: dict[str, object] = {}
    for name, value in reader.table(path, changes, tuple(term_numbers(term))).items():
        changed[name] = _other_numbers(reader, old[name], f"{path}.{name}", value)
    if None in changed.values():
        return term
    try:
        # attrs types evolve() by the class, which is not known here
        return evolve(term, **changed)  # type: ignore[misc]
    except RulesetError as error:
        reader.refuse(path, str(error))
        return term


def _other_numbers(reader: OverrideReader, old: object, path: str, new: object) -> object:
    if not isinstance(old, tuple):
        return reader.number(path, new)
    plain = is_number(old[0])
    if not isinstance(new, list | tuple) or not new or (not plain and len(new) != len(old)):
        shape = "a list of numbers" if plain else f"a list of {len(old)}"
        reader.refuse(path, f"{shape}, not {new!r}")
        return None
    if plain:
        checked = [reader.number(f"{path}[{place}]", entry) for place, entry in enumerate(new)]
        return None if None in checked else tuple(checked)
    return tuple(
        _renumbered(reader, part, f"{path}[{place}]", entry)
        for place, (part, entry) in enumerate(zip(old, new, strict=True))
    )
