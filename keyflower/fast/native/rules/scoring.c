/* Final scoring of one seat (mirrors engine.scoring and extend.measures; rules 6). */

static i32 on_loops(const u64 *roads, i32 number) { /* tiles on a closed road: those with a road that is no bridge */
    i32 found = 0;
    for (i32 i = 0; i < number; i++) {
        i32 looped = 0;
        for (u64 left = roads[i]; left && !looped; left &= left - 1) {
            i32 other = lowest(left);
            u64 reached = 1ull << i, last = 0;
            while (reached != last && !looped) { /* is there another way from i to the other one? */
                last = reached;
                for (u64 step = reached; step; step &= step - 1) {
                    i32 at = lowest(step);
                    reached |= at == i ? roads[at] & ~(1ull << other) : roads[at];
                }
                looped = reached >> other & 1;
            }
        }
        found += looped;
    }
    return found;
}

static i32 boats_by_water(Machine *m, const Seat *own) {
    const Rules *rules = m->rules;
    u64 seen = 1;
    i32 queue[SPOTS], tail = 0, found = 0;
    mark(m, own);
    queue[tail++] = 0;
    for (i32 head = 0; head < tail; head++) {
        const Spot *spot = &own->spot[queue[head]];
        const Tile *tile = &rules->tile[spot->tile];
        found += tile->kind == BOAT || tile->kind == SUMMER_BOAT;
        for (i32 d = 0; d < 6; d++) {
            i32 other = *ground(m, spot->q + DQ[d], spot->r + DR[d]) - 1;
            if (other < 0 || seen >> other & 1 || edge_of(tile->facing[spot->turn], d) != WATER) continue;
            if (edge_of(rules->tile[own->spot[other].tile].facing[own->spot[other].turn], (d + 3) % 6) != WATER) continue;
            seen |= 1ull << other;
            queue[tail++] = other;
        }
    }
    wipe(m, own);
    return found;
}

static i32 neighbours_of(const Seat *own, i32 place) {
    i32 number = 0;
    for (i32 i = 0; i < own->spots; i++) {
        i32 q = own->spot[i].q - own->spot[place].q, r = own->spot[i].r - own->spot[place].r;
        for (i32 d = 0; d < 6; d++) number += q == DQ[d] && r == DR[d];
    }
    return number;
}

static i32 tiles_of_pastures_at(Machine *m, Seat *own, i32 place) {
    u64 tiles = 0;
    know_pastures(m, own);
    for (i32 region = own->first_region[place]; region < own->first_region[place + 1]; region++)
        tiles |= tiles_of_pasture(own, own->root[region]);
    return __builtin_popcountll(tiles);
}

static const Face *face_up(const Machine *m, const Seat *own, i32 place) {
    return &m->rules->tile[own->spot[place].tile].face[own->spot[place].side];
}

/* What the tiles of a village say about something: the sum of what they pay for it, and the most that one pays. */
static i32 told_by_tiles(const Machine *m, const Seat *own, i32 type, i32 *most) {
    i32 total = 0;
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = face_up(m, own, i);
        for (i32 k = 0; k < face->measures; k++) {
            const Measure *measure = &m->rules->measure[face->first_measure + k];
            if (measure->type != type) continue;
            total += measure->points;
            if (most) *most = at_least(*most, measure->points);
        }
    }
    return total;
}

/* How many tiles of a village lie upgraded; `site` gets the best printed points of one without an add-on, or -1. */
static i32 upgraded_tiles(const Machine *m, const Seat *own, i32 *site) {
    i32 number = 0;
    *site = -1;
    for (i32 i = 0; i < own->spots; i++) {
        const Tile *tile = &m->rules->tile[own->spot[i].tile];
        if (own->spot[i].side != BACK || !tile->upgradable) continue;
        number++;
        if (!own->spot[i].add_on) *site = at_least(*site, tile->face[BACK].points);
    }
    return number;
}

/* How often something is there that a measure counts, of tiles, add-ons and upgrades. */
static i32 number_of(const Machine *m, const Seat *own, i32 type) {
    i32 number = 0, site;
    if (type == PER_UPGRADED_TILE) return upgraded_tiles(m, own, &site);
    for (i32 i = 0; i < own->spots; i++) {
        const Tile *tile = &m->rules->tile[own->spot[i].tile];
        switch (type) {
        case PER_TRANSPORT: number += face_up(m, own, i)->transport; break;
        case PER_UPGRADE: number += face_up(m, own, i)->upgrades; break;
        case PER_ADD_ON: number += own->spot[i].add_on > 0; break;
        default: number += tile->season == WINTER && tile->kind == VILLAGE; break;
        }
    }
    if (type == PER_UPGRADE) number += sum_of(own->housed, TYPES);
    return (type == PER_TRANSPORT || type == PER_UPGRADE) && HAS(own, DOUBLED) ? 2 * number : number;
}

