"""Tiny Towns speaks Ukrainian by the same mechanism, with a catalogue of its own."""

import pytest

from keyflower.kernel import IllegalAction, UnknownName
from keyflower.languages import language
from tinytowns import Game, rank
from tinytowns.cards import LANGUAGES
from tinytowns.catalogue import CARDS

UNNAMED = {"grand_mausoleum_of_the_rodina", "obelisk_of_the_crescent", "the_sky_baths"}
"""The Ukrainian rulebook does not name these: they keep their English titles."""


def test_every_card_that_the_rulebook_names_has_a_ukrainian_title():
    ukrainian = language("uk", LANGUAGES)
    missing = {card.id for card in CARDS.values() if not ukrainian.find(card.id, context="card")}
    assert missing == UNNAMED
    assert CARDS["well"].title_in("uk") == "Криниця"
    assert CARDS["the_sky_baths"].title_in("uk") == "The Sky Baths"


def test_the_six_ranks_of_a_game_alone_have_their_ukrainian_names():
    ranks = ["Великий архітектор", "Містобудівник", "Інженер", "Тесля", "Підмайстер", "Честолюбний новачок"]
    assert [rank(points, language="uk") for points in (38, 32, 25, 18, 10, 9)] == ranks
    game = Game.new(["Ann"], seed=1)
    assert game.match.language("uk").say(game.rank) == ranks[-1]
    assert rank(38, language="pl") == rank(38) == "Master Architect"


def test_a_language_without_titles_of_its_own_falls_back_to_english():
    assert CARDS["well"].title_in("pl") == "Well" and CARDS["well"].title_in("en") == "Well"
    with pytest.raises(UnknownName, match="no texts in the language 'xx'"):
        CARDS["well"].title_in("xx")


def test_the_texts_of_the_kernel_are_told_in_the_language():
    game = Game.new(["Ann", "Bob"], seed=1)
    with pytest.raises(IllegalAction) as caught:
        game.undo(seat="Ann")
    (refusal,) = caught.value.refusals
    assert refusal.text(game.match.language("uk")) == "ви ще нічого не робили: нема чого скасовувати"
    assert game.decisions[0].prompt_in("uk")
