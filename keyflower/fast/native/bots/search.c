/* Search: the best ideas are tried in games that fit what a seat knows (mirrors bots.search.SearchBot). */

enum { LONGEST_PLAYOUT = 2000 }; /* no playout takes more actions */

static void put_by(State *s, i32 viewer, const Known *known, i32 sign) {
    for (i32 seat = 0; seat < s->seats; seat++) {
        if (seat == viewer) continue;
        for (i32 c = 0; c < COLOURS; c++) s->seat[seat].workers[c] += (u8)(sign * known->workers[seat][c]);
        for (i32 i = 0; i < TYPES; i++) s->seat[seat].skills[i] += (u8)(sign * known->skills[seat][i]);
    }
}

/* Whether all who decide now can do so. */
static i32 leaves_options(Machine *m) {
    State *s = &m->state;
    if (!s->tasks || s->task[s->tasks - 1].kind == TURN) return 1;
    u32 seats = deciding(m);
    for (i32 seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1 && !count_options(m, seat)) return 0;
    m->counted = NOBODY;
    return 1;
}

/* Deal what a seat does not know anew; what it remembers stays (mirrors BaseView.sample of a remembering view). */
static void deal_knowing(Machine *m, i32 viewer, const Known *known, Dice *dice) {
    State *s = &m->state;
    for (i32 tries = 100; tries; tries--) {
        put_by(s, viewer, known, -1);
        deal_once(m, viewer, dice);
        put_by(s, viewer, known, 1);
        if (leaves_options(m)) break;
    }
    s->key = scrambled(dice->key + STEP * dice->counter++);
    s->counter = 0;
}

static size_t used_size(const State *s) { return offsetof(State, seat) + s->seats * sizeof(Seat); }

static void set_state(Machine *m, const State *state) {
    memcpy(&m->state, state, used_size(state));
    forget(m);
}

/* The season to whose end playouts go; what is decided between two seasons shows in the next one. */
static i32 last_season(const State *s, const Plan *plan) {
    i32 kind = s->task[s->tasks - 1].kind, between = kind == TAKE_BOAT || kind == BUILD_ALL || kind == BREEDING || kind == REPLACE_BOAT;
    return at_most(WINTER, s->season + plan->seasons - 1 + between);
}

/* What a state is worth to a seat, less a part of what it is worth to the others; or what the learned value says. */
static double standing(Machine *m, const Judge *judge, i32 seat, const Plan *plan, i32 last) {
    State *s = &m->state;
    double own = 0, others = 0;
    if (plan->leaf) {
        double margins[SEATS], wins[SEATS];
        value_game(m, judge, plan->leaf, last, margins, wins);
        return margins[seat] + plan->stake * wins[seat];
    }
    for (i32 other = 0; other < s->seats; other++) {
        double worth = m->totals[other];
        if (s->tasks) {
            Thought thought;
            begin_thought(m, &thought, judge, other, 0);
            worth = thought.now;
        }
        if (other == seat) own = worth;
        else others += worth;
    }
    return own - plan->envy * others / (s->seats - 1);
}

/* Whether a playout is to be cut: the last of its seasons has ended, and won tiles are known. */
static i32 has_ended(const State *s, i32 last) {
    i32 kind = s->task[s->tasks - 1].kind;
    return s->season > last || (s->season == last && last < WINTER && (kind == TAKE_BOAT || kind == BUILD_ALL));
}

/* Play on by stewards until the game is over or its last season has ended. */
static void play_seasons(Machine *m, const Judge *judge, i32 last, Dice *dice) {
    State *s = &m->state;
    for (i32 played = 0; s->tasks && !s->stuck && played < LONGEST_PLAYOUT && !has_ended(s, last); played++) {
        Action action;
        i32 seat = first_deciding(m);
        if (!steward_choice(m, judge, seat, dice, &action)) break;
        act(m, seat, &action);
    }
}

static double merit(const Idea *idea, double level, double trust) {
    double believed = level + idea->worth;
    return (idea->total + trust * believed) / (idea->tried + trust + 1e-12);
}

