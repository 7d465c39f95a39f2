"""The arithmetic of the benchmarks, and a smoke run with tiny slices; nothing depends on how fast it is."""

from __future__ import annotations

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path
from platform import machine

import pytest

from benchmarks import __main__ as command
from benchmarks import (
    against,
    instructions,
    ours,
    played_games,
    profile,
    report,
    strength,
    tournament,
    tuning,
)
from benchmarks.measure import (
    MOST_SEEDS,
    Budget,
    Rounds,
    Slice,
    Spread,
    alternate,
    neighbour_ratios,
    seeds_per_slice,
)
from benchmarks.played_games import PlayedGame
from benchmarks.result import Goal, Result, Row, Unavailable, Verdict
from benchmarks.rows import ROWS, counts, logs, texts
from benchmarks.rows.imports import over_empty
from benchmarks.seeds import PUBLISHING
from benchmarks.worker import Worker
from keyflower.bots import Weights
from keyflower.fast.library import loaded

ROOT = Path(__file__).parents[2]
TINY = Budget(seconds=0, rounds=2, slice_seconds=0.001)
MACHINE = report.Machine(
    "2026-01-02", "abc1234", "CPython 3.11", "abacus, 2 cores", "Linux", "0.1", ("chess 1",)
)


def slices(*costs: float) -> tuple[Slice, ...]:
    return tuple(Slice(cost * 10, 10) for cost in costs)


# ---------------------------------------------------------------------- arithmetic


def test_spread_is_median_and_quartiles():
    assert Spread.of([5, 1, 4, 2, 3]) == Spread(2, 3, 4)
    assert Spread.of([1, 2]) == Spread(1.25, 1.5, 1.75)
    assert Spread.of([7]) == Spread(7, 7, 7)
    assert Spread(1, 2, 3).scaled(10) == Spread(10, 20, 30)


def test_spread_of_nothing_is_refused():
    with pytest.raises(ValueError, match="nothing was measured"):
        Spread.of([])


def test_each_slice_is_compared_with_the_neighbours_before_and_after_it():
    first, second = slices(2, 4, 6), slices(1, 1, 3)
    assert sorted(neighbour_ratios(first, second)) == [2, 2, 4, 4, 6]
    assert sorted(neighbour_ratios(second, first, before=False)) == [1 / 6, 0.25, 0.25, 0.5, 0.5]


def test_ratio_of_rounds_does_not_see_a_machine_that_slows_down():
    rounds = Rounds((slices(1, 10, 100), slices(2, 20, 200)))
    assert rounds.ratio(1, 0).middle == 2
    assert rounds.cost(0).middle == 10


def test_arms_take_turns_with_fresh_seeds_each_round():
    seen: list[tuple[str, list[int]]] = []

    def arm(name: str):
        def work(seeds):
            seen.append((name, list(seeds)))
            return Slice(1.0, len(seeds))

        return work

    ticks: list[int] = []
    rounds = alternate((arm("a"), arm("b")), TINY, numbers=(2, 1), tick=lambda: ticks.append(1))
    assert seen == [("a", [1, 2]), ("b", [1]), ("a", [3, 4]), ("b", [2])]
    assert len(ticks) == 2
    assert [len(taken) for taken in rounds.slices] == [2, 2]


def test_work_of_no_duration_still_gives_a_slice():
    given: list[int] = []

    def arm(seeds):
        given.append(len(seeds))
        return Slice(1.0, len(seeds))

    assert 1 <= seeds_per_slice(arm, Budget(slice_seconds=1)) <= MOST_SEEDS
    assert given[0] == 1


def test_import_is_counted_over_the_empty_starts_of_its_round():
    rounds = Rounds((slices(10, 20), slices(15, 28), slices(12, 22)))
    assert over_empty(rounds, 1, (0, 2)) == [4, 7]


# ---------------------------------------------------------------------- goals


@pytest.mark.parametrize(
    ("value", "verdict"), [(4, Verdict.AIM), (3.5, Verdict.AIM), (2, Verdict.COMMIT), (1.9, Verdict.MISSED)]
)
def test_more_is_better(value, verdict):
    assert Goal(2, 3.5).verdict(value) is verdict


@pytest.mark.parametrize(
    ("value", "verdict"),
    [(0.7, Verdict.AIM), (0.8, Verdict.COMMIT), (1.5, Verdict.COMMIT), (2, Verdict.MISSED)],
)
def test_less_is_better(value, verdict):
    assert Goal(1.5, 0.7, most=True).verdict(value) is verdict


