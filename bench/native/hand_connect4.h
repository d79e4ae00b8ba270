/* The board of those who write Connect Four by hand, of a size that the compiler sees. */
#ifndef HAND_CONNECT4_H
#define HAND_CONNECT4_H

#include "native.h"

#define HEIGHT 6
#define CELL(column, row) ((uint64_t)1 << ((column) * (HEIGHT + 1) + (row)))
#define COLUMN(column) (CELL(column, HEIGHT) - CELL(column, 0))
#define ALL_CELLS (COLUMN(0) | COLUMN(1) | COLUMN(2) | COLUMN(3) | COLUMN(4) | COLUMN(5) | COLUMN(6))
#define INFINITE 1000

static inline int four_along (uint64_t stones, int step) {
  uint64_t pairs = stones & stones >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

static inline int has_four (uint64_t stones) {
  return four_along(stones, 1) || four_along(stones, HEIGHT + 1) || four_along(stones, HEIGHT + 2)
      || four_along(stones, HEIGHT);
}

#endif
