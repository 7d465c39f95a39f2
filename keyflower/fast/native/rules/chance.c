/* Chance: the numbers of a game, and two sources of choices for random play (mirrors kernel.chance). */

static u64 scrambled(u64 number) { /* the finaliser of splitmix64 */
    number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9ull;
    number = (number ^ (number >> 27)) * 0x94D049BB133111EBull;
    return number ^ (number >> 31);
}

static const u64 STEP = 0x9E3779B97F4A7C15ull;

/* Where the stream of a seed begins (mirrors chance.key_of, for seeds of up to 64 bits). */
static u64 key_of(u64 seed) { return scrambled(scrambled(STEP) ^ seed); }

static u32 scaled(u64 number, u32 below) { /* number * below >> 64 */
    u64 low = (number & 0xffffffffu) * below, high = (number >> 32) * below;
    return (u32)((high + (low >> 32)) >> 32);
}

static u32 chance_below(State *s, u32 below) {
    return scaled(scrambled(s->key + STEP * s->counter++), below);
}

static i32 lowest(u64 bits) { return __builtin_ctzll(bits); }

/* A pool has TYPES bytes at most: it is looked at as one number. */
static i32 any_of(const u8 *pool, i32 types) {
    u64 all = 0;
    memcpy(&all, pool, (size_t)types);
    return all != 0;
}

static u64 eight(const u8 *bytes) {
    u64 number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static i32 sum_of_bytes(u64 all) {
    const u64 every_second = 0x00ff00ff00ff00ffull;
    return (i32)(((all & every_second) + (all >> 8 & every_second)) * 0x0001000100010001ull >> 48);
}

static i32 sum_of(const u8 *pool, i32 types) {
    u64 all = 0;
    memcpy(&all, pool, (size_t)types);
    return sum_of_bytes(all);
}

static void add_all(u8 *pool, const u8 *more, i32 types) {
    for (i32 i = 0; i < types; i++) pool[i] += more[i];
}

static void remove_all(u8 *pool, const u8 *less, i32 types) {
    for (i32 i = 0; i < types; i++) pool[i] -= less[i];
}

/* Take a piece out of a pool, counted from its first one; return its type. */
static i32 take_out(u8 *pool, u32 at) {
    i32 type = 0;
    while (at >= pool[type]) at -= pool[type++];
    pool[type]--;
    return type;
}

/* Draw pieces from a pool, each equally likely, as far as it goes. */
static void draw(State *s, u8 *pool, i32 types, i32 number, u8 *drawn) {
    i32 left = sum_of(pool, types);
    memset(drawn, 0, TYPES);
    if (number > left) number = left;
    for (; number > 0; number--, left--) drawn[take_out(pool, chance_below(s, (u32)left))]++;
}

/* Pick names in the order drawn; what is left stays in order. */
static void pick(State *s, u8 *names, u8 *count, i32 number, u8 *picked) {
    if (number > *count) number = *count;
    for (i32 i = 0; i < number; i++) {
        u32 at = chance_below(s, *count);
        picked[i] = names[at];
        memmove(names + at, names + at + 1, (size_t)(--*count) - at);
    }
}

/* A source of choices. With words it is Python's own generator (random.Random), otherwise a stream of its own. */
typedef struct {
    u64 key, counter;
    u32 *words;                /* 624 words and a place, as random.getstate() tells them; or NULL */
} Dice;

static u32 twister(u32 *words) { /* MT19937, as published by Matsumoto and Nishimura */
    u32 *place = words + 624;
    if (*place >= 624) {
        for (i32 i = 0; i < 624; i++) {
            u32 y = (words[i] & 0x80000000u) | (words[(i + 1) % 624] & 0x7fffffffu);
            words[i] = words[(i + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
        }
        *place = 0;
    }
    u32 y = words[(*place)++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

/* Return a number from 0 to below `stop`, which is 1 at least: what randrange(stop) returns, of random.Random or of fast.Stream. */
static u32 randrange(Dice *dice, u32 stop) {
    if (!stop) return 0; /* whoever asks has seen that there is nothing to choose from */
    if (!dice->words) return scaled(scrambled(dice->key + STEP * dice->counter++), stop);
    i32 bits = 0;
    while (stop >> bits) bits++;
    u32 found;
    do found = twister(dice->words) >> (32 - bits);
    while (found >= stop);
    return found;
}
