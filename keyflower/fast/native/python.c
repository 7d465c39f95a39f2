/* Calls from Python without ctypes, which takes 0.3 µs for each: searches make these by the million.
 *
 * They are builtin functions, made in library.py. No headers of Python are needed: it hands over the addresses of the
 * functions that are called here, all of them from its stable interface, so the library fits every version.
 */

typedef struct Object Object;  /* a value of Python; only its own functions look inside */

static struct {                /* in the order of _FROM_PYTHON in library.py */
    Object *(*new_bytes)(const char *, intptr_t);
    const u8 *(*bytes_of)(Object *);
    Object *(*new_int)(long long);
    long (*int_of)(Object *);
    void *(*pointer_of)(Object *);
    Object *(*error)(void);
    Object *(*intern)(const char *);
    Object *(*blank)(Object *, intptr_t);
    int (*set)(Object *, Object *, Object *);
    Object *(*new_list)(intptr_t);
    int (*append)(Object *, Object *);
    Object *(*item)(Object *, intptr_t);
    Object *(*found)(Object *, Object *);
    Object *(*call)(Object *, ...);
    void (*keep)(Object *);
    void (*let_go)(Object *);
} python;

static struct {
    Object *form, *origin, *counted, *own_form, *own_origin;
} name;

PUBLIC void keyflower_python(void *const *functions) {
    memcpy(&python, functions, sizeof python);
    name.form = python.intern("form");
    name.origin = python.intern("origin");
    name.counted = python.intern("counted");
    name.own_form = python.intern("_form");
    name.own_origin = python.intern("_origin");
}

/* Keep the bytes of the state at hand, so that nothing else can lie where they do. */
static void hold(Machine *m, Object *form) {
    python.keep(form);
    if (m->held) python.let_go(m->held);
    m->held = form;
    m->at_hand = 1;
}

/* Keep a list of options for `keyflower_play`, and the bytes of the state that they belong to. */
static void keep_list(Machine *m, Object *actions, Object *form, i32 seat, i32 from, i32 number) {
    Object *before = m->listed, *form_before = m->listed_of;
    if (actions) python.keep(actions);
    if (form) python.keep(form);
    m->listed = actions;
    m->listed_of = form;
    m->listed_seat = seat;
    m->listed_from = from;
    m->listed_number = number;
    if (before) python.let_go(before);
    if (form_before) python.let_go(form_before);
}

PUBLIC void keyflower_machine_free(Machine *m) {
    if (m->held) python.let_go(m->held);
    keep_list(m, NULL, NULL, 0, 0, 0);
    free(m);
}

/* Read the state whose bytes these are, unless it is at hand already; return whether they are bytes. */
static i32 take(Machine *m, Object *form) {
    if (m->at_hand && m->held == form) return 1;
    const u8 *bytes = python.bytes_of(form);
    if (!bytes) return 0;
    load(m, bytes);
    hold(m, form);
    return 1;
}

/* count(form, seat): return how many options a seat has, and below that, in four bits, the seat; or why it has none. */
PUBLIC Object *keyflower_count(Object *self, Object *const *given, intptr_t number) {
    Machine *m = python.pointer_of(self);
    i32 seat = (i32)python.int_of(given[1]);
    (void)number;
    if (!take(m, given[0])) return NULL;
    i32 wrong = acting(m, &seat);
    return python.new_int(wrong ? wrong : (i64)count_options(m, seat) << 4 | seat);
}

/* list(form, seat, start, stop, known, make, machine): return the options of a seat from one place to another.
 *
 * `known` has actions by their numbers, see `code_of`; the others are made by make(machine, seat, place, number).
 */
