/* Playing on from a state: each seat at random or by a judge (mirrors reference.reference_rollout and bots.play_out). */

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

enum { NAMES = 64 };           /* room for the tiles that the bits of groups stand for */

/* The last action that was played, and the state before it. */
typedef struct {
    i32 seat, length;
    Action *action;
    u8 *names;                 /* gets the tiles that the bits of its groups stand for */
    u8 *before;                /* gets the packed state before it */
} Last;

static void name_groups(const State *s, i32 seat, u8 *names) {
    for (i32 i = 0; i < s->lots; i++) names[i] = s->lot[i].tile;
    if (s->task[s->tasks - 1].kind == OFFER_WINTER) memcpy(names, s->seat[seat].hand, HAND);
}

static void note_last(Machine *m, i32 seat, const Action *action, Last *last) {
    last->seat = seat;
    last->length = save(m, last->before);
    *last->action = *action;
    name_groups(&m->state, seat, last->names);
    tell_names(m, seat, last->action);
}

/* Play until the game is over or so many actions are done; return how many were. A seat without a judge is random. */
static i32 play_on(Machine *m, const Judge *const *judges, Dice *dice, i32 plies, Last *last) {
    i32 played = 0;
    Action action;
    while (m->state.tasks && played != plies && !m->state.stuck) {
        i32 seat = first_deciding(m), number = 1;
        if (judges && judges[seat]) number = steward_choice(m, judges[seat], seat, dice, &action);
        else if ((number = count_options(m, seat))) find_option(m, seat, (i32)randrange(dice, (u32)number), &action);
        if (!number) {
            m->state.stuck = 1;
            break;
        }
        if (last) note_last(m, seat, &action, last);
        act(m, seat, &action);
        played++;
    }
    return played;
}
