"""A game as a chain of moments: read from a kept table, written as lines, and compared with another."""

from __future__ import annotations

from keyflower.kernel.declaration import AnyGame, GameDeclaration
from keyflower.kernel.log.writer import LogWriter
from keyflower.web.table_store import Saved


def read_game(saved: Saved, declared: GameDeclaration) -> AnyGame:
    """Return the game of a kept table."""
    game: AnyGame = declared.game.LOG.loads(saved.text).restore()
    return game


def written(chain: list[AnyGame]) -> tuple[tuple[str, ...], list[LogWriter]]:
    """Return the lines of a chain of games in today's format, each with the writer for the next line."""
    header, pen = LogWriter.begin(chain[0].match)
    lines, pens = [header], []
    for moment in chain:
        line, pen = pen.write(moment.entry, moment.chance)
        lines.append(line)
        pens.append(pen)
    return tuple(lines), pens


def shared(before: list[AnyGame], after: list[AnyGame]) -> int:
    """Return how many entries two chains have in common."""
    number = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and (old.entry != new.entry or old.chance != new.chance):
            break
        number += 1
    return number
