"""Logs that were damaged, forged or made to hurt: one `LogError` with line and reason, or nothing odd."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keyflower as kf
from keyflower.kernel.json_text import LONGEST_LINE, compact, digested
from keyflower.kernel.match import AT_ONCE
from tests.support.random_games import EVERY_KIND, Table, whole_game

LOGS = [whole_game(table)[-1].log.dumps() for table in EVERY_KIND[::7]]
SHORT = whole_game(Table(players=2, farmers=True, seed=3))[30].log.dumps()

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, -1, 1, 7, 99, 2**53, 10**400, 1.5, "", "?", "R", "R2", "R999999", "?3", "wood2",
     "home_1", "x" * 3000, "\u2028", [], [[]], {}, {"tag": "turn"}, {"verb": "pass"}, ["red", 1], [0, 0],
     {"tag": "turn", "seat": 99}, {"tag": "position-given", "state": {}}]
)  # fmt: skip


def resealed(lines: list[dict[str, Any]]) -> str:
    """Write lines with digests that fit: as a forger would who knows the format."""
    texts: list[str] = []
    total = ""
    for line in lines:
        body = compact({key: value for key, value in line.items() if key != "sum"})
        if line.get("kind") == "entry":
            total = digested(total + body)
            body = f'{body[:-1]},"sum":"{total}"}}'
        elif not texts:
            total = digested(body)
        texts.append(body)
    return "\n".join((*texts, ""))


def check(text: str | bytes) -> kf.LogError | None:
    """Read, replay and restore: each works or raises one `LogError`."""
    try:
        log = kf.EventLog.loads(text)
    except kf.LogError as error:
        assert error.reason
        assert error.__cause__ is None
        lines = (text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text).count(b"\n") + 1
        assert error.line is None or 1 <= error.line <= lines
        return error
    found = None
    for back in (log.replay, log.restore):
        try:
            game = back()
        except (kf.LogError, kf.HiddenInformation) as error:
            found = error if isinstance(error, kf.LogError) else found
        else:
            assert game.log.entries == log.entries
            _ = [len(decision.options) for decision in game.decisions.values()]
    return found


def paths(value: Any, at: tuple = ()) -> list[tuple]:
    """Return the way to every value inside JSON data."""
    found = [at]
    if isinstance(value, dict):
        for key in value:
            found += paths(value[key], (*at, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            found += paths(item, (*at, place))
    return found


def put(value: Any, path: tuple, new: Any, how: str) -> Any:
    """Replace, remove or add something inside JSON data."""
    if not path:
        return new
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    if how == "remove":
        del inner[path[-1]]
    elif how == "twice" and isinstance(inner, list):
        inner.insert(path[-1], inner[path[-1]])
    elif how == "key" and isinstance(inner, dict):
        inner["strange"] = new
    else:
        inner[path[-1]] = new
    return value


@given(st.sampled_from([*LOGS, SHORT]), st.data())
def test_an_edited_character_is_found(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.characters(codec="utf-8"))
    edited = text[:place] + letter + text[place + 1 :]
    error = check(edited)
    if json_differs(text, edited):
        assert error is not None


def json_differs(left: str, right: str) -> bool:
    try:
        return [json.loads(line) for line in left.split("\n") if line] != [
            json.loads(line) for line in right.split("\n") if line
        ]
    except ValueError:
        return True


@given(st.sampled_from([*LOGS, SHORT]), st.data())
def test_lines_left_out_moved_or_doubled_are_found(text, data):
    lines = text.split("\n")[:-1]
    first, second = data.draw(st.tuples(*[st.integers(0, len(lines) - 1)] * 2))
    how = data.draw(st.sampled_from(["drop", "double", "swap", "cut", "insert"]))
    changed = list(lines)
    match how:
        case "drop":
            del changed[first]
        case "double":
            changed.insert(first, lines[first])
        case "swap":
            changed[first], changed[second] = changed[second], changed[first]
        case "cut":
            changed = [*lines[:first], lines[first][: data.draw(st.integers(0, len(lines[first])))]]
        case "insert":
            changed.insert(first, data.draw(st.text(max_size=20)))
    error = check("\n".join((*changed, "")))
    kept_whole = changed == lines[: len(changed)] and len(changed) >= 2
    if not kept_whole:
        assert error is not None


@given(st.sampled_from([*LOGS, SHORT]), st.data())
def test_forged_values_are_refused_or_harmless(text, data):
    lines = [json.loads(line) for line in text.split("\n")[:-1]]
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        ways = paths(lines[number])
        way = ways[data.draw(st.integers(0, len(ways) - 1))]
        how = data.draw(st.sampled_from(["replace", "replace", "remove", "twice", "key"]))
        lines[number] = put(lines[number], way, data.draw(ODD), how)
        if not isinstance(lines[number], dict):
            break
    if all(isinstance(line, dict) for line in lines):
        check(resealed(lines))
    check("\n".join(json.dumps(line) for line in lines))


@given(st.sampled_from([*LOGS, SHORT]), st.data())
def test_values_mixed_up_within_a_log_are_refused_or_harmless(text, data):
    lines = [json.loads(line) for line in text.split("\n")[:-1]]
    one, other = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    ways = paths(lines[one])
    way = ways[data.draw(st.integers(0, len(ways) - 1))]
    source = paths(lines[other])
    value = lines[other]
    for step in source[data.draw(st.integers(0, len(source) - 1))]:
        value = value[step]
    lines[one] = put(lines[one], way, json.loads(json.dumps(value)), "replace")
    if isinstance(lines[one], dict):
        check(resealed(lines))


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_noise_is_no_log(text):
    assert isinstance(check(text), kf.LogError)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "empty"),
        ("\n", 1, "not JSON"),
        ("[]\n", 1, "not a log"),
        (b"\xff\xfe", 1, "not UTF-8"),
        (SHORT.encode()[:100] + b"\n\xc3(", 2, "not UTF-8"),
        ("[" * 100_000, 1, "too deeply"),
        ('{"a":' * 50_000, 1, "too deeply"),
        ('{"kind":"header","kind":"header"}', 1, "occurs twice"),
        ('{"kind":"header","format":NaN}', 1, "NaN"),
        ('{"kind":"header","format":-Infinity}', 1, "-Infinity"),
        ('{"kind":"header","format":1e999}', 1, "not a whole number"),
        ('{"kind":"header","format":' + "9" * 5000 + "}", 1, "too long"),
        ('{"kind":"header","format":99,"library":"9.9"}', 1, "format 99, written by keyflower '9.9'"),
        ('{"kind":"header","format":0}', 1, "no format 0"),
        ('{"kind":"header","format":true}', 1, "whole number, not True"),
        ("x" * (LONGEST_LINE + 1), 1, "too many"),
        ('"\\ud800"', 1, "half of a character"),
        ("\ud800", 1, "half of a character"),
        (SHORT[:-30], SHORT.count("\n"), "not JSON"),
        (SHORT + "\n", SHORT.count("\n") + 1, "not JSON"),
        (SHORT + SHORT, SHORT.count("\n") + 1, "neither an entry nor the footer"),
    ],
)  # fmt: skip
def test_the_reason_and_the_line_are_told(text, line, reason):
    with pytest.raises(kf.LogError, match=reason) as found:
        kf.EventLog.loads(text)
    assert found.value.line == line


def test_a_value_that_is_no_text_is_no_log():
    with pytest.raises(kf.LogError, match="text or bytes, not int"):
        kf.EventLog.loads(7)  # type: ignore[arg-type]


def test_a_finished_log_needs_no_footer():
    assert kf.EventLog.loads("\n".join(LOGS[0].split("\n")[:-2]) + "\n") == kf.EventLog.loads(LOGS[0])


def test_a_log_cut_behind_a_line_is_an_earlier_save():
    lines = LOGS[0].split("\n")
    game = kf.EventLog.loads("\n".join(lines[:40]) + "\n").replay()
    assert game.ply == 38


@pytest.mark.parametrize("size", [2_000_000, 20_000_000])
def test_huge_input_is_refused_at_its_first_odd_line(size):
    """No clock: an error of one of the first lines means that the rest was never looked at."""
    header = SHORT.split("\n", 1)[0]
    for text in (
        "7" * size,
        header + "\n" + "{}\n" * (size // 3),
        header + "\n" * size,
        "\x00" * size,
        " " * size,
    ):
        error = check(text)
        assert isinstance(error, kf.LogError)
        assert error.line is None or error.line <= 2


def test_a_forged_position_with_pieces_from_nowhere_is_refused():
    rng = random.Random(5)
    view = whole_game(Table(players=3, seed=9))[20].view("Ann")
    text = view.sample(rng).log.dumps()
    assert check(text) is None
    lines = [json.loads(line) for line in text.split("\n")[:-1]]
    lines[1]["events"][0]["state"]["bag"] = "R999999"
    error = check(resealed(lines))
    assert error is not None and "the game has" in error.reason


def renamed(names: Any, number: int) -> Any:
    """Return the names of tiles, somewhere in JSON data, as names of tiles that do not exist."""
    if isinstance(names, list):
        return [renamed(name, number) for name in names]
    return f"{names}_{number}" if isinstance(names, str) else names


def multiplied(tag: str, number: int, *, viewer: int | None = None) -> str:
    """Return a log in which an event happens many times, each time to another bogus tile."""
    log = whole_game(Table(players=2, seed=3))[-1].log
    text = (log if viewer is None else log.redacted(viewer)).dumps()
    lines = [json.loads(line) for line in text.splitlines()]
    last = next(at for at, line in enumerate(lines) if tag in [e["tag"] for e in line.get("events", ())])
    events = lines[last]["events"]
    place = next(at for at, event in enumerate(events) if event["tag"] == tag)
    one = events[place]
    many = []
    for more in range(number):
        changed = dict(one)
        if "cell" in one:
            changed["cell"] = [more + 5, 0]
        for key in {"tile", "tiles"} & one.keys():
            changed[key] = renamed(one[key], more)
        many.append(changed)
    events[place : place + 1] = many
    return resealed(lines[: last + 1])


GROWING = [
    "tile-laid",
    "tiles-revealed",
    "winter-tiles-revealed",
    "winter-tiles-dealt",
    "lot-won",
    "lot-unsold",
]
"""The events that can add tiles to a state."""


@pytest.mark.parametrize("viewer", [None, 0])
@pytest.mark.parametrize("tag", GROWING)
def test_the_work_of_restoring_does_not_grow_with_the_square_of_bogus_tiles(tag, viewer, monkeypatch):
    def work(number: int) -> int:
        """Return how many tiles lie in the states that events are applied to, all added up."""
        log = kf.EventLog.loads(multiplied(tag, number, viewer=viewer))
        seen = 0

        def counted(event: Any, draft: Any, apply: Any) -> None:
            nonlocal seen
            seen += sum(
                len(seat.village) + len(seat.won) + len(seat.winter) for seat in draft.seats
            ) + len(draft.lots) + len(draft.box)  # fmt: skip
            apply(event, draft)

        kind = log.match.ruleset.events[tag]
        with monkeypatch.context() as patch:
            apply = kind.apply
            patch.setattr(kind, "apply", lambda event, draft: counted(event, draft, apply))
            with pytest.raises(kf.LogError):
                log.view() if viewer is not None else log.restore()
        return seen

    assert work(800) <= 2.2 * work(400)


def test_every_event_of_a_long_entry_is_looked_at_in_portions(monkeypatch):
    looks: list[object] = []

    def look(_: kf.Match, state: object) -> str:
        looks.append(state)
        return ""

    log = kf.EventLog.loads(multiplied("season-began", 1_900))
    monkeypatch.setattr(kf.Match, "oversized", look)
    log.restore()
    assert len(looks) >= 1_900 // AT_ONCE
