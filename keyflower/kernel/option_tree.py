"""Options the way a person chooses: first the place, then what is left to choose there, in words.

The `path` of an action says which choices lead to it. A game derives a class from `Labels`, which puts these choices
and what they lead to into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from keyflower.kernel.actions import Action, PathStep
from keyflower.kernel.codec import Data
from keyflower.kernel.errors import Refusal
from keyflower.kernel.handlers import AnyHandler
from keyflower.kernel.sentences import DO, Said, Sentence, said_fields
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import Speaker, capital, listed, name
from keyflower.kernel.values import frozen

NOWHERE: Final = -2
"""The seat of a choice that has no place on the table."""


@frozen
class Choice:
    """One choice: a place, a colour, a number. The last choice on the way to an action has that action."""

    kind: str
    """What is chosen: ``tile``, ``bid``, ``size``, ``cell`` and so on."""
    key: str
    """Which one: the id of a tile, a colour, a pool, a cell."""
    label: str
    """The same in words."""
    result: str = ""
    """What it leads to, such as ``leads with 4``."""
    seat: int = NOWHERE
    """Whose place it is, if it is somebody's; -1 for the middle of the table."""
    action: Action | None = None
    """What to play, if nothing is left to choose."""
    choices: tuple[Choice, ...] = ()
    """What is left to choose."""
    why: tuple[Refusal, ...] = ()
    """Why nothing can be chosen here."""

    def __repr__(self) -> str:
        leads = str(self.action) if self.action is not None else f"{len(self.choices)} choices"
        return f"<Choice {self.kind} {self.key!r}: {self.why[0].message if self.why else leads}>"

    def told(self, speaker: Speaker) -> Choice:
        """Return the choice, and what is left to choose, in another language."""
        return evolve(
            self,
            label=speaker.say(self.label),
            result=speaker.say(self.result),
            choices=tuple([choice.told(speaker) for choice in self.choices]),
            why=tuple([refusal.told(speaker) for refusal in self.why]),
        )

    def to_data(self) -> dict[str, object]:
        """Return the choice as JSON-able data; an action is its notation, which `play` reads."""
        data: Data = {"kind": self.kind, "key": self.key, "label": str(self.label)}
        if self.result:
            data["result"] = str(self.result)
        if self.seat != NOWHERE:
            data["seat"] = self.seat
        if self.action is not None:
            data["action"] = str(self.action)
        if self.choices:
            data["choices"] = [choice.to_data() for choice in self.choices]
        if self.why:
            data["why"] = [refusal.to_data() for refusal in self.why]
        return data


@frozen
class Grouped:
    """All options of a decision as a tree, and the places where nothing is possible."""

    prompt: str
    """The question."""
    choices: tuple[Choice, ...]
    """What can be chosen first."""
    blocked: tuple[Choice, ...] = ()
    """Places where nothing is possible, each with the reasons."""

    def __repr__(self) -> str:
        return f"<Grouped: {len(self.choices)} choices, {len(self.blocked)} blocked>"

    def actions(self) -> Iterator[Action]:
        """Iterate all actions of the tree."""
        waiting = [*reversed(self.choices)]
        while waiting:
            choice = waiting.pop()
            if choice.action is not None:
                yield choice.action
            waiting.extend(reversed(choice.choices))

    def told(self, speaker: Speaker) -> Grouped:
        """Return the tree in another language."""
        return Grouped(
            speaker.say(self.prompt),
            tuple([choice.told(speaker) for choice in self.choices]),
            tuple([choice.told(speaker) for choice in self.blocked]),
        )

    def to_data(self) -> dict[str, object]:
        """Return the tree as JSON-able data."""
        return {
            "prompt": str(self.prompt),
            "choices": [choice.to_data() for choice in self.choices],
            "blocked": [choice.to_data() for choice in self.blocked],
        }


