"""What a type checker says about declared fields."""

import subprocess
import sys

SNIPPET = """
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


def test_a_default_of_another_type_is_an_error_for_mypy(tmp_path):
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    errors = [line.split(":")[1] for line in told.splitlines() if ": error:" in line]
    lines = SNIPPET.splitlines()
    assert [lines[int(number) - 1].split(":")[0].strip() for number in errors] == ["wrong", "wrong_too"], told
