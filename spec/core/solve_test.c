/*
** Solving without Lua: random graphs with cycles against values by definition. solve_test ROUNDS [SEED]
**
** By definition: for each payoff, the positions in which player 1 can force at least that (or player 2 at most that), and
** in how many plies; found by going over all positions until nothing changes.
*/
#include <stdio.h>
#include <string.h>
#include "unreliable.h"

#define MOST 40
#define MOVES 5
#define FAR 1000000

/* ---------------------------------------------------------------- a random graph, as a game */

typedef struct graph {
  int size, players;       /* players 0: they alternate */
  int lazy, told;          /* moves are asked for; payoffs come from `play` */
  double endless;
  int moves[MOST], to[MOST][MOVES]; /* -1: illegal */
  double payoff[MOST];     /* of an end, as player 1 sees it, or the one to move there if there is no player */
  int player[MOST];
  int at, from;            /* in place */
  int slots[MOST + 1];
  int jumps, calls;        /* a call in so many leaves by longjmp; 0: none */
} graph;

static int *node_of (graph *g, void *state, int in_place) { return in_place ? &g->at : state; }

static int count_moves (graph *g, int node, ab_move *list) {
  int i;
  may_jump(g->jumps, &g->calls);
  if (g->lazy && list == NULL)
    return AB_LAZY;
  for (i = 0; i < g->moves[node] && list != NULL; i++)
    list[i] = (ab_move)(i + 10);
  return g->moves[node];
}

static int more (void *context, void *state, ab_move move) {
  graph *g = context;
  may_jump(g->jumps, &g->calls);
  return (int)move <= g->moves[*(int *)state];
}

static int more_in_place (void *context, void *state, ab_move move) {
  graph *g = context;
  may_jump(g->jumps, &g->calls);
  (void)state;
  return (int)move <= g->moves[g->at];
}

static ab_played move_on (graph *g, int node, ab_move move, int *next, ab_value *payoff) {
  int to;
  may_jump(g->jumps, &g->calls);
  to = g->to[node][move >= 10 ? move - 10 : move - 1];
  if (to < 0)
    return AB_ILLEGAL;
  *next = to;
  *payoff = g->payoff[to];
  return g->told && g->moves[to] == 0 ? AB_OVER : AB_PLAYED;
}

static int graph_moves (void *context, void *state, ab_move *list) {
  return count_moves(context, *(int *)state, list);
}

static int graph_moves_in_place (void *context, void *state, ab_move *list) {
  (void)state;
  return count_moves(context, ((graph *)context)->at, list);
}

static ab_played graph_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  return move_on(context, *(int *)state, move, next, payoff);
}

static ab_played graph_make (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  graph *g = context;
  int from = g->at;
  ab_played played = move_on(g, from, move, &g->at, payoff);
  (void)state;
  (void)next;
  if (played != AB_ILLEGAL)
    g->from = from;
  return played;
}

static void graph_undo (void *context, void *state, ab_move move) {
  graph *g = context;
  (void)state;
  (void)move;
  may_jump(g->jumps, &g->calls);
  g->at = g->from;
}

#define ASK(name, type, what)                                         \
  static type graph_##name (void *context, void *state) {             \
    graph *g = context;                                               \
    int node = *node_of(g, state, 0);                                 \
    may_jump(g->jumps, &g->calls);                                                      \
    return what;                                                      \
  }                                                                   \
  static type graph_##name##_in_place (void *context, void *state) {  \
    graph *g = context;                                               \
    int node = *node_of(g, state, 1);                                 \
    may_jump(g->jumps, &g->calls);                                                      \
    return what;                                                      \
  }

ASK(evaluate, ab_value, g->moves[node] == 0 ? g->payoff[node] : g->players ? -g->endless : 0)
ASK(player, int, g->player[node])
ASK(key, uint64_t, (uint64_t)node * 0x100000001u + 7)

