"""Law 4: a seat receives what it may know, and not one byte more."""

import pickle
import random

import pytest
from attrs import evolve, fields
from hypothesis import assume, given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.facade.memory import remember
from keyflower.facade.view import View
from keyflower.kernel.fields import UNSEEN
from keyflower.kernel.json_text import compact
from keyflower.kernel.testing import laws
from keyflower.model.actions import ACTIONS
from keyflower.model.events import EVENTS
from keyflower.model.state import State
from keyflower.testing import varied
from tests.support.random_games import EVERY_KIND, games, moments, random_step, whole_game


def viewers(game: kf.Game) -> range:
    return range(kf.SPECTATOR, len(game.players))


# ---------------------------------------------------------------------- the redaction square


@pytest.mark.parametrize("table", EVERY_KIND, ids=str)
def test_hiding_what_was_folded_is_folding_what_was_redacted(table):
    laws.redaction_is_a_square(whole_game(table)[-1])


@given(games())
def test_the_redaction_square_of_any_game(game):
    laws.redaction_is_a_square(game[-1])


@given(moments())
def test_redacting_twice_changes_nothing(game):
    for viewer in viewers(game):
        once = game.entry.redacted(viewer)
        assert once.redacted(viewer) == once


@given(moments())
def test_the_redacted_log_gives_the_view(game):
    for viewer in viewers(game):
        text = game.log.redacted(viewer).dumps()
        assert kf.EventLog.loads(text).view() == game.view(viewer)


# ---------------------------------------------------------------------- two games that look alike


def received(log: kf.EventLog, view: View) -> bytes:
    """Return every byte that a seat receives."""
    parts = [log.dumps(), compact(view.to_data()), str(view), repr(view), repr(log), compact(log.rows())]
    parts += [repr(log.digests), repr(view.state), repr(view.match.players)]
    parts += [f"{decision.prompt}{[*decision.options]}" for decision in view.decisions.values()]
    return pickle.dumps(parts)


def walked_in_step(
    first: kf.Game, second: kf.Game, viewer: int, rng: random.Random, steps: int
) -> tuple[kf.Game, kf.Game, int]:
    """Play two games that look alike to a viewer on, as long as they can do what looks alike."""
    done = 0
    for _ in range(steps):
        if first.over:
            break
        decisions = first.decisions
        seat = rng.choice(list(decisions))
        action = decisions[seat].options.sample(rng)
        after = first.play(action, seat=seat)
        if second.why_not(action, seat=seat):
            break
        other = second.play(action, seat=seat)
        if [event.redacted(viewer) for event in after.events] != [e.redacted(viewer) for e in other.events]:
            assert after.entry.reveals
            break  # chance, or what was turned over, has shown something different: public from now on
        first, second, done = after, other, done + 1
    return first, second, done


@given(moments(), st.data(), st.integers(0, 2**32))
def test_two_games_that_look_alike_to_a_seat_give_it_equal_bytes(game, data, seed):
    viewer = data.draw(st.sampled_from(viewers(game)))
    rng = random.Random(seed)
    view = game.view(viewer)
    twins = [view.sample(rng) for _ in range(2)]
    assume(twins[0].state != twins[1].state)
    first, second, _ = walked_in_step(twins[0], twins[1], viewer, rng, 25)
    assert first.view(viewer) == second.view(viewer)
    assert hash(first.view(viewer)) == hash(second.view(viewer))
    logs = [twin.log.redacted(viewer) for twin in (first, second)]
    assert received(logs[0], first.view(viewer)) == received(logs[1], second.view(viewer))
    assert logs[0].first_difference(logs[1]) is None
    assert remember(first.log, viewer) == remember(second.log, viewer)


@given(moments(), st.data(), st.integers(0, 2**32))
def test_a_dealt_game_looks_like_the_real_one(game, data, seed):
    viewer = data.draw(st.sampled_from(viewers(game)))
    rng = random.Random(seed)
    dealt = game.view(viewer).sample(rng)
    assert dealt.view(viewer) == game.view(viewer)
    first, second, _ = walked_in_step(game, dealt, viewer, rng, 25)
    assert first.view(viewer) == second.view(viewer)
    told = [{**moment.view(viewer).to_data(), "ply": 0} for moment in (first, second)]  # a dealt game is new
    assert compact(told[0]) == compact(told[1])
    assert [*first.view(viewer).decisions.values()] == [*second.view(viewer).decisions.values()]


@given(moments())
def test_the_own_options_follow_from_the_view(game):
    for seat, decision in game.decisions.items():
        own = game.view(seat).decision
        assert own == decision
        assert [*own.options] == [*decision.options]


