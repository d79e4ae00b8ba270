/*
** The core against plain expectiminimax, without Lua: on seeded random graphs with chance, in the forms that a game can
** take, every algorithm, with and without a table, in steps of any size, has the same value to the last bit, and the
** same first best move. What a search of everything visits is counted as well.
**
**   chance_test [games [first seed]]
*/
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alphabeta.h"
#include "failing_memory.h"

#define DEEPEST 7
#define WIDEST 4
#define MOST_BYTES 60000 /* that a search takes, with its table */

enum { PLAYER = 1, VIEWPOINT = 2, IN_PLACE = 4, LISTED = 8, RETURNS = 16, SHARED = 32, BOUNDS = 64, RANGE = 128,
       FLOATS = 256, ILLEGAL = 512, PAYOFF = 1024, ORDER = 2048, FORMS = 4096 };

typedef struct game {
  uint64_t seed;
  int form; /* a sum of the above */
  ab_game described; /* `max_outcomes` is raised as it is needed */
  int draws;
  uint64_t drawn_by;
} game;

/* In place the path is kept, so that moves can be taken back. */
typedef struct position {
  int ply;
  uint64_t path[DEEPEST + 2];
  int player[DEEPEST + 2];
} position;

static int draw (const position *p, uint64_t k, int n) {
  return (int)((mix(p->path[p->ply] + k * 0x9E3779B97F4A7C15u) >> 33) % (uint64_t)n);
}

static int is_over (const position *p) { return p->ply == DEEPEST || (p->ply > 0 && draw(p, 1, 6) == 0); }

static int is_chance (const position *p) { return !is_over(p) && draw(p, 4, 5) < 2; }

static int children (const position *p) { return is_over(p) ? 0 : 1 + draw(p, 5, WIDEST); }

static int is_legal (const game *g, const position *p, int number) {
  return !(g->form & ILLEGAL) || is_chance(p) || draw(p, 50 + (uint64_t)number, 3) > 0;
}

/* What the position is worth to the player to move, or to player 1: in a range that is not symmetric then. */
static ab_value worth (const game *g, const position *p) {
  ab_value value = g->form & FLOATS ? (draw(p, 2, 41) - 20) * 0.1 : draw(p, 2, 5) - 2;
  return g->form & VIEWPOINT ? value + 1 : value;
}

static double weight (const position *p, int number) {
  static const double powers[] = {1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9};
  switch (draw(p, 8, 3)) {
    case 0: return 1 + draw(p, 300 + (uint64_t)number, 6);
    case 1: return powers[draw(p, 300 + (uint64_t)number, 7)];
    default: return 1;
  }
}

static ab_move move_of (const game *g, int number) {
  return g->form & LISTED ? (ab_move)number << 40 | 1 : (ab_move)(unsigned)number;
}

static int list_of (const game *g, const position *p, ab_move *list) {
  int number, count = children(p);
  for (number = 1; list != NULL && number <= count; number++)
    list[number - 1] = move_of(g, number);
  return count;
}

static int game_moves (void *context, void *state, ab_move *list) { return list_of(context, state, list); }

static int game_chance (void *context, void *state, ab_move *list, double *weights) {
  game *g = context;
  const position *p = state;
  int number, count = is_chance(p) ? list_of(g, p, list) : 0;
  if (!(g->form & LISTED) && count > g->described.max_outcomes) {
    g->described.max_outcomes = count;
    return count;
  }
  for (number = 1; number <= count; number++)
    weights[number - 1] = weight(p, number);
  return count;
}

static void enter (const game *g, position *p, int number) {
  int chance = is_chance(p), turns = !chance, below;
  if (g->form & PLAYER && draw(p, 200 + (uint64_t)number, 3) == 0)
    turns = !turns;
  below = turns ? 3 - p->player[p->ply] : p->player[p->ply];
  p->path[p->ply + 1] = g->form & SHARED
                      ? mix(g->seed * 1000 + (uint64_t)(p->ply * 20 + draw(p, 100 + (uint64_t)number, 3) * 2 + below))
                      : mix(p->path[p->ply] + (uint64_t)number);
  p->player[++p->ply] = below;
}

