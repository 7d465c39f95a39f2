"""Golden games: whole games written down as text, replayed and compared letter by letter."""

import pytest

from keyflower.facade.registry import builtin, resolve
from tests.support.golden_games import FOLDER, GAMES, path_of, read_steps, replayed, written


def text_of(name):
    return path_of(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_comes_out_as_written(name):
    text = text_of(name)
    assert written(name, read_steps(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_the_golden_game_is_over_and_replays_from_its_log(name):
    game = replayed(name, read_steps(text_of(name)))[-1]
    assert game.over and game.log.replay() == game


def test_every_file_is_a_known_game_and_every_known_game_has_a_file():
    assert sorted(
        path.stem for path in FOLDER.iterdir() if path.is_file() and path.suffix != ".py"
    ) == sorted(GAMES)


def test_every_builtin_expansion_has_golden_games():
    """Issue 3: one for each number of players; issue 5: with an expansion for 2, 4 and 6 players."""
    numbers: dict[str, set[int]] = {}
    for setup in GAMES.values():
        if "variants" not in setup:
            for id in setup.get("expansions", ["base"]):
                numbers.setdefault(id, set()).add(len(setup["players"]))
    known = [expansion.id for expansion in builtin().expansions]
    missing = [id for id in known if not numbers.get(id, set()) >= {2, 4, 6}]
    assert missing == [], f"no golden games of 2, 4 and 6 players for {missing}"
    assert numbers["base"] == {2, 3, 4, 5, 6}


def test_every_variant_of_a_builtin_expansion_has_a_golden_game():
    known = {variant.id for expansion in builtin().expansions for variant in expansion.variants}
    assert known == {variant for setup in GAMES.values() for variant in setup.get("variants", ())}


def test_the_golden_games_together_contain_every_action_and_almost_every_event():
    ruleset = resolve([expansion.id for expansion in builtin().expansions])
    moments = [game for name in GAMES for game in replayed(name, read_steps(text_of(name)))]
    said = {game.last_action.kind for game in moments if game.last_action is not None}
    happened = {event.tag for game in moments for event in game.events}
    # a tile that fits nowhere is rare, and a position given by hand belongs to no game from the start
    assert said == set(ruleset.actions)
    assert set(ruleset.events) - happened == {"tile-lost", "position-given"}
