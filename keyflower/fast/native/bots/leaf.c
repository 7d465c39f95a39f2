/* The learned value of a game at the end of a season (mirrors appraisal.leaf): points of margin, and chances to win. */

static const double BLUR = 3.0; /* points by which a total may be out: a finished game is won by 3 points, not by one */

/* What a seat has at the end of a season (mirrors leaf.features). */
static void features_of(Machine *m, const Judge *judge, i32 seat, double *found) {
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    Thought thought;
    u8 goods[TYPES] = {0};
    i32 links = 0, turned = 0, greens = own->workers[COLOURS - 1] + own->shown[COLOURS - 1], wilds = 0, animals = 0;
    i32 best = 0, second = 0;
    double promised = 0;
    begin_thought(m, &thought, judge, seat, 0);
    const Standing now = standing_of(m, seat);
    add_goods(goods, own);
    for (i32 i = 0; i < TYPES; i++)
        if (m->rules->wild >> i & 1) wilds += goods[i];
    for (i32 i = 0; i < own->spots; i++) {
        links += __builtin_popcountll(own->roads[i]);
        turned += own->spot[i].side == BACK && m->rules->tile[own->spot[i].tile].upgradable;
    }
    for (i32 i = 0; i < own->winter && s->season < WINTER; i++) {
        i32 gain = gain_by_laying(m, seat, &now, own->hand[i], FRONT);
        if (gain > best) {
            second = best;
            best = gain;
        } else if (gain > second) second = gain;
    }
    for (i32 i = 0; i < own->won; i++) promised += thought.promise[own->won_tile[i]][own->won_side[i]];
    for (i32 i = 0; i < own->herds; i++) animals += sum_of(own->herd[i].animals, TYPES);
    const double all[FEATURES] = {
        now.points, thought.now - now.points,
        sum_of(own->workers, COLOURS) + sum_of(own->shown, COLOURS) - greens, greens,
        sum_of(own->skills, TYPES) + sum_of(own->shown_skills, TYPES),
        sum_of(goods, TYPES) - wilds, wilds, sum_of(own->stock, TYPES),
        own->spots, turned, links / 2, tiles_of(m, &thought, own, goods),
        best, second, own->won, promised,
        s->start == seat, own->powers, animals, own->herds,
    };
    memcpy(found, all, sizeof all);
}

static double weighed(const double *weights, const double *features) {
    double total = 0;
    for (i32 i = 0; i < FEATURES; i++) total += weights[i] * features[i];
    return total;
}

/* Write what each seat is ahead of the average of the others, and its chance to win (mirrors Leaf.values). */
static void compare(const double *points, const double *strengths, i32 seats, double *margins, double *wins) {
    double all = 0, most = strengths[0], sum = 0;
    for (i32 seat = 0; seat < seats; seat++) {
        all += points[seat];
        if (strengths[seat] > most) most = strengths[seat];
    }
    for (i32 seat = 0; seat < seats; seat++) sum += wins[seat] = exp(strengths[seat] - most);
    for (i32 seat = 0; seat < seats; seat++) {
        wins[seat] /= sum;
        margins[seat] = points[seat] - (all - points[seat]) / (seats - 1);
    }
}

/* Value a game that is over, or whose season has ended. */
static void value_game(Machine *m, const Judge *judge, const Leaf *leaf, i32 season, double *margins, double *wins) {
    State *s = &m->state;
    double points[SEATS], strengths[SEATS], features[FEATURES];
    for (i32 seat = 0; seat < s->seats; seat++) {
        if (!s->tasks || season == WINTER) {
            points[seat] = s->tasks ? points_now(m, seat) : m->totals[seat];
            strengths[seat] = points[seat] / BLUR;
            continue;
        }
        features_of(m, judge, seat, features);
        points[seat] = weighed(leaf->margin[season], features);
        strengths[seat] = weighed(leaf->win[season], features);
    }
    compare(points, strengths, s->seats, margins, wins);
}