def test_a_goal_that_commits_to_less_than_it_aims_for_is_met_only_by_both():
    assert Goal(20, 20).verdict(20) is Verdict.AIM
    assert Goal(20, 20).verdict(19) is Verdict.MISSED


def test_shortfall_is_a_factor():
    assert Goal(10, 20).shortfall(5) == 2
    assert Goal(1.5, 0.8, most=True).shortfall(3) == 2


# ---------------------------------------------------------------------- report

STEP = Result(
    name="step",
    title="a step",
    compared="this with that",
    unit="µs",
    ours=Spread(9, 10, 11),
    theirs=Spread(14, 15, 16),
    peer="catanatron 3",
    value=Spread(1.4, 1.5, 1.6),
    means="times as fast",
    goal=Goal(2, 3.5),
)
GONE = Result(name="json", title="JSON", skipped="no codec")


def test_table_says_what_was_found_and_what_was_wanted():
    text = report.text([STEP, GONE], MACHINE)
    line = next(line for line in text.splitlines() if line.startswith("a step"))
    for part in ("10.0 µs", "15.0 µs", "1.50 times as fast", "1.40–1.60", "≥ 2.00 / 3.50", "missed by 1.33×"):
        assert part in line
    assert "left out: no codec" in text
    assert "a step: this with that; beside catanatron 3" in text
    assert "revision abc1234" in text


def test_markdown_rows_have_as_many_cells_as_the_head():
    lines = [line for line in report.markdown([STEP, GONE], MACHINE).splitlines() if line.startswith("|")]
    assert len(lines) == 4
    assert len({line.count("|") for line in lines}) == 1


def test_json_carries_numbers_and_verdicts():
    data = json.loads(report.as_json([STEP, GONE], MACHINE))
    assert data["machine"]["revision"] == "abc1234"
    assert data["results"][0]["value"] == {"low": 1.4, "middle": 1.5, "high": 1.6}
    assert [result["verdict"] for result in data["results"]] == ["missed", ""]
    assert data["results"][1]["skipped"] == "no codec"


def test_only_the_marked_block_of_the_docs_changes():
    page = "before\n<!-- table: begin -->\nold\n<!-- table: end -->\nafter\n"
    changed = report.put_block(page, "table", "new")
    assert changed == "before\n<!-- table: begin -->\n\nnew\n\n<!-- table: end -->\nafter\n"
    assert report.put_block(changed, "table", "new") == changed
    with pytest.raises(ValueError, match="no block"):
        report.put_block(page, "profile", "new")


def test_docs_have_the_blocks_that_the_tools_fill():
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name in ("table", "profile"):
        report.put_block(page, name, "")


# ---------------------------------------------------------------------- rows


def test_row_that_lacks_something_is_left_out_with_its_reason():
    def run(budget, tick):
        raise Unavailable("no peer")

    results = command.run([Row("x", "a row", run)], TINY, command.Progress(1))
    assert results == [Result(name="x", title="a row", skipped="no peer")]


def test_row_that_breaks_does_not_take_the_others_with_it(capsys):
    def run(budget, tick):
        raise KeyError("oops")

    (result,) = command.run([Row("x", "a row", run)], TINY, command.Progress(1))
    assert result.skipped == "failed, KeyError: 'oops'"
    assert "x failed" in capsys.readouterr().err


