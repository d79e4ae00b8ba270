/*
** Random game trees in every form that a game can take, and any way of searching them held against plain
** minimax: the same value and move, no more positions, and those that visit everything visit as many.
** Shared by loop_test.c and spec/hostile/fuzz_trees.c, which each include it once.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alphabeta.h"
#include "dirty_memory.h"
#include "mix.h"
#include "core/ab_walk.h"

#define DEEPEST 10 /* the stack grows on the way */
#define WIDEST 4
#define TINIEST 4.9406564584124654e-324

enum { REPEAT = 1, ILLEGAL = 2, PAYOFF = 4, IN_PLACE = 8, VIEWPOINT = 16, INFINITE = 32, GRAPH = 64, ORDER = 128,
       LISTED = 256, RETURNS = 512, OWN = 1024, BOUNDS = 2048, LAZY = 4096, TINY = 8192,
       WRONG_BOUNDS = 16384, FORMS = 32768 };

typedef struct tree {
  uint64_t seed;
  int form; /* a sum of the above */
  const uint8_t *bytes; /* what is drawn; NULL: only the seed decides */
  size_t length;
} tree;

/* In place the path is kept, so that moves can be taken back. */
typedef struct position {
  int ply;
  uint64_t path[DEEPEST + 1];
  int player[DEEPEST + 1];
} position;

/* A number below n, drawn for a place. */
static int draw_at (const tree *t, uint64_t place, uint64_t k, unsigned n) {
  uint64_t drawn = mix(place + k * 0x9E3779B97F4A7C15u) >> 33;
  return (int)((t->bytes != NULL ? t->bytes[drawn % t->length] : drawn) % n);
}

static int draw (const tree *t, const position *p, uint64_t k, unsigned n) {
  return draw_at(t, p->path[p->ply], k, n);
}

static int is_over (const tree *t, const position *p) {
  return p->ply == DEEPEST || (p->ply > 0 && draw(t, p, 1, p->ply < 4 ? 4 : 3) == 0);
}

/* With bounds, some of the root's moves decide the game: 1: behind them all is good for the player to move in
** the position, -1: all is bad, 0: not so. Where lines of play meet, nobody knows by which they came. */
static int is_decided (const tree *t, const position *p) {
  int who = t->form & BOUNDS && !(t->form & GRAPH) && p->ply > 0 ? draw_at(t, p->path[1], 6, 3) : 0;
  return who == 0 ? 0 : who == p->player[p->ply] ? 1 : -1;
}

static ab_value worth (const tree *t, const position *p) {
  ab_value value = draw(t, p, 2, 7) - 3;
  if (t->form & INFINITE && value != 0)
    value = value > 1 ? AB_INF : value < -1 ? -AB_INF : value;
  if (is_decided(t, p) != 0)
    value = is_decided(t, p) * (value == 0 ? 1 : value < 0 ? -value : value);
  if (t->form & VIEWPOINT && p->player[p->ply] == 2)
    value = -value;
  return t->form & TINY ? value * TINIEST : value;
}

/* Listed moves are not their numbers. */
static ab_move listed (int number) { return (ab_move)number << 40 | 1; }

static void list_moves (ab_move *list, int count) {
  int i;
  for (i = 0; list != NULL && i < count; i++)
    list[i] = listed(i + 1);
}

static int count_moves (const tree *t, const position *p) {
  return is_over(t, p) ? 0 : t->form & ILLEGAL ? WIDEST : 1 + draw(t, p, 5, WIDEST);
}

static int tree_moves (void *context, void *state, ab_move *list) {
  int count = count_moves(context, state);
  list_moves(list, count);
  return count;
}

static int lazy_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return AB_LAZY;
}

static int tree_more (void *context, void *state, ab_move move) {
  return move <= (ab_move)count_moves(context, state);
}

/* The number of a move. */
static ab_move number_of (const tree *t, ab_move move) { return t->form & LISTED ? move >> 40 : move; }

