"""Decisions and their options: what a seat may do now, listed only when somebody needs the list."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol, TypeVar

from keyflower.kernel.actions import Action
from keyflower.kernel.canonical_text import known_text, part_text, spelled
from keyflower.kernel.codec import Codec, Data
from keyflower.kernel.errors import ActionSyntaxError, IllegalAction, Refusal, UnknownName, suggest
from keyflower.kernel.handlers import AnyHandler
from keyflower.kernel.html import html_table
from keyflower.kernel.option_tree import Grouped, Labels, grouped
from keyflower.kernel.tasks import Task
from keyflower.kernel.text import Speaker, Spoken, speaker

ItemT = TypeVar("ItemT")


class Random(Protocol):
    """What sampling needs of a random generator: `random.Random` has it."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 to below `stop`."""
        ...


def shuffled(items: Iterable[ItemT], rng: Random) -> list[ItemT]:
    """Return items in any order, each order equally likely."""
    left = list(items)
    for place in range(len(left) - 1, 0, -1):
        other = rng.randrange(place + 1)
        left[place], left[other] = left[other], left[place]
    return left


class Options:
    """The legal actions of one decision: iterate them, count them, test them, sample them.

    The order is canonical: equal games list the same options in the same order. Testing whether an action is
    among them asks the rules and lists nothing.

    >>> options = game.options
    >>> len(options), str(options[-1]), "pass" in options
    (152, 'pass', True)
    """

    __slots__ = (
        "_batches",
        "_ends",
        "_game",
        "_handler",
        "_keep",
        "_kind",
        "_known",
        "_labels",
        "_listed",
        "_seat",
        "_setting",
        "_table",
        "_task",
    )

    def __init__(  # noqa: PLR0917  # a call with keywords takes twice as long, and every step makes one
        self,
        handler: AnyHandler,
        table: Any,  # Any: the table of the game
        task: Task,
        seat: int,
        labels: type[Labels] = Labels,
        match: Any = None,  # Any: the setting of the game, or `None` if the options are of no game
        game: Any = None,  # Any: the game, if it wants to know which option was drawn
        known: Sequence[Action] | None = None,
        *,
        kind: str | None = None,
        keep: Callable[[Action], bool] | None = None,
    ) -> None:
        """Offer the actions of a task to a seat; `kind` and `keep` leave some out, `labels` puts them into words.

        The handler lists the actions, unless they are `known` already.
        """
        self._labels = labels
        self._handler = handler
        self._table = table
        self._task = task
        self._seat = seat
        self._kind = kind
        self._keep = keep
        self._setting = match
        self._game = game
        self._known = known
        self._batches: list[Sequence[Action]] | None = None
        self._ends: list[int] | None = None
        self._listed: list[Action] | None = None

    def _offered(self) -> list[Sequence[Action]]:
        """Return the options in batches, worked out once."""
        batches: list[Sequence[Action]] | None = self._batches
        if batches is None:
            known = self._known
            offered = self._handler.options(self._table, self._task, self._seat) if known is None else [known]
            if self._kind is None and self._keep is None:
                batches = offered if type(offered) is list else list(offered)
            else:
                batches = [[action for action in batch if self._wanted(action)] for batch in offered]
            self._batches = batches
        return batches

    def _counted(self) -> list[int]:
        """Return how many options there are up to the end of each batch, after a 0 for the start."""
        ends = self._ends
        if ends is None:
            ends = self._ends = list(accumulate(map(len, self._offered()), initial=0))
        return ends

    def _wanted(self, action: Action) -> bool:
        return (self._kind is None or action.verb == self._kind) and (
            self._keep is None or self._keep(action)
        )

    def __len__(self) -> int:
        """Return how many options there are."""
        return self._counted()[-1] if self._listed is None else len(self._listed)

    def __bool__(self) -> bool:
        """Return whether there is any option."""
        return any(map(len, self._offered()))

    def __iter__(self) -> Iterator[Action]:
        """Iterate the options in canonical order."""
        listed = self._listed
        if listed is None:
            listed = []
            for batch in self._offered():  # quicker than chaining: most batches are short
                listed += batch
            self._listed = listed
        return iter(listed)

    def _read(self, text: str) -> Action:
        if self._setting is None:
            raise ActionSyntaxError(f"These options read no texts, as they are of no game: {text[:60]!r}.")
        action: Action = self._setting.read(self._table.state, text, self._seat)
        return action

    def __getitem__(self, place: int | str) -> Action:
        """Return the option at an index in the canonical order, or the one that a text such as ``"pass"`` means.

        Raises:
            IndexError: if there are fewer options.
            ActionSyntaxError, AmbiguousAction: if the text cannot be read.
            IllegalAction: if the text means an action that is not an option, with all the reasons.
        """
        if isinstance(place, str):
            action = self._read(place)
            refused = self.why_not(action)
            if refused:
                raise IllegalAction(action, refused)
            if not self._wanted(action):
                raise ActionSyntaxError(f"'{action}' is possible, but these are only some of the options.")
            return action
        ends = self._counted()
        number = ends[-1]
        place += number if place < 0 else 0
        if not 0 <= place < number:
            raise IndexError(f"there are {number} options")
        return self._at(place, ends)

    def _at(self, place: int, ends: list[int]) -> Action:
        batch = bisect_right(ends, place) - 1
        return self._offered()[batch][place - ends[batch]]

    def __contains__(self, action: object) -> bool:
        """Return whether an action, or what a text means, is legal; this asks the validator, not the list.

        Raises:
            ActionSyntaxError, AmbiguousAction: if a text cannot be read.
        """
        if isinstance(action, str):
            action = self._read(action)
        return isinstance(action, Action) and self._wanted(action) and not self.why_not(action)

    def why_not(self, action: Action) -> tuple[Refusal, ...]:
        """Return every reason why an action is not legal here.

        >>> game.options.why_not(game.options[0])
        ()
        """
        refused = self._handler.refusals(self._table, self._task, self._seat, action)
        ruleset = self._table.ruleset
        return tuple([self._labels.worded(ruleset, refusal) for refusal in refused]) if refused else refused

    @property
    def prompt(self) -> str:
        """The question as a sentence.

        >>> game.options.prompt
        'Your turn: bid for a tile, use a tile, or pass.'
        """
        return self._handler.prompt(self._table, self._task, self._seat)

    def prompt_in(self, language: Spoken) -> str:
        """Return the question in a language, given by its code such as ``uk``.

        >>> game.options.prompt_in("en") == game.options.prompt
        True
        """
        return self._speaker(language).say(self.prompt)

    def sample(self, rng: Random) -> Action:
        """Return one option, each equally likely.

        >>> game.options.sample(Random(1)) in game.options
        True
        """
        ends = self._counted()
        action = self._at(rng.randrange(ends[-1]), ends)
        if self._game is not None:
            self._game._note_drawn(action)
        return action

    def where(self, *, kind: str | None = None, keep: Callable[[Action], bool] | None = None) -> Options:
        """Return only the options of a kind (``bid``, ``use``, ...), or those that a function keeps.

        Raises:
            UnknownName: if no action of the game is of that kind.

        >>> str(game.options.where(kind="pass")[0])
        'pass'
        """
        if kind is not None and self._setting is not None:
            kinds = self._setting.codec().actions.kinds
            if kind not in kinds:
                raise UnknownName(
                    f"No action is of the kind {str(kind)[:60]!r}{suggest(str(kind)[:60], kinds)}"
                    f" (kinds are: {', '.join(kinds)})."
                )
        return Options(
            self._handler,
            self._table,
            self._task,
            self._seat,
            self._labels,
            self._setting,
            known=self._known,
            kind=kind or self._kind,
            keep=keep or self._keep,
        )

    def grouped(self, *, language: Spoken = "") -> Grouped:
        """Return the options as a tree with labels: place, then source or colour, then number.

        Args:
            language: the language of the words, given by its code such as ``uk``; English by default.

        >>> game.options.grouped().choices[0].label
        'Apprentice hall'
        """
        tree = grouped(self._labels(self._handler, self._table, self._task, self._seat), self)
        return tree.told(self._speaker(language)) if language else tree

    def _speaker(self, language: Spoken) -> Speaker:
        return speaker(language) if self._setting is None else self._setting.language(language)

    def __eq__(self, other: object) -> bool:
        """Return whether the other offers the same actions in the same order."""
        return isinstance(other, Options) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # comparing options lists them: not a key

    def __repr__(self) -> str:
        number = len(self)
        shown = ", ".join(str(self[place]) for place in range(min(4, number)))
        more = f", ... {self[number - 1]}" if number > 4 else ""
        return f"<{number} option{'s' if number != 1 else ''}: {shown}{more}>"

    def _repr_html_(self) -> str:
        by_verb: dict[str, list[str]] = {}
        for action in self:
            by_verb.setdefault(action.verb, []).append(str(action))
        rows = [
            (verb, len(texts), ", ".join(texts[:4]) + (", ..." if len(texts) > 4 else ""))
            for verb, texts in by_verb.items()
        ]
        return html_table(["kind", "options", "such as"], rows)


