/*
** Connect Four as one would write it for this game alone: recursive alpha-beta, columns from the left,
** with the board's size, the end of the game and all values where the compiler sees them.
*/
#include "native.h"

#define HEIGHT 6
#define CELL(column, row) ((uint64_t)1 << ((column) * (HEIGHT + 1) + (row)))
#define COLUMN(column) (CELL(column, HEIGHT) - CELL(column, 0))
#define ALL_CELLS (COLUMN(0) | COLUMN(1) | COLUMN(2) | COLUMN(3) | COLUMN(4) | COLUMN(5) | COLUMN(6))
#define INFINITE 1000

static uint64_t visited;

static inline int four_along (uint64_t stones, int step) {
  uint64_t pairs = stones & stones >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

static inline int has_four (uint64_t stones) {
  return four_along(stones, 1) || four_along(stones, HEIGHT + 1) || four_along(stones, HEIGHT + 2)
      || four_along(stones, HEIGHT);
}

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
