/*
** Connect Four: who first has four stones in a line wins, 1; a full board is a draw, 0; nothing is known
** before. Parameters: width and height, 7 and 6 if there are none.
**
** Bits count up a column from its lowest cell, height + 1 to a column; the cell above the highest stays
** empty, so that no line runs on from one column into the next.
*/
#include "games.h"
#include "ab_walk.h"

typedef struct position {
  uint64_t own; /* stones of the player to move */
  uint64_t all; /* stones of both */
} position;

typedef struct board {
  int width, height;
  uint64_t bottom; /* the lowest cell of every column */
  uint64_t cells;  /* all cells */
} board;

#define AB_STANDARD {7, 6, 0x0000040810204081u, 0x0000FDFBF7EFDFBFu}

static const board standard = AB_STANDARD;

AB_INLINE int four_along (uint64_t stones, int step) {
  uint64_t pairs = stones & stones >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

AB_INLINE int has_four (const board *b, uint64_t stones) {
  return four_along(stones, 1) || four_along(stones, b->height + 1) || four_along(stones, b->height + 2)
      || four_along(stones, b->height);
}

/* Of all columns from the left, as bits: the cells of one. */
AB_INLINE uint64_t column_of (const board *b, int column) {
  return (((uint64_t)1 << b->height) - 1) << column * (b->height + 1);
}

/* The cell on which a stone comes to rest; none: the column is full. */
AB_INLINE uint64_t landing (const board *b, uint64_t all, int column) {
  return (all + ((uint64_t)1 << column * (b->height + 1))) & column_of(b, column);
}

AB_INLINE int c4_moves (void *context, void *state, ab_move *list) {
  (void)state;
  (void)list;
  return ((const board *)context)->width;
}

AB_INLINE ab_played c4_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *b = context;
  const position *from = state;
  position *to = next;
  uint64_t own = from->own, all = from->all, stone = landing(b, all, (int)move - 1);
  if (stone == 0)
    return AB_ILLEGAL;
  to->own = all ^ own;
  to->all = all | stone;
  if (has_four(b, own | stone)) {
    *payoff = -1;
    return AB_OVER;
  }
  if (to->all == b->cells) {
    *payoff = 0;
    return AB_OVER;
  }
  return AB_PLAYED;
}

AB_INLINE ab_value c4_evaluate (void *context, void *state) {
  (void)context;
  (void)state;
  return 0;
}

/* A column's sum tells its height, and whose its stones are: the sums of a height are a range of their own. */
AB_INLINE uint64_t c4_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return p->own + p->all;
}

static ab_walk_function walk;

static const ab_game game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "connect4", .state_size = sizeof (position),
  .returns = 1, .moves = c4_moves, .play = c4_play, .evaluate = c4_evaluate, .key = c4_key, .walk = walk
};

AB_INSTANCE_IN (walk_standard, game, position, (void *)&standard)
AB_INSTANCE (walk_other, game, position)

static ab_status walk (ab_walk *w) {
  return memcmp(w->context, &standard, sizeof standard) == 0 ? walk_standard(w) : walk_other(w);
}

const ab_family ab_connect4 = {"connect4", &game, NULL, NULL};
