"""`python -m benchmarks.pinned`: today's search against that of an earlier revision; can be stopped and started again.

python -m benchmarks.pinned --revision f8475798 --games 400 --playouts 60

The earlier revision is unpacked and built in a folder of its own and runs in a process of its own, so nothing of it has
to be kept in the package. Both processes play the same game from the same seed: whoever has to decide is asked, and the
answer is played in both. At the end the points of both have to be the same. One new player sits among earlier ones.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import IO

from benchmarks.played_games import FILE, PlayedGame, add, ahead, check, of_match, revision
from benchmarks.seeds import PUBLISHING
from keyflower.bots import SearchBot
from keyflower.facade.game import Game
from keyflower.kernel.bots import player_names
from keyflower.simulate import Share

ROOT = Path(__file__).parents[1]
RUNS = Path(__file__).parent / "runs" / "pinned"
"""Where earlier revisions are unpacked; not part of the repository."""
PINNED = "f8475798"
"""The last revision whose search had no learned value."""
EARLIER = """
import sys
from random import Random
from keyflower import Game
from keyflower.bots import SearchBot
from keyflower.fast.library import loaded
assert loaded() is not None, "the earlier revision needs its native library"
bot = SearchBot(playouts=int(sys.argv[1]))
for line in sys.stdin:
    word, *rest = line.rstrip("\\n").split("\\t")
    if word == "new":
        game, rng = Game.new(rest[1:], seed=int(rest[0])), Random(int(rest[0]))
    elif word == "choose":
        view = game.view(int(rest[0])).remembering(game.log)
        print(str(bot.choose(view, view.decision, rng)), flush=True)
    elif word == "play":
        game = game.play(rest[1], seat=int(rest[0]))
    else:
        print(*[game.scores[seat].total for seat in range(len(game.players))], flush=True)
"""


def unpacked(revision: str, folder: Path) -> Path:
    """Return where an earlier revision stands, built."""
    place = folder / revision
    if not (place / "built").exists():
        place.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(
            ["git", "archive", revision, "keyflower"], cwd=ROOT, capture_output=True, check=True
        )
        subprocess.run(["tar", "-x", "-C", str(place)], input=archive.stdout, check=True)
        subprocess.run([sys.executable, "-m", "keyflower.fast"], cwd=place, check=True)
        (place / "built").touch()
    return place


class Earlier:
    """An earlier revision in a process of its own."""

    def __init__(self, place: Path, playouts: int) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, "-c", EARLIER, str(playouts)],
            env={**os.environ, "PYTHONPATH": str(place)},
            cwd=place,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, *words: object) -> None:
        """Say something that needs no answer."""
        pipe = self._process.stdin
        assert pipe is not None
        pipe.write("\t".join(map(str, words)) + "\n")
        pipe.flush()

    def ask(self, *words: object) -> str:
        """Say something and return the answer."""
        self.tell(*words)
        pipe: IO[str] | None = self._process.stdout
        assert pipe is not None
        return pipe.readline().rstrip("\n")


def played(match: str, number: int, seats: int, bot: SearchBot, earlier: Earlier) -> PlayedGame:
    """Play one game; the new player sits one seat further in each."""
    seed, own = PUBLISHING[number], number % seats
    names, rng = player_names(seats), Random(seed)
    game = Game.new(names, seed=seed)
    earlier.tell("new", seed, *names)
    while not game.over:
        seat = min(game.decisions)
        if seat == own:
            view = game.view(seat).remembering(game.log)
            action = str(bot.choose(view, view.decision, rng))
        else:
            action = earlier.ask("choose", seat)
        earlier.tell("play", seat, action)
        game = game.play(action, seat=seat)
    totals = [game.scores[seat].total for seat in range(seats)]
    told = earlier.ask("points")
    assert told == " ".join(map(str, totals)), f"the games differ: {told} and {totals}"
    return PlayedGame(match, seed, own, names[own] in game.winners, ahead(totals, own), revision())


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--revision", default=PINNED)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--playouts", type=int, default=60)
    parser.add_argument("--out", type=Path, default=FILE)
    given = parser.parse_args()
    match = f"pinned-{given.revision}-{given.seats}-{given.playouts}"
    earlier = Earlier(unpacked(given.revision, RUNS), given.playouts)
    play = partial(played, match, seats=given.seats, bot=SearchBot(playouts=given.playouts), earlier=earlier)
    before = of_match(match, given.out)
    if before:
        check(before[-1], play(before[-1].number))
    for number in range(len(before), given.games):
        add(play(number), given.out)
        print(f"\r{match}: {number + 1} of {given.games} games", end="", flush=True)
    found = of_match(match, given.out)
    share = Share(sum(game.won for game in found), len(found))
    print(f"\rwins {share} games (par {100 / given.seats:.0f})")


if __name__ == "__main__":
    main()
