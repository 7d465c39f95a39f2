"""The errors that only Keyflower raises; the root and all others are the kernel's."""

from __future__ import annotations

from keyflower.kernel.errors import KeyflowerError


class RulesetError(KeyflowerError, ValueError):
    """Expansions, tiles or overrides that do not fit together."""


RulesetError.__module__ = "keyflower"  # as the kernel's errors: where people import it from
