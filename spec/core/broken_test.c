/*
** A game that gives a number of moves that cannot be, at some ply: the search says so, wherever it looks, and nothing
** is read or written for it. When the game has come to its senses, it goes on as if nothing had happened.
**
** It looks everywhere if it is compiled with AB_CHECKED, and otherwise where it takes care.
*/
#include <stdio.h>
#include "alphabeta.h"
#include "core/ab_walk.h"
#include "plain_memory.h"

#define PLIES 5
#define WIDTH 3
#define CAREFUL_PLIES 2 /* the root and its children */

typedef struct position {
  int ply;
  unsigned id;
} position;

typedef struct fault {
  const char *function;
  int ply, count;
} fault;

static int failures, checks;

/* What the function gives: `count` moves, or the wrong number. */
static int given (void *context, void *state, ab_move *list, const char *function, int count) {
  const fault *f = context;
  int i;
  if (f->function != NULL && strcmp(f->function, function) == 0 && ((position *)state)->ply == f->ply)
    return f->count;
  for (i = 0; list != NULL && i < count; i++)
    list[i] = (ab_move)i + 1;
  return count;
}

AB_INLINE int broken_moves (void *context, void *state, ab_move *list) {
  return given(context, state, list, "moves", ((position *)state)->ply < PLIES ? WIDTH : 0);
}

static int broken_noisy (void *context, void *state, ab_move *list) {
  return given(context, state, list, "noisy", ((position *)state)->ply < PLIES ? WIDTH - 1 : 0);
}

AB_INLINE ab_played broken_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const position *from = state;
  position *to = next;
  (void)context;
  (void)payoff;
  to->id = (from->id * 7 + (unsigned)move) * 2654435761u;
  to->ply = from->ply + 1;
  return AB_PLAYED;
}

AB_INLINE ab_value broken_evaluate (void *context, void *state) {
  (void)context;
  return (int)(((position *)state)->id >> 20 & 31) - 15;
}

static uint64_t broken_key (void *context, void *state) {
  (void)context;
  return ((position *)state)->id + (uint64_t)((position *)state)->ply;
}

static ab_walk_function walk_numbers, walk_listed;
static const ab_game numbers = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .returns = 1,
  .moves = broken_moves, .play = broken_play, .evaluate = broken_evaluate, .walk = walk_numbers
};
static const ab_game listed = {
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .returns = 1, .max_moves = WIDTH,
  .moves = broken_moves, .play = broken_play, .evaluate = broken_evaluate, .walk = walk_listed
};
AB_INSTANCE (walk_numbers, numbers, position)
AB_INSTANCE (walk_listed, listed, position)

enum { LISTED = 1, RETURNS = 2, OWN = 4, KEY = 8, QUIET = 16, FORMS = 32 };

static ab_search *search_of (const ab_game *game, fault *f, ab_algorithm algorithm, int form, ab_table *table) {
  position root = {0, 1};
  ab_options options;
  memset(&options, 0, sizeof options);
  options.algorithm = algorithm;
  options.depth = form & QUIET ? 2 : PLIES;
  options.quiescence = form & QUIET ? 3 : 0;
  options.alpha = -AB_INF;
  options.beta = AB_INF;
  options.time = -1;
  options.table = table;
  options.table_alloc = allocate;
  return ab_search_new(game, f, &root, &options, allocate, NULL);
}

static void expect (int holds, const char *what, const fault *f, ab_algorithm algorithm, int form) {
  checks++;
  if (holds)
    return;
  failures++;
  printf("%s: %d from '%s' at ply %d, algorithm %d, form %d\n", what, f->count, f->function, f->ply, (int)algorithm, form);
}

static void try_fault (const fault *given_fault, ab_algorithm algorithm, int form) {
  ab_game game = form & LISTED ? listed : numbers;
  ab_table *tables[2] = {NULL, NULL};
  fault f = *given_fault, none = {NULL, 0, 0};
  ab_search *whole, *search;
  int noticed, count;
  game.returns = form & RETURNS ? 1 : 0;
  if (!(form & OWN))
    game.walk = NULL;
  if (form & QUIET)
    game.noisy = broken_noisy;
  if (form & KEY) {
    game.key = broken_key;
    tables[0] = ab_table_new(100000, allocate, NULL);
    tables[1] = ab_table_new(100000, allocate, NULL);
  }
  whole = search_of(&game, &none, algorithm, form, tables[0]);
  search = search_of(&game, &f, algorithm, form, tables[1]);
  expect(ab_search_step(whole, 0, -1) == AB_DONE, "whole", &f, algorithm, form);
  noticed = ab_search_step(search, 0, -1) == AB_BROKEN;
  expect(noticed, "noticed", &f, algorithm, form);
  if (noticed) {
    expect(strcmp(ab_search_broken(search, &count), f.function) == 0 && count == f.count, "told", &f, algorithm, form);
    expect(ab_search_step(search, 0, -1) == AB_BROKEN, "noticed again", &f, algorithm, form);
    f.function = NULL;
    expect(ab_search_step(search, 0, -1) == AB_DONE, "healed", given_fault, algorithm, form);
    expect(ab_search_result(search).value == ab_search_result(whole).value, "value", given_fault, algorithm, form);
    expect(ab_search_result(search).nodes == ab_search_result(whole).nodes, "nodes", given_fault, algorithm, form);
  }
  ab_search_free(whole);
  ab_search_free(search);
  ab_table_free(tables[0], allocate, NULL);
  ab_table_free(tables[1], allocate, NULL);
}