def test_names_of_rows_differ():
    names = [row.name for row in ROWS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", [name for name in ours.ARMS if not name.startswith(("memory", "scoring"))])
def test_our_arms_count_what_they_did(name):
    taken = ours.ARMS[name][2]()((1,))
    assert taken.units > 0
    assert taken.amount > 0


def test_kept_states_and_steps_are_the_same_games():
    steps = ours.step_arm()((3,)).units
    assert ours.step_arm(keep=True)((3,)).units == steps
    assert ours.memory_arm(listing=True, others=0)((3,)).units == steps


def test_games_to_be_scored_know_nothing_but_are_the_same():
    (game,) = ours.unscored((1,))
    known = ours.played(1)
    assert game == known
    assert game.scores == known.scores


def test_plain_cattrs_and_pickle_give_back_what_they_were_given():
    assert texts.cattrs_arm()((1,)).units == len(ours.moments(1))
    assert logs.pickle_arm((1,)).units == 1
    assert logs.unpickle_arm((1,)).units == 1


def test_docs_get_whole_tables_only(capsys):
    with pytest.raises(SystemExit):
        command.main(["--docs", "--only", "step"])
    assert "whole tables" in capsys.readouterr().err


def test_more_tiles_are_in_play_with_more_seats():
    assert ours.tiles_in_play((1,), seats=6) > ours.tiles_in_play((1,), seats=2)


@pytest.mark.skipif(find_spec("catanatron") is None, reason="needs the bench extra")
def test_command_measures_a_row_and_writes_it(tmp_path, capsys):
    path = tmp_path / "deep" / "bench.json"
    assert command.main(["--quick", "--only", "step", "--json", str(path)]) == 0
    assert "times as fast" in capsys.readouterr().out
    (result,) = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert result["name"] == "step"
    assert result["ours"]["middle"] > 0


# ---------------------------------------------------------------------- revisions

in_a_checkout = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not in a git checkout")


@in_a_checkout
def test_unknown_revision_is_refused_clearly(capsys):
    assert against.main(["no-such-revision"]) == 2
    assert "unknown revision 'no-such-revision'" in capsys.readouterr().err


def test_checked_out_revision_is_removed_afterwards(tmp_path):
    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(["git", *who, *words], cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    git("init", "--quiet")
    (tmp_path / "file").write_text("old", encoding="utf-8")
    git("add", "file")
    git("commit", "--quiet", "--message", "one")
    (tmp_path / "file").write_text("new", encoding="utf-8")
    with against.checked_out(against.commit_of("HEAD", root=tmp_path), root=tmp_path) as tree:
        assert (tree / "file").read_text(encoding="utf-8") == "old"
    assert not tree.exists()
    assert len(git("worktree", "list").splitlines()) == 1


def test_worker_does_slices_and_survives_what_it_cannot_do():
    worker = Worker(ROOT, ROOT)
    try:
        assert worker.ask("step", range(1, 2)).units == ours.step_arm()((1,)).units
        with pytest.raises(Unavailable, match="KeyError"):
            worker.ask("no such arm", range(1, 2))
        assert worker.arm("random game")((1, 2)).units == 2
    finally:
        worker.close()


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (Spread(0.4, 0.5, 0.6), "2.00× better"),
        (Spread(1.9, 2, 2.1), "2.00× worse"),
        (Spread(1.01, 1.02, 1.03), "the same"),
        (Spread(0.8, 1.3, 1.5), "the same"),
    ],
)
def test_ratio_within_the_noise_is_no_change(ratio, words):
    assert against.Line("step", "µs", 1, 1, ratio).words == words


# ---------------------------------------------------------------------- profile


def test_profile_names_rooms_of_the_library():
    from keyflower.model.state import State

    assert profile.room_of(str(ROOT / "keyflower" / "engine" / "flow.py")) == "engine.flow"
    assert profile.room_of(json.__file__) == ""
    assert profile.room_of(State.__init__.__code__.co_filename) == "model.state"


