/* What the library offers to Python. */

PUBLIC i32 keyflower_version(void) { return 9; }

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
    Machine *m = calloc(1, sizeof *m + sizeof(Mind) + sizeof(Scratch)); /* all in one: given back together */
    if (m) {
        m->rules = rules;
        m->mind = (Mind *)(m + 1);
        m->scratch = (Scratch *)(m->mind + 1);
    }
    return m;
}

/* Return how many relaxations and flows all scorings of a machine took so far: tests see by it that they stay few. */
PUBLIC u64 keyflower_steps(const Machine *m) { return m->steps; }

PUBLIC i32 keyflower_set_up(Machine *m, i32 seats, u32 handicapped, u64 key, u8 *form) {
    set_up(m, seats, handicapped, key);
    settle(m);
    return save(m, form);
}

PUBLIC u32 keyflower_deciding(Machine *m, const u8 *form) {
    load(m, form);
    return deciding(m);
}

/* Find out who acts: the seat that is named, or the first that decides. Return 0, or why nobody can. */
static i32 acting(Machine *m, i32 *seat) {
    if (!m->state.tasks) return IS_OVER;
    if (*seat < 0) {
        *seat = first_deciding(m);
        return 0;
    }
    return *seat < m->state.seats && deciding(m) >> *seat & 1 ? 0 : NOT_NOW;
}

/* Return what an action says as one number, or 0 if it says too much for that. Whoever has made it once finds it again by this.
 *
 * The lowest bits are the kind; tiles are told by number, so that the same words have the same number wherever they lie.
 */
static u64 code_of(const Action *action, const u8 *names) {
    u64 code = (u64)action->kind + 1;
    i32 colour = 0, shift = 8;
    switch (action->kind) {
    case PASS: case DONE: return code;
    case TAKE: case REPLACE: return code | (u64)action->tile << 8;
    case PLACE:
        return code | (u64)action->tile << 8 | (u64)(u8)action->q << 16 | (u64)(u8)action->r << 24 | (u64)action->turn << 32;
    case CHOOSE_PART: case MOVE: case MOVE_ANIMAL: case SPEND: case PUT_ANIMAL: case TAKE_CARD: case TRADE:
        return code | (u64)(action->good + 1) << 8 | (u64)action->from << 16 | (u64)action->to << 32;
    case BID: case USE:
        colour = at_least(0, colour_of(action));
        if (colour == COLOURS || action->pool[colour] > 63 || any_of(action->shown, COLOURS)) return 0;
        code |= (u64)action->tile << 5 | (u64)colour << 12 | (u64)action->pool[colour] << 14;
        shift = 20;
        break;
    case OFFER: break;
    default: return 0;
    }
    for (u32 left = action->groups; left; left &= left - 1, shift += 8) { /* their tiles, one after the other */
        if (shift > 56) return 0;
        code |= (u64)(names[lowest(left)] + 1) << shift;
    }
    return code;
}

/* Write the numbers of the options from one place to another, in canonical order; return how many there are. */
static i32 list_codes(Machine *m, i32 seat, i32 from, i32 to, u64 *codes) {
    u8 names[NAMES];
    i32 written = 0;
    Action action;
    name_groups(&m->state, seat, names);
    if (m->counted != seat) count_options(m, seat);
    while (from + written < to) {
        i32 run = at_most(find_run(m, seat, from + written, &action), to - from - written);
        if (!run) break;
        tell_names(m, seat, &action);
        for (; run; run--, next_of_run(&action)) codes[written++] = code_of(&action, names);
    }
    return written;
}

/* Write the option at a place of the state that was listed last, and the tiles that the bits of `groups` stand for: lots, or winter tiles. */
PUBLIC void keyflower_option(Machine *m, i32 seat, i32 place, Action *action, u8 *names) {
    if (!find_option(m, seat, place, action)) return;
    name_groups(&m->state, seat, names);
    tell_names(m, seat, action);
    action->site = 0; /* the same bytes for the same words, wherever they lie */
}

/* Play on from a state; return the length of the last one. `judges` has one for each seat that does not play at random.
 *
 * With `before` the last action is told: `told` gets its seat, how many actions were played and the length of `before`,
 * which gets the state before it; `action` and `names` get the action itself.
 */
