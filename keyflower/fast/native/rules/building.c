/* Building: won tiles are laid into the villages (mirrors engine.building; rules 4.4). */

static const Border *border_of(Machine *m, i32 seat) {
    if (!m->border[seat].cells) find_border(m, seat);
    return &m->border[seat];
}

/* The rotations in which a tile fits into a cell, as bits (mirrors edge_patterns.Fitting); four are tried at a time. */
static u32 fitting(const Cell *cell, const Tile *tile) {
    u32 turns = 0;
    for (i32 half = 0; half < 2; half++) {
        u64 differs = (tile->facings[half] ^ cell->pattern) & cell->mask;
        u64 fits = ~(differs + 0x7fff * FOUR_TIMES) >> 15 & FOUR_TIMES; /* edges take 12 bits: the carry says that some differ */
        turns |= (u32)(fits * 0x0001000200040008ull >> 48 & 15) << 4 * half;
    }
    return turns & 63;
}

static i32 can_build(Machine *m, i32 seat) {
    const Seat *own = &m->state.seat[seat];
    if (!own->won) return 0;
    if (HAS(own, LAY_FREELY) || m->builder == seat) return 1;
    const Border *border = border_of(m, seat);
    for (i32 i = 0; i < own->won; i++)
        for (i32 at = 0; at < border->cells; at++)
            if (fitting(&border->cell[at], &m->rules->tile[own->won_tile[i]])) {
                m->builder = seat; /* until a tile is laid */
                return 1;
            }
    return 0;
}

static i32 places(Machine *m, Menu *menu, Action *action, i32 seat) { /* by tile, by cell, by rotation */
    static const u8 ones[64] = {
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
        1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
    };
    const Seat *own = &m->state.seat[seat];
    i32 freely = HAS(own, LAY_FREELY);
    const Border *border = border_of(m, seat);
    for (i32 i = 0; i < own->won; i++) {
        const Tile *tile = &m->rules->tile[own->won_tile[i]];
        i32 before = menu->want;
        if (passed(menu, i)) continue;
        for (i32 at = 0; at < border->cells; at++) {
            u32 turns = freely ? 63 : fitting(&border->cell[at], tile);
            if (!here(menu, ones[turns])) continue;
            for (i32 skip = menu->want; skip; skip--) turns &= turns - 1;
            action->kind = PLACE;
            action->tile = own->won_tile[i];
            action->site = i;
            action->q = border->cell[at].q;
            action->r = border->cell[at].r;
            action->turn = lowest(turns);
            action->good = (i32)turns; /* this rotation and those that follow in the same cell */
            return 1;
        }
        note(menu, i, before);
    }
    return 0;
}

static void drop_won(Seat *own, i32 at) {
    own->won--;
    memmove(&own->won_tile[at], &own->won_tile[at + 1], (size_t)(own->won - at));
    memmove(&own->won_side[at], &own->won_side[at + 1], (size_t)(own->won - at));
}

static void lay(Machine *m, i32 seat, const Action *action) { /* mirrors TileLaid */
    Seat *own = &m->state.seat[seat];
    if (!has_room(&m->state, own->spots, SPOTS)) return;
    Spot *spot = &own->spot[own->spots++];
    memset(spot, 0, sizeof *spot);
    spot->tile = (u8)action->tile;
    spot->side = own->won_side[action->site];
    spot->turn = (u8)action->turn;
    spot->q = (i8)action->q;
    spot->r = (i8)action->r;
    drop_won(own, action->site);
    own->roads_known = 0;
    if (m->border[seat].cells) widen_border(m->rules, &m->border[seat], spot);
    m->builder = NOBODY;
    m->doors = 0;
    add_powers(&m->state, own, &m->rules->tile[spot->tile].face[spot->side]);
    recount_powers(own);
    join_herds(m, own);
}

static i32 building_is_over(Machine *m) { /* tiles that fit nowhere leave the game */
    State *s = &m->state;
    for (i32 seat = 0; seat < s->seats; seat++)
        if (can_build(m, seat)) return 0;
    for (i32 seat = 0; seat < s->seats; seat++)
        while (s->seat[seat].won) {
            discard(s, s->seat[seat].won_tile[0]);
            drop_won(&s->seat[seat], 0);
        }
    return 1;
}
