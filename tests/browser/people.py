"""Somebody in front of a page, who clicks with a real mouse at real places."""

from __future__ import annotations

import re
from random import Random
from typing import Any

CLICKABLE = """() => {
    // what somebody sees and may click: in the window, not covered, not switched off
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
        const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
        if (right - left < 4 || bottom - top < 4 || element.disabled) return null;
        for (const [x, y] of [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.5], [0.5, 0.8]]) {
            const at = [left + (right - left) * x, top + (bottom - top) * y];
            const hit = document.elementFromPoint(...at);
            const on = hit?.closest("[data-origin]")?.dataset.origin; // what lies on a place belongs to it
            if (hit && (element.contains(hit) || (on && on === element.dataset.place))) return at;
        }
        return null;
    };
    const all = (where) => [...document.querySelectorAll(where)].map(seen).filter(Boolean);
    return {
        answers: all(".size, .pick, .offer, .foot .main:not(.pass), .foot [data-action]"),
        places: all(
            ".place.open:not(.selected), .lot.open:not(.selected), .boat.open, .place.target, "
            + ".ghost:not(.chosen), .offer:not(.on)"
        ),
        pass: all("[data-do=pass]"),
    };
}"""


class Person:
    """A page with somebody in front of it."""

    def __init__(self, browser: Any, link: str, rng: Random | None = None, **how: Any) -> None:
        self.context = browser.new_context(
            viewport=how.pop("viewport", {"width": 1280, "height": 800}), **how
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(link)
        self.page.wait_for_selector(".desk, .final, .nowhere", timeout=60_000)
        self.rng = rng or Random(1)

    @property
    def over(self) -> bool:
        return self.page.locator("main.final").count() > 0

    @property
    def asked(self) -> bool:
        return self.page.locator(".whose.mine").count() > 0

    @property
    def ply(self) -> int:
        """How many lines the log has; it is open in these tests."""
        return self.page.locator(".log li").count()

    def act(self) -> bool:
        """Click once where something can be clicked; return whether there was anything."""
        found = self.page.evaluate(CLICKABLE)
        answers, places = found["answers"], found["places"]
        some = answers if answers and (self.rng.random() < 0.65 or not places) else places
        if found["pass"] and (self.rng.random() < 0.06 or not self._more()):
            some = found["pass"]
        if not some and not self.over:
            return self._look_elsewhere()
        if not some:
            return False
        self.page.mouse.click(*self.rng.choice(some))
        return True

    def _more(self) -> bool:
        """Return whether anything but passing is said to be possible."""
        return self.page.locator(".tag, .badge, .tabs em, .size").count() > 0

    def _look_elsewhere(self) -> bool:
        """On a phone: open another tab, or the sheet."""
        chips = self.page.locator(".also .chip, .rival-box:has(.badge) .rival")
        if chips.count() and self.rng.random() < 0.5:
            chips.nth(self.rng.randrange(chips.count())).click()
            return True
        tabs = self.page.locator(".tabs button:has(em)")
        if tabs.count():
            tabs.nth(self.rng.randrange(tabs.count())).click()
            return True
        grip = self.page.locator(".grip")
        if grip.count():
            grip.click()
            return True
        return False

    def close(self) -> None:
        self.context.close()


def play_out(people: list[Person], most: int = 6_000) -> int:
    """Let people click until the game is over; return how many clicks it took."""
    clicks = idle = 0
    for _ in range(most):
        if people[0].over:
            return clicks
        acted = [person.act() for person in people if person.asked]
        clicks += sum(acted)
        idle = 0 if any(acted) else idle + 1
        people[0].page.wait_for_timeout(5 if any(acted) else 60)
        if idle > 400:
            raise AssertionError(f"nothing happens: {people[0].page.locator('.desk').inner_text()[:400]}")
    raise AssertionError("the game did not end")


def number(text: str) -> int:
    """Return the number in a text."""
    found = re.search(r"-?\d+", text)
    assert found, text
    return int(found[0])
