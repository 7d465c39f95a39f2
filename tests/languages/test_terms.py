"""Words that the catalogues must not use, because they mean something else or no rulebook says them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from keyflower.facade.registry import builtin
from keyflower.languages.__main__ import read
from keyflower.languages.language import BUILT_IN

PACKAGES = (*BUILT_IN, *(one.languages for one in builtin().expansions))
CLIENT = Path(__file__).parents[2] / "client" / "src"

FORBIDDEN: dict[str, list[tuple[str, str, str]]] = {
    "uk": [
        (r"переворот", "переворот плитки", "a coup: перевертання"),
        (r"\bгруп[аиуоі]", "платить групою", "workers: робітники з перебитої ставки"),
        (r"\bтек[аиуо]\b", "немає теки", "папка"),
        (r"\b[ув] кінці\b", "у кінці сезону", "наприкінці"),
        (r"\bзнак(ів|и|у|ом)?\b", "забагато знаків", "символ"),
        (r"(зображені|надруковані) очки", "зображені очки", "очки, вказані на плитці"),
        (r"встають", "робітники встають", "робітників підіймають"),
        (r"оліпш", "поліпшує плитку", "the rulebook's word: покращення"),
        (r"\bпор[ауиі] року\b", "наприкінці пори року", "сезон"),
        (r"ідкриті руки", "Відкриті руки", "Відкриті робітники й уміння"),
        (r"немає: \{", "немає: {good}", "a name in its form: немає вівці"),
        (r"» називає", "«move» називає фішку", "words of the notation do not act: після «move» укажіть"),
        (r"\bКроків\b|\bкроків не ", "Кроків не залишилося", "переміщення"),
        (r"сплат\w+: \{", "сплатіть: {cost}", "an object and no colon: сплатіть {cost:object}"),
    ],
    "pl": [
        (r"[Zz]apła[cć]\w* \{\w+:object", "zapłać {cost:object}", "one does not pay a man: oddaj"),
        (r"\bpłaci(sz)? \{\w+:object", "{who} płaci {pieces:object}", "one does not pay a man: oddaje"),
        (r"ulepsz", "ulepsza kafel", "usprawnia"),
        (r"zasłonk", "za zasłonką", "the rulebook's word: parawan"),
        (r"\bgrup[aęyąi]\b", "przelicytowana grupa", "przelicytowani robotnicy"),
        (r"[Ww]ydrukowane (punkty|na kaflach)", "wydrukowane punkty", "punkty podane na kaflu"),
        (r"kolorze: \{", "w kolorze: {lock}", "obowiązuje kolor {lock}"),
        (r"zamknięt\w+ dro", "na zamkniętych drogach", "closed to traffic: droga w pętli"),
        (r"rzygotowani[ea] gry", "przygotowanie gry", "rozstawienie początkowe"),
        (r"nie ma: \{|brakuje: \{", "brakuje: {good}", "a name in its form: nie ma {good:of}"),
        (r"” podaje", "„move” podaje znacznik", "words of the notation do not act: po „move” podaj"),
        (r"\{who\}: pas\b", "{who}: pas.", "{who} pasuje"),
    ],
    "ru": [
        (r"аукцион", "выставляет на аукцион", "торги"),
        (r"ё", "её", "the editions spell it with «е»"),
        (r"\b[Зз]ерн[оа]\b", "Зерно", "reads as grain here: сид"),
        (r"[Нн]апечатанные очки", "напечатанные очки", "очки, указанные на участке"),
        (r"встают", "рабочие ставки встают", "выставляются вертикально"),
        (r"\bзнак(ов|и|а)?\b", "слишком много знаков", "символ"),
        (r"нет: \{", "нет: {good}", "a name in its form: нет коровы"),
        (r"[Пп]лат(ит|ите) \{\w+:object", "{who} платит {pieces:object}", "one does not pay a man: отдает"),
        (r"[Зз]аплатите:? \{", "заплатите {cost:object}", "отдайте {cost:object}"),
        (r"\bврем(я|ени) года\b", "в конце времени года", "сезон"),
        (r"\bлодк|\bплитк", "плитка", "the rulebook's words: корабль, участок"),
        (r"» называет", "«move» называет фишку", "words of the notation do not act: после «move» укажите"),
        (r"\{who\}: пас\b", "{who}: пас.", "{who} пасует"),
    ],
}  # fmt: skip
"""For each language: a pattern, a text that it finds, and what is said instead."""

MARKS = {"uk": r"[„“”\"]", "pl": r"[«»\"]", "ru": r"[„“”\"]"}
"""Quotation marks of other languages."""

PAST = {
    "uk": r"\{who\} (?:не )?\w+(?:в|ла|ли)\b",
    "pl": r"\{who\} (?:nie )?\w+(?:ł|ła|li|ły)\b",
    "ru": r"\{who\} (?:не )?\w+(?:л|ла|ли)\b",
}
"""A player in the past tense, which would have to know whether it is a man or a woman."""


@cache
def texts(code: str) -> tuple[str, ...]:
    """Return every text of a language: of the catalogues and of the client."""
    entries = [entry for package in PACKAGES for entry in read(package, code) if entry.template]
    files = (CLIENT / f"{code}.ts", CLIENT / f"guide-{code}.ts")
    client = [
        text for path in files for text in re.findall(r':\s*"((?:[^"\\]|\\.)*)"', path.read_text("utf-8"))
    ]
    return (*(said for entry in entries for said in entry.said), *client)


@pytest.mark.parametrize("code", FORBIDDEN)
def test_no_text_uses_a_word_that_means_something_else(code: str) -> None:
    found = [
        (text, instead)
        for text in texts(code)
        for pattern, _, instead in FORBIDDEN[code]
        if re.search(pattern, text)
    ]
    assert found == []


@pytest.mark.parametrize("code", FORBIDDEN)
def test_every_pattern_finds_what_it_is_for(code: str) -> None:
    assert [example for pattern, example, _ in FORBIDDEN[code] if not re.search(pattern, example)] == []
    assert len(texts(code)) > 1500


@pytest.mark.parametrize("code", FORBIDDEN)
def test_texts_have_the_quotation_marks_of_their_language(code: str) -> None:
    found = [text for text in texts(code) if re.search(MARKS[code], text)]
    assert [
        text for text in found if not text.startswith("# ")
    ] == []  # the legend of a map shows a field as "


@pytest.mark.parametrize("code", FORBIDDEN)
def test_no_sentence_depends_on_whether_a_player_is_a_man_or_a_woman(code: str) -> None:
    said = {"uk": "{who} спасував", "pl": "{who} spasowała", "ru": "{who} спасовала"}
    assert re.search(PAST[code], said[code])
    assert [text for text in texts(code) if re.search(PAST[code], text)] == []


@pytest.mark.parametrize("code", FORBIDDEN)
def test_no_text_stands_twice_in_a_row(code: str) -> None:
    """A careless merge of catalogues leaves the old text behind the new one."""
    halves = [(text, len(text) // 2) for text in texts(code) if len(text) > 24]
    assert [text for text, half in halves if text[:half] == text[half:]] == []
