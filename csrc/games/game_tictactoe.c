/*
** Tic-tac-toe, for the rules of lua/alphabeta/twins/tictactoe.lua. A move is the number of a cell, 1 to 9,
** row by row.
**
** As integers a position is nine cells: 0 empty, 1 X, 2 O.
*/
#include "games.h"
#include "core/ab_walk.h"

#define CELLS 9
#define BOARD 0777u

/* Cells as bits, so that three octal digits show the three rows. */
typedef struct board {
  uint16_t own;   /* marks of the player to move */
  uint16_t rival; /* marks of the one who has just moved, and who alone can have a line */
} board;

AB_INLINE unsigned cell_bit (ab_move cell) { return 1u << (CELLS - cell); }

AB_INLINE int has_line (unsigned marks) {
  return (marks & 0700) == 0700 || (marks & 0070) == 0070 || (marks & 0007) == 0007
      || (marks & 0444) == 0444 || (marks & 0222) == 0222 || (marks & 0111) == 0111
      || (marks & 0421) == 0421 || (marks & 0124) == 0124;
}

AB_INLINE int tictactoe_moves (void *context, void *state, ab_move *list) {
  const board *b = state;
  unsigned taken = (unsigned)b->own | b->rival;
  int count = 0;
  ab_move cell;
  (void)context;
  if (has_line(b->rival))
    return 0;
  for (cell = 1; cell <= CELLS; cell++)
    if (!(taken & cell_bit(cell)))
      list[count++] = cell;
  return count;
}

AB_INLINE ab_played tictactoe_play (void *context, void *state, ab_move cell, void *next,
                                    ab_value *payoff) {
  const board *from = state;
  board *to = next;
  unsigned marks, taken = (unsigned)from->own | from->rival;
  (void)context;
  if (cell < 1 || cell > CELLS || taken & cell_bit(cell) || has_line(from->rival))
    return AB_ILLEGAL;
  marks = from->own | cell_bit(cell);
  to->own = from->rival;
  to->rival = (uint16_t)marks;
  *payoff = has_line(marks) ? -1 : 0;
  return *payoff < 0 || (taken | cell_bit(cell)) == BOARD ? AB_OVER : AB_PLAYED;
}

AB_INLINE ab_value tictactoe_evaluate (void *context, void *state) {
  (void)context;
  return has_line(((const board *)state)->rival) ? -1 : 0;
}

AB_INLINE uint64_t tictactoe_key (void *context, void *state) {
  const board *b = state;
  (void)context;
  return (uint64_t)b->own << CELLS | b->rival;
}

static int count_marks (unsigned marks) {
  int count = 0;
  for (; marks != 0; marks &= marks - 1)
    count++;
  return count;
}

static int tictactoe_write (void *context, const void *state, int64_t *list) {
  const board *b = state;
  int x_moves = count_marks(b->own) == count_marks(b->rival);
  unsigned x = x_moves ? b->own : b->rival, o = x_moves ? b->rival : b->own;
  int cell;
  (void)context;
  for (cell = 1; cell <= CELLS; cell++)
    *list++ = x & cell_bit((ab_move)cell) ? 1 : o & cell_bit((ab_move)cell) ? 2 : 0;
  return CELLS;
}

static const char *tictactoe_read (void *context, void *state, const int64_t *list, int count) {
  board *b = state;
  unsigned marks[3] = {0, 0, 0};
  int cell, ahead;
  (void)context;
  if (count != CELLS)
    return "nine cells expected";
  for (cell = 1; cell <= CELLS; cell++, list++) {
    if (*list < 0 || *list > 2)
      return "each cell is 0 (empty), 1 (X) or 2 (O)";
    marks[*list] |= cell_bit((ab_move)cell);
  }
  ahead = count_marks(marks[1]) - count_marks(marks[2]);
  if (ahead != 0 && ahead != 1)
    return "as many O as X or one less expected";
  b->own = (uint16_t)marks[1 + ahead];
  b->rival = (uint16_t)marks[2 - ahead];
  return has_line(b->own) ? "a player has moved although the other one had a line" : NULL;
}

static ab_walk_function walk;

static const ab_game tictactoe = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "tictactoe",
  .state_size = sizeof(board),
  .max_moves = CELLS,
  .returns = 1,
  .moves = tictactoe_moves,
  .play = tictactoe_play,
  .evaluate = tictactoe_evaluate,
  .key = tictactoe_key,
  .max_numbers = CELLS,
  .write = tictactoe_write,
  .read = tictactoe_read,
  .walk = walk,
};

AB_INSTANCE (walk, tictactoe, board)

const ab_family ab_tictactoe = { .name = "tictactoe", .game = &tictactoe };
