/* Set-up, and what happens at the start and at the end of seasons (mirrors engine.setup, seasons, boat_choice, winter_offer). */

/* Write the tiles of a set, the lowest number first; return how many there are. */
static i32 listed(TileSet set, u8 *tiles) {
    i32 number = 0;
    for (i32 word = 0; word < 2; word++)
        for (u64 left = set.word[word]; left; left &= left - 1) tiles[number++] = (u8)(64 * word + lowest(left));
    return number;
}

static void sort_by_name(const Rules *rules, u8 *tiles, i32 number) {
    TileSet ranks = {{0, 0}};
    for (i32 i = 0; i < number; i++) add_tile(&ranks, rules->rank[tiles[i]]);
    listed(ranks, tiles);
    for (i32 i = 0; i < number; i++) tiles[i] = rules->by_rank[tiles[i]];
}

static void drop_lot(State *s, i32 at) {
    memmove(&s->lot[at], &s->lot[at + 1], (size_t)(--s->lots - at) * sizeof(Lot));
}

static void insert_lots(State *s, const u8 *tiles, const u8 *sides, i32 number) { /* before those that are there */
    if (!has_room(s, s->lots + number, LOTS + 1)) return;
    memmove(&s->lot[number], &s->lot[0], s->lots * sizeof(Lot));
    for (i32 i = 0; i < number; i++) {
        s->lot[i] = (Lot){.tile = tiles[i], .side = sides[i]};
        look_at(&s->lot[i], s->seats);
    }
    s->lots += (u8)number;
}

static i32 is_turn_order(const Machine *m, i32 lot) {
    return m->rules->tile[m->state.lot[lot].tile].kind == TURN_ORDER;
}

static void push_phase(State *s, i32 step) { push(s, PHASE, NOTHING)->points = (u8)step; }

/* ------------------------------------------------------------------ start of a season */

/* Share pieces out one at a time in row order (mirrors seasons.shares, rules 2.1.3). */
static void share(const u8 *wanted, i32 number, i32 there, u8 *given) {
    i32 total = 0;
    for (i32 i = 0; i < number; i++) total += wanted[i];
    if (total <= there) {
        memcpy(given, wanted, (size_t)number);
        return;
    }
    memset(given, 0, (size_t)number);
    while (there)
        for (i32 i = 0; i < number; i++)
            if (there && given[i] < wanted[i]) {
                given[i]++;
                there--;
            }
}

static void load_boats(Machine *m, i32 season) {
    State *s = &m->state;
    u8 workers[SEATS], skills[SEATS], some_workers[SEATS], some_skills[SEATS];
    for (i32 i = 0; i < s->berths; i++) {
        workers[i] = m->rules->tile[s->berth[i].boat].arrivals[season][0];
        skills[i] = m->rules->tile[s->berth[i].boat].arrivals[season][1];
    }
    share(workers, s->berths, sum_of(s->bag, COLOURS), some_workers);
    share(skills, s->berths, sum_of(s->stack, TYPES), some_skills);
    for (i32 i = 0; i < s->berths; i++) {
        u8 drawn[TYPES];
        draw(s, s->bag, COLOURS, some_workers[i], drawn);
        memcpy(s->berth[i].workers, drawn, COLOURS);
        draw(s, s->stack, m->rules->types[SKILL], some_skills[i], s->berth[i].skills);
    }
    for (i32 i = 0; i < s->berths && m->rules->cargo; i++) /* other pieces, as far as the supply has them */
        for (i32 kind = 0; kind < GOOD_KINDS; kind++)
            for (i32 type = 0; type < TYPES; type++) {
                u8 wanted = m->rules->tile[s->berth[i].boat].cargo[season][kind][type];
                s->berth[i].cargo[kind][type] = (u8)at_most(wanted, s->supply[kind][type]);
                s->supply[kind][type] -= s->berth[i].cargo[kind][type];
            }
}

