"""A hundred games in a data frame: how much do tiles cost, and do their owners win?

Needs the extra ``analysis`` (polars and matplotlib).
"""

import sys
from pathlib import Path
from random import Random

import polars as pl

import keyflower as kf
from keyflower.bots import RandomBot
from keyflower.simulate import play_out


def played(games: int) -> pl.DataFrame:
    """Return one row for each event of all games."""
    frames = []
    for seed in range(games):
        game = play_out(kf.Game.new(["Ann", "Bob", "Cid"], seed=seed), [RandomBot()] * 3, Random(seed))
        winner = game.seat_of(game.winners[0])
        frame = pl.DataFrame(game.log.rows(), infer_schema_length=None)
        frames.append(frame.with_columns(pl.lit(seed).alias("game"), pl.lit(winner).alias("winner")))
    return pl.concat(frames, how="diagonal_relaxed")


def prices(events: pl.DataFrame) -> pl.DataFrame:
    """Return for each tile how often it was won, for how many workers, and how often its owner won."""
    return (
        events.filter(pl.col("event") == "lot-won")
        # a bid is written in pool notation: "R3" means three red workers
        .with_columns(pl.col("bid").str.slice(1).cast(pl.Int64).alias("workers"))
        .group_by("tile")
        .agg(
            pl.len().alias("sold"),
            pl.col("workers").mean().round(2).alias("price"),
            (pl.col("of_seat").cast(pl.Int64) == pl.col("winner")).mean().round(2).alias("won"),
        )
        .sort("won", descending=True)
    )


def plot(table: pl.DataFrame, file: Path) -> None:
    """Draw price against success."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    axes.scatter(table["price"].to_list(), table["won"].to_list(), s=table["sold"].to_list(), alpha=0.6)
    for row in table.head(8).iter_rows(named=True):
        axes.annotate(
            row["tile"], (row["price"], row["won"]), fontsize=8, xytext=(4, 3), textcoords="offset points"
        )
    axes.axhline(1 / 3, linestyle="--", linewidth=1, color="grey")
    axes.set_xlabel("workers paid on average")
    axes.set_ylabel("owner won the game")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=120)
    pyplot.close(figure)


def main(games: int = 100, file: Path = Path("build/hundred-games.png")) -> None:
    table = prices(played(games))
    print(table.head(10))
    plot(table, file)
    print("Plot:", file)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
