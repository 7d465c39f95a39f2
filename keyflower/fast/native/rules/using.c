/* Uses and what pays for them (mirrors engine.options, using and paying; rules 2.6, 3.6 for 4b). */

/* Work out who can still go through a door. */
static void look_through(const Rules *rules, const State *s, Door *door) {
    const Use *use;
    i32 uses;
    if (door->site < LOTS) {
        const Lot *lot = &s->lot[door->site];
        use = lot->use;
        uses = lot->uses;
        door->touched = lot->top || uses;
        door->lock = lot->lock;
    } else {
        const Spot *spot = &s->seat[(door->site - LOTS) / SPOTS].spot[(door->site - LOTS) % SPOTS];
        use = spot->use;
        uses = spot->uses;
        door->touched = uses || spot->add_on;
        door->lock = door->touched ? (i8)lock_at(rules, spot) : ANY_COLOUR;
    }
    room_after(use, uses, &door->least, &door->most);
}

/* Add a door where there is a use, and enter it into the lists by which it is found. */
static void add_door(Machine *m, i32 site, i32 tile, i32 side) {
    i32 usable = m->rules->usable[tile][side], number = m->doors;
    if (!usable) return;
    Door *door = &m->door[m->doors++];
    door->site = site;
    door->price = usable > 1 ? &m->rules->tile[tile].face[side].price : NULL;
    look_through(m->rules, &m->state, door);
    m->door_at[site] = (u16)m->doors;
    if (door->price) m->priced_door[m->priced++] = (u16)number;
    else if (door->touched) m->touched_door[m->touched++] = (u16)number;
    else m->fresh++;
}

/* Gather how each tile of the auction and of all villages can be used now (mirrors usable.usable_tiles).
 *
 * They are kept until tiles come, go or turn; a bid or a use changes few of them.
 */
static void open_doors(Machine *m) {
    const State *s = &m->state;
    if (m->doors) return;
    m->fresh = m->touched = m->priced = 0;
    memset(m->door_at, 0, sizeof m->door_at);
    for (i32 i = 0; i < s->lots && s->season != WINTER; i++) add_door(m, i, s->lot[i].tile, s->lot[i].side);
    for (i32 seat = 0; seat < s->seats; seat++)
        for (i32 i = 0; i < s->seat[seat].spots; i++)
            add_door(m, LOTS + seat * SPOTS + i, s->seat[seat].spot[i].tile, s->seat[seat].spot[i].side);
}

static void renew_door(Machine *m, i32 site) {
    if (!m->door_at[site]) return;
    i32 number = m->door_at[site] - 1;
    Door *door = &m->door[number];
    i32 touched = door->touched;
    look_through(m->rules, &m->state, door);
    if (touched && !door->touched) m->doors = 0; /* no rule lets it come to that: begin anew */
    if (door->price || touched || !door->touched) return;
    m->fresh--;
    m->touched_door[m->touched++] = (u16)number;
}

/* Look again at the doors that an action has changed: of its own tile, and of the lots that groups have left. */
static void renew_doors(Machine *m, const Action *action) {
    if (!m->doors) return;
    renew_door(m, action->site);
    for (u32 lots = action->groups; lots; lots &= lots - 1) renew_door(m, lowest(lots));
}

static i32 tile_at(const State *s, i32 site) {
    return site < LOTS ? s->lot[site].tile : s->seat[(site - LOTS) / SPOTS].spot[(site - LOTS) % SPOTS].tile;
}

/* Whether a price can be paid besides the workers that a use takes (mirrors paying.payments). */
static i32 is_payable(const Price *price, i32 payers, const u8 *pool, const u8 *shown) {
    for (i32 c = 0; c < COLOURS && price->kind == WORKER; c++)
        if (price->pieces >> c & 1) payers -= pool[c] + shown[c];
    return payers > 0;
}

static i32 found_use(const Machine *m, Action *action, i32 site) {
    action->kind = USE;
    action->site = site;
    action->tile = tile_at(&m->state, site);
    return 1;
}

/* The uses of one tile with workers of a colour from the screen alone; `paying` is how much could pay its price. */
static i32 plain_use(
    const Machine *m, Menu *menu, Action *action, const Funds *funds, const Door *door, i32 paying, i32 colour
) {
    i32 hand = purse(funds, door->price, paying, colour, 0);
    if (!here(menu, at_most(hand, door->most) - door->least + 1)) return 0;
    action->pool[colour] = (u8)(door->least + menu->want);
    return found_use(m, action, door->site);
}

/* Uses in which own groups take part, or the open hand (mirrors options.uses._joined). */
static i32 joined(const Machine *m, Menu *menu, Action *action, const Funds *funds, const Door *door, i32 colour) {
    return fundings(menu, action, funds, door->price, NOBODY, colour, door->least, door->most)
           && found_use(m, action, door->site);
}

