/*
** Connect Four with a transposition table, as one would write it for this game alone: alpha-beta, deepening,
** the move that the table remembers first, then columns from the left. An entry is 64 bits; of two that
** share a place, found by the key modulo a prime, one stays if it is deeper. It answers for its own depth only.
*/
#include <stdlib.h>
#include "hand_connect4.h"

#define ENTRY(key, depth, bound, value, column) \
  ((key) << 15 | (uint64_t)(depth) << 9 | (uint64_t)(bound) << 7 | (uint64_t)((value) + 1) << 4 | (uint64_t)(column))

enum { EXACT, LOWER, UPPER };

static uint64_t visited, *table, pairs;

static uint64_t largest_prime (uint64_t below) {
  for (below |= 1;; below -= 2) {
    uint64_t factor = 3;
    while (factor * factor <= below && below % factor != 0)
      factor += 2;
    if (factor * factor > below)
      return below;
  }
}

static int value_of (uint64_t own, uint64_t all, int depth, int alpha, int beta);

/* What a stone is worth to the one who drops it. */
static int dropped (uint64_t own, uint64_t all, uint64_t stone, int depth, int alpha, int beta) {
  visited++;
  if (has_four(own | stone))
    return 1;
  if ((all | stone) == ALL_CELLS || depth == 1)
    return 0;
  return -value_of(all ^ own, all | stone, depth - 1, -beta, -alpha);
}

static int value_of (uint64_t own, uint64_t all, int depth, int alpha, int beta) {
  uint64_t key = own + all, *pair = &table[key % pairs * 2], *entry = pair + (*pair >> 15 != key);
  int low = alpha, best = -INFINITE, best_column = 0, first = 0, i;
  if (*entry >> 15 == key && *entry != 0) {
    int bound = *entry >> 7 & 3, value = (int)(*entry >> 4 & 7) - 1;
    first = *entry & 7;
    if ((int)(*entry >> 9 & 63) == depth
        && (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)))
      return value;
  }
  for (i = 0; i < 7; i++) {
    int column = i == 0 ? first : i <= first ? i - 1 : i, value;
    uint64_t stone = (all + CELL(column, 0)) & COLUMN(column);
    if (stone == 0)
      continue;
    value = dropped(own, all, stone, depth, low, beta);
    if (value > best) {
      best = value;
      best_column = column;
      if (value >= beta)
        break;
      if (value > low)
        low = value;
    }
  }
  entry = pair + (*pair >> 15 != key && (int)(*pair >> 9 & 63) > depth);
  *entry = ENTRY(key, depth, best >= beta ? LOWER : best > alpha ? EXACT : UPPER, best, best_column);
  return best;
}

uint64_t run_hand_table (const competitor *self) {
  int depth;
  pairs = largest_prime((self->what.megabytes << 20) / (2 * sizeof *table));
  table = calloc(2 * pairs, sizeof *table);
  require(table != NULL, "not enough memory");
  visited = 0;
  for (depth = 1; depth <= self->what.depth; depth++) {
    visited++;
    value_of(0, 0, depth, -INFINITE, INFINITE);
  }
  free(table);
  return visited;
}
