"""The Lanterns: oil, lamps on tiles, stars that only their owner knows, and what all that is worth at night.

An expansion of its own distribution, written for the tests of the library: it is small, but it uses every
extension point there is.
"""

from __future__ import annotations

from keyflower.extend import Expansion, TakeBoat, Turn, VersionUpcaster
from keyflower_toy.darkness import PutBack, PuttingBack, Return, TokenReturned
from keyflower_toy.fireflies import (
    FIREFLIES,
    FIREFLY_KIND,
    LOADING,
    FirefliesCame,
    Flying,
    Glades,
    Hold,
    LetFly,
    StarLoaded,
    StarUnloaded,
    Unloading,
)
from keyflower_toy.goods import COMETS_LEFT, GOODS, OIL_LEFT
from keyflower_toy.lamps import FREE_LIGHT, LampLit, Light, Lighting, LightLamps, with_oil
from keyflower_toy.nights import DUSK, EMBERS, NIGHT, Nightfall, NightLighting
from keyflower_toy.scoring import Glow
from keyflower_toy.setup import LONG_NIGHTS, brightest, lanterns_setup
from keyflower_toy.snuffing import LampSnuffed, Snuff, Snuffing
from keyflower_toy.stars import (
    STAR_KIND,
    STARLIGHT,
    STARS,
    Chart,
    Charting,
    ChartStars,
    MakeWish,
    Sky,
    SkyFilled,
    StarsCharted,
    StarsDrawn,
    Wish,
    Wishing,
    WishMade,
)
from keyflower_toy.tiles import TILES

EXPANSION = Expansion(
    id="lanterns",
    version="1.1",
    continues=("1.0",),
    upcasters=(VersionUpcaster(versions=("0.9",), events={LampLit.tag: with_oil}),),
    title="The Lanterns",
    words="oil to burn, lamps to light on tiles, stars to wish upon, and tiles that shine at night",
    languages="keyflower_toy.languages",
    requires=("base",),
    goods=(*GOODS, *STARS, *FIREFLIES),
    piece_kinds=(STAR_KIND, FIREFLY_KIND),
    places=(Sky, Chart, Glades, Hold),
    tiles=TILES,
    terms=(OIL_LEFT, COMETS_LEFT),
    domains=(Glow(),),
    phases=(DUSK, STARLIGHT, LOADING, NIGHT, EMBERS),
    setup=lanterns_setup,
    variants=(LONG_NIGHTS,),
    slots=(FREE_LIGHT,),
    actions=(Light, Return, Snuff, Wish),
    events=(
        LampLit,
        TokenReturned,
        LampSnuffed,
        SkyFilled,
        StarsDrawn,
        StarsCharted,
        WishMade,
        FirefliesCame,
        StarLoaded,
        StarUnloaded,
    ),
    handlers={
        LightLamps: Lighting(),
        PutBack: PuttingBack(),
        Nightfall: NightLighting(),
        ChartStars: Charting(),
        MakeWish: Wishing(),
        LetFly: Flying(),
    },
    widens={Turn: Snuffing, TakeBoat: Unloading},
    tie_break=brightest,
)
"""The Lanterns."""

__all__ = ["EXPANSION"]
