"""What happened, in sentences for one pair of eyes: actions, and the events they led to.

>>> from keyflower import Game
>>> game = Game.new(["Ann", "Bob"], seed=7).play("pass")
>>> game.tell()
('Bob passes.',)
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from keyflower.extend.costs import counted
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.events import Event
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.setting import SPECTATOR
from keyflower.model import actions as acts
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
    you: int | None = None
    """The seat of the reader, who is addressed as "you"."""

    def told(self, entry: Entry, viewer: int | None) -> list[str]:
        """Return what an action led to: the action first, then what followed.

        Args:
            entry: the entry of a log.
            viewer: who may know; None for everything the entry tells.
        """
        seen = entry if viewer is None else entry.redacted(viewer)
        first = "The table is set." if seen.action is None else f"{self._who(seen.seat)}: {seen.action}"
        return [first, *(line for event in seen.events for line in self._words(event))]

    def sentences(self, entry: Entry, viewer: int | None = None) -> list[str]:
        """Return an entry in sentences: the action as a person would say it, then what followed.

        Args:
            entry: the entry of a log.
            viewer: who may know; None for everything the entry tells.
        """
        seen = entry if viewer is None else entry.redacted(viewer)
        lines = [line for event in seen.events for line in self._words(event)]
        if seen.action is None:
            return ["The table is set.", *lines]
        first = self.said(seen.seat, seen.action)
        if not first and not lines:
            first = f"{self._who(seen.seat)}: {seen.action}"
        return [first, *lines] if first else lines

    def said(self, seat: int, action: Action) -> str:
        """Return an action of a seat as a sentence; the empty text for one of an expansion: its events speak."""
        match action:
            case acts.Bid():
                return f"{self._does(seat, 'bids')} {self._brought(action)} for {self._title(action.tile)}."
            case acts.Use():
                return f"{self._does(seat, 'uses')} {self._title(action.tile)} with {self._brought(action)}."
            case acts.Pass():
                return f"{self._does(seat, 'passes', 'pass')}."
            case acts.PayWith() if action.group:
                return f"{self._does(seat, 'pays')} with the group at {self._title(action.group)}."
            case acts.PayWith():
                return f"{self._does(seat, 'pays')} {pieces(action.pieces + action.open)}."
            case acts.Choose():
                return f"{self._does(seat, 'chooses')} {action.benefit.replace('_', ' ')}."
            case acts.Move():
                way = f"from {self._title(action.origin)} to {self._title(action.target)}"
                return f"{self._does(seat, 'moves')} {action.good} {way}."
            case acts.Spend():
                return f"{self._does(seat, 'spends')} {action.good} for more transport."
            case acts.Upgrade():
                return f"{self._does(seat, 'pays')} {pieces(action.paid + action.open)} for an upgrade."
            case acts.Done():
                return f"{self._does(seat, 'stops')} transporting."
            case acts.Offer():
                return f"{self._does(seat, 'has', 'have')} chosen winter tiles."
            case acts.Take():
                return f"{self._does(seat, 'takes')} {self._title(action.boat)}."
            case acts.Place():
                return f"{self._does(seat, 'lays')} {self._title(action.tile)}."
            case _:
                return ""

    def _brought(self, action: acts.Bid | acts.Use) -> str:
        parts = [pieces(action.workers + action.open)] if action.workers or action.open else []
        parts += [f"the group at {self._title(tile)}" for tile in action.groups]
        return _joined(parts)

    def _who(self, seat: int) -> str:
        return "You" if seat == self.you else self.players[seat]

    def _does(self, seat: int, verb: str, yours: str = "") -> str:
        """Return somebody with a verb: ``Ann draws``, ``You draw``."""
        if seat == self.you:
            return f"You {yours or verb.removesuffix('s')}"
        return f"{self.players[seat]} {verb}"

    def _whose(self, seat: int) -> str:
        return "your" if seat == self.you else f"{self.players[seat]}'s"

    def _words(self, event: Event) -> Iterator[str]:
        """Return what is worth telling of an event; most actions speak for themselves."""
        match event:
            case facts.SeasonBegan():
                yield f"{event.season.value.capitalize()} begins."
            case facts.TilesRevealed():
                yield f"Up for auction: {self._listed([tile for tile, _ in event.tiles])}."
            case facts.WinterTilesRevealed():
                yield f"Up for auction: {self._listed(list(event.tiles))}."
            case facts.BoatLoaded() if event.workers or event.skills:
                yield f"{self._title(event.boat)} carries {pieces(event.workers + event.skills)}."
            case facts.WorkersPaid() if event.group:
                yield f"{self._does(event.seat, 'pays')} with the whole group at {self._title(event.group)}."
            case facts.WorkersDrawn():
                yield f"{self._does(event.seat, 'draws')} {pieces(event.workers)} from the bag."
            case facts.SkillsDrawn():
                yield f"{self._does(event.seat, 'draws')} {pieces(event.skills)} from the stack."
            case facts.WorkersGained():
                yield f"{self._does(event.seat, 'takes')} {pieces(event.workers)}."
            case facts.GoodsGained():
                yield f"{self._does(event.seat, 'gets')} {pieces(event.goods)} on {self._title(event.tile)}."
            case facts.StockGained():
                yield f"{self._does(event.seat, 'gets')} {pieces(event.goods)}."
            case facts.TileUpgraded():
                yield f"{self._does(event.seat, 'upgrades')} {self._title(event.tile)}."
            case facts.BidStoodUp():
                whose = self._whose(event.seat)
                yield f"{whose[0].upper()}{whose[1:]} bid for {self._title(event.tile)} stands up."
            case facts.LotUnsold():
                yield f"Nobody wants {self._title(event.tile)}."
            case facts.LotWon():
                workers = f" and the {pieces(event.workers)} on it" if event.workers else ""
                won = f"{self._does(event.seat, 'wins')} {self._title(event.tile)}"
                yield f"{won} for {pieces(event.bid)}{workers}."
            case facts.TurnOrderSettled() if event.seat >= 0:
                won = f"{self._does(event.seat, 'wins')} {self._title(event.tile)}"
                yield f"{won} for {pieces(event.bid)}."
            case facts.BoatTaken() if event.workers or event.skills:
                yield f"{self._does(event.seat, 'gets')} {pieces(event.workers + event.skills)}."
            case facts.StartPlayerChanged():
                yield f"{self._does(event.seat, 'is', 'are')} start player now."
            case facts.TileLost():
                where = f"{self._whose(event.seat)} village"
                yield f"{self._title(event.tile)} fits nowhere in {where} and leaves the game."
            case facts.GameEnded():
                yield f"The game is over: {self.winners(event.winners)} with {max(event.totals)} points."
            case _:
                text = event.words(self._named())
                if text:
                    yield text

    def _named(self) -> tuple[str, ...]:
        return tuple(self._who(seat) for seat in range(len(self.players)))

    def winners(self, seats: tuple[int, ...]) -> str:
        """Return who wins: ``You win``, ``Ann wins``, ``Ann and Bob win``."""
        if len(seats) == 1:
            return self._does(seats[0], "wins")
        ordered = sorted(seats, key=lambda seat: seat != self.you)
        return f"{' and '.join(self._who(seat) for seat in ordered)} win"

    def _title(self, tile: str) -> str:
        name, _, sector = tile.partition("/")
        known = self.ruleset.tiles.get(name)
        title = known.title if known is not None else name
        return f"pasture {sector} of {title}" if sector else title

    def _listed(self, tiles: list[str]) -> str:
        return _joined([self._title(tile) for tile in tiles])


def told(game: Game, viewer: int = SPECTATOR, *, you: int | None = None) -> list[str]:
    """Return what the last action of a game led to, as a viewer may know it; `you` are addressed as such."""
    return Teller(game.ruleset, game.players, you).told(game.entry, viewer)
