"""Setting up a served table: what the lobby asks for, the links, and the secret deal."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from typing import Any, Final

from attrs import evolve, frozen

from keyflower.bots import BOTS, LEVELS, bot, wait_of
from keyflower.declaration import KEYFLOWER
from keyflower.facade.game import Game
from keyflower.kernel.arguments import bare
from keyflower.kernel.chance import Chance, SecretChance, SeededChance
from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.errors import SetupError
from keyflower.kernel.text import listed, phrase
from keyflower.languages import LANGUAGES
from keyflower.web import clocks
from keyflower.web.chain import written
from keyflower.web.clocks import Clock
from keyflower.web.table_game import table_game
from keyflower.web.table_store import Saved, Seating, Stage, rules_key
from keyflower.web.webhooks import Allowed
from keyflower.web.webhooks import wished as webhooks_wished

_FIRST_DEAL: Final = 28
"""The seed of the guided game: two players begin among tiles that are easy to read, and the first one begins."""
TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")
"""What the id of a table looks like; exported files are named after it."""
LONGEST_NAME: Final = 40
"""The longest name at a table, in characters."""


def secret_chance() -> Chance:
    """Return a source of chance that nobody can guess or reconstruct."""
    return SecretChance(secrets.token_bytes(32))


def new_token() -> str:
    """Return a secret for a link: 192 random bits."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return the name of a new table: 128 random bits, never with a dash first, as options have."""
    return next(name for name in iter(lambda: secrets.token_urlsafe(16), "") if not name.startswith("-"))


def key_of(token: str) -> str:
    """Return the digest of a secret; only this is kept."""
    return sha256(token.encode()).hexdigest()


def seat_of(seats: Iterable[Seating], token: str) -> int | None:
    """Return the seat that a secret opens, or `None`; it takes equally long whatever the answer is."""
    found, key = None, key_of(token)
    for number, seat in enumerate(seats):
        if hmac.compare_digest(seat.key, key) and seat.key:
            found = number
    return found


@frozen
class NewTable:
    """A table that has just been set up: what is kept of it, and the secrets, which are told only once."""

    saved: Saved
    """The table as it is kept."""
    game: AnyGame
    """The game."""
    tokens: tuple[str, ...]
    """The secret of each seat; the empty text for a bot."""


def open_table(
    wishes: Mapping[str, Any],  # Any: what JSON holds
    *,
    chance: Chance | None = None,
    declared: GameDeclaration = KEYFLOWER,
    webhooks: Allowed = Allowed.NONE,
) -> NewTable:
    """Set up a table as the lobby asks for it.

    Args:
        wishes: ``players`` (a list of objects with ``name`` and, for a bot, ``bot``), ``expansions``, ``variants``,
            ``handicap``, ``overrides``, ``without``, ``only`` (as `Game.new` takes them), and
            ``language`` (a code, or the empty text if each seat has its own), and ``guided`` for a first game: one
            person against bots, always with the same deal; ``hints`` if one person against bots may ask for them;
            ``clock`` (see `clocks.wished`) and ``webhook``, an address that is called when a person has to decide.
        chance: the source of chance; by default a secret one.
        declared: the game; any other than Keyflower takes ``players``, ``options``, ``language``, ``clock`` and
            ``webhook``.
        webhooks: which addresses are called.

    Raises:
        SetupError, RulesetError, UnknownName: if it makes no sense; the message says what would be right.
    """
    source = _source(wishes) if chance is None else chance
    seats = _seats(wishes.get("players"), tuple(declared.bots), least=declared.least)
    game = table_game(declared).new(wishes, [seat.name for seat in seats], source)
    tokens = tuple("" if seat.bot else new_token() for seat in seats)
    hints = _hints(wishes.get("hints", False), seats)
    keyed = tuple(
        evolve(seat, key=key_of(token), hints=hints) if token else seat
        for seat, token in zip(seats, tokens, strict=True)
    )
    saved = kept_table(
        keyed,
        game,
        _language(wishes.get("language")),
        clock=clocks.wished(wishes.get("clock"), len(keyed)),
        webhook=webhooks_wished(wishes.get("webhook"), webhooks),
    )
    return NewTable(saved, game, tokens)


def _source(wishes: Mapping[str, Any]) -> Chance:  # Any: as above
    """Return the source of chance: a secret one, or in a guided game the one whose deal is always the same."""
    guided = wishes.get("guided", False)
    if not isinstance(guided, bool):
        raise SetupError("guided is true or false")
    if not guided:
        return secret_chance()
    players = wishes.get("players")
    people = (
        [one for one in players if isinstance(one, dict) and not one.get("bot")]
        if isinstance(players, list)
        else []
    )
    if len(people) != 1:
        raise SetupError("a guided game is for one person against bots: whoever has played it knows the deal")
    return SeededChance(_FIRST_DEAL)


