"""`GameDeclaration`: the one value that a game declares to all surfaces.

Command line, simulations, environments, schemas and the table in the browser read it and nothing else, so that each
of them takes any game on the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from attrs import field

from keyflower.kernel.arguments import one_of, shown
from keyflower.kernel.bots import AnyBot, RandomBot, checked_bot, named_bot
from keyflower.kernel.chance import Chance
from keyflower.kernel.errors import SetupError, suggest
from keyflower.kernel.game import BaseGame
from keyflower.kernel.match import BaseMatch
from keyflower.kernel.text import Speaker, phrase
from keyflower.kernel.values import frozen

FLAG: Final = "flag"
"""An option that is on or off."""
TEXT: Final = "text"
"""An option that is one word, of some or any."""
NAMES: Final = "names"
"""An option that is a list of words."""

AnyGame = BaseGame[Any, Any, Any]
"""A game of any kind."""


@frozen
class GameOption:
    """One choice when a game is set up: an argument of the game's `new`."""

    name: str
    """The name of the argument."""
    help: str
    """What it means."""
    kind: str = FLAG
    """`FLAG`, `TEXT` or `NAMES`."""
    default: bool = False
    """For a flag: its default."""
    choices: tuple[str, ...] = ()
    """For a word: the possible words; if empty, any word. For a list: short names for whole lists."""
    title: str = ""
    """What a lobby calls the choice that differs from the default: a flag turned on, or off if it is on by default."""

    def checked(self, value: object) -> Any:  # Any: whatever the game takes
        """Return a value that came from outside, for example from the lobby, after checking it.

        Raises:
            SetupError: if it is of another kind.
        """
        match self.kind, value:
            case "flag", bool():
                return value
            case "text", str() if len(value) <= 200:
                return one_of(value, self.choices, self.name) if self.choices and value else value
            case "names", list() | tuple() if len(value) <= 100 and all(
                isinstance(one, str) for one in value
            ):
                return list(value)
        kinds = {FLAG: "true or false", TEXT: "a text", NAMES: "a list of texts"}
        raise SetupError(f"{self.name} is {kinds[self.kind]}, not {shown(value)}")


def _english(code: str) -> Speaker:
    from keyflower.kernel.text import speaker

    return speaker(code)


@frozen(eq=False)
class GameDeclaration:
    """Everything the surfaces need to know about a game: its title, set-up, bots, pictures, texts and languages."""

    name: str
    """The name of its command, and of the game in logs."""
    title: str
    """What people call it."""
    game: type[AnyGame]
    """The class of its games; ``game.new(players, seed=..., **options)`` sets one up."""
    least: int
    """The smallest number of players."""
    most: int
    """The largest number of players."""
    options: tuple[GameOption, ...] = ()
    """What can be chosen for a new game."""
    bots: Mapping[str, Callable[[], AnyBot]] = field(factory=lambda: {"random": RandomBot})
    """How to make each bot, by name; from the weakest to the strongest."""
    usual_bot: str = "random"
    """The bot that plays if none is named."""
    text: Callable[[Any, Speaker], str] | None = None  # Any: a game or a view of it
    """Returns the table of a game or a view as text."""
    picture: Callable[[Any, Speaker], str] | None = None  # Any: a view
    """The table as a whole SVG document; what can be clicked has ``data-kind``, ``data-key`` and perhaps ``data-seat``,
    those of the choices of `Options.grouped`."""
    tabletop: Callable[[Speaker], Any] | None = None  # Any: a tabletop of the command line
    """What the game shows at the keyboard, if the usual way is not enough."""
    browser: str = ""
    """Where the class is found that serves its tables, such as ``package.module:NAME``, if the usual way is
    not enough."""
    tables: Mapping[str, Callable[[Any, Any], Iterable[Mapping[str, Any]]]] = field(
        factory=dict
    )  # Any: games, rows
    """The game's own tables for simulations: functions that turn a finished game and its result into rows."""
    features: Callable[[Any], Sequence[float]] | None = None  # Any: a view
    """Turns a view into a vector of fixed length, for learning agents; by default the state is hashed."""
    language: Callable[[str], Speaker] = _english
    """Returns the language with a code such as ``uk``."""
    home: str = ""
    """Where the declaration itself is found, such as ``package.module:NAME``; other processes import it from there."""
    languages: tuple[str, ...] = ("en",)
    """The codes of the languages that its texts are in."""

    @property
    def match(self) -> type[BaseMatch[Any]]:
        """The class of its matches."""
        found: type[BaseMatch[Any]] = self.game.LOG.MATCH
        return found

    def new(
        self,
        players: Sequence[str],
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        **options: object,
    ) -> AnyGame:
        """Set up a game.

        Raises:
            SetupError: if there are too few or too many players, or it has no such option.
        """
        if not self.least <= len(players) <= self.most:
            gaps = {"game": self.title, "least": self.least, "most": self.most, "number": len(players)}
            raise SetupError(phrase("{game} is a game for {least} to {most} players, not {number}", **gaps))
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise SetupError(f"{self.title} has no option {shown(name)}{suggest(str(name)[:60], known)}")
        chosen = {name: known[name].checked(value) for name, value in options.items()}
        new: Callable[..., AnyGame] = getattr(self.game, "new")  # noqa: B009  # each game has arguments of its own
        return new(
            players,
            seed=seed,
            chance=chance,
            **{name: value for name, value in chosen.items() if value != ""},
        )

    def bot(self, bot: str | AnyBot) -> AnyBot:
        """Return a bot by name, or one that was given as a value.

        Raises:
            UnknownName: if there is none of that name; the nearest are suggested.
            SetupError: if it is not a bot.
        """
        return named_bot(self.bots, bot) if isinstance(bot, str) else checked_bot(bot)

    def __deepcopy__(self, memo: object) -> GameDeclaration:
        return self

    @staticmethod
    def at(home: str) -> GameDeclaration:
        """Return the declaration that is found under a path such as ``package.module:NAME``."""
        from pkgutil import resolve_name  # needed in other processes only

        found = resolve_name(home)
        assert isinstance(found, GameDeclaration)
        return found
