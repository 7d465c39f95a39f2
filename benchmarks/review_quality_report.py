"""The answers of `benchmarks.review_quality`: from its results to a table, a plot and the page about reviews."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import inf, sqrt
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.report import update_docs
from keyflower.review import Estimate, Grade

DOCS = Path(__file__).parents[1] / "docs" / "explanation"
MISTAKES = (Grade.MISTAKE, Grade.BLUNDER)
BINS = (0.0, 0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98, 1.01)
Row = dict[str, Any]  # JSON
Answer = tuple[str, str, str]
"""A question, what was measured, and what is wanted."""


# ---------------------------------------------------------------------- statistics


def wilson(number: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    p, z = number / of, 1.96
    centre = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return centre - half, centre + half


def share(number: int, of: int) -> str:
    """Return a share with its 95 % interval."""
    if not of:
        return "none of none"
    low, high = wilson(number, of)
    return f"{number} of {of}: {100 * number / of:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return how much more often two graders agree than by chance."""
    agree = sum(one == other for one, other in pairs) / len(pairs)
    names = {name for pair in pairs for name in pair}
    chance = (
        sum(sum(one == name for one, _ in pairs) * sum(other == name for _, other in pairs) for name in names)
        / len(pairs) ** 2
    )
    return (agree - chance) / (1 - chance) if chance < 1 else 1.0


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return how two rows of numbers correlate."""
    means = [sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1)]
    both = sum((one - means[0]) * (other - means[1]) for one, other in pairs)
    squares = [sum((pair[side] - means[side]) ** 2 for pair in pairs) for side in (0, 1)]
    return both / sqrt(squares[0] * squares[1]) if all(squares) else 1.0


def resampled(games: Sequence[Sequence[Any]], value: Callable[[list[Any]], float]) -> str:  # Any: pairs
    """Return a value over all games with its 95 % interval, which comes from drawing games again and again."""
    rng = Random(1)
    whole = value([pair for game in games for pair in game])
    drawn = sorted(
        value([pair for game in rng.choices(games, k=len(games)) for pair in game]) for _ in range(1000)
    )
    return f"{whole:.2f} ({drawn[25]:.2f}-{drawn[974]:.2f})"


def _mean(games: Iterable[Sequence[float]]) -> Estimate:
    """Return a mean of values that are alike within a game; the error is that of games."""
    some = [game for game in games if game]
    number, mean = sum(map(len, some)), sum(map(sum, some)) / max(1, sum(map(len, some)))
    if len(some) < 2:
        return Estimate(mean, inf)
    squares = sum((sum(game) - mean * len(game)) ** 2 for game in some)
    return Estimate(mean, sqrt(squares * len(some) / (len(some) - 1)) / number)


# ---------------------------------------------------------------------- answers


def positions(rows: Sequence[Row]) -> list[tuple[float, bool]]:
    """Return every chance that a curve gave somebody, and whether that seat won."""
    return [
        (chance, won)
        for row in rows
        for moment in row["chances"]
        for chance, won in zip(moment, row["won"], strict=True)
    ]


def bins(seats: Sequence[tuple[float, bool]]) -> list[tuple[float, int, int]]:
    """Return the mean chance, the wins and the number of seats, by chance."""
    found = []
    for low, high in pairwise(BINS):
        inside = [(chance, won) for chance, won in seats if low <= chance < high]
        if inside:
            mean = sum(chance for chance, _ in inside) / len(inside)
            found.append((mean, sum(won for _, won in inside), len(inside)))
    return found


def _edges(rows: Sequence[Row]) -> str:
    kinds = {kind for row in rows for kind in row["bots"]}
    by_kind = {
        kind: _mean(
            [edge for seat, _, _, edge in row["choices"][0] if row["bots"][seat] == kind] for row in rows
        )
        for kind in kinds
    }
    ordered = sorted(by_kind.items(), key=lambda item: (-item[1].mean, item[0]))
    return ", ".join(
        f"{kind} {edge:+.2f}".replace("± +", "± ").replace("± inf", "(one game)") for kind, edge in ordered
    )


def _matches(rows: Sequence[Row]) -> str:
    kinds = {kind for row in rows for kind in row["bots"]}
    by_kind = {
        kind: _mean(
            [m for name, m in zip(row["bots"], row["margins"], strict=True) if name == kind]
            for row in rows
            if len(set(row["bots"])) > 1
        )
        for kind in kinds
    }
    ordered = sorted(by_kind.items(), key=lambda item: -item[1].mean)
    return ", ".join(
        f"{kind} {margin:+.1f}".replace("± +", "± ").replace("± inf", "(one game)")
        for kind, margin in ordered
    )


def answers(rows: Sequence[Row]) -> Iterable[Answer]:
    """Yield what the results say, question by question."""
    seats = positions(rows)
    number = sum(len(row["chances"]) for row in rows)
    error = sum((chance - won) ** 2 for chance, won in seats) / len(seats)
    base = sum(won for _, won in seats) / len(seats)
    yield (
        "(a) calibration of the chance to win, see the plot",
        f"{number} positions of {len(rows)} games; Brier score {error:.3f} "
        f"(always saying {base:.2f}: {base * (1 - base):.3f})",
        "2,000 positions of 400 games",
    )
    judged = [row["decisions"] for row in rows if row["what"] == "decisions"]
    average = [[_gain(one, None) for one in game if "margins" in one] for game in judged]
    steward = [[_gain(one, one["steward"]) for one in game if "margins" in one] for game in judged]
    yield (
        "(b) gain of the favourite in whole games and other deals, over the average option / over the steward's choice",
        f"{_mean(average):+.1f} / {_mean(steward):+.1f} points ({sum(map(len, average))} decisions)".replace(
            "± +", "± "
        ),
        "above 0",
    )
    reviewed = [row for row in rows if row["what"] == "reviews"]
    blaming = [row for row in rows if "alarms" in row]
    edges = _edges([row for row in rows if "choices" in row])
    yield "(c) edge in points a decision, winter included", edges, "ranked as in matches"
    yield "(c) margin of the same bots in the games of (a)", _matches(rows), ""
    planted = [one for game in judged for one in game if one.get("long") in MISTAKES]
    marked = sum(one["usual"] != Grade.GOOD for one in planted)
    yield "(d) planted mistakes that are graded down", share(marked, len(planted)), "95 of 100"
    found = sum(one["usual"] in MISTAKES for one in planted)
    yield "(d) planted mistakes that are called mistakes or blunders", share(found, len(planted)), ""
    alarms = [grade for row in blaming for grade in row["alarms"]]
    own = sum(row["bots"][choice[0]] == "search" for row in blaming for choice in row["choices"][0])
    yield (
        "(d) false alarms: mistakes of the search that are none by ten times the deals",
        share(sum(grade not in MISTAKES for grade in alarms), own),
        "below 3 of 100",
    )
    grades = [[(one[2], other[2]) for one, other in zip(*row["choices"], strict=True)] for row in reviewed]
    agree = sum(one == other for game in grades for one, other in game)
    yield (
        "(e) kappa of the grades of two seeds",
        f"{resampled(grades, kappa)}; they agree in {share(agree, sum(map(len, grades)))}",
        "0.7",
    )
    ways = (
        ("", "0.8", lambda row: "paired" in row),
        (
            ", as it was: later draws not the same",
            "",
            lambda row: row["what"] == "luck" and "paired" not in row,
        ),
        (", as it was before: in as many deals as options get", "", lambda row: row["what"] == "reviews"),
    )
    for what, wanted, chosen in ways:
        luck = [
            [(a[0], b[0]) for a, b in zip(*row["luck"], strict=True)]
            for row in rows
            if "luck" in row and chosen(row)
        ]
        if luck:
            told = f"{resampled(luck, correlation)}, {sum(map(len, luck))} seats of {len(luck)} games"
            yield f"(f) correlation of the luck of two seeds{what}", told, wanted


def _gain(one: Row, than: int | None) -> float:
    margins: list[float] = one["margins"]
    return margins[0] - (sum(margins) / len(margins) if than is None else margins[than])


# ---------------------------------------------------------------------- the page


def plot(seats: Sequence[tuple[float, bool]]) -> str:
    """Return the calibration as a picture: what the curve said, and how often it came true, with intervals."""

    def x(chance: float) -> float:
        return 48 + 300 * chance

    def y(chance: float) -> float:
        return 318 - 300 * chance

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 380 372" width="380" role="img" '
        'font-family="system-ui, sans-serif" font-size="12" fill="#777">',
        "<title>How often seats won, by the chance that the curve gave them</title>",
        f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}M{x(0)} {y(0)}L{x(1)} {y(1)}" fill="none" stroke="#999"/>',
    ]
    for quarter in range(5):
        at = quarter / 4
        parts += [
            f'<text x="{x(0) - 6}" y="{y(at) + 4}" text-anchor="end">{100 * at:.0f} %</text>',
            f'<text x="{x(at)}" y="{y(0) + 16}" text-anchor="middle">{100 * at:.0f} %</text>',
        ]
    parts.append(f'<text x="{x(0.5)}" y="{y(0) + 38}" text-anchor="middle">the curve gave this chance</text>')
    parts.append(f'<text x="{x(0) + 8}" y="{y(1) + 4}">so many won</text>')
    for mean, won, number in bins(seats):
        low, high = wilson(won, number)
        parts.append(
            f'<path d="M{x(mean):.1f} {y(low):.1f}V{y(high):.1f}" stroke="#3b82c4" stroke-width="2"/>'
            f'<circle cx="{x(mean):.1f}" cy="{y(won / number):.1f}" r="4.5" fill="#3b82c4">'
            f"<title>{100 * mean:.0f} %: {share(won, number)}</title></circle>"
        )
    return "".join([*parts, "</svg>\n"])


def about(rows: Sequence[Row]) -> str:
    """Return what was played and reviewed, in a sentence."""
    of = {
        kind: [row for row in rows if row["what"] == kind]
        for kind in ("decisions", "reviews", "alarms", "luck")
    }
    rules = [" and ".join(row["rules"]) or "base" for row in rows]
    games = ", ".join(f"{rules.count(name)} {name}" for name in dict.fromkeys(rules))
    decided = sum(len(row["choices"][0]) for row in of["reviews"])
    return (
        f"{len(rows)} games ({games}) of two to six seats on seeds for publishing. In {len(of['reviews'])} of them a "
        f"part of the decisions ({decided}) was reviewed twice; in {len(of['decisions'])} others the options of a few "
        "decisions were played to the end of the game, and mistakes were planted; "
        f"in {len(of['alarms'])} others decisions of the search were reviewed, and in {len(of['luck'])} others all "
        "luck, twice. Intervals are 95 %."
    )


def put_into_docs(rows: Sequence[Row]) -> None:
    """Write the plot and the table into the page about reviews."""
    (DOCS / "calibration.svg").write_text(plot(positions(rows)), "utf-8")
    lines = [about(rows), "", "| question | measured | wanted |", "|---|---|---|"]
    lines += [f"| {question} | {measured} | {wanted} |" for question, measured, wanted in answers(rows)]
    update_docs(DOCS / "reviews.md", "quality", "\n".join(lines))
