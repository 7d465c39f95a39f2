"""`check_expansion` sweeps looks and labels."""

from keyflower.extend import AnyOf, Expansion, Face, Good, Piece, Power, Shape, Tile, TileKind
from keyflower.facade.registry import resolve
from keyflower.testing.expansion_parts import check_looks
from keyflower.testing.expansion_report import Findings


def looked_at(**look):
    """What is found about an expansion with one piece and one tile that look so."""
    good = Good("salt", "resource", 9, look=look.get("good"))
    power = Power("salt.free", "salt is free", look=look.get("power"))
    tile = Tile("salt_pan", title="Salt pan", kind=TileKind.HOME, edges="RFFFFF", front=Face(powers=(power,)))
    own = Expansion(
        id="salt",
        version="1",
        title="Salt",
        requires=("base",),
        goods=(good,),
        tiles=(tile,),
        slots=("salt.free",),
    )
    found = Findings()
    check_looks(found, own, resolve([own]))
    return [str(problem) for problem in found.report("salt").problems]


def test_a_look_of_pieces_that_are_there_is_fine():
    assert (
        looked_at(good=Shape((("M-5 -5H5V5Z", "#fff"),), shows=AnyOf("skill")), power=Piece("salt", 2)) == []
    )


def test_a_look_of_a_piece_that_is_not_there_is_found():
    [problem] = looked_at(power=Piece("pepper"))
    assert "shows 'pepper', but there is no such piece" in problem
    [problem] = looked_at(good=Shape((("M-5 -5H5V5Z", "#fff"),), shows=AnyOf("spice")))
    assert "no such kind of piece" in problem


def test_a_look_that_is_none_is_found():
    [problem] = looked_at(power="a grain of salt")
    assert "drawing words" in problem
