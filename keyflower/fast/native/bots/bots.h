/* What a player thinks with: weights and tables from keyflower/bots, and what one choice remembers. */
#ifndef THINKING_H
#define THINKING_H

#include "../keyflower.h"

enum {
    HOLDS = 16,     /* sizes of bids that are told apart */
    IDEAS = 2048,   /* options of a turn that are rated: there are never more */
    MOST = 400,     /* options of any other decision that are weighed */
    RINGS = 5,      /* how many distances of resources are told apart: 0, 1, 2, 3 and more steps */
    STEPS = 6,      /* follow-up decisions of one action that are thought through */
    TRIED = 32,     /* options that a search tries at most: its own candidates and those it is asked for */
    TRIALS = 64,    /* options that a review tries at most */
    FEATURES = 20   /* what the learned value looks at */
};

/* What tiles bring by season, apart from their points. */
typedef struct {
    struct {
        double working[4];                /* Appraiser.working */
        double promised[4];               /* Appraiser.promise, but for goods that a store would score */
    } side[2];
    double turning[4];                    /* Appraiser.back_gain */
} TileWorth;

/* What things are worth to one player (mirrors weights.Weights, and what follows from it and the rules alone).
 *
 * keyflower/fast/bots.py writes the same numbers in the same order.
 */
typedef struct {
    double worker[4], skill[4], good[4];  /* by season */
    double colour[COLOURS];               /* what a worker of a colour counts more than another */
    double back, lost, whim, offered, first_boat, fresh, stored, spare, breed, store, fits;
    double ready[4], road[4], plan[4], hauled[4];
    double card[4], housed[4];            /* a card, and a piece on the home, besides points */
    double reach[RINGS];                  /* what a resource this many steps away counts */
    double holds[HOLDS];                  /* how likely a leading bid of this many workers is to win */
    TileWorth tile[TILES];
} Judge;

/* One choice being thought about (mirrors appraisal.rating._Thought). */
typedef struct {
    const Judge *judge;
    i32 seat;
    double promise[TILES][2];             /* of what could be won, as it was before the choice */
    double now;                           /* the value of the position before the choice */
    i32 counting;                         /* whether a tile of the seat scores workers */
} Thought;

/* What an action of a seat can change, put by so that the action can be taken back. */
typedef struct {
    State state;
    Fog fog;
    size_t size;                          /* how much of the state was put by */
    i32 owner, place;                     /* of a tile in another village that may be used, or NOBODY */
    Spot used;
} Kept;

typedef struct {
    i32 number;
    Action action[IDEAS];
} Candidates;

/* What the features of a seat at the end of a season are worth, in points and as a chance to win (mirrors appraisal.leaf.Leaf). */
typedef struct {
    double margin[3][FEATURES], win[3][FEATURES];
} Leaf;

/* How a search proceeds (mirrors bots.search.SearchBot). */
typedef struct {
    double seconds;            /* how long it may think, or 0 ... */
    i32 playouts;              /* ... and then how many games it tries */
    i32 ideas;                 /* how many options are tried at most */
    double gap;                /* options that the steward rates more than this below its best are not tried */
    double trust;              /* the steward's rating counts as this many playouts */
    double envy;               /* how much the points of the others count against the seat's own */
    double whim;               /* how far the players of a playout misjudge an option */
    i32 seasons;               /* at the end of how many seasons a playout stops */
    double stake;              /* how many points a won game counts, with the learned value */
    const Leaf *leaf;          /* the learned value, or NULL: the steward's own */
    const i32 *also;           /* places of options that are tried in any case ... */
    i32 asked;                 /* ... and how many */
} Plan;

/* One option being tried. */
typedef struct {
    Action action;
    double worth, total;
    i32 tried, place;          /* place: among the options that were rated */
} Idea;

/* What a seat knows to be behind the screens of the others. */
typedef struct {
    u8 workers[SEATS][COLOURS], skills[SEATS][TYPES];
} Known;

/* The working memory of those who think; it keeps nothing between two choices. */
struct Mind {
    Candidates options, uses, following;
    double worth[IDEAS];
    Kept before, line;
    State base, dealt;
};

#endif
