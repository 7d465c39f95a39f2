/* The fast executor: the rules of the game on a plain record, by tables compiled from a ruleset.
 *
 * The Python engine is the reference; each function here stands beside the name of the room it mirrors. Nothing
 * here knows a tile, a good or an expansion by name. Numbers are small: a worker count, a tile, a cell fit in a byte.
 */
#ifndef KEYFLOWER_H
#define KEYFLOWER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

typedef uint8_t u8;
typedef int8_t i8;
typedef uint16_t u16;
typedef int16_t i16;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint64_t u64;
typedef int64_t i64;

/* What fits: keyflower/fast/capacity.py says the same numbers and refuses rules that need more. */
enum {
    SEATS = 6,      /* seats at a table */
    COLOURS = 4,    /* colours of workers */
    TYPES = 8,      /* types of one kind of good */
    TILES = 127,    /* tiles of a ruleset */
    SPOTS = 60,     /* tiles in one village: fewer than the bits of a mask */
    REGIONS = 360,  /* regions of one village */
    LOTS = 28,      /* tiles up for auction: fewer than the bits of a mask */
    USES = 3,       /* uses of a tile in a season: 1 + 2 + 3 fill it */
    USE_CAP = 6,    /* workers on a tile in a season (rules 2.6.3) */
    WON = 32,       /* tiles won and not laid yet */
    HAND = 16,      /* winter tiles in a hand */
    POWERS = 40,    /* powers of a seat */
    HERDS = 96,     /* herds of a seat */
    BORN = 40,      /* pastures among which newborn animals are shared out */
    TASKS = 64,     /* tasks on the agenda */
    NODES = 2000,   /* effects, parts included */
    TERMS = 250,    /* scoring terms */
    SLOTS = 6,      /* slots of a scoring term: types of a kind, or needs of a set */
    PHASES = 32,    /* named steps of a season */
    FORM = 8192,    /* bytes of a packed state at most */
    CARDS = 64,     /* cards, each of them once */
    TRADES = 16,    /* pieces that a card can be exchanged for */
    ADD_ONS = 32,   /* add-ons, each of them once */
    PAIRS = 4,      /* tiles of which one is drawn for a game */
    KNOWN = 65536,  /* totals that are kept while players think */
    ALL_BIDS = WON + COLOURS /* the last section of a menu */
};

enum { NOBODY = -1, NOTHING = 255, ANY_COLOUR = -1 };
enum { SPRING, SUMMER, AUTUMN, WINTER };
enum { FRONT, BACK };
enum { HOME, VILLAGE, SUMMER_BOAT, BOAT, TURN_ORDER };
enum { WORKER, SKILL, RESOURCE, PRODUCE, ANIMAL, HOUSED, GOOD_KINDS }; /* HOUSED: pieces that stand on homes */
enum { FIELD = 1, ROAD = 2, WATER = 3 };

/* Slots of powers that the rules ask for; others are only carried along. */
enum {
    OVER_FIELDS, DOUBLED, LAY_FREELY, PAY_ANY_RESOURCE, COUNTER_BID, MIXED_USE, MIXED_HERDS, COUNTS_AS, FREE_FLIP,
    SEASON_END, BOAT_TAKEN, BOAT_REPLACED
};

/* ------------------------------------------------------------------ tables: what follows from the rules alone */

enum { GAIN, DRAW, TRANSPORT, PAY, ONE_OF, ALL_OF, THEN, TAKE_CARDS };

typedef struct {
    u8 kind;                   /* the kind of piece that pays a use */
    u8 named;                  /* whether the cost names the piece */
    u8 pieces;                 /* the types that may pay, as bits ... */
    u64 mask;                  /* ... and as bytes; workers twice: of the screen and of the open hand */
} Price;

typedef struct {
    u8 op;
    u8 goods[GOOD_KINDS][TYPES]; /* GAIN */
    u8 workers, skills;        /* DRAW */
    u8 capacity, upgrades;     /* TRANSPORT */
    u8 cards;                  /* TAKE_CARDS */
    u8 tile;                   /* the tile it is printed on */
    Price price;               /* PAY */
    u16 first, parts;          /* ONE_OF, ALL_OF, THEN: the parts are nodes in a row */
} Node;

enum { PER_SET, PER_DIFFERENT, PER_PIECE, PER_PIECE_OF_ONE, PER_STORED };
enum {
    PER_TRANSPORT, PER_LOOP_TILE, BY_BOATS_ON_WATER, PER_NEIGHBOUR, PER_TILE_OF_PASTURE, HERD_WORTH, SHELTERED,
    PER_UPGRADED_TILE, PER_ADD_ON, PER_WINTER_TILE, PER_UPGRADE, FREE_ADD_ON, CARD_FILLED, CARD_UNFILLED, MEASURES
};

