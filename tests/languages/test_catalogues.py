"""The players' own language: what is said in Ukrainian, Polish and Russian, and how it is looked up."""

import copy
import pickle
import re
import string
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.extend.costs import counted
from keyflower.facade.registry import builtin
from keyflower.kernel.text import (
    AND,
    COUNTED,
    OR,
    Message,
    capital,
    instead,
    listed,
    phrase,
    phrases,
)
from keyflower.languages import LANGUAGES, from_environment, language
from keyflower.languages.__main__ import forms_of, merged, missing, needed_in, read
from keyflower.languages.extraction import Needed, in_forms, needed
from keyflower.languages.po import compiled, declared_forms, entries
from keyflower.model.enums import Season
from keyflower.model.names import good_name, pieces_of, season_name, some_of, tile_name
from keyflower.model.pool import Pool

OTHERS = ("uk", "pl", "ru")
NEEDED = needed()
PACKAGES = tuple(NEEDED)
EVERY = [message for messages in NEEDED.values() for message in messages]
IN_FORMS = {code: needed_in(code) for code in OTHERS}
"""What each language needs, with the forms of names that it declares."""

# ---------------------------------------------------------------------- messages


def test_a_message_is_its_english_text():
    message = phrase("{who} takes {what}.", who="Ann", what=listed(["a", "b", "c"], AND))
    assert message == "Ann takes a, b and c." and isinstance(message, str)
    assert phrases("{number} step", "{number} steps", 1) == "1 step"
    assert phrases("{number} step", "{number} steps", 3) == "3 steps"
    assert listed(["a", "b", "c"], OR, between=OR) == "a or b or c"
    assert capital("spring") == "Spring"


def test_what_is_missing_is_said_in_english():
    say = language("uk").say
    assert say(phrase("{who} jumps over the moon.", who="Ann")) == "Ann jumps over the moon."
    assert say("no catalogue has this") == "no catalogue has this"
    assert say("") == ""
    assert say(tile_name("lighthouse", "Lighthouse")) == "Lighthouse"


def test_gaps_are_filled_with_what_they_mean_in_the_language():
    pool = Pool.parse("R1 wood2")
    assert language("uk").pieces(pool) == "1 червоний робітник і 2 дерева"
    assert language("uk").pieces(pool, "object") == "1 червоного робітника і 2 дерева"
    assert language("pl").say(instead("R2", counted(Pool.parse("R2")))) == "2 czerwonych robotników"
    assert language("ru").season(Season.AUTUMN, "during") == "осенью"
    assert language("uk").colour("blue") == "синій"
    assert language("uk").say(capital(season_name(Season.SUMMER))) == "Літо"


