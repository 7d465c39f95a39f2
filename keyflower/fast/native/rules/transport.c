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
    return tile->cost.goods_due <= sum_of(spot->goods, TYPES)
           && tile->cost.tokens_due <= sum_of(own->skills, TYPES) + sum_of(own->shown_skills, TYPES) + m->fog.skills;
}

static i32 fits_resources(const Rules *rules, const Seat *own, const Cost *cost, const u8 *paid) {
    if (HAS(own, PAY_ANY_RESOURCE)) return 1;
    i32 surplus = 0;
    for (i32 i = 0; i < rules->types[RESOURCE]; i++)
        if (!(rules->wild >> i & 1)) surplus += at_least(0, paid[i] - cost->bill[i]);
    return surplus <= cost->any_resources;
}

/* The ways to pay a part of a cost with pieces of a hand, hidden and open ones (mirrors bills.hand_ways). */
typedef struct {
    const u8 *named, *pool, *open;
    i32 types, needed, number; /* number: of open pieces */
    Handfuls hidden, shown;
} HandWays;

static void begin_hand_ways(HandWays *ways, const u8 *named, i32 any, const u8 *pool, const u8 *open, i32 types) {
    ways->named = named;
    ways->pool = pool;
    ways->open = open;
    ways->types = types;
    ways->needed = sum_of(named, types) + any;
    ways->number = -1;
    begin_handfuls(&ways->shown, open, types, 0, -1);
    begin_handfuls(&ways->hidden, pool, types, 0, -1);
}

static i32 next_hand_way(HandWays *ways) {
    if (!ways->needed) return !++ways->number; /* to pay nothing is one way */
    for (;;) {
        while (!next_handful(&ways->hidden)) {
            while (!next_handful(&ways->shown)) {
                if (++ways->number > at_most(ways->needed, sum_of(ways->open, ways->types))) return 0;
                begin_handfuls(&ways->shown, ways->open, ways->types, ways->number, ways->number);
            }
            i32 rest = ways->needed - ways->number;
            begin_handfuls(&ways->hidden, ways->pool, ways->types, rest, rest);
        }
        i32 fits = 1;
        for (i32 i = 0; i < ways->types; i++) fits &= ways->named[i] <= ways->hidden.amount[i] + ways->shown.amount[i];
        if (fits) return 1;
    }
}

/* Find the next way to pay the resources of a cost with what lies on a tile. */
static i32 next_payment(const Rules *rules, const Seat *own, const Cost *cost, Handfuls *goods) {
    while (next_handful(goods))
        if (fits_resources(rules, own, cost, goods->amount)) return 1;
    return 0;
}

static void begin_payments(Handfuls *goods, const Rules *rules, const Cost *cost, const Spot *spot) {
    begin_handfuls(goods, spot->goods, rules->types[RESOURCE], cost->goods_due, cost->goods_due);
}

/* Whether what lies on a tile pays the resources of a cost; tokens and workers are counted elsewhere, not read. */
static i32 has_resources(const Rules *rules, const Seat *own, const Spot *spot, const Cost *cost) {
    Handfuls goods;
    begin_payments(&goods, rules, cost, spot);
    return next_payment(rules, own, cost, &goods);
}

/* The ways to pay a cost on a tile: resources that lie there, then tokens, then workers. */
static i32 ways_to_pay(
    const Machine *m, Menu *menu, Action *action, const Seat *own, const Spot *spot, const Cost *cost
) {
    const Rules *rules = m->rules;
    Handfuls goods;
    HandWays tokens, crew;
    begin_payments(&goods, rules, cost, spot);
    while (next_payment(rules, own, cost, &goods)) {
        begin_hand_ways(&tokens, cost->tokens, cost->any_skills, own->skills, own->shown_skills, rules->types[SKILL]);
        while (next_hand_way(&tokens)) {
            begin_hand_ways(&crew, cost->crew, cost->any_workers, own->workers, own->shown, COLOURS);
            while (next_hand_way(&crew))
                if (here(menu, 1)) {
                    action->tile = spot->tile;
                    action->site = (i32)(spot - own->spot);
                    memcpy(action->pool, goods.amount, sizeof action->pool);
                    memcpy(action->tokens, tokens.hidden.amount, sizeof action->tokens);
                    memcpy(action->shown, tokens.shown.amount, sizeof action->shown);
                    memcpy(action->crew, crew.hidden.amount, sizeof action->crew);
                    memcpy(action->shown_crew, crew.shown.amount, sizeof action->shown_crew);
                    return 1;
                }
        }
    }
    return 0;
}

static i32 upgrades(const Machine *m, Menu *menu, Action *action, const Seat *own) { /* mirrors upgrading.payments */
    action->kind = UPGRADE;
    for (const Spot *spot = own->spot; spot < own->spot + own->spots; spot++)
        if (turnable(m, own, spot) && ways_to_pay(m, menu, action, own, spot, &m->rules->tile[spot->tile].cost)) return 1;
    return 0;
}

