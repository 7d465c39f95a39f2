"""Simulations on any executor and into folders: the same results whoever plays, and nothing played twice."""

import itertools
import json
import os
import pickle
import re
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import FunctionType

import pytest
from attrs import field, frozen

import keyflower as kf
from keyflower.bots import RandomBot
from keyflower.kernel.bots import name_of
from keyflower.simulate import TABLES, RayExecutor, RunStore, Share, Standing, TilesWon, simulate
from keyflower.simulate import executors as workers

TWO = ["random", "random"]
STATISTICS = (Standing(), TilesWon())


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_results_are_the_same_whoever_plays(pool):
    alone = simulate(TWO, range(5), accumulators=STATISTICS)
    with pool(2) as executor:
        assert simulate(TWO, range(5), accumulators=STATISTICS, executor=executor, chunk=2) == alone
        assert executor.submit(len, "ab").result() == 2  # it is still its owner's


@pytest.mark.parametrize("name", ["run", "run.parquet"])
def test_a_folder_holds_the_same_as_memory(tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("polars", reason="Parquet needs polars")
    known = simulate(TWO, range(5), accumulators=STATISTICS)
    stored = simulate(TWO, range(5), accumulators=STATISTICS, out=tmp_path / name, chunk=2, tables=TABLES)
    assert (tuple(stored.games), stored.accumulators) == (known.games, known.accumulators)
    assert (len(stored.games), stored.games[4], stored.games[1:3]) == (5, known.games[4], known.games[1:3])
    assert stored.rows() == known.rows()


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path):
    whole = simulate(
        TWO, range(6), accumulators=STATISTICS, out=tmp_path / "whole", chunk=2, tables=["seats"]
    )

    def stop(done, _):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(
            TWO,
            range(6),
            accumulators=STATISTICS,
            out=tmp_path / "run",
            chunk=2,
            tables=["seats"],
            progress=stop,
        )
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("0*")}
    told = []
    gone_on = simulate(
        TWO,
        range(6),
        accumulators=STATISTICS,
        out=tmp_path / "run",
        tables=["seats"],
        progress=lambda *numbers: told.append(numbers),
    )
    assert told == [(2, 6), (4, 6), (6, 6)]
    assert before == {path: path.stat().st_mtime_ns for path in before}  # nothing was played twice
    assert files(tmp_path / "run") == files(tmp_path / "whole")
    assert gone_on.accumulators == whole.accumulators


def test_a_run_can_be_made_longer_but_not_into_another(tmp_path):
    simulate(TWO, range(3), out=tmp_path / "run", chunk=2)
    longer = simulate(TWO, range(5), out=tmp_path / "run")
    assert tuple(longer.games) == simulate(TWO, range(5)).games
    with pytest.raises(kf.SetupError, match="game 0 was played with seed 0, and you ask for seed 1"):
        simulate(TWO, range(1, 6), out=tmp_path / "run")
    with pytest.raises(kf.SetupError, match="already holds more games than the 3"):
        simulate(TWO, range(3), out=tmp_path / "run")
    with pytest.raises(kf.SetupError, match="expansions was"):
        simulate(TWO, range(5), out=tmp_path / "run", expansions=["farmers"])
    with pytest.raises(kf.SetupError, match="the bots were random, random and are now random, greedy"):
        simulate(["random", "greedy"], range(5), out=tmp_path / "run")


def test_a_place_where_no_run_can_be_written_is_refused(tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "one").write_text("Dear Ann")
    with pytest.raises(kf.SetupError, match="something else"):
        simulate(TWO, range(5), out=tmp_path / "letters")
    with pytest.raises(kf.SetupError, match="is a file"):
        simulate(TWO, range(5), out=tmp_path / "letters" / "one")
    with pytest.raises(kf.SetupError, match=r"not as \.csv: .*run\.parquet"):
        simulate(TWO, range(5), out=tmp_path / "run.csv")
    with pytest.raises(kf.SetupError, match="cannot be written to /proc/run"):
        simulate(TWO, range(5), out="/proc/run")
    assert [path.name for path in tmp_path.iterdir()] == ["letters"]


