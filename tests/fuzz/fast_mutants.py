"""Mutants of the fast executor: one rule of it is broken at a time, and the equality tests must notice. Run by hand:

    python -m tests.fuzz.fast_mutants            # all of them, some minutes
    python -m tests.fuzz.fast_mutants 3 17       # some

Each mutant is built in a copy of the package; the work tree is not touched. The hunt goes through the checks of
``tests/fast/test_equality.py`` and ``tests/fast/test_scoring.py`` in another order: a little of everything first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ("tests/fast/test_equality.py", "tests/fast/test_packed.py")
DIRECTED = "lying or winter or spring or nowhere or pays or upgraded or between"
"""Tests of what random games hardly ever meet."""
FEW, ROUNDS = 2, 100
"""Rounds of the hunt before these tests, and after them: about as many games as the tests play by day."""

MUTANTS: tuple[tuple[str, str, str, str], ...] = (
    ("a tie is a legal bid", "rules/bidding.c", "lot->top - own->size;", "lot->top - own->size - 1;"),
    (
        "turn-order tiles can be counter-bid",
        "rules/bidding.c",
        "rules->tile[lot->tile].kind == TURN_ORDER || ",
        "",
    ),
    (
        "a lying bid stands",
        "rules/bidding.c",
        "group.lying = lot->lock >= 0 && colour != lot->lock;",
        "group.lying = 0;",
    ),
    ("seven workers fit on a tile", "rules/sources.c", "(u8)(USE_CAP - total)", "(u8)(USE_CAP + 1 - total)"),
    ("a use may be as small as the one before", "rules/sources.c", "(u8)(last + 1)", "(u8)(last ? last : 1)"),
    (
        "lying workers lock the colour",
        "rules/sources.c",
        "uses[i].workers[c] > uses[i].lying[c]",
        "uses[i].workers[c] > 0",
    ),
    (
        "groups stand up although the tile is used",
        "rules/sources.c",
        " || s->lot[i].uses) continue;",
        ") continue;",
    ),
    ("a bid does not end the row of passes", "rules/bidding.c", "    s->passes = 0;\n", ""),
    ("a group that moves can pay as well", "rules/sources.c", " && !(moved >> funds->lot[i] & 1)", ""),
    (
        "a worker that is placed can pay as well",
        "rules/sources.c",
        "if (price->kind == WORKER && ",
        "if (0 && ",
    ),
    (
        "an open worker that is placed can pay as well",
        "rules/sources.c",
        "payers - 1 - open",
        "payers - 1",
    ),
    ("of a group only one worker is paid", "rules/using.c", "+= group.size;", "+= 1;"),
    (
        "payments are made without asking in variant B",
        "rules/flow.c",
        "price.named && !m->state.open_hands",
        "price.named",
    ),
    ("in winter the auction can be used", "rules/using.c", " && s->season != WINTER;", ";"),
    (
        "gains go beyond the supply",
        "rules/effects.c",
        "(u8)at_most(wanted[kind][i], s->supply[kind][i])",
        "wanted[kind][i]",
    ),
    (
        "goods of others' tiles stay there",
        "rules/using.c",
        "owner == seat ? action->tile",
        "owner >= 0 ? action->tile",
    ),
    (
        "what is set aside can be drawn",
        "rules/using.c",
        "price->kind == WORKER ? s->aside_workers : price->kind == SKILL ? s->aside_skills",
        "price->kind == WORKER ? s->bag : price->kind == SKILL ? s->stack",
    ),
    (
        "goods cross every edge",
        "rules/layout.c",
        "HAS(own, OVER_FIELDS) ? own->fields : own->roads",
        "own->fields",
    ),
    ("upgrades are not doubled", "rules/effects.c", " : 0)) * factor);", " : 0)));"),
    (
        "wild resources stand for nothing",
        "rules/transport.c",
        "if (!(rules->wild >> i & 1)) surplus",
        "surplus",
    ),
    (
        "animals pass other species only",
        "rules/pastures.c",
        "steps[to] > 0 && admits(own, to, species)",
        "steps[to] > 0",
    ),
    (
        "a pasture takes any species",
        "rules/pastures.c",
        "return !herd || HAS(own, MIXED_HERDS)",
        "return 1 || HAS(own, MIXED_HERDS)",
    ),
    ("one animal breeds", "rules/pastures.c", "animals[species] < 2", "animals[species] < 1"),
    ("herds do not come together", "rules/building.c", "    join_herds(m, own);\n", ""),
    (
        "land ends at the roads of others",
        "rules/layout.c",
        "(2 * d + half + 6) % 12 ^ 1",
        "(2 * d + half + 6) % 12",
    ),
    (
        "boats are loaded one by one",
        "rules/seasons.c",
        "if (there && given[i] < wanted[i]) {",
        "while (there && given[i] < wanted[i]) {",
    ),
    (
        "summer boats show their front",
        "rules/seasons.c",
        "sides[shown] = (u8)chance_below(s, 2)",
        "chance_below(s, 2)",
    ),
    (
        "the bid of a winner is lost",
        "rules/seasons.c",
        "s->bag[lot->bid[seat].colour] += lot->bid[seat].size;",
        "",
    ),
    ("boat powers act in spring", "rules/seasons.c", "if (s->season == SPRING) return;", ""),
    ("the start stays where nobody wants it", "rules/seasons.c", "if (unwanted) s->start", "if (0) s->start"),
    (
        "the winner of the last tile does not start at once",
        "rules/seasons.c",
        "if (i == last) reference = winner;",
        "",
    ),
    ("edges need not match", "rules/building.c", " ^ cell->pattern) & cell->mask;", ") & 0;"),
    ("a tile is looked at once in a season", "rules/using.c", "    renew_door(m, action->site);\n", ""),
    (
        "where groups have left, the colour lock is not looked at again",
        "rules/using.c",
        "lots; lots &= lots - 1) renew_door",
        "0 & lots; lots &= lots - 1) renew_door",
    ),
    (
        "tiles that fit nowhere are kept",
        "rules/building.c",
        "    for (i32 seat = 0; seat < s->seats; seat++)\n        while (s->seat[seat].won) {",
        "    for (i32 seat = 0; seat < 0; seat++)\n        while (s->seat[seat].won) {",
    ),
    (
        "nothing is upgraded for free",
        "rules/scoring.c",
        "if (!HAS(own, FREE_FLIP)) return total;",
        "return total;",
    ),
    (
        "a spur is part of a loop",
        "rules/scoring.c",
        "at == i ? roads[at] & ~(1ull << other) : roads[at]",
        "roads[at]",
    ),
    (
        "all sheep are sheltered",
        "rules/scoring.c",
        "(number - 1) * shelter + at_least(shelter, value)",
        "number * shelter",
    ),
    ("purple is never an animal", "rules/scoring.c", "at_least(joker, herd_joker)", "joker"),
    (
        "sets are made greedily",
        "rules/solver.c",
        "while (left && reroute(part, net, heap))",
        "while (left && 0)",
    ),
    ("ties stand in The Farmers", "rules/scoring.c", "m->rules->earliest_pick && ", "0 && "),
    ("a bag keeps its pieces in a deal", "rules/redeal.c", "    add_all(workers, s->bag, COLOURS);\n", ""),
    (
        "a deal takes the pieces that should stay",
        "rules/redeal.c",
        "2 * number > total ? drawn[i]",
        "2 * number < total ? drawn[i]",
    ),
    (
        "preferred tiles may stay in the box",
        "rules/redeal.c",
        "both(winter, rules->preferred)",
        "without(winter, winter)",
    ),
    (
        "in a deal nobody has to be able to pay",
        "interface.c",
        "return !done && count_options(m, seat);",
        "return 1;",
    ),
    ("a dealt game goes on with the old stream", "interface.c", "m->state.key = key_of(", "(void)("),
    (
        "an upgraded tile is used as before",
        "rules/transport.c",
        "    spot->side = BACK;\n    m->doors = 0;\n",
        "    spot->side = BACK;\n",
    ),
    (
        "a tile that is laid later joins no pasture",
        "rules/layout.c",
        "if (own->pastures_known < own->spots)",
        "if (!own->pastures_known)",
    ),
    (
        "animals walk further than the points allow",
        "rules/pastures.c",
        "found && away <= points;",
        "found;",
    ),
    (
        "the state at hand is taken for any other",
        "python.c",
        "if (m->at_hand && m->held == form)",
        "if (m->at_hand)",
    ),
    ("what was at hand is not forgotten", "record.c", "m->doors = m->at_hand = 0;", "m->doors = 0;"),
)
"""What is broken, the file, the text, and what replaces it."""


def caught(number: int) -> tuple[bool, str]:
    """Return whether the tests notice a mutant, and how."""
    _, file, text, other = MUTANTS[number]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("keyflower", "tests", "pyproject.toml"):
            source, target = ROOT / name, Path(folder) / name
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
        fast = Path(folder) / "keyflower" / "fast"
        _replace(fast / "native" / file, text, other)
        _replace(fast / "build.py", "-O3", "-O1")  # compiled in a quarter of the time
        built = _run(folder, "keyflower.fast")
        assert built.returncode == 0, f"mutant {number} does not compile"
        return _hunted(folder, FEW) or _tested(folder) or _hunted(folder, ROUNDS) or (False, "")


def _replace(path: Path, text: str, other: str) -> None:
    code = path.read_text("utf-8")
    assert text in code, f"{path.name} has no {text!r}"
    path.write_text(code.replace(text, other, 1), "utf-8")


def _run(folder: str, *module: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
    run = [sys.executable, "-m", *module]
    return subprocess.run(run, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def _tested(folder: str) -> tuple[bool, str] | None:
    """Return how the directed tests notice the mutant, or `None`."""
    done = _run(folder, "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", DIRECTED, *TESTS)
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return (True, failed[0].partition("::")[2]) if failed else None


def _hunted(folder: str, rounds: int) -> tuple[bool, str] | None:
    """Return how so many rounds of the hunt notice the mutant, or `None`."""
    done = _run(folder, "tests.fuzz.fast_mutants", "hunt", str(rounds))
    if done.returncode < 0:
        return True, "the interpreter died"
    assert not done.returncode or done.stdout.startswith("round"), done.stderr
    return (True, done.stdout.strip()) if done.returncode else None


def hunt(rounds: int) -> int:
    """Return 1 as soon as the two executors differ, and say where."""
    from math import inf
    from random import Random

    from keyflower import fast
    from keyflower.engine.executor import EXECUTOR
    from keyflower.engine.scoring import best_total
    from keyflower.fast.reference import reference_rollout
    from tests.fast.test_scoring import rich_game
    from tests.support.fast_games import (
        KINDS,
        assert_deals_alike,
        assert_same_after_each,
        new,
        played_beside,
        short_of_pieces,
        with_a_lying_leader,
        with_powers,
    )

    prefer = ("", "use", "bid", "", "pay", "move", "", "upgrade")
    EXECUTOR.waits = inf  # the reference engine alone plays what the fast executor is compared with
    for seed in range(rounds):
        kind = sorted(KINDS)[seed % len(KINDS)]
        try:
            for number in range(4):
                game = rich_game(
                    ("base", "farmers")[number % 2], 4 * seed + number, 4 + (4 * seed + number) % 18
                )
                assert fast.totals(fast.pack(game))[0] == best_total(game.ruleset, game.state, 0), "scoring"
            played_beside(new(kind, 2 + seed % 5, seed), Random(seed), prefer=prefer[seed % len(prefer)])
            game = new(kind, 2 + seed % 5, seed)  # in one go: what is kept between two moves is used
            assert fast.rollout(game, Random(seed)) == reference_rollout(game, Random(seed)), "rollout"
            assert_same_after_each(with_a_lying_leader(new("base", 3, seed), used=bool(seed % 2)))
            poor = short_of_pieces(new(kind, 2 + seed % 5, seed), Random(seed))
            played_beside(poor, Random(seed), prefer=("", "pass", "use")[seed % 3])
            empowered = with_powers(new(kind, 2 + seed % 3, seed), Random(seed))
            played_beside(empowered, Random(seed), plies=120, prefer=("", "bid")[seed % 2])
            assert_deals_alike(new(kind, 2 + seed % 5, seed), Random(seed))
        except (AssertionError, fast.PackedError, IndexError) as error:
            what = (str(error).splitlines() or [type(error).__name__])[0][:70]
            sys.stdout.write(f"round {seed}, {kind}: {what}")
            return 1
    return 0


def main(chosen: list[str]) -> int:
    """Try mutants and print what became of them."""
    numbers = [int(word) for word in chosen] or list(range(len(MUTANTS)))
    survivors = 0
    for number in numbers:
        noticed, how = caught(number)
        survivors += not noticed
        sys.stdout.write(f"{number:3} {'caught' if noticed else 'SURVIVED'}  {MUTANTS[number][0]}  {how}\n")
        sys.stdout.flush()
    return 1 if survivors else 0


if __name__ == "__main__":
    raise SystemExit(hunt(int(sys.argv[2])) if sys.argv[1:2] == ["hunt"] else main(sys.argv[1:]))
