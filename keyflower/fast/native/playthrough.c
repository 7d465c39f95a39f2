/* Ways: a game played to its end, with every action on the way. */

typedef struct {
    i32 seat;
    Action action;
    u8 names[32];              /* the tiles that the bits of its groups stand for */
} Step;

/* Play on from a state to the end, as `keyflower_rollout` does, and write every action with its seat.
 *
 * Return how many there were; if they are more than there is room for, the rest is played and not written.
 */
PUBLIC i32 keyflower_way(
    Machine *m, const u8 *form, const Judge *const *judges, u64 *stream, u32 *words, Step *steps, i32 room
) {
    Dice dice = {stream[0], stream[1], words};
    Last last = {.before = malloc(FORM)};
    i32 played = 0;
    if (!last.before) return -1;
    load(m, form);
    for (; play_on(m, judges, &dice, 1, &last); played++) {
        if (played >= room) continue;
        steps[played].seat = last.seat;
        steps[played].action = last.action;
        memcpy(steps[played].names, last.names, sizeof steps->names);
    }
    stream[1] = dice.counter;
    free(last.before);
    return m->state.stuck ? STUCK : played;
}
