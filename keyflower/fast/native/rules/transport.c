/* Transport and upgrades, step by step (mirrors engine.transport and upgrading; rules 3.3, 3.4). */

static i32 goods_moves(Machine *m, Menu *menu, Action *action, Seat *own, i32 points) {
    const u64 *steps = steps_of(m, own);
    action->kind = MOVE;
    for (i32 from = 0; from < own->spots; from++) {
        const u8 *goods = own->spot[from].goods;
        if (!any_of(goods, TYPES)) continue;
        u64 reached = 1ull << from;
        for (i32 away = 0; away < points; away++) {
            u64 further = one_step(steps, reached);
            if (further == reached) break;
            reached = further;
        }
        u64 targets = reached & ~(1ull << from);
        i32 number = __builtin_popcountll(targets);
        for (i32 good = 0; good < m->rules->types[RESOURCE]; good++)
            if (goods[good] && here(menu, number)) {
                for (i32 skip = menu->want; skip; skip--) targets &= targets - 1;
                action->good = good;
                action->from = from;
                action->to = lowest(targets);
                action->turn = distance(steps, from, action->to); /* what it costs */
                return 1;
            }
    }
    return 0;
}

static i32 some_good_moves(Machine *m, Seat *own) {
    const u64 *steps = NULL;
    for (i32 i = 0; i < own->spots; i++)
        if (any_of(own->spot[i].goods, TYPES)) {
            if (!steps) steps = steps_of(m, own);
            if (steps[i]) return 1;
        }
    return 0;
}

static i32 spends(const Machine *m, Menu *menu, Action *action, const Seat *own) {
    action->kind = SPEND;
    for (i32 good = 0; good < m->rules->types[PRODUCE]; good++)
        if (own->stock[good] && m->rules->transport[good] && here(menu, 1)) {
            action->good = good;
            return 1;
        }
    return 0;
}

/* ------------------------------------------------------------------ upgrades */

static i32 turnable(const Machine *m, const Seat *own, const Spot *spot) { /* as far as numbers go */
    const Tile *tile = &m->rules->tile[spot->tile];
    if (spot->side != FRONT || !tile->upgradable) return 0;
    return tile->goods_due <= sum_of(spot->goods, TYPES)
           && tile->tokens_due <= sum_of(own->skills, TYPES) + sum_of(own->shown_skills, TYPES) + m->fog_skills;
}

static i32 fits_resources(const Rules *rules, const Seat *own, const Tile *tile, const i32 *paid) {
    if (HAS(own, PAY_ANY_RESOURCE)) return 1;
    i32 surplus = 0;
    for (i32 i = 0; i < rules->types[RESOURCE]; i++)
        if (!(rules->wild >> i & 1)) surplus += at_least(0, paid[i] - tile->bill[i]);
    return surplus <= tile->any_resources;
}

static i32 fits_skills(const Tile *tile, const i32 *hidden, const i32 *shown) {
    for (i32 i = 0; i < TYPES; i++)
        if (tile->tokens[i] > hidden[i] + shown[i]) return 0;
    return 1;
}

/* The ways to pay the skills of an upgrade (mirrors bills.hand_ways). */
static i32 skill_ways(const Rules *rules, Menu *menu, Action *action, const Seat *own, const Tile *tile) {
    i32 needed = tile->tokens_due, types = rules->types[SKILL];
    for (i32 number = 0; number <= at_most(needed, sum_of(own->shown_skills, TYPES)); number++) {
        Handfuls shown;
        begin_handfuls(&shown, own->shown_skills, types, number, number);
        while (next_handful(&shown)) {
            Handfuls hidden;
            begin_handfuls(&hidden, own->skills, types, needed - number, needed - number);
            while (next_handful(&hidden))
                if (fits_skills(tile, hidden.amount, shown.amount) && here(menu, 1)) {
                    memcpy(action->tokens, hidden.amount, sizeof action->tokens);
                    memcpy(action->shown, shown.amount, sizeof action->shown);
                    return 1;
                }
        }
    }
    return 0;
}

static i32 upgrades(const Machine *m, Menu *menu, Action *action, const Seat *own) { /* mirrors upgrading.payments */
    const Rules *rules = m->rules;
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        if (!turnable(m, own, spot)) continue;
        const Tile *tile = &rules->tile[spot->tile];
        Handfuls goods;
        begin_handfuls(&goods, spot->goods, rules->types[RESOURCE], tile->goods_due, tile->goods_due);
        while (next_handful(&goods)) {
            if (!fits_resources(rules, own, tile, goods.amount)) continue;
            if (skill_ways(rules, menu, action, own, tile)) {
                action->kind = UPGRADE;
                action->tile = spot->tile;
                action->site = i;
                memcpy(action->pool, goods.amount, sizeof action->pool);
                return 1;
            }
        }
    }
    return 0;
}

