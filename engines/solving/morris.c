/* Solves Nine Men's Morris and its kin by retrograde analysis: see docs/solved.md.
 *
 * Usage: morris FOLDER < TASK. The task consists of numbers: points, mills, the neighbours of each point, the
 * symmetries of the board, men a side, flying, two_mills, limit, men together, and whether setting is solved too.
 * Each layer is a file of FOLDER, a byte a position; a layer whose file exists is read, not solved again. The
 * files `sets-N` hold the representatives of the sets of N men, as numbers of four bytes of this machine.
 *
 * A byte is 0 for a draw, 2 d for a win and 2 d + 1 for a loss of the mover: with best play of both sides the
 * next man falls, or the game ends, with ply d. A position that needs more than `limit` plies is a draw.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint32_t set;
#define MAX_POINTS 24
#define MAX_MEN 13
#define UNKNOWN 255
#define SAFE 0xffff /* The counter of a position with a capture that does not lose. */
#define SHARE 64    /* A successor counts so much in a counter; the order of any group of symmetries divides it. */

static int points, mills, symmetries, men, flying, two_mills, limit, together, setting;
static set mill[32], around[MAX_POINTS], full;
static int through[MAX_POINTS][4], throughs[MAX_POINTS];
static set image[32][2][4096];
static uint8_t permutation[32][MAX_POINTS];
static const char *folder;

static int32_t *orbit;     /* By a set of men: the number of its representative among sets of its size. */
static uint8_t *to_first;  /* By a set of men: the symmetry that leads to its representative. */
static uint32_t *rank_of;  /* By a set: its place among the sets of its size in numerical order. */
static set *first[MAX_MEN + 1];              /* The representatives by size. */
static int firsts[MAX_MEN + 1];
static uint8_t (*keepers[MAX_MEN + 1])[33];  /* The symmetries that keep a representative, behind their number. */
static set *subsets[MAX_POINTS + 1];         /* By size: all sets of `points` members in numerical order. */
static uint32_t choose[MAX_POINTS + 1][MAX_POINTS + 1];

static void fail(const char *why) {
    fprintf(stderr, "morris: %s\n", why);
    exit(1);
}

static void *memory(size_t count, size_t size) {
    void *found = calloc(count ? count : 1, size);
    if (!found) fail("out of memory");
    return found;
}

static int number(void) {
    int read;
    if (scanf("%d", &read) != 1) fail("the task is incomplete");
    return read;
}

static inline int lowest(set some) { return __builtin_ctz(some); }
static inline int size_of(set some) { return __builtin_popcount(some); }

static inline set turned(set some, int symmetry) {
    return image[symmetry][0][some & 4095] | image[symmetry][1][some >> 12];
}

static inline set squeezed(set some, set mask) {
#ifdef __BMI2__
    return _pext_u32(some, mask);
#else
    set found = 0;
    for (int place = 0; mask; place++, mask &= mask - 1)
        if (some & mask & -mask) found |= 1u << place;
    return found;
#endif
}

static inline set spread(set some, set mask) {
#ifdef __BMI2__
    return _pdep_u32(some, mask);
#else
    set found = 0;
    for (; mask; some >>= 1, mask &= mask - 1)
        if (some & 1) found |= mask & -mask;
    return found;
#endif
}

static void read_task(void) {
    points = number();
    full = (1u << points) - 1;
    mills = number();
    for (int i = 0; i < mills; i++) {
        mill[i] = (set)number();
        for (set rest = mill[i]; rest; rest &= rest - 1) {
            int point = lowest(rest);
            through[point][throughs[point]++] = i;
        }
    }
    for (int i = 0; i < points; i++) around[i] = (set)number();
    symmetries = number();
    for (int s = 0; s < symmetries; s++)
        for (int i = 0; i < points; i++) permutation[s][i] = (uint8_t)number();
    men = number();
    flying = number();
    two_mills = number();
    limit = number();
    together = number();
    setting = number();
}