@pytest.mark.parametrize("name", ["run", "run.parquet"])
def test_parts_that_are_damaged_or_missing_are_played_again(tmp_path, name):
    if name.endswith("parquet"):
        pytest.importorskip("polars", reason="Parquet needs polars")
    folder = tmp_path / name
    known = simulate(TWO, range(8), out=folder, chunk=2, accumulators=STATISTICS)
    games = sorted((folder / "games").iterdir())
    games[0].write_bytes(games[0].read_bytes()[:20])
    games[1].unlink()
    (folder / "statistics" / "000002.json").write_bytes(b"nonsense")
    (folder / "statistics" / "000003.json").unlink()
    with pytest.raises(kf.SetupError, match=r"games/000000.* is damaged"):
        list(RunStore(folder).rows())
    again = simulate(TWO, range(8), out=folder, accumulators=STATISTICS)
    assert ([*again.games], again.accumulators) == ([*known.games], known.accumulators)
    for text in ("{", "[1]"):
        (folder / "plan.json").write_text(text)
        with pytest.raises(kf.SetupError, match=r"plan\.json is"):
            simulate(TWO, range(8), out=folder, accumulators=STATISTICS)


@frozen
class Quiet:
    """A bot that does not show what it thinks with."""

    number: int = field(repr=False)
    name: str = field(default="quiet", repr=False)

    def choose(self, view, decision, rng):
        return decision.options.sample(rng)


def test_a_run_does_not_go_on_with_bots_that_only_look_the_same(tmp_path):
    assert repr(Quiet(1)) == repr(Quiet(2))
    simulate([Quiet(1), Quiet(1)], range(2), out=tmp_path / "run", chunk=2)
    with pytest.raises(kf.SetupError, match="same names, but quiet thinks with other numbers"):
        simulate([Quiet(2), Quiet(2)], range(4), out=tmp_path / "run")


@frozen
class Tasteful:
    """A bot that is given a function."""

    taste: Callable[[object], object]
    name: str = "tasteful"

    def choose(self, view, decision, rng):
        return self.taste(decision.options.sample(rng))


def same(action):
    return action


def test_functions_of_bots_are_the_same_in_every_process(tmp_path):
    """As if the process had been started again: the same function lies elsewhere in memory."""
    moved = FunctionType(same.__code__, globals(), "same")
    assert repr(moved) != repr(same)
    simulate([Tasteful(same)] * 2, range(2), out=tmp_path / "run", chunk=2)
    assert len(simulate([Tasteful(moved)] * 2, range(4), out=tmp_path / "run").games) == 4


def test_an_unknown_table_is_refused():
    with pytest.raises(kf.UnknownName, match="did you mean seats"):
        simulate(TWO, range(1), tables=["seat"])


@pytest.mark.parametrize("name", TABLES)
def test_every_table_has_the_same_columns_in_every_row(tmp_path, name):
    results = simulate(
        ["greedy", "random"], range(2), out=tmp_path / "run", tables=[name], expansions=["farmers"]
    )
    assert results.stored is not None
    rows = list(results.stored.rows(name))
    assert {tuple(row) for row in rows} == {tuple(rows[0])}
    assert {row["number"] for row in rows} == {0, 1}


def test_tables_tell_of_the_games_they_come_from(tmp_path):
    pl = pytest.importorskip("polars", reason="data frames need polars")
    results = simulate(["greedy", "random"], range(2), out=tmp_path / "run", tables=TABLES)
    folder = results.stored
    assert folder is not None
    totals = [points for game in results.games for points in game.totals]
    assert folder.frame("seats").select("points").collect()["points"].to_list() == totals
    by_line = folder.frame("lines").group_by("number", "seat").agg(pl.col("points").sum()).collect()
    assert by_line.sort("number", "seat")["points"].to_list() == totals
    plies = folder.frame("actions").group_by("number").agg(pl.len()).sort("number").collect()["len"].to_list()
    assert plies == [game.plies for game in results.games]


# ---------------------------------------------------------------------- lost workers


@frozen
class DeadlyBot:
    """Kills its process in one game, always or the first time only."""

    mark: str = ""

    def choose(self, view, decision, rng):
        is_third = rng.random() == Random(3).random()  # the first number of the game with seed 3
        if is_third and not (self.mark and Path(self.mark).exists()):
            Path(self.mark or "/dev/null").touch()
            os._exit(1)
        return decision.options.sample(rng)


