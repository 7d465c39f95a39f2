"""The event log: saved at any moment, loaded, continued, redacted, sliced, compared, and read for ever."""

import json
import random
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.facade.log.formats import FORMAT, UPCASTERS
from keyflower.facade.registry import builtin
from keyflower.kernel.events import fold
from keyflower.model.state import empty_state
from tests.support.random_games import EVERY_KIND, Table, games, moments, random_step, whole_game

CORPUS = sorted((Path(__file__).parents[1] / "logs").glob("*.jsonl"))


# ---------------------------------------------------------------------- law 1 and law 5


@given(games())
def test_folding_all_events_and_replaying_all_actions_give_the_state(game):
    state = empty_state()
    for moment in game:
        state = fold(state, moment.events)
        assert state == moment.state
    log = game[-1].log
    assert log.restore() == game[-1]
    assert log.replay() == game[-1]


@given(moments(), st.integers(0, 2**16))
def test_a_game_saved_at_any_moment_continues_identically(game, playout):
    text = game.log.dumps()
    loaded = kf.EventLog.loads(text)
    assert loaded == game.log
    for back in (loaded.replay, loaded.restore):
        again = back()
        assert again == game
        assert hash(again) == hash(game)
        assert again.chance == game.chance
        assert again.log.dumps() == text
        ours, theirs, unsaved = random.Random(playout), random.Random(playout), game
        while not unsaved.over and unsaved.ply < game.ply + 6:
            unsaved, again = random_step(unsaved, ours), random_step(again, theirs)
            assert again == unsaved
            assert again.events == unsaved.events


@pytest.mark.parametrize("table", EVERY_KIND, ids=str)
def test_every_kind_of_game_is_saved_and_replayed(table):
    game = whole_game(table)[-1]
    text = game.log.dumps()
    assert kf.EventLog.loads(text).replay() == game
    assert kf.EventLog.loads(text.encode()).restore() == game


def test_a_replayed_game_can_be_undone():
    game = whole_game(Table(seed=4))[25]
    again = kf.EventLog.loads(game.log.dumps()).replay()
    assert again.undo() == game.undo()
    assert again.undo().undo().entry == game.undo().undo().entry


# ---------------------------------------------------------------------- the text


def test_the_text_is_json_lines_with_sorted_keys_and_no_floats():
    text = whole_game(Table(players=2, farmers=True, seed=3))[-1].log.dumps()
    lines = text.split("\n")
    assert lines.pop() == ""
    for line in lines:
        data = json.loads(line, parse_float=lambda _: pytest.fail("a float"))
        assert line == json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    header, *entries, footer = map(json.loads, lines)
    assert header == {
        "kind": "header",
        "game": "keyflower",
        "format": FORMAT,
        "library": kf.__version__,
        "expansions": [{"id": "base", "version": "1.0"}, {"id": "farmers", "version": "1.0"}],
        "variants": [],
        "overrides": {},
        "players": ["Ann", "Bob"],
        "handicap": [],
        "chance": {"kind": "mixed", "seed": 3, "counter": 0},
        "viewer": None,
    }
    assert [entry["number"] for entry in entries] == list(range(len(entries)))
    assert footer["kind"] == "footer" and footer["entries"] == len(entries)


def test_names_of_every_language_are_kept():
    game = kf.Game.new(["Zoë", "李雷", 'O"\\Neil\u2028'], seed=1).play("pass")
    text = game.log.dumps()
    assert "李雷" in text
    assert kf.EventLog.loads(text.encode("utf-8")).replay() == game


@pytest.mark.parametrize("seed", [0, -7, 2**53, -(2**64), 2**3000])
def test_any_whole_number_is_a_seed_that_can_be_saved(seed):
    game = kf.Game.new(["Ann", "Bob"], seed=seed).play("pass")
    assert kf.EventLog.loads(game.log.dumps()).replay() == game


