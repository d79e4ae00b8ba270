/*
** Connect Four: who first has four stones in a line wins, 1; a full board is a draw, 0; nothing is known
** before. Parameters: width and height, 7 and 6 if there are none.
**
** Bits count up a column from its lowest cell, height + 1 to a column; the cell above the highest stays
** empty, so that no line runs on from one column into the next.
*/
#include "games.h"
#include "core/ab_walk.h"

typedef struct position {
  uint64_t own; /* stones of the player to move */
  uint64_t all; /* stones of both; and C4_OVER, which is no cell of any board */
} position;

#define C4_OVER ((uint64_t)1 << 63)

typedef struct board {
  int width, height;
  uint64_t bottom; /* the lowest cell of every column */
  uint64_t cells;  /* all cells */
  uint64_t odd;    /* the cells of rows 1, 3, 5, ..., from below */
  uint64_t middle; /* the cells of the one row, or two, in the middle */
  uint64_t columns[64]; /* the cells of each column, by its number from 1, which is the move's */
} board;

#define C4_MOST_NUMBERS 65 /* width, height, and up to 63 cells */

#define COLUMN ((uint64_t)63)

static const board standard = {7, 6, 0x0000040810204081u, 0x0000FDFBF7EFDFBFu, 0x000054A952A54A95u, 0x00003060C183060Cu, {
  0, COLUMN, COLUMN << 7, COLUMN << 14, COLUMN << 21, COLUMN << 28, COLUMN << 35, COLUMN << 42
}};

static int is_standard (const board *b) { return b->width == standard.width && b->height == standard.height; }

AB_INLINE int four_along (uint64_t stones, int step) {
  uint64_t pairs = stones & stones >> step;
  return (pairs & pairs >> 2 * step) != 0;
}

AB_INLINE int has_four (const board *b, uint64_t stones) {
  return four_along(stones, 1)
      || (b->width >= 4 && (four_along(stones, b->height + 1) || four_along(stones, b->height + 2)
                            || four_along(stones, b->height)));
}

/* The same where it cannot be foreseen. */
AB_INLINE int is_line (const board *b, uint64_t stones) {
  return four_along(stones, 1)
       | ((b->width >= 4) & (four_along(stones, b->height + 1) | four_along(stones, b->height + 2)
                             | four_along(stones, b->height)));
}

/* The cell on which a stone comes to rest; none: the column is full. */
AB_INLINE uint64_t landing (const board *b, uint64_t all, ab_move move) {
  return (all + b->bottom) & b->columns[move];
}

static int c4_moves (void *context, void *state, ab_move *list) {
  (void)list;
  return (((const position *)state)->all & C4_OVER) != 0 ? 0 : ((const board *)context)->width;
}

AB_INLINE ab_played c4_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *b = context;
  const position *from = state;
  position *to = next;
  uint64_t own = from->own, all = from->all, stone = landing(b, all, move);
  int won;
  if (stone == 0)
    return AB_ILLEGAL;
  won = has_four(b, own | stone);
  to->own = all ^ own;
  to->all = all | stone;
  if (!won && to->all != b->cells)
    return AB_PLAYED;
  *payoff = won ? -1 : 0;
  to->all |= C4_OVER;
  return AB_OVER;
}

static ab_value c4_evaluate (void *context, void *state) {
  const position *p = state;
  return (p->all & C4_OVER) != 0 && has_four(context, p->own ^ (p->all & ~C4_OVER)) ? -1 : 0;
}

/* ---------------------------------------------------------------- features */

enum { C4_ONE, C4_TWO, C4_THREE, C4_ODD, C4_EVEN, C4_TO_MOVE, C4_FEATURES };

/* Without a branch, which a processor could not predict. */
AB_INLINE int count_bits (uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (int)(bits * 0x0101010101010101u >> 56);
}

