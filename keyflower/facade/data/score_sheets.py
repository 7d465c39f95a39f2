"""Score sheets from JSON-able data."""

from __future__ import annotations

from typing import Final

from keyflower.engine.score_sheet import ScoreSheet
from keyflower.extend.scoring import Line
from keyflower.kernel.codec import keyed, list_from_data, text_from_data, whole_from_data
from keyflower.kernel.errors import LogError

_SHEET: Final = frozenset({"total", "flipped", "lines"})
_LINE: Final = frozenset({"source", "points", "used", "detail"})


def score_from_data(data: object) -> ScoreSheet:
    """Return the score sheet that data means.

    Raises:
        LogError: naming what is wrong.
    """
    found = keyed(data, "score sheet", _SHEET, _SHEET)
    lines = []
    for item in list_from_data(found["lines"]):
        line = keyed(item, "line of a score sheet", _LINE, _LINE)
        used = [list_from_data(use) for use in list_from_data(line["used"])]
        if any(len(use) != 3 for use in used):
            raise LogError("pieces used are a piece, what it counts as, and how many")
        lines.append(
            Line(
                text_from_data(line["source"]),
                whole_from_data(line["points"]),
                tuple(
                    (
                        text_from_data(piece),
                        text_from_data(role),
                        whole_from_data(number),
                    )
                    for piece, role, number in used
                ),
                text_from_data(line["detail"]),
            )
        )
    return ScoreSheet(whole_from_data(found["total"]), tuple(lines), text_from_data(found["flipped"]))
