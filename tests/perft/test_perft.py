"""Perft: the numbers of action sequences to small depths are those of the files, counted in two ways."""

import os
from collections import defaultdict

import pytest

from tests.support.golden_games import GAMES
from tests.support.naive_options import estimate
from tests.support.perft_counts import FOLDER, count, count_naively, moments, positions, read_rows

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
MOST_GAMES = 10**9 if NIGHTLY else 600
"""How many games a count may play; deeper ones are left to the nightly run."""
MOST_TRIED = 10**6 if NIGHTLY else 3_000
"""How many actions the naive enumerator may try for a count."""


def games_before(rows, after, depth):
    """How many sequences lead to the last action of a count: that many games are played."""
    return {(row[0], row[1]): row[2] for row in rows}.get((after, depth - 1), 1)


@pytest.mark.parametrize("name", GAMES)
def test_the_generator_counts_the_sequences_of_the_file(name):
    rows = list(read_rows(name))
    wanted = [row for row in rows if games_before(rows, row[0], row[1]) <= MOST_GAMES]
    found = [(after, depth, count(moments(name)[after], depth), what) for after, depth, _, what in wanted]
    assert found == wanted


@pytest.mark.parametrize("name", GAMES)
def test_a_naive_search_counts_the_sequences_of_the_file(name):
    counted = 0
    for after, depth, sequences, question in read_rows(name):
        game = moments(name)[after]
        if depth <= 2 and tried(game, depth) <= MOST_TRIED:
            counted += 1
            assert count_naively(game, depth) == sequences, (after, depth, question)
    assert counted >= 10


def tried(game, depth):
    """How many actions the naive search would try."""
    total = sum(estimate(game, seat) for seat in game.decisions)
    if depth > 1 and total <= MOST_TRIED and sum(len(one.options) for one in game.decisions.values()) < 20:
        for seat, decision in game.decisions.items():
            total += sum(tried(game.play(action, seat=seat), depth - 1) for action in decision.options)
        return total
    return total if depth == 1 else 10**9


@pytest.mark.parametrize("name", GAMES)
def test_the_file_has_every_kind_of_question_in_every_season_of_the_game(name):
    assert {(after, question) for after, _, _, question in read_rows(name)} == set(positions(name))


def test_the_files_cover_all_players_expansions_and_questions():
    assert sorted(
        path.stem for path in FOLDER.iterdir() if path.is_file() and path.suffix != ".py"
    ) == sorted(GAMES)
    questions = defaultdict(set)
    for name in GAMES:
        for _, _, _, question in read_rows(name):
            questions[question.split()[1]].add(name.split("-")[0])
    assert questions == {
        "turn": {"base", "farmers", "merchants"},
        "haul": {"base", "farmers", "merchants"},
        "pay-cost": {"base", "farmers", "merchants"},
        "choose-benefit": {"base", "farmers", "merchants"},
        "put-animals": {"farmers", "merchants"},
        "offer-winter": {"base", "farmers", "merchants"},
        "take-boat": {"base", "farmers", "merchants"},
        "build-all": {"base", "farmers", "merchants"},
        "merchants.choose-contract": {"merchants"},
        "merchants.replace-boat": {"merchants"},
    }