/* Count the lines of four along a direction in which one player alone has stones: by how many, and those of three by the row
** of the cell that is missing. A line is known by its first cell. */
static void count_lines (const board *b, uint64_t own, uint64_t rival, int step, int sign, double *list) {
  uint64_t open = b->cells, odd = 0, ones = 0, twos = 0, three;
  int i;
  for (i = 0; i < 4; i++) {
    uint64_t stones = own >> i * step;
    open &= b->cells >> i * step & ~(rival >> i * step);
    twos ^= ones & stones;
    ones ^= stones;
  }
  three = open & ones & twos;
  for (i = 0; i < 4; i++)
    odd |= three & ~(own >> i * step) & b->odd >> i * step;
  list[C4_ONE] += sign * count_bits(open & ones & ~twos);
  list[C4_TWO] += sign * count_bits(open & twos & ~ones);
  list[C4_THREE] += sign * count_bits(three);
  list[C4_ODD] += sign * count_bits(odd);
  list[C4_EVEN] += sign * count_bits(three & ~odd);
}

static int c4_features (void *context, void *state, double *list) {
  const board *b = context;
  const position *p = state;
  int steps[] = {1, b->height + 1, b->height + 2, b->height}, i;
  uint64_t rival = p->own ^ p->all;
  if ((p->all & C4_OVER) != 0)
    return 0;
  for (i = 0; i < C4_FEATURES; i++)
    list[i] = i == C4_TO_MOVE;
  for (i = 0; i < (b->width >= 4 ? 4 : 1); i++) {
    count_lines(b, p->own, rival, steps[i], 1, list);
    count_lines(b, rival, p->own, steps[i], -1, list);
  }
  return 1;
}

/* ---------------------------------------------------------------- keys */

/* A key of the sum of own stones and all. A column's sum determines its height, and whose its stones are: the sums of each
** height are a range of their own. Where not every Lua has such large integers, the bytes of the sum stand for it. */
AB_INLINE uint64_t key_of (const board *b, uint64_t sum) {
  unsigned char bytes[8];
  if (b->width * (b->height + 1) <= 53)
    return sum;
  games_put_bytes(bytes, sum);
  return ab_hash(bytes, sizeof bytes);
}

AB_INLINE uint64_t c4_key (void *context, void *state) {
  const position *p = state;
  return key_of(context, p->own + (p->all & ~C4_OVER));
}

/* ---------------------------------------------------------------- solving */

#define C4_NOTED 7 /* columns */

/*
** The variant for solving the game: whoever wins with the stone that makes n on the board scores
** (cells + 2 - n) div 2, so that a win is worth the more the sooner it comes. Moves that let the other
** player win at once are left out, as long as there are better ones; where all of them do, the game counts as
** over.
*/
typedef struct problem {
  uint64_t own, all;
  uint64_t sound; /* cells of the moves worth trying; none: the game is over, as far as we care */
  uint64_t danger; /* empty cells that complete a line of the player who is not to move */
  int16_t stones; /* on the board */
  int16_t fate;   /* 1: these moves win at once; -1: all let the other player win at once; 0: neither */
  int16_t payoff; /* if it is over */
  int16_t noted;  /* in a walk: it is noted, */
  uint64_t hopes[C4_NOTED]; /* of the column of each move, which empty cells complete a line of the player's after it */
} problem;

/* Twice the bits of one set, and once those of a subset of it. */
AB_INLINE int count_both (uint64_t twice, uint64_t once) {
  twice -= twice >> 1 & 0x5555555555555555u;
  twice = (twice & 0x3333333333333333u) + (twice >> 2 & 0x3333333333333333u);
  once -= once >> 1 & 0x5555555555555555u;
  once = (once & 0x3333333333333333u) + (once >> 2 & 0x3333333333333333u);
  once += 2 * twice; /* 12 at most in each four bits */
  once = (once & 0x0F0F0F0F0F0F0F0Fu) + (once >> 4 & 0x0F0F0F0F0F0F0F0Fu);
  return (int)(once * 0x0101010101010101u >> 56);
}

