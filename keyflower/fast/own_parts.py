"""What expansions tell about their own parts: which classes and kinds stand behind the words of `extend.compiled`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from attrs import field, frozen

from keyflower.extend import compiled as words
from keyflower.extend.compiled import Compiled, form_of
from keyflower.extend.expansion import Expansion
from keyflower.kernel.actions import Action
from keyflower.kernel.tasks import Task
from keyflower.model.places import OwnPlace
from keyflower.model.tasks import Haul, Resolve, TakeBoat, Turn

NO_SLOT: Final = "no such power"
STEPS: Final = (words.GROWING, words.DEAL_CARDS, words.LOAD_CARDS, words.SWEEP_CARDS)
"""What phases of expansions can do, in the order of their numbers."""
TASKS: Final = (words.ON_PASTURES, words.GROWING, words.TAKE_CARD, words.ON_HOMES, words.REPLACE_BOAT)
"""What tasks of expansions can do."""
ACTIONS: Final = (
    words.ON_PASTURES, words.TAKE_CARD, words.TRADE_CARD, words.ADD_ONS, words.REPLACE_BOAT,
)  # fmt: skip
"""What actions of expansions can do."""
_KINDS: Final = (words.ON_PASTURES, words.ON_HOMES, words.CARDS, words.ADD_ONS)
_PLACES: Final = (*_KINDS, words.CARD_HANDS, words.CARD_HOLDS)
_WIDENINGS: Final = {
    words.ON_PASTURES: Haul, words.ADD_ONS: Haul, words.TRADE_CARD: Turn, words.ON_HOMES: Resolve,
    words.BOAT_TAKEN: TakeBoat,
}  # fmt: skip
_WHOLE: Final = (
    ("pieces on pastures", "kind on-pastures", "place on-pastures", "task on-pastures", "action on-pastures"),
    ("cards", "kind cards", "place cards", "place card-hands", "task take-card", "action take-card"),
    ("exchanges of cards", "action trade-card", "widening trade-card", "kind cards"),
    ("cards on boats", "phase load-cards", "place card-holds", "widening boat-taken", "kind cards"),
    ("add-ons", "kind add-ons", "place add-ons", "action add-ons", "widening add-ons"),
    ("pieces on homes", "kind on-homes", "place on-homes", "task on-homes", "widening on-homes"),
    ("replacing boats", "task replace-boat", "action replace-boat", "widening boat-taken"),
)
"""What belongs together: if the first part is there, so are the others."""

_FINISHING: Final = (words.ON_PASTURES, words.TAKE_CARD, words.ON_HOMES)
"""Tasks that finish an action of their seat: a bot that looks ahead continues with them."""

Part: TypeAlias = tuple[str, str, object, str]
"""A part of an expansion: its sort, its word (empty if it tells none), the part, and what it is called."""


@frozen
class OwnParts:
    """The classes of expansions' own that the fast executor writes and reads, each by its word."""

    kinds: Mapping[str, str] = field(factory=dict)
    """The kinds of their pieces."""
    forms: Mapping[str, Compiled] = field(factory=dict)
    """What a kind tells about its pieces."""
    places: Mapping[str, type[OwnPlace]] = field(factory=dict)
    """Where pieces lie."""
    tasks: Mapping[str, type[Task]] = field(factory=dict)
    """What has to be done."""
    actions: Mapping[str, type[Action]] = field(factory=dict)
    """What a seat says."""
    slots: Mapping[str, str] = field(factory=dict)
    """The powers that change something."""
    phases: Mapping[str, str] = field(factory=dict)
    """What the phases do, by their ids."""

    @staticmethod
    def of(expansions: tuple[Expansion, ...]) -> OwnParts:
        """Gather what expansions tell."""
        kinds = [kind for expansion in expansions for kind in expansion.piece_kinds]
        places = [place for expansion in expansions for place in expansion.places]
        handlers = [pair for expansion in expansions for pair in expansion.handlers.items()]
        widens = [widen for expansion in expansions for widen in expansion.widens.values()]
        forms = [(kind, form_of(kind) or form_of(kind.gained)) for kind in kinds]
        slots = [form_of(part) for part in (*places, *(handler for _, handler in handlers), *widens)]
        return OwnParts(
            {form.word: kind.id for kind, form in forms if form is not None},
            {form.word: form for _, form in forms if form is not None},
            {_word(place): place for place in places},
            {_word(handler): task for task, handler in handlers},
            {_word(action): action for expansion in expansions for action in expansion.actions},
            {form.word: form.slot for form in slots if form is not None and form.slot},
            {phase.id: _word(phase.run) for expansion in expansions for phase in expansion.phases},
        )


def _word(part: object) -> str:
    form = form_of(part)
    return "" if form is None else form.word


def _parts(expansion: Expansion) -> Iterator[Part]:
    """Iterate the parts of an expansion, each with the word it tells if that is one for such a part."""

    def told(part: object, known: tuple[str, ...]) -> str:
        return word if (word := _word(part)) in known else ""

    for kind in expansion.piece_kinds:
        yield "kind", told(kind, _KINDS) or told(kind.gained, _KINDS), kind.id, kind.id
    for place in expansion.places:
        yield "place", told(place, _PLACES), place, place.tag
    for action in expansion.actions:
        yield "action", told(action, ACTIONS), action, action.verb
    for task, handler in expansion.handlers.items():
        yield "task", told(handler, TASKS), task, task.tag
    for task, widen in expansion.widens.items():
        word = told(widen, tuple(_WIDENINGS))
        yield "widening", word if _WIDENINGS.get(word) is task else "", widen, task.tag
    for phase in expansion.phases:
        yield "phase", told(phase.run, STEPS), phase, phase.id


_SAID: Final = {
    "kind": "pieces of the kind {} have",
    "place": "the place {} has",
    "action": "the action {} has",
    "task": "the task {} has",
    "widening": "what it changes about the task {} has",
    "phase": "the phase {} has",
}


def part_problems(expansions: tuple[Expansion, ...]) -> Iterator[str]:
    """Say which parts of expansions have no compiled form, and which do not go together."""
    met: dict[str, str] = {}
    for expansion in expansions:
        for sort, word, _, name in _parts(expansion):
            part = f"{sort} {word}"
            if not word:
                yield f"{expansion.title}: {_SAID[sort].format(name)} no compiled form"
            elif part in met and sort != "phase":
                yield f"{expansion.title}: {met[part]} has a {part} already, and there is room for one"
            met[part] = expansion.title
        for task, handler in expansion.handlers.items():
            if _word(handler) in _FINISHING and not task.finishes:
                yield f"{expansion.title}: the task {task.tag} does not finish an action, and compiled ones do"
        for domain in expansion.domains:
            form = form_of(domain)
            if form is None or form.word != words.PER_PASTURE:
                yield f"{expansion.title}: the scoring of {domain.id} has no compiled form"
        form = form_of(expansion.tie_break)
        if expansion.tie_break is not None and (form is None or form.word != words.EARLIEST_PICK):
            yield f"{expansion.title}: its tie-break has no compiled form"
    for what, first, *others in _WHOLE:
        missing = [part for part in others if part not in met]
        if first in met and missing:
            yield f"{what} need more than is there: {', '.join(missing)}"
