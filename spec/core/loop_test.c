/*
** The core against plain minimax, without Lua: on seeded random trees with many ties, in every form that
** a game can take, every algorithm in steps of any size has the same value, and visits no more
** positions; those that visit everything visit as many.
**
**   loop_test [trees [first seed [flush]]]
**
** With `flush` the processor takes denormal numbers for 0, as some hosts have it do.
*/
#include <setjmp.h>
#include "core/ab_order.h"
#include "core/ab_search.h"
#include "tree.h"
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

/* Full trees, whose tables and stacks must grow, and now and then cannot. */
static void grow (uint64_t seed, int form) {
  static const uint8_t lasting[] = {3, 7, 11, 15, 19, 23, 27}; /* 3 modulo 4; modulo 7 all different */
  tree t = {seed, form, lasting, sizeof lasting};
  quiescence = shortest = 0;
  refusing = 1;
  compare(&t, DEEPEST, AB_PVS, AB_FIRST, 0, 1000000);
}

/* The shortest way, where a bound is the value that is looked for and another move reaches it later: rare among random
** trees. */
static void open_window (void) {
  tree a = {231700, 19189, NULL, 0}, b = {329702, 20085, NULL, 0};
  refusing = quiescence = 0;
  shortest = 1;
  compare(&a, 6, AB_ALPHABETA, AB_FIRST, 0, 0);
  compare(&b, 7, AB_ALPHABETA, AB_FIRST, 0, 0);
  shortest = 0;
}

static ab_search *search_with (const ab_game *game, tree *t, const ab_options *options) {
  position root = root_of(1);
  return ab_search_new(game, t, &root, options, allocate, NULL);
}

/* A search with the defaults but for an algorithm and a depth finds the value; what the game cannot do is left out. */
static void take_defaults (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = game_of(0);
  position root = root_of(1);
  ab_options options = ab_options_default();
  uint64_t nodes = 0, leaves = 0;
  ab_move best = 0;
  int distance;
  ab_search *search;
  refusing = 0;
  options.algorithm = AB_ASPIRATION;
  options.depth = 3;
  options.quiescence = 2;
  game.noisy = NULL;
  search = search_with(&game, &t, &options);
  ab_search_trust_table(search); /* it has none */
  expect(search != NULL && ab_search_step(search, 0, -1) == AB_DONE, "defaults", &t, 3);
  expect(ab_search_result(search).value == minimax(&t, &root, 3, &nodes, &leaves, &best, &distance)
         && ab_search_result(search).bound == AB_EXACT, "value with defaults", &t, 3);
  ab_search_free(search);
}

/* The flaw is of that field, and no search is made. */
static void expect_flaw (const char *flaw, const char *field, ab_search *search) {
  tree t = {1, 0, NULL, 0};
  char quoted[80];
  sprintf(quoted, "'%s'", field);
  expect(flaw != NULL && strncmp(flaw, quoted, strlen(quoted)) == 0, field, &t, 0);
  expect(search == NULL, field, &t, 0);
}

static void write_payoffs (void *context, void *state, int over, ab_value *payoffs) {
  (void)context;
  (void)state;
  (void)over;
  payoffs[0] = payoffs[1] = 0;
}