/* Cells of as many boards as the processor works on at a time. */
#if defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
#define C4_BOARDS 2
typedef uint64_t cells_of __attribute__((vector_size(16)));
AB_INLINE cells_of both_of (uint64_t one, uint64_t other) { return (cells_of){one, other}; }
AB_INLINE uint64_t one_of (cells_of cells) { return cells[0]; }
AB_INLINE uint64_t other_of (cells_of cells) { return cells[1]; }
#else
#define C4_BOARDS 1
typedef uint64_t cells_of;
AB_INLINE cells_of both_of (uint64_t one, uint64_t other) { return (void)other, one; }
AB_INLINE uint64_t one_of (cells_of cells) { return cells; }
AB_INLINE uint64_t other_of (cells_of cells) { return cells; }
#endif

/* Cells that complete a line of three along a direction, on either side of it or inside. */
AB_INLINE cells_of threats_along (cells_of stones, int step) {
  cells_of below = stones << step, above = stones >> step;
  return (below & stones << 2 * step & (stones << 3 * step | above))
       | (above & stones >> 2 * step & (stones >> 3 * step | below));
}

/* Cells on which one more stone of the player makes four; some of them may be taken, or off the board. */
AB_INLINE cells_of fourths (const board *b, cells_of stones) {
  cells_of cells = stones << 1 & stones << 2 & stones << 3; /* up the columns */
  if (b->width >= 4)
    cells |= threats_along(stones, b->height + 1) | threats_along(stones, b->height + 2)
           | threats_along(stones, b->height);
  return cells;
}

/* Empty cells on which one more stone of the player makes four. */
AB_INLINE uint64_t threats (const board *b, uint64_t stones, uint64_t all) {
  return one_of(fourths(b, both_of(stones, 0))) & b->cells & ~all;
}

/* The column of a stone, from 0. */
AB_INLINE int column_of (const board *b, uint64_t stone) {
#if defined(__GNUC__)
  return __builtin_ctzll(stone) / (b->height + 1);
#else
  return count_bits(stone - 1) / (b->height + 1);
#endif
}

/* Note for all moves, none of which wins at once, which cells complete a line of the player's afterwards. */
AB_INLINE void note_hopes (const board *b, problem *p) {
  uint64_t rest = p->sound, empty = b->cells & ~p->all;
  p->noted = 1;
  while (rest != 0) {
    uint64_t one = rest & (~rest + 1), two = C4_BOARDS == 1 ? 0 : (rest ^ one) & (~(rest ^ one) + 1);
    cells_of cells = fourths(b, both_of(p->own | one, p->own | two));
    p->hopes[column_of(b, two != 0 ? two : one)] = other_of(cells) & empty;
    p->hopes[column_of(b, one)] = one_of(cells) & empty;
    rest ^= one | two;
  }
}

/* After a move the cells that complete a line of the player who has made it. They are asked for up to three times: to
** look ahead, for the order, and when the move is made. */
AB_INLINE uint64_t hopes_after (const board *b, problem *p, ab_move move) {
  uint64_t stone = p->sound & b->columns[move];
  if (b->width > C4_NOTED)
    return threats(b, p->own | stone, p->all | stone);
  if (!p->noted)
    note_hopes(b, p);
  return p->hopes[move - 1];
}

/* All bits, or none. Without a branch, which a processor could not predict. */
AB_INLINE uint64_t mask_if (int holds) { return 0 - (uint64_t)(unsigned)holds; }

/* The moves of a player who cannot win at once that do not let the other one win at once. */
AB_INLINE uint64_t sound_moves (const board *b, uint64_t all, uint64_t danger) {
  uint64_t open = (all + b->bottom) & b->cells, forced = open & danger;
  return open & (forced | mask_if(forced == 0)) & ~(danger >> 1) & mask_if((forced & (forced - 1)) == 0);
}

