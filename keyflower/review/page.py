"""A review as a page: the chances, a table, what the result is made of, and the costliest decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from keyflower.kernel.arguments import whole
from keyflower.kernel.text import AND, Message, Spoken, decimal, listed, phrase
from keyflower.render import style_sheet
from keyflower.review.chart import COLOURS, MARKS, chart, speaker
from keyflower.review.choices import Grade, ReviewedChoice, Tried
from keyflower.review.estimates import Estimate, Z
from keyflower.review.pictures import pictures
from keyflower.review.wording import SIGNS, Sentences, grade_name, part_names, percent
from keyflower.words import teller_for

if TYPE_CHECKING:
    from keyflower.review.report import Report

_CSS: Final = """
.kf-review{font:16px/1.5 system-ui,sans-serif;color:var(--kf-ink);max-width:1040px;margin:0 auto;padding:1rem}
.kf-review h1{font-size:1.6rem;margin:.2em 0}.kf-review h2{font-size:1.2rem;margin:1.4em 0 .4em}
.kf-review h3{font-size:1.05rem;margin:0 0 .4em;display:flex;gap:.5em;align-items:center;flex-wrap:wrap}
.kf-review .wide{overflow-x:auto}.kf-review .wide>svg{min-width:640px;width:100%;height:auto;display:block}
.kf-review table{border-collapse:collapse;width:100%}.kf-review td,.kf-review th{padding:.25em .6em;text-align:right}
.kf-review td{white-space:nowrap}
.kf-review th:first-child,.kf-review td:first-child{text-align:left}
.kf-review .option td:first-child{white-space:normal}
.kf-review th{font-weight:600;border-bottom:1px solid var(--kf-panel-edge)}
.kf-review .dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;margin-right:.4em}
.kf-review article{background:var(--kf-panel);border:1px solid var(--kf-panel-edge);border-radius:10px;padding:1rem;
margin:0 0 1rem}.kf-review .sides{display:grid;grid-template-columns:minmax(0,3fr) minmax(0,2fr);gap:1rem}
.kf-review .grade{color:#fff;border-radius:5px;padding:0 .5em;font-size:.85rem}
.kf-review .number{color:#fff;border-radius:50%;width:1.5em;height:1.5em;display:inline-grid;place-items:center}
.kf-review .played{background:color-mix(in srgb,#c8342d 16%,transparent)}
.kf-review .best td:first-child{box-shadow:inset 4px 0 #2e9e5b}
.kf-review .played td:first-child{box-shadow:inset 4px 0 #c8342d}
.kf-review .bar{position:relative;height:.7em;min-width:3em;border-radius:3px;display:block;
background:color-mix(in srgb,#3b82c4 14%,transparent)}
.kf-review .bar b,.kf-review .bar i{position:absolute;display:block}
.kf-review .bar b{inset:0 auto 0 0;background:#3b82c4;border-radius:3px}
.kf-review .bar i{top:calc(50% - 1px);height:2px;background:var(--kf-ink);opacity:.75}
.kf-review .faint{color:var(--kf-faint);font-size:.9rem}.kf-review .option td:nth-child(2){width:20%}
.kf-review figure{margin:0 0 .6rem}.kf-review figcaption{color:var(--kf-faint);font-size:.9rem}
.kf-review figure svg{max-width:100%;height:auto;max-height:300px;display:block}
@media(max-width:700px){.kf-review .sides{grid-template-columns:minmax(0,1fr)}.kf-review{padding:.6rem}
.kf-review .option .faint{display:none}.kf-review td,.kf-review th{padding:.25em .35em}
.kf-review>.wide td:first-child,.kf-review>.wide th:first-child{position:sticky;left:0;
background:var(--kf-paper);background-clip:padding-box}
.kf-review .option td:first-child{padding-left:.7em}}
@media(max-width:480px){.kf-review .option td:nth-child(2){display:none}}
"""

_OPTIONS: Final = 6
"""How many options a card shows."""


def page(report: Report, *, language: Spoken = "", who: int | str | None = None, number: int = 3) -> str:
    """Return a whole page."""
    code = language if isinstance(language, str) and language else "en"
    title = speaker(report, language)(_title(report))
    return (
        f'<!doctype html><html lang="{escape(code)}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style_sheet()}body{{margin:0;background:var(--kf-paper)}}</style>"
        f"{body(report, language=language, who=who, number=number)}</html>"
    )


def body(report: Report, *, language: Spoken = "", who: int | str | None = None, number: int = 3) -> str:
    """Return the review as a part of a page, as notebooks show it."""
    return _body(report, language=language, who=who, number=number).replace(" %", "\N{NO-BREAK SPACE}%")


def _body(report: Report, *, language: Spoken, who: int | str | None, number: int) -> str:
    say = speaker(report, language)
    you = None if who is None else report.game.seat_of(who)
    marked = _marked(report, you, whole(number, "number", least=0))
    sentences = Sentences(report.game, you)
    cards = [
        _card(report, sentences, place, choice, language=language) for place, choice in enumerate(marked, 1)
    ]
    heading = escape(say(phrase("The costliest decisions")))
    return (
        f'<style>{style_sheet()}{_CSS}</style><div class="kf-review"><h1>{escape(say(_title(report)))}</h1>'
        f"<p>{escape(' '.join(say(sentence) for sentence in _summary(report, you)))}</p>"
        f'<div class="wide">{chart(report, language=language, marked=marked, who=you)}</div>'
        f'<div class="wide">{_table(report, say)}</div>'
        f"<h2>{escape(say(phrase('What the results are made of, in points of margin')))}</h2>"
        f'<div class="wide">{_parts(report, say)}</div>'
        f"{f'<h2>{heading}</h2>' if cards else ''}{''.join(cards)}"
        f'<p class="faint">{escape(say(_about(report)))}</p></div>'
    )


def _marked(report: Report, you: int | None, number: int) -> tuple[ReviewedChoice, ...]:
    costly = report.turning_points(len(report.choices))
    return tuple([choice for choice in costly if you is None or choice.seat == you][:number])


def _title(report: Report) -> str:
    return phrase("Review of a game of {players}", players=listed(report.game.players, AND))


def _summary(report: Report, you: int | None) -> Iterator[Message]:
    """Yield who won, how often the lead changed, and how close to losing the winner was."""
    game = report.game
    ended = game.entry.ended
    if ended is None:
        yield phrase("The game is not over.")
        return
    yield phrase(
        "The game is over: {winners} with {points} points.",
        winners=teller_for(game, you).winners(ended.winners),
        points=max(ended.totals),
    )
    lowest, ply = min((chances[ended.winners[0]].mean, ply) for ply, chances in enumerate(report.chances))
    yield phrase(
        "Changes of the lead: {number}. Lowest chance of the winner: {chance} % (move {move}).",
        number=report.lead_changes(),
        chance=percent(lowest),
        move=ply + 1,
    )


def _about(report: Report) -> str:
    return phrase(
        "Decisions with a choice: {number}. Deals for each option: {deals}. "
        "Stewards play on to the end of the season, then a learned value rates the position.",
        number=len(report.choices),
        deals=report.deals,
    )


# ---------------------------------------------------------------------- tables


def _row(cells: Sequence[str], *, tag: str = "td", mark: str = "") -> str:
    return f"<tr{mark}>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"


def _name(report: Report, seat: int) -> str:
    dot = f'<span class="dot" style="background:{COLOURS[seat]}"></span>'
    return f"{dot}{escape(report.game.players[seat])}"


def _table(report: Report, say: Callable[[str], str]) -> str:
    """Return a row for each player: points, losses and grades."""
    bad = [grade for grade in Grade if grade is not Grade.GOOD]
    titles = [
        phrase("player"),
        phrase("points"),
        phrase("decisions"),
        phrase("chance lost a decision"),
        *map(grade_name, bad),
        phrase("edge over a steward, points"),
        phrase("luck, points"),
    ]
    rows = [_row([escape(say(title)) for title in titles], tag="th")]
    ended = report.game.entry.ended
    for seat in sorted(report.seats):
        grades = report.grades(seat)
        rows.append(
            _row(
                [
                    _name(report, seat),
                    str(ended.totals[seat]) if ended is not None else "–",
                    str(len(report.of(seat))),
                    f"{say(percent(report.loss(seat).mean))} %",
                    *(f"{grades[grade]} {SIGNS[grade]}" for grade in bad),
                    _signed(report.edge(seat), say),
                    _signed(report.luck(seat), say),
                ]
            )
        )
    return f"<table>{''.join(rows)}</table>"


def _parts(report: Report, say: Callable[[str], str]) -> str:
    names = part_names()
    rows = [_row([escape(say(title)) for title in (phrase("player"), *names.values())], tag="th")]
    for seat in sorted(report.seats):
        parts = report.parts(seat)
        rows.append(_row([_name(report, seat), *(_signed(parts[name], say) for name in names)]))
    return f"<table>{''.join(rows)}</table>"


def _signed(estimate: Estimate, say: Callable[[str], str]) -> str:
    spread = say(decimal(f"{Z * estimate.error:.1f}"))
    error = f' <span class="faint">± {spread}</span>' if estimate.error else ""
    return f"{say(decimal(f'{estimate.mean:+.1f}'))}{error}".replace("-", "\N{MINUS SIGN}")


# ---------------------------------------------------------------------- cards


def _card(
    report: Report, sentences: Sentences, number: int, choice: ReviewedChoice, *, language: Spoken
) -> str:
    say = speaker(report, language)
    colour = MARKS[choice.grade.value]
    said = [sentences.option(choice, choice.played), *sentences.better(choice)]
    words = " ".join(escape(say(sentence)) for sentence in said)
    best = next(one for one in choice.tried if one.action == choice.best)
    following = [say(sentence) for sentence in sentences.line(choice, best.line)]
    foreseen = (
        f'<p class="faint">{escape(say(phrase("Then:")))} {escape(" ".join(following))}</p>'
        if following
        else ""
    )
    shown = _shown(choice)
    rows = "".join(_option(sentences, say, choice, one) for one in shown)
    knew = say(
        phrase(
            "Tried in deals that are consistent with what {who} knew then.",
            who=report.game.players[choice.seat],
        )
    )
    grade = escape(f"{SIGNS[choice.grade]} {say(grade_name(choice.grade))}")
    picture = _pictures(report, choice, shown, language)
    return (
        f'<article id="choice-{number}"><h3><span class="number" style="background:{colour}">{number}</span>'
        f"{escape(say(sentences.heading(choice)))}"
        f'<span class="grade" style="background:{colour}">{grade}</span></h3>'
        f'<p>{words}</p><div class="sides"><div class="wide"><table>{rows}</table>{foreseen}'
        f'<p class="faint">{escape(knew)}</p></div><div class="picture">{picture}</div></div></article>'
    )


def _option(sentences: Sentences, say: Callable[[str], str], choice: ReviewedChoice, one: Tried) -> str:
    played = one.action == choice.played
    text = escape(say(sentences.option(choice, one.action)))
    if played:
        text += f" <b>({escape(say(phrase('played')))})</b>"
    cells = [
        text,
        _bar(one.win),
        f"{say(percent(one.win.mean))} %",
        "" if played else _signed(one.ahead, say),
    ]
    mark = " played" if played else " best" if one.action == choice.best else ""
    return _row(cells, mark=f' class="option{mark}"')


def _bar(win: Estimate) -> str:
    """Return a bar for a chance, with its interval as a thin line."""
    low, high = (min(1.0, max(0.0, end)) for end in win.interval)
    return (
        f'<span class="bar"><b style="width:{100 * max(0.01, min(1.0, win.mean)):.0f}%"></b>'
        f'<i style="left:{100 * low:.0f}%;width:{100 * (high - low):.0f}%"></i></span>'
    )


def _shown(choice: ReviewedChoice) -> list[Tried]:
    """Return the options of a card: the best ones, and the one that was played."""
    given = [one for one in choice.tried if one.deals]
    played = [one for one in given[_OPTIONS:] if one.action == choice.played]
    return [*given[: _OPTIONS - len(played)], *played]


def _pictures(report: Report, choice: ReviewedChoice, shown: Sequence[Tried], language: Spoken) -> str:
    say = speaker(report, language)
    game = report.game.moments[choice.ply]
    try:
        drawn = pictures(game, choice, [one.action for one in shown], language)
    except ImportError as error:
        if error.name != "svg":
            raise
        return ""
    return "".join(
        f"<figure><figcaption>{escape(say(title))}</figcaption>{picture}</figure>" for title, picture in drawn
    )