def test_profile_shows_where_a_step_goes(tmp_path, capsys):
    path = tmp_path / "profile.txt"
    assert profile.main(["--games", "3", "--out", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    assert "own time by room" in text and "on the stack" in text
    assert text.strip() in capsys.readouterr().out


def test_profile_counts_every_step_that_was_played():
    """Calls, not times: which functions a sample catches depends on the machine."""
    stats = profile.counted(range(1, 3), ())
    calls = {
        f"{profile.room_of(filename)}:{name}": number
        for (filename, _, name), (_, number, *_rest) in stats.stats.items()  # type: ignore[attr-defined]
    }
    assert calls["kernel.game:play"] == profile.step_arm(expansions=())(range(1, 3)).units


def test_instructions_are_counted_by_kind_of_decision() -> None:
    tally, steps = instructions.count_ours(1)
    assert set(tally.instructions) == set(steps)
    assert tally.instructions["options: turn"] > 100 * steps["options: turn"]
    assert tally.functions.total() == tally.instructions.total()


def test_counts_of_a_call_are_the_same_each_time() -> None:
    games, (once, again) = range(1, 3), (instructions.Tally(), instructions.Tally())
    assert counts._new_games(instructions.Tally(), games) == 2
    assert counts._new_games(once, games) == counts._new_games(again, games) == 2
    assert once.instructions == again.instructions
    assert once.instructions.total() > 1000


def test_options_of_a_step_are_those_that_are_listed() -> None:
    found = ours.option_counts((3,))
    assert found.units == ours.step_arm()((3,)).units
    assert found.amount / found.units > 2


def test_tuning_goes_on_where_it_was_stopped_and_changes_weights(tmp_path, monkeypatch):
    monkeypatch.setattr(tuning, "PAIRS", 1)
    monkeypatch.setattr(tuning, "GAMES", 6)
    at_once = tuning.tune(2, 1, tmp_path / "at once", ["base"])
    tuning.tune(1, 1, tmp_path / "stopped", ["base"])
    assert tuning.tune(2, 1, tmp_path / "stopped", ["base"]) == at_once != Weights()
    assert tuning.weights_of(tuning.numbers_of(at_once)) == at_once
    assert at_once.fresh == Weights().fresh and max(at_once.holds) <= 1


def test_the_tournament_names_its_matches(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["tournament", "--list"])
    tournament.main()
    assert {"brief-3", "brief-3-hoarder", "brief-3-denier"} <= set(capsys.readouterr().out.split())


def games_of(match: str, won: int, of: int) -> list[PlayedGame]:
    seeds = PUBLISHING[:of]
    return [PlayedGame(match, seed, 0, place < won, float(place), "abc") for place, seed in enumerate(seeds)]


def test_the_table_of_strengths_has_a_row_for_each_match() -> None:
    games = games_of("pinned-f847-3-330", 60, 100) + games_of("brief-4", 5, 9) + games_of("brief-3", 380, 400)
    rows = strength.table(games).splitlines()[2:]
    assert [row.split(" | ")[1:4] for row in rows] == [
        ["2 × steward with the weights `SECOND`", "400", "95 % (92.4-96.7)"],
        ["3 × steward with the weights `SECOND`", "9", "56 % (26.7-81.1)"],
        ["2 × the search of revision `f847`, 330 playouts", "100", "60 % (50.2-69.1)"],
    ]
    assert [row.split(": ")[-1] for row in rows] == ["missed |", "missed |", "reached |"]
    assert strength.table(games_of("brief-3", 97, 100)).endswith("97 %: open |\n")


def test_the_page_shows_the_games_that_are_kept() -> None:
    assert strength.table(played_games.read()) == strength.PAGE.read_text("utf-8")


def test_kept_games_are_read_as_they_were_written_and_must_not_have_gaps(tmp_path) -> None:
    file, games = tmp_path / "games.csv", games_of("brief-3", 1, 3)
    assert played_games.of_match("brief-3", file) == []
    for game in [games[0], *games_of("brief-4", 1, 1), *games[1:]]:
        played_games.add(game, file)
    assert played_games.of_match("brief-3", file) == games
    played_games.add(games[2]._replace(seed=PUBLISHING[7]), file)
    with pytest.raises(AssertionError, match="games of brief-3 are missing"):
        played_games.of_match("brief-3", file)


def test_a_match_goes_on_where_it_was_stopped_unless_the_bots_have_changed(tmp_path, monkeypatch, capsys):
    file, name = tmp_path / "games.csv", "steward-3-second"
    monkeypatch.setattr(tournament, "revision", lambda: "abc")
    tournament.run([name], 1, 1, file)
    tournament.run([name], 2, 1, file)
    games = played_games.of_match(name, file)
    assert [(game.seed, game.seat) for game in games] == [(PUBLISHING[0], 0), (PUBLISHING[1], 2)]
    assert "of 2 games (par 33, goal 50)" in capsys.readouterr().out
    lines = file.read_text("utf-8").splitlines()
    file.write_text(
        "\n".join([lines[0], lines[1].replace(f"{games[1].margin:.2f}", "99.00")]) + "\n", "utf-8"
    )
    with pytest.raises(SystemExit, match="remove the rows of this match"):
        tournament.run([name], 3, 1, file)


@pytest.mark.skipif(
    loaded() is None or machine() not in ("x86_64", "AMD64"),
    reason="played natively, on this kind of processor",
)
@pytest.mark.parametrize("name", sorted({game.match for game in played_games.read()} & {*tournament.MATCHES}))
def test_the_bots_still_play_as_in_the_games_that_are_kept(name: str) -> None:
    first = played_games.of_match(name)[0]
    assert tournament.played(name, first.number)._replace(revision=first.revision) == first
