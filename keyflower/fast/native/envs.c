/* Many games at once, for learning agents: what may be said next, and what a seat sees as a row of numbers.
 *
 * Mirrors keyflower.envs: Vocabulary and Speech (an option as a row of words), Features, and Table (whose word it is).
 * keyflower/envs/tokens.py writes the row of numbers that `read_language` reads, in the same order.
 */


enum { LONGEST = 400 };        /* words of an option at most: a set of groups, all spelt */
enum { ALL_GOODS = GOOD_KINDS * TYPES, QUESTIONS = BREEDING + 1, LEAST_NUMBER = -128, NUMBERS = 384 };
enum { SPACE, PLUS, OPEN_MARK, ARROW, SLASH, COMMA, TURNED, SIGNS };

/* Where each kind of text begins in the row of texts. */
enum { VERB = 0, SIGN = PLACE + 1, END_OF_SPEECH = SIGN + SIGNS, NUMBER, GOOD = NUMBER + NUMBERS,
       PIECE = GOOD + ALL_GOODS, TILE = PIECE + ALL_GOODS };

typedef struct {
    i32 vocabulary;            /* how many words there are */
    i32 goods, column[ALL_GOODS]; /* where each good stands among the goods of the rules, or -1 */
    i32 ordered[GOOD_KINDS + 1], order[GOOD_KINDS + 1][ALL_GOODS]; /* the goods of each kind in the order in which a
                                  pool names them; after the kinds, those of all kinds together */
    i32 questions, question[QUESTIONS]; /* where each task stands among the kinds of questions */
    i32 label[NODES];          /* of effects with a choice: the text of the first part */
    u16 *words;                /* all texts as words, one after the other ... */
    i32 *begin;                /* ... and where each begins; one more says where the last ends */
} Language;

typedef struct {
    u64 seed, rolls;           /* the game, and how many choices were made for seats that play at random */
    i32 seat;                  /* whose word it is */
    i32 options, left, said;   /* how many options there are, begin with what was said, and how many words that is */
    i32 room, space;           /* for so many options and words there is memory */
    i32 *option, *begin;       /* the options that are left; where the words of each begin */
    u16 *words;
    u16 saying[LONGEST];
    u8 *form;
} Talk;

typedef struct {
    const Rules *rules;
    i32 games, seats, width;   /* width: how many numbers a seat sees */
    u32 learners;              /* the seats that are asked, as bits; the others play at random */
    Language language;
    Talk talk[];
} Many;

/* What Python sees of each game, a row for each. */
typedef struct {
    float *seen;
    u8 *mask, *ended;
    i8 *seat;
    i64 *seed;
    i32 *totals;
    u32 *winners;
} Shown;

/* ------------------------------------------------------------------ words */

typedef struct {
    const Language *language;
    u16 *at;
} Voice;

static void say(Voice *voice, i32 text) {
    const Language *language = voice->language;
    for (i32 i = language->begin[text]; i < language->begin[text + 1]; i++) *voice->at++ = language->words[i];
}

static i32 number_text(i32 number) { return NUMBER + number - LEAST_NUMBER; }

#define SAY(voice, ...) say_all(voice, (i32[]){__VA_ARGS__, -1}) /* several texts, one after the other */

static void say_all(Voice *voice, const i32 *texts) {
    for (; *texts >= 0; texts++) say(voice, *texts);
}

/* Say a pool of one kind of goods or of all; return whether there was anything to say. */
static i32 say_pool(Voice *voice, const u8 *const *amounts, i32 kind, i32 open) {
    const Language *language = voice->language;
    i32 any = 0;
    if (kind < GOOD_KINDS && !amounts[kind]) return 0;
    for (i32 i = 0; i < language->ordered[kind]; i++) {
        i32 good = language->order[kind][i];
        const u8 *pool = amounts[good / TYPES];
        if (!pool || !pool[good % TYPES]) continue;
        if (any) say(voice, SIGN + SPACE);
        SAY(voice, PIECE + good, number_text(pool[good % TYPES]));
        if (open) say(voice, SIGN + OPEN_MARK);
        any = 1;
    }
    return any;
}

/* Say tiles in the order of their names, a sign between them; return whether there was one. */
static i32 say_tiles(Voice *voice, const Rules *rules, const u8 *names, u32 bits, i32 sign, i32 any) {
    u8 tiles[32];
    i32 number = 0;
    for (i32 i = 0; i < 32 && bits >> i; i++)
        if (bits >> i & 1) tiles[number++] = names[i];
    sort_by_name(rules, tiles, number);
    for (i32 i = 0; i < number; i++) {
        if (any) say(voice, SIGN + sign);
        say(voice, TILE + tiles[i]);
        any = 1;
    }
    return any;
}

