"""The report of a game: one HTML file that needs nothing else."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Final

from keyflower.cli.chapters import Chapter, chapters
from keyflower.cli.plot import points_plot
from keyflower.cli.sheets import because, title_of
from keyflower.engine.score_sheet import ScoreSheet
from keyflower.facade.game import Game
from keyflower.kernel.setting import SPECTATOR
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
<html lang="en">
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
<nav><a href="#points">Points</a><a href="#villages">Villages</a><a href="#sheets">Score sheets</a
><a href="#seasons">Seasons</a><a href="#table">Table</a><a href="#log">Log</a></nav>
</header>
<main>
<h2 id="points">Points by season</h2>
<div class="cards"><div class="card">$plot</div><div class="card">$standing</div></div>
<h2 id="villages">Villages</h2>
<div class="cards">$villages</div>
<h2 id="sheets">Score sheets</h2>
<div class="cards">$sheets</div>
<h2 id="seasons">Season by season</h2>
$seasons
<h2 id="table">The table at the end</h2>
<div class="picture">$table</div>
<h2 id="log">The log</h2>
<p class="download"><a download="game.jsonl" href="data:application/jsonl;base64,$log">Download
game.jsonl</a>: $entries lines; <code>keyflower replay game.jsonl</code> steps through it,
<code>keyflower check game.jsonl</code> verifies it.</p>
</main>
<footer>Made by keyflower $version. Keyflower was designed by Sebastian Bleasdale and Richard Breese; this
is an independent project with drawings of its own.</footer>
</body>
</html>
""")


def report_html(game: Game, log: str, kinds: Sequence[str] = ()) -> str:
    """Return the report of a game.

    Args:
        game: the game, finished or not.
        log: its log, to be downloaded from the report.
        kinds: what kind of player sits on each seat, such as the name of a bot.
    """
    from keyflower import __version__

    told_seasons = chapters(game)
    title = f"Keyflower: {', '.join(game.players)}"
    return _PAGE.substitute(
        title=escape(title),
        style=_STYLE,
        subtitle=escape(_subtitle(game)),
        plot=_plot(game, told_seasons),
        standing=_standing(game, kinds),
        villages="".join(_village(game, seat) for seat in range(len(game.players))),
        sheets="".join(_sheet(game, seat, sheet) for seat, sheet in enumerate(game.scores)),
        seasons="".join(_season(chapter) for chapter in told_seasons),
        table=table_svg(game.state, ruleset=game.ruleset, names=game.players),
        log=b64encode(log.encode()).decode("ascii"),
        entries=log.count("\n"),
        version=escape(__version__),
    )


def _subtitle(game: Game) -> str:
    expansions = ", ".join(expansion.title for expansion in game.ruleset.expansions)
    variants = f"; variants {', '.join(game.ruleset.chosen)}" if game.ruleset.chosen else ""
    if game.over:
        names = " and ".join(game.winners)
        result = f"{names} {'win' if len(game.winners) > 1 else 'wins'}"
    else:
        result = f"in {game.season.value}"
    return f"{expansions}{variants}; {game.ply} actions; {result}"


def _plot(game: Game, told_seasons: list[Chapter]) -> str:
    labels = ["start", *(chapter.season.value for chapter in told_seasons)]
    start = tuple(0 for _ in game.players)
    return points_plot(labels, game.players, [start, *(chapter.totals for chapter in told_seasons)])


def _standing(game: Game, kinds: Sequence[str]) -> str:
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
    head = '<tr><th>player</th><th></th><th>tiles</th><th class="number">points</th></tr>'
    return f"<h3>Standing</h3><table>{head}{''.join(rows)}</table>"


def _row(cells: Sequence[str], number: str, *, mark: str = "", last: str | None = None) -> str:
    inner = (
        "".join(f"<td>{escape(cell)}</td>" for cell in cells) + f'<td class="number">{escape(number)}</td>'
    )
    inner += "" if last is None else f"<td>{escape(last)}</td>"
    return f'<tr class="{mark}">{inner}</tr>' if mark else f"<tr>{inner}</tr>"


def _village(game: Game, seat: int) -> str:
    picture = village_svg(game.village(seat), ruleset=game.ruleset)
    return f'<div class="card"><h3>{escape(game.players[seat])}</h3>{picture}</div>'


def _sheet(game: Game, seat: int, sheet: ScoreSheet) -> str:
    rows = [
        _row([title_of(game.ruleset, line.source)], str(line.points), last=because(line.detail, line.used))
        for line in sheet.lines
    ]
    if sheet.flipped:
        rows.insert(
            0, _row([title_of(game.ruleset, sheet.flipped)], "", last="turned to its back free of cost")
        )
    rows.append(_row(["in all"], str(sheet.total), mark="all", last=""))
    return f'<div class="card"><h3>{escape(game.players[seat])}</h3><table>{"".join(rows)}</table></div>'


def _season(chapter: Chapter) -> str:
    game = chapter.last
    sold = "".join(
        f"<tr><td>{escape(title_of(game.ruleset, sale.tile))}</td><td>{escape(game.players[sale.seat])}</td>"
        f"<td>{escape(sale.price)}</td></tr>"
        for sale in chapter.sales
    )
    picture = auction_svg(_last_turn(chapter).state, ruleset=game.ruleset, names=game.players)
    lines = []
    for later in chapter.games:
        first, *then = told(later, SPECTATOR)
        after = f' <span class="then">{escape(" ".join(then))}</span>' if then else ""
        lines.append(f"<li>{escape(first)}{after}</li>")
    return (
        f"<h3>{chapter.season.value.capitalize()}</h3>"
        f'<div class="picture">{picture}</div>'
        "<details><summary>What was won</summary><table><tr><th>tile</th><th>player</th><th>for</th></tr>"
        f"{sold}</table></details><details><summary>Every action ({len(chapter.games)})</summary>"
        f'<ol class="story">{"".join(lines)}</ol></details>'
    )


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
