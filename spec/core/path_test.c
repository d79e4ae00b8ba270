/*
** One player's way without Lua: random graphs, with ties, costs of 0 and fractions, illegal moves, ends that are no goals, and
** estimates that are admissible, against Bellman and Ford. path_test ROUNDS [SEED]
**
** In every form of a game, by every algorithm, in steps of any size, while calls of the game leave by longjmp and memory
** fails; then every single allocation fails in turn; then what cannot be is refused.
*/
#include <stdio.h>
#include <string.h>
#include "unreliable.h"

#define MOST 30
#define MOVES 4
#define SLOTS 65536
#define NEAR 1e-9

/* ---------------------------------------------------------------- a random graph, as a puzzle */

/* A position knows the way to it, so that moves can be taken back. */
typedef struct position {
  int ply;
  int way[MOST + 2];
} position;

typedef struct graph {
  uint64_t seed;
  int size, lazy, one_way; /* one way: edges lead to larger numbers only */
  int moves[MOST], to[MOST][MOVES]; /* -1: illegal */
  int over[MOST], goal[MOST];
  double cost[MOST][MOVES], estimate[MOST], least[MOST];
  int in_place;            /* it stands here, whatever the state's bytes say */
  position place;
  ab_move kept[SLOTS];
  int jumps, calls;        /* a call in so many leaves by longjmp; 0: none */
  int wrong;               /* what it gives that cannot be; see `refuse` */
} graph;

enum { FEW = 1, MANY, DEAR, NAN_COST, HIGH, HIGH_BEHIND, NO_KEY, REFUSED, ONE_TOO_MANY };

static position *place_of (graph *g, void *state) { return g->in_place ? &g->place : state; }

static int node_of (graph *g, void *state) {
  const position *at = place_of(g, state);
  may_jump(g->jumps, &g->calls);
  return at->way[at->ply];
}

static int number_of (const graph *g, ab_move move) {
  if (move >= AB_KEPT)
    move = g->kept[move - AB_KEPT];
  if (g->wrong == ONE_TOO_MANY && move > AB_MAX_MOVES)
    abort(); /* it is not made any more */
  if (g->wrong == ONE_TOO_MANY)
    return 0;
  return (int)(move >= 10 ? move - 10 : move - 1);
}

static int graph_moves (void *context, void *state, ab_move *list) {
  graph *g = context;
  int node = node_of(g, state), i;
  if (g->wrong == FEW || g->wrong == MANY)
    return g->wrong == FEW ? -2 : AB_MAX_MOVES + 1;
  if (g->lazy && list == NULL)
    return AB_LAZY;
  for (i = 0; i < g->moves[node] && list != NULL; i++)
    list[i] = (ab_move)i + 10;
  return g->moves[node];
}

static int graph_more (void *context, void *state, ab_move move) {
  graph *g = context;
  return (int)move <= (g->wrong == ONE_TOO_MANY ? AB_MAX_MOVES + 1 : g->moves[node_of(g, state)]);
}

static ab_played graph_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  graph *g = context;
  int to = g->to[node_of(g, state)][number_of(g, move)];
  position *after = place_of(g, next);
  if (to < 0 || (g->wrong == REFUSED && move >= AB_KEPT))
    return AB_ILLEGAL;
  if (!g->in_place && next != state)
    *after = *(position *)state;
  after->way[++after->ply] = to;
  *payoff = 0;
  return g->over[to] ? AB_OVER : AB_PLAYED;
}

static void graph_undo (void *context, void *state, ab_move move) {
  graph *g = context;
  (void)move;
  may_jump(g->jumps, &g->calls);
  place_of(g, state)->ply--;
}

static uint64_t graph_key (void *context, void *state) {
  graph *g = context;
  int node = node_of(g, state);
  return g->wrong == NO_KEY && node > 0 ? AB_NO_KEY : (uint64_t)node * 0x100000001u + 7;
}

static int graph_goal (void *context, void *state) {
  graph *g = context;
  return g->goal[node_of(g, state)];
}

