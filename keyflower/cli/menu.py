"""Menus: the options of a decision with their numbers, in the order in which the tiles lie on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from keyflower.cli import numbered_list as listing
from keyflower.cli.numbered_list import Entries
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.kernel.text import Listing, Message, Speaker, listed, phrase, phrase_of
from keyflower.model.actions import Bid, Place, Use
from keyflower.model.enums import COLOURS, LETTERS
from keyflower.model.hexes import Cell, neighbours, opposite
from keyflower.model.pool import Pool
from keyflower.model.state import State
from keyflower.model.village import Village

WORKER_STYLES = {"red": "bold red", "blue": "bold blue", "yellow": "bold yellow", "green": "bold green"}
"""How workers are coloured; their letters say the same."""


def numbered(decision: Decision, state: State) -> Entries:
    """Return the options with their numbers; bids and uses in the order of the auction, then of the villages."""
    options: list[Action] = list(decision.options)
    if decision.kind == "turn":
        options.sort(key=_order(state, decision.seat))
    return list(enumerate(options, start=1))


def _order(state: State, seat: int) -> Callable[[Action], tuple[object, ...]]:
    """Return the sort key of bids and uses: tile, bids first, colour, number; everything else comes last."""
    tiles = [lot.tile for lot in state.lots]
    villages = [*state.seats[seat:], *state.seats[:seat]]
    tiles += [name for own in villages for name in own.village.names]
    place = {name: number for number, name in enumerate(tiles)}
    colours = {colour: number for number, colour in enumerate(COLOURS)}

    def key(action: Action) -> tuple[object, ...]:
        if not isinstance(action, Bid | Use):
            return (len(place) + 1,)
        workers = action.workers + action.open
        colour = [colours.get(piece, 9) for piece in workers.pieces]
        return (
            place.get(action.tile, len(place)), isinstance(action, Use), action.groups, colour, workers.amounts,
        )  # fmt: skip

    return key


def workers_text(workers: Pool) -> Text:
    """Return workers by letter and number, each in its colour."""
    text = Text()
    for colour, number in workers.items():
        text.append(" " if text else "")
        text.append(f"{LETTERS.get(colour, colour)}{number}", WORKER_STYLES.get(colour, ""))
    if workers.unknown:
        text.append(f"{' ' if text else ''}?{workers.unknown}")
    return text


def coloured(sentence: str) -> Text:
    """Return the text of an action with its workers in their colours."""
    letters = {letter: WORKER_STYLES[colour] for colour, letter in LETTERS.items() if colour in WORKER_STYLES}
    text = Text()
    for word in sentence.split(" "):
        text.append(" " if text else "")
        for number, part in enumerate(word.split("+")):
            text.append("+" if number else "")
            is_workers = part[:1] in letters and part[1:].rstrip("*").isdecimal()
            text.append(part, letters[part[0]] if is_workers else "")
    return text


# ---------------------------------------------------------------------- placing tiles


def _side(edge: int, tile: str) -> Message:
    """Return the direction of a cell from a neighbouring one, by the edge between them."""
    match edge:
        case 0:
            return phrase("above {tile}", tile=tile)
        case 1:
            return phrase("upper right of {tile}", tile=tile)
        case 2:
            return phrase("lower right of {tile}", tile=tile)
        case 3:
            return phrase("below {tile}", tile=tile)
        case 4:
            return phrase("lower left of {tile}", tile=tile)
        case _:
            return phrase("upper left of {tile}", tile=tile)


def beside(village: Village, cell: Cell, titles: Mapping[str, str]) -> Listing:
    """Return where an empty cell lies: ``below Home 1``."""
    found = []
    for edge, other in enumerate(neighbours(cell)):
        there = village.layout.at(other)
        if there is not None:
            found.append(_side(opposite(edge), titles.get(there.name, there.name)))
    return listed(found)


def place_table(
    entries: Entries, tile: str, village: Village, titles: Mapping[str, str], language: Speaker
) -> Table:
    """Return every place for a tile, with the rotations that fit."""
    say = language.say
    rows: dict[Cell, list[Text]] = {}
    for number, action in entries:
        if isinstance(action, Place) and action.tile == tile:
            turned = Text.assemble((f"{number} ", "dim"), f"r{action.rotation}")
            rows.setdefault(action.cell, []).append(turned)
    table = Table(box=None, padding=(0, 2, 0, 1))
    for heading in (phrase_of("column", "at"), phrase_of("column", "turned"), phrase_of("column", "that is")):
        table.add_column(say(heading))
    for at, turns in rows.items():
        table.add_row(f"{at[0]},{at[1]}", Text("  ").join(turns), say(beside(village, at, titles)))
    return table


def places_in_columns(entries: Entries, tile: str) -> Columns:
    """Return every cell for a tile, several in a line, with the numbers of its options and the rotations."""
    places: dict[Cell, list[tuple[int, int]]] = {}
    for number, action in entries:
        if isinstance(action, Place) and action.tile == tile:
            places.setdefault(action.cell, []).append((number, action.rotation))
    cells = []
    for (q, r), found in places.items():
        numbers = f"{found[0][0]}-{found[-1][0]}" if len(found) > 1 else f"{found[0][0]}"
        turned = "".join(str(rotation) for _, rotation in found)
        cells.append(Text.assemble((f"{numbers} ", "dim"), f"{q},{r} r{turned}"))
    return Columns(cells, padding=(0, 2))


# ---------------------------------------------------------------------- lists


def show_menu(console: Console, entries: Entries, notes: Mapping[Action, str] | None = None) -> None:
    """Print options in columns, workers in their colours; those with notes one in a line."""
    listing.show_menu(console, entries, notes, written=coloured)
