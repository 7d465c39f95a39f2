"""Tables: a finished game as rows, one for each seat, tile, score line, lot, boat or action, ready for polars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from keyflower.facade.game import Game
from keyflower.kernel.events import Event
from keyflower.model.actions import Bid, Use
from keyflower.model.enums import BACK, TileKind
from keyflower.model.events import BoatTaken, LotUnsold, LotWon, TurnOrderSettled
from keyflower.model.pool import EMPTY
from keyflower.simulate.plan import Result, Row, TableOf


def seats(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each seat: who sat there, how it did, and what was left at the end."""
    for seat, (bot, points) in enumerate(zip(result.bots, result.totals, strict=True)):
        own = game.screen(seat)
        homes = [placed.name for placed, _ in own.village if placed.kind == TileKind.HOME.value]
        yield {
            "seat": seat,
            "bot": bot,
            "points": points,
            "won": seat in result.winners,
            "home": homes[0] if homes else "",
            "tiles": len(own.village.spots) - len(homes),
            "turned": sum(spot.side == BACK for _, spot in own.village),
            "workers": own.workers.total + own.open_workers.total,
            "skills": own.skills.total + own.open_skills.total,
            "goods": own.village.goods.total + own.stock.total,
        }


def tiles(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each tile that lies in a village at the end, with what its line of the sheet gives."""
    for seat, points in enumerate(result.totals):
        sheet = game.score(seat)
        for placed, spot in game.village(seat):
            season = game.ruleset.tiles[placed.name].season
            yield {
                "seat": seat,
                "bot": result.bots[seat],
                "points": points,
                "won": seat in result.winners,
                "tile": placed.name,
                "kind": str(placed.kind),
                "season": "" if season is None else str(season),
                "turned": spot.side == BACK,
                "gave": sheet.of(placed.name),
                "goods": spot.goods.total,
            }


def lines(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each line of each score sheet."""
    for seat in range(len(result.totals)):
        for line in game.score(seat).lines:
            yield {
                "seat": seat,
                "bot": result.bots[seat],
                "source": line.source,
                "points": line.points,
                "detail": line.detail,
            }


def _steps(game: Game) -> list[tuple[Game, Game]]:
    """Return the game before and after each action, in the order they were played."""
    steps, after, before = [], game, game.parent
    while before is not None:
        steps.append((before, after))
        after, before = before, before.parent
    return steps[::-1]


def _end_of_seasons(game: Game) -> Iterator[tuple[str, Event]]:
    """Iterate the events in which lots left the auction or boats were taken, with the season.

    The events of all other steps are not computed: that took a third of the time of a game.
    """
    for before, after in _steps(game):
        were, are = before.state, after.state
        is_same = [lot.tile for lot in were.lots] == [lot.tile for lot in are.lots]
        if not is_same or were.berths != are.berths:
            for event in after.events:
                yield str(before.season), event


def lots(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each lot of each season: who won it for how many workers; nobody if it was not sold."""
    for season, event in _end_of_seasons(game):
        if isinstance(event, LotWon | LotUnsold | TurnOrderSettled):
            seat = -1 if isinstance(event, LotUnsold) else event.seat
            bid = EMPTY if isinstance(event, LotUnsold) or seat < 0 else event.bid
            colours = [piece for piece, _ in bid.items()]
            yield {
                "season": season,
                "tile": event.tile,
                "kind": str(game.ruleset.tiles[event.tile].kind),
                "seat": seat if seat >= 0 else None,
                "bot": result.bots[seat] if seat >= 0 else None,
                "points": result.totals[seat] if seat >= 0 else None,
                "won": seat in result.winners if seat >= 0 else None,
                "bid": bid.total,
                "colour": colours[0] if colours else None,
                "workers": event.workers.total if isinstance(event, LotWon) else 0,
            }


def boats(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each boat that was taken, in the order in which seats chose."""
    picks: dict[str, int] = {}
    for season, event in _end_of_seasons(game):
        if isinstance(event, BoatTaken):
            picks[season] = picks.get(season, 0) + 1
            yield {
                "season": season,
                "pick": picks[season],
                "boat": event.boat,
                "seat": event.seat,
                "bot": result.bots[event.seat],
                "points": result.totals[event.seat],
                "won": event.seat in result.winners,
                "workers": event.workers.total,
                "skills": event.skills.total,
            }


def actions(game: Game, result: Result) -> Iterator[Row]:
    """Iterate one row for each action, in the order they were played."""
    for ply, (before, after) in enumerate(_steps(game), 1):
        action = after.last_action
        yield {
            "ply": ply,
            "seat": after.last_seat,
            "bot": result.bots[after.last_seat],
            "season": str(before.season),
            "verb": "" if action is None else action.verb,
            "tile": str(getattr(action, "tile", "")),
            "workers": action.workers.total + action.open.total if isinstance(action, Bid | Use) else 0,
            "groups": len(action.groups) if isinstance(action, Bid | Use) else 0,
            "text": str(action),
        }


TABLES: Final[Mapping[str, TableOf]] = MappingProxyType(
    {"seats": seats, "tiles": tiles, "lines": lines, "lots": lots, "boats": boats, "actions": actions}
)
"""The tables of a game by name; the one with a row for each game is always written."""
NEED_THE_WAY: Final = frozenset({"lots", "boats", "actions"})
"""The tables that need the history of the game; the others need only its end."""