static void keep (void *context, void *state, size_t slot) {
  graph *g = context;
  (void)state;
  may_jump(g->jumps, &g->calls);
  g->slots[slot] = g->at;
}

static void fetch (void *context, void *state, size_t slot) {
  graph *g = context;
  (void)state;
  may_jump(g->jumps, &g->calls);
  g->at = g->slots[slot];
}

static void undo_nothing (void *context, void *state, ab_move move) {
  (void)context;
  (void)state;
  (void)move;
  abort(); /* copies are thrown away */
}

/* A position in which every move is illegal is an end, too. */
static void make_graph (graph *g) {
  int i, m, pay = 1 + (int)draw(3);
  memset(g, 0, sizeof *g);
  g->size = 1 + (int)draw(MOST);
  g->players = draw(3) > 0;
  g->lazy = draw(3) == 0;
  g->told = draw(2) == 0;
  g->endless = g->players ? (int)draw(5) - 2 : 0;
  for (i = 0; i < g->size; i++) {
    int legal = 0;
    g->player[i] = 1 + (int)draw(2);
    g->payoff[i] = (int)draw(2 * (unsigned)pay + 1) - pay;
    g->moves[i] = draw(4) == 0 ? 0 : (int)draw(MOVES + 1);
    for (m = 0; m < g->moves[i]; m++) {
      g->to[i][m] = draw(8) == 0 ? -1 : (int)draw((unsigned)g->size);
      legal += g->to[i][m] >= 0;
    }
    if (legal == 0 && g->told)
      g->moves[i] = 0;
  }
}

static int is_over (const graph *g, int node) {
  int m;
  for (m = 0; m < g->moves[node]; m++)
    if (g->to[node][m] >= 0)
      return 0;
  return 1;
}

static size_t reachable (const graph *g, int node, char *seen) {
  size_t count = 1;
  int m;
  if (seen[node])
    return 0;
  seen[node] = 1;
  for (m = 0; m < g->moves[node]; m++)
    if (g->to[node][m] >= 0)
      count += reachable(g, g->to[node][m], seen);
  return count;
}

/* ---------------------------------------------------------------- values by definition */

/* Where players alternate, whose turn it is belongs to the position: number `node` or `MOST + node`. */
static int player_at (const graph *g, int p) { return g->players ? g->player[p % MOST] : 1 + p / MOST; }

static int next_at (const graph *g, int p, int m) {
  int to = g->to[p % MOST][m];
  return to < 0 ? -1 : g->players ? to : to + (p < MOST ? MOST : 0);
}

static double payoff_at (const graph *g, int p) {
  double own = g->moves[p % MOST] == 0 ? g->payoff[p % MOST] : g->players ? -g->endless : 0;
  return !g->players && player_at(g, p) == 2 ? -own : own;
}

/* In how many plies can `side` force at least `payoff`, as it sees it? FAR: it cannot. */
static void force (const graph *g, int side, double payoff, int *plies) {
  int changed = 1, p, m;
  for (p = 0; p < 2 * MOST; p++)
    plies[p] = FAR;
  while (changed) {
    changed = 0;
    for (p = 0; p < 2 * MOST; p++) {
      int own = player_at(g, p) == side, best = own ? FAR : -1;
      if (p % MOST >= g->size)
        continue;
      if (is_over(g, p % MOST))
        best = (side == 1 ? payoff_at(g, p) : -payoff_at(g, p)) >= payoff ? -1 : FAR;
      else
        for (m = 0; m < g->moves[p % MOST]; m++) {
          int to = next_at(g, p, m);
          if (to >= 0 && (own ? plies[to] < best : plies[to] > best))
            best = plies[to];
        }
      if (best < FAR && best + 1 != plies[p]) {
        plies[p] = best + 1;
        changed = 1;
      }
    }
  }
}

static double values[2 * MOST]; /* as player 1 sees them */
static int plies_of[2 * MOST];

