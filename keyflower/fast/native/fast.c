/* The fast executor in one piece: what the library offers to Python is in offers.c. */
#include <stddef.h>
#include <time.h>

#include "keyflower.h"
#include "thinking.h"

#include "chance.c"
#include "tables.c"
#include "form.c"
#include "sources.c"
#include "bidding.c"
#include "using.c"
#include "layout.c"
#include "pasturing.c"
#include "hauling.c"
#include "effects.c"
#include "building.c"
#include "seasons.c"
#include "solver.c"
#include "scoring.c"
#include "dealing.c"
#include "play.c"
#include "appraisal.c"
#include "candidates.c"
#include "steward.c"
#include "playing.c"
#include "searching.c"
#include "offers.c"
