"""The geometry of villages once more, slowly and from the definitions, to compare the library with.

It shares no code with the library: tiles come in as `Placed`, all else is found here by trying everything.
"""

from fractions import Fraction
from itertools import product

AROUND = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
FAR = 10**6


def side(tile, direction):
    """The printed edge that faces a direction: the one which, turned, gets there."""
    (printed,) = [edge for edge in range(6) if (edge + tile.rotation) % 6 == direction]
    return tile.edges[printed]


def meetings(tiles):
    """Every ordered pair of tiles with a shared edge: positions and what meets."""
    return [
        (a, b, side(one, direction), side(other, (direction + 3) % 6))
        for (a, one), (b, other), direction in product(enumerate(tiles), enumerate(tiles), range(6))
        if (one.cell[0] + AROUND[direction][0], one.cell[1] + AROUND[direction][1]) == other.cell
    ]


def places(tiles, edges, free):
    taken = {tile.cell: tile for tile in tiles}
    reach = range(-len(tiles) - 1, len(tiles) + 2)
    found = []
    for cell, rotation in product(product(reach, reach), range(6)):
        if cell in taken:
            continue
        shared = []
        for direction, (dq, dr) in enumerate(AROUND):
            other = taken.get((cell[0] + dq, cell[1] + dr))
            if other is not None:
                shared.append(edges[(direction - rotation) % 6] == side(other, (direction + 3) % 6))
        if shared and (free or all(shared)):
            found.append((cell, rotation))
    return tuple(sorted(found))


def all_pairs(size, links):
    """Floyd and Warshall; -1 where no way leads."""
    ways = [[0 if a == b else FAR for b in range(size)] for a in range(size)]
    for a, b in links:
        ways[a][b] = ways[b][a] = 1
    for middle, a, b in product(range(size), range(size), range(size)):
        ways[a][b] = min(ways[a][b], ways[a][middle] + ways[middle][b])
    return tuple(tuple(-1 if way >= FAR else way for way in row) for row in ways)


def distances(tiles, over_fields):
    links = [
        (a, b)
        for a, b, ours, theirs in meetings(tiles)
        if ours == theirs == "R" or (over_fields and "W" not in (ours, theirs))
    ]
    return all_pairs(len(tiles), links)


def on_loops(tiles):
    """Tiles at the end of a road link whose removal leaves its two ends connected."""
    links = {frozenset((a, b)) for a, b, ours, theirs in meetings(tiles) if ours == theirs == "R"}
    found = set()
    for link in links:
        a, b = link
        if all_pairs(len(tiles), [tuple(other) for other in links - {link}])[a][b] >= 0:
            found |= {tiles[a].name, tiles[b].name}
    return frozenset(found)


def boats_by_water(tiles):
    wet = {0}
    while True:
        more = {b for a, b, ours, theirs in meetings(tiles) if a in wet and ours == theirs == "W"} - wet
        if not more:
            return frozenset(tiles[a].name for a in wet if tiles[a].kind in ("boat", "summer_boat"))
        wet |= more


def corner(cell, number):
    """A corner of a cell: the point it has in common with its neighbours on both sides of the corner."""
    around = [(0, 0), AROUND[number % 6], AROUND[(number - 1) % 6]]
    return tuple(Fraction(sum(cell[axis] + step[axis] for step in around), 3) for axis in (0, 1))


def outer_point(tile, printed_wedge):
    """The middle of the half-edge in front of one of the twelve wedges of a tile."""
    facing = (printed_wedge + 2 * tile.rotation) % 12
    edge, is_second = divmod(facing, 2)
    near, far = corner(tile.cell, edge), corner(tile.cell, edge + 1)
    if is_second:
        near, far = far, near
    return tuple((3 * near[axis] + far[axis]) / 4 for axis in (0, 1))


def wedge_links(edges):
    """The neighbouring wedges of a printed tile with no road or river between them.

    Each tile is cut from its centre into twelve wedges, one behind each half-edge. The line from the centre
    to the middle of an edge is a road or a river or nothing; the line to a corner is never anything.
    """
    barriers = "RW" if edges.count("W") >= 2 else "R"
    links = [(2 * edge + 1, (2 * edge + 2) % 12) for edge in range(6)]
    return links + [(2 * edge, 2 * edge + 1) for edge in range(6) if edges[edge] not in barriers]


def flood(nodes, links):
    """The connected groups of nodes."""
    groups = {node: {node} for node in nodes}
    for a, b in links:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for node in groups[b]:
                groups[node] = groups[a]
    return {frozenset(group) for group in groups.values()}


def sector_numbers(edges):
    """The number of the sector behind each wedge of a printed tile (None for land without any half-edge)."""
    groups = flood(range(12), wedge_links(edges))
    groups = [group for group in groups if any(edges[wedge // 2] != "W" for wedge in group)]
    first = min((edge for edge in range(6) if edges[edge] != "R"), default=None)
    starts_behind = first is None or (edges[first] == "W" and edges.count("W") >= 2)
    start = 2 * (first or 0) + (1 if starts_behind else 0)
    numbers: dict[frozenset[int], int] = {}
    for wedge in [(start + step) % 12 for step in range(12)]:
        for group in groups:
            if wedge in group and group not in numbers:
                numbers[group] = len(numbers) + 1
    return {wedge: next((numbers[group] for group in groups if wedge in group), None) for wedge in range(12)}


def pastures(tiles):
    """The pastures as sorted tuples of regions, by a flood over the wedges of all tiles."""
    nodes = [(position, wedge) for position in range(len(tiles)) for wedge in range(12)]
    links = [
        ((position, a), (position, b))
        for position, tile in enumerate(tiles)
        for a, b in wedge_links(tile.edges)
    ]
    behind: dict[tuple, list[tuple[int, int]]] = {}
    for position, wedge in nodes:
        if tiles[position].edges[wedge // 2] != "W":
            behind.setdefault(outer_point(tiles[position], wedge), []).append((position, wedge))
    links += [(pair[0], pair[1]) for pair in behind.values() if len(pair) == 2]
    numbers = [sector_numbers(tile.edges) for tile in tiles]
    found = []
    for group in flood(nodes, links):
        regions = {(position, numbers[position][wedge]) for position, wedge in group}
        if regions := {region for region in regions if region[1] is not None}:
            found.append(tuple(sorted(regions)))
    return tuple(
        tuple((tiles[position].name, number) for position, number in regions) for regions in sorted(found)
    )


def pasture_distances(tiles):
    found = pastures(tiles)
    touched = [{name for name, _ in regions} for regions in found]
    links = [(a, b) for a, b in product(range(len(found)), repeat=2) if touched[a] & touched[b]]
    ids = ["{}/{}".format(*regions[0]) for regions in found]
    return {
        ids[a]: {ids[b]: way for b, way in enumerate(row) if way >= 0}
        for a, row in enumerate(all_pairs(len(found), [(a, b) for a, b in links if a != b]))
    }