static ab_played game_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const game *g = context;
  position *to = next;
  int number = (int)(g->form & LISTED ? move >> 40 : move);
  if (!is_legal(g, state, number))
    return AB_ILLEGAL;
  if (next != state)
    *to = *(position *)state;
  enter(g, to, number);
  if (!(g->form & PAYOFF) || !is_over(to))
    return AB_PLAYED;
  *payoff = worth(g, to);
  return AB_OVER;
}

static void game_undo (void *context, void *state, ab_move move) {
  (void)context;
  (void)move;
  ((position *)state)->ply--;
}

static ab_value game_evaluate (void *context, void *state) { return worth(context, state); }

static int game_player (void *context, void *state) {
  const position *p = state;
  (void)context;
  return p->player[p->ply];
}

static uint64_t game_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return p->path[p->ply] | 1;
}

static double game_order (void *context, void *state, ab_move move) {
  (void)context;
  return draw(state, 400 + (move >> 40) + (move & 255), 9);
}

static void bounds_of (const position *p, ab_value *low, ab_value *high) {
  *low = draw(p, 20, 3) == 0 ? -1 : -AB_INF;
  *high = draw(p, 21, 3) == 0 ? 1 : AB_INF;
}

static void game_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  (void)context;
  bounds_of(state, low, high);
}

static ab_game describe (const game *g) {
  ab_game described;
  memset(&described, 0, sizeof described);
  described.abi = AB_ABI;
  described.size = sizeof described;
  described.state_size = sizeof (position);
  described.moves = game_moves;
  described.chance = game_chance;
  described.max_outcomes = g->form & LISTED ? 0 : 1;
  described.play = game_play;
  described.evaluate = game_evaluate;
  described.key = game_key;
  described.max_moves = g->form & LISTED ? WIDEST : 0;
  described.returns = (g->form & RETURNS) != 0;
  if (g->form & (PLAYER | VIEWPOINT))
    described.player = game_player;
  described.viewpoint = (g->form & VIEWPOINT) != 0;
  if (g->form & IN_PLACE)
    described.undo = game_undo;
  if (g->form & BOUNDS)
    described.bounds = game_bounds;
  if (g->form & ORDER)
    described.order = game_order;
  if (g->form & RANGE) {
    described.low = g->form & VIEWPOINT ? -1 : -2;
    described.high = g->form & VIEWPOINT ? 3 : 2;
  }
  return described;
}

/* ---------------------------------------------------------------- plain expectiminimax */

typedef struct found {
  ab_value value;
  int best; /* number of the first best move */
  uint64_t nodes;
} found;

static ab_value own_worth (const game *g, const position *p) {
  return g->form & VIEWPOINT && p->player[p->ply] == 2 ? -worth(g, p) : worth(g, p);
}

static found expectiminimax (const game *g, const position *p, int depth, double likelihood, double threshold);

static ab_value child_value (const game *g, const position *p, int number, int depth, double likelihood, double threshold,
                             uint64_t *nodes) {
  position below = *p;
  found child;
  enter(g, &below, number);
  child = expectiminimax(g, &below, depth, likelihood, threshold);
  *nodes += child.nodes;
  return below.player[below.ply] == p->player[p->ply] ? child.value : -child.value;
}

/* The probabilities of the outcomes, in the order of their numbers, from 0. */
static void weigh (const position *p, double *parts) {
  double total = 0;
  int i;
  for (i = 0; i < children(p); i++)
    total += weight(p, i + 1);
  for (i = 0; i < children(p); i++)
    parts[i] = weight(p, i + 1) / total;
}

/* Which outcome has the place `at` on a line as long as the sum of all probabilities, on which they lie side by side? */
static int outcome_at (const double *parts, int count, double at) {
  double end = parts[0];
  int i = 0;
  while (i < count - 1 && at >= end)
    end += parts[++i];
  return i;
}

