"""Tasks: what still has to be done, as frozen data in the state, with the next one first.

Some tasks are done without asking, others wait for a seat; a task that waits is an open decision.
"""

from __future__ import annotations

from typing import ClassVar

from keyflower.kernel.drafts import hyphenated


class Task:
    """The root of all tasks; a task is a frozen attrs class derived from it.

    >>> class DrawCards(Task, tag="draw"):
    ...     pass
    >>> DrawCards.tag
    'draw'
    """

    __slots__ = ()

    tag: ClassVar[str]
    """The permanent name of this kind of task in saved games; by default that of its class, with hyphens."""
    always_asks: ClassVar[bool] = False
    """Whether somebody is always asked, so that the task is never carried out automatically.

    If such a task has a `seat`, that seat alone is asked.
    """
    finishes: ClassVar[bool] = False
    """Whether it finishes an action that its `seat` has begun, such as paying for it, before anybody else acts."""

    def __init_subclass__(cls, *, tag: str = "") -> None:
        super().__init_subclass__()
        if "tag" not in vars(cls):  # attrs makes the class a second time, with what it has by then
            cls.tag = tag or hyphenated(cls.__name__)
