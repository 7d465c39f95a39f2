"""``keyflower review``: the mistakes and the luck in a game, and what would have been better."""

from __future__ import annotations

import os
from collections.abc import Callable
from json import dumps
from pathlib import Path

from rich.console import Console
from rich.table import Table

from keyflower.cli.console import err
from keyflower.cli.options import read_log, spoken_with
from keyflower.facade.files import check_writable, save_text
from keyflower.kernel.text import Speaker, decimal, phrase
from keyflower.review import Grade, Report
from keyflower.review import review as reviewed
from keyflower.review.estimates import Estimate, Z
from keyflower.review.wording import SIGNS, Sentences, grade_name, percent
from keyflower.simulate.executors import pool


def review(
    console: Console,
    path: Path,
    *,
    seat: str | None,
    file: Path | None,
    deals: int,
    seed: int,
    number: int,
    workers: int,
    json: bool,
    language: Speaker,
) -> None:
    """Review a log: a table and the costliest decisions, or a page, or rows."""
    log = read_log(path)
    game = log.replay()
    speaker = spoken_with(language, game.ruleset)
    you = None if seat is None else game.seat_of(seat)
    if file is not None:
        check_writable(file)
    lent = pool(workers) if workers > 1 else None
    try:
        report = reviewed(game, deals=deals, seed=seed, executor=lent, progress=_progress(language))
    finally:
        if lent is not None:
            lent.shutdown(cancel_futures=True)
    if file is not None:
        save_text(
            file, report.html(language="" if speaker.code == "en" else speaker.code, who=you, number=number)
        )
        if not json:
            console.print(speaker.say(phrase("Written: {file}", file=os.fspath(file))))
    if json:
        for row in report.rows():
            if you is None or row["seat"] == you:
                console.out(dumps(row), highlight=False)
    elif file is None:
        _tell(console, report, speaker, you, number)


def _progress(language: Speaker) -> _Progress | None:
    console = err()
    return _Progress(console, language) if console.is_terminal else None


class _Progress:
    """Shows the progress of a review on the terminal."""

    def __init__(self, console: Console, language: Speaker) -> None:
        self.console = console
        self.language = language

    def __call__(self, done: int, total: int) -> None:
        text = self.language.say(phrase("{done} of {total} moments", done=done, total=total))
        self.console.print(text, end="\r" if done < total else "\n")


def _tell(console: Console, report: Report, speaker: Speaker, you: int | None, number: int) -> None:
    say = speaker.say
    bad = [grade for grade in Grade if grade is not Grade.GOOD]
    table = Table(box=None, pad_edge=False)
    table.add_column(say(phrase("player")))
    for title in (
        say(phrase("decisions")),
        say(phrase("chance lost a decision")),
        *(SIGNS[grade] for grade in bad),
        say(phrase("edge over a steward, points")),
        say(phrase("luck, points")),
    ):
        table.add_column(title, justify="right")
    for seat, name in enumerate(report.game.players):
        grades = report.grades(seat)
        table.add_row(
            name,
            str(len(report.of(seat))),
            f"{say(percent(report.loss(seat).mean))} %",
            *(str(grades[grade]) for grade in bad),
            _shown(report.edge(seat), say),
            _shown(report.luck(seat), say),
        )
    console.print(table)
    console.print(", ".join(f"{SIGNS[grade]} {say(grade_name(grade))}" for grade in bad), style="dim")
    sentences = Sentences(report.game, you)
    costly = [one for one in report.turning_points(len(report.choices)) if you is None or one.seat == you]
    for choice in costly[:number]:
        grade = f"{SIGNS[choice.grade]} {say(grade_name(choice.grade))}".strip()
        console.print()
        console.print(f"{say(sentences.heading(choice))}: {grade}", style="bold")
        for sentence in (sentences.option(choice, choice.played), *sentences.better(choice)):
            console.print(f"  {say(sentence)}", highlight=False)


def _shown(estimate: Estimate, say: Callable[[str], str]) -> str:
    """Return an estimate and half the width of its interval."""
    return " ± ".join([say(decimal(f"{number:.1f}")) for number in (estimate.mean, Z * estimate.error)])
