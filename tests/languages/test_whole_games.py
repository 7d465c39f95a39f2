"""Whole games and typed actions in the players' own language: nothing English is left, and titles are read."""

import re
from functools import cache
from random import Random

import pytest
from attrs import evolve

import keyflower as kf
from keyflower.facade.notation import EXAMPLES, ActionReader, parse
from keyflower.kernel.text import (
    Wording,
)
from keyflower.languages import language
from keyflower.languages.__main__ import read
from keyflower.languages.extraction import needed
from keyflower.model.pool import Pool
from keyflower.testing import scenario

OTHERS = ("uk", "pl", "ru")
NEEDED = needed()

# ---------------------------------------------------------------------- whole games

ALLOWED = {
    "uk": {"Keyflower"},
    "ru": set(),
    "pl": {"Keyflower", "Sea", "Bastion", "Breese", "Flipper", "Ianvincible", "White", "Wind", "transport"},
}
"""Names that stay as they are, and words that both languages have."""

PLAYERS = ("Анна", "Борис", "Віра")


WRONG = (
    kf.Pass(),
    kf.Done(),
    kf.Bid("miner", Pool.parse("R9")),
    kf.Bid("miner", Pool.parse("R1 B1 wood1"), groups=("smelter",)),
    kf.Use("home_1", Pool.parse("G6")),
    kf.Take("boat_flipper"),
    kf.Upgrade("home_1", Pool.parse("gold1 saw1")),
    kf.Move("wood", "home_1", "miner"),
    kf.Move("sheep", "home_1/2", "miner/1"),
    kf.Choose("wood"),
    kf.Place("miner", (9, 9), 0),
    kf.Offer(("scribes", "scribes")),
    kf.PayWith(Pool.parse("saw1")),
)
"""Actions that are seldom possible."""


def whole_game(farmers, seed):
    """Play a game at random and return every text of it that a person could read, as messages."""
    rng = Random(seed)
    game = kf.Game.new(PLAYERS, seed=seed, expansions=["farmers"] if farmers else [])
    texts = list(game.tell(you=0))
    while not game.over:
        seat, decision = next(iter(game.decisions.items()))
        tree = decision.options.grouped()
        texts += [tree.prompt, *labels(tree.choices), *labels(tree.blocked)]
        for wrong in WRONG:
            texts += [refusal.message for refusal in game.why_not(wrong, seat=seat)]
        game = game.play(decision.options.sample(rng), seat=seat)
        texts += [*game.tell(you=0), *game.tell(viewer=1)]
    for sheet in game.scores:
        texts += [text for _, source, reason in sheet.rows() for text in (source, reason)]
    return list(dict.fromkeys((str(text), text) for text in texts))


def labels(choices):
    for choice in choices:
        yield from (choice.label, choice.result)
        yield from (refusal.message for refusal in choice.why)
        yield from labels(choice.choices)


@cache
def told(farmers):
    """Every text of some whole games, each once."""
    texts = {text: message for seed in (3, 4) for text, message in whole_game(farmers, seed)}
    return tuple(texts.values())


WORD = re.compile(r"[A-Za-z]{2,}")
NOTATION = re.compile(r"\([RBYG]\)")


@pytest.mark.parametrize("farmers", [False, True], ids=["base", "farmers"])
@pytest.mark.parametrize("code", ["uk", "ru"])
def test_no_latin_letter_is_left_in_a_whole_game(code, farmers):
    say = language(code).say
    for message in told(farmers):
        said = NOTATION.sub("", say(message))
        left = set(re.findall(r"[A-Za-z]+", said)) - ALLOWED[code]
        assert not left, (str(message), said)


ENGLISH = {
    word.lower()
    for messages in NEEDED.values()
    for message in messages
    if not message.context.startswith("tile")
    for word in WORD.findall(re.sub(r"\{\w+\}", "", f"{message.template} {message.plural} {message.hint}"))
}


@pytest.mark.parametrize("farmers", [False, True], ids=["base", "farmers"])
def test_no_english_word_is_left_in_a_whole_game_in_polish(farmers):
    say = language("pl").say
    polish = {
        word.lower()
        for package in NEEDED
        for entry in read(package, "pl")
        for said in (entry.said if entry.template else ())
        for word in re.findall(r"\w+", said)
    }
    both = {"do", "to", "i", "a", "transport", "on", "gold", "of", "ten"} & polish
    for message in told(farmers):
        said = say(message)
        words = {word for word in re.findall(r"\w+", said) if WORD.fullmatch(word)} - ALLOWED["pl"]
        left = {word for word in words if word.lower() in ENGLISH - both}
        assert not left, (str(message), said)


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_a_whole_game_is_a_message(code):
    for message in (*told(farmers=False), *told(farmers=True)):
        plain = not isinstance(message, Wording) and re.search(r"[a-z]", message)
        assert not plain or message in PLAYERS, message


