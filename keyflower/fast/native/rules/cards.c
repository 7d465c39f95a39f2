/* Cards: an open row, a deck and used ones; seats take them and exchange them for pieces.
 *
 * keyflower/extend/compiled.py says what each of these steps does: CARDS, TAKE_CARD, TRADE_CARD, DEAL_CARDS, LOAD_CARDS,
 * SWEEP_CARDS.
 */

static i32 bits_in(u64 set) { return __builtin_popcountll(set); }

static u64 nth_bit(u64 set, u32 place) {
    while (place--) set &= set - 1;
    return set & -set;
}

/* Draw a card from the deck, which is made anew from the used cards when it is empty; 0 if there is none. */
static u64 draw_card(Machine *m) {
    State *s = &m->state;
    if (!s->deck) {
        s->deck = s->discarded_cards;
        s->discarded_cards = 0;
    }
    if (!s->deck) return 0;
    u64 card = m->fog.there ? s->deck & -s->deck : nth_bit(s->deck, chance_below(s, (u32)bits_in(s->deck)));
    s->deck &= ~card;
    return card;
}

static void fill_row(Machine *m) {
    State *s = &m->state;
    while (bits_in(s->row) + m->fog.row < m->rules->open_cards) {
        u64 card = draw_card(m);
        if (!card) break;
        if (m->fog.there) m->fog.row++; /* something lies there */
        else s->row |= card;
    }
}

static void deal_cards(Machine *m) {
    State *s = &m->state;
    s->deck = s->unused_cards;
    s->unused_cards = 0;
    fill_row(m);
}

static void load_cards(Machine *m) {
    State *s = &m->state;
    for (i32 i = 0; i < s->berths; i++)
        for (i32 left = s->season < WINTER ? m->rules->tile[s->berth[i].boat].cards[s->season] : 0; left; left--)
            s->berth[i].cards |= draw_card(m);
}

static void sweep_cards(Machine *m) {
    State *s = &m->state;
    s->discarded_cards |= s->row;
    s->row = 0;
    fill_row(m);
}

/* ------------------------------------------------------------------ taking one */

static i32 card_choices(const State *s, Menu *menu, Action *action) {
    action->kind = TAKE_CARD;
    if (here(menu, bits_in(s->row))) {
        action->good = lowest(nth_bit(s->row, (u32)menu->want));
        return 1;
    }
    action->good = NOBODY; /* the deck */
    return (s->deck || s->discarded_cards) && here(menu, 1);
}

static void take_card(Machine *m, i32 seat, const Action *action) {
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    if (action->good < 0) {
        u64 drawn = draw_card(m);
        if (m->fog.there) m->fog.cards += drawn != 0; /* counted, and not looked at */
        else own->secret_cards |= drawn;
    } else {
        s->row &= ~(1ull << action->good);
        own->cards |= 1ull << action->good;
    }
    fill_row(m);
}

/* ------------------------------------------------------------------ exchanging one */

/* Whether a piece may be there, as far as everybody can see. */
static i32 seems_there(const Rules *rules, const State *s, i32 kind, i32 type) {
    switch (rules->source[kind][type]) {
    case 0: return any_of(s->bag, COLOURS);
    case 1: return any_of(s->stack, TYPES);
    default: return s->supply[kind][type] > 0;
    }
}

static i32 trades(const Machine *m, Menu *menu, Action *action, const Seat *own) {
    const State *s = &m->state;
    if (!m->rules->trading) return 0;
    action->kind = TRADE;
    for (u64 left = own->cards | own->secret_cards; left; left &= left - 1) {
        const Card *card = &m->rules->card[lowest(left)];
        for (i32 i = 0; i < card->trades; i++)
            if (seems_there(m->rules, s, card->kind[i], card->type[i]) && here(menu, 1)) {
                action->good = lowest(left);
                action->from = card->kind[i];
                action->to = card->type[i];
                return 1;
            }
    }
    return 0;
}

/* Take a piece out of a pool that nobody sees into; whoever looks ahead is sure to find it. */
static i32 found_in(const Machine *m, u8 *pool, i32 types, i32 type) {
    if (!pool[type]) return m->fog.there && unseen(pool, types, 1);
    pool[type]--;
    return 1;
}

static void trade(Machine *m, i32 seat, const Action *action) {
    State *s = &m->state;
    Seat *own = &s->seat[seat];
    i32 kind = action->from, type = action->to, source = m->rules->source[kind][type];
    u64 card = 1ull << action->good;
    u8 piece[TYPES] = {0};
    s->discarded_cards |= card;
    if (own->cards & card) own->cards &= ~card;
    else own->secret_cards &= ~card;
    if (source == 1) {
        if (found_in(m, s->stack, TYPES, type)) (s->open_hands ? own->shown_skills : own->skills)[type]++;
        return;
    }
    if (source == 0 ? !found_in(m, s->bag, COLOURS, type) : !s->supply[kind][type]) return;
    if (source == 2) s->supply[kind][type]--;
    if (kind == RESOURCE) {
        own->spot[0].goods[type]++;
        return;
    }
    piece[type] = 1;
    give_workers(s, own, piece, 1);
}
