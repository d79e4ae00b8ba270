/*
** A game with chance that gives what cannot be, at some ply: a number of outcomes, a weight, a value outside its range,
** bounds that no value can keep. The search says which function gave what at which ply. When the game has come to its
** senses, it goes on as if nothing had happened.
*/
#include <float.h>
#include <stdio.h>
#include <string.h>
#include "alphabeta.h"
#include "plain_memory.h"

#define PLIES 5
#define WIDTH 3
#define FAR 50.0 /* no value of the game's is so large */

typedef struct position {
  int ply;
  unsigned id;
} position;

/* The function gives that, as a number of outcomes or as a value, or refuses that outcome. */
typedef struct fault {
  const char *function;
  int ply, count;
  double number;
} fault;

enum { LISTED = 1, VIEWPOINT = 2, KEY = 4, BOUNDS = 8, PAYOFF = 16, RANGE = 32, ESTIMATE = 64, FORMS = 128 };

typedef struct game {
  fault f;
  int form;
} game;

static int failures, checks;

static int has_fault (const game *g, const char *function, int ply) {
  return g->f.function != NULL && strcmp(g->f.function, function) == 0 && g->f.ply == ply;
}

static int is_over (const position *p) { return p->ply == PLIES; }

static int list_moves (ab_move *list, int count) {
  int i;
  for (i = 0; list != NULL && i < count; i++)
    list[i] = (ab_move)i + 1;
  return count;
}

static int give_moves (void *context, void *state, ab_move *list) {
  (void)context;
  return list_moves(list, is_over(state) ? 0 : WIDTH);
}

/* Chance decides at odd plies. */
static int give_outcomes (void *context, void *state, ab_move *list, double *weights) {
  const game *g = context;
  const position *p = state;
  if (is_over(p) || p->ply % 2 == 0)
    return 0;
  if (has_fault(g, "chance", p->ply) && g->f.count != 2)
    return g->f.count;
  weights[0] = has_fault(g, "chance", p->ply) && g->f.number == DBL_MAX ? DBL_MAX : 1;
  weights[1] = has_fault(g, "chance", p->ply) ? g->f.number : 3;
  return list_moves(list, 2);
}

static ab_value worth (const position *p) { return (int)(p->id >> 20 & 31) - 15; }

static ab_played play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const game *g = context;
  const position *from = state;
  position *to = next;
  if (has_fault(g, "refuse", from->ply) && (int)move == g->f.count)
    return AB_ILLEGAL;
  to->id = (from->id * 7 + (unsigned)move) * 2654435761u;
  to->ply = from->ply + 1;
  if (!(g->form & PAYOFF) || !is_over(to))
    return AB_PLAYED;
  *payoff = has_fault(g, "play", to->ply) ? g->f.number : worth(to);
  return AB_OVER;
}

static ab_value evaluate (void *context, void *state) {
  const game *g = context;
  const position *p = state;
  return has_fault(g, "evaluate", p->ply) ? g->f.number : worth(p);
}

static ab_value estimate (void *context, void *state) {
  const game *g = context;
  const position *p = state;
  return has_fault(g, "estimate", p->ply) ? g->f.number : worth(p);
}

static void give_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const game *g = context;
  const position *p = state;
  int wrong = has_fault(g, "bounds", p->ply);
  *low = wrong && g->f.number > 0 ? g->f.number : -15;
  *high = wrong ? g->f.number : 15;
}

static int player (void *context, void *state) {
  (void)context;
  return 1 + ((position *)state)->ply / 2 % 2;
}

static uint64_t key (void *context, void *state) {
  (void)context;
  return ((position *)state)->id + (uint64_t)((position *)state)->ply;
}

static ab_game describe (int form) {
  ab_game described = {
    .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .moves = give_moves, .play = play,
    .evaluate = evaluate, .chance = give_outcomes, .player = player, .max_outcomes = 2
  };
  described.estimate = form & ESTIMATE ? estimate : NULL;
  described.max_moves = form & LISTED ? WIDTH : 0;
  described.viewpoint = (form & VIEWPOINT) != 0;
  described.key = form & KEY ? key : NULL;
  described.bounds = form & BOUNDS ? give_bounds : NULL;
  described.low = form & RANGE ? -16 : 0;
  described.high = form & RANGE ? 16 : 0;
  return described;
}

static ab_search *search_of (const ab_game *described, game *g, ab_algorithm algorithm, int depth, ab_table *table) {
  position root = {0, 1};
  ab_options options = ab_options_default();
  options.algorithm = algorithm;
  options.depth = depth;
  options.table = table;
  options.table_alloc = allocate;
  return ab_search_new(described, g, &root, &options, allocate, NULL);
}

