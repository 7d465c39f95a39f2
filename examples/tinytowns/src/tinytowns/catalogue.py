"""The cards of the game: 25 buildings, 15 monuments, each with its printed pattern and figures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from keyflower.kernel import OR, SetupError, UnknownName, listed, name, phrase, suggest
from tinytowns import terms
from tinytowns.cards import Card, Power
from tinytowns.pieces import TYPES

BUILDINGS: Final = (
    Card("cottage", "Cottage", "C", ".h/bg", terms.when_fed(3)),
    Card("farm", "Farm", "F", "hh/ww", terms.nothing(), Power.FEEDS_FOUR),
    Card("granary", "Granary", "F", "hh/wb", terms.nothing(), Power.FEEDS_AROUND),
    Card("greenhouse", "Greenhouse", "F", "hg/ww", terms.nothing(), Power.FEEDS_GROUP),
    Card("orchard", "Orchard", "F", "sh/hw", terms.nothing(), Power.FEEDS_LINES),
    Card("well", "Well", "W", "ws", terms.per_cottage_beside()),
    Card("fountain", "Fountain", "W", "ws", terms.beside("W", 2)),
    Card("millstone", "Millstone", "W", "ws", terms.beside("FY", 2)),
    Card("shed", "Shed", "W", "ws", terms.each(1), Power.ANY_SITE),
    Card("chapel", "Chapel", "P", "..g/sgs", terms.per_fed_cottage()),
    Card("abbey", "Abbey", "P", "..g/bss", terms.beside_no("KTY", 3)),
    Card("cloister", "Cloister", "P", "..g/wbs", terms.on_corners()),
    Card("temple", "Temple", "P", "..g/bbs", terms.fed_beside(2, 4)),
    Card("tavern", "Tavern", "T", "bbg", terms.by_number((2, 5, 9, 14, 20))),
    Card("almshouse", "Almshouse", "T", "ssg", terms.by_number((-1, 5, -3, 15, -5, 26))),
    Card("feast_hall", "Feast Hall", "T", "wwg", terms.more_than_neighbour(2, 3)),
    Card("inn", "Inn", "T", "hsg", terms.alone_in_lines(3)),
    Card("theater", "Theater", "Y", ".s./wgw", terms.types_in_lines()),
    Card("bakery", "Bakery", "Y", ".h./bgb", terms.beside("FK", 3)),
    Card("market", "Market", "Y", ".w./sgs", terms.longer_line()),
    Card("tailor", "Tailor", "Y", ".h./sgs", terms.in_middle(1)),
    Card("factory", "Factory", "K", "w.../bssb", terms.nothing(), Power.CHANGES),
    Card("bank", "Bank", "K", "hh./wgb", terms.each(4), Power.BARS),
    Card("trading_post", "Trading Post", "K", "sw./swb", terms.each(1), Power.STANDS_IN),
    Card("warehouse", "Warehouse", "K", "hwh/b.b", terms.per_cube(-1), Power.STORES),
)
"""The building cards, by type."""

MONUMENTS: Final = (
    Card("architects_guild", "Architect's Guild", "M", "..g/.hs/wb.", terms.each(1), Power.REPLACES),
    Card("archive_of_the_second_age", "Archive of the Second Age", "M", "hh/bg", terms.per_type(1)),
    Card("barrett_castle", "Barrett Castle", "M", "h..s/wggb", terms.when_fed(5), Power.IS_COTTAGES),
    Card("cathedral_of_caterina", "Cathedral of Caterina", "M", ".h/sg", terms.each(2), Power.EMPTY_IS_FREE),
    Card("fort_ironweed", "Fort Ironweed", "M", "h.b/sws", terms.each(7), Power.NEVER_NAMES),
    Card("grove_university", "Grove University", "M", ".b./sgs", terms.each(3), Power.PUTS),
    Card("mandras_palace", "Mandras Palace", "M", "hg/bw", terms.per_type_beside(2)),
    Card("opaleyes_watch", "Opaleye's Watch", "M", "w.../bghh/s...", terms.nothing(), Power.WATCHES),
    Card("shrine_of_the_elder_tree", "Shrine of the Elder Tree", "M", "bhs/wgw",
         terms.by_record((1, 2, 3, 4, 5, 8)), Power.RECORDS),
    Card("silva_forum", "Silva Forum", "M", "..h./bbsw", terms.largest_group(1)),
    Card("the_starloom", "The Starloom", "M", "gg/wh", terms.by_finish((6, 3, 2))),
    Card("statue_of_the_bondmaker", "Statue of the Bondmaker", "M", "wssg/h...", terms.nothing(), Power.SHELTERS),
    Card("grand_mausoleum_of_the_rodina", "Grand Mausoleum of the Rodina", "M", "ww/bs",
         terms.nothing(), Power.UNFED_COUNT),
    Card("obelisk_of_the_crescent", "Obelisk of the Crescent", "M", "h../bgb", terms.nothing(), Power.ALL_SITES),
    Card("the_sky_baths", "The Sky Baths", "M", ".h./sgw/b.b", terms.per_missing_type(2)),
)  # fmt: skip
"""The monument cards."""

CARDS: Final = {card.id: card for card in (*BUILDINGS, *MONUMENTS)}
"""Every card by id."""
FIRST_GAME: Final = tuple(TYPES.values())
"""The buildings that the rulebook suggests for a first game; each bears the name of its type."""
NOT_IN_SOLO: Final = frozenset({"inn", "bank", "fort_ironweed", "opaleyes_watch"})
"""The cards that are left out of a solo game."""


def card(called: str) -> Card:
    """Return a card by id or title.

    Raises:
        UnknownName: if there is none; the message suggests similar names.
    """
    given: object = called
    if not isinstance(given, str):
        raise UnknownName(phrase("a card is called by its id or title, not {given}", given=repr(given)))
    plain = called.strip().lower().replace("'", "").replace(" ", "_")
    if plain in CARDS:
        return CARDS[plain]
    gaps = {"name": repr(called), "hint": suggest(plain, CARDS)}
    raise UnknownName(phrase("there is no card called {name}{hint}", **gaps))


def card_name(id: str) -> str:
    """Return the title of a card for a sentence; anything that is not a card is quoted."""
    return name("card", id, CARDS[id].title) if id in CARDS else repr(id)


def of_type(letter: str, *, solo: bool) -> list[str]:
    """Return the ids of the building cards of a type that a game can be played with."""
    return [one.id for one in BUILDINGS if one.type == letter and not (solo and one.id in NOT_IN_SOLO)]


def chosen_set(names: Iterable[str], *, solo: bool) -> tuple[str, ...]:
    """Return a set of buildings chosen by hand as ids in the order of types, checked.

    Raises:
        SetupError: unless there is exactly one card of each type, and none that a solo game leaves out.
    """
    cards = [card(name) for name in names]
    for letter, word in TYPES.items():
        found = [one.id for one in cards if one.type == letter]
        gaps = {"type": name("type", word), "number": len(found), "found": listed(map(card_name, found))}
        possible = listed(map(card_name, of_type(letter, solo=solo)), OR)
        if not found:
            told = phrase("a game has one card of the {type} type: {possible}", possible=possible, **gaps)
            raise SetupError(told)
        if len(found) > 1:
            raise SetupError(phrase("a game has one card of the {type} type, not {number}: {found}", **gaps))
    for one in cards:
        if one.type not in TYPES:
            told = phrase(
                "{card} is a monument: monuments are dealt, not chosen for all", card=card_name(one.id)
            )
            raise SetupError(told)
        if solo and one.id in NOT_IN_SOLO:
            raise SetupError(phrase("a game for one is played without {card}", card=card_name(one.id)))
    by_type = {one.type: one.id for one in cards}
    return tuple(by_type[letter] for letter in TYPES)
