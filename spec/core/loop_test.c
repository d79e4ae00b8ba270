/*
** The core against plain minimax, without Lua: on seeded random trees with many ties, in every form that
** a game can take, every algorithm in steps of any size has the same value, and visits no more
** positions; those that visit everything visit as many.
**
**   loop_test [trees [first seed]]
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alphabeta.h"

#define DEEPEST 7
#define WIDEST 4

enum { REPEAT = 1, ILLEGAL = 2, PAYOFF = 4, IN_PLACE = 8, VIEWPOINT = 16, INFINITE = 32, FORMS = 64 };

typedef struct tree {
  uint64_t seed;
  int form; /* a sum of the above */
} tree;

/* In place the path is kept, so that moves can be taken back. */
typedef struct position {
  int ply;
  uint64_t path[DEEPEST + 1];
  int player[DEEPEST + 1];
} position;

static uint64_t mix (uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

static int draw (const position *p, uint64_t k, unsigned n) {
  return (int)((mix(p->path[p->ply] + k * 0x9E3779B97F4A7C15u) >> 33) % n);
}

static int is_over (const position *p) {
  return p->ply == DEEPEST || (p->ply > 0 && draw(p, 1, 4) == 0);
}

static ab_value worth (const tree *t, const position *p) {
  ab_value value = draw(p, 2, 7) - 3;
  if (t->form & INFINITE && value != 0)
    value = value > 1 ? AB_INF : value < -1 ? -AB_INF : value;
  if (t->form & VIEWPOINT && p->player[p->ply] == 2)
    value = -value;
  return value;
}

static int tree_moves (void *context, void *state) {
  const tree *t = context;
  if (is_over(state))
    return 0;
  return t->form & ILLEGAL ? WIDEST : 1 + draw(state, 5, WIDEST);
}

static ab_played tree_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const tree *t = context;
  const position *from = state;
  position *to = next;
  if (t->form & ILLEGAL && draw(from, 50 + move, 3) == 0)
    return AB_ILLEGAL;
  if (to != from)
    *to = *from;
  to->path[to->ply + 1] = mix(to->path[to->ply] + move);
  to->player[to->ply + 1] = 3 - to->player[to->ply];
  to->ply++;
  if (t->form & REPEAT && draw(to, 3, 3) == 0)
    to->player[to->ply] = to->player[to->ply - 1];
  if (!(t->form & PAYOFF) || !is_over(to))
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

static ab_game game_of (int form) {
  ab_game game;
  memset(&game, 0, sizeof game);
  game.name = "tree";
  game.state_size = sizeof(position);
  game.viewpoint = (form & VIEWPOINT) != 0;
  game.moves = tree_moves;
  game.play = tree_play;
  game.undo = form & IN_PLACE ? tree_undo : NULL;
  game.evaluate = tree_evaluate;
  game.player = form & (REPEAT | VIEWPOINT) ? tree_player : NULL;
  return game;
}

static position root_of (uint64_t seed) {
  position root;
  memset(&root, 0, sizeof root);
  root.path[0] = mix(seed);
  root.player[0] = 1 + (int)(seed & 1);
  return root;
}

/* Plain minimax; the value as the player to move sees it. */
static ab_value minimax (tree *t, position *p, int depth, uint64_t *nodes, uint64_t *leaves) {
  ab_game game = game_of(t->form);
  int count = depth > 0 ? tree_moves(t, p) : 0, move, legal = 0, player = p->player[p->ply];
  ab_value best = -AB_INF, value, payoff;
  (*nodes)++;
  for (move = 1; move <= count; move++) {
    if (tree_play(t, p, (ab_move)move, p, &payoff) == AB_ILLEGAL)
      continue;
    legal = 1;
    value = minimax(t, p, depth - 1, nodes, leaves);
    if (p->player[p->ply] != player)
      value = -value;
    p->ply--;
    if (value > best)
      best = value;
  }
  if (legal)
    return best;
  (*leaves)++;
  return game.viewpoint && player == 2 ? -worth(t, p) : worth(t, p);
}

static size_t held; /* bytes */

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  void *block;
  (void)ud;
  held = held - osize + nsize;
  if (nsize == 0) {
    free(ptr);
    return NULL;
  }
  block = realloc(ptr, nsize);
  if (block == NULL)
    abort();
  return block;
}

static int failures;

static void expect (int right, const char *what, const tree *t, int depth) {
  if (right)
    return;
  failures++;
  printf("wrong %s: seed %llu, form %d, depth %d\n", what, (unsigned long long)t->seed, t->form, depth);
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

static void compare (tree *t, int depth, ab_algorithm algorithm, ab_want want, uint64_t slice) {
  ab_game game = game_of(t->form);
  int everything = algorithm == AB_MINIMAX || algorithm == AB_PAPER_F;
  ab_options options;
  ab_search *search;
  ab_result result;
  uint64_t nodes = 0, leaves = 0;
  position root = root_of(t->seed), copy = root;
  ab_value value = minimax(t, &copy, depth, &nodes, &leaves);
  memset(&options, 0, sizeof options);
  options.algorithm = algorithm;
  options.margin = 1;
  options.trace = slice == 7 && !AB_IS_PRINTED(algorithm) ? (int)(t->seed % 100) : 0;
  options.depth = depth;
  options.want = want;
  options.alpha = -AB_INF;
  options.beta = AB_INF;
  options.time = -1;
  search = ab_search_new(&game, t, &root, &options, allocate, NULL);
  while (ab_search_step(search, slice, -1) == AB_PAUSED)
    ;
  result = ab_search_result(search);
  expect(result.value == value, "value", t, depth);
  expect(result.bound == AB_EXACT, "bound", t, depth);
  if (algorithm != AB_ASPIRATION) {
    expect(everything ? result.nodes == nodes : result.nodes <= nodes, "nodes", t, depth);
    expect(everything ? result.leaves == leaves : result.leaves <= leaves, "leaves", t, depth);
  }
  if (result.moves > 0 && want != AB_ALL)
    expect(end_of_line(&game, t, search) == value, "line", t, depth);
  ab_search_free(search);
  expect(held == 0, "memory", t, depth);
}

int main (int argc, char **argv) {
  static const uint64_t slices[] = {0, 1, 2, 3, 7, 1000};
  uint64_t trees = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i;
  for (i = first; i < first + trees; i++) {
    tree t;
    t.seed = i;
    t.form = (int)(mix(i) % FORMS);
    compare(&t, 1 + (int)(i % DEEPEST), (ab_algorithm)(mix(i + 3) % (AB_ITERATIVE + 1)),
            (ab_want)(mix(i + 1) % 3), slices[mix(i + 2) % 6]);
  }
  printf("%llu trees, %d failures\n", (unsigned long long)trees, failures);
  return failures > 0;
}
