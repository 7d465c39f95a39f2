"""Positions that somebody might hand over: moments of games, changed a little."""

from copy import deepcopy
from random import Random
from typing import Any

from keyflower.facade.game import Game
from keyflower.fast.reference import reference_rollout
from keyflower.kernel.bots import player_names
from tests.support.fast_games import KINDS

TASKS: tuple[dict[str, Any], ...] = (
    {"tag": "turn"}, {"tag": "take-boat"}, {"tag": "haul", "points": 3, "upgrades": 1}, {"tag": "offer-winter"},
    {"tag": "build-all"}, {"tag": "return-aside"}, {"tag": "phase", "id": "end.boats"},
    {"tag": "phase", "id": "end.build"}, {"tag": "phase", "id": "end.close"}, {"tag": "phase", "id": "start.summer"},
    {"tag": "resolve", "tile": "miner", "side": 0, "path": "use"},
    {"tag": "resolve", "tile": "smelter", "side": 0, "path": "use"},
    {"tag": "pay-cost", "tile": "smelter", "side": 0, "path": "use.0"},
)  # fmt: skip
"""What may be put on an agenda."""


def moment(rng: Random) -> Game:
    """Return a game of any kind at any moment."""
    seats = rng.randrange(2, 7)
    game = Game.new(player_names(seats), seed=rng.randrange(1000), **KINDS[rng.choice(sorted(KINDS))])
    return reference_rollout(game, rng, plies=rng.randrange(60 * seats))


def changed(rng: Random, position: dict[str, Any], changes: int) -> dict[str, Any]:
    """Return a position with some things moved, swapped or counted anew; pieces and tiles often still add up."""
    position = deepcopy(position)
    for row in ("box", "discarded", "berths", "agenda"):
        position["state"].setdefault(row, [])
    for seat in position["state"]["seats"]:
        for row in ("won", "winter", "powers"):
            seat.setdefault(row, [])
    for _ in range(changes):
        rng.choice(CHANGES)(rng, position["state"])
    return position


def _rows(state: dict[str, Any]) -> list[list[Any]]:
    """Return every row of tiles."""
    rows = [state["box"], state["discarded"], *state["piles"]]
    return rows + [seat["winter"] for seat in state["seats"]]


def _move_tile(rng: Random, state: dict[str, Any]) -> None:
    rows = _rows(state)
    source = rng.choice(rows)
    if source:
        rng.choice(rows).append(source.pop(rng.randrange(len(source))))


def _move_boat(rng: Random, state: dict[str, Any]) -> None:
    if state["berths"]:
        state["box"].append(state["berths"].pop(rng.randrange(len(state["berths"])))["boat"])


def _lay(rng: Random, state: dict[str, Any]) -> None:
    rows = [row for row in _rows(state) if row]
    seat, row = rng.choice(state["seats"]), rng.choice(rows)
    seat["won"].append([row.pop(), 0])


def _task(rng: Random, state: dict[str, Any]) -> None:
    task, seat = dict(rng.choice(TASKS)), rng.randrange(len(state["seats"]))
    if task["tag"] not in ("offer-winter", "build-all", "return-aside", "phase"):
        task["seat"] = seat
    if task["tag"] == "resolve":
        task["target"] = state["seats"][seat]["village"]["tiles"][0]["name"]
    agenda = state["agenda"]
    agenda.insert(rng.randrange(len(agenda) + 1), task)
    if rng.random() < 0.3:
        del agenda[rng.randrange(len(agenda))]


def _number(rng: Random, state: dict[str, Any]) -> None:
    seat = rng.choice(state["seats"])
    picks = rng.sample(range(len(state["seats"])), rng.randrange(len(state["seats"])))
    rng.choice((
        lambda: state.update(passes=rng.randrange(7)),
        lambda: state.update(start=rng.randrange(7)),
        lambda: state.update(season=rng.choice(("spring", "summer", "autumn", "winter"))),
        lambda: state.update(picks=picks),
        lambda: seat.update(boat=rng.choice([berth["boat"] for berth in state["berths"]] or [""])),
        lambda: seat.update(offered=seat["winter"][: rng.randrange(4)]),
        lambda: seat.update(powers=rng.choice(state["seats"])["powers"]),
        lambda: state.update(agenda=state["agenda"][rng.randrange(3) :]),
    ))()  # fmt: skip


def _swap_pieces(rng: Random, state: dict[str, Any]) -> None:
    """Let two seats change hands, or the bag and a hand."""
    one, other = rng.choice(state["seats"]), rng.choice([*state["seats"], state])
    key = rng.choice(("workers", "skills", "stock"))
    there = {"workers": "bag", "skills": "stack", "stock": "stack"}[key] if other is state else key
    one[key], other[there] = other.get(there, ""), one.get(key, "")


CHANGES = (_move_tile, _move_boat, _lay, _task, _task, _number, _number, _swap_pieces)
"""What may happen to a position."""
