"""The commands for what is kept: logs are replayed, reviewed, checked and scored, and runs are put together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from keyflower.cli.console import DONE, PROBLEM, out
from keyflower.cli.help import examples, existing
from keyflower.cli.options import AsJson, At, Language, LogFile, SeatName, spoken
from keyflower.cli.root import command
from keyflower.kernel.text import phrase


@command(
    epilog=examples(
        ("keyflower replay game.jsonl", ""),
        ("keyflower replay game.jsonl --seat Bob", ""),
        ("keyflower replay game.jsonl | less", phrase("every step as text")),
        after=phrase("Keys: Enter or n next, p back, a number jumps, s next season, v villages, q quit."),
    )
)
def replay(*, log: LogFile, seat: SeatName = None, at: At = None, language: Language = None) -> None:
    """Step through a game forwards and backwards, as any player saw it."""
    from keyflower.cli.commands.replay import replay as step_through

    step_through(out(), log, seat=seat, at=at, language=spoken(language))


@command(
    epilog=examples(
        ("keyflower review game.jsonl", ""),
        ("keyflower review game.jsonl --seat Ann --out review.html", ""),
        ("keyflower review game.jsonl --deals 100 --workers 4", ""),
        ("keyflower review game.jsonl --json", phrase("every decision as a row")),
    )
)
def review(
    *,
    log: LogFile,
    seat: Annotated[
        str | None,
        typer.Option("--seat", metavar="NAME", help="Whose decisions are shown; everybody's by default."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write the review as a page.")
    ] = None,
    deals: Annotated[
        int,
        typer.Option(
            "--deals", metavar="N", min=2, max=10_000, help="In how many deals each option is tried."
        ),
    ] = 24,
    number: Annotated[
        int, typer.Option("--number", "-n", metavar="N", min=0, help="How many decisions are shown.")
    ] = 3,
    workers: Annotated[
        int,
        typer.Option("--workers", "-w", metavar="N", min=1, max=1024, help="How many processes to use."),
    ] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed of the deals.")] = 0,
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Review a game: what was a mistake, what was luck, and what would have been better."""
    from keyflower.cli.commands.review import review as review_log

    review_log(
        out(),
        log,
        seat=seat,
        file=file,
        deals=deals,
        seed=seed,
        number=number,
        workers=workers,
        json=json,
        language=spoken(language),
    )


@command(
    epilog=examples(
        ("keyflower check game.jsonl && echo fine", ""),
        after=phrase("Exit code 0 if every log is sound, 1 if not."),
    )
)
def check(
    *,
    logs: Annotated[list[Path], typer.Argument(metavar="LOG", callback=existing, help="The logs of games.")],
    json: AsJson = False,
    language: Language = None,
) -> None:
    """Verify logs: read them, apply their events, and replay their actions under the rules."""
    from keyflower.cli.commands.check import check_logs

    raise typer.Exit(DONE if check_logs(out(), logs, json=json, language=spoken(language)) else PROBLEM)


@command(
    epilog=examples(
        ("keyflower score game.jsonl", ""),
        ("keyflower score game.jsonl --at 120 --json", ""),
    )
)
def score(*, log: LogFile, at: At = None, json: AsJson = False, language: Language = None) -> None:
    """Show the score sheets of a game, line by line, as if it ended at that moment."""
    from keyflower.cli.commands.check import show_scores

    show_scores(out(), log, at=at, json=json, language=spoken(language))


@command(
    epilog=examples(
        ("keyflower simulate steward search --games 1000 --part 3/20 --out runs/3", ""),
        ("keyflower merge runs/* --out run", ""),
    )
)
def merge(
    *,
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER", help="The folders of the parts.")],
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="Where the whole run goes.")],
    language: Language = None,
) -> None:
    """Merge the parts of a run that were played into several folders."""
    from keyflower.cli.commands.simulate import merge as put_together

    put_together(out(), folders, folder, language=spoken(language))
