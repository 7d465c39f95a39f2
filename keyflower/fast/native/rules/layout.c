/* Villages as they lie: roads, borders, pastures (mirrors model.layout, graphs, edge_patterns and pastures). */

static const i8 DQ[6] = {0, 1, 1, 0, -1, -1}, DR[6] = {-1, -1, 0, 1, 1, 0};

static i32 edge_of(u16 facing, i32 direction) { return facing >> 2 * direction & 3; }

static i16 *ground(Machine *m, i32 q, i32 r) { return &m->grid[q + 68][r + 68]; }

static void mark(Machine *m, const Seat *own) { /* each tile's place, from 1, on the scratch grid */
    for (i32 i = 0; i < own->spots; i++) *ground(m, own->spot[i].q, own->spot[i].r) = (i16)(i + 1);
}

static void wipe(Machine *m, const Seat *own) {
    for (i32 i = 0; i < own->spots; i++) *ground(m, own->spot[i].q, own->spot[i].r) = 0;
}

/* ------------------------------------------------------------------ roads */

static void find_roads(Machine *m, Seat *own) { /* mirrors Layout._road_steps and _field_steps */
    const Rules *rules = m->rules;
    mark(m, own);
    for (i32 i = 0; i < own->spots; i++) own->roads[i] = own->fields[i] = 0;
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        u16 facing = rules->tile[spot->tile].facing[spot->turn];
        for (i32 d = 0; d < 3; d++) {
            i32 other = *ground(m, spot->q + DQ[d], spot->r + DR[d]) - 1;
            if (other < 0) continue;
            i32 ours = edge_of(facing, d);
            i32 theirs = edge_of(rules->tile[own->spot[other].tile].facing[own->spot[other].turn], d + 3);
            if (ours == ROAD && theirs == ROAD) {
                own->roads[i] |= 1ull << other;
                own->roads[other] |= 1ull << i;
            }
            if (ours != WATER && theirs != WATER) {
                own->fields[i] |= 1ull << other;
                own->fields[other] |= 1ull << i;
            }
        }
    }
    wipe(m, own);
    own->roads_known = 1;
}

static const u64 *steps_of(Machine *m, Seat *own) { /* mirrors Layout.steps */
    if (!own->roads_known) find_roads(m, own);
    return HAS(own, OVER_FIELDS) ? own->fields : own->roads;
}

/* Extend a set of tiles by all that are one step away. */
static u64 one_step(const u64 *steps, u64 tiles) {
    u64 reached = tiles;
    for (u64 left = tiles; left; left &= left - 1) reached |= steps[lowest(left)];
    return reached;
}

static i32 distance(const u64 *steps, i32 from, i32 to) {
    u64 reached = 1ull << from;
    for (i32 away = 0;; away++) {
        if (reached >> to & 1) return away;
        reached = one_step(steps, reached);
    }
}

/* ------------------------------------------------------------------ where a tile may be laid */

static const u64 FOUR_TIMES = 0x0001000100010001ull;

/* Enter the edge of a tile into the pattern of the empty cell beside it; the cells stay sorted. */
static void enter_edge(Border *border, i32 q, i32 r, i32 direction, i32 edge) {
    Cell *cell = border->cell + border->cells;
    i32 place = q * 256 + r;
    while (cell > border->cell && cell[-1].place > place) cell--;
    if (cell > border->cell && cell[-1].place == place) cell--;
    else {
        memmove(cell + 1, cell, (size_t)(border->cell + border->cells++ - cell) * sizeof(Cell));
        *cell = (Cell){place, (i8)q, (i8)r, 0, 0};
    }
    cell->pattern |= FOUR_TIMES * (u64)edge << 2 * direction;
    cell->mask |= FOUR_TIMES * 3 << 2 * direction;
}

