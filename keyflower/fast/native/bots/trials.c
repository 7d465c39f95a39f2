/* Trials: options tried in the same deals, for reviews; and games with what seats had at the ends of seasons, for learning. */

/* Try options in deals from one number to another, each to the end of the season.
 *
 * A seat is dealt games that fit what it knows; for nobody (-1) all lies as it does, and only later draws are new: they begin
 * where the game is in its stream, but in the stream of the deal. The place
 * -1 stands for no option: stewards play on at once. `values` gets margins and then chances of all seats, for each option and
 * deal. A deal depends on its number and the key alone.
 */
PUBLIC i32 keyflower_try(
    Machine *m, const u8 *form, const Judge *judge, const Leaf *leaf, i32 viewer, i32 seat, const u8 *known, i32 number,
    const i32 *places, i32 longer, i32 from, i32 to, u64 key, double whim, double *values
) {
    State *base = &m->mind->base, *dealt = &m->mind->dealt;
    Known memory = {{{0}}, {{0}}};
    Judge quick = *judge;
    Action actions[TRIALS];
    Plan plan = {.seasons = 1};
    quick.whim = whim;
    load(m, form);
    if (!m->state.tasks) return IS_OVER;
    if (number > TRIALS) return 0;
    if (known) read_known(&memory, known);
    for (i32 i = 0; i < number; i++) {
        if (places[i] < 0) continue;
        if (m->counted != seat) count_options(m, seat);
        if (!find_option(m, seat, places[i], &actions[i])) return 0;
    }
    i32 seats = m->state.seats, last = at_most(WINTER, last_season(&m->state, &plan) + longer);
    memcpy(base, &m->state, used_size(&m->state));
    for (i32 deal = from; deal < to; deal++) {
        Dice dice = {scrambled(key + STEP * (u64)deal), 0, NULL};
        set_state(m, base);
        if (viewer >= 0) deal_knowing(m, viewer, &memory, &dice);
        else m->state.key = scrambled(dice.key + STEP * dice.counter++);
        u64 choices = scrambled(~dice.key);
        memcpy(dealt, &m->state, used_size(base));
        for (i32 i = 0; i < number; i++) {
            double *value = values + ((size_t)i * (size_t)(to - from) + (size_t)(deal - from)) * (size_t)seats * 2;
            Dice steward = {choices, 0, NULL};
            set_state(m, dealt);
            if (places[i] >= 0) act(m, seat, &actions[i]);
            play_seasons(m, &quick, last, &steward);
            value_game(m, judge, leaf, last, value, value + seats);
        }
    }
    return number;
}

/* Write what all seats have, as the learned value sees it: the test that Python sees the same. */
PUBLIC i32 keyflower_features(Machine *m, const u8 *form, const Judge *judge, double *features) {
    load(m, form);
    for (i32 seat = 0; seat < m->state.seats; seat++) features_of(m, judge, seat, features + seat * FEATURES);
    return m->state.seats;
}

/* Play whole games, one for each key, and write what seats had at the end of each season before winter.
 *
 * Until a number of actions of the game are done, each seat takes options up to so many points below its best; then all play
 * as well as they can. `features` gets a row for each game, season and seat; `totals` what came of it.
 */
PUBLIC void keyflower_season_ends(
    const Rules *rules, const Judge *judge, i32 games, i32 seats, const u64 *keys, const u64 *streams, const i32 *until,
    const double *whims, double *features, i32 *totals
) {
    Machine *m = keyflower_machine(rules);
    if (!m) return;
    Judge quick = *judge;
    for (i32 game = 0; game < games; game++) {
        Dice dice = {streams[game], 0, NULL};
        Action action;
        i32 season = SPRING;
        set_up(m, seats, 0, keys[game]);
        settle(m);
        for (i32 played = 0; m->state.tasks && !m->state.stuck && played < LONGEST_PLAYOUT; played++) {
            for (; season < WINTER && has_ended(&m->state, season); season++)
                for (i32 seat = 0; seat < seats; seat++)
                    features_of(m, judge, seat, features + (((size_t)game * 3 + (size_t)season) * (size_t)seats + (size_t)seat) * FEATURES);
            i32 seat = first_deciding(m);
            quick.whim = played < until[game] ? whims[game * seats + seat] : judge->whim;
            if (!steward_choice(m, &quick, seat, &dice, &action)) break;
            act(m, seat, &action);
        }
        memcpy(totals + (size_t)game * (size_t)seats, m->totals, (size_t)seats * sizeof *totals);
    }
    free(m);
}
