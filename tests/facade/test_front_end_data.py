"""What front-ends stand on: ids of questions, taking back, data of single things, choices in words, positions."""

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import keyflower as kf
from keyflower.facade.data.codec import codec
from keyflower.kernel.log.entry import entry_to_data
from keyflower.schema import shipped
from keyflower.testing import scenario
from tests.support.random_games import EVERY_KIND, moments, whole_game


def fits(name: str, data: object) -> None:
    error = next(Draft202012Validator(shipped(name)).iter_errors(data), None)
    assert error is None, f"{error.json_path}: {error.message}"
    assert json.loads(json.dumps(data)) == data


# ---------------------------------------------------------------------- ids of questions


@given(moments())
def test_a_game_and_the_view_of_a_seat_give_a_question_the_same_id(game):
    for seat, decision in game.decisions.items():
        assert game.view(seat).decision.id == decision.id


@pytest.mark.parametrize("table", EVERY_KIND[::7], ids=str)
def test_a_seat_is_never_asked_two_questions_with_one_id(table):
    asked: dict[tuple[int, str], object] = {}
    for moment in whole_game(table):
        for seat, decision in moment.decisions.items():
            key = (seat, decision.id)
            assert asked.setdefault(key, decision) == decision
    answered = [
        (moment.last_seat, moment.parent.decisions[moment.last_seat].id)
        for moment in whole_game(table)
        if moment.parent is not None
    ]
    assert len(set(answered)) == len(answered), "an answered question came back with the same id"


def test_an_answer_by_id_is_played_once():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    asked = game.decision.id
    later = game.play("pass", decision=asked)
    with pytest.raises(kf.StaleDecision, match="no longer open"):
        later.play("pass", decision=asked)


def test_what_another_seat_does_at_the_same_time_leaves_a_question_open():
    game = scenario("winter", players=["Ann", "Bob"], phase="offer").game
    asked = game.decisions[1].id
    first = game.play(next(iter(game.decisions[0].options)), seat="Ann")
    assert first.decisions[1].id == asked
    answer = next(iter(first.decisions[1].options))
    assert first.play(answer, decision=asked).last_seat == 1


def test_the_id_of_one_seat_is_no_key_for_another():
    game = scenario("winter", players=["Ann", "Bob"], phase="offer").game
    with pytest.raises(kf.StaleDecision):
        game.play(next(iter(game.decisions[0].options)), seat="Ann", decision=game.decisions[1].id)


# ---------------------------------------------------------------------- taking back


def test_revealing_all_winter_tiles_cannot_be_taken_back():
    game = scenario("winter", players=["Ann", "Bob"], phase="offer").game
    for seat in (0, 1):
        game = game.play(next(iter(game.decisions[seat].options)), seat=seat)
    assert game.entry.reveals
    assert not game.undoable("Bob")
    assert [refusal.code for refusal in game.why_not_undo("Bob")] == ["undo.revealed"]
    with pytest.raises(kf.IllegalAction, match="something hidden has been revealed"):
        game.undo(seat="Bob")


def test_a_secret_offer_is_taken_back_while_others_still_choose():
    start = scenario("winter", players=["Ann", "Bob", "Cid"], phase="offer").game
    game = start.play(next(iter(start.decisions[0].options)), seat="Ann")
    game = game.play(next(iter(game.decisions[1].options)), seat="Bob")
    again = game.undo(seat="Ann")
    assert sorted(again.decisions) == [0, 2]
    assert again == start.play(next(iter(start.decisions[1].options)), seat="Bob")


def test_what_another_seat_has_answered_cannot_be_taken_back():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    first = game.decision.seat
    game = game.play("pass")
    assert game.undoable(first)
    assert game.undo(seat=first) == game.parent
    bid = next(iter(game.options))
    later = game.play(bid)
    assert [refusal.code for refusal in later.why_not_undo(first)] == ["undo.answered"]


def test_before_the_first_action_there_is_nothing_to_take_back():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert [refusal.code for refusal in game.why_not_undo("Ann")] == ["undo.nothing"]


@given(moments(), st.randoms(use_true_random=False))
def test_taking_back_returns_to_a_game_in_which_the_action_is_open_again(game, rng):
    for seat in range(len(game.players)):
        if game.undoable(seat):
            again = game.undo(seat=seat)
            assert again.ply == game.ply - 1
            assert seat in again.decisions


@given(moments())
def test_an_entry_and_its_redacted_forms_agree_on_whether_they_reveal(game):
    for viewer in range(kf.SPECTATOR, len(game.players)):
        assert game.entry.redacted(viewer).reveals == game.entry.reveals


@given(moments(), st.randoms(use_true_random=False))
def test_what_reveals_nothing_looks_the_same_whatever_is_hidden(game, rng):
    """Deal the actor's hidden rest anew: as long as an action reveals nothing, it tells the actor the same."""
    if game.parent is None or game.entry.reveals:
        return
    seat, before = game.last_seat, game.parent
    other = before.view(seat).sample(rng).play(game.last_action, seat=seat)
    if other.entry.reveals:  # a deal may differ in what is left to offer, and so end the phase
        assert any(task.tag == "offer-winter" for task in before.state.agenda[:1])
        return
    assert other.entry.redacted(seat) == game.entry.redacted(seat)


# ---------------------------------------------------------------------- data of single things


@given(moments())
def test_single_things_fit_their_schemas(game):
    fits("entry", game.entry.to_data())
    assert game.entry.to_data() == entry_to_data(codec(game.ruleset), game.entry)
    for seat, decision in game.decisions.items():
        fits("decision", decision.to_data(game.match.codec(), options=False))
        view = game.view(seat).to_data(options=False)
        fits("view", view)
        assert view["ply"] == game.ply
        assert view["expansions"] == [expansion.id for expansion in game.ruleset.expansions]
    fits("position", game.position().to_data())


