"""What a package index shows: README without links that lead nowhere, and every Python that is tested."""

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

from keyflower import __version__

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
ADDRESS = "https://example.org/keyflower"

_spec = spec_from_file_location("readme_hook", ROOT / "tools" / "readme_hook.py")
assert _spec is not None and _spec.loader is not None
readme_hook = module_from_spec(_spec)
_spec.loader.exec_module(readme_hook)


def targets(text):
    """Where the links and pictures of a text lead."""
    return re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)


def test_without_an_address_nothing_relative_is_left():
    page = readme_hook.package_page(README, "")
    assert [target for target in targets(page) if not target.startswith("https://")] == []
    assert "a first game in ten minutes" in page


def test_with_an_address_links_lead_to_the_files_and_pictures_to_their_contents():
    page = readme_hook.package_page(README, ADDRESS)
    assert f"({ADDRESS}/blob/main/docs/tutorial/first-game.md)" in page
    assert f"({ADDRESS}/raw/main/docs/_static/table.jpg)" in page
    assert f'src="{ADDRESS}/raw/main/examples/tinytowns/town.svg"' in page
    assert len(targets(page)) == len(targets(README))
    assert [target for target in targets(page) if not target.startswith("https://")] == []


def test_code_and_absolute_links_stay_as_they_are():
    text = "```python\n>>> sheet.lines[0]\n```\n[here](https://example.org/a) and [there](#links)\n"
    assert readme_hook.package_page(text, "") == readme_hook.package_page(text, ADDRESS) == text


def test_the_built_package_has_the_page():
    metadata = ProjectMetadata(str(ROOT), PluginManager())
    address = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"]
    assert metadata.core.readme == readme_hook.package_page(README, address)
    assert metadata.core.readme_content_type == "text/markdown"
    assert metadata.core.urls == readme_hook.addresses(address)


def test_the_classifiers_name_every_python_that_is_tested():
    tested = re.search(r"for version in ([\d. ]+);", (ROOT / "Makefile").read_text("utf-8"))
    named = re.findall(r"Python :: (3\.\d+)\b", "\n".join(PROJECT["project"]["classifiers"]))
    assert tested is not None
    assert named == tested[1].split()


def test_the_version_is_that_of_the_changelog():
    """While something is unreleased, the package already has the version that comes next."""
    told = re.findall(r"^## \[([\w.]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    newest, *earlier = ([int(part) for part in one.split(".")] for one in told if one != "Unreleased")
    version = [int(part) for part in __version__.split(".")]
    assert version > newest if told[0] == "Unreleased" else version == newest
    assert [newest, *earlier] == sorted([newest, *earlier], reverse=True)