static void prepare(void) {
    for (int n = 0; n <= points; n++) {
        choose[n][0] = 1;
        for (int k = 1; k <= n; k++) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
    }
    for (int s = 0; s < symmetries; s++)
        for (int half = 0; half < 2; half++)
            for (set part = 0; part < 4096; part++) {
                set out = 0;
                for (int i = 0; i < 12; i++)
                    if (part >> i & 1 && half * 12 + i < points) out |= 1u << permutation[s][half * 12 + i];
                image[s][half][part] = out;
            }
    size_t sets = (size_t)full + 1;
    orbit = memory(sets, sizeof *orbit);
    to_first = memory(sets, 1);
    rank_of = memory(sets, sizeof *rank_of);
    uint32_t seen[MAX_POINTS + 1] = {0};
    for (int k = 0; k <= points; k++) subsets[k] = memory(choose[points][k], sizeof(set));
    for (size_t some = 0; some < sets; some++) {
        int k = size_of((set)some);
        rank_of[some] = seen[k];
        subsets[k][seen[k]++] = (set)some;
        orbit[some] = -1;
    }
    for (int k = 0; k <= men; k++) {
        firsts[k] = 0;
        first[k] = memory(choose[points][k], sizeof(set));
        keepers[k] = memory(choose[points][k], 33);
        for (uint32_t i = 0; i < choose[points][k]; i++) {
            set some = subsets[k][i];
            if (orbit[some] >= 0) continue;
            int next = firsts[k]++;
            first[k][next] = some;
            for (int s = 0; s < symmetries; s++) {
                set other = turned(some, s);
                if (other == some) {
                    uint8_t *own = keepers[k][next];
                    own[++own[0]] = (uint8_t)s;
                }
                orbit[other] = next;
            }
        }
        for (uint32_t i = 0; i < choose[points][k]; i++) {
            set some = subsets[k][i];
            for (int s = 0; s < symmetries; s++)
                if (turned(some, s) == first[k][orbit[some]]) {
                    to_first[some] = (uint8_t)s;
                    break;
                }
        }
    }
}

/* Return the place of a position in its layer; `kept` becomes how many symmetries keep it. */
static inline uint32_t place_of(set own, set theirs, int *kept) {
    int a = size_of(own), b = size_of(theirs);
    int one = orbit[own];
    set base = first[a][one], best = turned(theirs, to_first[own]);
    const uint8_t *keeping = keepers[a][one];
    int same = 1;
    if (keeping[0] > 1) {
        set start = best;
        same = 0;
        for (int i = 1; i <= keeping[0]; i++) {
            set other = turned(start, keeping[i]);
            if (other < best) best = other, same = 0;
            same += other == best;
        }
    }
    if (kept) *kept = same;
    return (uint32_t)one * choose[points - a][b] + rank_of[squeezed(best, full & ~base)];
}

static inline uint32_t size_of_layer(int a, int b) { return (uint32_t)firsts[a] * choose[points - a][b]; }

static inline void position_at(int a, int b, uint32_t place, set *own, set *theirs) {
    uint32_t width = choose[points - a][b];
    *own = first[a][place / width];
    *theirs = spread(subsets[b][place % width], full & ~*own);
}

static inline int closed(set own, int point) {
    int found = 0;
    for (int i = 0; i < throughs[point]; i++) {
        set one = mill[through[point][i]];
        found += (one & own) == one;
    }
    return found;
}

static inline set takeable(set theirs) {
    set inside = 0;
    for (int i = 0; i < mills; i++)
        if ((mill[i] & theirs) == mill[i]) inside |= mill[i];
    set outside = theirs & ~inside;
    return outside ? outside : theirs;
}

/* List the sets of men that can be captured with a number of mills. */
static int takings(set theirs, int closings, set *found) {
    int count = 0, twice = two_mills && closings > 1;
    for (set choices = takeable(theirs); choices; choices &= choices - 1) {
        set one = choices & -choices;
        if (!twice || theirs == one) {
            found[count++] = one;
            continue;
        }
        for (set more = takeable(theirs ^ one); more; more &= more - 1) found[count++] = one | (more & -more);
    }
    return count;
}

static uint8_t *moving[MAX_MEN + 1][MAX_MEN + 1];

enum { LOSES, DRAWS, WINS };

/* Return the value of a position after a capture for its mover: all men are set. */
static inline int after_capture(set own, set theirs) {
    int a = size_of(own), b = size_of(theirs);
    if (a < 3) return LOSES;
    uint8_t value = moving[a][b][place_of(own, theirs, NULL)];
    return !value ? DRAWS : value & 1 ? LOSES : WINS;
}

static inline set targets(set own, set empty, int point) {
    return flying && size_of(own) == 3 ? empty : empty & around[point];
}

typedef struct {
    uint32_t *places;
    uint32_t count;
} list;

typedef struct {
    int a, b;
    uint32_t size;
    uint8_t *value;
    uint16_t *left;  /* How much of the quiet successors is not yet known to win for the other side. */
    list now, next;
} layer;

static inline void add(list *some, uint32_t place) { some->places[some->count++] = place; }