static void solve_by_definition (const graph *g) {
  int side, payoff, p, plies[2 * MOST];
  for (p = 0; p < 2 * MOST; p++) {
    values[p] = g->endless;
    plies_of[p] = -1;
  }
  for (side = 1; side <= 2; side++) /* the largest payoff last */
    for (payoff = -6; payoff <= 6; payoff++) {
      double sign = side == 1 ? 1 : -1;
      if (payoff <= sign * g->endless)
        continue;
      force(g, side, payoff, plies);
      for (p = 0; p < 2 * MOST; p++)
        if (plies[p] < FAR) {
          values[p] = sign * payoff;
          plies_of[p] = plies[p];
        }
    }
}

/* ---------------------------------------------------------------- the comparison */

static const ab_keeper keeper = {keep, fetch};

static ab_game game_of (const graph *g, int in_place, int list, int undo) {
  ab_game game;
  memset(&game, 0, sizeof game);
  game.abi = AB_ABI;
  game.size = sizeof game;
  game.state_size = sizeof(int);
  game.max_moves = list ? MOVES : 0;
  game.viewpoint = g->players;
  game.moves = in_place ? graph_moves_in_place : graph_moves;
  game.more = in_place ? more_in_place : more;
  game.play = in_place ? graph_make : graph_play;
  game.undo = in_place ? graph_undo : undo ? undo_nothing : NULL;
  game.evaluate = in_place ? graph_evaluate_in_place : graph_evaluate;
  game.key = in_place ? graph_key_in_place : graph_key;
  if (g->players)
    game.player = in_place ? graph_player_in_place : graph_player;
  return game;
}

/* In steps of so many nodes; calls of the game jump, and memory fails, now and then. */
static void run (ab_solve *s, unsigned nodes) {
  volatile int begun = 0;
  ab_status status;
  do {
    if (setjmp(out) != 0)
      begun = 1;
    status = begun ? ab_solve_resume(s) : ab_solve_step(s, nodes, -1);
    begun = 0;
  } while (status == AB_PAUSED || status == AB_NOMEM);
  if (status != AB_DONE)
    abort();
}

static int differs (const graph *g, const ab_solve *s, ab_game *game, graph *context, int node) {
  ab_solved found;
  double sign;
  context->at = node;
  context->jumps = 0;
  if (!ab_solve_find(s, game->key(context, &node), &found))
    return 0;
  sign = player_at(g, node) == 1 ? 1 : -1;
  if (found.over != is_over(g, node) || found.better != (found.value > sign * g->endless) - (found.value < sign * g->endless))
    return 1;
  return found.value != sign * values[node] || found.plies != plies_of[node];
}

static int test (uint64_t seed) {
  graph g, context;
  memory m = {0, 0, 0, 0};
  ab_game game;
  ab_solve_options options = ab_solve_options_default();
  ab_solve *s;
  int in_place, root = 0, node, wrong = 0, list;
  char seen[MOST] = {0};
  static const unsigned nodes[] = {0, 1, 7, 1000};
  random_state = seed;
  make_graph(&g);
  solve_by_definition(&g);
  in_place = draw(3) == 0;
  list = !g.lazy && draw(2);
  game = game_of(&g, in_place, list, draw(2) == 0);
  options.endless = g.endless;
  options.keeper = in_place ? &keeper : NULL;
  context = g;
  s = ab_solve_new(&game, &context, &root, &options, allocate, &m);
  context.jumps = draw(2) == 0 ? 0 : 2 + (int)draw(9);
  m.fails = draw(2) == 0 ? 0 : 2 + draw(5);
  run(s, nodes[draw(4)]);
  wrong += ab_solve_count(s) != reachable(&g, 0, seen);
  for (node = 0; node < g.size; node++)
    wrong += differs(&g, s, &game, &context, node);
  ab_solve_free(s);
  if (wrong > 0 || m.used != 0)
    printf("seed %lu: %d positions differ, %lu bytes left\n", (unsigned long)seed, wrong, (unsigned long)m.used);
  return wrong > 0 || m.used != 0;
}

