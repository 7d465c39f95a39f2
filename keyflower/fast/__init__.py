"""The same game, over a hundred times as fast: a second executor on packed states, for rollouts, searches and batches.

It is compiled from a ruleset and plays decision by decision what the reference engine plays: the same options in the
same order, the same states, the same totals. Where it cannot (`why_not`), the reference engine does
everything here, more slowly and with the same result.

>>> from random import Random
>>> import keyflower as kf
>>> from keyflower import fast
>>> packed = fast.pack(kf.Game.new(["Ann", "Bob"], seed=7))
>>> packed = fast.apply(packed, 0)
>>> fast.unpack(packed).last_action is None, len(fast.options(packed)) > 1
(True, True)
>>> fast.rollout(packed, Random(1)).over
True
"""

from __future__ import annotations

from keyflower.fast.batches import Batch, play_many
from keyflower.fast.carried import played_by
from keyflower.fast.library import loaded
from keyflower.fast.packed import (
    Packed,
    PackedOptions,
    apply,
    compile_ruleset,
    options,
    pack,
    totals,
    unpack,
    why_not,
    winners,
)
from keyflower.fast.record import PackedError
from keyflower.fast.rollouts import packed_from, redeal, rollout
from keyflower.fast.stream import Stream

executor: str = "reference" if loaded() is None else "native"
"""Which executor plays packed games on this machine: ``native``, or ``reference`` without the native library."""

__all__ = [
    "Batch",
    "Packed",
    "PackedError",
    "PackedOptions",
    "Stream",
    "apply",
    "compile_ruleset",
    "executor",
    "options",
    "pack",
    "packed_from",
    "play_many",
    "played_by",
    "redeal",
    "rollout",
    "totals",
    "unpack",
    "why_not",
    "winners",
]