PUBLIC i32 keyflower_rollout(
    Machine *m, const u8 *form, const Judge *const *judges, u64 *stream, u32 *words, i32 plies, u8 *after, u8 *before,
    i32 *told, Action *action, u8 *names
) {
    Dice dice = {stream[0], stream[1], words};
    Last last = {.before = before, .action = action, .names = names};
    load(m, form);
    told[1] = play_on(m, judges, &dice, plies, before ? &last : NULL);
    told[0] = last.seat;
    told[2] = last.length;
    stream[1] = dice.counter;
    return last.length < 0 ? STUCK : save(m, after);
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
 * Nothing hidden decides who can take a turn, offer, board, build or share out the newborn; and the viewer has kept
 * what is its own. Another seat may be unable to pay, or to haul.
 */
static i32 can_wait(Machine *m, i32 viewer, u8 *scratch) {
    const State *s = &m->state;
    if (!s->tasks) return 1;
    const Task *task = &s->task[s->tasks - 1];
    switch (task->kind) {
    case TURN: case OFFER_WINTER: case TAKE_BOAT: case BUILD_ALL: case BREEDING: case CHOOSE_CARD: case REPLACE_BOAT:
        return 1;
    default: break;
    }
    i32 seat = task->seat;
    if (seat == viewer) return 1;
    if (save(m, scratch) < 0) return 0;
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
    if (viewer < NOBODY || viewer >= m->state.seats) return NOT_NOW;
    do {
        if (!tries--) return 0;
        deal_once(m, viewer, &dice);
    } while (!can_wait(m, viewer, dealt));
    if (m->state.stuck) return STUCK;
    m->state.key = key_of(scrambled(dice.key + STEP * dice.counter++) >> 11); /* as randrange(1 << 53) would be */
    m->state.counter = 0;
    stream[1] = dice.counter;
    return save(m, dealt);
}

static void tell_game(const Machine *m, i32 game, i32 seats, i32 *totals, u32 *winners, i8 *owners) {
    memcpy(totals + (size_t)game * (size_t)seats, m->totals, (size_t)seats * sizeof *totals);
    winners[game] = m->winners;
    i8 *owner = owners + (size_t)game * m->rules->tiles;
    memset(owner, NOBODY, m->rules->tiles);
    for (i32 seat = 0; seat < seats; seat++)
        for (i32 i = 0; i < m->state.seat[seat].spots; i++) owner[m->state.seat[seat].spot[i].tile] = (i8)seat;
}

/* Play whole games, one for each key: totals, winners, number of actions, and who owns which tile.
 *
 * `judges` has one for each seat of each game, none for seats that play at random; or it is NULL, and all do.
 */
PUBLIC void keyflower_play_many(
    const Rules *rules, i32 games, i32 seats, u32 handicapped, const u64 *keys, const u64 *streams,
    const Judge *const *judges, i32 *totals, u32 *winners, i32 *plies, i8 *owners
) {
    Machine *m = keyflower_machine(rules);
    if (!m) return;
    for (i32 game = 0; game < games; game++) {
        Dice dice = {streams[game], 0, NULL};
        set_up(m, seats, handicapped, keys[game]);
        settle(m);
        plies[game] = play_on(m, judges ? judges + (size_t)game * (size_t)seats : NULL, &dice, -1, NULL);
        tell_game(m, game, seats, totals, winners, owners);
    }
    free(m);
}

/* ------------------------------------------------------------------ players who think */

/* Return a player's weights and tables in the memory of the library: a row of numbers as long as the rules need, or NULL. */
PUBLIC Judge *keyflower_judge(const Rules *rules, const double *row, i32 length) {
    Judge *judge = malloc(sizeof *judge);
    if (judge && length == (i32)(offsetof(Judge, tile) / 8 + rules->tiles * sizeof(TileWorth) / 8))
        return memcpy(judge, row, (size_t)length * 8);
    free(judge);
    return NULL;
}

PUBLIC i32 keyflower_ideas(void) { return IDEAS; }

static void tell_line(Machine *m, i32 seat, Action *action, Action *line, i32 steps) {
    tell_names(m, seat, action);
    for (i32 step = 0; step < steps; step++) tell_names(m, seat, &line[step]);
}

/* Write the options of a seat that are worth a thought, with what they are worth and their follow-up decisions. */
PUBLIC i32 keyflower_rate(
    Machine *m, const u8 *form, const Judge *judge, i32 seat, Action *actions, double *worths, Action *lines, i32 *lengths,
    u8 *names
) {
    load(m, form);
    name_groups(&m->state, seat, names);
    const Candidates *found = rate_all(m, judge, seat, lines, lengths);
    for (i32 i = 0; i < found->number; i++) {
        worths[i] = m->mind->worth[i];
        actions[i] = found->action[i];
        tell_line(m, seat, &actions[i], lines + i * STEPS, lengths[i]);
    }
    return found->number;
}

static void read_known(Known *memory, const u8 *known) {
    for (i32 other = 0; other < SEATS; other++, known += COLOURS + TYPES) {
        memcpy(memory->workers[other], known, COLOURS);
        memcpy(memory->skills[other], known + COLOURS, TYPES);
    }
}

/* Search; return how many options were tried and write what came of them, the best first.
 *
 * `known` has for each seat the workers and then the skill tokens that are known to be behind its screen.
 */
PUBLIC i32 keyflower_search(
    Machine *m, const u8 *form, const Judge *judge, i32 seat, const Plan *plan, const u8 *known, u64 key, Action *actions,
    double *worths, double *totals, i32 *tried, Action *lines, i32 *lengths, u8 *names
) {
    Dice dice = {key, 0, NULL};
    Idea ideas[TRIED];
    Known memory;
    load(m, form);
    read_known(&memory, known);
    name_groups(&m->state, seat, names);
    i32 number = search(m, judge, seat, plan, &memory, &dice, ideas);
    Thought thought;
    begin_thought(m, &thought, judge, seat, ~0u);
    keep(m, seat, &m->mind->before);
    for (i32 i = 0; i < number; i++) {
        rate(m, &thought, &ideas[i].action, lines + i * STEPS, &lengths[i]);
        actions[i] = ideas[i].action;
        worths[i] = ideas[i].worth;
        totals[i] = ideas[i].total;
        tried[i] = ideas[i].tried;
        tell_line(m, seat, &actions[i], lines + i * STEPS, lengths[i]);
    }
    return number;
}
