/* Lots, and where the workers of a turn come from (mirrors model.lots and engine.sources). */

static i32 at_least(i32 one, i32 other) { return one > other ? one : other; }
static i32 at_most(i32 one, i32 other) { return one < other ? one : other; }

/* The colours that a lock leaves: from the first to the last. */
static i32 first_colour(i32 lock) { return lock < 0 ? 0 : lock; }
static i32 last_colour(i32 lock) { return lock < 0 ? COLOURS - 1 : lock; }

/* The colour of the standing use workers, or ANY_COLOUR (mirrors village.lock_of, rules 2.4). */
static i32 lock_of(const Use *uses, i32 number) {
    for (i32 i = 0; i < number; i++)
        for (i32 c = 0; c < COLOURS; c++)
            if (uses[i].workers[c] > uses[i].lying[c]) return c;
    return ANY_COLOUR;
}

/* The colour that workers on a tile of a village must have, or ANY_COLOUR (mirrors Village.lock). */
static i32 lock_at(const Rules *rules, const Spot *spot) {
    return spot->add_on ? rules->add_on[spot->add_on - 1].colour : lock_of(spot->use, spot->uses);
}

static i32 size_of(const Use *use) {
    return use->workers[0] + use->workers[1] + use->workers[2] + use->workers[3];
}

static i32 users(const Use *uses, i32 number) {
    i32 all = 0;
    for (i32 i = 0; i < number; i++) all += size_of(&uses[i]);
    return all;
}

/* The colour of the workers that an action brings itself: NOBODY if there are none, COLOURS if they are of several. */
static i32 colour_of(const Action *action) {
    i32 found = NOBODY;
    for (i32 c = 0; c < COLOURS; c++)
        if (action->pool[c] || action->shown[c]) found = found < 0 ? c : COLOURS;
    return found;
}

/* How many workers the next use needs at least, and how many still have room (rules 2.6.2, 2.6.3). */
static void room_after(const Use *uses, i32 number, u8 *least, u8 *most) {
    i32 last = number ? size_of(&uses[number - 1]) : 0, total = users(uses, number);
    *least = (u8)(last + 1);
    *most = (u8)(USE_CAP - total);
}

/* Work out leader, size to beat and colour lock of a lot (mirrors Lot.__attrs_post_init__). */
static void look_at(Lot *lot, i32 seats) {
    i32 lock = ANY_COLOUR, bidders = 0;
    lot->leader = NOBODY;
    lot->top = 0;
    for (i32 seat = 0; seat < seats; seat++) {
        const Group *bid = &lot->bid[seat];
        if (!bid->size) continue;
        bidders |= 1 << seat;
        if (bid->size > lot->top) {
            lot->leader = (i8)seat;
            lot->top = bid->size;
        }
        if (!bid->lying) lock = bid->colour;
    }
    lot->outbid = (u8)(lot->leader >= 0 ? bidders & ~(1 << lot->leader) : 0);
    if (lock == ANY_COLOUR) lock = lock_of(lot->use, lot->uses);
    lot->lock = (i8)lock;
}

static void count_funds(const State *s, i32 seat, Funds *funds) {
    const Seat *own = &s->seat[seat];
    funds->own = own;
    funds->number = seat;
    funds->have = own->workers;
    funds->open = any_of(own->shown, COLOURS);
    funds->groups = 0;
    for (i32 i = 0; i < s->lots; i++)
        if (s->lot[i].outbid >> seat & 1) {
            funds->lot[funds->groups] = (u8)i;
            funds->colour[funds->groups] = s->lot[i].bid[seat].colour;
            funds->size[funds->groups++] = s->lot[i].bid[seat].size;
        }
}

/* Return the next choice out of so many: of as many again, the first ones slowest, or else of one more; 0 after the last.
 *
 * The highest bit is the first one. What is left out counts up: the next larger number with as many bits.
 */
