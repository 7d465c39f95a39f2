"""``keyflower simulate``: bots against bots, many times."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from keyflower.cli.console import say_json
from keyflower.simulate import Standing
from keyflower.simulate import simulate as play_many


def simulate(
    console: Console,
    bots: Sequence[str],
    seeds: range,
    *,
    expansions: Sequence[str],
    variants: Sequence[str],
    processes: int,
    json: bool,
) -> None:
    """Play and print the standing of the bots."""
    with Progress(
        TextColumn("games"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=json or not console.is_terminal,
    ) as bar:
        task = bar.add_task("games", total=len(seeds))
        results = play_many(
            bots,
            seeds,
            expansions=expansions,
            variants=variants,
            processes=processes,
            accumulators=[Standing()],
            progress=lambda done, _: bar.update(task, completed=done),
        )
    if json:
        say_json({"games": results.rows()})
        return
    standing = results.accumulators[0]
    table = Table(title=f"{standing.games} games", title_justify="left")
    for heading in ("bot", "wins", "points on average", "spread"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name, points in sorted(standing.points.items(), key=lambda pair: -pair[1].mean):
        table.add_row(name, str(standing.wins[name]), f"{points.mean:.1f}", f"{points.deviation:.1f}")
    console.print(table)
    if results.lost:
        console.print(
            f"Lost, because a process died: the games with seeds {', '.join(map(str, results.lost))}."
        )
