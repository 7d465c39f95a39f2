"""`python -m benchmarks.review_quality`: is a review right? Can be stopped and started again.

python -m benchmarks.review_quality play --games 12 [--first 0] [--out benchmarks/runs/review_quality]
python -m benchmarks.review_quality tell

Each game is played by three different bots on a seed for publishing, and reviewed twice, with two seeds. `tell` prints

* (a) calibration: how often those won to whom the curve gave a chance, at five random moments of each game;
* (b) gain: what the favourite of a review is worth in whole games, in other deals, over the average option that was
  tried and over what a steward would do, in points of margin;
* (c) edges by bot, in points a decision, winter included;
* (d) planted mistakes: the worst option of some decisions, if a review with ten times the deals calls it a mistake,
  and how often the usual review does; and false alarms: how often a mistake of the search is none by ten times as many;
* (e) kappa of the grades of the two seeds, weighted by nothing;
* (f) how luck of the two seeds correlates, by seat and game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.seeds import PUBLISHING
from keyflower.appraisal.leaf import leaf_of
from keyflower.appraisal.weights import USUAL
from keyflower.bots import SearchBot, bot
from keyflower.facade.game import Game
from keyflower.fast import options as packed_options
from keyflower.fast.bots import any_deal, known_pieces
from keyflower.fast.trials import tried
from keyflower.kernel.actions import Action
from keyflower.kernel.bots import name_of, play_out
from keyflower.review import Estimate, Grade, Report, ReviewedChoice, review
from keyflower.review.choices import Candidate, OptionComparison, graded
from keyflower.review.option_values import player_of

RUNS = Path(__file__).parent / "runs" / "review_quality"
DEALS = 24
LOOKED_AT = 4
"""Decisions of a game whose options are played to the end of the game, and among which a mistake is planted."""
TRUTH = 32
"""Whole games for each of their options."""
MISTAKES = (Grade.MISTAKE, Grade.BLUNDER)
Row = dict[str, Any]  # JSON


def played(number: int) -> Game:
    """Return a game of three bots, each different."""
    bots = [SearchBot(playouts=60), bot("steward"), bot("greedy"), bot("random")]
    turn = number % 4
    seated = (bots[turn:] + bots[:turn])[:3]
    game = Game.new([name_of(one) for one in seated], seed=PUBLISHING[number])
    return play_out(game, seated, Random(number))


def whole_games(report: Report, choice: ReviewedChoice, key: int) -> list[float]:
    """Return the margins of the options of a decision, played by stewards to the end of the game."""
    game = report.game.moments[choice.ply]
    view = game.view(choice.seat).remembering(game.log)
    packed = any_deal(view)
    assert packed is not None
    everything = [*packed_options(packed, seat=choice.seat)]
    samples = tried(
        packed,
        [everything.index(one.action) for one in choice.tried],
        seat=choice.seat,
        viewer=choice.seat,
        known=known_pieces(packed, view.state),
        weights=USUAL,
        leaf=leaf_of(game.ruleset, len(game.players)),
        deals=range(TRUTH),
        key=key,
        seasons=4,
    )
    return [Estimate.of([sample[0][choice.seat] for sample in option]).mean for option in samples]


def judged(report: Report, choice: ReviewedChoice, planted: Action, deals: int, key: int) -> Estimate:
    """Return the chance lost if an option of a decision had been played, by so many deals."""
    game = report.game.moments[choice.ply]
    view = game.view(choice.seat).remembering(game.log)
    player = player_of(game, view, choice.seat, key)
    actions = [planted, *(one.action for one in choice.tried if one.action != planted)]
    compared = OptionComparison(choice.seat, [Candidate(action) for action in actions], 0)
    compared.spend(lambda places, some: player.options([actions[place] for place in places], some), deals)
    return compared.loss()[0]


def _reference(choice: ReviewedChoice) -> int:
    """Return the place of what a steward would do among what was tried: what was played less the edge."""
    gaps = [abs(choice.edge.mean + one.ahead.mean) for one in choice.tried]
    return gaps.index(min(gaps))


def looked_at(report: Report, choice: ReviewedChoice) -> Row:
    """Return what came of one decision: whole games, and a planted mistake."""
    worst = choice.tried[-1].action
    return {
        "kind": choice.kind,
        "season": choice.season,
        "margins": whole_games(report, choice, 99 + choice.ply),
        "steward": _reference(choice),
        "long": list(_pair(judged(report, choice, worst, 10 * DEALS, 7))),
        "usual": list(_pair(judged(report, choice, worst, DEALS, 8))),
    }


def _pair(estimate: Estimate) -> tuple[float, float]:
    return estimate.mean, estimate.error


def one_game(number: int) -> Row:
    """Play and review one game."""
    game, rng = played(number), Random(number)
    reports = [review(game, deals=DEALS, seed=seed) for seed in (0, 1)]
    first = reports[0]
    moments = sorted(rng.sample(range(1, game.ply), 5))
    several = [choice for choice in first.choices if len(choice.tried) > 2]
    alarms = [
        choice
        for choice in first.choices
        if choice.grade in MISTAKES and game.players[choice.seat].startswith("search")
    ]
    return {
        "bots": game.players,
        "winners": game.winners,
        "choices": [
            [
                {
                    "seat": one.seat,
                    "season": one.season,
                    "kind": one.kind,
                    "grade": one.grade.value,
                    "edge": one.edge.mean,
                }
                for one in report.choices
            ]
            for report in reports
        ],
        "luck": [[report.luck(seat).mean for seat in range(3)] for report in reports],
        "chances": [[one.mean for one in first.chances[ply]] for ply in moments],
        "looked at": [looked_at(first, choice) for choice in rng.sample(several, LOOKED_AT)],
        "alarms": [list(_pair(judged(first, one, one.played, 10 * DEALS, 9))) for one in alarms],
    }


def play(first: int, games: int, out: Path) -> None:
    """Play and review the games that are not there yet."""
    out.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + games):
        path = out / f"{number:04}.json"
        if not path.exists():
            partial = path.with_suffix(".partial")
            partial.write_text(json.dumps(one_game(number)), "utf-8")
            partial.replace(path)
            print(path.name, flush=True)


# ---------------------------------------------------------------------- telling


def share(number: int, of: int) -> str:
    """Return a share with its 95 % interval (Wilson)."""
    if not of:
        return "none of none"
    p, z = number / of, 1.96
    centre = (p + z * z / 2 / of) / (1 + z * z / of)
    half = z * sqrt(p * (1 - p) / of + z * z / 4 / of / of) / (1 + z * z / of)
    return f"{number} of {of}: {100 * p:.0f} % ({100 * (centre - half):.0f}-{100 * (centre + half):.0f})"


def kappa(pairs: Sequence[tuple[str, str]]) -> float:
    """Return how much more often two graders agree than by chance."""
    agree = sum(one == other for one, other in pairs) / len(pairs)
    names = {name for pair in pairs for name in pair}
    chance = (
        sum(sum(one == name for one, _ in pairs) * sum(other == name for _, other in pairs) for name in names)
        / len(pairs) ** 2
    )
    return (agree - chance) / (1 - chance) if chance < 1 else 1.0


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return how two rows of numbers correlate."""
    means = [sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1)]
    both = sum((one - means[0]) * (other - means[1]) for one, other in pairs)
    squares = [sum((pair[side] - means[side]) ** 2 for pair in pairs) for side in (0, 1)]
    return both / sqrt(squares[0] * squares[1])


