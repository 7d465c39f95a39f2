"""Actions: what a player can do, as small frozen values with a notation that reads like a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from attrs import evolve, field

from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.sentences import Domain, Sentence, said
from keyflower.kernel.text import Speaker
from keyflower.kernel.values import frozen
from keyflower.model.hexes import Cell
from keyflower.model.pool import EMPTY, Pool

if TYPE_CHECKING:
    from keyflower.model.state import AnyState, State

OPEN_MARK = "*"
"""Follows pieces that come from the open hand (variant B): ``R2*``."""


def sources_text(workers: Pool, open_workers: Pool, groups: tuple[str, ...]) -> str:
    """Write where workers come from: ``R2``, ``R2*`` from the open hand, ``inn`` a whole group, joined by ``+``."""
    parts = [str(workers)] if workers else []
    parts += [" ".join(f"{word}{OPEN_MARK}" for word in str(open_workers).split())] if open_workers else []
    return "+".join([*parts, *groups])


def _sorted_names(names: tuple[str, ...] | list[str] | str) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(sorted(names))


def _pool(pieces: Pool | str) -> Pool:
    """Return pieces that may be given in the notation: ``Bid("miner", "R2")``."""
    return pieces if isinstance(pieces, Pool) else Pool.parse(pieces)


def _worker_steps(
    tile: str, verb: str, workers: Pool, open_workers: Pool, groups: tuple[str, ...]
) -> tuple[PathStep, ...]:
    """Return how workers are brought to a tile: the tile, which workers, how many of them."""
    colours = [*workers.pieces, *(f"{colour}{OPEN_MARK}" for colour in open_workers.pieces), *groups]
    return (("tile", tile), (verb, "+".join(colours)), ("size", sources_text(workers, open_workers, groups)))


class Words(Protocol):
    """Looks up what the words of a seat can mean at one moment of a game, to read its actions."""

    @property
    def state(self) -> State:
        """The state, for what a word most likely means."""
        ...

    @property
    def seat(self) -> int:
        """The seat whose words are read."""
        ...

    @property
    def speaker(self) -> Speaker | None:
        """The language in which titles are read too, if any."""
        ...

    def tile(self, word: str, among: Iterable[str] | None = None) -> str:
        """Return the short id of the tile that a word means by id, title, or the beginning of one.

        Raises:
            AmbiguousAction: if several tiles could be meant.
            ActionSyntaxError: if no tile of the game has such a name.
        """
        ...

    def place(self, word: str) -> str:
        """Return the tile, or the id of the pasture (``tile/2``), that a word means in the speaker's village."""
        ...

    def good(self, word: str) -> str:
        """Return the good that a word means.

        Raises:
            ActionSyntaxError: if there is none, or several.
        """
        ...

    def sources(self, text: str) -> tuple[Pool, Pool, tuple[str, ...]]:
        """Return where pieces come from: ``R2`` from behind the screen, ``R1*`` from the open hand, own groups.

        Raises:
            ActionSyntaxError: if it is not such a text.
        """
        ...

    def pieces(self, text: str) -> Pool:
        """Return the pieces that a text such as ``R2 wood1`` means.

        Raises:
            ActionSyntaxError: if it is not such a text.
        """
        ...


@frozen
class Bid(Action):
    """Bid for a tile with workers from behind your screen, from your open hand and with your outbid groups.

    >>> str(Bid("miner", Pool.of(red=2)))
    'bid miner R2'
    """

    verb: ClassVar[str] = "bid"
    tile: str
    """The tile bid for."""
    workers: Pool = field(default=EMPTY, converter=_pool)
    """Workers from behind the screen."""
    open: Pool = field(default=EMPTY, converter=_pool)
    """Workers from the open hand (variant B)."""
    groups: tuple[str, ...] = field(default=(), converter=_sorted_names)
    """The tiles from which your outbid groups move here, each as a whole."""

    def path(self) -> tuple[PathStep, ...]:
        """Return lot, workers, number.

        >>> game.parse("bid miner R2").path()
        (('tile', 'miner'), ('bid', 'red'), ('size', 'R2'))
        """
        return _worker_steps(self.tile, "bid", self.workers, self.open, self.groups)

    def __str__(self) -> str:
        return f"bid {self.tile} {sources_text(self.workers, self.open, self.groups)}".rstrip()


