/* Candidates: the options of a decision that are worth a thought (mirrors appraisal.candidates). */

enum { BID_SIZES = 2 };

static Action *another(Candidates *found, i32 kind) {
    if (found->number == IDEAS) found->number--; /* never seen: a table has far fewer */
    Action *action = &found->action[found->number++];
    memset(action, 0, sizeof *action);
    action->kind = kind;
    return action;
}

static void note_workers(Action *action, i32 tile, i32 site, i32 colour, i32 size, u32 groups) {
    action->tile = tile;
    action->site = site;
    action->pool[colour] = (u8)size;
    action->groups = groups;
}

/* Of bids the two smallest in each colour, and with each outbid group alone. */
static void candidate_bids(const Machine *m, const Funds *funds, Candidates *found) {
    for (i32 place = 0; place < m->state.lots; place++) {
        const Lot *lot = &m->state.lot[place];
        i32 top, lock = lock_for(m, funds, lot, &top);
        i32 first = first_colour(lock), last = last_colour(lock);
        for (i32 c = first; c <= last; c++)
            for (i32 size = top + 1; size <= at_most(funds->have[c], top + BID_SIZES); size++)
                note_workers(another(found, BID), lot->tile, place, c, size, 0);
        for (i32 c = first; c <= last; c++)
            for (i32 i = 0; i < funds->groups; i++) {
                if (funds->colour[i] != c || funds->lot[i] == place) continue;
                i32 start = at_least(0, top + 1 - funds->size[i]);
                /* the group alone is one way; with workers of the hand there are two more */
                i32 end = at_most(funds->have[c], start + BID_SIZES - (start > 0));
                for (i32 size = start; size <= end; size++)
                    note_workers(another(found, BID), lot->tile, place, c, size, 1u << funds->lot[i]);
            }
    }
}

/* Uses with one outbid group: the group alone, or with as few workers of the hand as will do. */
static void group_uses(const Machine *m, const Funds *funds, const Door *door, Candidates *found) {
    for (i32 c = 0; c < COLOURS; c++) {
        if (door->lock >= 0 && door->lock != c) continue;
        for (i32 i = 0; i < funds->groups; i++) {
            if (funds->colour[i] != c) continue;
            u32 lots = 1u << funds->lot[i];
            i32 hand = purse(funds, door->price, payers(funds, door->price, lots), c, 0);
            i32 start = at_least(0, door->least - funds->size[i]);
            i32 end = at_most(at_most(hand, door->most - funds->size[i]), at_least(1, start));
            for (i32 size = start; size <= end; size++)
                note_workers(another(found, USE), tile_at(&m->state, door->site), door->site, c, size, lots);
        }
    }
}

/* Of uses the smallest in the colour that the seat has most of; they stand behind everything else. */
static void smallest_use(const Machine *m, Candidates *uses, i16 *known, const Door *door, i32 colour, i32 hand) {
    if (at_most(hand, door->most) < door->least) return;
    i16 *at = &known[door - m->door];
    if (*at >= 0) {
        Action *before = &uses->action[*at];
        i32 other = colour_of(before);
        if (m->funds.have[colour] <= m->funds.have[other]) return;
        before->pool[other] = 0;
        before->pool[colour] = door->least;
        return;
    }
    *at = (i16)uses->number;
    note_workers(another(uses, USE), tile_at(&m->state, door->site), door->site, colour, door->least, 0);
}

static void plain_turn(const Machine *m, Candidates *found, Candidates *uses) {
    const Funds *funds = &m->funds;
    const Door *end = m->door + m->doors;
    i16 known[LOTS + SEATS * SPOTS];
    memset(known, 0xff, (size_t)m->doors * sizeof *known);
    candidate_bids(m, funds, found);
    for (i32 c = 0; c < COLOURS; c++)
        for (const Door *door = m->door; funds->have[c] && door < end; door++)
            if (!door->price && (door->lock < 0 || door->lock == c)) smallest_use(m, uses, known, door, c, funds->have[c]);
    for (i32 i = 0; i < m->priced; i++) {
        const Door *door = &m->door[m->priced_door[i]];
        i32 paying = payers(funds, door->price, 0);
        if (!paying && !funds->groups) continue;
        if (funds->groups) group_uses(m, funds, door, found);
        for (i32 c = 0; c < COLOURS; c++)
            if (door->lock < 0 || door->lock == c)
                smallest_use(m, uses, known, door, c, purse(funds, door->price, paying, c, 0));
    }
    if (funds->groups)
        for (const Door *door = m->door; door < end; door++)
            if (!door->price) group_uses(m, funds, door, found);
}

/* The same for hands that lie open and uses in any colours: every option is looked at. */
static void any_turn(Machine *m, i32 seat, Candidates *found, Candidates *uses) {
    const Seat *own = &m->state.seat[seat];
    Action action;
    count_options(m, seat);
    for (i32 place = 0; find_option(m, seat, place, &action) && action.kind != PASS; place++) {
        i32 colour = colour_of(&action), same = 0, at = 0;
        if (action.groups & (action.groups - 1) || colour == COLOURS) continue;
        if (action.kind == USE && !action.groups) {
            while (at < uses->number && uses->action[at].site != action.site) at++;
            if (at == uses->number) *another(uses, USE) = action;
            i32 other = colour_of(&uses->action[at]);
            if (own->workers[colour] + own->shown[colour] > own->workers[other] + own->shown[other])
                uses->action[at] = action;
            continue;
        }
        for (const Action *other = found->action; other < found->action + found->number; other++)
            same += other->kind == action.kind && other->site == action.site && other->groups == action.groups
                    && colour_of(other) == colour;
        if (same < (action.kind == BID ? BID_SIZES : 1)) *another(found, action.kind) = action;
    }
}

