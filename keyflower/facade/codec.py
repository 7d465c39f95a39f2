"""Values as JSON-able data and back: actions, events, tasks, entries, states, decisions, score sheets, tiles.

Every value is a plain object of texts, whole numbers, lists and objects. Kinds are told apart by permanent
tags: ``verb`` for actions, ``tag`` for events and tasks. Fields that equal their default are left out.
Reading is strict: what is unknown, missing or of another type is refused with a sentence that says what would
be right.

>>> from keyflower.facade.registry import resolve
>>> data = action_to_data(
...     resolve(), action_from_data(resolve(), {"verb": "bid", "tile": "miner", "workers": "R2"})
... )
>>> data
{'verb': 'bid', 'tile': 'miner', 'workers': 'R2'}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from attrs import NOTHING, fields, frozen

from keyflower.engine.options import Decision
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Line
from keyflower.extend.tiles import Face, Tile
from keyflower.facade import states
from keyflower.facade.json_text import shown
from keyflower.facade.states import Data
from keyflower.model.actions import Action
from keyflower.model.decisions import Task
from keyflower.model.event import Event
from keyflower.model.layout import Placed
from keyflower.model.state import State
from keyflower.model.village import Village
from keyflower.vocabulary.errors import ActionSyntaxError, LogError, suggest
from keyflower.vocabulary.pool import Pool
from keyflower.vocabulary.types import Season

if TYPE_CHECKING:
    from cattrs import Converter

    from keyflower.facade.log import Entry

VERB: Final = "verb"
"""The key that tells actions apart."""
TAG: Final = "tag"
"""The key that tells events and tasks apart."""

_Value = TypeVar("_Value")


# ---------------------------------------------------------------------- the public functions


def action_to_data(ruleset: Ruleset, action: Action) -> Data:
    """Return an action as JSON-able data."""
    return codec(ruleset).actions.write(action)


def action_from_data(ruleset: Ruleset, data: Mapping[str, object]) -> Action:
    """Return the action that data means.

    Raises:
        ActionSyntaxError: naming what is wrong and what would be right.
    """
    try:
        return codec(ruleset).actions.read(dict(data))
    except LogError as error:
        raise ActionSyntaxError(error.reason) from None


def event_to_data(ruleset: Ruleset, event: Event) -> Data:
    """Return an event as JSON-able data."""
    return codec(ruleset).events.write(event)


def event_from_data(ruleset: Ruleset, data: object) -> Event:
    """Return the event that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return codec(ruleset).events.read(data)


def task_to_data(ruleset: Ruleset, task: Task) -> Data:
    """Return a task as JSON-able data."""
    return codec(ruleset).tasks.write(task)


