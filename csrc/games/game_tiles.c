/*
** Sliding tiles, for the rules of lua/alphabeta/twins/tiles.lua: the 15-puzzle, and others of up to 16 cells. A move is the
** cell, from 1, whose tile slides into the empty one. It is for one player, by ab_path.
**
** The estimate is the sum of the steps that the tiles have to go, and 2 for each tile that must leave the row or the column
** in which it belongs so that others can pass: linear conflicts (Hansson, Mayer & Yung 1992).
**
** As integers a position is: width, height, and the tiles row by row, 0 for the empty cell.
*/
#include <string.h>
#include "games.h"

#define MOST_SIDE 4
#define MOST_CELLS 16
#define LINES 65536 /* contents of a row or a column: four bits for each tile */
#define MOST_MOVES 4

/* What depends on the size alone. */
typedef struct tiles {
  int width, height;
  int count[MOST_CELLS];              /* moves, by the empty cell, */
  ab_move cells[MOST_CELLS][MOST_MOVES]; /* and which */
  uint16_t near[MOST_CELLS];          /* the same as bits */
  uint8_t row_shifts[MOST_CELLS], column_shifts[MOST_CELLS];
  int8_t nearer[MOST_CELLS][MOST_CELLS][MOST_CELLS]; /* steps to go, from cell to cell, for each tile: their change */
  uint8_t rows[MOST_SIDE][LINES], columns[MOST_SIDE][LINES]; /* what the conflicts of one are worth, by its contents */
} tiles;

typedef struct position {
  uint64_t board;    /* four bits for each tile, the first cell in the lowest, */
  uint64_t turned;   /* and the same column by column; each line in sixteen bits */
  int32_t empty;     /* the cell, from 0 */
  int32_t estimate;
} position;

/* Where a cell stands among the rows of four, and among the columns. */
static int row_shift (const tiles *t, int cell) { return 16 * (cell / t->width) + 4 * (cell % t->width); }

static int column_shift (const tiles *t, int cell) { return 16 * (cell % t->width) + 4 * (cell / t->width); }

static int tile_at (const tiles *t, uint64_t board, int cell) { return (int)(board >> row_shift(t, cell) & 15); }

/* The cell where a tile belongs. */
static int home_of (int tile) { return tile - 1; }

static int steps_between (const tiles *t, int a, int b) {
  int columns = a % t->width - b % t->width, rows = a / t->width - b / t->width;
  return (columns < 0 ? -columns : columns) + (rows < 0 ? -rows : rows);
}

static int tiles_moves (void *context, void *state, ab_move *list) {
  const tiles *t = context;
  const ab_move *cells = t->cells[((const position *)state)->empty];
  int i, count = t->count[((const position *)state)->empty];
  for (i = 0; i < count; i++)
    list[i] = cells[i];
  return count;
}

/* Two lines have changed: what that changes of their conflicts. (A line along which a tile slides has them as before.) */
static int change (const uint8_t (*worth)[LINES], uint64_t before, uint64_t after, int a, int b) {
  return worth[a][after >> 16 * a & 0xFFFF] - worth[a][before >> 16 * a & 0xFFFF]
       + worth[b][after >> 16 * b & 0xFFFF] - worth[b][before >> 16 * b & 0xFFFF];
}

static ab_played tiles_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const tiles *t = context;
  const position from = *(const position *)state;
  position *to = next;
  int cell = (int)move - 1, empty = from.empty, along;
  uint64_t tile;
  (void)payoff;
  if (move < 1 || move > MOST_CELLS || !(t->near[empty] >> cell & 1))
    return AB_ILLEGAL;
  tile = from.board >> t->row_shifts[cell] & 15;
  along = cell - empty == 1 || empty - cell == 1;
  to->board = (from.board ^ tile << t->row_shifts[cell]) | tile << t->row_shifts[empty];
  to->turned = (from.turned ^ tile << t->column_shifts[cell]) | tile << t->column_shifts[empty];
  to->estimate = from.estimate + t->nearer[tile][cell][empty]
               + (along ? change(t->columns, from.turned, to->turned, cell % t->width, empty % t->width)
                        : change(t->rows, from.board, to->board, cell / t->width, empty / t->width));
  to->empty = cell;
  return AB_PLAYED;
}

static int tiles_goal (void *context, void *state) {
  (void)context;
  return ((const position *)state)->estimate == 0;
}

static double tiles_estimate (void *context, void *state) {
  (void)context;
  return ((const position *)state)->estimate;
}

static uint64_t tiles_key (void *context, void *state) {
  (void)context;
  return ((const position *)state)->board;
}

static int tiles_write (void *context, const void *state, int64_t *list) {
  const tiles *t = context;
  int cell, cells = t->width * t->height;
  list[0] = t->width;
  list[1] = t->height;
  for (cell = 0; cell < cells; cell++)
    list[2 + cell] = tile_at(t, ((const position *)state)->board, cell);
  return 2 + cells;
}

