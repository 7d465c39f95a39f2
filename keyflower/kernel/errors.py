"""The error tree: everything that a game raises on purpose derives from `GameError`."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import Factory, evolve, field

from keyflower.kernel.text import AND, OR, Message, Spoken, Wording, listed, phrase, speaker
from keyflower.kernel.values import frozen


@frozen
class Refusal:
    """One reason why an action is not legal.

    >>> refusal = over.why_not(game.options[-1])[0]
    >>> refusal.code, refusal.rule
    ('game.over', '2.2')
    """

    code: str
    """A stable name such as ``bid.too-low``; programs may rely on it."""
    message: str
    """The reason for a person: what is wrong and what would be right."""
    rule: str
    """The paragraph of the rules it comes from, such as ``2.5.3``; empty if the rules say nothing about it."""
    params: tuple[tuple[str, str | int], ...] = field(
        default=Factory(lambda self: _gaps(self.message), takes_self=True)
    )
    """The names and numbers in the message, for programs; for a `Message`, the values of its placeholders."""
    catalogues: tuple[str, ...] = field(default=(), kw_only=True, eq=False, repr=False)
    """Packages with further translations, from the parts that are played."""

    def text(self, language: Spoken) -> str:
        """Return the reason in a language, given by its code such as ``uk``.

        Raises:
            UnknownName: if there are no texts in that language.

        >>> over.why_not(game.options[-1])[0].text("en")
        'the game is over: nobody can act any more'
        """
        return speaker(language, *self.catalogues).say(self.message)

    def told(self, language: Spoken) -> Refusal:
        """Return the same refusal with its message in a language."""
        return evolve(self, message=self.text(language), params=self.params)

    def to_data(self) -> dict[str, object]:
        """Return the refusal as JSON-able data.

        >>> sorted(over.why_not(game.options[-1])[0].to_data())
        ['code', 'message', 'params', 'rule']
        """
        return {
            "code": self.code,
            "message": str(self.message),
            "rule": self.rule,
            "params": dict(self.params),
        }

    def __str__(self) -> str:
        return f"{self.message} [{self.code}{f', rules {self.rule}' if self.rule else ''}]"


def refused(code: str, rule: str, template: str, /, **gaps: object) -> tuple[Refusal, ...]:
    """Return one reason why an action is not legal, where a rule returns all of them.

    Args:
        code: its stable name.
        rule: the paragraph of the rules, or the empty text.
        template: the reason for a person, as `phrase` takes it.
        gaps: the values of its placeholders.

    >>> refused("bid.too-low", "2.5.3", "a bid of {number} is too low", number=2)[0].message
    'a bid of 2 is too low'
    """
    return (Refusal(code, phrase(template, **gaps), rule),)


def named(**values: object) -> tuple[tuple[str, str | int], ...]:
    """Return the names and numbers of a message as `Refusal.params` keeps them.

    >>> named(tile="miner", need=3, possible=["R1", "B1"])
    (('need', 3), ('possible', 'R1, B1'), ('tile', 'miner'))
    """
    return tuple((name, _plain(value)) for name, value in sorted(values.items()))


def _gaps(message: str) -> tuple[tuple[str, str | int], ...]:
    return named(**message.gaps) if isinstance(message, Message) else ()


def _plain(value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


LONGEST_MESSAGE = 2_000
"""Longer messages are cut to this number of characters."""


class GameError(Exception):
    """The root of every error that a game raises on purpose."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}…"

    @property
    def said(self) -> str:
        """The message; if it can be translated, it is a `Message` with its template.

        >>> from keyflower.kernel import GameError
        >>> GameError("it rains").said
        'it rains'
        """
        said = self.args[0] if self.args else ""
        return said if isinstance(said, Wording) else str(self)

    def text(self, language: Spoken) -> str:
        """Return the message in a language, given by its code such as ``uk``; in English if it is not translated.

        >>> from keyflower.kernel import GameError
        >>> GameError("it rains").text("en")
        'it rains'
        """
        said = self.said
        return speaker(language).say(said) if isinstance(said, Wording) else said


class PoolError(GameError, ValueError):
    """A pool does not hold the pieces that were to be taken, or its text cannot be read.

    >>> from keyflower.kernel import BasePool
    >>> try:
    ...     BasePool.of(brick=1) - BasePool.of(brick=2)
    ... except PoolError:
    ...     print("there are not that many")
    there are not that many
    """


