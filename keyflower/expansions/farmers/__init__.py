"""The Farmers: animals on pastures, wheat, and tiles that use them."""

from __future__ import annotations

from keyflower.expansions.farmers.animal_placement import ANIMALS, Put, PutAnimals, Putting
from keyflower.expansions.farmers.autumn import AUTUMN
from keyflower.expansions.farmers.breeding import BREEDING, BreedingHandler, ChooseBreeding
from keyflower.expansions.farmers.goods import GOODS
from keyflower.expansions.farmers.herding import Driving
from keyflower.expansions.farmers.herds import (
    MIXED_HERDS,
    AnimalAdded,
    AnimalMoved,
    Herds,
    admits,
    animals_of,
    herd,
    herds_of,
    with_herd,
)
from keyflower.expansions.farmers.player_counts import FARMERS_FIRST, earliest_boat, farmers_setup
from keyflower.expansions.farmers.scoring import PastureScoring
from keyflower.expansions.farmers.spring import SPRING
from keyflower.expansions.farmers.summer import SUMMER
from keyflower.expansions.farmers.summer_boats import SUMMER_BOATS
from keyflower.expansions.farmers.turn_order import TURN_ORDER
from keyflower.expansions.farmers.winter import WINTER
from keyflower.extend import Expansion, Haul

EXPANSION = Expansion(
    id="farmers",
    version="1.0",
    title="The Farmers",
    languages="keyflower.expansions.farmers.languages",
    words="21 tiles, wheat, and animals that live and breed on the pastures between the roads",
    requires=("base",),
    goods=GOODS,
    tiles=(*SPRING, *SUMMER, *SUMMER_BOATS, *AUTUMN, *WINTER, *TURN_ORDER),
    domains=(PastureScoring(),),
    phases=(BREEDING,),
    setup=farmers_setup,
    variants=(FARMERS_FIRST,),
    piece_kinds=(ANIMALS,),
    places=(Herds,),
    slots=(MIXED_HERDS,),
    actions=(Put,),
    events=(AnimalAdded, AnimalMoved),
    handlers={PutAnimals: Putting(), ChooseBreeding: BreedingHandler()},
    widens={Haul: Driving},
    tie_break=earliest_boat,
)
"""The Farmers."""

__all__ = [
    "EXPANSION",
    "MIXED_HERDS",
    "AnimalAdded",
    "AnimalMoved",
    "Herds",
    "Put",
    "admits",
    "animals_of",
    "herd",
    "herds_of",
    "with_herd",
]
