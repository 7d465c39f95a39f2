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
static inline i32 lock_for(const Machine *m, const Funds *funds, const Lot *lot, i32 *top) {
    const Group *own = &lot->bid[funds->number];
    *top = lot->leader == funds->number ? 0 : lot->top - own->size;
    if (can_counter(m->rules, funds->own, funds->number, lot) && !own->size) return ANY_COLOUR;
    return own->size ? own->colour : lot->lock;
}

/* The legal bids for one lot: by colour, by size; then those with groups or the open hand. */
static i32 bids_for(const Machine *m, Menu *menu, Action *action, const Funds *funds, i32 place) {
    const Lot *lot = &m->state.lot[place];
    i32 top, lock = lock_for(m, funds, lot, &top);
    i32 first = first_colour(lock), last = last_colour(lock);
    action->kind = BID;
    action->tile = lot->tile;
    action->site = place;
    for (i32 c = first; c <= last; c++)
        if (here(menu, funds->have[c] - top)) {
            action->pool[c] = (u8)(top + 1 + menu->want);
            return 1;
        }
    if (!funds->groups && !funds->open) return 0;
    for (i32 c = first; c <= last; c++)
        if (fundings(menu, action, funds, NULL, place, c, top + 1, funds->open ? 60 : EVERYTHING)) return 1;
    return 0;
}

static i32 bids(const Machine *m, Menu *menu, Action *action, const Funds *funds) { /* mirrors options.bids */
    i32 lots = m->state.lots, all = menu->want;
    if (!is_counting(menu)) {
        for (i32 i = 0; i < lots; i++)
            if (!passed(menu, i) && bids_for(m, menu, action, funds, i)) return 1;
        return 0;
    }
    const u8 *have = funds->have;
    i32 plain = !funds->groups && !funds->open, with_lock[] = {sum_of(have, COLOURS), have[0], have[1], have[2], have[3]};
    for (i32 i = 0; i < lots; i++) {
        i32 top, before = menu->want, lock = plain ? lock_for(m, funds, &m->state.lot[i], &top) : ANY_COLOUR;
        if (!plain || (lock < 0 && top)) bids_for(m, menu, action, funds, i);
        else menu->want -= at_least(0, with_lock[lock + 1] - top);
        menu->sections[i] = before - menu->want;
    }
    menu->sections[ALL_BIDS] = all - menu->want;
    return 0;
}

/* All workers that an action brings to its target, by colour (mirrors sources.placed_by). */
static void placed_by(const State *s, i32 seat, const Action *action, u8 *placed) {
    for (i32 c = 0; c < COLOURS; c++) placed[c] = (u8)(action->pool[c] + action->shown[c]);
    for (i32 i = 0; action->groups >> i; i++)
        if (action->groups >> i & 1) placed[s->lot[i].bid[seat].colour] += s->lot[i].bid[seat].size;
}

static void spend_workers(Seat *own, const Action *action) {
    remove_all(own->workers, action->pool, COLOURS);
    remove_all(own->shown, action->shown, COLOURS);
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
