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
from keyflower.extend import some_of
from keyflower.extend.goods import GoodKind
from keyflower.extend.handlers import Table
from keyflower.facade.registry import builtin
from keyflower.kernel.chance import Asking
from keyflower.kernel.events import GameEnded
from keyflower.kernel.log.entry import Entry
from keyflower.kernel.text import Wording, decimal
from keyflower.languages import LANGUAGES, language
from keyflower.model import events as facts
from keyflower.model.errors import KeyflowerError
from keyflower.model.names import nameless
from keyflower.model.tasks import Haul
from keyflower.render import tile_text, village_text
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
        ("en", "you and Bob win", "Ann and Bob win"),
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


# ---------------------------------------------------------------------- templates


def test_a_summer_boat_is_up_for_auction_with_its_side():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    revealed = Entry(-1, None, (facts.TilesRevealed(1, (("smelter", 0), ("boat_3", 0), ("boat_4", 1)), ()),))
    assert game.tell(revealed)[-1] == "Up for auction: Smelter, Boat 3a and Boat 4b."
    assert game.tell(revealed, language="uk")[-1] == "На аукціоні: Ливар, Човен 3а і Човен 4б."
    won = Entry(-1, None, (facts.LotWon(0, "boat_4", 1, kf.Pool.of(red=2)),))
    assert game.tell(won)[-1] == "Ann wins Boat 4b for 2 red workers."


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_piece_of_any_kind_has_one_name_for_each_kind(code):
    language = kf.languages.language(code)
    kinds = [*GoodKind, *(kind.id for one in builtin().expansions for kind in one.piece_kinds)]
    names = [message for kind in kinds for message in nameless(kind)]
    assert [str(message) for message in names if not language.knows(message)] == []
    assert [said for said in map(language.say, names) if ":" in said] == []


def test_an_adjective_agrees_with_the_piece_in_polish():
    say = kf.languages.language("pl").say
    assert [say(nameless(kind)[0]) for kind in ("worker", "animal", "extension")] == [
        "dowolny robotnik",
        "dowolne zwierzę",
        "dowolna przybudówka",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_reconstructed_is_said_in_words(code):
    for tile in kf.tiles():
        last = tile_text(tile, language=code).splitlines()[-1]
        assert "_" not in last and not re.search(r"\w\.\w", last), last


def test_the_other_parts_of_a_pasture_are_called_by_their_titles():
    game, rng = kf.Game.new(**GAMES["farmers"]), Random(5)
    found: set[str] = set()
    while not game.over:
        seat = sorted(game.decisions)[0]
        options = game.decisions[seat].options
        game = game.play(options[rng.randrange(len(options))], seat=seat)
        if game.parent is None or game.season is not game.parent.season or game.over:
            for name in game.players:
                found.update(
                    re.findall(r"\(with .*\)", village_text(game.village(name), ruleset=game.ruleset))
                )
    assert found
    assert [said for said in found if "/" in said or "_" in said] == []
    assert all("pasture " in said for said in found)


def test_boats_say_when_they_bring_what():
    assert "Arrivals: 7 workers and 1 skill in spring," in kf.tile("boat_keyflower").words()
    assert "Прибувають: навесні — " in kf.tile("boat_keyflower").words(language="uk")


@pytest.mark.parametrize(("code", "said"), [("en", "61.8"), ("uk", "61,8"), ("pl", "61,8"), ("ru", "61,8")])
def test_decimals_have_the_comma_of_their_language(code, said):
    assert kf.languages.language(code).say(decimal("61.8")) == said


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_list_of_several_pieces_has_one_and(code):
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    got = Entry(
        -1,
        None,
        (
            facts.BoatLoaded(
                "boat_keyflower", kf.Pool.of(red=1, blue=2, yellow=3), kf.Pool.of(saw=1, anvil=1)
            ),
        ),
    )
    last = game.tell(got, language=code)[-1]
    assert last.count(", ") == 3
    assert len(re.findall(r" (?:and|і|i|и) ", last)) == 1


def test_the_reader_among_the_winners_is_small_inside_a_sentence():
    game = kf.Game.new(["Ann", "Bob"], seed=7)
    over = Entry(-1, None, (GameEnded((30, 30), (0, 1)),))
    assert game.tell(over, you=0)[-1] == "The game is over: you and Bob win with 30 points."


@pytest.mark.parametrize("name", ["farmers", "merchants"])
def test_an_option_of_an_expansion_is_described_without_ids(name):
    game, rng = kf.Game.new(**GAMES[name]), Random(2)
    wrong, seen = notation(game.ruleset), set()
    while not game.over:
        seat = sorted(game.decisions)[0]
        options = game.decisions[seat].options
        for action in {action.verb: action for action in options}.values():
            said = teller_for(game).chosen(seat, action, game.village(seat))
            assert not wrong.search(said), said
            assert not said.endswith(f", {action.verb}"), said
            seen.add(action.verb)
        game = game.play(options[rng.randrange(len(options))], seat=seat)
    assert seen & {"put", "exchange", "contract", "extend", "replace"}


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1 очко"), (-1, "-1 очко"), (-2, "-2 очки"), (-11, "-11 очок"), (-21, "-21 очко")],
)
def test_a_noun_after_a_negative_number_has_the_form_of_the_positive_one(number, said):
    assert language("uk").say(some_of("point", number)) == said
