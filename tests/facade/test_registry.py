"""Registries: looking tiles and expansions up, and finding what other distributions offer."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from attrs import evolve

from keyflower.extend.expansion import Expansion
from keyflower.extend.tiles import Tile
from keyflower.facade import registry
from keyflower.facade.registry import Registry, builtin, discover, resolve, tile, tiles
from keyflower.kernel.errors import UnknownName
from keyflower.model.enums import Season, TileKind
from keyflower.model.errors import RulesetError

TOY = Expansion(
    id="toy",
    version="1",
    title="The Toys",
    requires=("base",),
    tiles=(Tile("toy_shop", title="Toy shop", season=Season.SPRING, edges="RRRRFF"),),
)


# ---------------------------------------------------------------------- looking up


@pytest.mark.parametrize("name", ["gold_mine", "base:gold_mine", "Gold mine", "GOLD MINE"])
def test_a_tile_is_found_by_short_id_full_id_and_title(name: str) -> None:
    assert tile(name).id == "base:gold_mine"


@pytest.mark.parametrize("name", ["turn_order_1", "Turn order 1"])
def test_a_name_that_two_tiles_have_is_refused_with_both(name: str) -> None:
    with pytest.raises(UnknownName, match="base:turn_order_1 and farmers:turn_order_1"):
        tile(name)
    assert tile("farmers:turn_order_1").replaces == tile("base:turn_order_1").id


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("gold_mime", "did you mean gold_mine"),
        ("Gold mime", "did you mean gold_mine"),
        ("base:gold_mime", "did you mean gold_mine"),
        ("zzz", "there is no tile called 'zzz'$"),
    ],
)
def test_an_unknown_tile_is_refused_with_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(UnknownName, match=hint):
        tile(name)


def test_tiles_are_filtered_by_season_kind_expansion_and_text() -> None:
    assert len(tiles()) == 97
    assert [found.name for found in tiles(season="summer", expansion="farmers")] == [
        "shepherds_hut",
        "pigsty",
        "boat_5",
        "boat_6",
    ]
    assert tiles(season=Season.SUMMER, kind=TileKind.SUMMER_BOAT) == tiles(kind="summer_boat")
    assert [found.name for found in tiles(kind="home")] == [f"home_{number}" for number in range(1, 7)]
    assert [found.name for found in tiles(search="GUILD")] == [
        "craftsmans_guild",
        "key_guild",
        "mercers_guild",
    ]
    assert [found.name for found in tiles(search="draw 3 skills")] == ["hiring_fair"]
    assert tiles(season="winter", kind="home") == ()
    assert tiles(expansion="The Farmers") == tiles(expansion="farmers")


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        (
            {"season": "sumer"},
            r"there is no season called 'sumer'; did you mean summer\? \(there are: spring, summer",
        ),
        ({"kind": "boats"}, r"there is no kind of tile called 'boats'; did you mean boat"),
        (
            {"expansion": "farmer"},
            r"there is no expansion called 'farmer'; did you mean farmers\? \(there are: base",
        ),
    ],
)
def test_unknown_filters_are_refused_with_the_nearest(filters: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        tiles(**filters)


def test_an_expansion_is_found_by_id_and_title() -> None:
    assert builtin().expansion("farmers").title == "The Farmers"
    assert builtin().expansion("keyflower").id == "base"


def test_a_registry_is_a_value() -> None:
    more = builtin().with_expansion(TOY)
    assert more.tile("toy_shop").id == "toy:toy_shop"
    assert [expansion.id for expansion in more.expansions] == ["base", "farmers", "merchants", "toy"]
    assert [expansion.id for expansion in builtin().expansions] == ["base", "farmers", "merchants"]
    assert more == builtin().with_expansion(TOY) != builtin()
    with pytest.raises(RulesetError, match="several expansions are called toy"):
        more.with_expansion(TOY)
    with pytest.raises(UnknownName, match="there are: none"):
        Registry().expansion("base")


# ---------------------------------------------------------------------- rules


def test_the_base_game_is_always_there() -> None:
    assert [expansion.id for expansion in resolve().expansions] == ["base"]
    assert [expansion.id for expansion in resolve(["farmers"]).expansions] == ["base", "farmers"]
    assert [expansion.id for expansion in resolve([TOY]).expansions] == ["base", "toy"]
    assert [expansion.id for expansion in resolve([evolve(TOY, requires=())]).expansions] == ["base", "toy"]


def test_an_expansion_that_calls_itself_base_takes_its_place() -> None:
    house_rules = evolve(builtin().expansion("base"), version="house")
    assert [expansion.version for expansion in resolve([house_rules, "farmers"]).expansions] == [
        "house",
        "1.0",
    ]


def test_an_expansion_with_homes_of_its_own_stands_alone_unless_it_requires_the_base_game() -> None:
    base = builtin().expansion("base")
    alone = evolve(base, id="alone")
    assert [expansion.id for expansion in resolve([alone]).expansions] == ["alone"]
    home = evolve(base.tiles[0], name="home_7", number=7)
    seventh = evolve(TOY, tiles=(home,))
    assert [expansion.id for expansion in resolve([seventh]).expansions] == ["base", "toy"]


def test_common_rules_are_made_once() -> None:
    assert resolve(["farmers"]) is resolve(["base", "farmers"])
    assert resolve(variants=["open-hands"]) is resolve(variants=("open-hands", "open-hands"))
    assert resolve() is not resolve(["farmers"])


def test_overrides_do_not_leak_into_the_common_rules() -> None:
    changed = resolve(overrides={"inn": {"points": [0, 9]}})
    assert changed.tile("inn").face(1).points == 9
    assert resolve().tile("inn").face(1).points == 0


# ---------------------------------------------------------------------- other people's expansions


class Distribution:
    name = "keyflower-toys"


def offering(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    for point in points:
        # importlib sets the distribution in the same way
        vars(point).update(dist=Distribution())
    monkeypatch.setattr(registry, "_entry_points", lambda: points)


def test_without_other_distributions_only_the_built_in_expansions_are_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offering(monkeypatch)
    assert discover() == builtin()


def test_an_expansion_of_another_distribution_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    offering(monkeypatch, EntryPoint("toy", f"{__name__}:TOY", registry.GROUP))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    assert discover().expansion("toy") is TOY
    assert [expansion.id for expansion in resolve(["toy"]).expansions] == ["base", "toy"]
    assert "toy" not in [expansion.id for expansion in builtin().expansions]


@pytest.mark.parametrize(
    ("point", "message"),
    [
        (EntryPoint("toy", "no_such_module:X", registry.GROUP), "cannot be loaded: ModuleNotFoundError"),
        (EntryPoint("toy", "json:NO_SUCH", registry.GROUP), "cannot be loaded: AttributeError"),
        (EntryPoint("toy", "json:dumps", registry.GROUP), "is not an Expansion but a function"),
        (
            EntryPoint("toy", "keyflower.expansions.farmers:EXPANSION", registry.GROUP),
            "calls itself 'farmers'",
        ),
        (
            EntryPoint("farmers", "keyflower.expansions.farmers:EXPANSION", registry.GROUP),
            "the id 'farmers' is taken",
        ),
    ],
)
def test_a_broken_expansion_is_refused_by_the_name_of_its_distribution(
    point: EntryPoint, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    offering(monkeypatch, point)
    with pytest.raises(RulesetError, match="keyflower-toys") as caught:
        discover()
    assert message in str(caught.value)


def test_broken_expansions_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("broken", "no_such_module:X", registry.GROUP)
    offering(monkeypatch, broken, EntryPoint("toy", f"{__name__}:TOY", registry.GROUP))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    errors: list[RulesetError] = []
    found = discover(broken=errors.append)
    assert [one.id for one in found.expansions] == ["base", "farmers", "merchants", "toy"]
    assert [("no_such_module" in str(error)) for error in errors] == [True]


def test_an_unknown_expansion_is_refused_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    offering(monkeypatch, EntryPoint("toy", f"{__name__}:TOY", registry.GROUP))
    with pytest.raises(
        UnknownName, match=r"'farmrs'; did you mean farmers\? \(there are: base, farmers, merchants, toy\)"
    ):
        resolve(["farmrs"])


def test_installed_distributions_are_asked_through_their_entry_points(tmp_path: Path) -> None:
    """A real distribution on the path, found in a fresh interpreter, and only when asked."""
    (tmp_path / "toys.py").write_text(
        "from keyflower.extend.expansion import Expansion\n"
        "TOY = Expansion(id='toy', version='1', title='Toys', requires=('base',))\n"
    )
    info = tmp_path / "toys-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[keyflower.expansions]\ntoy = toys:TOY\n")
    script = (
        "import sys\n"
        f"sys.path.insert(0, {str(tmp_path)!r})\n"
        "from keyflower.facade import registry\n"
        "registry.builtin()\n"
        "assert 'toys' not in sys.modules\n"
        "print([expansion.id for expansion in registry.discover().expansions])\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=False
    )
    assert (done.stdout, done.stderr) == ("['base', 'farmers', 'merchants', 'toy']\n", "")


def test_importing_the_registry_loads_no_tiles() -> None:
    script = (
        "import sys\nimport keyflower.facade.registry\n"
        "print([name for name in sys.modules if name.startswith('keyflower.expansions.')])"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=root, check=True
    )
    assert done.stdout == "[]\n"
