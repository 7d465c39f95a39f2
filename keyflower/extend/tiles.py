"""Tiles: literals that read like the printed tile; their words are generated from what they do."""

from __future__ import annotations

from importlib import import_module

from attrs import field, frozen

from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Effect
from keyflower.extend.powers import Power
from keyflower.extend.scoring import Scores
from keyflower.vocabulary.pictures import Pictured
from keyflower.vocabulary.types import BACK, Season, TileKind


@frozen(kw_only=True)
class Face:
    """One side of a tile."""

    use: Effect | None = None
    """What a use does; `None` if the side cannot be used."""
    points: int = 0
    """Points printed on it."""
    scores: tuple[Scores, ...] = ()
    """What it scores at the end of the game."""
    powers: tuple[Power, ...] = ()
    """What it changes for its owner."""

    @property
    def transport(self) -> int:
        """The transport capacity printed on it."""
        return sum(part.capacity for part in _flat_transport(self.use))

    @property
    def upgrades(self) -> int:
        """The number of upgrades printed on it."""
        return sum(part.upgrades for part in _flat_transport(self.use))

    def words(self) -> str:
        """Return what the side does, in one line."""
        parts = [] if self.use is None else [self.use.words()]
        parts += [power.words() for power in self.powers]
        parts += [term.words() for term in self.scores]
        if self.points:
            parts.append(_counted(self.points, "point"))
        return "; ".join(parts) if parts else "nothing"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def _flat_transport(effect: Effect | None) -> tuple[Carry, ...]:
    if isinstance(effect, Carry):
        return (effect,)
    return (
        tuple(part for part in effect.parts if isinstance(part, Carry)) if isinstance(effect, AllOf) else ()
    )


@frozen(repr=False)
class Tile(Pictured):
    """A hex tile with everything that is printed on it."""

    name: str
    """The short id: unique among the tiles of a game."""
    title: str = field(kw_only=True)
    """The printed name."""
    kind: TileKind = field(kw_only=True, default=TileKind.VILLAGE)
    """What the tile is."""
    season: Season | None = field(kw_only=True, default=None)
    """The season in which it comes to the auction, if it does."""
    edges: str = field(kw_only=True)
    """The six edges in clockwise order: R road, F field, W water."""
    front: Face = field(kw_only=True, factory=Face)
    """The side that lies up when the tile is laid (side a of a summer boat)."""
    back: Face | None = field(kw_only=True, default=None)
    """The upgraded side (side b of a summer boat)."""
    upgrade: Cost | None = field(kw_only=True, default=None)
    """What turning it costs; `None` if it cannot be turned."""
    number: int = field(kw_only=True, default=0)
    """The number of a home or a turn-order tile."""
    min_players: int = field(kw_only=True, default=0)
    """For boats: the smallest number of players that uses it."""
    arrivals: tuple[tuple[int, int], ...] = field(kw_only=True, default=())
    """For boats: workers and skills that arrive in spring, summer and autumn."""
    goods: Effect | None = field(kw_only=True, default=None)
    """For turn-order tiles: what the winner of the bid gets when taking a boat."""
    replaces: str = field(kw_only=True, default="")
    """The full id of a tile that this one replaces when both are there."""
    reconstructed: tuple[str, ...] = field(kw_only=True, default=())
    """The fields whose printed value is not known and was filled in."""
    expansion: str = field(kw_only=True, default="")
    """The expansion the tile belongs to; filled in by the expansion."""

    @property
    def id(self) -> str:
        """The full id: ``expansion:name``."""
        return f"{self.expansion}:{self.name}" if self.expansion else self.name

    def __repr__(self) -> str:
        return f"<Tile {self.id}>"

    @property
    def short(self) -> str:
        """The short id."""
        return self.name

    def to_data(self) -> dict[str, object]:
        """Return what is printed on the tile as JSON-able data; effects are told in words."""
        # codec and pictures are in layers above, so they are looked up when somebody asks for them
        data: dict[str, object] = import_module("keyflower.facade.data").tile_to_data(self)
        return data

    def svg(self, *, back: bool = False, size: float = 240) -> str:
        """Return a picture of one side, `size` pixels wide; needs the extra ``svg``."""
        return str(import_module("keyflower.render").tile_svg(self, side=int(back), size=size))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The front, and the back if there is one."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def face(self, side: int) -> Face:
        """Return the face of a side."""
        return self.back if side == BACK and self.back is not None else self.front

    @property
    def upgradable(self) -> bool:
        """Whether the tile can be turned by upgrading."""
        return self.upgrade is not None and self.back is not None

    def words(self) -> str:
        """Return the text of the tile: both sides and the cost of turning it."""
        names = ("Side a", "Side b") if self.kind is TileKind.SUMMER_BOAT else ("Front", "Back")
        lines = [f"{self.title} ({self._origin()})"]
        if self.arrivals:
            shown = ", ".join(
                f"{_counted(workers, 'worker')} and {_counted(skills, 'skill')}"
                for workers, skills in self.arrivals
            )
            lines.append(f"Arrivals in spring, summer and autumn: {shown}.")
        if self.goods is not None:
            lines.append(f"Goods: {self.goods.words()}.")
        if self.back is None:
            lines.append(_sentence(self.front.words()))
        else:
            lines.append(f"{names[0]}: {self.front.words()}.")
            if self.upgrade is not None:
                lines.append(f"Upgrade: {self.upgrade.words()}.")
            lines.append(f"{names[1]}: {self.back.words()}.")
        return "\n".join(lines)

    def _origin(self) -> str:
        kind = self.kind.value.replace("_", " ")
        words = f"{self.season.value} {kind}" if self.season and self.kind is TileKind.VILLAGE else kind
        return f"{words}, {self.expansion}" if self.expansion else words


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
