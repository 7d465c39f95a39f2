"""The Lanterns: oil, lamps on tiles, and what they are worth at night.

An expansion of its own distribution, written for the tests of the library: it is small, but it uses every
extension point there is.
"""

from __future__ import annotations

from keyflower.extend import Expansion, Turn
from keyflower_toy.darkness import PutBack, PuttingBack, Return, TokenReturned
from keyflower_toy.goods import GOODS, OIL_LEFT
from keyflower_toy.lamps import FREE_LIGHT, LampLit, Light, Lighting, LightLamps
from keyflower_toy.nights import DUSK, EMBERS, NIGHT, Nightfall, NightLighting
from keyflower_toy.scoring import Glow
from keyflower_toy.setup import LONG_NIGHTS, brightest, lanterns_setup
from keyflower_toy.snuffing import LampSnuffed, Snuff, Snuffing
from keyflower_toy.tiles import TILES

EXPANSION = Expansion(
    id="lanterns",
    version="1.0",
    title="The Lanterns",
    words="oil to burn, lamps to light on tiles, and tiles that shine at night",
    requires=("base",),
    goods=GOODS,
    tiles=TILES,
    terms=(OIL_LEFT,),
    domains=(Glow(),),
    phases=(DUSK, NIGHT, EMBERS),
    setup=lanterns_setup,
    variants=(LONG_NIGHTS,),
    slots=(FREE_LIGHT,),
    actions=(Light, Return, Snuff),
    events=(LampLit, TokenReturned, LampSnuffed),
    handlers={LightLamps: Lighting(), PutBack: PuttingBack(), Nightfall: NightLighting()},
    widens={Turn: Snuffing},
    tie_break=brightest,
)
"""The Lanterns."""

__all__ = ["EXPANSION"]
