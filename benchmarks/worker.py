"""A worker: one revision of the library in its own process, asked for one slice at a time.

Lines of JSON in, lines of JSON out: `{"arm": "step", "seeds": [1, 4]}` gives `{"amount": ..., "units": ...}`,
or `{"error": ...}` where that revision cannot do it. Both revisions are measured by the benchmarks of the
work tree.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from benchmarks.measure import Arm, Slice
from benchmarks.ours import ARMS
from benchmarks.result import Unavailable

BOOT = """
import sys
tree, benchmarks = sys.argv[1:]
sys.path.insert(0, tree)
import keyflower
if not keyflower.__file__.startswith(tree):
    sys.exit(f"imported {keyflower.__file__}, not the library of {tree}")
sys.path[0] = benchmarks  # the library is loaded from its tree; the benchmarks are ours
from benchmarks.worker import serve
serve()
"""


def serve() -> None:
    """Answer requests until the input ends."""
    answers, sys.stdout = sys.stdout, sys.stderr
    arms: dict[str, Arm] = {}
    for line in sys.stdin:
        request = json.loads(line)
        name = request["arm"]
        try:
            if name not in arms:
                arms[name] = ARMS[name][2]()
            gc.collect()
            found = arms[name](range(*request["seeds"]))
            answer: dict[str, object] = {"amount": found.amount, "units": found.units}
        except Exception as error:  # whatever an older revision lacks
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


class Worker:
    """A worker process, from outside."""

    def __init__(self, tree: Path, benchmarks: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", BOOT, str(tree), str(benchmarks)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, arm: str, seeds: Sequence[int]) -> Slice:
        """Return a slice of an arm.

        Raises:
            Unavailable: if the revision cannot do it.
        """
        into, out = self._pipes()
        try:
            into.write(json.dumps({"arm": arm, "seeds": [seeds[0], seeds[-1] + 1]}) + "\n")
            into.flush()
            line = out.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Unavailable(f"the worker has ended (exit code {self.process.wait()})")
        answer = json.loads(line)
        if "error" in answer:
            raise Unavailable(answer["error"])
        return Slice(answer["amount"], answer["units"])

    def arm(self, name: str) -> Arm:
        """Return an arm of this worker as if it were here."""
        return lambda seeds: self.ask(name, seeds)

    def close(self) -> None:
        """End the process."""
        into, out = self._pipes()
        into.close()
        out.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        return self.process.stdin, self.process.stdout
