"""Tiles: literals that read like the printed tile; their words are generated from what they do."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from attrs import field

from keyflower.extend.costs import Cost
from keyflower.extend.effects import AllOf, Carry, Effect
from keyflower.extend.powers import Power
from keyflower.extend.scoring import Scorer
from keyflower.kernel.text import (
    AND,
    NEW_LINE,
    SEMICOLON,
    Listing,
    Message,
    Speaker,
    Spoken,
    capital,
    listed,
    name,
    phrase,
    phrase_of,
)
from keyflower.kernel.values import frozen
from keyflower.model.display import Pictured
from keyflower.model.enums import BACK, Season, TileKind
from keyflower.model.names import nothing, pieces_of, some_of, tile_name
from keyflower.model.speaker import speaker


@frozen(kw_only=True)
class Face:
    """One side of a tile."""

    use: Effect | None = None
    """What a use does; `None` if the side cannot be used."""
    points: int = 0
    """Points printed on it."""
    scores: tuple[Scorer, ...] = ()
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

    def words(self, *, language: Spoken = "") -> str:
        """Return what the side does, in one line.

        Args:
            language: a language, given by its code such as ``uk``; English by default.
        """
        parts = [] if self.use is None else [self.use.words()]
        parts += [power.words() for power in self.powers]
        parts += [term.words() for term in self.scores]
        if self.points:
            parts.append(some_of("point", self.points))
        return _told(listed(parts, SEMICOLON, between=SEMICOLON) if parts else nothing(), language)


def _arriving(workers: int, skills: int, cargo: Cost) -> list[Message]:
    """Return what arrives on a boat in one season, in words."""
    numbers = (("worker", workers), ("skill", skills), *cargo.any)
    parts = [some_of(kind, number) for kind, number in numbers if number]
    return parts + [pieces_of(piece, number) for piece, number in cargo.named.items()]


def _arrivals(loads: list[Listing]) -> Message:
    """Return what arrives on a boat in the seasons before winter, in words."""
    if len(loads) == 3:
        spring, summer, autumn = loads
        return phrase(
            "Arrivals: {spring} in spring, {summer} in summer, {autumn} in autumn.",
            spring=spring,
            summer=summer,
            autumn=autumn,
        )
    return phrase("Arrivals, season by season: {pieces}.", pieces=listed(loads, SEMICOLON, between=SEMICOLON))


def _told(text: str, language: Spoken) -> str:
    return speaker(language).say(text) if language else text


def _flat_transport(effect: Effect | None) -> tuple[Carry, ...]:
    if isinstance(effect, Carry):
        return (effect,)
    return (
        tuple(part for part in effect.parts if isinstance(part, Carry)) if isinstance(effect, AllOf) else ()
    )


@frozen(repr=False)
class Tile(Pictured):
    """A hex tile with everything that is printed on it.

    >>> from keyflower.extend import Face, Season, Tile
    >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
    >>> pond, pond.upgradable
    (<Tile pond>, False)
    """

    name: str
    """The short id: unique among the tiles of a game."""
    title: str = field(kw_only=True)
    """The printed name."""
    kind: TileKind = field(kw_only=True, default=TileKind.VILLAGE)
    """What the tile is."""
    season: Season | None = field(kw_only=True, default=None)
    """The season in which it is auctioned, if it is."""
    edges: str = field(kw_only=True)
    """The six edges in clockwise order: R road, F field, W water."""
    front: Face = field(kw_only=True, factory=Face)
    """The side that is up when the tile is laid (side a of a summer boat)."""
    back: Face | None = field(kw_only=True, default=None)
    """The upgraded side (side b of a summer boat)."""
    upgrade: Cost | None = field(kw_only=True, default=None)
    """What the upgrade costs; `None` if the tile cannot be upgraded."""
    number: int = field(kw_only=True, default=0)
    """The number of a home or a turn-order tile."""
    min_players: int = field(kw_only=True, default=0)
    """For boats: the smallest number of players that uses it."""
    arrivals: tuple[tuple[int, int], ...] = field(kw_only=True, default=())
    """For boats: workers and skills that arrive in spring, summer and autumn."""
    cargo: tuple[Cost, ...] = field(kw_only=True, default=())
    """For boats: what else arrives in spring, summer and autumn.

    Pieces of a given type come from the supply; pieces of any type are of a kind that an expansion adds, and that
    expansion puts them on board (``Cost(any_star=1)``).
    """
    pair: str = field(kw_only=True, default="")
    """The full id of a tile of the same kind that this one is an alternative to; each game draws one of the two."""
    goods: Effect | None = field(kw_only=True, default=None)
    """For turn-order tiles: what the winner of the bid gets when taking a boat."""
    replaces: str = field(kw_only=True, default="")
    """The full id of a tile that this one replaces when both are in the game."""
    reconstructed: tuple[str, ...] = field(kw_only=True, default=())
    """The fields whose printed value is not known and was filled in."""
    expansion: str = field(kw_only=True, default="")
    """The expansion the tile belongs to; filled in by the expansion."""
    texts: str = field(kw_only=True, default="", eq=False)
    """The package with the texts of its expansion in other languages; filled in by the expansion."""

    @property
    def id(self) -> str:
        """The full id: ``expansion:name``.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.id
        'pond'
        """
        return f"{self.expansion}:{self.name}" if self.expansion else self.name

    def __repr__(self) -> str:
        return f"<Tile {self.id}>"

    @property
    def short(self) -> str:
        """The short id.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.short
        'pond'
        """
        return self.name

    def to_data(self) -> dict[str, object]:
        """Return what is printed on the tile as JSON-able data: effects, costs, points, terms and the text.

        >>> from keyflower import tiles
        >>> tiles(search="smelter")[0].to_data()["back"]["use"]
        {'pay': {'anvil': 1}, 'gain': {'gold': 3}}
        """
        # the module that reads and writes tiles knows this one, so it is looked up when somebody asks for it
        data: dict[str, object] = import_module("keyflower.extend.tile_data").tile_to_data(self)
        return data

    @staticmethod
    def from_data(data: Mapping[str, object]) -> Tile:
        """Return the tile that data describes, as `to_data` writes it.

        Missing fields get their default values, and the text is ignored. Effects and terms that an expansion
        defines in Python cannot be read.

        >>> from keyflower import tiles
        >>> tile = tiles(search="smelter")[0]
        >>> Tile.from_data(tile.to_data()) == tile
        True

        Raises:
            RulesetError: if a field makes no sense; the message names it.
        """
        tile: Tile = import_module("keyflower.extend.tile_data").tile_from_data(data)
        return tile

    def svg(self, *, back: bool = False, size: float = 240, language: Spoken = "en") -> str:
        """Return a picture of one side, `size` pixels wide, in a language; needs the extra ``svg``.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.svg()[:4]
        '<svg'
        """
        render = import_module("keyflower.render")
        return str(render.tile_svg(self, side=int(back), size=size, language=language))

    @property
    def faces(self) -> tuple[Face, ...]:
        """The front, and the back if there is one.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> len(pond.faces)
        1
        """
        return (self.front,) if self.back is None else (self.front, self.back)

    def face(self, side: int) -> Face:
        """Return the face of a side.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.face(0).points
        2
        """
        return self.back if side == BACK and self.back is not None else self.front

    @property
    def upgradable(self) -> bool:
        """Whether the tile can be upgraded.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.upgradable
        False
        """
        return self.upgrade is not None and self.back is not None

    def title_in(self, language: Spoken) -> str:
        """Return the printed name in a language, given by its code such as ``uk``.

        Raises:
            UnknownName: if there are no texts in that language.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> pond.title_in("en")
        'Pond'
        """
        return self._speaker(language).say(tile_name(self.name, self.title))

    def side_title(self, side: int) -> Message:
        """Return the printed name, for a summer boat with the letter of the side that is up.

        >>> from keyflower import tile
        >>> tile("boat_3").side_title(1), tile("miner").side_title(1)
        ('Boat 3b', 'Miner')
        """
        title = tile_name(self.name, self.title)
        if self.kind is not TileKind.SUMMER_BOAT or side not in (0, 1):
            return title
        letter = phrase_of("side", "b") if side else phrase_of("side", "a")
        return phrase("{title}{side}", title=title, side=letter)

    def words(self, *, language: Spoken = "") -> str:
        """Return the text of the tile: both sides and the cost of the upgrade.

        Args:
            language: a language, given by its code such as ``uk``; English by default.

        >>> from keyflower.extend import Face, Season, Tile
        >>> pond = Tile("pond", title="Pond", season=Season.SPRING, edges="RFFFFF", front=Face(points=2))
        >>> print(pond.words())
        Pond (spring village)
        2 points.
        """
        text = listed(self._lines(), NEW_LINE, between=NEW_LINE)
        return self._speaker(language).say(text) if language else text

    def _speaker(self, language: Spoken) -> Speaker:
        return speaker(language, *((self.texts,) if self.texts else ()))

    def _lines(self) -> list[str]:
        title = tile_name(self.name, self.title)
        lines: list[str] = [phrase("{title} ({origin})", title=title, origin=self._origin())]
        if self.arrivals:
            loads = zip(self.arrivals, self.cargo or (Cost(),) * len(self.arrivals), strict=True)
            shown = [listed(_arriving(*arrivals, cargo), AND) for arrivals, cargo in loads]
            lines.append(_arrivals(shown))
        if self.goods is not None:
            lines.append(phrase("Goods: {effect}.", effect=self.goods.words()))
        front = self.front.words()
        if self.back is None:
            return [*lines, phrase("{sentence}.", sentence=capital(front))]
        back = self.back.words()
        turning = []
        if self.upgrade is not None:
            turning.append(phrase("Upgrade: {cost}.", cost=self.upgrade.words()))
        if self.kind is TileKind.SUMMER_BOAT:
            sides = phrase("Side a: {effect}.", effect=front), phrase("Side b: {effect}.", effect=back)
        else:
            sides = phrase("Front: {effect}.", effect=front), phrase("Back: {effect}.", effect=back)
        return [*lines, sides[0], *turning, sides[1]]

    def _origin(self) -> Message:
        kind = self.kind.value
        words = kind.replace("_", " ")
        if self.season and self.kind is TileKind.VILLAGE:
            what = name("kind", f"{self.season.value}_{kind}", f"{self.season.value} {words}")
        else:
            what = name("kind", kind, words)
        if not self.expansion:
            return what
        return phrase("{kind}, {expansion}", kind=what, expansion=name("expansion", self.expansion))