static i32 joined_in_any(const Machine *m, Menu *menu, Action *action, const Funds *funds, const Door *door) {
    for (i32 c = first_colour(door->lock); c <= last_colour(door->lock); c++)
        if (joined(m, menu, action, funds, door, c)) return 1;
    return 0;
}

/* Uses of one tile with any colours (mirrors workforce.ways_in_any_colours). */
static i32 mixed(const Machine *m, Menu *menu, Action *action, const Funds *funds, const Door *door) {
    Subsets ways;
    if (door->price && !payers(funds, door->price, 0)) return 0;
    begin_subsets(&ways, funds, ANY_COLOUR, NOBODY, 0);
    while (next_subset(&ways)) {
        i32 paying = payers(funds, door->price, ways.lots);
        Handfuls open;
        begin_handfuls(&open, funds->own->shown, COLOURS, 0, door->most - ways.size);
        while (next_handful(&open)) {
            i32 left = ways.size + open.taken;
            Handfuls hidden;
            begin_handfuls(&hidden, funds->have, COLOURS, door->least - left, door->most - left);
            while (next_handful(&hidden)) {
                if (door->price && !is_payable(door->price, paying, hidden.amount, open.amount)) continue;
                if (here(menu, 1)) {
                    memcpy(action->pool, hidden.amount, sizeof action->pool);
                    memcpy(action->shown, open.amount, sizeof action->shown);
                    action->groups = ways.lots;
                    return found_use(m, action, door->site);
                }
            }
        }
    }
    return 0;
}

/* The uses of one tile with an open hand, in the long way (mirrors options.uses._any_way). */
static i32 any_way(const Machine *m, Menu *menu, Action *action, const Funds *funds, const Door *door) {
    if (door->touched && HAS(funds->own, MIXED_USE)) return mixed(m, menu, action, funds, door);
    i32 paying = payers(funds, door->price, 0);
    for (i32 c = first_colour(door->lock); c <= last_colour(door->lock); c++)
        if (plain_use(m, menu, action, funds, door, paying, c) || joined(m, menu, action, funds, door, c)) return 1;
    return 0;
}

/* Count the uses from the screen alone, by colour, of tiles without a price; all fresh ones offer the same. */
static void count_uses(const Machine *m, Menu *menu, const Funds *funds, i32 many) {
    i32 *number = menu->sections + WON;
    for (i32 c = 0; c < COLOURS; c++) number[c] = m->fresh * at_most(funds->have[c], USE_CAP);
    for (i32 i = 0, touched = many ? 0 : m->touched; i < touched; i++) {
        const Door *door = &m->door[m->touched_door[i]];
        i32 lock = door->lock;
        if (lock >= 0) number[lock] += at_least(0, at_most(funds->have[lock], door->most) - door->least + 1);
        else
            for (i32 c = 0; c < COLOURS; c++) number[c] += at_least(0, at_most(funds->have[c], door->most) - door->least + 1);
    }
    for (i32 c = 0; c < COLOURS; c++) here(menu, number[c]);
}

static i32 plain_uses(const Machine *m, Menu *menu, Action *action, const Funds *funds, i32 colour, i32 many) {
    if (!funds->have[colour]) return 0;
    for (const Door *door = m->door; door < m->door + m->doors; door++) {
        if (door->price || (door->lock >= 0 && door->lock != colour) || (door->touched && many)) continue;
        if (plain_use(m, menu, action, funds, door, 0, colour)) return 1;
    }
    return 0;
}

/* The legal uses of a turn (mirrors options.uses). */
static i32 uses(const Machine *m, Menu *menu, Action *action, const Funds *funds) {
    const Door *first = m->door, *end = m->door + m->doors;
    if (funds->open) {
        for (const Door *door = first; door < end; door++)
            if (any_way(m, menu, action, funds, door)) return 1;
        return 0;
    }
    i32 many = HAS(funds->own, MIXED_USE); /* then tiles that have workers are used in any colours */
    if (many)
        for (i32 priced = 0; priced < 2; priced++)
            for (const Door *door = first; door < end; door++)
                if (door->touched && (door->price != NULL) == priced && mixed(m, menu, action, funds, door)) return 1;
    if (is_counting(menu)) count_uses(m, menu, funds, many);
    else
        for (i32 c = 0; c < COLOURS; c++)
            if (!passed(menu, WON + c) && plain_uses(m, menu, action, funds, c, many)) return 1;
    for (i32 i = 0; i < m->priced; i++) {
        const Door *door = &m->door[m->priced_door[i]];
        if (many && door->touched) continue;
        i32 paying = payers(funds, door->price, 0);
        if (!paying && !funds->groups) continue;
        if (funds->groups && joined_in_any(m, menu, action, funds, door)) return 1;
        for (i32 c = first_colour(door->lock); c <= last_colour(door->lock); c++)
            if (plain_use(m, menu, action, funds, door, paying, c)) return 1;
    }
    if (funds->groups)
        for (const Door *door = first; door < end; door++)
            if (!door->price && !(many && door->touched) && joined_in_any(m, menu, action, funds, door)) return 1;
    return 0;
}