/* Say what pays or works, after a space (mirrors actions.sources_text). */
static void say_sources(
    Voice *voice, const Rules *rules, const u8 *const *hidden, const u8 *const *shown, i32 kind, const u8 *lots,
    u32 groups
) {
    u16 *before = voice->at, *begun;
    say(voice, SIGN + SPACE);
    begun = voice->at;
    i32 any = say_pool(voice, hidden, kind, 0);
    if (any) {
        u16 *plus = voice->at;
        say(voice, SIGN + PLUS);
        if (!say_pool(voice, shown, kind, 1)) voice->at = plus;
    } else
        any = say_pool(voice, shown, kind, 1);
    say_tiles(voice, rules, lots, groups, PLUS, any);
    if (voice->at == begun) voice->at = before; /* an upgrade that costs nothing */
}

static void say_region(Voice *voice, i32 region) {
    SAY(voice, TILE + region / 16, SIGN + SLASH, number_text(region % 16));
}

/* Say an option, the end included (mirrors Vocabulary.encode of the action's text). */
static void say_option(Voice *voice, const Machine *m, i32 seat, const Action *action, const u8 *lots) {
    const u8 *hidden[GOOD_KINDS] = {NULL}, *shown[GOOD_KINDS] = {NULL};
    say(voice, VERB + action->kind);
    switch (action->kind) {
    case BID: case USE:
        hidden[WORKER] = action->pool;
        shown[WORKER] = m->funds.open ? action->shown : NULL;
        say(voice, TILE + action->tile);
        say_sources(voice, m->rules, hidden, shown, WORKER, lots, action->groups);
        break;
    case PAY_WITH:
        hidden[action->good] = action->pool;
        shown[action->good] = action->shown;
        if (action->tile >= 0) say(voice, TILE + action->tile);
        else if (!say_pool(voice, hidden, action->good, 0)) say_pool(voice, shown, action->good, 1);
        break;
    case CHOOSE_PART: say(voice, voice->language->label[action->from] + action->to); break;
    case MOVE:
        SAY(voice, GOOD + RESOURCE * TYPES + action->good, SIGN + SPACE, TILE + action->from);
        SAY(voice, SIGN + ARROW, TILE + action->to);
        break;
    case MOVE_ANIMAL: case PUT_ANIMAL:
        SAY(voice, GOOD + ANIMAL * TYPES + action->good, SIGN + SPACE);
        if (action->kind == MOVE_ANIMAL) {
            say_region(voice, action->from);
            say(voice, SIGN + ARROW);
        }
        say_region(voice, action->to);
        break;
    case SPEND: say(voice, GOOD + PRODUCE * TYPES + action->good); break;
    case UPGRADE:
        hidden[RESOURCE] = action->pool;
        hidden[SKILL] = action->tokens;
        shown[SKILL] = action->shown;
        say(voice, TILE + action->tile);
        say_sources(voice, m->rules, hidden, shown, GOOD_KINDS, lots, 0);
        break;
    case OFFER: say_tiles(voice, m->rules, m->state.seat[seat].hand, action->groups, SPACE, 0); break;
    case TAKE: say(voice, TILE + action->tile); break;
    case PLACE:
        SAY(
            voice, TILE + action->tile, SIGN + SPACE, number_text(action->q), SIGN + COMMA, number_text(action->r),
            SIGN + TURNED, number_text(action->turn)
        );
        break;
    default: break;            /* PASS, DONE: the verb is all */
    }
    say(voice, END_OF_SPEECH);
}

/* ------------------------------------------------------------------ speech */

/* Say all words that have no alternative (mirrors TokenChoice._going_on). */
static void go_on(Talk *talk) {
    const u16 *first = talk->words + talk->begin[talk->option[0]];
    if (talk->left < 2) return; /* the action is clear */
    for (;;) {
        u16 word = first[talk->said];
        for (i32 i = 1; i < talk->left; i++)
            if (talk->words[talk->begin[talk->option[i]] + talk->said] != word) return;
        talk->saying[talk->said++] = word;
    }
}

static i32 grown(Talk *talk, i32 options) { /* whether there is memory for so many options */
    if (options <= talk->room) return 1;
    i32 *option = realloc(talk->option, (size_t)options * sizeof *option);
    if (option) talk->option = option;
    i32 *begin = realloc(talk->begin, (size_t)options * sizeof *begin);
    if (begin) talk->begin = begin;
    if (option && begin) talk->room = options;
    return option && begin;
}

