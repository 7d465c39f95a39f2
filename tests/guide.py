"""The Beekeepers: the expansion of the guide for authors, made from the guide itself, with or without faults."""

from __future__ import annotations

import re
import sys
from functools import cache
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "write-an-expansion.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NUMBERS = count()


@cache
def guide(*changes: tuple[str, str]) -> dict[str, Any]:  # Any: whatever the guide defines
    """Return everything that the code of the guide defines, by name.

    Args:
        changes: texts of that code, each with what it is replaced by.
    """
    code = "\n".join(block for block in _BLOCK.findall(PAGE.read_text("utf-8")) if ">>>" not in block)
    code = f"from keyflower.testing import Scenario, scenario\n{code}"
    for old, new in changes:
        assert code.count(old) == 1, f"the guide has {code.count(old)} times {old!r}"
        code = code.replace(old, new)
    module = ModuleType(f"keyflower_bees_{next(_NUMBERS)}")
    sys.modules[module.__name__] = module  # where the annotations of its classes are looked up
    exec(compile(code, str(PAGE), "exec"), vars(module))
    return vars(module)
