/* The exact final scoring: the best way to share pieces out among scoring terms (mirrors engine.solver; rules 6.6).
 *
 * Pieces that can do the same things are a heap. Alone, a piece pays the best term that pays by the piece. Terms
 * that pay for sets, or for one type of the owner's choice, couple pieces; couplings that share no heap are solved
 * apart. For given numbers of sets the cheapest pieces are found by the greedy algorithm of matroids: heaps are sent
 * through a network to the slots, the least valuable first, and none displaces an earlier one. The numbers of sets
 * are found by branch and bound, with the linear relaxation as the bound (relaxation.c).
 */

typedef struct {
    u64 fits;                  /* the sorts of slots that its pieces fit into */
    i32 number, value;
} Heap;

typedef struct {
    const Term *term;
    u8 sort[SLOTS];            /* of each of its slots */
    u64 sorts;
} Coupling;

/* Slots that take the same pieces are of one sort. keyflower/fast/compiler.py refuses rules whose tiles, all in one
 * village, would have more sorts, couplings or heaps than there is room for, and no village has a tile twice.
 */
typedef struct {
    i32 sorts, couplings, heaps;
    u64 types[SORTS];          /* what a piece must count as */
    i32 place[SORTS];          /* where it must lie, or -1 */
    i32 single[SORTS];         /* what it pays there alone */
    Coupling coupling[COUPLINGS];
    Heap heap[HEAPS];
    u64 jokers;                /* the sorts of slots that the joker fits into */
    i32 alone;                 /* what the joker pays alone at most */
    i32 floor;                 /* what is paid for sets that are not made */
    Scratch *scratch;
    u64 steps;                 /* how much work it was */
} Problem;

static i32 sort_of(Problem *problem, u64 types, i32 place, u64 jokers) {
    for (i32 sort = 0; sort < problem->sorts; sort++)
        if (problem->types[sort] == types && problem->place[sort] == place) return sort;
    if (problem->sorts == SORTS) return SORTS - 1;
    i32 sort = problem->sorts++;
    problem->types[sort] = types;
    problem->place[sort] = place;
    problem->single[sort] = 0;
    if (types & jokers) problem->jokers |= 1ull << sort;
    return sort;
}

/* Add a term of a tile at a place; `jokers` are the goods that the joker may be. */
static void add_term(Problem *problem, const Term *term, i32 place, u64 jokers) {
    problem->floor += term->floor;
    if (!term->points) return;
    if (term->type == PER_PIECE || term->type == PER_STORED) {
        i32 sort = sort_of(problem, term->types[0], term->type == PER_STORED ? place : NOBODY, jokers);
        problem->single[sort] = at_least(problem->single[sort], term->points);
        if (term->types[0] & jokers) problem->alone = at_least(problem->alone, term->points);
        return;
    }
    if (problem->couplings == COUPLINGS) return;
    Coupling *coupling = &problem->coupling[problem->couplings++];
    coupling->term = term;
    coupling->sorts = 0;
    for (i32 i = 0; i < term->slots; i++) {
        coupling->sort[i] = (u8)sort_of(problem, term->types[i], NOBODY, jokers);
        coupling->sorts |= 1ull << coupling->sort[i];
    }
}

static void add_pieces(Problem *problem, u64 roles, i32 place, i32 number) {
    u64 fit = 0;
    i32 value = 0;
    for (i32 sort = 0; sort < problem->sorts; sort++)
        if (problem->types[sort] & roles && (problem->place[sort] < 0 || problem->place[sort] == place)) {
            fit |= 1ull << sort;
            value = at_least(value, problem->single[sort]);
        }
    if (!fit) return;
    i32 at = 0;
    while (at < problem->heaps && problem->heap[at].fits != fit) at++;
    if (at == problem->heaps) {
        if (at == HEAPS) return;
        problem->heaps++;
        problem->heap[at].fits = fit;
        problem->heap[at].number = 0;
        problem->heap[at].value = value;
    }
    problem->heap[at].number += number;
}

/* ------------------------------------------------------------------ sets of given numbers */

