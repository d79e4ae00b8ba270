/*
** Domineering, as a rock of its own that brings a game in C to alphabeta. All it knows of the library is
** the header "alphabeta.h".
**
** Player 1 puts down dominoes upright, player 2 lying; who cannot is the loser. The board has up to 8 rows
** and 8 columns. A move is the number of the upper or left one of the two cells: 1 to 8 in the first row,
** 9 to 16 in the second, and so on.
**
** As a list of integers a position is: rows, columns, who is to move, and the covered cells of each row
** (1 + 2 + 4 for the first three); of an empty board the first three will do.
*/
#include <lua.h>
#include <lauxlib.h>
#include "alphabeta.h"

#define MOST 8        /* rows, columns */
#define LOST (-100)   /* below any count of moves */
#define NOT_LAST 0x7F7F7F7F7F7F7F7Fu /* cells that have one to the right */

typedef struct board {
  uint64_t covered; /* bit 8 * row + column; what is off the board is covered */
  uint32_t size;    /* 16 * rows + columns */
  uint32_t player;
} board;

static int count_of (uint64_t cells) {
  int count = 0;
  for (; cells != 0; cells &= cells - 1)
    count++;
  return count;
}

static uint64_t domino_at (int cell, uint32_t player) {
  return (uint64_t)(player == 1 ? 1 + (1 << 8) : 1 + (1 << 1)) << cell;
}

/* The cells where the player can put down a domino. */
static uint64_t places (const board *b, uint32_t player) {
  uint64_t open = ~b->covered;
  return player == 1 ? open & (open >> 8) : open & (open >> 1) & NOT_LAST;
}

static int list_moves (void *context, void *state, ab_move *list) {
  const board *b = state;
  uint64_t open = places(b, b->player);
  int cell, count = 0;
  (void)context;
  for (cell = 0; cell < MOST * MOST; cell++)
    if (open >> cell & 1)
      list[count++] = (ab_move)cell + 1;
  return count;
}

static ab_played play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *from = state;
  board *to = next;
  (void)context;
  (void)payoff;
  *to = *from;
  to->covered |= domino_at((int)move - 1, from->player);
  to->player = 3 - from->player;
  return AB_PLAYED;
}

/* Who has more places is ahead; who has none has lost. */
static ab_value evaluate (void *context, void *state) {
  const board *b = state;
  int own = count_of(places(b, b->player));
  (void)context;
  return own == 0 ? LOST : own - count_of(places(b, 3 - b->player));
}

/* Places, and those that the other player cannot take away: what alphabeta.learn may find weights for. */
static int list_features (void *context, void *state, double *list) {
  const board *b = state;
  uint64_t own = places(b, b->player), other = places(b, 3 - b->player);
  (void)context;
  list[0] = count_of(own) - count_of(other);
  list[1] = count_of(own & ~other) - count_of(other & ~own);
  return own != 0;
}

static int player (void *context, void *state) {
  (void)context;
  return (int)((const board *)state)->player;
}

static uint64_t key (void *context, void *state) {
  (void)context;
  return ab_hash(state, sizeof(board));
}

static int write_board (void *context, const void *state, int64_t *list) {
  const board *b = state;
  int rows = (int)b->size / 16, row;
  (void)context;
  list[0] = rows;
  list[1] = b->size % 16;
  list[2] = b->player;
  for (row = 0; row < rows; row++)
    list[3 + row] = (int64_t)(b->covered >> 8 * row & 0xFF) % (1 << list[1]);
  return 3 + rows;
}

static int is_size (int64_t size) { return size >= 1 && size <= MOST; }

static const char *read_board (void *context, void *state, const int64_t *list, int count) {
  board *b = state;
  int row;
  (void)context;
  if (count < 3 || !is_size(list[0]) || !is_size(list[1]))
    return "1 to 8 rows and columns expected";
  if (list[2] != 1 && list[2] != 2)
    return "player 1 or 2 expected";
  if (count != 3 && count != 3 + list[0])
    return "the covered cells of each row expected";
  b->size = (uint32_t)(16 * list[0] + list[1]);
  b->player = (uint32_t)list[2];
  b->covered = ~(uint64_t)0;
  for (row = 0; row < list[0]; row++) {
    int64_t cells = count == 3 ? 0 : list[3 + row];
    int64_t all = (1 << list[1]) - 1;
    if (cells < 0 || cells > all)
      return "there are not so many cells in a row";
    b->covered ^= (uint64_t)(all - cells) << 8 * row;
  }
  return NULL;
}

static const ab_game domineering = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "domineering",
  .state_size = sizeof(board),
  .max_moves = MOST * MOST,
  .moves = list_moves,
  .play = play,
  .evaluate = evaluate,
  .feature_count = 2,
  .features = list_features,
  .player = player,
  .key = key,
  .max_numbers = 3 + MOST,
  .write = write_board,
  .read = read_board,
};

/* `require "domineering"` gives the handle that alphabeta.native takes. */
#if defined(_WIN32)
__declspec(dllexport)
#endif
int luaopen_domineering (lua_State *L) {
  ab_native *handle = lua_newuserdata(L, sizeof *handle);
  handle->game = &domineering;
  handle->context = NULL;
  luaL_newmetatable(L, AB_NATIVE_TYPE);
  lua_setmetatable(L, -2);
  return 1;
}
