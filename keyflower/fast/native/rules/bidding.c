/* Bids (mirrors engine.bidding; rules 2.5, and 3.6 for counter-bids). */

static i32 can_counter(const Rules *rules, const Seat *own, i32 seat, const Lot *lot) {
    if (!HAS(own, COUNTER_BID) || lot->lock < 0) return 0;
    if (rules->tile[lot->tile].kind == TURN_ORDER || rules->source[WORKER][lot->lock] != 0) return 0;
    for (i32 other = 0; other < SEATS; other++) {
        const Group *bid = &lot->bid[other];
        if (bid->size && bid->colour == lot->lock && !bid->lying && other != seat) return 1;
    }
    return 0;
}

/* The colour in which a seat may bid for a lot, or ANY_COLOUR; `top`: how many workers are not enough. */
static i32 lock_for(const Machine *m, const Funds *funds, const Lot *lot, i32 *top) {
    const Group *own = &lot->bid[funds->number];
    *top = lot->top;
    if (!lot->top) return lot->lock;
    if (own->size) {
        *top = lot->leader == funds->number ? 0 : lot->top - own->size;
        return own->colour;
    }
    return can_counter(m->rules, funds->own, funds->number, lot) ? ANY_COLOUR : lot->lock;
}

/* The legal bids for one lot: by colour, by size; then those with groups or the open hand. */
static i32 bids_for(const Machine *m, Menu *menu, Action *action, const Funds *funds, i32 place) {
    const Lot *lot = &m->state.lot[place];
    i32 top, lock = lock_for(m, funds, lot, &top);
    i32 first = lock < 0 ? 0 : lock, last = lock < 0 ? COLOURS - 1 : lock;
    action->kind = BID;
    action->tile = lot->tile;
    action->site = place;
    for (i32 c = first; c <= last; c++)
        if (here(menu, funds->have[c] - top)) {
            action->pool[c] = top + 1 + menu->want;
            return 1;
        }
    if (!funds->groups && !funds->open) return 0;
    for (i32 c = first; c <= last; c++) {
        if (funds->open) {
            if (fundings(menu, action, funds, place, c, top + 1, 60)) return 1;
            continue;
        }
        Subsets ways;
        begin_subsets(&ways, funds, c, NOBODY, 1);
        while (next_subset(&ways)) {
            if (ways.lots >> place & 1) continue;
            i32 start = at_least(0, top + 1 - ways.size);
            if (here(menu, funds->have[c] - start + 1)) {
                action->pool[c] = start + menu->want;
                action->groups = ways.lots;
                return 1;
            }
        }
    }
    return 0;
}

static i32 bids(const Machine *m, Menu *menu, Action *action, const Funds *funds) { /* mirrors options.bids */
    i32 lots = m->state.lots, all = menu->total;
    if (menu->want != EVERYTHING) {
        for (i32 i = 0; i < lots; i++)
            if (!passed(menu, i) && bids_for(m, menu, action, funds, i)) return 1;
        return 0;
    }
    i32 plain = !funds->groups && !funds->open, any = sum_of(funds->have, COLOURS);
    for (i32 i = 0; i < lots; i++) {
        const Lot *lot = &m->state.lot[i];
        i32 top, lock, before = menu->total;
        if (!plain) bids_for(m, menu, action, funds, i);
        else if (!lot->top && lot->lock < 0) menu->total += any;
        else if ((lock = lock_for(m, funds, lot, &top)) >= 0) menu->total += at_least(0, funds->have[lock] - top);
        else
            for (i32 c = 0; c < COLOURS; c++) menu->total += at_least(0, funds->have[c] - top);
        menu->sections[i] = menu->total - before;
    }
    menu->sections[ALL_BIDS] = menu->total - all;
    return 0;
}

/* All workers that an action brings to its target, by colour (mirrors sources.placed_by). */
static void placed_by(const State *s, i32 seat, const Action *action, u8 *placed) {
    for (i32 c = 0; c < COLOURS; c++) placed[c] = (u8)(action->pool[c] + action->shown[c]);
    for (i32 i = 0; action->groups >> i; i++)
        if (action->groups >> i & 1) placed[s->lot[i].bid[seat].colour] += s->lot[i].bid[seat].size;
}

static void spend_workers(Seat *own, const Action *action) {
    for (i32 c = 0; c < COLOURS; c++) {
        own->workers[c] -= (u8)action->pool[c];
        own->shown[c] -= (u8)action->shown[c];
    }
}

static void bid(Machine *m, i32 seat, const Action *action) { /* mirrors bidding.decide and WorkersBid */
    State *s = &m->state;
    Lot *lot = &s->lot[action->site];
    u8 placed[COLOURS];
    placed_by(s, seat, action, placed);
    i32 colour = 0;
    while (!placed[colour]) colour++;
    Group group = lot->bid[seat];
    if (!group.size) group.lying = lot->lock >= 0 && colour != lot->lock;
    group.colour = (u8)colour;
    group.size += placed[colour];
    u32 alone = standing_up(s, seat, action->groups, NOBODY);
    s->passes = 0;
    take_groups(s, seat, action->groups);
    spend_workers(&s->seat[seat], action);
    lot->bid[seat] = group;
    look_at(lot, s->seats);
    stand_up(s, alone);
}