static const char *tiles_read (void *context, void *state, const int64_t *list, int count) {
  const tiles *t = context;
  position *p = state;
  int cell, line, cells = t->width * t->height;
  unsigned seen = 0;
  if (count < 2 || list[0] != t->width || list[1] != t->height)
    return "width and height of this board expected first";
  if (count != 2 + cells)
    return "a tile for each cell expected";
  memset(p, 0, sizeof *p);
  for (cell = 0; cell < cells; cell++) {
    int64_t tile = list[2 + cell];
    if (tile < 0 || tile >= cells || seen >> tile & 1)
      return "each tile once, and 0 for the empty cell, expected";
    seen |= 1u << tile;
    p->board |= (uint64_t)tile << row_shift(t, cell);
    p->turned |= (uint64_t)tile << column_shift(t, cell);
    if (tile == 0)
      p->empty = cell;
    else
      p->estimate += steps_between(t, cell, home_of((int)tile));
  }
  for (line = 0; line < MOST_SIDE; line++)
    p->estimate += t->rows[line][p->board >> 16 * line & 0xFFFF] + t->columns[line][p->turned >> 16 * line & 0xFFFF];
  return NULL;
}

static int is_size (double number) { return number >= 2 && number <= MOST_SIDE && number == (double)(int)number; }

static size_t measure (const double *parameters, int count) {
  if (count == 0)
    return sizeof(tiles);
  return count == 2 && is_size(parameters[0]) && is_size(parameters[1]) ? sizeof(tiles) : 0;
}

/* The place in a row, or a column, where the tile belongs; -1: it does not belong there. */
static int place_in (const tiles *t, int is_row, int line, int tile) {
  int row = home_of(tile) / t->width, column = home_of(tile) % t->width;
  if (tile == 0 || home_of(tile) >= t->width * t->height || (is_row ? row : column) != line)
    return -1;
  return is_row ? column : row;
}

/* How many tiles must leave a line whose tiles belong in these places: all but the most that are in order. */
static int leaving (const int *places, int length) {
  int set, best = 0, all = 0, i;
  for (i = 0; i < length; i++)
    all += places[i] >= 0;
  for (set = 0; set < 1 << length; set++) {
    int last = -1, count = 0;
    for (i = 0; i < length && count >= 0; i++)
      if (set >> i & 1) {
        count = places[i] > last ? count + 1 : -1;
        last = places[i];
      }
    best = count > best ? count : best;
  }
  return all - best;
}

static void set_conflicts (const tiles *t, uint8_t *worth, int is_row, int line) {
  int length = is_row ? t->width : t->height, places[MOST_SIDE], i;
  unsigned contents;
  for (contents = 0; contents < 1u << 4 * length; contents++) {
    for (i = 0; i < length; i++)
      places[i] = place_in(t, is_row, line, (int)(contents >> 4 * i & 15));
    worth[contents] = (uint8_t)(2 * leaving(places, length));
  }
}

static void set_moves (tiles *t, int empty) {
  int cell;
  t->row_shifts[empty] = (uint8_t)row_shift(t, empty);
  t->column_shifts[empty] = (uint8_t)column_shift(t, empty);
  for (cell = 0; cell < t->width * t->height; cell++)
    if (steps_between(t, cell, empty) == 1) {
      t->cells[empty][t->count[empty]++] = (ab_move)cell + 1;
      t->near[empty] = (uint16_t)(t->near[empty] | 1u << cell);
    }
}

static const char *set_up (void *context, const double *parameters, int count) {
  tiles *t = context;
  int tile, from, to, cells, line;
  if (measure(parameters, count) == 0)
    return "width and height of 2 to 4 expected";
  memset(t, 0, sizeof *t);
  t->width = count == 2 ? (int)parameters[0] : 4;
  t->height = count == 2 ? (int)parameters[1] : 4;
  cells = t->width * t->height;
  for (from = 0; from < cells; from++)
    set_moves(t, from);
  for (line = 0; line < t->height; line++)
    set_conflicts(t, t->rows[line], 1, line);
  for (line = 0; line < t->width; line++)
    set_conflicts(t, t->columns[line], 0, line);
  for (tile = 1; tile < cells; tile++)
    for (from = 0; from < cells; from++)
      for (to = 0; to < cells; to++)
        t->nearer[tile][from][to] =
          (int8_t)(steps_between(t, to, home_of(tile)) - steps_between(t, from, home_of(tile)));
  return NULL;
}

static const ab_game game = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "tiles",
  .state_size = sizeof(position),
  .max_moves = MOST_MOVES,
  .returns = 1,
  .moves = tiles_moves,
  .play = tiles_play,
  .key = tiles_key,
  .goal = tiles_goal,
  .remaining = tiles_estimate,
  .max_numbers = 2 + MOST_CELLS,
  .write = tiles_write,
  .read = tiles_read,
};

const ab_family ab_tiles = { .name = "tiles", .game = &game, .measure = measure, .set_up = set_up };
