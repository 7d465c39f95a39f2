/* An upper bound for the final scoring: what sets would gain if fractions of them could be made (mirrors
 * engine.solver.relaxation).
 *
 * The simplex method finds prices of pieces, in floating point. Nothing depends on how good they are: any prices that
 * are not below what the pieces pay alone prove a bound, and that is counted in whole numbers (`proven`).
 */

enum { HEAPS = 40, COUPLINGS = 64, SORTS = 64 };
enum { ROWS = HEAPS + 1 + 2 * COUPLINGS, NET_SLOTS = COUPLINGS * SLOTS };

#define GRAIN (1 << 20)        /* prices that prove a bound are whole numbers of so many to the point */
#define DEAREST 1e6            /* no price is higher: then all sums fit into 64 bits */
#define TINY 1e-7

/* Sets of one kind, made from the heaps of a part. */
typedef struct {
    const Term *term;
    const u8 *sort;            /* of each slot */
    i32 size;                  /* how many pieces a set takes */
    i32 enough;                /* how many sets its pieces are enough for */
    i32 cap;                   /* more sets than this can never be made */
    i32 least, most;           /* how many are made: the bounds of the branch that is searched */
    u64 who[SLOTS];            /* the heaps that fit into each slot */
} Bundle;

typedef struct {
    i32 heaps, bundles;
    i32 value[HEAPS + 1], number[HEAPS + 1]; /* what a piece of each heap pays alone, and how many there are */
    u64 fits[HEAPS + 1];       /* the sorts of slots that its pieces fit into */
    i32 order[HEAPS + 1];      /* heaps by value */
    Bundle bundle[COUPLINGS];
    i32 best;                  /* the best total so far */
    i32 priced;                /* prices that are remembered from one choice of types to the next */
    double prices[4][HEAPS + 1];
    u64 steps;                 /* how many relaxations and flows were worked out */
    Scratch *scratch;
} Part;

typedef struct {
    i32 rows;                  /* one for each heap, then one for each limit */
    double inverse[ROWS][ROWS]; /* of the basis */
    double right[ROWS], dual[ROWS];
    i32 made[ROWS];            /* the bundle of the sets that the basis makes, or -1: what is left of the row */
} Tableau;

/* Pieces on their way from heaps to slots (solver.c). */
typedef struct {
    i32 slots;
    i32 sort[NET_SLOTS], bundle[NET_SLOTS], room[NET_SLOTS];
    i32 left[COUPLINGS];       /* room of each bundle */
    i32 sent[HEAPS + 1][NET_SLOTS];
} Network;

/* Working memory that is too large for the stack of a thread. */
struct Scratch {
    Tableau tableau;
    Network net;
    Term card[CARDS];          /* what the cards of a seat pay */
};

/* Return what the cheapest set of a bundle costs; `heap` gets the heap that fills each slot, or -1. */
static double cheapest(const Bundle *bundle, const double *price, i32 *heap) {
    const Term *term = bundle->term;
    double cost[SLOTS], total = 0;
    for (i32 slot = 0; slot < term->slots; slot++) {
        heap[slot] = -1;
        cost[slot] = DEAREST * GRAIN;
        for (u64 left = bundle->who[slot]; left; left &= left - 1) {
            i32 at = lowest(left);
            if (price[at] < cost[slot]) {
                cost[slot] = price[at];
                heap[slot] = at;
            }
        }
    }
    for (i32 over = term->slots - term->picks; over > 0; over--) { /* the dearest slots stay empty */
        i32 worst = -1;
        for (i32 slot = 0; slot < term->slots; slot++)
            if (cost[slot] >= 0 && (worst < 0 || cost[slot] > cost[worst])) worst = slot;
        cost[worst] = -1;
        heap[worst] = -1;
    }
    for (i32 slot = 0; slot < term->slots; slot++)
        if (cost[slot] >= 0) total += cost[slot] * term->count[slot];
    return total;
}

/* Return a total that no sets within the limits exceed.
 *
 * Pieces cost no less than they pay alone, so all of them together pay no more than their prices and what the sets pay
 * above the prices of their pieces. The prices are whole numbers of grains.
 */
static i32 proven(const Part *part, const double *price) {
    i64 total = 0;
    i32 heap[SLOTS];
    for (i32 i = 0; i < part->heaps; i++) total += (i64)price[i] * part->number[i];
    for (i32 i = 0; i < part->bundles; i++) {
        const Bundle *bundle = &part->bundle[i];
        if (!bundle->most) continue;
        i64 gain = (i64)bundle->term->points * GRAIN - (i64)cheapest(bundle, price, heap);
        total += gain * (gain > 0 ? bundle->most : bundle->least);
    }
    return (i32)(total >> 20);
}

