"""A file with the finished moments of a review, so that a stopped review can be resumed."""

from __future__ import annotations

import json
import os
from hashlib import blake2b
from pathlib import Path

from keyflower.facade.files import save_text
from keyflower.facade.game import Game
from keyflower.kernel.errors import SetupError
from keyflower.model.errors import KeyflowerError
from keyflower.review.reviewed_moment import ReviewedMoment


class ReviewStore:
    """A JSON Lines file: a header that identifies the review, then one line for each moment."""

    def __init__(self, path: str | os.PathLike[str], game: Game, about: dict[str, object]) -> None:
        """Keep a review of a game in a file."""
        self.path = Path(path)
        self.game = game
        digest = blake2b(game.log.dumps().encode(), digest_size=8).hexdigest()
        self.header = {"format": "keyflower-review", "version": 1, "game": digest, **about}

    def read(self) -> dict[int, ReviewedMoment]:
        """Return the moments in the file; an incomplete last line is ignored.

        Raises:
            SetupError: if the file belongs to another review, or is not a review.
        """
        if not self.path.exists():
            save_text(self.path, json.dumps(self.header) + "\n")
            return {}
        lines = self.path.read_text("utf-8", errors="replace").split("\n")
        try:
            header = json.loads(lines[0])
        except ValueError:
            header = None
        if header != self.header:
            raise SetupError(f"{self.path} belongs to another review: take another file, or delete it")
        whole = lines[1:-1]
        save_text(self.path, "\n".join([lines[0], *whole, ""]))
        try:
            found = [ReviewedMoment.from_data(self.game.ruleset, json.loads(line)) for line in whole]
        except (ValueError, KeyError, TypeError, AttributeError, KeyflowerError) as error:
            raise SetupError(f"{self.path} is damaged: delete it and start the review again") from error
        return {moment.ply: moment for moment in found}

    def append(self, moment: ReviewedMoment) -> None:
        """Add a moment at the end of the file."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(moment.to_data(self.game.ruleset)) + "\n")
