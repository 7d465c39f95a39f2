"""Every public name is the first thing that some process asks for, and works there."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import keyflower as kf
from docs._ext.doors import DOORS, doors
from keyflower.testing import random_game

ROOT = Path(__file__).parents[2]
LOGS = ROOT / "tests" / "logs"
WHOLE = LOGS / "format-3-base-3-players.jsonl"
REDACTED = LOGS / "format-3-farmers-redacted-for-seat-1.jsonl"
NOT_HERE = {"KeyflowerSpiel": "OpenSpiel has no wheels", "GameSpiel": "as above", "register": "as above"}
"""Names whose extra is not part of the development environment."""
PROMISED = {
    "bots", "simulate", "render", "testing", "extend", "web", "languages", "schema", "words", "envs", "fast", "events",
    "registry", "kernel", "cli",
}  # fmt: skip
"""The doors that `dir` has to show."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def wrongs(*asked):
    """Return what goes wrong with names, doors and programs, each in a fresh process."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "fresh_names.py")],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]


PROGRAMS = {
    "replay": f"import keyflower as kf; assert kf.EventLog.load({str(WHOLE)!r}).replay().over",
    "restore": f"import keyflower as kf; assert kf.EventLog.load({str(WHOLE)!r}).restore().over",
    "view": f"import keyflower as kf; assert kf.EventLog.load({str(REDACTED)!r}).view().over",
    "redacted": f"import keyflower as kf; kf.EventLog.load({str(WHOLE)!r}).redacted(0).view().scores",
    "rows": f"import keyflower as kf; assert kf.EventLog.load({str(WHOLE)!r}).rows()",
    "private": f"from keyflower.facade.event_log import EventLog; EventLog.load({str(WHOLE)!r}).replay()",
    "tiny towns": "from tinytowns.match import TownMatch; assert TownMatch.game_class().LOG",
    "bots": "import keyflower as kf; assert kf.bots.bot('greedy')",
    "simulate": "import keyflower as kf; kf.simulate.simulate(['random', 'random'], [1])",
    "render": "import keyflower as kf; assert kf.render.village_text",
    "render svg": "import keyflower as kf; assert '<svg' in kf.tile('miner').svg()",
    "testing": "import keyflower as kf; assert kf.testing.scenario(lots=['miner']).game",
    "extend": "import keyflower as kf; kf.extend.Expansion(id='x', version='1', title='X')",
    "web": "import keyflower as kf; kf.web.open_store(':memory:').close()",
    "languages": "import keyflower as kf; assert 'uk' in kf.languages.LANGUAGES",
    "schema": "import keyflower as kf; assert kf.schema.schema('view')",
    "words": "import keyflower as kf; assert kf.words.Teller",
    "envs": "import keyflower as kf; assert kf.envs.Vocabulary.of(kf.Game.new(['A', 'B'], seed=1).ruleset)",
    "fast": "import keyflower as kf; assert kf.fast.pack(kf.Game.new(['A', 'B'], seed=1))",
    "events": "from keyflower.events import WorkersBid; assert WorkersBid.tag == 'workers-bid'",
    "registry": "import keyflower.registry; assert keyflower.registry.tile('miner')",
    "layout": "import keyflower.layout; assert keyflower.layout.neighbours((0, 0))",
    "auction": "import keyflower as kf; assert kf.auction.Berth('boat')",
    "scoring": "import keyflower as kf; assert kf.scoring.Check(0, ())",
    "logs": "from keyflower.logs import remember; import keyflower as kf; "
    "remember(kf.Game.new(['A', 'B'], seed=1).log, 0)",
    "kernel": "import keyflower as kf; assert kf.kernel",
    "cli": "import keyflower as kf; assert kf.cli",
}  # fmt: skip
"""The shortest use of each door, and the main paths."""


def test_the_main_paths_and_every_door_work_first():
    assert wrongs(*(("program", program) for program in PROGRAMS.values())) == []
    assert PROGRAMS.keys() >= PROMISED


def test_every_name_of_every_door_works_first():
    assert wrongs(*(("door", door, *NOT_HERE) for door in sorted(doors()))) == []


def test_the_front_shows_its_doors():
    assert set(dir(kf)) >= PROMISED
    assert {door.split(".")[1] for door in DOORS if door.count(".") == 1} <= set(dir(kf)) | {"expansions"}
    assert set(kf.__all__) <= set(dir(kf))


@pytest.mark.parametrize("what", ["log", "view"])
def test_what_was_pickled_works_in_another_process(what, tmp_path):
    game = random_game(3, 2, plies=5)
    path = tmp_path / "pickled"
    path.write_bytes(pickle.dumps(game.log if what == "log" else game.view(0)))
    use = "value.replay()" if what == "log" else "value.sample(random.Random(1))"
    program = f"import pickle, random; value = pickle.loads(open({str(path)!r}, 'rb').read()); {use}"
    assert wrongs(("program", program)) == []