/* Choose tiles: all preferred ones first, then others at random (mirrors setup.preferred, rules 1.5). */
static i32 choose_tiles(Machine *m, const u8 *names, i32 count, i32 number, u8 *chosen) {
    State *s = &m->state;
    u8 first[TILES], others[TILES], firsts = 0, rest = 0;
    for (i32 i = 0; i < count; i++)
        if (has_tile(&m->rules->preferred, names[i])) first[firsts++] = names[i];
        else others[rest++] = names[i];
    if (firsts >= number) {
        pick(s, first, &firsts, number, chosen);
        return number;
    }
    memcpy(chosen, first, firsts);
    number = at_most(number, firsts + rest);
    pick(s, others, &rest, number - firsts, chosen + firsts);
    return number;
}

static void reveal(Machine *m, i32 season) { /* mirrors seasons._revealed and TilesRevealed */
    State *s = &m->state;
    u8 chosen[TILES], tiles[TILES], sides[TILES];
    i32 number = choose_tiles(m, s->pile[season], s->piles[season], m->rules->season_tiles[s->seats], chosen);
    i32 shown = 0;
    for (i32 i = 0; i < s->piles[season]; i++) {
        u8 tile = s->pile[season][i];
        if (memchr(chosen, tile, (size_t)number)) {
            sides[shown] = FRONT;
            if (m->rules->tile[tile].kind == SUMMER_BOAT) sides[shown] = (u8)chance_below(s, 2);
            tiles[shown++] = tile;
        } else
            s->boxed[s->box++] = tile;
    }
    s->piles[season] = 0;
    sort_by_name(m->rules, s->boxed, s->box);
    insert_lots(s, tiles, sides, shown);
}

static void start_season(Machine *m, i32 season) {
    State *s = &m->state;
    push(s, TURN, s->start);
    for (i32 i = m->rules->starts[season] - 1; i >= 0; i--) push_phase(s, m->rules->start_steps[season][i]);
    s->season = (u8)season;
    s->passes = s->picks = 0;
    for (i32 seat = 0; seat < s->seats; seat++) s->seat[seat].boat = NOTHING;
    for (i32 i = 0; i < s->berths; i++) s->berth[i] = (Berth){.boat = s->berth[i].boat};
    if (season == WINTER) {
        push(s, OFFER_WINTER, NOTHING);
        return;
    }
    load_boats(m, season);
    reveal(m, season);
}

/* ------------------------------------------------------------------ end of a season, step by step (rules 4.1) */

static void end_groups(State *s) { /* E1 */
    for (i32 i = 0; i < s->lots; i++) {
        Lot *lot = &s->lot[i];
        for (i32 seat = 0; seat < s->seats; seat++) {
            if (!lot->bid[seat].size || seat == lot->leader) continue;
            u8 workers[COLOURS] = {0};
            workers[lot->bid[seat].colour] = lot->bid[seat].size;
            give_workers(s, &s->seat[seat], workers, 1);
            memset(&lot->bid[seat], 0, sizeof(Group));
        }
        look_at(lot, s->seats);
    }
}

static void users_of(const Lot *lot, u8 *workers) {
    memset(workers, 0, COLOURS);
    for (i32 use = 0; use < lot->uses; use++) add_all(workers, lot->use[use].workers, COLOURS);
}

static void end_unsold(Machine *m) { /* E2 */
    State *s = &m->state;
    for (i32 i = 0; i < s->lots;) {
        if (is_turn_order(m, i) || s->lot[i].top) {
            i++;
            continue;
        }
        u8 workers[COLOURS];
        users_of(&s->lot[i], workers);
        add_all(s->bag, workers, COLOURS);
        discard(s, s->lot[i].tile);
        drop_lot(s, i);
    }
}

static void win(State *s, Seat *own, i32 tile, i32 side) {
    if (!has_room(s, own->won, WON)) return;
    own->won_tile[own->won] = (u8)tile;
    own->won_side[own->won++] = (u8)side;
}

