/* Checking: whether a form that was made outside this library can be played on without harm.
 *
 * The rules of the game are asked elsewhere (keyflower.facade.soundness); here is asked what every function of this
 * library takes for granted: numbers that are places in a row, hidden tiles that are there once, villages in one piece.
 */

enum { FINE, BAD_BYTES, BAD_TILES, BAD_PIECES, BAD_VILLAGE, BAD_USES, BAD_SEAT, BAD_AGENDA };
enum { ROOM = 1 << 16 };       /* no form is longer, whatever its numbers say */

typedef struct {
    const Rules *rules;
    TileSet met;
    i32 pieces[GOOD_KINDS][TYPES];
    u64 cards, add_ons;        /* those that were met, as bits */
    i32 wrong;
} Census;

static void meet_tile(Census *census, i32 tile) {
    if (tile >= census->rules->tiles) census->wrong = BAD_TILES;
}

/* Tiles that nobody sees are dealt anew: each of them is there once, and in a row of its own season. */
static void meet_hidden(Census *census, const u8 *tiles, i32 number, i32 season) {
    const Rules *rules = census->rules;
    for (i32 i = 0; i < number; i++) {
        if (tiles[i] >= rules->tiles || has_tile(&census->met, tiles[i])
            || (season >= 0 && rules->tile[tiles[i]].season != season))
            census->wrong = BAD_TILES;
        else add_tile(&census->met, tiles[i]);
    }
}

static void meet(Census *census, i32 kind, const u8 *pool, i32 types) {
    for (i32 i = 0; i < types; i++)
        if ((census->pieces[kind][i] += pool[i]) > 255) census->wrong = BAD_PIECES;
}

/* Each card and each add-on is there once. */
static void meet_once(Census *census, u64 *met, u64 these, i32 known) {
    if (these & *met || (known < 64 && these >> known)) census->wrong = BAD_PIECES;
    *met |= these;
}

static void meet_cards(Census *census, u64 cards) { meet_once(census, &census->cards, cards, census->rules->cards); }

static void meet_add_ons(Census *census, u64 these) { meet_once(census, &census->add_ons, these, census->rules->add_ons); }

static void meet_uses(Census *census, const Use *uses, i32 number, i32 seats) {
    i32 last = 0, total = 0;
    for (i32 i = 0; i < number; i++) {
        i32 size = size_of(&uses[i]);
        if (size <= last || (total += size) > USE_CAP || uses[i].seat >= seats) census->wrong = BAD_USES;
        for (i32 c = 0; c < COLOURS; c++)
            if (uses[i].lying[c] > uses[i].workers[c]) census->wrong = BAD_USES;
        last = size;
        meet(census, WORKER, uses[i].workers, COLOURS);
    }
}

/* Tiles lie beside each other, each once and in a cell of its own, and leave room for all that may still be laid. */
static void meet_village(Census *census, const Seat *own, i32 seats) {
    if (!own->spots) census->wrong = BAD_VILLAGE;
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        i32 beside = !i, far = 64 - SPOTS + own->spots;
        meet_tile(census, spot->tile);
        meet(census, RESOURCE, spot->goods, TYPES);
        meet_uses(census, spot->use, spot->uses, seats);
        if (spot->add_on > census->rules->add_ons) census->wrong = BAD_VILLAGE;
        else if (spot->add_on) meet_add_ons(census, 1ull << (spot->add_on - 1));
        for (i32 other = 0; other < i; other++) {
            i32 q = spot->q - own->spot[other].q, r = spot->r - own->spot[other].r;
            if ((!q && !r) || spot->tile == own->spot[other].tile) census->wrong = BAD_VILLAGE;
            for (i32 d = 0; d < 6; d++) beside |= q == DQ[d] && r == DR[d];
        }
        if (!beside || spot->turn > 5 || abs(spot->q) > far || abs(spot->r) > far) census->wrong = BAD_VILLAGE;
    }
}

static void meet_seat(Machine *m, Census *census, Seat *own) {
    const Rules *rules = m->rules;
    i32 seats = m->state.seats;
    meet(census, WORKER, own->workers, COLOURS);
    meet(census, WORKER, own->shown, COLOURS);
    meet(census, SKILL, own->skills, TYPES);
    meet(census, SKILL, own->shown_skills, TYPES);
    meet(census, PRODUCE, own->stock, TYPES);
    meet(census, HOUSED, own->housed, TYPES);
    meet_cards(census, own->cards);
    meet_cards(census, own->secret_cards);
    for (i32 i = 0; i < own->won; i++) meet_tile(census, own->won_tile[i]);
    meet_hidden(census, own->hand, own->winter, WINTER);
    meet_village(census, own, seats);
    if (own->boat != NOTHING && own->boat >= rules->tiles) census->wrong = BAD_SEAT;
    for (i32 i = 0; i < own->powers; i++)
        if (own->power[i] > 31) census->wrong = BAD_SEAT;
    for (i32 i = 0; i < own->offered; i++)
        if (!memchr(own->hand, own->offer[i], own->winter)) census->wrong = BAD_SEAT;
    if (census->wrong || !own->herds) return;
    know_pastures(m, own);
    for (i32 i = 0; i < own->herds; i++) {
        i32 pasture = own->herd[i].pasture;
        if (pasture >= own->regions || own->root[pasture] != pasture || !any_of(own->herd[i].animals, TYPES)
            || (i && own->herd[i - 1].pasture >= pasture)) {
            census->wrong = BAD_SEAT;
            return;
        }
        meet(census, ANIMAL, own->herd[i].animals, TYPES);
    }
}

