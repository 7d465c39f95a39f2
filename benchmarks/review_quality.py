"""`python -m benchmarks.review_quality`: is a review right? Can be stopped and started again.

python -m benchmarks.review_quality run --minutes 40 [--out benchmarks/review_quality.jsonl]
python -m benchmarks.review_quality tell
python -m benchmarks.review_quality docs

Games of all kinds of bots are played on seeds for publishing, with two to six seats, the base game, The Farmers and The
Merchants in turn. Five kinds of work take turns, too, so that every question has an answer whenever it is stopped:

* ``calibration``: the chances that the curve gives at five random moments of a game, and who won (of every game);
* ``decisions``: some decisions of a game. The options of the first ones are played to the end of the game in other
  deals; of others the worst is planted: would a review have found it, and does one with ten times the deals call it a
  mistake?
* ``reviews``: two reviews of some decisions of a game, with two seeds;
* ``luck``: the luck of a game, by two seeds;
* ``alarms``: a review of some of the search's own decisions; what it is blamed for is judged again in ten times the
  deals.

The search takes most of the time of a game. So it plays in few of those for `calibration`, `decisions` and `luck`.

Each result is a line of a file. `tell` prints the answers, `docs` puts them into the page about reviews:

* (a) calibration: how often those won to whom the curve gave a chance;
* (b) gain: what the favourite of a review is worth in whole games, over the average option that was tried and over what
  a steward would do, in points of margin;
* (c) edges by bot, in points a decision, winter included, and the margins of the same bots in the games of (a);
* (d) planted mistakes that are found, and false alarms on the search's own choices;
* (e) kappa of the grades of the two seeds;
* (f) how luck of the two seeds correlates, by seat and game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic, process_time
from typing import Any

from benchmarks.review_quality_report import MISTAKES, answers, put_into_docs
from benchmarks.seeds import PUBLISHING
from keyflower.appraisal.leaf import leaf_of
from keyflower.appraisal.weights import SECOND
from keyflower.bots import SearchBot, bot
from keyflower.facade.game import Game
from keyflower.fast import options as packed_options
from keyflower.fast.bots import any_deal, known_pieces
from keyflower.fast.trials import tried
from keyflower.kernel.bots import play_out
from keyflower.review import Estimate, ReviewedChoice
from keyflower.review.analysis import CANDIDATES, DEALS, Work

RESULTS = Path(__file__).parent / "review_quality.jsonl"
LONG = 10 * DEALS
"""The deals of a review that is believed."""
TRUTH = 16
"""Whole games for each option of a decision."""
LOOKED_AT = 16
"""Decisions of a game that are looked at."""
GAINS = 2
"""Of so many of them the options are played to the end of the game; and ..."""
PLANTED = 4
"""... at most so many mistakes are planted, where the game is not decided."""
DECIDED = 0.08
"""There the chance to win is at least this, and at most 1 minus this."""
MOMENTS = 20
"""At so many moments the decisions of a game are reviewed, if there is a choice."""
QUICK = 8
"""Deals in which an option is sought that may be a mistake; it is judged in others."""
WORTH_PLANTING = 0.06
"""An option is planted if it seems to lose this much of the chance to win."""
RULES: tuple[tuple[str, ...], ...] = ((), ("farmers",), ("merchants",))
COMPANIES = (
    ("search", "steward", "greedy", "random", "steward", "greedy"),
    ("steward", "steward", "steward", "steward", "steward", "steward"),
    ("hoarder", "engine builder", "search", "jumper", "denier", "steward"),
    ("search", "search", "steward", "search", "steward", "steward"),
)
"""Who plays: as many of a row as there are seats, and in a turned order; each row five games long."""
SEARCHING = 10
"""Where the search is not needed, it plays in one of so many rows only; elsewhere an engine builder sits there."""
MERCHANTS = 6
"""One in so many of the games that are reviewed is one of The Merchants."""
EARLY = {"calibration": 18, "decisions": 8, "reviews": 4, "alarms": 1, "luck": 0}
"""So many games were played and reviewed in an earlier way: searches in all rows, and other parts of a game."""
SEATS = (3, 2, 3, 4, 2, 3, 5, 2, 4, 6)
Row = dict[str, Any]  # JSON


def _bot(kind: str) -> Any:  # Any: a bot of any class
    if kind == "search":
        return SearchBot(playouts=60)
    styles = {style.name: style for style in import_module("examples.styles").STYLES}
    return styles.get(kind) or bot(kind)


def rules_of(number: int, what: str) -> tuple[str, ...]:
    """Return the expansions of a game; The Merchants take so long that they are reviewed less often."""
    if number < EARLY[what] or what == "calibration":
        return RULES[number % len(RULES)]
    return RULES[-1] if number % MERCHANTS == MERCHANTS - 1 else RULES[number % 2]


def players_of(number: int, what: str) -> list[str]:
    """Return the kinds of bots that play a game."""
    row, players = number // 5, SEATS[number % len(SEATS)]
    company = COMPANIES[row % len(COMPANIES)]
    turn = number % len(company)
    kinds = [*company[turn:], *company[:turn]][:players]
    if what == "alarms" and "search" not in kinds:
        kinds[number % players] = "search"
    costly = row % SEARCHING or "merchants" in rules_of(number, what)
    if what in ("calibration", "decisions", "luck") and number >= EARLY[what] and costly:
        kinds = ["engine builder" if kind == "search" else kind for kind in kinds]
    return kinds


def game_of(number: int, chosen: range, *, what: str) -> tuple[Game, list[str]]:
    """Return a finished game and the kinds of its bots; other kinds of work play other games."""
    kinds = players_of(number, what)
    seed = chosen[FIRST[what] + STEP[what] * number]
    names = [f"{name} {seat + 1}" for seat, name in enumerate(kinds)]
    game = Game.new(names, seed=seed, expansions=rules_of(number, what))
    return play_out(game, [_bot(name) for name in kinds], Random(seed)), kinds


def _pair(estimate: Estimate) -> list[float]:
    return [estimate.mean, estimate.error]


def _margins(game: Game) -> list[float]:
    totals = [game.score(seat).total for seat in range(len(game.players))]
    return [own - (sum(totals) - own) / (len(totals) - 1) for own in totals]


# ---------------------------------------------------------------------- the kinds of work


def calibration(game: Game, kinds: list[str], number: int) -> Row:
    """Return nothing more than is asked about every game."""
    return {}


def curve(game: Game, kinds: list[str], number: int) -> Row:
    """Return the chances at five random moments of a game, and who won it."""
    work = Work(game, frozenset(), DEALS, CANDIDATES, 0)
    moments = sorted(Random(number).sample(range(1, game.ply), 5))
    return {
        "bots": kinds,
        "won": [name in game.winners for name in game.players],
        "margins": _margins(game),
        "chances": [[one.mean for one in work.chances(ply)] for ply in moments],
    }


def whole_games(game: Game, choice: ReviewedChoice, key: int) -> list[float]:
    """Return the margins of the options of a decision, played by stewards to the end of the game."""
    view = game.view(choice.seat).remembering(game.log)
    packed = any_deal(view)
    assert packed is not None, "all these rules can be compiled"
    everything = [*packed_options(packed, seat=choice.seat)]
    samples = tried(
        packed,
        [everything.index(one.action) for one in choice.tried],
        seat=choice.seat,
        viewer=choice.seat,
        known=known_pieces(packed, view.state),
        weights=SECOND,
        leaf=leaf_of(game.ruleset, len(game.players)),
        deals=range(TRUTH),
        key=key,
        seasons=4,
    )
    return [Estimate.of([sample[0][choice.seat] for sample in option]).mean for option in samples]


def _reference(choice: ReviewedChoice) -> int:
    """Return the place of what a steward would do among what was tried: what was played less the edge."""
    gaps = [abs(choice.edge.mean + one.ahead.mean) for one in choice.tried]
    return gaps.index(min(gaps))


def decisions(game: Game, kinds: list[str], number: int) -> Row:
    """Return what came of some decisions of a game: whole games, and a planted mistake."""
    everybody = frozenset(range(len(game.players)))
    quick, usual, long = (
        Work(game, everybody, deals, CANDIDATES, seed) for seed, deals in enumerate((QUICK, DEALS, LONG))
    )
    moments = game.moments
    several = [
        ply for ply in range(game.ply) if len(moments[ply].decisions[moments[ply + 1].last_seat].options) > 2
    ]
    found: list[Row] = []
    for ply in Random(number).sample(several, min(LOOKED_AT, len(several))):
        before, seat = moments[ply], moments[ply + 1].last_seat
        row: Row = {}
        if len(found) < GAINS:
            choice = usual.moment(ply).choice
            assert choice is not None
            row = {"margins": whole_games(before, choice, 99 + ply), "steward": _reference(choice)}
        elif DECIDED <= usual.chances(ply)[seat].mean <= 1 - DECIDED:
            tried_first = quick.compared(before, seat, moments[ply + 1].last_action).tried()
            worst = min(tried_first, key=lambda one: one.win.mean)
            if tried_first[0].win.mean - worst.win.mean >= WORTH_PLANTING:
                for name, work in (("usual", usual), ("long", long)):
                    compared = work.compared(before, seat, worst.action)
                    row[name] = compared.reviewed(ply, "", "").grade.value
        found.append(row)
        if sum("long" in one for one in found) == PLANTED:
            break
    return {"decisions": found}


def _some(game: Game, number: int, seat: Sequence[int]) -> list[int]:
    """Return moments of a game at which one of some seats decided."""
    moments = game.moments
    theirs = [ply for ply in range(game.ply) if moments[ply + 1].last_seat in seat]
    return sorted(Random(number).sample(theirs, min(MOMENTS, len(theirs))))


def _brief(choice: ReviewedChoice) -> list[object]:
    return [choice.seat, choice.season, choice.grade.value, choice.edge.mean]


def reviews(game: Game, kinds: list[str], number: int) -> Row:
    """Return what two reviews of a game say of some decisions."""
    everybody = frozenset(range(len(kinds)))
    choices: list[list[list[object]]] = []
    for seed in (0, 1):
        work = Work(game, everybody, DEALS, CANDIDATES, seed)
        made = [work.moment(ply).choice for ply in _some(game, number, [*everybody])]
        choices.append([_brief(choice) for choice in made if choice is not None])
    return {"choices": choices}


def _luck(game: Game, seed: int) -> list[list[float]]:
    """Return the luck of each seat in a game, with its error, by a review with a seed."""
    moments, watching = game.moments, Work(game, frozenset(), DEALS, CANDIDATES, seed)
    drawn = [watching.moment(ply).luck for ply in range(game.ply) if moments[ply + 1].entry.answers]
    return [_pair(Estimate.total(one[seat] for one in drawn)) for seat in range(len(game.players))]


def luck(game: Game, kinds: list[str], number: int) -> Row:
    """Return the luck of a game by two seeds."""
    return {"luck": [_luck(game, seed) for seed in (0, 1)], "paired": True}


def alarms(game: Game, kinds: list[str], number: int) -> Row:
    """Return what a review says of the search's decisions, and what ten times the deals say of those it blames."""
    everybody = frozenset(range(len(kinds)))
    searching = [seat for seat, kind in enumerate(kinds) if kind == "search"]
    work, long = Work(game, everybody, DEALS, CANDIDATES, 0), Work(game, everybody, LONG, CANDIDATES, 7)
    made = [work.moment(ply).choice for ply in _some(game, number, searching)]
    choices = [choice for choice in made if choice is not None]
    blamed = [long.moment(one.ply).choice for one in choices if one.grade in MISTAKES]
    return {
        "choices": [[_brief(choice) for choice in choices]],
        "alarms": [choice.grade.value for choice in blamed if choice is not None],
    }


