"""The review on the history and hints while playing, by clicks."""

from __future__ import annotations

from itertools import pairwise

import pytest

from keyflower.review import Grade, review
from tests.browser.conftest import Served
from tests.browser.people import Person
from tests.browser.test_history import look_at
from tests.browser.test_table import PHONE, serious
from tests.support.random_games import Table, whole_game

DESK = {"width": 1280, "height": 800}


@pytest.fixture
def quick(monkeypatch) -> None:
    """Review in few deals: what is shown is the same."""
    monkeypatch.setattr("keyflower.web.table_review.DEALS", 4)
    monkeypatch.setattr("keyflower.web.table_review.CANDIDATES", 2)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_review_is_shown_on_the_history(served: Served, browser, viewport, quick):
    game = whole_game(Table(players=2))[-1]
    report = review(game, deals=4, candidates=2)
    ann = Person(browser, served.resume(game)[0], viewport=viewport, bypass_csp=True)
    page = ann.page
    look_at(ann, 20)
    page.locator("[data-do=review]").click()
    page.locator(".curve polygon").nth(1).wait_for()
    page.wait_for_function("() => !document.querySelector('.scrubber .note')")
    marked = [choice for choice in report.choices if choice.grade in (Grade.MISTAKE, Grade.BLUNDER)]
    shown = page.locator("[data-mark]").evaluate_all(
        "marks => marks.map((mark) => Number(mark.dataset.mark))"
    )
    boxes = [mark.bounding_box() for mark in page.locator("[data-mark]").all()]
    edges = sorted((box["x"], box["x"] + box["width"]) for box in boxes)
    assert all(a[1] <= b[0] for a, b in pairwise(edges)), "no mark lies on another"
    worst = max(marked, key=lambda choice: choice.loss.mean)
    assert worst.ply + 1 in shown and {*shown} <= {choice.ply + 1 for choice in marked}
    shares = [f"{round(100 * one.mean)} %" for one in report.chances[20]]
    assert all(share in page.locator(".chances").inner_text() for share in shares)
    page.locator(f"[data-mark='{worst.ply + 1}']").click()
    page.get_by_text(f"Move {worst.ply + 1} of {game.ply}").wait_for()
    if viewport == PHONE:
        page.locator(".grip").click()
    rows = page.locator(".alternatives li").all_inner_texts()
    assert len(rows) == len(worst.tried)
    widths = page.locator(".alternatives i b").evaluate_all(
        "bars => bars.map((bar) => bar.offsetWidth / bar.parentElement.offsetWidth)"
    )
    assert widths == pytest.approx([one.win.mean for one in worst.tried], abs=0.03), "bars as long as chances"
    places = [place for place, row in enumerate(rows) if "played" in row]
    assert places == [[one.action for one in worst.tried].index(worst.played)]
    assert f"a {worst.grade.value}" in page.locator(".alternatives").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert serious(page) == [] and not ann.errors


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_against_bots_a_hint_is_asked_for_and_shown(served: Served, browser, viewport):
    players = [{"name": "Ann"}, {"name": "Bob", "bot": "random"}]
    table = served.open(players=players, hints=True)
    ann = Person(browser, served.address + table["seats"][0]["link"], viewport=viewport, bypass_csp=True)
    page = ann.page
    page.wait_for_selector(".whose.mine")
    page.locator("[data-do=hint]").click()
    page.locator(".hint li").nth(2).wait_for()
    rows = page.locator(".hint li").all_inner_texts()
    assert len(rows) == 3 and all("You " in row and "%" in row for row in rows)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    assert serious(page) == [] and not ann.errors
    page.locator("[data-do=pass]").click()
    page.wait_for_function("() => !document.querySelector('.hint')")


def test_the_lobby_offers_hints_to_one_person_against_bots_only(served: Served, browser):
    page = browser.new_page(viewport=DESK)
    page.goto(served.address)
    hints = page.locator("input[name=hints]")
    hints.check()
    page.locator(".seats select").nth(1).select_option("")
    assert hints.is_disabled() and not hints.is_checked()
    page.locator(".seats select").nth(1).select_option("random")
    assert hints.is_checked()
    page.locator("button[type=submit]").click()
    page.locator(".sit").first.click()
    page.locator("[data-do=hint]").wait_for()
    page.close()


def test_where_other_people_play_there_is_no_hint(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}])
    for seat in table["seats"]:
        person = Person(browser, served.address + seat["link"])
        person.page.wait_for_selector(".desk")
        assert not person.page.locator("[data-do=hint]").count()