static double graph_cost (void *context, void *state, ab_move move) {
  graph *g = context;
  double cost = g->cost[node_of(g, state)][number_of(g, move)];
  return g->wrong == DEAR ? -1 : g->wrong == NAN_COST ? AB_INF - AB_INF : cost;
}

static double graph_remaining (void *context, void *state) {
  graph *g = context;
  int node = node_of(g, state);
  return g->wrong == HIGH || (g->wrong == HIGH_BEHIND && node > 0) ? -0.5 : g->estimate[node];
}

static void graph_keep (void *context, int ply, ab_move move, int slot) {
  graph *g = context;
  (void)ply;
  may_jump(g->jumps, &g->calls);
  if (slot >= SLOTS)
    abort();
  g->kept[slot] = move;
}

/* What no way is below: paths get shorter until none does any more. An end leads nowhere else. */
static void find_least (graph *g) {
  int changed = 1, i, m;
  for (i = 0; i < g->size; i++)
    g->least[i] = g->goal[i] ? 0 : AB_INF;
  while (changed) {
    changed = 0;
    for (i = 0; i < g->size; i++)
      for (m = 0; m < g->moves[i] && !g->over[i]; m++) {
        int to = g->to[i][m];
        double least = to < 0 ? AB_INF : g->cost[i][m] + g->least[to]; /* rounded, so that this comes to its end on x87 */
        if (least < g->least[i]) {
          g->least[i] = least;
          changed = 1;
        }
      }
  }
}

static void make_graph (graph *g, uint64_t seed) {
  double unit = draw(2) == 0 ? 1 : 0.1;
  int i, m;
  memset(g, 0, sizeof *g);
  g->seed = seed;
  g->size = 1 + (int)draw(MOST);
  g->lazy = draw(3) == 0;
  g->one_way = draw(3) == 0;
  for (i = 0; i < g->size; i++) {
    g->over[i] = i > 0 && draw(10) == 0;
    g->goal[i] = draw(12) == 0;
    g->moves[i] = g->one_way && i == g->size - 1 ? 0 : (int)draw(MOVES + 1);
    for (m = 0; m < g->moves[i]; m++) {
      int to = g->one_way ? i + 1 + (int)draw((unsigned)(g->size - i - 1)) : (int)draw((unsigned)g->size);
      g->to[i][m] = draw(8) == 0 ? -1 : to;
      g->cost[i][m] = draw(4) * unit;
    }
  }
  find_least(g);
  for (i = 0; i < g->size; i++)
    g->estimate[i] = g->least[i] < AB_INF ? g->least[i] * draw(5) / 4 : draw(2) == 0 ? AB_INF : draw(9);
}

static ab_game game_of (const graph *g, int list, int undo) {
  ab_game game;
  memset(&game, 0, sizeof game);
  game.abi = AB_ABI;
  game.size = sizeof game;
  game.state_size = sizeof(position);
  game.max_moves = list ? MOVES : 0;
  game.moves = graph_moves;
  game.more = graph_more;
  game.play = graph_play;
  game.undo = undo ? graph_undo : NULL;
  game.key = graph_key;
  game.goal = graph_goal;
  game.cost = graph_cost;
  game.remaining = graph_remaining;
  game.keep = g->in_place ? graph_keep : NULL;
  return game;
}

/* ---------------------------------------------------------------- the comparison */

static int failures, checks;

static void expect (int holds, const char *what, uint64_t seed, const ab_path_options *o) {
  checks++;
  if (holds)
    return;
  if (failures++ < 20)
    printf("%s: seed %llu, algorithm %d, weight %g, table %lu, in place %d\n", what, (unsigned long long)seed,
           (int)o->algorithm, o->weight, (unsigned long)o->table, o->in_place);
}

static ab_path *begin (const ab_game *game, graph *g, const ab_path_options *options, memory *m) {
  position root;
  ab_path *path;
  memset(&root, 0, sizeof root);
  g->place = root;
  while ((path = ab_path_new(game, g, &root, options, allocate, m)) == NULL)
    if (m->used > 0)
      abort();
  return path;
}

