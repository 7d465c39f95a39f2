/* Dealing hidden pieces anew, as one seat may imagine them (mirrors facade.redeal). */

/* Fill a pool with as many pieces as it had, out of those left, each equally likely (mirrors redeal._drawn).
 *
 * What is drawn are the pieces taken or those left behind, whichever are fewer.
 */
static void deal_pieces(u8 *left, i32 types, Dice *dice, u8 *pool) {
    i32 total = sum_of(left, types), number = sum_of(pool, types);
    u8 drawn[TYPES] = {0};
    for (i32 draws = at_most(number, total - number), size = total; draws > 0; draws--, size--)
        drawn[take_out(left, randrange(dice, (u32)size))]++;
    for (i32 i = 0; i < types; i++) {
        u8 stays = 2 * number > total ? drawn[i] : left[i];
        pool[i] = (u8)(left[i] + drawn[i] - stays);
        left[i] = stays;
    }
}

static i32 tiles_in(TileSet set) { return __builtin_popcountll(set.word[0]) + __builtin_popcountll(set.word[1]); }

static TileSet both(TileSet one, TileSet other) {
    return (TileSet){{one.word[0] & other.word[0], one.word[1] & other.word[1]}};
}

static TileSet either(TileSet one, TileSet other) {
    return (TileSet){{one.word[0] | other.word[0], one.word[1] | other.word[1]}};
}

static TileSet without(TileSet one, TileSet other) {
    return (TileSet){{one.word[0] & ~other.word[0], one.word[1] & ~other.word[1]}};
}

/* Return so many of the tiles, each choice equally likely; again the fewer are drawn (mirrors redeal._picked). */
static TileSet pick_tiles(TileSet tiles, i32 number, Dice *dice) {
    TileSet drawn = {{0, 0}};
    u8 left[TILES];
    i32 size = listed(tiles, left), rest = size - number;
    for (i32 draws = at_most(number, rest), last = size - 1; draws > 0; draws--, last--) {
        u32 at = randrange(dice, (u32)last + 1);
        add_tile(&drawn, left[at]);
        left[at] = left[last];
    }
    return 2 * number > size ? without(tiles, drawn) : drawn;
}

/* Write the winter tiles that others hold, shuffled, tiles of preferred expansions first (mirrors _winter_deck). */
static void deal_winter(const Rules *rules, TileSet unseen, i32 needed, Dice *dice, u8 *deck) {
    TileSet winter = both(unseen, rules->of_season[WINTER]), preferred = both(winter, rules->preferred);
    i32 first = tiles_in(preferred);
    if (needed <= first) listed(pick_tiles(preferred, needed, dice), deck);
    else {
        listed(preferred, deck);
        listed(pick_tiles(without(winter, preferred), needed - first, dice), deck + first);
    }
    for (i32 place = needed - 1; place > 0; place--) {
        u32 other = randrange(dice, (u32)place + 1);
        u8 kept = deck[place];
        deck[place] = deck[other];
        deck[other] = kept;
    }
}

/* Deal cards that nobody or another seat sees, as many as lay there (mirrors redeal._drawn). */
static void deal_cards_anew(u64 *left, Dice *dice, u64 *cards) {
    i32 total = bits_in(*left), number = bits_in(*cards);
    u64 drawn = 0;
    for (i32 draws = at_most(number, total - number), size = total; draws > 0; draws--, size--)
        drawn |= nth_bit(*left & ~drawn, randrange(dice, (u32)size));
    *cards = 2 * number > total ? *left & ~drawn : drawn;
    *left &= ~*cards;
}