AB_INLINE int count_cells (const board *b) { return b->width * b->height; }

/* List a column's move, or have the next one take its place if there is none: what carries out of it says so. */
AB_INLINE int list_column (const board *b, uint64_t carries, int column, ab_move *list, int count) {
  list[count] = (ab_move)column + 1;
  return column < b->width ? count + (int)(carries >> (column * (b->height + 1) + b->height) & 1) : count;
}

AB_INLINE int problem_moves (void *context, void *state, ab_move *list) {
  const board *b = context;
  uint64_t carries = ((const problem *)state)->sound + b->cells;
  int column, count = 0;
  for (column = 0; column < b->width; column += 8) {
    count = list_column(b, carries, column, list, count);
    count = list_column(b, carries, column + 1, list, count);
    count = list_column(b, carries, column + 2, list, count);
    count = list_column(b, carries, column + 3, list, count);
    count = list_column(b, carries, column + 4, list, count);
    count = list_column(b, carries, column + 5, list, count);
    count = list_column(b, carries, column + 6, list, count);
    count = list_column(b, carries, column + 7, list, count);
  }
  return count;
}

/* What a game with so many cells left is worth to a player who has just lost, or is about to. */
AB_INLINE int16_t lost (int left, int soon) { return (int16_t)-((left + (soon ? 0 : 2)) / 2); }

/* Make a move that leads to these cells which complete a line of the player's. */
AB_INLINE ab_played play_to (const board *b, const problem *from, ab_move move, uint64_t hopes, problem *to,
                             ab_value *payoff) {
  int left = count_cells(b) - from->stones - 1;
  to->own = from->all ^ from->own;
  to->all = from->all | (from->sound & b->columns[move]);
  to->danger = hopes;
  to->sound = sound_moves(b, to->all, hopes);
  to->stones = (int16_t)(from->stones + 1);
  to->fate = to->payoff = 0;
  to->noted = 0;
  if (to->sound != 0 && left > 2)
    return AB_PLAYED;
  *payoff = to->sound == 0 && left > 0 ? lost(left, 1) : 0;
  return AB_OVER;
}

/* In a walk fate has not decided anywhere; the other player then has no move that wins at once. */
AB_INLINE ab_played walked_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  return play_to(context, state, move, hopes_after(context, state, move), next, payoff);
}

static ab_played problem_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *b = context;
  const problem *from = state;
  problem *to = next;
  uint64_t stone = from->sound & b->columns[move];
  int left = count_cells(b) - from->stones - 1;
  memset(to, 0, sizeof *to);
  if (play_to(b, from, move, threats(b, from->own | stone, from->all | stone), to, payoff) == AB_PLAYED
      && from->fate == 0)
    return AB_PLAYED;
  if (from->fate != 0)
    *payoff = from->fate < 0 ? (left + 1) / 2 : lost(left, 0);
  to->sound = 0;
  to->payoff = (int16_t)*payoff;
  return AB_OVER;
}

AB_INLINE ab_value problem_evaluate (void *context, void *state) {
  (void)context;
  return ((const problem *)state)->payoff;
}

/* How many cells would then complete a line, above all in rows where time works for the player; among equals,
** the middle first. */
AB_INLINE double worth_trying (const board *b, const problem *p, ab_move move, uint64_t hopes) {
  uint64_t good = p->stones % 2 == 0 ? hopes & b->odd : hopes & ~b->odd;
  int aside = 2 * ((int)move - 1) - (b->width - 1);
  return 16 * count_both(hopes, good) - 2 * (aside < 0 ? -aside : aside)
       + ((p->sound & b->columns[move] & b->middle) != 0);
}

static double problem_order (void *context, void *state, ab_move move) {
  const board *b = context;
  const problem *p = state;
  uint64_t stone = p->sound & b->columns[move];
  return worth_trying(b, p, move, threats(b, p->own | stone, p->all | stone));
}

