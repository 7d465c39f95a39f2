"""The statements that keep served tables, in words that SQLite and PostgreSQL both understand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from typing import Any, Final, TypeAlias

from keyflower.model.errors import KeyflowerError
from keyflower.web.chat import Remark
from keyflower.web.clocks import Clock
from keyflower.web.table_store import (
    Ages,
    Change,
    Fate,
    Receipt,
    Row,
    Saved,
    Seating,
    Stage,
    StoreError,
    rules_key,
)

SCHEMA: Final = 6
"""The version of the tables of a database; the database carries it."""

_FIRST: Final = (
    "CREATE TABLE IF NOT EXISTS keyflower_tables ("
    "id TEXT PRIMARY KEY, version INTEGER NOT NULL, seats TEXT NOT NULL, header TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS keyflower_entries ("
    'table_id TEXT NOT NULL REFERENCES keyflower_tables(id), "number" INTEGER NOT NULL, line TEXT NOT NULL, '
    'PRIMARY KEY (table_id, "number"))',
)
"""The tables as library 0.2 made them."""

_COLUMNS: Final = {
    "keyflower_schema": "version",
    "keyflower_tables": "id, version, seats, header",
    "keyflower_entries": 'table_id, "number", line',
}
"""The columns that our tables have; tables of these names without them belong to another program."""
_AT_ONCE: Final = 400
"""The most tables that one statement names."""

Run: TypeAlias = Callable[[str, Sequence[object]], list[tuple[Any, ...]]]  # Any: what a database holds
"""Runs a statement, with question marks for its values, and returns its rows."""


# ---------------------------------------------------------------------- versions of the database


def bring_up_to_date(run: Run, *, now: str) -> None:
    """Create the tables of a new database, or migrate those of an old one step by step.

    It has to be run in a transaction that no other server can be in.

    Args:
        run: runs a statement.
        now: how the database says the seconds since 1970.

    Raises:
        StoreError: if the database is newer than this library.
    """
    run("CREATE TABLE IF NOT EXISTS keyflower_schema (version INTEGER NOT NULL)", ())
    found = run(f"SELECT {_COLUMNS['keyflower_schema']} FROM keyflower_schema", ())
    if not found:  # new, or made by library 0.2, which wrote no version
        for statement in _FIRST:
            run(statement, ())
    for table, columns in _COLUMNS.items():
        run(f"SELECT {columns} FROM {table} WHERE 1 = 0", ())
    if not found:
        run("INSERT INTO keyflower_schema VALUES (?)", (1,))
    version = int(found[0][0]) if found else 1
    if version > SCHEMA:
        raise StoreError(
            f"its tables have version {version}, and this library knows versions 1 to {SCHEMA}: a newer one is needed"
        )
    for step in _STEPS[version - 1 :]:
        step(run, now)
    if version < SCHEMA:
        run("UPDATE keyflower_schema SET version = ?", (SCHEMA,))


def _name_languages(run: Run, now: str) -> None:
    """Say for every table which language it has: at first, tables had none and were kept as bare lists of seats."""
    for table, seats in run("SELECT id, seats FROM keyflower_tables", ()):
        data = json.loads(seats)
        if isinstance(data, list):
            text = json.dumps({"language": "", "seats": data})
            run("UPDATE keyflower_tables SET seats = ? WHERE id = ?", (text, table))


def _say_what_is_due(run: Run, now: str) -> None:
    """Say for every table who acts next, when it was touched last, and what else a server has to know of it."""
    for column in (
        "touched BIGINT NOT NULL DEFAULT 0",
        "stage TEXT NOT NULL DEFAULT ''",
        "rules TEXT NOT NULL DEFAULT ''",
        "successor TEXT NOT NULL DEFAULT ''",
        "trouble TEXT NOT NULL DEFAULT ''",
    ):
        run(f"ALTER TABLE keyflower_tables ADD COLUMN {column}", ())
    run(f"UPDATE keyflower_tables SET touched = {now}", ())
    for column in ("rules", "stage"):
        run(f"CREATE INDEX keyflower_{column} ON keyflower_tables ({column})", ())


def _say_when_it_was_served(run: Run, now: str) -> None:
    """Say when a server last looked at its clock: without that, a clock that jumps would make every table old."""
    run("ALTER TABLE keyflower_schema ADD COLUMN seen BIGINT NOT NULL DEFAULT 0", ())
    run(f"UPDATE keyflower_schema SET seen = {now}", ())


def _keep_reviews(run: Run, now: str) -> None:
    """Make room for the reviews of finished games: one row for each reviewed moment."""
    run(
        "CREATE TABLE keyflower_reviews (table_id TEXT NOT NULL REFERENCES keyflower_tables(id), game TEXT NOT NULL, "
        "ply INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, game, ply))",
        (),
    )


def _keep_clocks_and_chat(run: Run, now: str) -> None:
    """Make room for clocks, the time at which one runs out, the address that is called, and what is said."""
    for column in (
        "clock TEXT NOT NULL DEFAULT ''",
        "due BIGINT NOT NULL DEFAULT 0",
        "webhook TEXT NOT NULL DEFAULT ''",
    ):
        run(f"ALTER TABLE keyflower_tables ADD COLUMN {column}", ())
    run(
        "CREATE TABLE keyflower_chat (table_id TEXT NOT NULL REFERENCES keyflower_tables(id), "
        '"number" INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (table_id, "number"))',
        (),
    )
    run("CREATE INDEX keyflower_due ON keyflower_tables (due)", ())


_STEPS: Final[tuple[Callable[[Run, str], None], ...]] = (
    _name_languages, _say_what_is_due, _keep_reviews, _keep_clocks_and_chat, _say_when_it_was_served,
)  # fmt: skip
"""The step from each version to the next."""


# ---------------------------------------------------------------------- tables


def seats_to_text(seats: Iterable[Seating], language: str) -> str:
    """Return who sits where, and the language of the table, as JSON."""
    sitting = [[seat.name, seat.bot, seat.key, *([True] if seat.hints else [])] for seat in seats]
    return json.dumps({"language": language, "seats": sitting})


def seats_from_text(text: str) -> tuple[tuple[Seating, ...], str]:
    """Return who sits where, and the language of the table.

    Raises:
        StoreError: if it makes no sense.
    """
    try:
        data = json.loads(text)
        seats = tuple(Seating(*seat) for seat in data["seats"])
        for seat in seats:
            if not all(isinstance(part, str) for part in (seat.name, seat.bot, seat.key)):
                raise TypeError("names are texts")
        return seats, str(data["language"])
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"who sits at the table cannot be read ({type(error).__name__})") from error


def clock_to_text(clock: Clock | None) -> str:
    """Return clocks as JSON; the empty text if there are none."""
    return "" if clock is None else json.dumps(clock.to_data())


def clock_from_text(text: str) -> Clock | None:
    """Return clocks from their JSON.

    Raises:
        StoreError: if it makes no sense.
    """
    try:
        return Clock.from_data(json.loads(text)) if text else None
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise StoreError(f"the clocks of the table cannot be read ({type(error).__name__})") from error


class TableRows:
    """The rows of served tables; the caller of a method has begun a transaction."""

    def __init__(self, run: Run, *, now: str, locking: bool) -> None:
        """Keep tables in a database.

        Args:
            run: runs a statement.
            now: how the database says the seconds since 1970.
            locking: whether it can lock single rows.
        """
        self._run = run
        self._now = now
        self._locking = locking

    def create(self, table: Saved) -> None:
        """Store a new table."""
        header, *entries = table.lines
        self._run(
            "INSERT INTO keyflower_tables "
            "(id, version, seats, header, touched, stage, rules, successor, webhook, clock, due) "
            f"VALUES (?, ?, ?, ?, {self._now}, ?, ?, ?, ?, ?, ?)",
            (
                table.id,
                table.version,
                seats_to_text(table.seats, table.language),
                header,
                table.stage.value,
                rules_key(header),
                table.successor,
                table.webhook,
                clock_to_text(table.clock),
                0 if table.clock is None else ceil(table.clock.due),
            ),
        )
        self._insert(table.id, 0, entries)
        self._say(table.id, table.chat)

    def _insert(self, table: str, number: int, lines: Iterable[str]) -> None:
        for place, line in enumerate(lines):
            self._run("INSERT INTO keyflower_entries VALUES (?, ?, ?)", (table, number + place, line))

    def _say(self, table: str, chat: Iterable[Remark]) -> None:
        for remark in chat:
            self._run("INSERT INTO keyflower_chat VALUES (?, ?, ?)", (table, remark.number, remark.line()))

    def _chat(self, table: str) -> tuple[Remark, ...]:
        rows = self._run('SELECT line FROM keyflower_chat WHERE table_id = ? ORDER BY "number"', (table,))
        try:
            return tuple(Remark.from_line(line) for (line,) in rows)
        except (KeyflowerError, ValueError, TypeError, KeyError) as error:
            raise StoreError(f"what was said at the table cannot be read ({type(error).__name__})") from error

    def read(self, table: str, *, settled: bool = False) -> Saved | None:
        """Return a table, or `None` if there is none of this id; all statements have to see the same moment."""
        wait = " FOR UPDATE" if settled and self._locking else ""
        found = self._run(
            "SELECT version, seats, header, stage, successor, rules, webhook, clock "
            f"FROM keyflower_tables WHERE id = ?{wait}",
            (table,),
        )
        if not found:
            return None
        lines = self._run('SELECT line FROM keyflower_entries WHERE table_id = ? ORDER BY "number"', (table,))
        version, seats, header, stage, successor, rules, webhook, clock = found[0]
        sitting, language = seats_from_text(seats)
        if not isinstance(header, str) or not all(isinstance(line, str) for (line,) in lines):
            raise StoreError("the log of the table is not text")
        return Saved(
            id=table,
            version=version,
            seats=sitting,
            lines=(header, *(line for (line,) in lines)),
            language=language,
            stage=_stage(stage),
            successor=successor,
            rules=rules,
            webhook=webhook,
            clock=clock_from_text(clock),
            chat=self._chat(table),
        )

    def write(self, changes: Sequence[Change], *, patient: bool) -> list[Receipt]:
        """Write changes; return a receipt for each."""
        locked = self._locked_elsewhere(changes) if self._locking and not patient else frozenset()
        return [
            Receipt(Fate.NOT_KEPT, None, "locked") if change.table in locked else self._swap(change)
            for change in changes
        ]

    def _locked_elsewhere(self, changes: Sequence[Change]) -> frozenset[str]:
        """Lock the rows of some tables; return those that are locked elsewhere."""
        wanted = [change.table for change in changes]
        places = ", ".join("?" * len(wanted))
        there = self._run(f"SELECT id FROM keyflower_tables WHERE id IN ({places})", wanted)
        mine = self._run(
            f"SELECT id FROM keyflower_tables WHERE id IN ({places}) ORDER BY id FOR UPDATE SKIP LOCKED",
            wanted,
        )
        return frozenset(name for (name,) in there) - frozenset(name for (name,) in mine)

    def _swap(self, change: Change) -> Receipt:
        swapped = self._run(
            f"UPDATE keyflower_tables SET version = version + 1, touched = {self._now}, stage = ?, "
            "header = COALESCE(?, header), rules = COALESCE(?, rules) WHERE id = ? AND version = ? RETURNING seats",
            (
                change.stage.value,
                change.header,
                None if change.header is None else rules_key(change.header),
                change.table,
                change.version,
            ),
        )
        if not swapped:
            found = self.versions([change.table]).get(change.table)
            return Receipt(Fate.NOT_KEPT, found, "gone" if found is None else "version")
        self._run(
            'DELETE FROM keyflower_entries WHERE table_id = ? AND "number" >= ?',
            (change.table, change.number),
        )
        self._insert(change.table, change.number, change.lines)
        if change.seats is not None:
            _, language = seats_from_text(swapped[0][0])
            self._run(
                "UPDATE keyflower_tables SET seats = ? WHERE id = ?",
                (seats_to_text(change.seats, language), change.table),
            )
        if change.clock is not None:
            self._run(
                "UPDATE keyflower_tables SET clock = ?, due = ? WHERE id = ?",
                (clock_to_text(change.clock), ceil(change.clock.due), change.table),
            )
        if change.chat:
            self._run(
                'DELETE FROM keyflower_chat WHERE table_id = ? AND "number" < ?',
                (change.table, change.oldest),
            )
            self._say(change.table, change.chat)
        if change.successor is not None:
            self.create(change.successor)
            self._run(
                "UPDATE keyflower_tables SET successor = ? WHERE id = ?", (change.successor.id, change.table)
            )
        return Receipt(Fate.KEPT, change.version + 1)

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the newest versions of some tables."""
        wanted, found = list(tables), {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            places = ", ".join("?" * len(some))
            rows = self._run(f"SELECT id, version FROM keyflower_tables WHERE id IN ({places})", some)
            found.update({str(name): int(version) for name, version in rows})
        return found

    def rules(self, key: str) -> str | None:
        """Return the header of some table whose rules have this key."""
        found = self._run(
            "SELECT header FROM keyflower_tables WHERE rules = ? ORDER BY trouble <> '' LIMIT 1", (key,)
        )
        return str(found[0][0]) if found else None

    def note(self, table: str, *, rules: str | None, trouble: str | None, stage: Stage | None) -> None:
        """Record what was found when a table was opened; who acts next only if that is not known yet."""
        self._run(
            "UPDATE keyflower_tables SET rules = COALESCE(?, rules), trouble = COALESCE(?, trouble), "
            "stage = CASE WHEN stage = '' THEN COALESCE(?, '') ELSE stage END WHERE id = ?",
            (rules, trouble, None if stage is None else stage.value, table),
        )

    def duties(self, older: float, now: float) -> list[str]:
        """Return the tables at which a bot has had to act for this many seconds, or whose clock has run out by now.

        If the clock of the database was set back, it may have been any time ago.
        """
        found = self._run(
            "SELECT id FROM keyflower_tables WHERE (due > 0 AND due <= CAST(? AS BIGINT)) OR (stage IN (?, ?) "
            f"AND NOT {self._now} - touched BETWEEN 0 AND CAST(? AS BIGINT) - 1) ORDER BY touched",
            (int(now), Stage.BOT.value, Stage.UNSAID.value, int(older)),
        )
        return [str(name) for (name,) in found]

    def listed(self) -> list[Row]:
        """Return all tables, those that were changed last first."""
        found = self._run(
            f"SELECT id, version, stage, {self._now} - touched, seats, trouble, "
            "(SELECT COUNT(*) FROM keyflower_entries WHERE table_id = id) "
            "FROM keyflower_tables ORDER BY touched DESC, id",
            (),
        )
        return [
            Row(
                str(name),
                int(version),
                _stage(stage),
                max(0, int(age)),
                int(entries),
                _names(seats),
                str(trouble),
            )
            for name, version, stage, age, seats, trouble, entries in found
        ]

    def expired(self, ages: Ages) -> dict[str, int]:
        """Return the tables that nobody has touched for too long, with their versions.

        The time in which nobody served them does not count. A clock that jumps ahead looks like time without a
        server; one that is set back leaves tables touched in the future, which are then touched now.
        """
        alone = " FOR UPDATE" if self._locking else ""
        ((seen, now),) = self._run(f"SELECT seen, {self._now} FROM keyflower_schema{alone}", ())
        away = now - seen - int(ages.unserved)
        if away > 0:
            self._run(
                "UPDATE keyflower_tables SET touched = touched + ? WHERE touched <= ?", (away, now - away)
            )
        self._run("UPDATE keyflower_tables SET touched = ? WHERE touched > ?", (now, now))
        self._run("UPDATE keyflower_schema SET seen = ?", (now,))
        found = self._run(
            f"SELECT id, version FROM keyflower_tables WHERE {self._now} - touched > "
            "CASE WHEN stage = ? THEN CAST(? AS BIGINT) WHEN version = 1 THEN CAST(? AS BIGINT) "
            "ELSE CAST(? AS BIGINT) END",
            (Stage.OVER.value, int(ages.finished), int(ages.unplayed), int(ages.untouched)),
        )
        return {str(name): int(version) for name, version in found}

    def delete(self, tables: Iterable[str], *, version: int | None) -> int:
        """Delete tables with their logs, if a version is given only those that have it; return how many there were."""
        gone, alone = 0, " FOR UPDATE" if self._locking else ""
        for table in tables:
            found = self._run(f"SELECT version FROM keyflower_tables WHERE id = ?{alone}", (table,))
            if not found or version not in (None, found[0][0]):
                continue
            for rest in ("entries", "reviews", "chat"):
                self._run(f"DELETE FROM keyflower_{rest} WHERE table_id = ?", (table,))
            self._run("DELETE FROM keyflower_tables WHERE id = ?", (table,))
            gone += 1
        return gone

    def announce(self, channel: str, change: str) -> None:
        """Tell other servers what has changed, when the transaction is done."""
        self._run("SELECT pg_notify(?, ?)", (channel, change))

    def reviewed(self, table: str, game: str, known: Iterable[int]) -> dict[int, str]:
        """Return the reviewed moments of a game that are kept, without those that are known already."""
        told = [-1, *known]
        found = self._run(
            "SELECT ply, line FROM keyflower_reviews WHERE table_id = ? AND game = ? "
            f"AND ply NOT IN ({', '.join('?' * len(told))}) ORDER BY ply",
            (table, game, *told),
        )
        return {int(ply): str(line) for ply, line in found}

    def keep_review(self, table: str, game: str, lines: Mapping[int, str]) -> None:
        """Store reviewed moments of a game, unless its table has been deleted meanwhile."""
        if not self.versions([table]):
            return
        for ply, line in lines.items():
            self._run(
                "INSERT INTO keyflower_reviews VALUES (?, ?, ?, ?) "
                "ON CONFLICT (table_id, game, ply) DO UPDATE SET line = excluded.line",
                (table, game, ply, line),
            )

    def number(self, statement: str) -> int:
        """Return the only number in the result of a statement."""
        return int(self._run(statement, ())[0][0])


def _stage(text: object) -> Stage:
    """Return who acts next; an unknown word counts as no answer."""
    return next((stage for stage in Stage if stage.value == text), Stage.UNSAID)


def _names(seats: str) -> tuple[str, ...]:
    try:
        return tuple(
            f"{seat.name} ({seat.bot})" if seat.bot else seat.name for seat in seats_from_text(seats)[0]
        )
    except StoreError:
        return ()
