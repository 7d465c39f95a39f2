"""Logs: saving, resuming, redacting; damaged and hostile ones give one kind of error."""

import json
from random import Random

import pytest

from keyflower.kernel import ActionSyntaxError, AmbiguousAction, HiddenInformation, LogError
from keyflower.kernel.testing import laws
from tinytowns import EventLog, Game
from tinytowns.testing import scenario


def a_game(**how):
    game = Game.new(["Ann", "Bob", "Cid"], seed=3, **how)
    return laws.played_on(game, Random(3), plies=60)


GAMES = {
    "plain": a_game(monuments=False),
    "monuments": a_game(cavern=True),
    "town hall": a_game(town_hall=True),
    "position": laws.played_on(
        scenario(["CM../wssg/h.../ws..", "K.../.b../sgs./...."], stage="build", resource="wood",
                 cards="warehouse", monuments={"P1": "statue_of_the_bondmaker", "P2": "grove_university"}).game,
        Random(1), plies=25,
    ),
}  # fmt: skip
TEXTS = {name: game.log.dumps() for name, game in GAMES.items()}


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_game_goes_on_as_the_unsaved_one_would(name):
    game = GAMES[name]
    again = EventLog.loads(TEXTS[name]).replay()
    assert again == game and again.log.dumps() == TEXTS[name]
    assert laws.played_on(again, Random(8)) == laws.played_on(game, Random(8))


@pytest.mark.parametrize("name", GAMES)
def test_a_log_of_another_version_is_loaded_folded_and_read(name):
    lines = [json.loads(line) for line in TEXTS[name].splitlines()]
    lines[0]["library"] = "0.1"
    log = EventLog.loads(
        _summed_anew([json.dumps(line, sort_keys=True, separators=(",", ":")) for line in lines])
    )
    assert log.warnings == ()  # the game has no expansions, so its rules have one version
    assert log.restore() == log.replay() == GAMES[name]


def test_a_redacted_log_gives_a_view_and_no_game():
    told = EventLog.loads(GAMES["monuments"].log.redacted("Bob").dumps())
    assert told.view() == GAMES["monuments"].view("Bob")
    with pytest.raises(HiddenInformation, match="what Bob may know"):
        told.replay()


def opened(text):
    """Return a text read as far as it can be, or the error."""
    try:
        log = EventLog.loads(text)
        return log.view() if log.viewer is not None else (log.replay(), log.restore())
    except LogError as error:
        return error


def _changed(data, rng):
    """Return JSON-able data with one thing changed somewhere."""
    strange: list[object] = [
        None,
        -1,
        10**30,
        99,
        True,
        "",
        "?",
        "wood",
        "z9",
        "a1",
        [],
        {},
        [[]],
        {"tag": "mark"},
        1.5,
        "x" * 3000,
    ]
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(sorted(data))
        how = rng.random()
        if how < 0.1:
            return {other: value for other, value in data.items() if other != key}
        if how < 0.15:
            return {**data, "surprise": 1}
        return {**data, key: _changed(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        if rng.random() < 0.2:
            return data[:place] + data[place + 1 :]
        return [*data[:place], _changed(data[place], rng), *data[place + 1 :]]
    return rng.choice(strange)


def _summed_anew(lines):
    """Return lines with digests that fit: what a hostile writer would send."""
    from keyflower.kernel import compact, digested

    total, found = digested(lines[0]), [lines[0]]
    for line in lines[1:]:
        data = json.loads(line)
        if not isinstance(data, dict) or data.pop("sum", None) is None:
            found.append(line)
            continue
        body = compact(data)
        total = digested(total + body)
        found.append(f'{body[:-1]},"sum":"{total}"}}')
    return "\n".join((*found, ""))


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("name", GAMES)
def test_a_hostile_log_is_refused_or_gives_a_sound_game(name, seed):
    rng = Random(seed)
    lines = TEXTS[name].splitlines()
    place = rng.choice([0, 1, rng.randrange(len(lines)), rng.randrange(len(lines))])
    lines[place] = json.dumps(_changed(json.loads(lines[place]), rng), sort_keys=True, separators=(",", ":"))
    result = opened(_summed_anew(lines) if rng.random() < 0.8 else "\n".join((*lines, "")))
    if isinstance(result, tuple):
        for game in result:
            assert game.match.problem(game.state) == ""
            laws.played_on(game, Random(seed), plies=5)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_log_is_refused(seed):
    rng = Random(seed)
    text = TEXTS["monuments"]
    place = rng.randrange(len(text) - 1)
    match seed % 3:
        case 0:
            damaged = text[:place]
        case 1:
            damaged = text[:place] + rng.choice('{}[]",:x0\n') + text[place + 1 :]
        case _:
            lines = text.splitlines()
            rng.shuffle(lines)
            damaged = "\n".join((*lines, ""))
    if damaged.rstrip("\n") != text.rstrip("\n") and damaged not in _beginnings(text):
        assert isinstance(opened(damaged), LogError)


def _beginnings(text):
    """Return what is left if whole lines are cut off at the end: that is a log of an earlier moment."""
    lines = text.splitlines()
    whole = ["\n".join(lines[:number]) for number in range(2, len(lines) + 1)]
    return {*whole, *(f"{one}\n" for one in whole)}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ({"verb": "place", "square": "b2"}, "needs resource"),
        ({"verb": "place", "square": 3, "resource": "wood"}, "3 is not a text"),
        ({"verb": "plaice"}, "did you mean place"),
        ({"verb": "build", "card": "well", "squares": "a1", "site": "a1"}, "is not a list"),
        ({}, "is missing"),
    ],
)
def test_an_action_as_data_is_read_strictly(action, reason):
    game = scenario(stage="place", resource="wood").game
    with pytest.raises(ActionSyntaxError, match=reason):
        game.play(action, seat=0)
    assert game.play({"verb": "place", "square": "b2", "resource": "wood"}, seat=0).seat(0).sealed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("plac b2", "did you mean place"), ("", "an empty text is"), ("place", "should look like 'place b2 glass'"),
        ("place b9", "from a1"), ("place b2 gold", "there are wood, wheat"), ("build well a1", "on a1"),
        ("swap a1", "swap c3 glass b2"), ("put x a1", "no card 'x'"), ("cavern now", "leave out 'now'"),
        ("stock well", "stock cottage tavern well"),
    ],
)  # fmt: skip
def test_a_text_that_means_nothing_says_what_would_be_right(text, reason):
    at = scenario(stage="place", resource="wood")
    with pytest.raises(ActionSyntaxError, match=reason):
        at.game.play(text, seat=0)


def test_the_beginning_of_a_name_is_enough_where_it_is_clear():
    game = scenario().game
    with pytest.raises(AmbiguousAction, match="'a' could mean abbey, almshouse"):
        game.match.parse(game.state, "put a d4", 0)
    assert str(game.match.parse(game.state, "build wel a1 b1 on a1", 0)) == "build well a1 b1 on a1"
    assert str(game.match.parse(game.state, "keep fort", 0)) == "keep fort_ironweed"


def test_a_log_is_a_table_of_events():
    rows = next(iter(GAMES.values())).log.rows()
    assert len({tuple(row) for row in rows}) == 1 and rows[0]["event"] == "game-set-up"
    assert {row["player"] for row in rows} >= {None, "Ann"}
