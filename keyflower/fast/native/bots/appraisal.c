/* Appraisal: what a position is worth to a seat, as far as it can know (mirrors appraisal.appraiser.Appraiser). */

/* ------------------------------------------------------------------ points for certain */

static u64 mixed_in(u64 hash, u64 more) {
    hash = (hash ^ more) * 0x9E3779B97F4A7C15ull;
    return hash ^ hash >> 29;
}

static u64 four(const u8 *bytes) {
    u32 number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* Whether a tile of the village or a card scores workers (mirrors Appraiser._counts_workers). */
static i32 counts_workers(const Rules *rules, const Seat *own) {
    if ((own->cards | own->secret_cards) & rules->worker_cards) return 1;
    for (i32 i = 0; i < own->spots; i++)
        if (rules->scores_workers[own->spot[i].tile][own->spot[i].side]) return 1;
    return 0;
}

static u64 with_spot(u64 hash, const Spot *spot) {
    u64 lies = (u64)spot->tile | (u64)spot->side << 8 | (u64)spot->turn << 16 | (u64)(u8)spot->q << 24
               | (u64)(u8)spot->r << 32 | (u64)spot->add_on << 40;
    return mixed_in(hash, lies * 0xD6E8FEB86659FD93ull ^ eight(spot->goods)); /* one step of the chain, not two */
}

/* What the points of a seat depend on: a village as it is, to which a tile may be added. */
typedef struct {
    u64 hash;                  /* of the seat and its tiles, in order */
    i32 counts, points;        /* whether workers score, and the points as it is */
} Standing;

static u64 hash_of_village(const State *s, const Seat *own, i32 seat) {
    u64 hash = mixed_in((u64)(s->start == seat) + 2, own->has);
    hash = mixed_in(hash, eight(own->skills));
    hash = mixed_in(hash, eight(own->shown_skills));
    hash = mixed_in(hash, eight(own->stock));
    for (i32 i = 0; i < own->spots; i++) hash = with_spot(hash, &own->spot[i]);
    return hash;
}

/* Everything that the points of a seat depend on, as one number; `hash` is that of its village. */
static u64 fingerprint(const Rules *rules, const State *s, const Seat *own, u64 hash, i32 counts) {
    i32 cards = rules->cards, add_ons = rules->add_ons || rules->types[HOUSED];
    if (counts) hash = mixed_in(hash, four(own->workers) | four(own->shown) << 32);
    for (i32 i = 0; i < own->herds; i++) hash = mixed_in(mixed_in(hash, own->herd[i].pasture), eight(own->herd[i].animals));
    if (cards) hash = mixed_in(hash, own->cards | own->secret_cards);
    if (add_ons) hash = mixed_in(mixed_in(hash, eight(own->housed)), s->add_ons != 0);
    return hash | 1; /* 0 stands for nothing */
}

/* The points of a seat if the game ended now, unknown pieces left out (mirrors Appraiser.points).
 *
 * Most options change nothing that scores, so what was counted is kept: four of five questions are answered by that.
 * With `laid` the last tile has only been tried: herds have not come together yet. `village` is the hash of the village, and
 * `counts` says whether workers score there.
 */
static i32 count_points(Machine *m, i32 seat, i32 laid, u64 village, i32 counts) {
    Seat *own = &m->state.seat[seat];
    u64 hash = fingerprint(m->rules, &m->state, own, village, counts);
    Counted *kept = &m->known[hash >> 16 & (KNOWN - 1)];
    if (kept->hash == hash) return kept->points;
    u8 workers[COLOURS], shown[COLOURS];
    memcpy(workers, own->workers, COLOURS);
    memcpy(shown, own->shown, COLOURS);
    if (!counts) {
        memset(own->workers, 0, COLOURS);
        memset(own->shown, 0, COLOURS);
    }
    enum { FOLLOWING = offsetof(Seat, spot) - offsetof(Seat, regions) }; /* what follows from how the tiles lie */
    i32 herds = own->herds, roads_known = own->roads_known, pastures_known = 0;
    Herd herd[HERDS];
    u8 following[FOLLOWING];
    if (laid) {
        if (m->rules->herds) { /* the other tiles stay: their pastures are found once for all that is tried */
            own->spots--;
            know_pastures(m, own);
            own->spots++;
        }
        pastures_known = own->pastures_known;
        memcpy(herd, own->herd, (size_t)herds * sizeof *herd);
        memcpy(following, &own->regions, FOLLOWING);
        own->roads_known = 0;
        join_herds(m, own);
    }
    kept->points = best_total(m, seat);
    kept->hash = hash;
    if (laid) {
        own->herds = (u8)herds;
        memcpy(own->herd, herd, (size_t)herds * sizeof *herd);
        memcpy(&own->regions, following, FOLLOWING);
        own->roads_known = (u8)roads_known;
        own->pastures_known = (u8)pastures_known;
    }
    memcpy(own->workers, workers, COLOURS);
    memcpy(own->shown, shown, COLOURS);
    return kept->points;
}

static Standing standing_of(Machine *m, i32 seat) {
    const Seat *own = &m->state.seat[seat];
    Standing now = {hash_of_village(&m->state, own, seat), counts_workers(m->rules, own), 0};
    now.points = count_points(m, seat, 0, now.hash, now.counts);
    return now;
}

static i32 points_now(Machine *m, i32 seat) { return standing_of(m, seat).points; }

enum { PLACES_TRIED = 18 };

/* The points of a seat if it laid a tile. */
static i32 points_with(Machine *m, i32 seat, const Standing *now, i32 tile, i32 side, const Cell *cell, i32 turn) {
    Seat *own = &m->state.seat[seat];
    Spot *spot = &own->spot[own->spots++];
    memset(spot, 0, sizeof *spot);
    spot->tile = (u8)tile;
    spot->side = (u8)side;
    spot->turn = (u8)turn;
    spot->q = cell->q;
    spot->r = cell->r;
    i32 counts = now->counts || m->rules->scores_workers[tile][side];
    i32 points = count_points(m, seat, 1, with_spot(now->hash, spot), counts);
    own->spots--;
    return points;
}

/* How many points a tile adds at once if it is laid well (mirrors Appraiser.gain_by_laying). */
static i32 gain_by_laying(Machine *m, i32 seat, const Standing *now, i32 tile, i32 side) {
    const Tile *laid = &m->rules->tile[tile];
    i32 number = 0, best = -EVERYTHING, place = 0;
    const Border *border = border_of(m, seat);
    i32 by_place = laid->kind == BOAT || laid->kind == TURN_ORDER || laid->kind == SUMMER_BOAT;
    for (i32 at = 0; at < border->cells && (by_place || !number); at++)
        number += __builtin_popcount(fitting(&border->cell[at], laid));
    if (!number) return 0;
    i32 step = by_place ? at_least(1, number / PLACES_TRIED) : number;
    for (i32 at = 0; at < border->cells; at++) {
        u32 turns = fitting(&border->cell[at], laid);
        for (i32 turn = 0; turn < 6; turn++) {
            if (!(turns >> turn & 1) || place++ % step) continue;
            best = at_least(best, points_with(m, seat, now, tile, side, &border->cell[at], turn));
            if (!by_place) return best - now->points;
        }
    }
    return best - now->points;
}

/* ------------------------------------------------------------------ promises */

static void add_goods(u8 *all, const Seat *own) { /* mirrors Village.goods */
    for (i32 i = 0; i < own->spots; i++) add_all(all, own->spot[i].goods, TYPES);
}

/* How many of some goods a term scores that counts what is stored. */
static i32 storable(const Term *term, const u8 *goods) {
    i32 number = 0;
    for (i32 good = 0; good < TYPES; good++)
        if (term->types[0] >> (RESOURCE * TYPES + good) & 1) number += goods[good];
    return number;
}

/* What owning a tile promises, as the position was before the choice (mirrors Appraiser.promise). */
static double promise_of(Machine *m, const Judge *judge, i32 seat, const Standing *now, i32 tile, i32 side, const u8 *goods) {
    const Face *face = &m->rules->tile[tile].face[side];
    i32 when = m->state.season, kind = m->rules->tile[tile].kind;
    if (when == WINTER) return gain_by_laying(m, seat, now, tile, side) + (kind == TURN_ORDER ? judge->first_boat : 0);
    double total = judge->tile[tile].side[side].promised[when];
    if (kind == TURN_ORDER || kind == SUMMER_BOAT) return total;
    for (i32 k = 0; k < face->terms; k++) { /* mirrors Appraiser._storing */
        const Term *term = &m->rules->term[face->first_term + k];
        if (term->type == PER_STORED) total += term->points * (judge->store + judge->fits * storable(term, goods));
    }
    return total;
}

static void promise_one(Machine *m, Thought *thought, const Standing *now, i32 tile, i32 side, const u8 *goods) {
    thought->promise[tile][side] = promise_of(m, thought->judge, thought->seat, now, tile, side, goods);
}

/* Count workers: in hand, in groups that come back, on own tiles, and less for those given away. */
static double workers_of(const Machine *m, const Thought *thought) { /* mirrors Appraiser._workers */
    const State *s = &m->state;
    const Judge *judge = thought->judge;
    const Seat *own = &s->seat[thought->seat];
    i32 back = 0, lost = 0;
    double number = m->fog.workers;
    for (i32 c = 0; c < COLOURS; c++) number += (own->workers[c] + own->shown[c]) * (1.0 + judge->colour[c]);
    for (i32 i = 0; i < s->lots; i++)
        if (s->lot[i].outbid >> thought->seat & 1) back += s->lot[i].bid[thought->seat].size;
    for (i32 seat = 0; seat < s->seats; seat++)
        for (const Spot *spot = s->seat[seat].spot, *end = spot + s->seat[seat].spots; spot < end; spot++)
            *(seat == thought->seat ? &back : &lost) += users(spot->use, spot->uses);
    return number + judge->back * back - judge->lost * lost;
}

/* The resources within so many steps of a tile: there, one step away, ..., and everywhere (mirrors Appraiser._rings).
 *
 * `stocked` are the tiles with resources. Eight bytes are added as one number: no village has so many of a resource that one byte would spill into the next.
 */
static void find_rings(const Seat *own, const u64 *steps, i32 place, u64 stocked, u64 all, u64 rings[RINGS]) {
    u64 reached = 1ull << place, before = 0, goods = 0;
    rings[RINGS - 1] = all;
    for (i32 far = 0; far < RINGS - 1; far++) {
        for (u64 left = reached & ~before & stocked; left; left &= left - 1) goods += eight(own->spot[lowest(left)].goods);
        rings[far] = goods;
        before = reached;
        if (goods != all && far < RINGS - 2) reached = one_step(steps, reached);
    }
}

/* How many of the resources for turning a tile there are among some (mirrors appraiser._resources_for). */
static i32 found_for(const Rules *rules, const Tile *tile, const u8 *goods) {
    i32 found = 0, wilds = 0, left = sum_of(goods, TYPES);
    for (i32 i = 0; i < rules->types[RESOURCE]; i++)
        if (rules->wild >> i & 1) wilds += goods[i];
    for (i32 i = 0; i < rules->types[RESOURCE]; i++)
        if (tile->cost.bill[i]) { /* a wild good stands for itself only once */
            i32 these = at_most(tile->cost.bill[i], goods[i] + (rules->wild >> i & 1 ? 0 : wilds));
            found += these;
            left -= these;
        }
    return found + at_most(tile->cost.any_resources, at_least(0, left));
}

/* The part of the cost of turning a tile that is there; what is not in place yet counts less (mirrors Appraiser._turning). */
static double progress(const Rules *rules, const Judge *judge, const Tile *tile, const u64 rings[RINGS], const u8 *tokens) {
    i32 skills = 0, free_tokens = sum_of(tokens, TYPES);
    for (i32 i = 0; i < TYPES && tile->cost.tokens_due; i++) {
        i32 found = at_most(tile->cost.tokens[i], tokens[i]);
        skills += found;
        free_tokens -= found;
    }
    skills += at_most(tile->cost.any_skills, free_tokens);
    i32 bill = tile->cost.goods_due, before = 0;
    double done = skills;
    for (i32 far = 0; bill && far < RINGS; far++) {
        if (rings[far] == (far ? rings[far - 1] : 0)) continue; /* nothing more there */
        i32 found = found_for(rules, tile, (const u8 *)&rings[far]);
        done += judge->reach[far] * (found - before);
        before = found;
        if (found == bill) break;
    }
    return done / at_least(1, bill + tile->cost.tokens_due);
}

/* What resources would score in a store. */
static i32 stored(const Rules *rules, i32 tile, i32 side, const u8 *goods) {
    const Face *face = &rules->tile[tile].face[side];
    i32 total = 0;
    for (i32 k = 0; face->stores && k < face->terms; k++) {
        const Term *term = &rules->term[face->first_term + k];
        if (term->type == PER_STORED) total += term->points * storable(term, goods);
    }
    return total;
}

/* What resources promise that could be brought to a store (mirrors Appraiser._hauling). */
static double hauling(const Rules *rules, const Judge *judge, const Spot *spot, const u64 rings[RINGS]) {
    double total = 0;
    i32 before = stored(rules, spot->tile, spot->side, (const u8 *)&rings[0]);
    for (i32 far = 1; far < RINGS; far++) {
        i32 points = stored(rules, spot->tile, spot->side, (const u8 *)&rings[far]);
        total += judge->reach[far] * (points - before);
        before = points;
    }
    return total;
}

/* What the seat's own tiles will bring: their uses, what has been done for turning them, and for filling stores. */
static double tiles_of(Machine *m, const Thought *thought, Seat *own, const u8 *goods) {
    const Judge *judge = thought->judge;
    const u64 *steps = steps_of(m, own);
    i32 when = m->state.season;
    double total = 0;
    u64 stocked = 0;
    u8 tokens[TYPES];
    for (i32 i = 0; i < own->spots; i++) stocked |= (u64)(eight(own->spot[i].goods) != 0) << i;
    u64 rings[RINGS];
    for (i32 i = 0; i < TYPES; i++) tokens[i] = (u8)(own->skills[i] + own->shown_skills[i]);
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        const Tile *tile = &m->rules->tile[spot->tile];
        total += judge->tile[spot->tile].side[spot->side].working[when];
        i32 turns = spot->side == FRONT && tile->upgradable, stores = tile->face[spot->side].stores;
        if (!turns && !stores) continue;
        find_rings(own, steps, i, stocked, eight(goods), rings);
        if (stores) total += judge->hauled[when] * hauling(m->rules, judge, spot, rings);
        if (!turns) continue;
        double gain = judge->tile[spot->tile].turning[when];
        if (judge->stored > 0)
            gain += judge->stored
                    * (stored(m->rules, spot->tile, BACK, spot->goods) - stored(m->rules, spot->tile, FRONT, spot->goods));
        if (gain != 0) total += gain * judge->ready[when] * progress(m->rules, judge, tile, rings, tokens);
    }
    return total;
}

