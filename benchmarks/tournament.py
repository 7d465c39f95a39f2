"""`python -m benchmarks.tournament`: how often each bot wins, with 95 % intervals; can be stopped and started again.

python -m benchmarks.tournament --list
python -m benchmarks.tournament search-3 steward-3 --games 200 --workers 2

A search tries a fixed number of games in each turn, so that results do not depend on what else the machine does. The
numbers are what one quiet core of a server of 2024 does in the time that a match is about.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic

from attrs import frozen

from benchmarks.seeds import PUBLISHING
from keyflower.bots import FIRST, SECOND, Bot, SearchBot, StewardBot
from keyflower.kernel.bots import name_of
from keyflower.simulate import Standing, simulate

A_SECOND = 1100
"""How many playouts a search at three seats does in a second."""
TENTH = A_SECOND // 10
BRIEF = 60
"""A search that hardly thinks: its goals are the same."""
EXAMPLES = Path(__file__).parents[1] / "examples"
RUNS = Path(__file__).parent / "runs"
"""Where games are kept; not part of the repository."""

FORMER = StewardBot(weights=FIRST)
STEWARD = StewardBot(weights=SECOND)
"""The steward before turn-order tiles counted for more in winter: what searches are measured against."""


@frozen
class Match:
    """One bot against others."""

    hero: Bot
    others: tuple[Bot, ...]
    goal: float
    """The share of games that the hero should win, in hundredths."""
    expansions: tuple[str, ...] = ()

    @property
    def par(self) -> float:
        return 100 / (1 + len(self.others))


def _styles() -> Sequence[Bot]:
    """Return the four styles of ``examples/styles.py``, loaded by name so that other processes find them, too."""
    sys.path.append(str(EXAMPLES))
    found: Sequence[Bot] = import_module("styles").STYLES
    return found


def _matches() -> Mapping[str, Match]:
    second, tenth, brief = (SearchBot(playouts=number) for number in (A_SECOND, TENTH, BRIEF))
    found: dict[str, Match] = {}
    for rules in ((), ("farmers",)):
        for name, before, goal in (("former", FORMER, 60), ("second", STEWARD, 50)):
            found["-".join(("steward-3", name, *rules))] = Match(StewardBot(), (before,) * 2, goal, rules)
    for seats, former, new in ((2, 97, 98), (3, 90, 97), (4, 80, 92)):
        found[f"search-{seats}-former"] = Match(second, (FORMER,) * (seats - 1), former)
        found[f"search-{seats}"] = Match(second, (STEWARD,) * (seats - 1), new)
        found[f"brief-{seats}-former"] = Match(brief, (FORMER,) * (seats - 1), former)
        found[f"brief-{seats}"] = Match(brief, (STEWARD,) * (seats - 1), new)
    for style in _styles():
        found[f"brief-3-{name_of(style).replace(' ', '-')}"] = Match(brief, (style,) * 2, 98)
    found["quick-3"] = Match(tenth, (STEWARD,) * 2, 60)
    found["quick-3-former"] = Match(tenth, (FORMER,) * 2, 60)
    found["quick-3-farmers"] = Match(tenth, (STEWARD,) * 2, 60, ("farmers",))
    return found


MATCHES = _matches()
"""The goals, by name."""


def told(name: str, match: Match, standing: Standing) -> str:
    """Return how a match stands, in a line."""
    hero = name_of(match.hero)
    points = standing.points[hero]
    low, high = points.interval
    return (
        f"{name:20} {hero:14} wins {standing.share(hero)} games (par {match.par:.0f}, goal {match.goal:.0f}); "
        f"points {points.mean:.1f} ({low:.1f} to {high:.1f})"
    )


def _tell(begun: float, name: str, done: int, total: int) -> None:
    print(f"\r{name}: {done} of {total} games, {(monotonic() - begun) / 60:.0f} min", end="", flush=True)


def run(names: Sequence[str], games: int, workers: int, folder: Path) -> None:
    """Play matches and print how they stand."""
    for name in names:
        match = MATCHES[name]
        results = simulate(
            [match.hero, *match.others],
            PUBLISHING[:games],
            expansions=match.expansions,
            accumulators=(Standing(),),
            processes=workers,
            out=folder / name,
            chunk=len(match.others) + 1,
            progress=partial(_tell, monotonic(), name),
        )
        print(f"\r{told(name, match, results.accumulators[0])}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", nargs="*", default=[], choices=[*MATCHES, []], metavar="match")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=RUNS)
    parser.add_argument("--list", action="store_true", help="only name the matches")
    given = parser.parse_args()
    if given.list:
        print("\n".join(MATCHES))
    else:
        run(given.matches or list(MATCHES), given.games, given.workers, given.out)


if __name__ == "__main__":
    main()