def test_lines_may_be_written_in_another_style_of_json():
    game = whole_game(Table(seed=4))[25]
    text = "\r\n".join(json.dumps(json.loads(line), indent=None) for line in game.log.lines())
    assert text != game.log.dumps()
    assert kf.EventLog.loads(text).replay() == game


# ---------------------------------------------------------------------- chance


def test_scripted_chance_is_saved_with_what_is_left_of_the_script():
    seeded = whole_game(Table(players=2, seed=5))
    answers = tuple(answer for moment in seeded for answer in moment.entry.answers)
    for then in (None, kf.SeededChance(5, 40)):
        for length in (len(answers), len(answers) - 3):
            game = kf.Game.new(["Ann", "Bob"], chance=kf.ScriptedChance(answers[:length], then))
            for moment in seeded[1:]:
                if then is None and len(answers) - length and moment.season is not kf.Season.SPRING:
                    break
                assert moment.last_action is not None
                try:
                    game = game.play(moment.last_action, seat=moment.last_seat)
                except (kf.IllegalAction, kf.ChanceError):  # chance has gone other ways by now
                    break
                if game.ply % 10 == 0 or game.over:
                    again = kf.EventLog.loads(game.log.dumps()).replay()
                    assert again == game and again.chance == game.chance


def test_a_source_that_was_exchanged_in_the_middle_is_told_in_full():
    """A script may take over at any time; another seed would be forged luck, which only `restore` lets pass."""
    game = Table(seed=2).new().play("pass")
    told = game.with_chance(then=kf.SeededChance(99, 5)).play("pass")
    assert kf.EventLog.loads(told.log.dumps()).replay() == told
    swapped = kf.EventLog.loads(evolve(game, chance=kf.SeededChance(99, 5)).play("pass").log.dumps())
    with pytest.raises(kf.LogError, match="not where its draws have brought it"):
        swapped.replay()
    assert swapped.restore().ply == 2


def test_a_source_of_a_foreign_class_cannot_be_saved():
    class Loaded:
        def draw(self, pool, number, reason):
            return kf.SeededChance(1).draw(pool, number, reason)[0], self

        def pick(self, names, number, reason):
            return kf.SeededChance(1).pick(names, number, reason)[0], self

    game = kf.Game.new(["Ann", "Bob"], chance=Loaded())
    with pytest.raises(kf.LogError, match="class Loaded cannot be saved"):
        game.log.dumps()


# ---------------------------------------------------------------------- positions


@given(moments(), st.integers(0, 2**32))
def test_a_game_that_began_in_the_middle_has_a_log_too(game, seed):
    dealt = game.view(0).sample(random.Random(seed))
    if not dealt.over:
        dealt = random_step(dealt, random.Random(seed))
    log = kf.EventLog.loads(dealt.log.dumps())
    assert log.replay() == dealt == log.restore()
    assert log.redacted(0).view() == dealt.view(0)


# ---------------------------------------------------------------------- reading a log


def test_entries_are_found_by_number_season_and_seat():
    game = whole_game(Table(players=3, seed=6))
    log = game[-1].log
    assert len(log) == len(game) == len(list(log))
    assert log[0].action is None and log[0].seat == -1
    assert log[5] == game[5].entry
    assert log[1:4] == tuple(moment.entry for moment in game[1:4])
    seasons = [game[max(0, number - 1)].season for number in range(len(game))]
    assert list(log.seasons) == seasons
    by_season = [entry for season in kf.Season for entry in log.where(season=season)]
    assert by_season == list(log)
    by_seat = [entry for seat in (-1, "Ann", "Bob", 2) for entry in log.where(seat=seat)]
    assert sorted(map(str, by_seat)) == sorted(map(str, log))
    assert all(entry.seat == 1 for entry in log.where(season="winter", seat="Bob"))
    assert repr(log) == f"<EventLog of Ann, Bob, Cid: {len(log)} entries>"


