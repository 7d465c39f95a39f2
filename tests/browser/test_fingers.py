"""Fingers and enlarged pages: what can be tapped is large enough, and in a small window nothing is out of reach."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Served
from tests.browser.people import Person
from tests.browser.test_history import look_at
from tests.browser.test_lobby import lobby
from tests.browser.test_table import PHONE, moments, two_people

SMALL = """() => {
    // controls in sight that a finger 40 px wide misses. Words within a text lead to the rules and may be smaller;
    // a folded lesson is as wide as the sheet, whose grip lies over its rim
    const found = [];
    const controls = "button:not(.term), .button, select, input:not([type=range]), label.switch";
    const others = ".switch input, .tick input, .guide.folded button, [aria-hidden=true] *, :disabled";
    const over = document.querySelector(".menu, [role=dialog]"); // what lies under them is half covered
    for (const one of document.querySelectorAll(controls)) {
        const box = one.getBoundingClientRect();
        if (!box.width || one.matches(others) || (over && !over.contains(one))) continue;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const mine = (dx, dy) => {
            const hit = document.elementFromPoint(x + dx, y + dy);
            return hit !== null && (one.contains(hit) || hit.closest("label")?.contains(one));
        };
        const cut = x < 20 || x > innerWidth - 20 || y < 20 || y > innerHeight - 20;
        if (cut || !mine(0, 0)) continue; // scrolled away, or covered
        // 39 and not 40: the last pixel may belong to the border of the neighbour
        const met = [[0, -19], [0, 19], [-19, 0], [19, 0]].every(([dx, dy]) => mine(dx, dy));
        const name = one.getAttribute("aria-label") ?? one.innerText ?? "";
        if (!met) found.push(`${one.className || one.name} "${name}" ${box.width} x ${box.height}`);
    }
    return found;
}"""


def tapped(page: Any, *wheres: str) -> str:  # Any: a page of Playwright
    """Tap one thing after the other, and say what is too small for a finger on the way."""
    small = set(page.evaluate(SMALL))
    for where in wheres:
        page.locator(where).first.click()
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        small.update(page.evaluate(SMALL))
    return "\n".join(sorted(small))


def test_a_finger_meets_everything_in_the_lobby(served: Served, browser):
    page = lobby(browser, served, viewport={**PHONE, "height": 2_000})
    page.locator(".seats select").nth(1).select_option("")
    assert tapped(page, "button[type=submit]", ".qr-button") == ""


def test_a_finger_meets_everything_at_the_table(served: Served, browser):
    table = served.open(players=[{"name": "Ann"}, {"name": "Bob"}], clock={"move": 600, "zero": "bot"})
    people = [Person(browser, served.address + seat["link"], viewport=PHONE) for seat in table["seats"]]
    first = next(person for person in people if person.asked)
    steps = (".lot.open", "[data-do=back]", "[data-tab=rivals]", "[data-tab=village]", "[data-tab=log]")
    assert tapped(first.page, *steps, "[data-drawer=chat]", "[data-reaction=hello]") == ""
    assert tapped(first.page, "nav button[aria-expanded]", "[data-do=invite]") == ""


@pytest.mark.parametrize("kind", ["haul", "build-all", "take-boat", "offer-winter", "over"])
def test_a_finger_meets_the_answers_to_every_question(served: Served, browser, kind: str):
    ann = Person(browser, served.resume(moments()[kind])[0], viewport=PHONE)
    assert tapped(ann.page, *([".grip"] if kind in ("haul", "build-all") else [])) == ""


def test_a_finger_meets_everything_in_the_history(served: Served, browser):
    ann = Person(browser, served.resume(moments()["over"])[0], viewport=PHONE)
    look_at(ann, 12)
    assert tapped(ann.page) == ""


def test_a_finger_meets_the_lessons(served: Served, browser):
    page = lobby(browser, served, viewport=PHONE)
    page.locator("[data-do=learn]").click()
    page.wait_for_selector(".guide")
    assert tapped(page, "[data-do=got-it]", ".lot.open", "[data-do=unfold]") == ""


def test_in_a_window_enlarged_four_times_a_whole_turn_is_read_and_played(served: Served, browser):
    """A window of 1280 x 1024 at 400 % has 320 x 256 CSS pixels (WCAG 1.4.10)."""
    first, _ = two_people(served, browser, viewport={"width": 320, "height": 256})
    page = first.page
    in_sight = """(where) => {
        const one = document.querySelector(where), box = one.getBoundingClientRect();
        const middle = Math.min(box.y + box.height / 2, innerHeight - 60);
        const hit = document.elementFromPoint(box.x + box.width / 2, middle);
        return hit !== null && one.contains(hit);
    }"""
    assert page.evaluate(in_sight, ".lot.open"), "the auction is what one sees first"
    page.locator(".lot.open").first.click()
    page.wait_for_selector(".size")
    assert page.evaluate(in_sight, ".desk .card h3"), "what was chosen is scrolled to"
    for where in (".desk .card figure >> nth=1", ".size >> nth=-1", "[data-do=pass]"):
        page.locator(where).scroll_into_view_if_needed()
        box = page.locator(where).bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320
    for tab, where in (("village", ".home .place"), ("rivals", ".rival"), ("log", ".log li")):
        page.locator(f"[data-tab={tab}]").click()
        page.wait_for_selector(where)
        assert page.evaluate(in_sight, where), tab
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator("[data-tab=auction]").click()
    page.locator(".lot.open").first.click()
    page.locator(".size").first.click()
    page.wait_for_selector(".whose:not(.mine)")
    assert not first.errors