static void end_won(Machine *m) { /* E3 */
    State *s = &m->state;
    for (i32 turn = 0; turn < s->seats; turn++) {
        i32 seat = (s->start + turn) % s->seats;
        for (i32 i = 0; i < s->lots;) {
            Lot *lot = &s->lot[i];
            if (is_turn_order(m, i) || lot->leader != seat) {
                i++;
                continue;
            }
            u8 workers[COLOURS];
            users_of(lot, workers);
            s->bag[lot->bid[seat].colour] += lot->bid[seat].size;
            give_workers(s, &s->seat[seat], workers, 1);
            win(s, &s->seat[seat], lot->tile, lot->side);
            drop_lot(s, i);
        }
    }
}

static void end_village(State *s) { /* E4 */
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        for (i32 i = 0; i < own->spots; i++) {
            for (i32 use = 0; use < own->spot[i].uses; use++) give_workers(s, own, own->spot[i].use[use].workers, 1);
            own->spot[i].uses = 0;
        }
    }
}

static void end_boats(Machine *m, i32 step) { /* E5a: called again after each choice (rules 4.2) */
    State *s = &m->state;
    i32 reference = s->start, last = NOBODY, chosen = NOBODY;
    for (i32 i = 0; i < s->lots; i++)
        if (is_turn_order(m, i)) last = i;
    for (i32 i = 0; i < s->lots && chosen < 0; i++) {
        i32 winner = s->lot[i].leader;
        if (!is_turn_order(m, i) || winner < 0) continue;
        if (i == last) reference = winner;
        if (s->seat[winner].boat == NOTHING) chosen = winner;
    }
    for (i32 turn = 0; turn < s->seats && chosen < 0; turn++) {
        i32 seat = (reference + turn) % s->seats;
        if (s->seat[seat].boat == NOTHING) chosen = seat;
    }
    s->start = (u8)reference;
    if (chosen < 0) return;
    push_phase(s, step);
    push(s, TAKE_BOAT, chosen);
}

static void end_turn_order(Machine *m) { /* E5b */
    State *s = &m->state;
    i32 unwanted = 0;
    for (i32 i = 0; i < s->lots;) {
        if (!is_turn_order(m, i)) {
            i++;
            continue;
        }
        Lot *lot = &s->lot[i];
        i32 winner = lot->leader, tile = lot->tile, side = lot->side;
        unwanted = winner < 0; /* of the last one, in the end */
        if (winner >= 0) {
            s->bag[lot->bid[winner].colour] += lot->bid[winner].size;
            *lot = (Lot){.tile = (u8)tile, .side = (u8)side};
            look_at(lot, s->seats);
        }
        if (s->season != WINTER) {
            i++;
            continue;
        }
        if (winner >= 0) win(s, &s->seat[winner], tile, 0);
        else discard(s, tile);
        drop_lot(s, i);
    }
    if (unwanted) s->start = (u8)((s->start + 1) % s->seats);
}

static void end_powers(Machine *m) { /* E5c: of laid tiles first, then of tiles won this season (rules 3.6) */
    State *s = &m->state;
    Task tasks[TASKS / 2];
    i32 number = 0;
    if (s->season == SPRING) return;
    for (i32 turn = 0; turn < s->seats; turn++) {
        i32 seat = (s->start + turn) % s->seats;
        const Seat *own = &s->seat[seat];
        i32 laid = HAS(own, SEASON_END) ? own->spots : 0;
        for (i32 i = 0; i < laid + own->won; i++) {
            i32 tile = i < laid ? own->spot[i].tile : own->won_tile[i - laid];
            i32 side = i < laid ? own->spot[i].side : own->won_side[i - laid];
            const Face *face = &m->rules->tile[tile].face[side];
            for (i32 power = 0; power < face->powers; power++)
                if (face->slot[power] == SEASON_END && number < TASKS / 2) {
                    tasks[number].seat = (u8)seat;
                    tasks[number].node = (u16)face->effect[power];
                    tasks[number++].target = own->spot[0].tile;
                }
        }
    }
    while (number--) push_resolve(s, tasks[number].seat, tasks[number].node, tasks[number].target);
}