static ab_played tree_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const tree *t = context;
  const position *from = state;
  position *to = next;
  move = number_of(t, move);
  if (t->form & ILLEGAL && draw(t, from, 50 + move, 3) == 0)
    return AB_ILLEGAL;
  if (to != from)
    *to = *from;
  to->path[to->ply + 1] = t->form & GRAPH ? mix(t->seed * 1000 + (uint64_t)(to->ply * 10 + draw(t, from, 90 + move, 3)))
                                          : mix(to->path[to->ply] + move);
  to->player[to->ply + 1] = 3 - to->player[to->ply];
  to->ply++;
  if (t->form & REPEAT && draw(t, to, 3, 3) == 0)
    to->player[to->ply] = to->player[to->ply - 1];
  if (!(t->form & PAYOFF) || !is_over(t, to))
    return AB_PLAYED;
  *payoff = worth(t, to);
  return AB_OVER;
}

static void tree_undo (void *context, void *state, ab_move move) {
  (void)context;
  (void)move;
  ((position *)state)->ply--;
}

static ab_value tree_evaluate (void *context, void *state) { return worth(context, state); }

static int tree_player (void *context, void *state) {
  const position *p = state;
  (void)context;
  return p->player[p->ply];
}

static uint64_t tree_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return mix(p->path[p->ply] + (uint64_t)(p->player[p->ply] + 2 * p->ply));
}

/* Now and then a good hint, often a bad one. */
static double tree_order (void *context, void *state, ab_move move) {
  return draw(context, state, 70 + number_of(context, move), 4);
}

/* The first moves of a position, or all of them. */
static int tree_noisy (void *context, void *state, ab_move *list) {
  const tree *t = context;
  int count = is_over(t, state) ? 0 : draw(t, state, 80, 4);
  if (count == 3)
    return AB_EVERY;
  if (!(t->form & ILLEGAL) && count >= count_moves(t, state))
    return 0;
  list_moves(list, count);
  return count;
}

/* No leaf is worth more, or less; or any two numbers, which the value is then to be kept within. */
static void tree_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const tree *t = context;
  int decided = is_decided(t, state);
  if (t->form & WRONG_BOUNDS) {
    *low = draw(t, state, 100, 7) - 5;
    *high = *low + draw(t, state, 101, 5);
    if (draw(t, state, 102, 6) == 0)
      *low = -AB_INF;
    if (draw(t, state, 103, 6) == 0)
      *high = AB_INF;
    return;
  }
  ab_value most = t->form & INFINITE ? AB_INF : 3;
  *high = decided < 0 ? -1 : most;
  *low = decided > 0 ? 1 : -most;
  if (t->form & TINY) {
    *high *= TINIEST;
    *low *= TINIEST;
  }
}

/* Walks of its own, for one form of the game, whatever its values and whether lines of play meet. */
enum { OWN_FORM = RETURNS | OWN | REPEAT | PAYOFF | BOUNDS };
static ab_walk_function own_walk;
static const ab_game own_game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "own", .state_size = sizeof (position), .returns = 1,
  .moves = tree_moves, .play = tree_play, .evaluate = tree_evaluate, .player = tree_player,
  .noisy = tree_noisy, .key = tree_key, .bounds = tree_bounds, .walk = own_walk
};
AB_INSTANCE (own_walk, own_game, position)

static int form_of (uint64_t number) {
  int form = (int)(number % FORMS);
  return form & OWN && form & RETURNS ? OWN_FORM | (form & (INFINITE | GRAPH | VIEWPOINT | TINY | WRONG_BOUNDS)) : form;
}

static ab_game game_of (int form) {
  ab_game game;
  memset(&game, 0, sizeof game);
  game.abi = AB_ABI;
  game.size = sizeof game;
  game.name = "tree";
  game.state_size = sizeof(position);
  game.returns = (form & RETURNS) != 0;
  if (form & OWN && form & RETURNS) {
    game = own_game;
    game.viewpoint = (form & VIEWPOINT) != 0; /* with it, the walk is not this game's */
    return game;
  }
  game.max_moves = form & LISTED ? WIDEST : 0;
  game.viewpoint = (form & VIEWPOINT) != 0;
  game.moves = tree_moves;
  if (form & LAZY && !(form & LISTED)) {
    game.moves = lazy_moves;
    game.more = tree_more;
  }
  game.play = tree_play;
  game.undo = form & IN_PLACE ? tree_undo : NULL;
  game.evaluate = tree_evaluate;
  game.key = tree_key;
  game.noisy = tree_noisy;
  game.bounds = form & BOUNDS ? tree_bounds : NULL;
  game.order = form & ORDER ? tree_order : NULL;
  game.player = form & (REPEAT | VIEWPOINT) ? tree_player : NULL;
  return game;
}

