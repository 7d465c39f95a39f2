"""Notation: actions as short commands, read and written.

A text is a verb and what it acts on: ``bid miner R2+inn``, ``move wood home>stable``, ``place miner 1,-1 r2``.
Tiles are named by short id, full id or title, or by the beginning of one if only one tile matches; ``home`` is your
own home, ``TO1`` a turn-order tile, ``boat_4a`` a summer boat with that side up. ``str(action)`` writes the full
form, which reads back to an equal action.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from keyflower.engine.flow import FLOW
from keyflower.extend.ruleset import Ruleset
from keyflower.kernel.actions import Action
from keyflower.kernel.arguments import bare
from keyflower.kernel.errors import ActionSyntaxError, AmbiguousAction, PoolError, UnknownName, alike, suggest
from keyflower.kernel.match import no_such_verb, too_long
from keyflower.kernel.options import Options
from keyflower.kernel.text import OR, SEMICOLON, Speaker, listed, phrase
from keyflower.kernel.values import frozen
from keyflower.model.actions import (
    OPEN_MARK,
    Bid,
    Choose,
    Move,
    PayWith,
    Place,
    Upgrade,
    Use,
)
from keyflower.model.edges import pasture_label
from keyflower.model.enums import TileKind
from keyflower.model.names import good_name, tile_name
from keyflower.model.pool import EMPTY, Pool
from keyflower.model.state import State

_CELL: Final = re.compile(r"\(?(-?\d{1,4}),(-?\d{1,4})\)?")
_ROTATION: Final = re.compile(r"r?(\d{1,3})")
_PIECES: Final = re.compile(r"([A-Z?]|[a-z_]+)\d+\*?")
_TURN_ORDER: Final = re.compile(r"to(\d)")
_LONGEST: Final = 400
"""The longest sentence that is read; longer ones are refused at once."""

EXAMPLES: Final = {
    "bid": "bid miner R2",
    "use": "use home Y1",
    "pass": "pass",
    "pay": "pay Y1",
    "choose": "choose iron",
    "move": "move wood home>stable",
    "spend": "spend wheat",
    "upgrade": "upgrade miner",
    "done": "done",
    "offer": "offer key_guild scribes",
    "take": "take sea_bastion",
    "place": "place miner 1,-1 r2",
}
"""A sentence for each verb."""


@frozen
class ActionReader:
    """Reads actions: looks up what the words of one seat can mean at one moment of a game."""

    ruleset: Ruleset
    """The rules, for names."""
    state: State
    """The state, for what a word most likely means."""
    seat: int
    """The seat whose words are read; -1 if that is not known yet."""
    speaker: Speaker | None = None
    """Another language in which titles are understood, if any."""

    def tile(self, word: str, among: Iterable[str] | None = None) -> str:
        """Return the short id of the tile that a word means.

        Raises:
            AmbiguousAction: if several tiles could be meant.
            ActionSyntaxError: if no tile of the game has such a name.
        """
        names = list(self.ruleset.tiles if among is None else among)
        word = self._full(word.lower().removeprefix("the "))
        if word == "home" and self.seat >= 0:
            return self.state.seats[self.seat].village.layout.tiles[0].name
        plain = word.rpartition(":")[2]
        if plain in names and self._is(plain, word):
            return plain
        found = self._matches(names, word.replace(" ", "_").replace("'", ""))
        if not found and among is not None:
            return self.tile(word)
        if len(found) > 1:
            tiles = listed(found, OR, between=OR)
            raise AmbiguousAction(
                phrase("'{word}' could mean {tiles}", word=bare(word), tiles=tiles), tuple(found)
            )
        if not found:
            hint = self._meant(word, names)
            raise ActionSyntaxError(
                phrase("there is no tile called '{word}'{hint}", word=bare(word), hint=hint)
            )
        return found[0]

    def _meant(self, word: str, names: list[str]) -> str:
        """Return the end of a message that suggests tiles: by their titles, if titles in another language are read."""
        known = {} if self.speaker is None else {self._names(name)[-1]: name for name in names}
        close = alike(_plain(word), known)
        if not close:
            return suggest(word, names)
        tiles = self.ruleset.tiles
        meant = [tile_name(known[one], tiles[known[one]].title) for one in close]
        return phrase("; did you mean {names}?", names=listed(meant, OR, between=OR))

    def _full(self, word: str) -> str:
        """Return the id behind a short form that people write: ``TO1``, and ``boat_4a`` for the side that lies up.

        Raises:
            ActionSyntaxError: if the boat lies with its other side up.
        """
        if match := _TURN_ORDER.fullmatch(word):
            numbered = {
                str(tile.number): tile.name for tile in self.ruleset.tiles_of(kind=TileKind.TURN_ORDER)
            }
            return numbered.get(match[1], word)
        name, side = word[:-1], "ab".find(word[-1:])
        tile = self.ruleset.tiles.get(name)
        if word in self.ruleset.tiles or tile is None or tile.kind is not TileKind.SUMMER_BOAT or side < 0:
            return word
        up = _side_up(self.state, name)
        if up not in (None, side):
            gaps = {"tile": tile_name(name), "up": "ab"[side - 1], "side": word[-1]}
            raise ActionSyntaxError(phrase("{tile} lies with side {up} up, not with side {side}", **gaps))
        return name

    def _is(self, name: str, word: str) -> bool:
        return ":" not in word or self.ruleset.tiles[name].id == word

    def _matches(self, names: list[str], word: str) -> list[str]:
        """Return the tiles whose id or title is the word, starts with it, or ends with it."""
        if not word or ":" in word:
            return []
        keys = {name: self._names(name) for name in names}
        tests: tuple[Callable[[str], bool], ...] = (
            lambda key: key == word,
            lambda key: key.startswith(word),
            lambda key: key.endswith("_" + word),
        )
        for test in tests:
            found = [name for name in names if any(test(key) for key in keys[name])]
            if found:
                return found
        return []

    def _names(self, name: str) -> list[str]:
        """Return what a tile may be called: its id, its title, and its title in the speaker's language."""
        title = self.ruleset.tiles[name].title
        called = [name, _plain(title)]
        if self.speaker is not None:
            called.append(_plain(self.speaker.say(tile_name(name, title))))
        return called

    def on_table(self, *, villages: bool) -> list[str]:
        """Return the tiles up for auction and, if asked, those in villages: what a word most likely means."""
        tiles = [lot.tile for lot in self.state.lots]
        if villages:
            tiles += [tile for seat in self.state.seats for tile in seat.village.names]
        return tiles

    def place(self, word: str) -> str:
        """Return the tile or the id of the pasture a word means: ``tile/2``, or ``tile/e3`` at an edge."""
        name, slash, number = word.partition("/")
        own = self.state.seats[self.seat].village
        tile = self.tile(name, own.names)
        if not slash:
            return tile
        try:
            label = pasture_label(own.layout, tile, number)
        except UnknownName as error:
            raise ActionSyntaxError(error.args[0]) from None
        pasture = own.layout.pasture(label) if tile in own else None
        return pasture.id if pasture is not None else label

    def sources(self, text: str) -> tuple[Pool, Pool, tuple[str, ...]]:
        """Read where pieces come from: ``R2``, ``R1*`` from the open hand, names of tiles with own groups."""
        hidden, shown = EMPTY, EMPTY
        groups: list[str] = []
        for part in re.split(r"[+\s]+", text.strip()):
            if not part:
                continue
            if self.is_pieces(part):
                pool = self.pieces(part.removesuffix(OPEN_MARK))
                hidden, shown = (hidden, shown + pool) if part.endswith(OPEN_MARK) else (hidden + pool, shown)
            else:
                groups.append(self.tile(part, [lot.tile for lot in self.state.lots]))
        return hidden, shown, tuple(groups)

    def is_pieces(self, word: str) -> bool:
        """Return whether a word is a number of pieces (``R2``, ``wood1*``) and not the name of a tile."""
        match = _PIECES.fullmatch(word)
        return match is not None and (len(match[1]) == 1 or match[1] in self.ruleset.goods)

    def source_at(self, words: list[str], first: int) -> int:
        """Return the index of the first word that names pieces, or the number of words."""
        for place in range(first, len(words)):
            if self.is_pieces(words[place].partition("+")[0]):
                return place
        return len(words)

    def pieces(self, text: str) -> Pool:
        """Read pieces: ``R2 B1``."""
        try:
            return Pool.parse(text)
        except PoolError as error:
            raise ActionSyntaxError(str(error)) from None

    def good(self, word: str) -> str:
        """Return the good a word means."""
        goods = self.ruleset.goods
        if word in goods:
            return word
        found = [good for good in goods if good.startswith(word) or goods[good].name.lower() == word]
        if not found and self.speaker is not None:
            found = [good for good in goods if self.speaker.say(good_name(good)).lower() == word.lower()]
        if len(found) == 1:
            return found[0]
        hint = suggest(word, goods)
        raise ActionSyntaxError(phrase("there is no piece called '{word}'{hint}", word=bare(word), hint=hint))


