/* Solves endings of Hounds and Jackals: see docs/solved.md.
 *
 * Usage: hounds FOLDER < TASK. The task holds the most pieces of both sides together that are not yet home, and
 * the most of one side. Each layer is the file `away-A-B` of FOLDER for A pieces of the mover and B of the other side
 * on holes 1 to 24: a byte a position in which nobody is attacked.
 *
 * A byte is 0 for a draw, 2 d for a win and 2 d + 1 for a loss of the mover: with best play of both sides the next
 * piece comes home, or the game ends, with ply d.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t set;
#define LAST 29
#define TRACK 24
#define PIECES 5
#define GOAL (31u << 25)
#define NEAR (1023u << 1)
#define WAYS 6 /* Nobody attacked, or the pieces in one of at most five rows that both sides stand in. */
#define FARTHEST 126

static const char *folder;
static set across[LAST + 1];
static int row_of[LAST + 1];
static uint32_t choose[TRACK + 2][PIECES + 2];
static set *sets[PIECES + 1];      /* By pieces away: all sets, by number. */
static uint32_t counts[PIECES + 1];
static uint32_t *by_sum[PIECES + 1]; /* The numbers again, the most advanced sets first. */
static uint8_t *values[PIECES + 1][PIECES + 1];

static void fail(const char *why) {
    fprintf(stderr, "hounds: %s\n", why);
    exit(1);
}

static void *memory(size_t count, size_t size) {
    void *found = calloc(count ? count : 1, size);
    if (!found) fail("out of memory");
    return found;
}

static inline int lowest(set some) { return __builtin_ctz(some); }
static inline int size_of(set some) { return __builtin_popcount(some); }
static inline int away_of(set some) { return size_of(some & ~GOAL); }

/* Return the number of a set of five holes among those with as many pieces away. */
static inline uint32_t number_of(set some) {
    uint32_t away = 0, home = 0;
    int a = 0, h = 0;
    set track = some & ~GOAL, goal = some >> 25;
    for (; track; track &= track - 1) a++, away += choose[lowest(track) - 1][a];
    for (; goal; goal &= goal - 1) h++, home += choose[lowest(goal)][h];
    return away * choose[5][h] + home;
}

static inline int steps_of(int hole, set own, set enemy) {
    int count = size_of(own & across[hole]) + size_of(enemy & across[hole]);
    return hole == 5 || hole == 15 ? 2 * count : count;
}

/* Return the holes after a number of steps, over shortcuts as well as past them. */
static set reach(int hole, int steps) {
    if (hole > LAST) return 0;
    if (!steps) return 1u << hole;
    set found = reach(hole + 1, steps - 1);
    if (hole == 10) found |= reach(24, steps - 1);
    if (hole == 20) found |= reach(22, steps - 1);
    return found;
}

static set reachable[LAST + 1][9];

typedef struct {
    int count;
    uint8_t from[40], to[40];
} moves;

static void add(moves *found, int from, int to) {
    for (int i = 0; i < found->count; i++)
        if (found->from[i] == from && found->to[i] == to) return;
    found->from[found->count] = (uint8_t)from;
    found->to[found->count++] = (uint8_t)to;
}

static int shortened(moves *found, set own, int hole, int steps) {
    int goal = hole + steps - 1;
    for (goal = goal < LAST ? goal : LAST; goal > hole; goal--)
        if (!(own >> goal & 1)) {
            add(found, hole, goal);
            return 1;
        }
    return 0;
}

static void forced(moves *found, set own, int hole, int steps) {
    int landing = hole + steps;
    for (set to = reachable[hole][steps] & ~own; to; to &= to - 1)
        if (lowest(to) != landing) add(found, hole, lowest(to));
    if (landing <= LAST && !(own >> landing & 1)) {
        add(found, hole, landing);
    } else if (landing > LAST) {
        shortened(found, own, hole, steps);
    } else if (hole < 25 || !shortened(found, own, hole, steps)) {
        forced(found, own, landing, steps);
    }
}

static void find_moves(moves *found, set own, set enemy, set attacked) {
    found->count = 0;
    for (set rest = attacked; rest; rest &= rest - 1) {
        int hole = lowest(rest);
        forced(found, own, hole, steps_of(hole, own, enemy));
    }
    if (found->count) return;
    for (set rest = own; rest; rest &= rest - 1) {
        int hole = lowest(rest), steps = steps_of(hole, own, enemy);
        if (steps == 1 && hole == 22 && !(own >> 20 & 1)) add(found, 22, 20);
        if (steps == 1 && hole == 24 && !(own >> 10 & 1) && enemy & NEAR) add(found, 24, 10);
        for (set to = reachable[hole][steps] & ~own; to; to &= to - 1) add(found, hole, lowest(to));
    }
}

/* Return the way in which a row is attacked: its place among the rows that both sides stand in, from 1 on. */
static inline int way_of(set own, set enemy, int row) {
    int way = 1;
    for (int r = 10; r < row; r++) way += (own & across[r]) && (enemy & across[r]);
    if (row < 10) {
        way = 1;
        for (set low = own & enemy & ((1u << row) - 1); low; low &= low - 1) way++;
    } else {
        way += size_of(own & enemy & 1022u);
    }
    return way;
}

static inline uint8_t *value_at(set own, set enemy) {
    int a = away_of(own), b = away_of(enemy);
    if (!values[a][b]) fail("a layer is missing");
    return values[a][b] + ((size_t)number_of(own) * counts[b] + number_of(enemy)) * WAYS;
}

