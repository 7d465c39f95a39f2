"""Law 12 over the socket: what a seat cannot see is dealt anew, the same is played, and its frames are equal."""

import json
import random
from contextlib import ExitStack
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import keyflower as kf
from keyflower.kernel.log.writer import LogWriter
from keyflower.web import protocol as messages
from keyflower.web.bot_pool import BotPool
from keyflower.web.kept_table import KeptTable
from keyflower.web.limits import Limits
from keyflower.web.lobby import key_of
from keyflower.web.server import Server, application
from keyflower.web.sqlite import SqliteStore
from keyflower.web.table_store import Saved, Seating, Stage
from tests.support.random_games import EVERY_KIND, Table, whole_game
from tests.support.web_player import SITTING, Player

TABLE = "a-table-and-its-twin"
GAMES, PLIES = 2, 4


def kept(game: kf.Game) -> Saved:
    """Return a game as a table, with secrets that are the same for both."""
    header, pen = LogWriter.begin(game.match)
    line, _ = pen.write(game.entry, game.chance)
    seats = tuple(Seating(name, "", key_of(name)) for name in game.players)
    return Saved(TABLE, 1, seats, (header, line), stage=Stage.PERSON)


class Listener(Player):
    """A player who keeps every frame about the table."""

    frames: list[str]

    def until(self, ply: int) -> list[str]:
        """Return the frames up to a ply; who is connected is left out."""
        found: list[str] = []
        while not found or self.known.ply < ply:
            text = self.socket.receive_text()
            if json.loads(text)["type"] != "here":
                self.known = self.known.heard(json.loads(text))
                found.append(text)
        return found

    def past(self, ply: int) -> list[str]:
        """Return what is told about the past: in words, the table at a ply, and the log."""
        found = []
        for asked in ({"type": "history"}, {"type": "moment", "ply": ply}, {"type": "log"}):
            self.say(asked)
            found.append(
                next(text for text in iter(self.socket.receive_text, "") if f'"{asked["type"]}"' in text)
            )
        return found


def seated(store: SqliteStore, game: kf.Game, stack: ExitStack, language: str) -> list[Listener]:
    store.create(kept(game))
    limits = Limits(rate=10_000, burst=10_000)
    server = Server(store, limits=limits, thinker=BotPool(0))
    client = stack.enter_context(TestClient(application(server)))
    players = [Listener(client, f"/t/{TABLE}#{name}", language=language) for name in game.players]
    players.append(Listener(client, f"/t/{TABLE}", language=language))
    for player in players:
        stack.callback(player.leave)
    return players


def common(game: kf.Game, twin: kf.Game, rng: random.Random) -> tuple[kf.Game, kf.Game, int, str] | None:
    """Return both games after an action that is legal in both and lets chance say the same."""
    for _ in range(12):
        seat = rng.choice([*game.decisions])
        action = str(game.decisions[seat].options.sample(rng))
        if seat in twin.decisions and not twin.why_not(action, seat=seat):
            after, other = game.play(action, seat=seat), twin.play(action, seat=seat)
            return (after, other, seat, action) if after.entry.answers == other.entry.answers else None
    return None


def compare(table: Table, language: str, folder: Path) -> None:
    """Play two games that differ only in what a seat cannot see, and compare the frames of that seat."""
    rng = random.Random(f"{table} {language}")
    moments = [moment for moment in whole_game(table) if not moment.over]
    played = 0
    for number in range(GAMES):
        moment = rng.choice(moments)
        viewer = rng.randrange(-1, len(moment.players))
        twin = kf.Game.from_position(moment.view(viewer).sample(rng).position())
        game = kf.Game.from_position(moment.position())
        with ExitStack() as stack:
            both = [
                seated(SqliteStore(folder / f"{number}{place}"), one, stack, language)
                for place, one in enumerate((game, twin))
            ]
            told = [[player.until(0) for player in players] for players in both]
            assert told[0][viewer] == told[1][viewer], "the first frame depends on what is hidden"
            for _ in range(PLIES):
                step = None if game.over else common(game, twin, rng)
                if step is None:
                    break
                game, twin, seat, action = step
                if game.view(viewer).state != twin.view(viewer).state:
                    break  # something hidden was turned up
                for players in both:
                    asked = players[seat].known.decision
                    assert asked is not None
                    players[seat].say({"type": "play", "decision": asked["id"], "action": action})
                told = [[player.until(game.ply) for player in players] for players in both]
                assert told[0][viewer] == told[1][viewer], f"after {action} a frame depends on what is hidden"
                if not game.over:
                    first, second = (players[viewer].past(max(0, game.ply - 1)) for players in both)
                    assert first == second, "the history depends on what is hidden"
                played += 1
        SITTING.clear()
    assert played, "nothing was compared"


@pytest.mark.parametrize(
    ("table", "language"), [*zip(EVERY_KIND[::13], cycle(["en", "uk"]), strict=False)], ids=str
)
def test_frames_do_not_depend_on_what_is_hidden(table, language, tmp_path):
    compare(table, language, tmp_path)


def everything(game: Any) -> str:  # Any: of any game that has positions
    """Return a word that depends on all of a game, also on what is hidden."""
    return sha256(game.position().dumps().encode()).hexdigest()


def in_the_table(patch: pytest.MonkeyPatch) -> None:
    """Let the first frame say something hidden."""
    adopt = KeptTable._adopt

    def leaking(kept: KeptTable, *given: Any) -> None:  # Any: as it takes them
        adopt(kept, *given)
        kept.audience.about["next"] = everything(kept.game)

    patch.setattr(KeptTable, "_adopt", leaking)


def in_entries(patch: pytest.MonkeyPatch) -> None:
    """Let what is told after an action say something hidden."""
    told = messages.entries_to_data

    def leaking(game: kf.Game, *given: Any, **more: Any) -> list[messages.Message]:  # Any: as it takes them
        return [
            {**entry, "text": everything(game)} if game.ply else entry for entry in told(game, *given, **more)
        ]

    patch.setattr(messages, "entries_to_data", leaking)


@pytest.mark.parametrize(
    ("leak", "where"), [(in_the_table, "the first frame"), (in_entries, "after .* a frame")]
)
def test_a_planted_leak_is_found(leak, where, tmp_path, monkeypatch):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=f"{where} depends on what is hidden"):
        compare(EVERY_KIND[0], "en", tmp_path)
    SITTING.clear()