def test_rows_are_flat_and_all_have_the_same_columns():
    rows = whole_game(Table(players=2, farmers=True, seed=3))[-1].log.rows()
    assert len({tuple(row) for row in rows}) == 1
    for name in rows[0]:
        kinds = {type(row[name]) for row in rows} - {type(None)}
        assert kinds in ({int}, {str}), name
    assert rows[0]["event"] == "table-set" and rows[0]["player"] is None
    bids = [row for row in rows if row["event"] == "workers-bid"]
    assert bids and all(row["verb"] == "bid" and row["player"] in ("Ann", "Bob") for row in bids)


def test_rows_make_a_data_frame():
    polars = pytest.importorskip("polars")
    log = whole_game(Table(players=2, seed=3))[-1].log
    assert polars.DataFrame(log.rows(), infer_schema_length=None).height == sum(
        len(entry.events) for entry in log
    )


def test_the_first_difference_of_two_logs_is_found():
    game = whole_game(Table(seed=4))
    ours, same = game[40].log, kf.EventLog.loads(game[40].log.dumps())
    assert ours.first_difference(same) is None
    found = ours.first_difference(game[30].log)
    assert found is not None and (found.number, found.theirs) == (31, "")
    at = next(moment for moment in game[20:] if len(moment.decision.options) > 1)
    other = next(option for option in at.decision.options if option != game[at.ply + 1].last_action)
    found = game[-1].log.first_difference(at.play(other).log)
    assert found is not None and found.number == at.ply + 1
    assert f"entry {found.number} differs" in str(found)
    digests = (game[-1].log.digests, at.play(other).log.digests)
    assert digests[0][: at.ply + 1] == digests[1][: at.ply + 1]
    assert digests[0][at.ply + 1] != digests[1][at.ply + 1]
    assert ours.first_difference(Table(seed=5).new().log).number == -1  # type: ignore[union-attr]


def test_a_redacted_log_gives_a_view_and_no_game():
    log = whole_game(Table(seed=4))[25].log.redacted("Bob")
    assert log.viewer == 1 and log.chances == () and not any(entry.answers for entry in log)
    assert log.redacted("Bob") is log
    with pytest.raises(kf.HiddenInformation, match="only what Bob may know"):
        log.redacted("Ann")
    for back in (log.replay, log.restore):
        with pytest.raises(kf.HiddenInformation, match="viewed, but not replayed"):
            back()
    with pytest.raises(kf.HiddenInformation, match="redact it for a seat"):
        whole_game(Table(seed=4))[25].log.view()


def test_events_that_do_not_follow_from_the_actions_are_found_by_replay():
    log = whole_game(Table(seed=4))[25].log
    place = next(n for n, entry in enumerate(log) if entry.action is not None and entry.action.kind == "bid")
    forged = evolve(log[place], events=log[place].events[::-1])
    wrong = evolve(log, entries=(*log[:place], forged, *log[place + 1 :]))
    with pytest.raises(kf.LogError, match="event 0 would be WorkersBid") as found:
        wrong.replay()
    assert found.value.line == place + 2


def test_an_illegal_action_is_found_by_replay():
    log = whole_game(Table(seed=4))[25].log
    place = next(n for n, entry in enumerate(log) if entry.action is not None and entry.action.kind == "bid")
    forged = evolve(log[place], action=kf.Bid("miner", kf.Pool.of(red=40)))
    with pytest.raises(kf.LogError, match="behind your screen") as found:
        evolve(log, entries=(*log[:place], forged, *log[place + 1 :])).replay()
    assert found.value.line == place + 2


def test_answers_of_chance_that_nobody_asked_for_are_found_by_replay():
    log = whole_game(Table(seed=4))[25].log
    forged = evolve(log[0], answers=(*log[0].answers, "R1"))
    with pytest.raises(kf.LogError, match="but 15 are recorded") as found:
        evolve(log, entries=(forged, *log[1:])).replay()
    assert found.value.line == 2


# ---------------------------------------------------------------------- rules that are not here


