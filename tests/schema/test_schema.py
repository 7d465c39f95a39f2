"""The shipped JSON Schemas: up to date, valid, fitting everything the library writes, and usable from TypeScript."""

import fcntl
import json
import random
import shutil
import subprocess
import sys
from copy import deepcopy
from functools import lru_cache
from pathlib import Path

import pytest
from attrs import NOTHING, fields
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import keyflower as kf
from keyflower.extend.tile_data import tile_to_data
from keyflower.facade.data.codec import codec
from keyflower.facade.registry import resolve
from keyflower.kernel.log.entry import entry_to_data
from keyflower.model.layout import Placed
from keyflower.model.lots import Berth, Group, Lot
from keyflower.model.state import Seat, State
from keyflower.model.village import PastUse, Spot
from keyflower.schema import NAMES, check, schema, shipped
from tests.support.patience import PATIENCE
from tests.support.random_games import EVERY_KIND, moments, whole_game

ROOT = Path(__file__).parents[2]
TYPESCRIPT = ROOT / "examples" / "typescript"


@lru_cache(maxsize=16)
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(shipped(name))


def fits(name: str, data: object) -> None:
    error = next(validator(name).iter_errors(data), None)
    assert error is None, f"{error.json_path}: {error.message}"


def test_the_shipped_schemas_are_up_to_date():
    command = [sys.executable, "tools/write_schemas.py", "--check"]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0, "run python tools/write_schemas.py"


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_a_schema(name):
    Draft202012Validator.check_schema(shipped(name))
    assert shipped(name) == schema(name)


def test_an_unknown_schema_is_named():
    with pytest.raises(kf.UnknownName, match="did you mean action"):
        schema("actoin")


# ---------------------------------------------------------------------- what the library writes fits


@given(moments(), st.randoms(use_true_random=False))
def test_actions_events_entries_and_views_fit_their_schemas(game, rng):
    rules = game.ruleset
    for decision in game.decisions.values():
        options = [*decision.options]
        for action in rng.sample(options, min(12, len(options))):
            fits("action", codec(rules).actions.write(action))
            fits("action", codec(rules).actions.write(action.hidden()))
    entry = game.entry
    for event in entry.events:
        fits("event", codec(rules).events.write(event))
    for viewer in (-1, 0):
        fits("entry", entry_to_data(codec(rules), entry.redacted(viewer)))
    data = game.view(0).to_data()
    data["decisions"] = [{**item, "options": item["options"][:3]} for item in data["decisions"]]
    fits("view", data)


@pytest.mark.parametrize("table", EVERY_KIND[::10], ids=str)
def test_lines_of_logs_fit_the_schema(table):
    log = whole_game(table)[-1].log
    for one in (log, log.redacted(0)):
        for line in (*[*one.lines()][::3], [*one.lines()][-1]):
            fits("log", json.loads(line))


def test_logs_from_a_position_and_with_a_script_fit_the_schema():
    game = whole_game(EVERY_KIND[3])[20]
    dealt = game.view(0).sample(random.Random(1))
    scripted = kf.Game.new(["Ann", "Bob"], chance=kf.ScriptedChance((), kf.SeededChance(2**70)))
    for log in (dealt.log, scripted.play("pass").log):
        for line in log.lines():
            fits("log", json.loads(line))


def test_every_tile_fits_the_schema():
    for tile in kf.tiles():
        fits("tile", tile_to_data(tile))


# ---------------------------------------------------------------------- what the schemas refuse, the codec refuses


@given(moments(), st.data())
def test_codec_and_schema_refuse_the_same_fields(game, data):
    rules = game.ruleset
    whole = codec(rules).events.write(data.draw(st.sampled_from(game.events)))
    whole = deepcopy(whole)
    key = data.draw(st.sampled_from(sorted(whole)))
    match data.draw(st.sampled_from(["remove", "rename", "number", "text", "list"])):
        case "remove":
            del whole[key]
        case "rename":
            whole[f"{key}x"] = whole.pop(key)
        case "number":
            whole[key] = 3
        case "text":
            whole[key] = "no pieces"
        case "list":
            whole[key] = [[]]
    error = next(validator("event").iter_errors(whole), None)
    if error is None:
        # the schema has no opinion on what belongs together; what it takes the codec takes, or explains
        try:
            codec(rules).events.read(whole)
        except kf.LogError as refused:
            assert refused.reason
    else:
        with pytest.raises(kf.LogError):
            codec(rules).events.read(whole)


def test_data_is_checked_with_paths():
    assert check("action", {"verb": "pass"}) == ()
    assert check("action", {"verb": "pass", "x": 1})
    assert check("event", {"tag": "passed", "seat": "Ann"})


