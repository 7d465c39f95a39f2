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
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from time import monotonic

from attrs import frozen

from benchmarks.played_games import FILE, PlayedGame, add, ahead, check, of_match, revision
from benchmarks.seeds import PUBLISHING
from keyflower.bots import FIRST, SECOND, Bot, SearchBot, StewardBot
from keyflower.kernel.bots import name_of
from keyflower.simulate import Share, simulate

A_SECOND = 1100
"""How many playouts a search at three seats does in a second."""
TENTH = A_SECOND // 10
BRIEF = 60
"""A search that hardly thinks: its goals are the same."""
EXAMPLES = Path(__file__).parents[1] / "examples"

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


def played(name: str, number: int) -> PlayedGame:
    """Play a game of a match; the players sit one seat further in each."""
    match, seed = MATCHES[name], PUBLISHING[number]
    bots = [match.hero, *match.others]
    seat = -number % len(bots)
    seated = bots[-seat:] + bots[:-seat]
    [result] = simulate(seated, [seed], expansions=match.expansions, rotate=False).games
    won, margin = seat in result.winners, ahead(result.totals, seat)
    return PlayedGame(name, seed, seat, won, margin, revision())


def run(names: Sequence[str], games: int, workers: int, file: Path) -> None:
    """Play matches, as many games as are missing, and print how they stand."""
    for name in names:
        begun, before = monotonic(), of_match(name, file)
        if before:
            check(before[-1], played(name, before[-1].number))
        with ProcessPoolExecutor(workers) as pool:
            for game in pool.map(partial(played, name), range(len(before), games)):
                add(game, file)
                minutes = (monotonic() - begun) / 60
                print(f"\r{name}: {game.number + 1} of {games} games, {minutes:.0f} min", end="", flush=True)
        found = of_match(name, file)
        share, goal = Share(sum(game.won for game in found), len(found)), MATCHES[name].goal
        print(f"\r{name:20} wins {share} games (par {MATCHES[name].par:.0f}, goal {goal:.0f})")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", nargs="*", default=[], choices=[*MATCHES, []], metavar="match")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--list", action="store_true", help="only name the matches")
    given = parser.parse_args()
    if given.list:
        print("\n".join(MATCHES))
    else:
        run(given.matches or list(MATCHES), given.games, given.workers, given.out)


if __name__ == "__main__":
    main()
