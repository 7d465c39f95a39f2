"""Here both executors are compared, so `Game` is played by the reference engine alone."""

from collections.abc import Iterator

import pytest

from keyflower import fast


@pytest.fixture(scope="module", autouse=True)
def _reference() -> Iterator[None]:
    with fast.played_by("reference"):
        yield
