/*
** Games in C in which both players choose at once, without Lua: on seeded random games, in the forms that a game can take,
** every search has the value that plain minimax over matrix games says, and so has the solved game; strategies are secure,
** and lines can be played. No matrix is larger than 2 x 2: their values are a formula.
**
**   both_test [games [first seed]]
*/
#include <stdio.h>
#include <stdlib.h>
#include "both.h"
#include "failing_memory.h"

#define NEAR 4e-9
#define MOST_HELD 32768 /* bytes of a search, table included: what a position had is used again by the next one */

/* ---------------------------------------------------------------- plain minimax */

static double least (double a, double b) { return a < b ? a : b; }
static double most (double a, double b) { return a > b ? a : b; }

/* The value of a matrix of up to 2 x 2: a saddle point, but for rounding; or, without one, what mixing makes equal. */
static double matrix_value (double m[MOST][MOST], int rows, int columns) {
  double maximin = -AB_INF, minimax = AB_INF;
  int i;
  for (i = 0; i < rows; i++)
    maximin = most(maximin, least(m[i][0], m[i][columns - 1]));
  for (i = 0; i < columns; i++)
    minimax = least(minimax, most(m[0][i], m[rows - 1][i]));
  return maximin > minimax - 1e-12 ? maximin
                                   : (m[0][0] * m[1][1] - m[0][1] * m[1][0]) / (m[0][0] + m[1][1] - m[0][1] - m[1][0]);
}

static double value_of (const game *g, const position *p, int depth);

static double value_after (const game *g, const position *p, int first, int second, int depth) {
  position below = *p;
  enter(g, &below, first, second);
  return value_of(g, &below, depth);
}

static int at_least_one (int count) { return count > 0 ? count : 1; }

/* The cells of a position at which both choose. */
static void fill_matrix (const game *g, const position *p, int depth, double m[MOST][MOST]) {
  int i, j, rows = choices_of(p, 0), columns = choices_of(p, 1);
  for (i = 0; i < at_least_one(rows); i++)
    for (j = 0; j < at_least_one(columns); j++)
      m[i][j] = value_after(g, p, rows > 0 ? i + 1 : 0, columns > 0 ? j + 1 : 0, depth - 1);
}

static double value_of (const game *g, const position *p, int depth) {
  double m[MOST][MOST], best, sum = 0, total = 0;
  int kind = kind_of(g, p), i, sign = both_player((void *)g, (void *)p) == 1 ? 1 : -1;
  if (kind == OVER || depth == 0)
    return worth(p);
  if (kind == BOTH) {
    fill_matrix(g, p, depth, m);
    return matrix_value(m, at_least_one(choices_of(p, 0)), at_least_one(choices_of(p, 1)));
  }
  best = -AB_INF;
  for (i = 1; i <= moves_of(p); i++) {
    double value = value_after(g, p, i, 0, depth - (kind == ONE));
    sum += i * value;
    total += i;
    best = most(best, sign * value);
  }
  return kind == ROLL ? sum / total : sign * best;
}

/* ---------------------------------------------------------------- searches */

static int failures, checks;

static void expect (int holds, const char *what, const game *g, const ab_options *o, double got, double wanted) {
  checks++;
  if (!holds && failures++ < 20)
    printf("%s: seed %llu, form %d, algorithm %d, depth %d, table %d: %.17g, not %.17g\n", what,
           (unsigned long long)g->seed, g->form, (int)o->algorithm, o->depth, o->table != NULL, got, wanted);
}

static int is_near (double a, double b) { return a - b <= NEAR && b - a <= NEAR; }

/* What the strategy of a player is sure of, by the cells of the root. */
static double surety (const ab_search *search, double m[MOST][MOST], int player, int own, int other) {
  double worst = player == 0 ? AB_INF : -AB_INF, probability;
  ab_value worth_of_it;
  int i, j;
  for (j = 0; j < at_least_one(other); j++) {
    double sum = own == 0 ? (player == 0 ? m[0][j] : m[j][0]) : 0;
    for (i = 0; i < own; i++) {
      ab_search_choice(search, player, i, &probability, &worth_of_it);
      sum += probability * (player == 0 ? m[i][j] : m[j][i]);
    }
    worst = player == 0 ? least(worst, sum) : most(worst, sum);
  }
  return worst;
}

/* A player's choices at the root: as they were listed, with probabilities that add up to 1. */
static void check_choices (const game *g, const ab_options *o, const ab_search *search, int player, int count) {
  double probability, sum = 0;
  ab_value worth_of_it;
  int i;
  expect(ab_search_choices(search, player) == count, "choices", g, o, ab_search_choices(search, player), count);
  for (i = 0; i < count; i++) {
    ab_move move = ab_search_choice(search, player, i, &probability, &worth_of_it);
    expect(move == move_of(g, i + 1), "choice", g, o, (double)move, i);
    expect(probability >= 0, "probability", g, o, probability, 0);
    sum += probability;
  }
  expect(count == 0 || is_near(sum, 1), "sum of probabilities", g, o, sum, 1);
}