static void refuse_options (void) {
  const ab_value nan = AB_INF - AB_INF;
  tree t = {1, 0, NULL, 0};
  ab_game game = game_of(0);
  ab_table *table = new_table(1);
  ab_sampler sampler = {0};
  int players;
#define REFUSED(field, change)                                                               \
  do {                                                                                       \
    ab_options options = ab_options_default();                                               \
    expect(ab_options_flaw(&options) == NULL, "defaults", &t, 0);                            \
    change;                                                                                  \
    expect_flaw(ab_options_flaw(&options), field, search_with(&game, &t, &options));         \
  } while (0)
  REFUSED("algorithm", options.algorithm = (ab_algorithm)(AB_MCTS + 1));
  REFUSED("depth", options.depth = -2);
  REFUSED("depth", options.depth = AB_MAX_DEPTH + 1);
  REFUSED("deepening", options.deepening = -1);
  REFUSED("deepening", options.deepening = AB_MAX_DEPTH + 1);
  REFUSED("want", options.want = (ab_want)(AB_ALL + 1));
  REFUSED("slack", options.slack = -1);
  REFUSED("slack", options.slack = AB_INF);
  REFUSED("slack", options.slack = nan);
  REFUSED("alpha", memset(&options, 0, sizeof options));
  REFUSED("alpha", options.alpha = AB_INF);
  REFUSED("alpha", options.beta = nan);
  REFUSED("guess", options.guess = nan);
  REFUSED("margin", options.algorithm = AB_ASPIRATION; options.margin = 0);
  REFUSED("margin", options.algorithm = AB_ASPIRATION; options.margin = nan);
  REFUSED("threshold", options.threshold = -0.5);
  REFUSED("threshold", options.threshold = 1.5);
  REFUSED("table", options.table = table);
  REFUSED("quiescence", options.quiescence = -1);
  REFUSED("quiescence", options.quiescence = AB_MAX_DEPTH + 1);
  REFUSED("trace", options.trace = -1);
  REFUSED("precision", options.precision = -1);
  REFUSED("precision", options.precision = AB_INF);
  REFUSED("precision", options.precision = nan);
  REFUSED("draws", options.draws = -1);
  REFUSED("draws", options.draws = AB_MAX_MOVES + 1);
  REFUSED("helper", options.helper = -1);
  REFUSED("helper", options.helper = 1; options.algorithm = AB_PAPER_F);
  REFUSED("time", options.time = nan);
  REFUSED("history", options.history_count = 1);
  REFUSED("exploration", options.algorithm = AB_MCTS; options.exploration = 0);
  REFUSED("exploration", options.algorithm = AB_MCTS; options.exploration = AB_INF);
  REFUSED("exploration", options.algorithm = AB_MCTS; options.exploration = nan);
  REFUSED("playout_depth", options.algorithm = AB_MCTS; options.playout_depth = -2);
  REFUSED("playout_depth", options.algorithm = AB_MCTS; options.playout_depth = AB_MAX_DEPTH + 1);
  for (players = -1; players <= AB_MAX_PLAYERS + 1; players++) {
    sampler.players = players; /* without payoffs */
    if (players != 0)
      REFUSED("sampler", options.algorithm = AB_MCTS; options.sampler = &sampler);
  }
  REFUSED("shortest", options.shortest = 1; options.want = AB_ALL);
  REFUSED("shortest", options.shortest = 1; options.slack = 1);
  REFUSED("shortest", options.shortest = 1; options.algorithm = AB_PAPER_F);
  REFUSED("shortest', 'quiescence", options.quiescence = 1; options.algorithm = AB_PAPER_F);
  REFUSED("shortest', 'quiescence' and 'trace", options.trace = 1; options.algorithm = AB_ITERATIVE);
#undef REFUSED
  {
    ab_options options = ab_options_default();
    options.helper = 1; /* without a table that is shared */
    expect_flaw(ab_search_flaw(&game, &options), "helper", search_with(&game, &t, &options));
    options.table = table;
    options.table_alloc = allocate;
    expect_flaw(ab_search_flaw(&game, &options), "helper", search_with(&game, &t, &options));
  }
  {
    ab_options options = ab_options_default();
    sampler.players = 2;
    sampler.payoffs = write_payoffs;
    options.algorithm = AB_MCTS;
    options.sampler = &sampler;
    game.player = NULL;
    expect_flaw(ab_search_flaw(&game, &options), "players", search_with(&game, &t, &options));
  }
  ab_table_free(table, allocate, NULL);
}

static int no_goal (void *context, void *state) {
  (void)context;
  (void)state;
  return 0;
}

static int write_nothing (void *context, const void *state, int64_t *list) {
  (void)context;
  (void)state;
  (void)list;
  return 0;
}

