"""Taking back: whether the last action of a seat can be undone without giving anything away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from keyflower.kernel.errors import GameError, IllegalAction, Refusal, named
from keyflower.kernel.events import Event
from keyflower.kernel.text import AND, listed, phrase

if TYPE_CHECKING:
    from keyflower.kernel.game import BaseGame

GameT = TypeVar("GameT", bound="BaseGame[Any, Any, Any]")


def refusals(game: BaseGame[Any, Any, Any], seat: int) -> tuple[Refusal, ...]:  # Any: any game
    """Return why a seat cannot take back its last action; nothing if it can."""
    found = _without(game, seat)
    return found if isinstance(found, tuple) else ()


def without_last(game: GameT, seat: int) -> GameT:
    """Return the game without the last action of a seat; what others did since stays.

    Raises:
        IllegalAction: with the reasons, if it cannot be taken back.
    """
    found = _without(game, seat)
    if isinstance(found, tuple):
        raise IllegalAction(f"undo for {game.players[seat]}", found)
    return found


def _without(game: GameT, seat: int) -> GameT | tuple[Refusal, ...]:
    if game.match.halted():
        return (Refusal("game.other-version", game.match.halted(), ""),)
    rule = game.match.PARAGRAPHS.undo
    since: list[GameT] = []
    at: GameT | None = game
    while at is not None and at.last_action is not None and at.last_seat != seat:
        since.append(at)
        at = at.parent
    if at is None or at.last_action is None or at.parent is None:
        why = phrase("you have not acted yet: there is nothing to take back")
        return (Refusal("undo.nothing", why, rule),)
    if any(moment.entry.reveals for moment in (at, *since)):
        why = phrase("something hidden has been revealed since, so you cannot take it back")
        return (Refusal("undo.revealed", why, rule),)
    again = at.parent
    for moment in reversed(since):
        assert moment.last_action is not None
        try:
            again = again.play(moment.last_action, seat=moment.last_seat)
        except GameError:
            again = at.parent
            break
        if _facts(again) != _facts(moment):
            again = at.parent
            break
    else:
        return again
    names = sorted({game.players[moment.last_seat] for moment in since})
    why = phrase("{names} has acted since, so you cannot take it back", names=listed(names, AND))
    return (Refusal("undo.answered", why, rule, params=named(names=names)),)


def _facts(game: BaseGame[Any, Any, Any]) -> tuple[Event, ...]:  # Any: any game
    """Return what an action led to, leaving out the last event: it tells who is asked next."""
    return game.events[:-1]
