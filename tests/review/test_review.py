"""Reviews: the laws of a report, whatever the game."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from statistics import stdev

import pytest
from attrs import evolve

import keyflower as kf
from examples import low_tide
from keyflower.bots import StewardBot, bot
from keyflower.cli import main
from keyflower.kernel.bots import play_out
from keyflower.kernel.chance import SeededChance, key_of, scrambled, seed_of
from keyflower.review import Estimate, Grade, hint, review
from keyflower.review.analysis import Work
from keyflower.review.choices import Candidate, OptionComparison, graded, is_unclear


@pytest.fixture(scope="module")
def game():
    start = kf.Game.new(["Ann", "Bob", "Cid"], seed=11)
    return play_out(start, [StewardBot(), bot("greedy"), bot("random")], Random(3))


@pytest.fixture(scope="module")
def report(game):
    return review(game, deals=4, candidates=3)


def test_every_decision_with_a_choice_is_there_in_order(game, report):
    moments = game.moments
    expected = [
        ply
        for ply, (before, after) in enumerate(pairwise(moments))
        if len(before.decisions[after.last_seat].options) > 1
    ]
    assert [choice.ply for choice in report.choices] == expected
    assert {choice.kind for choice in report.choices} >= {"turn", "offer-winter"}


def test_what_was_played_is_always_tried_and_the_best_stands_first(game, report):
    for choice in report.choices:
        assert choice.played == game.log[choice.ply + 1].action
        assert choice.played in [one.action for one in choice.tried]
        assert choice.tried[0].action == choice.best
        assert len({one.action for one in choice.tried}) == len(choice.tried)


def test_nothing_is_lost_where_nothing_was_better(report):
    for choice in report.choices:
        assert choice.grade is graded(choice.loss)
        if len(choice.tried) == 1:
            assert choice.loss == Estimate(0.0, 0.0)


def test_a_result_is_the_sum_of_its_parts(game, report):
    totals = game.entry.ended.totals
    for seat in range(3):
        parts = report.parts(seat)
        own = totals[seat] - (sum(totals) - totals[seat]) / 2
        assert parts["result"].mean == pytest.approx(own)
        rest = sum(part.mean for name, part in parts.items() if name != "result")
        assert rest == pytest.approx(own)


def test_chance_changes_nothing_where_it_was_not_asked(game, report):
    for moment in report.moments[:-1]:
        assert bool(moment.luck) == bool(game.log[moment.ply + 1].answers)


def test_a_deal_that_gives_what_was_really_drawn_shows_no_luck(game):
    """Then all later draws are the same, too, with and without the draw."""
    work = Work.checked(game, (), 4, 1, 0)
    same = SeededChance(seed_of(scrambled(scrambled(key_of(0)))))  # what the first deal draws
    drawn = 0
    for before in game.moments[:-1]:
        moved = evolve(before, chance=same)
        after = moved.play(game.log[before.ply + 1].action, seat=game.log[before.ply + 1].seat)
        if after.entry.answers and not after.over:
            first, second = work._changes(moved, after, range(2))
            assert first == [0.0] * 3
            drawn += any(second)
    assert drawn > 3


def test_luck_of_several_seeds_differs_as_much_as_its_error_says():
    start = kf.Game.new(["Ann", "Bob"], seed=11)
    game = play_out(start, [StewardBot(), bot("greedy")], Random(11))
    plies = [ply for ply in range(60) if game.log[ply + 1].answers]
    found = []
    for seed in range(12):
        work = Work.checked(game, (), 8, 1, seed)
        found.append(Estimate.total(work.moment(ply).luck[0] for ply in plies))
    published = (sum(one.error**2 for one in found) / len(found)) ** 0.5
    assert 0.6 < stdev(one.mean for one in found) / published < 1.6
    assert published < 2.5


def test_chances_add_up_and_end_with_the_winner(game, report):
    assert len(report.chances) == game.ply + 1
    for chances in report.chances:
        assert sum(one.mean for one in chances) == pytest.approx(1)
    assert [one.mean for one in report.chances[-1]] == [float(name in game.winners) for name in game.players]


def test_the_same_review_anywhere(game, report):
    with ThreadPoolExecutor(2) as executor:
        assert review(game.log, deals=4, candidates=3, executor=executor).moments == report.moments


def test_a_stopped_review_goes_on_where_it_was(game, report, tmp_path):
    class StopHere(Exception):
        pass

    def stop(done, total):
        if done == 20:
            raise StopHere

    path = tmp_path / "review.jsonl"
    with pytest.raises(StopHere):
        review(game, deals=4, candidates=3, progress=stop, out=path)
    path.write_text(path.read_text()[:-10])  # the last line was cut off
    told = []
    assert review(game, deals=4, candidates=3, out=path, progress=lambda *now: told.append(now)) == report
    assert told[0] == (20, game.ply + 1)
    with pytest.raises(kf.SetupError, match="another review"):
        review(game, deals=5, candidates=3, out=path)


def test_another_seed_is_another_review(game, report):
    short = game.moments[12]
    assert review(short, deals=4, seed=1).moments != review(short, deals=4, seed=0).moments


def test_only_the_seats_that_were_asked_for(game):
    short = review(game.moments[15], seats=["Bob"], deals=4)
    assert {choice.seat for choice in short.choices} == {1}


def test_turning_points_are_the_costliest(report):
    costs = [choice.loss.mean for choice in report.turning_points(9) if not choice.decided]
    assert costs == sorted(costs, reverse=True)
    assert all(choice.best != choice.played for choice in report.turning_points(9))


def test_a_blunder_is_found():
    """Whoever bids three workers where one would do as well is told so."""
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    waste = max(
        (action for action in game.options if isinstance(action, kf.Bid) and action.tile == "turn_order_1"),
        key=lambda action: action.workers.total,
    )
    (choice,) = review(game.play(waste), deals=24).choices
    assert choice.edge.interval[1] < 0
    assert choice.best != waste


OTHER_GAME = low_tide.Game.new(["Ann", "Bob"], seed=1)


@pytest.mark.parametrize("wrong", [None, 7, "log", object(), OTHER_GAME, OTHER_GAME.log])
def test_other_things_are_not_reviewed(wrong):
    for asked in (review, hint):
        with pytest.raises(kf.SetupError, match="only games of Keyflower can be reviewed"):
            asked(wrong)


def test_the_log_of_another_game_is_not_reviewed(tmp_path, capsys):
    OTHER_GAME.log.save(tmp_path / "low_tide.jsonl")
    assert main(["review", str(tmp_path / "low_tide.jsonl")]) == 1
    assert "not of keyflower" in capsys.readouterr().err


def test_a_game_without_history_is_not_reviewed():
    with pytest.raises(kf.SetupError, match="nothing to review"):
        review(kf.Game.new(["Ann", "Bob"], seed=7))


# ---------------------------------------------------------------------- numbers


def _judged(*options):
    candidates = [Candidate(kf.Pass(), (), [((m, -m), (w, 1 - w)) for m, w in one]) for one in options]
    return OptionComparison(0, candidates, 0)


def test_the_best_is_sought_in_one_half_and_judged_in_the_other():
    played = [(0.0, 0.5)] * 4
    lucky = [(0.0, 0.9), (0.0, 0.1), (0.0, 0.9), (0.0, 0.1)]  # good in even deals, bad in odd ones
    loss, _ = _judged(played, lucky).loss()
    # by even deals it is best and loses 0.4 in the odd ones; by odd deals what was played is best
    assert loss.mean == pytest.approx(-0.2)


def _asked(*margins):
    """Return which options were tried in which deals, and what came of it; an option's margin comes with noise."""
    asked, compared = [], OptionComparison(0, [Candidate(kf.Pass()) for _ in margins], 0)

    def trial(places, deals):
        asked.append((tuple(places), deals))
        values = {place: [margins[place] + Random(deal).random() for deal in deals] for place in places}
        return [[((m, -m), (0.5, 0.5)) for m in values[place]] for place in places]

    compared.spend(trial, 24)
    return asked, compared.tried()


