"""`VersionUpcaster`: how an expansion reads what its older versions have written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import field

from keyflower.kernel.values import frozen

Convert: TypeAlias = Callable[[dict[str, Any]], Mapping[str, Any]]  # Any: what JSON holds
"""Converts one value: takes it as JSON-able data with its tag, and returns it as the next version writes it."""


@frozen(kw_only=True)
class VersionUpcaster:
    """Converts values written by some older versions to the form of the next version.

    Values are found by their tag wherever they are, also inside a position that was given. What a function returns may
    have another tag.

    >>> def with_seat(event):
    ...     return {**event, "seat": event["owner"]} if "owner" in event else event
    >>> VersionUpcaster(versions=("1.0", "1.1"), events={"bees.caught": with_seat}).versions
    ('1.0', '1.1')
    """

    versions: tuple[str, ...]
    """The versions of the expansion that wrote the values in the old form."""
    events: Mapping[str, Convert] = field(factory=dict, eq=False)
    """Its events that are converted, by tag."""
    places: Mapping[str, Convert] = field(factory=dict, eq=False)
    """Its places that are converted, by tag."""
    tasks: Mapping[str, Convert] = field(factory=dict, eq=False)
    """Its tasks that are converted, by tag."""
    actions: Mapping[str, Convert] = field(factory=dict, eq=False)
    """Its actions that are converted, by verb."""


def since(upcasters: tuple[VersionUpcaster, ...], version: str) -> int:
    """Return the place of the first step that a log of a version needs; their number if it needs none.

    The steps are in order, so all that follow are needed too.
    """
    for place, upcaster in enumerate(upcasters):
        if version in upcaster.versions:
            return place
    return len(upcasters)
