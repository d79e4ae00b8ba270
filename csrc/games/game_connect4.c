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

/* A column's sum determines its height, and whose its stones are: the sums of each height are a range of their own.
** Where not every Lua has such large integers, the bytes of the sum stand for it. */
AB_INLINE uint64_t key_of (const board *b, uint64_t own, uint64_t all) {
  unsigned char bytes[8];
  if (b->width * (b->height + 1) <= 53)
    return own + all;
  games_put_bytes(bytes, own + all);
  return ab_hash(bytes, sizeof bytes);
}

AB_INLINE uint64_t c4_key (void *context, void *state) {
  const position *p = state;
  return key_of(context, p->own, p->all & ~C4_OVER);
}

/* ---------------------------------------------------------------- solving */

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
  int32_t stones; /* on the board */
  int16_t fate;   /* 1: these moves win at once; -1: all let the other player win at once; 0: neither */
  int16_t payoff; /* if it is over */
} problem;

/* Without a branch, which a processor could not predict. */
AB_INLINE int count_bits (uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
  return (int)(bits * 0x0101010101010101u >> 56);
}

/* Cells that complete a line of three along a direction, on either side of it or inside. */
AB_INLINE uint64_t threats_along (uint64_t stones, int step) {
  uint64_t pairs = stones << step & stones << 2 * step, threats;
  threats = pairs & stones << 3 * step;
  threats |= pairs & stones >> step;
  pairs = stones >> step & stones >> 2 * step;
  threats |= pairs & stones << step;
  return threats | (pairs & stones >> 3 * step);
}

/* Empty cells on which one more stone of the player makes four. */
AB_INLINE uint64_t threats (const board *b, uint64_t stones, uint64_t all) {
  uint64_t cells = stones << 1 & stones << 2 & stones << 3; /* up the columns */
  if (b->width >= 4)
    cells |= threats_along(stones, b->height + 1) | threats_along(stones, b->height + 2)
           | threats_along(stones, b->height);
  return cells & b->cells & ~all;
}

/* The moves of a player who cannot win at once that do not let the other one win at once. */
AB_INLINE uint64_t sound_moves (const board *b, uint64_t all, uint64_t danger) {
  uint64_t open = (all + b->bottom) & b->cells, forced = open & danger;
  open = forced != 0 ? forced : open;
  return (forced & (forced - 1)) != 0 ? 0 : open & ~(danger >> 1);
}

AB_INLINE int count_cells (const board *b) { return b->width * b->height; }

AB_INLINE int problem_moves (void *context, void *state, ab_move *list) {
  const board *b = context;
  const problem *p = state;
  ab_move move;
  int count = 0;
  for (move = 1; move <= (ab_move)b->width; move++) {
    list[count] = move;
    count += (p->sound & b->columns[move]) != 0;
  }
  return count;
}

/* What a game with so many cells left is worth to a player who has just lost, or is about to. */
AB_INLINE int16_t lost (int left, int soon) { return (int16_t)-((left + (soon ? 0 : 2)) / 2); }

/* Make a move where fate has not decided; the other player then has no move that wins at once. */
AB_INLINE ab_played open_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const board *b = context;
  const problem *from = state;
  problem *to = next;
  int left = count_cells(b) - from->stones - 1;
  to->own = from->all ^ from->own;
  to->all = from->all | (from->sound & b->columns[move]);
  to->danger = threats(b, to->all ^ to->own, to->all);
  to->sound = sound_moves(b, to->all, to->danger);
  to->stones = from->stones + 1;
  to->fate = to->payoff = 0;
  if (to->sound != 0 && left > 2)
    return AB_PLAYED;
  *payoff = to->sound == 0 && left > 0 ? lost(left, 1) : 0;
  return AB_OVER;
}