typedef struct {
    u8 type, points, picks, slots;
    u8 most;                   /* how many sets it pays for, or 0: any number ... */
    u8 floor;                  /* ... and what it pays without any; `points` are more than that */
    u64 types[SLOTS];          /* goods that a piece in the slot may count as, as bits */
    u8 count[SLOTS];
} Term;

typedef struct {
    u8 type, points, species, steps;
    u8 table[16];              /* BY_BOATS_ON_WATER */
} Measure;

/* What is paid for upgrading a tile, or for an add-on: pieces by type, and pieces of any type. */
typedef struct {
    u8 bill[TYPES], any_resources, tokens[TYPES], any_skills, crew[COLOURS], any_workers;
    i32 goods_due, tokens_due, crew_due; /* all that it takes */
} Cost;

/* A piece that stands on an upgraded tile: it locks the colour of the tile, whose printed points count twice. */
typedef struct {
    u8 colour;
    Cost cost;
} AddOn;

/* A piece that pays once in the end if its term is filled, and can be exchanged for a piece that it names. */
typedef struct {
    u8 trades, kind[TRADES], type[TRADES];
    Term term;
} Card;

typedef struct {
    i16 use;                   /* the effect of a use, or -1 */
    i16 goods;                 /* the effect for the winner of a turn-order tile, or -1 */
    i8 priced;                 /* whether the use costs something */
    Price price;
    u8 points, transport, upgrades;
    u8 powers, slot[4];
    i16 effect[4];             /* of a power at the end of a season, or -1 */
    u8 terms, measures;
    u16 first_term, first_measure;
    u8 stores;                 /* whether pieces that lie on it may be kept there for points */
    u8 counting;               /* pairs of goods that count as others */
    u64 counted[4], counts_as[4];
} Face;

typedef struct {
    u8 kind, season, number, min_players, upgradable;
    u8 same_scores;            /* whether upgrading it changes only points and transport */
    u16 facing[6];             /* edges by direction, two bits each, for every rotation */
    u64 facings[2];            /* the same, four rotations in one number */
    u8 regions, sectors[12];
    u8 arrivals[3][2];
    u8 cargo[3][GOOD_KINDS][TYPES], cards[3]; /* what a boat brings besides workers and skills, in each season */
    u8 pairs, pair[PAIRS];     /* it and the tiles it is an alternative to, if there are any */
    Cost cost;
    Face face[2];
} Tile;

enum {
    START_SPRING, START_SUMMER, START_AUTUMN, START_WINTER, END_GROUPS, END_UNSOLD, END_WON, END_VILLAGE, END_BOATS,
    END_TURN_ORDER, END_POWERS, END_BUILD, END_CLOSE, BREED, DEAL_CARDS, LOAD_CARDS, SWEEP_CARDS, STEPS_KNOWN
};

typedef struct {
    u64 word[2];
} TileSet;                     /* tiles as bits */

typedef struct {
    u8 tiles, types[GOOD_KINDS];
    u16 nodes, terms, measures;
    u8 limit[GOOD_KINDS][TYPES], source[GOOD_KINDS][TYPES]; /* source: 0 bag, 1 stack, 2 supply */
    u8 transport[TYPES];       /* points for produce that is given up */
    u8 worth[TYPES];           /* usual points of a pasture with a species */
    u64 roles[GOOD_KINDS * TYPES];
    u64 jokers;                /* goods that the purple worker may be, as bits */
    u8 wild;                   /* resources that stand for any other, as bits */
    u8 herds;                  /* whether herds score */
    u8 earliest_pick;          /* whether the earliest pick of a boat breaks ties */
    u8 prefers, open_hands, starting_workers, handicap[COLOURS];
    u8 season_tiles[SEATS + 1], winter_dealt[SEATS + 1], turn_order[SEATS + 1];
    u8 phases, phase[PHASES];  /* what each named step does */
    u8 end_steps[4][PHASES], ends[4], start_steps[4][PHASES], starts[4];
    u8 common;                 /* terms that score without a tile: the first ones */
    u8 usable[TILES][2];       /* of each side: 0 cannot be used, 1 for nothing, 2 at a price */
    u8 scores_workers[TILES][2]; /* whether a side scores workers */
    u8 rank[TILES], by_rank[TILES]; /* the place of each tile in the order of their names, and the tile at each place */
    u8 cards, add_ons;         /* how many there are */
    u8 open_cards, card_points; /* how many lie open, and what a card that is filled pays */
    u8 trading;                /* whether cards are exchanged during a turn */
    u64 worker_cards;          /* cards that workers fill, as bits */
    u8 cargo;                  /* whether any boat brings more than workers and skills */
    TileSet of_kind[TURN_ORDER + 1], of_season[4], preferred, paired; /* paired: those of which one of several is drawn */
    Card card[CARDS];
    AddOn add_on[ADD_ONS];
    Tile tile[TILES];
    Node node[NODES];
    Term term[TERMS];
    Measure measure[TERMS];
} Rules;

