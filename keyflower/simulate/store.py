"""Parts: the tables of a long run as files in a folder, written as they come and found again after a stop.

A run is divided into parts with the same number of games. Each table is a subfolder with one file for each part, JSON
Lines or Parquet; the statistics of a part are JSON beside them, with a digest that ties them to their plan, their part
and its games. The file of the games is written last, so a part whose games are there is whole. Every file appears at
once under its name or not at all. Nothing that is read from a folder is ever executed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from keyflower._install import missing_extra
from keyflower.bots import BOTS, LEVELS
from keyflower.facade.files import read_bytes, save_bytes
from keyflower.kernel.errors import SetupError
from keyflower.model.errors import KeyflowerError
from keyflower.simulate.plan import GAMES, Row

if TYPE_CHECKING:
    import polars

_STATISTICS = "statistics"
_PLAN = "plan.json"
_FORMAT: Final = 2
"""The format in which runs are written; the first format kept statistics as pickles."""
_LONGEST_PLAN: Final = 10_000_000
"""The largest size of a plan, in bytes."""
_OTHER_KINDS = frozenset(
    {".arrow", ".csv", ".db", ".feather", ".gz", ".json", ".pickle", ".tsv", ".txt", ".xlsx", ".zip"}
)
"""Names with these endings are refused: we do not write such files. Other dots are fine, as in ``runs/v1.2``."""


@frozen
class RunStore:
    """The folder of one run; a folder whose name ends in ``.parquet`` holds Parquet, any other JSON Lines."""

    folder: Path = field(converter=Path)
    """Where the files are."""

    @property
    def kind(self) -> str:
        """How the names of its files end."""
        return "parquet" if self.folder.suffix == ".parquet" else "jsonl"

    def begin(self, plan: Mapping[str, object]) -> None:
        """Start a run, or resume one that was stopped.

        Args:
            plan: what must be the same to resume the run, as JSON-able data.

        Raises:
            SetupError: if the folder contains a different run or is not writable.
            MissingExtra: if Parquet is used and polars is not installed.
        """
        if self.kind == "parquet":
            _polars()
        plan = {**plan, "format": _FORMAT}
        there = self.known_plan()
        if not there:
            self._check_empty()
            self._write(self.folder / _PLAN, (json.dumps(plan, indent=1, sort_keys=True) + "\n").encode())
            return
        now = json.loads(_text(plan))
        odd = [name for name in sorted({*there, *now}) if there.get(name) != now.get(name)]
        if odd:
            told = "; ".join(_difference(name, there.get(name), now.get(name)) for name in odd)
            raise SetupError(f"{self.folder} holds another run: {told}. Give a new folder for a new run")

    def _check_empty(self) -> None:
        """Check that a run may start here.

        Raises:
            SetupError: if there is something else here, or the name has the ending of another kind of file.
        """
        if self.folder.suffix.lower() in _OTHER_KINDS:
            raise SetupError(
                f"a run is written to a folder, not as {self.folder.suffix}: JSON Lines, "
                f"or Parquet if its name ends in .parquet, such as {self.folder.with_suffix('.parquet')}"
            )
        if self.folder.is_file():
            raise SetupError(f"{self.folder} is a file: a run needs a folder of its own")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise SetupError(f"{self.folder} holds something else: give a new folder for a new run")

    def known_plan(self) -> Mapping[str, Any]:  # Any: what JSON holds
        """Return the plan of the run, empty if there is none yet.

        Raises:
            SetupError: if it cannot be read.
        """
        path = self.folder / _PLAN
        try:
            if not path.exists():
                return {}
            plan = _json(read_bytes(path, _LONGEST_PLAN).decode())
        except (OSError, ValueError) as error:
            raise SetupError(
                f"{path} is damaged: {_reason(error)}. Give a new folder for a new run"
            ) from error
        if not isinstance(plan, dict) or not plan:
            raise SetupError(f"{path} is not the plan of a run. Give a new folder for a new run")
        written = plan.get("format", 1)
        if written != _FORMAT:
            raise SetupError(self._other_format(plan, written))
        if type(plan.get("chunk")) is not int or plan["chunk"] < 1:
            raise SetupError(
                f"{path} is damaged: chunk is not a number of games. Give a new folder for a new run"
            )
        return plan

    def _other_format(self, plan: Mapping[str, Any], written: object) -> str:  # Any: what JSON holds
        """Return the error for a run that another version has written, with the command that plays it again."""
        if written != 1:
            return (
                f"{self.folder} was written by a newer version of the library: install that one to continue"
            )
        told = f"{self.folder} was written by an older version, and its statistics are never opened. "
        new = self.folder.with_name(f"{self.folder.stem}-again{self.folder.suffix}")
        command = self._command(plan, new)
        if command:
            return f"{told}This plays it again:  {command}"
        return f"{told}Play it again with the same bots and seeds and out={str(new)!r}"

    def _command(self, plan: Mapping[str, Any], new: Path) -> str:  # Any: as above
        """Return the command that plays the games of an older run again; empty if it was no run of a command."""
        words = ["keyflower", "simulate"]
        with suppress(KeyflowerError, LookupError, TypeError, ValueError):
            bots = [bot[0] for bot in plan["bots"]]
            if not bots or not all(bot in BOTS or bot in LEVELS for bot in bots) or not plan["rotate"]:
                return ""
            parts = self._numbers(GAMES)
            first, last = self.part(parts[0]) or [], self.part(parts[-1]) or []
            words += [
                *bots,
                "--games",
                str(int(last[-1]["number"]) + 1),
                "--seed",
                str(int(first[0]["seed"])),
            ]
            words += [word for name in plan["expansions"] for word in ("--expansion", str(name))]
            words += [word for name in plan["variants"] for word in ("--variant", str(name))]
            words += [word for name in plan["tables"] if name != GAMES for word in ("--table", str(name))]
            return join([*words, "--out", str(new)])
        return ""

    def __str__(self) -> str:
        return str(self.folder)

    def _path(self, table: str, number: int) -> Path:
        return self.folder / table / f"{number:06}.{'json' if table == _STATISTICS else self.kind}"

    def write(self, number: int, tables: Mapping[str, Sequence[Row]], statistics: Sequence[object]) -> None:
        """Write a part, with its games last: the file of games marks the part as complete.

        Raises:
            SetupError: if it cannot be written, or the statistics are not JSON-able data.
        """
        try:
            data = _text([*statistics])
        except (TypeError, ValueError, RecursionError) as error:
            raise SetupError(f"what to_data returned cannot be written as JSON: {error}") from error
        games = self._bytes(tables[GAMES])
        sealed = {"digest": self._digest(number, games, data), "statistics": json.loads(data)}
        self._write(self._path(_STATISTICS, number), f"{_text(sealed)}\n".encode())
        for table in tables:
            if table != GAMES:
                self._write(self._path(table, number), self._bytes(tables[table]))
        self._write(self._path(GAMES, number), games)

    def _bytes(self, rows: Sequence[Row]) -> bytes:
        if self.kind != "parquet":
            return "".join(f"{_text(row)}\n" for row in rows).encode()
        written = BytesIO()
        # a column may begin with many empty cells: look at every row
        _polars().DataFrame(rows, infer_schema_length=None).write_parquet(written)
        return written.getvalue()

    def _digest(self, number: int, games: bytes, statistics: str) -> str:
        """Return the digest that ties statistics to their plan, part and games."""
        digest = blake2b(digest_size=16)
        for piece in (_text(self.known_plan()), str(number), statistics):
            digest.update(blake2b(piece.encode()).digest())
        digest.update(games)
        return digest.hexdigest()

    def _write(self, path: Path, data: bytes) -> None:
        """Write a file completely or not at all.

        Raises:
            SetupError: if that is not possible.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            save_bytes(path, data)
        except (OSError, ValueError) as error:
            raise SetupError(f"a run cannot be written to {self.folder}: {_reason(error)}") from error

    def adopt(self, other: RunStore, number: int) -> None:
        """Copy a part of another folder of the same run, the games last.

        Raises:
            SetupError: if the part already exists with different games, or cannot be copied.
        """
        games = _read(other._path(GAMES, number))
        here = self._path(GAMES, number)
        if here.exists() and _read(here) != games:
            raise SetupError(
                f"part {number} of {other} has other games than {here}: one of the two is not part of the run"
            )
        for table in (_STATISTICS, *self._tables()):
            self._write(self._path(table, number), _read(other._path(table, number)))
        self._write(here, games)

    def numbers(self) -> list[int]:
        """Return the numbers of the complete parts, in order.

        Raises:
            SetupError: if there are files among them that belong to no part.
        """
        found = {*self._numbers(GAMES)}
        for table in self._tables():
            found &= {*self._numbers(table)}
        return sorted(found)

    def _tables(self) -> list[str]:
        """Return the tables of the run besides that of the games."""
        known = self.known_plan().get("tables", [])
        return [name for name in known if isinstance(name, str) and name != GAMES and Path(name).name == name]

    def _numbers(self, table: str) -> list[int]:
        found = []
        for path in (self.folder / table).glob(f"[0-9]*.{self.kind}"):
            number = int(path.stem) if path.stem.isascii() and path.stem.isdecimal() else None
            if number is None or path != self._path(table, number):
                raise SetupError(
                    f"{path} is not part of the run: remove it, or give a new folder for a new run"
                )
            found.append(number)
        return sorted(found)

    def statistics(self, number: int) -> list[Any]:  # Any: the data that were given to `write`
        """Return the statistics of a part as data.

        Raises:
            SetupError: if they cannot be read, or do not belong to this part of this run.
        """
        path = self._path(_STATISTICS, number)
        sealed = _json(_read(path).decode(errors="replace"), path)
        found = sealed.get("statistics") if isinstance(sealed, dict) else None
        if not isinstance(found, list):
            raise _damaged(path, "there are no statistics in it")
        if sealed.get("digest") != self._digest(number, _read(self._path(GAMES, number)), _text(found)):
            raise _damaged(path, "it does not fit the games of this part")
        return found

    def part(self, number: int, *, table: str = GAMES) -> list[dict[str, Any]] | None:  # Any: as read
        """Return the rows of one part of a table, or ``None`` if it does not exist.

        Raises:
            SetupError: if it cannot be read.
        """
        path = self._path(table, number)
        if not path.exists():
            return None
        if self.kind == "parquet":
            polars = _polars()
            try:
                rows: list[dict[str, Any]] = polars.read_parquet(BytesIO(_read(path))).to_dicts()
            except polars.exceptions.PolarsError as error:
                raise _damaged(path, str(error)) from error
            return rows
        rows = [_json(line, path) for line in _read(path).decode(errors="replace").split("\n") if line]
        if not all(isinstance(row, dict) for row in rows):
            raise _damaged(path, "one of its lines is not a row")
        return rows

    def rows(self, table: str = GAMES) -> Iterator[dict[str, Any]]:  # Any: as read
        """Iterate the rows of a table, part by part: memory does not grow with the run."""
        for number in self.numbers():
            yield from self.part(number, table=table) or ()

    def frame(self, table: str = GAMES) -> polars.LazyFrame:
        """Return a table as a lazy polars frame.

        Raises:
            MissingExtra: if polars is not installed.
            SetupError: if there are no rows yet.
        """
        files, pl = [self._path(table, number) for number in self.numbers()], _polars()
        if not files or not files[0].exists():
            raise SetupError(f"{self.folder} holds no rows of {table!r}")
        frame: polars.LazyFrame
        frame = pl.scan_parquet(files) if self.kind == "parquet" else pl.scan_ndjson(files)
        return frame


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _damaged(path: Path, reason: str) -> SetupError:
    return SetupError(f"{path} is damaged: {reason}. Go on with the run, and its games are played again")


def _read(path: Path) -> bytes:
    """Return what a file of a part holds.

    Raises:
        SetupError: if it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise _damaged(path, _reason(error)) from error


def _json(text: str, path: Path | None = None) -> Any:  # Any: what JSON holds
    """Return what a text holds.

    Raises:
        ValueError: if it is not JSON; a `SetupError` if it is of the file of a part.
    """
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise (ValueError(reason) if path is None else _damaged(path, reason)) from error


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a number")


def _difference(name: str, was: Any, now: Any) -> str:  # Any: what JSON holds
    """Describe how a plan differs from that of the earlier run; bots are compared by name first."""
    if name == "bots" and was and now:
        names, others = ([bot[0] for bot in bots] for bots in (was, now))
        if names != others:
            return f"the bots were {', '.join(names)} and are now {', '.join(others)}"
        odd = next(one for one, other in zip(was, now, strict=True) if one != other)
        return f"the bots have the same names, but {odd[0]} thinks with other numbers now"
    return f"{name} was {was!r} and is now {now!r}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)


def _polars() -> Any:  # Any: a module
    try:
        import polars
    except ImportError as error:
        raise missing_extra("data frames and Parquet need polars", "analysis") from error
    return polars
