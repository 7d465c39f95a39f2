"""``keyflower simulate``: bots against bots, many times."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from attrs import define, field, frozen
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from keyflower.cli.console import say_json
from keyflower.kernel.errors import MissingExtra, SetupError
from keyflower.simulate import Results, Standing
from keyflower.simulate import simulate as play_many


@frozen
class Where:
    """Who plays, and what is kept."""

    workers: int = 1
    """How many processes play."""
    dask: str | None = None
    """The address of a Dask cluster that plays instead."""
    folder: Path | None = None
    """Where everything is written."""
    tables: tuple[str, ...] = ()
    """What is written besides the games."""


@define
class Pace:
    """How long the rest will take, from the games that were played while we watched."""

    clock: Callable[[], float] = monotonic
    _first: tuple[int, float] | None = field(default=None, init=False)

    def left(self, done: int, total: int) -> str:
        """Return the time left in words, empty until it can be told."""
        now = self.clock()
        if self._first is None:  # what was there already took no time
            self._first = (done, now)
            return ""
        played, seconds = done - self._first[0], now - self._first[1]
        if played <= 0:
            return ""
        left = seconds / played * (total - done)
        return f"{left / 3600:.1f} h left" if left >= 5400 else f"{left / 60:.0f} min left"


@contextmanager
def _executor(dask: str | None) -> Iterator[Executor | None]:
    """Give the executor of a cluster, or nothing."""
    if dask is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingExtra("--dask needs Dask: pip install 'keyflower[cluster]'") from error
    try:
        client: Any = Client(dask)  # type: ignore[no-untyped-call]  # Dask has no types
    except (OSError, ValueError) as error:
        raise SetupError(f"no Dask cluster answers at {dask}: {error}") from error
    with client:
        yield client.get_executor()


def simulate(
    console: Console,
    bots: Sequence[str],
    seeds: range,
    *,
    expansions: Sequence[str],
    variants: Sequence[str],
    where: Where,
    json: bool,
) -> None:
    """Play and print the standing of the bots."""
    if where.tables and where.folder is None:
        raise SetupError("tables are written to a folder: say which with --out")
    with (
        Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=json or not console.is_terminal,
        ) as bar,
        _executor(where.dask) as executor,
    ):
        task = bar.add_task("games", total=len(seeds))
        pace = Pace()

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done)
            if where.folder is not None and not json and not console.is_terminal:
                console.print(f"{done} of {total} games {pace.left(done, total)}".rstrip())

        results = play_many(
            bots,
            seeds,
            expansions=expansions,
            variants=variants,
            processes=where.workers,
            executor=executor,
            out=where.folder,
            tables=where.tables,
            accumulators=(Standing(),),
            progress=tell,
        )
    if json:
        say_json({"games": results.rows()})
    else:
        _print(console, results)


def _print(console: Console, results: Results[tuple[Standing]]) -> None:
    (standing,) = results.accumulators
    table = Table(title=f"{standing.games} games", title_justify="left")
    for heading in ("bot", "wins", "of 100 games", "points on average", "spread"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for name, points in sorted(standing.points.items(), key=lambda pair: -pair[1].mean):
        low, high = standing.share(name).interval
        between = f"{100 * low:.0f} to {100 * high:.0f}"
        table.add_row(
            name, str(standing.wins[name]), between, f"{points.mean:.1f}", f"{points.deviation:.1f}"
        )
    console.print(table)
    if results.lost:
        console.print(
            f"Lost, because a worker died: the games with seeds {', '.join(map(str, results.lost))}."
        )
    if results.stored is not None:
        console.print(f"Written to {results.stored}.")
