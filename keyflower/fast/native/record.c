/* The packed form of a state: keyflower/fast/record.py reads and writes the same bytes.
 *
 * Only what is there takes room. A form that was made outside this library is checked before it is played on.
 */

/* Why there is no state: the game is over, the seat does not decide now, or the state was made by hand and leads nowhere. */
enum { IS_OVER = -1, NOT_NOW = -2, STUCK = -3 };

enum { CARD_BYTES = 8, ADD_ON_BYTES = 4 }; /* cards and add-ons are bits */
enum { FORM_VERSION = 0x84, FIRST = 13, PARTS = 4 }; /* see record.py: VERSION, FIRST, DIRECTORY */

typedef struct {
    u8 *at, *form, *entry;     /* where the next byte goes, the whole form, the next entry of its directory */
} Pen;

static void put(Pen *pen, i32 number) { *pen->at++ = (u8)number; }

static void put_two(Pen *pen, i32 number) {
    put(pen, number & 255);
    put(pen, number >> 8);
}

/* Enter into the directory that the next part begins here. */
static void begin_part(Pen *pen) {
    i32 place = (i32)(pen->at - pen->form);
    *pen->entry++ = (u8)place;
    *pen->entry++ = (u8)(place >> 8);
}

static void put_all(Pen *pen, const u8 *bytes, i32 number) {
    memcpy(pen->at, bytes, (size_t)number);
    pen->at += number;
}

/* Write pieces by their types, and lists: more is copied than there is, which is quicker, and what follows overwrites the rest. */
static void put_types(Pen *pen, const u8 *pieces, i32 types) {
    memcpy(pen->at, pieces, TYPES);
    pen->at += types;
}

static void put_list(Pen *pen, const u8 *bytes, i32 number) {
    put(pen, number);
    for (i32 i = 0; i < number; i += 16) memcpy(pen->at + i, bytes + i, 16);
    pen->at += number;
}

static void put_long(Pen *pen, u64 number, i32 bytes) {
    for (i32 i = 0; i < bytes; i++) put(pen, (i32)(number >> 8 * i & 255));
}

static void put_use(Pen *pen, const Use *use) { /* three bits for each colour */
    i32 workers = 0, lying = 0;
    for (i32 c = 0; c < COLOURS; c++) {
        workers |= use->workers[c] << 3 * c;
        lying |= use->lying[c] << 3 * c;
    }
    put(pen, use->seat + 1);
    put_two(pen, workers);
    put_two(pen, lying);
}

static void put_task(Pen *pen, const Rules *rules, const Task *task) {
    put(pen, task->kind);
    switch (task->kind) {
    case TURN: case TAKE_BOAT: case CHOOSE_CARD: put(pen, task->seat); break;
    case RESOLVE: case CHOOSE: put(pen, task->seat); put_two(pen, task->node); put(pen, task->target); break;
    case PAY_COST: put(pen, task->seat); put_two(pen, task->node); break;
    case PUT:
        put(pen, task->seat);
        put_types(pen, task->animals, rules->types[ANIMAL]);
        put(pen, task->target);
        break;
    case HOUSE:
        put(pen, task->seat);
        put_types(pen, task->animals, rules->types[HOUSED]);
        break;
    case REPLACE_BOAT: put(pen, task->seat); put(pen, task->target); break;
    case HAUL: put(pen, task->seat); put(pen, task->points); put(pen, task->upgrades); break;
    case PHASE: put(pen, task->points); break;
    case BREEDING:
        put(pen, task->seat);
        put(pen, task->good);
        put(pen, task->points);
        put(pen, task->pastures);
        for (i32 i = 0; i < task->pastures; i++) put_two(pen, task->pasture[i]);
        break;
    default: break;
    }
}

