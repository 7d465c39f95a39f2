"""Taking back: whose last action can be undone without giving anything away (rules of the table, not of the game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from keyflower.model.event import Event
from keyflower.model.events import AgendaChanged, TurnBegan
from keyflower.vocabulary.errors import IllegalAction, KeyflowerError, Refusal

if TYPE_CHECKING:
    from keyflower.facade.game import Game


def refusals(game: Game, seat: int) -> tuple[Refusal, ...]:
    """Return why a seat cannot take back its last action; nothing if it can."""
    found = _without(game, seat)
    return found if isinstance(found, tuple) else ()


def without_last(game: Game, seat: int) -> Game:
    """Return the game without the last action of a seat; what others did since stays.

    Raises:
        IllegalAction: with the reasons, if it cannot be taken back.
    """
    found = _without(game, seat)
    if isinstance(found, tuple):
        raise IllegalAction(f"undo for {game.players[seat]}", found)
    return found


def _without(game: Game, seat: int) -> Game | tuple[Refusal, ...]:
    since: list[Game] = []
    at: Game | None = game
    while at is not None and at.last_action is not None and at.last_seat != seat:
        since.append(at)
        at = at.parent
    if at is None or at.last_action is None or at.parent is None:
        return (Refusal("undo.nothing", "you have not acted yet: there is nothing to take back", "2.2"),)
    if any(moment.entry.reveals for moment in (at, *since)):
        return (
            Refusal("undo.revealed", "something hidden has been shown since: it cannot be taken back", "2.2"),
        )
    again = at.parent
    for moment in reversed(since):
        assert moment.last_action is not None
        try:
            again = again.play(moment.last_action, seat=moment.last_seat)
        except KeyflowerError:
            again = at.parent
            break
        if _facts(again) != _facts(moment):
            again = at.parent
            break
    else:
        return again
    names = sorted({game.players[moment.last_seat] for moment in since})
    return (
        Refusal("undo.answered", f"{' and '.join(names)} has acted since: it cannot be taken back", "2.2"),
    )


def _facts(game: Game) -> tuple[Event, ...]:
    """Return what an action led to, leaving out who is asked next."""
    return tuple(event for event in game.events if not isinstance(event, AgendaChanged | TurnBegan))
