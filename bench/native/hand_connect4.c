/*
** Connect Four as one would write it for this game alone: recursive alpha-beta, columns from the left,
** with the board's size, the end of the game and all values where the compiler sees them.
*/
#include "hand_connect4.h"

static uint64_t visited;

static int value_of (uint64_t own, uint64_t all, int depth, int alpha, int beta) {
  int best = -INFINITE, column;
  for (column = 0; column < 7; column++) {
    uint64_t stone = (all + CELL(column, 0)) & COLUMN(column);
    int value;
    if (stone == 0)
      continue;
    visited++;
    if (has_four(own | stone))
      value = 1;
    else if ((all | stone) == ALL_CELLS || depth == 1)
      value = 0;
    else
      value = -value_of(all ^ own, all | stone, depth - 1, -beta, -alpha);
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

uint64_t run_hand_connect4 (const competitor *self) {
  visited = 1;
  value_of(0, 0, self->what.depth, -INFINITE, INFINITE);
  return visited;
}
