/* The flow of a game (mirrors engine.flow), random play, and what the library offers to Python. */

static void run_phase(Machine *m, i32 step) { /* mirrors Phasing.automatic */
    State *s = &m->state;
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
    default: break;
    }
}

/* Do the next task without asking anybody; return 0 if a seat has to decide (mirrors Handler.automatic). */
static i32 automatic(Machine *m) {
    State *s = &m->state;
    Task task = s->task[--s->tasks];
    i32 done = 1;
    switch (task.kind) {
    case TURN: done = 0; break; /* always asks: a pass is a public act */
    case RESOLVE: resolve(m, &task); break;
    case PAY_COST: done = pays_itself(m, &task); break;
    case RETURN_ASIDE: return_aside(s); break;
    case CHOOSE: done = 0; break;
    case PUT: done = puts_itself(m, &task); break;
    case HAUL: done = hauls_no_more(m, &task); break;
    case PHASE: run_phase(m, task.points); break;
    case OFFER_WINTER: done = winter_is_chosen(m); break;
    case TAKE_BOAT: done = boards_itself(m, &task); break;
    case BUILD_ALL: done = building_is_over(m); break;
    case BREEDING: done = breeds_itself(m, &task); break;
    default: break;
    }
    if (!done) s->tasks++; /* nothing has touched it */
    return done;
}

static void settle(Machine *m) {
    while (m->state.tasks && automatic(m)) {
    }
}

/* The seats that have to decide now, as bits (mirrors Handler.seats). */
static u32 deciding(Machine *m) {
    State *s = &m->state;
    u32 seats = 0;
    if (!s->tasks) return 0;
    const Task *task = &s->task[s->tasks - 1];
    if (task->kind != OFFER_WINTER && task->kind != BUILD_ALL) return 1u << task->seat;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (task->kind == BUILD_ALL ? can_build(m, seat) : has_to_offer(&s->seat[seat])) seats |= 1u << seat;
    return seats;
}

static i32 first_deciding(Machine *m) {
    State *s = &m->state;
    const Task *task = &s->task[s->tasks - 1];
    if (task->kind != OFFER_WINTER && task->kind != BUILD_ALL) return task->seat;
    i32 seat = 0;
    while (!(task->kind == BUILD_ALL ? can_build(m, seat) : has_to_offer(&s->seat[seat]))) seat++;
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
            if (bids(m, menu, action, funds)) return 1;
            if (uses(m, menu, action, funds)) return 1;
        }
        action->kind = PASS;
        return here(menu, 1);
    case PAY_COST: return payments(m, menu, action, task);
    case CHOOSE: return choices(m, menu, action, task);
    case PUT: return put_ways(m, menu, action, task);
    case HAUL: return hauls(m, menu, action, task);
    case OFFER_WINTER: return offers(s, menu, action, seat);
    case TAKE_BOAT: return boats(s, menu, action);
    case BUILD_ALL: return places(m, menu, action, seat);
    case BREEDING: return births(menu, action, task);
    default: return 0;
    }
}

static i32 count_options(Machine *m, i32 seat) {
    Menu menu = {EVERYTHING, 0, m->section, 0};
    Action action;
    prepare(m, seat);
    options(m, &menu, &action, seat);
    m->counted = seat;
    return menu.total;
}

/* Find the option at a place; it is quicker after `count_options` of the same seat. */
static i32 find_option(Machine *m, i32 seat, i32 place, Action *action) {
    i32 counted = m->counted == seat, kind = m->state.task[m->state.tasks - 1].kind;
    Menu menu = {place, 0, m->section, counted && (kind == TURN || kind == BUILD_ALL)};
    if (!counted) prepare(m, seat);
    memset(action, 0, sizeof *action);
    return options(m, &menu, action, seat);
}

static void act(Machine *m, i32 seat, const Action *action) { /* mirrors Handler.decide */
    State *s = &m->state;
    Task task = s->task[--s->tasks];
    m->counted = NOBODY;
    switch (action->kind) {
    case BID: push(s, TURN, (seat + 1) % s->seats); bid(m, seat, action); break;
    case USE: push(s, TURN, (seat + 1) % s->seats); use(m, seat, action); break;
    case PASS:
        if (++s->passes < s->seats) push(s, TURN, (seat + 1) % s->seats);
        else
            for (i32 i = m->rules->ends[s->season] - 1; i >= 0; i--) push_phase(s, m->rules->end_steps[s->season][i]);
        break;
    case PAY_WITH: pay(m, &task, action); break;
    case CHOOSE_PART: push_resolve(s, seat, m->rules->node[task.node].first + action->to, task.target); break;
    case PUT_ANIMAL:
        if (task.kind == BREEDING) choose_birth(m, &task, action);
        else put_animal(m, &task, action);
        break;
    case OFFER: s->tasks++; offer(m, seat, action); break; /* the task stays: other seats still decide */
    case TAKE: take_boat(m, seat, action); break;
    case PLACE: s->tasks++; lay(m, seat, action); break;
    default: haul(m, &task, action); break;
    }
    settle(m);
}

