"""`Bot`: the interface of everything that plays Keyflower by itself."""

from __future__ import annotations

from typing import TypeAlias

from keyflower.facade.view import View
from keyflower.kernel import bots as driving

Bot: TypeAlias = driving.Bot[View]
"""A player that chooses from what its seat may know; see `keyflower.kernel.bots`."""