/* ------------------------------------------------------------------ the state */

typedef struct {
    i8 seat;
    u8 workers[COLOURS], lying[COLOURS];
} Use;

typedef struct {
    u8 colour, size, lying;
} Group;

typedef struct {
    u8 tile, side, uses;
    Group bid[SEATS];          /* size 0: none */
    Use use[USES];
    i8 leader, lock;           /* these follow from bids and uses */
    u8 top, outbid;
} Lot;

typedef struct {
    u8 tile, side, turn, uses;
    u8 add_on;                 /* the number of the add-on that stands on it, counted from 1; or 0 */
    i8 q, r;
    u8 goods[TYPES];
    Use use[USES];
} Spot;

typedef struct {
    u16 pasture;               /* its first region */
    u8 animals[TYPES];
} Herd;

typedef struct {
    u8 workers[COLOURS], shown[COLOURS], skills[TYPES], shown_skills[TYPES], stock[TYPES];
    u8 spots, herds, won, winter, powers, boat;
    i8 offered;                /* how many tiles are offered, or -1 while nothing is chosen */
    u8 won_tile[WON], won_side[WON], hand[HAND], offer[HAND], power[POWERS];
    u32 has;                   /* powers as bits */
    u8 housed[TYPES];          /* pieces on the home */
    u64 cards, secret_cards;   /* cards that everybody knows, and others, as bits */
    u8 roads_known;            /* whether what follows is up to date ... */
    u8 pastures_known;         /* ... and for how many tiles, the first ones, their regions are */
    u16 regions, first_region[SPOTS + 1], root[REGIONS];
    u64 roads[SPOTS], fields[SPOTS];
    Spot spot[SPOTS];
    Herd herd[HERDS];
} Seat;

typedef struct {
    u8 boat, taken, workers[COLOURS], skills[TYPES], cargo[GOOD_KINDS][TYPES];
    u64 cards;                 /* face down, as bits */
} Berth;

enum {
    TURN, RESOLVE, PAY_COST, RETURN_ASIDE, CHOOSE, PUT, HAUL, PHASE, OFFER_WINTER, TAKE_BOAT, BUILD_ALL, BREEDING,
    CHOOSE_CARD, HOUSE, REPLACE_BOAT, TASK_KINDS
};

typedef struct {
    u8 kind, seat;
    u8 target;                 /* RESOLVE, CHOOSE, PUT: the tile that receives; REPLACE_BOAT: the boat that leaves */
    u8 points, upgrades;       /* HAUL; PHASE: points is the step; BREEDING: points is how many are born */
    u8 good;                   /* BREEDING: the species */
    u16 node;                  /* RESOLVE, PAY_COST, CHOOSE */
    u8 animals[TYPES];         /* PUT; HOUSE: the pieces for the home */
    u8 pastures;               /* BREEDING */
    u16 pasture[BORN];
} Task;

typedef struct {
    u8 seats, open_hands, season, start, passes;
    u8 stuck;                  /* whether something did not fit, or a seat had nothing to choose from */
    u8 lots, berths, tasks, picks, box, discarded, piles[3];
    u8 bag[COLOURS], stack[TYPES], aside_workers[COLOURS], aside_skills[TYPES];
    u8 supply[GOOD_KINDS][TYPES];
    u64 unused_cards, row, deck, discarded_cards; /* cards as bits: before they are dealt, open, face down, used */
    u32 add_ons;               /* those that are left, as bits */
    u8 pick[SEATS], boxed[TILES], discard[TILES], pile[3][TILES];
    u64 key;                   /* chance: where the stream begins ... */
    u64 counter;               /* ... and how many numbers have been used */
    Lot lot[LOTS];
    Berth berth[SEATS];
    Task task[TASKS];          /* the next one is the last */
    Seat seat[SEATS];
} State;

/* ------------------------------------------------------------------ what a seat says */

enum {
    BID, USE, PASS, PAY_WITH, CHOOSE_PART, MOVE, MOVE_ANIMAL, SPEND, UPGRADE, DONE, PUT_ANIMAL, OFFER, TAKE, PLACE,
    TAKE_CARD, TRADE, ADD_ON, REPLACE
};