static void put_seat(Pen *pen, const Rules *rules, const Seat *seat) {
    i32 shown = any_of(seat->shown, COLOURS), skills = any_of(seat->shown_skills, TYPES);
    begin_part(pen);
    put_all(pen, seat->workers, COLOURS);
    put_types(pen, seat->skills, rules->types[SKILL]);
    put_types(pen, seat->stock, rules->types[PRODUCE]);
    put(pen, shown | skills << 1);
    if (shown) put_all(pen, seat->shown, COLOURS);
    if (skills) put_types(pen, seat->shown_skills, rules->types[SKILL]);
    put(pen, seat->boat);
    put(pen, seat->won);
    for (i32 i = 0; i < seat->won; i++) put(pen, seat->won_tile[i] | seat->won_side[i] << 7);
    put_list(pen, seat->hand, seat->winter);
    put(pen, seat->offered + 1);
    if (seat->offered > 0) put_all(pen, seat->offer, seat->offered);
    put_list(pen, seat->power, seat->powers);
    if (rules->cards) {
        put_long(pen, seat->cards, CARD_BYTES);
        put_long(pen, seat->secret_cards, CARD_BYTES);
    }
    begin_part(pen);
    put(pen, seat->spots);
    for (const Spot *spot = seat->spot, *end = spot + seat->spots; spot < end; spot++) {
        i32 loaded = any_of(spot->goods, TYPES), uses = spot->uses, rest = spot->turn | uses << 3 | loaded << 5 | (spot->add_on > 0) << 6;
        u8 first[4] = {(u8)(spot->tile | spot->side << 7), (u8)(spot->q + 64), (u8)(spot->r + 64), (u8)rest};
        put_all(pen, first, 4);
        if (rest < 8) continue; /* nothing is on it: the usual case */
        if (loaded) put_types(pen, spot->goods, rules->types[RESOURCE]);
        for (i32 use = 0; use < uses; use++) put_use(pen, &spot->use[use]);
        if (spot->add_on) put(pen, spot->add_on);
    }
    put_types(pen, seat->housed, rules->types[HOUSED]);
    put(pen, seat->herds);
    for (i32 i = 0; i < seat->herds; i++) {
        put_two(pen, seat->herd[i].pasture);
        put_types(pen, seat->herd[i].animals, rules->types[ANIMAL]);
    }
}

/* How many bytes a state may take at most. */
static i32 most_bytes(const State *s) {
    i32 bytes = 400 + s->berths * (2 + COLOURS + TYPES + GOOD_KINDS * TYPES + CARD_BYTES) + s->lots * (2 + 2 * SEATS + 5 * USES);
    for (i32 i = 0; i < s->tasks; i++)
        bytes += s->task[i].kind == BREEDING ? 5 + 2 * s->task[i].pastures : 3 + TYPES;
    for (i32 i = 0; i < s->seats; i++) {
        const Seat *seat = &s->seat[i];
        bytes += 2 * COLOURS + 4 * TYPES + 8 + 2 * CARD_BYTES + seat->won + 2 * seat->winter + seat->powers;
        bytes += seat->spots * (5 + TYPES + 5 * USES) + seat->herds * (2 + TYPES);
    }
    return bytes;
}