def edited_header(**changes) -> str:
    lines = list(Table(seed=2, farmers=True).new().log.lines())
    header = {**json.loads(lines[0]), **changes}
    return "\n".join((json.dumps(header, sort_keys=True), *lines[1:], ""))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 4, "library": "7.1"}, r"format 4, written by keyflower '7.1'; .* reads formats 1 to 3"),
        ({"expansions": [{"id": "base", "version": "1.0"}, {"id": "smugglers", "version": "1.0"}]},
         "needs an expansion that is not installed: there is no expansion called 'smugglers'"),
        ({"variants": ["blindfold"]}, "there is no variant called 'blindfold'"),
        ({"overrides": {"base:miner.points": "[0,99,1]"}}, "the rules of the log cannot be put together"),
        ({"overrides": {"base:miner.points": "[0,"}}, "not JSON"),
        ({"overrides": {"a": "1", "a.b": "2"}}, "inside another override"),
        ({"players": ["Ann"]}, "this game is for 2 to 6 players, not 1"),
        ({"players": ["Ann", "Ann", "Bob"]}, "different names"),
        ({"handicap": [5]}, "sorted list of seats"),
        ({"viewer": 7}, "seat 7 that does not play"),
        ({"viewer": 0}, "must not contain the chance source"),
        ({"chance": {"kind": "dice"}}, "not a chance source"),
        ({"extra": 1}, "a header has no 'extra'"),
    ],
)  # fmt: skip
def test_a_log_of_rules_that_are_not_here_says_exactly_that(changes, message):
    with pytest.raises(kf.LogError, match=message) as found:
        kf.EventLog.loads(edited_header(**changes))
    assert found.value.line == 1


def test_a_log_with_overrides_is_read_with_the_same_overrides():
    game = kf.Game.new(["Ann", "Bob"], seed=3, overrides={"miner": {"points": [0, 9]}}).play("pass")
    text = game.log.dumps()
    again = kf.EventLog.loads(text).replay()
    assert again == game
    assert again.ruleset.overrides == game.ruleset.overrides
    assert again != kf.Game.new(["Ann", "Bob"], seed=3).play("pass")


def test_an_expansion_that_is_not_installed_can_be_given():
    expansion = evolve(builtin().expansion("farmers"), id="farms", version="3")
    game = kf.Game.new(["Ann", "Bob"], seed=3, expansions=[expansion]).play("pass")
    text = game.log.dumps()
    with pytest.raises(kf.LogError, match=r"'farms'.*give expansions="):
        kf.EventLog.loads(text)
    assert kf.EventLog.loads(text, expansions=[expansion]).replay() == game
    later = kf.EventLog.loads(text, expansions=[evolve(expansion, version="4")])
    assert later.warnings == ("This game was played with The Farmers 3; here it is version 4.",)
    with pytest.raises(kf.LogError, match="cannot be replayed"):
        later.replay()


# ---------------------------------------------------------------------- versions


def test_there_is_a_step_from_every_older_format():
    assert sorted(UPCASTERS) == list(range(1, FORMAT))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_every_log_ever_written_loads_for_ever(path):
    log = kf.EventLog.loads(path.read_bytes())
    if log.viewer is None:
        restored = log.restore()
        assert restored.log.entries == log.entries
        assert log.replay() == restored
        assert kf.EventLog.loads(log.dumps()) == log
    else:
        assert log.view().viewer == log.viewer


def test_the_corpus_has_logs_of_every_format():
    formats = {json.loads(path.read_text("utf-8").split("\n")[0])["format"] for path in CORPUS}
    assert formats == set(range(1, FORMAT + 1))


def test_a_log_of_format_1_is_lifted_and_continues():
    old = next(path for path in CORPUS if path.stem.startswith("format-1"))
    new = next(path for path in CORPUS if path.stem == old.stem.replace("format-1", "format-2"))
    assert kf.EventLog.loads(old.read_bytes()) == kf.EventLog.loads(new.read_bytes())


def test_logs_are_compared_like_values():
    log = whole_game(Table(seed=4))[25].log
    assert log == whole_game(Table(seed=4))[25].log != whole_game(Table(seed=4))[26].log
    assert hash(log) == hash(whole_game(Table(seed=4))[25].log)
