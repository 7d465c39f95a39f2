/* The exact final scoring: the best way to share pieces out among scoring terms (mirrors engine.solver; rules 6.6).
 *
 * Pieces that can do the same things are a heap. Alone, a piece pays the best term that pays by the piece. Terms
 * that pay for sets, or for one type of the owner's choice, couple pieces; couplings that share no heap are solved
 * apart. For given numbers of sets the cheapest pieces are found by the greedy algorithm of matroids: heaps are sent
 * through a network to the slots, the least valuable first, and none displaces an earlier one. The numbers of sets
 * are tried one after the other, as far as they can be made and could still beat the best.
 */

enum { HEAPS = 40, COUPLINGS = 24, ALL_SLOTS = 64 };

typedef struct {
    u64 fits;                  /* the slots its pieces fit into */
    i32 number, value;
} Heap;

typedef struct {
    const Term *term;
    i32 first;                 /* its first slot */
    u64 slots;
} Coupling;

typedef struct {
    i32 slots, couplings, heaps;
    u64 types[ALL_SLOTS];      /* what a piece must count as */
    i32 place[ALL_SLOTS];      /* where it must lie, or -1 */
    i32 single[ALL_SLOTS];     /* what it pays there alone */
    Coupling coupling[COUPLINGS];
    Heap heap[HEAPS];
    i32 alone;                 /* what one piece of any type pays alone at most */
} Problem;

static void add_term(Problem *problem, const Term *term, i32 place) {
    if (problem->slots + term->slots > ALL_SLOTS || problem->couplings == COUPLINGS) return;
    i32 first = problem->slots, alone = term->type == PER_PIECE || term->type == PER_STORED;
    for (i32 i = 0; i < term->slots; i++) {
        problem->types[problem->slots] = term->types[i];
        problem->place[problem->slots] = term->type == PER_STORED ? place : NOBODY;
        problem->single[problem->slots++] = alone ? term->points : 0;
    }
    if (alone || term->type == PER_PIECE_OF_ONE) problem->alone = at_least(problem->alone, term->points);
    if (alone) return;
    Coupling *coupling = &problem->coupling[problem->couplings++];
    coupling->term = term;
    coupling->first = first;
    coupling->slots = ((1ull << term->slots) - 1) << first;
}

