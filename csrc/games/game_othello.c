/*
** Othello, for the rules of lua/alphabeta/twins/othello.lua. A move is the number of a square: a1 is 1, b1 is
** 2, ... h8 is 64.
**
** As integers a position is: who is to move, 1 or 2; the squares: 0 empty, else whose disc it is.
*/
#include "games.h"
#include "core/ab_walk.h"

#define SQUARES 64
#define FIRST_DISCS 4
#define CORNERS 0x8100000000000081u
#define INNER_COLUMNS 0x7E7E7E7E7E7E7E7Eu /* b to g: only there a line can go on sideways */
#define COLUMN_A 0x0101010101010101u
#define COLUMN_H 0x8080808080808080u
#define EDGES 0x7E8181818181817Eu      /* without the corners */
#define DIAGONAL 0x0042000000004200u   /* to a corner: b2, g2, b7, g7 */
#define SIDEWAYS 0x4200000000000042u   /* of a corner: b1, g1, b8, g8 */
#define UP_OR_DOWN 0x0081000000008100u /* from a corner: a2, h2, a7, h7 */
#define CORNER_WORTH 6

/* Squares as bits, a1 the lowest. */
typedef struct board {
  uint64_t own, rival; /* discs, as the player to move sees them */
  uint64_t moves;      /* where that player can move; nowhere: the game is over */
  uint64_t player;     /* who that is, 1 or 2; when the game is over, the last mover's opponent */
} board;