/* In every third tree the game says what its values lie between. */
static ab_game game_for (const tree *t) {
  ab_game game = game_of(t->form);
  if (t->seed % 3 == 1 && !(t->form & (INFINITE | WRONG_BOUNDS))) {
    game.high = t->form & TINY ? 3 * TINIEST : 3;
    game.low = -game.high;
  }
  return game;
}

static position root_of (uint64_t seed) {
  position root;
  memset(&root, 0, sizeof root);
  root.path[0] = mix(seed);
  root.player[0] = 1 + (int)(seed & 1);
  return root;
}

/* Where a line of play leads in so many plies, or as far as it goes. */
static position after_plies (tree *t, int plies) {
  position p = root_of(t->seed);
  ab_played played = AB_PLAYED;
  ab_value payoff;
  while (p.ply < plies && played == AB_PLAYED && !is_over(t, &p)) {
    int move = 1 + draw(t, &p, 7, (unsigned)count_moves(t, &p));
    played = tree_play(t, &p, t->form & LISTED ? listed(move) : (ab_move)move, &p, &payoff);
  }
  return p;
}

/* Is the leaf at distance a to be preferred to the one at b, of the same value? */
static int is_preferred (ab_value value, int a, int b) {
  return value > 0 ? a < b : value < 0 && a > b;
}

static int root_ply; /* of the position that is searched, which is not kept within bounds */
static int quiescence; /* plies of looking beyond the horizon */
static int shortest;

/* What its moves are worth, that many plies from the root, is kept within the game's bounds. */
static void limit (tree *t, position *p, ab_value *value, int *distance) {
  ab_value low, high;
  tree_bounds(t, p, &low, &high);
  if (*value >= low && *value <= high)
    return;
  *value = *value < low ? low : high;
  *distance = p->ply;
}

/* Plain minimax; the value as the player to move sees it. */

static ab_value minimax (tree *t, position *p, int depth, uint64_t *nodes, uint64_t *leaves,
                         ab_move *first_best, int *distance) {
  ab_move deeper;
  int far;
  ab_game game = game_of(t->form);
  int count = depth > 0 ? count_moves(t, p) : depth > -quiescence ? tree_noisy(t, p, NULL) : 0;
  int limited = game.bounds != NULL && depth > 0 && count > 0 && p->ply > root_ply;
  int move, legal = 0, player = p->player[p->ply];
  ab_value best = -AB_INF, value, payoff;
  (*nodes)++;
  *distance = p->ply;
  if (count == AB_EVERY)
    count = count_moves(t, p);
  else if (depth <= 0 && count > 0) {
    best = game.viewpoint && player == 2 ? -worth(t, p) : worth(t, p);
    legal = 1;
  }
  for (move = 1; move <= count; move++) {
    if (tree_play(t, p, t->form & LISTED ? listed(move) : (ab_move)move, p, &payoff) == AB_ILLEGAL)
      continue;
    value = minimax(t, p, depth - 1, nodes, leaves, &deeper, &far);
    if (p->player[p->ply] != player)
      value = -value;
    p->ply--;
    if (value > best || !legal
        || (shortest && value == best && is_preferred(value, far, *distance))) {
      best = value;
      *distance = far;
      *first_best = (ab_move)move;
    }
    legal = 1;
  }
  if (!legal) {
    (*leaves)++;
    best = game.viewpoint && player == 2 ? -worth(t, p) : worth(t, p);
  }
  if (limited)
    limit(t, p, &best, distance);
  return best;
}

static size_t held;       /* bytes */
static uint64_t requests; /* for memory */
static int refusing;      /* 1: now and then there is none, and the search is stepped again */

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  void *block;
  (void)ud;
  if (refusing && nsize > 0 && mix(++requests) % 3 == 0)
    return NULL;
  held = held - osize + nsize;
  block = dirty(ptr, osize, nsize);
  if (block == NULL && nsize > 0)
    abort();
  return block;
}

