"""The plots of the page, from the sums alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from csv import writer
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure

import keyflower as kf

Lines: TypeAlias = Sequence[Mapping[str, Any]]  # Any: as read from JSON
Told: TypeAlias = Mapping[str, Any]

SEASONS: Final = ("spring", "summer", "autumn", "winter")
COLOURS: Final = {"spring": "#4f8a3c", "summer": "#c28a12", "autumn": "#a5502a", "winter": "#3b6ea5"}
ENOUGH: Final = 100
"""With fewer games of searchers, intervals are too wide to draw."""
_INK: Final = "#3b6ea5"
_GREY: Final = "#888888"


def draw(told: Mapping[str, Told], folder: Path) -> None:
    """Draw everything that the page shows."""
    folder.mkdir(parents=True, exist_ok=True)
    main = told["steward-3"]
    figures = {
        "seats": seats([told[name] for name in ("steward-2", "steward-3", "steward-4") if name in told]),
        "homes": homes(main),
        "tiles": tiles(main["tiles"]),
        "prices": prices(main["tiles"]),
        "boats": boats(main),
        "openings": openings(main),
        "laid": laid(main),
    }
    write_tiles(main["tiles"], folder / "tiles.csv")
    if "steward-3-farmers" in told:
        known = {line["tile"] for line in main["tiles"]}
        farmers = [line for line in told["steward-3-farmers"]["tiles"] if line["tile"] not in known]
        figures["farmers"] = tiles(farmers)
        write_tiles(farmers, folder / "farmers.csv")
    if "search-3" in told and told["search-3"]["games"] >= ENOUGH:
        figures["search"] = compared(main["tiles"], told["search-3"]["tiles"])
    for name, figure in figures.items():
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None, "Creator": None})


def write_tiles(lines: Lines, file: Path) -> None:
    """Write the tiles as a table for the page, the best of each season first."""
    with file.open("w", encoding="utf-8", newline="") as opened:
        rows = writer(opened, lineterminator="\n")
        rows.writerow(
            ["Tile", "Season", "Worth", "Owners win", "Sold", "Workers paid", "Own points", "Back up"]
        )
        for line in sorted(lines, key=lambda line: (SEASONS.index(line["season"]), -line["worth"])):
            low, high = line["worth_interval"]
            least, most = line["wins_interval"]
            rows.writerow(
                [
                    title(line["tile"]),
                    line["season"],
                    f"{line['worth']:+.1f} ({low:+.1f} to {high:+.1f})",
                    f"{100 * line['wins']:.0f} % ({100 * least:.0f}-{100 * most:.0f})",
                    f"{100 * line['sold']:.0f} %",
                    f"{line['price']:.1f}",
                    f"{line['gave']:.1f}",
                    f"{100 * line['turned']:.0f} %" if line["turned"] else "",
                ]
            )


def _figure(width: float, height: float) -> Figure:
    import matplotlib as mpl

    mpl.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "keyflower", "font.size": 9})
    return Figure(figsize=(width, height), layout="constrained")


def title(name: str) -> str:
    """Return the title of a tile."""
    return _titles()[name]


@lru_cache(maxsize=1)
def _titles() -> Mapping[str, str]:
    return {tile.name: tile.title for tile in kf.tiles()}


def _dots(axes: Axes, lines: Lines, key: str, names: Sequence[str], colour: str = _INK) -> None:
    """Draw values with their intervals, one below the other."""
    for place, line in enumerate(lines):
        low, high = line[f"{key}_interval"]
        axes.plot([low, high], [place, place], color=colour, linewidth=1.6)
        axes.plot(line[key], place, "o", color=colour, markersize=4)
    axes.axvline(0, color=_GREY, linewidth=0.8)
    axes.set_yticks(range(len(lines)), names)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    _clean(axes)


def _clean(axes: Axes) -> None:
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def _columns(axes: Axes, lines: Lines, key: str, names: Sequence[str], *, scale: float = 1.0) -> None:
    """Draw values with their intervals, side by side."""
    for place, line in enumerate(lines):
        low, high = line[f"{key}_interval"]
        axes.plot([place, place], [scale * low, scale * high], color=_INK, linewidth=1.6)
        axes.plot(place, scale * line[key], "o", color=_INK, markersize=4)
    axes.set_xticks(range(len(lines)), names)
    axes.set_xlim(-0.6, len(lines) - 0.4)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)


def seats(studies: Sequence[Told]) -> Figure:
    """How often each place wins, for several numbers of players; a place is told by the seasons it starts."""
    figure = _figure(7, 2.8)
    for axes, study in zip(
        figure.subplots(1, len(studies), sharey=True, squeeze=False)[0], studies, strict=True
    ):
        number = study["players"]
        names = ["\n".join(SEASONS[place::number]) for place in range(number)]
        _columns(axes, study["seats"], "wins", names, scale=100)
        axes.axhline(100 / study["players"], color=_GREY, linewidth=0.8)
        axes.tick_params(axis="x", labelsize=7.5)
        axes.set_title(f"{study['players']} players", fontsize=9)
        axes.set_xlabel("starts in")
    figure.axes[0].set_ylabel("games won, %")
    return figure


def homes(study: Told) -> Figure:
    """What a home brings, as it looks and beyond the place."""
    figure = _figure(7, 2.4)
    names = [title(line["home"]) for line in study["homes"]]
    for axes, key, what in zip(
        figure.subplots(1, 2, sharey=True, sharex=True),
        ("margin", "beyond"),
        ("margin in points", "margin beyond the place"),
        strict=True,
    ):
        _dots(axes, study["homes"], key, names)
        axes.set_xlabel(what)
    return figure


def tiles(lines: Lines) -> Figure:
    """What each tile is worth, season by season."""
    seasons = [season for season in SEASONS if any(line["season"] == season for line in lines)]
    rows = {
        season: sorted((line for line in lines if line["season"] == season), key=lambda line: -line["worth"])
        for season in seasons
    }
    figure = _figure(7, 0.6 + 0.19 * sum(map(len, rows.values())))
    heights = [max(3, len(found)) for found in rows.values()]
    panels = figure.subplots(len(seasons), 1, sharex=True, height_ratios=heights, squeeze=False)[:, 0]
    for axes, (season, found) in zip(panels, rows.items(), strict=True):
        _dots(axes, found, "worth", [title(line["tile"]) for line in found], COLOURS[season])
        axes.set_title(season, fontsize=9, loc="left")
    panels[-1].set_xlabel("points more than a village without it, all other tiles being equal")
    return figure


_FAR = 1.5
"""Tiles whose worth is nearer to the average are not named: they lie too close together."""


def prices(lines: Lines) -> Figure:
    """What tiles cost and what they are worth."""
    figure = _figure(7, 4.6)
    axes = figure.subplots()
    for season in SEASONS:
        found = [line for line in lines if line["season"] == season]
        axes.scatter(
            [line["price"] for line in found],
            [line["worth"] for line in found],
            s=18,
            color=COLOURS[season],
            label=season,
        )
    average = sum(line["worth"] for line in lines) / len(lines)
    named: list[Told] = []
    for line in sorted(lines, key=lambda line: -abs(line["worth"] - average)):
        if abs(line["worth"] - average) < _FAR or any(_in_the_way(line, other) for other in named):
            continue  # the table below has them all
        named.append(line)
        axes.annotate(
            title(line["tile"]),
            (line["price"], line["worth"]),
            fontsize=7.5,
            xytext=(4, 2),
            textcoords="offset points",
        )
    axes.axhline(0, color=_GREY, linewidth=0.8)
    axes.set_xlabel("workers paid on average")
    axes.set_ylabel("worth in points")
    axes.legend(frameon=False, fontsize=8)
    _clean(axes)
    return figure


def _in_the_way(line: Told, other: Told) -> bool:
    """Return whether the titles of two tiles, written to their right, would run into each other."""
    return abs(other["price"] - line["price"]) < 0.55 and abs(other["worth"] - line["worth"]) < 0.55


def boats(study: Told) -> Figure:
    """What the boats and the order of choosing bring, beyond the place."""
    figure = _figure(7, 3.0)
    left, right = figure.subplots(1, 2, sharex=True)
    for axes, key, word in ((left, "boats", "boat"), (right, "picks", "pick")):
        found = sorted(study[key], key=lambda line: (SEASONS.index(line["season"]), line[word]))
        names = [
            f"{line['season']}: {title(line[word]) if word == 'boat' else f'choice {line[word]}'}"
            for line in found
        ]
        _dots(axes, found, "beyond", names)
        axes.set_xlabel("margin beyond the place")
    return figure


def openings(study: Told) -> Figure:
    """What the first bid brings: by size and by tile."""
    sizes = [line for line in study["opening_sizes"] if line["n"] >= 50]
    several = len(sizes) > 1
    figure = _figure(7 if several else 4, 2.9)
    *others, right = figure.subplots(1, 2 if several else 1, squeeze=False)[0]
    for left in others:
        _columns(left, sizes, "beyond", [f"{line['size']}" for line in sizes])
        left.axhline(0, color=_GREY, linewidth=0.8)
        left.set_xlabel("workers in the first bid")
        left.set_ylabel("margin beyond the place")
    tiled = sorted(
        (line for line in study["opening_tiles"] if line["n"] >= 200), key=lambda line: -line["beyond"]
    )
    _dots(right, tiled, "beyond", [title(line["tile"]) for line in tiled])
    right.set_xlabel("margin beyond the place, by the tile of the first bid")
    return figure


def laid(study: Told) -> Figure:
    """How often villages of each size win."""
    figure = _figure(5, 2.4)
    axes = figure.subplots()
    found = [line for line in study["laid"] if line["n"] >= 50]
    _columns(axes, found, "wins", [f"{line['laid']}" for line in found], scale=100)
    axes.axhline(100 / study["players"], color=_GREY, linewidth=0.8)
    axes.set_xlabel("tiles in the village at the end, without the home")
    axes.set_ylabel("games won, %")
    return figure


def compared(ours: Lines, theirs: Lines) -> Figure:
    """What tiles are worth to two kinds of players."""
    figure = _figure(5.2, 4.6)
    axes = figure.subplots()
    known = {line["tile"]: line for line in theirs}
    for line in ours:
        other = known.get(line["tile"])
        if other is None:
            continue
        low, high = other["worth_interval"]
        axes.plot([line["worth"]] * 2, [low, high], color="#cccccc", linewidth=1, zorder=1)
        axes.plot(line["worth"], other["worth"], "o", markersize=4, color=COLOURS[line["season"]], zorder=2)
        if abs(other["worth"] - line["worth"]) > 4 or line["worth"] > 4:
            axes.annotate(
                title(line["tile"]),
                (line["worth"], other["worth"]),
                fontsize=7.5,
                xytext=(4, 2),
                textcoords="offset points",
            )
    axes.axline((0, 0), slope=1, color=_GREY, linewidth=0.8)
    axes.set_xlabel("worth to stewards")
    axes.set_ylabel("worth to searchers, with intervals")
    _clean(axes)
    return figure