static i32 seems_possible(const Machine *m, const Seat *own) { /* tokens are counted, not read */
    for (const Spot *spot = own->spot; spot < own->spot + own->spots; spot++)
        if (turnable(m, own, spot) && has_resources(m->rules, own, spot, &m->rules->tile[spot->tile].cost)) return 1;
    return 0;
}

/* ------------------------------------------------------------------ add-ons (mirrors compiled.ADD_ONS) */

static i32 takes_add_on(const Machine *m, const Spot *spot) {
    return spot->side == BACK && !spot->add_on && m->rules->tile[spot->tile].upgradable;
}

/* Whether everybody thinks that an add-on is possible on a tile: tokens and workers are counted, not read. */
static i32 affordable(const Machine *m, const Seat *own, const Spot *spot, i32 number) {
    const AddOn *add_on = &m->rules->add_on[number];
    const Cost *cost = &add_on->cost;
    i32 lock = lock_of(spot->use, spot->uses);
    return m->state.add_ons >> number & 1 && (lock < 0 || lock == add_on->colour)
           && cost->goods_due <= sum_of(spot->goods, TYPES)
           && cost->tokens_due <= sum_of(own->skills, TYPES) + sum_of(own->shown_skills, TYPES) + m->fog.skills
           && cost->crew_due <= sum_of(own->workers, COLOURS) + sum_of(own->shown, COLOURS) + m->fog.workers;
}

static i32 add_on_seems_possible(const Machine *m, const Seat *own) {
    for (const Spot *spot = own->spot; m->rules->add_ons && spot < own->spot + own->spots; spot++)
        for (i32 number = 0; takes_add_on(m, spot) && number < m->rules->add_ons; number++)
            if (affordable(m, own, spot, number)
                && has_resources(m->rules, own, spot, &m->rules->add_on[number].cost))
                return 1;
    return 0;
}

static i32 add_ons(const Machine *m, Menu *menu, Action *action, const Seat *own) {
    action->kind = ADD_ON;
    for (const Spot *spot = own->spot; m->rules->add_ons && spot < own->spot + own->spots; spot++)
        for (i32 number = 0; takes_add_on(m, spot) && number < m->rules->add_ons; number++)
            if (affordable(m, own, spot, number)
                && ways_to_pay(m, menu, action, own, spot, &m->rules->add_on[number].cost)) {
                action->good = number;
                return 1;
            }
    return 0;
}

static void pay_bill(State *s, Seat *own, Spot *spot, const Action *action) {
    remove_all(spot->goods, action->pool, TYPES);
    add_all(s->supply[RESOURCE], action->pool, TYPES);
    remove_all(own->skills, action->tokens, TYPES);
    remove_all(own->shown_skills, action->shown, TYPES);
    add_all(s->stack, action->tokens, TYPES);
    add_all(s->stack, action->shown, TYPES);
    remove_all(own->workers, action->crew, COLOURS);
    remove_all(own->shown, action->shown_crew, COLOURS);
    add_all(s->bag, action->crew, COLOURS);
    add_all(s->bag, action->shown_crew, COLOURS);
}

static void put_add_on(Machine *m, Seat *own, const Action *action) {
    Spot *spot = &own->spot[action->site];
    pay_bill(&m->state, own, spot, action);
    spot->add_on = (u8)(action->good + 1);
    m->state.add_ons &= ~(1u << action->good);
    m->doors = 0;
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
    pay_bill(s, own, spot, action);
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
        Menu menu = {0};
        Action action = {0};
        if (animal_moves(m, &menu, &action, own, reach)) return 0;
    }
    return !(task->upgrades && (seems_possible(m, own) || add_on_seems_possible(m, own)));
}

static i32 hauls(Machine *m, Menu *menu, Action *action, const Task *task) {
    Seat *own = &m->state.seat[task->seat];
    i32 before = menu->want;
    if (task->points && !passed(menu, 0)) {
        if (goods_moves(m, menu, action, own, task->points)) return 1;
        if (animal_moves(m, menu, action, own, task->points)) return 1;
    }
    note(menu, 0, before);
    if (spends(m, menu, action, own)) return 1;
    before = menu->want;
    if (task->upgrades && !passed(menu, 1)) {
        if (upgrades(m, menu, action, own)) return 1;
        if (add_ons(m, menu, action, own)) return 1;
    }
    note(menu, 1, before);
    action->kind = DONE;
    return here(menu, 1);
}

static void haul(Machine *m, const Task *done, const Action *action) {
    State *s = &m->state;
    Seat *own = &s->seat[done->seat];
    Task task;
    copy_task(&task, done);
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
    case ADD_ON:
        put_add_on(m, own, action);
        task.upgrades--;
        break;
    default: return;
    }
    copy_task(&s->task[s->tasks++], &task);
}
