"""Tiles as data, both ways: effects, costs, points, powers and scoring terms as plain tables that JSON and TOML hold.

>>> from keyflower.extend import Gain, Pay
>>> effect_to_data(Pay(anvil=1) >> Gain(iron=3))
{'pay': {'anvil': 1}, 'gain': {'iron': 3}}
>>> effect_from_data({"pay": {"anvil": 1}, "gain": {"iron": 3}}) == Pay(anvil=1) >> Gain(iron=3)
True

The general effects, terms and measures can be read back. Effects and terms of an expansion's own are written with name
and fields, and only that expansion's code can read them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Final, TypeVar

from attrs import fields, fields_dict, has

from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Effect, OneOf, Pay, Then
from keyflower.extend.goods import Good, Source
from keyflower.extend.measures import (
    ByBoatsOnWater,
    PerLoopTile,
    PerNeighbour,
    PerTileOfPasture,
    PerTransport,
)
from keyflower.extend.overrides.printed import EFFECT_FIELDS, cost_numbers, effect_of, numbers
from keyflower.extend.powers import Power
from keyflower.extend.scoring import Scorer
from keyflower.extend.terms import TERMS, Need, Term
from keyflower.extend.tiles import Face, Tile
from keyflower.kernel.arguments import shown
from keyflower.kernel.errors import suggest
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import RulesetError
from keyflower.model.pool import Pool

T = TypeVar("T")
_SETS: Final[Mapping[str, Callable[[tuple[Effect, ...]], Effect]]] = {
    "choose": OneOf,
    "all_of": AllOf,
    "then": Then,
}
_MEASURES: Final = (PerTransport, PerLoopTile, ByBoatsOnWater, PerNeighbour, PerTileOfPasture)
_DEEPEST: Final = 20
"""No effect has more levels."""


class DataProblem(RulesetError):
    """Data that is not a tile; the message begins with the field."""

    def __init__(self, path: str, problem: str) -> None:
        self.path, self.problem = path, problem
        super().__init__(f"{path}: {problem}" if path else problem)


def _tag(kind: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


_SCORERS: Final[Mapping[str, type[Scorer]]] = {_tag(kind): kind for kind in (*TERMS, *_MEASURES)}
"""The general terms and measures, by the name they have in data."""


# ---------------------------------------------------------------------- writing


def tile_to_data(tile: Tile) -> dict[str, object]:
    """Return what is printed on a tile as JSON-able data, with the words beside it."""
    return {
        "id": tile.id,
        "name": tile.name,
        "title": tile.title,
        "expansion": tile.expansion,
        "kind": tile.kind.value,
        "season": None if tile.season is None else tile.season.value,
        "edges": tile.edges,
        "front": _face_to_data(tile.front),
        "back": None if tile.back is None else _face_to_data(tile.back),
        "upgrade": None if tile.upgrade is None else cost_numbers(tile.upgrade),
        "number": tile.number,
        "min_players": tile.min_players,
        "arrivals": [[*pair] for pair in tile.arrivals],
        "cargo": [cost_numbers(cost) for cost in tile.cargo],
        "goods": None if tile.goods is None else effect_to_data(tile.goods),
        "pair": tile.pair,
        "replaces": tile.replaces,
        "reconstructed": [*tile.reconstructed],
        "words": str(tile.words()),
    }


def _face_to_data(face: Face) -> dict[str, object]:
    return {
        "use": None if face.use is None else effect_to_data(face.use),
        "transport": face.transport,
        "upgrades": face.upgrades,
        "points": face.points,
        "scores": [scorer_to_data(term) for term in face.scores],
        "powers": [_power_to_data(power) for power in face.powers],
        "words": str(face.words()),
    }


def effect_to_data(effect: Effect) -> dict[str, object]:
    """Return an effect as data; one of an expansion's own by its name and fields."""
    short = numbers(effect)
    if short is not None and effect_from_data(short) == effect:
        return {name: value for name, value in short.items() if value or name == "transport"}
    for name, kind in _SETS.items():
        if type(effect) is kind:
            return {name: [effect_to_data(part) for part in effect.parts]}
    if isinstance(effect, Pay):
        return {"pay": cost_numbers(effect.price)}
    return _own("effect", effect)