AB_INLINE int count_squares (uint64_t squares) {
  squares -= squares >> 1 & 0x5555555555555555u;
  squares = (squares & 0x3333333333333333u) + (squares >> 2 & 0x3333333333333333u);
  squares = (squares + (squares >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (int)(squares * 0x0101010101010101u >> 56);
}

/* How many squares there are below the lowest of some. */
AB_INLINE int lowest_square (uint64_t squares) {
#if defined(__GNUC__)
  return __builtin_ctzll(squares);
#else
  return count_squares((squares & (~squares + 1)) - 1);
#endif
}

AB_INLINE uint64_t neighbours (uint64_t squares, int step) { return squares << step | squares >> step; }

/* The ends of all runs of rival discs that touch an own disc, in both directions of a step: where such an end
** is empty, a move turns the run. No run between two squares is longer than six. */
AB_INLINE uint64_t line_moves (uint64_t own, uint64_t rival, int step) {
  uint64_t run = rival & neighbours(own, step);
  run |= rival & neighbours(run, step);
  run |= rival & neighbours(run, step);
  run |= rival & neighbours(run, step);
  run |= rival & neighbours(run, step);
  run |= rival & neighbours(run, step);
  return neighbours(run, step);
}

AB_INLINE uint64_t legal_moves (uint64_t own, uint64_t rival) {
  uint64_t inner = rival & INNER_COLUMNS;
  return (line_moves(own, inner, 1) | line_moves(own, inner, 7) | line_moves(own, rival, 8)
          | line_moves(own, inner, 9)) & ~(own | rival);
}

/* The rival discs between a square and the next own disc above it, or none. */
AB_INLINE uint64_t turned_above (uint64_t square, uint64_t own, uint64_t rival, int step) {
  uint64_t run = rival & square << step;
  run |= rival & run << step;
  run |= rival & run << step;
  run |= rival & run << step;
  run |= rival & run << step;
  run |= rival & run << step;
  return own & run << step ? run : 0;
}

AB_INLINE uint64_t turned_below (uint64_t square, uint64_t own, uint64_t rival, int step) {
  uint64_t run = rival & square >> step;
  run |= rival & run >> step;
  run |= rival & run >> step;
  run |= rival & run >> step;
  run |= rival & run >> step;
  run |= rival & run >> step;
  return own & run >> step ? run : 0;
}

AB_INLINE uint64_t turned (uint64_t square, uint64_t own, uint64_t rival) {
  uint64_t inner = rival & INNER_COLUMNS;
  return turned_above(square, own, inner, 1) | turned_below(square, own, inner, 1)
       | turned_above(square, own, inner, 7) | turned_below(square, own, inner, 7)
       | turned_above(square, own, rival, 8) | turned_below(square, own, rival, 8)
       | turned_above(square, own, inner, 9) | turned_below(square, own, inner, 9);
}

AB_INLINE int othello_moves (void *context, void *state, ab_move *list) {
  uint64_t rest = ((const board *)state)->moves;
  int count = 0;
  (void)context;
  for (; rest != 0; rest &= rest - 1)
    list[count++] = (ab_move)(lowest_square(rest) + 1);
  return count;
}

/* Empty squares go to the winner. */
AB_INLINE ab_value final_margin (const board *b) {
  int own = count_squares(b->own), rival = count_squares(b->rival), empty = SQUARES - own - rival;
  return own > rival ? own - rival + empty : own < rival ? own - rival - empty : 0;
}

/* Who is to move: the player if possible, else the opponent if possible. Neither: the game is over. */
AB_INLINE void find_mover (board *b) {
  uint64_t own = b->own, moves;
  b->moves = legal_moves(b->own, b->rival);
  if (b->moves != 0)
    return;
  moves = legal_moves(b->rival, b->own);
  if (moves == 0)
    return;
  b->moves = moves;
  b->own = b->rival;
  b->rival = own;
  b->player = 3 - b->player;
}

AB_INLINE ab_played othello_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *from = state;
  board *b = next;
  uint64_t square, discs;
  (void)context;
  if (move < 1 || move > SQUARES || !(from->moves >> (move - 1) & 1))
    return AB_ILLEGAL;
  square = (uint64_t)1 << (move - 1);
  discs = turned(square, from->own, from->rival);
  b->own = from->rival & ~discs;
  b->rival = from->own | discs | square;
  b->player = 3 - from->player;
  find_mover(b);
  if (b->moves != 0)
    return AB_PLAYED;
  *payoff = final_margin(b);
  return AB_OVER;
}

/* An estimate is in discs, too: corners stay, and who has more moves will turn more discs. */
AB_INLINE ab_value othello_evaluate (void *context, void *state) {
  const board *b = state;
  int corners, mobility;
  (void)context;
  if (b->moves == 0)
    return final_margin(b);
  corners = count_squares(b->own & CORNERS) - count_squares(b->rival & CORNERS);
  mobility = count_squares(b->moves) - count_squares(legal_moves(b->rival, b->own));
  return CORNER_WORTH * corners + mobility;
}

/* ---------------------------------------------------------------- features */

enum {
  OTHELLO_DISCS, OTHELLO_CORNERS, OTHELLO_DIAGONAL, OTHELLO_BESIDE, OTHELLO_EDGES, OTHELLO_MOVES, OTHELLO_FRONTIER,
  OTHELLO_TO_MOVE, OTHELLO_FEATURES
};

AB_INLINE int lead (const board *b, uint64_t squares) {
  return count_squares(b->own & squares) - count_squares(b->rival & squares);
}

/* Empty squares around some discs. */
AB_INLINE int count_around (uint64_t discs, uint64_t empty) {
  uint64_t wide = discs | (discs << 1 & ~COLUMN_A) | (discs >> 1 & ~COLUMN_H);
  return count_squares((wide | neighbours(wide, 8)) & empty);
}

static int othello_features (void *context, void *state, double *list) {
  const board *b = state;
  uint64_t empty = ~(b->own | b->rival), corners = empty & CORNERS;
  (void)context;
  if (b->moves == 0)
    return 0;
  list[OTHELLO_DISCS] = lead(b, ~empty);
  list[OTHELLO_CORNERS] = lead(b, CORNERS);
  list[OTHELLO_DIAGONAL] = lead(b, (neighbours(corners, 9) | neighbours(corners, 7)) & DIAGONAL);
  list[OTHELLO_BESIDE] = lead(b, (neighbours(corners, 1) & SIDEWAYS) | (neighbours(corners, 8) & UP_OR_DOWN));
  list[OTHELLO_EDGES] = lead(b, EDGES);
  list[OTHELLO_MOVES] = count_squares(b->moves) - count_squares(legal_moves(b->rival, b->own));
  list[OTHELLO_FRONTIER] = count_around(b->rival, empty) - count_around(b->own, empty);
  list[OTHELLO_TO_MOVE] = 1;
  return 1;
}

/* The part of the squares that have discs, of those that had none at the beginning. */
static double othello_phase (void *context, void *state) {
  const board *b = state;
  (void)context;
  return (count_squares(b->own | b->rival) - FIRST_DISCS) / (double)(SQUARES - FIRST_DISCS);
}

/* The fewer moves the opponent has then, the better; corners first. */
AB_INLINE double othello_order (void *context, void *state, ab_move move) {
  const board *b = state;
  uint64_t square = (uint64_t)1 << (move - 1), discs = turned(square, b->own, b->rival);
  (void)context;
  return (square & CORNERS ? CORNER_WORTH : 0)
       - count_squares(legal_moves(b->rival & ~discs, b->own | discs | square));
}

AB_INLINE int othello_player (void *context, void *state) {
  (void)context;
  return (int)((const board *)state)->player;
}

AB_INLINE uint64_t othello_key (void *context, void *state) {
  const board *b = state;
  unsigned char bytes[17];
  (void)context;
  games_put_bytes(bytes, b->own);
  games_put_bytes(bytes + 8, b->rival);
  bytes[16] = (unsigned char)b->player;
  return ab_hash(bytes, sizeof bytes);
}

static int othello_write (void *context, const void *state, int64_t *list) {
  const board *b = state;
  int64_t player = (int64_t)b->player;
  int square;
  (void)context;
  *list++ = player;
  for (square = 0; square < SQUARES; square++)
    *list++ = b->own >> square & 1 ? player : b->rival >> square & 1 ? 3 - player : 0;
  return 1 + SQUARES;
}

static const char *othello_read (void *context, void *state, const int64_t *list, int count) {
  board *b = state;
  uint64_t discs[3] = {0, 0, 0};
  int square;
  (void)context;
  if (count != 1 + SQUARES)
    return "player and 64 squares expected";
  if (list[0] != 1 && list[0] != 2)
    return "player 1 or 2 expected";
  for (square = 0; square < SQUARES; square++) {
    int64_t owner = list[1 + square];
    if (owner < 0 || owner > 2)
      return "each square is 0 (empty), 1 or 2 (whose disc it is)";
    discs[owner] |= (uint64_t)1 << square;
  }
  b->player = (uint64_t)list[0];
  b->own = discs[list[0]];
  b->rival = discs[3 - list[0]];
  find_mover(b);
  return b->player == (uint64_t)list[0] ? NULL : "the player to move has no move, but the other one has";
}

static ab_walk_function walk;

static const ab_game othello = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "othello",
  .state_size = sizeof(board),
  .max_moves = SQUARES,
  .returns = 1,
  .moves = othello_moves,
  .play = othello_play,
  .evaluate = othello_evaluate,
  .player = othello_player,
  .key = othello_key,
  .order = othello_order,
  .feature_count = OTHELLO_FEATURES,
  .features = othello_features,
  .phase = othello_phase,
  .max_numbers = 1 + SQUARES,
  .write = othello_write,
  .read = othello_read,
  .walk = walk,
};

AB_INSTANCE (walk, othello, board)

const ab_family ab_othello = { .name = "othello", .game = &othello };
