"""The lines of a saved log: header, entries and footer as JSON-able data, and how older formats are converted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import evolve

from keyflower.kernel.chance import (
    LONGEST_KEY,
    SHORTEST_KEY,
    Chance,
    Counted,
    FormerChance,
    ScriptedChance,
    SecretChance,
    SeededChance,
)
from keyflower.kernel.codec import (
    Codec,
    Data,
    keyed,
    list_from_data,
    names_from_data,
    text_from_data,
    whole_from_data,
)
from keyflower.kernel.errors import LogError
from keyflower.kernel.events import GameEnded
from keyflower.kernel.json_text import MOST, shown
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.match import SPECTATOR, BaseMatch, unsavable
from keyflower.kernel.text import phrase
from keyflower.kernel.values import frozen

NO_CHANCE: Final = ScriptedChance()
"""The chance source of a redacted log, which has no answers."""

SUM: Final = ',"sum":"'
"""The start of the digest in an entry's line: it comes last, because keys are sorted."""

COUNTED: Final = (SeededChance, SecretChance, FormerChance)
"""The classes of sources that count what they have used."""
_BIG_SEED: Final = 1_000


# ---------------------------------------------------------------------- chance sources


def chance_to_data(chance: Chance) -> Data:
    """Return a chance source as JSON-able data.

    Raises:
        LogError: if it is a source of another class, which cannot be saved.
    """
    match chance:
        case SeededChance(seed, counter):
            return {"kind": "mixed", "seed": _seed_to_data(seed), "counter": counter}
        case FormerChance(seed, counter):
            return {"kind": "seeded", "seed": _seed_to_data(seed), "counter": counter}
        case SecretChance(key, counter):
            return {"kind": "secret", "key": key.hex(), "counter": counter}
        case ScriptedChance(answers, then):
            rest = None if then is None else chance_to_data(then)
            return {"kind": "scripted", "answers": [*answers], "then": rest}
        case _:
            raise LogError(
                f"a game with a chance source of class {type(chance).__name__} cannot be saved: "
                "only SeededChance, SecretChance and ScriptedChance can"
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
        return whole_from_data(value)
    try:
        seed = int(value, 16) if len(value) <= _BIG_SEED else 0
    except ValueError:
        seed = 0
    if abs(seed) <= MOST or hex(seed) != value:
        raise LogError(f"{shown(value)} is not a seed: use a whole number, or '0x...' for a large one")
    return seed


def chance_from_data(data: object) -> Counted | ScriptedChance:
    """Return the chance source that data means.

    Raises:
        LogError: naming what is wrong.
    """
    kind = data.get("kind") if type(data) is dict else None
    if kind in ("mixed", "seeded"):
        keys = frozenset({"kind", "seed", "counter"})
        found = keyed(data, "seeded chance", keys, keys)
        source = (
            SeededChance if kind == "mixed" else FormerChance
        )  # "seeded" is the tag of the old one for ever
        return source(_seed_from_data(found["seed"]), _counter_from_data(found["counter"]))
    if kind == "secret":
        keys = frozenset({"kind", "key", "counter"})
        found = keyed(data, "secret chance", keys, keys)
        return SecretChance(_key_from_data(found["key"]), _counter_from_data(found["counter"]))
    if kind == "scripted":
        keys = frozenset({"kind", "answers", "then"})
        found = keyed(data, "scripted chance", keys, keys)
        then = found["then"]
        if type(then) is dict and then.get("kind") == "scripted":
            raise LogError("a script is followed by another source or by nothing, not by a script")
        following = None if then is None else chance_from_data(then)
        assert not isinstance(following, ScriptedChance)
        return ScriptedChance(names_from_data(found["answers"]), following)
    raise LogError(
        f"{shown(data)} is not a chance source: its kind is 'mixed', 'secret', 'scripted' or 'seeded'"
    )


def _counter_from_data(value: object) -> int:
    counter = whole_from_data(value)
    if counter < 0:
        raise LogError(f"a chance source has used no {counter} numbers")
    return counter


def _key_from_data(value: object) -> bytes:
    text = text_from_data(value)
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if key.hex() != text or not SHORTEST_KEY <= len(key) <= LONGEST_KEY:
        raise LogError(f"a secret key is {SHORTEST_KEY} to {LONGEST_KEY} bytes in hexadecimal digits")
    return key


@frozen
class Thread:
    """Follows a chance source through a log, so that each line only needs to record its counter."""

    source: Chance
    """The source where it was last written in full."""
    asked: int = 0
    """How many answers it has given since."""

    def after(self, answers: int) -> Thread:
        """Return the thread after more answers."""
        return Thread(self.source, self.asked + answers)

    def at(self, counter: int) -> Chance | None:
        """Return the source with this counter, if that follows from the thread."""
        source = self.source
        if isinstance(source, COUNTED):
            return evolve(source, counter=counter)
        if not isinstance(source, ScriptedChance):
            return None
        if self.asked <= len(source.answers):
            kept = 0 if source.then is None else source.then.counter
            return ScriptedChance(source.answers[self.asked :], source.then) if counter == kept else None
        return None if source.then is None else evolve(source.then, counter=counter)

    def told(self, chance: Chance) -> tuple[int | Data, Thread]:
        """Return how a line writes the source, and the thread for the next line."""
        counter = _counter(chance)
        if self.at(counter) == chance:
            return counter, self
        return chance_to_data(chance), Thread(chance)

    def heard(self, data: object) -> tuple[Chance, Thread]:
        """Return the source that a line describes, and the thread for the next line.

        Raises:
            LogError: if it does not follow.
        """
        if type(data) is not int:
            chance: Chance | None = chance_from_data(data)
            assert chance is not None
            return chance, Thread(chance)
        chance = self.at(whole_from_data(data)) if data >= 0 else None
        if chance is None:
            raise LogError(f"the source of chance cannot be at {data} here")
        return chance, self


def _counter(chance: Chance) -> int:
    if isinstance(chance, ScriptedChance):
        return 0 if chance.then is None else chance.then.counter
    return chance.counter if isinstance(chance, COUNTED) else 0


# ---------------------------------------------------------------------- the header


def header_to_data(match: BaseMatch[Any], viewer: int | None) -> Data:  # Any: the rules of any game
    """Return the first line of a log.

    Raises:
        LogError: if a name or the chance source cannot be saved.
    """
    for name in match.players:
        wrong = unsavable(name)
        if wrong:
            raise LogError(wrong)
    return {
        "kind": "header",
        "game": match.GAME,
        "format": match.FORMAT,
        "library": match.LIBRARY,
        "players": [*match.players],
        "chance": chance_to_data(match.origin) if viewer is None else None,
        "viewer": viewer,
        **match.to_data(),
    }


_HEADER: Final = frozenset({"kind", "game", "format", "library", "players", "chance", "viewer"})


def match_from_data(
    kind: type[BaseMatch[Any]], header: Data, given: tuple[object, ...]
) -> tuple[BaseMatch[Any], int | None]:  # Any: the rules of any game, what its logs are read with
    """Return the match that a header describes, and for whom the log is redacted.

    Raises:
        LogError: if the header makes no sense, or needs rules that are not installed.
    """
    missing = sorted(_HEADER - header.keys())
    if missing:
        raise LogError(f"a header needs {', '.join(missing)}")
    if header["game"] != kind.GAME:
        raise LogError(
            phrase("this is a log of {other}, not of {game}", other=shown(header["game"]), game=kind.GAME)
        )
    text_from_data(header["library"])
    players = names_from_data(header["players"])
    if len(set(players)) < len(players) or not all(name.strip() for name in players):
        raise LogError("players have different names, none of them empty")
    viewer = header["viewer"]
    if viewer is not None:
        viewer = whole_from_data(viewer)
        if viewer != SPECTATOR and viewer not in range(len(players)):
            raise LogError(f"the log is for a seat {viewer} that does not play")
        if header["chance"] is not None:
            raise LogError("a redacted log must not contain the chance source")
    chance = NO_CHANCE if viewer is not None else chance_from_data(header["chance"])
    rules = {key: value for key, value in header.items() if key not in _HEADER}
    return kind.from_data(rules, players, chance, given), viewer


# ---------------------------------------------------------------------- entries and the footer


_ENTRY: Final = (frozenset({"seat", "action", "events"}), frozenset({"seat", "action", "events", "answers"}))


def entry_from_data(
    codec: Codec, data: object, *, match: BaseMatch[Any] | None = None
) -> Entry:  # Any: as above
    """Return the entry that data means, played by the rules of a match.

    Raises:
        LogError: naming what is wrong.
    """
    found = keyed(data, "log entry", *_ENTRY)
    action = found["action"]
    return Entry(
        whole_from_data(found["seat"]),
        None if action is None else codec.actions.read(action),
        tuple([codec.events.read(event) for event in list_from_data(found["events"])]),
        names_from_data(found.get("answers", ())),
        match=match,
    )


def footer_to_data(entries: int, ended: GameEnded) -> Data:
    """Return the last line of the log of a finished game."""
    return {"kind": "footer", "entries": entries, "totals": [*ended.totals], "winners": [*ended.winners]}


# ---------------------------------------------------------------------- older formats


def format_of(kind: type[BaseMatch[Any]], header: object) -> int:  # Any: the rules of any game
    """Return the format of a log from its first line.

    Raises:
        LogError: if it is not a header, or of a format that this library does not know.
    """
    if type(header) is not dict or header.get("kind") != "header":
        raise LogError(phrase("this is not a log: its first line is an object with kind 'header'"))
    number, newest = header.get("format"), kind.FORMAT
    if type(number) is not int:
        raise LogError(phrase("the format of a log is a whole number, not {given}", given=shown(number)))
    if number > newest:
        by = shown(header.get("library"))
        raise LogError(
            phrase(
                "the log has format {number}, written by {game} {by}; this one ({library}) reads formats 1 to "
                "{newest}: a newer version is needed",
                number=number,
                game=kind.GAME,
                by=by,
                library=kind.LIBRARY,
                newest=newest,
            )
        )
    if number != newest and number not in kind.UPCASTERS:
        raise LogError(
            phrase("there is no format {number}: formats are 1 to {newest}", number=number, newest=newest)
        )
    return number


def lifted(kind: type[BaseMatch[Any]], line: Data, part: str, number: int) -> Data:  # Any: as above
    """Return a line of an older format as the newest one has it.

    Args:
        kind: the game.
        line: the line as it was read.
        part: ``header``, ``entry`` or ``footer``.
        number: the format it was written in.
    """
    for step in range(number, kind.FORMAT):
        lift: Callable[[Data], Data] = getattr(kind.UPCASTERS[step], part)
        line = lift(line)
    return line
