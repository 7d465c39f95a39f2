"""Follow the README to the letter, as somebody would who has just cloned the repository: `make readme`.

For every Python given, in a fresh clone with a fresh home and a fresh environment that has only the pip it came with:
the install line, every command, every example. Then the source distribution and the wheel, each with and without a C
compiler. It says what was done, and stops at the first thing that does not work.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LONG = {"make test"}  # the rest of the README takes minutes, this takes ten
SHELL, PYTHON = (re.compile(rf"^```{name}\n(.*?)^```", re.MULTILINE | re.DOTALL) for name in ("sh", "python"))
INLINE = re.compile(r"`((?:keyflower|make) [^`]+)`")
PLAYS = """
import random, keyflower as kf
from keyflower import fast
game = kf.Game.new(["Ann", "Bob"], seed=7, expansions=kf.registry.builtin().expansions[1:])
assert kf.simulate.rollout(game, random.Random(1)).over
print("   plays a game:", kf.__version__, fast.executor)
"""


class Newcomer:
    """Somebody with one Python, an empty home and a fresh clone."""

    def __init__(self, python: str, folder: Path, *, compiler: bool = True) -> None:
        self.folder, self.clone, self.home = folder, folder / "clone", folder / "home"
        self.home.mkdir(parents=True)
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(self.clone)], check=True)
        subprocess.run([python, "-m", "venv", str(folder / "venv")], check=True)
        kept = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_", "LANG"))}
        path = f"{folder / 'venv/bin'}:{os.environ['PATH']}"
        self.env = {**kept, "HOME": str(self.home), "PATH": path}
        if not compiler:
            self.env["CC"] = "/bin/false"

    def run(self, command: str, where: Path | None = None, typed: str = "") -> None:
        """Run one command of the README and stop if it fails."""
        print(f"   $ {command}", flush=True)
        done = subprocess.run(
            command,
            check=False,
            shell=True,
            cwd=where or self.clone,
            env=self.env,
            input=typed,
            text=True,
            capture_output=True,
        )
        if done.returncode:
            sys.exit(
                f"{command!r} failed with {done.returncode}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
            )

    def serve(self, command: str) -> None:
        """Start the server, fetch the page that it names, and stop it."""
        print(f"   $ {command}", flush=True)
        words = [*shlex.split(command), "--port", "0"]
        with subprocess.Popen(
            words, cwd=self.clone, env={**self.env, "BROWSER": "/bin/true"}, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            try:
                address = next(
                    found[0] for line in server.stdout if (found := re.search(r"http://\S+", line))
                )
                with urllib.request.urlopen(address.partition("#")[0]) as page:
                    if "<!doctype html>" not in page.read().decode().lower():
                        sys.exit(f"{address} is not a page")
            finally:
                server.terminate()

    def examples(self, text: str) -> None:
        """Run every example, away from the clone, so that the installed package answers."""
        session = self.folder / "readme.txt"
        session.write_text("\n".join(PYTHON.findall(text)), "utf-8")
        self.run(f"python -m doctest {session}", self.folder)


def follow(python: str, folder: Path, *, everything: bool) -> None:
    """Follow the README from its first line to its last with one Python."""
    print(f"{python}: the README", flush=True)
    reader = Newcomer(python, folder)
    text = (reader.clone / "README.md").read_text("utf-8")
    commands = [
        line.partition("#")[0].strip() for block in SHELL.findall(text) for line in block.splitlines()
    ]
    installs = [line for line in commands if line.startswith("pip")]
    for command in (*installs, *(line for line in commands if line not in installs)):
        if command.startswith("keyflower serve"):
            reader.serve(command)
        elif command and (everything or command not in LONG):
            reader.run(command)
    reader.examples(text)
    reader.run("cp build/demo/*.jsonl game.jsonl")
    for command in dict.fromkeys(INLINE.findall(text)):
        if command == "keyflower play":
            reader.run("keyflower play --plain", typed="quit\n")
        elif not command.startswith(("keyflower serve", "make clean")):
            reader.run(command)


def packages(python: str, folder: Path) -> None:
    """Install the source distribution and the wheel, with and without a compiler, and play a game with each."""
    builder = Newcomer(python, folder / "build")
    builder.run("pip install --quiet build && python -m build --outdir dist .")
    for file in sorted((builder.clone / "dist").iterdir()):
        for compiler in (True, False):
            print(f"{python}: {file.name}, {'with' if compiler else 'without'} a compiler", flush=True)
            reader = Newcomer(python, folder / f"{file.suffix}{compiler}", compiler=compiler)
            reader.run(f"pip install --quiet {file}", folder)
            subprocess.run(["python", "-c", PLAYS], cwd=folder, env=reader.env, check=True)


def main() -> None:
    """Read the command line, and follow the README with each Python."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "pythons", nargs="*", default=[sys.executable], help="Pythons to try, such as python3.12"
    )
    parser.add_argument("--everything", action="store_true", help="run `make test` too")
    wishes = parser.parse_args()
    for number, python in enumerate(wishes.pythons):
        with tempfile.TemporaryDirectory(prefix="keyflower-readme-") as folder:
            follow(python, Path(folder) / f"readme{number}", everything=wishes.everything)
            packages(python, Path(folder) / f"packages{number}")


if __name__ == "__main__":
    main()