class Labels:
    """Puts choices into words: typed fields by what their domains say; a game may derive a class and say more."""

    said: Mapping[str, Said] = {}
    """How typed fields are put into words, by the kind of their step."""

    def __init__(
        self, handler: AnyHandler, table: Any, task: Task, seat: int
    ) -> None:  # Any: the table of the game
        """Put the options of a seat at one moment of a game into words."""
        self.handler = handler
        self.table = table
        self.task = task
        self.seat = seat

    @staticmethod
    def worded(ruleset: Any, refusal: Refusal) -> Refusal:  # Any: the rules of the game
        """Return a refusal as people should read it: a game may use the titles of things."""
        return refusal

    def label(self, step: PathStep) -> str:
        """Return a step in words."""
        kind, key = step
        part = self.said.get(kind)
        if part is not None:
            return part.label(self.table.ruleset, key)
        return capital(name("verb", key)) if kind == DO else key.replace("_", " ")

    def whose(self, step: PathStep) -> int:
        """Return whose place a step names, -1 for the middle of the table, or `NOWHERE`."""
        part = self.said.get(step[0])
        return self.seat if part is not None and part.domain.owned else NOWHERE

    def result(self, step: PathStep, action: Action) -> str:
        """Return what an action leads to."""
        return ""

    def outlook(self, step: PathStep, way: tuple[PathStep, ...]) -> str:
        """Return what all actions behind a step have in common; `way` is the path to it."""
        return ""

    def blocked(self, open_steps: frozenset[tuple[PathStep, str]]) -> Iterable[Choice]:
        """Return places where nothing is possible, given which steps lead on, each with the kind of the next one."""
        return ()


def grouped(labels: Labels, options: Iterable[Action]) -> Grouped:
    """Return options as a tree."""
    tree: dict[PathStep, Any] = {}  # Any: a tree of the same shape, or an action
    kinds: dict[type[Action], None] = {}
    for action in options:
        kinds[type(action)] = None
        *way, last = action.path()
        branch = tree
        for step in way:
            branch = branch.setdefault(step, {})
        branch[last] = action
    labels.said = {part.step: part for kind in kinds for part in said_fields(kind)}
    choices = tuple([_choice(labels, step, branch, ()) for step, branch in tree.items()])
    first = frozenset(
        (step, kind) for step, branch in tree.items() if isinstance(branch, dict) for kind, _ in branch
    )
    prompt = labels.handler.prompt(labels.table, labels.task, labels.seat)
    return Grouped(prompt, choices, tuple(labels.blocked(first)))


def _choice(
    labels: Labels, step: PathStep, branch: Any, way: tuple[PathStep, ...]
) -> Choice:  # Any: as above
    label, seat = _label(labels, step, branch), labels.whose(step)
    while isinstance(branch, dict) and [kind for kind, _ in branch] == [DO]:
        branch = next(iter(branch.values()))  # nothing else can be done there
    if isinstance(branch, Action):
        return Choice(*step, label, _result(labels, step, branch), seat, branch)
    if (only := _only(branch)) is not None:
        rest = only.path()[len(way) + 1 :]
        told = listed([_label(labels, inner, only) for inner in rest if inner[0] != DO])
        return Choice(*step, label, _result(labels, step, only) or told, seat, only)
    below = tuple([_choice(labels, inner, rest, (*way, step)) for inner, rest in branch.items()])
    return Choice(*step, label, labels.outlook(step, way), seat, None, below)


def _label(labels: Labels, step: PathStep, branch: Any) -> str:  # Any: as above
    """Return a step in the words of the first action behind it, or in those of the game."""
    while isinstance(branch, dict):
        branch = next(iter(branch.values()))
    own = branch.labels.get(step[0])
    return labels.label(step) if own is None else own(step[1])


def _result(labels: Labels, step: PathStep, action: Action) -> str:
    """Return what an action leads to, in its own words or in those of the game."""
    return action.result(labels.table, labels.seat) or labels.result(step, action)


def _only(branch: Any) -> Action | None:  # Any: as above
    """Return the action of a branch if there is one alone, and it is a sentence: then nothing is left to choose."""
    while isinstance(branch, dict):
        if len(branch) != 1:
            return None
        branch = next(iter(branch.values()))
    return branch if isinstance(branch, Sentence) else None
