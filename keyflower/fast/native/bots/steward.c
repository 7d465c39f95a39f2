/* The steward: rules of thumb on top of foresight (mirrors appraisal.lookahead and appraisal.rating). */

/* ------------------------------------------------------------------ foresight */

/* Copy what an action of a seat can change. */
static void copy_changeable(State *to, const State *from, i32 seat, size_t size) {
    memcpy(to, from, size);
    memcpy(to->lot, from->lot, from->lots * sizeof(Lot));
    memcpy(to->berth, from->berth, from->berths * sizeof(Berth));
    memcpy(to->task, from->task, from->tasks * sizeof(Task));
    memcpy(&to->seat[seat], &from->seat[seat], offsetof(Seat, regions));
    memcpy(to->seat[seat].spot, from->seat[seat].spot, from->seat[seat].spots * sizeof(Spot));
    memcpy(to->seat[seat].herd, from->seat[seat].herd, from->seat[seat].herds * sizeof(Herd));
}

/* Put by what an action of a seat can change. */
static void keep(const Machine *m, i32 seat, Kept *kept) {
    const State *s = &m->state;
    /* who replaces a boat takes one out of the box; nothing else that is thought through changes what is hidden */
    kept->size = s->tasks && s->task[s->tasks - 1].kind == REPLACE_BOAT ? offsetof(State, pile) : offsetof(State, boxed);
    copy_changeable(&kept->state, s, seat, kept->size);
    kept->fog = m->fog;
    kept->owner = NOBODY;
}

/* An action that uses a tile of somebody else changes that tile, too. */
static void keep_site(const Machine *m, i32 seat, const Action *action, Kept *kept) {
    kept->owner = NOBODY;
    if (action->kind != USE || action->site < LOTS || (action->site - LOTS) / SPOTS == seat) return;
    kept->owner = (action->site - LOTS) / SPOTS;
    kept->place = (action->site - LOTS) % SPOTS;
    kept->used = m->state.seat[kept->owner].spot[kept->place];
}

static void take_back(Machine *m, i32 seat, const Kept *kept) {
    State *s = &m->state;
    i32 laid = s->seat[seat].spots != kept->state.seat[seat].spots;
    copy_changeable(s, &kept->state, seat, kept->size);
    if (kept->owner >= 0) s->seat[kept->owner].spot[kept->place] = kept->used;
    m->fog = kept->fog;
    m->counted = m->builder = NOBODY;
    m->doors = 0;
    if (laid) { /* roads and pastures follow from the tiles */
        m->border[seat].cells = 0;
        s->seat[seat].roads_known = s->seat[seat].pastures_known = 0;
    }
}

static i32 belongs_to_turn(const State *s, i32 seat) { /* mirrors lookahead.is_following */
    if (!s->tasks || s->task[s->tasks - 1].seat != seat) return 0;
    switch (s->task[s->tasks - 1].kind) {
    case RESOLVE: case PAY_COST: case CHOOSE: case PUT: case HAUL: case CHOOSE_CARD: case HOUSE: return 1;
    default: return 0;
    }
}

/* Carry out an action and what follows at once; what chance would draw stays unknown (mirrors lookahead.foreseen). */
static void foresee(Machine *m, i32 seat, const Action *action) {
    m->fog.there = 1;
    carry_out(m, seat, action);
    while (belongs_to_turn(&m->state, seat) && automatic(m)) {
    }
    m->fog.there = 0;
}

static i32 is_following(const State *s, i32 seat) { /* and somebody is asked, as after lookahead.foreseen */
    return belongs_to_turn(s, seat) && s->task[s->tasks - 1].kind != RESOLVE;
}

/* ------------------------------------------------------------------ ratings */

static const double EVEN = 1e-9; /* values closer than this are the same: sums differ in their last bits */

/* Let the seat's follow-up decisions be taken well, one after the other; return how many there were.
 *
 * `worth` gets what the last of them leads to, if it had to be worked out; then `*valued` is set.
 */