/* Write a state; return how many bytes it takes, or STUCK if the game cannot go on from there. */
static i32 save(const Machine *m, u8 *form) {
    const Rules *rules = m->rules;
    const State *s = &m->state;
    Pen writing = {form, form, form + FIRST + 2}, *pen = &writing;
    if (s->stuck || most_bytes(s) > FORM) return STUCK;
    put_long(pen, s->key, 8);
    put_long(pen, s->counter, 4);
    put(pen, FORM_VERSION);
    put(pen, s->seats | s->open_hands << 3 | s->season << 4 | !s->tasks << 6); /* the last: whether it is over */
    put(pen, s->start | s->passes << 4);
    pen->at += 2 * (PARTS + 2 * s->seats);
    put_all(pen, s->bag, COLOURS);
    put_types(pen, s->stack, rules->types[SKILL]);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        if (kind != SKILL) put_types(pen, s->supply[kind], rules->types[kind]);
    if (rules->cards) put_long(pen, s->unused_cards, CARD_BYTES);
    if (rules->add_ons) put_long(pen, s->add_ons, ADD_ON_BYTES);
    if (rules->cards) {
        put_long(pen, s->row, CARD_BYTES);
        put_long(pen, s->deck, CARD_BYTES);
        put_long(pen, s->discarded_cards, CARD_BYTES);
    }
    i32 aside = any_of(s->aside_workers, COLOURS) || any_of(s->aside_skills, TYPES);
    put(pen, aside);
    if (aside) {
        put_all(pen, s->aside_workers, COLOURS);
        put_types(pen, s->aside_skills, rules->types[SKILL]);
    }
    begin_part(pen);
    for (i32 season = 0; season < 3; season++) put_list(pen, s->pile[season], s->piles[season]);
    put_list(pen, s->boxed, s->box);
    put_list(pen, s->discard, s->discarded);
    begin_part(pen);
    put_list(pen, s->pick, s->picks);
    put(pen, s->berths);
    for (i32 i = 0; i < s->berths; i++) {
        const Berth *berth = &s->berth[i];
        i32 loaded = any_of(berth->workers, COLOURS) || any_of(berth->skills, TYPES);
        put(pen, berth->boat);
        i32 cargo = any_piece(berth->cargo);
        put(pen, berth->taken | loaded << 1 | cargo << 2 | (berth->cards != 0) << 3);
        if (loaded) {
            put_all(pen, berth->workers, COLOURS);
            put_types(pen, berth->skills, rules->types[SKILL]);
        }
        for (i32 kind = 0; kind < GOOD_KINDS && cargo; kind++)
            if (kind != SKILL) put_types(pen, berth->cargo[kind], rules->types[kind]);
        if (berth->cards) put_long(pen, berth->cards, CARD_BYTES);
    }
    begin_part(pen);
    put(pen, s->lots);
    for (i32 i = 0; i < s->lots; i++) {
        const Lot *lot = &s->lot[i];
        u32 bidding = lot->outbid | (lot->leader < 0 ? 0 : 1u << lot->leader);
        put(pen, lot->tile | lot->side << 7);
        put(pen, (i32)bidding | lot->uses << 6);
        for (; bidding; bidding &= bidding - 1) {
            const Group *bid = &lot->bid[lowest(bidding)];
            put(pen, bid->colour | bid->lying << 2);
            put(pen, bid->size);
        }
        for (i32 use = 0, uses = lot->uses; use < uses; use++) put_use(pen, &lot->use[use]);
    }
    begin_part(pen);
    put(pen, s->tasks);
    for (i32 i = s->tasks - 1; i >= 0; i--) put_task(pen, rules, &s->task[i]);
    for (i32 i = 0; i < s->seats; i++) put_seat(pen, rules, &s->seat[i]);
    return (i32)(pen->at - form);
}

/* ------------------------------------------------------------------ reading */

typedef struct {
    const u8 *at;
} Eye;

static i32 get(Eye *eye) { return *eye->at++; }

static i32 get_two(Eye *eye) {
    i32 low = get(eye);
    return low | get(eye) << 8;
}

static void get_all(Eye *eye, u8 *bytes, i32 number) {
    memcpy(bytes, eye->at, (size_t)number);
    eye->at += number;
}

/* Read how many of something follow; more than fit are cut off, and whoever checks the form sees that. */
static u8 get_number(Eye *eye, i32 most) {
    i32 number = get(eye);
    return (u8)(number < most ? number : most);
}

static u8 get_list(Eye *eye, u8 *bytes, i32 most) {
    u8 number = get_number(eye, most);
    get_all(eye, bytes, number);
    return number;
}

static u64 get_long(Eye *eye, i32 bytes) {
    u64 number = 0;
    for (i32 i = 0; i < bytes; i++) number |= (u64)get(eye) << 8 * i;
    return number;
}

static void get_use(Eye *eye, Use *use) {
    use->seat = (i8)(get(eye) - 1);
    i32 workers = get_two(eye), lying = get_two(eye);
    for (i32 c = 0; c < COLOURS; c++) {
        use->workers[c] = (u8)(workers >> 3 * c & 7);
        use->lying[c] = (u8)(lying >> 3 * c & 7);
    }
}