static u32 next_choice(u32 chosen, i32 all) {
    u32 every = (1u << all) - 1, out = every & ~chosen, last_out = out & -out, carried = out + last_out;
    if (!out) return 0;
    if (carried > every) return every & ~(every >> (__builtin_popcount(chosen) + 1)); /* the first ones, and one more */
    return every & ~(((carried ^ out) >> 2) / last_out | carried);
}

/* The ways to combine groups: by number, then in order of the lots (mirrors workforce.subsets). */
typedef struct {
    const Funds *funds;
    i32 groups, started;       /* how many groups fit */
    u8 fitting[LOTS];          /* these, the last one first */
    u32 chosen;                /* of these, as bits */
    i32 size;                  /* of the combination at hand: all its workers ... */
    u32 lots;                  /* ... and the lots they leave, as bits */
} Subsets;

/* Begin with no group at all, or with `some` of them. */
static void begin_subsets(Subsets *ways, const Funds *funds, i32 colour, i32 without, i32 some) {
    ways->funds = funds;
    ways->groups = 0;
    for (i32 i = funds->groups - 1; i >= 0; i--)
        if ((colour == ANY_COLOUR || funds->colour[i] == colour) && funds->lot[i] != without)
            ways->fitting[ways->groups++] = (u8)i;
    ways->chosen = 0;
    ways->started = some;
}

static i32 next_subset(Subsets *ways) {
    if (ways->started && !(ways->chosen = next_choice(ways->chosen, ways->groups))) return 0;
    ways->started = 1;
    ways->size = 0;
    ways->lots = 0;
    for (u32 left = ways->chosen; left; left &= left - 1) {
        i32 group = ways->fitting[lowest(left)];
        ways->size += ways->funds->size[group];
        ways->lots |= 1u << ways->funds->lot[group];
    }
    return 1;
}

/* The ways to take `least` to `most` pieces from a pool, first types slowest (mirrors workforce.handfuls). */
typedef struct {
    const u8 *pool;
    i32 types, least, most, taken, started;
    u8 amount[TYPES];
} Handfuls;

static void begin_handfuls(Handfuls *ways, const u8 *pool, i32 types, i32 least, i32 most) {
    ways->pool = pool;
    ways->types = types;
    ways->least = least;
    ways->most = most;
    ways->started = ways->taken = 0;
    memset(ways->amount, 0, sizeof ways->amount);
}

static i32 next_handful(Handfuls *ways) {
    if (ways->most < at_least(0, ways->least)) return 0;
    do {
        i32 type = ways->started ? ways->types - 1 : -1;
        while (type >= 0 && (ways->amount[type] == ways->pool[type] || ways->taken == ways->most)) {
            ways->taken -= ways->amount[type];
            ways->amount[type--] = 0;
        }
        if (type < 0 && ways->started) return 0;
        ways->started = 1;
        if (type >= 0) {
            ways->amount[type]++;
            ways->taken++;
        }
        for (i32 last = ways->types - 1; last > type && ways->taken < ways->least; last--) { /* what is missing */
            ways->amount[last] = (u8)at_most(ways->pool[last], ways->least - ways->taken);
            ways->taken += ways->amount[last];
        }
    } while (ways->taken < ways->least);
    return 1;
}

static i32 is_counting(const Menu *menu) { return menu->want > EVERYTHING / 2; }

/* Take a menu's next run of options; return whether the one that is looked for is among them. */
static i32 here(Menu *menu, i32 number) {
    i32 left = menu->want - at_least(0, number); /* no branch: what cannot be foretold costs more than the rest of a step */
    if (left < 0) {
        menu->run = -left;
        return 1;
    }
    menu->want = left;
    return 0;
}

/* Pass over a section of the options that was counted before; return whether the one looked for lies behind it. */
static i32 passed(Menu *menu, i32 section) {
    if (!menu->counted || menu->want < menu->sections[section]) return 0;
    menu->want -= menu->sections[section];
    return 1;
}

/* Note how many options a section has; `before` is what was wanted where it began. */
static void note(Menu *menu, i32 section, i32 before) {
    if (menu->sections && !menu->counted) menu->sections[section] = before - menu->want;
}

