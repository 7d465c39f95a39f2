"""The games of the study: who plays, by which rules and how many times."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from hashlib import blake2b
from pathlib import Path
from time import monotonic

from attrs import asdict, frozen

from keyflower.bots import SearchBot, StewardBot, name_of
from keyflower.simulate import RunStore, simulate

RUNS = Path(__file__).parents[1] / "runs" / "worth"
"""Where the games are kept; not part of the repository."""
TABLES = ("seats", "tiles", "lots", "boats", "actions")


@frozen
class Study:
    """Games of one kind: the same bot at every seat."""

    bot: StewardBot | SearchBot
    players: int
    games: int
    expansions: tuple[str, ...] = ()

    def parts(self, folder: Path, name: str) -> RunStore:
        """Return where its games are kept: games of bots that weigh things otherwise are other games."""
        mark = blake2b(repr(asdict(self.bot.weights)).encode(), digest_size=3).hexdigest()
        return RunStore(folder / f"{name}-{mark}.parquet")

    def to_data(self) -> dict[str, object]:
        """Return who played."""
        return {"bot": name_of(self.bot), "weights": asdict(self.bot.weights)}

    def play(self, folder: Path, name: str, *, games: int | None, workers: int) -> None:
        """Play the games that are missing."""
        simulate(
            [self.bot] * self.players,
            range(self.games if games is None else games),
            expansions=self.expansions,
            rotate=False,
            processes=workers,
            out=self.parts(folder, name).folder,
            tables=TABLES,
            chunk=50 if isinstance(self.bot, StewardBot) else 4,
            progress=partial(_tell, monotonic(), name),
        )
        print()


def _tell(begun: float, name: str, done: int, total: int) -> None:
    print(f"\r{name}: {done} of {total} games, {(monotonic() - begun) / 60:.1f} min", end="", flush=True)


STEWARD = StewardBot()
"""The steward of the package; ``results.json`` tells with which weights it has played."""

STUDIES: Mapping[str, Study] = {
    "steward-3": Study(STEWARD, 3, 20_000),
    "steward-2": Study(STEWARD, 2, 5_000),
    "steward-4": Study(STEWARD, 4, 5_000),
    "steward-3-farmers": Study(STEWARD, 3, 6_600, ("farmers",)),
    "search-3": Study(SearchBot(playouts=24), 3, 200),
}
"""The studies by name; the first is the one that the page is about."""