typedef struct {
    i32 kind;
    i32 tile;                  /* BID, USE, UPGRADE, TAKE, PLACE, ADD_ON, REPLACE: the tile; PAY_WITH: the tile of a group, or -1 */
    i32 site;                  /* BID: its lot; USE: its lot, or LOTS + seat * SPOTS + place; UPGRADE: its place */
    u8 pool[TYPES];            /* workers from the screen; PAY_WITH: the piece; UPGRADE, ADD_ON: resources */
    u8 shown[TYPES];           /* from the open hand; UPGRADE, ADD_ON: tokens from the open hand */
    u8 tokens[TYPES];          /* UPGRADE, ADD_ON: tokens from behind the screen */
    u8 crew[COLOURS], shown_crew[COLOURS]; /* ADD_ON: workers from behind the screen and from the open hand */
    u32 groups;                /* lots whose groups move here, as bits; OFFER: places of the hand */
    i32 good, from, to;        /* MOVE: places; MOVE_ANIMAL, PUT_ANIMAL: first regions; CHOOSE_PART: node and part;
                                  PAY_WITH: good is the kind; TAKE_CARD, TRADE: good is the card, or -1 for the deck, and
                                  from and to are kind and type of the piece; ADD_ON: good is its number */
    i32 q, r, turn;            /* PLACE */
} Action;

/* ------------------------------------------------------------------ what carries out the rules */

typedef struct {
    i32 place;                 /* by which cells are sorted: first q, then r */
    i8 q, r;
    u64 pattern, mask;         /* the edges around, two bits for each direction; mask: where there is one; four times */
} Cell;

typedef struct {
    i32 cells;                 /* 0: not known */
    Cell cell[SPOTS * 5 + 6];
} Border;                      /* the empty cells around a village, sorted (Layout.border) */

typedef struct {
    i32 site;
    i8 lock;
    u8 least, most, touched;   /* least above most: it is full */
    const Price *price;        /* or NULL */
} Door;                        /* mirrors prepared.UseLimits */

typedef struct {
    i32 want;                  /* the option that is looked for, counted from here on; EVERYTHING when only counting */
    i32 *sections;             /* how many options each lot's bids and each colour's uses have, or NULL ... */
    i32 counted;               /* ... and whether they have been counted before: then they can be passed over */
    i32 run;                   /* of a bid or use that was found: how many, from it on, differ in nothing but their size */
} Menu;

/* The workers a seat can bring in this turn (mirrors options.workforce.Workforce). */
typedef struct {
    const Seat *own;
    i32 number;
    i32 groups;                /* how many outbid groups the seat has */
    u8 lot[LOTS], colour[LOTS], size[LOTS];
    i32 open;                  /* whether anything is in the open hand */
    const u8 *have;
} Funds;

/* While a seat looks ahead, what is drawn stays unknown (mirrors lookahead.Fog). */
typedef struct {
    i32 there;                 /* whether a seat looks ahead ... */
    i32 workers, skills, cards, row; /* ... and how many unknown pieces it has, and the open row */
} Fog;

/* A total that was counted before, by everything it depends on. */
typedef struct {
    u64 hash;
    i32 points;
} Counted;

typedef struct Mind Mind;
typedef struct Scratch Scratch;

typedef struct {
    const Rules *rules;
    State state;
    Funds funds;
    void *held;                /* the bytes that Python has of a state: see python.c ... */
    i32 at_hand;               /* ... and whether it is the state that is here */
    void *listed, *listed_of;  /* the options that Python has listed last, and the bytes of their state ... */
    i32 listed_seat, listed_from, listed_number; /* ... whose they are, where the list begins, and how long it is */
    i32 counted;               /* the seat whose options were counted in this state, or -1 */
    i32 builder;               /* a seat that is known to have a place for a tile, or -1 */
    Border border[SEATS];
    i16 grid[136][136];        /* scratch; all 0 between calls */
    i32 doors, fresh, touched, priced; /* doors 0: not known */
    u16 touched_door[LOTS + SEATS * SPOTS]; /* without a price; fresh ones are those that nobody has touched */
    u16 door_at[LOTS + SEATS * SPOTS]; /* the number of a site's door, from 1, or 0 */
    u16 priced_door[LOTS + SEATS * SPOTS];
    i32 section[ALL_BIDS + 1]; /* of lots, or of won tiles; then of colours; then of all lots */
    Door door[LOTS + SEATS * SPOTS];
    i32 totals[SEATS];
    u32 winners;
    Fog fog;
    Mind *mind;                /* what players think with */
    Scratch *scratch;          /* what scoring works with */
    u64 steps;                 /* how many relaxations and flows all scorings took */
    Counted known[KNOWN];
} Machine;

#define EVERYTHING 0x7fffffff
#define HAS(seat, slot) ((seat)->has >> (slot) & 1)

#endif
