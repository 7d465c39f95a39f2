"""`python -m benchmarks.native_instructions`: machine instructions of whole random games in C, counted by valgrind.

The count does not depend on what else the machine does. Needs gcc and valgrind.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path

from benchmarks import ours

DRIVER = """
#include "fast.c"
#include <stdio.h>
int main(int given, char **words) {
    static i32 numbers[4000000];
    if (given != 4) return 2;
    FILE *file = fopen(words[1], "rb");
    i32 length = file ? (i32)fread(numbers, 4, 4000000, file) : 0, games = atoi(words[2]), seats = atoi(words[3]);
    Rules *rules = keyflower_rules(numbers, length);
    size_t number = (size_t)games;
    if (!rules) return 3;
    u64 *keys = malloc(8 * number), *streams = malloc(8 * number);
    for (i32 i = 0; i < games; i++) {
        keys[i] = key_of((u64)i);
        streams[i] = key_of((u64)(1000 + i));
    }
    i32 *totals = malloc(4 * number * SEATS), *plies = malloc(4 * number), all = 0;
    u32 *winners = malloc(4 * number);
    i8 *owners = malloc(TILES * number);
    keyflower_play_many(rules, games, seats, 0, keys, streams, NULL, totals, winners, plies, owners);
    for (i32 i = 0; i < games; i++) all += plies[i];
    printf("%d", all);
    return 0;
}
"""


def count(games: int, seats: int, expansions: tuple[str, ...]) -> tuple[int, int]:
    """Return how many instructions so many games take, and how many actions they have."""
    from keyflower import fast
    from keyflower.fast.packed import compile_ruleset

    native = Path(fast.__file__).with_name("native")
    with tempfile.TemporaryDirectory() as folder:
        driver, program, tables = (Path(folder) / name for name in ("driver.c", "driver", "tables"))
        driver.write_text(DRIVER, "utf-8")
        ruleset = ours.new_game(1, seats=seats, expansions=expansions).ruleset
        tables.write_bytes(array("i", compile_ruleset(ruleset).numbers).tobytes())
        build = ["gcc", "-O3", "-std=gnu11", "-w", f"-I{native}", str(driver), "-o", str(program), "-lm"]
        subprocess.run(build, check=True)
        run = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", str(program)]
        done = subprocess.run(
            [*run, str(tables), str(games), str(seats)], capture_output=True, text=True, check=True
        )
    found = re.search(r"Collected : (\d+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1]), int(done.stdout)


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.native_instructions", description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="how many games to play (default: 60)")
    given = parser.parse_args()
    for expansions in ((), ("farmers",)):
        for seats in (2, 4):
            instructions, actions = count(given.games, seats, expansions)
            what = " and ".join(("base", *expansions))
            sys.stdout.write(
                f"{what}, {seats} seats: {instructions / given.games:,.0f} a game, "
                f"{instructions / actions:,.0f} an action\n"
            )


if __name__ == "__main__":
    main()
