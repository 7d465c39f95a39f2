"""What the tests of pictures need: reading them, and values to draw."""

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from random import Random

from attrs import evolve

from keyflower.expansions.farmers.herds import with_herd
from keyflower.facade.registry import builtin, tiles
from keyflower.model.enums import Season, TileKind
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.pool import Pool
from keyflower.model.state import Seat, State, empty_state
from keyflower.model.tasks import Turn
from keyflower.model.village import PastUse, Spot, Village
from keyflower.render.fonts import text_width

NAMES = ("Ann", "Bob", "Cid")
Matrix = tuple[float, float, float, float, float, float]


# ---------------------------------------------------------------------- reading pictures


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def marked(element: ET.Element, mark: str) -> list[ET.Element]:
    return [found for found in element.iter() if mark in found.get("class", "").split()]


def texts(element: ET.Element) -> list[str]:
    return [found.text or "" for found in element.iter() if local(found) == "text"]


def title(element: ET.Element) -> str:
    return next((found.text or "" for found in element if local(found) == "title"), "")


def times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def transform(element: ET.Element) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for kind, inside in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        numbers = [float(number) for number in inside.split()]
        if kind == "translate":
            matrix = times(matrix, (1, 0, 0, 1, numbers[0], numbers[1] if len(numbers) > 1 else 0))
        elif kind == "scale":
            matrix = times(matrix, (numbers[0], 0, 0, numbers[-1], 0, 0))
        else:
            assert kind == "rotate"
            turn = math.radians(numbers[0])
            matrix = times(matrix, (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0))
    return matrix


def placed(element: ET.Element, matrix: Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[tuple[ET.Element, Matrix]]:
    """Iterate an element and all in it, each with how it is moved on the page."""
    own = times(matrix, transform(element))
    yield element, own
    for child in element:
        yield from placed(child, own)


def on_page(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def path_points(data: str) -> Iterator[tuple[float, float]]:
    """Iterate the points of path data with absolute steps; of an arc, where it ends."""
    x = y = 0.0
    for step, rest in re.findall(r"([A-Z])([^A-Z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        match step:
            case "H":
                pairs = [(number, y) for number in numbers]
            case "V":
                pairs = [(x, number) for number in numbers]
            case "A":
                pairs = list(zip(numbers[5::7], numbers[6::7], strict=True))
            case _:
                pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        yield from pairs
        x, y = pairs[-1] if pairs else (x, y)


def points(element: ET.Element) -> list[tuple[float, float]]:
    """Return points around all that an element shows itself."""

    def get(name: str) -> float:
        return float(element.get(name, "0"))

    match local(element):
        case "path":
            return list(path_points(element.get("d", "")))
        case "line":
            return [(get("x1"), get("y1")), (get("x2"), get("y2"))]
        case "circle":
            return [
                (get("cx") + dx * get("r"), get("cy") + dy * get("r")) for dx in (-1, 1) for dy in (-1, 1)
            ]
        case "ellipse":
            return [
                (get("cx") + dx * get("rx"), get("cy") + dy * get("ry")) for dx in (-1, 1) for dy in (-1, 1)
            ]
        case "rect":
            return [
                (get("x") + dx * get("width"), get("y") + dy * get("height"))
                for dx in (0, 1)
                for dy in (0, 1)
            ]
        case "text":
            half = text_width(element.text or "", get("font-size")) / 2
            return [
                (get("x") + dx * half, get("y") - share * get("font-size"))
                for dx in (-1, 1)
                for share in (0, 0.7)
            ]
        case _:
            return []


def assert_inside(picture: str) -> None:
    """Nothing is cut off: all that is drawn lies within the view box."""
    root = parsed(picture)
    left, top, width, height = (float(number) for number in root.get("viewBox", "").split())
    for element, matrix in placed(root):
        for point in points(element):
            x, y = on_page(matrix, *point)
            assert left - 1 <= x <= left + width + 1, (local(element), element.text, x)
            assert top - 1 <= y <= top + height + 1, (local(element), element.text, y)


# ---------------------------------------------------------------------- making values


def grown(seed: int, size: int) -> Village:
    """Return a village grown at random, with goods, uses and herds on it."""
    rng = Random(seed)
    homes = builtin().tiles(kind=TileKind.HOME)
    home = rng.choice(homes)
    village = Village.founded(Placed(home.name, (0, 0), 0, home.edges, home.kind), side=rng.randint(0, 1))
    others = [tile for tile in tiles() if tile.kind is not TileKind.HOME]
    rng.shuffle(others)
    for tile in others:
        places = village.layout.places(tile.edges)
        if len(village) < size and places and tile.name not in village:
            cell, rotation = rng.choice(places)
            side = rng.randrange(len(tile.faces))
            village = village.laying(Placed(tile.name, cell, rotation, tile.edges, tile.kind), side=side)
    for name in village.names:
        goods = Pool.of({good: rng.randint(0, 3) for good in ("gold", "iron", "stone", "wood")})
        uses = tuple(PastUse(Pool.of(blue=n, red=1), Pool.of(red=1)) for n in range(rng.randint(0, 2)))
        village = village.with_spot(name, Spot(village.spot(name).side, goods, uses))
    for pasture in village.pastures:
        herd = Pool.of({rng.choice(("sheep", "pig", "cow")): rng.randint(0, 4)})
        village = with_herd(village, pasture.id, herd)
    return village


LOTS = (
    Lot("miner", bids=(Group(0, "red", 2), Group(1, "red", 3))),
    Lot(
        "keystone_quarry",
        bids=(Group(0, "yellow", 4), Group(2, "blue", 11, True)),
        uses=(PastUse(Pool.parse("Y1")),),
    ),
    Lot("boat_4", 1, bids=(Group(1, "green", 1),)),
    Lot("paddock", uses=(PastUse(Pool.parse("R2 B1"), Pool.parse("B1")),)),
    Lot("turn_order_1"),
)
BERTHS = (
    Berth("boat_keyflower", Pool.parse("R3 B2 Y2"), Pool.parse("anvil1")),
    Berth("boat_sea_bastion", Pool.parse("B3"), Pool.parse("saw1"), taken=True),
)


def table(
    *, workers: str = "R3 Y4 G1", skills: str = "anvil2 saw1", winter: tuple[str, ...] = ("jeweller",)
) -> State:
    """Return a table of three; the arguments are what the second and third have behind their screens."""
    first = Seat(
        workers=Pool.parse("B5"), skills=Pool.parse("pickaxe1"), village=grown(1, 4), winter=("bakery",)
    )
    other = Seat(
        workers=Pool.parse(workers),
        skills=Pool.parse(skills),
        stock=Pool.of(wheat=3),
        village=grown(2, 7),
        won=(("stable", 0),),
        winter=winter,
        boat="boat_sea_bastion",
    )
    return evolve(
        empty_state(),
        season=Season.AUTUMN,
        start=1,
        agenda=(Turn(2),),
        lots=LOTS,
        berths=BERTHS,
        seats=(first, other, evolve(other, village=grown(3, 2), boat="")),
        bag=Pool.parse("R20 Y22"),
        stack=Pool.parse("anvil10 saw9"),
        supply=Pool.parse("G18 gold40 sheep30"),
        piles=((), (), ("inn", "fair")),
    )
