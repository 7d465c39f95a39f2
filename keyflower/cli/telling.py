"""Telling: what an action led to, as lines of text for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from keyflower.extend.costs import counted
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.events import Event
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.setting import SPECTATOR
from keyflower.model import events as facts
from keyflower.vocabulary.pool import Pool


def pieces(pool: Pool) -> str:
    """Return pieces as words, unknown ones included: ``2 red workers and 1 wood``, ``3 unseen pieces``."""
    parts = counted(Pool(pool.pieces, pool.amounts)).split(" and ") if pool.pieces else []
    parts += [f"{pool.unknown} unseen"] if pool.unknown else []
    return _joined(parts) or "nothing"


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


@frozen
class Teller:
    """Tells entries of a log in words: it knows the names of players and tiles."""

    ruleset: Ruleset
    """The rules, for the titles of tiles."""
    players: tuple[str, ...]
    """The names, by seat."""

    def told(self, entry: Entry, viewer: int | None) -> list[str]:
        """Return what an action led to: the action first, then what followed.

        Args:
            entry: the entry of a log.
            viewer: who may know; None for everything the entry tells.
        """
        seen = entry if viewer is None else entry.redacted(viewer)
        first = "The table is set." if seen.action is None else f"{self.players[seen.seat]}: {seen.action}"
        return [first, *(line for event in seen.events for line in self._words(event))]

    def _words(self, event: Event) -> Iterator[str]:
        """Return what is worth telling of an event; most actions speak for themselves."""
        seat = getattr(event, "seat", -1)
        who = self.players[seat] if isinstance(seat, int) and seat >= 0 else "nobody"
        match event:
            case facts.SeasonBegan():
                yield f"{event.season.value.capitalize()} begins."
            case facts.TilesRevealed():
                yield f"To the auction come {self._listed([tile for tile, _ in event.tiles])}."
            case facts.WinterTilesRevealed():
                yield f"To the auction come {self._listed(list(event.tiles))}."
            case facts.BoatLoaded() if event.workers or event.skills:
                yield f"{self._title(event.boat)} carries {pieces(event.workers + event.skills)}."
            case facts.WorkersDrawn():
                yield f"{who} draws {pieces(event.workers)} from the bag."
            case facts.SkillsDrawn():
                yield f"{who} draws {pieces(event.skills)} from the stack."
            case facts.WorkersGained():
                yield f"{who} takes {pieces(event.workers)}."
            case facts.GoodsGained():
                yield f"{who} gets {pieces(event.goods)} on {self._title(event.tile)}."
            case facts.StockGained():
                yield f"{who} gets {pieces(event.goods)}."
            case facts.TileUpgraded():
                yield f"{who} upgrades {self._title(event.tile)}."
            case facts.BidStoodUp():
                yield f"The bid of {who} for {self._title(event.tile)} stands up."
            case facts.LotUnsold():
                yield f"Nobody wants {self._title(event.tile)}."
            case facts.LotWon():
                workers = f" and the {pieces(event.workers)} on it" if event.workers else ""
                yield f"{who} wins {self._title(event.tile)} for {pieces(event.bid)}{workers}."
            case facts.TurnOrderSettled() if event.seat >= 0:
                yield f"{who} wins {self._title(event.tile)} for {pieces(event.bid)}."
            case facts.BoatTaken() if event.workers or event.skills:
                yield f"{who} gets {pieces(event.workers + event.skills)}."
            case facts.StartPlayerChanged():
                yield f"{who} is start player now."
            case facts.TileLost():
                yield f"{self._title(event.tile)} fits nowhere in the village of {who} and leaves the game."
            case facts.GameEnded():
                winners = " and ".join(self.players[winner] for winner in event.winners)
                verb = "win" if len(event.winners) > 1 else "wins"
                yield f"The game is over: {winners} {verb} with {max(event.totals)} points."
            case _:
                text = event.words(self.players)
                if text:
                    yield text

    def _title(self, tile: str) -> str:
        known = self.ruleset.tiles.get(tile)
        return known.title if known is not None else tile

    def _listed(self, tiles: list[str]) -> str:
        return _joined([self._title(tile) for tile in tiles])


def told(game: Game, viewer: int = SPECTATOR) -> list[str]:
    """Return what the last action of a game led to, as a viewer may know it."""
    return Teller(game.ruleset, game.players).told(game.entry, viewer)
