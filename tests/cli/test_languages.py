"""The command line in other languages: from the environment or by option, people's output only."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from typing import Any

import pytest
import typer
from rich.console import Console

import keyflower as kf
from keyflower.bots import bot, wait_of
from keyflower.cli.app import app
from keyflower.cli.app import run as run_here
from keyflower.cli.commands.check import _sound
from keyflower.cli.terminal import VillageTabletop
from keyflower.kernel.text import AND, Message, Wording, listed
from keyflower.languages import LANGUAGES, language
from keyflower.testing import scenario
from tests.cli.test_commands import environment, run
from tests.support.patience import PATIENCE

NAMES = {
    "Ann",
    "Bob",
    "Keyflower",
    "keyflower",
    "report",
    "html",
    "game",
    "jsonl",
    "demo",
    "steward",
    "random",
}
"""Players, files and bots keep their names."""


def played(*lines: str, bots: tuple[str, ...] = (), **more: str) -> str:
    """Return what somebody sees who types some lines."""
    done = subprocess.run(
        [sys.executable, "-m", "keyflower", "play", "--seed", "7", *(f"--bot={name}" for name in bots)],
        input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=environment(**more),
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    return done.stdout


IDS = kf.Game.new(["Ann", "Bob"], seed=1, expansions=["farmers"]).ruleset.tiles
GOODS = ("anvil", "pickaxe", "saw", "gold", "iron", "stone", "wood", "wheat", "sheep", "pig", "cow")
NOTATION = re.compile(
    rf"\b(?:{'|'.join(sorted(IDS, key=len, reverse=True))})[ab]?(?:/\d)?\b|\b(?:{'|'.join(GOODS)})\d+\b"
)
"""Ids of tiles and pastures, and pieces with their numbers, which are English everywhere."""


def english_in(text: str) -> list[str]:
    """Return the words in Latin letters that are neither names nor notation."""
    words = re.findall(r"[A-Za-z]{3,}", NOTATION.sub("", text))
    return [word for word in words if word not in NAMES]


@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_environment_chooses_the_language(variable):
    plain = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
    assert "Рудокоп" in run("tiles", "miner", **{**plain, variable: "uk_UA.UTF-8"})
    assert "Miner" in run("tiles", "miner", **{**plain, variable: "de_DE.UTF-8"})


def test_the_option_wins_over_the_environment():
    assert "Górnik" in run("tiles", "miner", "--language", "pl", LC_ALL="uk_UA.UTF-8")
    assert "Miner" in run("tiles", "miner", "-l", "en", LC_ALL="uk_UA.UTF-8")


def test_an_unknown_language_is_an_error_that_names_the_known_ones():
    assert "en, uk, pl, ru" in run("tiles", "miner", "--language", "xx", code=2)


def test_tiles_are_found_by_what_they_are_called_in_the_language():
    assert run("tiles", "рудокоп", "-l", "uk").splitlines()[8].startswith("Рудокоп")
    assert "немає" in run("tiles", "щось", "-l", "uk", code=1)


def test_json_stays_english():
    assert run("tiles", "miner", "--json", LC_ALL="uk_UA.UTF-8") == run("tiles", "miner", "--json")
    assert json.loads(run("tiles", "miner", "--json", "-l", "pl"))[0]["title"] == "Miner"


def test_errors_are_told_in_the_language():
    assert "не файл журналу й не зерно" in run("show", "nonsense", "-l", "uk", code=2)


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("game")
    text = run("demo", "--players", "2", "--farmers", "--bot", "random", "--out", folder, "--language", "uk")
    return folder, text


def test_no_english_is_left_in_a_whole_demonstration(log):
    folder, text = log
    assert english_in(text.replace(str(folder), "")) == []
    page = (folder / "report.html").read_text("utf-8")
    shown = re.sub(r"<style>.*?</style>|base64,[^\"]*|<code>.*?</code>|<[^>]*>", " ", page, flags=re.DOTALL)
    for name in ("Sebastian Bleasdale", "Richard Breese"):
        shown = shown.replace(name, "")
    assert english_in(shown) == []


@pytest.mark.parametrize(
    "arguments", [["replay"], ["score"], ["check"], ["show", "--at", "30"]], ids=" ".join
)
def test_no_english_is_left_in_what_is_told_of_a_log(log, arguments):
    folder, _ = log
    command, *more = arguments
    text = run(command, folder / "game.jsonl", *more, "-l", "uk")
    assert english_in(text.replace(str(folder), "")) == []


def test_a_person_plays_in_the_own_language_and_types_titles():
    text = played("bid Школа R1", "why bid Школа R99", "undo", "quit", "no", LC_ALL="uk_UA.UTF-8")
    assert "Ваш хід: зробіть ставку на плитку" in text
    assert "ставку на плитку «Школа»: 1 червоний робітник." in text
    assert "за вашою ширмою лише" in text and "Скасовано: bid apprentice_hall R1" in text


@pytest.mark.parametrize(
    ("code", "legend"),
    [("uk", "home_1 – Домівка № 1 · sheep – вівця"), ("pl", "home_1 – Dom 1 · sheep – owca"), ("en", None)],
    ids=["uk", "pl", "en"],
)
def test_a_menu_says_what_the_ids_in_it_are_called(code, legend):
    villages = {"P1": ["home_1 sheep2/1 sheep3/2"], "P2": ["home_2"]}
    game = scenario(
        "autumn", villages=villages, expansions=["farmers"], phase="breeding", supply="sheep1"
    ).game
    shown = io.StringIO()
    VillageTabletop(language(code)).options(Console(file=shown, width=100), game, 0, game.decision)
    lines = [line.strip() for line in shown.getvalue().splitlines()]
    assert lines == ["1 put sheep home_1/1", "2 put sheep home_1/2", *([legend] if legend else [])]


def test_bots_are_called_by_their_levels_with_the_expected_wait():
    text = played("quit", "no", bots=("strong", "steward"), LC_ALL="uk_UA.UTF-8")
    assert "Ann: бот «сильний», близько " in text and "Bob: бот «господар»\n" in text
    text = played("quit", "no", bots=("steady",))
    assert f"Ann: the bot 'steady', about {wait_of(bot('steady')):.1g} s a turn" in text


def test_help_at_the_prompt_is_in_the_language():
    assert "останні N дій" in played("help", "quit", "no", LC_ALL="uk_UA.UTF-8")
    assert "ostatnie N akcji" in played("help", "quit", "no", LC_ALL="pl_PL.UTF-8")
    assert "последние N действий" in played("help", "quit", "no", LC_ALL="ru_RU.UTF-8")


def test_a_message_that_cannot_be_written_in_the_terminals_letters_is_no_error():
    done = subprocess.run(
        [sys.executable, "-m", "keyflower", "tiles", "miner", "-l", "uk"],
        capture_output=True, timeout=PATIENCE, check=False, env=environment(PYTHONIOENCODING="ascii"),
    )  # fmt: skip
    assert done.returncode == 0 and b"R" in done.stdout


def test_a_command_called_from_python_speaks_too(capsys):
    assert run_here(["tiles", "miner", "--language", "ru"]) == 0
    assert "Шахтер" in capsys.readouterr().out


# ---------------------------------------------------------------------- help pages and wrong usage

ROOT: Any = typer.main.get_command(app)  # its class depends on the version of the library beneath
COMMANDS = {"": ROOT, **ROOT.commands}
OTHERS = [code for code in LANGUAGES if code != "en"]


def messages_in(text: object) -> list[Message]:
    """Return a text and what stands in it, as far as somebody translates it."""
    if isinstance(text, Message):
        return [text, *(message for gap in text.gaps.values() for message in messages_in(gap))]
    return [message for item in getattr(text, "items", ()) for message in messages_in(item)]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", COMMANDS)
def test_every_text_of_a_help_page_is_translated(name, code):
    command, known = COMMANDS[name], language(code)
    texts = [command.help, *(text for given in command.params for text in (given.help, given.metavar))]
    words = [text for text in texts if text and any(letter.isalpha() for letter in text)]
    messages = [Message(text) for text in words] + messages_in(command.epilog)
    assert len(messages) > 3 and isinstance(command.epilog, Wording)
    assert [message for message in messages if not known.knows(message)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_whatever_takes_a_value_says_which(name):
    for given in COMMANDS[name].params:
        assert given.help and (given.metavar or given.is_flag), given.name


@pytest.mark.parametrize("arguments", [["--help", "-l", "pl"], ["-l", "pl", "--help"]], ids=" ".join)
def test_the_first_page_is_in_the_language(capsys, arguments):
    run_here(arguments)
    shown = capsys.readouterr().out
    for part in (
        "Użycie: keyflower [OPCJE] POLECENIE ...",
        "Polecenia",
        "tiles     Przeszukuje katalog kafli.",
    ):
        assert part in shown, part


def test_a_page_shows_how_a_command_is_called(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert run_here(["demo", "--help", "--language", "uk"]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "Використання: keyflower demo [ПАРАМЕТРИ]"
    assert "--players, -p 2-6   Скільки гравців. [якщо не вказати: 4]" in lines
    assert "--farmers, -f       Грати з «Фермерами»." in lines
    assert "keyflower demo --bot steward --bot random --players 2" in lines


def test_the_language_may_stand_before_the_command(capsys):
    assert run_here(["--language", "uk", "tiles", "miner"]) == 0
    assert "Рудокоп" in capsys.readouterr().out
    assert run_here(["--language", "uk", "tiles", "miner", "-l", "pl"]) == 0
    assert "Górnik" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["-l", "uk"],
            "Яка команда? Команди: play, serve, tables, demo, simulate, show, tiles, replay, review, check, "
            "score, merge",
        ),
        (["tile"], "Команди «tile» немає; можливо, ви мали на увазі: tiles або tables?"),
        (["demo", "--player=3"], "Параметра «--player» немає; можливо, ви мали на увазі: --players?"),
        (
            ["demo", "--players=9"],
            "Для --players потрібне значення 2-6, а ви вказали щось інше. Скільки гравців.",
        ),
        (["demo", "--seed"], "Параметр «--seed» потребує значення."),
        (["show"], "Бракує аргументу ЖУРНАЛ|ЗЕРНО: Журнал гри або зерно нової."),
        (["show", "7", "8"], "Команда «keyflower show» не приймає «8»."),
        (["check", "nowhere.jsonl"], "Файлу «nowhere.jsonl» не існує."),
        (["check", "."], "«.» — це папка, а не файл."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage_is_told_in_the_language(capsys, monkeypatch, arguments, message):
    monkeypatch.setenv("LC_ALL", "uk_UA.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    assert run_here(arguments) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"keyflower: {message}"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda text: text.replace("Ann", "Eve", 1), "рядок 2: контрольна сума не збігається"),
        (lambda text: text[:900], "рядок 2: починаючи із символу "),
        (lambda text: "", "рядок 1: журнал порожній"),
        (lambda text: text.replace('"game":"keyflower"', '"game":"chess"'), "рядок 1: це журнал гри 'chess'"),
    ],
    ids=["changed", "cut off", "empty", "of another game"],
)
def test_what_is_wrong_with_a_log_is_told_in_the_language(capsys, tmp_path, change, problem):
    log = tmp_path / "broken.jsonl"
    log.write_text(change(kf.Game.new(["Ann", "Bob"], seed=7).play("pass").log.dumps()), "utf-8")
    assert run_here(["check", str(log), "--language", "uk"]) == 1
    assert f"{log}: {problem}" in capsys.readouterr().err.replace("\n", "")
    with pytest.raises(kf.LogError) as caught:
        kf.EventLog.load(log)
    assert caught.value.text("uk").startswith(problem)


def test_what_the_system_says_of_a_file_is_told_in_the_language(capsys, tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    assert run_here(["show", "7", "--out", str(tmp_path / "file" / "table.svg"), "-l", "uk"]) == 2
    assert capsys.readouterr().err == f"keyflower: такий файл уже є: {tmp_path / 'file'}\n"
    assert run_here(["show", "7", "--out", str(tmp_path / "file" / "table.svg")]) == 2
    assert capsys.readouterr().err.startswith("keyflower: File exists: ")


def test_the_winners_of_a_checked_log_are_listed_in_the_language():
    told = _sound({
        "season": "winter", "winners": listed(["Ann", "Bob"], AND, between=AND), "over": True, "scripted": False,
        "file": "a.jsonl", "actions": 9,
    })  # fmt: skip
    assert "Ann і Bob" in language("uk").say(told) and "Ann and Bob" in told
