"""``keyflower check`` and ``keyflower score``: verify logs, and what games came to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from keyflower.cli.console import complain, say_json
from keyflower.cli.settings import read_log
from keyflower.cli.sheets import because, sheet_table
from keyflower.cli.timeline import Moment, moment_at, moments
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.kernel.errors import KeyflowerError


def check_logs(console: Console, paths: Sequence[Path], *, json: bool) -> bool:
    """Verify logs one after the other and return whether all are sound."""
    found = [_checked(path) for path in paths]
    if json:
        say_json(found)
    else:
        for one in found:
            if one["sound"]:
                result = f"{one['winners']} won" if one["over"] else f"unfinished, in {one['season']}"
                result += "; its draws were written down by hand" if one["scripted"] else ""
                console.print(f"{one['file']}: sound; {one['actions']} actions, {result}.", soft_wrap=True)
            else:
                complain(f"{one['file']}: {one['problem']}")
    return all(one["sound"] for one in found)


def _checked(path: Path) -> dict[str, object]:
    """Read a log, restore it by its events and replay it by its actions; both must come to the same game."""
    report: dict[str, object] = {"file": str(path), "sound": False}
    try:
        log = read_log(path)
        last = moments(log)[-1]
        same = last.game is None or log.restore() == last.game
    except KeyflowerError as error:
        return {**report, "problem": str(error), "line": getattr(error, "line", None)}
    if not same:
        return {**report, "problem": "its actions lead to another game than its events tell", "line": None}
    return {
        **report,
        "sound": True,
        "actions": last.number,
        "players": list(log.players),
        "season": last.state.season.value,
        "over": last.state.over,
        "winners": " and ".join(last.winners),
        "viewer": log.viewer,
        "scripted": log.scripted,
    }


def show_scores(console: Console, path: Path, *, at: int | None, json: bool) -> None:
    """Print the score sheets of a game."""
    now = moment_at(moments(read_log(path)), at)
    ruleset, names, scores = now.setting.ruleset, now.setting.players, now.scores
    if json:
        say_json([_sheet_data(now, seat, sheet) for seat, sheet in enumerate(scores)])
        return
    for seat, sheet in enumerate(scores):
        console.print(sheet_table(ruleset, names[seat], sheet))
        console.print()
    if now.winners:
        console.print(f"{' and '.join(now.winners)} won.", style="bold")
    else:
        console.print(
            f"The game is not over: these are the points if it ended now, in {now.state.season.value}."
        )


def _sheet_data(now: Moment, seat: int, sheet: ScoreSheet) -> dict[str, object]:
    return {
        "player": now.setting.players[seat],
        "total": sheet.total,
        "won": now.setting.players[seat] in now.winners,
        "flipped": sheet.flipped or None,
        "lines": [
            {"source": line.source, "points": line.points, "why": because(line.detail, line.used)}
            for line in sheet.lines
        ],
    }
