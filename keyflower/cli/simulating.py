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
from keyflower.kernel.wording import Speaker, listed, phrase, phrase_of, phrases
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
        if left >= 5400:
            return phrase("{hours} h left", hours=f"{left / 3600:.1f}")
        return phrase("{minutes} min left", minutes=f"{left / 60:.0f}")


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
    language: Speaker,
) -> None:
    """Play and print the standing of the bots."""
    if where.tables and where.folder is None:
        raise SetupError(phrase("tables are written to a folder: say which with --out"))
    with (
        Progress(
            TextColumn(language.say(phrase("games"))),
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
                played = phrase("{done} of {total} games", done=done, total=total)
                console.print(f"{language.say(played)} {language.say(pace.left(done, total))}".rstrip())

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
        _print(console, results, language)


def _print(console: Console, results: Results[tuple[Standing]], language: Speaker) -> None:
    (standing,) = results.accumulators
    say = language.say
    title = phrases("{number} game", "{number} games", standing.games)
    table = Table(title=say(title), title_justify="left")
    table.add_column(say(phrase_of("column", "bot")))
    for heading in (
        phrase_of("column", "wins"),
        phrase_of("column", "of 100 games"),
        phrase_of("column", "points on average"),
        phrase_of("column", "spread"),
    ):
        table.add_column(say(heading), justify="right")
    for name, points in sorted(standing.points.items(), key=lambda pair: -pair[1].mean):
        low, high = standing.share(name).interval
        between = say(phrase("{low} to {high}", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}"))
        table.add_row(
            name, str(standing.wins[name]), between, f"{points.mean:.1f}", f"{points.deviation:.1f}"
        )
    console.print(table)
    if results.lost:
        seeds = listed([str(seed) for seed in results.lost])
        console.print(say(phrase("Lost, because a worker died: the games with seeds {seeds}.", seeds=seeds)))
    if results.stored is not None:
        console.print(say(phrase("Written to {folder}.", folder=results.stored)))
