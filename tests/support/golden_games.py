"""Golden games: whole games as text, replayed by golden/test_golden.py.

A file tells the set-up, then season by season the tiles on offer, the boats and every action in the notation,
and at the end the villages and the score sheets. Only the actions are read back; everything else follows from
them and from the seed, and has to come out the same, letter by letter.

    python -m tests.support.golden_games          writes the files that are missing
    python -m tests.support.golden_games --all    writes every file anew from its own actions

A file changes only together with a sentence that says which rule moved. The actions of a new file are chosen at
random once; later on they are read from it, so that the order of options does not matter.
"""

import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import attrs

import keyflower as kf
from keyflower.facade.game import Game
from keyflower.model.enums import TileKind
from keyflower.testing.random_play import random_actions, varied
from tests.support.law_games import rival, trading

FOLDER = Path(__file__).parents[1] / "golden"
NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")

GAMES: dict[str, dict] = {
    "base-2": {"players": NAMES[:2], "seed": 2},
    "base-3": {"players": NAMES[:3], "seed": 3},
    "base-4": {"players": NAMES[:4], "seed": 4},
    "base-5": {"players": NAMES[:5], "seed": 5},
    "base-6": {"players": NAMES[:6], "seed": 6},
    "base-3-open-hands": {"players": NAMES[:3], "seed": 13, "variants": ["open-hands"], "handicap": ["Cid"]},
    "farmers-2": {"players": NAMES[:2], "seed": 2, "expansions": ["farmers"]},
    "farmers-4": {"players": NAMES[:4], "seed": 4, "expansions": ["farmers"]},
    "farmers-6": {"players": NAMES[:6], "seed": 6, "expansions": ["farmers"]},
    "farmers-3-first": {
        "players": NAMES[:3], "seed": 23, "expansions": ["farmers"], "variants": ["farmers-first", "open-hands"],
    },
    "merchants-2": {"players": NAMES[:2], "seed": 2, "expansions": ["merchants"]},
    "merchants-4": {"players": NAMES[:4], "seed": 4, "expansions": ["merchants"]},
    "merchants-6": {"players": NAMES[:6], "seed": 6, "expansions": ["merchants"]},
    "merchants-3-first": {
        "players": NAMES[:3], "seed": 33, "expansions": ["merchants"], "variants": ["merchants-first", "open-hands"],
    },
    "merchants-5-farmers": {
        "players": NAMES[:5], "seed": 35, "expansions": ["farmers", "merchants"],
        "variants": ["farmers-first", "merchants-first"],
    },
}  # fmt: skip
"""The arguments of `Game.new` for every golden game."""


def path_of(name):
    return FOLDER / f"{name}.txt"


# ---------------------------------------------------------------------- choosing, once


def chosen_steps(name):
    """Actions for a new file: lively random play, the same on every machine."""
    game = Game.new(**GAMES[name])
    rng = Random(f"golden {name}")
    steps = random_actions(game, rng, choose=trading if name.startswith("merchants") else _lively)
    return [(game.players[seat], str(action)) for seat, action, _ in steps]


def _lively(decision, rng):
    return rng.choice((varied, rival))(decision, rng)


# ---------------------------------------------------------------------- reading


def read_steps(text):
    """The actions of a file: pairs of player and sentence; behind an arrow stands what chance answered."""
    played = text.partition("\nscores\n")[0]
    lines = [line.strip().partition("  ->")[0] for line in played.splitlines() if line.startswith("    ")]
    return [tuple(line.split(" ", 1)) for line in lines]


def replayed(name, steps):
    """The game at every moment."""
    game = Game.new(**GAMES[name])
    found = [game]
    for player, sentence in steps:
        game = game.play(sentence, seat=player)
        found.append(game)
    return found


# ---------------------------------------------------------------------- writing


def written(name, steps):
    """The file of a game."""
    setup = {"variants": [], "expansions": [], "handicap": [], **GAMES[name]}
    lines = [f"golden game {name}"]
    for key in ("players", "seed", "expansions", "variants", "handicap"):
        value = setup[key]
        lines.append(f"  {key}: {value if isinstance(value, int) else ', '.join(value) or '-'}")
    season = auction = None
    for before, after in pairwise(replayed(name, steps)):
        if before.season is not season:
            season = before.season
            lines += ["", season.value]
        if auction is not season and before.state.agenda[0].tag == "turn":
            auction = season
            lines += _auction(before)
        sentence = f"    {before.players[after.last_seat]} {after.last_action}"
        answers = after.entry.answers if after.season is season and not after.over else ()
        lines.append("  ->".join([sentence, *([" " + ", ".join(answers)] if answers else [])]))
    lines += ["", "scores", f"  won by {', '.join(after.winners)}"]
    for seat in range(len(after.players)):
        lines += _seat(after, seat)
    return "\n".join(lines) + "\n"


def _auction(game):
    state = game.state
    boats = [f"{berth.boat} {berth.load}".strip() for berth in state.berths]
    sides = {lot.tile: "ab"[lot.side] for lot in state.lots}
    two_sided = [tile for tile in sides if game.ruleset.tiles[tile].kind is TileKind.SUMMER_BOAT]
    yield f"  {game.players[state.start]} starts"
    yield f"  tiles: {', '.join(f'{tile} ({sides[tile]})' if tile in two_sided else tile for tile in sides)}"
    yield f"  boats: {', '.join(boats)}"
    yield from (f"  {place.title}: {_held(place)}" for place in state.places)


def _held(place):
    """What lies in a place that an expansion has added."""
    held = (getattr(place, field.name) for field in attrs.fields(type(place)))
    return " / ".join(str(pool) or "-" for pool in held if isinstance(pool, kf.Pool))


def _seat(game, seat):
    own, sheet = game.state.seats[seat], game.scores[seat]
    hand = own.workers + own.open_workers + own.skills + own.open_skills + own.stock
    yield ""
    yield f"{game.players[seat]}: {sheet.total}"
    yield f"  behind the screen: {hand or '-'}"
    for placed, spot in own.village:
        cell = f"{placed.cell[0]},{placed.cell[1]} r{placed.rotation}"
        two_sided = game.ruleset.tiles[placed.name].kind is TileKind.SUMMER_BOAT
        side = (" (a)", " (b)")[spot.side] if two_sided else ("", " upgraded")[spot.side]
        yield f"  {placed.name} {cell}{side} {spot.goods}".rstrip()
    yield from (f"  {place}: {pieces}" for place, pieces in own.village.lying)
    yield from (f"  {place.title}: {_held(place)}" for place in own.places)
    yield from [f"  {sheet.flipped} is turned free of cost"] if sheet.flipped else []
    for line in sheet.lines:  # not sheet.explain(): its sentences may be improved, the points may not
        used = [f"{number} {good}{f' as {role}' if role != good else ''}" for good, role, number in line.used]
        yield f"  {line.points:4}  {line.source}{': ' if used else ''}{', '.join(used)}"


def main(arguments):
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path = path_of(name)
        there = path.exists()
        if not there or "--all" in arguments:
            steps = read_steps(path.read_text(encoding="utf-8")) if there else chosen_steps(name)
            path.write_text(written(name, steps), encoding="utf-8")
            print(f"{path.name}: {len(steps)} actions")


if __name__ == "__main__":
    main(sys.argv[1:])