/* Return the tiles that are not in play because their alternative was drawn, or may have been (mirrors _not_drawn). */
static TileSet not_drawn(const Rules *rules, TileSet unseen, Dice *dice) {
    TileSet found = {{0, 0}};
    u8 paired[TILES];
    i32 number = listed(rules->paired, paired);
    for (i32 i = 0; i < number; i++) {
        const Tile *tile = &rules->tile[paired[i]];
        TileSet group = {{0, 0}};
        if (tile->pair[0] != paired[i]) continue;
        for (i32 k = 0; k < tile->pairs; k++) add_tile(&group, tile->pair[k]);
        TileSet hidden = both(group, unseen), certain = both(hidden, rules->preferred);
        if (tiles_in(hidden) == tile->pairs)
            hidden = without(hidden, pick_tiles(tiles_in(certain) ? certain : hidden, 1, dice));
        found = either(found, hidden);
    }
    return found;
}

static void deal_tiles(Machine *m, i32 viewer, Dice *dice) { /* mirrors redeal._tiles */
    const Rules *rules = m->rules;
    State *s = &m->state;
    TileSet unseen = {{0, 0}};
    u8 deck[TILES] = {0};
    i32 needed = 0, next = 0, revealed = !s->tasks;
    for (i32 season = 0; season < 3; season++)
        for (i32 i = 0; i < s->piles[season]; i++) add_tile(&unseen, s->pile[season][i]);
    for (i32 i = 0; i < s->box; i++) add_tile(&unseen, s->boxed[i]);
    for (i32 seat = 0; seat < s->seats; seat++) {
        const Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        needed += own->winter;
        for (i32 i = 0; i < own->winter; i++) add_tile(&unseen, own->hand[i]);
    }
    TileSet boxed = not_drawn(rules, unseen, dice);
    unseen = without(unseen, boxed);
    for (i32 season = 0; season < 3; season++) {
        TileSet taken = pick_tiles(both(unseen, rules->of_season[season]), s->piles[season], dice);
        listed(taken, s->pile[season]);
        unseen = without(unseen, taken);
    }
    deal_winter(rules, unseen, needed, dice, deck);
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        TileSet hand = {{0, 0}};
        for (i32 i = 0; i < own->winter; i++) add_tile(&hand, own->hand[i] = deck[next++]);
        unseen = without(unseen, hand);
        sort_by_name(rules, own->hand, own->winter);
    }
    s->box = (u8)listed(either(unseen, boxed), s->boxed);
    sort_by_name(rules, s->boxed, s->box);
}

static void deal_once(Machine *m, i32 viewer, Dice *dice) { /* mirrors redeal.filled */
    State *s = &m->state;
    u8 workers[COLOURS] = {0}, skills[TYPES] = {0};
    i32 revealed = !s->tasks;
    u64 cards = s->deck;
    for (i32 i = 0; i < s->berths; i++) cards |= s->berth[i].cards;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (seat != viewer && !revealed) {
            cards |= s->seat[seat].secret_cards;
            add_all(workers, s->seat[seat].workers, COLOURS);
            add_all(skills, s->seat[seat].skills, TYPES);
        }
    add_all(workers, s->bag, COLOURS);
    add_all(workers, s->aside_workers, COLOURS);
    add_all(skills, s->stack, TYPES);
    add_all(skills, s->aside_skills, TYPES);
    deal_tiles(m, viewer, dice);
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        if (seat == viewer || revealed) continue;
        if (own->offered >= 0 && own->winter) {
            u32 mask = randrange(dice, (1u << own->winter) - 1) + 1;
            own->offered = 0;
            for (i32 i = 0; i < own->winter; i++)
                if (mask >> i & 1) own->offer[own->offered++] = own->hand[i];
        }
        deal_pieces(workers, COLOURS, dice, own->workers);
        deal_pieces(skills, TYPES, dice, own->skills);
        deal_cards_anew(&cards, dice, &own->secret_cards);
    }
    deal_cards_anew(&cards, dice, &s->deck); /* what lies on the table is dealt before the bag */
    deal_pieces(workers, COLOURS, dice, s->bag);
    deal_pieces(skills, TYPES, dice, s->stack);
    memcpy(s->aside_workers, workers, COLOURS); /* what is set aside is all the rest */
    memcpy(s->aside_skills, skills, TYPES);
    for (i32 i = 0; i < s->berths; i++) deal_cards_anew(&cards, dice, &s->berth[i].cards);
}