/* ------------------------------------------------------------------ boats (mirrors engine.boat_choice) */

static i32 boats(const State *s, Menu *menu, Action *action) {
    action->kind = TAKE;
    for (i32 i = 0; i < s->berths; i++)
        if (!s->berth[i].taken && here(menu, 1)) {
            action->tile = s->berth[i].boat;
            action->site = i;
            return 1;
        }
    return 0;
}

static void take_boat(Machine *m, i32 seat, const Action *action) { /* mirrors Boarding.answered and BoatTaken */
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    Berth *berth = &s->berth[action->site];
    const Face *face = &m->rules->tile[berth->boat].face[FRONT];
    for (i32 i = face->powers - 1; i >= 0; i--) { /* mirrors compiled.BOAT_TAKEN */
        if (face->slot[i] == BOAT_TAKEN && s->season == WINTER) push_resolve(s, seat, face->effect[i], own->spot[0].tile);
        if (face->slot[i] == BOAT_REPLACED && s->season == AUTUMN) push(s, REPLACE_BOAT, seat)->target = berth->boat;
    }
    if (m->fog.there) m->fog.cards += bits_in(berth->cards); /* counted, and not looked at */
    else own->secret_cards |= berth->cards;
    for (i32 i = s->lots - 1; i >= 0; i--) {
        i32 goods = m->rules->tile[s->lot[i].tile].face[s->lot[i].side].goods;
        if (s->lot[i].leader == seat && goods >= 0) push_resolve(s, seat, goods, own->spot[0].tile);
    }
    give_workers(s, own, berth->workers, 1);
    add_all(s->open_hands ? own->shown_skills : own->skills, berth->skills, TYPES);
    if (m->rules->cargo) {
        for (i32 kind = 0; kind < GOOD_KINDS; kind++) add_all(s->supply[kind], berth->cargo[kind], TYPES);
        gain(m, seat, own->spot[0].tile, berth->cargo);
    }
    own->boat = berth->boat;
    if (has_room(s, s->picks, SEATS)) s->pick[s->picks++] = (u8)seat;
    if (s->season == WINTER) {
        win(s, own, berth->boat, 0);
        memmove(berth, berth + 1, (size_t)(--s->berths - action->site) * sizeof *berth);
        return;
    }
    *berth = (Berth){.boat = berth->boat, .taken = 1};
}

/* The boats that are not in play, as the choices of who replaces one (mirrors compiled.REPLACE_BOAT). */
static i32 replacements(const Machine *m, Menu *menu, Action *action) {
    const State *s = &m->state;
    action->kind = REPLACE;
    for (i32 tile = 0; tile < m->rules->tiles; tile++) {
        i32 gone = m->rules->tile[tile].kind != BOAT || memchr(s->discard, tile, s->discarded) != NULL;
        for (i32 i = 0; i < s->berths; i++) gone |= s->berth[i].boat == tile;
        if (!gone && here(menu, 1)) {
            action->tile = tile;
            return 1;
        }
    }
    return 0;
}

static void replace_boat(State *s, const Task *task, i32 tile) {
    u8 *box = memchr(s->boxed, tile, s->box);
    if (box) {
        s->box--;
        memmove(box, box + 1, (size_t)(s->boxed + s->box - box));
    }
    discard(s, task->target);
    for (i32 i = 0; i < s->berths; i++)
        if (s->berth[i].boat == task->target) s->berth[i] = (Berth){.boat = (u8)tile, .taken = 1};
}

/* ------------------------------------------------------------------ winter tiles (mirrors engine.winter_offer) */

