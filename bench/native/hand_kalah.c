/* Recursive alpha-beta over the library's own rules of Kalah, which are compiled into it. */
#define ab_kalah rules_of_kalah
#define ab_kalah_solver rules_of_solver
#include "../../csrc/games/game_kalah.c"
#undef ab_kalah
#undef ab_kalah_solver

#include "native.h"

static uint64_t visited;

static ab_value value_of (board *from, int depth, ab_value alpha, ab_value beta) {
  ab_move holes[MOST_HOLES];
  int count = kalah_moves(NULL, from, holes), i;
  ab_value best = -AB_INF;
  for (i = 0; i < count; i++) {
    board after;
    ab_value value;
    ab_played played = kalah_play(NULL, from, holes[i], &after, &value);
    int same = after.player == from->player;
    visited++;
    if (played == AB_PLAYED && depth == 1)
      value = kalah_evaluate(NULL, &after);
    else if (played == AB_PLAYED)
      value = value_of(&after, depth - 1, same ? alpha : -beta, same ? beta : -alpha);
    if (!same)
      value = -value;
    if (value > best) {
      best = value;
      if (value >= beta)
        break;
      if (value > alpha)
        alpha = value;
    }
  }
  return best;
}

uint64_t run_hand_kalah (const competitor *self) {
  visited = 1;
  value_of(self->from.state, self->what.depth, -AB_INF, AB_INF);
  return visited;
}
