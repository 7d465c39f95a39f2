/* Tables: read once from the row of numbers that keyflower/fast/compiler.py writes, in the same order. */

typedef struct {
    const i32 *at, *end;
    i32 bad;
} Row;

static i32 next(Row *row) {
    if (row->at >= row->end) {
        row->bad = 1;
        return 0;
    }
    return *row->at++;
}

static i32 next_upto(Row *row, i32 most) { /* a count: never more than there is room for */
    i32 number = next(row);
    if (number < 0 || number > most) {
        row->bad = 1;
        return 0;
    }
    return number;
}

static u64 next_bits(Row *row) {
    u64 low = (u32)next(row);
    return low | (u64)(u32)next(row) << 32;
}

static void next_bytes(Row *row, u8 *bytes, i32 number) {
    for (i32 i = 0; i < number; i++) bytes[i] = (u8)next(row);
}

#define NEXT_EACH(row, ...) next_each(row, (u8 *const[]){__VA_ARGS__, NULL}) /* several single bytes */

static void next_each(Row *row, u8 *const *bytes) {
    for (; *bytes; bytes++) **bytes = (u8)next(row);
}

static Price next_price(Row *row) {
    Price price = {.kind = (u8)next_upto(row, ANIMAL), .named = (u8)next(row), .pieces = (u8)next(row)};
    for (i32 i = 0; i < TYPES; i++)
        if (price.pieces >> (price.kind == WORKER ? i % COLOURS : i) & 1) price.mask |= 0xffull << 8 * i;
    return price;
}

static void read_node(Row *row, Node *node) {
    node->op = (u8)next_upto(row, TAKE_CARDS);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++) next_bytes(row, node->goods[kind], TYPES);
    NEXT_EACH(row, &node->workers, &node->skills, &node->capacity, &node->upgrades, &node->cards);
    node->tile = (u8)next_upto(row, TILES - 1);
    node->price = next_price(row);
    node->first = (u16)next_upto(row, NODES);
    node->parts = (u16)next_upto(row, 12);
}

static void read_term(Row *row, Term *term) {
    term->type = (u8)next_upto(row, PER_STORED);
    NEXT_EACH(row, &term->points, &term->picks, &term->most, &term->floor);
    term->slots = (u8)next_upto(row, SLOTS);
    for (i32 slot = 0; slot < term->slots; slot++) {
        term->types[slot] = next_bits(row);
        term->count[slot] = (u8)next(row);
    }
}

static void read_measure(Row *row, Measure *measure) {
    measure->type = (u8)next_upto(row, MEASURES - 1);
    measure->points = (u8)next(row);
    measure->species = (u8)next_upto(row, TYPES - 1);
    measure->steps = (u8)next_upto(row, 16);
    next_bytes(row, measure->table, measure->steps);
}

static void read_face(Row *row, Face *face) {
    face->use = (i16)next(row);
    face->goods = (i16)next(row);
    face->priced = (i8)next(row);
    face->price = next_price(row);
    NEXT_EACH(row, &face->points, &face->transport, &face->upgrades);
    face->powers = (u8)next_upto(row, 4);
    for (i32 i = 0; i < face->powers; i++) {
        face->slot[i] = (u8)next_upto(row, 31);
        face->effect[i] = (i16)next(row);
    }
    face->first_term = (u16)next(row);
    face->terms = (u8)next(row);
    face->first_measure = (u16)next(row);
    NEXT_EACH(row, &face->measures, &face->stores);
    face->counting = (u8)next_upto(row, 4);
    for (i32 i = 0; i < face->counting; i++) {
        face->counted[i] = next_bits(row);
        face->counts_as[i] = next_bits(row);
    }
}

static void read_cost(Row *row, Cost *cost) {
    next_bytes(row, cost->bill, TYPES);
    cost->any_resources = (u8)next(row);
    next_bytes(row, cost->tokens, TYPES);
    cost->any_skills = (u8)next(row);
    next_bytes(row, cost->crew, COLOURS);
    cost->any_workers = (u8)next(row);
    cost->goods_due = sum_of(cost->bill, TYPES) + cost->any_resources;
    cost->tokens_due = sum_of(cost->tokens, TYPES) + cost->any_skills;
    cost->crew_due = sum_of(cost->crew, COLOURS) + cost->any_workers;
}

static void read_card(Row *row, Card *card) {
    read_term(row, &card->term);
    card->trades = (u8)next_upto(row, TRADES);
    for (i32 i = 0; i < card->trades; i++) {
        card->kind[i] = (u8)next_upto(row, GOOD_KINDS - 1);
        card->type[i] = (u8)next_upto(row, TYPES - 1);
    }
}

static i32 scores_workers(const Term *term) {
    for (i32 slot = 0; slot < term->slots; slot++)
        if (term->types[slot] & ((1 << TYPES) - 1)) return 1;
    return 0;
}

static void read_cards(Row *row, Rules *rules) {
    rules->cards = (u8)next_upto(row, CARDS);
    NEXT_EACH(row, &rules->open_cards, &rules->card_points, &rules->trading);
    for (i32 i = 0; i < rules->cards; i++) {
        read_card(row, &rules->card[i]);
        rules->worker_cards |= (u64)scores_workers(&rules->card[i].term) << i;
    }
    rules->add_ons = (u8)next_upto(row, ADD_ONS);
    for (i32 i = 0; i < rules->add_ons; i++) {
        rules->add_on[i].colour = (u8)next_upto(row, COLOURS - 1);
        read_cost(row, &rules->add_on[i].cost);
    }
}

