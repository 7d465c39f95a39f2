import pytest

from tinytowns.catalogue import BUILDINGS, CARDS, FIRST_GAME, MONUMENTS, NOT_IN_SOLO, chosen_set
from tinytowns.patterns import orientations
from tinytowns.pieces import TYPES

PLACEMENTS = {
    "cottage": 72, "farm": 36, "granary": 72, "greenhouse": 72, "orchard": 36,
    "well": 48, "fountain": 48, "millstone": 48, "shed": 48,
    "chapel": 48, "abbey": 48, "cloister": 48, "temple": 48,
    "tavern": 32, "almshouse": 32, "feast_hall": 32, "inn": 32,
    "theater": 24, "bakery": 24, "market": 24, "tailor": 24,
    "factory": 24, "bank": 48, "trading_post": 48, "warehouse": 24,
    "architects_guild": 32, "archive_of_the_second_age": 72, "barrett_castle": 24, "cathedral_of_caterina": 72,
    "fort_ironweed": 48, "grove_university": 24, "mandras_palace": 72, "opaleyes_watch": 16,
    "shrine_of_the_elder_tree": 48, "silva_forum": 24, "the_starloom": 72, "statue_of_the_bondmaker": 24,
    "grand_mausoleum_of_the_rodina": 72, "obelisk_of_the_crescent": 48, "the_sky_baths": 32,
}  # fmt: skip


def test_t16_every_pattern_has_the_catalogues_number_of_placements():
    assert {card.id: len(card.placements) for card in CARDS.values()} == PLACEMENTS


def test_there_are_four_cards_of_each_type_but_the_cottage():
    by_type = {letter: [card for card in BUILDINGS if card.type == letter] for letter in TYPES}
    assert {letter: len(cards) for letter, cards in by_type.items()} == dict.fromkeys(TYPES, 4) | {"C": 1}
    assert len(MONUMENTS) == 15 and {card.type for card in MONUMENTS} == {"M"}
    assert set(FIRST_GAME) <= CARDS.keys() and CARDS.keys() >= NOT_IN_SOLO


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_a_pattern_has_at_most_eight_orientations_and_a_card_has_words(card):
    assert 1 <= len(orientations(card.pattern)) <= 8
    assert card.words()


def test_a_chosen_set_comes_in_the_order_of_types():
    assert chosen_set(reversed(FIRST_GAME), solo=False) == FIRST_GAME
