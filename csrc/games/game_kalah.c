/*
** Kalah, for the rules of lua/alphabeta/twins/kalah.lua. A move is the number of an own hole; hole 1 is the
** farthest from the own store.
**
** As integers a position is: who is to move, 1 or 2; whether an empty hole opposite is captured from,
** 0 or 1; the counters in the pits in sowing order: the holes of player 1, the store of player 1, the same of
** player 2.
*/
#include "games.h"
#include "core/ab_walk.h"

#define MOST_HOLES 12
#define MOST_PITS (2 * MOST_HOLES + 2)
#define MOST_COUNTERS 2400 /* in all */
#define HEAD 2             /* integers before the pits */

/* All of one type, so that there is no padding. */
typedef struct board {
  uint16_t pits[MOST_PITS]; /* as far as they are in use; the rest is 0 */
  uint16_t holes;           /* in each row */
  uint16_t player;          /* who is to move; when the game is over, who would have been */
  uint16_t empty_capture;   /* 1: the last counter captures even if the hole opposite is empty */
  uint16_t counters;        /* in all pits */
} board;

/* Pits are counted from 0: those of player 1 are 0 to `holes`, and opposite holes add up to twice `holes`. */
AB_INLINE int first_hole (const board *b, int player) { return (player - 1) * (b->holes + 1); }
AB_INLINE int store_of (const board *b, int player) { return first_hole(b, player) + b->holes; }

AB_INLINE unsigned counters_in_row (const board *b, int player) {
  const uint16_t *row = b->pits + first_hole(b, player);
  unsigned sum = 0;
  int i;
  for (i = 0; i < b->holes; i++)
    sum += row[i];
  return sum;
}

AB_INLINE int kalah_moves (void *context, void *state, ab_move *list) {
  const board *b = state;
  const uint16_t *row = b->pits + first_hole(b, b->player);
  int i, count = 0;
  (void)context;
  for (i = 0; i < b->holes; i++)
    if (row[i] > 0)
      list[count++] = (ab_move)(i + 1);
  return count;
}

AB_INLINE ab_value margin (const board *b) {
  return (int)b->pits[store_of(b, b->player)] - (int)b->pits[store_of(b, 3 - b->player)];
}

/* Empty a pit and sow its counters; the last one's pit. */
AB_INLINE int sow (board *b, int pit, int rival_store) {
  int last_pit = 2 * b->holes + 1;
  unsigned counters = b->pits[pit];
  b->pits[pit] = 0;
  while (counters > 0) {
    pit = pit == last_pit ? 0 : pit + 1;
    if (pit != rival_store) {
      b->pits[pit]++;
      counters--;
    }
  }
  return pit;
}

AB_INLINE void capture (board *b, int pit, int store) {
  int opposite = 2 * b->holes - pit;
  if (b->pits[opposite] == 0 && !b->empty_capture)
    return;
  b->pits[store] = (uint16_t)(b->pits[store] + b->pits[opposite] + 1);
  b->pits[pit] = b->pits[opposite] = 0;
}

/* All counters of a row go to its owner's store. */
AB_INLINE void collect (board *b, int player, unsigned counters) {
  uint16_t *store = &b->pits[store_of(b, player)];
  memset(store - b->holes, 0, b->holes * sizeof *store);
  *store = (uint16_t)(*store + counters);
}

AB_INLINE ab_played kalah_play (void *context, void *state, ab_move hole, void *next, ab_value *payoff) {
  const board *from = state;
  board *b = next;
  int player = from->player, first = first_hole(from, player), store = store_of(from, player), last;
  unsigned south, north;
  (void)context;
  if (hole < 1 || hole > from->holes || from->pits[first + (int)hole - 1] == 0)
    return AB_ILLEGAL;
  *b = *from;
  last = sow(b, first + (int)hole - 1, store_of(from, 3 - player));
  if (last != store) {
    b->player = (uint16_t)(3 - player);
    if (b->pits[last] == 1 && last >= first && last < store)
      capture(b, last, store);
  }
  south = counters_in_row(b, 1);
  north = counters_in_row(b, 2);
  if (south > 0 && north > 0)
    return AB_PLAYED;
  collect(b, 1, south);
  collect(b, 2, north);
  *payoff = margin(b);
  return AB_OVER;
}

AB_INLINE ab_value kalah_evaluate (void *context, void *state) {
  (void)context;
  return margin(state);
}

AB_INLINE int kalah_player (void *context, void *state) {
  (void)context;
  return ((const board *)state)->player;
}

/* A byte says who is to move, by which rule, and whether a pit has two bytes; then the pits. */
AB_INLINE uint64_t kalah_key (void *context, void *state) {
  const board *b = state;
  unsigned char bytes[1 + 2 * MOST_PITS], *end = bytes;
  int pits = 2 * b->holes + 2, i;
  unsigned all = 0;
  (void)context;
  for (i = 0; i < pits; i++)
    all |= b->pits[i];
  *end++ = (unsigned char)(b->player + 2 * b->empty_capture + (all > 255 ? 4 : 0));
  for (i = 0; i < pits; i++) {
    if (all > 255)
      *end++ = (unsigned char)(b->pits[i] >> 8);
    *end++ = (unsigned char)(b->pits[i] & 255);
  }
  return ab_hash(bytes, (size_t)(end - bytes));
}