static i32 widened(Talk *talk, i32 words) { /* whether there is memory for so many words */
    if (words <= talk->space) return 1;
    i32 space = words + words / 2;
    u16 *more = realloc(talk->words, (size_t)space * sizeof *more);
    if (!more) return 0;
    talk->words = more;
    talk->space = space;
    return 1;
}

/* Begin a choice: list the options as words (mirrors TokenChoice.of). Return whether there was memory for them. */
static i32 begin_talk(const Many *many, Machine *m, Talk *talk, i32 seat, i32 number) {
    const State *s = &m->state;
    u8 lots[32] = {0};
    Action action;
    i32 used = 0;
    if (!grown(talk, number)) return 0;
    for (i32 i = 0; i < s->lots; i++) lots[i] = s->lot[i].tile;
    for (i32 place = 0; place < number;) {
        i32 run = find_run(m, seat, place, &action);
        tell_names(m, seat, &action);
        for (; run; run--, place++, next_of_run(&action)) {
            if (!widened(talk, used + LONGEST)) return 0;
            Voice voice = {&many->language, talk->words + used};
            talk->option[place] = place;
            talk->begin[place] = used;
            say_option(&voice, m, seat, &action, lots);
            used = (i32)(voice.at - talk->words);
        }
    }
    talk->seat = seat;
    talk->options = talk->left = number;
    talk->said = 0;
    go_on(talk);
    return 1;
}

/* Keep the options that go on with a word (mirrors TokenChoice.saying). */
static void say_word(Talk *talk, i32 word) {
    i32 left = 0;
    for (i32 i = 0; i < talk->left; i++)
        if (talk->words[talk->begin[talk->option[i]] + talk->said] == word) talk->option[left++] = talk->option[i];
    talk->left = left;
    talk->saying[talk->said++] = (u16)word;
    go_on(talk);
}

/* ------------------------------------------------------------------ what a seat sees (mirrors features.Features) */

static float tenth(i32 number) { return (float)(number / 10.0); }

/* Write how many of each good a seat has in sight of the viewer; what is hidden is counted apart. */
static void see_goods(const Many *many, const Seat *seat, i32 is_own, float *row) {
    const Rules *rules = many->rules;
    const Language *language = &many->language;
    i32 there[GOOD_KINDS][TYPES] = {{0}}, workers = 0, skills = 0;
    for (i32 i = 0; i < COLOURS; i++) {
        there[WORKER][i] += seat->shown[i] + (is_own ? seat->workers[i] : 0);
        workers += seat->workers[i];
    }
    for (i32 i = 0; i < TYPES; i++) {
        there[SKILL][i] += seat->shown_skills[i] + (is_own ? seat->skills[i] : 0);
        skills += seat->skills[i];
        there[PRODUCE][i] += seat->stock[i];
    }
    for (i32 i = 0; i < seat->spots; i++) {
        const Spot *spot = &seat->spot[i];
        for (i32 type = 0; type < TYPES; type++) there[RESOURCE][type] += spot->goods[type];
        for (i32 use = 0; use < spot->uses; use++)
            for (i32 c = 0; c < COLOURS; c++) there[WORKER][c] += spot->use[use].workers[c];
    }
    for (i32 i = 0; i < seat->herds; i++)
        for (i32 type = 0; type < TYPES; type++) there[ANIMAL][type] += seat->herd[i].animals[type];
    for (i32 kind = 0; kind < GOOD_KINDS; kind++)
        for (i32 type = 0; type < rules->types[kind]; type++)
            row[language->column[kind * TYPES + type]] = tenth(there[kind][type]);
    row[language->goods] = is_own ? 0 : tenth(workers);
    row[language->goods + 1] = is_own ? 0 : tenth(skills);
    row[language->goods + 2] = tenth(seat->winter);
}

static void see_tiles(const Seat *seat, float *row) { /* four numbers a tile: front, back, won, used */
    for (i32 i = 0; i < seat->spots; i++) {
        const Spot *spot = &seat->spot[i];
        row[spot->tile * 4 + spot->side] = 1;
        row[spot->tile * 4 + 3] = tenth(users(spot->use, spot->uses));
    }
    for (i32 i = 0; i < seat->won; i++) row[seat->won_tile[i] * 4 + 2] = 1;
}

