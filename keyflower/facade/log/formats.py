"""The formats of logs, newest last, and how older ones are converted.

1. Entries spelt the answers of chance ``chance`` and the counter of the chance source ``counter``; the header
   said ``seed`` and ``drawn``; there was no digest, so an edited line could only be found by replaying.
2. Answers are ``answers``, the chance source afterwards is ``chance``, and ``sum`` digests all lines so far.
3. The header names the ``game``. What lies in places that expansions have added is in ``places`` of a village, a
   seat or the table; before, a village had ``herds``.
"""

from __future__ import annotations

from typing import Final

from keyflower.kernel.codec import Data
from keyflower.kernel.match import Upcaster

FORMAT: Final = 3
"""The format that `dumps` writes."""


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


def _header_2(line: Data) -> Data:
    return {"game": "keyflower", **line, "format": 3}


def _entry_2(line: Data) -> Data:
    events = line.get("events")
    if type(events) is not list or len(events) != 1 or type(events[0]) is not dict:
        return line
    state = events[0].get("state")
    if type(state) is not dict or type(state.get("seats")) is not list:
        return line
    lifted = {**events[0], "state": {**state, "seats": [_seat_2(seat) for seat in state["seats"]]}}
    return {**line, "events": [lifted]}


def _seat_2(seat: object) -> object:
    """Return a seat whose herds are a place in its village."""
    village = seat.get("village") if type(seat) is dict else None
    if type(seat) is not dict or type(village) is not dict or "herds" not in village:
        return seat
    rest = {key: value for key, value in village.items() if key != "herds"}
    rest["places"] = [{"tag": "herds", "herds": village["herds"]}]
    return {**seat, "village": rest}


UPCASTERS: Final = {
    1: Upcaster(header=_header_1, entry=_entry_1),
    2: Upcaster(header=_header_2, entry=_entry_2),
}
"""For each older format, the step to the next one; logs of all of them are kept in the tests forever."""