static i32 set_size(const Term *term) {
    if (term->type == PER_DIFFERENT) return term->picks;
    i32 size = 0;
    for (i32 i = 0; i < term->slots; i++) size += term->count[i];
    return size;
}

/* Send one more piece of a heap, moving earlier ones to other slots if need be; return whether that was possible.
 *
 * A breadth-first search over two kinds of nodes: `slot` takes a piece more, and `slots + slot` gives one up.
 */
static i32 reroute(const Part *part, Network *net, i32 heap) {
    i32 came[2 * NET_SLOTS], mover[NET_SLOTS], queue[2 * NET_SLOTS], head = 0, tail = 0, slots = net->slots;
    for (i32 i = 0; i < 2 * slots; i++) came[i] = -2;
    for (i32 i = 0; i < slots; i++)
        if (part->fits[heap] >> net->sort[i] & 1) {
            came[i] = -1;
            mover[i] = heap;
            queue[tail++] = i;
        }
    while (head < tail) {
        i32 at = queue[head++];
        if (at >= slots) { /* a piece must leave: it may go wherever its heap fits */
            for (i32 other = 0; other < part->heaps; other++)
                for (i32 i = 0; net->sent[other][at - slots] && i < slots; i++)
                    if (came[i] == -2 && part->fits[other] >> net->sort[i] & 1) {
                        came[i] = at;
                        mover[i] = other;
                        queue[tail++] = i;
                    }
            continue;
        }
        if (net->room[at] > 0 && net->left[net->bundle[at]] > 0) {
            net->room[at]--;
            net->left[net->bundle[at]]--;
            for (;;) {
                net->sent[mover[at]][at]++;
                if (came[at] < 0) return 1;
                i32 given = came[at] - slots;
                net->sent[mover[at]][given]--;
                at = came[came[at]];
                if (at != given) { /* another slot of the same bundle */
                    net->room[at]--;
                    net->room[given]++;
                }
            }
        }
        for (i32 i = 0; i < slots; i++) { /* full: the slot itself gives up one, or another slot of a full bundle */
            i32 gives = net->room[at] > 0 ? i != at && net->bundle[i] == net->bundle[at] : i == at;
            if (gives && came[slots + i] == -2) {
                came[slots + i] = at;
                queue[tail++] = slots + i;
            }
        }
    }
    return 0;
}

/* Return what so many sets of each bundle pay more than their pieces would alone; a very small number if they cannot
 * be made.
 */
static i32 worth_of_sets(Part *part, const i32 *sets) {
    Network *net = &part->scratch->net;
    i32 points = 0, wanted = 0;
    part->steps++;
    net->slots = 0;
    for (i32 i = 0; i < part->bundles; i++) {
        if (!sets[i]) continue;
        const Bundle *bundle = &part->bundle[i];
        net->left[i] = sets[i] * bundle->size;
        wanted += net->left[i];
        points += sets[i] * bundle->term->points;
        for (i32 slot = 0; slot < bundle->term->slots; slot++) {
            net->sort[net->slots] = bundle->sort[slot];
            net->bundle[net->slots] = i;
            net->room[net->slots++] = sets[i] * bundle->term->count[slot];
        }
    }
    for (i32 i = 0; i < part->heaps; i++) memset(net->sent[i], 0, (size_t)net->slots * sizeof net->sent[i][0]);
    for (i32 i = 0; i < part->heaps && wanted; i++) {
        i32 heap = part->order[i], left = at_most(part->number[heap], wanted);
        for (i32 slot = 0; slot < net->slots && left; slot++) {
            if (!(part->fits[heap] >> net->sort[slot] & 1)) continue;
            i32 sent = at_most(left, at_most(net->room[slot], net->left[net->bundle[slot]]));
            net->room[slot] -= sent;
            net->left[net->bundle[slot]] -= sent;
            net->sent[heap][slot] += sent;
            left -= sent;
            wanted -= sent;
            points -= sent * part->value[heap];
        }
        while (left && reroute(part, net, heap)) {
            left--;
            wanted--;
            points -= part->value[heap];
        }
    }
    return wanted ? -EVERYTHING : points;
}

