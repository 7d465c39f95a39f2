"""Strict JSON text: one canonical way to write it, and a strict reader with bounds.

The reader takes no floats, no NaN or Infinity, no key twice in an object, no nesting that Python cannot
follow, and no text that UTF-8 cannot write; numbers beyond 2**53 are refused where a number is asked for.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final, NoReturn

from keyflower.kernel.errors import LogError
from keyflower.kernel.text import phrase

MOST: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""
LONGEST_LINE: Final = 400_000
"""The most characters that a line of a log may have."""


def compact(data: object) -> str:
    """Return the canonical text: keys sorted, no blanks, letters of every language as they are."""
    return _ENCODER.encode(data)


def digested(text: str) -> str:
    """Return a short digest of a text: it detects changes, it does not protect against forgery."""
    from hashlib import blake2b

    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def read(text: str, *, quick: bool = False) -> Any:  # Any: what JSON holds is checked by whoever asked for it
    """Return what a text holds; `quick` does not look for keys that occur twice.

    Raises:
        LogError: if it is not JSON, or JSON that we do not accept; the message says why.
    """
    if len(text) > LONGEST_LINE:
        raise LogError(
            phrase(
                "{number} characters are too many for one line: the most are {most}",
                number=len(text),
                most=LONGEST_LINE,
            )
        )
    try:
        data = (_QUICK if quick else _DECODER).decode(text)
    except RecursionError:
        raise LogError(phrase("it is nested too deeply")) from None
    except json.JSONDecodeError as error:
        raise LogError(
            phrase(
                "it is not JSON from character {place} on ({problem})", place=error.pos + 1, problem=error.msg
            )
        ) from None
    except LogError:
        raise
    except ValueError:  # Python refuses numbers of more than a few thousand digits
        raise LogError(phrase("a number is too long")) from None
    if "\\u" in text:
        _check_letters(data)
    return data


def part(text: str) -> Any:  # Any: as above
    """Return what a text holds if it is exactly one JSON value: a quick `read` with plain errors.

    Raises:
        ValueError: if it is not exactly one JSON value.
        LogError: if it holds a number that is not whole.
        RecursionError: if it is nested too deeply.
    """
    data, end = _QUICK.raw_decode(text)
    if end != len(text):
        raise ValueError("more than one value")
    return data


def shown(value: object) -> str:
    """Return a value for a message: short, whatever it is."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and abs(value) > MOST:
        return "a huge number"
    text = repr(value) if isinstance(value, str | bool | int) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:56]} ..."


def _check_letters(data: object) -> None:
    """Refuse halves of characters (surrogates), which an escape can bring in."""
    try:
        compact(data).encode("utf-8")
    except RecursionError:
        raise LogError(phrase("it is nested too deeply")) from None
    except UnicodeEncodeError:
        raise LogError(phrase("it contains an escape for half of a character, which is not text")) from None


def _no_float(text: str) -> NoReturn:
    raise LogError(phrase("{number} is not a whole number", number=text[:20]))


def _no_constant(text: str) -> NoReturn:
    raise LogError(phrase("{text} is not a number in JSON", text=text))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise LogError(phrase("the key {key} occurs twice in one object", key=shown(twice)))
    return found


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
_DECODER: Final = json.JSONDecoder(
    parse_float=_no_float, parse_constant=_no_constant, object_pairs_hook=_object
)
_QUICK: Final = json.JSONDecoder(parse_float=_no_float, parse_constant=_no_constant)
