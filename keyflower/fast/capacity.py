"""What fits into a packed state, as ``native/keyflower.h`` says too; rules that need more are not compiled."""

from __future__ import annotations

from typing import Final

SEATS: Final = 6
TYPES: Final = 8
TILES: Final = 127
SPOTS: Final = 60
LOTS: Final = 28
WON: Final = 32
HAND: Final = 16
HERDS: Final = 96
BORN: Final = 40
NODES: Final = 2000
PARTS: Final = 12
TERMS: Final = 250
TERM_SLOTS: Final = 6
FACE_POWERS: Final = 4
POWER_SLOTS: Final = 31
PHASES: Final = 32
STEPS: Final = 16
SLOT_SORTS: Final = 64
COUPLINGS: Final = 64
COMMON_TERMS: Final = 20
HEAPS: Final = 40
AGENDA: Final = 32
POWERS: Final = 40
CARDS: Final = 64
TRADES: Final = 16
ADD_ONS: Final = 32
PAIRS: Final = 4
BYTE: Final = 255
