"""`Expansion`: everything a set of tiles brings along, as one frozen value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol

from attrs import evolve, field

from keyflower.extend.goods import Good, PieceKind
from keyflower.extend.handlers import AnyHandler, Outcome, Table
from keyflower.extend.scoring import Domain
from keyflower.extend.terms import Term
from keyflower.extend.tiles import Tile
from keyflower.extend.upcasters import VersionUpcaster
from keyflower.kernel.actions import Action
from keyflower.kernel.events import Event
from keyflower.kernel.tasks import Task
from keyflower.kernel.values import frozen
from keyflower.model.enums import Season
from keyflower.model.places import OwnPlace
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import AnyState


class FilePath(Protocol):
    """Anything that names a file, such as a `pathlib.Path`; this layer does not read files itself."""

    def __fspath__(self) -> str:
        """Return the path as text."""
        ...


@frozen(kw_only=True)
class Setup:
    """The numbers of a game by player count, and how its tiles are chosen."""

    season_tiles: tuple[int, ...] = ()
    """Village tiles auctioned in spring, summer and autumn, for 2, 3, ... players."""
    winter_dealt: tuple[int, ...] = ()
    """Winter tiles dealt to each player, for 2, 3, ... players."""
    turn_order: tuple[int, ...] = ()
    """Turn-order tiles in play, for 2, 3, ... players."""
    starting_workers: int = 0
    """Workers each player draws at the start."""
    handicap: Pool = EMPTY
    """What a handicapped player gets from the supply as well."""
    prefers: tuple[str, ...] = ()
    """Expansions whose tiles are all used first; tiles of the others fill the remaining places."""
    open_hands: bool = False
    """Whether what was seen on the table stays open."""


@frozen
class Variant:
    """A way to play that is agreed on before the game."""

    id: str
    """Its name for `Game.new`."""
    title: str
    """Its name for people."""
    words: str
    """What it changes."""
    adjust: Callable[[Setup], Setup] = field(eq=False)
    """How it changes the set-up."""


@frozen
class SeasonPhase:
    """A step that an expansion adds to the start or the end of seasons."""

    id: str
    """Its name, unique among all steps."""
    after: str
    """The step it follows: one of `END_STEPS`, `START`, or a phase of an expansion that comes before."""
    run: Callable[[Table], Outcome] = field(eq=False)
    """What happens."""
    seasons: tuple[Season, ...] = tuple(Season)
    """The seasons in which it takes place."""
    title: str = ""
    """Its name for people."""


@frozen(kw_only=True, repr=False)
class Expansion:
    """A set of tiles, goods and rules that can be played together with others.

    >>> expansion = game.ruleset.expansions[0]
    >>> expansion.version, len(expansion.tiles)
    ('1.0', 64)
    """

    id: str
    """Its short name: lower-case letters, digits and hyphens."""
    version: str
    """The version of this content, which logs record."""
    continues: tuple[str, ...] = ()
    """Earlier versions whose games can be continued with this one, because rules and numbers are the same."""
    upcasters: tuple[VersionUpcaster, ...] = field(default=(), eq=False)
    """How values that earlier versions wrote are read, step by step, the oldest first."""
    title: str
    """Its name for people."""
    words: str = ""
    """What it adds, in a sentence."""
    languages: str = field(default="", eq=False)
    """The package with its translations, `uk.po` and so on; empty if it has none."""
    requires: tuple[str, ...] = ()
    """The expansions it cannot be played without."""
    goods: tuple[Good, ...] = ()
    """The pieces it adds."""
    piece_kinds: tuple[PieceKind, ...] = ()
    """New kinds of pieces, which are kept in places that the expansion adds."""
    places: tuple[type[OwnPlace], ...] = ()
    """Its own places: in a village, behind a screen or on the table."""
    tiles: tuple[Tile, ...] = ()
    """The tiles it adds."""
    terms: tuple[Term, ...] = ()
    """Scoring terms that need no tile."""
    domains: tuple[Domain, ...] = ()
    """Parts of the final scoring that are worked out by the expansion itself."""
    phases: tuple[SeasonPhase, ...] = ()
    """Steps it adds to the start and the end of seasons."""
    setup: Callable[[Setup], Setup] | None = field(default=None, eq=False)
    """How it changes the set-up numbers."""
    variants: tuple[Variant, ...] = ()
    """Ways to play that it offers."""
    slots: tuple[str, ...] = ()
    """The power slots that its own rules look for."""
    actions: tuple[type[Action], ...] = ()
    """Its own actions."""
    events: tuple[type[Event], ...] = ()
    """Its own events."""
    handlers: Mapping[type[Task], AnyHandler] = field(factory=dict, eq=False)
    """Its own tasks, each with its handler."""
    widens: Mapping[type[Task], Callable[[AnyHandler], AnyHandler]] = field(factory=dict, eq=False)
    """Tasks of the engine or of other expansions that get more actions, each with its class of `Widening`."""
    tie_break: Callable[[AnyState, tuple[int, ...]], tuple[int, ...]] | None = field(default=None, eq=False)
    """Who wins among tied seats; `None` leaves the tie."""

    def __repr__(self) -> str:
        return f"<Expansion {self.id} {self.version}: {len(self.tiles)} tiles>"

    @staticmethod
    def from_toml(path: str | FilePath) -> Expansion:
        """Read a tile pack: an expansion of tiles, goods and scoring terms, written as data in a TOML file.

        Args:
            path: the file; ``docs/howto/tile-pack.md`` says what may be in it.

        Raises:
            RulesetError: if anything makes no sense; the message names each line and field.
        """
        # files are read in a layer above, so the reader is looked up when somebody asks for it
        pack: Expansion = import_module("keyflower.facade.tile_packs").read_pack(path)
        return pack

    def __attrs_post_init__(self) -> None:
        stamped = tuple(evolve(tile, expansion=self.id, texts=self.languages) for tile in self.tiles)
        object.__setattr__(self, "tiles", stamped)
