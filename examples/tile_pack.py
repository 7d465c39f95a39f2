"""A tile pack: an expansion is one value. Two spring tiles and a winter tile join the base game."""

from random import Random

import keyflower as kf
from keyflower.extend import Carry, Cost, Draw, Face, Gain, Pay, PerPiece

BAKEHOUSE = kf.Tile(
    "bakehouse",
    title="Bakehouse",
    season=kf.Season.SPRING,
    edges="RRFRRF",
    front=Face(use=Pay(any_skill=1) >> Draw(workers=2)),
    back=Face(use=Pay(any_skill=1) >> Draw(workers=4), points=4),
    upgrade=Cost(wood=1, stone=1),
)
TOLL_HOUSE = kf.Tile(
    "toll_house",
    title="Toll house",
    season=kf.Season.SPRING,
    edges="RFRRFR",
    front=Face(use=Gain(gold=1) & Carry(1)),
    back=Face(use=Gain(gold=1) & Carry(3, upgrades=1), points=3),
    upgrade=Cost(iron=2),
)
MINT = kf.Tile(
    "mint",
    title="Mint",
    season=kf.Season.WINTER,
    edges="RFFFFF",
    front=Face(scores=(PerPiece(3, ("gold",)),)),
)
PACK = kf.Expansion(
    id="toll-roads",
    version="1.0",
    title="Toll roads",
    words="two spring tiles and a winter tile about money",
    requires=("base",),
    tiles=(BAKEHOUSE, TOLL_HOUSE, MINT),
)


def main() -> None:
    for tile in PACK.tiles:
        print(tile.words(), end="\n\n")
    rng = Random(1)
    seen = 0
    for seed in range(20):
        game = kf.Game.new(["Ann", "Bob"], seed=seed, expansions=[PACK])
        while not game.over:
            seat, decision = next(iter(game.decisions.items()))
            game = game.play(decision.options.sample(rng), seat=seat)
        owned = {tile for name in game.players for tile in game.village(name).names}
        seen += bool(owned & {tile.name for tile in PACK.tiles})
        # a log names the expansion and its version; to read it, give the value again
        assert kf.EventLog.loads(game.log.dumps(), expansions=[PACK]).replay() == game
    print(f"Somebody built a tile of the pack in {seen} of 20 games.")


if __name__ == "__main__":
    main()
