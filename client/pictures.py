"""Takes the pictures of the table for README and docs: ``python -m client.pictures`` (needs Chromium, Playwright)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.browser.conftest import CHROMIUM, Served, playwright
from tests.browser.looks import own_tile, somewhere
from tests.browser.test_table import moments

STATIC = Path(__file__).parents[1] / "docs" / "_static"


def main() -> None:
    """Write table.jpg, phone.jpg, transport.jpg, score.jpg and lobby.jpg."""
    with tempfile.TemporaryDirectory() as folder, playwright.sync_playwright() as driver:
        served = Served(Path(folder) / "t.sqlite3")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        table = served.resume(somewhere(3, 45, expansions=("farmers",)))
        hauls = served.resume(moments(("farmers",))["haul"])
        over = served.resume(moments(("merchants",))["over"])
        for name, links, width, height, scheme in (
            ("table", table, 1280, 800, "light"),
            ("phone", table, 390, 844, "dark"),
            ("transport", hauls, 1280, 800, "dark"),
            ("score", over, 1280, 720, "light"),
        ):
            # everybody is there, as at a real table
            people = [
                browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
                for _ in links
            ]
            for page, link in zip(people, links, strict=True):
                page.goto(link)
                page.wait_for_selector(".desk, .final")
            page = people[0]
            if links is table:
                page.locator(".lot.open").nth(1).click()
            if links is hauls:
                own_tile(page)
            page.wait_for_timeout(600)
            page.screenshot(path=STATIC / f"{name}.jpg", type="jpeg", quality=82)
            for page in people:
                page.close()
        page = browser.new_page(viewport={"width": 900, "height": 840})
        page.goto(served.address)
        page.wait_for_selector(".choices label")
        page.screenshot(path=STATIC / "lobby.jpg", type="jpeg", quality=82)
        browser.close()
        served.stop()


if __name__ == "__main__":
    main()