static i32 follow_up(Machine *m, const Thought *thought, Action *line, double *worth, i32 *valued) {
    i32 steps = 0, seat = thought->seat;
    *valued = 0;
    while (steps < STEPS && is_following(&m->state, seat)) {
        Candidates *found = &m->mind->following;
        Kept *now = &m->mind->line;
        find_candidates(m, seat, thought->judge->breed > 0, found);
        if (!found->number) break;
        i32 best = 0;
        *valued = found->number > 1;
        if (*valued) {
            double most = -1e300;
            keep(m, seat, now);
            for (i32 i = 0; i < found->number; i++) {
                foresee(m, seat, &found->action[i]);
                double leads_to = value_of(m, thought);
                take_back(m, seat, now);
                if (leads_to > most + EVEN) {
                    most = leads_to;
                    best = i;
                }
            }
            *worth = most;
        }
        if (line) line[steps] = found->action[best];
        foresee(m, seat, &found->action[best]);
        steps++;
    }
    return steps;
}

/* What an action is worth once the own follow-up decisions are taken well (mirrors _Thought.rated). */
static double rate(Machine *m, const Thought *thought, const Action *action, Action *line, i32 *length) {
    i32 seat = thought->seat;
    Kept *before = &m->mind->before;
    if (length) *length = 0;
    if (action->kind == PASS) return thought->now;
    if (action->kind == BID && !thought->counting) return thought->now + worth_of_bid(m, thought, action);
    keep_site(m, seat, action, before);
    foresee(m, seat, action);
    double worth = 0;
    i32 valued, steps = follow_up(m, thought, line, &worth, &valued);
    if (length) *length = steps;
    if (!valued) worth = value_of(m, thought);
    take_back(m, seat, before);
    return worth;
}

/* The winter tiles that promise most: the best one and every good one (mirrors SlowSteward.offer). */
static void steward_offer(Machine *m, const Judge *judge, i32 seat, Action *action) {
    const Seat *own = &m->state.seat[seat];
    const Standing now = standing_of(m, seat);
    i32 gain[HAND], best = 0;
    memset(action, 0, sizeof *action);
    action->kind = OFFER;
    for (i32 i = 0; i < own->winter; i++) {
        gain[i] = gain_by_laying(m, seat, &now, own->hand[i], FRONT);
        if (gain[i] > gain[best]) best = i;
    }
    for (i32 i = 0; i < own->winter; i++)
        if (i == best || gain[i] >= judge->offered) action->groups |= 1u << i;
}

static const Candidates *find_all(Machine *m, const Judge *judge, i32 seat) {
    find_candidates(m, seat, judge->breed > 0, &m->mind->options);
    return &m->mind->options;
}

/* Rate all candidates of a seat: their worth is in the mind; `lines` gets STEPS follow-up decisions for each. */
static const Candidates *rate_all(Machine *m, const Judge *judge, i32 seat, Action *lines, i32 *lengths) {
    const Candidates *found = find_all(m, judge, seat);
    Thought thought;
    u32 bids = 0;
    for (i32 i = 0; i < found->number; i++)
        if (found->action[i].kind == BID) bids |= 1u << found->action[i].site;
    begin_thought(m, &thought, judge, seat, bids);
    keep(m, seat, &m->mind->before);
    for (i32 i = 0; i < found->number; i++)
        m->mind->worth[i] = rate(
            m, &thought, &found->action[i], lines ? lines + i * STEPS : NULL, lengths ? lengths + i : NULL
        );
    return found;
}

/* Choose like the steward: the best option, and among those as good as the best any (mirrors SlowSteward.choose).
 *
 * Return how many there were to choose from: none only where a state made by hand leaves none.
 */
static i32 steward_choice(Machine *m, const Judge *judge, i32 seat, Dice *dice, Action *action) {
    const double *worth = m->mind->worth;
    i32 choices = 0;
    double best = -1e300;
    if (m->state.task[m->state.tasks - 1].kind == OFFER_WINTER) {
        steward_offer(m, judge, seat, action);
        return 1;
    }
    if (find_all(m, judge, seat)->number == 1) { /* nothing to weigh */
        *action = m->mind->options.action[0];
        randrange(dice, 1);
        return 1;
    }
    const Candidates *found = rate_all(m, judge, seat, NULL, NULL);
    for (i32 i = 0; i < found->number; i++)
        if (worth[i] > best) best = worth[i];
    for (i32 i = 0; i < found->number; i++) choices += worth[i] >= best - judge->whim - EVEN;
    i32 place = choices ? (i32)randrange(dice, (u32)choices) : 0;
    for (i32 i = 0; i < found->number; i++)
        if (worth[i] >= best - judge->whim - EVEN && !place--) {
            *action = found->action[i];
            break;
        }
    return choices;
}
