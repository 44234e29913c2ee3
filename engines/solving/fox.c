/* Solves endings of Fox and Hens: see docs/solved.md.
 *
 * Usage: fox FOLDER < TASK. The task consists of numbers: points; by point the targets of a hen, the neighbours of a
 * fox, and the number of its jumps, each as hen and landing; the house, the points on which a fox may come back,
 * the points of the hens in the table, the fewest and the most hens, whether captures are enforced, and by point its
 * image left and right exchanged.
 *
 * Each layer is the file `pairs-K` of FOLDER for K hens: 66 bytes a set of hens, a bit for each pair of foxes, 1
 * where the hens to move win; and `single-K`: 5 bytes a set, a bit for each place of the only fox on the board.
 * Sets come in the order of their numbers; one whose image is smaller has the bits of the set before it. Hens never go back: each set needs those after a step or a capture.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t set;
#define MAX_POINTS 33
#define PAIRS 528
#define WORDS 9
#define PAIR_BYTES 66
#define SINGLE_BYTES 5

static int points, fewest, most, enforced, places;
static set hen_targets[MAX_POINTS], around[MAX_POINTS], house, zone, region;
static int jumps[MAX_POINTS], jump_hen[MAX_POINTS][8], jump_to[MAX_POINTS][8];
static int place_of[MAX_POINTS], image[MAX_POINTS];
static uint64_t choose[MAX_POINTS + 1][MAX_POINTS + 1];
static set containing[MAX_POINTS][WORDS];
static const char *folder;

/* By number of hens: for each set who wins with hens to move, and (of the current number alone) with foxes to move. */
static set *hens_move[MAX_POINTS + 1], *foxes_move;
static set *hens_move_single[MAX_POINTS + 1], *foxes_move_single;

static void fail(const char *why) {
    fprintf(stderr, "fox: %s\n", why);
    exit(1);
}

static void *memory(size_t count, size_t size) {
    void *found = calloc(count ? count : 1, size);
    if (!found) fail("out of memory");
    return found;
}

static set number(void) {
    unsigned long long read;
    if (scanf("%llu", &read) != 1) fail("the task is incomplete");
    return (set)read;
}

static inline set bit(int point) { return (set)1 << point; }
static inline int lowest(set some) { return __builtin_ctzll(some); }
static inline int pair_of(int f, int g) { return f > g ? f * (f - 1) / 2 + g : g * (g - 1) / 2 + f; }

static void read_task(void) {
    points = (int)number();
    for (int p = 0; p < points; p++) {
        hen_targets[p] = number();
        around[p] = number();
        jumps[p] = (int)number();
        for (int i = 0; i < jumps[p]; i++) {
            jump_hen[p][i] = (int)number();
            jump_to[p][i] = (int)number();
        }
    }
    house = number();
    zone = number();
    region = number();
    fewest = (int)number();
    most = (int)number();
    enforced = (int)number();
    for (int p = 0; p < points; p++) image[p] = (int)number();
    for (int p = 0; p < points; p++)
        if (region & bit(p)) place_of[p] = places++;
    for (int n = 0; n <= MAX_POINTS; n++) {
        choose[n][0] = 1;
        for (int k = 1; k <= n; k++) choose[n][k] = choose[n - 1][k - 1] + (k < n ? choose[n - 1][k] : 0);
    }
    for (int p = 0; p < points; p++)
        for (int q = 0; q < points; q++)
            if (p != q) containing[p][pair_of(p, q) >> 6] |= bit(pair_of(p, q) & 63);
}

/* Return the number of a set of hens among those of its size. */
static inline uint64_t rank_of(set hens) {
    uint64_t rank = 0;
    for (int i = 1; hens; hens &= hens - 1, i++) rank += choose[place_of[lowest(hens)]][i];
    return rank;
}

static inline int hens_win_pair(int k, uint64_t rank, int f, int g) {
    int pair = pair_of(f, g);
    return hens_move[k][rank * WORDS + (pair >> 6)] >> (pair & 63) & 1;
}

static inline int fox_wins_after(set hens, int fox, int other) {
    int k = __builtin_popcountll(hens);
    if (k < fewest) return 1;
    uint64_t rank = rank_of(hens);
    if (other >= 0) return !hens_win_pair(k, rank, fox, other);
    /* The absent fox comes back where its side likes. */
    for (set free = zone & ~hens & ~bit(fox); free; free &= free - 1)
        if (!hens_win_pair(k, rank, fox, lowest(free))) return 1;
    return 0;
}

/* Return whether the foxes win by a capture that continues from a point; `other` is the second fox or -1. */
static int wins_by_chain(set hens, int fox, int other) {
    set blocked = hens | (other >= 0 ? bit(other) : 0);
    for (int i = 0; i < jumps[fox]; i++) {
        if (!(hens & bit(jump_hen[fox][i])) || blocked & bit(jump_to[fox][i])) continue;
        set left = hens & ~bit(jump_hen[fox][i]);
        int target = jump_to[fox][i], more = 0;
        set closed = left | (other >= 0 ? bit(other) : 0);
        for (int j = 0; j < jumps[target] && !more; j++)
            more = left & bit(jump_hen[target][j]) && !(closed & bit(jump_to[target][j]));
        if (more ? wins_by_chain(left, target, other) : fox_wins_after(left, target, other)) return 1;
    }
    return 0;
}

static void solve_set(int k, set hens, uint64_t rank) {
    set own[WORDS] = {0}, single = 0;
    for (set from = hens; from; from &= from - 1) {
        int x = lowest(from);
        for (set to = hen_targets[x] & ~hens; to; to &= to - 1) {
            int y = lowest(to);
            set after = (hens ^ bit(x)) | bit(y);
            if ((after & house) == house) {
                for (int w = 0; w < WORDS; w++) own[w] |= ~containing[y][w];
                single |= ~bit(y);
            } else {
                uint64_t next = rank_of(after);
                for (int w = 0; w < WORDS; w++) own[w] |= foxes_move[next * WORDS + w] & ~containing[y][w];
                single |= foxes_move_single[next] & ~bit(y);
            }
        }
    }
    memcpy(hens_move[k] + rank * WORDS, own, sizeof own);
    hens_move_single[k][rank] = single;

    /* Rows of the same by one fox, and the landings of its first jumps. */
    set free = (bit(points) - 1) & ~hens, row[MAX_POINTS], lands[MAX_POINTS];
    for (set f = free; f; f &= f - 1) {
        int a = lowest(f);
        row[a] = lands[a] = 0;
        for (set g = free ^ bit(a); g; g &= g - 1) {
            int pair = pair_of(a, lowest(g));
            row[a] |= (own[pair >> 6] >> (pair & 63) & 1) << lowest(g);
        }
        for (int i = 0; i < jumps[a]; i++)
            if (hens & bit(jump_hen[a][i]) && !(hens & bit(jump_to[a][i]))) lands[a] |= bit(jump_to[a][i]);
    }
    set won[WORDS] = {0}, won_single = 0;
    for (set f = free; f; f &= f - 1) {
        int a = lowest(f), fox_wins;
        if (lands[a])
            fox_wins = wins_by_chain(hens, a, -1); /* A step would cost the last fox. */
        else
            fox_wins = (around[a] & free & ~single) != 0;
        if (!fox_wins) won_single |= bit(a);
        for (set rest = f & (f - 1); rest; rest &= rest - 1) {
            int b = lowest(rest);
            int a_can = (lands[a] & ~bit(b)) != 0, b_can = (lands[b] & ~bit(a)) != 0;
            fox_wins = (a_can && wins_by_chain(hens, a, b)) || (b_can && wins_by_chain(hens, b, a));
            if (!fox_wins && !(enforced && (a_can || b_can))) {
                set safe_a = row[b], safe_b = row[a]; /* By the new place of the fox that steps: the hens win. */
                /* A claim takes off a fox that could have captured and leaves the other one, where it is now. */
                if (a_can) {
                    if (single >> b & 1) safe_a = ~(set)0;
                    safe_b |= single;
                }
                if (b_can) {
                    if (single >> a & 1) safe_b = ~(set)0;
                    safe_a |= single;
                }
                fox_wins = (around[a] & free & ~bit(b) & ~safe_a) || (around[b] & free & ~bit(a) & ~safe_b);
            }
            if (!fox_wins) won[pair_of(a, b) >> 6] |= bit(pair_of(a, b) & 63);
        }
    }
    memcpy(foxes_move + rank * WORDS, won, sizeof won);
    foxes_move_single[rank] = won_single;
}

/* How far the hens have come: each step of a hen adds to it. */
static int progress(set hens) {
    int sum = 0;
    static int depth[MAX_POINTS], known;
    if (!known) {
        /* The longest way on from a point, found by going through until nothing changes. */
        for (int changed = 1; changed;) {
            changed = 0;
            for (int p = 0; p < points; p++)
                for (set to = hen_targets[p]; to; to &= to - 1)
                    if (depth[p] < depth[lowest(to)] + 1) depth[p] = depth[lowest(to)] + 1, changed = 1;
        }
        known = 1;
    }
    for (; hens; hens &= hens - 1) sum += depth[lowest(hens)];
    return sum;
}

static void save(const char *kind, int k, const uint8_t *values, size_t size) {
    char name[4096];
    sprintf(name, "%s/%s-%d", folder, kind, k);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(values, 1, size, file) != size || fclose(file)) fail("a layer cannot be written");
}

static set image_of(set some) {
    set found = 0;
    for (; some; some &= some - 1) found |= bit(image[lowest(some)]);
    return found;
}

/* Write a layer; bits without a position become the more frequent ones next to them. */
static void write_layer(int k, const set *sets, uint64_t count) {
    uint8_t *pairs = memory(count, PAIR_BYTES), *singles = memory(count, SINGLE_BYTES);
    uint64_t wins = 0, all = 0;
    for (uint64_t rank = 0; rank < count; rank++) {
        set free = (bit(points) - 1) & ~sets[rank], used[WORDS] = {0}, *own = hens_move[k] + rank * WORDS;
        int here = 0, won = 0;
        for (set f = free; f; f &= f - 1)
            for (set g = f & (f - 1); g; g &= g - 1) {
                int pair = pair_of(lowest(f), lowest(g));
                used[pair >> 6] |= bit(pair & 63);
            }
        for (int w = 0; w < WORDS; w++) {
            here += __builtin_popcountll(used[w]);
            won += __builtin_popcountll(used[w] & own[w]);
        }
        wins += (uint64_t)won, all += (uint64_t)here;
        if (image_of(sets[rank]) < sets[rank]) {
            /* The first set of all is its own image, or smaller than it. */
            memcpy(pairs + rank * PAIR_BYTES, pairs + (rank - 1) * PAIR_BYTES, PAIR_BYTES);
            memcpy(singles + rank * SINGLE_BYTES, singles + (rank - 1) * SINGLE_BYTES, SINGLE_BYTES);
            continue;
        }
        set filled[WORDS];
        for (int w = 0; w < WORDS; w++) filled[w] = (own[w] & used[w]) | (2 * won > here ? ~used[w] : 0);
        memcpy(pairs + rank * PAIR_BYTES, filled, PAIR_BYTES);
        set single = hens_move_single[k][rank] & free;
        if (2 * __builtin_popcountll(single) > __builtin_popcountll(free)) single |= ~free;
        memcpy(singles + rank * SINGLE_BYTES, &single, SINGLE_BYTES);
    }
    save("pairs", k, pairs, count * PAIR_BYTES);
    if (!enforced) save("single", k, singles, count * SINGLE_BYTES);
    free(pairs);
    free(singles);
    printf("%d %llu %llu %llu\n", k, (unsigned long long)count, (unsigned long long)all, (unsigned long long)wins);
    fflush(stdout);
}

static void solve(int k) {
    uint64_t count = choose[places][k];
    set *sets = memory(count, sizeof(set));
    int place[MAX_POINTS], point[MAX_POINTS], n = 0;
    for (int p = 0; p < points; p++)
        if (region & bit(p)) point[n++] = p;
    for (int i = 0; i < k; i++) place[i] = i;
    for (uint64_t rank = 0; rank < count; rank++) {
        for (int i = 0; i < k; i++) sets[rank] |= bit(point[place[i]]);
        int i = 0;
        while (i + 1 < k && place[i] + 1 == place[i + 1]) place[i] = i, i++;
        place[i]++;
    }
    hens_move[k] = memory(count * WORDS, sizeof(set));
    foxes_move = memory(count * WORDS, sizeof(set));
    hens_move_single[k] = memory(count, sizeof(set));
    foxes_move_single = memory(count, sizeof(set));
    uint32_t *order = memory(count, sizeof(uint32_t));
    uint64_t starts[1025] = {0};
    for (uint64_t rank = 0; rank < count; rank++) starts[progress(sets[rank]) + 1]++;
    for (int i = 0; i < 1024; i++) starts[i + 1] += starts[i];
    for (uint64_t rank = 0; rank < count; rank++) order[starts[progress(sets[rank])]++] = (uint32_t)rank;
    for (uint64_t i = 0; i < count; i++)
        if ((sets[order[i]] & house) != house) solve_set(k, sets[order[i]], order[i]);
    write_layer(k, sets, count);
    free(order);
    free(sets);
    free(foxes_move);
    free(foxes_move_single);
}

int main(int argc, char **argv) {
    if (argc != 2) fail("usage: fox FOLDER < TASK");
    folder = argv[1];
    read_task();
    for (int k = fewest; k <= most; k++) solve(k);
    return 0;
}
