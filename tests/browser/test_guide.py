"""The guided first game: opened with one click, a lesson for each new situation, finished in every language."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from tests.browser.conftest import Served
from tests.browser.people import CLICKABLE, Person, settled
from tests.browser.test_table import PHONE, serious

TITLES = {
    "en": "Your first game",
    "uk": "Ваша перша",
    "pl": "Twoja pierwsza gra",
    "ru": "Ваша первая игра",
}


class Learner(Person):
    """Somebody who opens the guided game from the lobby, reads each lesson, and plays."""

    def __init__(self, browser, served: Served, language: str, **how) -> None:
        self.context = browser.new_context(
            locale=language, **{"viewport": {"width": 1280, "height": 800}, **how}
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.rng = Random(5)
        self.lessons: list[str] = []
        self.page.goto(served.address)
        self.page.locator("[data-do=learn]").click()
        self.page.wait_for_selector(".guide")

    def read(self) -> None:
        """Read the lessons that are shown, one after the other, and say so."""
        while self._read_one():
            settled(self.page)

    def _read_one(self) -> bool:
        found = self.page.evaluate(
            "(() => { const one = document.querySelector('.guide:not(.folded)'); if (!one) return null;"
            " const told = [one.dataset.lesson, one.innerText]; one.querySelector('[data-do=got-it]').click();"
            " return told; })()"
        )
        if found and (not self.lessons or self.lessons[-1] != found[0]):
            self.lessons.append(found[0])
            assert len(found[1]) > 80
        return bool(found)

    def finish(self) -> None:
        for _ in range(20_000):
            self.read()
            if self.over:
                break
            clicked = self.asked and self.act()
            self.page.wait_for_timeout(5 if clicked else 40)
        assert self.over, self.page.evaluate(CLICKABLE)
        settled(self.page)
        self.read()


@pytest.mark.parametrize("language", TITLES)
def test_the_guided_game_is_finished_in_each_language(served: Served, browser, language):
    learner = Learner(browser, served, language)
    assert TITLES[language] in learner.page.locator(".guide h3").inner_text()
    assert learner.page.locator("html").get_attribute("lang") == language
    learner.finish()
    assert {"welcome", "bid", "summer", "autumn", "offer", "winter", "end"} <= {*learner.lessons}
    assert len({*learner.lessons}) == len(learner.lessons), "no lesson comes twice"
    assert not learner.errors


@pytest.mark.parametrize(
    "how", [{"viewport": PHONE}, {"color_scheme": "dark"}, {"reduced_motion": "reduce"}], ids=str
)
def test_a_lesson_leads_to_the_rules_and_goes_away(served: Served, browser, how):
    learner = Learner(browser, served, "en", bypass_csp=True, **how)
    page = learner.page
    width = page.evaluate("innerWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []
    page.locator(".guide .term").first.click()
    assert page.get_by_role("dialog").locator(".asked dt").inner_text() == "Goal"
    page.keyboard.press("Escape")
    page.locator("[data-do=got-it]").click()
    assert page.locator(".guide").get_attribute("data-lesson") == "bid"
    page.reload()
    page.wait_for_selector(".guide")
    assert page.locator(".guide").get_attribute("data-lesson") == "bid", "what was read is not told again"


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "desk"])
def test_a_lesson_leaves_room_for_what_it_asks_to_do(served: Served, browser, viewport):
    """The numbers under "Bid" are in sight as soon as a tile is chosen, and the lesson can still be read."""
    page = Learner(browser, served, "en", viewport=viewport).page
    page.locator("[data-do=got-it]").click()
    text = page.locator(".guide").inner_text()
    page.locator(".lot.open").first.click()
    page.wait_for_selector(".guide.folded")
    for where in (".size >> nth=0", ".size >> nth=-1", "[data-do=pass]", ".desk .card h3"):
        box = page.locator(where).bounding_box()
        assert box is not None and box["height"] > 10
        hit = "([x, y]) => document.elementFromPoint(x, y)?.closest('.size, [data-do=pass], h3') !== null"
        assert page.evaluate(hit, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]), where
    last, foot = page.locator(".size").last.bounding_box(), page.locator(".desk .foot").bounding_box()
    assert last is not None and foot is not None and last["y"] + last["height"] <= foot["y"] + 1
    page.locator("[data-do=unfold]").click()
    assert page.locator(".guide").inner_text() == text
    page.locator("[data-do=back]").click()
    assert page.locator(".guide").inner_text() == text, "with nothing chosen it is open"
    page.locator(".lot.open").first.click()
    page.locator(".size").first.click()
    page.wait_for_selector(".bid.own")


def test_the_deal_of_the_guided_game_is_always_the_same_and_the_learner_begins(served: Served, browser):
    tables = []
    for _ in range(2):
        learner = Learner(browser, served, "en")
        live = served.server._tables[re.split(r"[/#?]", learner.page.url)[4]]
        assert learner.asked and live.seats[1].bot
        tables.append(json.dumps(live._chain[0].view(0).to_data(options=False)["state"]))
    assert tables[0] == tables[1]
