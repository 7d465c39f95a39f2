"""Tables of Keyflower: its own lobby, drawing and sentences, which `KEYFLOWER` declares to the server."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Final

from keyflower.bots import wait_of
from keyflower.extend.ruleset import Ruleset
from keyflower.extend.scoring import Line
from keyflower.facade.game import Game
from keyflower.facade.registry import discover
from keyflower.facade.view import View
from keyflower.kernel.chance import Chance
from keyflower.kernel.errors import SetupError
from keyflower.kernel.json_text import compact
from keyflower.kernel.match import SPECTATOR
from keyflower.kernel.text import Speaker
from keyflower.model.errors import RulesetError
from keyflower.model.speaker import speaker
from keyflower.render import sprite
from keyflower.web.drawing_data import pastures, places, printed, worth
from keyflower.web.lobby import offered
from keyflower.web.protocol_schema import schema
from keyflower.web.table_game import Data, TableGame, Teller, Wishes, check_keys, tick
from keyflower.words import Seated, teller_for

logger = logging.getLogger("keyflower.web")

_KEYS: Final = {
    "players", "expansions", "variants", "handicap", "overrides", "without", "only", "language", "guided", "clock",
    "webhook", "hints",
}  # fmt: skip
_MOST_TILES: Final = 500
"""The most tiles in a list."""


class KeyflowerTable(TableGame):
    """How Keyflower is served."""

    def new(self, wishes: Wishes, names: list[str], chance: Chance) -> Game:
        check_keys(wishes, _KEYS)
        overrides = wishes.get("overrides")
        if not isinstance(overrides, dict | None):
            raise SetupError("overrides are an object of fields by tile")
        return Game.new(
            names,
            chance=chance,
            expansions=_texts(wishes, "expansions"),
            variants=_texts(wishes, "variants"),
            handicap=_texts(wishes, "handicap"),
            overrides=overrides,
            without=_texts(wishes, "without", most=_MOST_TILES),
            only=None if wishes.get("only") is None else _texts(wishes, "only", most=_MOST_TILES),
        )

    def choices(self, language: Speaker) -> list[Data]:
        """Return the expansions that can be played here, each with its variants; the base game first."""

        def left_out(error: RulesetError) -> None:
            logger.warning("an expansion is left out", extra={"error": str(error)[:500]})

        return [
            {
                "name": expansion.id,
                "title": language.say(expansion.title),
                "variants": [tick(language, one.id, one.title, one.words) for one in expansion.variants],
            }
            for expansion in discover(broken=left_out).expansions
        ]

    def bots(self, expansions: Iterable[str] = ()) -> list[Data]:
        return offered(expansions)

    def wait(self, bot: str) -> float:
        return wait_of(self.declaration.bot(bot))

    def scene(self, view: View, language: Speaker) -> Data:
        return {"pastures": pastures(view), "places": places(view, language), "worth": worth(view)}

    def source(self, line: Line, view: View, language: Speaker) -> str:
        """Return the id of a tile; anything else is said in words."""
        return str(line.source) if line.source in view.ruleset.tiles else language.say(line.source)

    def teller(self, view: Seated, viewer: int) -> Teller:
        return teller_for(view, None if viewer == SPECTATOR else viewer).sentences

    def part(self, ruleset: Ruleset, what: str, code: str) -> str:
        language = speaker(code, *(own.languages for own in ruleset.expansions if own.languages))
        if what == "sprite":
            return sprite(ruleset, language=language)
        return compact(schema(ruleset) if what == "schema" else printed(ruleset, language))


def _texts(wishes: Mapping[str, object], key: str, *, most: int = 12) -> list[str]:
    found = wishes.get(key) or []
    if not isinstance(found, list) or len(found) > most or not all(isinstance(item, str) for item in found):
        raise SetupError(f"{key} are a list of at most {most} texts")
    return [item for item in found if isinstance(item, str)]
