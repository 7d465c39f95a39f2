"""The lines of a saved log: header, entries and footer as JSON-able data, and how older formats are lifted.

Formats, newest last:

1. Entries spelt the answers of chance ``chance`` and the counter of the chance source ``counter``; the header
   said ``seed`` and ``drawn``; there was no digest, so an edited line could only be found by replaying.
2. Answers are ``answers``, the chance source afterwards is ``chance``, and ``sum`` digests all lines so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from attrs import frozen

from keyflower._version import __version__
from keyflower.engine.chance import Chance, ScriptedChance, SeededChance
from keyflower.engine.setup import player_counts
from keyflower.extend.expansion import Expansion
from keyflower.extend.overrides import as_mapping
from keyflower.extend.ruleset import Ruleset
from keyflower.facade import states
from keyflower.facade.game import Setting
from keyflower.facade.json_text import MOST, read, shown
from keyflower.facade.registry import resolve
from keyflower.facade.states import Data
from keyflower.vocabulary.errors import KeyflowerError, LogError, UnknownName
from keyflower.vocabulary.types import SPECTATOR

FORMAT: Final = 2
"""The format that `dumps` writes."""
NO_CHANCE: Final = ScriptedChance()
"""The chance source of a redacted log: nothing can be asked of it."""

SUM: Final = ',"sum":"'
"""Starts the digest at the end of an entry's line: of its sorted keys, "sum" is the last."""

_BIG_SEED: Final = 1_000
_HEADER: Final = frozenset(
    {
        "kind",
        "format",
        "library",
        "expansions",
        "variants",
        "overrides",
        "players",
        "handicap",
        "chance",
        "viewer",
    }
)
_EXPANSION: Final = frozenset({"id", "version"})


# ---------------------------------------------------------------------- chance sources


def chance_to_data(chance: Chance) -> Data:
    """Return a chance source as JSON-able data.

    Raises:
        LogError: if it is a source of another class, which cannot be saved.
    """
    match chance:
        case SeededChance(seed, counter):
            return {"kind": "seeded", "seed": _seed_to_data(seed), "counter": counter}
        case ScriptedChance(answers, then):
            rest = None if then is None else chance_to_data(then)
            return {"kind": "scripted", "answers": [*answers], "then": rest}
        case _:
            raise LogError(
                f"a game with a chance source of class {type(chance).__name__} cannot be saved: "
                "only SeededChance and ScriptedChance can"
            )


def _seed_to_data(seed: int) -> int | str:
    if abs(seed) <= MOST:
        return seed
    text = hex(seed)
    if len(text) > _BIG_SEED:
        raise LogError(f"a seed of {seed.bit_length()} bits is too large to be saved")
    return text


def _seed_from_data(value: object) -> int:
    if type(value) is not str:
        return states.whole_from_data(value)
    try:
        seed = int(value, 16) if len(value) <= _BIG_SEED else 0
    except ValueError:
        seed = 0
    if abs(seed) <= MOST or hex(seed) != value:
        raise LogError(f"{shown(value)} is no seed: a whole number, or a large one as '0x...'")
    return seed


def chance_from_data(data: object) -> SeededChance | ScriptedChance:
    """Return the chance source that data means.

    Raises:
        LogError: naming what is wrong.
    """
    if type(data) is dict and data.get("kind") == "seeded":
        keys = frozenset({"kind", "seed", "counter"})
        found = states.keyed(data, "seeded chance", keys, keys)
        counter = states.whole_from_data(found["counter"])
        if counter < 0:
            raise LogError(f"a chance source has used no {counter} numbers")
        return SeededChance(_seed_from_data(found["seed"]), counter)
    if type(data) is dict and data.get("kind") == "scripted":
        keys = frozenset({"kind", "answers", "then"})
        found = states.keyed(data, "scripted chance", keys, keys)
        then = found["then"]
        following = None if then is None else chance_from_data(then)
        if isinstance(following, ScriptedChance):
            raise LogError("a script is followed by seeded chance or by nothing")
        return ScriptedChance(states.names_from_data(found["answers"]), following)
    raise LogError(f"{shown(data)} is no chance source: its kind is 'seeded' or 'scripted'")


