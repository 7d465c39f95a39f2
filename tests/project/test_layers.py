"""What the layers promise: kernel, engine and `extend` name no tile, good or expansion; importing does nothing."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import ClassVar

import pytest

import keyflower
from keyflower.facade.registry import builtin
from keyflower.model.enums import COLOURS, PURPLE

PACKAGE = Path(keyflower.__file__).parent
FILES = sorted(path for folder in ("kernel", "engine", "extend") for path in (PACKAGE / folder).rglob("*.py"))
CORE = ("kernel", "model", "extend", "engine")
"""The layers that know no expansion."""

# ---------------------------------------------------------------------- names


def names():
    """What must not be named, as sequences of plain words: tiles, goods but the colours, expansions."""
    found = set()
    for expansion in builtin().expansions:
        found |= {expansion.id, expansion.title}
        found |= {name for tile in expansion.tiles for name in (tile.name, tile.title)}
        found |= {name for good in expansion.goods for name in (good.id, good.name)}
    return {words(name) for name in found} - {words(colour) for colour in (*COLOURS, PURPLE)}


def words(text):
    """The words of a text or of an identifier, in small letters."""
    parted = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text)
    return tuple(re.findall(r"[a-z0-9]+", parted.lower().replace("'", "")))


def spoken(source):
    """Every identifier and every text of a program with its line, but no docstring and no comment."""
    tree = ast.parse(source)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    silent = {id(node.value) for node in statements if isinstance(node.value, ast.Constant)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in silent:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                yield line, name
            case ast.keyword(arg=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchAs(name=str(name)):
                yield line, name
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield line, name
            case ast.ImportFrom(module=str(module)):
                yield line, module


BASIS = re.compile(r"\bBase(?=[A-Z])")
"""The start of the name of a class that others derive from."""


def named(source):
    """The forbidden names that a program speaks of: line, name, and the text or identifier it stands in."""
    forbidden = names()
    longest = max(map(len, forbidden))
    found = []
    for line, text in spoken(source):
        said = words(BASIS.sub("", text.removeprefix("keyflower.")))
        for size in range(1, longest + 1):
            for start in range(len(said) - size + 1):
                if said[start : start + size] in forbidden:
                    found.append((line, " ".join(said[start : start + size]), text))
    return found


HARMLESS = {
    "store": "the field of override files for what a tile stores",
    "_store": "reads that field",
    ".store": "names that field in messages",
}
"""Words of plain English that happen to be the name of something, and what they mean there."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_kernel_engine_and_extend_name_no_tile_no_good_and_no_expansion(path):
    found = named(path.read_text(encoding="utf-8"))
    assert [(line, name) for line, name, text in found if text not in HARMLESS] == []


# ---------------------------------------------------------------------- cycles

PROJECT = PACKAGE.parent / "pyproject.toml"
WHEN_NEEDED = {("keyflower.facade.match", "keyflower.facade.game")}
"""Logs and views make games, and either may be the first thing that a process asks for."""


def excused():
    """The imports that the contract about cycles does not count."""
    contracts = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    found = [contract["ignore_imports"] for contract in contracts if contract["type"] == "acyclic_siblings"]
    return {tuple(pair.split(" -> ")) for pairs in found for pair in pairs}


def imported_when_run(module):
    """What a module imports while it runs, and not for type checkers alone."""

    class Found(ast.NodeVisitor):
        names: ClassVar[set[str | None]] = set()

        def visit_If(self, node):
            for part in (
                node.orelse if "TYPE_CHECKING" in ast.unparse(node.test) else [*node.body, *node.orelse]
            ):
                self.visit(part)

        def visit_ImportFrom(self, node):
            self.names.add(node.module)

    Found().visit(ast.parse((PACKAGE.parent / f"{module.replace('.', '/')}.py").read_text("utf-8")))
    return Found.names


@pytest.mark.parametrize(("module", "back"), sorted(excused() - WHEN_NEEDED), ids=lambda name: name)
def test_an_import_against_the_order_is_for_type_checkers_only(module, back):
    assert back not in imported_when_run(module)


KERNEL = sorted((PACKAGE / "kernel").rglob("*.py"))
OF_A_GAME = re.compile(
    r"keyflower(?!\.kernel\b)|farmers|expansion|merchants|tiny ?towns|rules \d", re.IGNORECASE
)
"""What only a game knows: its name, its expansions, the paragraphs of its rules."""
PARAGRAPH = re.compile(r"""Refusal\([^()]*["']\d+(\.\d+)*["']""")


@pytest.mark.parametrize("path", KERNEL, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_kernel_knows_no_game_and_cites_no_rules(path):
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if OF_A_GAME.search(line)] == []
    assert PARAGRAPH.search(text) is None


