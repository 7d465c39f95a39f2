"""A front-end loop: the server holds the game, and each client gets only the entries its seat may know.

The clients here are bots in the same process, but they and the server exchange nothing but JSON text.
"""

import json
from random import Random

import keyflower as kf


class Client:
    """One player: follows the lines it is sent and answers when it is asked."""

    def __init__(self, lines: str) -> None:
        self.text = lines
        self.log = kf.EventLog.loads(lines)
        self.view = self.log.view()
        self.rng = Random(self.view.viewer)

    def hear(self, lines: str) -> None:
        """Take the next lines of the redacted log; a real client would animate their events."""
        self.text += lines
        log = kf.EventLog.loads(self.text)
        for entry in log[len(self.log) :]:
            self.view = self.view.after(entry)
        self.log = log

    def answer(self) -> str:
        """Choose an option of its own view and send it as JSON."""
        return json.dumps({"action": str(self.view.options.sample(self.rng))})


class Server:
    """Holds the whole game and tells each seat its part of it."""

    def __init__(self, players: list[str], seed: int) -> None:
        self.game = kf.Game.new(players, seed=seed)
        self.sent = [0] * len(players)
        self.clients = [Client(self.news(seat)) for seat in range(len(players))]

    def news(self, seat: int) -> str:
        """Return the lines of the redacted log that a seat has not been sent yet."""
        lines = list(self.game.log.redacted(seat).lines())
        new, self.sent[seat] = lines[self.sent[seat] :], len(lines)
        return "".join(f"{line}\n" for line in new)

    def run(self) -> None:
        """Ask whoever has to decide, play the answer, tell everybody."""
        while not self.game.over:
            seat = next(iter(self.game.decisions))
            answer = json.loads(self.clients[seat].answer())
            try:
                self.game = self.game.play(answer["action"], seat=seat)
            except kf.IllegalAction as error:
                # an honest client never gets here; tell the others nothing, and this one why
                print(seat, [(refusal.code, refusal.message) for refusal in error.refusals])
                continue
            for number, client in enumerate(self.clients):
                client.hear(self.news(number))


def main() -> None:
    server = Server(["Ann", "Bob"], seed=11)
    print("At first Ann knows of Bob's screen:", server.clients[0].view.screen("Bob").workers)
    server.run()
    for seat, client in enumerate(server.clients):
        assert client.view == server.game.view(seat)
        print(repr(client.view), "after", len(client.log) - 1, "actions")
    print("Won by", *server.game.winners)


if __name__ == "__main__":
    main()
