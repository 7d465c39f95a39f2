"""The native library: where it is, and what its functions take."""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from keyflower.fast.build import library_name
from keyflower.fast.capacity import TYPES
from keyflower.fast.compiler import Tables
from keyflower.kernel.actions import Action

VERSION: Final = 9
"""The version of the functions and of the packed form; the library must have the same."""
FORM: Final = 8192
"""No packed state has more bytes."""
COLOURS: Final = 4


class NativeAction(ctypes.Structure):
    """An option as the library tells it: `Action` of ``native/keyflower.h``."""

    _fields_ = (
        ("kind", ctypes.c_int32),
        ("tile", ctypes.c_int32),
        ("site", ctypes.c_int32),
        ("pool", ctypes.c_uint8 * TYPES),
        ("shown", ctypes.c_uint8 * TYPES),
        ("tokens", ctypes.c_uint8 * TYPES),
        ("crew", ctypes.c_uint8 * COLOURS),
        ("shown_crew", ctypes.c_uint8 * COLOURS),
        ("groups", ctypes.c_uint32),
        ("good", ctypes.c_int32),
        ("origin", ctypes.c_int32),
        ("target", ctypes.c_int32),
        ("q", ctypes.c_int32),
        ("r", ctypes.c_int32),
        ("turn", ctypes.c_int32),
    )


_POINTER, _BYTES = ctypes.c_void_p, ctypes.c_char_p
_TYPES: Final = {
    "p": _POINTER, "b": _BYTES, "i": ctypes.c_int32, "u": ctypes.c_uint32, "U": ctypes.c_uint64, "d": ctypes.c_double,
    "-": None,
}  # fmt: skip
_SHORT_CALLS: Final = {
    # These take a microsecond: letting other threads in meanwhile would take longer than that.
    "version": "i", "rules": "p pi", "free": "- p", "machine": "p p", "machine_free": "- p",
    "python": "- p", "steps": "U p", "set_up": "i piuUp", "fault": "i pbi", "deciding": "u pb", "option": "- piipp",
    "totals": "u pbp", "judge": "p ppi", "ideas": "i", "rate": "i pbpippppp", "features": "i pbpp",
    "redeal": "i pbipip", "many": "p piiupi", "many_width": "i p", "many_free": "- p",
}  # fmt: skip
"""What each function returns and takes, in letters of `_TYPES`."""
_LONG_CALLS: Final = {
    "rollout": "i pbpppippppp", "search": "i pbpipbUppppppp", "try": "i pbppiibipiiiUdp", "season_ends": "- ppiipppppp",
    "play_many": "- piiuppppppp", "many_reset": "i ppiip", "many_step": "i ppiipp",
}  # fmt: skip
"""The same of functions during which other threads may run."""
_UNDECLARED: Final = ("redeal",)
"""Called often, with plain ints, bytes and memory of ours, which ctypes passes on as they are.

Declared types would be looked up and applied argument by argument: that takes 1.0 µs, as long as a deal itself.
"""
_FROM_PYTHON: Final = (
    "PyBytes_FromStringAndSize", "PyBytes_AsString", "PyLong_FromLongLong", "PyLong_AsLong", "PyLong_AsVoidPtr",
    "PyErr_Occurred", "PyUnicode_InternFromString", "PyType_GenericAlloc", "PyObject_GenericSetAttr", "PyList_New",
    "PyList_Append", "PyList_GetItem", "PyDict_GetItemWithError", "PyObject_CallFunctionObjArgs", "Py_IncRef",
    "Py_DecRef",
)  # fmt: skip
"""The functions of Python that the library calls, in the order of ``native/python.c``."""


class _Method(ctypes.Structure):
    """How Python describes a builtin function (PyMethodDef)."""

    _fields_ = (("name", _BYTES), ("address", _POINTER), ("flags", ctypes.c_int), ("doc", _BYTES))


_METH_FASTCALL: Final = 0x80
_BUILTINS: Final = ("count", "list", "apply", "play")


