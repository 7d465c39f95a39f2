/* Dealing hidden pieces anew, as one seat may imagine them (mirrors facade.dealing). */

static void shuffle(Dice *dice, u8 *items, i32 number) { /* with the numbers of a stream */
    u64 key = dice->key + STEP * dice->counter;
    for (i32 place = number - 1; place > 0; place--, key += STEP) {
        u32 other = scaled(scrambled(key), (u32)place + 1);
        u8 kept = items[place];
        items[place] = items[other];
        items[other] = kept;
    }
    if (number > 1) dice->counter += (u64)number - 1;
}

/* Take back the hidden pieces of one kind and shuffle them (mirrors dealing._Unknown). */
typedef struct {
    u8 piece[256];
    i32 next, number;
} Unknown;

static void hide_pieces(Unknown *unknown, const i32 *counts, i32 types, Dice *dice) {
    unknown->next = unknown->number = 0;
    for (i32 i = 0; i < types; i++)
        for (i32 k = 0; k < counts[i]; k++) unknown->piece[unknown->number++] = (u8)i;
    shuffle(dice, unknown->piece, unknown->number);
}

static void fill(Unknown *unknown, u8 *pool, i32 types) { /* as many as there were, dealt anew */
    i32 number = sum_of(pool, types);
    memset(pool, 0, (size_t)types);
    for (; number; number--) pool[unknown->piece[unknown->next++]]++;
}

static void add_counts(i32 *counts, const u8 *pool, i32 types) {
    for (i32 i = 0; i < types; i++) counts[i] += pool[i];
}

static void deal_tiles(Machine *m, i32 viewer, Dice *dice) { /* mirrors dealing._tiles */
    const Rules *rules = m->rules;
    State *s = &m->state;
    u8 unseen[TILES] = {0}; /* by tile */
    i32 revealed = !s->tasks, needed = 0;
    for (i32 season = 0; season < 3; season++)
        for (i32 i = 0; i < s->piles[season]; i++) unseen[s->pile[season][i]] = 1;
    for (i32 i = 0; i < s->box; i++) unseen[s->boxed[i]] = 1;
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        needed += own->winter;
        for (i32 i = 0; i < own->winter; i++) unseen[own->hand[i]] = 1;
    }
    for (i32 season = 0; season < 3; season++) {
        u8 coming[TILES];
        i32 number = 0;
        for (i32 tile = 0; tile < rules->tiles; tile++)
            if (unseen[tile] && rules->tile[tile].season == season) coming[number++] = (u8)tile;
        shuffle(dice, coming, number);
        if (!s->piles[season]) continue;
        for (i32 i = 0; i < s->piles[season]; i++) unseen[coming[i]] = 2;
        i32 pile = 0;
        for (i32 tile = 0; tile < rules->tiles; tile++)
            if (unseen[tile] == 2) {
                s->pile[season][pile++] = (u8)tile;
                unseen[tile] = 0;
            }
    }
    u8 deck[TILES], held[TILES];
    i32 number = 0, hold = 0;
    for (i32 tile = 0; tile < rules->tiles; tile++)
        if (unseen[tile] && rules->tile[tile].season == WINTER) deck[number++] = (u8)tile;
    shuffle(dice, deck, number);
    for (i32 preferred = 1; preferred >= 0; preferred--)
        for (i32 i = 0; i < number && hold < needed; i++)
            if ((rules->prefers && rules->tile[deck[i]].preferred) == preferred) held[hold++] = deck[i];
    shuffle(dice, held, hold);
    i32 next = 0;
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        for (i32 i = 0; i < own->winter; i++) {
            own->hand[i] = held[next++];
            unseen[own->hand[i]] = 0;
        }
        sort_by_name(rules, own->hand, own->winter);
    }
    s->box = 0;
    for (i32 tile = 0; tile < rules->tiles; tile++)
        if (unseen[tile]) s->boxed[s->box++] = (u8)tile;
    sort_by_name(rules, s->boxed, s->box);
}

static void deal_once(Machine *m, i32 viewer, Dice *dice) { /* mirrors dealing.filled */
    const Rules *rules = m->rules;
    State *s = &m->state;
    i32 workers[COLOURS] = {0}, skills[TYPES] = {0}, revealed = !s->tasks;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (seat != viewer && !revealed) {
            add_counts(workers, s->seat[seat].workers, COLOURS);
            add_counts(skills, s->seat[seat].skills, TYPES);
        }
    add_counts(workers, s->bag, COLOURS);
    add_counts(workers, s->aside_workers, COLOURS);
    add_counts(skills, s->stack, TYPES);
    add_counts(skills, s->aside_skills, TYPES);
    Unknown unknown_workers, unknown_skills;
    hide_pieces(&unknown_workers, workers, COLOURS, dice);
    hide_pieces(&unknown_skills, skills, rules->types[SKILL], dice);
    deal_tiles(m, viewer, dice);
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        if (own->offered >= 0) {
            u32 mask = randrange(dice, (1u << own->winter) - 1) + 1;
            own->offered = 0;
            for (i32 i = 0; i < own->winter; i++)
                if (mask >> i & 1) own->offer[own->offered++] = own->hand[i];
        }
        fill(&unknown_workers, own->workers, COLOURS);
        fill(&unknown_skills, own->skills, rules->types[SKILL]);
    }
    fill(&unknown_workers, s->bag, COLOURS);
    fill(&unknown_skills, s->stack, rules->types[SKILL]);
    fill(&unknown_workers, s->aside_workers, COLOURS);
    fill(&unknown_skills, s->aside_skills, rules->types[SKILL]);
}