/* Do the moves lead where the result says, at its cost? */
static int leads (graph *g, const ab_path *path, const ab_path_result *known) {
  ab_move moves[MOST + 1];
  double cost = 0;
  int node = 0;
  size_t i;
  if (known->moves > MOST)
    return 0;
  ab_path_moves(path, moves);
  for (i = 0; i < known->moves; i++) {
    int number = number_of(g, g->in_place ? AB_KEPT + moves[i] : moves[i]);
    if (number < 0 || number >= g->moves[node] || g->to[node][number] < 0)
      return 0;
    cost += g->cost[node][number];
    node = g->to[node][number];
  }
  return cost < known->cost + NEAR && cost > known->cost - NEAR && (!known->solved || g->goal[node])
      && (known->solved || known->estimate == g->estimate[node]);
}

static void look (graph *g, const ab_path *path, const ab_path_options *o) {
  ab_path_result known = ab_path_known(path);
  if (g != NULL && known.nodes > 0)
    expect(leads(g, path, &known), "moves so far", g->seed, o);
}

/* In steps of so many nodes; calls of the game jump, and memory fails, now and then. With a graph, what is known in between
** is right, too. */
static ab_status run (graph *g, ab_path *path, unsigned nodes, const ab_path_options *o) {
  volatile int begun = 0;
  ab_status status;
  do {
    if (setjmp(out) != 0) {
      begun = 1;
      if (draw(2) == 0)
        ab_path_halt(path);
      else
        ab_path_abandon(path);
      look(g, path, o);
    }
    status = begun ? ab_path_resume(path) : ab_path_step(path, nodes, -1);
    begun = 0;
    look(g, path, o);
  } while (status == AB_PAUSED || status == AB_NOMEM);
  return status;
}

static void compare (graph *g, const ab_path *path, const ab_path_options *o) {
  uint64_t seed = g->seed;
  ab_path_result known = ab_path_known(path);
  double least = g->least[0];
  g->jumps = 0;
  expect(leads(g, path, &known), "moves", seed, o);
  expect(known.least <= least + NEAR, "least", seed, o);
  if (known.stopped != AB_STOP_NONE) {
    expect(!known.solved && known.factor == 0, "stopped", seed, o);
    return;
  }
  expect(known.solved == (least < AB_INF), "solved", seed, o);
  if (!known.solved)
    expect(known.least == AB_INF, "unsolvable", seed, o);
  else if (o->algorithm == AB_BEAM)
    expect(known.cost >= least - NEAR && known.factor == 0, "beam", seed, o);
  else
    expect(known.cost >= least - NEAR && known.cost <= o->weight * least + NEAR && known.factor == o->weight, "cost", seed, o);
}

static const ab_path_algorithm algorithms[] = {AB_ASTAR, AB_IDASTAR, AB_BEAM};

static ab_path_options options_for (const graph *g, ab_path_algorithm algorithm) {
  ab_path_options options = ab_path_options_default();
  options.algorithm = algorithm;
  options.in_place = g->in_place;
  options.width = draw(2) == 0 ? 1 + draw(3) : 1000;
  options.weight = algorithm == AB_BEAM || draw(2) == 0 ? 1 : 1 + draw(5) * 0.5;
  options.table = algorithm == AB_IDASTAR && draw(2) == 0 ? 1 + draw(20000) : 0;
  options.nodes = draw(4) == 0 ? 1 + draw(40) : 0;
  return options;
}

