"""The Beekeepers: the expansion that the guide for authors builds, made from the guide itself."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "write-an-expansion.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@cache
def guide() -> dict[str, Any]:  # Any: whatever the guide defines
    """Return everything that the code of the guide defines, by name."""
    module = ModuleType("keyflower_bees")
    sys.modules[module.__name__] = module  # where the annotations of its classes are looked up
    for block in _BLOCK.findall(PAGE.read_text("utf-8")):
        if ">>>" not in block:
            exec(compile(block, str(PAGE), "exec"), vars(module))
    return vars(module)
