/* What a tile does when it is used (mirrors extend.effects). */

static void give_workers(State *s, Seat *own, const u8 *workers, i32 shown) { /* mirrors Draft.add_workers */
    u8 *hand = shown && s->open_hands ? own->shown : own->workers;
    add_all(hand, workers, COLOURS);
}

static i32 available(const Machine *m, const Node *node) {
    const State *s = &m->state;
    if (node->op == GAIN) {
        for (i32 kind = 0; kind < GOOD_KINDS; kind++)
            for (i32 i = 0; i < m->rules->types[kind]; i++)
                if (node->goods[kind][i] && s->supply[kind][i]) return 1;
        return 0;
    }
    if (node->op == DRAW) return (node->workers && any_of(s->bag, COLOURS)) || (node->skills && any_of(s->stack, TYPES));
    if (node->op == TAKE_CARDS) return (s->row | s->deck | s->discarded_cards) != 0;
    return 1;
}

/* Let a seat have pieces of the supply, as far as there are any (mirrors effects.gained). */
static void gain(Machine *m, i32 seat, i32 target, const u8 wanted[GOOD_KINDS][TYPES]) {
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    u8 taken[GOOD_KINDS][TYPES] = {{0}};
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        for (i32 i = 0; i < TYPES && any_of(wanted[kind], TYPES); i++) {
            taken[kind][i] = (u8)at_most(wanted[kind][i], s->supply[kind][i]);
            if (kind < ANIMAL) s->supply[kind][i] -= taken[kind][i];
        }
    give_workers(s, own, taken[WORKER], 1);
    add_all(own->stock, taken[PRODUCE], TYPES);
    if (any_of(taken[RESOURCE], TYPES)) add_all(own->spot[place_of(own, target)].goods, taken[RESOURCE], TYPES);
    for (i32 kind = ANIMAL; kind <= HOUSED; kind++) /* never both: keyflower/fast/compiler.py refuses that */
        if (any_of(taken[kind], TYPES)) {
            Task *put = push(s, kind == ANIMAL ? PUT : HOUSE, seat);
            put->target = (u8)target;
            memcpy(put->animals, taken[kind], TYPES);
        }
}

static void house(State *s, const Task *task) { /* mirrors compiled.ON_HOMES */
    remove_all(s->supply[HOUSED], task->animals, TYPES);
    add_all(s->seat[task->seat].housed, task->animals, TYPES);
}

/* How many upgrades the pieces on a home add to a use of it (mirrors compiled.ON_HOMES). */
static i32 housed_upgrades(const Machine *m, i32 node) {
    const State *s = &m->state;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (m->rules->node[node].tile == s->seat[seat].spot[0].tile) return sum_of(s->seat[seat].housed, TYPES);
    return 0;
}

static i32 unseen(u8 *pool, i32 types, i32 number) { /* only how many are left matters to whoever looks ahead */
    number = at_most(number, sum_of(pool, types));
    for (i32 left = number, i = 0; left; i++) {
        i32 taken = at_most(left, pool[i]);
        pool[i] -= (u8)taken;
        left -= taken;
    }
    return number;
}

static void draw_pieces(Machine *m, const Task *task, const Node *node) {
    State *s = &m->state;
    Seat *own = &s->seat[task->seat];
    u8 drawn[TYPES];
    if (m->fog.there) { /* the pieces are counted, and not looked at */
        m->fog.workers += unseen(s->bag, COLOURS, node->workers);
        m->fog.skills += unseen(s->stack, TYPES, node->skills);
        return;
    }
    if (node->workers) {
        draw(s, s->bag, COLOURS, node->workers, drawn);
        give_workers(s, own, drawn, 0);
    }
    if (node->skills) {
        draw(s, s->stack, m->rules->types[SKILL], node->skills, drawn);
        add_all(own->skills, drawn, TYPES);
    }
}

static i32 choices(const Machine *m, Menu *menu, Action *action, const Task *task) { /* mirrors Choosing.answers */
    const Node *node = &m->rules->node[task->node];
    action->kind = CHOOSE_PART;
    for (i32 part = 0; part < node->parts; part++)
        if (available(m, &m->rules->node[node->first + part]) && here(menu, 1)) {
            action->from = task->node;
            action->to = part;
            return 1;
        }
    return 0;
}

static void resolve(Machine *m, const Task *task) { /* the task is off the agenda already */
    State *s = &m->state;
    const Node *node = &m->rules->node[task->node];
    switch (node->op) {
    case GAIN: gain(m, task->seat, task->target, node->goods); break;
    case DRAW: draw_pieces(m, task, node); break;
    case TRANSPORT: {
        i32 factor = HAS(&s->seat[task->seat], DOUBLED) ? 2 : 1;
        Task *haul = push(s, HAUL, task->seat);
        haul->points = (u8)(node->capacity * factor);
        haul->upgrades = (u8)((node->upgrades + (m->rules->types[HOUSED] ? housed_upgrades(m, task->node) : 0)) * factor);
        break;
    }
    case PAY: push(s, PAY_COST, task->seat)->node = task->node; break;
    case TAKE_CARDS:
        for (i32 i = 0; i < node->cards; i++) push(s, CHOOSE_CARD, task->seat);
        break;
    case ONE_OF: {
        i32 number = 0, last = 0;
        for (i32 part = 0; part < node->parts; part++)
            if (available(m, &m->rules->node[node->first + part])) {
                number++;
                last = part;
            }
        if (number == 1) push_resolve(s, task->seat, node->first + last, task->target);
        if (number > 1) {
            Task *choose = push(s, CHOOSE, task->seat);
            choose->node = task->node;
            choose->target = task->target;
        }
        break;
    }
    case THEN:
        push(s, RETURN_ASIDE, NOTHING); /* behind the steps */
        /* fall through */
    case ALL_OF:
        for (i32 part = node->parts - 1; part >= 0; part--)
            push_resolve(s, task->seat, node->first + part, task->target);
        break;
    default: break;
    }
}

static void return_aside(State *s) { /* mirrors Returning */
    add_all(s->bag, s->aside_workers, COLOURS);
    add_all(s->stack, s->aside_skills, TYPES);
    memset(s->aside_workers, 0, COLOURS);
    memset(s->aside_skills, 0, TYPES);
}
