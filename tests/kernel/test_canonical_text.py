"""What a seat may know as text: the same for a game and for a view, and another one for everything else."""

from __future__ import annotations

import random

import pytest

import keyflower as kf
from keyflower.kernel import canonical_text
from keyflower.kernel.canonical_text import known_text, spelled
from keyflower.kernel.state import hide
from tinytowns import Game as Town


def _moments(expansions: tuple[str, ...], seed: int) -> list[kf.Game]:
    game, rng = kf.Game.new(["Ann", "Bob", "Cid"], seed=seed, expansions=expansions), random.Random(seed)
    while not game.over:
        seat, decision = next(iter(game.decisions.items()))
        game = game.play(decision.options.sample(rng), seat=seat)
    return list(game.moments)


@pytest.mark.parametrize("expansions", [(), ("farmers",), ("merchants", "farmers")])
def test_texts_are_equal_exactly_where_views_are(expansions):
    texts: dict[str, object] = {}
    states: dict[object, str] = {}
    for seed in (3, 4):
        for game in _moments(expansions, seed):
            for viewer in (-1, 0, 1):
                seen = hide(game.state, viewer)
                text = known_text(game.state, viewer)
                assert known_text(seen, viewer) == text
                assert texts.setdefault(text, seen) == seen
                assert states.setdefault(seen, text) == text


def test_texts_of_another_game_on_the_kernel():
    town = Town.new(["Ann", "Bob"], seed=2)
    texts: dict[str, object] = {}
    while not town.over and town.ply < 60:
        for viewer in (-1, 0, 1):
            seen = hide(town.state, viewer)
            text = known_text(town.state, viewer)
            assert known_text(seen, viewer) == text
            assert texts.setdefault(text, seen) == seen
        seat, decision = next(iter(town.decisions.items()))
        town = town.play(decision.options[0], seat=seat)


def test_texts_that_are_kept_do_not_grow_without_end(monkeypatch):
    before = [spelled(game.state) for game in _moments((), 5)[:20]]
    monkeypatch.setattr(canonical_text, "_MOST_KEPT", 40)
    monkeypatch.setattr(canonical_text, "_KEPT", [({}, [])])
    assert [spelled(game.state) for game in _moments((), 5)[:20]] == before
    texts, values = canonical_text._KEPT[0]
    assert len(texts) <= len(values) <= 40
