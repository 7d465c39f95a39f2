"""Pictures of every kind of decision, to be looked at: ``python -m tests.browser.looks FOLDER [SCENE ...]``.

Each scene is a moment of a real game, brought about by bots, and shown at 390, 1280 and 1920 pixels in light and dark.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import keyflower as kf
from tests.browser.conftest import CHROMIUM, Served, playwright
from tests.browser.test_any_game import trading
from tests.browser.test_table import hauling, moments

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay")
SIZES = {"390": (390, 844), "1280": (1280, 800), "1920": (1920, 1080)}
Step = Callable[[Any], None]  # Any: a page, which is typed only where Playwright is installed


def somewhere(seed: int, plies: int, *, seats: int = 3, expansions: tuple[str, ...] = ()) -> kf.Game:
    """Return a game of bots after so many actions, where Ann alone has a turn."""
    rng, steward = Random(seed), kf.bots.bot("steward")
    game = kf.Game.new(NAMES[:seats], seed=seed, expansions=expansions)
    while not game.over and (game.ply < plies or list(game.decisions) != [0] or game.decision.kind != "turn"):
        seat = next(iter(game.decisions))
        view = game.view(seat)
        game = game.play(steward.choose(view, view.decision, rng), seat=seat)
    return game


def nothing(page: Any) -> None:
    """Leave the page as it is."""


def tab(page: Any, name: str) -> None:
    """Go to a tab, where there are tabs."""
    if page.locator(f"[data-tab={name}]").count():
        page.locator(f"[data-tab={name}]").click()


def lot(page: Any) -> None:
    """Read a lot."""
    tab(page, "auction")
    page.locator(".lot.open, .lot").nth(1).click()


def own_tile(page: Any) -> None:
    """Choose a tile of the own village that can be used."""
    tab(page, "village")
    place = page.locator(".home .place.open, .home .place[data-place]").first
    box = place.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def rival(page: Any) -> None:
    """Look at a rival."""
    tab(page, "rivals")
    page.locator(".rival").first.click()


def sheet(page: Any) -> None:
    """Open the own score sheet."""
    tab(page, "village")
    page.locator(".home .link").first.click()


def click(where: str) -> Step:
    """Click the first of something, if it is there."""

    def step(page: Any) -> None:
        if page.locator(where).count():
            page.locator(where).first.click()

    return step


def scenes() -> Iterator[tuple[str, Callable[[], kf.Game], Step]]:
    """Every scene by its name: the game, and what is clicked."""
    yield "start", lambda: kf.Game.new(NAMES[:3], seed=4), nothing
    yield "turn", lambda: somewhere(3, 45), nothing
    yield "turn-lot", lambda: somewhere(3, 45), lot
    yield "turn-tile", lambda: somewhere(3, 60), own_tile
    yield "turn-rival", lambda: somewhere(3, 60), rival
    yield "rivals", lambda: somewhere(3, 60), lambda page: tab(page, "rivals")
    yield "turn-winter", lambda: moments()["turn"], nothing
    yield "turn-farmers", lambda: somewhere(3, 45, expansions=("farmers",)), lot
    yield "turn-merchants", lambda: moments(("merchants",))["turn"], lot
    yield "village-merchants", lambda: moments(("merchants",))["turn"], lambda page: tab(page, "village")
    yield "turn-both", lambda: moments(("farmers", "merchants"))["turn"], nothing
    yield "six", lambda: somewhere(5, 150, seats=6), nothing
    yield "six-lot", lambda: somewhere(5, 290, seats=6), lot
    yield "pay", lambda: moments()["pay-cost"], nothing
    yield "benefit", lambda: moments(("merchants",))["choose-benefit"], nothing
    yield "haul", lambda: moments()["haul"], nothing
    yield "haul-farmers", lambda: moments(("farmers",))["haul"], nothing
    yield "haul-chosen", lambda: hauling()[0], click(".desk .pick")
    yield "build", lambda: moments()["build-all"], nothing
    yield "build-chosen", lambda: moments(("farmers",))["build-all"], click(".ghost")
    yield "boats", lambda: moments()["take-boat"], nothing
    yield "boats-merchants", lambda: moments(("merchants",))["take-boat"], nothing
    yield "offer", lambda: moments()["offer-winter"], click(".offer")
    yield "animals", lambda: moments(("farmers",))["put-animals"], nothing
    yield "contract", lambda: moments(("merchants",))["merchants.choose-contract"], nothing
    yield "replace-boat", lambda: moments(("merchants",))["merchants.replace-boat"], nothing
    yield "exchange", trading, click(".desk .more-choices")
    yield "sheet", lambda: moments(("merchants",))["turn"], sheet
    yield "over", lambda: moments(("merchants",))["over"], nothing
    yield "over-six", lambda: somewhere(5, 10_000, seats=6), nothing


def main() -> None:
    """Take the pictures."""
    folder, wanted = Path(sys.argv[1]), set(sys.argv[2:])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, playwright.sync_playwright() as driver:
        served = Served(Path(place) / "t.sqlite3")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, game, step in scenes():
            if wanted and name not in wanted:
                continue
            link = served.resume(game())[0]
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    page = browser.new_page(
                        viewport={"width": width, "height": height},
                        color_scheme=scheme,
                        reduced_motion="reduce",
                    )
                    page.goto(link)
                    page.wait_for_selector(".desk, .final")
                    page.wait_for_timeout(250)
                    step(page)
                    page.wait_for_timeout(250)
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                    page.close()
            print(name, flush=True)
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