static void refuse_games (void) {
  tree t = {1, 0, NULL, 0};
  ab_options options = ab_options_default();
#define REFUSED(field, change)                                                               \
  do {                                                                                       \
    ab_game game = game_of(0);                                                               \
    expect(ab_game_flaw(&game) == NULL, "game", &t, 0);                                      \
    change;                                                                                  \
    expect_flaw(ab_game_flaw(&game), field, search_with(&game, &t, &options));               \
  } while (0)
  REFUSED("abi", game.abi = AB_ABI + 1);
  REFUSED("abi", memset(&game, 0, sizeof game));
  REFUSED("size", game.size = 8);
  REFUSED("moves", game.moves = NULL);
  REFUSED("play", game.play = NULL);
  REFUSED("evaluate", game.evaluate = NULL);
  REFUSED("state_size", game.state_size = 0);
  REFUSED("max_moves", game.max_moves = -1);
  REFUSED("max_moves", game.max_moves = AB_MAX_MOVES + 1);
  REFUSED("max_outcomes", game.max_outcomes = -1);
  REFUSED("max_outcomes", game.max_outcomes = AB_MAX_MOVES + 1);
  REFUSED("low' and 'high", game.low = 1; game.high = -1);
  REFUSED("low' and 'high", game.low = 1; game.high = 1);
  REFUSED("low' and 'high", game.low = -AB_INF; game.high = AB_INF);
  REFUSED("low' is not -'high", game.low = 0; game.high = 1);
  REFUSED("viewpoint", game.viewpoint = 2; game.player = tree_player);
  REFUSED("viewpoint", game.viewpoint = 1; game.player = NULL);
  REFUSED("write", game.write = write_nothing; game.max_numbers = 0);
#undef REFUSED
  {
    ab_game game = game_of(0);
    game.evaluate = NULL;
    game.goal = no_goal; /* a game of one player: only ways are looked for */
    expect_flaw(ab_search_flaw(&game, &options), "evaluate", search_with(&game, &t, &options));
  }
}

static void refuse_nonsense (void) {
  tree t = {1, 0, NULL, 0};
  refusing = 0;
  refuse_options();
  refuse_games();
  ab_search_free(NULL);
  ab_table_free(NULL, allocate, NULL);
  expect(held == 0, "memory", &t, 0);
}

/* To stop a search that is over changes nothing. */
static void stop_late (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = game_of(0);
  ab_options options = ab_options_default();
  ab_search *search;
  refusing = 0;
  options.depth = 2;
  search = search_with(&game, &t, &options);
  expect(ab_search_step(search, 0, -1) == AB_DONE, "step", &t, 0);
  ab_search_stop(search);
  expect(ab_search_result(search).stopped == AB_STOP_NONE, "stopped", &t, 0);
  ab_search_free(search);
  expect(held == 0, "memory", &t, 0);
}

/* Steps as large as a number can be are not too large for those that have been. */
static void step_far (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = game_of(0);
  ab_options options = ab_options_default();
  ab_search *search;
  ab_status status;
  int i;
  refusing = 0;
  options.depth = 4;
  options.deepening = 1;
  search = search_with(&game, &t, &options);
  for (i = 0, status = AB_PAUSED; i < 4 && status != AB_DONE; i++)
    status = ab_search_step(search, UINT64_MAX, -1);
  expect(status == AB_DONE, "far steps", &t, i);
  ab_search_free(search);
  options = ab_options_default();
  options.algorithm = AB_MCTS;
  options.playouts = 100;
  search = search_with(&game, &t, &options);
  ab_search_allow_playouts(search, 1);
  expect(ab_search_step(search, 0, -1) == AB_PAUSED, "one playout", &t, 0);
  ab_search_allow_playouts(search, UINT64_MAX);
  expect(ab_search_step(search, 0, -1) == AB_DONE, "all playouts", &t, 0);
  ab_search_free(search);
  expect(held == 0, "memory", &t, 0);
}

/* A game that never ends, with two moves everywhere, or `*context`. */
static int round_moves (void *context, void *state, ab_move *list) {
  (void)state;
  (void)list;
  return context == NULL ? 2 : *(int *)context;
}

static ab_played round_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  (void)move;
  (void)payoff;
  *(int *)next = *(int *)state + 1;
  return AB_PLAYED;
}

static ab_value round_evaluate (void *context, void *state) {
  (void)context;
  (void)state;
  return 0;
}