def test_a_game_that_kills_its_process_is_lost_alone():
    bots: list = [DeadlyBot(), DeadlyBot()]
    results = simulate(bots, range(8), processes=2, chunk=2, rotate=False, accumulators=(Standing(),))
    assert results.lost == (3,)
    assert [game.seed for game in results.games] == [0, 1, 2, 4, 5, 6, 7]
    assert results.accumulators[0].games == 7


def test_a_worker_killed_once_costs_nothing(tmp_path):
    bots: list = [DeadlyBot(str(tmp_path / "mark"))] * 2
    results = simulate(bots, range(8), processes=2, chunk=2, rotate=False)
    assert (results.lost, len(results.games)) == ((), 8)


def test_a_pool_of_somebody_else_that_breaks_keeps_what_was_played(tmp_path):
    bots: list = [DeadlyBot(), DeadlyBot()]
    with ProcessPoolExecutor(1) as pool:
        results = simulate(bots, range(8), executor=pool, chunk=2, rotate=False, out=tmp_path / "run")
    assert {*results.lost} | {game.seed for game in results.games} == {*range(8)}
    assert 3 in results.lost
    again = simulate(bots, range(8), processes=2, rotate=False, out=tmp_path / "run")
    assert again.lost == (3,)
    assert [game.seed for game in again.games] == [0, 1, 2, 4, 5, 6, 7]


def test_an_error_of_a_bot_is_raised_from_any_worker():
    with pytest.raises(ZeroDivisionError):
        simulate([BrokenBot(), "random"], range(4), processes=2)


class BrokenBot:
    def choose(self, view, decision, rng):
        return 1 / 0


def test_a_dask_cluster_that_loses_a_worker_gives_the_same_results(tmp_path):
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster: dask[distributed]")
    alone = simulate(TWO, range(8), accumulators=STATISTICS)
    bots: list = [DeadlyBot(str(tmp_path / "mark"))] * 2
    (tmp_path / "mark").touch()
    unharmed = simulate(bots, range(8), rotate=False)
    (tmp_path / "mark").unlink()
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        executor = client.get_executor()
        assert simulate(TWO, range(8), accumulators=STATISTICS, executor=executor, chunk=2) == alone
        told = simulate(bots, range(8), executor=executor, chunk=2, rotate=False)
    assert (tmp_path / "mark").exists()  # one of the two workers did die
    assert told == unharmed


def test_a_ray_cluster_that_loses_a_worker_gives_the_same_results(tmp_path):
    pytest.importorskip("ray", reason="needs the extra ray")
    alone = simulate(TWO, range(8), accumulators=STATISTICS)
    bots: list = [DeadlyBot(str(tmp_path / "mark"))] * 2
    (tmp_path / "mark").touch()
    unharmed = simulate(bots, range(8), rotate=False)
    (tmp_path / "mark").unlink()
    with RayExecutor(num_cpus=2, include_dashboard=False, log_to_driver=False) as executor:
        assert simulate(TWO, range(8), accumulators=STATISTICS, executor=executor, chunk=2) == alone
        told = simulate(bots, range(8), executor=executor, chunk=2, rotate=False)
        with pytest.raises(ZeroDivisionError):
            simulate([BrokenBot(), "random"], range(4), executor=executor)
    assert (tmp_path / "mark").exists()  # a worker did die
    assert told == unharmed
    with pytest.raises(RuntimeError, match="shut down"):
        executor.submit(len, "ab")


def test_a_missing_ray_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(kf.MissingExtra, match=r"'\.\[ray\]'"):
        RayExecutor()


# ---------------------------------------------------------------------- names and intervals


def test_bots_have_names_of_their_own():
    @frozen
    class Named:
        name: str = "Hal"

        def choose(self, view, decision, rng):
            return decision.options.sample(rng)

    assert (name_of(RandomBot()), name_of(Named())) == ("random", "Hal")


def test_intervals_narrow_with_the_number_of_games():
    few, many = Share(5, 10).interval, Share(500, 1000).interval
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert Share(0, 0).interval == (0.0, 1.0)
    low, high = Share(10, 10).interval
    assert 0.6 < low < 1 and high == 1
    assert str(Share(58, 100)) == "58 % (48-67) of 100"


def test_statistics_can_be_pickled():
    assert pickle.loads(pickle.dumps(STATISTICS)) == STATISTICS
    assert json.dumps(str(Share(1, 2)))


# ---------------------------------------------------------------------- folders of strangers


