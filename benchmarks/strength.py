"""`python -m benchmarks.strength`: write the table of how strong the bots are, from all games that have been played.

It reads ``benchmarks/strength.csv``, to which `benchmarks.tournament` and `benchmarks.pinned` add their games, and
writes ``docs/howto/strength.inc``. A goal is missed if the 95 % interval lies below it. Otherwise it is reached, and
open as long as fewer games have been played than a row should have and the interval is not above it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean, stdev

from benchmarks import tournament
from benchmarks.played_games import PlayedGame, read
from benchmarks.tournament import Match
from keyflower.bots import Bot
from keyflower.kernel.bots import name_of
from keyflower.simulate import Share

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "strength.inc"
HEAD = ("who", "against", "games", "won (95 % interval)", "margin", "goal")
PINNED_GOAL = 50.0
FULL = 400
"""How many games a row should have ..."""
FULL_WHEN_SLOW = 100
"""... and one with more playouts."""


def row(who: str, others: str, games: Sequence[PlayedGame], goal: float, full: int = FULL) -> str:
    """Return a line of the table."""
    share, margins = Share(sum(game.won for game in games), len(games)), [game.margin for game in games]
    error = f" ± {1.96 * stdev(margins) / len(margins) ** 0.5:.1f}" if len(margins) > 1 else ""
    low, high = (100 * end for end in share.interval)
    verdict = "missed" if high < goal else "reached" if low >= goal or len(games) >= full else "open"
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


def against(match: Match) -> str:
    """Return what the table calls the opponents of a match."""
    [(bot, number)] = Counter(map(told, match.others)).items()
    return f"{number} × {bot}" + (f", with {', '.join(match.expansions)}" if match.expansions else "")


def rows(games: Sequence[PlayedGame]) -> Iterator[str]:
    """Iterate the lines for some games: matches in the order of the tournament, then earlier revisions."""
    names = [*tournament.MATCHES, *sorted({game.match for game in games} - {*tournament.MATCHES})]
    ordered = sorted(games, key=lambda game: names.index(game.match))
    for name, group in groupby(ordered, key=lambda game: game.match):
        match = tournament.MATCHES.get(name)
        if match is not None:
            yield row(told(match.hero), against(match), [*group], match.goal)
            continue
        _, revision, seats, playouts = name.split("-")
        others = f"{int(seats) - 1} × the search of revision `{revision}`, {playouts} playouts"
        full = FULL if int(playouts) == tournament.BRIEF else FULL_WHEN_SLOW
        yield row(f"search-{playouts}p", others, [*group], PINNED_GOAL, full)


def table(games: Sequence[PlayedGame]) -> str:
    """Return the whole table."""
    lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|", *rows(games)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table."""
    PAGE.write_text(table(read()), "utf-8")


if __name__ == "__main__":
    main()