def _is_mistake(pair: Sequence[float]) -> bool:
    return graded(Estimate(*pair)) in MISTAKES


def tell(rows: Sequence[Row]) -> Iterable[str]:
    """Yield what the games say."""
    yield f"{len(rows)} games, {sum(len(row['choices'][0]) for row in rows)} decisions"
    seats = [
        (chance, row["bots"][seat] in row["winners"])
        for row in rows
        for moment in row["chances"]
        for seat, chance in enumerate(moment)
    ]
    for low in (0.0, 0.1, 0.3, 0.5, 0.7, 0.9):
        high = {0.0: 0.1, 0.9: 1.01}.get(low, low + 0.2)
        inside = [(chance, won) for chance, won in seats if low <= chance < high]
        if inside:
            foreseen = 100 * sum(chance for chance, _ in inside) / len(inside)
            yield f"(a) foreseen {foreseen:.0f} %, won {share(sum(won for _, won in inside), len(inside))}"
    looked = [one for row in rows for one in row["looked at"]]
    average = [one["margins"][0] - sum(one["margins"]) / len(one["margins"]) for one in looked]
    steward = [one["margins"][0] - one["margins"][one["steward"]] for one in looked]
    yield f"(b) gain over the average option {Estimate.of(average):.1f}, over the steward {Estimate.of(steward):.1f}"
    edges: dict[str, list[float]] = {}
    for row in rows:
        for choice in row["choices"][0]:
            edges.setdefault(row["bots"][choice["seat"]], []).append(choice["edge"])
    for name, found in sorted(edges.items(), key=lambda item: -sum(item[1]) / len(item[1])):
        yield f"(c) {name}: edge {Estimate.of(found):.2f} points a decision ({len(found)})"
    planted = [one for one in looked if _is_mistake(one["long"])]
    yield f"(d) planted mistakes found {share(sum(_is_mistake(one['usual']) for one in planted), len(planted))}"
    alarms = [one for row in rows for one in row["alarms"]]
    searched = sum(
        row["bots"][choice["seat"]].startswith("search") for row in rows for choice in row["choices"][0]
    )
    yield f"(d) false alarms on the search {share(sum(not _is_mistake(one) for one in alarms), searched)}"
    pairs = [
        (one["grade"], other["grade"]) for row in rows for one, other in zip(*row["choices"], strict=True)
    ]
    agree = sum(one == other for one, other in pairs)
    yield f"(e) kappa of grades {kappa(pairs):.2f}, agreement {share(agree, len(pairs))}"
    luck = [pair for row in rows for pair in zip(*row["luck"], strict=True)]
    yield f"(f) luck of two seeds correlates {correlation(luck):.2f} over {len(luck)} seats"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["play", "tell"])
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", type=Path, default=RUNS)
    given = parser.parse_args()
    if given.what == "play":
        play(given.first, given.games, given.out)
    else:
        rows = [json.loads(path.read_text("utf-8")) for path in sorted(given.out.glob("*.json"))]
        print("\n".join(tell(rows)))


if __name__ == "__main__":
    main()
