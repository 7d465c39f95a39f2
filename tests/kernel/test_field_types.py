"""What a type checker says about declared fields, and about what the library hands out."""

import subprocess
import sys
from pathlib import Path

import pytest

FIELDS = """
from attrs import frozen

from keyflower.extend import held, open_


@frozen
class Place:
    right: int = held(default=3)
    also_right: tuple[str, ...] = open_(default=())
    without: int = held()
    wrong: int = held(default="nonsense")
    wrong_too: str = open_(default=3)
"""


HANDED_OUT = """
# mypy: disallow-any-expr
import os

import keyflower as kf
from keyflower.extend import Expansion


def read(text: str, path: os.PathLike[str], mine: Expansion) -> tuple[kf.Game, kf.Game]:
    return kf.EventLog.loads(text, expansions=[mine]).replay(), kf.EventLog.load(path, expansions=[mine]).restore()


def written(game: kf.Game) -> list[dict[str, object]]:
    data = [entry.to_data() for entry in game.log]
    data += [tile.to_data() for tile in kf.tiles()]
    data += [refusal.to_data() for refusal in game.why_not("pass")]
    data += [game.view("Ann").to_data(), game.position().to_data(), game.match.to_data()]
    data += [game.score("Ann").to_data(), game.options.grouped().to_data()]
    return data


def wrong(game: kf.Game, text: str) -> None:
    kf.EventLog.loads(text, expansions=["farmers"])
    kf.EventLog.loads(text, expansions=3)
    game.log[0].to_data() + 1
    game.view("Ann").to_data()["viewer"] + 1
"""


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """The lines of both snippets in which mypy finds an error, and what it says."""
    folder = tmp_path_factory.mktemp("snippets")
    files = {"fields.py": FIELDS, "handed_out.py": HANDED_OUT}
    for name, text in files.items():
        (folder / name).write_text(text)
    paths = [str(folder / name) for name in files]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *paths]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found: dict[str, list[str]] = {name: [] for name in files}
    for line in told.splitlines():
        if ": error:" in line:
            path, number, *_ = line.split(":")
            wrong = files[Path(path).name].splitlines()[int(number) - 1].strip()
            if wrong not in found[Path(path).name]:
                found[Path(path).name].append(wrong)
    return found, told


def test_a_default_of_another_type_is_an_error_for_mypy(errors):
    found, told = errors
    assert [line.split(":")[0] for line in found["fields.py"]] == ["wrong", "wrong_too"], told


def test_logs_are_read_and_values_are_written_without_any(errors):
    """`Any` would let each of the last four lines pass, and be an error itself in those before."""
    found, told = errors
    assert found["handed_out.py"] == [line.strip() for line in HANDED_OUT.splitlines()[-4:]], told