static void see_lots(const State *s, i32 own, float *row) { /* six numbers a tile */
    for (i32 i = 0; i < s->lots; i++) {
        const Lot *lot = &s->lot[i];
        float *here = row + lot->tile * 6;
        i32 others = 0;
        for (i32 seat = 0; seat < s->seats; seat++)
            if (seat != own) others = at_least(others, lot->bid[seat].size);
        here[0] = 1;
        here[1] = tenth(lot->bid[own].size);
        here[2] = tenth(others);
        here[3] = lot->leader == own;
        here[4] = lot->side;
        here[5] = tenth(users(lot->use, lot->uses));
    }
}

/* The last part of a row: what has been said. It is all that changes while a seat speaks. */
static void see_words(const Many *many, const Talk *talk, float *row) {
    i32 vocabulary = many->language.vocabulary;
    float *said = row + many->width - vocabulary - 1;
    memset(said, 0, (size_t)(vocabulary + 1) * sizeof *said);
    for (i32 i = 0; i < talk->said; i++) {
        said[talk->saying[i]] += 0.1f;
        said[vocabulary] = (float)(talk->saying[i] / (double)vocabulary);
    }
}

static void see(const Many *many, const Machine *m, const Talk *talk, float *row) {
    const State *s = &m->state;
    const Task *task = &s->task[s->tasks - 1];
    const Language *language = &many->language;
    i32 own = talk->seat, tiles = many->rules->tiles;
    memset(row, 0, (size_t)many->width * sizeof *row);
    row[s->season] = 1;
    row += 4;
    row[language->question[task->kind]] = 1;
    row += language->questions;
    if (task->kind == HAUL) {
        row[0] = tenth(task->points);
        row[1] = tenth(task->upgrades);
    }
    row += 2;
    row[(s->start - own + s->seats) % s->seats] = 1;
    row += s->seats;
    for (i32 step = 0; step < s->seats; step++) {
        i32 number = (own + step) % s->seats;
        see_goods(many, &s->seat[number], number == own, row);
        row += language->goods + 3;
        see_tiles(&s->seat[number], row);
        row += 4 * tiles;
    }
    for (i32 i = 0; i < s->seat[own].winter; i++) row[s->seat[own].hand[i]] = 1;
    see_lots(s, own, row + tiles);
}

static void show_words(const Many *many, const Talk *talk, const Shown *shown, i32 game) {
    u8 *mask = shown->mask + (size_t)game * (size_t)many->language.vocabulary;
    memset(mask, 0, (size_t)many->language.vocabulary);
    for (i32 i = 0; i < talk->left; i++) mask[talk->words[talk->begin[talk->option[i]] + talk->said]] = 1;
    see_words(many, talk, shown->seen + (size_t)game * (size_t)many->width);
}

/* ------------------------------------------------------------------ a table (mirrors session.EnvSession) */

static void begin_game(const Many *many, Machine *m, Talk *talk) {
    set_up(m, many->seats, 0, key_of(talk->seed));
    settle(m);
    talk->rolls = 0;
}

static void tell_end(const Many *many, const Machine *m, const Shown *shown, i32 game) {
    shown->ended[game] = 1;
    shown->winners[game] = m->winners;
    memcpy(
        shown->totals + (size_t)game * (size_t)many->seats, m->totals, (size_t)many->seats * sizeof *shown->totals
    );
}

/* Play on until a learner has a real choice, and show it; a game that ends is followed by the next one.
 *
 * Return whether there was memory for the options.
 */
static i32 ask(const Many *many, Machine *m, Talk *talk, const Shown *shown, i32 game) {
    Dice dice = {scrambled(scrambled(talk->seed) + STEP), talk->rolls, NULL}; /* as Stream.of_game(seed, 0) */
    Action action;
    i32 seat, options;
    for (;;) {
        if (!m->state.tasks) {
            tell_end(many, m, shown, game);
            talk->seed += (u64)many->games;
            begin_game(many, m, talk);
            dice = (Dice){scrambled(scrambled(talk->seed) + STEP), 0, NULL};
            continue;
        }
        seat = first_deciding(m);
        options = count_options(m, seat);
        i32 learns = many->learners >> seat & 1;
        if (options > 1 && learns) break;
        find_option(m, seat, options > 1 ? (i32)randrange(&dice, (u32)options) : 0, &action);
        act(m, seat, &action);
    }
    talk->rolls = dice.counter;
    shown->seat[game] = (i8)seat;
    shown->seed[game] = (i64)talk->seed;
    save(m, talk->form);
    if (!begin_talk(many, m, talk, seat, options)) return 0;
    see(many, m, talk, shown->seen + (size_t)game * (size_t)many->width);
    show_words(many, talk, shown, game);
    return 1;
}

