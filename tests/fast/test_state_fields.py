"""A field of the state is known in eight places: whoever adds one is told here what else has to know it."""

import inspect
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import fields

from keyflower.fast import record as packing
from keyflower.fast import record_reader
from keyflower.model.state import Draft, OpenSeat, Seat, State

NATIVE = Path(packing.__file__).parent / "native"
NOWHERE = ""
"""A field that packed games do not have: what one seat may know is not packed."""
STATE = {
    "viewer": NOWHERE, "open_hands": "open_hands", "season": "season", "start": "start", "passes": "passes",
    "agenda": "task", "lots": "lot", "seats": "seat", "berths": "berth", "bag": "bag", "stack": "stack",
    "supply": "supply", "aside": "aside_workers", "piles": "pile", "box": "boxed", "discarded": "discard",
    "picks": "pick", "places": "deck",
}  # fmt: skip
"""Each field of a state, and what the native library calls it."""
SEAT = {
    "workers": "workers", "open_workers": "shown", "skills": "skills", "open_skills": "shown_skills",
    "stock": "stock", "village": "spot", "won": "won_tile", "winter": "hand", "offered": "offer", "boat": "boat",
    "powers": "power", "places": "secret_cards",
}  # fmt: skip
"""Each field of a seat, and what the native library calls it."""
PLACES = """
A field of the state or of a seat has to be known here, too:
  1. keyflower/model/state.py: the annotations of Draft or OpenSeat
  2. keyflower/model/state.py: what their __init__ copies
  3. keyflower/fast/record.py: what is written
  4. keyflower/fast/record_reader.py: what is read
  5. keyflower/fast/native/keyflower.h: the struct
  6. keyflower/fast/native/record.c: what is written and read
  7. keyflower/fast/native/checking.c: what is checked in bytes from outside
  8. tests/fast/test_state_fields.py: this list
or refused where it cannot be packed (`NOWHERE`)."""


@pytest.mark.parametrize(("kind", "known"), [(State, STATE), (Seat, SEAT)])
def test_every_field_is_in_the_list_of_this_test(kind, known):
    assert [field.name for field in fields(kind)] == list(known), PLACES


@pytest.mark.parametrize(("open_kind", "known"), [(Draft, STATE), (OpenSeat, SEAT)])
def test_open_classes_know_every_field(open_kind, known):
    copied = re.findall(r"self\.(\w+) = value\.\1", inspect.getsource(open_kind.__init__))
    assert list(open_kind.__annotations__) == copied == list(known), PLACES


@pytest.mark.parametrize(("variable", "known"), [("state", STATE), ("seat", SEAT)])
def test_packing_asks_for_every_field(variable, known):
    source = inspect.getsource(packing)
    missing = [name for name in known if not re.search(rf"\b{variable}\.{name}\b", source)]
    assert not missing, f"{missing} {PLACES}"


def test_unpacking_makes_values_of_all_packed_fields():
    read: Any = record_reader.Parts
    made = ((State, read.values, "return ("), (Seat, read._seat, "return Seat("))
    for (kind, maker, begins), known in zip(made, (STATE, SEAT), strict=True):
        call = inspect.getsource(maker).rpartition(begins)[2]
        given = len(re.findall(r"^            \S.*,$", call, re.MULTILINE))
        given += 4 * call.count("*self.belongings")  # which are five fields in a row
        packed = [name for name, native in known.items() if native or name == "viewer"]
        assert given == len(packed), f"{given} of {len(packed)} fields of {kind.__name__} are read {PLACES}"


@pytest.mark.parametrize(("struct", "known"), [("State", STATE), ("Seat", SEAT)])
def test_the_native_library_writes_and_reads_every_field(struct, known):
    header, form = (NATIVE / "keyflower.h").read_text("utf-8"), (NATIVE / "record.c").read_text("utf-8")
    (body,) = [
        part
        for part in re.findall(r"typedef struct \{(.*?)\} (\w+);", header, re.DOTALL)
        if part[1] == struct
    ]
    for name, native in known.items():
        if native:
            there = [bool(re.search(rf"\b{native}\b", text)) for text in (body[0], form)]
            assert all(there), f"{name} ({native}): struct, writing and reading {there} {PLACES}"