def _hints(wished: object, seats: Sequence[Seating]) -> bool:
    """Return whether a table allows hints."""
    if not isinstance(wished, bool):
        raise SetupError("hints is true or false")
    if wished and sum(not seat.bot for seat in seats) != 1:
        raise SetupError(phrase("hints are for one person against bots, never where other people play"))
    return wished


def again_table(
    seats: tuple[Seating, ...], game: AnyGame, language: str, *, clock: Clock | None = None, webhook: str = ""
) -> Saved:
    """Return a new table with the same seats and rules and a new deal; the secrets of the old links open it too."""
    anew = type(game).begun(evolve(game.match, origin=secret_chance()))
    return kept_table(seats, anew, language, clock=clock and clock.again(), webhook=webhook)


def kept_table(
    seats: tuple[Seating, ...], game: AnyGame, language: str, *, clock: Clock | None = None, webhook: str = ""
) -> Saved:
    """Return a new table as it is stored, with everything that has happened in its game."""
    lines, _ = written(list(game.moments))
    return Saved(
        new_id(),
        1,
        seats,
        lines,
        language,
        stage_of(game, seats),
        rules=rules_key(lines[0]),
        webhook=webhook,
        clock=clock,
    )


def asked_people(game: AnyGame, seats: Sequence[Seating]) -> dict[int, str]:
    """Return the ids of the questions that people have to answer, by seat."""
    open_now = {} if game.over or game.halted else game.decisions
    return {seat: decision.id for seat, decision in open_now.items() if not seats[seat].bot}


def stage_of(game: AnyGame, seats: Sequence[Seating]) -> Stage:
    """Return who has to act next at a table."""
    if game.over or game.halted:
        return Stage.OVER
    return Stage.BOT if any(seats[seat].bot for seat in game.decisions) else Stage.PERSON


def _language(code: object) -> str:
    if code is None or code == "":
        return ""
    if isinstance(code, str) and code in LANGUAGES:
        return code
    raise SetupError(
        phrase(
            "There are no texts in the language '{code}'; languages are {codes}.",
            code=bare(str(code)[:20]),
            codes=listed(LANGUAGES),
        )
    )


def _seats(players: object, bots: tuple[str, ...], *, least: int) -> tuple[Seating, ...]:
    if not isinstance(players, list) or not least <= len(players) <= 12:
        raise SetupError("players are a list of objects, each with a name and perhaps a bot")
    seats = tuple(_seat(player, bots) for player in players)
    if all(seat.bot for seat in seats):
        raise SetupError(phrase("at least one seat is for a person"))
    return seats


def _seat(player: object, bots: tuple[str, ...]) -> Seating:
    if not isinstance(player, dict) or not {"name"} <= player.keys() <= {"name", "bot"}:
        raise SetupError("a player is an object with a name, and with a bot if a bot sits there")
    name, wanted = player["name"], player.get("bot") or ""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not _legible(name):
        raise SetupError(phrase("a name has 1 to {most} printable characters", most=LONGEST_NAME))
    if not isinstance(wanted, str) or (wanted and wanted not in bots):
        raise SetupError(
            phrase(
                "there is no bot called '{name}'; bots are {bots}",
                name=bare(wanted[:40] if isinstance(wanted, str) else wanted),
                bots=listed(bots),
            )
        )
    return Seating(name.strip(), wanted)


_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")
"""What joins letters and emoji: it is not printed, but it belongs to names."""


def _legible(name: str) -> bool:
    return name.translate(_JOINERS).isprintable() and bool(name.translate(_JOINERS).strip())


def offered(expansions: Iterable[str] = ()) -> list[dict[str, object]]:
    """Return the bots that a lobby offers, with the seconds that each thinks about a turn; the levels first.

    The pace is measured with the rules that are going to be played, once for each choice of expansions.
    """
    with _MEASURING:
        waits = _waits(tuple(sorted({*expansions} - {"base"})))
    return [{"name": name, "wait": wait} for name, wait in waits]


_MEASURING: Final = Lock()  # whoever asks for the same while it is being measured waits for that answer


@lru_cache(maxsize=64)
def _waits(expansions: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    names = [*LEVELS, *(name for name in BOTS if not wait_of(bot(name)))]
    game, strongest = Game.new(["Ann", "Bob", "Cid"], seed=1, expansions=expansions), bot([*LEVELS][-1])
    # measured once: all levels try games at the same pace
    slower = wait_of(strongest, game) / wait_of(strongest)
    return tuple((name, round(wait_of(bot(name)) * slower, 2)) for name in names)
