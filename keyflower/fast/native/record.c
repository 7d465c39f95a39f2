/* The packed form of a state: keyflower/fast/record.py reads and writes the same bytes.
 *
 * Only what is there takes room. A form that was made outside this library is checked before it is played on.
 * Every part of a state is named once, for reading and for writing: `load` and `save` are compiled from the same functions.
 */

/* Why there is no state: the game is over, the seat does not decide now, or the state was made by hand and leads nowhere. */
enum { IS_OVER = -1, NOT_NOW = -2, STUCK = -3 };

enum { CARD_BYTES = 8, ADD_ON_BYTES = 4 }; /* cards and add-ons are bits */
enum { FORM_VERSION = 0x84, FIRST = 13, PARTS = 4 }; /* see record.py: VERSION, FIRST, DIRECTORY */

typedef struct {
    u8 *at, *form, *entry;     /* the next byte, the whole form, the next entry of its directory */
    i32 reads;                 /* whether the state is read; otherwise it is written */
} Pen;

#define BOTH_WAYS static inline __attribute__((always_inline)) /* compiled twice: for reading and for writing */

/* Write a number, or read the one that is there. */
BOTH_WAYS i32 pass(Pen *pen, i32 number) {
    if (!pen->reads) *pen->at = (u8)number;
    return *pen->at++;
}

BOTH_WAYS void pass_byte(Pen *pen, u8 *byte) {
    if (pen->reads) *byte = *pen->at++;
    else *pen->at++ = *byte;
}

BOTH_WAYS u16 pass_two(Pen *pen, i32 number) {
    i32 low = pass(pen, number & 255);
    return (u16)(low | pass(pen, number >> 8) << 8);
}

BOTH_WAYS void pass_long(Pen *pen, u64 *number, i32 bytes) {
    u64 found = 0;
    for (i32 i = 0; i < bytes; i++) found |= (u64)pass(pen, (i32)(*number >> 8 * i & 255)) << 8 * i;
    if (pen->reads) *number = found;
}

BOTH_WAYS void pass_all(Pen *pen, u8 *bytes, i32 number) {
    if (pen->reads) memcpy(bytes, pen->at, (size_t)number);
    else memcpy(pen->at, bytes, (size_t)number);
    pen->at += number;
}

/* Pass pieces by their types, and lists: more is written than there is, which is quicker, and what follows overwrites the rest. */
BOTH_WAYS void pass_types(Pen *pen, u8 *pieces, i32 types) {
    if (pen->reads) memcpy(pieces, pen->at, (size_t)types);
    else memcpy(pen->at, pieces, TYPES);
    pen->at += types;
}

/* Pass how many of something follow; more than fit are cut off, and whoever checks the form sees that. */
BOTH_WAYS i32 pass_number(Pen *pen, u8 *number, i32 most) {
    pass_byte(pen, number);
    if (pen->reads && *number > most) *number = (u8)most;
    return *number;
}

BOTH_WAYS void pass_list(Pen *pen, u8 *bytes, u8 *size, i32 most) {
    i32 number = pass_number(pen, size, most);
    if (pen->reads) memcpy(bytes, pen->at, (size_t)number);
    else for (i32 i = 0; i < number; i += 16) memcpy(pen->at + i, bytes + i, 16);
    pen->at += number;
}

/* Enter into the directory that the next part begins here. */
BOTH_WAYS void begin_part(Pen *pen) {
    i32 place = (i32)(pen->at - pen->form);
    if (pen->reads) return;
    *pen->entry++ = (u8)place;
    *pen->entry++ = (u8)(place >> 8);
}

BOTH_WAYS void pass_supply(Pen *pen, const Rules *rules, u8 supply[GOOD_KINDS][TYPES]) {
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        if (kind != SKILL) pass_types(pen, supply[kind], rules->types[kind]);
}

BOTH_WAYS void pass_workers(Pen *pen, u8 *workers) { /* of a use: three bits for each colour */
    i32 bits = 0;
    for (i32 c = 0; c < COLOURS; c++) bits |= workers[c] << 3 * c;
    bits = pass_two(pen, bits);
    for (i32 c = 0; pen->reads && c < COLOURS; c++) workers[c] = (u8)(bits >> 3 * c & 7);
}

BOTH_WAYS void pass_uses(Pen *pen, Use *uses, i32 number) {
    for (Use *use = uses; use < uses + number; use++) {
        use->seat = (i8)(pass(pen, use->seat + 1) - 1);
        pass_workers(pen, use->workers);
        pass_workers(pen, use->lying);
    }
}

