/* Pieces that live on pastures, and their breeding (rules 3.5, 4.3). */

static Herd *herd_on(Seat *own, i32 pasture) {
    for (i32 i = 0; i < own->herds; i++)
        if (own->herd[i].pasture == pasture) return &own->herd[i];
    return NULL;
}

static i32 only(const u8 *animals, i32 species) { /* whether nothing but one species is there */
    for (i32 i = 0; i < TYPES; i++)
        if ((animals[i] > 0) != (i == species)) return 0;
    return 1;
}

static i32 admits(Seat *own, i32 pasture, i32 species) { /* mirrors herds.admits */
    Herd *herd = herd_on(own, pasture);
    return !herd || HAS(own, MIXED_HERDS) || only(herd->animals, species);
}

static void add_animal(State *s, Seat *own, i32 pasture, i32 species) {
    Herd *herd = herd_on(own, pasture);
    if (!herd) {
        if (!has_room(s, own->herds, HERDS)) return;
        i32 at = own->herds++;
        for (; at && own->herd[at - 1].pasture > pasture; at--) own->herd[at] = own->herd[at - 1];
        herd = &own->herd[at];
        memset(herd, 0, sizeof *herd);
        herd->pasture = (u16)pasture;
    }
    herd->animals[species]++;
}

static void remove_animal(Seat *own, i32 pasture, i32 species) {
    Herd *herd = herd_on(own, pasture);
    herd->animals[species]--;
    if (any_of(herd->animals, TYPES)) return;
    i32 at = (i32)(herd - own->herd);
    memmove(herd, herd + 1, (size_t)(--own->herds - at) * sizeof *herd);
}

/* Herds whose pastures a new tile has joined come together (mirrors Village.laying). */
static void join_herds(Machine *m, Seat *own) {
    if (!own->herds) return;
    know_pastures(m, own);
    i32 kept = 0;
    for (i32 i = 0; i < own->herds; i++) {
        Herd moving = own->herd[i];
        moving.pasture = own->root[moving.pasture];
        i32 at = 0;
        while (at < kept && own->herd[at].pasture < moving.pasture) at++;
        if (at < kept && own->herd[at].pasture == moving.pasture) {
            add_all(own->herd[at].animals, moving.animals, TYPES);
            continue;
        }
        memmove(&own->herd[at + 1], &own->herd[at], (size_t)(kept - at) * sizeof moving);
        own->herd[at] = moving;
        kept++;
    }
    own->herds = (u8)kept;
}

/* ------------------------------------------------------------------ new animals (mirrors Putting) */

static i32 place_of(const Seat *own, i32 tile) {
    i32 place = 0;
    while (place < own->spots && own->spot[place].tile != tile) place++;
    return place;
}

static i32 put_ways(Machine *m, Menu *menu, Action *action, const Task *task) {
    State *s = &m->state;
    Seat *own = &s->seat[task->seat];
    know_pastures(m, own);
    i32 place = place_of(own, task->target);
    action->kind = PUT_ANIMAL;
    for (i32 species = 0; species < m->rules->types[ANIMAL]; species++) {
        if (!task->animals[species] || !s->supply[ANIMAL][species]) continue;
        for (i32 pasture = 0; pasture < own->regions; pasture++) {
            if (own->root[pasture] != pasture || !touches(own, place, pasture) || !admits(own, pasture, species))
                continue;
            if (here(menu, 1)) {
                action->good = species;
                action->to = pasture;
                return 1;
            }
        }
    }
    return 0;
}

static void put_animal(Machine *m, const Task *done, const Action *action) {
    State *s = &m->state;
    Task task = *done;
    s->supply[ANIMAL][action->good]--;
    add_animal(s, &s->seat[task.seat], action->to, action->good);
    task.animals[action->good]--;
    if (any_of(task.animals, TYPES)) s->task[s->tasks++] = task;
}

/* ------------------------------------------------------------------ moving (mirrors herding._moves) */

/* Find the steps from a pasture to others, as far as points go; -1 where no way leads (mirrors layout._pasture_steps). */
static void pasture_steps(const Seat *own, i32 start, i32 points, i8 *steps) {
    u64 touched[REGIONS];      /* the tiles of each pasture, by its first region */
    memset(touched, 0, own->regions * sizeof *touched);
    memset(steps, -1, own->regions);
    for (i32 i = 0, region = 0; i < own->spots; i++)
        for (i32 end = own->first_region[i + 1]; region < end; region++) touched[own->root[region]] |= 1ull << i;
    u64 reached = touched[start];
    steps[start] = 0;
    for (i32 away = 1, found = 1; found && away <= points; away++) {
        u64 beyond = reached;
        found = 0;
        for (i32 i = 0; i < own->regions; i++)
            if (touched[i] & reached && steps[i] < 0) {
                steps[i] = (i8)away;
                beyond |= touched[i];
                found = 1;
            }
        reached = beyond;
    }
}

