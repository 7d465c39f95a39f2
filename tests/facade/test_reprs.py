"""What a REPL and a notebook show: short, and tables or pictures where there is something to see."""

import re
from importlib import import_module
from pathlib import Path

import pytest

import keyflower as kf
from keyflower.expansions.farmers import Put
from keyflower.kernel.canonical_text import spelled
from keyflower.testing import moments, random_game, scenario

START = kf.Game.new(["Ann", "Bob"], seed=7)
GAME = random_game(3, 3, expansions=["farmers"])
LOTS = scenario(lots={"miner": {"bids": "P1 R2, P2 R3", "uses": "P3 R1"}, "stable": ""})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (GAME.scores[0], r"<ScoreSheet: \d+ points in \d+ lines>"),
        (kf.tile("miner"), "<Tile base:miner>"),
        (LOTS.lot("miner"), r"<Lot miner: seat 0 R2, seat 1 R3, used R1>"),
        (LOTS.lot("stable"), "<Lot stable>"),
        (kf.Bid("miner", "R2"), r"Bid\(tile='miner', workers=Pool.of\(red=2\)\)"),
        (kf.Pass(), r"Pass\(\)"),
        (GAME.entry, r"<Entry: seat \d, .*, \d+ events?>"),
        (GAME.log[0], r"<Entry: the set-up, \d+ events>"),
        (GAME.position(), "<Position of P1, P2, P3: winter>"),
        (GAME.state, r"<State of 3 seats: winter, \d+ lots, over>"),
        (START.state, r"<State of 2 seats: spring, 7 lots, next Turn\(seat=\d\)>"),
        (START.screen("Ann"), r"<Seat: [RBY\d ]+, winter tiles \w+ \w+ \w+, village of home_\d>"),
        (START.boats[0], r"<Berth boat_keyflower: [RBY\d ]+ \w+1>"),
        (START.options.grouped(), r"<Grouped: \d+ choices, \d+ blocked>"),
        (START.options.grouped().choices[0], r"<Choice tile 'alehouse': \d choices>"),
    ],
)
def test_values_are_short_in_a_repl(value, text):
    assert re.fullmatch(text, repr(value))


def test_events_of_the_set_up_are_only_named():
    assert re.fullmatch(r"<\d+ events: TableSet, .*>", repr(START.events))
    assert START.events == START.entry.events
    assert repr(START.play("pass").events).startswith("(Passed(seat=")


def test_decisions_options_and_events_are_tables_in_a_notebook():
    options = START.options
    uses = len(options.where(kind="use"))
    assert f"<tr><td>use</td><td>{uses}</td>" in options._repr_html_()
    assert START.decision._repr_html_().startswith(f"<p>Seat {START.decision.seat}: Your turn")
    after = START.play("pass")
    assert f"<td>Passed</td><td>seat={after.last_seat}</td>" in after.events._repr_html_()
    assert after.entry._repr_html_() == after.events._repr_html_()


def test_lists_of_tiles_and_lots_fit_on_a_screen():
    assert len(repr(kf.tiles(season="winter"))) < 600
    assert len(repr(kf.Game.new(["Ann", "Bob"], seed=1).lots)) < 400


def test_a_village_shows_its_hexes():
    village = scenario(villages={"P1": ["home_1@0,0"]}).village("P1")
    assert repr(village) == str(village)
    assert "Home 1" in repr(village) and "/#" in repr(village)


def test_events_leave_out_what_is_as_usual():
    played = kf.Game.new(["Ann", "Bob"], seed=1).play("pass")
    assert repr(played.events[0]) == f"Passed(seat={played.last_seat})"


def test_every_action_rebuilds_from_its_repr():
    names = {name: getattr(kf, name) for name in kf.__all__} | {"Put": Put}
    for seed in range(3):
        for moment in moments(random_game(seed, 2, expansions=["farmers"]))[1:]:
            assert eval(repr(moment.last_action), dict(names)) == moment.last_action


def test_a_score_sheet_is_a_table_in_a_notebook():
    html = GAME.scores[0]._repr_html_()
    assert html.startswith("<table>") and f"<td>{GAME.scores[0].total}</td><td>in all</td>" in html


def test_the_whole_of_a_value_can_still_be_spelled():
    before = kf.Game.new(["Ann", "Bob"], seed=1)
    after = before.play("pass")
    assert spelled(before.state) != spelled(after.state)
    assert spelled(before.state) == spelled(kf.Game.new(["Ann", "Bob"], seed=1).state)
    assert before.decision.id != after.decision.id


def test_lists_of_tiles_and_lots_are_tables_in_a_notebook():
    tiles = kf.tiles(search="mill")
    assert tiles._repr_html_().count("<tr>") == 1 + len(tiles) and "Watermill" in tiles._repr_html_()
    lots = LOTS.game.lots
    assert lots == LOTS.game.state.lots
    assert "<td>seat 0 R2, seat 1 R3</td><td>R1</td>" in lots._repr_html_()


CONF = (Path(__file__).parents[2] / "docs/conf.py").read_text(encoding="utf-8")
STYLES = {
    theme: import_module("pygments.styles").get_style_by_name(
        re.findall(rf'^{name} = "(.*)"$', CONF, re.MULTILINE)[0]
    )
    for theme, name in (("light", "pygments_style"), ("dark", "pygments_dark_style"))
}
"""How code looks in the docs, as Sphinx is told."""


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG between two colours, from 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(one), light(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_sample_output_of_the_docs_has_enough_contrast():
    css = (Path(__file__).parents[2] / "docs/_static/keyflower.css").read_text(encoding="utf-8")
    rules = re.findall(r"([^\n{}]*\.highlight [^{}]*)\{ color: (#[0-9a-f]{6}); \}", css)
    assert len(rules) == 9
    for where, colour in rules:
        dark = "data-theme" in where
        assert contrast(colour, STYLES["dark" if dark else "light"].background_color) >= 4.5, (where, colour)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_code_of_the_docs_has_enough_contrast(theme):
    style = STYLES[theme]
    for token, look in style:
        ground = f"#{look['bgcolor']}" if look["bgcolor"] else style.background_color
        assert not look["color"] or contrast(f"#{look['color']}", ground) >= 4.5, token
