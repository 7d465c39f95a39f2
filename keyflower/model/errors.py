"""The errors of Keyflower: those of the kernel, under the names that people import, and one more."""

from __future__ import annotations

from typing import TypeAlias

from keyflower.kernel import errors as kernel
from keyflower.kernel.errors import (
    ActionSyntaxError,
    AmbiguousAction,
    ChanceError,
    GameOver,
    HiddenInformation,
    IllegalAction,
    LanguageError,
    LogError,
    MissingExtra,
    NotContinued,
    NotYourTurn,
    PoolError,
    Refusal,
    SetupError,
    StaleDecision,
    UnknownName,
)

__all__ = [
    "ActionSyntaxError",
    "AmbiguousAction",
    "ChanceError",
    "GameOver",
    "HiddenInformation",
    "IllegalAction",
    "KeyflowerError",
    "LanguageError",
    "LogError",
    "MissingExtra",
    "NotContinued",
    "NotYourTurn",
    "PoolError",
    "Refusal",
    "RulesetError",
    "SetupError",
    "StaleDecision",
    "UnknownName",
]

KeyflowerError: TypeAlias = kernel.GameError
"""The root of every error the library raises on purpose."""


class RulesetError(KeyflowerError, ValueError):
    """Expansions, tiles or overrides that do not fit together."""


KeyflowerError.__name__ = KeyflowerError.__qualname__ = "KeyflowerError"
for _error in (*vars(kernel).values(), RulesetError):
    if isinstance(_error, type) and issubclass(_error, KeyflowerError):
        # where people import it from, so that tracebacks say keyflower.IllegalAction
        _error.__module__ = "keyflower"
