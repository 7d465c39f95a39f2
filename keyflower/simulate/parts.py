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
            SetupError: if the folder holds another run.
            MissingExtra: if Parquet is wanted and polars is not there.
        """
        if self.kind == "parquet":
            _polars()
        path = self.folder / _PLAN
        if not path.exists():
            if self.folder.exists() and any(self.folder.iterdir()):
                raise SetupError(f"{self.folder} holds something else: give a new folder for a new run")
            _write(path, (json.dumps(plan, indent=1, sort_keys=True) + "\n").encode())
            return
        there, now = self.known_plan(), json.loads(_text(plan))
        odd = [name for name in sorted({*there, *now}) if there.get(name) != now.get(name)]
        if odd:
            told = "; ".join(f"{name} was {there.get(name)!r} and is now {now.get(name)!r}" for name in odd)
            raise SetupError(f"{self.folder} holds another run: {told}. Give a new folder for a new run")

    def known_plan(self) -> Mapping[str, Any]:  # Any: what JSON holds
        """Return the plan of the run, empty if there is none yet."""
        path = self.folder / _PLAN
        if not path.exists():
            return {}
        plan: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
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
        """
        path = self._path(_STATISTICS, number)
        return pickle.loads(path.read_bytes()) if path.exists() else ()

    def part(self, number: int, *, table: str = GAMES) -> list[dict[str, Any]] | None:  # Any: as read
        """Return the rows of one part of a table, or `None` if it is not there."""
        path = self._path(table, number)
        if not path.exists():
            return None
        if self.kind == "parquet":
            rows: list[dict[str, Any]] = _polars().read_parquet(path).to_dicts()
            return rows
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]

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