def _side_up(state: State, tile: str) -> int | None:
    """Return the side of a tile that lies up, or `None` if it is not on the table."""
    lot = state.lot(tile)
    if lot is not None:
        return lot.side
    for seat in state.seats:
        if tile in seat.village:
            return seat.village.spot(tile).side
        if tile in dict(seat.won):
            return dict(seat.won)[tile]
    return None


def _plain(title: str) -> str:
    return title.lower().replace(" ", "_").replace("'", "")


# ---------------------------------------------------------------------- one function for each verb


def _funded(kind: type[Bid] | type[Use]) -> Callable[[ActionReader, str], Action]:
    def parse(reader: ActionReader, rest: str) -> Action:
        words = rest.split()
        if len(words) < 2:
            gaps = {"verb": kind.verb, "example": EXAMPLES[kind.verb]}
            raise ActionSyntaxError(phrase("'{verb}' needs a tile and workers, as in '{example}'", **gaps))
        split = reader.source_at(words, 1)  # titles may have several words
        split = 1 if split == len(words) else split
        tile = reader.tile(" ".join(words[:split]), reader.on_table(villages=kind is Use))
        return kind(tile, *reader.sources(" ".join(words[split:])))

    return parse


def _pay(reader: ActionReader, rest: str) -> Action:
    words = " ".join(f"{word}1" if word in reader.ruleset.goods else word for word in rest.split())
    pieces, shown, groups = reader.sources(words)
    if len(groups) > 1:
        gaps = {"first": groups[0], "second": groups[1]}
        raise ActionSyntaxError(
            phrase("only one group can pay, and as a whole: 'pay {first}' or 'pay {second}'", **gaps)
        )
    return PayWith(pieces, shown, groups[0] if groups else "")