static i32 animal_moves(Machine *m, Menu *menu, Action *action, Seat *own, i32 points) {
    if (!own->herds) return 0;
    know_pastures(m, own);
    for (i32 i = 0; i < own->herds; i++) {
        i8 steps[REGIONS];
        pasture_steps(own, own->herd[i].pasture, points, steps);
        for (i32 species = 0; species < m->rules->types[ANIMAL]; species++) {
            if (!own->herd[i].animals[species]) continue;
            for (i32 to = 0; to < own->regions; to++)
                if (steps[to] > 0 && admits(own, to, species) && here(menu, 1)) {
                    action->kind = MOVE_ANIMAL;
                    action->good = species;
                    action->from = own->herd[i].pasture;
                    action->to = to;
                    action->turn = steps[to]; /* what it costs */
                    return 1;
                }
        }
    }
    return 0;
}

/* ------------------------------------------------------------------ breeding */

static void birth(State *s, i32 seat, i32 species, i32 pasture) {
    s->supply[ANIMAL][species]--;
    add_animal(s, &s->seat[seat], pasture, species);
}

/* Herds of two or more grow, the start player's first (mirrors breeding.breed). */
static void breed(Machine *m) {
    State *s = &m->state;
    Task choice[SEATS * TYPES];
    i32 choices = 0;
    u8 left[TYPES];
    memcpy(left, s->supply[ANIMAL], TYPES);
    Task born[SEATS * TYPES];
    i32 births = 0;
    for (i32 turn = 0; turn < s->seats; turn++) {
        i32 seat = (s->start + turn) % s->seats;
        Seat *own = &s->seat[seat];
        /* species in the order in which they are first met, herd by herd */
        Task found[TYPES];
        i32 kinds = 0;
        for (i32 i = 0; i < own->herds; i++)
            for (i32 species = 0; species < m->rules->types[ANIMAL]; species++) {
                const u8 *animals = own->herd[i].animals;
                if (animals[species] < 2 || !(HAS(own, MIXED_HERDS) || only(animals, species))) continue;
                i32 at = 0;
                while (at < kinds && found[at].good != species) at++;
                if (at == kinds) {
                    found[kinds].kind = BREEDING;
                    found[kinds].seat = (u8)seat;
                    found[kinds].good = (u8)species;
                    found[kinds++].pastures = 0;
                }
                if (has_room(s, found[at].pastures, BORN)) found[at].pasture[found[at].pastures++] = own->herd[i].pasture;
            }
        for (i32 i = 0; i < kinds; i++) {
            i32 there = left[found[i].good], wanted = found[i].pastures;
            left[found[i].good] = (u8)at_least(0, there - wanted);
            found[i].points = (u8)there;
            if (there >= wanted) born[births++] = found[i];
            else if (there) choice[choices++] = found[i];
        }
    }
    for (i32 i = 0; i < births; i++)
        for (i32 at = 0; at < born[i].pastures; at++) birth(s, born[i].seat, born[i].good, born[i].pasture[at]);
    while (choices)
        if (has_room(s, s->tasks, TASKS)) s->task[s->tasks++] = choice[--choices];
        else break;
}

static i32 breeds_itself(Machine *m, const Task *task) { /* mirrors BreedingHandler.automatic */
    if (task->points && task->points < task->pastures) return 0;
    if (task->points)
        for (i32 i = 0; i < task->pastures; i++) birth(&m->state, task->seat, task->good, task->pasture[i]);
    return 1;
}

static i32 births(Menu *menu, Action *action, const Task *task) {
    action->kind = PUT_ANIMAL;
    action->good = task->good;
    if (!here(menu, task->pastures)) return 0;
    action->to = task->pasture[menu->want];
    return 1;
}

static void choose_birth(Machine *m, const Task *done, const Action *action) {
    State *s = &m->state;
    Task task = *done;
    birth(s, task.seat, task.good, action->to);
    i32 kept = 0;
    for (i32 i = 0; i < task.pastures; i++)
        if (task.pasture[i] != action->to) task.pasture[kept++] = task.pasture[i];
    task.pastures = (u8)kept;
    if (--task.points) s->task[s->tasks++] = task;
}
