"""Bots at served tables: they think in processes of their own, so that nobody waits for them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import lru_cache, partial
from random import Random

from keyflower.bots import bot
from keyflower.facade.data import state_from_data, state_to_data
from keyflower.facade.setting import Setting
from keyflower.facade.view import View
from keyflower.kernel.json_text import compact, read
from keyflower.kernel.log.lines import header_to_data, setting_from_data
from keyflower.kernel.workers import deaf, pool


def choose(header: str, state: str, name: str, seed: int) -> str:
    """Let a bot choose: what its seat may know goes in as text, its action comes out in the notation."""
    setting = _setting(header)
    view = View(setting, state_from_data(setting.ruleset, read(state)))  # type: ignore[arg-type]  # attrs' converter
    return str(bot(name).choose(view, view.decision, Random(seed)))


@lru_cache(maxsize=64)
def _setting(header: str) -> Setting:
    data = read(header)
    assert isinstance(data, dict)
    setting, _ = setting_from_data(Setting, data, ())
    assert isinstance(setting, Setting)
    return setting


class Thinker:
    """Asks bots. The processes are started when the first bot is asked, and anew if one of them dies."""

    def __init__(self, processes: int = 1) -> None:
        """Let bots think in so many processes; 0 lets them think in a thread of this one."""
        self._processes = processes
        self._pool: Executor | None = None

    async def choose(self, view: View, name: str) -> str:
        """Return the action of a bot in the notation."""
        header = compact(header_to_data(view.setting, view.viewer))
        state = compact(state_to_data(view.ruleset, view.state))
        question = partial(choose, header, state, name, secrets.randbits(64))
        loop = asyncio.get_running_loop()
        if not self._processes:
            return await loop.run_in_executor(None, question)
        try:
            return await asyncio.wrap_future(self._asked(question))
        except BrokenExecutor:
            self._pool = None
            return await asyncio.wrap_future(self._asked(question))

    def _asked(self, question: Callable[[], str]) -> Future[str]:
        if self._pool is None:
            self._pool = pool(self._processes, method="spawn")  # not forked: the server has threads
        with deaf():
            return self._pool.submit(question)

    def close(self) -> None:
        """Let the processes end."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