/* Play at random until the game is over or so many actions are done; return how many were (mirrors simulate.rollout). */
static i32 random_play(Machine *m, Dice *dice, i32 plies, u8 *before, i32 *told) {
    i32 played = 0;
    Action action;
    while (m->state.tasks && played != plies) {
        if (before) told[3] = save(m, before);
        i32 seat = first_deciding(m);
        i32 place = (i32)randrange(dice, (u32)count_options(m, seat));
        if (told) {
            told[0] = seat;
            told[1] = place;
        }
        find_option(m, seat, place, &action);
        act(m, seat, &action);
        played++;
    }
    return played;
}

/* ------------------------------------------------------------------ for Python */

#if defined(_WIN32)
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

PUBLIC i32 keyflower_version(void) { return 1; }

PUBLIC i32 keyflower_form_size(void) { return FORM; }

/* Return rules made from a row of numbers, or NULL if the numbers make no sense. */
PUBLIC Rules *keyflower_rules(const i32 *numbers, i32 length) {
    Rules *rules = malloc(sizeof *rules);
    if (rules && read_rules(rules, numbers, length)) {
        free(rules);
        return NULL;
    }
    return rules;
}

PUBLIC void keyflower_free(void *memory) { free(memory); }

PUBLIC Machine *keyflower_machine(const Rules *rules) {
    Machine *m = calloc(1, sizeof *m);
    if (m) m->rules = rules;
    return m;
}

PUBLIC i32 keyflower_set_up(Machine *m, i32 seats, u32 handicapped, u64 key, u8 *form) {
    set_up(m, seats, handicapped, key);
    settle(m);
    return save(m, form);
}

/* Write the form of a form that was read: the test that both are the same. */
PUBLIC i32 keyflower_copy(Machine *m, const u8 *form, u8 *copy) {
    load(m, form);
    return save(m, copy);
}

PUBLIC u32 keyflower_deciding(Machine *m, const u8 *form) {
    load(m, form);
    return deciding(m);
}

/* Find out who acts: the seat that is named, or the first that decides. Return 0, or why nobody can. */
enum { IS_OVER = -1, NOT_NOW = -2 };

static i32 acting(Machine *m, i32 *seat) {
    if (!m->state.tasks) return IS_OVER;
    if (*seat < 0) {
        *seat = first_deciding(m);
        return 0;
    }
    return *seat < m->state.seats && deciding(m) >> *seat & 1 ? 0 : NOT_NOW;
}

/* Return how many options a seat has, or why it has none; -1 stands for the first seat that decides.
 *
 * Here and in `keyflower_apply`, no form stands for the state at hand: the one counted or reached last.
 */
PUBLIC i32 keyflower_count(Machine *m, const u8 *form, i32 *seat) {
    if (form) load(m, form);
    i32 wrong = acting(m, seat);
    return wrong ? wrong : count_options(m, *seat);
}

/* A region as the number of its tile and of the sector. */
static i32 region_name(const Seat *own, i32 region) {
    i32 place = 0;
    while (own->first_region[place + 1] <= region) place++;
    return own->spot[place].tile * 16 + region - own->first_region[place] + 1;
}

/* Tell tiles and regions by number instead of places, for those who do not know the village. */
static void tell_names(Machine *m, i32 seat, Action *action) {
    Seat *own = &m->state.seat[seat];
    if (action->kind == MOVE) {
        action->from = own->spot[action->from].tile;
        action->to = own->spot[action->to].tile;
    }
    if (action->kind == MOVE_ANIMAL || action->kind == PUT_ANIMAL) {
        know_pastures(m, own);
        action->from = region_name(own, action->from);
        action->to = region_name(own, action->to);
    }
}

/* Write the options from one place to another, in canonical order; return how many were written.
 *
 * `names` gets the tiles that the bits of `groups` stand for: lots, or the winter tiles of the hand.
 */
