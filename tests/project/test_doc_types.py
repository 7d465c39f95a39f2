"""The code of README and docs type-checks strictly, as a reader who copies it would want."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FROM_ELSEWHERE = ("_build", "build-another-game", "write-an-expansion")
"""Pages whose code stands in packages of its own, which are checked there."""


def code_of(page):
    """The code blocks of a page as one module: what its prompts show is left out."""
    parts = []
    for block in re.findall(
        r"(?<!skip: next -->\n\n)^```python\n(.*?)^```", page.read_text("utf-8"), re.S | re.M
    ):
        if ">>>" not in block:
            parts.append(block)
            continue
        parts += [
            example.source
            for example in doctest.DocTestParser().get_examples(block)
            if example.exc_msg is None  # what is refused there is often a wrong type too
        ]
    return "\n".join(parts)


def test_every_snippet_is_strictly_typed(tmp_path):
    for page in PAGES:
        name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
        code = code_of(page)
        if code and not any(word in str(page) for word in FROM_ELSEWHERE):
            (tmp_path / f"page_{name}.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(ROOT / ".mypy_cache"),
            # an echoed value and a name that is used again for something else are how people write in a REPL
            "--allow-redefinition", "--disable-error-code", "no-redef", "--config-file", str(ROOT / "pyproject.toml"),
            *map(str, sorted(tmp_path.glob("*.py"))),
        ],
        capture_output=True, text=True, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