static void expect (int holds, const char *what, const game *g, const fault *f, ab_algorithm algorithm) {
  checks++;
  if (holds)
    return;
  failures++;
  printf("%s: %d, %g from '%s' at ply %d, algorithm %d, form %d\n", what, f->count, f->number, f->function, f->ply,
         (int)algorithm, g->form);
}

/* What the search says of the fault. */
static int is_told (ab_search *search, const fault *f, ab_status status) {
  double number;
  int count, ply;
  if (status == AB_BROKEN) {
    const char *name = strcmp(f->function, "refuse") == 0 ? "play" : f->function;
    return strcmp(ab_search_broken(search, &count), name) == 0 && count == f->count
        && ab_search_ply(search) == f->ply + 1;
  }
  return strcmp(ab_search_outside(search, &number, &ply), f->function) == 0 && ply == f->ply
      && (number == f->number || (f->number == DBL_MAX && number == AB_INF) || f->number != f->number);
}

static void try_fault (fault f, ab_status status, ab_algorithm algorithm, int form, int depth) {
  game right = {{NULL, 0, 0, 0}, form}, wrong = {f, form};
  ab_game described = describe(form);
  ab_table *tables[2] = {NULL, NULL};
  ab_search *whole, *search;
  if (form & KEY) {
    tables[0] = ab_table_new(100000, allocate, NULL);
    tables[1] = ab_table_new(100000, allocate, NULL);
  }
  whole = search_of(&described, &right, algorithm, depth, tables[0]);
  search = search_of(&described, &wrong, algorithm, depth, tables[1]);
  expect(ab_search_step(whole, 0, -1) == AB_DONE, "whole", &wrong, &f, algorithm);
  expect(ab_search_step(search, 0, -1) == status && is_told(search, &f, status), "told", &wrong, &f, algorithm);
  expect(ab_search_step(search, 0, -1) == status && is_told(search, &f, status), "told again", &wrong, &f, algorithm);
  wrong.f.function = NULL;
  if (strcmp(f.function, "play") != 0) {
    expect(ab_search_step(search, 0, -1) == AB_DONE, "healed", &wrong, &f, algorithm);
    expect(ab_search_result(search).value == ab_search_result(whole).value, "value", &wrong, &f, algorithm);
    expect(ab_search_result(search).nodes == ab_search_result(whole).nodes, "nodes", &wrong, &f, algorithm);
  }
  ab_search_free(whole);
  ab_search_free(search);
  ab_table_free(tables[0], allocate, NULL);
  ab_table_free(tables[1], allocate, NULL);
}

static fault fault_of (const char *function, int ply, int count, double number) {
  fault f;
  f.function = function;
  f.ply = ply;
  f.count = count;
  f.number = number;
  return f;
}

static void try_chance (ab_algorithm algorithm, int form) {
  static const int counts[] = {-1, -2147483647 - 1, WIDTH + 1, AB_MAX_MOVES + 1, 2147483647};
  static const double weights[] = {0, -1, AB_INF, -AB_INF, DBL_MAX, AB_INF - AB_INF};
  int i, ply;
  for (ply = 1; ply < PLIES; ply += 2) {
    for (i = 0; i < (int)(sizeof counts / sizeof *counts); i++)
      try_fault(fault_of("chance", ply, counts[i], 0), AB_BROKEN, algorithm, form, PLIES);
    for (i = 0; i < (int)(sizeof weights / sizeof *weights); i++)
      try_fault(fault_of("chance", ply, 2, weights[i]), AB_OUTSIDE, algorithm, form, PLIES);
    try_fault(fault_of("refuse", ply, 1, 0), AB_BROKEN, algorithm, form, PLIES);
  }
}

static void try_values (ab_algorithm algorithm, int form) {
  double far = form & RANGE ? FAR : AB_INF;
  int sign;
  for (sign = -1; sign <= 1; sign += 2) {
    try_fault(fault_of(form & ESTIMATE ? "estimate" : "evaluate", 1, 0, sign * far), AB_OUTSIDE, algorithm, form, 1);
    try_fault(fault_of(form & PAYOFF ? "play" : "evaluate", PLIES, 0, sign * far), AB_OUTSIDE, algorithm, form,
              PLIES + 1);
    if (form & BOUNDS && !AB_IS_PRINTED(algorithm))
      try_fault(fault_of("bounds", 2, 0, sign * far), AB_OUTSIDE, algorithm, form, PLIES);
  }
}

int main (void) {
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_MINIMAX, AB_PAPER_F};
  int i, form;
  for (i = 0; i < (int)(sizeof algorithms / sizeof *algorithms); i++)
    for (form = 0; form < FORMS; form++) {
      try_chance(algorithms[i], form);
      try_values(algorithms[i], form);
    }
  printf("%d checks, %d failures\n", checks, failures);
  return failures > 0;
}
