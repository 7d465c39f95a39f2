"""Small undirected graphs as tuples: for each node the sorted numbers of its neighbours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Graph: TypeAlias = tuple[tuple[int, ...], ...]
"""The neighbours of each node; nodes are numbered from 0."""


def linked(size: int, links: Iterable[tuple[int, int]]) -> Graph:
    """Return the graph with these links between `size` nodes."""
    around: list[list[int]] = [[] for _ in range(size)]
    for one, other in links:
        around[one].append(other)
        around[other].append(one)
    return tuple(tuple(sorted(nodes)) for nodes in around)


def steps_from(graph: Graph, start: int) -> tuple[int, ...]:
    """Return the number of steps from one node to each node, -1 for those that cannot be reached.

    >>> steps_from(linked(4, [(0, 1), (1, 2)]), 0)
    (0, 1, 2, -1)
    """
    steps = [-1] * len(graph)
    steps[start] = 0
    queue = [start]
    for node in queue:
        for other in graph[node]:
            if steps[other] < 0:
                steps[other] = steps[node] + 1
                queue.append(other)
    return tuple(steps)


def on_cycles(graph: Graph) -> frozenset[int]:
    """Return the nodes that lie on a cycle.

    Every link on a cycle lies on the fundamental cycle of some link outside a spanning forest, so it is
    enough to walk those.

    >>> sorted(on_cycles(linked(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)])))
    [0, 1, 2]
    """
    found: set[int] = set()
    parents, depths = _spanning_forest(graph)
    for one, around in enumerate(graph):
        for other in around:
            if one < other and parents[one] != other and parents[other] != one:
                low, high = one, other
                found.update((low, high))
                while low != high:
                    if depths[low] < depths[high]:
                        low, high = high, low
                    low = parents[low]
                    found.add(low)
    return frozenset(found)


def _spanning_forest(graph: Graph) -> tuple[list[int], list[int]]:
    """Return the parent (-1 for a root) and the depth of each node in a spanning forest."""
    parents, depths = [-1] * len(graph), [-1] * len(graph)
    for root in range(len(graph)):
        if depths[root] >= 0:
            continue
        depths[root] = 0
        queue = [root]
        for node in queue:
            for other in graph[node]:
                if depths[other] < 0:
                    parents[other], depths[other] = node, depths[node] + 1
                    queue.append(other)
    return parents, depths