/* ---------------------------------------------------------------- what is refused */

/* A die is rolled, some moves are made, and the game is over; with one fault or another. */
typedef struct odd {
  int moves, outcomes, refused, told;
  double weight, payoff;
  int last; /* the position in which it is over */
} odd;

static int odd_chance (void *context, void *state, ab_move *list, double *weights) {
  const odd *o = context;
  (void)list;
  weights[0] = 1;
  weights[1] = o->weight;
  return *(int *)state == 0 ? o->outcomes : 0;
}

static int odd_moves (void *context, void *state, ab_move *list) {
  (void)list;
  return *(int *)state > 0 && *(int *)state < ((odd *)context)->last ? ((odd *)context)->moves : 0;
}

static int always_more (void *context, void *state, ab_move move) {
  (void)context;
  (void)state;
  (void)move;
  return 1;
}

static ab_played odd_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const odd *o = context;
  (void)move;
  *(int *)next = *(int *)state + 1;
  *payoff = o->payoff;
  return o->refused ? AB_ILLEGAL : o->told && *(int *)next == o->last ? AB_OVER : AB_PLAYED;
}

static ab_value odd_evaluate (void *context, void *state) {
  (void)state;
  return ((odd *)context)->payoff;
}

static int odd_player (void *context, void *state) {
  (void)context;
  (void)state;
  return 1;
}

static uint64_t odd_key (void *context, void *state) {
  (void)context;
  return (uint64_t)*(int *)state + 1;
}

static const ab_game odd_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "odd", .state_size = sizeof (int), .moves = odd_moves,
  .play = odd_play, .evaluate = odd_evaluate, .player = odd_player, .key = odd_key, .chance = odd_chance
};

/* Is the fault said to be the function's, which gave that number? */
static int is_said (odd fault, ab_status expected, const char *name, double number) {
  memory m = {0, 0, 0, 0};
  int root = 0, count = 0, right;
  ab_solve *s = ab_solve_new(&odd_game, &fault, &root, NULL, allocate, &m);
  double given = 0;
  right = ab_solve_step(s, 0, -1) == expected;
  if (right && expected == AB_BROKEN)
    right = strcmp(ab_solve_broken(s, &count), name) == 0 && count == (int)number;
  if (right && expected == AB_OUTSIDE)
    right = strcmp(ab_solve_outside(s, &given), name) == 0 && given == number;
  ab_solve_free(s);
  if (!right || m.used != 0)
    printf("%s, %g: not said\n", name, number);
  return right && m.used == 0;
}

static int say_faults (void) {
  static const odd right = {1, 2, 0, 1, 1, 5, 2};
  odd fault = right;
  int wrong = !is_said(fault, AB_DONE, "", 0);
#define SAID(field, value, told_by_play, status, name, number)                       \
  fault = right, fault.field = (value), fault.told = (told_by_play), wrong += !is_said(fault, status, name, number)
  SAID(moves, -5, 1, AB_BROKEN, "moves", -5);
  SAID(moves, AB_LAZY, 1, AB_BROKEN, "moves", AB_LAZY);
  SAID(moves, AB_MAX_MOVES + 1, 1, AB_BROKEN, "moves", AB_MAX_MOVES + 1);
  SAID(outcomes, -1, 1, AB_BROKEN, "chance", -1);
  SAID(outcomes, AB_MAX_MOVES + 1, 1, AB_BROKEN, "chance", AB_MAX_MOVES + 1);
  SAID(refused, 1, 1, AB_BROKEN, "play", 1);
  SAID(weight, 0, 1, AB_OUTSIDE, "chance", 0);
  SAID(weight, AB_INF, 1, AB_OUTSIDE, "chance", AB_INF);
  SAID(payoff, AB_INF, 1, AB_OUTSIDE, "play", AB_INF);
  SAID(payoff, -AB_INF, 1, AB_OUTSIDE, "play", -AB_INF);
  SAID(payoff, AB_INF, 0, AB_OUTSIDE, "evaluate", AB_INF);
#undef SAID
  return wrong;
}

