"""``python -m keyflower.languages``: bring the catalogues up to date with the source, and say what is missing.

Every message of the source gets an entry in every catalogue; translations that are there stay. A language declares in
the header of its core catalogue which forms of names it needs, and every catalogue gets an entry for each. With
``--check`` nothing is written, and the exit status tells whether anything is missing. Writing needs Babel.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final

from keyflower.facade.files import save_bytes
from keyflower.languages.extraction import Needed, in_forms, needed
from keyflower.languages.language import ENGLISH, LANGUAGES
from keyflower.languages.po import CatalogueEntry, declared_forms, entries, header

_WIDTH: Final = 120
_DECLARING: Final = "keyflower.languages.core"
"""The package whose catalogues declare the forms of their language."""


def path_of(package: str, code: str) -> Path:
    """Return where the catalogue of a package lies in the source tree."""
    return Path(str(files(package.rpartition(".")[0]) / package.rpartition(".")[2] / f"{code}.po"))


def read(package: str, code: str) -> list[CatalogueEntry]:
    """Return the entries of a catalogue; none if there is no file."""
    path = path_of(package, code)
    return [*entries(path.read_text("utf-8"))] if path.exists() else []


def forms_of(code: str) -> tuple[str, ...]:
    """Return the forms of names that a language declares: each a context and a word for the form."""
    path = path_of(_DECLARING, code)
    return declared_forms(path.read_text("utf-8")) if path.exists() else ()


def needed_in(code: str) -> dict[str, list[Needed]]:
    """Return what each built-in catalogue needs in a language, by its package, with the forms of names."""
    forms = forms_of(code)
    return {package: [*in_forms(messages, forms)] for package, messages in needed().items()}


def missing(messages: Iterable[Needed], there: Iterable[CatalogueEntry]) -> Iterator[Needed]:
    """Iterate the messages that are not translated, or only in some of their forms."""
    known = {(entry.context or "", entry.template) for entry in there if entry.translated}
    return (message for message in messages if (message.context, message.template) not in known)


def merged(messages: Iterable[Needed], code: str, old: bytes) -> bytes:
    """Return the text of a catalogue with exactly these messages, and the translations and forms that it had."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import read_po, write_po

    before = read_po(BytesIO(old), locale=code) if old else Catalog(locale=code)
    after = Catalog(locale=code, fuzzy=False, header_comment="", project="keyflower", charset="utf-8")
    for message in messages:
        known = before.get(message.template, message.context or None)
        template = (message.template, message.plural) if message.plural else message.template
        kept = known is not None and bool(known.pluralizable) == bool(message.plural)
        after.add(
            template,
            known.string if known is not None and kept else None,
            context=message.context or None,
            auto_comments=[message.hint] if message.hint not in ("", message.template) else [],
            user_comments=known.user_comments if known is not None else (),
        )
    written = BytesIO()
    write_po(written, after, width=_WIDTH, omit_header=True, include_lineno=False)
    lines = [f'"{line}\\n"' for line in header(code, declared_forms(old.decode())).splitlines()]
    first = "\n".join(['msgid ""', 'msgstr ""', *lines])
    return f"{first}\n\n{written.getvalue().decode().strip()}\n".encode()


def main(arguments: list[str]) -> int:
    """Merge, or only look, and report."""
    absent = 0
    for code in LANGUAGES:
        for package, messages in needed_in(code).items() if code != ENGLISH else ():
            path = path_of(package, code)
            old = path.read_bytes() if path.exists() else b""
            if "--check" not in arguments:
                path.parent.mkdir(exist_ok=True)
                save_bytes(path, merged(messages, code, old))
            lacking = [*missing(messages, read(package, code))]
            absent += len(lacking)
            sys.stdout.write(f"{package} {code}: {len(messages)} messages, {len(lacking)} missing\n")
            for message in lacking[:20]:
                sys.stdout.write(f"    {message.context or '-'}: {message.template}\n")
    return 1 if absent and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
