"""`check_expansion`: the tests that every expansion needs, for its author to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import TypeAlias

from keyflower.engine.setup import player_counts
from keyflower.extend.expansion import Expansion
from keyflower.extend.ruleset import Ruleset
from keyflower.facade.game import Game
from keyflower.kernel.actions import Action
from keyflower.kernel.options import Decision
from keyflower.testing.expansion_laws import Walk
from keyflower.testing.expansion_parts import check_looks, check_parts, mixtures
from keyflower.testing.expansion_report import ExpansionError, Finding, Findings, Report
from keyflower.testing.random_play import SEATS, Chooser, random_actions, varied
from keyflower.testing.scenarios import Scenario

__all__ = ["ExpansionError", "Finding", "Report", "check_expansion"]

Scenarios: TypeAlias = Mapping[str, Callable[[], object]]
"""Functions that play a scenario with a tile, by the short or full id of the tile."""


def check_expansion(
    expansion: Expansion,
    *,
    scenarios: Scenarios | None = None,
    others: Iterable[Expansion] = (),
    seeds: Iterable[int] = (1, 2),
    players: Iterable[int] | None = None,
) -> Report:
    """Check that an expansion follows all the rules for expansions.

    It checks ids, classes, texts and pictures; composes the expansion with the base game, with every other
    built-in expansion and with each of its variants; plays whole games at random and checks the laws at each moment:
    pieces are conserved, options agree with refusals, actions survive the notation, everything survives JSON, logs
    replay, and nobody learns what they may not know. Each tile needs a scenario, and each action, event and task has to
    come up in some game.

    Args:
        expansion: the expansion.
        scenarios: for each of its tiles, by short or full id, a function without arguments that plays a
            scenario with it and raises an error if it does not work; if it returns its last `Scenario` or `Game`, all
            laws are checked at each moment of that too.
        others: expansions it cannot be played without that are not built in.
        seeds: one game is played for each seed, in each mixture and with each number of players.
        players: the numbers of players; by default the fewest, the most and one between.

    Returns:
        A report; ``report.raise_for_problems()`` fails a test with a list of all problems.

    >>> from keyflower.expansions import farmers
    >>> report = check_expansion(farmers.EXPANSION, seeds=[1], players=[2])
    >>> report.of("conservation"), len(report.of("scenarios"))
    ((), 21)
    """
    found = Findings()
    together, chosen = tuple(others), tuple(seeds)
    counts = None if players is None else tuple(players)
    with found.guard("parts", expansion.id):
        check_parts(found, expansion)
    walk = Walk(found, expansion)
    for name, mixed, ruleset in mixtures(found, expansion, together):
        with found.guard("looks", name):
            check_looks(found, expansion, ruleset)
        for number, variants in _tables(ruleset, counts):
            for seed in chosen[:1] if variants else chosen:
                said = f", {variants[0]}" if variants else ""
                where = f"{name}, {number} players, seed {seed}{said}"
                with found.guard("play", where):
                    game = Game.new(SEATS[:number], seed=seed, expansions=mixed, variants=variants)
                    _play(walk, game, where, seed)
    _check_scenarios(found, walk, expansion, scenarios or {})
    for tag in walk.unmet():
        text = "it comes up in no game and no scenario: write a scenario in which it does, and return that scenario"
        found.add("coverage", tag, text)
    return found.report(expansion.id)


def _tables(ruleset: Ruleset, players: tuple[int, ...] | None) -> list[tuple[int, tuple[str, ...]]]:
    """Return the numbers of players and the variants to play with."""
    counts = player_counts(ruleset)
    if not counts:
        return []
    chosen = sorted({counts[0], counts[len(counts) // 2], counts[-1]}) if players is None else players
    variants = [variant.id for own in ruleset.expansions for variant in own.variants]
    tables: list[tuple[int, tuple[str, ...]]] = [(number, ()) for number in chosen]
    # those of others too: they may change where pieces lie, such as open hands do
    return tables + [(chosen[place % len(chosen)], (id,)) for place, id in enumerate(variants)]


def _eager(expansion: Expansion) -> Chooser:
    """Return a chooser that prefers the expansion's own actions, and bids and uses for its tiles."""
    verbs = {action.verb for action in expansion.actions}
    tiles = {tile.name for tile in expansion.tiles}

    def liked(action: Action) -> bool:
        return action.verb in verbs or getattr(action, "tile", "") in tiles

    def choose(decision: Decision, rng: Random) -> Action:
        if rng.randrange(2):
            own = decision.options.where(keep=liked)
            if own:
                return own.sample(rng)
        return varied(decision, rng)

    return choose


def _play(walk: Walk, game: Game, where: str, seed: int) -> None:
    """Play a game to its end, or as far as possible, and check it."""
    walk.found.look("games")
    dealt, number = False, 0
    steps = random_actions(game, Random(seed), choose=_eager(walk.expansion))
    while not game.over:
        before, number = game, number + 1
        with walk.found.guard("play", f"{where}, action {number}"):
            _, _, game = next(steps)
        if game is before:
            break
        if not dealt and not game.over and game.state.agenda[0].tag in walk.tasks:
            dealt = True
            walk.deal(game, where, seed)
    walk.game(game, where, begun=True)


def _check_scenarios(found: Findings, walk: Walk, expansion: Expansion, scenarios: Scenarios) -> None:
    known = {tile.name: tile.id for tile in expansion.tiles}
    given = {name.rpartition(":")[2]: play for name, play in scenarios.items()}
    for name in given:
        if name not in known:
            found.add("scenarios", name, f"{expansion.id} has no such tile")
    for name, id in known.items():
        play = given.get(name)
        if play is None:
            found.add("scenarios", id, "this tile has no scenario")
            continue
        found.look("scenarios")
        with found.guard("scenarios", id):
            played = play()
            game = played.game if isinstance(played, Scenario) else played
            if isinstance(game, Game):
                walk.game(game, f"scenario of {name}", begun=False)
