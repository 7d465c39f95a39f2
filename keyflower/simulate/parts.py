"""Parts: the tables of a long run as files in a folder, written as they come and found again after a stop.

A run is cut into parts of equally many games. Each table is a subfolder with one file for each part, JSON Lines or
Parquet; the statistics of a part are pickled beside them. The file of the games is written last, so a part whose games
are there is whole. Every file appears at once under its name or not at all.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from keyflower.facade.files import save_bytes
from keyflower.kernel.errors import MissingExtra, SetupError
from keyflower.kernel.simulating import GAMES, Row

if TYPE_CHECKING:
    import polars

_STATISTICS = "statistics"
_PLAN = "plan.json"
_OTHER_KINDS = frozenset(
    {".arrow", ".csv", ".db", ".feather", ".gz", ".json", ".pickle", ".tsv", ".txt", ".xlsx", ".zip"}
)
"""Endings that promise what we do not write; a folder may be called ``runs/v1.2``."""


@frozen
class Parts:
    """The folder of one run; a folder whose name ends in ``.parquet`` holds Parquet, any other JSON Lines."""

    folder: Path = field(converter=Path)
    """Where the files are."""

    @property
    def kind(self) -> str:
        """How the names of its files end."""
        return "parquet" if self.folder.suffix == ".parquet" else "jsonl"

    def begin(self, plan: Mapping[str, object]) -> None:
        """Begin a run, or go on with one that was stopped.

        Args:
            plan: what must be the same for the run to go on, as JSON-able data.

        Raises:
            SetupError: if the folder holds another run, or nothing can be written there.
            MissingExtra: if Parquet is wanted and polars is not there.
        """
        if self.kind == "parquet":
            _polars()
        path = self.folder / _PLAN
        if not path.exists():
            self._check_empty()
            try:
                _write(path, (json.dumps(plan, indent=1, sort_keys=True) + "\n").encode())
            except OSError as error:
                raise SetupError(f"a run cannot be written to {self.folder}: {error.strerror}") from error
            return
        there, now = self.known_plan(), json.loads(_text(plan))
        odd = [name for name in sorted({*there, *now}) if there.get(name) != now.get(name)]
        if odd:
            told = "; ".join(_difference(name, there.get(name), now.get(name)) for name in odd)
            raise SetupError(f"{self.folder} holds another run: {told}. Give a new folder for a new run")

    def _check_empty(self) -> None:
        """Check that a run may begin here.

        Raises:
            SetupError: if something else is here, or the name promises another kind of file.
        """
        if self.folder.suffix.lower() in _OTHER_KINDS:
            raise SetupError(
                f"a run is written to a folder, not as {self.folder.suffix}: JSON Lines, "
                f"or Parquet if its name ends in .parquet, such as {self.folder.with_suffix('.parquet')}"
            )
        if self.folder.is_file():
            raise SetupError(f"{self.folder} is a file: a run is written to a folder of its own")
        if self.folder.exists() and any(self.folder.iterdir()):
            raise SetupError(f"{self.folder} holds something else: give a new folder for a new run")

    def known_plan(self) -> Mapping[str, Any]:  # Any: what JSON holds
        """Return the plan of the run, empty if there is none yet.

        Raises:
            SetupError: if it cannot be read.
        """
        path = self.folder / _PLAN
        if not path.exists():
            return {}
        try:
            plan = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise SetupError(f"{path} is damaged: {error}. Give a new folder for a new run") from error
        if not isinstance(plan, dict):
            raise SetupError(f"{path} is no plan of a run. Give a new folder for a new run")
        return plan

    def __str__(self) -> str:
        return str(self.folder)

    def _path(self, table: str, number: int) -> Path:
        return self.folder / table / f"{number:06}.{'pickle' if table == _STATISTICS else self.kind}"

    def write(self, number: int, tables: Mapping[str, Sequence[Row]], statistics: object) -> None:
        """Write a part: the games last, because they are the sign that it is whole."""
        if statistics:
            _write(self._path(_STATISTICS, number), pickle.dumps(statistics))
        for table in sorted(tables, key=lambda name: name == GAMES):
            path = self._path(table, number)
            if self.kind == "parquet":
                path.parent.mkdir(parents=True, exist_ok=True)
                beside = path.with_name(f".{path.name}")
                # a column may begin with many empty cells: look at every row
                _polars().DataFrame(tables[table], infer_schema_length=None).write_parquet(beside)
                os.replace(beside, path)
            else:
                _write(path, "".join(f"{_text(row)}\n" for row in tables[table]).encode())

    def numbers(self) -> list[int]:
        """Return the numbers of the parts that are there as a whole, in order."""
        return sorted(int(path.stem) for path in (self.folder / GAMES).glob(f"[0-9]*.{self.kind}"))

    def statistics(self, number: int) -> Any:  # Any: whatever was given to `write`
        """Return the statistics of a part.

        They are pickled: open only runs of your own.

        Raises:
            SetupError: if they cannot be read.
        """
        path = self._path(_STATISTICS, number)
        if not path.exists():
            return ()
        try:
            return pickle.loads(path.read_bytes())
        except Exception as error:  # a damaged pickle can raise anything
            raise _damaged(path, error) from error

    def part(self, number: int, *, table: str = GAMES) -> list[dict[str, Any]] | None:  # Any: as read
        """Return the rows of one part of a table, or `None` if it is not there.

        Raises:
            SetupError: if it cannot be read.
        """
        path = self._path(table, number)
        if not path.exists():
            return None
        if self.kind == "parquet":
            polars = _polars()
            try:
                rows: list[dict[str, Any]] = polars.read_parquet(path).to_dicts()
            except polars.exceptions.PolarsError as error:
                raise _damaged(path, error) from error
            return rows
        try:
            return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        except ValueError as error:
            raise _damaged(path, error) from error

    def rows(self, table: str = GAMES) -> Iterator[dict[str, Any]]:  # Any: as read
        """Iterate the rows of a table, part by part: memory does not grow with the run."""
        for number in self.numbers():
            yield from self.part(number, table=table) or ()

    def frame(self, table: str = GAMES) -> polars.LazyFrame:
        """Return a table as a lazy frame of polars.

        Raises:
            MissingExtra: if polars is not there.
        """
        files, pl = self.folder / table / f"[0-9]*.{self.kind}", _polars()
        frame: polars.LazyFrame
        frame = pl.scan_parquet(files) if self.kind == "parquet" else pl.scan_ndjson(files)
        return frame


def _damaged(path: Path, error: Exception) -> SetupError:
    return SetupError(f"{path} is damaged: {error}. Go on with the run, and its games are played again")


def _difference(name: str, was: Any, now: Any) -> str:  # Any: what JSON holds
    """Say how a plan differs from that of the run before; bots are told by their names if these differ."""
    if name == "bots" and was and now:
        names, others = ([bot[0] for bot in bots] for bots in (was, now))
        if names != others:
            return f"the bots were {', '.join(names)} and are now {', '.join(others)}"
        odd = next(one for one, other in zip(was, now, strict=True) if one != other)
        return f"the bots have the same names, but {odd[0]} thinks with other numbers now"
    return f"{name} was {was!r} and is now {now!r}"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _write(path: Path, data: bytes) -> None:
    """Write a file that is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_bytes(path, data)


def _polars() -> Any:  # Any: a module
    try:
        import polars
    except ImportError as error:
        raise MissingExtra(
            "data frames and Parquet need polars: pip install 'keyflower[analysis]'"
        ) from error
    return polars
