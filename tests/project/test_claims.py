"""Numbers in the prose of the pages, beside the tables that are measured: neither may drift away from the other."""

import csv
import inspect
import json
import re
from pathlib import Path

import pytest

import keyflower as kf
from benchmarks import tiny_towns
from keyflower.bots import STRENGTHS, SearchBot
from keyflower.fast.library import loaded
from keyflower.review import review
from keyflower.review.choices import LIMITS
from keyflower.simulate import executors, run
from keyflower.web import Limits

ROOT = Path(__file__).parents[2]
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
_UNITS = {"million": 1e6, "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "kB": 1e3, "MB": 1e6}


def text_of(page: str) -> str:
    """The text of a page, without line breaks."""
    return " ".join((ROOT / page).read_text("utf-8").split())


def amount(words: str) -> float:
    """A number with its unit: ``2.04 million a second``, ``0.49 µs``."""
    found = re.match(r"([\d.,]+)\s*(\S+)?", words)
    assert found is not None, words
    return float(found[1].replace(",", "")) * _UNITS.get(found[2] or "", 1)


def row(question: str) -> list[str]:
    """The cells of a row of the measured table: ours, theirs, the ratio."""
    table = BENCHMARKS.split("<!-- table: begin -->")[1].split("<!-- table: end -->")[0]
    return next(
        [cell.strip() for cell in line.split("|")[2:]]
        for line in table.splitlines()
        if line.startswith(f"| {question} |")
    )


ENGINE = "How much more does a step of the engine cost with The Farmers?"
FAST = "How much more does a step with The Farmers cost?"
FASTER = r"150 times as fast"


def engine_step() -> float:
    return amount(row(ENGINE)[1])


def speed_up() -> float:
    return engine_step() / amount(row(FAST)[1])


CLAIMS = [
    ("docs/explanation/two-executors.md", r"A step takes about (50 µs)", engine_step, 50e-6),
    ("docs/explanation/two-executors.md", FASTER, speed_up, 150),
    ("docs/explanation/index.md", FASTER, speed_up, 150),
    (
        "docs/explanation/two-executors.md",
        r"It takes about (400 bytes)",
        lambda: amount(row("How many bytes does a kept state take?")[0]),
        400,
    ),
    (
        "docs/explanation/speed.md",
        r"a step inside a rollout takes a third of a microsecond",
        lambda: 1 / amount(row("How many steps a second inside a rollout?")[0]),
        0.33e-6,
    ),
    (
        "docs/explanation/speed.md",
        r"a step called from Python about 1.4",
        lambda: 1 / amount(row("How many steps a second in a search tree?")[0]),
        1.4e-6,
    ),
    (
        "docs/explanation/speed.md",
        r"dealing the hidden pieces again about three",
        lambda: 1 / amount(row("How many deals of hidden pieces a second?")[0]),
        3e-6,
    ),
    (
        "docs/explanation/immutable.md",
        r"Each state you keep takes about 700 bytes",
        lambda: amount(row("How much memory does a kept state take?")[0]),
        700,
    ),
]


@pytest.mark.parametrize(
    ("page", "said", "measured", "number"), CLAIMS, ids=[f"{page}-{number}" for page, _, _, number in CLAIMS]
)
def test_a_number_in_the_prose_is_near_the_measured_one(page, said, measured, number):
    """Within a third: "about" means no more than that."""
    assert re.search(said, text_of(page)), f"{page} no longer says so: change this test with it"
    assert number / 1.33 <= measured() <= number * 1.33, f"{page}: {said}"


def test_the_number_of_misses_is_that_of_the_table():
    told = re.search(r"(\d+) of (\d+) commitments are missed", BENCHMARKS)
    goals = BENCHMARKS.split("<!-- goals: begin -->")[1].split("<!-- goals: end -->")[0]
    missed, met = goals.split("### Met")
    lines = [len(re.findall(r"^\| How", part, re.MULTILINE)) for part in (missed, met)]
    assert told is not None
    assert [int(told[1]), int(told[2])] == [lines[0], sum(lines)]


def test_the_prose_of_the_benchmarks_gives_no_verdicts():
    """The generated tables say what is met and what is missed; a sentence beside them would go stale."""
    prose = re.sub(r"<!-- (\w+): begin -->.*?<!-- \1: end -->", "", BENCHMARKS, flags=re.DOTALL)
    verdict = r"[^.]*\b(?:meets?|met|misses that|just miss\w*) (?:its|that|the|this)? ?(?:goal|aim|commitment)[^.]*\."
    assert re.findall(verdict, prose) == []


@pytest.mark.skipif(loaded() is None, reason="the times are those with the compiled library")
def test_the_guide_says_how_long_bots_think():
    told = re.search(r"They take about ([\d.]+), ([\d.]+) and ([\d.]+) second", text_of("docs/howto/bots.md"))
    assert told is not None
    assert [float(number) for number in told.groups()] == [
        SearchBot(strength=strength).wait for strength in STRENGTHS
    ]


def numbers(page: str, said: str) -> list[float]:
    """The numbers of a sentence that a page must have."""
    found = re.search(said, text_of(page))
    assert found is not None, f"{page} no longer says so: change this test with it"
    return [float(number.replace(",", "")) for number in found.groups()]


def test_the_guide_to_long_runs_says_how_they_are_cut_up():
    page = "docs/howto/cluster.md"
    assert numbers(page, r"A part has at most (\d+) games, and more in runs of more than ([\d,]+)\.") == [
        run.CHUNK,
        run.CHUNK * run.PARTS,
    ]
    size, files, each = numbers(page, r"--games (\d+) --workers .* has ([\d,]+) files of ([\d,]+) games each")
    assert [files, each] == [run.PARTS, size / run.PARTS]
    workers, chunks = numbers(
        page, r"more than (\d+) workers, .*: four chunks per worker are queued at a time, or (\d+)"
    )
    assert [chunks, 4 * workers] == [executors.AHEAD, executors.AHEAD]


def test_the_guide_to_serving_says_how_long_tables_are_kept():
    limits = Limits()
    told = r"deleted after (\d+) days, a game that nobody has touched after (\d+), and a finished one after (\d+)\."
    assert numbers("docs/howto/serve.md", told) == [
        limits.unplayed_days,
        limits.untouched_days,
        limits.finished_days,
    ]
    assert numbers("docs/howto/serve.md", r"take up more than (\d+) GB") == [limits.database / 1e9]
    assert numbers("docs/howto/serve.md", r"an action counts (\d+), a new language (\d+)") == [
        limits.costs["play"],
        limits.costs["speak"],
    ]


def test_the_guide_to_reviews_says_where_grades_begin():
    told = r"good below (\d+) %, inaccuracy up to (\d+) %, mistake up to (\d+) %, blunder above that"
    grades = sorted(100 * limit for limit, _ in LIMITS)
    assert numbers("docs/howto/review-a-game.md", told) == pytest.approx(grades)
    deals = inspect.signature(review).parameters["deals"].default
    assert numbers("docs/howto/review-a-game.md", r"The usual number of deals is (\d+)") == [deals]


def test_the_front_pages_count_tiles_as_the_catalogue_does():
    count = {name: len(kf.tiles(expansion=name)) for name in ("base", "farmers")}
    rebuilt = sum(bool(tile.reconstructed) for tile in kf.tiles(expansion="farmers"))
    assert numbers("README.md", r"all (\d+) tiles of the base game") == [count["base"]]
    assert numbers("README.md", r"(\d+) of the (\d+) tiles contain numbers") == [rebuilt, count["farmers"]]
    assert numbers("docs/index.md", r"all (\d+) tiles of the base game") == [count["base"]]
    assert numbers("docs/index.md", r"Of the (\d+) tiles of The Farmers, (\d+) contain") == [
        count["farmers"],
        rebuilt,
    ]
    assert numbers("docs/index.md", r"all (\d+) tiles with pictures") == [len(kf.tiles())]


def test_the_modules_that_the_readme_of_tiny_towns_names_are_there():
    town = ROOT / "examples" / "tinytowns"
    named = set(re.findall(r"`(\w+\.py)`", (town / "README.md").read_text("utf-8")))
    assert named and named <= {one.name for one in (town / "src" / "tinytowns").glob("*.py")}


def test_the_readme_of_tiny_towns_tells_what_its_games_have_shown():
    rows = [json.loads(line) for line in tiny_towns.ROWS.read_text("utf-8").splitlines()]
    assert " ".join(tiny_towns.sentences(rows).split()) in text_of("examples/tinytowns/README.md")
    played = {(row["kind"], row["seed"], row["seat"]) for row in rows}
    assert len(played) == len(rows) and played <= {*tiny_towns.games(40, 100)}


def test_low_tide_is_as_short_as_its_guide_says():
    lines = len((ROOT / "examples" / "low_tide.py").read_text("utf-8").splitlines())
    assert numbers("docs/howto/build-another-game.md", r"fewer than (\d+) lines")[0] - 10 <= lines
    assert lines < numbers("docs/howto/build-another-game.md", r"fewer than (\d+) lines")[0]


WORTH = "docs/explanation/what-is-a-tile-worth.md"


@pytest.mark.parametrize(
    ("file", "begin", "end"), [("tiles", "Tiles", "Prices"), ("farmers", "The Farmers", "Do")]
)
def test_the_worth_of_a_tile_in_the_prose_is_that_of_the_table_below_it(file, begin, end):
    part = text_of(WORTH).split(f"## {begin}")[1].split(f"## {end}")[0]
    with (ROOT / f"docs/_static/worth/{file}.csv").open(encoding="utf-8") as table:
        worth = {line["Tile"].lower(): line["Worth"].split()[0] for line in csv.DictReader(table)}
    named = "|".join(sorted(map(re.escape, worth), key=len, reverse=True))
    told = re.findall(rf"\b({named}) \(([+-][\d.]+)\)", part, re.IGNORECASE)
    assert len(told) >= 7
    assert dict(told) == {tile: worth[tile.lower()] for tile, _ in told}


def test_the_best_winter_tile_wins_as_often_as_the_page_says():
    wins, ahead, spent = numbers(
        WORTH,
        r"Mercer's guild wins (\d+) % of the time and is ([\d.]+) points ahead.*the Mercer's guild only ([\d.]+)\.",
    )
    with (ROOT / "docs/_static/worth/tiles.csv").open(encoding="utf-8") as table:
        guild = next(line for line in csv.DictReader(table) if line["Tile"] == "Mercer's guild")
    assert guild["Owners win"].startswith(f"{wins:.0f} %")
    assert guild["Worth"].startswith(f"+{ahead}")
    assert float(guild["Workers paid"]) == spent