static void test (uint64_t seed) {
  static const unsigned steps[] = {0, 1, 7, 1000};
  static graph g;
  size_t i;
  random_state = seed;
  make_graph(&g, seed);
  for (i = 0; i < 3; i++) {
    memory m = {0, 0, 0, 0};
    ab_path_options options;
    ab_game game;
    ab_path *path;
    g.in_place = draw(3) == 0;
    options = options_for(&g, algorithms[i]);
    game = game_of(&g, !g.lazy && draw(2), g.in_place || draw(2) == 0);
    if (g.one_way && options.algorithm == AB_IDASTAR && options.table == 0 && draw(2) == 0)
      game.key = NULL;
    m.fails = draw(2) == 0 ? 0 : 2 + draw(5);
    path = begin(&game, &g, &options, &m);
    g.jumps = draw(2) == 0 ? 0 : MOST + 1 + (int)draw(30); /* a line is noted in one go */
    expect(run(&g, path, steps[draw(4)], &options) == AB_DONE, "status", seed, &options);
    compare(&g, path, &options);
    ab_path_free(path);
    expect(m.used == 0, "memory", seed, &options);
  }
}

/* One after the other each allocation fails, and what is found is the same. */
static void fail_each (uint64_t seed) {
  static graph g;
  size_t i;
  random_state = seed;
  do
    make_graph(&g, seed);
  while (g.least[0] == AB_INF || g.least[0] == 0);
  for (i = 0; i < 3; i++) {
    ab_path_options options;
    ab_game game;
    uint64_t nodes = 0;
    memory m = {0, 0, 0, 0};
    g.in_place = seed % 2 == 0;
    options = options_for(&g, algorithms[i]);
    options.nodes = 0;
    game = game_of(&g, 0, g.in_place);
    do {
      ab_path *path;
      m.calls = 0;
      path = begin(&game, &g, &options, &m);
      run(&g, path, 0, &options);
      compare(&g, path, &options);
      expect(m.once == 0 || ab_path_known(path).nodes == nodes, "nodes", seed, &options);
      nodes = ab_path_known(path).nodes;
      ab_path_free(path);
      expect(m.used == 0, "memory", seed, &options);
      m.once++;
    } while (m.calls >= m.once);
  }
}

/* ---------------------------------------------------------------- a long way */

#define FAR 3000 /* more positions than a page of them holds */

static int steps_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 2;
}

static ab_played steps_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  *(int *)next = *(int *)state + (int)move;
  *payoff = 0;
  return AB_PLAYED;
}

static uint64_t steps_key (void *context, void *state) {
  (void)context;
  return (uint64_t)*(int *)state;
}

static int steps_goal (void *context, void *state) {
  (void)context;
  return *(int *)state >= FAR;
}

static const ab_game steps_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (int), .moves = steps_moves, .play = steps_play,
  .key = steps_key, .goal = steps_goal
};

/* Steps by one or two; each allocation fails once, also those of later pages. */
static void fail_far (ab_path_algorithm algorithm) {
  ab_path_options options = ab_path_options_default();
  memory m = {0, 0, 0, 0};
  options.algorithm = algorithm;
  do {
    ab_path *path;
    int root = 0;
    m.calls = 0;
    while ((path = ab_path_new(&steps_game, NULL, &root, &options, allocate, &m)) == NULL)
      expect(m.used == 0, "memory", FAR, &options);
    expect(run(NULL, path, 0, &options) == AB_DONE && ab_path_known(path).cost == FAR / 2, "a long way", FAR, &options);
    ab_path_free(path);
    expect(m.used == 0, "memory", FAR, &options);
    m.once++;
  } while (m.calls >= m.once);
}

/* ---------------------------------------------------------------- a position that is to be aligned */

typedef struct aligned { /* to 16, on many machines */
  long double steps;
} aligned;

struct unaligned {
  char byte;
  aligned after;
};

static int strays; /* positions that were not */

static aligned *aligned_of (void *state) {
  strays += (uintptr_t)state % offsetof(struct unaligned, after) != 0;
  return state;
}

static int aligned_moves (void *context, void *state, ab_move *list) {
  (void)context;
  aligned_of(state);
  list[0] = 1;
  return 1;
}

static ab_played aligned_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  aligned_of(next)->steps = aligned_of(state)->steps + (long double)move;
  *payoff = 0;
  return AB_PLAYED;
}

static void aligned_undo (void *context, void *state, ab_move move) {
  (void)context;
  aligned_of(state)->steps -= (long double)move;
}

