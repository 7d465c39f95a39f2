"""Shares: a run that many jobs play, each its part, is the run that one would have played."""

import pytest

import keyflower as kf
from keyflower.cli import main
from keyflower.simulate import Standing, merge, simulate

BOTS, SEEDS = ["random", "steward"], range(40, 61)


def _played(out=None, **given):
    return simulate(BOTS, SEEDS, accumulators=[Standing()], chunk=4, out=out, **given)


def test_shares_put_together_are_the_whole_run(tmp_path):
    whole = _played(tmp_path / "whole")
    for place in (1, 2, 3):
        _played(tmp_path / str(place), share=(place, 3))
    store = merge([tmp_path / "1", tmp_path / "2", tmp_path / "3"], out=tmp_path / "merged")
    assert len([*store.rows()]) == len(SEEDS)
    told = []
    again = _played(tmp_path / "merged", progress=lambda *now: told.append(now))
    assert again.accumulators == whole.accumulators
    assert [*again.games] == [*whole.games]


def test_every_game_is_in_one_share():
    shares = [_played(share=(place, 4)) for place in range(1, 5)]
    seeds = sorted(game.seed for share in shares for game in share.games)
    assert seeds == [*SEEDS]


def test_what_is_missing_is_played(tmp_path):
    _played(tmp_path / "2", share=(2, 3))
    merge([tmp_path / "2"], out=tmp_path / "merged")
    assert len(_played(tmp_path / "merged").games) == len(SEEDS)


def test_shares_of_other_runs_are_not_put_together(tmp_path):
    _played(tmp_path / "1", share=(1, 2))
    simulate(
        ["random", "random"], SEEDS, accumulators=[Standing()], chunk=4, out=tmp_path / "2", share=(2, 2)
    )
    with pytest.raises(kf.SetupError, match="holds another run"):
        merge([tmp_path / "1", tmp_path / "2"], out=tmp_path / "merged")
    with pytest.raises(kf.SetupError, match="holds no run"):
        merge([tmp_path / "3"], out=tmp_path / "merged")
    with pytest.raises(kf.SetupError, match="nothing to merge"):
        merge([], out=tmp_path / "merged")


@pytest.mark.parametrize("share", [(0, 3), (4, 3), (1,), "1/3", (1, 0), None])
def test_a_share_that_is_none(share):
    with pytest.raises(kf.SetupError):
        _played(share=share)


def test_the_commands(tmp_path, capsys):
    run = ["simulate", "random", "random", "--games", "12", "--out"]
    for place in (1, 2):
        assert main([*run, str(tmp_path / str(place)), "--part", f"{place}/2"]) == 0
    assert main(["merge", str(tmp_path / "1"), str(tmp_path / "2"), "--out", str(tmp_path / "all")]) == 0
    capsys.readouterr()
    assert main([*run, str(tmp_path / "all")]) == 0
    assert "12 games" in capsys.readouterr().out
    assert main(["simulate", "random", "random", "--part", "half"]) == 2