def task_from_data(ruleset: Ruleset, data: object) -> Task:
    """Return the task that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return codec(ruleset).tasks.read(data)


def state_to_data(ruleset: Ruleset, state: State) -> Data:
    """Return a state, full or hidden for a viewer, as JSON-able data."""
    return states.state_to_data(state, codec(ruleset).tasks.write)


def state_from_data(ruleset: Ruleset, data: object) -> State:
    """Return the state that data means.

    Raises:
        LogError: naming what is wrong; see `keyflower.facade.soundness` for whether the pieces add up.
    """
    return states.state_from_data(data, codec(ruleset).tasks.read)


def village_to_data(village: Village) -> Data:
    """Return a village as JSON-able data."""
    return states.village_to_data(village)


def village_from_data(data: object) -> Village:
    """Return the village that data means.

    Raises:
        LogError: naming what is wrong.
    """
    return states.village_from_data(data)


def entry_to_data(ruleset: Ruleset, entry: Entry) -> Data:
    """Return an entry of a log as JSON-able data."""
    found = codec(ruleset)
    write = found.events.write
    data: Data = {
        "seat": entry.seat,
        "action": None if entry.action is None else found.actions.write(entry.action),
        "events": [write(event) for event in entry.events],
    }
    if entry.answers:
        data["answers"] = [*entry.answers]
    return data


_ENTRY: Final = (frozenset({"seat", "action", "events"}), frozenset({"seat", "action", "events", "answers"}))


def entry_from_data(ruleset: Ruleset, data: object) -> Entry:
    """Return the entry that data means.

    Raises:
        LogError: naming what is wrong.
    """
    from keyflower.facade.log import Entry

    found = states.keyed(data, "log entry", *_ENTRY)
    kinds = codec(ruleset)
    action = found["action"]
    return Entry(
        states.whole_from_data(found["seat"]),
        None if action is None else kinds.actions.read(action),
        tuple([kinds.events.read(event) for event in states.list_from_data(found["events"])]),
        states.names_from_data(found.get("answers", ())),
    )


def decision_to_data(ruleset: Ruleset, decision: Decision, *, options: bool = True) -> Data:
    """Return an open question as JSON-able data, with its options unless they are not wanted."""
    data: Data = {
        "id": decision.id,
        "seat": decision.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "task": task_to_data(ruleset, decision.task),
    }
    if options:
        write = codec(ruleset).actions.write
        data["options"] = [write(action) for action in decision.options]
    return data


def score_to_data(sheet: ScoreSheet) -> Data:
    """Return a score sheet as JSON-able data."""
    return sheet.to_data()


_SHEET: Final = frozenset({"total", "flipped", "lines"})
_LINE: Final = frozenset({"source", "points", "used", "detail"})


def score_from_data(data: object) -> ScoreSheet:
    """Return the score sheet that data means.

    Raises:
        LogError: naming what is wrong.
    """
    found = states.keyed(data, "score sheet", _SHEET, _SHEET)
    lines = []
    for item in states.list_from_data(found["lines"]):
        line = states.keyed(item, "line of a score sheet", _LINE, _LINE)
        used = [states.list_from_data(use) for use in states.list_from_data(line["used"])]
        if any(len(use) != 3 for use in used):
            raise LogError("pieces used are a piece, what it counts as, and how many")
        lines.append(
            Line(
                states.text_from_data(line["source"]),
                states.whole_from_data(line["points"]),
                tuple(
                    (
                        states.text_from_data(piece),
                        states.text_from_data(role),
                        states.whole_from_data(number),
                    )
                    for piece, role, number in used
                ),
                states.text_from_data(line["detail"]),
            )
        )
    return ScoreSheet(
        states.whole_from_data(found["total"]), tuple(lines), states.text_from_data(found["flipped"])
    )


def _used(use: Sequence[object]) -> tuple[str, str, int]:
    piece, role, number = use
    return states.text_from_data(piece), states.text_from_data(role), states.whole_from_data(number)


def tile_to_data(tile: Tile) -> Data:
    """Return what is printed on a tile as JSON-able data: for catalogues; effects are told in words."""
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
        "upgrade": None if tile.upgrade is None else tile.upgrade.words(),
        "number": tile.number,
        "min_players": tile.min_players,
        "arrivals": [[*pair] for pair in tile.arrivals],
        "goods": None if tile.goods is None else tile.goods.words(),
        "replaces": tile.replaces,
        "reconstructed": [*tile.reconstructed],
        "words": tile.words(),
    }


def _face_to_data(face: Face) -> Data:
    return {
        "use": None if face.use is None else face.use.words(),
        "cost": None if face.use is None or face.use.cost is None else face.use.cost.words(),
        "transport": face.transport,
        "upgrades": face.upgrades,
        "points": face.points,
        "scores": [term.words() for term in face.scores],
        "powers": [power.words() for power in face.powers],
        "words": face.words(),
    }


# ---------------------------------------------------------------------- families of tagged values


class Family(Generic[_Value]):
    """Values of one root class, told apart by a permanent tag: how each is written and read."""

    __slots__ = ("_converter", "_key", "_kinds", "_read", "_what", "_write")

    def __init__(self, what: str, key: str, kinds: Mapping[str, type[_Value]], converter: Converter) -> None:
        """Prepare nothing yet: each kind is worked out when it is first met."""
        self._what = what
        self._key = key
        self._kinds = kinds
        self._converter = converter
        self._write: dict[type, tuple[str, Callable[[_Value], Data]]] = {}
        self._read: dict[str, Callable[[Data], _Value]] = {}

    def write(self, value: _Value) -> Data:
        """Return a value as data, the tag first."""
        kind = type(value)
        known = self._write.get(kind)
        if known is None:
            tag = getattr(kind, self._key, None)
            if not isinstance(tag, str) or self._kinds.get(tag) is not kind:
                raise LogError(f"{kind.__name__} is no {self._what} of this game's expansions")
            known = tag, self._converter.get_unstructure_hook(kind)
            self._write[kind] = known
        data: Data = {self._key: known[0]}
        data.update(known[1](value))
        return data

    def read(self, data: object) -> _Value:
        """Return the value that data means.

        Raises:
            LogError: naming what is wrong.
        """
        if type(data) is not dict:
            raise LogError(f"an {self._what} is an object, not {shown(data)}".replace("an task", "a task"))
        tag = data.get(self._key)
        reader = self._read.get(tag) if type(tag) is str else None
        if reader is None:
            reader = self._found(tag)
        rest = {key: value for key, value in data.items() if key != self._key}
        try:
            return reader(rest)
        except LogError as error:
            raise LogError(
                _why(self._converter, self._kinds[str(tag)], rest, f"'{tag}'", error.reason)
            ) from None
        except Exception as error:  # whatever cattrs, or a class of an expansion, makes of strange data
            reason = f"{type(error).__name__}: {error}"
            raise LogError(_why(self._converter, self._kinds[str(tag)], rest, f"'{tag}'", reason)) from None

    def _found(self, tag: object) -> Callable[[Data], _Value]:
        if type(tag) is not str:
            there = "is missing" if tag is None else f"is a text, not {shown(tag)}"
            raise LogError(f"the '{self._key}' of an {self._what} {there}: one of {', '.join(self._kinds)}")
        kind = self._kinds.get(tag)
        if kind is None:
            hint = suggest(tag[:60], self._kinds) or f"; there are {', '.join(self._kinds)}"
            raise LogError(f"no {self._what} is called {shown(tag)}{hint}")
        hook = self._converter.get_structure_hook(kind)

        def reader(data: Data) -> _Value:
            value: _Value = hook(data, kind)
            return value

        self._read[tag] = reader
        return reader


def _why(converter: Converter, kind: type, data: Data, name: str, otherwise: str) -> str:
    """Return what is wrong with the fields of a value, found the slow way."""
    known = {item.name: item for item in fields(kind) if item.init}
    types = get_type_hints(kind)
    for key in data:
        if key not in known:
            right = f"its fields are {', '.join(known)}" if known else "it has no fields"
            hint = suggest(str(key)[:60], known) or f": {right}"
            return f"{name} has no field {shown(key)}{hint}"
    missing = [key for key, item in known.items() if item.default is NOTHING and key not in data]
    if missing:
        return f"{name} needs {', '.join(missing)}"
    for key, value in data.items():
        try:
            converter.structure(value, types[key])
        except LogError as error:
            return f"{name}, {key}: {error.reason}"
        except Exception as error:  # as in `Family.read`
            return f"{name}, {key}: {shown(value)} does not fit ({type(error).__name__})"
    return f"{name}: {otherwise[:200]}"


@frozen(eq=False)
class Codec:
    """How the actions, events and tasks of one ruleset are written and read."""

    actions: Family[Action]
    """The actions, by verb."""
    events: Family[Event]
    """The events, by tag."""
    tasks: Family[Task]
    """The tasks, by tag."""


def codec(ruleset: Ruleset) -> Codec:
    """Return the codec of a ruleset; it is made once and kept with the rules."""
    return ruleset.remember("codec", lambda: _made(ruleset))


def _made(ruleset: Ruleset) -> Codec:
    from cattrs import Converter

    converter = Converter(detailed_validation=False, forbid_extra_keys=True, omit_if_default=True)
    made = Codec(
        Family("action", VERB, ruleset.actions, converter),
        Family("event", TAG, ruleset.events, converter),
        Family("task", TAG, ruleset.tasks, converter),
    )
    _teach_plain(converter)
    _teach_root(converter, Action, made.actions)
    _teach_root(converter, Event, made.events)
    _teach_root(converter, Task, made.tasks)
    converter.register_structure_hook(State, lambda data, _: states.state_from_data(data, made.tasks.read))
    converter.register_unstructure_hook(State, lambda state: states.state_to_data(state, made.tasks.write))
    # the roots' hooks would also be found for their kinds: each kind gets its own fields' hooks instead
    for kind in (*ruleset.actions.values(), *ruleset.events.values(), *ruleset.tasks.values()):
        _teach_class(converter, kind)
    return made


def _teach_root(converter: Converter, root: type[_Value], family: Family[_Value]) -> None:
    converter.register_structure_hook(root, lambda data, _: family.read(data))
    converter.register_unstructure_hook(root, family.write)


def _teach_class(converter: Converter, kind: type) -> None:
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

    converter.register_structure_hook(
        kind,
        make_dict_structure_fn(
            kind, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
        ),
    )
    converter.register_unstructure_hook(
        kind, make_dict_unstructure_fn(kind, converter, _cattrs_omit_if_default=True)
    )


def _teach_plain(converter: Converter) -> None:
    """Teach a converter the strict reading of plain values, and pools, cells, seasons and laid tiles."""
    plain: dict[type, Callable[[object], Any]] = {
        int: states.whole_from_data,
        str: states.text_from_data,
        bool: states.flag_from_data,
        Pool: states.pool_from_data,
        Season: states.season_from_data,
        Placed: _placed_from_data,
        Village: states.village_from_data,
    }
    for kind, read in plain.items():
        converter.register_structure_hook(kind, _ignoring_type(read))
    converter.register_unstructure_hook(Pool, states.pool_to_data)
    converter.register_unstructure_hook(Season, lambda season: season.value)
    converter.register_unstructure_hook(Village, states.village_to_data)
    converter.register_structure_hook_factory(_is_tuple, lambda kind: _tuple_reader(converter, kind))
    converter.register_unstructure_hook_factory(_is_tuple, lambda kind: _tuple_writer(converter, kind))


def _ignoring_type(read: Callable[[object], _Value]) -> Callable[[object, type], _Value]:
    return lambda data, _: read(data)


_PLACED: Final = frozenset({"name", "cell", "rotation", "edges", "kind"})


def _placed_from_data(data: object) -> Placed:
    return states.placed_from_data(states.keyed(data, "laid tile", _PLACED, _PLACED))


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple or kind is tuple


def _tuple_reader(converter: Converter, kind: Any) -> Callable[[object, type], tuple[Any, ...]]:
    """Return how a tuple is read: from a list only, never from a text."""
    inner = get_args(kind)
    if len(inner) == 2 and inner[1] is Ellipsis:
        hook, item = converter.get_structure_hook(inner[0]), inner[0]
        return lambda data, _: tuple([hook(value, item) for value in states.list_from_data(data)])
    hooks = [(converter.get_structure_hook(part), part) for part in inner]

    def read(data: object, _: type) -> tuple[Any, ...]:
        values = states.list_from_data(data)
        if len(values) != len(hooks):
            raise LogError(f"a list of {len(hooks)} values is needed, not of {len(values)}")
        return tuple([hook(value, part) for (hook, part), value in zip(hooks, values, strict=True)])

    return read


def _tuple_writer(converter: Converter, kind: Any) -> Callable[[tuple[Any, ...]], list[Any]]:
    inner = get_args(kind)
    if inner and (inner[-1] is Ellipsis or len(set(inner)) == 1):
        if inner[0] in (str, int, bool):
            return list
        hook = converter.get_unstructure_hook(inner[0])
        return lambda values: [hook(value) for value in values]
    hooks = [converter.get_unstructure_hook(part) for part in inner]
    return lambda values: [hook(value) for hook, value in zip(hooks, values, strict=True)]
