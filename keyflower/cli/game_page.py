"""The report of a game: one HTML file that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

from keyflower.cli.chapters import Chapter, chapters
from keyflower.cli.points_plot import points_plot
from keyflower.cli.score_tables import sheet_rows, title_of
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.facade.game import Game
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import (
    AND,
    SEMICOLON,
    Listing,
    Message,
    Speaker,
    Spoken,
    capital,
    listed,
    name,
    phrase,
    phrase_of,
)
from keyflower.model.names import season_name, some_of
from keyflower.render import auction_svg, table_svg, village_svg
from keyflower.words import told

_STYLE: Final = """
:root { color-scheme: light; --ink: #2b2622; --soft: #6b635b; --line: #ddd5ca; --paper: #faf7f1;
  --card: #fff; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 1.2rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.9rem; margin: 0 0 .2rem; } h2 { margin: 2.4rem 0 .6rem; font-size: 1.35rem; }
h3 { margin: 0 0 .5rem; font-size: 1.05rem; }
p.sub { margin: 0; color: var(--soft); }
nav a { margin-right: .9rem; } a { color: #00558c; }
.cards { display: grid; gap: 1rem; align-items: start;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
.card, .picture { background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  padding: .9rem; }
.picture { overflow-x: auto; } .picture svg, .card svg { max-width: 100%; height: auto; display: block; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; padding: .22rem .5rem .22rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.number, th.number { text-align: right; white-space: nowrap; padding-right: .8rem; }
tr.all td { font-weight: 700; border-bottom: 0; } tr.won td { font-weight: 700; }
details { margin: .5rem 0; } summary { cursor: pointer; } ol.story { font-size: .92rem; }
ol.story .then { color: var(--soft); }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
@media print { nav, .download { display: none; } }
"""

_PAGE: Final = Template("""<!DOCTYPE html>
<html lang="$code">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
<header>
<h1>$title</h1>
<p class="sub">$subtitle</p>
<nav><a href="#points">$points</a><a href="#villages">$villages_word</a><a href="#sheets">$sheets_word</a
><a href="#seasons">$seasons_word</a><a href="#table">$table_word</a><a href="#log">$log_word</a></nav>
</header>
<main>
<h2 id="points">$by_season</h2>
<div class="cards"><div class="card">$plot</div><div class="card">$standing</div></div>
<h2 id="villages">$villages_word</h2>
<div class="cards">$villages</div>
<h2 id="sheets">$sheets_word</h2>
<div class="cards">$sheets</div>
<h2 id="seasons">$each_season</h2>
$seasons
<h2 id="table">$table_end</h2>
<div class="picture">$table</div>
<h2 id="log">$log_word</h2>
<p class="download"><a download="game.jsonl" href="data:application/jsonl;base64,$log">$download</a>:
$about_log</p>
</main>
<footer>$made</footer>
</body>
</html>
""")


def _headings(language: Speaker) -> dict[str, str]:
    """Return the headings of the page."""
    texts = {
        "points": phrase("Points"),
        "villages_word": phrase("Villages"),
        "sheets_word": phrase("Score sheets"),
        "seasons_word": phrase("Seasons"),
        "table_word": phrase("Table"),
        "log_word": phrase("The log"),
        "by_season": phrase("Points by season"),
        "each_season": phrase("Season by season"),
        "table_end": phrase("The table at the end"),
        "download": phrase("Download game.jsonl"),
    }
    return {key: escape(language.say(text)) for key, text in texts.items()}


def _about_log(lines: int, language: Speaker) -> str:
    text = phrase(
        "{lines} lines; {replay} steps through it, {check} verifies it.",
        lines=lines,
        replay="<code>keyflower replay game.jsonl</code>",
        check="<code>keyflower check game.jsonl</code>",
    )
    return language.say(text)


def report_html(game: Game, log: str, kinds: Sequence[str] = (), *, language: Spoken = "en") -> str:
    """Return the report of a game.

    Args:
        game: the game, finished or not.
        log: its log, to be downloaded from the report.
        kinds: what kind of player sits on each seat, such as the name of a bot.
        language: a language, by its code such as ``uk`` or as a `Language`.
    """
    from keyflower._version import __version__

    told_seasons, language = chapters(game), game.language(language)
    made = phrase(
        "Made by keyflower {version}. Keyflower was designed by Sebastian Bleasdale and Richard Breese; this is an "
        "independent project with drawings of its own.",
        version=__version__,
    )
    title = f"Keyflower: {', '.join(game.players)}"
    return _PAGE.substitute(
        title=escape(title),
        style=_STYLE,
        **_headings(language),
        code=language.code,
        subtitle=escape(language.say(_subtitle(game))),
        plot=_plot(game, told_seasons, language),
        standing=_standing(game, kinds, language),
        villages="".join(_village(game, seat, language) for seat in range(len(game.players))),
        sheets="".join(_sheet(game, seat, sheet, language) for seat, sheet in enumerate(game.scores)),
        seasons="".join(_season(chapter, language) for chapter in told_seasons),
        table=table_svg(game.state, ruleset=game.ruleset, names=game.players, language=language),
        log=b64encode(log.encode()).decode("ascii"),
        about_log=_about_log(log.count("\n"), language),
        made=escape(language.say(made)),
    )


def _subtitle(game: Game) -> Listing:
    chosen = game.ruleset.chosen
    parts: list[str] = [
        listed([name("expansion", own.id, own.title) for own in game.ruleset.expansions]),
        *([phrase("variants {variants}", variants=listed(chosen))] if chosen else []),
        some_of("action", game.ply),
        who_won(game.winners) if game.over else phrase("in {season}", season=season_name(game.season)),
    ]
    return listed(parts, SEMICOLON, between=SEMICOLON)


def who_won(names: Sequence[str]) -> Message:
    """Return the winners, in words."""
    winners = listed(names, AND)
    if len(names) < 2:
        return phrase("{winner} wins", winner=winners)
    return phrase("{winners} win", winners=winners)


def _plot(game: Game, told_seasons: list[Chapter], language: Speaker) -> str:
    say = language.say
    labels = [
        say(phrase_of("column", "start")),
        *(say(season_name(chapter.season)) for chapter in told_seasons),
    ]
    start = tuple(0 for _ in game.players)
    return points_plot(labels, game.players, [start, *(chapter.totals for chapter in told_seasons)])


def _standing(game: Game, kinds: Sequence[str], language: Speaker) -> str:
    totals = [sheet.total for sheet in game.scores]
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    rows = [
        _row(
            [game.players[seat], kinds[seat] if seat < len(kinds) else "", str(len(game.village(seat)))],
            str(totals[seat]),
            mark="won" if game.players[seat] in game.winners else "",
        )
        for seat in order
    ]

    def word(text: str) -> str:
        return escape(language.say(text))

    player, tiles = word(phrase_of("column", "player")), word(phrase_of("column", "tiles"))
    points = word(phrase_of("column", "points"))
    head = f'<tr><th>{player}</th><th></th><th>{tiles}</th><th class="number">{points}</th></tr>'
    return f"<h3>{word(phrase('Standing'))}</h3><table>{head}{''.join(rows)}</table>"


def _row(cells: Sequence[str], number: str, *, mark: str = "", last: str | None = None) -> str:
    inner = (
        "".join(f"<td>{escape(cell)}</td>" for cell in cells) + f'<td class="number">{escape(number)}</td>'
    )
    inner += "" if last is None else f"<td>{escape(last)}</td>"
    return f'<tr class="{mark}">{inner}</tr>' if mark else f"<tr>{inner}</tr>"


def _village(game: Game, seat: int, language: Speaker) -> str:
    picture = village_svg(game.village(seat), ruleset=game.ruleset, language=language)
    return f'<div class="card"><h3>{escape(game.players[seat])}</h3>{picture}</div>'


def _sheet(game: Game, seat: int, sheet: ScoreSheet, language: Speaker) -> str:
    rows = [
        _row([source], points, last=why) for source, points, why in sheet_rows(game.ruleset, sheet, language)
    ]
    rows.append(_row([language.say(phrase("in all"))], str(sheet.total), mark="all", last=""))
    return f'<div class="card"><h3>{escape(game.players[seat])}</h3><table>{"".join(rows)}</table></div>'


def _season(chapter: Chapter, language: Speaker) -> str:
    game = chapter.last

    def word(text: str) -> str:
        return escape(language.say(text))

    sold = "".join(
        f"<tr><td>{word(title_of(game.ruleset, sale.tile))}</td><td>{escape(game.players[sale.seat])}</td>"
        f"<td>{escape(sale.price)}</td></tr>"
        for sale in chapter.sales
    )
    state = _last_turn(chapter).state
    picture = auction_svg(state, ruleset=game.ruleset, names=game.players, language=language)
    lines = []
    for later in chapter.games:
        first, *then = _told(later, language)
        after = f' <span class="then">{escape(" ".join(then))}</span>' if then else ""
        lines.append(f"<li>{escape(first)}{after}</li>")
    every = phrase("Every action ({number})", number=len(chapter.games))
    return (
        f"<h3>{word(capital(season_name(chapter.season)))}</h3>"
        f'<div class="picture">{picture}</div>'
        f"<details><summary>{word(phrase('What was won'))}</summary><table><tr>"
        f"<th>{word(phrase_of('column', 'tile'))}</th><th>{word(phrase_of('column', 'player'))}</th>"
        f"<th>{word(phrase_of('column', 'for'))}</th></tr>"
        f"{sold}</table></details><details><summary>{word(every)}</summary>"
        f'<ol class="story">{"".join(lines)}</ol></details>'
    )


def _told(game: Game, language: Speaker) -> Sequence[str]:
    """Return the results of an action; in other languages in sentences, because the notation is English."""
    if language.code == "en":
        return told(game, SPECTATOR)
    return game.tell(viewer=SPECTATOR, language=language) or ("",)


def _last_turn(chapter: Chapter) -> Game:
    """Return the game when everybody had bid, before the last pass closes the season."""
    for game in reversed(chapter.games):
        if (
            game.last_action is not None
            and game.last_action.verb in ("bid", "use", "pass")
            and game.parent is not None
        ):
            return game.parent
    return chapter.last
