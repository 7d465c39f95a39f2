"""Takes the pictures of the table for README and docs: ``python -m client.pictures`` (needs Chromium, Playwright)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import keyflower as kf
from keyflower.bots import bot
from tests.browser.conftest import CHROMIUM, Served, playwright

STATIC = Path(__file__).parents[1] / "docs" / "_static"


def somewhere(seed: int, plies: int, *, expansions: tuple[str, ...] = ()) -> kf.Game:
    """Return a game of bots after so many actions, where a person has a turn."""
    rng, steward = Random(seed), bot("steward")
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=seed, expansions=expansions)
    while not game.over and (game.ply < plies or list(game.decisions) != [0] or game.decision.kind != "turn"):
        seat = next(iter(game.decisions))
        view = game.view(seat)
        game = game.play(steward.choose(view, view.decision, rng), seat=seat)
    return game


def main() -> None:
    """Write table.jpg, phone.jpg and lobby.jpg."""
    with tempfile.TemporaryDirectory() as folder, playwright.sync_playwright() as driver:
        served = Served(Path(folder) / "t.sqlite3")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        link = served.resume(somewhere(3, 45, expansions=("farmers",)))[0]
        for name, width, height, scheme in (("table", 1280, 800, "light"), ("phone", 390, 844, "dark")):
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(link)
            page.wait_for_selector(".desk")
            page.locator(".lot.open").nth(1).click()
            page.wait_for_timeout(600)
            page.screenshot(path=STATIC / f"{name}.jpg", type="jpeg", quality=82)
        page = browser.new_page(viewport={"width": 900, "height": 620})
        page.goto(served.address)
        page.wait_for_selector(".choices label")
        page.screenshot(path=STATIC / "lobby.jpg", type="jpeg", quality=82)
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