static int failures;
static ab_options tried;

static void expect (int right, const char *what, const tree *t, int depth) {
  if (right)
    return;
  failures++;
  printf("wrong %s: seed %llu, form %d, depth %d, algorithm %d, want %d, deepening %d, q %d, shortest %d, table %p\n", what,
         (unsigned long long)t->seed, t->form, depth, (int)tried.algorithm, (int)tried.want,
         tried.deepening, tried.quiescence, tried.shortest, (void *)tried.table);
}

/* Playing the principal variation leads to the value. */
static ab_value end_of_line (const ab_game *game, tree *t, const ab_search *search) {
  position p = root_of(t->seed);
  int line = ab_search_move(search, 0).line, player = p.player[0];
  ab_value value = 0;
  while (line >= 0)
    tree_play(t, &p, ab_search_line(search, &line), &p, &value);
  value = worth(t, &p);
  if (game->viewpoint)
    return player == 1 ? value : -value;
  return p.player[p.ply] == player ? value : -value;
}

static ab_table *new_table (size_t bytes) {
  ab_table *table = NULL;
  while (bytes > 0 && table == NULL)
    table = ab_table_new(bytes, allocate, NULL);
  return table;
}

static ab_search *search_through (const ab_game *game, tree *t, const ab_options *options, uint64_t slice) {
  position root = after_plies(t, root_ply);
  ab_search *search;
  do
    search = ab_search_new(game, t, &root, options, allocate, NULL);
  while (search == NULL);
  while (ab_search_step(search, slice, -1) != AB_DONE)
    ;
  return search;
}

/* Moves are told as they are wanted; where they are all told at once, nobody asks. */
static int no_more (void *context, void *state, ab_move move) {
  (void)context;
  (void)state;
  (void)move;
  return 0;
}

/* The walk of a game whose functions always return, and the careful one, do the same. With a table, only where they
** return is it asked for positions that are not visited. */
static void compare_loops (tree *t, int depth, const ab_options *walked_with, size_t bytes, const ab_result *walked) {
  ab_options options = *walked_with;
  ab_game game = game_for(t);
  ab_search *search;
  ab_result careful;
  if (bytes == 0)
    game.returns = 0;
  else if (game.more == NULL)
    game.more = no_more;
  options.table = new_table(bytes);
  search = search_through(&game, t, &options, 0);
  careful = ab_search_result(search);
  expect(careful.nodes == walked->nodes && careful.leaves == walked->leaves && careful.cutoffs == walked->cutoffs
         && careful.depth == walked->depth, "walk", t, depth);
  expect(careful.traced == walked->traced && careful.untraced == walked->untraced, "recorded tree", t, depth);
  expect(careful.probes == walked->probes && careful.hits == walked->hits && careful.stores == walked->stores,
         "walk with a table", t, depth);
  ab_search_free(search);
  ab_table_free(options.table, allocate, NULL);
}

/* What other searches have left in a table does not change the value and the move of one, wherever in the tree that
** begins. */
static void search_elsewhere (tree *t, int depth, const ab_options *earlier, unsigned number) {
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_ASPIRATION, AB_BISECTION};
  ab_options options = *earlier;
  ab_game game = game_for(t);
  position root;
  ab_search *search;
  ab_result result;
  uint64_t nodes = 0, leaves = 0;
  ab_move best = 0;
  int distance;
  ab_value value;
  root_ply = draw_at(t, t->seed, 200 + number, 3);
  root = after_plies(t, root_ply);
  root_ply = root.ply;
  options.deepening = options.trace = 0;
  options.depth = 1 + draw_at(t, t->seed, 300 + number, (unsigned)(depth > DEEPEST - 3 ? DEEPEST - 3 : depth));
  if (number % 2 == 1)
    options.algorithm = algorithms[draw_at(t, t->seed, 400 + number, 5)];
  shortest = options.shortest = options.want != AB_ALL && !AB_IS_PRINTED(options.algorithm)
                              && draw_at(t, t->seed, 500 + number, 3) == 0;
  tried = options;
  value = minimax(t, &root, options.depth, &nodes, &leaves, &best, &distance);
  search = search_through(&game, t, &options, 0);
  result = ab_search_result(search);
  expect(result.value == value, "value from a table", t, options.depth);
  if (options.want == AB_FIRST && nodes > 1)
    expect((ab_move)ab_search_move(search, 0).number == best, "move from a table", t, options.depth);
  ab_search_free(search);
  root_ply = 0;
}

