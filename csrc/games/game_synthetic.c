/*
** Game trees grown from a seed, or over a list of leaves, for the rules of
** lua/alphabeta/twins/synthetic.lua. A move is the number of a child.
**
** Parameters: mode (see below), seed, breadth, depth, width; in mode LEAVES then breadth^depth leaves. Seed
** and width are 0 where they mean nothing.
**
** As integers a position is: its id, the upper 32 bits and the lower ones; its ply; who is to move, 1 or 2.
*/
#include "games.h"
#include "core/ab_walk.h"

#define HEAD 5 /* parameters before the leaves */
#define MOST_WIDTH 1000000
#define GOLDEN 0x9E3779B97F4A7C15u
#define ZERO_WORTH 32768u /* mode BEST: the lower 16 bits of an id that is worth nothing */

enum { UNIFORM = 1, DAG, UNEVEN, AGAIN, FLOAT, INFINITE, BEST, LEAVES };

typedef struct tree {
  int mode;
  int breadth, depth;
  uint64_t seed, width;
  uint64_t first_leaf; /* mode LEAVES: its id */
  double leaves[];     /* mode LEAVES: as the player to move there sees them */
} tree;

/* The id is all there is to know of the subtree: every random number of a node is drawn from it. In mode
** LEAVES nodes are numbered from 1, row by row. */
typedef struct node {
  uint64_t id;
  int32_t ply;
  int32_t player; /* 1 maximises, 2 minimises */
} node;

/* The random numbers: splitmix64. */