static i32 has_to_offer(const Seat *own) { return own->offered < 0 && own->winter; }

static i32 offers(const State *s, Menu *menu, Action *action, i32 seat) { /* one tile, two, and so on */
    i32 hand = s->seat[seat].winter;
    action->kind = OFFER;
    for (u32 chosen = 0; (chosen = next_choice(chosen, hand));)
        if (here(menu, 1)) {
            for (i32 i = 0; i < hand; i++) action->groups |= (chosen >> (hand - 1 - i) & 1) << i;
            return 1;
        }
    return 0;
}

static void offer(Machine *m, i32 seat, const Action *action) {
    Seat *own = &m->state.seat[seat];
    own->offered = 0;
    for (i32 i = 0; i < own->winter; i++)
        if (action->groups >> i & 1) own->offer[own->offered++] = own->hand[i];
    sort_by_name(m->rules, own->offer, own->offered);
}

static i32 winter_is_chosen(Machine *m) { /* mirrors Offering.shown and WinterTilesRevealed */
    State *s = &m->state;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (has_to_offer(&s->seat[seat])) return 0;
    u8 chosen[TILES] = {0}, tiles[TILES], sides[TILES] = {0};
    i32 number = 0;
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        for (i32 i = 0; i < own->offered; i++) chosen[own->offer[i]] = 1;
    }
    for (i32 seat = 0; seat < s->seats; seat++) {
        Seat *own = &s->seat[seat];
        for (i32 i = 0; i < own->winter; i++)
            if (!chosen[own->hand[i]]) s->boxed[s->box++] = own->hand[i];
        own->winter = 0;
        own->offered = NOBODY;
    }
    for (i32 tile = 0; tile < m->rules->tiles; tile++)
        if (chosen[tile]) tiles[number++] = (u8)tile;
    sort_by_name(m->rules, s->boxed, s->box);
    insert_lots(s, tiles, sides, number);
    return 1;
}

/* ------------------------------------------------------------------ set-up (mirrors engine.setup; rules 1.4, 1.5) */

/* Leave out tiles whose alternative is drawn; the drawn one lies where the first of them would (mirrors setup._drawn). */
static i32 draw_pairs(Machine *m, u8 *names, i32 count) {
    u8 found[TILES];
    i32 number = 0;
    TileSet there = {{0, 0}}, done = {{0, 0}};
    for (i32 i = 0; i < count; i++) add_tile(&there, names[i]);
    for (i32 i = 0; i < count; i++) {
        const Tile *tile = &m->rules->tile[names[i]];
        u8 group[PAIRS + 1], certain[PAIRS + 1], groups = 0, certains = 0;
        if (has_tile(&done, names[i])) continue;
        found[number++] = names[i];
        for (i32 k = 0; k < tile->pairs; k++) {
            if (!has_tile(&there, tile->pair[k])) continue;
            add_tile(&done, tile->pair[k]);
            group[groups++] = tile->pair[k];
            if (has_tile(&m->rules->preferred, tile->pair[k])) certain[certains++] = tile->pair[k];
        }
        u8 *rest = certains ? certain : group, *left = certains ? &certains : &groups;
        if (*left == 1) found[number - 1] = rest[0];
        if (*left > 1) pick(&m->state, rest, left, 1, &found[number - 1]);
    }
    memcpy(names, found, (size_t)number);
    return number;
}

