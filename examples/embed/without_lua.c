/*
** The search in a C program, without Lua: sticks lie on a table, two players take one to three of them in
** turn, and who takes the last one has lost. The program plays against itself.
**
**   without_lua [STICKS]
*/
#include <stdio.h>
#include <stdlib.h>
#include "alphabeta.h"

#define MOST 3         /* that may be taken */
#define MOST_STICKS 99

typedef struct table {
  int sticks;
} table;

/* The moves are the numbers 1 to 3: how many sticks to take. */
static int moves (void *context, void *state, ab_move *list) {
  const table *t = state;
  (void)context;
  (void)list;
  return t->sticks < MOST ? t->sticks : MOST;
}

static ab_played play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const table *from = state;
  table *to = next;
  (void)context;
  (void)payoff;
  to->sticks = from->sticks - (int)move;
  return AB_PLAYED;
}

/* Where no stick is left, the other player has taken the last one. */
static ab_value evaluate (void *context, void *state) {
  (void)context;
  return ((const table *)state)->sticks == 0 ? 1 : 0;
}

static uint64_t key (void *context, void *state) {
  (void)context;
  return (uint64_t)((const table *)state)->sticks;
}

static const ab_game sticks = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "sticks",
  .state_size = sizeof(table),
  .moves = moves,
  .play = play,
  .evaluate = evaluate,
  .key = key,
};

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize > 0)
    return realloc(ptr, nsize);
  free(ptr);
  return NULL;
}

/* The best move, and its value for the player to move; 0: no memory. */
static int best_move (const table *now, ab_value *value) {
  ab_options options = ab_options_default();
  ab_search *search;
  int move = 0;
  options.algorithm = AB_PVS;
  options.table_alloc = allocate;
  options.table = ab_table_new(1 << 20, allocate, NULL);
  search = options.table == NULL ? NULL : ab_search_new(&sticks, NULL, now, &options, allocate, NULL);
  if (search != NULL && ab_search_step(search, 0, -1) == AB_DONE) {
    int line = ab_search_move(search, 0).line;
    *value = ab_search_result(search).value;
    move = (int)ab_search_line(search, &line);
  }
  ab_search_free(search);
  ab_table_free(options.table, allocate, NULL);
  return move;
}

int main (int argc, char **argv) {
  table now = {argc > 1 ? atoi(argv[1]) : 15};
  int player = 1;
  if (now.sticks < 1 || now.sticks > MOST_STICKS) {
    fprintf(stderr, "usage: without_lua [STICKS], 1 to %d\n", MOST_STICKS);
    return 2;
  }
  while (now.sticks > 0) {
    ab_value value = 0;
    int move = best_move(&now, &value);
    if (move == 0) {
      fprintf(stderr, "not enough memory\n");
      return 1;
    }
    printf("%2d sticks: player %d, who is %s, takes %d\n", now.sticks, player,
           value > 0 ? "winning" : "losing", move);
    now.sticks -= move;
    player = 3 - player;
  }
  printf("player %d has won\n", player);
  return 0;
}