static uint64_t round_key (void *context, void *state) {
  (void)context;
  return (uint64_t)*(int *)state;
}

static ab_walk_function walk_round;
static const ab_game own_round = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "round", .state_size = sizeof (int), .returns = 1,
  .moves = round_moves, .play = round_play, .evaluate = round_evaluate, .key = round_key, .walk = walk_round
};
AB_INSTANCE (walk_round, own_round, int)

/* Without a depth it is said to be endless, at once, whatever walks; with one, or a limit, there is an answer. */
static void meet_the_endless (void) {
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_MINIMAX, AB_PVS, AB_MTDF, AB_PAPER_F2, AB_ITERATIVE};
  tree t = {1, 0, NULL, 0};
  int i, form;
  for (i = 0; i < (int)(sizeof algorithms / sizeof *algorithms); i++)
    for (form = 0; form < 6; form++) {
      ab_game game = own_round;
      ab_options options = ab_options_default();
      ab_search *search;
      int state = 0;
      game.returns = form % 3 > 0;
      if (form % 3 < 2)
        game.walk = NULL;
      options.algorithm = algorithms[i];
      options.table = form < 3 ? NULL : new_table(10000);
      options.table_alloc = allocate;
      search = ab_search_new(&game, NULL, &state, &options, allocate, NULL);
      expect(ab_search_step(search, 3000, -1) == AB_ENDLESS, "end of the endless", &t, form);
      ab_search_free(search);
      options.depth = 9;
      search = ab_search_new(&game, NULL, &state, &options, allocate, NULL);
      expect(ab_search_step(search, 0, -1) == AB_DONE, "depth of the endless", &t, form);
      ab_search_free(search);
      ab_table_free(options.table, allocate, NULL);
    }
  expect(held == 0, "memory", &t, 0);
}

static double even (void *context, void *state, ab_move move) {
  (void)context;
  (void)state;
  (void)move;
  return 0.5;
}

/* No two lines of play lead to the same position. */
static ab_played spread_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  (void)payoff;
  *(int *)next = *(int *)state * 64 + (int)move;
  return AB_PLAYED;
}

static ab_value spread_evaluate (void *context, void *state) {
  (void)context;
  return (ab_value)(mix((uint64_t)*(int *)state) % 7);
}

/* A key from two moves on. */
static uint64_t late_key (void *context, void *state) {
  (void)context;
  return *(int *)state < 64 ? AB_NO_KEY : (uint64_t)*(int *)state;
}

/* With a threshold there is no table; of very many moves, and where a position has no key, none is looked up before one
** is visited. */
static void look_up_less (void) {
  tree t = {1, 0, NULL, 0};
  int form;
  for (form = 0; form < 6; form++) {
    ab_game game = own_round;
    ab_options options = ab_options_default();
    ab_search *search;
    ab_result result;
    int state = 0, width = form < 2 ? 2 * AB_PEEKS - 1 : 5;
    uint64_t inside;
    game.play = spread_play;
    game.evaluate = spread_evaluate;
    game.more = form % 2 == 0 ? no_more : NULL; /* with it the search takes care */
    if (form / 2 == 1) {
      game.likelihood = even;
      options.threshold = 0.1;
    }
    if (form / 2 == 2)
      game.key = late_key;
    options.algorithm = form / 2 == 2 ? AB_ALPHABETA : AB_PVS;
    options.depth = 3;
    options.table = new_table(1000000);
    options.table_alloc = allocate;
    ab_table_clear(options.table);
    search = ab_search_new(&game, &width, &state, &options, allocate, NULL);
    expect(ab_search_step(search, 0, -1) == AB_DONE, "step", &t, form);
    result = ab_search_result(search);
    inside = result.nodes - result.leaves - 1 - (uint64_t)width; /* positions that have a key, and moves to visit */
    expect(form / 2 == 0 ? result.probes > 0 && 2 * result.probes < result.nodes
           : form / 2 == 1 ? result.probes + result.stores == 0 : result.probes == inside, "probes", &t, form);
    ab_search_free(search);
    ab_table_free(options.table, allocate, NULL);
  }
  expect(held == 0, "memory", &t, 0);
}

