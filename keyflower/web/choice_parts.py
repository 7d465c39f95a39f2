"""The tree of choices as it is sent to a window: each choice once, then by its number.

A turn offers the same bids on nearly every lot, and the next turn offers most of them again. So a window is told a
choice only the first time; from then on it is a number. Actions are sent with placeholders such as ``bid {tile}
{size}``, which stand for the keys of the choices on the way: that is what makes choices of different tiles equal. A
choice that was told before and now leads elsewhere begins with the number of the one that has its kind, key and label.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from keyflower.kernel.json_text import compact

Message: TypeAlias = dict[str, Any]  # Any: what JSON holds
Part: TypeAlias = Any  # Any: what JSON holds
"""A text, or a choice: kind, key, label, where it leads (an action, or the numbers of choices), and perhaps more.

A number in the place of kind, key and label is that of an earlier choice with the same ones; without a last item, what
that choice has more is the same too."""
Way: TypeAlias = tuple[tuple[str, str], ...]
"""The kinds and keys of the choices that lead to a place in the tree."""


class Parts:
    """The parts of choices that one window knows already: refusals, texts and the choices themselves."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._numbers: dict[str, int] = {}
        self._alike: dict[str, int] = {}  # first choices by kind, key and label, with and without the rest

    def told(self, decision: Message) -> tuple[Message, list[Part]]:
        """Return a decision whose choices are numbers, and the parts that the window does not know yet."""
        new: list[Part] = []
        trees = {
            name: [self._choice(choice, (), new) for choice in decision[name]]
            for name in ("choices", "blocked")
        }
        return {**decision, **trees}, new

    def _choice(self, choice: Message, way: Way, new: list[Part]) -> int:
        way = (*way, (choice["kind"], choice["key"]))
        part: list[Any] = [choice["kind"], choice["key"], choice["label"]]
        if "action" in choice:
            part.append(with_gaps(choice["action"], way))
        else:
            part.append([self._choice(below, way, new) for below in choice.get("choices", ())])
        more: Message = {}
        if "result" in choice:
            more["result"] = self._number(choice["result"], new)
        if "seat" in choice:
            more["seat"] = choice["seat"]
        if "why" in choice:
            more["why"] = [self._number(refusal["message"], new) for refusal in choice["why"]]
        return self._number([*part, more] if more else part, new)

    def _number(self, part: Part, new: list[Part]) -> int:
        text = compact(part)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self._numbers)
            new.append(part if isinstance(part, str) else self._short(part, number))
        return number

    def _short(self, part: list[Any], number: int) -> Part:
        """Return a new choice as it is sent: kind, key and label are those of an earlier one if possible."""
        named, leads, more = part[:3], part[3], part[4:]
        same, similar = compact([*named, *more]), compact([*named, None])
        if same in self._alike:
            return [self._alike[same], leads]
        self._alike[same] = number
        first = self._alike.setdefault(similar, number)
        return part if first == number else [first, leads, *(more or [{}])]


def with_gaps(action: str, way: Way) -> str:
    """Return an action with placeholders for the keys of the choices that lead to it; unchanged if that were ambiguous.

    >>> with_gaps("place weaver -3,2 r0", (("won", "weaver"), ("cell", "-3,2"), ("rotation", "0")))
    'place {won} {cell} r{rotation}'
    >>> with_gaps("use miner miner", (("tile", "miner"), ("use", "miner"), ("size", "miner")))
    'use {tile} {size}'
    """
    words = action.split(" ")
    steps = [*way]
    for place in (
        len(words) - 1,
        *range(1, len(words) - 1),
    ):  # the last word is the last choice, then from the first
        among = [steps[-1]] if place == len(words) - 1 else steps
        for kind, key in among:
            if place and key and words[place].endswith(key):
                words[place] = f"{words[place][: -len(key)]}{{{kind}}}"
                steps.remove((kind, key))
                break
    found = " ".join(words)
    return found if filled(found, way) == action else action


def filled(action: str, way: Iterable[tuple[str, str]]) -> str:
    """Return an action with its placeholders filled from the choices that lead to it."""
    for kind, key in way:
        action = action.replace(f"{{{kind}}}", key)
    return action


def whole(number: int, parts: Sequence[Part], way: Way = ()) -> Message:
    """Rebuild a choice from its parts, as a client does with numbers and placeholders."""
    kind, key, label, leads, *rest = _in_full(parts[number], parts)
    way = (*way, (kind, key))
    more = rest[0] if rest else {}
    found: Message = {"kind": kind, "key": key, "label": label}
    if isinstance(leads, str):
        found["action"] = filled(leads, way)
    elif leads:
        found["choices"] = [whole(below, parts, way) for below in leads]
    if "result" in more:
        found["result"] = parts[more["result"]]
    if "seat" in more:
        found["seat"] = more["seat"]
    if "why" in more:
        found["why"] = [parts[reason] for reason in more["why"]]
    return found


def _in_full(part: Part, parts: Sequence[Part]) -> list[Any]:
    """Return a choice with its kind, key and label, which may be those of an earlier one."""
    if isinstance(part[0], str):
        return [*part]
    earlier = _in_full(parts[part[0]], parts)
    return [*earlier[:3], part[1], *(part[2:] or earlier[4:])]
