"""The past of a table: its moments, its log, and new tables that continue from a moment.

During a game everybody is shown what they could know at the time; when it is over, everybody is shown everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.json_text import compact
from keyflower.kernel.text import Speaker, phrase
from keyflower.web import protocol as messages
from keyflower.web.lobby import NewTable, kept_table, key_of, new_token, secret_chance
from keyflower.web.refusals import Refused
from keyflower.web.table_store import Seating


def history(
    chain: Sequence[AnyGame], viewer: int, *, id: str, language: Speaker, declared: GameDeclaration
) -> str:
    """Return everything that happened at a table, in words."""
    game = chain[-1]
    entries = messages.entries_to_data(
        game,
        [moment.entry for moment in chain],
        viewer,
        shown=False,
        language=language,
        declared=declared,
        whole=game.over,
    )
    for entry, moment in zip(entries, chain, strict=True):
        season = getattr(moment.state, "season", None)
        if season is not None:
            entry["season"] = str(season)
    return compact({"type": "history", "id": id, "open": game.over, "entries": entries})


def moment(
    chain: Sequence[AnyGame],
    ply: int,
    viewer: int,
    *,
    id: str,
    about: dict[str, object],
    language: Speaker,
    declared: GameDeclaration,
) -> str:
    """Return the table as it was after an action.

    Raises:
        Refused: if fewer actions have been played.
    """
    then, over = _at(chain, ply), chain[-1].over
    table = messages.seen(_seen(then, viewer, whole=over), about=about, language=language, declared=declared)
    return compact({"type": "moment", "id": id, "ply": ply, "open": over, **table})


def log(game: AnyGame, viewer: int, *, id: str) -> str:
    """Return the log of a game as a file: as the viewer may know it, and whole when the game is over."""
    told = game.log if game.over else game.log.redacted(viewer)
    return compact({"type": "log", "id": id, "text": told.dumps()})


def branch(
    chain: Sequence[AnyGame],
    ply: int,
    seat: int,
    *,
    seats: Sequence[Seating],
    language: str,
    declared: GameDeclaration,
) -> NewTable:
    """Return a new table that continues from a moment: a person on one seat, bots on the others, and new draws.

    Raises:
        Refused: if the game is not over, or was over at that moment, or there is no such seat.
    """
    if not chain[-1].over:
        raise Refused(phrase("The game is not over yet."))
    then = _at(chain, ply)
    if then.over:
        raise Refused(phrase("The game was already over at that moment."))
    if not 0 <= seat < len(seats):
        raise Refused(phrase("There is no such seat."))
    token, usual = new_token(), declared.usual_bot
    sitting = tuple(
        evolve(one, bot="", key=key_of(token)) if number == seat else Seating(one.name, one.bot or usual)
        for number, one in enumerate(seats)
    )
    # everybody knows by now what chance would give: it gives something else from here on
    game = evolve(then, chance=secret_chance())
    tokens = tuple(token if number == seat else "" for number in range(len(seats)))
    return NewTable(kept_table(sitting, game, language), game, tokens)


def _at(chain: Sequence[AnyGame], ply: int) -> AnyGame:
    if ply >= len(chain):
        raise Refused(phrase("Fewer actions than that have been played."))
    return chain[ply]


def _seen(game: AnyGame, viewer: int, *, whole: bool) -> Any:  # Any: a view of the game
    """Return what a viewer could know at a moment, or everything there was."""
    return game.VIEW(game.match, evolve(game.state, viewer=viewer), game.ply) if whole else game.view(viewer)