/* The pieces of a kind that a seat can pay with, hidden or open ones; NULL: such pieces never lie open. */
static const u8 *pieces_of(const Seat *own, i32 kind, i32 open) {
    if (kind == WORKER) return open ? own->shown : own->workers;
    if (kind == SKILL) return open ? own->shown_skills : own->skills;
    return open ? NULL : own->stock;
}

/* How many pieces and groups could pay a price when some groups move (mirrors prices._paying_pieces and paying.paying_groups). */
static i32 payers(const Funds *funds, const Price *price, u32 moved) {
    i32 number = 0;
    if (!price) return 0;
    /* behind the workers of the screen lie those of the open hand: they are looked at together */
    number = sum_of_bytes(eight(pieces_of(funds->own, price->kind, 0)) & price->mask);
    if (price->kind == SKILL) number += sum_of_bytes(eight(funds->own->shown_skills) & price->mask);
    for (i32 i = 0; i < funds->groups && price->kind == WORKER; i++)
        number += (price->pieces >> funds->colour[i] & 1) && !(moved >> funds->lot[i] & 1);
    return number;
}

/* How many workers of a colour can leave the screen so that a price, if any, is still payable (mirrors prices.Spare). */
static i32 purse(const Funds *funds, const Price *price, i32 payers, i32 colour, i32 open) {
    i32 have = funds->have[colour];
    if (!price) return have;
    if (price->kind == WORKER && price->pieces >> colour & 1) return at_most(have, payers - 1 - open);
    return payers ? have : -1;
}

/* Every way to bring `least` to `most` workers of a colour, but for the screen alone (mirrors workforce.ways_in_colour).
 *
 * If there is a price, it must be payable besides.
 */
static i32 fundings(
    Menu *menu, Action *action, const Funds *funds, const Price *price, i32 without, i32 colour, i32 least, i32 most
) {
    i32 shown = funds->own->shown[colour];
    Subsets ways;
    begin_subsets(&ways, funds, colour, without, !shown);
    while (next_subset(&ways)) {
        i32 paying = payers(funds, price, ways.lots);
        for (i32 open = !ways.lots; open <= at_most(shown, most - ways.size); open++) {
            i32 rest = most - ways.size - open, start = at_least(0, least - ways.size - open);
            if (here(menu, at_most(purse(funds, price, paying, colour, open), rest) - start + 1)) {
                action->pool[colour] = (u8)(start + menu->want);
                action->shown[colour] = (u8)open;
                action->groups = ways.lots;
                return 1;
            }
        }
    }
    return 0;
}

static void take_group(State *s, i32 seat, i32 place) {
    memset(&s->lot[place].bid[seat], 0, sizeof(Group));
    look_at(&s->lot[place], s->seats);
}

/* Let lying groups stand up where the groups of a seat leave (mirrors sources.stood_up, rules 3.6).
 *
 * A lot that is the target of the action itself is left out, unless it is a bid: a bid never moves its own group.
 */
static u32 standing_up(const State *s, i32 seat, u32 lots, i32 target) {
    u32 alone = 0;
    for (i32 i = 0; lots >> i; i++) {
        if (!(lots >> i & 1) || i == target || s->lot[i].uses) continue;
        i32 rest = 0, standing = 0;
        for (i32 other = 0; other < s->seats; other++)
            if (other != seat && s->lot[i].bid[other].size) {
                rest++;
                standing += !s->lot[i].bid[other].lying;
            }
        if (rest && !standing) alone |= 1u << i;
    }
    return alone;
}

static void stand_up(State *s, u32 alone) {
    for (i32 i = 0; alone >> i; i++) {
        if (!(alone >> i & 1)) continue;
        for (i32 seat = 0; seat < s->seats; seat++)
            if (s->lot[i].bid[seat].size) {
                s->lot[i].bid[seat].lying = 0;
                break;
            }
        look_at(&s->lot[i], s->seats);
    }
}

static void take_groups(State *s, i32 seat, u32 lots) {
    for (i32 i = 0; lots >> i; i++)
        if (lots >> i & 1) take_group(s, seat, i);
}