/* Does the search look at the numbers of moves of the ply? */
static int is_looked_at (int form, int ply) {
#ifdef AB_CHECKED
  (void)form;
  (void)ply;
  return 1;
#else
  return !(form & RETURNS) || form & QUIET || ply < CAREFUL_PLIES;
#endif
}

static void try_counts (const char *function, int ply, ab_algorithm algorithm, int form) {
  static const int counts[] = {-5, AB_EVERY, AB_LAZY, WIDTH + 1, AB_MAX_MOVES + 1, -2147483647 - 1, 2147483647};
  int i;
  for (i = 0; i < (int)(sizeof counts / sizeof *counts); i++) {
    fault f = {function, ply, counts[i]};
    int right = (!(form & LISTED) && counts[i] == WIDTH + 1) || (*function == 'n' && counts[i] == AB_EVERY);
    if (!right)
      try_fault(&f, algorithm, form);
  }
}

static int requests, refused = -1; /* for memory; the number of the one that is not met */
static size_t held;                /* bytes */

static void *meagre (void *ud, void *ptr, size_t osize, size_t nsize) {
  if (nsize > 0 && requests++ == refused)
    return NULL;
  held = held - osize + nsize;
  return allocate(ud, ptr, osize, nsize);
}

/* Where there is no memory for a search and its history, there is no search, and nothing is kept. */
static void try_history (void) {
  static const uint64_t keys[100] = {1, 2, 3};
  fault none = {"none", 0, 0};
  position root = {0, 1};
  ab_game game = numbers;
  ab_options options = ab_options_default();
  int most;
  game.walk = NULL;
  game.key = broken_key;
  game.repeats = 1;
  options.history = keys;
  options.history_count = 100;
  ab_search_free(ab_search_new(&game, &none, &root, &options, meagre, NULL));
  expect(requests > 2 && held == 0, "requests", &none, options.algorithm, 0);
  for (most = requests, refused = 0; refused < most; refused++) {
    requests = 0;
    expect(ab_search_new(&game, &none, &root, &options, meagre, NULL) == NULL, "history", &none, options.algorithm, 0);
    expect(held == 0, "kept", &none, options.algorithm, 0);
  }
}

#define ALLOWED 2

/* A printed procedure stops for what it meets first: here for its limit, in a position that is too deep besides. */
static void try_first_cause (void) {
  fault none = {"none", 0, 0};
  position root = {0, 1};
  ab_game game = numbers;
  ab_options options = ab_options_default();
  int limited;
  game.walk = NULL;
  options.algorithm = AB_PAPER_F;
  options.depth = PLIES;
  for (limited = 0; limited <= 1; limited++) {
    ab_search *search;
    options.nodes = limited ? ALLOWED + 1 : 0;
    search = ab_search_new(&game, &none, &root, &options, allocate, NULL);
    ab_search_allow(search, ALLOWED);
    expect((ab_search_step(search, 0, -1) == AB_TOO_DEEP) == !limited, "first cause", &none, AB_PAPER_F, limited);
    ab_search_free(search);
  }
}

int main (void) {
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_MINIMAX, AB_PAPER_F, AB_PAPER_F2, AB_ITERATIVE};
  int i, form, ply;
  try_history();
  try_first_cause();
  for (i = 0; i < (int)(sizeof algorithms / sizeof *algorithms); i++)
    for (form = 0; form < FORMS; form++) {
      int printed = AB_IS_PRINTED(algorithms[i]);
      if (printed && form & QUIET)
        continue;
      for (ply = 0; ply < PLIES; ply++)
        if (printed || is_looked_at(form, ply))
          try_counts(form & QUIET && ply >= 2 ? "noisy" : "moves", ply, algorithms[i], form);
    }
  printf("%d checks, %d failures\n", checks, failures);
  return failures > 0;
}
