"""``keyflower simulate``: bots against bots, many times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

import typer
from attrs import define, field, frozen
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from keyflower.cli.clusters import crew
from keyflower.cli.console import STOPPED, err, say_json
from keyflower.extend.overrides import as_mapping
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.errors import SetupError
from keyflower.kernel.text import Speaker, decimal, listed, phrase, phrase_of, phrases
from keyflower.simulate import Results, Standing
from keyflower.simulate import merge as put_together
from keyflower.simulate import simulate as play_many

_SILENCE: Final = 5.0
"""How many seconds pass between two lines of progress."""


@frozen
class Where:
    """Where games are played, and what is stored."""

    workers: int = 1
    """How many processes play."""
    dask: str | None = None
    """The address of a Dask cluster that plays instead."""
    ray: str | None = None
    """The address of a Ray cluster that plays instead."""
    folder: Path | None = None
    """The folder for everything that is written."""
    tables: tuple[str, ...] = ()
    """The tables that are written besides the games."""
    share: tuple[int, int] = (1, 1)
    """The share of the run that is played here."""


def share_of(part: str | None) -> tuple[int, int]:
    """Return the share that a text such as ``3/200`` stands for; without a text, the whole run.

    Raises:
        SetupError: if it is not a share.
    """
    if part is None:
        return 1, 1
    place, _, of = part.partition("/")
    if not all(text.isascii() and text.isdecimal() for text in (place, of)):
        raise SetupError(phrase("--part is written like 3/200, not {part}", part=part[:40]))
    return int(place[:12]), int(of[:12])


def merge(console: Console, folders: Sequence[Path], folder: Path, *, language: Speaker) -> None:
    """Merge the parts of a run, and print how many there are."""
    number = len(put_together(folders, out=folder).numbers())
    console.print(
        language.say(
            phrase(
                "Parts in {folder}: {number}. The same simulation with --out {folder} shows all of it.",
                folder=folder,
                number=number,
            )
        )
    )


@define
class Pace:
    """The time left, estimated from the games that have been played meanwhile."""

    clock: Callable[[], float] = monotonic
    _first: tuple[int, float] | None = field(default=None, init=False)

    def left(self, done: int, total: int) -> str:
        """Return the time left in words, empty until it can be estimated."""
        now = self.clock()
        if self._first is None:  # what was there already took no time
            self._first = (done, now)
            return ""
        played, seconds = done - self._first[0], now - self._first[1]
        if played <= 0 or done >= total:
            return ""
        left = seconds / played * (total - done)
        if left >= 5400:
            return phrase("{hours} h left", hours=decimal(f"{left / 3600:.1f}"))
        if left >= 90:
            return phrase("{minutes} min left", minutes=f"{left / 60:.0f}")
        return phrase("{seconds} s left", seconds=f"{left:.0f}")


@define
class Ticker:
    """Prints the progress of a run, line by line but not too often, where no bar can be drawn."""

    console: Console
    language: Speaker
    clock: Callable[[], float] = monotonic
    _pace: Pace = field(init=False)
    _told: float | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._pace = Pace(self.clock)

    def tell(self, done: int, total: int) -> None:
        """Print how many games are done, if nothing was printed for a while or all are done."""
        left, now = self._pace.left(done, total), self.clock()
        if self._told is None or now - self._told >= _SILENCE or done == total:
            self._told = now
            played = phrase("{done} of {total} games", done=done, total=total)
            self.console.print(f"{self.language.say(played)} {self.language.say(left)}".rstrip())


def simulate(
    console: Console,
    bots: Sequence[str],
    seeds: range,
    *,
    rules: RuleChoice,
    where: Where,
    json: bool,
    language: Speaker,
) -> None:
    """Let bots play Keyflower, and print their standing."""
    play = partial(
        play_many,
        bots,
        expansions=rules.expansions,
        variants=rules.variants,
        overrides=as_mapping(rules.overrides),
        without=rules.without,
    )
    run_games(console, play, seeds, where=where, json=json, language=language)


def run_games(
    console: Console,
    play: Callable[..., Results[tuple[Any, ...]]],  # Any: the statistics that are asked for below
    seeds: range,
    *,
    where: Where,
    json: bool,
    language: Speaker,
) -> None:
    """Play and print the standing of the bots."""
    if where.tables and where.folder is None:
        raise SetupError(phrase("--table needs a folder: name one with --out"))
    done = 0
    ticker = Ticker(console, language)
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
        crew(workers=where.workers, dask=where.dask, ray=where.ray) as players,
    ):
        if not players.workers and not json:
            console.print(language.say(phrase("The cluster has no workers yet: the games wait for them.")))
        task = bar.add_task("games", total=len(seeds))

        def tell(so_far: int, total: int) -> None:
            nonlocal done
            done = so_far
            bar.update(task, completed=done, total=total)
            if where.folder is not None and not json and not console.is_terminal:
                ticker.tell(done, total)

        try:
            results = play(
                seeds,
                processes=max(1, players.workers),
                executor=players.executor,
                out=where.folder,
                tables=where.tables,
                accumulators=(Standing(),),
                progress=tell,
                **({} if where.share == (1, 1) else {"share": where.share}),
            )
        except KeyboardInterrupt:
            bar.stop()
            raise typer.Exit(_interrupted(where.folder, done, len(seeds), language)) from None
    if json:
        say_json({"games": results.rows()})
    else:
        _print(console, results, language)


def _interrupted(folder: Path | None, done: int, total: int, language: Speaker) -> int:
    """Print what is left of a stopped run, and return the exit code."""
    told = phrase("Stopped after {done} of {total} games.", done=done, total=total)
    if folder is None:
        told = phrase("Stopped. To be able to resume a run, give it a folder with --out.")
    elif done:
        told = phrase(
            "Stopped: {done} of {total} games are in {folder}. The same command resumes the run.",
            done=done,
            total=total,
            folder=folder,
        )
    err().print(language.say(told))
    return STOPPED


def _print(console: Console, results: Results[tuple[Standing]], language: Speaker) -> None:
    (standing,) = results.accumulators
    say = language.say
    title = phrases("{number} game", "{number} games", standing.games)
    table = Table(title=say(title), title_justify="left")
    table.add_column(say(phrase_of("column", "bot")))
    headings = [phrase_of("column", "points on average"), phrase_of("column", "spread")]
    is_contest = len(standing.points) > 1  # otherwise the only bot wins every game
    if is_contest:
        headings = [phrase_of("column", "wins"), phrase_of("column", "of 100 games"), *headings]
    for heading in headings:
        table.add_column(say(heading), justify="right")
    for name, points in sorted(standing.points.items(), key=lambda pair: -pair[1].mean):
        cells = [say(decimal(f"{number:.1f}")) for number in (points.mean, points.deviation)]
        if is_contest:
            low, high = standing.share(name).interval
            between = say(phrase("{low} to {high}", low=f"{100 * low:.0f}", high=f"{100 * high:.0f}"))
            cells = [str(standing.wins[name]), between, *cells]
        table.add_row(name, *cells)
    console.print(table)
    if results.lost:
        seeds = listed([str(seed) for seed in results.lost])
        console.print(say(phrase("Lost, because a worker died: the games with seeds {seeds}.", seeds=seeds)))
    if results.stored is not None:
        console.print(say(phrase("Written to {folder}.", folder=results.stored)))