def test_tiles_refusals_and_sheets_have_data():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    fits("tile", kf.tiles()[0].to_data())
    fits("score", game.score("Ann").to_data())
    for refusal in game.why_not("bid keythedral R1"):
        fits("refusal", refusal.to_data())
    assert game.scores["Ann"] == game.scores[0] == game.score(0)


def test_a_view_says_why_not():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    acting, waiting = game.decision.seat, 1 - game.decision.seat
    assert game.view(acting).why_not("bid keythedral R1") == game.why_not("bid keythedral R1")
    assert game.view(acting).why_not("pass") == ()
    assert game.view(waiting).why_not("pass")[0].code == "turn.not-yours"


def test_a_log_is_continued_from_any_entry():
    game = whole_game(EVERY_KIND[0])[-1]
    lines = list(game.log.lines())
    kept = lines[:5]
    assert [*kept, *game.log.lines(since=4)] == lines
    assert list(game.log.lines(since=len(game.log))) == lines[-1:]


def test_a_log_without_its_footer_is_read():
    game = whole_game(EVERY_KIND[0])[-1]
    assert game.over
    lines = list(game.log.lines())[:-1]
    assert kf.EventLog.loads("\n".join(lines)).replay() == game


def test_a_log_is_saved_and_loaded(tmp_path):
    game = kf.Game.new(["Ann", "Bob"], seed=7).play("pass")
    game.log.save(tmp_path / "game.jsonl")
    assert kf.EventLog.load(tmp_path / "game.jsonl").replay() == game
    with pytest.raises(OSError, match="nothing"):
        kf.EventLog.load(tmp_path / "nothing.jsonl")


# ---------------------------------------------------------------------- choices


@given(moments())
def test_choices_hold_exactly_the_options_and_read_back(game):
    for seat, decision in game.decisions.items():
        grouped = decision.options.grouped()
        listed = list(grouped.actions())
        assert sorted(map(str, listed)) == sorted(map(str, decision.options))
        assert len(set(map(str, listed))) == len(listed)
        fits("choices", grouped.to_data())
        assert all(choice.why for choice in grouped.blocked), grouped.blocked
        for action in random.Random(1).sample(listed, min(8, len(listed))):
            assert game.why_not(str(action), seat=seat) == ()


def test_a_bid_says_with_how_many_it_leads():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    seat, lot = game.decision.seat, game.lots[0].tile
    colour = max(game.screen(seat).workers.items(), key=lambda item: item[1])[0]
    game = game.play(f"bid {lot} {colour}1").play("pass")
    lots = {choice.key: choice for choice in game.options.grouped().choices if choice.seat == -1}
    bids = next(choice for choice in lots[lot].choices if choice.kind == "bid")
    assert (bids.key, bids.choices[0].result, bids.choices[1].result) == (
        colour,
        "leads with 2",
        "leads with 3",
    )


def test_a_place_where_nothing_is_possible_says_why():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    lot, hand = game.lots[0].tile, game.screen(game.decision.seat).workers
    colour, number = max(hand.items(), key=lambda item: item[1])
    game = game.play(f"bid {lot} {colour}{number}")
    blocked = [
        choice for choice in game.options.grouped().blocked if (choice.key, choice.result) == (lot, "bid")
    ]
    codes = {refusal.code for choice in blocked for refusal in choice.why}
    assert codes & {"bid.too-low", "bid.not-in-hand"}


# ---------------------------------------------------------------------- positions


@given(moments())
def test_a_position_survives_json_and_goes_on_identically(game):
    again = kf.Game.from_position(game.position().dumps())
    assert again == game
    for seat, decision in game.decisions.items():
        action = next(iter(decision.options))
        assert again.play(action, seat=seat) == game.play(action, seat=seat)
        break


def test_a_position_that_is_not_sound_is_refused():
    data = json.loads(kf.Game.new(["Ann", "Bob"], seed=7).position().dumps())
    data["state"]["bag"] = "R100"
    with pytest.raises(kf.LogError):
        kf.Game.from_position(data)
    with pytest.raises(kf.LogError, match="say seed="):
        kf.Game.from_position({**kf.Game.new(["Ann", "Bob"], seed=7).position().to_data(), "chance": None})


# ---------------------------------------------------------------------- words


@given(moments())
def test_every_entry_is_told_in_sentences(game):
    for viewer in (None, kf.SPECTATOR, 0):
        told = game.tell(viewer=viewer)
        assert told
        assert all(sentence.endswith(".") or ": " in sentence for sentence in told)


# ---------------------------------------------------------------------- refusals in other languages


def test_the_params_of_a_refusal_hold_what_its_message_says():
    at = scenario(
        "summer",
        players=2,
        lots={"smelter": {}, "brewer": {}},
        screens={"P1": "R3", "P2": "R3 Y3"},
        turn="P1",
    )
    game = at.play("bid smelter R2").game
    found = {refusal.code: refusal for refusal in game.why_not("bid smelter Y2")}
    assert dict(found["bid.colour"].params)["tile"] == "smelter"
    low = dict(found["bid.too-low"].params)
    assert low["top"] == 2 and low["need"] == 3
    fits("refusal", found["bid.too-low"].to_data())


def test_every_message_of_the_engine_is_a_phrase():
    """A message that is put together as plain text could not be told in another language."""
    import ast
    from pathlib import Path

    package = Path(kf.__file__).parent
    without = []
    for folder in ("engine", "expansions", "facade", "kernel"):
        for path in sorted((package / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id == "Refusal"
                ):
                    message = node.args[1]
                    if isinstance(message, ast.JoinedStr | ast.Constant):
                        without.append(f"{path.name}:{node.lineno}")
    assert without == []