static uint64_t aligned_key (void *context, void *state) {
  (void)context;
  return (uint64_t)aligned_of(state)->steps;
}

static int aligned_goal (void *context, void *state) {
  (void)context;
  return aligned_of(state)->steps == 3;
}

static void align (ab_path_algorithm algorithm, int undo) {
  ab_path_options options = ab_path_options_default();
  memory m = {0, 0, 0, 0};
  aligned root = {0};
  const ab_game game = {.abi = AB_ABI, .size = sizeof game, .state_size = sizeof root, .max_moves = 1,
                        .moves = aligned_moves, .play = aligned_play, .undo = undo ? aligned_undo : NULL,
                        .key = aligned_key, .goal = aligned_goal};
  ab_path *path;
  options.algorithm = algorithm;
  path = ab_path_new(&game, NULL, &root, &options, allocate, &m);
  expect(run(NULL, path, 0, &options) == AB_DONE && ab_path_known(path).cost == 3, "aligned", 0, &options);
  expect(strays == 0, "alignment", 0, &options);
  ab_path_free(path);
}

/* ---------------------------------------------------------------- what cannot be */

#define FLAW(change, message)                                                                                \
  do {                                                                                                       \
    ab_game game = plain;                                                                                    \
    ab_path_options o = usual;                                                                               \
    const char *flaw;                                                                                        \
    change;                                                                                                  \
    flaw = ab_path_flaw(&game, &o);                                                                          \
    expect(flaw != NULL && strcmp(flaw, message) == 0, message, 0, &o);                                      \
    expect(ab_path_new(&game, NULL, &root, &o, allocate, &m) == NULL && m.used == 0, "refused", 0, &o);      \
  } while (0)

static const ab_keeper keeper = {NULL, NULL};

static int no_chance (void *context, void *state, ab_move *list, double *weights) {
  (void)context;
  (void)state;
  (void)list;
  (void)weights;
  return 0;
}

static int never (void *context, void *state, ab_move *lists[], int counts[]) {
  (void)context;
  (void)state;
  (void)lists;
  (void)counts;
  return 0;
}

static ab_played not_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  (void)moves;
  return graph_play(context, state, 1, next, payoff);
}

static int one (void *context, void *state) {
  (void)context;
  (void)state;
  return 1;
}

static void refuse_flaws (const graph *g) {
  ab_game plain = game_of(g, 0, 0);
  ab_path_options usual = ab_path_options_default();
  memory m = {0, 0, 0, 0};
  position root = {0, {0}};
  expect(ab_path_flaw(&plain, &usual) == NULL && ab_path_flaw(&plain, NULL) == NULL, "no flaw", 0, &usual);
  FLAW(game.moves = NULL, "'moves' is missing");
  FLAW(game.goal = NULL; game.evaluate = graph_remaining, "'goal' is missing");
  FLAW(game.key = NULL, "'key' is missing");
  FLAW(game.key = NULL; o.algorithm = AB_BEAM, "'key' is missing");
  FLAW(game.chance = no_chance, "'chance' cannot be used with one player's way");
  FLAW(game.simultaneous = never; game.play_at_once = not_at_once; game.player = one; game.viewpoint = 1,
       "'simultaneous' cannot be used with one player's way");
  FLAW(o.algorithm = (ab_path_algorithm)3, "'algorithm' is no ab_path_algorithm");
  FLAW(o.weight = 0.9, "'weight' is not from 1 to AB_MAX_HEURISTIC");
  FLAW(o.weight = AB_INF, "'weight' is not from 1 to AB_MAX_HEURISTIC");
  FLAW(o.weight = 2 * AB_MAX_HEURISTIC, "'weight' is not from 1 to AB_MAX_HEURISTIC");
  FLAW(o.weight = AB_INF - AB_INF, "'weight' is not from 1 to AB_MAX_HEURISTIC");
  FLAW(o.algorithm = AB_BEAM; o.width = 0, "'width' is 0");
  FLAW(o.algorithm = AB_BEAM; o.weight = 2, "'weight' cannot be used with AB_BEAM");
  FLAW(o.table = 1000, "'table' needs AB_IDASTAR and 'key'");
  FLAW(game.key = NULL; o.algorithm = AB_IDASTAR; o.table = 1000, "'table' needs AB_IDASTAR and 'key'");
  FLAW(o.time = AB_INF - AB_INF, "'time' is NaN");
  FLAW(o.in_place = 1, "'in_place' needs 'undo' and 'keep', and cannot be used with 'keeper'");
  FLAW(game.undo = graph_undo; game.keep = graph_keep; o.in_place = 1; o.keeper = &keeper,
       "'in_place' needs 'undo' and 'keep', and cannot be used with 'keeper'");
}

