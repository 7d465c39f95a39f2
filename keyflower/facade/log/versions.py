"""Versions of expansions: which ones a game was played with, and whether the installed ones can continue it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.upcasters import since
from keyflower.kernel.codec import Data, keyed, list_from_data, names_from_data, text_from_data
from keyflower.kernel.errors import LogError
from keyflower.kernel.text import AND, listed, name, phrase

Versions: TypeAlias = tuple[tuple[str, str], ...]
"""Pairs of the id of an expansion and a version of it."""

MOST_VERSIONS: Final = 100
"""No game was played with more versions of one expansion."""
_NEEDED: Final = frozenset({"id", "version"})
_KEYS: Final = frozenset({"id", "version", "earlier"})


def versions_to_data(ruleset: Ruleset, earlier: Versions) -> list[Data]:
    """Return the expansions of a game with their versions, for the header of a log."""
    found: list[Data] = []
    for expansion in ruleset.expansions:
        data: Data = {"id": expansion.id, "version": expansion.version}
        before = [version for id, version in earlier if id == expansion.id]
        found.append({**data, "earlier": before} if before else data)
    return found


def versions_from_data(data: object) -> tuple[Versions, dict[str, str]]:
    """Return every version that a header names, and for each expansion the one that wrote the lines.

    Raises:
        LogError: if the header makes no sense.
    """
    played: list[tuple[str, str]] = []
    written: dict[str, str] = {}
    for item in list_from_data(data):
        found = keyed(item, "expansion", _NEEDED, _KEYS)
        id, version = text_from_data(found["id"]), text_from_data(found["version"])
        before = names_from_data(found.get("earlier", ()))
        if len(before) > MOST_VERSIONS or len({*before, version}) <= len(before):
            raise LogError(f"the earlier versions of {id[:60]} are a list of other versions")
        if id in written:
            raise LogError(f"the expansion {id[:60]} is named twice")
        written[id] = version
        played += [(id, one) for one in (*before, version)]
    return tuple(played), written


def differing(ruleset: Ruleset, played: Versions) -> Versions:
    """Return the versions that a game was played with and that differ from those of the rules."""
    now = {(expansion.id, expansion.version) for expansion in ruleset.expansions}
    return tuple([pair for pair in played if pair not in now])


def warnings(ruleset: Ruleset, earlier: Versions) -> tuple[str, ...]:
    """Return one sentence for each expansion of which another version was played."""
    return tuple(
        [
            phrase(
                "This game was played with {title} {versions}; here it is version {now}.",
                title=_title(expansion),
                versions=listed(before, AND),
                now=expansion.version,
            )
            for expansion, before in _by_expansion(ruleset, earlier)
        ]
    )


def halted(ruleset: Ruleset, earlier: Versions) -> str:
    """Return why a game that was played with earlier versions cannot be continued, or the empty text."""
    for expansion, before in _by_expansion(ruleset, earlier):
        left = [version for version in before if version not in expansion.continues]
        if left:
            return phrase(
                "this game was played with {title} {versions}, and version {now} does not continue it: "
                "it can be read and scored, but not played on",
                title=_title(expansion),
                versions=listed(left, AND),
                now=expansion.version,
            )
    return ""


def steps_of(ruleset: Ruleset, written: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """Return, for each expansion, the first upcaster that has to convert what the versions of a log have written."""
    found = []
    for expansion in ruleset.expansions:
        version = written.get(expansion.id, expansion.version)
        first = since(expansion.upcasters, version)
        if version != expansion.version and first < len(expansion.upcasters):
            found.append((expansion.id, first))
    return tuple(found)


def _by_expansion(ruleset: Ruleset, earlier: Versions) -> Iterable[tuple[Expansion, list[str]]]:
    for expansion in ruleset.expansions:
        before = [version for id, version in earlier if id == expansion.id]
        if before:
            yield expansion, before


def _title(expansion: Expansion) -> str:
    return name("expansion", expansion.id, expansion.title)