def scorer_to_data(term: Scorer) -> dict[str, object]:
    """Return a scoring term or a measure as data; one of an expansion's own by its name and fields."""
    kind = type(term)
    if kind not in _SCORERS.values():
        return _own("term", term)
    return {"term": _tag(kind), **_fields_to_data(term)}


def _own(what: str, value: object) -> dict[str, object]:
    return {"own": what, "name": type(value).__name__, "fields": _fields_to_data(value)}


def _fields_to_data(value: object) -> dict[str, object]:
    kind = type(value)
    if not has(kind):
        return {}
    return {one.name: _plain(getattr(value, one.name)) for one in fields(kind) if one.init and one.eq}


def _plain(value: object) -> object:
    """Return the value of a field as JSON-able data."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Pool):
        return dict(value.items())
    if isinstance(value, Cost):
        return cost_numbers(value)
    if isinstance(value, Effect):
        return effect_to_data(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence | frozenset | set):
        return [_plain(item) for item in value]
    return _fields_to_data(value) if has(type(value)) else str(value)


def _power_to_data(power: Power) -> dict[str, object]:
    data: dict[str, object] = {"slot": power.slot, "text": str(power.text)}
    if power.effect is not None:
        data["effect"] = effect_to_data(power.effect)
    if power.counts_as:
        data["counts_as"] = [[*pair] for pair in power.counts_as]
    return data


# ---------------------------------------------------------------------- reading


def tile_from_data(data: object, path: str = "") -> Tile:
    """Return the tile that data describes; words and other things that follow from the rest are not read.

    Args:
        data: what `tile_to_data` writes; what is missing or empty has the usual value.
        path: where the data stands, for messages.

    Raises:
        RulesetError: if a field makes no sense; the message names it.
    """
    told = {"id", "words"}
    found = _table(data, path, ({*fields_dict(Tile)} - {"texts"}) | told)
    at = _at(path)
    for needed in ("name", "title", "edges"):
        if needed not in found:
            raise DataProblem(path, f"{needed!r} is missing")
    season, back = found.get("season"), found.get("back")
    upgrade, goods = found.get("upgrade"), found.get("goods")
    return Tile(
        _text(found["name"], at("name")),
        title=_text(found["title"], at("title")),
        kind=_member(TileKind, found.get("kind", "village"), at("kind")),
        season=None if season in (None, "") else _member(Season, season, at("season")),
        edges=_text(found["edges"], at("edges")),
        front=_face(found.get("front", {}), at("front")),
        back=None if back is None else _face(back, at("back")),
        upgrade=None if upgrade is None else _cost(upgrade, at("upgrade")),
        number=_whole(found.get("number", 0), at("number")),
        min_players=_whole(found.get("min_players", 0), at("min_players")),
        arrivals=_each(found.get("arrivals", []), at("arrivals"), _pair_of_numbers),
        cargo=_each(found.get("cargo", []), at("cargo"), _cost),
        pair=_text(found.get("pair", ""), at("pair")),
        goods=None if goods is None else effect_from_data(goods, at("goods")),
        replaces=_text(found.get("replaces", ""), at("replaces")),
        reconstructed=_each(found.get("reconstructed", []), at("reconstructed"), _text),
        expansion=_text(found.get("expansion", ""), at("expansion")),
    )


def _face(data: object, path: str) -> Face:
    found = _table(data, path, {*fields_dict(Face)} | {"transport", "upgrades", "words"})
    use, at = found.get("use"), _at(path)
    return Face(
        use=None if use is None else effect_from_data(use, at("use")),
        points=_whole(found.get("points", 0), at("points")),
        scores=_each(found.get("scores", []), at("scores"), scorer_from_data),
        powers=_each(found.get("powers", []), at("powers"), _power),
    )


def effect_from_data(data: object, path: str = "", depth: int = 0) -> Effect:
    """Return the effect that data describes.

    Raises:
        RulesetError: if a field makes no sense; the message names it.
    """
    known = {*EFFECT_FIELDS, *_SETS}
    found, at = _table(data, path, {*known, "own", "name", "fields"}), _at(path)
    if "own" in found:
        raise _needs_code(path, "effect", found)
    if depth > _DEEPEST:
        raise DataProblem(path, f"an effect has at most {_DEEPEST} levels")
    nested = [name for name in _SETS if name in found]
    if nested:
        (name, *others) = found
        if others:
            raise DataProblem(path, f"{name!r} and {others[0]!r} do not go together: nest one in the other")
        parts = _each(found[name], at(name), lambda part, where: effect_from_data(part, where, depth + 1))
        if not parts:
            raise DataProblem(at(name), "at least one effect")
        return _SETS[name](parts)
    if set(found) == {"pay"}:
        return Pay(**_pieces(found["pay"], at("pay")))
    effect = effect_of(
        pay=_pieces(found["pay"], at("pay")) if "pay" in found else None,
        gain=_pieces(found["gain"], at("gain")) if "gain" in found else None,
        draw_workers=_whole(found.get("draw_workers", 0), at("draw_workers")),
        draw_skills=_whole(found.get("draw_skills", 0), at("draw_skills")),
        one_of=_each(found.get("one_of", []), at("one_of"), _pieces),
        transport=_whole(found.get("transport", 0), at("transport")),
        upgrades=_whole(found.get("upgrades", 0), at("upgrades")),
    )
    if effect is None:
        raise DataProblem(path, f"it does nothing: say one of {', '.join(sorted(known))}")
    return effect


def _needs_code(path: str, what: str, found: Mapping[str, object]) -> DataProblem:
    name = shown(found.get("name"))
    return DataProblem(path, f"{name} is an expansion's own {what}: it needs that expansion's code")


def scorer_from_data(data: object, path: str = "") -> Scorer:
    """Return the scoring term or measure that data describes.

    Raises:
        RulesetError: if a field makes no sense; the message names it.
    """
    found, at = _table(data, path, None), _at(path)
    if "own" in found:
        raise _needs_code(path, "term", found)
    kind = _SCORERS.get(_text(found.get("term", ""), at("term")))
    if kind is None:
        given = str(found.get("term", ""))
        there = ", ".join(_SCORERS)
        raise DataProblem(
            at("term"), f"there is no term {shown(given)}{suggest(given, _SCORERS)} (there are: {there})"
        )
    known = {one.name for one in fields(kind)}  # type: ignore[arg-type]  # each of them is an attrs class
    _table(data, path, {"term", *known})
    values: dict[str, object] = {}
    for name in known & set(found):
        value, where = found[name], at(name)
        if name == "needs":
            values[name] = _each(value, where, _need)
        elif name == "pieces":
            values[name] = _names(value, where)
        elif name == "table":
            values[name] = _each(value, where, _whole)
        else:
            values[name] = _whole(value, where)
    return _made(kind, values, path)


def term_from_data(data: object, path: str = "") -> Term:
    """Return a term that scores without a tile. Measures are refused, because they need a tile.

    Raises:
        RulesetError: if a field makes no sense; the message names it.
    """
    term = scorer_from_data(data, path)
    if not isinstance(term, TERMS):
        raise DataProblem(path, f"{_tag(type(term))} measures the board around a tile: print it on one")
    return term


def good_from_data(data: object, path: str = "") -> Good:
    """Return the good that data describes; a look has to be made in Python.

    Raises:
        RulesetError: if a field makes no sense; the message names it.
    """
    found, at = _table(data, path, {*fields_dict(Good)} - {"look"}), _at(path)
    readers: Mapping[str, Callable[[object, str], object]] = {
        "limit": _whole,
        "transport": _whole,
        "wild": _flag,
        "source": lambda value, where: _member(Source, value, where),
    }
    return _made(
        Good, {name: readers.get(name, _text)(value, at(name)) for name, value in found.items()}, path
    )


def _need(data: object, path: str) -> Need:
    found, at = _table(data, path, {"pieces", "count"}), _at(path)
    pieces = _names(found.get("pieces"), at("pieces"))
    return _made(Need, {"pieces": pieces, "count": _whole(found.get("count", 1), at("count"))}, path)


def _power(data: object, path: str) -> Power:
    found, at = _table(data, path, {"slot", "text", "effect", "counts_as"}), _at(path)
    effect = found.get("effect")
    return Power(
        _text(found.get("slot"), at("slot")),
        _text(found.get("text"), at("text")),
        None if effect is None else effect_from_data(effect, at("effect")),
        _each(found.get("counts_as", []), at("counts_as"), _pair_of_texts),
    )


# ---------------------------------------------------------------------- small values


def _at(path: str) -> Callable[[str], str]:
    return lambda name: f"{path}.{name}" if path else name


def _table(data: object, path: str, known: set[str] | None) -> dict[str, object]:
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
        raise DataProblem(path, f"a table of fields, not {shown(data)}")
    for name in data:
        if known is not None and name not in known:
            raise DataProblem(_at(path)(name[:60]), f"there is no such field{suggest(name, known)}")
    return dict(data)


def _each(data: object, path: str, read: Callable[[object, str], T]) -> tuple[T, ...]:
    if not isinstance(data, list | tuple):
        raise DataProblem(path, f"a list, not {shown(data)}")
    return tuple([read(item, f"{path}[{place}]") for place, item in enumerate(data)])


def _made(kind: Callable[..., T], values: Mapping[str, object], path: str) -> T:
    try:
        return kind(**values)
    except RulesetError as error:
        raise DataProblem(path, str(error)) from None
    except TypeError as error:  # a field without which it cannot be made
        missing = ", ".join(re.findall(r"'(\w+)'", str(error)))
        raise DataProblem(path, f"{missing} must be given") from None


def _text(value: object, path: str) -> str:
    if not isinstance(value, str) or len(value) > 2_000:
        raise DataProblem(path, f"a text, not {shown(value)}")
    return value


def _whole(value: object, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10_000:
        raise DataProblem(path, f"a whole number from 0 to 10000, not {shown(value)}")
    return value


def _flag(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise DataProblem(path, f"true or false, not {shown(value)}")
    return value


E = TypeVar("E", bound=Enum)


def _member(kind: type[E], value: object, path: str) -> E:
    known = [str(one.value) for one in kind]
    if value not in known:
        hint = suggest(str(value)[:60], known)
        raise DataProblem(path, f"one of {', '.join(known)}, not {shown(value)}{hint}")
    return kind(value)


def _pieces(value: object, path: str) -> dict[str, int]:
    found = _table(value, path, None)
    if not found:
        raise DataProblem(path, "at least one piece, such as { name = 1 }")
    return {name: _whole(number, _at(path)(name)) for name, number in found.items()}


def _cost(value: object, path: str) -> Cost:
    return Cost(
        **{name: _whole(number, _at(path)(name)) for name, number in _table(value, path, None).items()}
    )


def _names(value: object, path: str) -> str | tuple[str, ...]:
    return value if isinstance(value, str) and value else _each(value, path, _text)


def _pair_of_numbers(value: object, path: str) -> tuple[int, int]:
    pair = _each(value, path, _whole)
    if len(pair) != 2:
        raise DataProblem(path, f"two numbers, workers and skills, not {shown(value)}")
    return pair[0], pair[1]


def _pair_of_texts(value: object, path: str) -> tuple[str, str]:
    pair = _each(value, path, _text)
    if len(pair) != 2:
        raise DataProblem(path, f"two names of pieces, not {shown(value)}")
    return pair[0], pair[1]