@frozen
class Thread:
    """A chance source as it is followed through a log, so that each line only says how far it has come."""

    base: Chance
    """The source where it was last told in full."""
    asked: int = 0
    """How many answers it has given since."""

    def after(self, answers: int) -> Thread:
        """Return the thread after more answers."""
        return Thread(self.base, self.asked + answers)

    def at(self, counter: int) -> Chance | None:
        """Return the source with this counter, if that follows from the thread."""
        base = self.base
        if isinstance(base, SeededChance):
            return SeededChance(base.seed, counter)
        if not isinstance(base, ScriptedChance):
            return None
        if self.asked <= len(base.answers):
            kept = 0 if base.then is None else base.then.counter
            return ScriptedChance(base.answers[self.asked :], base.then) if counter == kept else None
        return None if base.then is None else SeededChance(base.then.seed, counter)

    def told(self, chance: Chance) -> tuple[int | Data, Thread]:
        """Return how a line tells the source, and the thread from there on."""
        counter = _counter(chance)
        if self.at(counter) == chance:
            return counter, self
        return chance_to_data(chance), Thread(chance)

    def heard(self, data: object) -> tuple[Chance, Thread]:
        """Return the source that a line tells, and the thread from there on.

        Raises:
            LogError: if it does not follow.
        """
        if type(data) is not int:
            chance: Chance | None = chance_from_data(data)
            assert chance is not None
            return chance, Thread(chance)
        chance = self.at(states.whole_from_data(data)) if data >= 0 else None
        if chance is None:
            raise LogError(f"the chance source cannot have come to {data} here")
        return chance, self


def _counter(chance: Chance) -> int:
    match chance:
        case SeededChance(counter=counter):
            return counter
        case ScriptedChance(then=SeededChance(counter=counter)):
            return counter
        case _:
            return 0


# ---------------------------------------------------------------------- the header


def header_to_data(setting: Setting, viewer: int | None) -> Data:
    """Return the first line of a log.

    Raises:
        LogError: if a name or the chance source cannot be saved.
    """
    ruleset = setting.ruleset
    for name in setting.players:
        if len(name) > states.LONGEST_TEXT or name.encode(errors="ignore").decode() != name:
            raise LogError(f"the name {shown(name)} cannot be saved: it is too long, or no UTF-8")
    return {
        "kind": "header",
        "format": FORMAT,
        "library": __version__,
        "expansions": [{"id": item.id, "version": item.version} for item in ruleset.expansions],
        "variants": [*ruleset.chosen],
        "overrides": dict(ruleset.overrides),
        "players": [*setting.players],
        "handicap": [*setting.handicap],
        "chance": chance_to_data(setting.origin) if viewer is None else None,
        "viewer": viewer,
    }


def setting_from_data(header: Data, expansions: Iterable[Expansion]) -> tuple[Setting, int | None]:
    """Return the setting that a header tells, and who the log is redacted for.

    Raises:
        LogError: if the header is odd, or tells of rules that are not here.
    """
    found = states.keyed(header, "header", _HEADER, _HEADER)
    states.text_from_data(found["library"])
    players = states.names_from_data(found["players"])
    if len(set(players)) < len(players) or not all(name.strip() for name in players):
        raise LogError("players have different names, none of them empty")
    ruleset = _ruleset(found, {item.id: item for item in expansions})
    counts = player_counts(ruleset)
    if len(players) not in counts:
        raise LogError(f"this game is for {counts.start} to {counts.stop - 1} players, not {len(players)}")
    handicap = tuple(states.whole_from_data(seat) for seat in states.list_from_data(found["handicap"]))
    if list(handicap) != sorted(set(handicap)) or any(seat not in range(len(players)) for seat in handicap):
        raise LogError("the handicap is a sorted list of seats")
    viewer = found["viewer"]
    if viewer is not None:
        viewer = states.whole_from_data(viewer)
        if viewer != SPECTATOR and viewer not in range(len(players)):
            raise LogError(f"the log is for a seat {viewer} that does not play")
        if found["chance"] is not None:
            raise LogError("a redacted log must not tell the chance source")
    chance = NO_CHANCE if viewer is not None else chance_from_data(found["chance"])
    return Setting(ruleset, players, handicap, chance), viewer