AB_INLINE double walked_order (void *context, void *state, ab_move move) {
  return worth_trying(context, state, move, hopes_after(context, state, move));
}

/* The smaller one of a sum and that of the mirror image. */
AB_INLINE uint64_t either_side (const board *b, uint64_t sum) {
  uint64_t rest = sum, mirrored = 0;
  int column;
  for (column = 1; column < b->width; column++) {
    mirrored = (mirrored | (rest & (((uint64_t)1 << (b->height + 1)) - 1))) << (b->height + 1);
    rest >>= b->height + 1;
  }
  mirrored |= rest;
  return mirrored < sum ? mirrored : sum;
}

/* Few cells from the end a search is quicker than the table. */
#define C4_LATE 6

AB_INLINE uint64_t problem_key (void *context, void *state) {
  const board *b = context;
  const problem *p = state;
  int known = ((p->sound & (p->sound - 1)) != 0) & (count_cells(b) - p->stones > C4_LATE);
  return key_of(b, either_side(b, p->own + p->all)) | mask_if(!known); /* AB_NO_KEY has all bits */
}

/* The cells from these on up their columns, and above. Taking the lowest cell from a column clears the lowest of those bits
** that are set there, and sets those below. */
AB_INLINE uint64_t upwards (const board *b, uint64_t cells) {
  return cells | ~((cells | b->bottom << b->height) - b->bottom);
}

/* Must the second player, who is to move, in the end put a stone below a cell of an odd row that completes a line
** of the first one's? Up to there that column, too, is filled in answers: the first player answers everywhere
** then, and the second one has no more than what is asked for here. */
AB_INLINE int is_forced (const board *b, const problem *p, uint64_t rest, uint64_t playable) {
  uint64_t waiting = p->danger & ~playable, lines = waiting & b->odd;
  rest &= ~upwards(b, waiting & ~b->odd);
  while (lines != 0) {
    uint64_t line = lines & (~lines + 1), cells = b->columns[column_of(b, line) + 1];
    uint64_t below = cells & ~p->all & (line - 1);
    if (!is_line(b, p->own | (rest & ~cells) | (below & (~b->odd | playable))))
      return 1;
    lines &= ~cells;
  }
  return 0;
}

/*
** Neither player wins with the next stone, if fate has not decided; and no player wins without cells for a line.
**
** Where columns have an even number of cells, the player who did not begin can do this from any position: answer
** in the same column if that has an odd number of empty cells left; otherwise in another one that has, and there
** is one, as the number of such columns is even when the other player is to move. So that player gets every empty
** cell of an even row, except those on which a stone can be put at once, and the other one only the rest; and above
** a cell that completes a line of that player, not even those.
*/
AB_INLINE void open_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const board *b = context;
  const problem *p = state;
  int left = count_cells(b) - p->stones, odd = left % 2;
  uint64_t empty = b->cells & ~p->all, playable = (p->all + b->bottom) & b->cells;
  uint64_t given = b->height % 2 == 0 ? empty & ~(b->odd | playable) : 0, rest = empty ^ given;
  uint64_t first = p->own ^ (p->all & mask_if(odd)), second = first ^ p->all;
  int least = -((left - 2 + odd) / 2), most = (left - 1 - odd) / 2; /* as the first player sees it, from here on */
  if (!is_line(b, first | (rest & ~upwards(b, p->danger & given & mask_if(!odd)))))
    most = -is_line(b, second | given);
  if (!is_line(b, second | empty))
    least = 0;
  if (odd && b->height % 2 == 0 && is_forced(b, p, rest, playable))
    least = 1;
  *low = odd ? -most : least;
  *high = odd ? -least : most;
}

AB_INLINE void problem_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const problem *p = state;
  int left = count_cells(context) - p->stones, won = (left + 1) / 2;
  open_bounds(context, state, low, high);
  if (p->sound == 0)
    *low = *high = p->payoff;
  else if (p->fate > 0)
    *high = won;
  else if (p->fate < 0)
    *low = lost(left, 1);
}