/* ------------------------------------------------------------------ how many sets */

static i32 number_in(const Part *part, u64 heaps) {
    i32 number = 0;
    for (; heaps; heaps &= heaps - 1) number += part->number[lowest(heaps)];
    return number;
}

/* Return how many sets of a bundle its pieces are enough for, if there were no others. */
static i32 most_sets(const Part *part, const Bundle *bundle) {
    const Term *term = bundle->term;
    u64 all = 0;
    i32 filled = 0, most = EVERYTHING;
    for (i32 slot = 0; slot < term->slots; slot++) {
        all |= bundle->who[slot];
        filled += bundle->who[slot] != 0;
        if (term->picks == term->slots) most = at_most(most, number_in(part, bundle->who[slot]) / term->count[slot]);
    }
    return filled < term->picks ? 0 : at_most(most, number_in(part, all) / bundle->size);
}

static i32 same_sets(const Bundle *one, const Bundle *other) {
    return !one->term->most == !other->term->most && one->term->slots == other->term->slots && one->term->picks == other->term->picks
        && !memcmp(one->who, other->who, (size_t)one->term->slots * sizeof one->who[0])
        && !memcmp(one->term->count, other->term->count, one->term->slots);
}

/* Set the limits of each bundle for the values at hand; one that gains nothing is not made at all. */
static void limit_bundles(Part *part) {
    double price[HEAPS + 1];
    i32 heap[SLOTS];
    for (i32 i = 0; i < part->heaps; i++) price[i] = part->value[i];
    for (i32 i = 0; i < part->bundles; i++) {
        Bundle *bundle = &part->bundle[i];
        i32 pays = bundle->cap && cheapest(bundle, price, heap) < bundle->term->points;
        bundle->least = 0;
        bundle->most = pays ? bundle->cap : 0;
    }
}

/* Find the best numbers of sets within the limits: branch and bound. `alone` is what all pieces pay alone.
 *
 * The prices of the root, where nothing is limited yet, may serve the next choices of types too.
 */
static void try_sets(Part *part, i32 alone, i32 is_root) {
    double price[HEAPS + 1], number[COUPLINGS];
    i32 sets[COUPLINGS] = {0}, split = -1, broken = 0;
    relax(part, price, number);
    if (is_root) memcpy(part->prices[part->priced++ % 4], price, sizeof price);
    i32 bound = proven(part, price);
    if (bound <= part->best) return;
    for (i32 i = 0; i < part->bundles; i++) {
        const Bundle *bundle = &part->bundle[i];
        i32 below = (i32)(number[i] + 1e-3), fraction = number[i] - below > 1e-3;
        sets[i] = at_least(bundle->least, at_most(bundle->most, below));
        if (bundle->least == bundle->most) continue;
        /* split on the most valuable sets: fixing their number lowers the bound most */
        if (split < 0 || fraction > broken
            || (fraction == broken && bundle->term->points > part->bundle[split].term->points)) {
            split = i;
            broken = fraction;
        }
    }
    i32 worth = worth_of_sets(part, sets);
    if (worth == -EVERYTHING) { /* can the least numbers be made at all? */
        for (i32 i = 0; i < part->bundles; i++) sets[i] = part->bundle[i].least;
        worth = worth_of_sets(part, sets);
        if (worth == -EVERYTHING) return;
    }
    part->best = at_least(part->best, alone + worth);
    if (bound <= part->best || split < 0) return;
    Bundle *bundle = &part->bundle[split];
    i32 least = bundle->least, most = bundle->most;
    i32 below = sets[split] < most ? sets[split] : most - 1, up = number[split] - below > 0.5;
    for (i32 turn = 0; turn < 2; turn++) { /* the branch nearer to the fractional number first */
        bundle->least = turn == up ? least : below + 1;
        bundle->most = turn == up ? below : most;
        try_sets(part, alone, 0);
    }
    bundle->least = least;
    bundle->most = most;
}