@frozen
class Use(Action):
    """Use a tile of a village or of the auction with workers.

    >>> str(Use("miner", Pool.of(red=1)))
    'use miner R1'
    """

    verb: ClassVar[str] = "use"
    tile: str
    """The tile used."""
    workers: Pool = field(default=EMPTY, converter=_pool)
    """Workers from behind the screen."""
    open: Pool = field(default=EMPTY, converter=_pool)
    """Workers from the open hand (variant B)."""
    groups: tuple[str, ...] = field(default=(), converter=_sorted_names)
    """The tiles from which your outbid groups move here, each as a whole."""

    def path(self) -> tuple[PathStep, ...]:
        """Return tile, workers, number.

        >>> game.parse("use miner R1").path()
        (('tile', 'miner'), ('use', 'red'), ('size', 'R1'))
        """
        return _worker_steps(self.tile, "use", self.workers, self.open, self.groups)

    def __str__(self) -> str:
        return f"use {self.tile} {sources_text(self.workers, self.open, self.groups)}".rstrip()


@frozen
class Pass(Sentence):
    """Do nothing this turn.

    >>> str(Pass())
    'pass'
    """

    verb: ClassVar[str] = "pass"


@frozen
class PayWith(Action):
    """Say which piece, or which outbid group, pays the cost of a use.

    >>> str(PayWith(Pool.of(anvil=1)))
    'pay anvil1'
    """

    verb: ClassVar[str] = "pay"
    pieces: Pool = field(default=EMPTY, converter=_pool)
    """The piece from behind the screen."""
    open: Pool = field(default=EMPTY, converter=_pool)
    """The piece from the open hand (variant B)."""
    group: str = ""
    """The tile of your outbid group that pays instead, as a whole."""

    def hidden(self) -> PayWith:
        """Return the payment with its piece unknown; the event shows what everybody saw of it.

        >>> PayWith(Pool.of(anvil=1)).hidden()
        PayWith(pieces=Pool.of(unknown=1))
        """
        return evolve(self, pieces=self.pieces.masked())

    def path(self) -> tuple[PathStep, ...]:
        """Return the piece that pays.

        >>> PayWith(Pool.of(anvil=1)).path()
        (('piece', 'anvil1'),)
        """
        return (("piece", str(self).removeprefix("pay ")),)

    def __str__(self) -> str:
        groups = (self.group,) if self.group else ()
        return f"pay {sources_text(self.pieces, self.open, groups)}"


@frozen
class Choose(Action):
    """Choose one of the benefits a tile offers.

    >>> str(Choose("wood"))
    'choose wood'
    """

    verb: ClassVar[str] = "choose"
    benefit: str
    """The word of the benefit, such as the name of a good."""

    def path(self) -> tuple[PathStep, ...]:
        """Return the benefit.

        >>> Choose("wood").path()
        (('benefit', 'wood'),)
        """
        return (("benefit", self.benefit),)

    def __str__(self) -> str:
        return f"choose {self.benefit}"


@frozen
class Move(Action):
    """Move one piece with transport points, from tile to tile or from pasture to pasture.

    >>> str(Move("iron", "miner", "home_1"))
    'move iron miner>home_1'
    """

    verb: ClassVar[str] = "move"
    good: str
    """The piece that moves."""
    origin: str
    """The tile (or pasture, ``home_1/2``) it leaves."""
    target: str
    """The tile or pasture it ends on; every step on the way costs one point."""

    def path(self) -> tuple[PathStep, ...]:
        """Return where from, what, where to.

        >>> Move("iron", "miner", "home_1").path()
        (('origin', 'miner'), ('good', 'iron'), ('target', 'home_1'))
        """
        return (("origin", self.origin), ("good", self.good), ("target", self.target))

    def named(self, state: AnyState, seat: int) -> Move:
        """Return the move with its pastures named by their ids."""
        village = state.seats[seat].village
        if self.origin in village:
            return self
        names = [village.layout.pasture(label) for label in (self.origin, self.target)]
        origin, target = (
            label if pasture is None else pasture.id
            for label, pasture in zip((self.origin, self.target), names, strict=True)
        )
        return self if (origin, target) == (self.origin, self.target) else Move(self.good, origin, target)

    def __str__(self) -> str:
        return f"move {self.good} {self.origin}>{self.target}"


def _stocked(words: Words, text: str) -> str:
    return words.good(text.removesuffix("1"))


STOCK: Final = Domain("stock", example="wood", read=_stocked)
"""The pieces behind the screen that can be spent."""