/* What the best of the winter tiles in hand would score by now (mirrors Appraiser._planning). */
static double planning(Machine *m, const Thought *thought, const Standing *now) {
    const Seat *own = &m->state.seat[thought->seat];
    double weight = thought->judge->plan[m->state.season];
    i32 best = 0;
    if (m->state.season == WINTER || weight <= 0) return 0;
    for (i32 i = 0; i < own->winter; i++) best = at_least(best, gain_by_laying(m, thought->seat, now, own->hand[i], FRONT));
    return weight * best;
}

/* What animals promise besides their points (mirrors Appraiser._herds). */
static double herds_of(const Judge *judge, const Seat *own, i32 when) {
    double total = 0;
    for (i32 i = 0; i < own->herds; i++) {
        const u8 *animals = own->herd[i].animals;
        for (i32 species = 0; species < TYPES; species++) {
            if (!animals[species]) continue;
            total += judge->spare * (animals[species] - 1);
            if (animals[species] > 1 && only(animals, species)) total += judge->breed * (WINTER - when);
        }
    }
    return total;
}

/* What cards and pieces on the home promise besides their points (mirrors Appraiser._held). */
static double held_by(const Machine *m, const Judge *judge, const Seat *own) {
    i32 when = m->state.season;
    double total = 0;
    if (m->rules->cards) total += judge->card[when] * (bits_in(own->cards | own->secret_cards) + m->fog.cards);
    if (m->rules->types[HOUSED]) total += judge->housed[when] * sum_of(own->housed, TYPES);
    return total;
}