/* A clock that goes on by so much with each position that is valued. */
static double fake_time, fake_pace;

static double fake_now (void) { return fake_time; }

static ab_value slow_evaluate (void *context, void *state) {
  fake_time += fake_pace;
  return spread_evaluate(context, state);
}

/* A limit of time is kept to two looks at the clock, or to the position that is under way; one that takes long is not
** begun where most of it would be late. */
static void keep_time (void) {
  static const double paces[] = {1e-8, 1e-6, 1e-4, 1e-2};
  tree t = {1, 0, NULL, 0};
  int i;
  for (i = 0; i < 4; i++) {
    ab_game game = own_round;
    ab_options options = ab_options_default();
    ab_search *search;
    ab_result result;
    int state = 0, width = 40;
    fake_pace = paces[i];
    game.play = spread_play;
    game.evaluate = slow_evaluate;
    options.algorithm = AB_MINIMAX;
    options.depth = 4;
    options.now = fake_now;
    options.time = (1e5 + 0.5) * fake_pace;
    search = ab_search_new(&game, &width, &state, &options, allocate, NULL);
    expect(ab_search_step(search, 0, -1) == AB_DONE, "step", &t, i);
    result = ab_search_result(search);
    expect(result.stopped == AB_STOP_TIME && result.time > options.time - 3 * fake_pace
           && result.time < options.time + (fake_pace > 1e-3 ? 0 : 25e-6 + fake_pace), "time", &t, i);
    ab_search_free(search);
  }
}

/* Without a clock no limit of time counts, neither of the search nor of a step. */
static void take_no_time (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = own_round;
  ab_options options = ab_options_default();
  ab_search *search;
  int state = 0, width = 40;
  game.play = spread_play;
  options.algorithm = AB_MINIMAX;
  options.depth = 2;
  options.time = 0;
  search = ab_search_new(&game, &width, &state, &options, allocate, NULL);
  expect(ab_search_step(search, 0, 0) == AB_DONE && ab_search_result(search).stopped == AB_STOP_NONE
         && ab_search_result(search).nodes == 1641, "no clock", &t, 2);
  ab_search_free(search);
  game.repeats = 1; /* then the table answers as in a search that nothing limits */
  options.algorithm = AB_ALPHABETA;
  options.depth = -1;
  search = ab_search_new(&game, &width, &state, &options, allocate, NULL);
  expect(search->w.only_complete, "no clock, repetitions", &t, 2);
  ab_search_free(search);
}

/* The call with that number leaves, of `undo`, or there is no memory for it. */
static int leaving, failing;
static jmp_buf out;

static void leave_undo (void *context, void *state, ab_move move) {
  (void)context;
  (void)move;
  if (--leaving == 0)
    longjmp(out, 1);
  --*(int *)state;
}

static void *fail_allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  return nsize > 0 && --failing == 0 ? NULL : allocate(ud, ptr, osize, nsize);
}

/* Step the search to its end, whatever leaves or fails. */
static ab_result end_of (ab_search *search) {
  ab_status status;
  setjmp(out);
  do
    status = ab_search_step(search, 0, -1);
  while (status == AB_NOMEM);
  return ab_search_result(search);
}

/* What a limit has ended has a move, whatever leaves or fails on the way back to the root. */
static void come_back (ab_algorithm algorithm, ab_want want) {
  tree t = {1, 0, NULL, 0};
  ab_game game = own_round;
  ab_options options = ab_options_default();
  int state = 0, width = 3, i;
  game.walk = NULL;
  game.returns = 0;
  game.undo = leave_undo;
  options.algorithm = algorithm;
  options.want = want;
  options.depth = 3;
  options.nodes = 16;
  for (i = 0; i < 100; i++) {
    ab_search *search = ab_search_new(&game, &width, &state, &options, fail_allocate, NULL);
    ab_result result;
    leaving = i % 2 == 0 ? i / 2 : 0;
    failing = i % 2 == 1 ? i / 2 : 0;
    result = end_of(search);
    leaving = failing = 0;
    expect(result.stopped == AB_STOP_NODES && result.nodes == 16, "limit", &t, i);
    expect(result.valued && result.moves == 1, "move", &t, i);
    ab_search_free(search);
  }
  expect(held == 0, "memory", &t, 0);
}

