"""The study of what tiles are worth: sums that fit the games, and a regression that finds what was put in."""

import json

import pytest

np = pytest.importorskip("numpy", reason="needs the extra analysis")
pytest.importorskip("polars", reason="needs the extra analysis")
pytest.importorskip("matplotlib", reason="needs the extra analysis")

from benchmarks.worth import plots, summary  # noqa: E402  # only where there is polars
from benchmarks.worth.playing import Study  # noqa: E402  # only where there is polars
from keyflower.bots import StewardBot  # noqa: E402  # only where there is polars


@pytest.fixture(scope="module")
def sums(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    study = Study(StewardBot(), 3, 8)
    study.play(folder, "few", games=None, workers=1)
    return summary.Sums(study.parts(folder, "few"))


def test_places_share_all_wins_and_their_margins_add_up_to_nothing(sums):
    places = sums.by_seat()
    assert [line["n"] for line in places] == [8, 8, 8]
    assert sum(line["wins"] for line in places) >= 1
    assert sum(line["margin"] for line in places) == pytest.approx(0, abs=0.01)
    assert all(line["beyond"] == 0 for line in places)
    for line in places:
        low, high = line["wins_interval"]
        assert low <= line["wins"] <= high


def test_tiles_boats_and_openings_are_those_of_the_games(sums):
    assert sum(line["n"] for line in sums.by_boat()) == 8 * 3 * 4
    assert sum(line["n"] for line in sums.by_home()) == 8 * 3
    assert len(sums.openings()) == 8 * 3
    tiles = sums.by_tile()
    assert all(0 < line["sold"] <= 1 and line["price"] >= 1 for line in tiles)
    assert {line["season"] for line in tiles} == {"spring", "summer", "autumn", "winter"}


def test_everything_can_be_drawn_from_the_sums_alone(sums, tmp_path):
    told = json.loads(json.dumps({"steward-3": {"bot": "StewardBot()", **sums.to_data()}}))
    plots.draw(told, tmp_path)
    assert (tmp_path / "tiles.csv").read_text("utf-8").startswith("Tile,Season,Worth")
    drawn = {path.name: path.read_bytes() for path in tmp_path.glob("*.svg")}
    assert {*drawn} == {
        f"{name}.svg" for name in ("boats", "homes", "laid", "openings", "prices", "seats", "tiles")
    }
    assert all(picture.startswith(b"<?xml") for picture in drawn.values())
    assert b"Keythedral" in drawn["tiles.svg"]


def test_a_regression_finds_what_was_put_in_and_says_how_sure_it_is():
    rng = np.random.default_rng(1)
    tables = rng.integers(0, 2, (2000, 3, 4)).astype(float)
    tables -= tables.mean(axis=1, keepdims=True)
    margins = tables @ np.array([3.0, 0.0, -1.0, 0.5])
    found, error = summary._regression(tables, margins)
    assert found == pytest.approx([3.0, 0.0, -1.0, 0.5])
    assert error == pytest.approx([0.0] * 4, abs=1e-6)
    noisy = margins + rng.normal(0, 5, margins.shape)
    found, error = summary._regression(tables, noisy)
    assert (abs(found - [3.0, 0.0, -1.0, 0.5]) < 4 * error).all()
    assert (error > 0.05).all() and (error < 0.3).all()