/* What a tile that the seat leads promises (mirrors Appraiser._leading). */
static double leading(Machine *m, const Thought *thought, const Standing *now, const Lot *lot) {
    if (m->state.season == WINTER && thought->judge->fresh > 0 && m->rules->tile[lot->tile].kind == VILLAGE)
        return gain_by_laying(m, thought->seat, now, lot->tile, lot->side);
    return thought->promise[lot->tile][lot->side];
}

/* How much of a tile a leading bid counts. */
static double holding(const Judge *judge, i32 size) { return judge->holds[at_most(size, HOLDS - 1)]; }

/* What a bid adds. It changes nothing but the lots and the hand, so nothing has to be carried out to know it. */
static double worth_of_bid(const Machine *m, const Thought *thought, const Action *action) {
    const State *s = &m->state;
    const Judge *judge = thought->judge;
    const Lot *lot = &s->lot[action->site];
    const Group *own = &lot->bid[thought->seat];
    i32 size = own->size, leads = lot->leader == thought->seat;
    double workers = size && !leads ? -judge->back * size : 0;
    for (i32 c = 0; c < COLOURS; c++) {
        i32 number = action->pool[c] + action->shown[c];
        size += number;
        workers -= number * (1.0 + judge->colour[c]);
    }
    for (i32 i = 0; action->groups >> i; i++)
        if (action->groups >> i & 1) {
            size += s->lot[i].bid[thought->seat].size;
            workers -= judge->back * s->lot[i].bid[thought->seat].size;
        }
    double holds = holding(judge, size);
    if (leads) holds -= holding(judge, lot->top);
    double worker = judge->worker[s->season], there = worker * judge->back * users(lot->use, lot->uses);
    return worker * workers + holds * (thought->promise[lot->tile][lot->side] + there);
}