class Decision:
    """An open question to one seat.

    >>> game.decision.seat, game.decision.kind
    (1, 'turn')
    """

    __slots__ = ("options", "seat", "task")

    seat: int
    """Who decides."""
    options: Options
    """What the seat may do."""
    task: Task
    """The task behind the question, with its numbers."""

    def __init__(self, seat: int, task: Task, options: Options) -> None:
        """Put the question of a task to a seat."""
        self.seat = seat
        self.task = task
        self.options = options

    @property
    def id(self) -> str:
        """The question as a short stable text: an answer that names it is refused once the question has changed.

        It follows from what the seat may know, so a game and the seat's own view give the same one. While several
        seats decide at once, what the others do does not change it.

        >>> later = game.play("pass").decision
        >>> game.decision.id == game.decision.id, game.decision.id == later.id
        (True, False)
        """
        from hashlib import blake2b  # with OpenSSL, which most games do not need

        state = self.options._table.state
        # A task that names no seat waits for several at once: then only what belongs to the seat counts.
        if getattr(self.task, "seat", None) is None:
            own = part_text(state.seats[self.seat], self.seat, self.seat, over=state.over)
            text = f"{self.seat} {spelled(self.task)} {own}"
        else:
            text = known_text(state, self.seat)
        return blake2b(text.encode(), digest_size=8).hexdigest()

    @property
    def kind(self) -> str:
        """What kind of question it is, such as ``turn`` or ``haul``.

        >>> game.decision.kind
        'turn'
        """
        return self.task.tag

    @property
    def prompt(self) -> str:
        """The question as a sentence that a front-end can show.

        >>> game.decision.prompt
        'Your turn: bid for a tile, use a tile, or pass.'
        """
        return self.options.prompt

    def prompt_in(self, language: Spoken) -> str:
        """Return the question in a language, given by its code such as ``uk``.

        Raises:
            UnknownName: if there are no texts in that language.

        >>> game.decision.prompt_in("en") == game.decision.prompt
        True
        """
        return self.options.prompt_in(language)

    def to_data(self, codec: Codec, *, options: bool = True) -> dict[str, object]:
        """Return the question as JSON-able data, with or without its options.

        >>> sorted(game.decision.to_data(game.match.codec()))
        ['id', 'kind', 'options', 'prompt', 'seat', 'task']
        """
        data: Data = {
            "id": self.id,
            "seat": self.seat,
            "kind": self.kind,
            "prompt": str(self.prompt),
            "task": codec.tasks.write(self.task),
        }
        if options:
            data["options"] = [codec.actions.write(action) for action in self.options]
        return data

    def __eq__(self, other: object) -> bool:
        """Return whether the other is the same question with the same options."""
        if not isinstance(other, Decision):
            return NotImplemented
        return self.seat == other.seat and self.task == other.task and self.options == other.options

    __hash__ = None  # type: ignore[assignment]  # comparing decisions lists their options: not a key

    def __repr__(self) -> str:
        return f"<Decision of seat {self.seat}: {self.prompt} {self.options!r}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>Seat {self.seat}: {escape(self.prompt)}</p>{self.options._repr_html_()}"