/* ------------------------------------------------------------------ types of the owner's choice */

typedef struct {
    i32 choices;
    const Coupling *choice[COUPLINGS];
} Choices;

static void raise_values(const Part *part, i32 *value, const Coupling *choice, i32 option) {
    for (i32 i = 0; i < part->heaps; i++)
        if (part->fits[i] >> choice->sort[option] & 1) value[i] = at_least(value[i], choice->term->points);
}

/* Return whether prices that are known prove that the best total cannot be beaten at these values. */
static i32 priced_out(Part *part, const i32 *value) {
    double price[HEAPS + 1];
    for (i32 known = 0; known < at_most(part->priced, 4); known++) {
        for (i32 i = 0; i < part->heaps; i++) {
            double alone = (double)value[i] * GRAIN;
            price[i] = part->prices[known][i] > alone ? part->prices[known][i] : alone;
        }
        if (proven(part, price) <= part->best) return 1;
    }
    return 0;
}

enum { FEW = 6 };              /* so many sets are tried one by one sooner than a relaxation is worked out */

/* Find the best number of sets of one bundle: the next set never gains more than the last one. */
static void try_sets_of_one(Part *part, i32 bundle, i32 alone) {
    i32 sets[COUPLINGS] = {0}, best = 0;
    while (sets[bundle] < part->bundle[bundle].most) {
        sets[bundle]++;
        i32 worth = worth_of_sets(part, sets);
        if (worth <= best) break;
        best = worth;
    }
    part->best = at_least(part->best, alone + best);
}

static void settle_sets(Part *part) { /* make the best sets at the values at hand */
    i32 alone = 0, paying = 0, last = 0;
    for (i32 i = 0; i < part->heaps; i++) {
        i32 at = i;
        for (; at && part->value[part->order[at - 1]] > part->value[i]; at--) part->order[at] = part->order[at - 1];
        part->order[at] = i;
        alone += part->value[i] * part->number[i];
    }
    part->best = at_least(part->best, alone);
    limit_bundles(part);
    for (i32 i = 0; i < part->bundles; i++)
        if (part->bundle[i].most) {
            paying++;
            last = i;
        }
    if (paying == 1 && part->bundle[last].most <= FEW) try_sets_of_one(part, last, alone);
    else if (paying) try_sets(part, alone, 1);
}

/* Settle the types of the owner's choice one after the other, then make the best sets. */
static void try_choices(Part *part, const Choices *choices, i32 number) {
    i32 before[HEAPS + 1], value[HEAPS + 1];
    memcpy(value, part->value, sizeof value);
    for (i32 i = number; i < choices->choices; i++) /* even all options of all that is open together */
        for (i32 option = 0; option < choices->choice[i]->term->slots; option++)
            raise_values(part, value, choices->choice[i], option);
    for (i32 i = 0; i < part->bundles; i++) {
        part->bundle[i].least = 0;
        part->bundle[i].most = part->bundle[i].cap;
    }
    if (priced_out(part, value)) return;
    if (number == choices->choices) {
        settle_sets(part);
        return;
    }
    const Coupling *choice = choices->choice[number];
    memcpy(before, part->value, sizeof before);
    for (i32 option = 0; option < choice->term->slots; option++) {
        raise_values(part, part->value, choice, option);
        try_choices(part, choices, number + 1);
        memcpy(part->value, before, sizeof before);
    }
}

/* Add the sets of a term to a part. If several terms take the same sets, only the one that pays most matters; terms that
 * pay only so many times, and the same, are one that pays as often as all of them.
 */