/* Say a word in a game. */
static i32 hear(const Many *many, Machine *m, Talk *talk, i32 word, const Shown *shown, i32 game) {
    Action action;
    say_word(talk, word);
    if (talk->left > 1) {
        show_words(many, talk, shown, game);
        return 1;
    }
    load(m, talk->form);
    find_option(m, talk->seat, talk->option[0], &action);
    act(m, talk->seat, &action);
    return ask(many, m, talk, shown, game);
}

/* ------------------------------------------------------------------ for Python */

static i32 read_language(Language *language, const Rules *rules, const i32 *numbers, i32 length) {
    Row row = {numbers, numbers + length, 0};
    language->vocabulary = next_upto(&row, 65535);
    language->goods = next_upto(&row, ALL_GOODS);
    for (i32 i = 0; i < ALL_GOODS; i++) language->column[i] = next(&row);
    for (i32 left = next_upto(&row, ALL_GOODS); left; left--) {
        i32 good = next_upto(&row, ALL_GOODS - 1), kind = good / TYPES;
        language->order[kind][language->ordered[kind]++] = good;
        language->order[GOOD_KINDS][language->ordered[GOOD_KINDS]++] = good;
    }
    language->questions = next_upto(&row, 64);
    for (i32 i = 0; i < QUESTIONS; i++) language->question[i] = next_upto(&row, language->questions - 1);
    for (i32 i = 0; i < rules->nodes; i++) language->label[i] = next_upto(&row, 1 << 20);
    i32 texts = next_upto(&row, 1 << 20);
    if (row.bad) return 0;
    language->begin = calloc((size_t)texts + 1, sizeof *language->begin);
    language->words = calloc((size_t)length, sizeof *language->words);
    if (!language->begin || !language->words) return 0;
    i32 at = 0;
    for (i32 text = 0; text < texts && !row.bad; text++) {
        language->begin[text] = at;
        for (i32 left = next_upto(&row, LONGEST); left; left--)
            language->words[at++] = (u16)next_upto(&row, language->vocabulary - 1);
    }
    language->begin[texts] = at;
    return !row.bad && row.at == row.end && texts >= TILE + rules->tiles;
}

PUBLIC void keyflower_many_free(Many *many) {
    for (i32 game = 0; game < many->games; game++) {
        free(many->talk[game].option);
        free(many->talk[game].begin);
        free(many->talk[game].words);
        free(many->talk[game].form);
    }
    free(many->language.begin);
    free(many->language.words);
    free(many);
}

/* Return memory for so many games, or NULL. */
PUBLIC Many *keyflower_many(
    const Rules *rules, i32 games, i32 seats, u32 learners, const i32 *numbers, i32 length
) {
    Many *many = calloc(1, sizeof *many + (size_t)games * sizeof *many->talk);
    if (!many) return NULL;
    many->rules = rules;
    many->games = games;
    many->seats = seats;
    many->learners = learners;
    i32 fine = read_language(&many->language, rules, numbers, length);
    many->width = 4 + many->language.questions + 2 + seats + seats * (many->language.goods + 3 + 4 * rules->tiles)
        + 7 * rules->tiles + many->language.vocabulary + 1;
    for (i32 game = 0; game < games; game++) fine = (many->talk[game].form = malloc(FORM)) != NULL && fine;
    if (fine) return many;
    keyflower_many_free(many);
    return NULL;
}

PUBLIC i32 keyflower_many_width(const Many *many) { return many->width; }

/* Begin games anew, from one to another, each with its seed. Return whether there was memory for it. */
PUBLIC i32 keyflower_many_reset(Many *many, Machine *m, i32 from, i32 to, const Shown *shown) {
    i32 fine = 1;
    for (i32 game = from; game < to; game++) {
        many->talk[game].seed = (u64)shown->seed[game];
        begin_game(many, m, &many->talk[game]);
        fine = ask(many, m, &many->talk[game], shown, game) && fine;
    }
    return fine;
}

/* Say a word in each game, from one to another; every word must be one that its mask allows. */
PUBLIC i32 keyflower_many_step(Many *many, Machine *m, i32 from, i32 to, const i32 *words, const Shown *shown) {
    i32 fine = 1;
    for (i32 game = from; game < to; game++) {
        shown->ended[game] = 0;
        fine = hear(many, m, &many->talk[game], words[game], shown, game) && fine;
    }
    return fine;
}
