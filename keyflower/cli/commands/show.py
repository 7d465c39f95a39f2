"""``keyflower show``: the table at one moment, as text, SVG, HTML or JSON."""

from __future__ import annotations

from html import escape
from pathlib import Path

from rich.console import Console

from keyflower.cli.console import say, say_json, wants_colour, write
from keyflower.cli.game_page import report_html
from keyflower.cli.moments import Moment, moment_at, moments, moments_of, seat_called
from keyflower.cli.options import bot_names, read_log, spoken_with
from keyflower.engine.flow import FLOW
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.arguments import bare
from keyflower.kernel.errors import SetupError
from keyflower.kernel.text import Speaker, phrase
from keyflower.model.state import State
from keyflower.render import table_svg, table_text, village_svg, village_text

_PAGE = """<!DOCTYPE html>
<html lang="{code}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:1rem;background:#faf7f1">{picture}</body></html>
"""


def moment_of(
    what: str,
    *,
    at: int | None,
    players: int,
    rules: RuleChoice,
) -> Moment:
    """Return the game of a log or of a seed, at some moment.

    Raises:
        SetupError: if it is neither a file nor a whole number.
        LogError: if the log cannot be read.
    """
    path = Path(what)
    if path.is_file():
        return moment_at(moments(read_log(path)), at)
    try:
        seed = int(what)
    except ValueError:
        problem = phrase("'{text}' is neither a log file nor a seed (a whole number)", text=bare(what))
        raise SetupError(problem) from None
    return moment_at(moments_of(rules.game(bot_names(players), seed=seed)), at)


def show_table(
    console: Console,
    now: Moment,
    *,
    seat: str | None,
    village: str | None,
    file: Path | None,
    json: bool,
    language: Speaker,
) -> None:
    """Show the table as a viewer may see it, or one village."""
    speaker = spoken_with(language, now.match.ruleset)
    ruleset, names = now.match.ruleset, now.match.players
    viewer = seat_called(names, seat)
    state = now.seen_by(viewer)
    owner = None if village is None else seat_called(names, village)
    colour = wants_colour(console)
    if json:
        say_json(summary(now, state))
    elif file is not None:
        write(file, _picture(now, state, owner, file, speaker))
        console.print(speaker.say(phrase("Written: {file}", file=file)), soft_wrap=True)
    elif owner is not None and owner >= 0:
        shown = state.seats[owner].village
        say(console, village_text(shown, ruleset=ruleset, colour=colour, language=speaker))
    else:
        say(console, table_text(state, ruleset=ruleset, names=names, colour=colour, language=speaker))


def _picture(now: Moment, state: State, owner: int | None, file: Path, language: Speaker) -> str:
    ruleset, names = now.match.ruleset, now.match.players
    if owner is not None and owner >= 0:
        village = state.seats[owner].village
        picture = village_svg(village, ruleset=ruleset, title=names[owner], language=language)
    else:
        picture = table_svg(state, ruleset=ruleset, names=names, language=language)
    match file.suffix.lower():
        case ".svg":
            return picture
        case ".html" | ".htm" if (
            owner is None and state.viewer is None and now.game is not None and state.over
        ):
            return report_html(now.game, now.game.log.dumps(), language=language)
        case ".html" | ".htm":
            title = escape(f"Keyflower: {', '.join(names)}")
            return _PAGE.format(title=title, picture=picture, code=language.code)
    raise SetupError(phrase("{file}: pictures end in .svg or .html", file=file.name))


def summary(now: Moment, state: State) -> dict[str, object]:
    """Return the table as JSON-able data: pieces in pool notation, what is hidden as ``?``."""
    names = now.match.players
    return {
        "season": state.season.value,
        "over": state.over,
        "start_player": names[state.start],
        "deciding": [names[seat] for seat in FLOW.open_seats(now.match.ruleset, state)],
        "lots": [
            {
                "tile": lot.tile,
                "side": lot.side,
                "bids": {names[bid.seat]: str(bid.workers) for bid in lot.bids},
                "uses": [str(use.workers) for use in lot.uses],
            }
            for lot in state.lots
        ],
        "boats": [
            {"boat": berth.boat, "workers": str(berth.workers), "skills": str(berth.skills)}
            for berth in state.berths
        ],
        "players": [
            {
                "name": names[number],
                "workers": str(seat.workers + seat.open_workers),
                "skills": str(seat.skills + seat.open_skills),
                "stock": str(seat.stock),
                "village": [
                    {
                        "tile": placed.name,
                        "cell": list(placed.cell),
                        "rotation": placed.rotation,
                        "side": spot.side,
                        "goods": str(spot.goods),
                    }
                    for placed, spot in seat.village
                ],
            }
            for number, seat in enumerate(state.seats)
        ],
    }