static int kalah_write (void *context, const void *state, int64_t *list) {
  const board *b = state;
  int pits = 2 * b->holes + 2, i;
  (void)context;
  list[0] = b->player;
  list[1] = b->empty_capture;
  for (i = 0; i < pits; i++)
    list[HEAD + i] = b->pits[i];
  return HEAD + pits;
}

static const char *kalah_read (void *context, void *state, const int64_t *list, int count) {
  board *b = state;
  int64_t total = 0;
  int pits = count - HEAD, i;
  (void)context;
  memset(b, 0, sizeof *b);
  if (pits < 4 || pits > MOST_PITS || pits % 2 != 0)
    return "player, rule of capture, and two rows of 1 to 12 holes with a store each expected";
  if (list[0] != 1 && list[0] != 2)
    return "player 1 or 2 expected";
  if (list[1] != 0 && list[1] != 1)
    return "the rule of capture is 0 or 1";
  b->player = (uint16_t)list[0];
  b->empty_capture = (uint16_t)list[1];
  b->holes = (uint16_t)(pits / 2 - 1);
  for (i = 0; i < pits; i++) {
    int64_t counters = list[HEAD + i];
    if (counters < 0 || counters > MOST_COUNTERS)
      return "0 to 2400 counters in a pit expected";
    total += counters;
    b->pits[i] = (uint16_t)counters;
  }
  if (total > MOST_COUNTERS)
    return "at most 2400 counters expected";
  b->counters = (uint16_t)total;
  if ((counters_in_row(b, 1) == 0) != (counters_in_row(b, 2) == 0))
    return "one row is empty: the counters of the other belong in its owner's store";
  return NULL;
}

enum { KALAH_HOLES = 6, KALAH_FEATURES = KALAH_HOLES + 2 };

/* The counters in the holes, from the store outwards (the sixth is for all the rest), and in the store, the mover's less the
** other's; and that it is the mover's turn. */
static int kalah_features (void *context, void *state, double *list) {
  const board *b = state;
  const uint16_t *own = b->pits + store_of(b, b->player), *rival = b->pits + store_of(b, 3 - b->player);
  int i;
  (void)context;
  if (counters_in_row(b, b->player) == 0)
    return 0;
  for (i = 0; i < KALAH_HOLES; i++)
    list[i] = 0;
  for (i = 1; i <= b->holes; i++)
    list[(i < KALAH_HOLES ? i : KALAH_HOLES) - 1] += own[-i] - rival[-i];
  list[KALAH_HOLES] = own[0] - rival[0];
  list[KALAH_HOLES + 1] = 1;
  return 1;
}

/* What both games below have. */
#define KALAH_RULES                                                                            \
  .abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (board), .max_moves = MOST_HOLES, .returns = 1, \
  .moves = kalah_moves, .play = kalah_play, .evaluate = kalah_evaluate, .player = kalah_player, \
  .feature_count = KALAH_FEATURES, .features = kalah_features, \
  .max_numbers = HEAD + MOST_PITS, .write = kalah_write, .read = kalah_read

static ab_walk_function walk;

static const ab_game kalah = {KALAH_RULES, .name = "kalah", .key = kalah_key, .walk = walk};

AB_INSTANCE (walk, kalah, board)

/* ---------------------------------------------------------------- solving */

/*
** The variant for solving the game. What lies in a store stays there, which bounds the margin; and the key sees
** the board from the side of the player to move, so that the table takes a position and the one with the sides
** changed for the same.
*/
AB_INLINE void solver_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const board *b = state;
  (void)context;
  *low = 2 * b->pits[store_of(b, b->player)] - b->counters;
  *high = b->counters - 2 * b->pits[store_of(b, 3 - b->player)];
}

/* Moves that earn another one come first, from the hole next to the store; then captures, the larger the
** earlier. */
AB_INLINE double solver_order (void *context, void *state, ab_move hole) {
  const board *b = state;
  int first = first_hole(b, b->player), from = first + (int)hole - 1, store = first + b->holes;
  int counters = b->pits[from], last = from + counters;
  (void)context;
  if (last == store)
    return 1000 + (int)hole;
  if (last < store && b->pits[last] == 0) {
    int taken = b->pits[2 * b->holes - last];
    if (taken > 0 || b->empty_capture)
      return 10 * (taken + 1);
  }
  return (int)hole - b->holes;
}

/* Two bytes for each pit of a player, the lower first on every machine. */
AB_INLINE unsigned char *put_row (unsigned char *end, const board *b, int player) {
  const uint16_t *pit = b->pits + first_hole(b, player), *last = pit + b->holes;
  for (; pit <= last; pit++) {
    *end++ = (unsigned char)(*pit & 255);
    *end++ = (unsigned char)(*pit >> 8);
  }
  return end;
}

AB_INLINE uint64_t solver_key (void *context, void *state) {
  const board *b = state;
  unsigned char bytes[2 * MOST_PITS + 1], *end = bytes;
  (void)context;
  end = put_row(end, b, b->player);
  end = put_row(end, b, 3 - b->player);
  *end++ = (unsigned char)b->empty_capture;
  return ab_hash(bytes, (size_t)(end - bytes));
}

static ab_walk_function walk_solver;

static const ab_game solver = {
  KALAH_RULES, .name = "kalah-solver", .key = solver_key, .order = solver_order, .bounds = solver_bounds,
  .walk = walk_solver
};

AB_INSTANCE (walk_solver, solver, board)

const ab_family ab_kalah = { .name = "kalah", .game = &kalah };
const ab_family ab_kalah_solver = { .name = "kalah-solver", .game = &solver };