def test_where_all_others_are_clearly_behind_a_third_of_the_deals_is_enough():
    asked, (best, *_) = _asked(5.0, 0.0, 1.0)
    assert asked == [((0, 1, 2), range(8))]
    assert best.deals == 8


def test_options_with_the_same_results_are_tried_once():
    asked, tried = _asked(0.0, 5.0, 5.0, 5.0)
    assert asked == [((0, 1, 2, 3), range(8)), ((0, 1), range(8, 16)), ((0, 1), range(16, 24))]
    assert [one.deals for one in tried] == [24] * 4
    assert len({(one.win, one.margin) for one in tried}) == 2


@pytest.mark.parametrize(
    ("loss", "grade"),
    [(0.01, Grade.GOOD), (0.03, Grade.INACCURACY), (0.05, Grade.MISTAKE), (0.2, Grade.BLUNDER)],
)
def test_grades_by_the_chance_lost(loss, grade):
    assert graded(Estimate(loss, 0.001)) is grade
    assert graded(Estimate(loss, loss)) is Grade.GOOD, "its interval includes nothing"


def test_more_deals_where_the_grade_is_unclear():
    assert is_unclear(Estimate(0.05, 0.01))
    assert not is_unclear(Estimate(0.07, 0.005))
    assert not is_unclear(Estimate(0.0, 0.005))


def test_an_estimate_has_the_error_of_a_mean():
    assert Estimate.of([1.0, 3.0]) == Estimate(2.0, 1.0)
    assert Estimate.total([Estimate(1, 3), Estimate(2, 4)]) == Estimate(3, 5)


def test_without_compiled_rules_the_reference_engine_plays_on(game, monkeypatch):
    monkeypatch.setattr("keyflower.review.option_values.can_try", lambda game: False)
    winter = next(ply for ply, moment in enumerate(game.moments) if moment.season == "winter")
    for moment in (game.moments[2], game.moments[winter + 4]):
        short = kf.Game.from_position(moment.parent.parent.position())
        for before in (moment.parent, moment):
            short = short.play(before.last_action, seat=before.last_seat)
        report = review(short, deals=2, candidates=1)
        assert [choice.played for choice in report.choices] == [
            before.last_action
            for before in (moment.parent, moment)
            if len(before.parent.decisions[before.last_seat].options) > 1
        ]
        assert all(sum(one.mean for one in chances) == pytest.approx(1) for chances in report.chances)
        assert review(short, deals=2, candidates=1).moments == report.moments
