"""The colours and fonts of pictures, for any game."""

from __future__ import annotations

from math import fsum
from typing import Final

INK: Final = "#26221c"
"""Outlines and text."""
PAPER: Final = "#fbf8ef"
"""The background of a picture."""
FAINT: Final = "#6b6455"
"""Less important text."""

FONT: Final = "'DejaVu Sans', Verdana, 'Segoe UI', Arial, sans-serif"
"""Fonts of nearly equal width; widths are estimated for the first one."""

_WIDTHS: Final = {
    letter: width
    for letters, width in (
        ("ijl'|", 0.36), ("I.,:;! ", 0.39), ("ft()[]-", 0.48), ("rJ/", 0.52), ("cs", 0.61), ("zkvxyae", 0.68),
        ("bdghnopqu0123456789+?", 0.72), ("FELTSYZ", 0.7), ("ABCDKPRUVX", 0.77), ("GHNOQ", 0.85),
        ("w", 0.93), ("mM×→", 1.05), ("W@%", 1.11),
        ("іїł", 0.39), ("ІЇ", 0.42), ("гґ", 0.56), ("зтźż", 0.61), ("єсэćś«»", 0.65), ("ГҐвьхяуŁ„”", 0.69),
        ("аекЕТочбнпийрóąęĘń", 0.74), ("ЗлцъЄРСЭŚŹŻĆ", 0.77), ("БВЬАУХЯĄ", 0.8), ("ЧдКмИЙЛНПŃ", 0.86), ("ОÓ", 0.88),
        ("Дыю", 0.98), ("ЦЪМФжфЫ", 1.05), ("шщ", 1.11), ("ЮЖШ№", 1.24), ("Щ", 1.34),
    )
    for letter in letters
}  # fmt: skip
"""The widths of letters in the bold first font, a little generous."""


def text_width(text: str, size: float) -> float:
    """Estimate the width of a bold text; the estimate is more often too wide than too narrow.

    >>> text_width("Inn", 10) < text_width("Jeweller", 10) < text_width("Craftsman's guild", 10)
    True
    """
    return size * fsum(_WIDTHS.get(letter, 0.8 if ord(letter) < 0x1100 else 1.1) for letter in text)
