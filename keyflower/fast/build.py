"""Building the native library with whatever C compiler is there; without one the reference engine plays alone.

    python -m keyflower.fast

The installation does the same (``tools/build_hook.py``). The library does not know Python: it needs no headers,
and one built file serves every version of Python on a machine.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

FLAGS: Final = ("-O3", "-std=gnu11", "-shared", "-fvisibility=hidden")
"""How the library is compiled."""


def library_name() -> str:
    """Return the name of the built file on this machine."""
    endings = {"win32": "dll", "darwin": "dylib"}
    return f"_native.{endings.get(sys.platform, 'so')}"


def compiler() -> list[str] | None:
    """Return the command of a C compiler: that of CC, or the first that is found; `None` if there is none."""
    import shutil

    wanted = os.environ.get("CC")
    if wanted:
        return wanted.split()
    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return [found]
    if find_spec("ziglang") is None:  # a C compiler that pip can install
        return None
    return [sys.executable, "-m", "ziglang", "cc"]


def build(folder: Path | None = None) -> Path | None:
    """Compile the library into the folder of this module.

    Args:
        folder: the folder of the sources and of the result; by default the folder of this module.

    Returns:
        The built file, or `None` if there is no compiler, or it failed.
    """
    import shutil  # with the two below: whoever only plays does not wait for them
    import subprocess
    import tempfile

    here = folder or Path(__file__).parent
    command = compiler()
    if command is None or os.environ.get("KEYFLOWER_PURE"):
        return None
    target = here / library_name()
    position = () if sys.platform == "win32" else ("-fPIC",)
    libraries = () if sys.platform == "win32" else ("-lm",)
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / target.name
        source = here / "native" / "fast.c"
        done = subprocess.run(
            [*command, *FLAGS, *position, "-o", str(made), str(source), *libraries],
            capture_output=True,
            check=False,
        )
        if done.returncode or not made.exists():
            return None
        shutil.copyfile(made, here / f"{target.name}.new")
    os.replace(here / f"{target.name}.new", target)  # who has the old file open keeps it
    return target


def main() -> int:
    """Build, and print the result."""
    built = build()
    if built is None:
        sys.stderr.write("The library was not built: no C compiler was found, or it failed.\n")
        return 1
    sys.stdout.write(f"Built {built}\n")
    return 0
