"""Read the command line: play, or add up and draw."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from benchmarks.worth.playing import RUNS, STUDIES
from benchmarks.worth.summary import Sums

RESULTS = Path(__file__).with_name("results.json")
PLOTS = Path(__file__).parents[2] / "docs" / "_static" / "worth"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.worth",
        description="What is a tile worth? Play many games, add them up, draw them.",
    )
    parser.add_argument(
        "task", choices=["play", "sum", "draw"], help="draw: only the plots, from results.json"
    )
    parser.add_argument(
        "studies", nargs="*", help=f"which games to play: {', '.join(STUDIES)}; all by default"
    )
    parser.add_argument("--games", type=int, help="play so many games of each, instead of what the page says")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--runs", type=Path, default=RUNS, help="where the games are kept")
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--plots", type=Path, default=PLOTS)
    given = parser.parse_args()
    unknown = [name for name in given.studies if name not in STUDIES]
    if unknown:
        parser.error(f"there is no study {unknown[0]!r} (there are: {', '.join(STUDIES)})")
    if given.task == "play":
        for name in given.studies or STUDIES:
            STUDIES[name].play(given.runs, name, games=given.games, workers=given.workers)
    elif given.task == "sum":
        told = {}
        for name, study in STUDIES.items():
            parts = study.parts(given.runs, name)
            if parts.numbers():
                told[name] = {**study.to_data(), **Sums(parts).to_data()}
        lines = json.dumps(told, sort_keys=True).replace("}, {", "},\n{").replace("], ", "],\n")
        given.results.write_text(lines + "\n", encoding="utf-8")
    if given.task != "play":
        from benchmarks.worth.plots import draw

        draw(json.loads(given.results.read_text(encoding="utf-8")), given.plots)


if __name__ == "__main__":
    main()