/* What the best add-on would bring that is put up for nothing. */
static i32 free_add_on(const Machine *m, const Seat *own) {
    i32 site;
    upgraded_tiles(m, own, &site);
    return site < 0 || !m->state.add_ons ? 0 : site + told_by_tiles(m, own, PER_ADD_ON, NULL);
}

/* Printed points and measures, which use no pieces up (mirrors scoring._board_points). */
static i32 board_points(Machine *m, Seat *own) {
    i32 total = 0;
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = face_up(m, own, i);
        total += own->spot[i].add_on ? 2 * face->points : face->points;
        for (i32 k = 0; k < face->measures; k++) {
            const Measure *measure = &m->rules->measure[face->first_measure + k];
            i32 number = 0;
            switch (measure->type) {
            case PER_TRANSPORT: case PER_UPGRADED_TILE: case PER_ADD_ON: case PER_WINTER_TILE: case PER_UPGRADE:
                total += measure->points * number_of(m, own, measure->type);
                break;
            case FREE_ADD_ON: total += free_add_on(m, own); break;
            case PER_LOOP_TILE:
                if (!own->roads_known) find_roads(m, own);
                total += measure->points * on_loops(own->roads, own->spots);
                break;
            case BY_BOATS_ON_WATER:
                number = boats_by_water(m, own);
                total += measure->table[at_most(number, measure->steps - 1)];
                break;
            case PER_NEIGHBOUR: total += measure->points * neighbours_of(own, i); break;
            case PER_TILE_OF_PASTURE: total += measure->points * tiles_of_pastures_at(m, own, i); break;
            default: break;
            }
        }
    }
    return total;
}

/* ------------------------------------------------------------------ herds (mirrors farmers' PastureScoring) */

static i32 shelter_at(const Rules *rules, const Seat *own, i32 pasture, i32 species) {
    i32 best = 0;
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = &rules->tile[own->spot[i].tile].face[own->spot[i].side];
        for (i32 k = 0; k < face->measures; k++) {
            const Measure *measure = &rules->measure[face->first_measure + k];
            if (measure->type == SHELTERED && measure->species == species && measure->points > best
                && touches(own, i, pasture))
                best = measure->points;
        }
    }
    return best;
}

/* Return the points of all herds; `gain` is what one more animal of any species, anywhere, adds. */
static i32 herd_points(Machine *m, Seat *own, i32 *gain) {
    const Rules *rules = m->rules;
    i32 worth[TYPES], total = 0, sheltering = 0;
    *gain = 0;
    if (!rules->herds) return 0;
    for (i32 species = 0; species < TYPES; species++) worth[species] = rules->worth[species];
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = &rules->tile[own->spot[i].tile].face[own->spot[i].side];
        for (i32 k = 0; k < face->measures; k++) {
            const Measure *measure = &rules->measure[face->first_measure + k];
            if (measure->type == HERD_WORTH) worth[measure->species] = at_least(worth[measure->species], measure->points);
            sheltering |= measure->type == SHELTERED;
        }
    }
    know_pastures(m, own);
    for (i32 pasture = 0; pasture < own->regions; pasture++) {
        if (own->root[pasture] != pasture) continue;
        const Herd *herd = herd_on(own, pasture);
        for (i32 species = 0; species < rules->types[ANIMAL]; species++) {
            i32 number = herd ? herd->animals[species] : 0, value = worth[species];
            i32 shelter = sheltering ? shelter_at(rules, own, pasture, species) : 0;
            /* all go to the shelter, or one stays outside for the pasture (rules 6.8) */
            if (number && !shelter) total += value;
            if (number && shelter) total += (number - 1) * shelter + at_least(shelter, value);
            *gain = at_least(*gain, number ? shelter : at_least(shelter, value));
        }
    }
    return total;
}

/* ------------------------------------------------------------------ the best total */

/* Add what the cards of a seat pay, filled or not (mirrors compiled.CARD_HANDS). */
static void add_cards(Machine *m, Problem *problem, const Seat *own) {
    i32 filled = m->rules->card_points, number = 0;
    u64 cards = own->cards | own->secret_cards;
    if (!cards) return;
    told_by_tiles(m, own, CARD_FILLED, &filled);
    i32 floor = told_by_tiles(m, own, CARD_UNFILLED, NULL);
    for (; cards; cards &= cards - 1) {
        Term *term = &m->scratch->card[number++];
        *term = m->rules->card[lowest(cards)].term;
        term->points = (u8)at_least(0, filled - floor);
        term->floor = (u8)floor;
        add_term(problem, term, NOBODY, m->rules->jokers);
    }
}