AB_INLINE ab_played problem_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const problem *from = state;
  problem *to = next;
  int left = count_cells(context) - from->stones - 1;
  if (open_play(context, state, move, next, payoff) == AB_PLAYED && from->fate == 0)
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
AB_INLINE double problem_order (void *context, void *state, ab_move move) {
  const board *b = context;
  const problem *p = state;
  uint64_t stone = p->sound & b->columns[move], lines = threats(b, p->own | stone, p->all | stone);
  uint64_t good = p->stones % 2 == 0 ? lines & b->odd : lines & ~b->odd;
  int aside = 2 * ((int)move - 1) - (b->width - 1);
  return 32 * count_bits(lines) + 16 * count_bits(good) - 2 * (aside < 0 ? -aside : aside)
       + ((stone & b->middle) != 0);
}

/* Few cells from the end a search is quicker than the table. */
#define C4_LATE 6

AB_INLINE uint64_t problem_key (void *context, void *state) {
  const board *b = context;
  const problem *p = state;
  int known = (p->sound & (p->sound - 1)) != 0 && count_cells(b) - p->stones > C4_LATE;
  return known ? key_of(b, p->own, p->all) : AB_NO_KEY;
}

/* The cells from these on up their columns. */
AB_INLINE uint64_t upwards (const board *b, uint64_t cells) {
  int row;
  if (cells == 0)
    return 0;
  for (row = 1; row < b->height; row++)
    cells |= cells << 1 & b->cells;
  return cells;
}

/* Must the second player, who is to move, in the end put a stone below a cell of an odd row that completes a line
** of the first one's? Up to there that column, too, is filled in answers: the first player answers everywhere
** then, and the second one has no more than what is asked for here. */
AB_INLINE int is_forced (const board *b, const problem *p, uint64_t rest, uint64_t playable) {
  uint64_t waiting = p->danger & ~playable, lines = waiting & b->odd;
  int column;
  rest &= ~upwards(b, waiting & ~b->odd);
  for (column = 0; column < b->width; column++) {
    uint64_t cells = b->columns[column + 1], line = lines & cells, below;
    if (line == 0)
      continue;
    below = cells & ~p->all & ((line & (~line + 1)) - 1);
    if (!has_four(b, p->own | (rest & ~cells) | (below & (~b->odd | playable))))
      return 1;
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
  uint64_t empty = b->cells & ~p->all, other = p->own ^ p->all, playable = (p->all + b->bottom) & b->cells;
  uint64_t given = b->height % 2 == 0 ? empty & ~(b->odd | playable) : 0, rest = empty ^ given;
  int left = count_cells(b) - p->stones, least = -((left - 2) / 2), most = (left - 1) / 2;
  if (left % 2 == 0) {
    if (!has_four(b, p->own | (rest & ~upwards(b, p->danger & given))))
      most = has_four(b, other | given) ? -1 : 0;
    if (!has_four(b, other | empty))
      least = 0;
  }
  else {
    if (!has_four(b, other | rest))
      least = has_four(b, p->own | given) ? 1 : 0;
    if (!has_four(b, p->own | empty))
      most = 0;
    if (b->height % 2 == 0 && (p->danger & b->odd & ~playable) != 0 && is_forced(b, p, rest, playable))
      most = -1;
  }
  *low = least;
  *high = most;
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
  to->stones = count_bits(p.all);
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
  .max_moves = 32, .moves = problem_moves, .play = open_play, .evaluate = problem_evaluate, .key = problem_key,
  .order = problem_order, .bounds = open_bounds
};

AB_INSTANCE_IN (walk_standard_problem, walked_solver, problem, (void *)&standard)
AB_INSTANCE_IN (walk_other_problem, walked_solver, problem, walk->context)

static ab_status walk_problem (ab_walk *w) {
  return is_standard(w->context) ? walk_standard_problem(w) : walk_other_problem(w);
}

const ab_family ab_connect4 = {"connect4", &game, measure, set_up};
const ab_family ab_connect4_solver = {"connect4-solver", &solver, measure, set_up};