/* ---------------------------------------------------------------- parameters, positions as numbers */

static int is_size (double number) { return number >= 1 && number <= 63 && number == (double)(int)number; }

static size_t measure (const double *parameters, int count) {
  if (count == 0)
    return sizeof (board);
  return count == 2 && is_size(parameters[0]) && is_size(parameters[1])
      && parameters[0] * (parameters[1] + 1) <= 64 ? sizeof (board) : 0;
}

static const char *set_up (void *context, const double *parameters, int count) {
  board *b = context;
  int column;
  if (measure(parameters, count) == 0)
    return "width and height expected, width * (height + 1) at most 64";
  memset(b, 0, sizeof *b); /* also what lies between the fields */
  b->width = count == 2 ? (int)parameters[0] : standard.width;
  b->height = count == 2 ? (int)parameters[1] : standard.height;
  for (column = 0; column < b->width; column++) {
    uint64_t lowest = (uint64_t)1 << column * (b->height + 1), cells = (lowest << b->height) - lowest;
    b->columns[column + 1] = cells;
    b->bottom |= lowest;
    b->cells |= cells;
    b->middle |= lowest << (b->height - 1) / 2 | lowest << b->height / 2;
    b->odd |= cells & 0x5555555555555555u << column * (b->height + 1);
  }
  return NULL;
}

/* A position as numbers: width, height, and the cells column by column, from the left and from below; 1 is the
** player who began. */
static int write (const board *b, uint64_t own, uint64_t all, int64_t *list) {
  int column, row, count = 2, second = count_bits(all) & 1;
  list[0] = b->width;
  list[1] = b->height;
  for (column = 0; column < b->width; column++)
    for (row = 0; row < b->height; row++) {
      uint64_t cell = (uint64_t)1 << (column * (b->height + 1) + row);
      list[count++] = (all & cell) == 0 ? 0 : ((own & cell) != 0) != second ? 1 : 2;
    }
  return count;
}

static const char *read (const board *b, position *p, const int64_t *list, int count) {
  uint64_t stones[3] = {0, 0, 0};
  int column, row, first, second, i = 2;
  if (count < 2 || list[0] != b->width || list[1] != b->height)
    return "width and height of this board expected first";
  if (count != 2 + count_cells(b))
    return "one number for each cell expected";
  for (column = 0; column < b->width; column++)
    for (row = 0; row < b->height; row++, i++) {
      if (list[i] < 0 || list[i] > 2)
        return "0, 1 or 2 expected for a cell";
      if (row > 0 && list[i] != 0 && list[i - 1] == 0)
        return "a stone stands above an empty cell";
      stones[list[i]] |= (uint64_t)1 << (column * (b->height + 1) + row);
    }
  first = count_bits(stones[1]);
  second = count_bits(stones[2]);
  if (first != second && first != second + 1)
    return "as many stones of 2 as of 1, or one less, expected";
  p->own = first == second ? stones[1] : stones[2];
  p->all = stones[1] | stones[2];
  return has_four(b, p->own) ? "the player to move has four already" : NULL;
}

static int c4_write (void *context, const void *state, int64_t *list) {
  const position *p = state;
  return write(context, p->own, p->all & ~C4_OVER, list);
}

static const char *c4_read (void *context, void *state, const int64_t *list, int count) {
  const board *b = context;
  position *p = state;
  const char *flaw = read(b, p, list, count);
  if (flaw == NULL && (has_four(b, p->own ^ p->all) || p->all == b->cells))
    p->all |= C4_OVER;
  return flaw;
}

static int problem_write (void *context, const void *state, int64_t *list) {
  const problem *p = state;
  return write(context, p->own, p->all, list);
}

