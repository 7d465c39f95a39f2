"""Spelling: the vocabulary of a ruleset as a row of numbers, for the vector environment on the native library.

``keyflower/fast/native/envs.c`` reads the row in the same order. Texts are cut into words here, once; the library puts
them together. If an expansion writes an action otherwise than the library would, the reference engine plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from keyflower.envs.tokens import END, Vocabulary
from keyflower.extend.effects import OneOf
from keyflower.fast.capacity import TYPES
from keyflower.fast.compiler import Tables
from keyflower.model.actions import OPEN_MARK
from keyflower.model.enums import LETTERS
from keyflower.model.pool import Pool
from keyflower.model.tasks import TASKS

_VERBS: Final = (
    "bid ", "use ", "pass", "pay ", "choose ", "move ", "move ", "spend ", "upgrade ", "done", "put ", "offer ",
    "take ", "place ",
)  # fmt: skip
"""How an option of each kind begins, in the order of the kinds in ``keyflower.h``."""
_SIGNS: Final = (" ", "+", OPEN_MARK, ">", "/", ",", " r")
_NUMBERS: Final = range(-128, 256)
_KINDS: Final = 5
_QUESTIONS: Final = (
    "turn", "resolve", "pay-cost", "return-aside", "choose-benefit", "", "haul", "phase", "offer-winter", "take-boat",
    "build-all", "",
)  # fmt: skip
"""The tags of tasks in the order of ``keyflower.h``; those of an expansion's own are all "other"."""


def spelling(tables: Tables) -> tuple[int, ...] | None:
    """Return the row of numbers that tells the native library how actions are said, or `None` if it cannot say them."""
    return tuple(_row(tables)) if _can_be_spelt(tables) else None


def _can_be_spelt(tables: Tables) -> bool:
    """Return whether the one action that an expansion adds is written like ``put sheep home/2``."""
    put: Any = tables.own.put_one  # Any: an action of an expansion's own, with these two fields
    return put is None or str(put("wool", "home/2")) == "put wool home/2"


def _row(tables: Tables) -> Iterator[int]:
    ruleset = tables.ruleset
    words, goods = Vocabulary.of(ruleset), tuple(ruleset.goods)
    places = {
        good: kind * TYPES + place for kind, row in enumerate(tables.goods) for place, good in enumerate(row)
    }
    columns = {place: goods.index(good) for good, place in places.items()}
    yield len(words)
    yield len(goods)
    yield from (columns.get(place, -1) for place in range(_KINDS * TYPES))
    ordered = [good for good, _ in Pool.of(dict.fromkeys(places, 1)).items()]
    yield len(ordered)
    yield from (places[good] for good in ordered)
    tags = [task.tag for task in TASKS]
    yield len(tags) + 1
    yield from (tags.index(tag) if tag in tags else len(tags) for tag in _QUESTIONS)
    named = {place: good for good, place in places.items()}
    spots = range(_KINDS * TYPES)
    texts = [*_VERBS, *_SIGNS, END, *map(str, _NUMBERS), *(named.get(place, "") for place in spots)]
    texts += [LETTERS.get(named.get(place, ""), named.get(place, "")) for place in spots]
    texts += tables.tiles
    for node in tables.nodes:
        effect = ruleset.effect(*node)
        yield len(texts)
        texts += [part.label for part in effect.parts] if isinstance(effect, OneOf) else []
    yield len(texts)
    for text in texts:
        spoken = words.spoken(text)
        yield len(spoken)
        yield from spoken