static void add_tile(TileSet *set, i32 tile) { set->word[tile >> 6] |= 1ull << (tile & 63); }

static i32 has_tile(const TileSet *set, i32 tile) { return set->word[tile >> 6] >> (tile & 63) & 1; }

static i32 any_piece(const u8 pieces[GOOD_KINDS][TYPES]) {
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        if (any_of(pieces[kind], TYPES)) return 1;
    return 0;
}

static void read_tile(Row *row, Rules *rules, i32 number) {
    Tile *tile = &rules->tile[number];
    tile->kind = (u8)next_upto(row, TURN_ORDER);
    add_tile(&rules->of_kind[tile->kind], number);
    tile->season = (u8)next(row);
    if (tile->season <= WINTER) add_tile(&rules->of_season[tile->season], number);
    NEXT_EACH(row, &tile->number, &tile->min_players);
    rules->rank[number] = (u8)next_upto(row, TILES - 1);
    rules->by_rank[rules->rank[number]] = (u8)number;
    tile->upgradable = (u8)next(row);
    if (next(row)) add_tile(&rules->preferred, number);
    tile->same_scores = (u8)next(row);
    i32 edges[6];
    for (i32 edge = 0; edge < 6; edge++) edges[edge] = next_upto(row, WATER);
    for (i32 turn = 0; turn < 6; turn++) {
        tile->facing[turn] = 0;
        for (i32 edge = 0; edge < 6; edge++) tile->facing[turn] |= (u16)(edges[edge] << 2 * ((edge + turn) % 6));
        if (turn % 4 == 0) tile->facings[turn / 4] = 0;
        tile->facings[turn / 4] |= (u64)tile->facing[turn] << 16 * (turn % 4);
    }
    tile->regions = (u8)next_upto(row, 6);
    next_bytes(row, tile->sectors, 12);
    for (i32 season = 0; season < 3; season++) next_bytes(row, tile->arrivals[season], 2);
    for (i32 season = 0; season < 3; season++) {
        for (i32 kind = 0; kind < GOOD_KINDS; kind++) next_bytes(row, tile->cargo[season][kind], TYPES);
        tile->cards[season] = (u8)next(row);
        rules->cargo |= tile->cards[season] || any_piece(tile->cargo[season]);
    }
    tile->pairs = (u8)next_upto(row, PAIRS);
    for (i32 i = 0; i < tile->pairs; i++) tile->pair[i] = (u8)next_upto(row, TILES - 1);
    if (tile->pairs) add_tile(&rules->paired, number);
    read_cost(row, &tile->cost);
    read_face(row, &tile->face[FRONT]);
    read_face(row, &tile->face[BACK]);
}

static void read_steps(Row *row, u8 *steps, u8 *number) {
    *number = (u8)next_upto(row, PHASES);
    next_bytes(row, steps, *number);
}

/* Return 0 if the row of numbers was understood to its end. */
static i32 read_rules(Rules *rules, const i32 *numbers, i32 length) {
    Row row = {numbers, numbers + length, 0};
    memset(rules, 0, sizeof *rules);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++) {
        rules->types[kind] = (u8)next_upto(&row, kind == WORKER ? COLOURS : TYPES);
        for (i32 i = 0; i < rules->types[kind]; i++) {
            NEXT_EACH(&row, &rules->limit[kind][i], &rules->source[kind][i]);
            rules->roles[kind * TYPES + i] = next_bits(&row);
        }
    }
    rules->jokers = next_bits(&row);
    next_bytes(&row, rules->transport, TYPES);
    next_bytes(&row, rules->worth, TYPES);
    NEXT_EACH(&row, &rules->wild, &rules->herds, &rules->earliest_pick);
    NEXT_EACH(&row, &rules->prefers, &rules->open_hands, &rules->starting_workers);
    next_bytes(&row, rules->handicap, COLOURS);
    for (i32 seats = 0; seats <= SEATS; seats++) {
        rules->season_tiles[seats] = (u8)next(&row);
        rules->winter_dealt[seats] = (u8)next_upto(&row, HAND);
        rules->turn_order[seats] = (u8)next(&row);
    }
    read_steps(&row, rules->phase, &rules->phases);
    for (i32 season = 0; season < 4; season++) {
        read_steps(&row, rules->start_steps[season], &rules->starts[season]);
        read_steps(&row, rules->end_steps[season], &rules->ends[season]);
    }
    rules->nodes = (u16)next_upto(&row, NODES);
    for (i32 i = 0; i < rules->nodes; i++) read_node(&row, &rules->node[i]);
    rules->common = (u8)next_upto(&row, 20);
    rules->terms = (u16)next_upto(&row, TERMS);
    for (i32 i = 0; i < rules->terms; i++) read_term(&row, &rules->term[i]);
    rules->measures = (u16)next_upto(&row, TERMS);
    for (i32 i = 0; i < rules->measures; i++) read_measure(&row, &rules->measure[i]);
    read_cards(&row, rules);
    rules->tiles = (u8)next_upto(&row, TILES);
    for (i32 i = 0; i < rules->tiles; i++) {
        Tile *tile = &rules->tile[i];
        read_tile(&row, rules, i);
        for (i32 side = FRONT; side <= BACK; side++) {
            const Face *face = &tile->face[side];
            rules->usable[i][side] = face->use < 0 ? 0 : face->priced ? 2 : 1;
            for (i32 k = 0; k < face->terms; k++)
                rules->scores_workers[i][side] |= (u8)scores_workers(&rules->term[face->first_term + k]);
        }
    }
    return row.bad || row.at != row.end;
}