/* They become what they are where some are drawn. */
static void thin (const game *g, const position *p, double *parts) {
  uint64_t by[2], stream;
  int times[WIDEST] = {0}, i;
  by[0] = g->drawn_by;
  by[1] = p->path[p->ply] | 1;
  stream = ab_hash(by, sizeof by);
  for (i = 0; i < g->draws; i++)
    times[outcome_at(parts, children(p), (i + (double)ab_draw(&stream, UINT64_C(4294967296)) / 4294967296.0) / g->draws)]++;
  for (i = 0; i < children(p); i++)
    parts[i] = (double)times[i] / g->draws;
}

static ab_value mean (const game *g, const position *p, int depth, double likelihood, double threshold, uint64_t *nodes) {
  double parts[WIDEST];
  ab_value sum = 0;
  int i;
  weigh(p, parts);
  if (g->draws > 0 && children(p) > g->draws)
    thin(g, p, parts);
  for (i = 0; i < children(p); i++)
    if (parts[i] > 0) {
      volatile ab_value term = parts[i] * child_value(g, p, i + 1, depth, likelihood * parts[i], threshold, nodes);
      sum += term;
    }
  return sum;
}

static ab_value clamped (const game *g, const position *p, ab_value value) {
  ab_value low, high;
  bounds_of(p, &low, &high);
  return !(g->form & BOUNDS) || p->ply == 0 ? value : value < low ? low : value > high ? high : value;
}

static found expectiminimax (const game *g, const position *p, int depth, double likelihood, double threshold) {
  found f = {own_worth(g, p), 0, 1};
  ab_value value;
  int number;
  if (is_over(p) || depth == 0 || likelihood < threshold)
    return f;
  if (is_chance(p)) {
    f.value = clamped(g, p, mean(g, p, depth, likelihood, threshold, &f.nodes));
    return f;
  }
  for (number = 1; number <= children(p); number++)
    if (is_legal(g, p, number)) {
      value = child_value(g, p, number, depth - 1, likelihood, threshold, &f.nodes);
      if (f.best == 0 || value > f.value) {
        f.value = value;
        f.best = number;
      }
    }
  f.value = clamped(g, p, f.value);
  return f;
}

/* ---------------------------------------------------------------- searches */

static int failures;

static void expect (int holds, const char *what, const game *g, const ab_options *o, double value, double wanted) {
  if (holds)
    return;
  if (failures++ < 20)
    printf("%s: seed %llu, form %d, algorithm %d, depth %d, table %d, draws %d, threshold %g: %.17g, not %.17g\n", what,
           (unsigned long long)g->seed, g->form, (int)o->algorithm, o->depth, o->table != NULL, o->draws, o->threshold,
           value, wanted);
}

static ab_search *begin (game *g, const position *root, const ab_options *options) {
  ab_search *search;
  g->described = describe(g);
  do
    search = ab_search_new(&g->described, g, root, options, allocate, NULL);
  while (search == NULL && refusing);
  return search;
}

static uint64_t search_once (game *g, const position *root, const ab_options *options, uint64_t slice) {
  found wanted = expectiminimax(g, root, options->depth, 1, options->threshold);
  ab_search *search = begin(g, root, options);
  ab_status status;
  ab_result result;
  do
    status = ab_search_step(search, slice, -1);
  while (status == AB_PAUSED || status == AB_DEPTH || (status == AB_NOMEM && refusing));
  expect(status == AB_DONE, "status", g, options, status, AB_DONE);
  result = ab_search_result(search);
  expect(held < MOST_BYTES, "memory under way", g, options, (double)held, MOST_BYTES);
  wanted.value += 0.0; /* to the last bit, but for -0.0 */
  expect(memcmp(&result.value, &wanted.value, sizeof result.value) == 0, "value", g, options, result.value, wanted.value);
  expect(result.moves == (wanted.best > 0), "moves", g, options, result.moves, wanted.best);
  if (result.moves > 0) {
    ab_root_move best = ab_search_move(search, 0);
    expect(best.number == wanted.best, "move", g, options, best.number, wanted.best);
    expect(best.value != 0 || !signbit(best.value), "its value", g, options, best.value, 0);
  }
  expect(result.bound == (options->draws > 0 ? AB_ESTIMATE : AB_EXACT), "bound", g, options, result.bound, AB_EXACT);
  if (options->algorithm == AB_MINIMAX || options->algorithm == AB_PAPER_F)
    expect(options->deepening || result.nodes == wanted.nodes, "nodes", g, options, (double)result.nodes,
           (double)wanted.nodes);
  ab_search_free(search);
  return result.nodes;
}