/* A list of moves that goes on for ever is a wrong number of moves, as soon as there are too many. */
static int bound_moves (void) {
  odd context = {AB_LAZY, 0, 0, 1, 1, 5, 2};
  memory m = {0, 0, 0, 0};
  int root = 1, count = 0, right;
  ab_game game = odd_game;
  ab_solve *s;
  game.more = always_more;
  s = ab_solve_new(&game, &context, &root, NULL, allocate, &m);
  right = ab_solve_step(s, 0, -1) == AB_BROKEN && strcmp(ab_solve_broken(s, &count), "moves") == 0
       && count == AB_MAX_MOVES + 1;
  ab_solve_free(s);
  return !right || m.used != 0;
}

/* What was dumped and is read in pieces gives the same dump. */
static int comes_back (const ab_solve *s) {
  enum { PIECE = 5000 };
  size_t size = ab_solve_dump(s, NULL);
  char *bytes = malloc(size), *again = malloc(size);
  memory m = {0, 0, 0, 0};
  ab_undumping undumping;
  ab_solve *read = ab_solve_undump_begin(size, &undumping, allocate, &m);
  int right = ab_solve_dump(s, bytes) == size && !ab_solve_undump_on(read, &undumping, bytes, 0);
  while (right && undumping.at < size)
    right = ab_solve_undump_on(read, &undumping, bytes + undumping.at,
                               size - undumping.at < PIECE ? size - undumping.at : PIECE);
  right = right && !ab_solve_undump_on(read, &undumping, bytes, size) && ab_solve_dump(read, NULL) == size
       && ab_solve_dump(read, again) == size && memcmp(bytes, again, size) == 0
       && ab_solve_opened(read) == ab_solve_count(read);
  ab_solve_free(read);
  free(bytes);
  free(again);
  return right && m.used == 0;
}

/* Eight places; each has two ways on, the last one none, where a point is lost. In three a coin decides. Nothing says whose
** turn it is: positions of both players share a key, and count twice for a while. */
static int ways_chance (void *context, void *state, ab_move *list, double *weights) {
  int place = *(int *)state;
  (void)context;
  (void)list;
  weights[0] = weights[1] = 1;
  return place == 2 || place == 5 || place == 6 ? 2 : 0;
}

static int ways_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)list;
  return *(int *)state < 7 ? 2 : 0;
}

static ab_played ways_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  static const int ways[7][2] = {{1, 1}, {0, 2}, {1, 3}, {4, 4}, {3, 5}, {2, 6}, {7, 7}};
  (void)context;
  (void)payoff;
  *(int *)next = ways[*(int *)state][move - 1];
  return AB_PLAYED;
}

static const ab_game ways_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "ways", .state_size = sizeof (int), .moves = ways_moves,
  .play = ways_play, .evaluate = odd_evaluate, .key = odd_key, .chance = ways_chance
};

/* Each request for memory fails once, while positions count twice. The first two are those of ab_solve_new. */
static int bear_failures_of_twins (void) {
  odd context = {.payoff = -1};
  int root = 0, wrong = 0, once = 2, refused = 1;
  while (refused > 0 && !wrong) {
    memory m = {0, 0, ++once, 0};
    ab_solve *s = ab_solve_new(&ways_game, &context, &root, NULL, allocate, &m);
    ab_solved found;
    ab_status status;
    refused = 0;
    while ((status = ab_solve_step(s, 0, -1)) == AB_NOMEM)
      refused++;
    wrong = status != AB_DONE || !ab_solve_find(s, 1, &found) || found.value < -0.200001 || found.value > -0.199999;
    ab_solve_free(s);
    wrong |= m.used != 0;
  }
  wrong |= once < 5;
  if (wrong)
    printf("wrong where memory fails and positions count twice\n");
  return wrong;
}

