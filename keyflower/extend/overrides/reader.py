"""Reads tables of numbers that people have written, and collects every error in them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping

from keyflower.extend.costs import ANY
from keyflower.extend.goods import Good, GoodKind
from keyflower.extend.overrides.printed import DRAWS
from keyflower.kernel.errors import suggest


class OverrideReader:
    """Checks the values of overrides, and collects what was accepted and every problem."""

    def __init__(self, goods: Iterable[Good]) -> None:
        """Read tables that may name these goods."""
        self.kinds: Mapping[str, str] = {good.id: good.kind for good in goods}
        """The kind of each good that may be named."""
        self.all_kinds = tuple(dict.fromkeys([*GoodKind, *self.kinds.values()]))
        """Every kind of piece."""
        self.gained = tuple(kind for kind in self.all_kinds if kind != GoodKind.SKILL)
        """The kinds of pieces that can be gained; skills are drawn."""
        self.problems: list[str] = []
        """What makes no sense, each with its path."""
        self.accepted: dict[str, str] = {}
        """The values that were accepted, as canonical JSON text by path."""

    def refuse(self, path: str, text: str) -> None:
        """Note that the value at a path makes no sense."""
        self.problems.append(f"{path}: {text}")

    def accept(self, path: str, value: object) -> None:
        """Note the value at a path as accepted."""
        self.accepted[path] = json.dumps(value, sort_keys=True, separators=(",", ":"))

    def number(self, path: str, value: object, *, least: int = 0, most: int = 99) -> int | None:
        """Return a whole number within bounds, or `None` after refusing it."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.refuse(path, f"a whole number from {least} to {most}, not {value!r}")
        return None

    def table(self, path: str, value: object, known: Collection[str]) -> dict[str, object]:
        """Return a table without its unknown fields, which are refused."""
        if not isinstance(value, Mapping):
            self.refuse(path, f"a table of {', '.join(known)}, not {value!r}")
            return {}
        for name in value:
            if name not in known:
                close = suggest(str(name), known)
                self.refuse(
                    f"{path}.{name}", f"there is no such field{close} (there are: {', '.join(known)})"
                )
        return {name: entry for name, entry in value.items() if name in known}

    def pieces(
        self,
        path: str,
        value: object,
        kinds: Collection[str],
        *,
        any_of: bool = False,
        draws: bool = False,
    ) -> dict[str, int] | None:
        """Return numbers of pieces by name, or `None` after refusing some.

        Args:
            path: where they are written.
            value: the table that was written.
            kinds: the kinds of pieces that make sense here.
            any_of: whether pieces of the payer's choice are allowed too (``any_resource``).
            draws: whether draws are allowed too (``draw_skills``).
        """
        known = [good for good, kind in self.kinds.items() if kind in kinds]
        known += [f"{ANY}{kind}" for kind in kinds] if any_of else []
        known += DRAWS if draws else ()
        if not isinstance(value, Mapping):
            self.refuse(path, f"a table of numbers by piece, not {value!r}")
            return None
        sizes: dict[str, int] = {}
        for name, entry in value.items():
            size = self.number(f"{path}.{name}", entry, least=1)
            if name not in known:
                close = suggest(str(name), known)
                self.refuse(
                    f"{path}.{name}", f"there is no such piece here{close} (there are: {', '.join(known)})"
                )
            elif size is not None:
                sizes[name] = size
        return dict(sorted(sizes.items())) if len(sizes) == len(value) else None
