"""Tiny Towns speaks Ukrainian by the same mechanism, with a catalogue of its own."""

import re
from pathlib import Path

import pytest

import tinytowns
from keyflower.kernel import IllegalAction, SetupError, UnknownName
from keyflower.languages import language
from keyflower.languages.extraction import of_sources
from tinytowns import Game, rank
from tinytowns.cards import LANGUAGES, Power
from tinytowns.catalogue import CARDS
from tinytowns.declaration import TINY_TOWNS
from tinytowns.pieces import RESOURCES, TYPES, resource_name
from tinytowns.testing import scenario

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


def test_every_phrase_of_the_game_is_there_in_ukrainian():
    ukrainian = language("uk", LANGUAGES)
    sources = Path(tinytowns.__file__).parent
    missing = [
        needed.template
        for needed in of_sources([sources])
        if not ukrainian.find(needed.template, context=needed.context)
    ]
    assert missing == []


def test_prompts_refusals_options_and_stories_are_ukrainian():
    game = Game.new(["Ann", "Bob"], seed=1, monuments=False, first="Ann").play("name wood")
    assert game.view("Ann").decision.prompt_in("uk") == "Розмістіть дерево."  # Ukrainian
    (first, *_) = game.view("Ann").options.grouped(language="uk").choices
    assert (first.kind, first.key, first.result) == ("square", "a1", "дерево")
    (refusal,) = game.why_not("name wood", seat="Ann")
    assert "зараз не час для «name»" in refusal.text(game.match.language("uk"))
    told = game.play("place a1", seat="Ann").play("place a2", seat="Bob")
    words = [game.match.language("uk").say(line) for line in told.match.told(told.entry, 0)]
    assert "Ann розміщує дерево на a1." in words


def test_score_sheets_and_the_words_of_cards_are_ukrainian():
    game = Game.new(["Ann", "Bob"], seed=1)
    for sheet in game.scores:
        told = sheet.explain(language="uk")
        assert (
            told.splitlines()[-1].endswith("  разом") and "Порожні клітинки: 16 клітинок без споруди" in told
        )
    say = language("uk", LANGUAGES).say
    left = {one.id: re.sub(r"[A-Z][\w' ]*", "", say(one.words())) for one in CARDS.values()}
    assert [id for id, told in left.items() if re.search(r"[a-z]{3,}", told)] == []


def test_names_have_the_forms_that_sentences_ask_for():
    ukrainian = language("uk", LANGUAGES)
    for form in ("object", "of"):
        assert all(ukrainian.find(one, context=f"resource:{form}") for one in RESOURCES.values())
    assert all(ukrainian.find(one, context="type") for one in TYPES.values())
    assert all(ukrainian.find(one.value, context="power") for one in Power)
    assert ukrainian.filled("немає {resource:of}", {"resource": resource_name("wheat")}) == "немає пшениці"


def test_the_words_are_those_of_the_rulebook():
    texts = (Path(tinytowns.__file__).parent / "languages" / "uk.po").read_text("utf-8")
    assert re.findall(r"будівнич\w+|пам'ят\w+|збуд\w+", texts) == []
    assert "головний архітектор" in texts and "монумент" in texts and "забезпечений" in texts


def test_refusals_list_names_in_ukrainian():
    ukrainian = language("uk", LANGUAGES)

    def told(at, text):
        return [reason.text(ukrainian) for reason in at.game.why_not(text, seat=0)]

    hands = {"P1": "barrett_castle mandras_palace", "P2": "silva_forum the_sky_baths"}
    keeping = scenario(stage="keep", monuments=hands)
    assert told(keeping, "keep silva_forum") == [
        "вам роздали такі монументи: Замок Барретта і Палац Мандраса"
    ]
    alone = scenario(players=1, shown="wood glass stone")
    assert told(alone, "pick brick") == ["відкриті карти: дерево, скло, камінь"]
    building = scenario([".h../bg../..../...."], stage="build", resource="glass")
    assert told(building, "build cottage b1 a2 b2 on d4") == [
        "споруду не можна поставити на d4: лише на b1, a2 або b2"
    ]


def test_boards_and_refusals_of_a_set_up_are_ukrainian():
    ukrainian = language("uk", LANGUAGES)
    game = scenario(["w.../..../..../...."], stage="place", resource="wood").game
    assert "дерево" in TINY_TOWNS.text(game, ukrainian) and "wood" not in TINY_TOWNS.text(game, ukrainian)
    assert game.view(0).svg(language="uk") != game.view(0).svg()
    cards = ["cottage", "farm", "well", "chapel", "tavern", "theater"]
    with pytest.raises(SetupError) as caught:
        Game.new(["Ann", "Bob"], seed=1, buildings=cards)
    told = ukrainian.say(caught.value.args[0])
    assert told == "у грі має бути одна карта такого типу: фабрика — Фабрика, Банк, Торговий дім або Склад"
    with pytest.raises(SetupError) as caught:
        Game.new(["Ann"], seed=1, town_hall=True)
    assert "ратуш" in ukrainian.say(caught.value.args[0])