def test_a_gap_without_words_around_it_needs_no_translation():
    assert (
        language("pl").say(phrase("{who}: {what}", who="Ann", what=season_name(Season.WINTER))) == "Ann: zima"
    )


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize(
    ("number", "place"), [(1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (0, 2), (25, 2)]
)
def test_a_number_picks_the_form_of_the_noun(code, number, place):
    forms = {
        "uk": ("вівця", "вівці", "овець"),
        "pl": ("owca", "owce", "owiec"),
        "ru": ("овца", "овцы", "овец"),
    }
    said = language(code).pieces(Pool.of(sheep=number)) if number else ""
    assert not number or said == f"{number} {forms[code][place]}"


@pytest.mark.parametrize("code", ["uk", "ru"])
def test_twenty_one_is_counted_like_one_in_ukrainian_and_russian_but_not_in_polish(code):
    assert language(code).pieces(Pool.of(cow=21)) == "21 корова"
    assert language("pl").pieces(Pool.of(cow=21)) == "21 krów"


# ---------------------------------------------------------------------- catalogues


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_missing(package, code):
    messages = IN_FORMS[code][package]
    assert [(message.context, message.template) for message in missing(messages, read(package, code))] == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_is_translated_that_nobody_says(package, code):
    wanted = {(message.context, message.template) for message in IN_FORMS[code][package]}
    there = [(entry.context or "", entry.template) for entry in read(package, code) if entry.template]
    assert [key for key in there if key not in wanted] == []


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_translation_has_the_gaps_of_its_message(package, code):
    for entry in read(package, code):
        if not entry.template:
            continue
        counted_noun = (entry.context or "").startswith(COUNTED)
        wanted = {"number"} if counted_noun else gaps_of(entry.template)
        for place, said in enumerate(entry.said):
            unsaid = {"number"} if entry.context == f"{COUNTED}:each" and place == 0 else set()
            assert gaps_of(said) | unsaid == wanted, (entry.template, said)
            assert said == said.strip() or entry.template != entry.template.strip()
        assert len(entry.said) == (3 if entry.plural else 1), entry.template


def gaps_of(template):
    return {gap for _, gap, _, _ in string.Formatter().parse(template) if gap}


@pytest.mark.parametrize("code", OTHERS)
def test_every_declared_form_stands_in_a_sentence(code):
    sentences = [entry for package in PACKAGES for entry in read(package, code) if entry.template]
    asked = {
        form.rpartition(".")[2]
        for entry in sentences
        for said in entry.said
        for form in forms_in(said)
        if form
    }
    assert {form.partition(":")[2] for form in forms_of(code)} <= asked


def forms_in(template):
    return [form for _, _, form, _ in string.Formatter().parse(template)]


OWN = """msgid ""
msgstr ""
"Language: uk\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"X-Forms: fruit:of fruit:with\\n"

msgctxt "fruit:with"
msgid "apple"
msgstr "яблуком"
"""


def test_a_language_declares_the_forms_that_it_needs_and_the_tool_keeps_them():
    forms = declared_forms(OWN)
    assert forms == ("fruit:of", "fruit:with")
    messages = [*in_forms([Needed("fruit", "apple"), Needed("", "{who} eats")], forms)]
    assert [message.context for message in messages] == ["fruit", "fruit:of", "fruit:with", ""]
    written = merged(messages, "uk", OWN.encode()).decode()
    assert declared_forms(written) == forms
    assert {(entry.context, entry.said[0]) for entry in entries(written) if entry.template == "apple"} == {
        ("fruit", ""), ("fruit:of", ""), ("fruit:with", "яблуком"),
    }  # fmt: skip
    assert [message.context for message in missing(messages, entries(written))] == ["fruit", "fruit:of", ""]


@pytest.mark.parametrize("form", ["of", "good:", ":of", "good:of,", "good.of", "good:of:it"])
def test_a_form_that_cannot_be_read_is_refused(form):
    with pytest.raises(ValueError, match="a form is declared as in 'good:of'"):
        declared_forms(OWN.replace("fruit:of", form))


@pytest.mark.parametrize(
    ("code", "one", "two", "five", "sheep"),
    [
        ("uk", "за кожного робітника", "за кожних 2 робітників", "за кожні 5 робітників", "немає вівці"),
        ("pl", "za każdego robotnika", "za każdych 2 robotników", "za każdych 5 robotników", "nie ma owcy"),
        ("ru", "за каждого рабочего", "за каждых 2 рабочих", "за каждые 5 рабочих", "нет овцы"),
    ],
)
def test_a_name_stands_in_the_form_that_its_sentence_asks_for(code, one, two, five, sheep):
    spoken = language(code)
    template = one.split()[0] + " {pieces:each}"
    said = [spoken.filled(template, {"pieces": some_of("worker", number)}) for number in (1, 2, 5)]
    assert said == [one, two, five]
    assert spoken.filled(sheep.rpartition(" ")[0] + " {good:of}", {"good": good_name("sheep")}) == sheep


def test_a_form_without_its_number_does_not_serve_for_twenty_one():
    assert language("uk").say(some_of("worker", 21), "each") == "21 робітника"
    assert language("uk").say(some_of("worker", 1), "each") == "кожного робітника"


def test_a_name_that_has_no_such_form_stands_as_an_object_or_as_it_is(tmp_path):
    own = tmp_path / "own.po"
    own.write_text(
        'msgctxt "good"\nmsgid "fish"\nmsgstr "риба"\n\nmsgctxt "good:object"\nmsgid "fish"\nmsgstr "рибу"\n'
        '\nmsgctxt "good"\nmsgid "bee"\nmsgstr "бджола"\n',
        "utf-8",
    )
    spoken = language("uk").overridden(own)
    assert [spoken.say(good_name(good), "each") for good in ("fish", "bee", "ant")] == [
        "рибу",
        "бджола",
        "ant",
    ]


NOUNS = {message.template for message in EVERY if message.context == COUNTED}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_the_form_of_a_gap_is_one_that_there_is(package, code):
    forms = {form.partition(":")[2] for form in forms_of(code)}
    for entry in read(package, code):
        for said in entry.said if entry.template else ():
            for _, gap, form, _ in string.Formatter().parse(said):
                if gap and form:
                    noun, _, case = form.partition(".")
                    assert form in forms or noun in NOUNS, (entry.template, said)
                    assert not case or f"{COUNTED}:{case}" in forms_of(code), (entry.template, said)


@pytest.mark.parametrize("code", OTHERS)
@given(data=st.data(), number=st.integers(0, 10_000))
def test_every_message_can_be_said_with_every_number(code, data, number):
    spoken = language(code)
    message = data.draw(st.sampled_from(EVERY))
    fillings = dict.fromkeys(gaps_of(message.template) | gaps_of(message.plural) | {"number"}, number)
    made = Message(
        message.template, fillings, context=message.context, plural=message.plural, number=number, english="?"
    )
    said = spoken.say(made)
    assert said and said != "?" and "{" not in said


@pytest.mark.parametrize("code", OTHERS)
def test_every_tile_has_a_title(code):
    titles: dict[str, set[str]] = {}
    for tile in kf.tiles():
        assert language(code).knows(tile_name(tile.name, tile.title)), tile.id
        titles.setdefault(tile.title_in(code), set()).add(tile.name)
    assert {title: names for title, names in titles.items() if len(names) > 1} == {}


def test_titles_are_those_of_the_rulebooks():
    assert kf.tile("miner").title_in("uk") == "Рудокоп"
    assert kf.tile("farm_yard").title_in("pl") == "Podwórko"
    assert kf.tile("boat_keyflower").title_in("ru") == "Кифлауэр"
    assert kf.tile("miner").title_in("en") == "Miner"


# ---------------------------------------------------------------------- the public methods


def test_each_value_speaks_the_language_it_is_asked_for():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert game.decision.prompt_in("ru").startswith("Ваш ход")
    assert game.options.grouped(language="pl").prompt.startswith("Twoja tura")
    assert game.play("pass").tell(language="uk") == (f"{game.players[game.decision.seat]} пасує.",)
    assert game.play("pass").tell(language="pl", you=game.decision.seat) == ("Pasujesz.",)
    refusal = game.why_not("bid boat_flipper R1")[0]
    assert refusal.text("uk") == "«Перевертач» — це човен: човни вибирають наприкінці сезону"
    assert refusal.message == "Flipper is a boat: boats are chosen at the end of the season"
    assert refusal.told("uk").message == refusal.text("uk") and refusal.told("uk").params == refusal.params
    with pytest.raises(kf.IllegalAction) as caught:
        game.play("bid boat_flipper R1")
    assert "«Перевертач»" in caught.value.text("uk")
    assert "усього" in game.score("Ann").explain(language="uk")
    assert "in all" in game.score("Ann").explain()


def test_a_language_may_be_given_itself():
    mine = language("uk").overridden({"miner": "Гірник"})
    assert kf.tile("miner").title_in(mine) == "Гірник"
    assert kf.tile("smelter").title_in(mine) == "Ливар"
    assert kf.tile("miner").title_in("uk") == "Рудокоп"


def test_what_was_found_before_is_not_taken_for_the_names_of_ones_own():
    ukrainian = language("uk")
    assert ukrainian.title(kf.tile("miner")) == "Рудокоп"
    mine = ukrainian.overridden({"miner": "Гірник"})
    assert mine.title(kf.tile("miner")) == "Гірник" and ukrainian.title(kf.tile("miner")) == "Рудокоп"
    assert mine.overridden({"miner": "Копач"}).title(kf.tile("miner")) == "Копач"
    assert [ukrainian.say(pieces_of("sheep", number)) for number in (1, 2, 5, 1)] == [
        "1 вівця", "2 вівці", "5 овець", "1 вівця",
    ]  # fmt: skip


def test_a_language_remembers_a_bounded_number_of_texts(monkeypatch):
    monkeypatch.setattr(sys.modules["keyflower.languages.language"], "MOST_FOUND", 5)
    mine = language("uk").overridden({"miner": "Гірник"})
    for number in range(12):
        assert mine.say(f"text {number}") == f"text {number}"
        assert mine.title(kf.tile("miner")) == "Гірник"
        assert len(mine._found) <= 5


def test_names_are_overridden_by_a_file(tmp_path):
    own = tmp_path / "mine.po"
    own.write_text('msgctxt "tile"\nmsgid "farm_yard"\nmsgstr "Обійстя"\n', "utf-8")
    assert kf.tile("farm_yard").title_in(language("uk").overridden(own)) == "Обійстя"


def test_english_is_a_language_too():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert game.decision.prompt_in("en") == game.decision.prompt
    assert kf.tile("bakery").words(language="en") == kf.tile("bakery").words()


# ---------------------------------------------------------------------- finding a language


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({"LANG": "uk_UA.UTF-8"}, "uk"),
        ({"LANG": "pl"}, "pl"),
        ({"LC_ALL": "ru_RU@euro", "LANG": "uk_UA"}, "ru"),
        ({"LANGUAGE": "de:pl:uk", "LANG": "uk_UA"}, "pl"),
        ({"LC_MESSAGES": "C.UTF-8", "LANG": "uk_UA"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_says_which_language(environ, code):
    assert from_environment(environ) == code


@pytest.mark.parametrize("code", ["", "ua", "xx", "UK", "../uk", "uk_UA", "українська", "e" * 5000])
def test_an_unknown_language_is_refused(code):
    with pytest.raises(kf.UnknownName, match="There are no texts in the language") as caught:
        language(code)
    assert len(str(caught.value)) < 200


def test_a_misspelt_language_is_suggested():
    with pytest.raises(kf.UnknownName, match="languages are en, uk, pl, ru"):
        language("zz")


def test_languages_are_read_once():
    assert language("uk") is language("uk")
    assert set(LANGUAGES) == {"en", *OTHERS}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("hello", "line 1: this is not a line of a catalogue"),
        ('"text"', "line 1: a text without msgid or msgstr"),
        ('msgid "a"', "line 1: a message has a msgid and a msgstr"),
        ('msgstr "a"', "line 1: a message has a msgid and a msgstr"),
        ('msgid "a"\nmsgid "b"\nmsgstr "c"', "line 2: a second msgid"),
        ('msgid "a"\nmsgid_plural "b"\nmsgstr "c"', "line 1: msgid_plural and msgstr"),
        ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"', "line 4: 'a' is translated twice"),
        ('msgid "a\nmsgstr "b"', "line 1: this is not a line"),
    ],
)
def test_a_bad_catalogue_says_what_is_wrong(tmp_path, text, wrong):
    path = tmp_path / "bad.po"
    path.write_text(text, "utf-8")
    with pytest.raises(kf.LanguageError, match=re.escape(wrong)):
        language("uk").overridden(path)


def test_a_message_that_stands_twice_in_the_same_words_does_no_harm():
    once = 'msgid "a"\nmsgstr "b"\n\n'
    assert compiled(once + once) == compiled(once)


def test_a_file_that_cannot_be_read_says_so(tmp_path):
    with pytest.raises(kf.LanguageError, match="cannot be read"):
        language("uk").overridden(tmp_path / "nowhere.po")
    (tmp_path / "bytes.po").write_bytes(b'msgid "a"\nmsgstr "\xff"\n')
    with pytest.raises(kf.LanguageError, match="not written in UTF-8"):
        language("uk").overridden(tmp_path / "bytes.po")


def test_a_translation_with_a_broken_gap_says_so():
    mine = language("uk").overridden({"miner": "Рудокоп {"})
    with pytest.raises(kf.LanguageError, match="a gap that cannot be read"):
        kf.tile("miner").title_in(mine)


@given(
    st.dictionaries(st.text(st.characters(codec="utf-8"), min_size=1), st.text(st.characters(codec="utf-8")))
)
def test_any_text_survives_the_way_through_a_catalogue(table):
    def quoted(text):
        for mark, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
            text = text.replace(mark, written)
        return f'"{text}"'

    lines = {key: said for key, said in table.items() if "\x00" not in f"{key}{said}"}
    source = "\n\n".join(f"msgid {quoted(key)}\nmsgstr {quoted(said)}" for key, said in lines.items())
    assert {entry.template: entry.said[0] for entry in entries(source)} == lines
    assert compiled(source).startswith(b"\xde\x12\x04\x95")


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda text: pickle.loads(pickle.dumps(text))])
def test_a_message_survives_being_copied_and_pickled(way):
    text = kf.tile("bakery").words()
    assert way(text) == text and language("uk").say(way(text)) == kf.tile("bakery").words(language="uk")


def test_a_package_without_catalogues_says_so():
    with pytest.raises(kf.LanguageError, match=r"There is no folder of catalogues 'nowhere\.languages'"):
        language("uk", "nowhere.languages")


def test_plain_texts_of_an_expansion_are_looked_up_as_they_are():
    assert language("uk").say("it is already there") == "переміщувати нема куди: це те саме місце"


def test_importing_reads_no_catalogue():
    program = (
        "import sys, builtins, pathlib\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, found: opened.append(str(found[0])) if event == 'open' else None)\n"
        "import keyflower as kf\n"
        "game = kf.Game.new(['Ann', 'Bob'], seed=7).play('pass')\n"
        "game.tell(); game.decision.prompt; kf.tile('miner').words(); game.options.grouped()\n"
        "import keyflower.words\n"
        "print([name for name in opened if name.endswith(('.po', '.mo'))], 'keyflower.languages' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] False"


def test_every_built_in_expansion_has_catalogues():
    assert all(expansion.languages in PACKAGES for expansion in builtin().expansions)