@pytest.mark.parametrize("code", OTHERS)
def test_the_words_of_every_tile_are_told(code):
    english = {word for tile in kf.tiles() for word in WORD.findall(tile.words())}
    for tile in kf.tiles():
        said = tile.words(language=code)
        assert tile.title_in(code) in said
        assert len(said.splitlines()) == len(tile.words().splitlines())
        left = {word for word in re.findall(r"\w+", said) if word in english} - ALLOWED[code]
        assert not left or left <= {"a", "b", "i", "do", "to", "II"}, said


# ---------------------------------------------------------------------- notation


@pytest.fixture(scope="module")
def table():
    at = scenario(
        "summer",
        players=2,
        lots={"smelter": {}, "brewer": {}},
        villages={"P1": ["miner"]},
        screens={"P1": "R3", "P2": "R3 Y3"},
        turn="P1",
    )
    return at.game


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid Ливар R2", "uk"),
        ("bid ливар R2", "uk"),
        ("bid лив R2", "uk"),
        ("bid Hutnik R2", "pl"),
        ("bid Сталевар R2", "ru"),
        ("bid smelter R2", "uk"),
        ("bid Smelter R2", "ru"),
    ],
)
def test_notation_reads_the_titles_of_the_language(table, text, code):
    assert table.parse(text, language=code) == kf.Bid("smelter", Pool.parse("R2"))
    assert table.play(text, language=code) == table.play("bid smelter R2")
    assert table.why_not(text, language=code) == ()


def test_titles_of_several_words_are_read(table):
    titles = {
        tile.name: tile.title_in("uk") for tile in kf.tiles(kind="village") if " " in tile.title_in("uk")
    }
    reader = ActionReader(table.ruleset, table.state, 0, language("uk"))
    own = {name: title for name, title in titles.items() if name in table.ruleset.tiles}
    assert own and {name: reader.tile(title) for name, title in own.items()} == {name: name for name in own}


@pytest.mark.parametrize("code", OTHERS)
def test_every_title_names_its_tile(code):
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"])
    reader = ActionReader(game.ruleset, game.state, 0, game.language(code))
    for name, tile in game.ruleset.tiles.items():
        assert reader.tile(tile.title_in(code)) == name


def test_without_a_language_only_english_is_read(table):
    with pytest.raises(kf.ActionSyntaxError, match="there is no tile called 'ливар'"):
        table.play("bid Ливар R2")


def test_a_text_that_cannot_be_read_is_refused_in_the_language(table):
    with pytest.raises(kf.ActionSyntaxError) as caught:
        table.parse("bid Ратушша R2", language="uk")
    assert caught.value.text("uk").startswith("немає плитки з назвою")
    with pytest.raises(kf.AmbiguousAction) as unclear:
        ActionReader(table.ruleset, table.state, 0, language("uk")).tile("Склад")
    assert "може означати" in unclear.value.text("uk")


def test_reasons_are_told_in_the_language(table):
    (refusal,) = table.why_not("bid Ливар R9", language="uk")
    assert refusal.message == "за вашою ширмою лише 3 червоні робітники"
    assert table.why_not("pass", seat=1, language="pl")[0].message.startswith("teraz decyduje nie P2")


def test_goods_are_read_too(table):
    reader = ActionReader(table.ruleset, table.state, 0, language("uk"))
    assert reader.good("дерево") == "wood"


def test_winter_tiles_are_offered_by_title():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    hand = ("key_guild", "scribes")
    state = evolve(game.state, seats=tuple(evolve(seat, winter=hand) for seat in game.state.seats))
    action = parse(game.ruleset, state, "offer Гільдія ключників, Писарі", seat=0, speaker=language("uk"))
    assert action == kf.Offer(hand)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    "text",
    [
        *sorted(EXAMPLES.keys() - {"offer", "pay"}),
        "put",
        "dance",
        "bid nowhere R1",
        "move x home>home",
        "x" * 500,
    ],
)
def test_a_sentence_that_cannot_be_read_is_explained_in_the_language(text, code):
    game = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"])
    sentence = f"{text} and more" if text in ("pass", "done") else text
    with pytest.raises(kf.ActionSyntaxError) as caught:
        game.play(sentence)
    error = caught.value
    assert error.text(code) != str(error) and error.text("en") == str(error)
