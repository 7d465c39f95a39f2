"""Perft: how many sequences of actions there are from a position, as text files that are reviewed in diffs.

A position is a moment of a golden game (the number says after how many actions), so it does not depend on the
order of options. A sequence of length n is n times a seat that decides and one of its options; chance answers
from the seed of the game.

    python -m tests.support.perft_counts          counts everything anew and writes the files

A number changes only together with a sentence that says which rule moved.
"""

from functools import lru_cache
from pathlib import Path

from keyflower.facade.game import Game
from tests.support.golden_games import GAMES, path_of, read_steps, replayed
from tests.support.naive_options import naive_options

FOLDER = Path(__file__).parents[1] / "perft"
DEEPEST = 3
MOST_GAMES = 13_000
"""A depth is counted only if no more sequences than this lead to the depth before it."""


@lru_cache(maxsize=1)
def moments(name):
    """The golden game at every moment."""
    return tuple(replayed(name, read_steps(path_of(name).read_text(encoding="utf-8"))))


def listed(game: Game, seat: int):
    return game.decisions[seat].options


def count(game, depth, options=listed):
    """How many sequences of so many actions there are."""
    if not depth:
        return 1
    seats = game.decisions
    if depth == 1:
        return sum(len(options(game, seat)) for seat in seats)
    return sum(
        count(game.play(action, seat=seat), depth - 1, options)
        for seat in seats
        for action in options(game, seat)
    )


def count_naively(game, depth):
    """The same by a search that knows nothing but refusals."""
    return count(game, depth, naive_options)


def positions(name):
    """The moments whose sequences are counted: the first of every kind of question in every season."""
    seen = set()
    for number, game in enumerate(moments(name)):
        for decision in game.decisions.values():
            if (game.season, decision.kind) not in seen:
                seen.add((game.season, decision.kind))
                yield number, f"{game.season} {decision.kind}"


def rows(name):
    """Every line of a file: after how many actions, depth, number of sequences, question."""
    for number, question in positions(name):
        game, games = moments(name)[number], 1
        for depth in range(1, DEEPEST + 1):
            if games <= MOST_GAMES:
                games = count(game, depth)
                yield number, depth, games, question


def read_rows(name):
    """The lines of a file."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for line in lines[1:]:
        after, depth, sequences, question = line.split(maxsplit=3)
        yield int(after), int(depth), int(sequences), question


def written(name):
    """The file of a golden game."""
    lines = [("after", "depth", "sequences", "question"), *rows(name)]
    return "".join(
        f"{after:>5} {depth:>5} {games:>10}  {question}\n" for after, depth, games, question in lines
    )


def main():
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        (FOLDER / f"{name}.txt").write_text(written(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
