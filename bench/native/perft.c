/*
** All positions of Connect Four that stand so many moves after the empty board, each way to one counted, by
** playing every move: what the rules cost without a search. Once through the game's descriptor, once with
** the functions that it points to compiled in.
*/
#define ab_connect4 rules_of_connect4
#define ab_connect4_solver problems_of_connect4
#include "../../csrc/games/game_connect4.c"
#undef ab_connect4
#undef ab_connect4_solver
extern const ab_family ab_connect4; /* the real one */

#include <stdio.h>
#include "native.h"

#define DEPTH 8 /* the counts below are of another program, too */
#define LEAVES 5673234
#define ENDED 44430   /* of these */
#define ROUNDS 15

static uint64_t ended; /* leaves where the game is over: the rules' whole answer is made use of */

typedef uint64_t count_function (const ab_game *game, void *context, position *from, int depth);

AB_INLINE uint64_t count_below (const ab_game *rules, void *context, position *from, int depth,
                                count_function *deeper) {
  int moves = rules->moves(context, from, NULL), move;
  uint64_t leaves = 0;
  for (move = 1; move <= moves; move++) {
    position after;
    ab_value payoff;
    ab_played played = rules->play(context, from, (ab_move)move, &after, &payoff);
    if (played != AB_ILLEGAL && depth == 1) {
      leaves++;
      ended += played == AB_OVER;
    }
    else if (played == AB_PLAYED)
      leaves += deeper(rules, context, &after, depth - 1);
  }
  return leaves;
}

static uint64_t count_through (const ab_game *rules, void *context, position *from, int depth) {
  return count_below(rules, context, from, depth, count_through);
}

static uint64_t count_built_in (const ab_game *rules, void *context, position *from, int depth) {
  (void)rules;
  (void)context;
  return count_below(&walked, (void *)&standard, from, depth, count_built_in);
}

static uint64_t run_through (const competitor *self) {
  return count_through(self->from.game, self->from.context, self->from.state, self->what.depth);
}

static uint64_t run_built_in (const competitor *self) {
  return count_built_in(self->from.game, self->from.context, self->from.state, self->what.depth);
}

uint64_t part_perft (const settings *how) {
  competitor all[] = {{.name = "through the descriptor", .run = run_through},
                      {.name = "built in", .run = run_built_in}};
  root from = connect4_after(&ab_connect4, "");
  int i;
  (void)how;
  for (i = 0; i < 2; i++) {
    all[i].from = from;
    all[i].what.depth = DEPTH;
  }
  printf("Connect Four, all positions after %d moves\n", DEPTH);
  compete(all, 2, ROUNDS);
  require_one_tree(all, 2);
  require(all[0].nodes == LEAVES && ended == 2 * ROUNDS * ENDED, "not the known number of leaves");
  free_root(from);
  return LEAVES;
}