/* What the game then gives that cannot be is told by its name. */
static void refuse (graph *g, int wrong, ab_status status, const char *name, ab_path_algorithm algorithm) {
  memory m = {0, 0, 0, 0};
  ab_path_options options = ab_path_options_default();
  ab_game game;
  ab_path *path;
  int count;
  double given;
  g->in_place = wrong == REFUSED;
  g->lazy = wrong == ONE_TOO_MANY;
  g->wrong = wrong;
  game = game_of(g, 0, g->in_place);
  options.algorithm = algorithm;
  options.in_place = g->in_place;
  path = begin(&game, g, &options, &m);
  expect(run(NULL, path, 0, &options) == status, "refusal", (uint64_t)wrong, &options);
  if (status == AB_BROKEN)
    expect(strcmp(ab_path_broken(path, &count), name) == 0 && (count == 0) == (wrong == REFUSED), name, (uint64_t)wrong,
           &options);
  if (status == AB_OUTSIDE)
    expect(strcmp(ab_path_outside(path, &given), name) == 0 && !(given >= 0), name, (uint64_t)wrong, &options);
  ab_path_free(path);
  expect(m.used == 0, "memory", (uint64_t)wrong, &options);
}

/* Two ways from 0, by 1 and by 2, of which the second turns out to be the better one; there is a goal behind it. */
static void refuse_all (void) {
  static graph g;
  int i;
  memset(&g, 0, sizeof g);
  g.size = 4;
  g.moves[0] = 2;
  g.moves[1] = g.moves[2] = 1;
  g.to[0][0] = 1;
  g.to[0][1] = 2;
  g.to[1][0] = g.to[2][0] = 3;
  g.goal[3] = 1;
  g.cost[0][0] = g.cost[0][1] = 1;
  g.cost[1][0] = 9;
  g.cost[2][0] = 5;
  refuse_flaws(&g);
  for (i = 0; i < 2; i++) {
    refuse(&g, FEW, AB_BROKEN, "moves", algorithms[i]);
    refuse(&g, MANY, AB_BROKEN, "moves", algorithms[i]);
    refuse(&g, ONE_TOO_MANY, AB_BROKEN, "moves", algorithms[i]);
    refuse(&g, DEAR, AB_OUTSIDE, "cost", algorithms[i]);
    refuse(&g, NAN_COST, AB_OUTSIDE, "cost", algorithms[i]);
    refuse(&g, HIGH, AB_OUTSIDE, "remaining", algorithms[i]);
    refuse(&g, HIGH_BEHIND, AB_OUTSIDE, "remaining", algorithms[i]);
    refuse(&g, NO_KEY, AB_KEYLESS, NULL, algorithms[i]);
  }
  refuse(&g, REFUSED, AB_BROKEN, "play", AB_ASTAR);
  ab_path_free(NULL);
}

int main (int argc, char **argv) {
  uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 500;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) * 1000003 : 1, seed;
  int i;
  for (seed = first; seed < first + rounds; seed++)
    test(seed);
  for (seed = first; seed < first + rounds / 50 + 2; seed++)
    fail_each(seed);
  fail_far(AB_ASTAR);
  fail_far(AB_BEAM);
  for (i = 0; i < 6; i++)
    align(algorithms[i / 2], i % 2);
  refuse_all();
  printf("%d checks, %d failures\n", checks, failures);
  return failures > 0;
}
