"""The shipped client: it belongs to its sources, is small, and compiles strictly."""

import gzip
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
STATIC = ROOT / "keyflower" / "web" / "static"


def digest_of_sources() -> str:
    """Return what client/build.mjs writes into the first line: a digest of all sources by name."""
    digest = sha256()
    for path in sorted((CLIENT / "src").iterdir(), key=lambda path: path.name):
        digest.update(f"{path.name}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


@pytest.mark.parametrize("name", ["table.js", "table.css", "text-uk.js", "guide-en.js"])
def test_what_is_shipped_belongs_to_the_sources(name: str):
    first = (STATIC / name).read_text("utf-8").split("\n", 1)[0]
    assert f"sources {digest_of_sources()}" in first, "run make client"


def test_the_client_is_small():
    """All scripts and styles with all languages, as a server sends them; lessons only go to those who learn."""
    packed = {
        path.name: len(gzip.compress(path.read_bytes()))
        for path in STATIC.iterdir()
        if path.suffix in (".js", ".css")
    }
    lessons = sum(size for name, size in packed.items() if name.startswith("guide-"))
    assert sum(packed.values()) - lessons < 80_000
    assert lessons < 10_000


def test_the_page_names_only_files_that_are_served():
    page = (STATIC / "index.html").read_text("utf-8")
    for name in ("table.css", "table.js", "icon.svg"):
        assert f"/static/{name}" in page and (STATIC / name).is_file()
    assert "<style" not in page and " style=" not in page, (
        "the content security policy allows no inline styles"
    )


def test_the_sources_compile_strictly():
    compiler = CLIENT / "node_modules" / ".bin" / "tsc"
    if shutil.which("node") is None or not compiler.exists():
        pytest.skip("node is not here, or npm ci has not been run in client/")
    done = subprocess.run(
        [compiler, "--noEmit"], cwd=CLIENT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout
