/* How fast can random games of Marrakech be at all: four players, written for this one purpose in C.
 *
 *     limit GAMES SEED     plays and prints the games per second of CPU time, then the four sums of scores
 *
 * Same rules, same generator and same order of draws as `jemaa.core.playout` with insolvent="stays", so the
 * sums must agree with ours. Nothing here is general: boards live in registers, the order of seats is
 * unrolled, and the machine's own bit instructions (BMI2) pick the rug.
 */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef uint64_t Bits;
typedef struct { Bits rng, east, south, purses; unsigned pose; } Market; /* purses: 16 bits each, the mover's lowest */

static uint8_t walk[256][32];  /* [cell*4 + heading][turn*8 + face] -> the same code after the walk */
static Bits along[64], down[64];      /* places for a rug around a cell, by their first cell */

static void one_step(int *x, int *y, int *heading)
{
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    int nx = *x + dx[*heading], ny = *y + dy[*heading];
    if (nx >= 0 && nx < 7 && ny >= 0 && ny < 7) { *x = nx; *y = ny; return; }
    if (*x == 6 && *y == 0) { *heading = *heading == 0 ? 3 : 2; return; }
    if (*x == 0 && *y == 6) { *heading = *heading == 2 ? 1 : 0; return; }
    int *line = *heading % 2 == 0 ? x : y;
    int first_side = *heading == 0 || *heading == 3;
    *line += (*line % 2 == 0) == first_side ? 1 : -1;
    *heading ^= 2;
}

static void make_tables(void)
{
    static const int face[8] = {1, 2, 2, 3, 3, 4};
    for (int cell = 0; cell < 56; cell++) {
        int x = cell % 8, y = cell / 8;
        if (x == 7) continue;
        for (int heading = 0; heading < 4; heading++)
            for (int code = 0; code < 24; code++) {
                int ex = x, ey = y, eh = (heading + code / 8 + 3) % 4;
                for (int k = 0; k < face[code % 8]; k++) one_step(&ex, &ey, &eh);
                walk[cell * 4 + heading][code] = (uint8_t)((8 * ey + ex) * 4 + eh);
            }
        for (int first = 0; first < 56; first++) {
            int fx = first % 8, fy = first / 8;
            for (int is_down = 0; is_down < 2; is_down++) {
                int sx = fx + !is_down, sy = fy + is_down;
                if (fx > 6 || sx > 6 || sy > 6) continue;
                int near_first = abs(fx - x) + abs(fy - y), near_second = abs(sx - x) + abs(sy - y);
                if (near_first == 0 || near_second == 0 || (near_first != 1 && near_second != 1)) continue;
                if (is_down) down[cell] |= 1ull << first; else along[cell] |= 1ull << first;
            }
        }
    }
}

static inline unsigned draw(Bits *rng, unsigned choices)
{
    Bits z = *rng += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return (unsigned)(((z ^ z >> 31) >> 32) * choices >> 32);
}

static inline int area(Bits seed, Bits colour)
{
    Bits now = seed, next;
    for (int k = 0; k < 2; k++) {
        now |= (now << 1 | now >> 1) & colour;
        now |= (now << 8 | now >> 8) & colour;
    }
    for (;; now = next) {
        next = now | ((now << 1 | now >> 1) & colour);
        next |= (next << 8 | next >> 8) & colour;
        if (__builtin_expect(next == now, 1)) return __builtin_popcountll(now);
    }
}

/* One turn of the owner of `mine`; a, b, c belong to the next three seats. */
static inline __attribute__((always_inline)) void turn(Market *m, Bits *mine, Bits *a, Bits *b, Bits *c)
{
    unsigned way = draw(&m->rng, 3);
    m->pose = walk[m->pose][way * 8 + draw(&m->rng, 6)];
    unsigned cell = m->pose >> 2;
    Bits on_a = *a >> cell & 1, on_b = *b >> cell & 1, on_c = *c >> cell & 1;
    Bits rugs = (*a & -on_a) | (*b & -on_b) | (*c & -on_c);
    Bits due = (Bits)area(1ull << cell & rugs, rugs), have = m->purses & 0xffff;
    due = due < have ? due : have;
    m->purses += (due << 16 * (on_a + 2 * on_b + 3 * on_c)) - due;
    m->purses = m->purses >> 16 | m->purses << 48; /* the next seat's purse is the mover's */

    Bits flat = along[cell] & ~m->east, tall = down[cell] & ~m->south;
    unsigned flats = (unsigned)__builtin_popcountll(flat);
    unsigned n = draw(&m->rng, flats + (unsigned)__builtin_popcountll(tall));
    Bits east = _pdep_u64(1ull << n, flat);
    Bits south = _pdep_u64(1ull << ((n - flats) & 63), tall) & -(Bits)(n >= flats); /* no branch */
    Bits rug = east * 3 | south * 0x101;
    *mine |= rug; *a &= ~rug; *b &= ~rug; *c &= ~rug;
    m->east = (m->east & ~(rug | rug >> 1)) | east;
    m->south = (m->south & ~(rug | rug >> 8)) | south;
}

int main(int argc, char **argv)
{
    long games = argc > 1 ? atol(argv[1]) : 200000, sums[4] = {0};
    Market m = {.rng = argc > 2 ? strtoull(argv[2], NULL, 0) : 1};
    make_tables();
    clock_t begin = clock();
    for (long game = 0; game < games; game++) {
        Bits r = 0, y = 0, b = 0, n = 0;
        m.east = m.south = 0;
        m.pose = 27 * 4 + 2;
        m.purses = 0x001e001e001e001eull;
        for (int round = 0; round < 12; round++) {
            turn(&m, &r, &y, &b, &n);
            turn(&m, &y, &b, &n, &r);
            turn(&m, &b, &n, &r, &y);
            turn(&m, &n, &r, &y, &b);
        }
        sums[0] += (long)(m.purses >> 0 & 0xffff) + __builtin_popcountll(r);
        sums[1] += (long)(m.purses >> 16 & 0xffff) + __builtin_popcountll(y);
        sums[2] += (long)(m.purses >> 32 & 0xffff) + __builtin_popcountll(b);
        sums[3] += (long)(m.purses >> 48 & 0xffff) + __builtin_popcountll(n);
    }
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%.0f %ld %ld %ld %ld\n", (double)games / seconds, sums[0], sums[1], sums[2], sums[3]);
    return 0;
}