static void search_again (tree *t, int depth, const ab_options *earlier) {
  int was_shortest = shortest;
  unsigned number;
  for (number = 0; number < 6 && depth > 0; number++)
    search_elsewhere(t, depth, earlier, number);
  shortest = was_shortest;
}

static void compare (tree *t, int depth, ab_algorithm algorithm, ab_want want, uint64_t slice, size_t bytes) {
  ab_game game = game_for(t);
  int everything = algorithm == AB_MINIMAX || algorithm == AB_PAPER_F;
  ab_options options = ab_options_default();
  ab_search *search;
  ab_result result;
  uint64_t nodes = 0, leaves = 0;
  position root = root_of(t->seed);
  ab_move best = 0;
  int distance;
  ab_value value = minimax(t, &root, depth, &nodes, &leaves, &best, &distance);
  options.quiescence = quiescence;
  options.shortest = shortest;
  options.table = new_table(bytes);
  options.table_alloc = allocate;
  options.deepening = bytes % 2 == 0 ? 0 : 1 + (int)(t->seed % 3);
  options.algorithm = algorithm;
  options.trace = slice == 7 && !AB_IS_PRINTED(algorithm) ? (int)(t->seed % 100) : 0;
  options.depth = depth == DEEPEST && t->seed % 4 < 3 ? -1 : depth; /* the game ends there */
  options.want = want;
  tried = options;
  search = search_through(&game, t, &options, slice);
  result = ab_search_result(search);
  expect(result.value == value, "value", t, depth);
  expect(result.bound == AB_EXACT, "bound", t, depth);
  if (!options.deepening && !shortest && (algorithm <= AB_MINIMAX || AB_IS_PRINTED(algorithm))) {
    expect(everything ? result.nodes == nodes : result.nodes <= nodes, "nodes", t, depth);
    if (quiescence == 0)
      expect(everything ? result.leaves == leaves : result.leaves <= leaves, "leaves", t, depth);
  }
  if (result.moves > 0 && want != AB_ALL && options.table == NULL && quiescence == 0
      && !(game.bounds != NULL && t->form & WRONG_BOUNDS)) /* it may end where bounds gave the value */
    expect(end_of_line(&game, t, search) == value, "line", t, depth);
  if (want == AB_FIRST && nodes > 1)
    expect((ab_move)ab_search_move(search, 0).number == best, "move", t, depth);
  if (game.returns && !(refusing && bytes > 0)) /* a table that could not grow knows less */
    compare_loops(t, depth, &options, bytes, &result);
  ab_search_free(search);
  if (options.table != NULL)
    search_again(t, depth, &options);
  ab_table_free(options.table, allocate, NULL);
  expect(held == 0, "memory", t, depth);
}

static const size_t table_sizes[] = {0, 0, 1, 2, 100, 100001}; /* bytes; if odd, with deepening */
static const uint64_t slices[] = {0, 1, 2, 3, 7, 1000};

/* Of all the ways of searching, one for each series of numbers. */
static void compare_somehow (tree *t, int depth, const uint64_t numbers[7]) {
  ab_algorithm algorithm = (ab_algorithm)(numbers[0] % (AB_ITERATIVE + 1));
  ab_want want = (ab_want)(numbers[1] % 3);
  quiescence = shortest = 0;
  if (!AB_IS_PRINTED(algorithm)) {
    quiescence = (int)(numbers[4] % 8 / 4 * (numbers[4] / 8 % 4));
    shortest = numbers[5] % 3 == 0 && want != AB_ALL;
  }
  refusing = numbers[6] % 4 == 0;
  compare(t, depth, algorithm, want, slices[numbers[2] % 6], table_sizes[numbers[3] % 6]);
}
