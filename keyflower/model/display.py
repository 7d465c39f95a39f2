"""How values are displayed: as a picture in a notebook, as text with hexes in a terminal.

The drawing itself is done far above this layer. It is looked up by name when a value is displayed, so nothing below
depends on it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol


class Printer(Protocol):
    """What IPython hands to `_repr_pretty_`."""

    def text(self, text: str, /) -> object:
        """Write some text."""
        ...


class Pictured:
    """A value that a notebook shows as a picture and a terminal as text."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        picture = import_module("keyflower.render.notebook").svg_of(self)
        return None if picture is None else str(picture)

    def _repr_html_(self) -> str | None:
        picture = self._repr_svg_()
        return None if picture is None else f'<div style="overflow-x:auto">{picture}</div>'

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:  # noqa: FBT001 IPython's own protocol
        printer.text(str(self))

    def __str__(self) -> str:
        return str(import_module("keyflower.render.notebook").text_of(self))