WORK: dict[str, Callable[[Game, list[str], int], Row]] = {
    "calibration": calibration,
    "decisions": decisions,
    "reviews": reviews,
    "alarms": alarms,
    "luck": luck,
}
SHARES = {"calibration": 0.4, "decisions": 0.22, "reviews": 0.2, "alarms": 0.1, "luck": 0.08}
"""How the time is divided."""
MOST = {"calibration": 400, "decisions": 150, "reviews": 60, "alarms": 60, "luck": 100}
FIRST = {"calibration": 0, "decisions": 1, "reviews": 2, "alarms": 100_000, "luck": 200_000}
STEP = {"calibration": 3, "decisions": 3, "reviews": 3, "alarms": 1, "luck": 1}
"""Where the seeds of each kind begin, and how far they are apart: no two games have the same."""


def run(minutes: float, chosen: range, out: Path, only: str = "") -> None:
    """Work for so many minutes, each time on the kind of work that has had the least of its share."""
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = read(out)
    numbers = {kind: count(sum(row["what"] == kind for row in rows)) for kind in WORK}
    used, left = dict.fromkeys(WORK, 0.0), {only} if only else set(WORK)
    until = monotonic() + 60 * minutes
    with out.open("a", encoding="utf-8") as file:
        while left and monotonic() < until:
            kind = min(left, key=lambda name: used[name] / SHARES[name])
            number = next(numbers[kind])
            if number >= MOST[kind]:
                left.discard(kind)
                continue
            begun = process_time()
            row = {"what": kind, "number": number, "rules": rules_of(number, kind)}
            game, kinds = game_of(number, chosen, what=kind)
            row |= curve(game, kinds, number) | WORK[kind](game, kinds, number)
            used[kind] += process_time() - begun
            file.write(json.dumps(row) + "\n")
            file.flush()
            print(kind, number, f"{process_time() - begun:.1f} s", flush=True)


def read(path: Path) -> list[Row]:
    """Return the results of a file; a line that was cut off is left out."""
    if not path.exists():
        return []
    text = path.read_text("utf-8")
    if not text.endswith("\n"):
        text = text[: text.rfind("\n") + 1]
        path.write_text(text, "utf-8")
    return [json.loads(line) for line in text.splitlines()]


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["run", "tell", "docs"])
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--only", choices=[*WORK], default="", help="one kind of work instead of all in turn")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.what == "run":
        run(given.minutes, PUBLISHING, given.out, given.only)
    elif given.what == "tell":
        print("\n".join(f"{question}: {measured}" for question, measured, _ in answers(read(given.out))))
    else:
        put_into_docs(read(given.out))


if __name__ == "__main__":
    main()