static void add_bundle(Part *part, const Coupling *coupling) {
    Bundle *bundle = &part->bundle[part->bundles];
    const Term *term = bundle->term = coupling->term;
    bundle->sort = coupling->sort;
    bundle->size = set_size(term);
    for (i32 slot = 0; slot < term->slots; slot++) {
        bundle->who[slot] = 0;
        for (i32 i = 0; i < part->heaps; i++) bundle->who[slot] |= (part->fits[i] >> coupling->sort[slot] & 1) << i;
    }
    bundle->enough = bundle->cap = most_sets(part, bundle);
    if (!bundle->cap) return;
    if (term->most) bundle->cap = at_most(term->most, bundle->cap);
    for (i32 i = 0; i < part->bundles; i++) {
        Bundle *other = &part->bundle[i];
        if (!same_sets(other, bundle)) continue;
        if (!term->most) {
            if (other->term->points < term->points) *other = *bundle;
            return;
        }
        if (other->term->points == term->points) {
            other->cap = at_most(other->cap + term->most, other->enough);
            return;
        }
    }
    part->bundles++;
}

/* Return what some couplings add to what the pieces of some heaps pay alone; with a joker there is one piece more. */
static i32 best_of_part(Problem *problem, u64 couplings, u64 heaps, i32 joker) {
    Part part;
    Choices choices;
    i32 alone = 0;
    u64 sorts = 0;
    part.scratch = problem->scratch;
    part.heaps = part.bundles = part.priced = choices.choices = 0;
    part.best = -EVERYTHING;
    part.steps = 0;
    for (; heaps; heaps &= heaps - 1) {
        const Heap *heap = &problem->heap[lowest(heaps)];
        part.value[part.heaps] = heap->value;
        part.number[part.heaps] = heap->number;
        part.fits[part.heaps++] = heap->fits;
        alone += heap->value * heap->number;
    }
    for (i32 i = 0; i < problem->couplings; i++)
        if (couplings >> i & 1) sorts |= problem->coupling[i].sorts;
    if (joker) { /* what it pays as a single piece is seen elsewhere */
        part.value[part.heaps] = 0;
        part.number[part.heaps] = 1;
        part.fits[part.heaps++] = sorts & problem->jokers;
    }
    for (i32 i = 0; i < problem->couplings; i++) {
        if (!(couplings >> i & 1)) continue;
        const Coupling *coupling = &problem->coupling[i];
        if (coupling->term->type == PER_PIECE_OF_ONE) choices.choice[choices.choices++] = coupling;
        else add_bundle(&part, coupling);
    }
    try_choices(&part, &choices, 0);
    problem->steps += part.steps;
    return part.best - alone;
}

/* Return the best total of a problem; `gain` is what a joker adds to it. */
static i32 solve(Problem *problem, i32 wildcard, i32 *gain) {
    i32 total = problem->floor, owner[COUPLINGS], heap_owner[HEAPS];
    for (i32 i = 0; i < problem->heaps; i++) {
        total += problem->heap[i].number * problem->heap[i].value;
        heap_owner[i] = NOBODY;
    }
    for (i32 i = 0; i < problem->couplings; i++) { /* couplings that share a heap belong together */
        owner[i] = i;
        for (i32 at = 0; at < problem->heaps; at++) {
            if (!(problem->heap[at].fits & problem->coupling[i].sorts)) continue;
            i32 old = heap_owner[at];
            heap_owner[at] = i;
            if (old < 0 || old == i) continue;
            for (i32 k = 0; k < i; k++)
                if (owner[k] == old) owner[k] = i;
            for (i32 k = 0; k < problem->heaps; k++)
                if (heap_owner[k] == old) heap_owner[k] = i;
        }
    }
    *gain = wildcard ? problem->alone : 0;
    for (i32 i = 0; i < problem->couplings; i++) {
        if (owner[i] != i) continue;
        u64 couplings = 0, heaps = 0;
        i32 most = 0; /* the joker adds no more than the one set or piece that it is used in pays */
        for (i32 k = 0; k <= i; k++)
            if (owner[k] == i) {
                couplings |= 1ull << k;
                most = at_least(most, problem->coupling[k].term->points);
            }
        for (i32 k = 0; k < problem->heaps; k++)
            if (heap_owner[k] == i) heaps |= 1ull << k;
        i32 plain = heaps ? best_of_part(problem, couplings, heaps, 0) : 0;
        total += plain;
        if (wildcard && most > *gain) *gain = at_least(*gain, best_of_part(problem, couplings, heaps, 1) - plain);
    }
    return total;
}