/* Sort ideas: those tried longest first, by their average with the steward's opinion as some playouts. */
static void sort_ideas(Idea *ideas, i32 number, double trust) {
    double level = 0;
    for (i32 i = 0; i < number; i++) level += (ideas[i].tried ? ideas[i].total / ideas[i].tried : ideas[i].worth) - ideas[i].worth;
    level /= number;
    for (i32 i = 1; i < number; i++) {
        Idea moving = ideas[i];
        double worth = merit(&moving, level, trust);
        i32 at = i;
        for (; at && (ideas[at - 1].tried < moving.tried
                      || (ideas[at - 1].tried == moving.tried && merit(&ideas[at - 1], level, trust) < worth));
             at--)
            ideas[at] = ideas[at - 1];
        ideas[at] = moving;
    }
}

static double clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Take the ideas that the steward likes best; return how many. */
static i32 best_ideas(const Candidates *found, const double *worth, const Plan *plan, Idea *ideas) {
    i32 number = 0, most = at_most(plan->ideas, TRIED);
    double best = -1e300;
    for (i32 i = 0; i < found->number; i++)
        if (worth[i] > best) best = worth[i];
    for (i32 i = 0; i < found->number; i++) {
        if (worth[i] < best - plan->gap || (number == most && ideas[number - 1].worth >= worth[i])) continue;
        i32 at = number < most ? number++ : most - 1;
        for (; at && ideas[at - 1].worth < worth[i]; at--) ideas[at] = ideas[at - 1];
        ideas[at] = (Idea){found->action[i], worth[i], 0, 0, i};
    }
    return number;
}

/* Try ideas in dealt games, every one in the same deals, and drop the worse half again and again. */
static void try_ideas(Machine *m, const Judge *judge, i32 seat, const Plan *plan, const Known *known, Idea *ideas, i32 number,
                      Dice *dice) {
    State *base = &m->mind->base, *dealt = &m->mind->dealt;
    i32 rounds = 1, left = number, spent = 0, last = last_season(&m->state, plan);
    double begun = plan->seconds > 0 ? clock_now() : 0;
    Judge quick = *judge;
    quick.whim = plan->whim;
    while (1 << rounds < number) rounds++;
    memcpy(base, &m->state, used_size(&m->state));
    for (i32 round = 1; round <= rounds; round++) {
        for (;;) {
            double part = plan->seconds > 0 ? (clock_now() - begun) / plan->seconds : (double)spent / plan->playouts;
            if (part >= (double)round / rounds) break;
            set_state(m, base);
            deal_knowing(m, seat, known, dice);
            u64 key = scrambled(dice->key + STEP * dice->counter++);
            memcpy(dealt, &m->state, used_size(base));
            for (i32 i = 0; i < left; i++, spent++) {
                Dice choices = {key, 0, NULL};
                set_state(m, dealt);
                act(m, seat, &ideas[i].action);
                play_seasons(m, &quick, last, &choices);
                ideas[i].total += standing(m, judge, seat, plan, last);
                ideas[i].tried++;
            }
        }
        sort_ideas(ideas, left, plan->trust);
        left = at_least(2, left / 2);
        if (left > number) left = number;
    }
    set_state(m, base);
    sort_ideas(ideas, number, plan->trust);
}

/* Add the options that are to be tried in any case; return how many ideas there are then. */
static i32 with_asked(Machine *m, const Judge *judge, i32 seat, const Plan *plan, Idea *ideas, i32 number) {
    for (i32 i = 0; i < plan->asked && number < TRIED; i++) {
        Thought thought;
        Idea *idea = &ideas[number];
        i32 known = 0;
        if (m->counted != seat) count_options(m, seat);
        if (!find_option(m, seat, plan->also[i], &idea->action)) continue;
        for (i32 other = 0; other < number; other++) known |= !memcmp(&ideas[other].action, &idea->action, sizeof idea->action);
        if (known) continue;
        begin_thought(m, &thought, judge, seat, idea->action.kind == BID ? 1u << idea->action.site : 0);
        keep(m, seat, &m->mind->before);
        idea->worth = rate(m, &thought, &idea->action, NULL, NULL);
        idea->total = 0;
        idea->tried = 0;
        idea->place = NOBODY; /* it was not rated with the others */
        number++;
    }
    return number;
}

/* Search among the options of a seat; return how many ideas were tried, the best first. */
static i32 search(Machine *m, const Judge *judge, i32 seat, const Plan *plan, const Known *known, Dice *dice, Idea *ideas) {
    const Candidates *found = rate_all(m, judge, seat, NULL, NULL);
    i32 number = with_asked(m, judge, seat, plan, ideas, best_ideas(found, m->mind->worth, plan, ideas));
    if (number > 1) try_ideas(m, judge, seat, plan, known, ideas, number, dice);
    return number;
}