static void get_task(Eye *eye, const Rules *rules, Task *task) {
    task->kind = (u8)get(eye);
    task->seat = NOTHING;
    switch (task->kind) {
    case TURN: case TAKE_BOAT: case CHOOSE_CARD: task->seat = (u8)get(eye); break;
    case RESOLVE: case CHOOSE:
        task->seat = (u8)get(eye);
        task->node = (u16)get_two(eye);
        task->target = (u8)get(eye);
        break;
    case PAY_COST: task->seat = (u8)get(eye); task->node = (u16)get_two(eye); break;
    case PUT:
        task->seat = (u8)get(eye);
        memset(task->animals, 0, TYPES);
        get_all(eye, task->animals, rules->types[ANIMAL]);
        task->target = (u8)get(eye);
        break;
    case HOUSE:
        task->seat = (u8)get(eye);
        memset(task->animals, 0, TYPES);
        get_all(eye, task->animals, rules->types[HOUSED]);
        break;
    case REPLACE_BOAT: task->seat = (u8)get(eye); task->target = (u8)get(eye); break;
    case HAUL: task->seat = (u8)get(eye); task->points = (u8)get(eye); task->upgrades = (u8)get(eye); break;
    case PHASE: task->points = (u8)get(eye); break;
    case BREEDING:
        task->seat = (u8)get(eye);
        task->good = (u8)get(eye);
        task->points = (u8)get(eye);
        task->pastures = get_number(eye, BORN);
        for (i32 i = 0; i < task->pastures; i++) task->pasture[i] = (u16)get_two(eye);
        break;
    default: break;
    }
}

static void get_seat(Eye *eye, const Rules *rules, Seat *seat) {
    memset(seat, 0, offsetof(Seat, regions));
    get_all(eye, seat->workers, COLOURS);
    get_all(eye, seat->skills, rules->types[SKILL]);
    get_all(eye, seat->stock, rules->types[PRODUCE]);
    i32 shown = get(eye);
    if (shown & 1) get_all(eye, seat->shown, COLOURS);
    if (shown & 2) get_all(eye, seat->shown_skills, rules->types[SKILL]);
    seat->boat = (u8)get(eye);
    seat->won = get_number(eye, WON);
    for (i32 i = 0; i < seat->won; i++) {
        i32 tile = get(eye);
        seat->won_tile[i] = (u8)(tile & 127);
        seat->won_side[i] = (u8)(tile >> 7);
    }
    seat->winter = get_list(eye, seat->hand, HAND);
    seat->offered = (i8)(get_number(eye, HAND + 1) - 1);
    if (seat->offered > 0) get_all(eye, seat->offer, seat->offered);
    seat->powers = get_list(eye, seat->power, POWERS);
    for (i32 i = 0; i < seat->powers; i++) seat->has |= 1u << (seat->power[i] & 31);
    if (rules->cards) {
        seat->cards = get_long(eye, CARD_BYTES);
        seat->secret_cards = get_long(eye, CARD_BYTES);
    }
    seat->spots = get_number(eye, SPOTS);
    for (i32 i = 0; i < seat->spots; i++) {
        Spot *spot = &seat->spot[i];
        i32 tile = get(eye);
        spot->tile = (u8)(tile & 127);
        spot->side = (u8)(tile >> 7);
        spot->q = (i8)(get(eye) - 64);
        spot->r = (i8)(get(eye) - 64);
        i32 rest = get(eye);
        spot->turn = (u8)(rest & 7);
        spot->uses = (u8)(rest >> 3 & 3);
        memset(spot->goods, 0, TYPES);
        if (rest >> 5 & 1) get_all(eye, spot->goods, rules->types[RESOURCE]);
        for (i32 use = 0; use < spot->uses; use++) get_use(eye, &spot->use[use]);
        spot->add_on = (u8)(rest >> 6 & 1 ? get(eye) : 0);
    }
    get_all(eye, seat->housed, rules->types[HOUSED]);
    seat->herds = get_number(eye, HERDS);
    for (i32 i = 0; i < seat->herds; i++) {
        seat->herd[i].pasture = (u16)get_two(eye);
        memset(seat->herd[i].animals, 0, TYPES);
        get_all(eye, seat->herd[i].animals, rules->types[ANIMAL]);
    }
}

