"""`Bot`: the interface of all bots that play Keyflower."""

from __future__ import annotations

from typing import TypeAlias

from keyflower.facade.view import View
from keyflower.kernel import bots as driving

Bot: TypeAlias = driving.Bot[View]
"""A player that chooses by what its seat may know; see `keyflower.kernel.bots`."""