static const char *problem_read (void *context, void *state, const int64_t *list, int count) {
  const board *b = context;
  problem *to = state;
  position p;
  const char *flaw = read(b, &p, list, count);
  uint64_t open;
  int left;
  if (flaw != NULL)
    return flaw;
  memset(to, 0, sizeof *to);
  to->own = p.own;
  to->all = p.all;
  to->stones = (int16_t)count_bits(p.all);
  to->danger = threats(b, p.own ^ p.all, p.all);
  left = count_cells(b) - to->stones;
  open = (p.all + b->bottom) & b->cells;
  if (has_four(b, p.own ^ p.all)) {
    to->payoff = lost(left, 0);
    return NULL;
  }
  to->sound = open & threats(b, p.own, p.all);
  to->fate = to->sound != 0;
  if (to->fate == 0)
    to->sound = sound_moves(b, p.all, to->danger);
  if (to->sound == 0) {
    to->sound = open;
    to->fate = open != 0 ? -1 : 0;
  }
  return NULL;
}

/* ---------------------------------------------------------------- the games */

static ab_walk_function walk;

static const ab_game game = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "connect4", .state_size = sizeof (position),
  .returns = 1, .moves = c4_moves, .play = c4_play, .evaluate = c4_evaluate, .key = c4_key,
  .feature_count = C4_FEATURES, .features = c4_features,
  .max_numbers = C4_MOST_NUMBERS, .write = c4_write, .read = c4_read, .walk = walk
};

/* A walk meets no position that is over: `play` has said so before. */
AB_INLINE int open_moves (void *context, void *state, ab_move *list) {
  (void)state;
  (void)list;
  return ((const board *)context)->width;
}

AB_INLINE ab_value open_evaluate (void *context, void *state) {
  (void)context;
  (void)state;
  return 0;
}

static const ab_game walked = {.moves = open_moves, .play = c4_play, .evaluate = open_evaluate, .key = c4_key};

AB_INSTANCE_IN (walk_standard, walked, position, (void *)&standard)
AB_INSTANCE_IN (walk_other, walked, position, walk->context)

static ab_status walk (ab_walk *w) {
  return is_standard(w->context) ? walk_standard(w) : walk_other(w);
}

static ab_walk_function walk_problem;

static const ab_game solver = {
  .abi = AB_ABI, .size = sizeof (ab_game), .name = "connect4-solver", .state_size = sizeof (problem),
  .max_moves = 32, .returns = 1, .moves = problem_moves, .play = problem_play, .evaluate = problem_evaluate,
  .key = problem_key, .order = problem_order, .bounds = problem_bounds,
  .max_numbers = C4_MOST_NUMBERS, .write = problem_write, .read = problem_read, .walk = walk_problem
};

/* A walk meets no position where fate has decided, either: there every move ends the game. */
static const ab_game walked_solver = {
  .max_moves = 32, .moves = problem_moves, .play = walked_play, .evaluate = problem_evaluate, .key = problem_key,
  .order = walked_order, .bounds = open_bounds
};

/* Positions are made where they stay: what was just written in words would have to be copied in larger pieces. */
#define C4_INSTANCE(name, context)                                                             \
  static ab_status name (ab_walk *walk) {                                                      \
    if (ab_walk_is_learning(walk))                                                             \
      return ab_walk_on(walk, &walked_solver, (context), NULL, sizeof (problem), 1, 0);        \
    return ab_walk_on(walk, &walked_solver, (context), NULL, sizeof (problem), 0, 0);          \
  }

C4_INSTANCE (walk_standard_problem, (void *)&standard)
C4_INSTANCE (walk_other_problem, walk->context)

static ab_status walk_problem (ab_walk *w) {
  return is_standard(w->context) ? walk_standard_problem(w) : walk_other_problem(w);
}

const ab_family ab_connect4 = {"connect4", &game, measure, set_up};
const ab_family ab_connect4_solver = {"connect4-solver", &solver, measure, set_up};