/* The points for certain and what the position promises besides (mirrors Appraiser.value). */
static double value_of(Machine *m, const Thought *thought) {
    State *s = &m->state;
    const Judge *judge = thought->judge;
    Seat *own = &s->seat[thought->seat];
    i32 when = s->season, links = 0;
    u8 goods[TYPES] = {0};
    add_goods(goods, own);
    const Standing now = standing_of(m, thought->seat);
    double total = now.points;
    total += judge->worker[when] * workers_of(m, thought);
    total += judge->skill[when] * (sum_of(own->skills, TYPES) + sum_of(own->shown_skills, TYPES) + m->fog.skills);
    total += judge->good[when] * (sum_of(own->stock, TYPES) + sum_of(goods, TYPES));
    if (!own->roads_known) find_roads(m, own);
    for (i32 i = 0; i < own->spots; i++)
        for (u64 left = own->roads[i]; left; left &= left - 1) links++; /* few: counting them costs less than a call */
    total += judge->road[when] * (links / 2);
    total += tiles_of(m, thought, own, goods);
    for (i32 i = 0; i < s->lots; i++) {
        const Lot *lot = &s->lot[i];
        if (lot->leader != thought->seat) continue;
        double there = judge->worker[when] * judge->back * users(lot->use, lot->uses);
        total += holding(judge, lot->top) * (leading(m, thought, &now, lot) + there);
    }
    total += herds_of(judge, own, when);
    total += held_by(m, judge, own);
    total += planning(m, thought, &now);
    for (i32 i = 0; i < own->won; i++) total += thought->promise[own->won_tile[i]][own->won_side[i]];
    return total;
}

