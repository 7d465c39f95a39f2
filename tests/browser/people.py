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
        answers: all(".size, .more-groups, .pick, .offer, .foot .main:not(.pass), .foot [data-action]"),
        places: all(
            ".place.open:not(.selected), .lot.open:not(.selected), .boat.open, .place.target, "
            + ".ghost:not(.chosen), .offer:not(.on), .game-picture .choice:not(.chosen)"
        ),
        pass: all("[data-do=pass]"),
    };
}"""


BOXES = """(where) => [...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width && box.top < innerHeight)
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])"""
ELSEWHERE = ".also .chip, .rival-box:has(.badge) .rival, .more-choices"


def settled(page: Any) -> None:
    """Wait until what was measured is drawn: some frames later, however long they take."""
    page.evaluate(
        """new Promise((done) => {
            let frames = 0;
            const next = () => (++frames > 4 ? done() : requestAnimationFrame(next));
            next();
        })"""
    )


class Person:
    """A page with somebody in front of it."""

    def __init__(self, browser: Any, link: str, rng: Random | None = None, **how: Any) -> None:
        before = how.pop("before", None)
        self.context = browser.new_context(
            viewport=how.pop("viewport", {"width": 1280, "height": 800}), **how
        )
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        if before is not None:
            before(self.page)
        self.page.goto(link)
        self.page.wait_for_selector(".desk, .final, .nowhere")
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
        return self.page.locator(".tag, .badge, .tabs em, .size, .others, .more-choices").count() > 0

    def _look_elsewhere(self) -> bool:
        """On a phone: open another tab, or the sheet."""
        for where in (ELSEWHERE, ".tabs button:has(em)", ".grip"):
            # all at once: while one looks, a bot may act and change what is there
            found = self.page.evaluate(BOXES, where)
            if found and (where != ELSEWHERE or self.rng.random() < 0.5):
                self.page.mouse.click(*self.rng.choice(found))
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
        if idle > 4_000:
            raise AssertionError(f"nothing happens: {people[0].page.locator('.desk').inner_text()[:400]}")
    raise AssertionError("the game did not end")


def points_of(game: Any) -> list[int]:  # Any: a game whose seats have score sheets
    """Return the points of each seat."""
    return [sheet.total for sheet in game.scores]


def number(text: str) -> int:
    """Return the number in a text."""
    found = re.search(r"-?\d+", text)
    assert found, text
    return int(found[0])