/* Nothing that grows while a tree is recorded is ever moved, nor is what was recorded before given back in one go: the
** largest block is a page, or a list of pages. */
static size_t largest;

static void *watch_allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  if (nsize > largest)
    largest = nsize;
  return allocate(ud, ptr, osize, nsize);
}

static void record_in_pages (void) {
  tree t = {1, 0, NULL, 0};
  ab_game game = own_round;
  ab_options options = ab_options_default();
  ab_search *search;
  int state = 0, width = 40, i;
  game.play = spread_play;
  game.evaluate = spread_evaluate;
  options.algorithm = AB_MINIMAX;
  options.depth = 3;
  options.deepening = 1;
  options.trace = 1000000;
  largest = 0;
  search = ab_search_new(&game, &width, &state, &options, watch_allocate, NULL);
  for (i = 1; i < options.depth; i++)
    expect(ab_search_step(search, 0, -1) == AB_DEPTH, "depth", &t, i);
  expect(ab_search_step(search, 0, -1) == AB_DONE, "step", &t, 0);
  expect(ab_search_result(search).traced == 1 + 40 + 40 * 40 + 40 * 40 * 40, "traced", &t, 0);
  for (i = 1; i <= 40; i++) {
    ab_traced node = ab_search_traced(search, i > 1 ? (i - 1) * (1 + 40 + 1600) + 1 : 1);
    expect(node.parent == 0 && !node.joint && node.line >= 0 && ab_search_line(search, &node.line) == (ab_move)i, "line", &t, i);
  }
  expect(largest <= 65536, "largest block", &t, (int)largest);
  ab_search_free(search);
}

/* What a move has won halves with each iteration, against what others win later; after so many that the weights would be
** too large, too. */
static void age (void) {
  const ab_mem mem = {allocate, NULL};
  tree t = {1, 0, NULL, 0};
  ab_order order = {0};
  float before = 0;
  int i;
  refusing = 0;
  expect(ab_order_reserve(&order, &mem, 1), "order", &t, 0);
  for (i = 0; i < 200; i++) {
    const float *history = ab_order_history(&order, 1);
    ab_order_reward(&order, 1, 3, 5);
    expect(history[3] >= 25 * order.weight && history[3] <= 50 * order.weight, "what a move has won", &t, i);
    before = history[3] / order.weight;
    ab_order_age(&order);
    expect(history[3] / order.weight >= before / 2 && history[3] / order.weight <= before / 2, "its half", &t, i);
    expect(order.weight <= 1e18f, "the weight", &t, i);
  }
  ab_order_free(&order, &mem);
}

static void flush_denormals (void) {
#ifdef __SSE2__
  _mm_setcsr(_mm_getcsr() | 0x8040); /* flush to zero, denormals are zero */
#endif
}

int main (int argc, char **argv) {
  uint64_t trees = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i, k, numbers[7];
  if (argc > 3)
    flush_denormals();
  for (i = first; i < first + trees; i++) {
    tree t = {i, form_of(mix(i)) & (argc > 3 ? ~TINY : -1), NULL, 0}; /* or all values would be 0 */
    for (k = 0; k < 7; k++)
      numbers[k] = mix(i + k + 1);
    compare_somehow(&t, 1 + (int)(i % DEEPEST), numbers);
  }
  for (i = 1; i <= 8; i++) {
    grow(i, 0);
    grow(i, RETURNS | REPEAT);
  }
  open_window();
  take_defaults();
  refuse_nonsense();
  stop_late();
  step_far();
  meet_the_endless();
  look_up_less();
  keep_time();
  take_no_time();
  record_in_pages();
  for (i = AB_PAPER_F; i < AB_MCTS; i++) {
    come_back((ab_algorithm)i, AB_FIRST);
    come_back((ab_algorithm)i, AB_ALL);
  }
  age();
  printf("%llu trees, %d failures\n", (unsigned long long)trees, failures);
  return failures > 0;
}