static void check_strategies (const game *g, const position *root, const ab_options *o, const ab_search *search) {
  int there = kind_of(g, root) == BOTH && o->depth > 0;
  int rows = there ? choices_of(root, 0) : 0, columns = there ? choices_of(root, 1) : 0;
  double m[MOST][MOST], value, first, second;
  check_choices(g, o, search, 0, rows);
  check_choices(g, o, search, 1, columns);
  if (!there)
    return;
  fill_matrix(g, root, o->depth, m);
  value = matrix_value(m, at_least_one(rows), at_least_one(columns));
  first = surety(search, m, 0, rows, columns);
  second = surety(search, m, 1, columns, rows);
  expect(is_near(first, value), "surety of player 1", g, o, first, value);
  expect(is_near(second, value), "surety of player 2", g, o, second, value);
  expect(ab_search_gap(search) >= 0 && ab_search_gap(search) <= NEAR, "gap", g, o, ab_search_gap(search), 0);
}

/* Play a line: its first move is there if the root has any; all of it is legal. */
static void check_line (const game *g, const position *root, const ab_options *o, const ab_search *search, int line) {
  position p = *root;
  int at_root = kind_of(g, root) == ONE || kind_of(g, root) == BOTH;
  expect((line != AB_NO_LINE) == (at_root && o->depth > 0), "a line", g, o, line, at_root);
  while (line != AB_NO_LINE) {
    int joint = ab_search_line_joint(search, line), first, second = 0;
    expect(joint == (kind_of(g, &p) == BOTH), "joint", g, o, joint, kind_of(g, &p));
    first = number_of(g, ab_search_line(search, &line));
    if (joint)
      second = number_of(g, ab_search_line(search, &line));
    if (joint)
      expect(first <= choices_of(&p, 0) && second <= choices_of(&p, 1) && (first > 0) == (choices_of(&p, 0) > 0)
             && (second > 0) == (choices_of(&p, 1) > 0), "joint move of a line", g, o, first, second);
    else
      expect(first > 0 && first <= moves_of(&p), "move of a line", g, o, first, moves_of(&p));
    enter(g, &p, first, second);
  }
}

static ab_search *begin (game *g, const position *root, const ab_options *options) {
  ab_search *search;
  do
    search = ab_search_new(&g->described, g, root, options, allocate, NULL);
  while (search == NULL && refusing);
  return search;
}

static void search_once (game *g, const position *root, const ab_options *o, uint64_t slice) {
  ab_search *search = begin(g, root, o);
  double wanted = value_of(g, root, o->depth), value;
  ab_result result;
  ab_status status;
  do
    status = ab_search_step(search, slice, -1);
  while (status == AB_PAUSED || status == AB_DEPTH || (status == AB_NOMEM && refusing));
  expect(status == AB_DONE, "status", g, o, status, AB_DONE);
  result = ab_search_result(search);
  value = ab_search_mover(search) == 2 ? -result.value : result.value;
  expect(is_near(value, wanted) && result.bound == AB_EXACT, "value", g, o, value, wanted);
  check_strategies(g, root, o, search);
  expect(held <= MOST_HELD, "memory that is held", g, o, (double)held, MOST_HELD);
  check_line(g, root, o, search, result.moves > 0 ? ab_search_move(search, 0).line : ab_search_likeliest(search));
  ab_search_free(search);
}

/* ---------------------------------------------------------------- solving */

static ab_solve *begin_to_solve (game *g, const position *root) {
  ab_solve *solve;
  do
    solve = ab_solve_new(&g->described, g, root, NULL, allocate, NULL);
  while (solve == NULL && refusing);
  return solve;
}

static void solve_once (game *g, const position *root, const ab_options *o, uint64_t slice) {
  ab_solve *solve = begin_to_solve(g, root);
  double wanted = value_of(g, root, DEEPEST + 1);
  ab_solved found;
  ab_status status;
  do
    status = ab_solve_step(solve, slice, -1);
  while (status == AB_PAUSED || (status == AB_NOMEM && refusing));
  expect(status == AB_DONE, "status of solving", g, o, status, AB_DONE);
  if (!ab_solve_find(solve, both_key(g, (void *)root), &found))
    expect(0, "the root is solved", g, o, 0, 1);
  else
    expect(is_near(both_player(g, (void *)root) == 2 ? -found.value : found.value, wanted), "solved value", g, o, found.value,
           wanted);
  ab_solve_free(solve);
}

/* ---------------------------------------------------------------- all of it */

