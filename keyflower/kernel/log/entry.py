"""`Entry`: one action with what it led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field

from keyflower.kernel.actions import Action
from keyflower.kernel.codec import Codec, Data
from keyflower.kernel.errors import LogError
from keyflower.kernel.events import Event, Events, GameEnded
from keyflower.kernel.moves import Moved
from keyflower.kernel.values import frozen

if TYPE_CHECKING:
    from keyflower.kernel.match import BaseMatch


@frozen
class Entry:
    """One action with what it led to; the first entry of a log is the set-up and has no action.

    >>> entry = over.entry
    >>> entry.seat, entry.ended
    (1, GameEnded(totals=(14, 19), winners=(1,)))
    """

    seat: int
    """Who acted; -1 for the set-up."""
    action: Action | None
    """What was done."""
    events: tuple[Event, ...]
    """What happened."""
    answers: tuple[str, ...] = ()
    """The results of random draws, in order."""
    match: BaseMatch[Any] | None = field(default=None, eq=False, repr=False, kw_only=True)
    """The rules it was played by; `None` if it was made by hand."""

    def __repr__(self) -> str:
        what = "the set-up" if self.action is None else f"seat {self.seat}, {self.action}"
        return f"<Entry: {what}, {len(self.events)} event{'s' if len(self.events) != 1 else ''}>"

    def _repr_html_(self) -> str:
        return Events(self.events)._repr_html_()

    @property
    def reveals(self) -> bool:
        """Whether it revealed something hidden to the seat that acted, so that it cannot be taken back.

        That is: pieces were drawn, tiles turned up or screens opened. What an action gives away about the player's own
        hand does not count.

        >>> game.play("pass").entry.reveals
        False
        """
        return bool(self.answers) or any(event.reveals for event in self.events)

    def to_data(self) -> dict[str, object]:
        """Return the entry as JSON-able data.

        Raises:
            LogError: if the entry does not come from a game or a log.

        >>> sorted(game.entry.to_data())
        ['action', 'answers', 'events', 'seat']
        """
        if self.match is None:
            raise LogError("this entry was made by hand: only entries of a game or a log can be written")
        return entry_to_data(self.match.codec(), self)

    def __reduce__(self) -> tuple[object, ...]:
        # entries are pickled without their rules, which a game keeps once and puts back
        return (Entry, (self.seat, self.action, self.events, self.answers))

    def redacted(self, viewer: int) -> Entry:
        """Return the entry as a seat (or `SPECTATOR`) may know it.

        >>> entry = game.entry.redacted(0)
        >>> entry == game.entry, entry == entry.redacted(0)
        (False, True)
        """
        action = self.action
        if action is not None and self.seat != viewer:
            moves = [event.hidden_from(viewer) for event in self.events if isinstance(event, Moved)]
            action = action.hidden().covering({name for names in moves for name in names})
        events = tuple([event.redacted(viewer) for event in self.events])
        return Entry(self.seat, action, events, match=self.match)

    @property
    def ended(self) -> GameEnded | None:
        """The end of the game, if this entry ended it.

        >>> over.entry.ended, game.entry.ended
        (GameEnded(totals=(14, 19), winners=(1,)), None)
        """
        return next((event for event in reversed(self.events) if isinstance(event, GameEnded)), None)


def entry_to_data(codec: Codec, entry: Entry) -> Data:
    """Return an entry of a log as JSON-able data."""
    write = codec.events.write
    data: Data = {
        "seat": entry.seat,
        "action": None if entry.action is None else codec.actions.write(entry.action),
        "events": [write(event) for event in entry.events],
    }
    if entry.answers:
        data["answers"] = [*entry.answers]
    return data
