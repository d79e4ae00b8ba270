/*
** The cube of 2 by 2 by 2, whose 3,674,160 positions are known by their distance: no position is more than 11 turns away, or
** 14 where a half turn counts as two. cube_test DISTANCE
**
** So far, positions are counted; and one that is farthest away is solved, by what places and twists cost apart.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alphabeta.h"
#include "plain_memory.h"

#define CORNERS 8   /* of which one, the last but one, stays where it is */
#define PLACES 5040 /* of the others */
#define TWISTS 2187

typedef struct cube {
  unsigned char corner[CORNERS], twist[CORNERS], distance;
} cube;

/* Up, right and front, turned once: which corner comes to each place, and how it is twisted then. */
static const unsigned char from[3][CORNERS] = {{3, 0, 1, 2, 4, 5, 6, 7}, {4, 1, 2, 0, 7, 5, 6, 3}, {1, 5, 2, 3, 0, 4, 6, 7}};
static const unsigned char twisted[3][CORNERS] = {{0}, {2, 0, 0, 1, 1, 0, 0, 2}, {1, 2, 0, 0, 2, 1, 0, 0}};

typedef struct rules {
  int quarter;         /* a half turn costs 2 */
  int places[PLACES], twists[TWISTS]; /* what each costs at least */
  int most;            /* positions are counted up to there; -1: the goal is a solved cube */
  int count[16];
} rules;

static cube turned (const cube *c, int move) {
  cube now = *c;
  int face = (move - 1) / 3, times, i;
  for (times = (move - 1) % 3; times >= 0; times--) {
    cube before = now;
    for (i = 0; i < CORNERS; i++) {
      now.corner[i] = before.corner[from[face][i]];
      now.twist[i] = (unsigned char)((before.twist[from[face][i]] + twisted[face][i]) % 3);
    }
  }
  return now;
}

static int cost_of (const rules *r, int move) { return r->quarter && move % 3 == 2 ? 2 : 1; }

/* Which of the 5040 orders of the corners, and which of the 2187 twists is it? */
static int place_of (const cube *c) {
  int order = 0, i, k;
  for (i = 0; i < 6; i++) {
    int smaller = c->corner[7] < c->corner[i];
    for (k = i + 1; k < 6; k++)
      smaller += c->corner[k] < c->corner[i];
    order = order * (7 - i) + smaller;
  }
  return order;
}

static int twist_of (const cube *c) {
  int twist = 0, i;
  for (i = 0; i < CORNERS; i++)
    twist = i == 6 ? twist : twist * 3 + c->twist[i];
  return twist;
}

static int cube_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 9;
}

static ab_played cube_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  cube *after = next;
  *after = turned(state, (int)move);
  after->distance = (unsigned char)(after->distance + cost_of(context, (int)move));
  *payoff = 0;
  return AB_PLAYED;
}

static uint64_t cube_key (void *context, void *state) {
  (void)context;
  return (uint64_t)place_of(state) * TWISTS + (uint64_t)twist_of(state);
}

static int is_solved (const cube *c) { return place_of(c) == 0 && twist_of(c) == 0; }

static int cube_goal (void *context, void *state) {
  rules *r = context;
  int distance = ((cube *)state)->distance;
  if (r->most < 0)
    return is_solved(state);
  if (distance > r->most)
    return 1;
  r->count[distance]++;
  return 0;
}

static double cube_cost (void *context, void *state, ab_move move) {
  (void)state;
  return cost_of(context, (int)move);
}

static double cube_remaining (void *context, void *state) {
  const rules *r = context;
  int places = r->places[place_of(state)], twists = r->twists[twist_of(state)];
  return r->most >= 0 ? 0 : places > twists ? places : twists;
}

static cube solved (void) {
  cube c;
  int i;
  memset(&c, 0, sizeof c);
  for (i = 0; i < CORNERS; i++)
    c.corner[i] = (unsigned char)i;
  return c;
}

/* What each place of the corners, or each twist, costs at least: from the solved one outwards. */
static void fill (const rules *r, int *table, int size, int (*of) (const cube *)) {
  static cube known[PLACES];
  cube start = solved();
  int cost, i, move;
  memset(table, -1, (size_t)size * sizeof *table);
  known[of(&start)] = start;
  table[of(&start)] = 0;
  for (cost = 0; cost < 16; cost++)
    for (i = 0; i < size; i++)
      for (move = 1; table[i] == cost && move <= 9; move++) {
        cube next = turned(&known[i], move);
        int to = of(&next), whole = cost + cost_of(r, move);
        if (table[to] < 0 || whole < table[to]) {
          table[to] = whole;
          known[to] = next;
        }
      }
}

static int failures;

static void expect (int holds, const char *what, int quarter, double found) {
  if (holds)
    return;
  failures++;
  printf("%s, %s: %g\n", quarter ? "quarter turns" : "half turns", what, found);
}

static ab_path_result search (rules *r, const cube *start) {
  static const ab_game game = {
    .abi = AB_ABI, .size = sizeof(ab_game), .state_size = sizeof(cube), .returns = 1, .moves = cube_moves, .play = cube_play,
    .key = cube_key, .goal = cube_goal, .cost = cube_cost, .remaining = cube_remaining};
  ab_path_options options = ab_path_options_default();
  ab_path_result known;
  ab_path *path;
  options.bytes = (size_t)1 << 30;
  path = ab_path_new(&game, r, start, &options, allocate, NULL);
  if (ab_path_step(path, 0, -1) != AB_DONE)
    expect(0, "status", r->quarter, 0);
  known = ab_path_known(path);
  ab_path_free(path);
  return known;
}

/* How many positions are that far away: OEIS A079761 and A079762, from 0 on. */
static const int published[2][15] = {
  {1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644, 0, 0, 0},
  {1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276}};

/* One of those that are farthest away, found by counting. */
static const cube farthest[2] = {
  {{4, 1, 2, 0, 7, 3, 6, 5}, {2, 2, 1, 0, 1, 0, 0, 0}, 0}, {{0, 7, 1, 4, 5, 3, 6, 2}, {0, 1, 2, 2, 0, 1, 0, 0}, 0}};

static void test (int quarter, int most) {
  static rules r;
  cube start = solved();
  ab_path_result found;
  int distance;
  memset(&r, 0, sizeof r);
  r.quarter = quarter;
  r.most = most;
  search(&r, &start);
  for (distance = 0; distance <= most && distance < 15; distance++)
    expect(r.count[distance] == published[quarter][distance], "count", quarter, r.count[distance]);
  fill(&r, r.places, PLACES, place_of);
  fill(&r, r.twists, TWISTS, twist_of);
  r.most = -1;
  found = search(&r, &farthest[quarter]);
  expect(found.solved && found.cost == (quarter ? 14 : 11) && found.factor == 1, "farthest", quarter, found.cost);
}

int main (int argc, char **argv) {
  int most = argc > 1 ? atoi(argv[1]) : 4;
  test(0, most);
  test(1, most);
  printf("%d failures\n", failures);
  return failures > 0;
}
