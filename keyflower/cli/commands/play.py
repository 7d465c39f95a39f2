"""``keyflower play``: who sits where, and how the game begins or resumes."""

from __future__ import annotations

from pathlib import Path
from secrets import token_bytes

from keyflower.bots import Bot, wait_of
from keyflower.bots import bot as named_bot
from keyflower.bots import name_of as bot_name
from keyflower.cli.autosave import Autosave
from keyflower.cli.console import out, visible_names
from keyflower.cli.hot_seat import Session
from keyflower.cli.options import read_log, spoken_with
from keyflower.cli.prompt import Reader
from keyflower.cli.terminal import VillageTabletop
from keyflower.facade.game import Game
from keyflower.facade.rule_choice import RuleChoice
from keyflower.kernel.actions import Action
from keyflower.kernel.bots import NAMES
from keyflower.kernel.chance import SecretChance, SeededChance
from keyflower.kernel.errors import SetupError
from keyflower.kernel.text import YOU, Message, Speaker, decimal, phrase, phrases
from keyflower.kernel.text import name as name_of

_ALONE = phrase("Player")
"""The name of a person who gives none: a noun, because it is saved in the log, and others read it too."""


def start(
    people: list[str],
    *,
    players: int | None,
    seed: int | None,
    rules: RuleChoice,
    bots: list[str],
    resume: Path | None,
    language: Speaker,
) -> bool:
    """Set up a game, or read a saved one, and play it.

    Returns:
        Whether the game is saved, or nobody wanted it.

    Raises:
        SetupError: if the saved game is being played elsewhere.
    """
    console, say = out(), language.say
    keeper = Autosave(console, resume, language=language)
    try:
        game, people = _begun(
            people,
            players=players,
            seed=seed,
            rules=rules,
            resume=resume,
            language=language,
        )
        seats = frozenset(game.seat_of(name) for name in people)
        helpers = _helpers(game, seats, bots)
        for seat, name in enumerate(game.players):
            kind = phrase("a person") if seat in seats else _told(helpers[seat], game)
            console.print(f"  {name}: {say(kind)}")
        if keeper.keep(game):
            kept = phrase("The game is saved after every action, in {file}", file=keeper.file)
            console.print(say(kept), soft_wrap=True)
        speaker = spoken_with(language, game.ruleset)

        def read(now: Game, seat: int, text: str) -> Action:
            return now.parse(text, seat=seat, language=speaker)

        return Session(
            console,
            Reader(console),
            game,
            VillageTabletop(speaker),
            people=seats,
            bots=helpers,
            keeper=keeper,
            file=resume,
            language=speaker,
            read=None if speaker.code == "en" else read,
        ).run()
    finally:
        keeper.close()


def _begun(
    people: list[str],
    *,
    players: int | None,
    seed: int | None,
    rules: RuleChoice,
    resume: Path | None,
    language: Speaker,
) -> tuple[Game, list[str]]:
    """Return the game to play, and its players; print which one it is."""
    console, say = out(), language.say
    people = list(visible_names(tuple(people)))
    alone = say(_ALONE)
    if resume is not None:
        game = read_log(resume).replay()
        people = people or [_who(game, alone)]
        going = phrases(
            "Resuming {file}: {number} action played.",
            "Resuming {file}: {number} actions played.",
            game.ply,
            file=resume,
        )
        console.print(say(going), soft_wrap=True)
    else:
        game = rules.game(
            _names(people or [alone], players),
            # a seed could be guessed and gives away every hand, so people get one only on demand
            chance=SecretChance(token_bytes(32)) if seed is None else SeededChance(seed),
        )
        people = people or [alone]
        new = phrase("A new game.") if seed is None else phrase("A new game with seed {seed}.", seed=seed)
        console.print(say(new))
    return game, people


def _told(bot: Bot, game: Game) -> Message:
    """Return the name of a bot; a level has its own name, with its thinking time."""
    level = getattr(bot, "strength", None)
    name, wait = name_of("bot", level or bot_name(bot)), wait_of(bot, game)
    if not wait:
        return phrase("the bot '{bot}'", bot=name)
    return phrase("the bot '{bot}', about {seconds} s a turn", bot=name, seconds=decimal(f"{wait:.1g}"))


def _who(game: Game, alone: str) -> str:
    """Return the default player of a saved game: the seat that decides."""
    for name in (alone, str(_ALONE), str(YOU)):
        if name in game.players:
            return name
    return game.players[next(iter(game.decisions), 0)]


def _names(people: list[str], players: int | None) -> list[str]:
    """Return the names of all players: the people, then bots."""
    number = max(len(people), 3 if players is None else players)
    if players is not None and len(people) > players:
        raise SetupError(
            phrase("{people} people cannot sit on {seats} seats", people=len(people), seats=players)
        )
    spare = [name for name in NAMES if name not in people]
    return [*people, *spare[: number - len(people)]]


def _helpers(game: Game, people: frozenset[int], bots: list[str]) -> dict[int, Bot]:
    seats = [seat for seat in range(len(game.players)) if seat not in people]
    wanted = bots or ["steward"]
    return {seat: named_bot(wanted[place % len(wanted)]) for place, seat in enumerate(seats)}
