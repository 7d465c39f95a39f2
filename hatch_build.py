"""Builds the native library of `keyflower.fast` into a wheel, where there is a C compiler; otherwise the wheel is pure.

The library knows nothing of Python, so one wheel serves every version of Python on a platform.
"""

from __future__ import annotations

import runpy
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeLibrary(BuildHookInterface[Any]):
    """Compiles ``keyflower/fast/native`` before the wheel is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library and add it to the wheel."""
        folder = Path(self.root) / "keyflower" / "fast"
        built = runpy.run_path(str(folder / "build.py"))["build"](folder)
        if built is None:
            self.app.display_warning(
                "keyflower.fast: no C compiler, so games are played by the reference engine"
            )
            return
        if version != "editable":
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["artifacts"].append(f"/keyflower/fast/{built.name}")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platform}"