static void set_up(Machine *m, i32 seats, u32 handicapped, u64 key) {
    const Rules *rules = m->rules;
    State *s = &m->state;
    memset(s, 0, offsetof(State, lot));
    forget(m);
    s->seats = (u8)seats;
    s->key = key;
    s->open_hands = rules->open_hands;
    u8 names[TILES], picked[TILES], used[TILES] = {0};
    u8 count = (u8)draw_pairs(m, names, listed(rules->of_kind[HOME], names));
    pick(s, names, &count, seats, picked);
    for (i32 seat = 0; seat < seats; seat++) {
        Seat *own = &s->seat[seat];
        const Tile *home = &rules->tile[picked[seat]];
        memset(own, 0, offsetof(Seat, regions));
        own->offered = NOBODY;
        own->boat = NOTHING;
        own->spots = 1;
        own->spot[0] = (Spot){.tile = picked[seat]};
        used[picked[seat]] = 1;
        add_powers(s, own, &home->face[FRONT]);
        recount_powers(own);
        if (home->number < rules->tile[s->seat[s->start].spot[0].tile].number) s->start = (u8)seat;
    }
    count = 0;
    for (i32 tile = 0; tile < rules->tiles; tile++)
        if (rules->tile[tile].kind == BOAT && rules->tile[tile].min_players <= seats) names[count++] = (u8)tile;
    count = (u8)draw_pairs(m, names, count);
    i32 drawn_boats = count > seats;
    u8 left[TILES], rest = count;
    memcpy(left, names, count);
    if (drawn_boats) pick(s, left, &rest, seats, picked);
    for (i32 i = 0; i < count; i++)
        if (!drawn_boats || memchr(picked, names[i], (size_t)seats)) {
            s->berth[s->berths++] = (Berth){.boat = names[i]};
            used[names[i]] = 1;
        }
    count = (u8)draw_pairs(m, names, listed(rules->of_kind[TURN_ORDER], names));
    for (i32 number = 1; number <= rules->turn_order[seats]; number++)
        for (i32 i = 0; i < count; i++)
            if (rules->tile[names[i]].number == number) {
                s->lot[s->lots] = (Lot){.tile = names[i]};
                look_at(&s->lot[s->lots++], seats);
                used[names[i]] = 1;
            }
    i32 each = rules->winter_dealt[seats], needed = each * seats;
    count = (u8)draw_pairs(m, names, listed(rules->of_season[WINTER], names));
    if (rules->prefers) {
        choose_tiles(m, names, count, needed, picked);
        memcpy(names, picked, (size_t)needed);
        count = (u8)needed;
    }
    for (i32 seat = 0; seat < seats; seat++) {
        Seat *own = &s->seat[seat];
        own->winter = (u8)each;
        pick(s, names, &count, each, own->hand);
        sort_by_name(rules, own->hand, each);
        for (i32 i = 0; i < each; i++) used[own->hand[i]] = 1;
    }
    for (i32 season = SPRING; season < WINTER; season++) {
        s->piles[season] = (u8)draw_pairs(m, s->pile[season], listed(rules->of_season[season], s->pile[season]));
        for (i32 i = 0; i < s->piles[season]; i++) used[s->pile[season][i]] = 1;
    }
    for (i32 tile = 0; tile < rules->tiles; tile++)
        if (!used[tile]) s->boxed[s->box++] = (u8)tile;
    sort_by_name(rules, s->boxed, s->box);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        for (i32 i = 0; i < rules->types[kind]; i++) {
            u8 *where = rules->source[kind][i] == 0 ? s->bag : rules->source[kind][i] == 1 ? s->stack : s->supply[kind];
            where[i] = rules->limit[kind][i];
        }
    s->unused_cards = rules->cards ? ~0ull >> (CARDS - rules->cards) : 0;
    s->add_ons = rules->add_ons ? ~0u >> (ADD_ONS - rules->add_ons) : 0;
    for (i32 seat = 0; seat < seats; seat++) {
        u8 drawn[TYPES];
        draw(s, s->bag, COLOURS, rules->starting_workers, drawn);
        give_workers(s, &s->seat[seat], drawn, 0);
        if (handicapped >> seat & 1) {
            remove_all(s->supply[WORKER], rules->handicap, COLOURS);
            give_workers(s, &s->seat[seat], rules->handicap, 1);
        }
    }
    push_phase(s, START_SPRING);
}
