"""The composed schema of a table describes everything that is told there, whatever expansions are played."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import keyflower as kf
from keyflower.extend import Expansion
from keyflower.languages import language
from keyflower.web import protocol
from keyflower.web.choice_parts import Parts
from keyflower.web.protocol_schema import schema

jsonschema = pytest.importorskip("jsonschema", reason="messages are checked by jsonschema")

ROOT = Path(__file__).parents[2]
ABOUT = {"table": "t", "rules": "r", "next": "", "clocks": None, "hints": False}


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "toy_expansion" / "src"))
    from keyflower_toy import EXPANSION

    return EXPANSION


def valid(definitions, name):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions})


def told(game, rng):
    """Play a game to its end; iterate everything that is told to one of those who look on."""
    about = {**ABOUT, "seats": [{"name": name, "bot": ""} for name in game.players]}
    speaker = language("uk", *game.ruleset.catalogues)
    viewers = [*range(len(game.players)), kf.SPECTATOR]
    known: dict[int, Any] = {}
    parts = {viewer: Parts() for viewer in viewers}
    for ply in range(2_000):
        viewer = viewers[ply % len(viewers)]
        now = protocol.standing(game, viewer, about=about, language=speaker)
        entries = protocol.entries_to_data(
            game.view(viewer), [game.entry], viewer, shown=True, language=speaker
        )
        news = protocol.News(ply, "0" * 8, entries)
        yield protocol.table(now, Parts(), news)
        if viewer in known:
            yield protocol.change(known[viewer], now, parts[viewer], news)
        known[viewer] = now
        if game.over:
            return
        seat, decision = rng.choice([*game.decisions.items()])
        game = game.play(decision.options.sample(rng), seat=seat)


def test_every_message_of_whole_games_fits_the_composed_schema(toy):
    harbour = Expansion.from_toml(ROOT / "examples" / "harbour.toml")
    rng = Random(3)
    for expansions in ([toy], [toy, "farmers", "merchants", harbour]):
        game = kf.Game.new(["Ann", "Bob"], seed=8, expansions=expansions)
        check = valid(schema(game.ruleset)["$defs"], "Server")
        number = 0
        for message in told(game, rng):
            number += 1
            error = next(check.iter_errors(json.loads(message)), None)
            assert error is None, f"{error.json_path}: {error.message[:600]}"
        assert number > 100