/* Whether bids change more than lots and hand: where workers score, or would. */
static i32 bids_count(const Machine *m, const Thought *thought) {
    const Seat *own = &m->state.seat[thought->seat];
    if (counts_workers(m->rules, own) || (m->state.season == WINTER && thought->judge->fresh > 0)) return 1;
    for (i32 i = 0; i < own->winter && thought->judge->plan[m->state.season] > 0; i++)
        if (m->rules->scores_workers[own->hand[i]][FRONT]) return 1;
    return 0;
}

/* Begin to think: whatever the seat could own after this choice has a promise. Of the tiles up for auction, these are those
 * that it leads already, and those that it may bid for: `bids` has a bit for each.
 */
static void begin_thought(Machine *m, Thought *thought, const Judge *judge, i32 seat, u32 bids) {
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    u8 goods[TYPES] = {0};
    thought->judge = judge;
    thought->seat = seat;
    add_goods(goods, own);
    const Standing now = standing_of(m, seat);
    for (i32 i = 0; i < s->lots; i++)
        if (bids >> i & 1 || s->lot[i].leader == seat) promise_one(m, thought, &now, s->lot[i].tile, s->lot[i].side, goods);
    for (i32 i = 0; i < own->won; i++) promise_one(m, thought, &now, own->won_tile[i], own->won_side[i], goods);
    if (s->tasks && s->task[s->tasks - 1].kind == TAKE_BOAT && s->season == WINTER)
        for (i32 i = 0; i < s->berths; i++) promise_one(m, thought, &now, s->berth[i].boat, FRONT, goods);
    if (!own->roads_known) find_roads(m, own);
    thought->counting = bids_count(m, thought);
    thought->now = value_of(m, thought);
}