static const ab_algorithm algorithms[] = {AB_MINIMAX, AB_ALPHABETA, AB_BRANCH_AND_BOUND, AB_PVS, AB_ASPIRATION, AB_MTDF,
                                          AB_BISECTION, AB_PAPER_F};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

/* Others may have it, too. */
static ab_table *new_table (int shared) {
  ab_table *table;
  do
    table = shared ? ab_table_share(1 << 12, calloc, free, allocate, NULL) : ab_table_new(1 << 12, allocate, NULL);
  while (table == NULL && refusing);
  return table;
}

static void compare (uint64_t seed) {
  game g;
  position root;
  unsigned i;
  for (i = 0; i < 8; i++) {
    ab_options o = ab_options_default();
    memset(&g, 0, sizeof g);
    o.table_alloc = allocate;
    g.seed = seed;
    g.form = (int)(mix(seed * 8 + i) % FORMS);
    describe(&g);
    root = root_of(&g);
    o.algorithm = algorithms[mix(seed + 77 * i) % ALGORITHMS];
    o.depth = (int)(mix(seed * 3 + i) % (DEEPEST + 2));
    o.deepening = o.algorithm == AB_PAPER_F ? 0 : (int)(mix(seed * 5 + i) % 2);
    refusing = i == 7;
    if (g.described.key != NULL && o.algorithm != AB_PAPER_F && i % 2 == 0)
      o.table = new_table(i % 4 == 0);
    search_once(&g, &root, &o, mix(seed * 9 + i) % 20);
    if (g.described.key != NULL)
      solve_once(&g, &root, &o, mix(seed * 7 + i) % 9);
    refusing = 0;
    ab_table_free(o.table, allocate, NULL);
  }
}

/* ---------------------------------------------------------------- many choices */

#define CROWD 300 /* choices, whose pairs have larger numbers than a move of the table */

typedef struct crowd {
  int size, mixed; /* mixed: no choice is best, as in rock, paper, scissors; else the last one is, for both */
} crowd;

typedef struct stand {
  int ply, first, second;
} stand;

static int crowd_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)list;
  return ((const stand *)state)->ply > 0;
}

static int crowd_simultaneous (void *context, void *state, ab_move *lists[], int counts[]) {
  (void)lists;
  counts[0] = counts[1] = ((const crowd *)context)->size;
  return ((const stand *)state)->ply == 0;
}

static ab_played crowd_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  stand *to = next;
  (void)context;
  (void)move;
  (void)payoff;
  *to = *(const stand *)state;
  to->ply++;
  return AB_PLAYED;
}

static ab_played crowd_play_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  stand *to = next;
  crowd_play(context, state, 1, next, payoff);
  to->first = (int)moves[0];
  to->second = (int)moves[1];
  return AB_PLAYED;
}

static ab_value crowd_evaluate (void *context, void *state) {
  const stand *at = state;
  int ahead = at->first - at->second;
  return at->ply + (((const crowd *)context)->mixed ? (ahead + 3 * CROWD + 1) % 3 - 1 : ahead);
}

static int crowd_player (void *context, void *state) {
  (void)context;
  (void)state;
  return 1;
}

static uint64_t crowd_key (void *context, void *state) {
  const stand *at = state;
  (void)context;
  return (uint64_t)at->ply << 32 | (uint64_t)at->first << 16 | (uint64_t)at->second;
}

static const ab_game crowd_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (stand), .viewpoint = 1, .moves = crowd_moves,
  .simultaneous = crowd_simultaneous, .play = crowd_play, .play_at_once = crowd_play_at_once, .evaluate = crowd_evaluate,
  .player = crowd_player, .key = crowd_key
};

static const game no_game; /* to be told in failures */

static ab_search *search_crowd (crowd *c, const ab_options *o) {
  stand root = {0, 0, 0};
  return ab_search_new(&crowd_game, c, &root, o, allocate, NULL);
}

/* A position's best pair of choices has a number that the table cannot keep: what it knows of the position stands apart. */
static void choose_among_many (void) {
  const game *g = &no_game;
  crowd many = {CROWD, 0};
  ab_options o = ab_options_default();
  int depth, line;
  o.table = new_table(0);
  o.table_alloc = allocate;
  for (depth = 2; depth <= 3; depth++) {
    ab_search *search;
    o.depth = depth;
    o.deepening = 0;
    search = search_crowd(&many, &o);
    expect(ab_search_step(search, 0, -1) == AB_DONE, "many choices", g, &o, 0, 0);
    expect(ab_search_result(search).value == depth, "their value", g, &o, ab_search_result(search).value, depth);
    line = ab_search_likeliest(search);
    expect(ab_search_line(search, &line) == CROWD && ab_search_line(search, &line) == CROWD, "the likeliest", g, &o, 0, CROWD);
    ab_search_free(search);
  }
  ab_table_free(o.table, allocate, NULL);
}