AB_INLINE uint64_t mix (uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* The k-th random number of an id. */
AB_INLINE uint64_t hash (uint64_t id, uint64_t k) { return mix(id + k * GOLDEN); }

/* The same as one of 0 to n - 1. */
AB_INLINE uint64_t draw (uint64_t id, uint64_t k, uint64_t n) { return (hash(id, k) >> 33) % n; }

AB_INLINE int draw_around (uint64_t id, uint64_t k, int n) {
  return (int)draw(id, k, (uint64_t)n) - n / 2;
}

/* The tree. */

AB_INLINE int is_over (const tree *t, uint64_t id, int ply) {
  int may_end_early = t->mode >= UNEVEN && t->mode <= INFINITE;
  return ply >= t->depth || (may_end_early && ply > 0 && draw(id, 1, 4) == 0);
}

AB_INLINE int count_children (const tree *t, uint64_t id) {
  if (t->mode == UNIFORM || t->mode >= BEST)
    return t->breadth;
  return 1 + (int)draw(id, 5, (uint64_t)t->breadth);
}

AB_INLINE uint64_t root_of (const tree *t) {
  uint64_t id = hash(t->seed, 7);
  if (t->mode == LEAVES)
    return 1;
  return t->mode == BEST ? (id & ~(uint64_t)0xFFFF) + ZERO_WORTH + draw(id, 2, 41) - 20 : id;
}

/* What a position of mode BEST is worth to player 1. */
AB_INLINE int worth (uint64_t id) { return (int)(id & 0xFFFF) - (int)ZERO_WORTH; }

/* The first move keeps what there is; the others give up 0 to 4 of it. */
AB_INLINE uint64_t best_child (const node *from, ab_move number) {
  uint64_t id = hash(from->id, 100 + number), loss = number == 1 ? 0 : draw(id, 2, 5);
  uint64_t low = (from->id & 0xFFFF) + (from->player == 1 ? 0 - loss : loss);
  return (id & ~(uint64_t)0xFFFF) + low;
}

AB_INLINE uint64_t child_of (const tree *t, const node *from, ab_move number) {
  uint64_t place;
  switch (t->mode) {
    case DAG:
      place = draw(from->id, 100 + number, t->width);
      return hash(t->seed * 1000 + (uint64_t)from->ply + 1, 1000 + place);
    case BEST: return best_child(from, number);
    case LEAVES: return (from->id - 1) * (uint64_t)t->breadth + 1 + number;
    default: return hash(from->id, 100 + number);
  }
}

AB_INLINE int stays_to_move (const tree *t, uint64_t child) {
  return t->mode >= AGAIN && t->mode <= INFINITE && draw(child, 3, 3) == 0;
}

AB_INLINE ab_value sometimes_infinite (uint64_t id) {
  switch (draw(id, 2, 8)) {
    case 0: return AB_INF;
    case 1: return -AB_INF;
    default: return draw_around(id, 6, 41);
  }
}

/* The value of a position by itself, as player 1 sees it. */
AB_INLINE ab_value static_value (const tree *t, const node *n) {
  switch (t->mode) {
    case UNIFORM: return draw_around(n->id, 2, 7);
    case DAG: return draw_around(n->id, 2, 5);
    case FLOAT: return (double)(hash(n->id, 2) >> 11) / 4503599627370496.0 - 1; /* 2^52 */
    case INFINITE: return sometimes_infinite(n->id);
    case BEST: return worth(n->id);
    default: return draw_around(n->id, 2, 41);
  }
}

AB_INLINE ab_value value_for_mover (const tree *t, const node *n) {
  ab_value value;
  if (t->mode == LEAVES)
    return n->ply == t->depth ? t->leaves[n->id - t->first_leaf] : 0;
  value = static_value(t, n);
  return n->player == 1 ? value : 0 - value;
}

/* The game. */

AB_INLINE int synthetic_moves (void *context, void *state, ab_move *list) {
  const node *n = state;
  (void)list;
  return is_over(context, n->id, n->ply) ? 0 : count_children(context, n->id);
}

AB_INLINE ab_played synthetic_play (void *context, void *state, ab_move number, void *next,
                                    ab_value *payoff) {
  const tree *t = context;
  const node *from = state;
  node *to = next;
  to->id = child_of(t, from, number);
  to->ply = from->ply + 1;
  to->player = stays_to_move(t, to->id) ? from->player : 3 - from->player;
  if (!is_over(t, to->id, to->ply))
    return AB_PLAYED;
  *payoff = value_for_mover(t, to);
  return AB_OVER;
}

AB_INLINE ab_value synthetic_evaluate (void *context, void *state) {
  return value_for_mover(context, state);
}

AB_INLINE int synthetic_player (void *context, void *state) {
  (void)context;
  return ((const node *)state)->player;
}

AB_INLINE uint64_t synthetic_key (void *context, void *state) {
  const node *n = state;
  unsigned char bytes[11];
  (void)context;
  games_put_bytes(bytes, n->id);
  bytes[8] = (unsigned char)(n->ply & 255);
  bytes[9] = (unsigned char)(n->ply >> 8);
  bytes[10] = (unsigned char)n->player;
  return ab_hash(bytes, sizeof bytes);
}

static int synthetic_write (void *context, const void *state, int64_t *list) {
  const node *n = state;
  (void)context;
  list[0] = (int64_t)(n->id >> 32);
  list[1] = (int64_t)(n->id & 0xFFFFFFFFu);
  list[2] = n->ply;
  list[3] = n->player;
  return 4;
}

typedef struct row {
  uint64_t first, count; /* ids */
} row;

/* The nodes of a ply in mode LEAVES. */
static row row_of (const tree *t, int ply) {
  row r = {1, 1};
  for (; ply > 0; ply--) {
    r.first += r.count;
    r.count *= (uint64_t)t->breadth;
  }
  return r;
}

/* Is there such a node? Where only playing could show that, it is taken for one. */
static int may_stand_in (const tree *t, const node *n) {
  int root_player = 1 + (int)(t->seed % 2), alternate = t->mode < AGAIN || t->mode > INFINITE;
  row r;
  if (n->ply == 0)
    return n->id == root_of(t) && n->player == root_player;
  if (alternate && (n->player + root_player + n->ply) % 2 != 0)
    return 0;
  if (t->mode == BEST)
    return worth(n->id) >= -20 - 4 * n->ply && worth(n->id) <= 20 + 4 * n->ply;
  if (t->mode != LEAVES)
    return 1;
  r = row_of(t, n->ply);
  return n->id >= r.first && n->id - r.first < r.count;
}

static const char *synthetic_read (void *context, void *state, const int64_t *list, int count) {
  const tree *t = context;
  node *n = state;
  if (count != 4)
    return "the two halves of an id, ply and player expected";
  if (list[0] < 0 || list[0] > 0xFFFFFFFF || list[1] < 0 || list[1] > 0xFFFFFFFF)
    return "half an id is from 0 to 2^32 - 1";
  if (list[2] < 0 || list[2] > t->depth)
    return "the ply is from 0 to the depth of the tree";
  if (list[3] != 1 && list[3] != 2)
    return "player 1 or 2 expected";
  n->id = (uint64_t)list[0] << 32 | (uint64_t)list[1];
  n->ply = (int32_t)list[2];
  n->player = (int32_t)list[3];
  return may_stand_in(t, n) ? NULL : "there is no such position in this tree";
}

/* The family. */

static int is_integer (double number, double from, double to) {
  return number >= from && number <= to && number == floor(number);
}

static const char *fault_of_leaves (const double *leaves, int count, double breadth, double depth) {
  double needed = 1;
  int i;
  for (i = 0; i < depth && needed <= count; i++)
    needed *= breadth;
  if (needed != count)
    return "breadth^depth leaves expected";
  for (i = 0; i < count; i++)
    if (leaves[i] != leaves[i])
      return "a leaf is not a number";
  return NULL;
}

static const char *fault_of (const double *parameters, int count) {
  int leaves;
  if (count < HEAD || !is_integer(parameters[0], UNIFORM, LEAVES))
    return "mode, seed, breadth, depth and width expected";
  leaves = parameters[0] == LEAVES;
  if (!is_integer(parameters[1], 0, leaves ? 0 : AB_MAX_INTEGER))
    return "the seed is an integer from 0 to 2^53";
  if (!is_integer(parameters[2], 1, AB_MAX_MOVES))
    return "the breadth is an integer from 1 to 65535";
  if (!is_integer(parameters[3], 0, AB_MAX_DEPTH))
    return "the depth is an integer from 0 to 1000";
  if (parameters[0] == DAG ? !is_integer(parameters[4], 1, MOST_WIDTH) : parameters[4] != 0)
    return "the width of a dag is an integer from 1 to 1000000, of other trees 0";
  if (leaves)
    return fault_of_leaves(parameters + HEAD, count - HEAD, parameters[2], parameters[3]);
  return count == HEAD ? NULL : "leaves are for the mode of given leaves only";
}

static size_t synthetic_measure (const double *parameters, int count) {
  if (fault_of(parameters, count) != NULL)
    return 0;
  return sizeof(tree) + (size_t)(count - HEAD) * sizeof(double);
}

static const char *synthetic_set_up (void *context, const double *parameters, int count) {
  const char *fault = fault_of(parameters, count);
  tree *t = context;
  if (fault != NULL)
    return fault;
  t->mode = (int)parameters[0];
  t->seed = (uint64_t)parameters[1];
  t->breadth = (int)parameters[2];
  t->depth = (int)parameters[3];
  t->width = (uint64_t)parameters[4];
  t->first_leaf = t->mode == LEAVES ? row_of(t, t->depth).first : 0;
  memcpy(t->leaves, parameters + HEAD, (size_t)(count - HEAD) * sizeof(double));
  return NULL;
}

static ab_walk_function walk;

static const ab_game synthetic = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "synthetic",
  .state_size = sizeof(node),
  .returns = 1,
  .moves = synthetic_moves,
  .play = synthetic_play,
  .evaluate = synthetic_evaluate,
  .player = synthetic_player,
  .key = synthetic_key,
  .max_numbers = 4,
  .write = synthetic_write,
  .read = synthetic_read,
  .walk = walk,
};

AB_INSTANCE (walk, synthetic, node)

const ab_family ab_synthetic = {
  .name = "synthetic",
  .game = &synthetic,
  .measure = synthetic_measure,
  .set_up = synthetic_set_up,
};
