"""Tasks: what still has to be done, as frozen data in the state, with the next one first.

Some tasks are done without asking, others wait for a seat; a task that waits is an open decision.
"""

from __future__ import annotations

from typing import ClassVar


class Task:
    """The root of all tasks; a task is a frozen attrs class derived from it."""

    __slots__ = ()

    tag: ClassVar[str]
    """The permanent name of this kind of task in saved games."""
    always_asks: ClassVar[bool] = False
    """Whether somebody is always asked, so that the task is never carried out automatically.

    If such a task has a `seat`, that seat alone is asked.
    """
    finishes: ClassVar[bool] = False
    """Whether it finishes an action that its `seat` has begun, such as paying for it, before anybody else acts."""