static inline uint8_t worst(uint8_t value, int *best, int *longest, int plies) {
    /* `value` is that of the other side after a move. */
    if (!value) {
        if (*best < 1) *best = 1;
    } else if (value & 1) {
        if (*best < 2 || plies < *longest) *longest = plies;
        *best = 2;
    } else if (*best == 0 && plies > *longest) {
        *longest = plies;
    }
    return value;
}

static moves found;

/* Return the value of a position from those of its successors as they are known now. */
static uint8_t valued(set own, set enemy, set attacked) {
    find_moves(&found, own, enemy, attacked);
    int best = 0, plies = 0;
    if (!found.count) {
        moves theirs;
        find_moves(&theirs, enemy, own, 0);
        if (!theirs.count) return 0;
        uint8_t value = *value_at(enemy, own);
        if (!value) return 0;
        return (uint8_t)((value & 1) ? value + 1 : value + 3);
    }
    for (int i = 0; i < found.count; i++) {
        set after = (own ^ 1u << found.from[i]) | 1u << found.to[i];
        if (after == GOAL) {
            worst(2, &best, &plies, 1); /* Who is home has lost. */
            continue;
        }
        int row = row_of[found.to[i]], hit = (enemy & across[row]) != 0;
        uint8_t value = value_at(enemy, after)[hit ? way_of(enemy, after, row) : 0];
        int comes_home = found.from[i] < 25 && found.to[i] >= 25;
        worst(value, &best, &plies, comes_home ? 1 : value / 2 + 1);
    }
    if (best == 1) return 0;
    if (plies > FARTHEST) fail("a win is too long");
    return (uint8_t)(best == 2 ? 2 * plies : 2 * plies + 1);
}

static uint64_t sweep(int a, int b) {
    uint64_t changed = 0;
    for (uint32_t i = 0; i < counts[a]; i++)
        for (uint32_t j = 0; j < counts[b]; j++) {
            set one = sets[a][by_sum[a][i]], two = sets[b][by_sum[b][j]];
            for (int side = 0; side < (a == b && one == two ? 1 : 2); side++) {
                if (a == b && j < i) break;
                set own = side ? two : one, enemy = side ? one : two;
                uint8_t *here = value_at(own, enemy), value = valued(own, enemy, 0);
                if (value != here[0]) here[0] = value, changed++;
                int way = 0;
                for (int r = 1; r <= 19; r++) {
                    if (!(own & across[r]) || !(enemy & across[r])) continue;
                    way++;
                    value = valued(own, enemy, own & across[r]);
                    if (value != here[way]) here[way] = value, changed++;
                }
            }
        }
    return changed;
}

static void save(int a, int b) {
    char name[4096];
    sprintf(name, "%s/away-%d-%d", folder, a, b);
    FILE *file = fopen(name, "wb");
    size_t size = (size_t)counts[a] * counts[b], all[3] = {0};
    uint8_t *plain = memory(size, 1);
    int longest = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t value = plain[i] = values[a][b][i * WAYS];
        all[!value ? 1 : value & 1 ? 2 : 0]++;
        if (value / 2 > longest) longest = value / 2;
    }
    if (!file || fwrite(plain, 1, size, file) != size || fclose(file)) fail("a layer cannot be written");
    free(plain);
    printf("%d %d %zu %zu %zu %d\n", a, b, all[0], all[1], all[2], longest);
    fflush(stdout);
}

static uint32_t sum_of(set some) {
    uint32_t sum = 0;
    for (; some; some &= some - 1) sum += (uint32_t)lowest(some);
    return sum;
}

static void prepare(void) {
    for (int h = 1; h <= LAST; h++) {
        row_of[h] = h <= 19 ? h : 39 - h;
        for (int s = 0; s <= 8; s++) reachable[h][s] = s ? reach(h, s) : 0;
    }
    for (int h = 1; h <= LAST; h++)
        for (int other = 1; other <= LAST; other++)
            if (row_of[h] == row_of[other]) across[h] |= 1u << other;
    for (int n = 0; n <= TRACK + 1; n++)
        for (int k = 0; k <= PIECES + 1; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    for (int a = 0; a <= PIECES; a++) {
        counts[a] = choose[TRACK][a] * choose[5][PIECES - a];
        sets[a] = memory(counts[a], sizeof(set));
        by_sum[a] = memory(counts[a], sizeof(uint32_t));
    }
    for (set some = 0; some < 1u << 30; some += 2) {
        if (size_of(some) != PIECES) {
            continue;
        }
        sets[away_of(some)][number_of(some)] = some;
    }
    for (int a = 0; a <= PIECES; a++) {
        uint32_t next = 0;
        for (int sum = 150; sum >= 0; sum--)
            for (uint32_t i = 0; i < counts[a]; i++)
                if (sum_of(sets[a][i]) == (uint32_t)sum) by_sum[a][next++] = i;
    }
}

int main(int argc, char **argv) {
    int together, of_one;
    if (argc != 2) fail("usage: hounds FOLDER < TASK");
    if (scanf("%d %d", &together, &of_one) != 2) fail("the task is incomplete");
    folder = argv[1];
    prepare();
    for (int all = 2; all <= together; all++)
        for (int a = (all + 1) / 2; a < all && a <= of_one; a++) {
            int b = all - a;
            values[a][b] = memory((size_t)counts[a] * counts[b] * WAYS, 1);
            if (a != b) values[b][a] = memory((size_t)counts[a] * counts[b] * WAYS, 1);
            while (sweep(a, b)) continue; /* Ways back make values depend on each other. */
            save(a, b);
            if (a != b) save(b, a);
        }
    return 0;
}
