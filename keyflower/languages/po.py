"""Reads ``.po`` files and compiles them to the ``.mo`` form that `gettext` reads; it needs nothing but Python.

A wheel has compiled catalogues. A source checkout has none: there a ``.po`` file is compiled in memory when somebody
first asks for its language.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

_LINE: Final = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr|msgstr\[(\d)\])\s+)?"((?:[^"\\]|\\.)*)"')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_MAGIC: Final = 0x950412DE
_BETWEEN_CONTEXT: Final = "\x04"
_BETWEEN_FORMS: Final = "\x00"


class CatalogueEntry(NamedTuple):
    """One message of a catalogue."""

    context: str | None
    """What kind of name it is; `None` for a sentence."""
    template: str
    """The English template, or the id of a name."""
    plural: str
    """The English template for several; empty if the number does not matter."""
    said: tuple[str, ...]
    """The translation, or one for each plural form; empty texts are not translated yet."""
    line: int
    """The line of the file it begins in."""
    note: str = ""
    """A translator's comment, for example where a name comes from."""

    @property
    def translated(self) -> bool:
        """Whether every form is filled in."""
        return bool(self.said) and all(self.said)


_Parts: TypeAlias = dict[str, str]


def entries(text: str) -> Iterator[CatalogueEntry]:
    """Iterate the messages of a ``.po`` text; the header is the one with an empty template.

    Raises:
        ValueError: naming the line, if the text is no catalogue.
    """
    parts: _Parts = {}
    begin, last, uncertain, note = 1, "", False, ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if line.startswith("#"):
            if parts and "msgstr" in _kinds(parts):
                yield from _entry(parts, begin, note, uncertain=uncertain)
                parts, last, uncertain, note = {}, "", False, ""
            uncertain = uncertain or (line.startswith("#,") and "fuzzy" in line)
            note += line.removeprefix("# ") if line.startswith("# ") else ""
            continue
        if not line:
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number}: this is not a line of a catalogue: {line[:60]!r}")
        keyword, _, quoted = match.groups()
        if keyword is None:
            if not last:
                raise ValueError(f"line {number}: a text without msgid or msgstr before it: {line[:60]!r}")
        else:
            if keyword in ("msgctxt", "msgid") and "msgstr" in _kinds(parts):
                yield from _entry(parts, begin, note, uncertain=uncertain)
                parts, uncertain, note = {}, False, ""
            if not parts:
                begin = number
            if keyword in parts:
                raise ValueError(f"line {number}: a second {keyword} in one message")
            last = keyword
        parts[last] = parts.get(last, "") + _ESCAPE.sub(_unescaped, quoted)
    if parts:
        yield from _entry(parts, begin, note, uncertain=uncertain)


def _kinds(parts: _Parts) -> set[str]:
    return {keyword.partition("[")[0] for keyword in parts}


def _unescaped(match: re.Match[str]) -> str:
    return _ESCAPED.get(match[1], match[1])


def _entry(parts: _Parts, line: int, note: str, *, uncertain: bool) -> Iterator[CatalogueEntry]:
    if "msgid" not in parts or "msgstr" not in _kinds(parts):
        raise ValueError(f"line {line}: a message has a msgid and a msgstr, this one has {', '.join(parts)}")
    plural = parts.get("msgid_plural", "")
    forms = [keyword for keyword in parts if keyword.startswith("msgstr[")]
    if bool(plural) != bool(forms):
        raise ValueError(f"line {line}: msgid_plural and msgstr[0], msgstr[1] ... belong together")
    said = tuple(parts[keyword] for keyword in sorted(forms)) if forms else (parts["msgstr"],)
    if not uncertain:  # what is marked as fuzzy is a guess of the merging tool, which nobody has looked at
        yield CatalogueEntry(parts.get("msgctxt"), parts["msgid"], plural, said, line, note)


PLURALS: Final = {
    "uk": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
}
"""How a number picks the form of a noun (one, few, many), by the code of the language."""


_FORMS: Final = "X-Forms: "
"""Where the header of a catalogue says which forms of names its language needs."""


def header(code: str, forms: Iterable[str] = ()) -> str:
    """Return what the header of a catalogue says; `forms` are those that it declares."""
    plurals = PLURALS.get(code, "nplurals=2; plural=(n != 1);")
    declared = f"{_FORMS}{' '.join(forms)}\n" if forms else ""
    return f"Language: {code}\nContent-Type: text/plain; charset=utf-8\nPlural-Forms: {plurals}\n{declared}"


def declared_forms(text: str) -> tuple[str, ...]:
    """Return the forms of names that the header of a catalogue declares, such as ``counted:object`` and ``good:of``.

    Raises:
        ValueError: if the text is no catalogue, or a form is not a context and a word for it.
    """
    heads = [line for entry in entries(text) if not entry.template for line in entry.said[0].splitlines()]
    forms = [form for line in heads if line.startswith(_FORMS) for form in line.removeprefix(_FORMS).split()]
    for form in forms:
        if not re.fullmatch(r"[a-z]+:[a-z]+", form):
            raise ValueError(f"a form is declared as in 'good:of', not as {form[:40]!r}")
    return tuple(forms)


def compiled(text: str, code: str = "") -> bytes:
    """Return a ``.po`` text in the compiled form; one without a header gets that of the language.

    Raises:
        ValueError: naming the line, if the text is no catalogue.
    """
    table: dict[str, str] = {"": header(code)}
    for entry in entries(text):
        if not entry.translated:
            continue
        key = (
            entry.template if entry.context is None else f"{entry.context}{_BETWEEN_CONTEXT}{entry.template}"
        )
        if entry.plural:
            key += _BETWEEN_FORMS + entry.plural
        said = _BETWEEN_FORMS.join(entry.said)
        if key and table.get(key, said) != said:
            raise ValueError(f"line {entry.line}: {entry.template[:60]!r} is translated twice, in two ways")
        table[key] = said
    return _packed({key.encode(): said.encode() for key, said in table.items()})


def _packed(table: dict[bytes, bytes]) -> bytes:
    """Return the bytes of a ``.mo`` file: a header, two tables of lengths and places, and the texts."""
    keys = sorted(table)
    first_text = 28 + 16 * len(keys)
    texts, places = b"", []
    for text in (*keys, *(table[key] for key in keys)):
        places.append(struct.pack("<2I", len(text), first_text + len(texts)))
        texts += text + b"\x00"
    header = struct.pack("<7I", _MAGIC, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0)
    return header + b"".join(places) + texts