static i32 lies_there(const Seat *own, i32 tile) { return place_of(own, tile) < own->spots; }

static i32 is_sound_task(Machine *m, const Task *task) {
    const Rules *rules = m->rules;
    State *s = &m->state;
    i32 reach = task->points;
    switch (task->kind) {
    case RETURN_ASIDE: case OFFER_WINTER: case BUILD_ALL: return 1;
    case PHASE: return task->points < rules->phases;
    default: break;
    }
    if (task->kind >= TASK_KINDS || task->seat >= s->seats) return 0;
    Seat *own = &s->seat[task->seat];
    switch (task->kind) {
    case RESOLVE: return task->node < rules->nodes && lies_there(own, task->target);
    case CHOOSE:
        return task->node < rules->nodes && rules->node[task->node].op == ONE_OF && lies_there(own, task->target);
    case PAY_COST: return task->node < rules->nodes && rules->node[task->node].op == PAY;
    case PUT: return any_of(task->animals, TYPES) && lies_there(own, task->target);
    case HOUSE:
        for (i32 i = 0; i < TYPES; i++)
            if (task->animals[i] > s->supply[HOUSED][i]) return 0;
        return 1;
    case CHOOSE_CARD: return rules->cards > 0;
    case REPLACE_BOAT: return task->target < rules->tiles;
    case HAUL:
        for (i32 i = 0; i < rules->types[PRODUCE]; i++) reach += own->stock[i] * rules->transport[i];
        return reach <= 255;
    case BREEDING:
        know_pastures(m, own);
        for (i32 i = 0; i < task->pastures; i++)
            if (task->pasture[i] >= own->regions || own->root[task->pasture[i]] != task->pasture[i]) return 0;
        return task->good < rules->types[ANIMAL] && task->points <= s->supply[ANIMAL][task->good];
    default: return 1;
    }
}

static i32 is_sound_agenda(Machine *m) {
    const State *s = &m->state;
    for (i32 i = 0; i < s->tasks; i++)
        if (!is_sound_task(m, &s->task[i])) return 0;
    if (!s->tasks) return 1;
    switch (s->task[s->tasks - 1].kind) { /* what nobody is asked about has been done */
    case RESOLVE: case RETURN_ASIDE: case PHASE: case HOUSE: return 0;
    default: return deciding(m) != 0;
    }
}

static i32 fault_of_state(Machine *m) {
    State *s = &m->state;
    Census census = {.rules = m->rules};
    if (s->start >= s->seats || s->passes > s->seats) return BAD_SEAT;
    for (i32 i = 0; i < s->picks; i++)
        if (s->pick[i] >= s->seats) return BAD_SEAT;
    for (i32 season = 0; season < 3; season++) meet_hidden(&census, s->pile[season], s->piles[season], season);
    meet_hidden(&census, s->boxed, s->box, NOBODY);
    for (i32 i = 0; i < s->discarded; i++) meet_tile(&census, s->discard[i]);
    meet(&census, WORKER, s->bag, COLOURS);
    meet(&census, WORKER, s->aside_workers, COLOURS);
    meet(&census, SKILL, s->stack, TYPES);
    meet(&census, SKILL, s->aside_skills, TYPES);
    for (i32 kind = 0; kind < GOOD_KINDS; kind++) meet(&census, kind, s->supply[kind], TYPES);
    meet_cards(&census, s->unused_cards);
    meet_cards(&census, s->row);
    meet_cards(&census, s->deck);
    meet_cards(&census, s->discarded_cards);
    meet_add_ons(&census, s->add_ons);
    for (i32 i = 0; i < s->berths; i++) {
        meet_tile(&census, s->berth[i].boat);
        meet(&census, WORKER, s->berth[i].workers, COLOURS);
        meet(&census, SKILL, s->berth[i].skills, TYPES);
        for (i32 kind = 0; kind < GOOD_KINDS; kind++) meet(&census, kind, s->berth[i].cargo[kind], TYPES);
        meet_cards(&census, s->berth[i].cards);
    }
    for (i32 i = 0; i < s->lots; i++) {
        const Lot *lot = &s->lot[i];
        meet_tile(&census, lot->tile);
        meet_uses(&census, lot->use, lot->uses, s->seats);
        for (i32 seat = 0; seat < s->seats; seat++) {
            u8 bid[COLOURS] = {0};
            bid[lot->bid[seat].colour] = lot->bid[seat].size;
            meet(&census, WORKER, bid, COLOURS);
        }
    }
    for (i32 seat = 0; seat < s->seats && !census.wrong; seat++) meet_seat(m, &census, &s->seat[seat]);
    if (census.wrong) return census.wrong;
    return is_sound_agenda(m) ? FINE : BAD_AGENDA;
}

/* Return what is wrong with a form that was made outside, or FINE.
 *
 * It is read where nothing can be read past its end, and must come out as it was.
 */
PUBLIC i32 keyflower_fault(Machine *m, const u8 *form, i32 length) {
    i32 seats = length > FIRST ? form[FIRST] & 7 : 0, wrong = BAD_BYTES;
    if (seats < 2 || seats > SEATS || length > FORM) return BAD_BYTES;
    u8 *room = calloc(1, ROOM + FORM);
    if (!room) return BAD_BYTES;
    memcpy(room, form, (size_t)length);
    load(m, room);
    if (save(m, room + ROOM) == length && !memcmp(form, room + ROOM, (size_t)length)) wrong = fault_of_state(m);
    free(room);
    return wrong;
}