# ---------------------------------------------------------------------- law 12: what is hidden changes nothing


@pytest.mark.parametrize("table", EVERY_KIND[::3], ids=str)
def test_what_is_hidden_changes_nothing_that_a_viewer_is_told_or_asked(table):
    game = whole_game(table)[-1]
    laws.what_is_hidden_changes_nothing(game, random.Random(table.seed), moments=4, choose=varied)
    laws.views_score_the_truth(game, random.Random(table.seed))


# ---------------------------------------------------------------------- nothing hidden is anywhere in a view


@given(moments())
def test_a_view_holds_no_chance_source_and_no_game(game):
    for viewer in viewers(game):
        view = game.view(viewer)
        assert view.match.origin == kf.ScriptedChance()
        assert not any(isinstance(getattr(view, item.name), kf.Game) for item in fields(View))
        log = game.log.redacted(viewer)
        assert log.match.origin == kf.ScriptedChance() and log.chances == ()
        assert all(entry.answers == () for entry in log)


@given(moments())
def test_hidden_places_hold_unknown_pieces_only(game):
    assume(not game.over)
    for viewer in viewers(game):
        state = game.view(viewer).state
        assert isinstance(state, State)
        hidden = [state.bag, state.stack, state.aside]
        tiles = [*state.box, *(tile for pile in state.piles for tile in pile)]
        for number, seat in enumerate(state.seats):
            if number != viewer:
                hidden += [seat.workers, seat.skills]
                tiles += [*seat.winter, *(seat.offered or ())]
                assert seat.offered is None or len(seat.offered) == 1
        assert not any(pool.pieces for pool in hidden)
        assert set(tiles) <= {UNSEEN}


@given(moments())
def test_a_spectator_and_every_seat_can_count_what_is_hidden(game):
    for viewer in viewers(game):
        view = game.view(viewer)
        for name, seat in zip(game.players, game.state.seats, strict=True):
            shown = view.screen(name)
            assert (shown.workers.total, shown.skills.total) == (seat.workers.total, seat.skills.total)
            assert len(shown.winter) == len(seat.winter)
            assert shown.open_workers == seat.open_workers and shown.stock == seat.stock
        assert view.state.bag.total == game.state.bag.total


# ---------------------------------------------------------------------- sweeps over classes


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.tag)
def test_every_secret_field_of_an_event_is_owned_or_seen_by_nobody(event):
    names = [item.name for item in fields(event)]
    for item in fields(event):
        if "seen_by" in item.metadata:
            assert item.metadata["seen_by"] in ("owner", "nobody")
            assert item.metadata["seen_by"] == "nobody" or "seat" in names


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.verb)
def test_every_action_can_be_hidden(action):
    seen = False
    for table in EVERY_KIND:
        for moment in whole_game(table):
            if moment.last_action is not None and type(moment.last_action) is action:
                seen = True
                hidden = moment.last_action.hidden()
                assert type(hidden) is action
                assert hidden.hidden() == hidden
    assert seen, f"no random game has a {action.verb}"


def test_what_a_payment_of_any_skill_was_stays_secret():
    """Rules 7: payments of any type go face down; the event does not tell them, nor does the action."""
    found = 0
    for table in EVERY_KIND:
        for moment in whole_game(table):
            for event in moment.events:
                if event.tag == "skills-paid" and event.face_down:  # type: ignore[attr-defined]
                    found += 1
                    told = moment.entry.redacted(kf.SPECTATOR)
                    assert "anvil" not in str(told.action) and "saw" not in str(told.action)
                    assert not any(getattr(e, "face_down", kf.Pool()).pieces for e in told.events)
    assert found


def test_the_number_of_offered_winter_tiles_is_secret_until_all_have_chosen():
    for table in EVERY_KIND[::5]:
        moments_of = [
            m for m in whole_game(table) if m.state.agenda and m.state.agenda[0].tag == "offer-winter"
        ]
        game = moments_of[0]
        seat = next(iter(game.decisions))
        options = [*game.decisions[seat].options]
        texts = set()
        for option in options:
            after = game.play(option, seat=seat)
            viewer = (seat + 1) % len(game.players)
            texts.add(received(after.log.redacted(viewer), after.view(viewer)))
        assert len(texts) == 1 and len(options) > 1


def test_evolving_a_view_cannot_bring_the_chance_source_back():
    game = whole_game(EVERY_KIND[0])[3]
    view = evolve(game.view(0), match=game.match)  # type: ignore[arg-type]  # mypy does not follow the generic class
    assert view.match.origin == kf.ScriptedChance()
    assert random_step(game, random.Random(1)).view(0).match.origin == kf.ScriptedChance()
