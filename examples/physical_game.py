"""Recording a game played at a table: people draw, the library checks, and a script says what was drawn."""

import keyflower as kf

SETUP = (
    "home_4 home_2",  # the homes, by seat
    "key_guild scribes windmill",  # Ann's winter tiles
    "apothecary jeweller scholar",  # Bob's
    "R3 B2 Y3",  # Ann's first workers
    "R2 B4 Y2",  # Bob's
    "R3 B2 Y2",  # what lies on the first boat: workers ...
    "anvil1",  # ... and skills
    "R2 B2 Y2",
    "pickaxe1 saw1",
    "miner stable keywood alehouse workshop gold_mine",  # the spring tiles
)

NOTES = """
Bob: bid miner R2
Ann: bid stable B2
Bob: use alehouse B1        | drawn: Y1
Ann: use keywood Y1
Bob: bid gold_mine Y3
Ann: bid miner B3
Ann: bid miner R3
Bob: use workshop B1
Bob: choose iron
Ann: pass
"""


def record(game: kf.Game, line: str) -> kf.Game:
    """Return the game after a line of the notes; what was drawn stands after a bar."""
    text, _, drawn = line.partition("|")
    name, _, action = text.partition(":")
    answers = tuple(answer.strip() for answer in drawn.replace("drawn:", "").split(";") if answer.strip())
    prepared = game.with_chance(*answers) if answers else game
    return prepared.play(action.strip(), seat=name.strip())


def main() -> None:
    game = kf.Game.new(["Ann", "Bob"], chance=kf.ScriptedChance(SETUP))
    for line in NOTES.strip().splitlines():
        try:
            game = record(game, line)
        except kf.IllegalAction as error:
            print(f"Look again at '{line}': {error}")
        except kf.ChanceError as error:
            print(f"After '{line}' something was drawn: {error}")
            break
    for lot in game.lots:
        if lot.bids:
            print(lot.tile, ", ".join(f"{game.players[bid.seat]} {bid.workers}" for bid in lot.bids))
    print(f"{game.ply} actions recorded; the log has {len(game.log.dumps().splitlines())} lines")


if __name__ == "__main__":
    main()
