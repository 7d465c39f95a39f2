"""``keyflower check`` and ``keyflower score``: verify logs, and show the scores of games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

from keyflower.cli.console import complain, say_json
from keyflower.cli.moments import Moment, moment_at, moments
from keyflower.cli.options import read_log, spoken_with
from keyflower.cli.score_tables import because, sheet_table
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.kernel.text import AND, SEMICOLON, Message, Speaker, listed, phrase
from keyflower.model.enums import Season
from keyflower.model.errors import KeyflowerError
from keyflower.model.names import season_name, some_of


def check_logs(console: Console, paths: Sequence[Path], *, json: bool, language: Speaker) -> bool:
    """Verify logs one after the other and return whether all are sound."""
    found = [_checked(path) for path in paths]
    if json:
        say_json(found)
    else:
        for one in found:
            if one["sound"]:
                console.print(language.say(_sound(one)), soft_wrap=True)
            else:
                told = phrase("{file}: {problem}", file=one["file"], problem=one["problem"])
                complain(language.say(told))
    return all(one["sound"] for one in found)


def _sound(one: Mapping[str, object]) -> Message:
    """Return a summary of a sound log, in words."""
    season = season_name(Season(str(one["season"])))
    result: str = (
        phrase("{names} won", names=one["winners"])
        if one["over"]
        else phrase("unfinished, in {season}", season=season)
    )
    if one["scripted"]:
        result = listed([result, phrase("its draws were written down by hand")], SEMICOLON)
    number = one["actions"]
    assert isinstance(number, int), "a log that is sound has a number of actions"
    actions = some_of("action", number)
    return phrase("{file}: sound; {actions}, {result}.", file=one["file"], actions=actions, result=result)


def _checked(path: Path) -> dict[str, object]:
    """Read a log, restore its events and replay its actions; both must lead to the same game."""
    report: dict[str, object] = {"file": str(path), "sound": False}
    try:
        log = read_log(path)
        if log.viewer is None and log.match.halted():
            log.replay()  # says which versions differ
        last = moments(log)[-1]
        same = last.game is None or log.restore() == last.game
    except KeyflowerError as error:
        return {**report, "problem": error.said, "line": getattr(error, "line", None)}
    if not same:
        return {
            **report,
            "problem": phrase("its actions and its events lead to different games"),
            "line": None,
        }
    return {
        **report,
        "sound": True,
        "actions": last.number,
        "players": list(log.players),
        "season": last.state.season.value,
        "over": last.state.over,
        "winners": listed(last.winners, AND),
        "viewer": log.viewer,
        "scripted": log.scripted,
    }


def show_scores(console: Console, path: Path, *, at: int | None, json: bool, language: Speaker) -> None:
    """Print the score sheets of a game."""
    now = moment_at(moments(read_log(path)), at)
    ruleset, names, scores = now.match.ruleset, now.match.players, now.scores
    if json:
        say_json([_sheet_data(now, seat, sheet) for seat, sheet in enumerate(scores)])
        return
    speaker = spoken_with(language, ruleset)
    for seat, sheet in enumerate(scores):
        console.print(sheet_table(ruleset, names[seat], sheet, language=speaker))
        console.print()
    if now.winners:
        won = phrase("{names} won.", names=listed(now.winners, AND))
        console.print(speaker.say(won), style="bold")
    else:
        so_far = phrase(
            "The game is not over: these are the points if it ended now, in {season}.",
            season=season_name(now.state.season),
        )
        console.print(speaker.say(so_far))


def _sheet_data(now: Moment, seat: int, sheet: ScoreSheet) -> dict[str, object]:
    return {
        "player": now.match.players[seat],
        "total": sheet.total,
        "won": now.match.players[seat] in now.winners,
        "flipped": sheet.flipped or None,
        "lines": [
            {"source": line.source, "points": line.points, "why": because(line.detail, line.used)}
            for line in sheet.lines
        ],
    }
