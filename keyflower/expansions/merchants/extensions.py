"""Extensions: pieces on upgraded tiles that give them a colour and double their printed points (merchants 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from attrs import field, frozen

from keyflower.expansions.merchants.goods import EXTENSION, EXTENSION_OF, EXTENSIONS, Extension, called
from keyflower.extend import (
    ADD_ONS,
    BACK,
    EMPTY,
    PAY_ANY_RESOURCE,
    RESOURCE,
    SKILL,
    WORKER,
    YOU,
    Action,
    ActionSyntaxError,
    Bill,
    Compiled,
    Count,
    Draft,
    Event,
    Haul,
    Layout,
    Outcome,
    OwnPlace,
    PathStep,
    Pool,
    Refusal,
    Ruleset,
    Seat,
    Table,
    Village,
    Where,
    Widening,
    Words,
    colour_name,
    counted,
    hand_ways,
    open_,
    phrase,
    resource_ways,
    some,
    some_of,
    sources_text,
    tile_name,
)


@frozen
class Extensions(OwnPlace):
    """The extensions in a village, at most one on a tile, in the order of the tiles."""

    tag: ClassVar[str] = "merchants.extensions"
    compiled: ClassVar[Compiled] = Compiled(ADD_ONS)
    title: ClassVar[str] = phrase("Extensions")
    where: ClassVar[Where] = Where.VILLAGE
    on: tuple[tuple[str, Pool], ...] = open_(default=())
    """Pairs of a tile and the extension on it."""

    def lying(self) -> tuple[tuple[str, Pool], ...]:
        """Return the extension on each tile."""
        return self.on

    def lock(self, tile: str) -> str | None:
        """Return the colour of the extension on a tile (merchants 4.3)."""
        for name, extension in self.on:
            if name == tile:
                return EXTENSION_OF[extension.pieces[0]].colour
        return None

    def printed(self, count: Count, tile: str, points: int) -> int:
        """Count the printed points of an extended tile twice (merchants 4.3)."""
        return 2 * points if self.has(tile) else points

    def has(self, tile: str) -> bool:
        """Return whether a tile has an extension."""
        return any(name == tile for name, _ in self.on)

    def problem(self, layout: Layout) -> str:
        """Say if there is anything but one extension on a tile, or if they are out of order."""
        names = [tile for tile, _ in self.on]
        if names != [tile for tile in layout.index if tile in names]:
            return "extensions are on tiles of the village, one on each, in the order of the tiles"
        if any(len(pool) != 1 or pool.unknown or pool.pieces[0] not in EXTENSION_OF for _, pool in self.on):
            return "a tile has one extension or none"
        return ""


def extended(village: Village, tile: str, extension: str) -> Village:
    """Return a village with one more extension."""
    on = {**dict(village.place(Extensions).on), tile: some(extension)}
    return village.with_place(
        Extensions(tuple([(name, on[name]) for name in village.layout.index if name in on]))
    )


def extension_sites(ruleset: Ruleset, village: Village) -> Iterator[tuple[int, str]]:
    """Iterate the tiles that may get an extension, with their places: they lie upgraded and have none yet."""
    there = village.place(Extensions)
    for place, (placed, spot) in enumerate(village):
        if spot.side == BACK and ruleset.tiles[placed.name].upgradable and not there.has(placed.name):
            yield place, placed.name


# ---------------------------------------------------------------------- putting one up


@frozen
class Extend(Action):
    """Put an extension on one of your upgraded tiles and pay for it."""

    verb: ClassVar[str] = "extend"
    compiled: ClassVar[Compiled] = Compiled(ADD_ONS)
    tile: str
    """The tile."""
    extension: str
    """The extension."""
    paid: Pool = field(default=EMPTY)
    """Resources on the tile, skills and workers from behind the screen that pay."""
    open: Pool = field(default=EMPTY)
    """Skills and workers from the open hand that pay (variant B)."""

    def path(self) -> tuple[PathStep, ...]:
        """Return the tile, the extension, and what pays."""
        return (
            ("tile", self.tile),
            ("good", self.extension),
            ("size", sources_text(self.paid, self.open, ())),
        )

    def result(self, table: Table, seat: int) -> str:
        """Return what the extension does for the tile."""
        points: int = table.ruleset.face(self.tile, BACK).points
        if not points:
            return ""
        return phrase("its {points} count twice", points=some_of("point", points))

    def __str__(self) -> str:
        return f"extend {self.tile} {self.extension} {sources_text(self.paid, self.open, ())}".rstrip()

    @classmethod
    def parse(cls, words: Words, rest: str) -> Extend:
        """Read the tile, the extension and the payment."""
        parts = rest.split()
        named = [place for place, part in enumerate(parts) if part.startswith(EXTENSION)]
        if not named or not named[0]:
            example = "extend stable extension_red_wood wood1"
            raise ActionSyntaxError(
                phrase(
                    "'extend' needs a tile, an extension and a payment, as in '{example}'", example=example
                )
            )
        split = named[0]
        tile = words.tile(" ".join(parts[:split]), words.state.seats[words.seat].village.names)
        paid, shown, groups = words.sources(" ".join(parts[split + 1 :]))
        if groups:
            raise ActionSyntaxError(phrase("an outbid group cannot pay for an extension"))
        return cls(tile, words.good(parts[split]), paid, shown)


@frozen
class TileExtended(Event):
    """A seat put an extension on one of its tiles and paid for it, for all to see."""

    tag: ClassVar[str] = "merchants.tile-extended"
    seat: int
    """Whose tile it is."""
    tile: str
    """The tile."""
    extension: str
    """The extension."""
    goods: Pool = EMPTY
    """Resources on the tile that paid; they went to the supply."""
    skills: Pool = EMPTY
    """Tokens from behind the screen that paid; they went to the stack."""
    open_skills: Pool = EMPTY
    """Tokens from the open hand that paid."""
    workers: Pool = EMPTY
    """Workers from behind the screen that paid; they went into the bag."""
    open_workers: Pool = EMPTY
    """Workers from the open hand that paid."""

    def apply(self, draft: Draft) -> None:
        """Return the payment and put up the extension."""
        seat = draft.seat(self.seat)
        left = seat.village.spot(self.tile).goods - self.goods
        seat.village = extended(seat.village.with_goods(self.tile, left), self.tile, self.extension)
        draft.supply = draft.supply + self.goods - some(self.extension)
        draft.stack += draft.unseen(self.skills + self.open_skills)
        seat.skills -= self.skills
        seat.open_skills -= self.open_skills
        draft.bag += draft.unseen(self.workers + self.open_workers)
        draft.spend_workers(self.seat, self.workers, self.open_workers)

    def words(self, players: tuple[str, ...]) -> str:
        """Return what happened as a sentence."""
        gaps = {"tile": tile_name(self.tile), "extension": called(self.extension)}
        if players[self.seat] is YOU:
            return phrase("You put '{extension}' on {tile}.", **gaps)
        return phrase("{who} puts '{extension}' on {tile}.", who=players[self.seat], **gaps)


# ---------------------------------------------------------------------- the rules of it


def _bills(ruleset: Ruleset) -> dict[str, Bill]:
    return ruleset.remember(
        "merchants.bills",
        lambda: {extension.id: Bill.of(ruleset, extension.cost) for extension in EXTENSIONS},
    )


def _affordable(table: Table, seat: Seat) -> Iterator[tuple[str, Extension, Bill, Pool]]:
    """Iterate what looks possible to everybody: tokens and workers are counted, not looked at."""
    state, village = table.state, seat.village
    left = [extension for extension in EXTENSIONS if state.supply[extension.id]]
    tokens = seat.skills.total + seat.open_skills.total
    workers = seat.workers.total + seat.open_workers.total
    for place, tile in extension_sites(table.ruleset, village):
        lock, there = village.lock(place), village.spots[place].goods
        for extension in left:
            bill = _bills(table.ruleset)[extension.id]
            if (
                lock in (None, extension.colour)
                and bill.resources.total <= there.total
                and bill.skills.total <= tokens
                and bill.workers.total <= workers
            ):
                yield tile, extension, bill, there


def _ways(table: Table, seat: Seat) -> Iterator[Extend]:  # must agree with _refusals()
    freely = PAY_ANY_RESOURCE in seat.powers
    for tile, extension, bill, there in _affordable(table, seat):
        for goods in resource_ways(bill, there, freely=freely):
            for tokens, face_up in hand_ways(bill.skills, seat.skills, seat.open_skills):
                for workers, shown in hand_ways(bill.workers, seat.workers, seat.open_workers):
                    yield Extend(tile, extension.id, goods + tokens + workers, face_up + shown)


def _seems_possible(table: Table, seat: Seat) -> bool:
    freely = PAY_ANY_RESOURCE in seat.powers
    return any(resource_ways(bill, there, freely=freely) for _, _, bill, there in _affordable(table, seat))


def _parted(ruleset: Ruleset, pool: Pool) -> tuple[Pool, Pool, Pool]:
    """Return the workers, the skills and all other pieces of a payment."""
    workers, skills = pool.only(ruleset.kind(WORKER)), pool.only(ruleset.kind(SKILL))
    return workers, skills, pool - workers - skills


class Extending(Widening[Haul]):
    """Transport with extensions: each costs an upgrade point."""

    compiled: ClassVar[Compiled] = Compiled(ADD_ONS)

    def automatic(self, table: Table, task: Haul) -> Outcome | Action | None:
        """Go on while an extension looks possible."""
        outcome = self.inner.automatic(table, task)
        if outcome is None or not task.upgrades:
            return outcome
        return None if _seems_possible(table, table.state.seats[task.seat]) else outcome

    def prompt(self, table: Table, task: Haul, seat: int) -> str:
        """Say which points are left."""
        return phrase(
            "Transport: {points} and {upgrades} left; move, upgrade, extend or done.",
            points=some_of("step", task.points),
            upgrades=some_of("upgrade", task.upgrades),
        )

    def options(self, table: Table, task: Haul, seat: int) -> Iterable[Sequence[Action]]:
        """Offer extensions before the end."""
        *others, done = self.inner.options(table, task, seat)
        if not task.upgrades:
            return (*others, done)
        return (*others, list(_ways(table, table.state.seats[seat])), done)

    def refusals(self, table: Table, task: Haul, seat: int, action: Action) -> tuple[Refusal, ...]:
        """Say why an extension cannot be put up."""
        if not isinstance(action, Extend):
            return self.inner.refusals(table, task, seat, action)
        return tuple(_refusals(table, table.state.seats[seat], action, task.upgrades))

    def decide(self, table: Table, task: Haul, seat: int, action: Action) -> Outcome:
        """Put up the extension."""
        if not isinstance(action, Extend):
            return self.inner.decide(table, task, seat, action)
        workers, skills, goods = _parted(table.ruleset, action.paid)
        shown, face_up, _ = _parted(table.ruleset, action.open)
        event = TileExtended(
            seat, action.tile, action.extension, goods, skills, face_up, workers, open_workers=shown
        )
        return Outcome((event,), (Haul(seat, task.points, task.upgrades - 1),))


def _refusals(table: Table, seat: Seat, action: Extend, points: int) -> Iterator[Refusal]:
    title = tile_name(action.tile)
    if points < 1:
        yield Refusal("extend.no-points", phrase("you have no upgrade left in this action"), "merchants 4.1")
    extension = EXTENSION_OF.get(action.extension)
    if extension is None or not table.state.supply[action.extension]:
        why = phrase("'{extension}' is not in the supply", extension=called(action.extension))
        yield Refusal("extend.not-there", why, "merchants 4.1")
    if action.tile not in seat.village:
        why = phrase("{tile} is not in your village", tile=title)
        yield Refusal("extend.not-yours", why, "merchants 4.1")
        return
    village, place = seat.village, seat.village.layout.index[action.tile]
    if not table.ruleset.tiles[action.tile].upgradable or village.spots[place].side != BACK:
        why = phrase("{tile} is not an upgraded tile", tile=title)
        yield Refusal("extend.not-upgraded", why, "merchants 4.1")
    if village.place(Extensions).has(action.tile):
        yield Refusal("extend.twice", phrase("{tile} already has an extension", tile=title), "merchants 4.1")
        return
    if extension is None:
        return
    lock = village.lock(place)
    if lock not in (None, extension.colour):
        gaps = {"tile": title, "lock": colour_name(str(lock)), "colour": colour_name(extension.colour)}
        why = phrase("{tile} is {lock} this season: the extension cannot be {colour}", **gaps)
        yield Refusal("extend.colour", why, "merchants 4.1")
    yield from _payment_refusals(table, seat, action, extension, village.spots[place].goods)


def _payment_refusals(
    table: Table, seat: Seat, action: Extend, extension: Extension, there: Pool
) -> Iterator[Refusal]:
    workers, skills, goods = _parted(table.ruleset, action.paid)
    shown, face_up, strange = _parted(table.ruleset, action.open)
    if not goods <= there:
        gaps = {"tile": tile_name(action.tile), "there": counted(there)}
        why = phrase("you can only pay with what is on {tile}: {there}", **gaps)
        yield Refusal("extend.not-on-tile", why, "merchants 4.2")
    if not (skills <= seat.skills and face_up <= seat.open_skills):
        yield Refusal("extend.no-skill", phrase("you do not have these skills"), "merchants 4.2")
    if not (workers <= seat.workers and shown <= seat.open_workers):
        yield Refusal("extend.no-worker", phrase("you do not have these workers"), "merchants 4.2")
    freely = PAY_ANY_RESOURCE in seat.powers
    known = set(table.ruleset.kind(RESOURCE))
    bill = _bills(table.ruleset)[extension.id]
    pays = bill.paid_by(goods, skills + face_up, workers + shown, freely=freely)
    if strange or goods.unknown or set(goods.pieces) - known or not pays:
        yield Refusal("extend.cost", phrase("it costs {cost}", cost=extension.cost.words()), "merchants 4.2")