static void add_pieces(Problem *problem, u64 roles, i32 place, i32 number) {
    u64 fit = 0;
    i32 value = 0;
    for (i32 slot = 0; slot < problem->slots; slot++)
        if (problem->types[slot] & roles && (problem->place[slot] < 0 || problem->place[slot] == place)) {
            fit |= 1ull << slot;
            value = at_least(value, problem->single[slot]);
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

typedef struct {
    const Problem *problem;
    i32 couplings, heaps;      /* of this part, by number */
    i32 coupling[COUPLINGS], heap[HEAPS + 1];
    i32 bundles, bundle[COUPLINGS], sets[COUPLINGS];
    i32 value[HEAPS + 1], number[HEAPS + 1];
    u64 fits[HEAPS + 1];
    i32 order[HEAPS + 1];      /* heaps by value */
    i32 best;
} Part;

static i32 set_size(const Term *term) {
    if (term->type == PER_DIFFERENT) return term->picks;
    i32 size = 0;
    for (i32 i = 0; i < term->slots; i++) size += term->count[i];
    return size;
}

typedef struct {
    i32 slots;
    i32 slot[ALL_SLOTS], bundle[ALL_SLOTS], room[ALL_SLOTS];
    i32 left[COUPLINGS];       /* room of each bundle */
    u8 sent[HEAPS + 1][ALL_SLOTS];
} Network;

/* Send one more piece of a heap, moving earlier ones to other slots if need be; return whether that was possible.
 *
 * A breadth-first search over two kinds of nodes: `slot` takes a piece more, and `slots + slot` gives one up.
 */
static i32 reroute(const Part *part, Network *net, i32 heap) {
    i32 came[2 * ALL_SLOTS], mover[ALL_SLOTS], queue[2 * ALL_SLOTS], head = 0, tail = 0, slots = net->slots;
    for (i32 i = 0; i < 2 * slots; i++) came[i] = -2;
    for (i32 i = 0; i < slots; i++)
        if (part->fits[heap] >> net->slot[i] & 1) {
            came[i] = -1;
            mover[i] = heap;
            queue[tail++] = i;
        }
    while (head < tail) {
        i32 at = queue[head++];
        if (at >= slots) { /* a piece must leave: it may go wherever its heap fits */
            for (i32 other = 0; other < part->heaps; other++)
                for (i32 i = 0; net->sent[other][at - slots] && i < slots; i++)
                    if (came[i] == -2 && part->fits[other] >> net->slot[i] & 1) {
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

/* Return what the sets at hand pay more than their pieces would alone; a very small number if they cannot be made. */
static i32 worth_of_sets(const Part *part) {
    Network net;
    i32 points = 0, wanted = 0;
    net.slots = 0;
    for (i32 i = 0; i < part->bundles; i++) {
        if (!part->sets[i]) continue;
        const Coupling *coupling = &part->problem->coupling[part->bundle[i]];
        net.left[i] = part->sets[i] * set_size(coupling->term);
        wanted += net.left[i];
        points += part->sets[i] * coupling->term->points;
        for (i32 slot = 0; slot < coupling->term->slots; slot++) {
            net.slot[net.slots] = coupling->first + slot;
            net.bundle[net.slots] = i;
            net.room[net.slots++] = part->sets[i] * coupling->term->count[slot];
        }
    }
    for (i32 i = 0; i < part->heaps; i++) memset(net.sent[i], 0, (size_t)net.slots);
    for (i32 i = 0; i < part->heaps && wanted; i++) {
        i32 heap = part->order[i], left = at_most(part->number[heap], wanted);
        for (i32 slot = 0; slot < net.slots && left; slot++) {
            if (!(part->fits[heap] >> net.slot[slot] & 1)) continue;
            i32 sent = at_most(left, at_most(net.room[slot], net.left[net.bundle[slot]]));
            net.room[slot] -= sent;
            net.left[net.bundle[slot]] -= sent;
            net.sent[heap][slot] += (u8)sent;
            left -= sent;
            wanted -= sent;
            points -= sent * part->value[heap];
        }
        while (left && reroute(part, &net, heap)) {
            left--;
            wanted--;
            points -= part->value[heap];
        }
    }
    return wanted ? -EVERYTHING : points;
}

/* What sets of a bundle can gain at most: each over the cheapest pieces that fit at all. */
static i32 promise(const Part *part, i32 bundle) {
    const Coupling *coupling = &part->problem->coupling[part->bundle[bundle]];
    i32 pieces = 0, cheapest = EVERYTHING;
    for (i32 i = 0; i < part->heaps; i++)
        if (part->fits[i] & coupling->slots) {
            pieces += part->number[i];
            cheapest = at_most(cheapest, part->value[i]);
        }
    i32 size = set_size(coupling->term), gain = cheapest == EVERYTHING ? 0 : coupling->term->points - size * cheapest;
    return at_least(0, gain) * (pieces / size);
}

static void try_sets(Part *part, i32 bundle, i32 base) {
    if (bundle == part->bundles) return;
    i32 hope = 0;
    for (i32 i = bundle; i < part->bundles; i++) hope += promise(part, i);
    i32 now = worth_of_sets(part);
    if (now == -EVERYTHING) return;
    /* sets that are made already may become dearer by what follows, never cheaper */
    if (base + now + hope <= part->best) return;
    try_sets(part, bundle + 1, base);
    if (promise(part, bundle))
        for (;;) {
            part->sets[bundle]++;
            i32 worth = worth_of_sets(part);
            if (worth == -EVERYTHING) break;
            part->best = at_least(part->best, base + worth);
            try_sets(part, bundle + 1, base);
        }
    part->sets[bundle] = 0;
}

/* Settle the types of the owner's choice one after the other, then make the best sets. */
static void try_choices(Part *part, i32 number, i32 base) {
    while (number < part->couplings
           && part->problem->coupling[part->coupling[number]].term->type != PER_PIECE_OF_ONE)
        number++;
    if (number == part->couplings) {
        for (i32 i = 0; i < part->heaps; i++) {
            i32 at = i;
            for (; at && part->value[part->order[at - 1]] > part->value[i]; at--) part->order[at] = part->order[at - 1];
            part->order[at] = i;
        }
        part->best = at_least(part->best, base);
        try_sets(part, 0, base);
        return;
    }
    const Coupling *choice = &part->problem->coupling[part->coupling[number]];
    for (i32 option = 0; option < choice->term->slots; option++) {
        i32 before[HEAPS + 1], more = 0;
        memcpy(before, part->value, sizeof before);
        for (i32 i = 0; i < part->heaps; i++)
            if (part->fits[i] >> (choice->first + option) & 1 && part->value[i] < choice->term->points) {
                more += (choice->term->points - part->value[i]) * part->number[i];
                part->value[i] = choice->term->points;
            }
        try_choices(part, number + 1, base + more);
        memcpy(part->value, before, sizeof before);
    }
}

/* Return what the couplings of a part add to what pieces pay alone; with a joker there is one piece more. */
static i32 best_of_part(Part *part, i32 joker) {
    const Problem *problem = part->problem;
    i32 known = part->heaps;
    part->bundles = 0;
    for (i32 i = 0; i < part->couplings; i++)
        if (problem->coupling[part->coupling[i]].term->type != PER_PIECE_OF_ONE) {
            part->sets[part->bundles] = 0;
            part->bundle[part->bundles++] = part->coupling[i];
        }
    u64 slots = 0;
    for (i32 i = 0; i < part->bundles; i++) slots |= problem->coupling[part->bundle[i]].slots;
    for (i32 i = 0; i < known; i++) {
        part->value[i] = problem->heap[part->heap[i]].value;
        part->number[i] = problem->heap[part->heap[i]].number;
        part->fits[i] = problem->heap[part->heap[i]].fits;
    }
    if (joker) { /* fits into every set; what it pays alone is seen elsewhere */
        part->value[known] = 0;
        part->number[known] = 1;
        part->fits[known] = slots;
        part->heaps++;
    }
    part->best = 0;
    try_choices(part, 0, 0);
    part->heaps = known;
    return part->best;
}

/* Return the best total of a problem; `gain` is what a joker adds to it. */
static i32 solve(const Problem *problem, i32 wildcard, i32 *gain) {
    i32 total = 0, owner[COUPLINGS], heap_owner[HEAPS];
    for (i32 i = 0; i < problem->heaps; i++) {
        total += problem->heap[i].number * problem->heap[i].value;
        heap_owner[i] = NOBODY;
    }
    for (i32 i = 0; i < problem->couplings; i++) { /* couplings that share a heap belong together */
        owner[i] = i;
        for (i32 at = 0; at < problem->heaps; at++) {
            if (!(problem->heap[at].fits & problem->coupling[i].slots)) continue;
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
        Part part;
        part.problem = problem;
        part.couplings = part.heaps = 0;
        for (i32 k = 0; k <= i; k++)
            if (owner[k] == i) part.coupling[part.couplings++] = k;
        for (i32 k = 0; k < problem->heaps; k++)
            if (heap_owner[k] == i) part.heap[part.heaps++] = k;
        i32 plain = best_of_part(&part, 0);
        total += plain;
        if (!wildcard) continue;
        i32 most = 0; /* the joker adds no more than the one set it is used in pays */
        for (i32 k = 0; k < part.couplings; k++)
            most = at_least(most, problem->coupling[part.coupling[k]].term->points);
        if (most > *gain) *gain = at_least(*gain, best_of_part(&part, 1) - plain);
    }
    return total;
}
