"""A game in twenty lines: set it up, answer every open question, read the score sheets."""

from random import Random

import keyflower as kf


def main() -> None:
    game = kf.Game.new(["Ann", "Bob", "Cid"], seed=7)
    rng = Random(7)
    while not game.over:
        # several seats may decide at once (winter tiles, building): take any of them
        seat, decision = next(iter(game.decisions.items()))
        game = game.play(decision.options.sample(rng), seat=seat)
    for name, sheet in zip(game.players, game.scores, strict=True):
        print(f"{name}\n{sheet.explain()}\n")
    print("Won by", *game.winners)


if __name__ == "__main__":
    main()