typedef i32 (*Lister)(const Machine *, Menu *, Action *, const Seat *);

static void all_of(const Machine *m, const Seat *own, Lister lister, i32 most, Candidates *found) {
    for (i32 place = 0; found->number < most; place++) {
        Menu menu = {.want = place};
        Action action = {0};
        if (!lister(m, &menu, &action, own)) return;
        *another(found, action.kind) = action;
    }
}

static void candidate_turns(Machine *m, i32 seat, Candidates *found) {
    Candidates *uses = &m->mind->uses;
    const Funds *funds = &m->funds;
    uses->number = 0;
    prepare(m, seat);
    if (any_of(m->state.seat[seat].workers, COLOURS) || funds->open || funds->groups) {
        if (funds->open || HAS(funds->own, MIXED_USE)) any_turn(m, seat, found, uses);
        else plain_turn(m, found, uses);
    }
    another(found, PASS);
    all_of(m, funds->own, trades, IDEAS - uses->number, found);
    for (i32 i = 0; i < uses->number; i++) *another(found, USE) = uses->action[i];
}

/* ------------------------------------------------------------------ transport */

/* Whether a good is of use where it would be brought (mirrors candidates.leads_somewhere). */
static i32 leads_somewhere(const Rules *rules, const Spot *spot, i32 good) {
    const Tile *tile = &rules->tile[spot->tile];
    if (tile->face[spot->side].stores) return 1;
    if (spot->side != FRONT || !tile->upgradable) return 0;
    return tile->cost.bill[good] || rules->wild >> good & 1 || tile->cost.any_resources;
}

static void candidate_moves(Machine *m, Seat *own, i32 points, Candidates *found) { /* as in goods_moves */
    const u64 *steps = steps_of(m, own);
    for (i32 from = 0; from < own->spots; from++) {
        const u8 *goods = own->spot[from].goods;
        if (!any_of(goods, TYPES)) continue;
        u8 away[SPOTS] = {0};
        u64 reached = 1ull << from;
        for (i32 far = 1; far <= points; far++) {
            u64 further = one_step(steps, reached);
            for (u64 more = further & ~reached; more; more &= more - 1) away[lowest(more)] = (u8)far;
            if (further == reached) break;
            reached = further;
        }
        for (i32 good = 0; good < m->rules->types[RESOURCE]; good++)
            for (u64 left = goods[good] ? reached & ~(1ull << from) : 0; left; left &= left - 1) {
                i32 to = lowest(left);
                if (found->number >= MOST || !leads_somewhere(m->rules, &own->spot[to], good)) continue;
                Action *action = another(found, MOVE);
                action->good = good;
                action->from = from;
                action->to = to;
                action->turn = away[to];
            }
    }
}

/* Animals that share a pasture with their kind go where none is yet (mirrors candidates.leads_somewhere). */
static void animals_to_move(Machine *m, Seat *own, i32 points, Candidates *found) {
    if (!own->herds) return;
    know_pastures(m, own);
    for (i32 i = 0; i < own->herds; i++)
        for (i32 species = 0; species < m->rules->types[ANIMAL]; species++) {
            if (own->herd[i].animals[species] < 2) continue;
            i8 steps[REGIONS];
            pasture_steps(own, own->herd[i].pasture, points, steps);
            for (i32 to = 0; to < own->regions && found->number < MOST; to++) {
                if (steps[to] <= 0 || herd_on(own, to)) continue;
                Action *action = another(found, MOVE_ANIMAL);
                action->good = species;
                action->from = own->herd[i].pasture;
                action->to = to;
                action->turn = steps[to];
            }
        }
}

static void candidate_hauls(Machine *m, const Task *task, i32 herding, Candidates *found) {
    Seat *own = &m->state.seat[task->seat];
    if (task->points) candidate_moves(m, own, task->points, found);
    if (task->points && herding) animals_to_move(m, own, task->points, found);
    all_of(m, own, spends, MOST, found);
    if (task->upgrades) all_of(m, own, upgrades, MOST, found);
    if (task->upgrades) all_of(m, own, add_ons, MOST, found);
    if (found->number < MOST) another(found, DONE);
}

/* ------------------------------------------------------------------ every decision */

static void find_candidates(Machine *m, i32 seat, i32 herding, Candidates *found) { /* mirrors _Thought.sensible */
    const Task task = m->state.task[m->state.tasks - 1];
    found->number = 0;
    m->counted = NOBODY;
    if (task.kind == TURN) candidate_turns(m, seat, found);
    else if (task.kind == HAUL) candidate_hauls(m, &task, herding, found);
    else {
        if (task.kind == BUILD_ALL) count_options(m, seat);
        while (found->number < MOST) {
            Action action;
            if (!find_option(m, seat, found->number, &action)) break;
            *another(found, action.kind) = action;
        }
    }
    m->counted = NOBODY;
}
