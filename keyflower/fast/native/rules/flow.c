/* The flow of a game (mirrors engine.flow). */

static void run_phase(Machine *m, i32 step) { /* mirrors Phasing.step */
    State *s = &m->state;
    m->doors = 0;
    switch (m->rules->phase[step]) {
    case START_SPRING: start_season(m, SPRING); break;
    case START_SUMMER: start_season(m, SUMMER); break;
    case START_AUTUMN: start_season(m, AUTUMN); break;
    case START_WINTER: start_season(m, WINTER); break;
    case END_GROUPS: end_groups(s); break;
    case END_UNSOLD: end_unsold(m); break;
    case END_WON: end_won(m); break;
    case END_VILLAGE: end_village(s); break;
    case END_BOATS: end_boats(m, step); break;
    case END_TURN_ORDER: end_turn_order(m); break;
    case END_POWERS: end_powers(m); break;
    case END_BUILD: push(s, BUILD_ALL, NOTHING); break;
    case END_CLOSE:
        if (s->season == WINTER) finish(m);
        else push_phase(s, START_SPRING + s->season + 1);
        break;
    case BREED: breed(m); break;
    case DEAL_CARDS: deal_cards(m); break;
    case LOAD_CARDS: load_cards(m); break;
    case SWEEP_CARDS: sweep_cards(m); break;
    default: break;
    }
}

/* Whether a seat has to decide about a task now (mirrors Handler.seats). */
static i32 decides(Machine *m, const Task *task, i32 seat) {
    if (task->kind == BUILD_ALL) return can_build(m, seat);
    return task->kind == OFFER_WINTER ? has_to_offer(&m->state.seat[seat]) : task->seat == seat;
}

/* The seats that have to decide now, as bits. */
static u32 deciding(Machine *m) {
    const State *s = &m->state;
    u32 seats = 0;
    for (i32 seat = 0; s->tasks && seat < s->seats; seat++) seats |= (u32)decides(m, &s->task[s->tasks - 1], seat) << seat;
    return seats;
}

static i32 first_deciding(Machine *m) {
    const Task *task = &m->state.task[m->state.tasks - 1];
    i32 seat = 0;
    if (task->kind != OFFER_WINTER && task->kind != BUILD_ALL) return task->seat;
    while (!decides(m, task, seat)) seat++;
    return seat;
}

/* ------------------------------------------------------------------ options and actions */

/* What is needed to list the options of a turn more than once. */
static void prepare(Machine *m, i32 seat) {
    if (m->state.task[m->state.tasks - 1].kind != TURN) return;
    count_funds(&m->state, seat, &m->funds);
    open_doors(m);
}

/* Go through the options of a seat in canonical order; return whether the one that is looked for was found. */
static i32 options(Machine *m, Menu *menu, Action *action, i32 seat) {
    const State *s = &m->state;
    const Funds *funds = &m->funds;
    const Task *task = &s->task[s->tasks - 1];
    switch (task->kind) {
    case TURN:
        if (any_of(s->seat[seat].workers, COLOURS) || funds->open || funds->groups) {
            if (!passed(menu, ALL_BIDS) && bids(m, menu, action, funds)) return 1;
            if (uses(m, menu, action, funds)) return 1;
        }
        action->kind = PASS;
        return here(menu, 1) || trades(m, menu, action, &s->seat[seat]);
    case PAY_COST: return payments(m, menu, action, task);
    case CHOOSE: return choices(m, menu, action, task);
    case PUT: return put_ways(m, menu, action, task);
    case HAUL: return hauls(m, menu, action, task);
    case OFFER_WINTER: return offers(s, menu, action, seat);
    case TAKE_BOAT: return boats(s, menu, action);
    case BUILD_ALL: return places(m, menu, action, seat);
    case BREEDING: return births(menu, action, task);
    case CHOOSE_CARD: return card_choices(s, menu, action);
    case REPLACE_BOAT: return replacements(m, menu, action);
    default: return 0;
    }
}

/* Whether sections of the options are counted apart, so that they can be passed over. */
static i32 has_sections(const Machine *m) {
    i32 kind = m->state.task[m->state.tasks - 1].kind;
    return kind == TURN || kind == BUILD_ALL || kind == HAUL;
}

static i32 count_options(Machine *m, i32 seat) {
    Menu menu = {.want = EVERYTHING, .sections = m->section};
    Action action;
    prepare(m, seat);
    options(m, &menu, &action, seat);
    m->counted = seat;
    return EVERYTHING - menu.want;
}

/* Find the option at a place; it is quicker after `count_options` of the same seat. */
static i32 find_option(Machine *m, i32 seat, i32 place, Action *action) {
    i32 counted = m->counted == seat;
    Menu menu = {.want = place, .sections = m->section, .counted = counted && has_sections(m)};
    if (!counted) prepare(m, seat);
    memset(action, 0, sizeof *action);
    return options(m, &menu, action, seat);
}

/* Find the option at a place, after `count_options`; return how many, from it on, `next_of_run` can tell, or 0 if there is none.
 *
 * They have one more worker of a colour each, or another rotation. A list that is made of runs takes a third of the time.
 */