/* ------------------------------------------------------------------ the agenda */

/* Say whether one more fits into a row; a game that was set up never fails here, one made by hand may. */
static i32 has_room(State *s, i32 number, i32 most) {
    if (number >= most) s->stuck = 1;
    return number < most;
}

static void discard(State *s, i32 tile) {
    if (has_room(s, s->discarded, TILES)) s->discard[s->discarded++] = (u8)tile;
}

static Task *push(State *s, i32 kind, i32 seat) {
    Task *task = &s->task[has_room(s, s->tasks, TASKS) ? s->tasks++ : TASKS - 1];
    task->kind = (u8)kind;
    task->seat = (u8)seat;
    return task;
}

/* Copy a task; the pastures are most of it, and few tasks have some. */
static void copy_task(Task *copy, const Task *task) {
    if (task->kind == BREEDING) *copy = *task;
    else memcpy(copy, task, offsetof(Task, pasture));
}

static void push_resolve(State *s, i32 seat, i32 node, i32 target) {
    Task *task = push(s, RESOLVE, seat);
    task->node = (u16)node;
    task->target = (u8)target;
}

/* ------------------------------------------------------------------ what a use does */

static void use(Machine *m, i32 seat, const Action *action) { /* mirrors using.decide and WorkersUsed */
    State *s = &m->state;
    Use used;
    used.seat = (i8)seat;
    placed_by(s, seat, action, used.workers);
    i32 auction = action->site < LOTS, owner = NOBODY, lock, side;
    Lot *lot = NULL;
    Spot *spot = NULL;
    if (auction) {
        lot = &s->lot[action->site];
        lock = lot->lock;
        side = lot->side;
    } else {
        owner = (action->site - LOTS) / SPOTS;
        spot = &s->seat[owner].spot[(action->site - LOTS) % SPOTS];
        lock = lock_at(m->rules, spot);
        side = spot->side;
    }
    memset(used.lying, 0, COLOURS);
    if (lock >= 0)
        for (i32 c = 0; c < COLOURS; c++)
            if (c != lock) used.lying[c] = used.workers[c];
    u32 alone = standing_up(s, seat, action->groups, auction ? action->site : NOBODY);
    s->passes = 0;
    take_groups(s, seat, action->groups);
    spend_workers(&s->seat[seat], action);
    if (auction) {
        lot->use[lot->uses++] = used;
        look_at(lot, s->seats);
    } else
        spot->use[spot->uses++] = used;
    stand_up(s, alone);
    i32 target = owner == seat ? action->tile : s->seat[seat].spot[0].tile;
    push_resolve(s, seat, m->rules->tile[action->tile].face[side].use, target);
}

/* ------------------------------------------------------------------ paying (mirrors engine.paying) */

static i32 payments(const Machine *m, Menu *menu, Action *action, const Task *task) {
    const State *s = &m->state;
    const Price *price = &m->rules->node[task->node].price;
    const Seat *own = &s->seat[task->seat];
    action->kind = PAY_WITH;
    action->tile = NOBODY;
    action->good = price->kind;
    for (i32 open = 0; open < 2; open++) {
        const u8 *pool = pieces_of(own, price->kind, open);
        for (i32 i = 0; pool && i < m->rules->types[price->kind]; i++)
            if (price->pieces >> i & 1 && pool[i] && here(menu, 1)) {
                (open ? action->shown : action->pool)[i] = 1;
                return 1;
            }
    }
    if (price->kind != WORKER) return 0;
    for (i32 i = 0; i < s->lots; i++) {
        const Lot *lot = &s->lot[i];
        if (!(lot->outbid >> task->seat & 1)) continue;
        const Group *group = &lot->bid[task->seat];
        if (price->pieces >> group->colour & 1 && here(menu, 1)) { /* of any size, but as a whole (rules 2.6) */
            action->tile = lot->tile;
            action->site = i;
            action->groups = 1u << i;
            return 1;
        }
    }
    return 0;
}

static void pay(Machine *m, const Task *task, const Action *action) {
    State *s = &m->state;
    const Price *price = &m->rules->node[task->node].price;
    Seat *own = &s->seat[task->seat];
    u8 *aside = price->kind == WORKER ? s->aside_workers : price->kind == SKILL ? s->aside_skills : s->supply[PRODUCE];
    for (i32 open = 0; open < 2; open++) {
        u8 *pool = (u8 *)pieces_of(own, price->kind, open);
        const u8 *paid = open ? action->shown : action->pool;
        if (!pool) continue;
        remove_all(pool, paid, m->rules->types[price->kind]);
        add_all(aside, paid, m->rules->types[price->kind]);
    }
    if (action->groups) {
        const Group group = s->lot[action->site].bid[task->seat];
        u32 alone = standing_up(s, task->seat, action->groups, NOBODY);
        aside[group.colour] += group.size;
        take_group(s, task->seat, action->site);
        stand_up(s, alone);
    }
}