/* Value what captures alone decide, and count quiet moves. Positions that lose at once go to `now`. */
static void begin(layer *one) {
    set taken[256];
    memset(one->value, UNKNOWN, one->size);
    for (uint32_t place = 0; place < one->size; place++) {
        set own, theirs;
        int kept;
        position_at(one->a, one->b, place, &own, &theirs);
        if (place_of(own, theirs, &kept) != place) continue;
        set empty = full & ~(own | theirs);
        int quiet = 0, bad = 0, safe = 0, wins = 0;
        for (set from = own; from && !wins; from &= from - 1) {
            int point = lowest(from);
            for (set to = targets(own, empty, point); to && !wins; to &= to - 1) {
                int target = lowest(to);
                set after = (own ^ 1u << point) | 1u << target;
                int closings = closed(after, target);
                if (!closings) {
                    quiet++;
                    continue;
                }
                int count = takings(theirs, closings, taken);
                for (int i = 0; i < count && !wins; i++) {
                    int result = after_capture(theirs & ~taken[i], after);
                    wins = result == LOSES;
                    safe += result == DRAWS;
                    bad += result == WINS;
                }
            }
        }
        if (wins) {
            one->value[place] = 2;
            add(&one->next, place);
        } else if (!quiet && !safe) {
            int filled = !bad && !empty;
            one->value[place] = filled ? 0 : bad ? 3 : 1;
            if (!filled) add(bad ? &one->next : &one->now, place);
        } else {
            one->left[place] = safe ? SAFE : (uint16_t)(quiet * SHARE);
        }
    }
}

/* Carry the values of positions decided in `plies` back to the positions of `before`. */
static void carry(layer *one, layer *before, int plies) {
    for (uint32_t i = 0; i < one->now.count; i++) {
        uint32_t place = one->now.places[i];
        int lost = one->value[place] & 1, kept, kept_before;
        set own, theirs;
        position_at(one->a, one->b, place, &own, &theirs);
        place_of(own, theirs, &kept);
        set empty = full & ~(own | theirs);
        for (set last = theirs; last; last &= last - 1) {
            int target = lowest(last);
            if (closed(theirs, target)) continue;
            for (set from = targets(theirs, empty, target); from; from &= from - 1) {
                set mover = (theirs ^ 1u << target) | (from & -from);
                uint32_t earlier = place_of(mover, own, &kept_before);
                if (before->value[earlier] != UNKNOWN) continue;
                if (lost) {
                    before->value[earlier] = (uint8_t)(2 * (plies + 1));
                } else {
                    if (before->left[earlier] == SAFE) continue;
                    before->left[earlier] -= (uint16_t)(SHARE * kept_before / kept);
                    if (before->left[earlier]) continue;
                    before->value[earlier] = (uint8_t)(2 * (plies + 1) + 1);
                }
                add(&before->next, earlier);
            }
        }
    }
}

static void file_name(char *name, const char *kind, int a, int b) { sprintf(name, "%s/%s-%d-%d", folder, kind, a, b); }

static uint8_t *load(const char *kind, int a, int b, uint32_t size) {
    char name[4096];
    file_name(name, kind, a, b);
    FILE *file = fopen(name, "rb");
    if (!file) return NULL;
    uint8_t *found = memory(size, 1);
    if (fread(found, 1, size, file) != size) fail("a layer on disk is too short");
    fclose(file);
    return found;
}

static void save(const char *kind, int a, int b, const uint8_t *value, uint32_t size) {
    char name[4096], part[4200];
    file_name(name, kind, a, b);
    sprintf(part, "%s.part", name);
    FILE *file = fopen(part, "wb");
    if (!file || fwrite(value, 1, size, file) != size || fclose(file)) fail("a layer cannot be written");
    if (rename(part, name)) fail("a layer cannot be renamed");
}

static void save_sets(int size) {
    char name[4096];
    sprintf(name, "%s/sets-%d", folder, size);
    FILE *file = fopen(name, "wb");
    size_t count = (size_t)firsts[size];
    if (!file || fwrite(first[size], sizeof(set), count, file) != count || fclose(file)) fail("sets cannot be written");
}

static void report(const char *kind, const layer *one) {
    uint64_t counts[3] = {0};
    int longest = 0;
    for (uint32_t place = 0; place < one->size; place++) {
        set own, theirs;
        position_at(one->a, one->b, place, &own, &theirs);
        if (place_of(own, theirs, NULL) != place) continue;
        uint8_t value = one->value[place];
        counts[!value ? DRAWS : value & 1 ? LOSES : WINS]++;
        if (value / 2 > longest) longest = value / 2;
    }
    printf("%s %d %d %llu %llu %llu %d\n", kind, one->a, one->b, (unsigned long long)counts[WINS],
           (unsigned long long)counts[DRAWS], (unsigned long long)counts[LOSES], longest);
    fflush(stdout);
}

/* A place that no position has gets the value before it, which costs nothing when packed. */
static void fill_gaps(layer *one) {
    uint8_t last = 0;
    for (uint32_t place = 0; place < one->size; place++) {
        set own, theirs;
        position_at(one->a, one->b, place, &own, &theirs);
        if (place_of(own, theirs, NULL) == place)
            last = one->value[place];
        else
            one->value[place] = last;
    }
}