class Library:
    """The functions of the native library, ready to be called."""

    def __init__(self, path: Path) -> None:
        """Load the library from a file."""
        self.path = path
        waiting, going_on = ctypes.PyDLL(str(path)), ctypes.CDLL(str(path))
        for dll, functions in ((waiting, _SHORT_CALLS), (going_on, _LONG_CALLS)):
            for name, types in functions.items():
                function = getattr(dll, f"keyflower_{name}")
                function.restype = _TYPES[types[0]]
                if name not in _UNDECLARED:
                    function.argtypes = [_TYPES[letter] for letter in types[2:]]
        self.short = waiting
        """For calls that take a microsecond."""
        self.long = going_on
        """For calls during which other threads may run."""
        addresses = [ctypes.cast(getattr(ctypes.pythonapi, name), _POINTER) for name in _FROM_PYTHON]
        waiting.keyflower_python((_POINTER * len(addresses))(*addresses))
        self._bound = ctypes.PYFUNCTYPE(ctypes.py_object, _POINTER, ctypes.py_object, _POINTER)(
            ("PyCFunction_NewEx", ctypes.pythonapi)
        )
        self._methods = [
            _Method(name.encode(), ctypes.cast(waiting[f"keyflower_{name}"], _POINTER), _METH_FASTCALL)
            for name in _BUILTINS
        ]

    def builtins(self, address: int) -> list[Callable[..., Any]]:  # Any: whatever the functions return
        """Return the functions of ``native/python.c``, bound to the memory of a machine."""
        return [self._bound(ctypes.addressof(method), address, None) for method in self._methods]


@lru_cache(maxsize=1)
def loaded() -> Library | None:
    """Return the native library, or `None` if it was not built or is of another version."""
    path = Path(__file__).with_name(library_name())
    if not path.exists():
        return None
    try:
        found = Library(path)
    except (OSError, AttributeError):
        return None
    return found if found.short.keyflower_version() == VERSION else None


class NativeRules:
    """Compiled rules in the memory of the native library."""

    def __init__(self, tables: Tables, native: Library) -> None:
        """Hand the tables over."""
        self.tables = tables
        self.native = native
        self.short = native.short
        self.long = native.long
        numbers = array("i", tables.numbers)
        self.pointer = native.short.keyflower_rules(*numbers.buffer_info())
        assert self.pointer, "the library does not understand the tables: it was built from other sources"
        self._free = native.short.keyflower_free
        self.local = _Local(self)

    def __del__(self) -> None:
        """Give the memory back."""
        self._free(self.pointer)

    @property
    def machine(self) -> Machine:
        """What carries out the rules in this thread."""
        return self.local.machine


class _Local(threading.local):
    """What each thread has for itself, made when the thread first asks."""

    def __init__(self, rules: NativeRules) -> None:
        """Make the machine of this thread."""
        self.machine = Machine(rules)


class Machine:
    """The working memory of one thread."""

    __slots__ = (
        "__weakref__", "_free", "action", "after", "apply", "before", "count", "known", "list", "names", "play",
        "pointer", "rules", "said", "stream", "told", "totals",
    )  # fmt: skip

    def __init__(self, rules: NativeRules) -> None:
        """Ask the library for memory."""
        self.rules = rules
        self._free = rules.short.keyflower_machine_free
        address = rules.short.keyflower_machine(rules.pointer)
        assert address, "there is no memory left"
        self.pointer = ctypes.c_void_p(address)
        self.count, self.list, self.apply, self.play = rules.native.builtins(address)
        self.after = ctypes.create_string_buffer(FORM)
        self.before = ctypes.create_string_buffer(FORM)
        self.action = NativeAction()
        self.known: dict[int | bytes, Action] = {}
        """Actions that were listed before, by their numbers, or by all that they say."""
        self.said: dict[str, Action] = {}
        """Actions that were played without being listed or drawn before, by their texts."""
        self.names = ctypes.create_string_buffer(64)
        self.stream = (ctypes.c_uint64 * 2)()
        self.told = (ctypes.c_int32 * 4)()
        self.totals = (ctypes.c_int32 * 6)()

    def __del__(self) -> None:
        """Give the memory back."""
        self._free(self.pointer)

    def written(self, length: int, *, before: bool = False) -> bytes:
        """Return the state that the library has just written, or the one before the last action."""
        return (self.before if before else self.after)[:length]  # type: ignore[return-value]  # bytes, to Python


def rules_of(tables: Tables) -> NativeRules | None:
    """Return the tables in the memory of the native library, if it is there; handed over once."""
    native = loaded()
    if native is None:
        return None
    return tables.ruleset.remember("fast.rules", lambda: NativeRules(tables, native))
