"""Seeds of games that bots are made and measured with: three ranges that have none in common.

What was tuned or chosen on some games looks better in those games than in others. So whoever tunes weights or learns a
value takes `TUNING`, whoever decides between two ways of doing something takes `CHOOSING`, and figures that are
published come from `PUBLISHING` and from nothing else.
"""

from __future__ import annotations

TUNING = range(1_000_000_000, 2_000_000_000)
"""For weights and learned values."""
CHOOSING = range(2_000_000_000, 3_000_000_000)
"""For deciding what is kept."""
PUBLISHING = range(3_000_000_000, 4_000_000_000)
"""For figures in the docs."""
