"""The rules in the header of a log: expansions with their versions, variants, overrides, deck and the handicap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from keyflower.engine.setup import why_not
from keyflower.extend.expansion import Expansion
from keyflower.extend.overrides import as_mapping
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.log.versions import Versions, differing, versions_from_data, versions_to_data
from keyflower.facade.registry import resolve
from keyflower.kernel.arguments import several
from keyflower.kernel.codec import (
    Data,
    keyed,
    list_from_data,
    names_from_data,
    text_from_data,
    whole_from_data,
)
from keyflower.kernel.errors import LogError, SetupError, UnknownName
from keyflower.kernel.json_text import read, shown
from keyflower.model.errors import KeyflowerError

_RULES: Final = frozenset({"expansions", "variants", "overrides", "handicap"})


def rules_to_data(ruleset: Ruleset, earlier: Versions) -> Data:
    """Return the rules, and the versions that the game was played with before, as data for the header of a log."""
    data: Data = {
        "expansions": versions_to_data(ruleset, earlier),
        "variants": [*ruleset.chosen],
        "overrides": dict(ruleset.overrides),
    }
    return {**data, "without": [*ruleset.without]} if ruleset.without else data


def brought_along(expansions: Iterable[Expansion]) -> tuple[Expansion, ...]:
    """Return the expansions that a caller passes to read a log or a position.

    Raises:
        SetupError: if they are anything but a list of expansions.
    """
    found = several(expansions, "expansions", example="[EXPANSION]")
    for one in found:
        if not isinstance(one, Expansion):
            raise SetupError(
                f"expansions= takes values of Expansion, not {shown(one)}: those that are built in or installed are "
                "found by themselves"
            )
    return found


def rules_from_data(
    data: Mapping[str, object], players: tuple[str, ...], given: tuple[object, ...]
) -> tuple[Ruleset, Versions, tuple[int, ...]]:
    """Return the rules that a header describes, the versions in which they differ, and the seats with a handicap.

    Raises:
        LogError: if the header makes no sense, or needs rules that are not installed.
    """
    found = keyed(dict(data), "header", _RULES, _RULES | {"without"})
    played, _ = versions_from_data(found["expansions"])
    names = tuple(dict.fromkeys(id for id, _ in played))
    ruleset = _ruleset(found, names, {item.id: item for item in given if isinstance(item, Expansion)})
    earlier = differing(ruleset, played)
    ruleset = _deck(ruleset, names_from_data(found.get("without", ())), strict=not earlier)
    if not earlier and dict(ruleset.overrides) != found["overrides"]:
        raise LogError("the overrides of the log do not give the same rules here")
    wrong = "" if earlier else why_not(ruleset, len(players))
    if wrong:
        raise LogError(wrong)
    handicap = tuple(whole_from_data(seat) for seat in list_from_data(found["handicap"]))
    if list(handicap) != sorted(set(handicap)) or any(seat not in range(len(players)) for seat in handicap):
        raise LogError("the handicap is a sorted list of seats")
    return ruleset, earlier, handicap


def _ruleset(header: Data, names: tuple[str, ...], given: dict[str, Expansion]) -> Ruleset:
    variants = names_from_data(header["variants"])
    overrides = _overrides(header["overrides"])
    try:
        ruleset = resolve(
            [given.get(name, name) for name in names],
            variants=variants,
            overrides=as_mapping(overrides.items()),
        )
    except UnknownName as error:
        raise LogError(
            f"the log needs an expansion that is not installed: {error}; install it or give expansions=[...]"
        ) from None
    except KeyflowerError as error:
        raise LogError(f"the rules of the log cannot be put together: {str(error)[:500]}") from None
    here = tuple(expansion.id for expansion in ruleset.expansions)
    if here != names:
        raise LogError(
            f"the log names the expansions {', '.join(names)[:200]}, but the rules are made of {', '.join(here)}"
        )
    if ruleset.chosen != variants:
        raise LogError(f"the variants are a sorted list: {', '.join(ruleset.chosen)}")
    return ruleset


def _deck(ruleset: Ruleset, without: tuple[str, ...], *, strict: bool) -> Ruleset:
    """Return the rules without the tiles that the log leaves out; another version may no longer have them."""
    known = {tile.id for tile in ruleset.tiles.values()}
    gone = [id for id in without if id in known]
    if strict and sorted(set(gone)) != [*without]:
        strange = next((id for id in without if id not in known), "")
        raise LogError(
            f"the log leaves out {shown(strange)}, which is no tile of this game"
            if strange
            else "the tiles that are left out are a sorted list of full ids"
        )
    return ruleset.with_deck(without=gone)


def _overrides(data: object) -> dict[str, str]:
    """Return overrides by path, after checking that no path is inside another."""
    if type(data) is not dict or len(data) > 2_000:
        raise LogError(f"overrides are an object of texts by path, not {shown(data)}")
    for path, text in data.items():
        read(text_from_data(text))
        if len(path) > 200 or path.count(".") > 6:
            raise LogError(f"{shown(path)} is not the path of an override")
        parts = path.split(".")
        if any(".".join(parts[:number]) in data for number in range(1, len(parts))):
            raise LogError(f"{shown(path)} is inside another override")
    return dict(data)
