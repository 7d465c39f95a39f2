"""`python -m benchmarks.strength`: write the table of how strong the bots are, from all games that have been played.

It reads the folders that `benchmarks.tournament` and `benchmarks.pinned` have filled, as many games as there are, and
writes ``docs/howto/strength.inc``. A row of the page stays as it is unless the folders have at least as many games for
it. A goal is missed if the 95 % interval lies below it. Otherwise it is reached, and
open as long as fewer games have been played than a row should have and the interval is not above it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, stdev
from typing import TypeAlias

from benchmarks import tournament
from benchmarks.tournament import Match
from keyflower.bots import Bot
from keyflower.kernel.bots import name_of
from keyflower.simulate import RunStore, Share

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "strength.inc"
HEAD = ("who", "against", "games", "won (95 % interval)", "margin", "goal")
PINNED_GOAL = 50.0
FULL = 400
"""How many games a row should have."""
Game: TypeAlias = tuple[bool, float]
"""Whether the hero won, and how many points it was ahead of the average of the others."""


def row(who: str, others: str, games: Sequence[Game], goal: float) -> str:
    """Return a line of the table."""
    share, margins = Share(sum(won for won, _ in games), len(games)), [margin for _, margin in games]
    error = f" ± {1.96 * stdev(margins) / len(margins) ** 0.5:.1f}" if len(margins) > 1 else ""
    low, high = (100 * end for end in share.interval)
    verdict = "missed" if high < goal else "reached" if low >= goal or len(games) >= FULL else "open"
    cells = (
        who, others, str(len(games)), f"{100 * share.rate:.0f} % ({low:.1f}-{high:.1f})",
        f"{fmean(margins):+.1f}{error}", f"{goal:.0f} %: {verdict}",
    )  # fmt: skip
    return f"| {' | '.join(cells)} |"


def told(bot: Bot) -> str:
    """Return what the table calls a bot."""
    known = {
        name_of(tournament.FORMER): "steward with the weights `FIRST`",
        name_of(tournament.STEWARD): "steward with the weights `SECOND`",
    }
    return known.get(name_of(bot), name_of(bot))


def played(match: Match, folder: Path) -> list[Game]:
    """Return the games of a match that are there."""
    found, hero = [], name_of(match.hero)
    for stored in RunStore(folder).rows():
        totals, seat = stored["totals"], stored["bots"].index(hero)
        others = (sum(totals) - totals[seat]) / (len(totals) - 1)
        found.append((seat in stored["winners"], totals[seat] - others))
    return found


def against(match: Match) -> str:
    """Return what the table calls the opponents of a match."""
    [(bot, number)] = Counter(map(told, match.others)).items()
    return f"{number} × {bot}" + (f", with {', '.join(match.expansions)}" if match.expansions else "")


def rows(folder: Path) -> Iterator[str]:
    """Iterate the lines for the games in a folder: matches, then earlier revisions."""
    for name, match in tournament.MATCHES.items():
        games = played(match, folder / name) if (folder / name).exists() else []
        if games:
            yield row(told(match.hero), against(match), games, match.goal)
    for file in sorted((folder / "pinned").glob("*.jsonl")):
        revision, seats, playouts = file.stem.split("-")
        games = [(one["won"] == 1, one["margin"]) for one in map(json.loads, file.read_text().splitlines())]
        others = f"{int(seats) - 1} × the search of revision `{revision}`"
        yield row(f"search-{playouts}p", others, games, PINNED_GOAL)


def merged(page: str, lines: Iterable[str]) -> list[str]:
    """Return the rows of a page and new ones, in the order of the tournament; the row with more games is kept."""
    found: dict[tuple[str, str], tuple[int, str]] = {}
    for line in [*page.splitlines()[2:], *lines]:
        who, others, games = (cell.strip() for cell in line.split("|")[1:4])
        if int(games) >= found.get((who, others), (0, ""))[0]:
            found[who, others] = int(games), line
    order = [(told(match.hero), against(match)) for match in tournament.MATCHES.values()]
    names = sorted(found, key=lambda name: order.index(name) if name in order else len(order))
    return [found[name][1] for name in names]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=Path, default=tournament.RUNS)
    given = parser.parse_args()
    kept = PAGE.read_text("utf-8") if PAGE.exists() else ""
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|", *merged(kept, rows(given.runs))]
    PAGE.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