class IllegalAction(GameError):
    """An action that the rules do not allow now; the error has every reason at once.

    >>> try:
    ...     game.play(over.last_action)
    ... except IllegalAction as error:
    ...     print(len(error.refusals) > 0)
    True
    """

    def __init__(self, tried: object, refusals: tuple[Refusal, ...]) -> None:
        self.tried = tried
        """What was tried."""
        self.refusals = refusals
        """All reasons, in the order they were found."""
        super().__init__(f"{tried}: " + "; ".join(str(refusal) for refusal in refusals))

    def text(self, language: Spoken) -> str:
        """Return what was tried and why it was refused, in a language.

        >>> try:
        ...     game.play(over.last_action)
        ... except IllegalAction as error:
        ...     print(error.text("en") == str(error))
        False
        """
        return f"{self.tried}: " + "; ".join(refusal.text(language) for refusal in self.refusals)


class ActionSyntaxError(GameError, ValueError):
    """A text or mapping that is not an action.

    >>> try:
    ...     game.play("sing")
    ... except ActionSyntaxError as error:
    ...     print(str(error)[:31])
    no action starts with 'sing'; v
    """


class AmbiguousAction(GameError, ValueError):
    """A text that could mean several actions; `candidates` lists them."""

    def __init__(self, message: str, candidates: tuple[str, ...] = ()) -> None:
        self.candidates = candidates
        """The texts that would be clear."""
        super().__init__(message)


class NotYourTurn(GameError):
    """The seat that tried to act has no open decision, or several seats decide and none was given.

    >>> try:
    ...     game.play("pass", seat="Ann")
    ... except NotYourTurn as error:
    ...     print(error)
    it is Bob's turn to decide, not Ann's
    """


class StaleDecision(GameError):
    """The answer belongs to a decision that is no longer open.

    >>> later = game.play("pass")
    >>> try:
    ...     later.play("pass", decision=game.decision)
    ... except StaleDecision:
    ...     print("it has been answered already")
    it has been answered already
    """


class GameOver(GameError):
    """The game has ended, so nobody can act any more.

    >>> try:
    ...     over.play("pass")
    ... except GameOver as error:
    ...     print(error)
    the game is over: nobody can act any more
    """


class NotContinued(GameOver):
    """The game was played with another version of its rules and cannot be continued; it can still be read."""


class SetupError(GameError, ValueError):
    """A game cannot be set up as asked.

    >>> try:
    ...     game.undo()
    ... except SetupError as error:
    ...     print(type(error).__name__)
    SetupError
    """


class UnknownName(GameError, LookupError):
    """A name that does not exist.

    >>> try:
    ...     game.view("Eve")
    ... except UnknownName as error:
    ...     print(error)
    nobody is called 'Eve'; players are Ann, Bob, Cid
    """


class LogError(GameError, ValueError):
    """A log that cannot be read; the message says in which line and why.

    >>> try:
    ...     type(log).loads("nonsense")
    ... except LogError as error:
    ...     print(error.line)
    1
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        """What is wrong."""
        self.line = line
        """The line of the log it is wrong in, counted from 1."""
        super().__init__(
            reason if line is None else phrase("line {line}: {reason}", line=line, reason=reason)
        )


class HiddenInformation(GameError):
    """A view cannot know what was asked for.

    >>> try:
    ...     log.redacted("Ann").replay()
    ... except HiddenInformation as error:
    ...     print(error)
    this log contains only what Ann may know: it can be viewed, but not replayed
    """


class ChanceError(GameError):
    """A scripted result that is impossible, or a script that has run out."""


class LanguageError(GameError, ValueError):
    """A catalogue of texts in a language that cannot be read."""


class MissingExtra(GameError, ImportError):
    """A surface needs an optional dependency that is not installed."""


def over() -> Message:
    """Return the message for an action after the end of the game."""
    return phrase("the game is over: nobody can act any more")


def waiting(who: str, names: Iterable[str]) -> Message:
    """Return the message for a player who has nothing to decide; `names` are those who have."""
    others = listed(names, AND)
    return phrase("it is {names}'s turn to decide, not {who}'s", who=who, names=others)


def alike(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are similar to a name, the closest first."""
    from difflib import get_close_matches  # only for messages

    return get_close_matches(name, list(known), n=3, cutoff=0.6)


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the end of an error message that suggests what `name` may have meant, or nothing."""
    close = alike(name, known)
    return phrase("; did you mean {names}?", names=listed(close, OR)) if close else ""