/* Add the pieces of a kind in two pools. */
static void add_pools(
    Problem *problem, const u64 *roles, const Rules *rules, i32 kind, i32 place, const u8 *pool, const u8 *more
) {
    for (i32 i = 0; i < rules->types[kind]; i++)
        if (pool[i] + more[i]) add_pieces(problem, roles[kind * TYPES + i], place, pool[i] + more[i]);
}

static i32 total_as_it_lies(Machine *m, Seat *own, i32 purple) { /* mirrors scoring._best_total */
    const Rules *rules = m->rules;
    Problem problem;
    u64 roles[GOOD_KINDS * TYPES];
    const u8 none[TYPES] = {0};
    i32 joker, herd_joker;
    problem.sorts = problem.couplings = problem.heaps = problem.alone = problem.floor = 0;
    problem.jokers = problem.steps = 0;
    problem.scratch = m->scratch;
    memcpy(roles, rules->roles, sizeof roles);
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = &rules->tile[own->spot[i].tile].face[own->spot[i].side];
        for (i32 k = 0; k < face->terms; k++) add_term(&problem, &rules->term[face->first_term + k], i, rules->jokers);
        for (i32 k = 0; k < face->counting; k++)
            for (i32 good = 0; good < GOOD_KINDS * TYPES; good++)
                if (face->counted[k] >> good & 1) roles[good] |= face->counts_as[k];
    }
    add_cards(m, &problem, own);
    for (i32 k = 0; k < rules->common; k++) add_term(&problem, &rules->term[k], NOBODY, rules->jokers);
    add_pools(&problem, roles, rules, WORKER, NOBODY, own->workers, own->shown);
    add_pools(&problem, roles, rules, SKILL, NOBODY, own->skills, own->shown_skills);
    add_pools(&problem, roles, rules, PRODUCE, NOBODY, own->stock, none);
    for (i32 at = 0; at < own->spots; at++) add_pools(&problem, roles, rules, RESOURCE, at, own->spot[at].goods, none);
    i32 total = solve(&problem, purple, &joker);
    m->steps += problem.steps;
    total += herd_points(m, own, &herd_joker);
    if (purple) total += at_least(joker, herd_joker);
    return total + board_points(m, own);
}

/* Whether something counts the tiles that lie upgraded, or what is printed on the sides that lie up but transport. */
static i32 counts_sides(const Machine *m, const Seat *own) {
    for (i32 i = 0; i < own->spots; i++) {
        const Face *face = face_up(m, own, i);
        for (i32 k = 0; k < face->measures; k++) {
            i32 type = m->rules->measure[face->first_measure + k].type;
            if (type == PER_UPGRADED_TILE || type == PER_UPGRADE || type == FREE_ADD_ON) return 1;
        }
    }
    return 0;
}

static i32 best_total(Machine *m, i32 seat) { /* mirrors scoring.best_total, with the free flip (rules 6.1) */
    Seat *own = &m->state.seat[seat];
    i32 purple = seat == m->state.start, total = total_as_it_lies(m, own, purple);
    if (!HAS(own, FREE_FLIP)) return total;
    i32 best = total, carts = told_by_tiles(m, own, PER_TRANSPORT, NULL) * (HAS(own, DOUBLED) ? 2 : 1);
    i32 sides = counts_sides(m, own);
    for (i32 i = 0; i < own->spots; i++) {
        Spot *spot = &own->spot[i];
        const Tile *tile = &m->rules->tile[spot->tile];
        if (spot->side != FRONT || !tile->upgradable) continue;
        const Face *front = &tile->face[FRONT], *back = &tile->face[BACK];
        if (tile->same_scores && !sides) {
            best = at_least(best, total + back->points - front->points + carts * (back->transport - front->transport));
            continue;
        }
        u8 powers = own->powers, power[POWERS];
        memcpy(power, own->power, POWERS);
        spot->side = BACK;
        exchange_powers(&m->state, own, tile);
        best = at_least(best, total_as_it_lies(m, own, purple));
        spot->side = FRONT;
        own->powers = powers;
        memcpy(own->power, power, POWERS);
        recount_powers(own);
    }
    return best;
}

/* ------------------------------------------------------------------ the end of the game (mirrors engine.game_end) */

static void finish(Machine *m) {
    State *s = &m->state;
    i32 best = -EVERYTHING;
    for (i32 seat = 0; seat < s->seats; seat++) {
        m->totals[seat] = best_total(m, seat);
        best = at_least(best, m->totals[seat]);
    }
    m->winners = 0;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (m->totals[seat] == best) m->winners |= 1u << seat;
    if (m->rules->earliest_pick && m->winners & (m->winners - 1))
        for (i32 i = 0; i < s->picks; i++)
            if (m->winners >> s->pick[i] & 1) {
                m->winners = 1u << s->pick[i];
                break;
            }
}
