"""Tables for notebooks: lists of things as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as an HTML table; whatever is in a cell is shown as text, never as markup.

    >>> html_table(["tile"], [["<b>"]])
    '<table><tr><th>tile</th></tr><tr><td>&lt;b&gt;</td></tr></table>'
    """
    from html import escape

    titles = "".join(f"<th>{escape(title)}</th>" for title in head)
    cells = [f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows]
    return f"<table><tr>{titles}</tr>{''.join(cells)}</table>"
