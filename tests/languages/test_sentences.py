"""What people read is made of words: no ids, no pastures such as ``home_4/1``, no pools such as ``pig1`` or ``R2``.

Actions are quoted as they are typed; everything else is said with the titles of tiles and the names of pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import keyflower as kf
from keyflower.engine.transport import Hauling
from keyflower.extend.handlers import Table
from keyflower.kernel.chance import Asking
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.text import Wording
from keyflower.languages import LANGUAGES
from keyflower.model import events as facts
from keyflower.model.errors import KeyflowerError
from keyflower.model.tasks import Haul
from keyflower.testing import scenario
from keyflower.words import teller_for

GAMES: dict[str, dict] = {
    "base": {"players": ["Ann", "Bob", "Cid"], "seed": 3},
    "open hands": {"players": ["Ann", "Bob"], "seed": 4, "variants": ["open-hands"]},
    "farmers": {"players": ["Ann", "Bob", "Cid"], "seed": 5, "expansions": ["farmers"]},
    "farmers first": {
        "players": ["Ann", "Bob"], "seed": 6, "expansions": ["farmers"], "variants": ["farmers-first"],
    },
    "merchants": {"players": ["Ann", "Bob", "Cid"], "seed": 3, "expansions": ["merchants"]},
}  # fmt: skip


def notation(ruleset: kf.Ruleset) -> re.Pattern[str]:
    """Return what would be internal notation in a sentence."""
    ids = [re.escape(name) for name in (*ruleset.tiles, *ruleset.goods) if "_" in name]
    goods = "|".join(ruleset.goods)
    return re.compile(rf"\b({'|'.join(ids)})\b|\w/\d|\b[RBYGP]\d+\b|\b({goods})\d+|\?\.")


def labels(tree: object) -> Iterator[str]:
    """Return every text for people in the data of grouped options."""
    if isinstance(tree, dict):
        yield from [text for key in ("prompt", "label", "result", "message") if (text := tree.get(key))]
        for branch in ("choices", "blocked", "why"):
            yield from labels(tree.get(branch, []))
    elif isinstance(tree, list):
        for part in tree:
            yield from labels(part)


@cache
def said(name: str) -> tuple[kf.Ruleset, tuple[str, ...]]:
    """Return everything that people are told in a game: prompts, labels, refusals, tellings, lines of the sheets."""
    game, rng = kf.Game.new(**GAMES[name]), Random(GAMES[name]["seed"])
    found: dict[str, None] = {}
    earlier: list[kf.Action] = []
    while not game.over:
        seat = rng.choice(sorted(game.decisions))
        decision = game.decisions[seat]
        found[decision.prompt] = None
        if rng.random() < 0.15:
            found.update(dict.fromkeys(labels(decision.options.grouped().to_data())))
        for action in rng.sample(earlier, min(4, len(earlier))):
            try:
                refused = game.why_not(action, seat=seat)
            except KeyflowerError:
                continue
            found.update(dict.fromkeys([refusal.message for refusal in refused]))
        action = decision.options[rng.randrange(len(decision.options))]
        earlier = [*earlier, action][-60:]
        game = game.play(action, seat=seat)
        for reader in range(len(game.players)):
            found.update(dict.fromkeys(game.tell(viewer=reader, you=reader)))
    for sheet in game.scores:
        found.update(dict.fromkeys([line.detail for line in sheet.lines]))
        found.update(dict.fromkeys([line.source for line in sheet.lines if isinstance(line.source, Wording)]))
    return game.ruleset, tuple(text for text in found if text)


@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_to_a_person_holds_an_id_or_a_pool(name):
    ruleset, texts = said(name)
    wrong = notation(ruleset)
    assert len(texts) > 200
    assert [text for text in texts if wrong.search(text)] == []


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize("name", GAMES)
def test_no_sentence_in_another_language_does_either(name, code):
    ruleset, texts = said(name)
    wrong, language = notation(ruleset), kf.languages.language(code)
    assert [text for text in map(language.say, texts) if wrong.search(text)] == []


# ---------------------------------------------------------------------- single sentences


@pytest.mark.parametrize(
    ("code", "word", "meant"),
    [("pl", "Górnk", "Górnik"), ("uk", "Рудкоп", "Рудокоп"), ("ru", "Шахтр", "Шахтер")],
)
def test_a_misspelt_title_of_another_language_gets_a_suggestion(code, word, meant):
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert kf.tile("miner").title_in(code) == meant
    with pytest.raises(kf.ActionSyntaxError) as caught:
        game.parse(f"bid {word} R1", language=code)
    said = caught.value.text(code)
    assert meant in said and word.lower() in said and "'" not in said
    assert "did you mean Miner" in str(caught.value)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "an empty text is not an action; verbs are"),
        ("uk", "порожній текст — не дія; дії:"),
        ("pl", "pusty tekst nie jest akcją; znane polecenia:"),
        ("ru", "пустой текст — это не действие; действия:"),
    ],
)
def test_an_empty_text_has_a_message_of_its_own(code, said):
    with pytest.raises(kf.ActionSyntaxError) as caught:
        kf.Game.new(["Ann", "Bob"], seed=7).parse("  ")
    assert caught.value.text(code).startswith(said)


@pytest.mark.parametrize(
    ("code", "begins"),
    [
        ("en", "Spring begins."),
        ("uk", "Починається весна."),
        ("pl", "Zaczyna się wiosna."),
        ("ru", "Начинается весна."),
    ],
)
def test_a_season_begins_in_a_whole_sentence(code, begins):
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    assert begins in game.tell(game.log[0], language=code)


@pytest.mark.parametrize(
    ("code", "both", "others"),
    [
        ("en", "You and Bob win", "Ann and Bob win"),
        ("uk", "ви і Bob перемагаєте", "перемагають Ann і Bob"),
        ("pl", "ty i Bob wygrywacie", "wygrywają Ann i Bob"),
        ("ru", "вы и Bob побеждаете", "побеждают Ann и Bob"),
    ],
)
def test_who_wins_is_told_with_the_reader_among_them(code, both, others):
    game, say = kf.Game.new(["Ann", "Bob"], seed=7), kf.languages.language(code).say
    assert say(teller_for(game, you=0).winners((0, 1))) == both
    assert say(teller_for(game).winners((0, 1))) == others


def test_paying_with_a_group_is_told_once():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    paid = Entry(1, kf.PayWith(group="miner"), (facts.WorkersPaid(1, group="miner"),))
    assert game.tell(paid) == ("Bob pays with the whole group at Miner.",)
    assert game.tell(paid, you=1) == ("You pay with the whole group at Miner.",)


def test_new_animals_are_named():
    tiles = kf.Game.new(**GAMES["farmers"]).ruleset.tiles
    assert "take 2 pigs" in tiles["pigsty"].words() and "take 2 cows" in tiles["cow_shed"].words()
    assert "візьміть 2 свині" in tiles["pigsty"].words(language="uk")


def test_a_choice_between_goods_is_one_list():
    workshop = scenario("spring").game.ruleset.tiles["workshop"]
    assert "Front: take 1 wood, 1 stone or 1 iron." in workshop.words()


def test_the_keyflower_and_boat_2b_say_that_its_points_are_doubled():
    tiles = scenario("spring").game.ruleset.tiles
    assert "doubled" in tiles["boat_keyflower"].words()
    assert "and so are the points of the Keyflower" in tiles["boat_2"].words()


def test_a_log_of_one_entry_says_so():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    assert repr(game.log) == "<EventLog of Ann, Bob: 1 entry>"
    assert repr(game.play("pass").log) == "<EventLog of Ann, Bob: 2 entries>"


def test_a_variant_of_an_expansion_that_is_not_played_is_explained():
    with pytest.raises(kf.RulesetError, match="is a variant of The Farmers: play with that expansion too"):
        kf.Game.new(["Ann", "Bob"], seed=1, variants=["farmers-first"])


def test_unseen_pieces_are_told_by_their_kind():
    game = kf.Game.new(["Ann", "Bob"], seed=1)
    setup = game.tell(game.log[0], viewer=0, you=0)
    assert "Bob draws 8 workers from the bag." in setup
    assert any(line.startswith("You draw ") for line in setup)
    assert not any("You draws" in line or "Ann" in line for line in setup)


def test_a_payment_is_told_as_everybody_saw_it():
    at = scenario("spring", expansions=["farmers"], seed=1)
    upgraded = Entry(
        1,
        kf.Upgrade("home_1", "?2"),
        (facts.TileUpgraded(1, "home_1", goods=kf.Pool.of(wood=1), face_down=kf.Pool.parse("?1")),),
    )
    assert at.game.tell(upgraded)[0] == "P2 pays 1 wood and 1 skill for an upgrade."
    paid = Entry(1, kf.PayWith("?1"), (facts.WorkersPaid(1, kf.Pool.of(red=1)),))
    assert at.game.tell(paid) == ("P2 pays 1 red worker.",)


@pytest.mark.parametrize(
    ("points", "upgrades", "asked"),
    [
        (2, 1, "Transport: 2 steps and 1 upgrade left; move, upgrade or done."),
        (1, 0, "Transport: 1 step left; move or done."),
        (0, 2, "Transport: 2 upgrades left; upgrade or done."),
        (0, 0, "Transport: no steps left; spend something for more, or done."),
    ],
)
def test_a_transport_says_only_what_is_left(points, upgrades, asked):
    game = scenario("spring").game
    table = Table(game.ruleset, game.state, Asking(game.chance))
    assert Hauling().prompt(table, Haul(0, points, upgrades), 0) == asked