static void compare (uint64_t seed) {
  static const ab_algorithm algorithms[] = {AB_MINIMAX, AB_ALPHABETA, AB_BRANCH_AND_BOUND, AB_PVS, AB_ASPIRATION,
                                            AB_MTDF, AB_BISECTION, AB_PAPER_F};
  static const uint64_t slices[] = {0, 1, 7, 1000};
  game g;
  position root = {0, {0}, {0}};
  ab_options options = ab_options_default();
  size_t i;
  g.seed = seed;
  g.form = (int)(mix(seed) % FORMS);
  if (g.form & VIEWPOINT)
    g.form |= PLAYER;
  root.path[0] = mix(seed * 7919);
  root.player[0] = 1 + (int)(seed % 2);
  options.table_alloc = allocate;
  options.depth = (int)(mix(seed + 2) % (DEEPEST + 1));
  options.deepening = mix(seed + 3) % 4 == 0;
  if (mix(seed + 4) % 5 == 0)
    options.threshold = 0.05;
  options.draws = g.draws = mix(seed + 6) % 3 == 0 ? 1 + (int)(mix(seed + 7) % WIDEST) : 0;
  options.seed = g.drawn_by = seed;
  for (i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    options.algorithm = algorithms[i];
    options.guess = (ab_value)(seed % 5) - 2;
    refusing = mix(seed + i + 5) % 4 == 0;
    options.table = NULL;
    if (mix(seed + i) % 2 == 0)
      while (options.table == NULL)
        options.table = ab_table_new(4000, allocate, NULL);
    if (options.deepening && AB_IS_PRINTED(options.algorithm))
      options.deepening = 0;
    search_once(&g, &root, &options, slices[mix(seed + i + 9) % 4]);
    ab_table_free(options.table, allocate, NULL);
  }
  expect(held == 0, "memory", &g, &options, (double)held, 0);
}

/* What cannot be used with chance is refused. */
static void refuse (void) {
  game g;
  position root = {0, {0}, {0}};
  ab_options options = ab_options_default();
  g.seed = 1;
  g.form = 0;
  g.described = describe(&g);
#define REFUSED(change)                                                                      \
  do {                                                                                       \
    ab_options changed = options;                                                            \
    change;                                                                                  \
    expect(ab_options_flaw(&changed) == NULL && ab_search_flaw(&g.described, &changed) != NULL \
           && ab_search_new(&g.described, &g, &root, &changed, allocate, NULL) == NULL, #change, &g, &changed, 0, 1); \
  } while (0)
  expect(ab_search_flaw(&g.described, &options) == NULL, "no flaw", &g, &options, 1, 0);
  REFUSED(changed.shortest = 1);
  REFUSED(changed.quiescence = 1);
  REFUSED(changed.algorithm = AB_MCTS; changed.bias = 1);
  REFUSED(changed.algorithm = AB_PAPER_F1);
  REFUSED(changed.algorithm = AB_ITERATIVE);
  REFUSED(changed.algorithm = AB_MCTS; changed.draws = 1);
  g.described.key = NULL;
  REFUSED(changed.draws = 1);
  options.draws = AB_MAX_MOVES + 1;
  expect(ab_options_flaw(&options) != NULL, "draws", &g, &options, 0, 1);
#undef REFUSED
}

/* One game in five hundred has another value if what is only probed has the window of a search. */
static const uint64_t rare[] = {1178, 1218};

int main (int argc, char **argv) {
  size_t i;
  uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, seed;
  for (seed = first; seed < first + games; seed++)
    compare(seed);
  for (i = 0; i < sizeof rare / sizeof rare[0]; i++)
    compare(rare[i]);
  refuse();
  printf("%llu games, %d failures\n", (unsigned long long)games, failures);
  return failures > 0;
}
