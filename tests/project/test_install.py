"""One install story: README, docs and error messages say the same, and it works for somebody who follows it."""

import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from keyflower._install import SOURCE, install_command, missing_extra

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINE = re.compile(r"pip install [^`\n]*?\[([a-z,-]+)\]['\"]?")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_installs_the_package_from_where_it_is(page):
    for found in LINE.finditer(page.read_text("utf-8")):
        assert found[0] == install_command(found[1])


def test_only_one_file_of_the_package_says_how_to_install_it():
    sources = (ROOT / "keyflower").rglob("*.py")
    named = [path.name for path in sources if re.search(r"pip install .*\[", path.read_text("utf-8"))]
    assert named == ["_install.py"]


def test_a_missing_extra_is_told_with_the_command_that_installs_it():
    error = missing_extra("pictures need svg.py", "svg")
    assert (
        str(error)
        == "pictures need svg.py: install it with pip install '.[svg]' in a clone of the repository"
    )


def test_the_readme_shows_the_library_before_anything_else():
    assert README.index(">>> import keyflower as kf") < 400
    assert README.index("side-effect-free Python library") < README.index("```")


def test_the_install_line_of_the_readme_works_in_a_fresh_environment(tmp_path):
    """With the pip that comes with this Python, in a copy of the clone."""
    files = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(files, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a clone")
    clone, home = tmp_path / "clone", tmp_path / "environment"
    for name in listed.stdout.splitlines():
        if name.startswith(("keyflower/", "tools/")) or "/" not in name:
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    venv.create(home, with_pip=True)
    (line,) = re.findall(r"^pip install .*$", README, flags=re.MULTILINE)
    assert line == install_command("cli,web") and SOURCE == "."
    python = home / "bin" / "python"
    installed = subprocess.run(
        [python, "-m", *line.replace("'", "").split(), "--quiet"],
        cwd=clone,
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stderr
    said = subprocess.run(
        [home / "bin" / "keyflower", "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert said.stdout.startswith("keyflower ")
    first = README.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "first.txt").write_text(first, "utf-8")
    subprocess.run([python, "-m", "doctest", "first.txt"], cwd=tmp_path, check=True)
    assert sys.version_info >= (3, 11)