/* Where a request for memory fails, whichever it is, the analysis stands as before, and goes on when there is some. */
static int bear_failures (void) {
  odd context = {1, 2, 0, 1, 1, 5, 9000};
  unsigned fails;
  int root = 0, wrong = 0;
  for (fails = 2; fails <= 5; fails++) {
    memory m = {0, 0, 0, 0};
    ab_solve *s = ab_solve_new(&odd_game, &context, &root, NULL, allocate, &m);
    ab_solved found;
    ab_status status;
    int refused = 0;
    m.fails = fails;
    while ((status = ab_solve_step(s, 0, -1)) == AB_NOMEM)
      refused++;
    wrong += status != AB_DONE || refused < 5 || ab_solve_count(s) != 9001;
    wrong += !ab_solve_find(s, 1, &found) || found.value != 5;
    wrong += !comes_back(s);
    ab_solve_free(s);
    wrong += m.used != 0;
  }
  if (wrong > 0)
    printf("%d wrong where memory fails\n", wrong);
  return wrong > 0;
}

/* Is that an analysis, with some bytes of the dump of one changed? */
static int is_analysis (const char *bytes, size_t size, size_t at, const void *change, size_t change_size, memory *m) {
  char changed[1000];
  ab_solve *s;
  memcpy(changed, bytes, size);
  memcpy(changed + at, change, change_size);
  s = ab_solve_undump(changed, size, allocate, m);
  ab_solve_free(s);
  return s != NULL;
}

/* No key, no value, and plies and an outcome that cannot be or do not go together. A position is dumped as its key and
** its value, of 8 bytes each, the plies, or below -1 the order, of 4, and whether it is better than a game without end, of
** 2. */
static int refuse_positions (const char *bytes, size_t size, memory *m) {
  static const uint64_t no_key = AB_NO_KEY;
  static const double nan = AB_INF - AB_INF;
  static const int32_t plies[] = {-5, 0, 3};
  static const int16_t betters[] = {-2, 1, 2};
  int i, wrong = !is_analysis(bytes, size, 0, bytes, 0, m);
  wrong += is_analysis(bytes, size, 0, &no_key, sizeof no_key, m) || is_analysis(bytes, size, 8, &nan, sizeof nan, m);
  for (i = 0; i < 3; i++)
    wrong += is_analysis(bytes, size, 16, &plies[i], sizeof *plies, m)
          || is_analysis(bytes, size, 20, &betters[i], sizeof *betters, m);
  return wrong;
}