static void look_at(Lot *lot, i32 seats);

/* Forget what followed from the state that was here. */
static void forget(Machine *m) {
    m->counted = m->builder = NOBODY;
    m->doors = m->at_hand = 0;
    for (i32 seat = 0; seat < SEATS; seat++) m->border[seat].cells = 0;
}

static void load(Machine *m, const u8 *form) {
    const Rules *rules = m->rules;
    State *s = &m->state;
    Eye reading = {form}, *eye = &reading;
    memset(s, 0, offsetof(State, lot));
    forget(m);
    s->key = get_long(eye, 8);
    s->counter = get_long(eye, 4);
    eye->at++; /* the version, which is checked where bytes come from outside */
    i32 first = get(eye), second = get(eye);
    s->seats = (u8)(first & 7);
    s->open_hands = (u8)(first >> 3 & 1);
    s->season = (u8)(first >> 4 & 3);
    s->start = (u8)(second & 15);
    s->passes = (u8)(second >> 4);
    eye->at += 2 * (PARTS + 2 * s->seats);
    get_all(eye, s->bag, COLOURS);
    get_all(eye, s->stack, rules->types[SKILL]);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        if (kind != SKILL) get_all(eye, s->supply[kind], rules->types[kind]);
    if (rules->cards) s->unused_cards = get_long(eye, CARD_BYTES);
    if (rules->add_ons) s->add_ons = (u32)get_long(eye, ADD_ON_BYTES);
    if (rules->cards) {
        s->row = get_long(eye, CARD_BYTES);
        s->deck = get_long(eye, CARD_BYTES);
        s->discarded_cards = get_long(eye, CARD_BYTES);
    }
    if (get(eye)) {
        get_all(eye, s->aside_workers, COLOURS);
        get_all(eye, s->aside_skills, rules->types[SKILL]);
    }
    for (i32 season = 0; season < 3; season++) s->piles[season] = get_list(eye, s->pile[season], TILES);
    s->box = get_list(eye, s->boxed, TILES);
    s->discarded = get_list(eye, s->discard, TILES);
    s->picks = get_list(eye, s->pick, SEATS);
    s->berths = get_number(eye, SEATS);
    for (i32 i = 0; i < s->berths; i++) {
        Berth *berth = &s->berth[i];
        memset(berth, 0, sizeof *berth);
        berth->boat = (u8)get(eye);
        i32 rest = get(eye);
        berth->taken = (u8)(rest & 1);
        if (rest >> 1 & 1) {
            get_all(eye, berth->workers, COLOURS);
            get_all(eye, berth->skills, rules->types[SKILL]);
        }
        for (i32 kind = 0; kind < GOOD_KINDS && rest >> 2 & 1; kind++)
            if (kind != SKILL) get_all(eye, berth->cargo[kind], rules->types[kind]);
        if (rest >> 3 & 1) berth->cards = get_long(eye, CARD_BYTES);
    }
    s->lots = get_number(eye, LOTS);
    for (i32 i = 0; i < s->lots; i++) {
        Lot *lot = &s->lot[i];
        memset(lot, 0, sizeof *lot);
        i32 tile = get(eye), rest = get(eye);
        lot->tile = (u8)(tile & 127);
        lot->side = (u8)(tile >> 7);
        lot->uses = (u8)(rest >> 6);
        for (i32 seat = 0; seat < s->seats; seat++)
            if (rest >> seat & 1) {
                i32 bid = get(eye);
                lot->bid[seat].colour = (u8)(bid & 3);
                lot->bid[seat].lying = (u8)(bid >> 2);
                lot->bid[seat].size = (u8)get(eye);
            }
        for (i32 use = 0; use < lot->uses; use++) get_use(eye, &lot->use[use]);
        look_at(lot, s->seats);
    }
    s->tasks = get_number(eye, TASKS);
    for (i32 i = s->tasks - 1; i >= 0; i--) get_task(eye, rules, &s->task[i]);
    for (i32 i = 0; i < s->seats; i++) get_seat(eye, rules, &s->seat[i]);
}