PUBLIC i32 keyflower_list(Machine *m, const u8 *form, i32 seat, i32 from, i32 to, Action *actions, u8 *names) {
    i32 written = 0;
    load(m, form);
    State *s = &m->state;
    if (!s->tasks) return 0;
    for (i32 i = 0; i < s->lots; i++) names[i] = s->lot[i].tile;
    if (s->task[s->tasks - 1].kind == OFFER_WINTER) memcpy(names, s->seat[seat].hand, HAND);
    count_options(m, seat);
    for (i32 place = from; place < to; place++) {
        if (!find_option(m, seat, place, &actions[written])) break;
        tell_names(m, seat, &actions[written]);
        written++;
    }
    return written;
}

/* Write the state after the option at a place; return its length, 0 if there is no such option, or why nobody acts. */
PUBLIC i32 keyflower_apply(Machine *m, const u8 *form, i32 seat, i32 place, u8 *after) {
    Action action;
    if (form) load(m, form);
    i32 wrong = acting(m, &seat);
    if (wrong) return wrong;
    if (place < 0 || !find_option(m, seat, place, &action)) return 0;
    act(m, seat, &action);
    return save(m, after);
}

/* Play at random from a state; return the length of the last one. `before` gets the one before the last action. */
PUBLIC i32 keyflower_rollout(
    Machine *m, const u8 *form, u64 *stream, u32 *words, i32 plies, u8 *after, u8 *before, i32 *told
) { /* told: seat and place of the last action, how many actions, and the length of `before` */
    Dice dice = {stream[0], stream[1], words};
    load(m, form);
    told[2] = random_play(m, &dice, plies, before, told);
    stream[1] = dice.counter;
    return save(m, after);
}

/* Write the totals of all seats as the state lies, and return the winners as bits (of a game that ended there). */
PUBLIC u32 keyflower_totals(Machine *m, const u8 *form, i32 *totals) {
    load(m, form);
    finish(m);
    memcpy(totals, m->totals, sizeof m->totals);
    return m->winners;
}

/* Whether those who decide can still do so after a deal (mirrors Flow.can_wait); `scratch` keeps the state meanwhile.
 *
 * What a seat that others' hidden pieces do not concern could decide before the deal, it can decide after it.
 */
static i32 can_wait(Machine *m, i32 viewer, u8 *scratch) {
    const State *s = &m->state;
    if (!s->tasks) return 1;
    const Task *task = &s->task[s->tasks - 1];
    switch (task->kind) {
    case TURN: case OFFER_WINTER: case TAKE_BOAT: case BUILD_ALL: case BREEDING: return 1; /* all open, or all may */
    default: break;
    }
    if (task->seat == viewer) return 1;
    i32 seat = task->seat;
    save(m, scratch);
    i32 done = automatic(m);
    load(m, scratch);
    return !done && count_options(m, seat);
}

/* Deal what a seat cannot see anew; return the length of the new state, or 0 if no deal was found.
 *
 * Later draws come from a seed that is drawn from the stream too.
 */
PUBLIC i32 keyflower_redeal(Machine *m, const u8 *form, i32 viewer, u64 *stream, i32 tries, u8 *dealt) {
    Dice dice = {stream[0], stream[1], NULL};
    load(m, form);
    do {
        if (!tries--) return 0;
        deal_once(m, viewer, &dice);
    } while (!can_wait(m, viewer, dealt));
    m->state.key = key_of(scrambled(dice.key + STEP * dice.counter++) >> 11); /* as randrange(1 << 53) would be */
    m->state.counter = 0;
    stream[1] = dice.counter;
    return save(m, dealt);
}

/* Play whole games at random, one for each key: totals, winners, number of actions, and who owns which tile. */
PUBLIC void keyflower_play_many(
    const Rules *rules, i32 games, i32 seats, u32 handicapped, const u64 *keys, const u64 *streams, i32 *totals,
    u32 *winners, i32 *plies, i8 *owners
) {
    Machine *m = keyflower_machine(rules);
    if (!m) return;
    for (i32 game = 0; game < games; game++) {
        Dice dice = {streams[game], 0, NULL};
        set_up(m, seats, handicapped, keys[game]);
        settle(m);
        plies[game] = random_play(m, &dice, -1, NULL, NULL);
        memcpy(totals + (size_t)game * (size_t)seats, m->totals, (size_t)seats * sizeof *totals);
        winners[game] = m->winners;
        i8 *owner = owners + (size_t)game * rules->tiles;
        memset(owner, NOBODY, rules->tiles);
        for (i32 seat = 0; seat < seats; seat++)
            for (i32 i = 0; i < m->state.seat[seat].spots; i++)
                owner[m->state.seat[seat].spot[i].tile] = (i8)seat;
    }
    free(m);
}