def _choose(reader: ActionReader, rest: str) -> Action:
    if not rest.strip():
        raise ActionSyntaxError(
            phrase("'choose' needs a benefit, as in '{example}'", example=EXAMPLES["choose"])
        )
    return Choose(rest.strip().replace(" ", "-"))


def _move(reader: ActionReader, rest: str) -> Action:
    good, _, way = rest.strip().partition(" ")
    origin, arrow, target = (part.strip() for part in way.partition(">"))
    if not good or not origin or not arrow or not target:
        raise ActionSyntaxError(
            phrase("'move' needs a piece and a route, as in '{example}'", example=EXAMPLES["move"])
        )
    return Move(reader.good(good), reader.place(origin), reader.place(target))


def _place(reader: ActionReader, rest: str) -> Action:
    words = rest.split()
    spot = next((number for number, word in enumerate(words) if _CELL.fullmatch(word)), 0)
    turn = _ROTATION.fullmatch(words[spot + 1]) if len(words) == spot + 2 else None
    if not spot or (turn is None and len(words) != spot + 1):
        example = EXAMPLES["place"]
        raise ActionSyntaxError(
            phrase("'place' needs a tile, a cell and a rotation, as in '{example}'", example=example)
        )
    match = _CELL.fullmatch(words[spot])
    assert match is not None
    won = [tile for tile, _ in reader.state.seats[reader.seat].won]
    tile = reader.tile(" ".join(words[:spot]), won)
    return Place(tile, (int(match[1]), int(match[2])), int(turn[1]) if turn else 0)


def _upgrade(reader: ActionReader, rest: str) -> Action:
    words = rest.split()
    split = reader.source_at(words, 0)
    if not split:
        raise ActionSyntaxError(
            phrase("'upgrade' needs a tile, as in '{example}'", example=EXAMPLES["upgrade"])
        )
    own = reader.state.seats[reader.seat].village.names
    tile = reader.tile(" ".join(words[:split]), own)
    if split < len(words):
        paid, shown, _ = reader.sources(" ".join(words[split:]))
        return Upgrade(tile, paid, shown)
    ways = [
        way for way in _options(reader).where(kind="upgrade") if isinstance(way, Upgrade) and way.tile == tile
    ]
    if len(ways) > 1:
        texts = tuple(str(way) for way in ways)
        gaps = {"tile": tile, "ways": listed(texts, SEMICOLON, between=SEMICOLON)}
        raise AmbiguousAction(phrase("'upgrade {tile}' can be paid in several ways: {ways}", **gaps), texts)
    return ways[0] if ways else Upgrade(tile)


def _options(reader: ActionReader) -> Options:
    return FLOW.decision(reader.ruleset, reader.state, reader.seat).options


_PARSERS: Final[dict[str, Callable[[ActionReader, str], Action]]] = {
    "bid": _funded(Bid),
    "use": _funded(Use),
    "pay": _pay,
    "choose": _choose,
    "move": _move,
    "upgrade": _upgrade,
    "place": _place,
}


def parse(
    ruleset: Ruleset, state: State, text: str, *, seat: int | None = None, speaker: Speaker | None = None
) -> Action:
    """Read an action.

    Args:
        ruleset: the rules, for names.
        state: the state, for what the words can mean now.
        text: the sentence.
        seat: whose words they are; by default the only seat that has a decision.
        speaker: a language whose titles of tiles and names of pieces are read as well.

    Raises:
        ActionSyntaxError: if the text is not an action.
        AmbiguousAction: if it could mean several.
    """
    if len(text) > _LONGEST:
        raise ActionSyntaxError(too_long(len(text)))
    verb, _, rest = text.strip().partition(" ")
    verb = verb.lower()
    if seat is None:
        seats = FLOW.open_seats(ruleset, state)
        seat = seats[0] if seats else -1
    reader = ActionReader(ruleset, state, seat, speaker)
    if verb in _PARSERS:
        return _PARSERS[verb](reader, rest)
    own = ruleset.actions.get(verb)
    if own is not None:
        return own.parse(reader, rest.strip())
    raise ActionSyntaxError(no_such_verb(verb, ruleset.actions))
