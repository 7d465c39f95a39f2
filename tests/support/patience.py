"""How long tests wait: a guard against a test that would hang for ever, never a judgement of how fast something is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 900.0
"""After so many seconds a test gives up; a slow and busy machine needs a small part of it."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)
