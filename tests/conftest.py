"""Hypothesis profiles, and the code blocks of README and docs as tests.

The profile is chosen by the environment variable HYPOTHESIS_PROFILE: `dev` (the default), `ci` or `nightly`.
A property that pins its own `max_examples` is the same in all of them, so better not pin it.
"""

import os
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser
from sybil.typing import Parser
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from keyflower.engine.executor import EXECUTOR
from tests.support.example_names import example_names

ROOT = Path(__file__).parents[1]

# What people read is English in the tests, whatever the locale of whoever runs them.
os.environ["LC_ALL"] = "C.UTF-8"
os.environ.pop("LANGUAGE", None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "dev")

# A property here often plays a whole game: that is slow by intention, not by accident.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
settings.register_profile("dev", deadline=None, max_examples=25, suppress_health_check=_SLOW)
settings.register_profile(
    "ci", deadline=None, max_examples=50, suppress_health_check=_SLOW, derandomize=True, print_blob=True
)
settings.register_profile(
    "nightly", deadline=None, max_examples=2000, suppress_health_check=_SLOW, print_blob=True
)
settings.load_profile(PROFILE)


class CodeBlocks:
    """Collects the ```python blocks of README.md and docs, with or without `>>>`.

    The blocks of one document share a namespace and run in order. `<!--- skip: next -->` skips one.
    To run one document: `pytest tests/conftest.py docs/tutorial.md`.
    """

    def __init__(self) -> None:
        flags = ELLIPSIS | NORMALIZE_WHITESPACE
        parsers: list[Parser] = [PythonCodeBlockParser(doctest_optionflags=flags), SkipParser()]
        self._collect = Sybil(parsers=parsers, path=str(ROOT), pattern="*.md").pytest()

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if file_path == ROOT / "README.md" or ROOT / "docs" in file_path.parents:
            return self._collect(file_path, parent)
        return None


class ExampleNames:
    """The names that the examples in docstrings take for granted, as the reference says on its first page."""

    @pytest.fixture(autouse=True)
    def _known(self, request: pytest.FixtureRequest, doctest_namespace: dict[str, object]) -> None:
        if isinstance(request.node, pytest.DoctestItem):
            doctest_namespace.update(example_names())


def pytest_configure(config: pytest.Config) -> None:
    # Natively from the first action on; tests that compare both executors say `fast.played_by("reference")`.
    EXECUTOR.waits = 0
    # Registered, not defined here: hooks of this conftest would see files below tests/ only.
    config.pluginmanager.register(CodeBlocks(), "keyflower-code-blocks")
    config.pluginmanager.register(ExampleNames(), "keyflower-example-names")


class ByDocument(LoadScopeScheduling):
    """Gives the blocks of one document to one worker, as they build on each other; other tests go anywhere.

    Not `--dist loadgroup`: with pytest 9.2 it no longer groups (pytest-xdist issue 1386).
    """

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return path if path.endswith(".md") else nodeid


@pytest.hookimpl(optionalhook=True)  # xdist may be switched off
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByDocument:
    return ByDocument(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip = pytest.mark.skip(reason="runs only under HYPOTHESIS_PROFILE=nightly")
    for item in items:
        if PROFILE != "nightly" and item.get_closest_marker("nightly"):
            item.add_marker(skip)