def test_rules_of_other_expansions_have_their_own_schemas():
    base = schema("view", resolve())
    assert "ChooseBreedingTask" not in base["$defs"]
    assert "ChooseBreedingTask" in schema("view")["$defs"]


# ---------------------------------------------------------------------- sweeps


@pytest.mark.parametrize("kind", [State, Seat, Lot, Berth, PastUse, Group], ids=lambda kind: kind.__name__)
def test_every_field_of_a_state_is_in_the_schema(kind):
    definition = shipped("view")["$defs"][kind.__name__]
    assert list(definition["properties"]) == [item.name for item in fields(kind) if item.init]
    needed = {item.name for item in fields(kind) if item.default is NOTHING}
    assert set(definition["required"]) == needed | ({"village"} if kind is Seat else set())


def test_every_field_of_a_laid_tile_is_in_the_schema():
    names = {item.name for kind in (Placed, Spot) for item in fields(kind) if item.init}
    assert names == set(shipped("view")["$defs"]["LaidTile"]["properties"])


@pytest.mark.parametrize("root", ["action", "event"])
def test_every_field_is_described(root):
    for name, definition in shipped(root)["$defs"].items():
        if name.endswith(("Action", "Event")) and "properties" in definition:
            for field, described in definition["properties"].items():
                assert "const" in described or described.get("description"), f"{name}.{field}"


# ---------------------------------------------------------------------- TypeScript


def run(*command: str, timeout: float = PATIENCE) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=TYPESCRIPT, capture_output=True, text=True, timeout=timeout, check=False
    )


@pytest.fixture(scope="module")
def npm() -> str:
    """Return npm, with the kept tools installed beside the example."""
    found = shutil.which("npm")
    if found is None or shutil.which("node") is None:
        pytest.skip("node and npm are not here: the types of examples/typescript are not compiled")
    with open(TYPESCRIPT / "package.json", "rb") as guard:  # one process installs, the others wait for it
        fcntl.flock(guard, fcntl.LOCK_EX)
        _install(found)
    return found


def _install(found: str) -> None:
    if not (TYPESCRIPT / "node_modules" / ".bin" / "tsc").exists():
        try:
            done = run(found, "ci", "--silent", "--no-fund", "--no-audit")
        except subprocess.TimeoutExpired:
            pytest.skip("npm ci in examples/typescript took too long")
        if done.returncode:
            pytest.skip(
                f"npm ci in examples/typescript failed, perhaps without network: {done.stderr[-300:]}"
            )


def test_typescript_types_are_up_to_date(npm, tmp_path):
    made = run("node", "generate.mjs", str(tmp_path / "types.ts"))
    assert made.returncode == 0, made.stderr
    text = (tmp_path / "types.ts").read_text("utf-8")
    assert text == (TYPESCRIPT / "types.ts").read_text("utf-8"), "run npm run generate in examples/typescript"


def test_typescript_types_are_made_from_the_composed_schema_of_a_table(npm, tmp_path):
    from keyflower.web.protocol_schema import schema as protocol_schema

    harbour = kf.extend.Expansion.from_toml(TYPESCRIPT.parent / "harbour.toml")
    rules = kf.Game.new(["Ann", "Bob"], seed=1, expansions=[harbour, "merchants"]).ruleset
    (tmp_path / "schema.json").write_text(json.dumps(protocol_schema(rules)), encoding="utf-8")
    types = tmp_path / "types.ts"
    made = run("node", "generate.mjs", str(types), str(tmp_path / "schema.json"))
    assert made.returncode == 0, made.stderr
    text = types.read_text("utf-8")
    assert "export type Server" in text and "merchants.folder" in text
    assert "herds" not in text  # The Farmers are not played there
    done = run("node_modules/.bin/tsc", "--ignoreConfig", "--noEmit", "--strict", str(types))
    assert done.returncode == 0, done.stdout


def test_typescript_types_compile_strictly(npm):
    done = run(npm, "run", "--silent", "check")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_redacted_log_is_followed_in_typescript(npm, tmp_path):
    built = run("node_modules/.bin/tsc", "--outDir", str(tmp_path / "build"))
    assert built.returncode == 0, built.stdout
    log = whole_game(EVERY_KIND[2])[-1].log.redacted("Ann")
    (tmp_path / "log.jsonl").write_text(log.dumps(), encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type":"module"}')
    program = (
        "import { readFileSync } from 'node:fs';"
        "import { transcript } from './build/follow.js';"
        "console.log(JSON.stringify(transcript(readFileSync('log.jsonl', 'utf8'))));"
    )
    (tmp_path / "run.mjs").write_text(program)
    done = subprocess.run(
        ["node", "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    sentences = json.loads(done.stdout)
    assert len(sentences) == sum(len(entry.events) for entry in log) + 1
    assert any(sentence == "Bob draws ?8" for sentence in sentences)