BOTH_WAYS void pass_task(Pen *pen, const Rules *rules, Task *task) {
    const u32 without_seat = 1u << RETURN_ASIDE | 1u << OFFER_WINTER | 1u << BUILD_ALL | 1u << PHASE;
    pass_byte(pen, &task->kind);
    if (pen->reads) {
        task->seat = NOTHING;
        memset(task->animals, 0, TYPES);
    }
    if (!(without_seat >> (task->kind & 31) & 1)) pass_byte(pen, &task->seat);
    switch (task->kind) {
    case RESOLVE: case CHOOSE:
        task->node = pass_two(pen, task->node);
        pass_byte(pen, &task->target);
        break;
    case PAY_COST: task->node = pass_two(pen, task->node); break;
    case PUT:
        pass_types(pen, task->animals, rules->types[ANIMAL]);
        pass_byte(pen, &task->target);
        break;
    case HOUSE: pass_types(pen, task->animals, rules->types[HOUSED]); break;
    case REPLACE_BOAT: pass_byte(pen, &task->target); break;
    case HAUL:
        pass_byte(pen, &task->points);
        pass_byte(pen, &task->upgrades);
        break;
    case PHASE: pass_byte(pen, &task->points); break;
    case BREEDING:
        pass_byte(pen, &task->good);
        pass_byte(pen, &task->points);
        pass_number(pen, &task->pastures, BORN);
        for (i32 i = 0; i < task->pastures; i++) task->pasture[i] = pass_two(pen, task->pasture[i]);
        break;
    default: break;
    }
}

BOTH_WAYS void pass_spot(Pen *pen, const Rules *rules, Spot *spot) {
    i32 tile = pass(pen, spot->tile | spot->side << 7), q = pass(pen, spot->q + 64), r = pass(pen, spot->r + 64);
    i32 loaded = any_of(spot->goods, TYPES);
    i32 rest = pass(pen, spot->turn | spot->uses << 3 | loaded << 5 | (spot->add_on > 0) << 6);
    if (pen->reads)
        *spot = (Spot){
            .tile = (u8)(tile & 127), .side = (u8)(tile >> 7), .q = (i8)(q - 64), .r = (i8)(r - 64),
            .turn = (u8)(rest & 7), .uses = (u8)(rest >> 3 & 3),
        };
    if (rest < 8) return; /* nothing is on it: the usual case */
    if (rest >> 5 & 1) pass_types(pen, spot->goods, rules->types[RESOURCE]);
    pass_uses(pen, spot->use, rest >> 3 & 3);
    if (rest >> 6 & 1) pass_byte(pen, &spot->add_on);
}

BOTH_WAYS void pass_seat(Pen *pen, const Rules *rules, Seat *seat) {
    begin_part(pen);
    pass_all(pen, seat->workers, COLOURS);
    pass_types(pen, seat->skills, rules->types[SKILL]);
    pass_types(pen, seat->stock, rules->types[PRODUCE]);
    i32 shown = pass(pen, any_of(seat->shown, COLOURS) | any_of(seat->shown_skills, TYPES) << 1);
    if (shown & 1) pass_all(pen, seat->shown, COLOURS);
    if (shown & 2) pass_types(pen, seat->shown_skills, rules->types[SKILL]);
    pass_byte(pen, &seat->boat);
    pass_number(pen, &seat->won, WON);
    for (i32 i = 0; i < seat->won; i++) {
        i32 tile = pass(pen, seat->won_tile[i] | seat->won_side[i] << 7);
        seat->won_tile[i] = (u8)(tile & 127);
        seat->won_side[i] = (u8)(tile >> 7);
    }
    pass_list(pen, seat->hand, &seat->winter, HAND);
    u8 offered = (u8)(seat->offered + 1); /* 0: nothing is chosen yet */
    seat->offered = (i8)(pass_number(pen, &offered, HAND + 1) - 1);
    if (seat->offered > 0) pass_all(pen, seat->offer, seat->offered);
    pass_list(pen, seat->power, &seat->powers, POWERS);
    if (rules->cards) {
        pass_long(pen, &seat->cards, CARD_BYTES);
        pass_long(pen, &seat->secret_cards, CARD_BYTES);
    }
    begin_part(pen);
    pass_number(pen, &seat->spots, SPOTS);
    for (Spot *spot = seat->spot, *end = spot + seat->spots; spot < end; spot++) pass_spot(pen, rules, spot);
    pass_types(pen, seat->housed, rules->types[HOUSED]);
    pass_number(pen, &seat->herds, HERDS);
    for (Herd *herd = seat->herd, *end = herd + seat->herds; herd < end; herd++) {
        if (pen->reads) memset(herd, 0, sizeof *herd);
        herd->pasture = pass_two(pen, herd->pasture);
        pass_types(pen, herd->animals, rules->types[ANIMAL]);
    }
}

BOTH_WAYS void pass_berth(Pen *pen, const Rules *rules, Berth *berth) {
    i32 loaded = any_of(berth->workers, COLOURS) || any_of(berth->skills, TYPES);
    pass_byte(pen, &berth->boat);
    i32 rest = pass(pen, berth->taken | loaded << 1 | any_piece(berth->cargo) << 2 | (berth->cards != 0) << 3);
    berth->taken = (u8)(rest & 1);
    if (rest >> 1 & 1) {
        pass_all(pen, berth->workers, COLOURS);
        pass_types(pen, berth->skills, rules->types[SKILL]);
    }
    if (rest >> 2 & 1) pass_supply(pen, rules, berth->cargo);
    if (rest >> 3 & 1) pass_long(pen, &berth->cards, CARD_BYTES);
}

