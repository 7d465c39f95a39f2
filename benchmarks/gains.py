"""`python -m benchmarks.gains`: what searching a kind of decision gains, cheaper than by games; can be stopped.

python -m benchmarks.gains run --minutes 20 [--only bids] [--out benchmarks/runs/gains.jsonl]
python -m benchmarks.gains tell

Stewards play games on seeds for choosing. At some decisions of each kind, the favourite of a search is compared with
what a steward would do, in deals that the search has not seen: at the end of the season by the learned value, and in
whole games. `bids` are turns in which larger bids are possible than the two smallest of each: there a search that has
the third and the fourth size, too, is compared with one that has not, with as many playouts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

from benchmarks.review_quality import Row, read
from benchmarks.review_quality_report import share
from benchmarks.seeds import CHOOSING
from keyflower.appraisal.leaf import leaf_of
from keyflower.appraisal.weights import SECOND
from keyflower.bots import SearchBot, StewardBot
from keyflower.facade.game import Game
from keyflower.facade.view import View
from keyflower.fast import options as packed_options
from keyflower.fast.bots import any_deal, known_pieces
from keyflower.fast.trials import tried
from keyflower.kernel.actions import Action
from keyflower.kernel.bots import play_out, player_names
from keyflower.kernel.options import Decision
from keyflower.model.actions import Bid
from keyflower.review import Estimate

RESULTS = Path(__file__).parent / "runs" / "gains.jsonl"
FIRST = 7_000_000
"""Nothing else was chosen on the seeds from here on."""
SEARCH = SearchBot(playouts=60)
STEWARD = StewardBot(weights=SECOND)
KINDS = {
    "turn": 2, "bids": 4, "take-boat": 2, "haul": 2, "build-all": 2,
    "pay-cost": 2, "choose-benefit": 1, "offer-winter": 1,
}  # fmt: skip
"""How many decisions of each kind are looked at in a game."""
DEALS = 32
WHOLE = 16
MORE = 16
"""So many larger bids are tried at most."""


def judged(view: View, seat: int, actions: Sequence[Action], key: int) -> tuple[float, float]:
    """Return how many points one action is better than another: by the learned value, and in whole games."""
    packed = any_deal(view)
    assert packed is not None, "the base game can be compiled"
    everything = [*packed_options(packed, seat=seat)]
    gaps = []
    for deals, seasons in ((DEALS, 1), (WHOLE, 4)):
        samples = tried(
            packed,
            [everything.index(action) for action in actions],
            seat=seat,
            viewer=seat,
            known=known_pieces(packed, view.state),
            weights=SECOND,
            leaf=leaf_of(view.ruleset, len(view.players)),
            deals=range(deals),
            key=key,
            seasons=seasons,
        )
        gaps.append(
            Estimate.of([one[0][seat] - other[0][seat] for one, other in zip(*samples, strict=True)]).mean
        )
    return gaps[0], gaps[1]


def favourite(view: View, decision: Decision, rng: Random, also: frozenset[Action] = frozenset()) -> Action:
    """Return what a search would do at a decision of any kind."""
    thoughts = SEARCH._thought_natively(view, decision, rng, also)
    assert thoughts, "the base game can be compiled"
    return thoughts[0].action


def larger_bids(view: View, decision: Decision) -> frozenset[Action]:
    """Return the third and fourth size of each bid from the hand, where the steward likes the smallest one most."""
    sizes: dict[tuple[str, str], list[Action]] = {}
    for action in decision.options:
        if isinstance(action, Bid) and not action.groups and len(action.workers.pieces) == 1:
            sizes.setdefault((action.tile, *action.workers.pieces), []).append(action)
    worth = {one.action: one.worth for one in STEWARD.rate(view, decision)}
    liked = sorted(sizes.values(), key=lambda bids: -worth.get(bids[0], -1e9))
    return frozenset([bid for bids in liked for bid in bids[2:4]][:MORE])


def looked_at(game: Game, ply: int, seat: int, kind: str) -> Row | None:
    """Return what a search gains at a decision; nothing if there are no larger bids."""
    view = game.view(seat).remembering(game.log)
    decision, key = view.decision, 1_000 * ply
    if kind == "bids":
        also = larger_bids(view, decision)
        if not also:
            return None
        before, after = (favourite(view, decision, Random(key), bids) for bids in (frozenset(), also))
        row: Row = {"kind": kind, "season": str(game.season), "larger": after in also}
    else:
        before, after = STEWARD.choose(view, decision, Random(key)), favourite(view, decision, Random(key))
        row = {"kind": kind, "season": str(game.season)}
    gains = (0.0, 0.0) if before == after else judged(view, seat, (after, before), key + 1)
    return row | {"other": before != after, "value": gains[0], "game": gains[1]}


def played(number: int, only: str) -> list[Row]:
    """Return what a search gains at some decisions of one game."""
    seed = CHOOSING[FIRST + number]
    game = play_out(Game.new(player_names(3), seed=seed), [STEWARD] * 3, Random(seed))
    moments, rng = game.moments, Random(seed)
    found: list[Row] = []
    for kind, most in KINDS.items():
        asked = "turn" if kind == "bids" else kind
        plies = [
            ply
            for ply in range(game.ply)
            for decision in [moments[ply].decisions[moments[ply + 1].last_seat]]
            if decision.kind == asked and len(decision.options) > 1
        ]
        for ply in rng.sample(plies, min(most, len(plies))) if only in ("", kind) else ():
            row = looked_at(moments[ply], ply, moments[ply + 1].last_seat, kind)
            found += [] if row is None else [row | {"number": number}]
    return found


def run(minutes: float, only: str, out: Path) -> None:
    """Play games and look at their decisions for so many minutes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    begun = max([row["number"] + 1 for row in read(out)], default=0)
    until = monotonic() + 60 * minutes
    with out.open("a", encoding="utf-8") as file:
        for number in count(begun):
            if monotonic() > until:
                return
            file.write("".join(json.dumps(row) + "\n" for row in played(number, only)))
            file.flush()


def lines(rows: Sequence[Row]) -> list[str]:
    """Return the table: a line for each kind of decision."""
    found = [
        "| decision | looked at | search chooses otherwise | gain, learned value | gain, whole games |",
        "|---|---|---|---|---|",
    ]
    for kind in KINDS:
        of = [row for row in rows if row["kind"] == kind]
        if len(of) < 2:
            continue
        value, game = (Estimate.of([row[name] for row in of]) for name in ("value", "game"))
        others = share(sum(row["other"] for row in of), len(of))
        found.append(f"| {kind} | {len(of)} | {others} | {value:+.2f} | {game:+.2f} |".replace("± +", "± "))
    return found


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["run", "tell"])
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--only", choices=[*KINDS, ""], default="")
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args()
    if given.what == "run":
        run(given.minutes, given.only, given.out)
    else:
        rows = read(given.out)
        larger = [row for row in rows if row.get("larger")]
        print("\n".join(lines(rows)))
        print(f"a larger bid is chosen: {share(len(larger), sum('larger' in row for row in rows))}")
        if len(larger) > 1:
            for name in ("value", "game"):
                print(f"what it is worth, {name}: {Estimate.of([row[name] for row in larger]):+.2f}")


if __name__ == "__main__":
    main()
