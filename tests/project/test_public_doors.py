"""No page cites a private module: names are documented, and imported, from public doors."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

import keyflower as kf
from docs._ext.doors import DOORS, door, doors, is_public, private_modules

ROOT = Path(__file__).parents[2]
KNOWN = doors()
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md"]
    + [page for page in (ROOT / "docs").rglob("*.md") if "_build" not in page.parts]
    + [*(ROOT / "examples").rglob("README.md")]
)
HOMES = re.compile(r"^   :home: .*$", re.MULTILINE)
"""Where a door takes names from; the directive reads it, and no page shows it."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_cites_public_modules_only(page):
    assert private_modules(HOMES.sub("", page.read_text("utf-8")), KNOWN) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_imports_from_public_modules_only(page):
    imported = re.findall(r"^(?:>>> )?from (keyflower[\w.]*) import", page.read_text("utf-8"), re.MULTILINE)
    groups = {"keyflower.expansions"}
    assert [module for module in imported if module not in KNOWN | groups] == []


EXAMPLES = sorted([*(ROOT / "examples").glob("*.py"), *(ROOT / "examples" / "tinytowns").rglob("*.py")])


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT / "examples")))
def test_an_example_imports_from_public_modules_only(example):
    imported = re.findall(r"^\s*from (keyflower[\w.]*) import", example.read_text("utf-8"), re.MULTILINE)
    assert [module for module in imported if module not in KNOWN] == []


@pytest.mark.parametrize("name", DOORS)
def test_every_door_opens(name):
    assert door(name).__doc__


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_name_that_a_door_lists_is_there(name):
    module = door(name)
    for listed in getattr(module, "__all__", ()):
        with suppress(kf.MissingExtra):  # the name is there, what it needs is not
            assert getattr(module, listed) is not None


@pytest.mark.parametrize(
    "cited",
    [
        "keyflower.Game",
        "keyflower.Game.new",
        "keyflower.extend.Tile",
        "keyflower.events.WorkersBid",
        "keyflower.testing",
    ],
)
def test_what_a_door_offers_is_public(cited):
    assert is_public(cited, KNOWN)


@pytest.mark.parametrize(
    "cited",
    [
        "keyflower.facade.game.Game",
        "keyflower.engine",
        "keyflower.model.lots.Lot",
        "keyflower.extend.effects",
        "keyflower.extend.effects.Gain",
        "keyflower.expansions.farmers.herds",
        "keyflower.kernel.no_such_module",
    ],
)
def test_other_modules_are_private(cited):
    assert private_modules(f"see `{cited}`.", KNOWN) == [cited]