BOTH_WAYS void pass_lot(Pen *pen, Lot *lot) {
    u32 bidding = lot->outbid | (lot->leader < 0 ? 0 : 1u << lot->leader);
    i32 tile = pass(pen, lot->tile | lot->side << 7), rest = pass(pen, (i32)bidding | lot->uses << 6);
    lot->tile = (u8)(tile & 127);
    lot->side = (u8)(tile >> 7);
    lot->uses = (u8)(rest >> 6);
    for (bidding = rest & 63; bidding; bidding &= bidding - 1) {
        Group *bid = &lot->bid[lowest(bidding)];
        i32 colour = pass(pen, bid->colour | bid->lying << 2);
        bid->colour = (u8)(colour & 3);
        bid->lying = (u8)(colour >> 2);
        pass_byte(pen, &bid->size);
    }
    pass_uses(pen, lot->use, lot->uses);
}

static void look_at(Lot *lot, i32 seats);

BOTH_WAYS void pass_state(Pen *pen, const Rules *rules, State *s) {
    pass_long(pen, &s->key, 8);
    pass_long(pen, &s->counter, 4);
    pass(pen, FORM_VERSION); /* which is checked where bytes come from outside */
    i32 first = pass(pen, s->seats | s->open_hands << 3 | s->season << 4 | !s->tasks << 6); /* the last: whether it is over */
    i32 second = pass(pen, s->start | s->passes << 4);
    if (pen->reads) {
        s->seats = (u8)(first & 7);
        s->open_hands = (u8)(first >> 3 & 1);
        s->season = (u8)(first >> 4 & 3);
        s->start = (u8)(second & 15);
        s->passes = (u8)(second >> 4);
    }
    pen->entry = pen->at;
    pen->at += 2 * (PARTS + 2 * s->seats);
    pass_all(pen, s->bag, COLOURS);
    pass_types(pen, s->stack, rules->types[SKILL]);
    pass_supply(pen, rules, s->supply);
    if (rules->cards) pass_long(pen, &s->unused_cards, CARD_BYTES);
    if (rules->add_ons) {
        u64 left = s->add_ons;
        pass_long(pen, &left, ADD_ON_BYTES);
        s->add_ons = (u32)left;
    }
    if (rules->cards) {
        pass_long(pen, &s->row, CARD_BYTES);
        pass_long(pen, &s->deck, CARD_BYTES);
        pass_long(pen, &s->discarded_cards, CARD_BYTES);
    }
    if (pass(pen, any_of(s->aside_workers, COLOURS) || any_of(s->aside_skills, TYPES))) {
        pass_all(pen, s->aside_workers, COLOURS);
        pass_types(pen, s->aside_skills, rules->types[SKILL]);
    }
    begin_part(pen);
    for (i32 season = 0; season < 3; season++) pass_list(pen, s->pile[season], &s->piles[season], TILES);
    pass_list(pen, s->boxed, &s->box, TILES);
    pass_list(pen, s->discard, &s->discarded, TILES);
    begin_part(pen);
    pass_list(pen, s->pick, &s->picks, SEATS);
    pass_number(pen, &s->berths, SEATS);
    for (i32 i = 0; i < s->berths; i++) {
        if (pen->reads) memset(&s->berth[i], 0, sizeof(Berth));
        pass_berth(pen, rules, &s->berth[i]);
    }
    begin_part(pen);
    pass_number(pen, &s->lots, LOTS);
    for (Lot *lot = s->lot, *end = lot + s->lots; lot < end; lot++) {
        if (pen->reads) memset(lot, 0, sizeof *lot);
        pass_lot(pen, lot);
        if (pen->reads) look_at(lot, s->seats);
    }
    begin_part(pen);
    pass_number(pen, &s->tasks, TASKS);
    for (i32 i = s->tasks - 1; i >= 0; i--) pass_task(pen, rules, &s->task[i]);
    for (i32 i = 0; i < s->seats; i++) {
        Seat *seat = &s->seat[i];
        if (pen->reads) memset(seat, 0, offsetof(Seat, regions));
        pass_seat(pen, rules, seat);
        for (i32 k = 0; pen->reads && k < seat->powers; k++) seat->has |= 1u << (seat->power[k] & 31);
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
    State *s = (State *)&m->state; /* nothing in it changes */
    Pen pen = {.at = form, .form = form};
    if (s->stuck || most_bytes(s) > FORM) return STUCK;
    pass_state(&pen, m->rules, s);
    return (i32)(pen.at - form);
}

/* Forget what followed from the state that was here. */
static void forget(Machine *m) {
    m->counted = m->builder = NOBODY;
    m->doors = m->at_hand = 0;
    for (i32 seat = 0; seat < SEATS; seat++) m->border[seat].cells = 0;
}

static void load(Machine *m, const u8 *form) {
    Pen pen = {.at = (u8 *)form, .reads = 1}; /* nothing is written there */
    memset(&m->state, 0, offsetof(State, lot));
    forget(m);
    pass_state(&pen, m->rules, &m->state);
}
