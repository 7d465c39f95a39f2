"""Debian's Firefox, driven over WebDriver BiDi: it listens to that by itself, no driver has to be installed."""

from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from tests.browser.people import Person


class Firefox:
    """A browser without a window."""

    def __init__(self, command: str, profile: Path) -> None:
        from websockets.sync.client import connect

        arguments = ["--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        self._log = profile / "stderr.txt"
        with self._log.open("w") as log:
            self._process = subprocess.Popen([command, *arguments, "about:blank"], stderr=log)
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(f"{self._address()}/session", max_size=None))
        self._number = 0
        self.ask("session.new", capabilities={})

    def _address(self) -> str:
        for _ in range(600):
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", self._log.read_text()):
                return found[1]
            time.sleep(0.1)
        raise AssertionError(f"Firefox does not listen: {self._log.read_text()[-400:]}")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command, and return its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def close(self) -> None:
        """End the browser."""
        self._open.close()
        self._process.terminate()
        self._process.wait(timeout=20)


class FirefoxPage:
    """A tab, with as much of a Playwright page as a person needs."""

    def __init__(self, browser: Firefox, link: str, width: int, height: int) -> None:
        self._browser = browser
        self.mouse = self
        self._context = browser.ask("browsingContext.create", type="tab")["context"]
        viewport = {"width": width, "height": height}
        browser.ask("browsingContext.setViewport", context=self._context, viewport=viewport)
        browser.ask("browsingContext.navigate", context=self._context, url=link, wait="complete")

    def evaluate(self, script: str, argument: object = None) -> Any:
        """Return what a function of the page returns, as JSON."""
        result = self._browser.ask(
            "script.callFunction",
            functionDeclaration=f"(argument) => JSON.stringify(({script})(argument))",
            arguments=[
                {"type": "string", "value": argument} if isinstance(argument, str) else {"type": "null"}
            ],
            target={"context": self._context},
            awaitPromise=False,
        )
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value", "null"))

    def click(self, x: float, y: float) -> None:
        """Press and release the left button of a real mouse."""
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        # a tab that is not in front hears nothing
        self._browser.ask("browsingContext.activate", context=self._context)
        self._browser.ask("input.performActions", context=self._context, actions=[mouse])

    def count(self, where: str) -> int:
        """Return how many elements there are."""
        return int(self.evaluate("(where) => document.querySelectorAll(where).length", where))

    def wait_for_timeout(self, milliseconds: float) -> None:
        """Do nothing for a while."""
        time.sleep(milliseconds / 1000)


class FirefoxPerson(Person):
    """Somebody in front of a Firefox."""

    def __init__(self, browser: Firefox, link: str, rng: Random, viewport: dict[str, int]) -> None:
        self.tab = FirefoxPage(browser, link, **viewport)
        self.page = self.tab
        self.rng = rng
        self.errors = []
        self.tab.evaluate(
            "() => { window.seen = []; addEventListener('error', (event) => window.seen.push(event.message)); }"
        )
        for _ in range(1_200):
            if self.tab.count(".desk, .final"):
                return
            time.sleep(0.1)
        raise AssertionError("the table does not appear")

    @property
    def over(self) -> bool:
        """Whether the ranking is shown."""
        return self.tab.count("main.final") > 0

    @property
    def asked(self) -> bool:
        """Whether it is the own turn."""
        return self.tab.count(".whose.mine") > 0

    def _more(self) -> bool:
        return self.tab.count(".tag, .badge, .tabs em, .size, .others, .more-choices") > 0