class Longest:
    """A statistic of somebody else: how long the longest game was."""

    needs_game = False

    def __init__(self, plies=0):
        self.plies = plies

    def add(self, game, result):
        return type(self)(max(self.plies, result.plies))

    def merge(self, other):
        return type(self)(max(self.plies, other.plies))


class KeptLongest(Longest):
    def to_data(self):
        return self.plies

    @classmethod
    def from_data(cls, data):
        return cls(data)


class Unwritable(KeptLongest):
    def to_data(self):
        return {1, 2}


def test_statistics_of_others_are_kept_by_their_own_data(tmp_path):
    known = simulate(TWO, range(4), accumulators=(Longest(),)).accumulators[0].plies
    for _ in range(2):  # played, and read again
        stored = simulate(TWO, range(4), accumulators=(KeptLongest(),), out=tmp_path / "run", chunk=2)
        assert stored.accumulators[0].plies == known


@pytest.mark.parametrize(
    ("statistic", "why"), [(Longest(), "to_data and from_data"), (Unwritable(), "as JSON")]
)
def test_statistics_that_cannot_become_data_are_refused_before_anything_is_written(tmp_path, statistic, why):
    with pytest.raises(kf.SetupError, match=why):
        simulate(TWO, range(2), accumulators=(statistic,), out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played") / "run"
    return folder, simulate(TWO, range(6), out=folder, chunk=2, accumulators=STATISTICS)


@pytest.fixture
def run(played, tmp_path):
    return Path(shutil.copytree(played[0], tmp_path / "run"))


def gone_on(folder, games=6):
    return simulate(TWO, range(games), out=folder, accumulators=STATISTICS)


def swap(folder):
    one, other = (folder / "statistics" / f"00000{number}.json" for number in (0, 1))
    text = one.read_text()
    one.write_text(other.read_text())
    other.write_text(text)


def double_a_row(folder):
    file = folder / "games" / "000001.jsonl"
    file.write_text(file.read_text() + file.read_text().splitlines()[0] + "\n")


def change_points(folder):
    file = folder / "games" / "000000.jsonl"
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    rows[0]["totals"][0] += 100
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


def change_statistics(folder):
    file = folder / "statistics" / "000000.json"
    file.write_text(file.read_text().replace('"total": ', '"total": 1'))


def nest(folder):
    (folder / "games" / "000000.jsonl").write_text("[" * 100_000 + "\n")
    (folder / "statistics" / "000001.json").write_text("[" * 100_000)


def no_numbers(folder):
    (folder / "statistics" / "000001.json").write_text('{"digest": NaN, "statistics": [NaN]}')


def lists_for_rows(folder):
    (folder / "games" / "000000.jsonl").write_text("[1, 2]\n")


@pytest.mark.parametrize(
    "damage", [swap, double_a_row, change_points, change_statistics, nest, no_numbers, lists_for_rows]
)
def test_what_does_not_fit_its_part_is_played_again(run, played, damage):
    damage(run)
    again = gone_on(run)
    assert again.accumulators == played[1].accumulators
    assert files(run) == files(played[0])


def stray_part(folder):
    (folder / "games" / "000009.jsonl").write_text("")


def foreign_file(folder):
    (folder / "games" / "0abc.jsonl").write_text("Dear Ann")


def second_name(folder):
    (folder / "games" / "0000001.jsonl").write_bytes((folder / "games" / "000001.jsonl").read_bytes())


def other_digits(folder):
    (folder / "games" / "1\N{SUPERSCRIPT TWO}.jsonl").write_text("")


def plan_with(**changes):
    def change(folder):
        plan = json.loads((folder / "plan.json").read_text())
        (folder / "plan.json").write_text(json.dumps({**plan, **changes}))

    return change


def plan_is_a_folder(folder):
    (folder / "plan.json").unlink()
    (folder / "plan.json").mkdir()


def nested_plan(folder):
    (folder / "plan.json").write_text('{"chunk":' + "[" * 100_000)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (stray_part, "already holds more games than the 6"),
        (foreign_file, r"0abc\.jsonl is not part of the run"),
        (second_name, r"0000001\.jsonl is not part of the run"),
        (other_digits, "is not part of the run"),
        (plan_with(chunk=float("nan")), "NaN is not a number"),
        (plan_with(chunk="many"), "chunk is not a number of games"),
        (plan_with(chunk=-1), "chunk is not a number of games"),
        (plan_with(format=3), "a newer version"),
        (plan_is_a_folder, "plan.json is damaged"),
        (nested_plan, "nested too deeply"),
    ],
)
def test_what_belongs_to_no_run_is_refused_in_words(run, damage, told):
    damage(run)
    with pytest.raises(kf.SetupError, match=told):
        gone_on(run)