/* Let a column enter the basis that gains so much for each unit. */
static void pivot(Tableau *t, const double *column, double gain, i32 made) {
    i32 leaving = -1, rows = t->rows;
    double least = 0;
    for (i32 i = 0; i < rows; i++)
        if (column[i] > TINY && (leaving < 0 || t->right[i] < least * column[i])) {
            leaving = i;
            least = t->right[i] / column[i];
        }
    if (leaving < 0) return;
    double *head = t->inverse[leaving], by = 1 / column[leaving];
    for (i32 k = 0; k < rows; k++) head[k] *= by;
    t->right[leaving] = least;
    for (i32 k = 0; k < rows; k++) t->dual[k] += gain * head[k];
    for (i32 i = 0; i < rows; i++) {
        double factor = column[i];
        if (i == leaving || factor == 0) continue;
        for (i32 k = 0; k < rows; k++) t->inverse[i][k] -= factor * head[k];
        t->right[i] -= factor * least;
    }
    t->made[leaving] = made;
}

static i32 add_row(Tableau *t, i32 number) {
    /* slightly different amounts: then no two rows run out at the same time, and the method does not go round in circles */
    t->right[t->rows] = number + 1e-6 * (1 + 0.618 * t->rows);
    return t->rows++;
}

typedef struct {
    i32 bundle, limit;         /* limit: the row that limits such sets, or -1 */
    double points;
} Variant;

/* List the sets that may be made; a least number is enforced by a bonus for the first ones. */
static i32 list_variants(const Part *part, Tableau *t, Variant *variant) {
    i32 variants = 0;
    double bonus = 1;
    for (i32 i = 0; i < part->bundles; i++) bonus += (double)part->bundle[i].cap * part->bundle[i].term->points;
    for (i32 i = 0; i < part->bundles; i++) {
        const Bundle *bundle = &part->bundle[i];
        double points = bundle->term->points;
        if (bundle->least) variant[variants++] = (Variant){i, add_row(t, bundle->least), points + bonus};
        if (bundle->most > bundle->least) {
            i32 limit = bundle->most < bundle->enough ? add_row(t, bundle->most - bundle->least) : -1;
            variant[variants++] = (Variant){i, limit, points};
        }
    }
    return variants;
}

/* Work out prices of pieces, in grains, and how many sets of each bundle would be made if fractions could be. */
static void relax(Part *part, double *price, double *number) {
    Tableau *t = &part->scratch->tableau;
    Variant variant[2 * COUPLINGS];
    double column[ROWS];
    part->steps++;
    t->rows = 0;
    for (i32 i = 0; i < part->heaps; i++) {
        add_row(t, part->number[i]);
        price[i] = part->value[i];
    }
    i32 variants = list_variants(part, t, variant), turn = 0, rows = t->rows;
    for (i32 i = 0; i < rows; i++) {
        memset(t->inverse[i], 0, (size_t)rows * sizeof t->inverse[i][0]);
        t->inverse[i][i] = 1;
        t->dual[i] = 0;
        t->made[i] = -1;
    }
    for (i32 left = 20 * rows + 200, idle = 0; left && idle < variants; left--) {
        i32 slack = 0, heap[SLOTS];
        for (i32 i = 1; i < rows; i++)
            if (t->dual[i] < t->dual[slack]) slack = i;
        if (t->dual[slack] < -TINY) {
            for (i32 i = 0; i < rows; i++) column[i] = t->inverse[i][slack];
            pivot(t, column, -t->dual[slack], -1);
        } else { /* the first variant that gains, in turn */
            for (idle = 0; idle < variants; idle++, turn = turn + 1 < variants ? turn + 1 : 0) {
                const Variant *now = &variant[turn];
                const Bundle *bundle = &part->bundle[now->bundle];
                double gain = now->points - cheapest(bundle, price, heap);
                if (now->limit >= 0) gain -= t->dual[now->limit];
                if (gain <= TINY) continue;
                for (i32 i = 0; i < rows; i++) {
                    column[i] = now->limit >= 0 ? t->inverse[i][now->limit] : 0;
                    for (i32 slot = 0; slot < bundle->term->slots; slot++)
                        if (heap[slot] >= 0) column[i] += t->inverse[i][heap[slot]] * bundle->term->count[slot];
                }
                pivot(t, column, gain, now->bundle);
                break;
            }
        }
        for (i32 i = 0; i < part->heaps; i++) price[i] = part->value[i] + (t->dual[i] > 0 ? t->dual[i] : 0);
    }
    for (i32 i = 0; i < part->heaps; i++)
        price[i] = (double)(i64)((price[i] < DEAREST ? price[i] : DEAREST) * GRAIN + 0.5);
    for (i32 i = 0; i < part->bundles; i++) number[i] = 0;
    for (i32 i = 0; i < rows; i++)
        if (t->made[i] >= 0) number[t->made[i]] += t->right[i];
}