/* Games and options that will not do, and dumps that are none, give no analysis and take no memory; nor do failures. */
static int refuse_nonsense (void) {
  odd context = {1, 2, 0, 1, 1, 5, 2};
  memory m = {0, 0, 0, 0};
  int root = 0, wrong = 0;
  ab_solve_options usual = ab_solve_options_default();
  ab_solve *s;
  ab_solved found;
  char bytes[1000];
  size_t size;
#define REFUSED(change)                                                              \
  do {                                                                               \
    ab_game game = odd_game;                                                         \
    ab_solve_options options = usual;                                                \
    change;                                                                          \
    wrong += ab_solve_new(&game, &context, &root, &options, allocate, &m) != NULL;   \
  } while (0)
  REFUSED(game.moves = NULL);
  REFUSED(game.key = NULL);
  REFUSED(options.positions = 0);
  REFUSED(options.positions = AB_MAX_POSITIONS + 1);
  REFUSED(options.endless = AB_INF - AB_INF);
  REFUSED(options.endless = 1; game.player = NULL);
  REFUSED(options.endless = AB_INF);
  REFUSED(options.endless = -AB_INF);
  REFUSED(options.tolerance = 0);
  REFUSED(m.once = 1);
  REFUSED(m.once = 2; m.calls = 0);
#undef REFUSED
  m.once = 0;
  s = ab_solve_new(&odd_game, &context, &root, NULL, allocate, &m);
  wrong += ab_solve_dump(s, NULL) != 0 || ab_solve_find(s, 1, &found);
  wrong += ab_solve_step(s, 0, -1) != AB_DONE;
  size = ab_solve_dump(s, NULL);
  wrong += size == 0 || size > sizeof bytes || ab_solve_dump(s, bytes) != size;
  wrong += size >= sizeof bytes || ab_solve_dump(s, bytes + 1) != size || ab_solve_dump(s, bytes) != size;
  ab_solve_free(s);
  ab_solve_free(NULL);
  wrong += ab_solve_undump(bytes, 0, allocate, &m) != NULL;
  wrong += ab_solve_undump(bytes, size - 1, allocate, &m) != NULL;
  for (m.once = 1; m.once <= 2; m.once++) {
    m.calls = 0;
    wrong += ab_solve_undump(bytes, size, allocate, &m) != NULL;
  }
  m.once = 0;
  s = ab_solve_undump(bytes, size, allocate, &m);
  wrong += s == NULL || ab_solve_count(s) != 3;
  ab_solve_free(s);
  wrong += refuse_positions(bytes, size, &m);
  memcpy(bytes, bytes + size / 3, size / 3); /* a position twice */
  wrong += ab_solve_undump(bytes, size, allocate, &m) != NULL;
  if (wrong > 0 || m.used != 0)
    printf("%d not refused, %lu bytes left\n", wrong, (unsigned long)m.used);
  return wrong > 0 || m.used != 0;
}

/* ---------------------------------------------------------------- a large graph */

#define LARGE 100000
#define NEAR 20

static int near_moves (void *context, void *state, ab_move *list) {
  int left = LARGE - 1 - *(const int *)state, i;
  (void)context;
  for (i = 0; i < NEAR && i < left; i++)
    list[i] = (ab_move)i + 1;
  return i;
}

static ab_played near_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  (void)payoff;
  memset(next, 0, 64);
  *(int *)next = *(const int *)state + (int)move;
  return AB_PLAYED;
}

static ab_value near_value (void *context, void *state) {
  (void)context;
  return *(const int *)state % 3;
}

static uint64_t near_key (void *context, void *state) {
  (void)context;
  return (uint64_t)*(const int *)state;
}

static int freed; /* blocks, since a step began */

static void *count_freed (void *ud, void *ptr, size_t osize, size_t nsize) {
  freed += ptr != NULL && nsize == 0;
  return allocate(ud, ptr, osize, nsize);
}

/* No step has to wait until all is given back that was needed for solving. */
static int give_back (void) {
  static const ab_game game = {
    .abi = AB_ABI, .size = sizeof (ab_game), .state_size = 64, .max_moves = NEAR, .moves = near_moves, .play = near_play,
    .evaluate = near_value, .key = near_key
  };
  char root[64] = {0};
  memory m = {0, 0, 0, 0};
  ab_solve *s;
  int most = 0, sum = 0, left;
  s = ab_solve_new(&game, NULL, root, NULL, count_freed, &m);
  do {
    freed = 0;
    left = ab_solve_step(s, 1, -1) != AB_DONE;
    most = freed > most ? freed : most;
    sum += freed;
  } while (left);
  ab_solve_free(s);
  if (most > 600 || sum < 1300 || m.used != 0)
    printf("%d of %d blocks given back at once, %lu bytes left\n", most, sum, (unsigned long)m.used);
  return most > 600 || sum < 1300 || m.used != 0;
}

int main (int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1000, i, failures = 0;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  for (i = 0; i < rounds; i++)
    failures += test(seed + (uint64_t)i);
  failures += say_faults() + refuse_nonsense() + bound_moves() + bear_failures() + bear_failures_of_twins()
            + give_back();
  printf("%d graphs, %d failures\n", rounds, failures);
  return failures > 0;
}