def _ruleset(header: Data, given: dict[str, Expansion]) -> Ruleset:
    written = [
        states.keyed(item, "expansion", _EXPANSION, _EXPANSION)
        for item in states.list_from_data(header["expansions"])
    ]
    names = [states.text_from_data(item["id"]) for item in written]
    versions = [states.text_from_data(item["version"]) for item in written]
    variants = states.names_from_data(header["variants"])
    overrides = _overrides(header["overrides"])
    try:
        ruleset = resolve(
            [given.get(name, name) for name in names],
            variants=variants,
            overrides=as_mapping(overrides.items()),
        )
    except UnknownName as error:
        raise LogError(
            f"the log needs an expansion that is not here: {error}; install it or give expansions=[...]"
        ) from None
    except KeyflowerError as error:
        raise LogError(f"the rules of the log cannot be put together: {str(error)[:500]}") from None
    here = [(expansion.id, expansion.version) for expansion in ruleset.expansions]
    for there, now in zip(zip(names, versions, strict=True), here, strict=False):
        if there != now:
            raise LogError(f"the log was written with {' '.join(there)}, but here is {' '.join(now)}")
    if len(here) != len(names):
        raise LogError(f"the log tells of {len(names)} expansions, but the rules are made of {len(here)}")
    if ruleset.chosen != variants:
        raise LogError(f"the variants are a sorted list: {', '.join(ruleset.chosen)}")
    if dict(ruleset.overrides) != overrides:
        raise LogError("the overrides of the log do not give the same rules here")
    return ruleset


def _overrides(data: object) -> dict[str, str]:
    """Return overrides by path, checked so far that they can be told apart."""
    if type(data) is not dict or len(data) > 2_000:
        raise LogError(f"overrides are an object of texts by path, not {shown(data)}")
    for path, text in data.items():
        read(states.text_from_data(text))
        if len(path) > 200 or path.count(".") > 6:
            raise LogError(f"{shown(path)} is no path of an override")
        parts = path.split(".")
        if any(".".join(parts[:number]) in data for number in range(1, len(parts))):
            raise LogError(f"{shown(path)} is inside another override")
    return dict(data)


# ---------------------------------------------------------------------- older formats


@frozen
class Upcaster:
    """Lifts the lines of one format to the next: facts keep, their spelling changes."""

    header: Callable[[Data], Data]
    """Lifts the first line."""
    entry: Callable[[Data], Data]
    """Lifts the line of an entry."""
    footer: Callable[[Data], Data]
    """Lifts the last line."""


def _header_1(line: Data) -> Data:
    data = {key: value for key, value in line.items() if key not in ("seed", "drawn")}
    if "seed" in line:
        data["chance"] = {"kind": "seeded", "seed": line["seed"], "counter": line.get("drawn", 0)}
    return {"viewer": None, "overrides": {}, "chance": None, **data, "format": 2}


def _entry_1(line: Data) -> Data:
    data = {key: value for key, value in line.items() if key not in ("chance", "counter")}
    if line.get("chance"):
        data["answers"] = line["chance"]
    if "counter" in line:
        data["chance"] = line["counter"]
    return data


UPCASTERS: Final = {1: Upcaster(_header_1, _entry_1, dict)}
"""For each older format, the step to the next one; logs of all of them are kept in the tests for ever."""


def format_of(header: object) -> int:
    """Return the format of a log from its first line.

    Raises:
        LogError: if it is no header, or of a format that this library does not know.
    """
    if type(header) is not dict or header.get("kind") != "header":
        raise LogError("it is no header of a log: its first line is an object with kind 'header'")
    number = header.get("format")
    if type(number) is not int:
        raise LogError(f"the format of a log is a whole number, not {shown(number)}")
    if number > FORMAT:
        by = shown(header.get("library"))
        raise LogError(
            f"the log has format {number}, written by keyflower {by}; this one ({__version__}) reads formats "
            f"1 to {FORMAT}: a newer version is needed"
        )
    if number != FORMAT and number not in UPCASTERS:
        raise LogError(f"there is no format {number}: formats are 1 to {FORMAT}")
    return number


def lifted(line: Data, part: str, number: int) -> Data:
    """Return a line of an older format as the newest one has it.

    Args:
        line: the line as it was read.
        part: ``header``, ``entry`` or ``footer``.
        number: the format it was written in.
    """
    for step in range(number, FORMAT):
        lift: Callable[[Data], Data] = getattr(UPCASTERS[step], part)
        line = lift(line)
    return line
