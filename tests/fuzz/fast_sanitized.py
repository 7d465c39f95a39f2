"""The fast executor under the sanitizers of gcc: reading or writing where it may not ends the run. By hand, on Linux:

    python -m tests.fuzz.fast_sanitized          # some minutes
    python -m tests.fuzz.fast_sanitized 1        # one round

A copy of the package is built with ``-fsanitize=address,undefined``; the work tree is not touched. Each round plays
sixty games by `apply`, and by `play_many` 1,200 at random and forty of stewards, with deals, lists, rollouts and totals
on the way, tries damaged bytes and pickles, changes every byte of one packed game, and plays on from positions that
somebody changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
ROUNDS = 4
SANITIZED = "gcc -g -fsanitize=address,undefined -fno-sanitize-recover=all"


def build_and_run(rounds: int) -> int:
    """Build a copy with sanitizers and play with it in another process."""
    found = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("keyflower", "tests"):
            shutil.copytree(ROOT / name, Path(folder) / name)
        build = Path(folder) / "keyflower" / "fast" / "build.py"
        build.write_text(build.read_text("utf-8").replace("-O3", "-O1"), "utf-8")  # or gcc takes a minute
        environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1", "CC": SANITIZED}
        subprocess.run([sys.executable, "-m", "keyflower.fast"], cwd=folder, env=environment, check=True)
        environment |= {
            "LD_PRELOAD": found,
            "ASAN_OPTIONS": "detect_leaks=0",
        }  # Python itself leaves some behind
        run = [sys.executable, "-m", "tests.fuzz.fast_sanitized", "play", str(rounds)]
        return subprocess.run(run, cwd=folder, env=environment, check=False).returncode


def play(rounds: int) -> None:
    """Play, deal, list and count; print how much was done."""
    from keyflower import fast
    from tests.support.fast_games import KINDS, new, short_of_pieces, with_powers

    assert fast.executor == "native"
    done: Counter[str] = Counter()
    for number in range(rounds):
        for kind in KINDS:
            for seats in range(2, 7):
                rng = Random(100 * number + seats)
                game = new(kind, seats, 10 * number + seats)
                if number % 4 == 1:
                    game = with_powers(game, rng)
                if number % 4 == 2:
                    game = short_of_pieces(game, rng)
                play_one(game, rng, done)
                play_game(new(kind, seats, 10 * number + seats), rng, done)
        for expansions in ((), ("farmers",), ("merchants",), ("farmers", "merchants")):
            for seats in range(2, 7):
                done["games"] += len(fast.play_many(60, seed=number, seats=seats, expansions=expansions))
                thought = fast.play_many(2, seed=number, seats=seats, expansions=expansions, policy="steward")
                done["games of stewards"] += len(thought)
        change_each_byte(number, done)
        for seed in range(40):
            try_position(1000 * number + seed, done)
        sys.stdout.write(", ".join(f"{amount} {what}" for what, amount in done.items()) + "\n")
        sys.stdout.flush()


def play_one(game: Any, rng: Random, done: Counter[str]) -> None:  # Any: Game, which is imported later
    """Play one game to its end, and call everything on the way."""
    from keyflower import fast

    packed, stream = fast.pack(game), fast.Stream(1)
    while not packed.over:
        seat = rng.choice(packed.deciding)
        options = fast.options(packed, seat=seat)
        if done["steps"] % 5 == 0:
            list(options)
        if done["steps"] % 3 == 0:
            for viewer in range(-1, len(game.players)):
                dealt = fast.redeal(packed, viewer, stream)
                done["deals"] += 1
            fast.totals(fast.rollout(dealt, stream, plies=15))
        if done["steps"] % 40 == 0:
            try_damaged(game, packed.form, rng, done)
        packed = fast.apply(packed, rng.randrange(len(options)), seat=seat)
        done["steps"] += 1
    fast.winners(packed)
    fast.redeal(packed, 0, stream)
    fast.rollout(game, rng)
    done["games"] += 1


def play_game(game: Any, rng: Random, done: Counter[str]) -> None:  # Any: as above
    """Play one game to its end as a `Game`: by options drawn, listed, and kept from the decision before."""
    from keyflower import fast

    kept: list[Any] = []  # Any: actions
    with fast.played_by("native"):
        while not game.over:
            seat, decision = rng.choice([*game.decisions.items()])
            options = [*decision.options] if rng.random() < 0.5 else [decision.options.sample(rng)]
            possible = [action for action in kept if rng.random() < 0.1 and action in decision.options]
            kept = options
            game = game.play((possible or options)[-1], seat=seat)
            done["actions of Game"] += 1


def try_damaged(game: Any, form: bytes, rng: Random, done: Counter[str]) -> None:  # Any: as above
    """Change some bytes: they are refused, or are another sound game that can be played."""
    from keyflower import fast

    damaged = bytearray(form)
    for _ in range(rng.randrange(1, 4)):
        damaged[rng.randrange(len(damaged))] = rng.randrange(256)
    if rng.random() < 0.3:
        damaged = damaged[: rng.randrange(len(damaged))]
    done["damaged"] += 1
    try:
        other = fast.packed_from(bytes(damaged), game)
    except fast.PackedError:
        done["refused"] += 1
    else:
        call_all(other, done)
    unpickle(fast.pack(game), bytes(damaged), done)


def unpickle(packed: Any, form: bytes, done: Counter[str]) -> None:  # Any: Packed, which is imported later
    """Read a pickle whose bytes were changed: it is refused, or whatever is called with it ends."""
    from keyflower import fast

    make, (_, *rest) = packed.__reduce__()
    try:
        other = make(form, *rest)
    except fast.PackedError:
        done["refused pickles"] += 1
    else:
        call_all(other, done)


def call_all(packed: Any, done: Counter[str]) -> None:  # Any: as above
    """Call everything; a game made by hand may lead nowhere, and is told so."""
    from keyflower import HiddenInformation, fast

    done["strange games"] += 1
    for seat in packed.deciding:
        options = fast.options(packed, seat=seat)
        list(options)
        for place in {0, len(options) // 2, len(options) - 1} if len(options) else ():
            try:
                fast.totals(fast.apply(packed, place, seat=seat))
            except fast.PackedError:
                done["stuck"] += 1
    for key in range(3):
        try:
            fast.rollout(packed, Random(key))
            fast.rollout(fast.redeal(packed, key - 1, fast.Stream(key)), fast.Stream(key))
        except (fast.PackedError, HiddenInformation):
            done["stuck"] += 1


def change_each_byte(seed: int, done: Counter[str]) -> None:
    """Change one byte of a packed game, each in turn."""
    from keyflower import fast
    from tests.support.odd_positions import moment

    rng = Random(seed)
    packed = fast.pack(moment(rng))
    for place in range(len(packed.form)):
        form = bytearray(packed.form)
        form[place] = rng.choice((form[place] ^ 1 << rng.randrange(8), 0, 255, rng.randrange(256)))
        unpickle(packed, bytes(form), done)


def try_position(seed: int, done: Counter[str]) -> None:
    """Hand over a position that somebody changed, and put its state into a game in spite of what is wrong with it."""
    from attrs import evolve

    from keyflower import LogError, fast
    from keyflower.facade.data.codec import codec
    from tests.support.odd_positions import changed, moment

    rng = Random(seed)
    game = moment(rng)
    position = changed(rng, game.position().to_data(), rng.randrange(1, 5))
    try:
        packed = fast.pack(evolve(game, state=codec(game.ruleset).state_from_data(position["state"])))
    except (fast.PackedError, LogError):
        done["refused states"] += 1
    else:
        call_all(packed, done)


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(int(sys.argv[2]))
    else:
        raise SystemExit(build_and_run(int(sys.argv[1]) if sys.argv[1:] else ROUNDS))
