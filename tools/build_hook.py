"""Builds the native library of `keyflower.fast` into a wheel, where there is a C compiler; otherwise the wheel is pure.

It also compiles the catalogues of texts in other languages, so that an installed package need not read their sources.

The library knows nothing of Python, so one wheel serves every version of Python on a platform.
"""

from __future__ import annotations

import runpy
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeLibrary(BuildHookInterface[Any]):
    """Compiles ``keyflower/fast/native`` before the wheel is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the library and compile the catalogues, and add them to the wheel."""
        if version != "editable":
            self._compile_catalogues(build_data)
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

    def _compile_catalogues(self, build_data: dict[str, Any]) -> None:
        """Add a compiled catalogue beside each source; the source tree itself never has any."""
        package = Path(self.root) / "keyflower"
        compiled = runpy.run_path(str(package / "languages" / "po.py"))["compiled"]
        self._folder = tempfile.TemporaryDirectory(
            prefix="keyflower-catalogues-"
        )  # lives as long as the hook
        folder = Path(self._folder.name)
        for number, source in enumerate(sorted(package.rglob("*.po"))):
            ready = folder / f"{number}.mo"
            ready.write_bytes(compiled(source.read_text("utf-8")))
            inside = source.relative_to(self.root).with_suffix(".mo")
            build_data["force_include"][str(ready)] = inside.as_posix()