/* F looks at every pair, and finds then that no more is allowed than to begin with the matrix. */
static void halt_at_pivot (void) {
  const game *g = &no_game;
  crowd few = {30, 1};
  ab_options o = ab_options_default();
  ab_search *search;
  o.algorithm = AB_PAPER_F;
  o.depth = 1;
  o.deepening = 0;
  o.nodes = 30 * 30 + 1;
  search = search_crowd(&few, &o);
  expect(ab_search_step(search, 0, -1) == AB_DONE && ab_search_result(search).stopped == AB_STOP_NODES, "halted", g, &o, 0, 0);
  expect(ab_search_result(search).nodes == o.nodes, "nodes", g, &o, (double)ab_search_result(search).nodes, (double)o.nodes);
  ab_search_free(search);
  o.nodes = 0;
  search = search_crowd(&few, &o);
  expect(ab_search_step(search, 0, -1) == AB_DONE && is_near(ab_search_result(search).value, 1), "F", g, &o,
         ab_search_result(search).value, 1);
  ab_search_free(search);
}

/* ---------------------------------------------------------------- what cannot be */

static void expect_unsolved (game *g, const position *root, const char *name, int count) {
  ab_options none = ab_options_default();
  ab_solve *solve = begin_to_solve(g, root);
  int told = 0;
  expect(ab_solve_step(solve, 0, -1) == AB_BROKEN, name, g, &none, 0, AB_BROKEN);
  expect(strcmp(ab_solve_broken(solve, &told), name) == 0 && told == count, "what cannot be solved", g, &none, told, count);
  ab_solve_free(solve);
}

static void expect_broken (game *g, const char *name, int count) {
  ab_options o = ab_options_default();
  position root = root_of(g);
  ab_search *search;
  int told = 0;
  o.depth = 2;
  search = begin(g, &root, &o);
  expect(ab_search_step(search, 0, -1) == AB_BROKEN, name, g, &o, 0, AB_BROKEN);
  expect(strcmp(ab_search_broken(search, &told), name) == 0 && told == count, "what is broken", g, &o, told, count);
  expect_unsolved(g, &root, name, count);
  memset(g->wrong, 0, sizeof g->wrong);
  g->refuses = 0;
  expect(ab_search_step(search, 0, -1) == AB_DONE, "once it is right", g, &o, 0, AB_DONE);
  ab_search_free(search);
}

/* A game whose root is one at which both choose. */
static game choosing (int form) {
  game g;
  position root;
  memset(&g, 0, sizeof g);
  g.form = form;
  do {
    g.seed++;
    root = root_of(&g);
  } while (kind_of(&g, &root) != BOTH);
  describe(&g);
  return g;
}

static void check_broken (void) {
  static const int wrong[][3] = {{3, 1, 3}, {2, -1, -1}, {-2, 1, -2}, {0, 65536, 65536}};
  static const int pairs[] = {AB_MAX_MOVES, 17};
  unsigned i;
  game g;
  for (i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    g = choosing(LISTED | KEYED);
    memcpy(g.wrong, wrong[i], sizeof g.wrong);
    expect_broken(&g, "simultaneous", wrong[i][2]);
  }
  g = choosing(KEYED);
  memcpy(g.wrong, pairs, sizeof g.wrong);
  expect_broken(&g, "simultaneous", AB_MAX_MOVES);
  g = choosing(KEYED);
  g.refuses = 1;
  expect_broken(&g, "play", 1);
}

static void check_flaws (void) {
  game g = choosing(IN_PLACE);
  ab_options o = ab_options_default();
#define FLAW(spoil, text)                                                       \
  describe(&g);                                                                 \
  spoil;                                                                        \
  expect(strcmp(ab_game_flaw(&g.described), text) == 0, text, &g, &o, 0, 0);
  FLAW(g.described.play_at_once = NULL, "'simultaneous' needs 'play_at_once'")
  FLAW(g.described.undo_at_once = NULL, "'simultaneous' and 'undo' need 'undo_at_once'")
  FLAW(g.described.viewpoint = 0, "'simultaneous' needs 'viewpoint'")
  FLAW(g.described.repeats = 1; g.described.key = both_key; g.described.repetition = AB_INF,
       "'repetition' is infinite in a game with 'simultaneous'")
#undef FLAW
}

int main (int argc, char **argv) {
  uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 300, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i;
  for (i = 0; i < games; i++)
    compare(first + i);
  compare(266); /* where most would be held if nothing were used again */
  check_broken();
  check_flaws();
  choose_among_many();
  halt_at_pivot();
  if (held != 0)
    printf("%d bytes are held\n", (int)held);
  printf("%d checks, %d failures\n", checks, failures + (held != 0));
  return failures > 0 || held != 0;
}