PUBLIC Object *keyflower_list(Object *self, Object *const *given, intptr_t number) {
    enum { AT_ONCE = 512 };
    Machine *m = python.pointer_of(self);
    i32 seat = (i32)python.int_of(given[1]), from = (i32)python.int_of(given[2]), to = (i32)python.int_of(given[3]), listed = AT_ONCE;
    u64 codes[AT_ONCE];
    const i32 first = from;
    Object *actions = python.new_list(0);
    (void)number;
    if (!actions) return NULL;
    for (; listed == AT_ONCE; from += listed) {
        i32 wrong = !take(m, given[0]); /* each time: whoever makes an action might look at another state */
        listed = wrong || acting(m, &seat) ? 0 : list_codes(m, seat, from, at_most(to, from + AT_ONCE), codes);
        for (i32 i = 0; i < listed && !wrong; i++) {
            Object *code = python.new_int((i64)codes[i]), *action = codes[i] ? python.found(given[4], code) : NULL;
            if (action) python.keep(action);
            else {
                Object *place = python.new_int(from + i);
                action = python.call(given[5], given[6], given[1], place, code, NULL);
                python.let_go(place);
            }
            wrong = !action || python.append(actions, action);
            python.let_go(code);
            if (action) python.let_go(action);
        }
        if (wrong) {
            python.let_go(actions);
            return NULL;
        }
    }
    keep_list(m, actions, given[0], seat, first, from - first);
    return actions;
}

/* Return the place of one of the options that were listed last, or -1. */
static i32 listed_at(const Machine *m, const Object *form, i32 seat, const Object *action) {
    if (m->listed_of != form || m->listed_seat != seat) return -1;
    for (i32 i = 0; i < m->listed_number; i++)
        if (python.item(m->listed, i) == action) return m->listed_from + i;
    return -1;
}

/* Write the state after the option at a place; return its length, 0 if there is no such option, or why nobody acts.
 *
 * The options of whoever decides next are counted, too, if `counted` is given: somebody who walks through a tree asks for them next.
 */
static i32 write_next(Machine *m, i32 seat, long place, u8 *after, i64 *counted) {
    Action action;
    i32 wrong = acting(m, &seat);
    if (wrong) return wrong;
    if (place < 0 || place > INT32_MAX || !find_option(m, seat, (i32)place, &action)) return 0;
    m->at_hand = 0;
    act(m, seat, &action);
    if (counted && m->state.tasks && !m->state.stuck) {
        seat = first_deciding(m);
        *counted = (i64)count_options(m, seat) << 4 | seat;
    }
    return save(m, after);
}

/* Return the value for the state after the option at a place: a packed game, or a state whose fields are still empty.
 *
 * `given` begins with the kind of value, the bytes of the state before, and what it shares with others. If there is no such option,
 * a packed game is the number of `write_next`, and a state is 0.
 */
static Object *next_value(Machine *m, Object *const *given, i32 seat, long place, i32 packed) {
    u8 after[FORM];
    i64 counted = -1;
    Object *made = python.blank(given[0], 0); /* first: it may collect garbage, and with that run whatever waits for it */
    if (!made || !take(m, given[1])) return NULL;
    i32 length = write_next(m, seat, place, after, packed ? &counted : NULL);
    if (length <= 0) {
        python.let_go(made);
        return python.new_int(packed ? length : 0);
    }
    Object *form = python.new_bytes((char *)after, length), *options = python.new_int(counted);
    if (!form || !options) return NULL; /* there is no memory left */
    hold(m, form);
    python.set(made, packed ? name.form : name.own_form, form);
    python.set(made, packed ? name.origin : name.own_origin, given[2]);
    if (packed) python.set(made, name.counted, options);
    python.let_go(form);
    python.let_go(options);
    return made;
}

/* apply(kind, form, origin, place, seat): return the packed game after an option. */
PUBLIC Object *keyflower_apply(Object *self, Object *const *given, intptr_t number) {
    long place = python.int_of(given[3]);
    (void)number;
    if (place == -1 && python.error()) return NULL;
    return next_value(python.pointer_of(self), given, (i32)python.int_of(given[4]), place, 1);
}

/* play(kind, form, origin, action, seat): return the state after one of the options that were listed last. */
PUBLIC Object *keyflower_play(Object *self, Object *const *given, intptr_t number) {
    Machine *m = python.pointer_of(self);
    i32 seat = (i32)python.int_of(given[4]), place = listed_at(m, given[1], seat, given[3]);
    (void)number;
    return place < 0 ? python.new_int(0) : next_value(m, given, seat, place, 0);
}