def test_every_harmless_word_is_still_needed():
    texts = {text for path in FILES for _, _, text in named(path.read_text(encoding="utf-8"))}
    assert texts == set(HARMLESS)


@pytest.mark.parametrize(
    "source",
    [
        "if 'farmers' in expansions: pass",
        "supply['wood']",
        "def gold_left(): pass",
        "GOLD_MINE = 1",
        "Gain(iron=1)",
        "Refusal('x', 'the Gold mine is full', '2')",
        "from keyflower.expansions.base import tiles",
        "for sheep in herd: pass",
        "match a:\n    case Tile(name=weaver): pass",
        "class KeyMarket: pass",
        "f'{number} wheat'",
        "x = 'base:miner'",
    ],
)
def test_the_search_finds_names_wherever_a_program_can_say_them(source):
    assert named(source)


@pytest.mark.parametrize(
    "source",
    [
        '"""The miner."""',
        "x = 1  # wood",
        "class A:\n    b: int\n    'Of sheep.'",
        "red + green",
        "goldsmiths",
    ],
)
def test_the_search_leaves_docstrings_comments_and_colours_alone(source):
    assert not named(source)


FARM = re.compile(r"animal|herd|wheat|sheep|pig(?!ment)|cow", re.IGNORECASE)
"""What only The Farmers may speak of, in code, comments and docstrings alike."""


@pytest.mark.parametrize("layer", CORE)
def test_the_layers_below_do_not_know_what_a_farmer_keeps(layer):
    found = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in sorted((PACKAGE / layer).rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FARM.search(line)
    ]
    assert found == []


LISTED = {"facade/registry.py": "the list of built-in expansions"}
"""The files that may name an expansion from outside, and why."""


def test_no_other_file_of_the_package_names_the_merchants():
    """The third expansion came in through the front door: whatever surrounds its rules reads what it declares."""
    found = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "merchants" in path.read_text(encoding="utf-8").lower()
    }
    assert {name for name in found if not name.startswith("expansions/merchants/")} == set(LISTED)


OF_DOCS = {"docs/_ext/doors.py": "the modules whose names the reference lists, expansions among them"}
"""The programs around the package that may name an expansion, and why."""


def test_no_tool_and_no_program_of_the_client_or_the_docs_names_the_merchants():
    """They ask the registry or the server, as anybody's tools would; words of a language are no programs."""
    root = PACKAGE.parent
    words = {root / "client" / "src" / f"{code}.ts" for code in ("en", "uk", "pl", "ru")}
    found = {
        str(path.relative_to(root))
        for folder in ("tools", "docs/_ext", "client/src")
        for path in (root / folder).rglob("*")
        if path.suffix in (".py", ".ts", ".tsx", ".css") and path not in words
        if "merchants" in path.read_text(encoding="utf-8").lower()
    }
    assert found == set(OF_DOCS)


SAID = {
    "appraisal/leaf.py": "the name of a number that a learned value reads",
    "cli/app.py": "the short option --farmers",
    "cli/options.py": "the short option --farmers",
    "envs/openspiel.py": "the parameter farmers, as OpenSpiel's parameters are flags and numbers",
    "facade/log/formats.py": "how logs of the first format are read, which had herds in a village",
    "facade/notation.py": "examples in messages",
    "facade/registry.py": "the list of built-in expansions, and an example",
    "fast/record.py": "the name of a limit of the packed record",
    "languages/extraction.py": "words that translators see with a number",
}
"""The files outside the expansions that say a word of theirs, and why."""


def words_of_expansions():
    """The ids of what only The Farmers and The Merchants bring: goods, kinds, tiles, places, verbs, tags, slots."""
    common = {tile.name for tile in builtin().expansion("base").tiles} | {"put"}
    found = {"farmers", "merchants"}
    for expansion in (builtin().expansion("farmers"), builtin().expansion("merchants")):
        found |= {good.id for good in expansion.goods} | {kind.id for kind in expansion.piece_kinds}
        found |= {variant.id for variant in expansion.variants} | {phase.id for phase in expansion.phases}
        found |= {tile.name for tile in expansion.tiles} | {place.tag for place in expansion.places}
        found |= {event.tag for event in expansion.events} | {task.tag for task in expansion.handlers}
        found |= {action.verb for action in expansion.actions} | {*expansion.slots}
    return found - common