@frozen
class Spend(Sentence):
    """Spend one piece from behind your screen for more transport points.

    >>> str(Spend("stone"))
    'spend stone'
    """

    verb: ClassVar[str] = "spend"
    good: str = said(STOCK)
    """The piece spent."""


@frozen
class Upgrade(Action):
    """Turn one of your tiles to its back; pay with resources on it and skills from behind your screen.

    >>> str(Upgrade("miner", Pool.of(saw=1)))
    'upgrade miner saw1'
    """

    verb: ClassVar[str] = "upgrade"
    tile: str
    """The tile to upgrade."""
    paid: Pool = field(default=EMPTY, converter=_pool)
    """Resources on the tile and skills from behind the screen that pay."""
    open: Pool = field(default=EMPTY, converter=_pool)
    """Skills from the open hand that pay (variant B)."""

    def hidden(self) -> Upgrade:
        """Return the upgrade with its payment unknown; the event shows what everybody saw of it.

        >>> Upgrade("miner", Pool.of(saw=1)).hidden()
        Upgrade(tile='miner', paid=Pool.of(unknown=1))
        """
        return evolve(self, paid=self.paid.masked())

    def path(self) -> tuple[PathStep, ...]:
        """Return the tile and what pays.

        >>> Upgrade("miner", Pool.of(saw=1)).path()
        (('tile', 'miner'), ('upgrade', 'saw1'))
        """
        return (("tile", self.tile), ("upgrade", sources_text(self.paid, self.open, ())))

    def __str__(self) -> str:
        return f"upgrade {self.tile} {sources_text(self.paid, self.open, ())}".rstrip()


@frozen
class Done(Sentence):
    """Stop transporting and upgrading.

    >>> str(Done())
    'done'
    """

    verb: ClassVar[str] = "done"


def _dealt(words: Words, text: str) -> str:
    return words.tile(text, words.state.seats[words.seat].winter)


def _apart(words: Words, text: str) -> list[str]:
    """Return the names of several tiles; titles may have several words, with commas between them."""
    between = r"\s*[,+]\s*" if words.speaker is not None and "," in text else r"[\s,+]+"
    return [word for word in re.split(between, text) if word]


OFFER: Final = Domain("offer", "offer", example="key_guild scribes", read=_dealt, split=_apart)
"""The winter tiles that a seat was dealt."""


@frozen
class Offer(Sentence):
    """Choose in secret which of your winter tiles go to auction.

    >>> str(Offer(("windmill", "scholar")))
    'offer scholar windmill'
    """

    verb: ClassVar[str] = "offer"
    tiles: tuple[str, ...] = said(OFFER, many=True, ordered=True)
    """The tiles; the others go back into the box unseen."""

    def hidden(self) -> Offer:
        """Return the offer without the tiles and without their number.

        >>> Offer(("windmill", "scholar")).hidden() == Offer(("windmill", "scholar"))
        False
        """
        return Offer(("?",))


def _berthed(words: Words, text: str) -> str:
    return words.tile(text, [berth.boat for berth in words.state.berths])


BOAT: Final = Domain("boat", example="sea_bastion", read=_berthed)
"""The boats that can be chosen."""


@frozen
class Take(Sentence):
    """Choose a boat at the end of a season.

    >>> str(Take("boat_keyflower"))
    'take boat_keyflower'
    """

    verb: ClassVar[str] = "take"
    boat: str = said(BOAT)
    """The boat."""


@frozen
class Place(Action):
    """Lay a tile you have won in your village.

    >>> str(Place("inn", (1, 0), 2))
    'place inn 1,0 r2'
    """

    verb: ClassVar[str] = "place"
    tile: str
    """The tile."""
    cell: Cell
    """Where it goes."""
    rotation: int = 0
    """By how many edges it is rotated clockwise."""

    def path(self) -> tuple[PathStep, ...]:
        """Return tile, cell, rotation.

        >>> Place("inn", (1, 0), 2).path()
        (('won', 'inn'), ('cell', '1,0'), ('rotation', '2'))
        """
        return (
            ("won", self.tile),
            ("cell", f"{self.cell[0]},{self.cell[1]}"),
            ("rotation", str(self.rotation)),
        )

    def __str__(self) -> str:
        return f"place {self.tile} {self.cell[0]},{self.cell[1]} r{self.rotation}"


ACTIONS: tuple[type[Action], ...] = (
    Bid, Use, Pass, PayWith, Choose, Move, Spend, Upgrade, Done, Offer, Take, Place,
)  # fmt: skip
"""The actions of the engine itself; expansions add their own."""