static i32 seems_possible(const Machine *m, const Seat *own) { /* tokens are counted, not read */
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        if (!turnable(m, own, spot)) continue;
        const Tile *tile = &m->rules->tile[spot->tile];
        Handfuls goods;
        begin_handfuls(&goods, spot->goods, m->rules->types[RESOURCE], tile->goods_due, tile->goods_due);
        while (next_handful(&goods))
            if (fits_resources(m->rules, own, tile, goods.amount)) return 1;
    }
    return 0;
}

static void add_powers(State *s, Seat *own, const Face *face) {
    for (i32 i = 0; i < face->powers; i++)
        if (has_room(s, own->powers, POWERS)) own->power[own->powers++] = face->slot[i];
}

static void recount_powers(Seat *own) {
    own->has = 0;
    for (i32 i = 0; i < own->powers; i++) own->has |= 1u << own->power[i];
}

/* Exchange the powers of a tile's front for those of its back (mirrors state.exchanged). */
static void exchange_powers(State *s, Seat *own, const Tile *tile) {
    for (i32 i = 0; i < tile->face[FRONT].powers; i++)
        for (i32 at = 0; at < own->powers; at++)
            if (own->power[at] == tile->face[FRONT].slot[i]) {
                memmove(&own->power[at], &own->power[at + 1], (size_t)(--own->powers - at));
                break;
            }
    add_powers(s, own, &tile->face[BACK]);
    recount_powers(own);
}

static void upgrade(Machine *m, Seat *own, const Action *action) { /* mirrors TileUpgraded */
    State *s = &m->state;
    Spot *spot = &own->spot[action->site];
    for (i32 i = 0; i < TYPES; i++) {
        spot->goods[i] -= (u8)action->pool[i];
        s->supply[RESOURCE][i] += (u8)action->pool[i];
        own->skills[i] -= (u8)action->tokens[i];
        own->shown_skills[i] -= (u8)action->shown[i];
        s->stack[i] += (u8)(action->tokens[i] + action->shown[i]);
    }
    spot->side = BACK;
    m->doors = 0;
    exchange_powers(s, own, &m->rules->tile[spot->tile]);
}

/* ------------------------------------------------------------------ the task (mirrors Hauling) */

static i32 hauls_no_more(Machine *m, const Task *task) {
    Seat *own = &m->state.seat[task->seat];
    i32 reach = task->points;
    for (i32 i = 0; i < m->rules->types[PRODUCE]; i++) reach += own->stock[i] * m->rules->transport[i];
    if (reach) {
        if (some_good_moves(m, own)) return 0;
        Menu menu = {0, 0, NULL, 0};
        Action action = {0};
        if (animal_moves(m, &menu, &action, own, reach)) return 0;
    }
    return !(task->upgrades && seems_possible(m, own));
}

static i32 hauls(Machine *m, Menu *menu, Action *action, const Task *task) {
    Seat *own = &m->state.seat[task->seat];
    if (task->points) {
        if (goods_moves(m, menu, action, own, task->points)) return 1;
        if (animal_moves(m, menu, action, own, task->points)) return 1;
    }
    if (spends(m, menu, action, own)) return 1;
    if (task->upgrades && upgrades(m, menu, action, own)) return 1;
    action->kind = DONE;
    return here(menu, 1);
}

static void haul(Machine *m, const Task *done, const Action *action) {
    State *s = &m->state;
    Seat *own = &s->seat[done->seat];
    Task task = *done;
    switch (action->kind) {
    case MOVE:
        own->spot[action->from].goods[action->good]--;
        own->spot[action->to].goods[action->good]++;
        task.points -= (u8)action->turn;
        break;
    case MOVE_ANIMAL:
        remove_animal(own, action->from, action->good);
        add_animal(s, own, action->to, action->good);
        task.points -= (u8)action->turn;
        break;
    case SPEND:
        own->stock[action->good]--;
        s->supply[PRODUCE][action->good]++;
        task.points += m->rules->transport[action->good];
        break;
    case UPGRADE:
        upgrade(m, own, action);
        task.upgrades--;
        break;
    default: return;
    }
    s->task[s->tasks++] = task;
}