def test_no_surface_says_a_word_of_an_expansion():
    words = words_of_expansions()
    assert {"sheep", "contract_reds", "merchants.folder", "pasture.mixed", "extend"} <= words
    words -= {"extend", "replace", "exchange", "contract", "extension", "merchant"}  # English words as well
    said = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = str(path.relative_to(PACKAGE))
        if not name.startswith("expansions/"):
            texts = {text for _, text in constants(path.read_text(encoding="utf-8"))}
            found = {word for text in texts for word in re.findall(r"[\w.-]+", text)} & words
            if found:
                said[name] = found
    assert set(said) == set(SAID), said


def constants(source):
    """The texts of a program that are neither docstrings nor comments, with their lines."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value


def test_the_merchants_import_the_contract_and_nothing_else():
    for path in (PACKAGE / "expansions" / "merchants").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("keyflower"):
                assert node.module == "keyflower.extend" or str(node.module).startswith(
                    "keyflower.expansions.merchants"
                ), path


# ---------------------------------------------------------------------- importing

WATCH = """
import sys, os, time, random, warnings, copyreg

state = random.getstate()
os.urandom = random.Random.seed = None

def registered():
    pickled = [kind for kind in copyreg.dispatch_table if kind.__module__.startswith("keyflower")]
    return repr([sys.meta_path, sys.path_hooks, sys.excepthook, warnings.filters, pickled])

before = registered()
seen = []
def note(event, args):
    if event != "object.__setattr__":  # a value is made: it changes its class, and cannot be read yet
        seen.append([event, str(args[0]) if args else ""])

sys.addaudithook(note)
modules = set(sys.modules)
began = time.perf_counter()
{program}
seconds = time.perf_counter() - began
watched = list(seen)
print(repr({{
    "modules": sorted(set(sys.modules) - modules),
    "events": watched,
    "drew": random.getstate() != state,
    "registered": registered() != before,
    "seconds": seconds,
}}))
"""


def watched(program):
    """What a program does in a fresh interpreter."""
    done = subprocess.run(
        [sys.executable, "-B", "-c", WATCH.format(program=program)],
        capture_output=True, text=True, check=True, cwd=PACKAGE.parent,
    )  # fmt: skip
    return ast.literal_eval(done.stdout)


EVERYTHING = "import keyflower\nfor name in keyflower.__all__: getattr(keyflower, name)"
FORBIDDEN_EVENTS = ("socket.", "subprocess.", "os.system", "os.exec", "os.remove", "os.rename", "os.mkdir")


@pytest.mark.parametrize(
    "program", ["import keyflower", EVERYTHING], ids=["the package", "every public name"]
)
def test_importing_reads_no_file_draws_nothing_and_registers_nothing(program, record_property):
    did = watched(program)
    opened = [what for event, what in did["events"] if event == "open"]
    assert [path for path in opened if not path.endswith((".py", ".pyc", ".so"))] == []
    assert [pair for pair in did["events"] if pair[0].startswith(FORBIDDEN_EVENTS)] == []
    assert not did["drew"] and not did["registered"]
    record_property("seconds", did["seconds"])
    print(f"{program!r}: {did['seconds']:.3f} s")


def test_the_watch_sees_files_draws_and_registrations():
    did = watched("open('pyproject.toml').close(); random.random(); sys.meta_path.append(1)")
    assert ["open", "pyproject.toml"] in did["events"] and did["drew"] and did["registered"]


def test_importing_the_package_loads_next_to_nothing():
    modules = watched("import keyflower")["modules"]
    assert [name for name in modules if name.startswith("keyflower")] == ["keyflower", "keyflower._version"]
    assert {name.partition(".")[0] for name in modules} - sys.stdlib_module_names == {"keyflower"}
    assert not set(modules) & {"json", "importlib.metadata", "dataclasses", "inspect"}


def test_playing_loads_neither_cattrs_nor_any_surface():
    modules = watched("import keyflower\nkeyflower.Game.new(['Ann', 'Bob'], seed=1).play('pass')")["modules"]
    top = {name.partition(".")[0] for name in modules}
    assert top - sys.stdlib_module_names == {"keyflower", "attr", "attrs"}
    layers = {name.split(".")[1] for name in modules if name.startswith("keyflower.")}
    assert layers == {"_version", "kernel", "model", "extend", "expansions", "engine", "facade"}


@pytest.mark.nightly
def test_every_module_of_the_core_can_be_imported_first():
    layers = ("kernel", "model", "extend", "expansions", "engine", "facade")
    names = [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        for layer in layers
        for path in sorted((PACKAGE / layer).rglob("*.py"))
    ]
    program = f"""
import importlib, sys
for name in {names!r}:
    for known in [known for known in sys.modules if known.partition(".")[0] == "keyflower"]:
        del sys.modules[known]
    importlib.import_module(name)
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=PACKAGE.parent)
