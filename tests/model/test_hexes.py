from hypothesis import given
from hypothesis import strategies as st

from keyflower.model.hexes import (
    COMPASS,
    DIRECTIONS,
    centre,
    corners,
    distance,
    minus,
    neighbour,
    neighbours,
    opposite,
    plus,
    rotated,
    touching_half,
)

cells = st.tuples(st.integers(-50, 50), st.integers(-50, 50))
directions = st.integers(0, 5)


def test_directions_go_clockwise_from_the_top():
    assert dict(zip(COMPASS, DIRECTIONS, strict=True)) == {
        "N": (0, -1),
        "NE": (1, -1),
        "SE": (1, 0),
        "S": (0, 1),
        "SW": (-1, 1),
        "NW": (-1, 0),
    }


@given(cells, directions)
def test_going_there_and_back_ends_at_the_start(cell, edge):
    assert neighbour(neighbour(cell, edge), opposite(edge)) == cell
    assert neighbours(cell)[edge] == neighbour(cell, edge)


@given(cells)
def test_the_six_neighbours_are_exactly_the_cells_one_step_away(cell):
    near = {(cell[0] + q, cell[1] + r) for q in range(-3, 4) for r in range(-3, 4)}
    assert {other for other in near if distance(cell, other) == 1} == set(neighbours(cell))


@given(cells, st.lists(directions, max_size=12))
def test_distance_is_never_longer_than_a_walk_and_straight_walks_are_shortest(cell, walk):
    end = cell
    for edge in walk:
        end = neighbour(end, edge)
    assert distance(cell, end) <= len(walk)
    assert distance(cell, end) == distance(end, cell)
    if len(set(walk)) == 1:
        assert distance(cell, end) == len(walk)


@given(st.text("RFW", min_size=6, max_size=6), directions, directions)
def test_printed_edge_e_faces_e_plus_rotation(edges, rotation, edge):
    assert rotated(edges, rotation)[(edge + rotation) % 6] == edges[edge]


@given(st.text("RFW", min_size=6, max_size=6), st.integers(-12, 12), st.integers(-12, 12))
def test_rotations_add_up(edges, one, other):
    assert rotated(rotated(edges, one), other) == rotated(edges, one + other)
    assert rotated(edges, 6) == edges


@given(directions)
def test_minus_touches_plus_across_an_edge(edge):
    assert touching_half(minus(edge)) == plus(opposite(edge))
    assert touching_half(plus(edge)) == minus(opposite(edge))


def test_half_edges_are_numbered_clockwise():
    assert [half for edge in range(6) for half in (minus(edge), plus(edge))] == list(range(12))


@given(cells, directions)
def test_neighbouring_cells_share_the_two_corners_of_their_edge_on_paper(cell, edge):
    ours = corners(cell, 10)
    theirs = corners(neighbour(cell, edge), 10)
    back = opposite(edge)
    for mine, other in ((edge, back + 1), (edge + 1, back)):
        assert all(abs(a - b) < 1e-6 for a, b in zip(ours[mine % 6], theirs[other % 6], strict=True))


def test_the_top_edge_lies_above_the_centre_on_paper():
    x, y = centre((2, -1), 10)
    left, right = corners((2, -1), 10)[:2]
    assert left[1] < y and abs(left[1] - right[1]) < 1e-6
    assert left[0] < x < right[0]