/* Find the empty cells around a village, sorted, with the edges around each (mirrors Layout.border). */
static void find_border(Machine *m, i32 seat) {
    const Seat *own = &m->state.seat[seat];
    m->border[seat].cells = 0;
    mark(m, own);
    for (i32 i = 0; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        u16 facing = m->rules->tile[spot->tile].facing[spot->turn];
        for (i32 d = 0; d < 6; d++) {
            i32 q = spot->q + DQ[d], r = spot->r + DR[d];
            if (!*ground(m, q, r)) enter_edge(&m->border[seat], q, r, (d + 3) % 6, edge_of(facing, d));
        }
    }
    wipe(m, own);
}

/* Follow a tile that was laid (mirrors Layout.adding): its own cell is taken, those around it see its edges. */
static void widen_border(const Rules *rules, Border *border, const Spot *spot) {
    u16 facing = rules->tile[spot->tile].facing[spot->turn];
    i32 at = 0;
    while (border->cell[at].q != spot->q || border->cell[at].r != spot->r) at++;
    u64 around = border->cell[at].mask;
    memmove(&border->cell[at], &border->cell[at + 1], (size_t)(--border->cells - at) * sizeof(Cell));
    for (i32 d = 0; d < 6; d++)
        if (!(around >> 2 * d & 3))
            enter_edge(border, spot->q + DQ[d], spot->r + DR[d], (d + 3) % 6, edge_of(facing, d));
}

/* ------------------------------------------------------------------ pastures (rules 6.9) */

static void join(u16 *root, i32 one, i32 other) {
    while (root[one] != one) one = root[one];
    while (root[other] != other) other = root[other];
    if (one < other) root[other] = (u16)one;
    else root[one] = (u16)other;
}

static i32 sector(const Tile *tile, i32 turn, i32 half) { return tile->sectors[(half + 12 - 2 * turn) % 12]; }

/* Find the pastures of a village (mirrors pastures.pastures_of): the root is the first region. Tiles laid since the last time join them. */
static void find_pastures(Machine *m, Seat *own) {
    const Rules *rules = m->rules;
    i32 known = own->pastures_known, regions = known ? own->regions : 0;
    for (i32 i = known; i < own->spots; i++) {
        own->first_region[i] = (u16)regions;
        for (i32 number = rules->tile[own->spot[i].tile].regions; number; number--, regions++)
            own->root[regions] = (u16)regions;
    }
    own->regions = own->first_region[own->spots] = (u16)regions;
    mark(m, own);
    for (i32 i = known; i < own->spots; i++) {
        const Spot *spot = &own->spot[i];
        const Tile *tile = &rules->tile[spot->tile];
        for (i32 d = 0; d < 6; d++) {
            i32 other = *ground(m, spot->q + DQ[d], spot->r + DR[d]) - 1;
            if (other < 0 || other > i) continue;
            const Tile *neighbour = &rules->tile[own->spot[other].tile];
            for (i32 half = 0; half < 2; half++) {
                i32 ours = sector(tile, spot->turn, 2 * d + half);
                i32 theirs = sector(neighbour, own->spot[other].turn, (2 * d + half + 6) % 12 ^ 1);
                if (ours && theirs)
                    join(own->root, own->first_region[i] + ours - 1, own->first_region[other] + theirs - 1);
            }
        }
    }
    wipe(m, own);
    for (i32 i = 0; i < regions; i++) own->root[i] = own->root[own->root[i]]; /* earlier ones have found theirs */
    own->pastures_known = own->spots;
}

static void know_pastures(Machine *m, Seat *own) {
    if (own->pastures_known < own->spots) find_pastures(m, own);
}

static i32 touches(const Seat *own, i32 place, i32 pasture) { /* mirrors Pasture.touches */
    for (i32 region = own->first_region[place]; region < own->first_region[place + 1]; region++)
        if (own->root[region] == pasture) return 1;
    return 0;
}

static u64 tiles_of_pasture(const Seat *own, i32 pasture) {
    u64 tiles = 0;
    for (i32 i = 0; i < own->spots; i++)
        if (touches(own, i, pasture)) tiles |= 1ull << i;
    return tiles;
}
