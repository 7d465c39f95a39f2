"""Where catalogues come from: folders of packages, your own files, and names given in a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from keyflower.kernel.errors import LanguageError
from keyflower.languages.po import compiled, entries


class _Missing(NullTranslations):
    """Returns nothing, so that a missing text can be told from one that is the same in both languages."""

    def gettext(self, message: str) -> str:
        """Say nothing."""
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Say nothing."""
        return ""

    def pgettext(self, context: str, message: str) -> str:
        """Say nothing."""
        return ""

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        """Say nothing."""
        return ""


class Catalogue:
    """The messages of one source in one language."""

    __slots__ = ("_texts",)

    def __init__(self, data: bytes = b"") -> None:
        """Read the compiled form; without any there are no messages."""
        self._texts: NullTranslations = GNUTranslations(BytesIO(data)) if data else _Missing()
        self._texts.add_fallback(_Missing())

    def find(self, template: str, *, context: str = "", plural: str = "", number: int | None = None) -> str:
        """Return the translated template, or the empty text if it is missing."""
        if plural:
            chosen = (
                0 if number is None else abs(number)
            )  # the formulas of plural forms know no negative numbers
            if context:
                return self._texts.npgettext(context, template, plural, chosen)
            return self._texts.ngettext(template, plural, chosen)
        return self._texts.pgettext(context, template) if context else self._texts.gettext(template)


@lru_cache(maxsize=64)
def of_package(package: str, code: str) -> Catalogue | None:
    """Return the catalogue that lies in the folder of a package, or `None` if it has none in that language.

    Raises:
        LanguageError: if there is no such folder, or the file cannot be read.
    """
    try:
        folder = files(package)
    except (ImportError, TypeError, ValueError) as error:
        raise LanguageError(f"There is no folder of catalogues {package!r}: {error}.") from None
    ready = folder / f"{code}.mo"
    if ready.is_file():
        return Catalogue(ready.read_bytes())
    source = folder / f"{code}.po"
    if not source.is_file():
        return None
    return _compiled(source.read_bytes(), f"{package}/{code}.po", code)


def origins(package: str, code: str) -> dict[str, str]:
    """Return where the titles of tiles in a catalogue come from, by the short ids of the tiles.

    ``rulebook`` stands in a rulebook in that language, ``corrected`` too, but for a scanning error; ``ours`` is a
    translation of our own.
    """
    source = files(package) / f"{code}.po"
    if not source.is_file():
        return {}
    found = entries(source.read_text("utf-8"))
    return {entry.template: entry.note for entry in found if entry.context == "tile" and entry.note}


def of_file(path: str | Path, code: str) -> Catalogue:
    """Return the catalogue in a ``.po`` file of one's own.

    Raises:
        LanguageError: if the file cannot be read.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise LanguageError(f"The catalogue {str(path)!r} cannot be read: {error.strerror}.") from None
    return _compiled(data, str(path), code)


def of_names(names: Mapping[str, str]) -> Catalogue:
    """Return a catalogue of titles of tiles, by the short ids of the tiles."""
    lines = [
        f'msgctxt "tile"\nmsgid {_quoted(key)}\nmsgstr {_quoted(title)}\n' for key, title in names.items()
    ]
    return Catalogue(compiled("\n".join(lines)))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _compiled(data: bytes, where: str, code: str) -> Catalogue:
    try:
        return Catalogue(compiled(data.decode(), code))
    except UnicodeDecodeError:
        raise LanguageError(f"The catalogue {where!r} is not written in UTF-8.") from None
    except ValueError as error:
        raise LanguageError(f"The catalogue {where!r} cannot be read: {error}.") from None