static i32 find_run(Machine *m, i32 seat, i32 place, Action *action) {
    Menu menu = {.want = place, .sections = m->section, .counted = has_sections(m)};
    memset(action, 0, sizeof *action);
    if (!options(m, &menu, action, seat)) return 0;
    if (action->kind == PLACE) return menu.run;
    if (action->kind != BID && action->kind != USE) return 1;
    return any_of(action->pool, COLOURS) && colour_of(action) < COLOURS ? menu.run : 1;
}

static void next_of_run(Action *action) {
    if (action->kind != PLACE) {
        for (i32 c = 0; c < COLOURS; c++) action->pool[c] += action->pool[c] > 0;
    } else if (action->good &= action->good - 1)
        action->turn = lowest((u64)action->good);
}

static void take_turn(Machine *m, i32 seat, const Action *action) {
    State *s = &m->state;
    if (action->kind == TRADE) { /* it is still the turn of the seat */
        trade(m, seat, action);
        return;
    }
    s->tasks--;
    if (action->kind == PASS && ++s->passes >= s->seats) {
        for (i32 i = m->rules->ends[s->season] - 1; i >= 0; i--) push_phase(s, m->rules->end_steps[s->season][i]);
        return;
    }
    push(s, TURN, seat + 1 < s->seats ? seat + 1 : 0);
    if (action->kind == PASS) return;
    (action->kind == BID ? bid : use)(m, seat, action);
    renew_doors(m, action);
}

static void carry_out(Machine *m, i32 seat, const Action *action) { /* mirrors Handler.decide */
    State *s = &m->state;
    m->counted = NOBODY;
    if (s->task[s->tasks - 1].kind == TURN) {
        take_turn(m, seat, action);
        return;
    }
    Task task;
    copy_task(&task, &s->task[--s->tasks]);
    switch (action->kind) {
    case PAY_WITH: pay(m, &task, action); if (action->groups) renew_doors(m, action); break;
    case CHOOSE_PART: push_resolve(s, seat, m->rules->node[task.node].first + action->to, task.target); break;
    case PUT_ANIMAL:
        if (task.kind == BREEDING) choose_birth(m, &task, action);
        else put_animal(m, &task, action);
        break;
    case OFFER: s->tasks++; offer(m, seat, action); break; /* the task stays: other seats still decide */
    case TAKE: take_boat(m, seat, action); break;
    case PLACE: s->tasks++; lay(m, seat, action); break;
    case TAKE_CARD: take_card(m, seat, action); break;
    case REPLACE: replace_boat(s, &task, action->tile); break;
    default: haul(m, &task, action); break;
    }
}

/* ------------------------------------------------------------------ what nobody is asked about */

/* Take the only option of a task; of animals and cards there may be none. Return whether there was no choice. */
static i32 takes_the_only_one(Machine *m, const Task *task) {
    Menu menu = {.want = EVERYTHING};
    Action action = {0};
    options(m, &menu, &action, task->seat);
    i32 number = EVERYTHING - menu.want;
    if (!number && (task->kind == PUT || task->kind == CHOOSE_CARD)) {
        m->state.tasks--;
        return 1;
    }
    menu.want = 0;
    if (number != 1 || !options(m, &menu, &action, task->seat)) return 0;
    if (action.groups) return 0; /* nobody else knows whether a group pays */
    carry_out(m, task->seat, &action);
    return 1;
}

static i32 everybody_knows_how_to_pay(const Machine *m, const Task *task) {
    return m->rules->node[task->node].price.named && !m->state.open_hands;
}

/* Do the next task, which is no question as a rule; return 0 if a seat has to decide all the same. */
static i32 do_task(Machine *m) {
    State *s = &m->state;
    Task task;
    i32 done = 1;
    copy_task(&task, &s->task[--s->tasks]);
    switch (task.kind) {
    case RESOLVE: resolve(m, &task); break;
    case RETURN_ASIDE: return_aside(s); break;
    case HAUL: done = hauls_no_more(m, &task); break;
    case PHASE: run_phase(m, task.points); break;
    case OFFER_WINTER: done = winter_is_chosen(m); break;
    case BUILD_ALL: done = building_is_over(m); break;
    case BREEDING: done = breeds_itself(m, &task); break;
    case HOUSE: house(s, &task); break;
    default: break;
    }
    if (!done) s->tasks++; /* nothing has touched it */
    return done;
}

/* Go on without asking anybody; return 0 if a seat has to decide (mirrors Handler.automatic). */
static i32 automatic(Machine *m) {
    const Task *next = &m->state.task[m->state.tasks - 1];
    switch (next->kind) {
    case TURN: case CHOOSE: return 0; /* these always ask: a pass is a public act */
    case PAY_COST: return everybody_knows_how_to_pay(m, next) && takes_the_only_one(m, next);
    case PUT: case TAKE_BOAT: case CHOOSE_CARD: case REPLACE_BOAT: return takes_the_only_one(m, next);
    default: return do_task(m);
    }
}

static void settle(Machine *m) {
    while (m->state.tasks && !m->state.stuck && automatic(m)) {
    }
}

static void act(Machine *m, i32 seat, const Action *action) {
    carry_out(m, seat, action);
    settle(m);
}