class Trap:
    """A pickle that leaves a mark when somebody opens it."""

    def __init__(self, mark):
        self.mark = mark

    def __reduce__(self):
        return Path.touch, (Path(self.mark),)


def test_no_pickle_of_a_folder_is_opened_and_an_old_run_is_refused_with_its_command(run, tmp_path):
    plan = json.loads((run / "plan.json").read_text())
    del plan["format"]
    (run / "plan.json").write_text(json.dumps(plan))
    for file in (run / "statistics").iterdir():
        file.with_suffix(".pickle").write_bytes(pickle.dumps(Trap(tmp_path / "mark")))
    with pytest.raises(kf.SetupError, match="older version") as caught:
        gone_on(run)
    command = f"keyflower simulate random random --games 6 --seed 0 --out {run}-again"
    assert str(caught.value).endswith(command)
    assert not (tmp_path / "mark").exists()


def test_the_command_for_an_old_run_obeys_nothing_that_stands_in_its_plan(run):
    plan = json.loads((run / "plan.json").read_text())
    del plan["format"]
    (run / "plan.json").write_text(json.dumps({**plan, "expansions": ["farmers; rm -rf ~"]}))
    with pytest.raises(kf.SetupError, match=r"--expansion 'farmers; rm -rf ~' --out"):
        gone_on(run)


# ---------------------------------------------------------------------- at the door


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"seeds": 20}, r"such as range\(20\), not as 20"),
        ({"seeds": "123"}, "such as range"),
        ({"seeds": ["a"]}, "a seed is a whole number, not 'a'"),
        ({"seeds": range(10**24)}, "at most 1,000,000,000 games"),
        ({"seeds": itertools.count()}, "at most 1,000,000 seeds"),
        ({"processes": 0}, "processes is a whole number from 1 to 500, not 0"),
        ({"processes": 10**6}, "from 1 to 500"),
        ({"processes": float("nan")}, "not nan"),
        ({"chunk": 2.5}, "chunk is a whole number of at least 1, not 2.5"),
        ({"bots": "random"}, "bots are given as a list"),
        ({"bots": [RandomBot, RandomBot]}, "a bot is a name or a value"),
        ({"expansions": "farmers"}, "expansions are given as a list"),
        ({"accumulators": [Standing]}, "a statistic is a value"),
        ({"executor": 3}, "submit of an executor"),
        ({"progress": 3}, "progress is something to call"),
    ],
)
def test_simulate_says_what_it_wants_instead(given, told):
    with pytest.raises(kf.SetupError, match=told):
        simulate(**{"bots": TWO, "seeds": range(2), **given})


def test_no_more_processes_are_begun_than_have_something_to_do(monkeypatch):
    begun = []

    def pool(number, **_):
        begun.append(number)
        return ThreadPoolExecutor(number)

    monkeypatch.setattr(workers, "pool", pool)
    assert len(simulate(TWO, range(1), processes=300).games) == 1
    assert begun == [1]


# ---------------------------------------------------------------------- how results look


def test_results_show_averages_with_their_intervals_and_not_every_game(tmp_path):
    results = simulate(["steward", "random"], range(4))
    assert re.fullmatch(
        r"<Results of 4 games: steward [\d.]+ \([\d.]+ to [\d.]+\), random .*>", repr(results)
    )
    assert len(repr(results)) < 120
    page = results._repr_html_()
    assert page.index("<th>points</th><th>95 % interval</th>") < page.index("<td>steward</td>")
    stored = simulate(TWO, range(2), out=tmp_path / "run")
    assert repr(stored) == f"<Results of 2 games, in {tmp_path / 'run'}>"


def test_names_of_bots_are_no_markup_in_a_notebook():
    results = simulate([Quiet(1, "<b>&"), Quiet(2, "<b>&")], range(1))
    assert "&lt;b&gt;&amp;" in results._repr_html_() and "<b>" not in results._repr_html_()