static void solve_moving(int a, int b) {
    layer pair[2] = {{.a = a, .b = b}, {.a = b, .b = a}};
    int layers = a == b ? 1 : 2;
    uint8_t *known[2] = {NULL, NULL};
    for (int i = 0; i < layers; i++) {
        pair[i].size = size_of_layer(pair[i].a, pair[i].b);
        known[i] = load("moving", pair[i].a, pair[i].b, pair[i].size);
    }
    int done = known[0] && (layers == 1 || known[1]);
    for (int i = 0; i < layers; i++) {
        layer *one = &pair[i];
        if (done) {
            one->value = moving[one->a][one->b] = known[i];
        } else {
            free(known[i]);
            one->value = moving[one->a][one->b] = memory(one->size, 1);
            one->left = memory(one->size, sizeof *one->left);
            one->now.places = memory(one->size, sizeof(uint32_t));
            one->next.places = memory(one->size, sizeof(uint32_t));
        }
    }
    if (!done) {
        for (int i = 0; i < layers; i++) begin(&pair[i]);
        for (int plies = 0; plies < limit; plies++) {
            for (int i = 0; i < layers; i++) carry(&pair[i], &pair[layers - 1 - i], plies);
            uint32_t waiting = 0;
            for (int i = 0; i < layers; i++) {
                list spare = pair[i].now;
                pair[i].now = pair[i].next;
                pair[i].next = spare;
                pair[i].next.count = 0;
                waiting += pair[i].now.count;
            }
            if (!waiting) break;
        }
        for (int i = 0; i < layers; i++) {
            layer *one = &pair[i];
            for (uint32_t place = 0; place < one->size; place++)
                if (one->value[place] == UNKNOWN) one->value[place] = 0;
            fill_gaps(one);
            save("moving", one->a, one->b, one->value, one->size);
            free(one->left);
            free(one->now.places);
            free(one->next.places);
        }
    }
    for (int i = 0; i < layers; i++) report("moving", &pair[i]);
}

/* Setting, from the last man back to the first: `kind` distinguishes the layers of a ply. */
static void solve_setting(void) {
    uint8_t *later[MAX_MEN + 1][MAX_MEN + 1] = {{NULL}};
    set taken[256];
    for (int ply = 2 * men - 1; ply >= 0; ply--) {
        uint8_t *current[MAX_MEN + 1][MAX_MEN + 1] = {{NULL}};
        int own_set = ply / 2, their_set = ply - own_set, their_hand = men - their_set;
        char kind[32];
        sprintf(kind, "setting%02d", ply);
        for (int a = 0; a <= own_set; a++)
            for (int b = 0; b <= their_set; b++) {
                layer one = {.a = a, .b = b, .size = size_of_layer(a, b)};
                one.value = current[a][b] = memory(one.size, 1);
                for (uint32_t place = 0; place < one.size; place++) {
                    set own, theirs;
                    position_at(a, b, place, &own, &theirs);
                    if (place_of(own, theirs, NULL) != place) continue;
                    int win = 999, loss = 0, draws = 0;
                    for (set to = full & ~(own | theirs); to; to &= to - 1) {
                        int target = lowest(to);
                        set after = own | 1u << target;
                        int closings = closed(after, target), count = 1;
                        taken[0] = 0;
                        if (closings && theirs) count = takings(theirs, closings, taken);
                        for (int i = 0; i < count; i++) {
                            set rest = theirs & ~taken[i];
                            int value;
                            if (size_of(rest) + their_hand < 3)
                                value = 1;
                            else if (ply == 2 * men - 1)
                                value = size_of(after) < 3 ? 2 : moving[size_of(rest)][a + 1][place_of(rest, after, NULL)];
                            else
                                value = later[size_of(rest)][a + 1][place_of(rest, after, NULL)];
                            int plies = taken[i] ? 1 : value / 2 + 1;
                            if (!value)
                                draws = 1;
                            else if (value & 1)
                                win = plies < win ? plies : win;
                            else
                                loss = plies > loss ? plies : loss;
                        }
                    }
                    one.value[place] = (uint8_t)(win < 999 ? 2 * win : draws ? 0 : 2 * loss + 1);
                }
                fill_gaps(&one);
                save(kind, a, b, one.value, one.size);
                report(kind, &one);
            }
        for (int a = 0; a <= men; a++)
            for (int b = 0; b <= men; b++) {
                free(later[a][b]);
                later[a][b] = current[a][b];
            }
    }
}

int main(int argc, char **argv) {
    if (argc != 2) fail("usage: morris FOLDER < TASK");
    folder = argv[1];
    read_task();
    prepare();
    for (int size = 0; size <= men; size++) save_sets(size);
    for (int total = 6; total <= together; total++)
        for (int a = 3; 2 * a <= total; a++)
            if (total - a <= men) solve_moving(a, total - a);
    if (setting) solve_setting();
    return 0;
}
