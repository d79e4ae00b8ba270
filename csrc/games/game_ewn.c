/*
** EinStein wuerfelt nicht, for the rules of lua/alphabeta/twins/ewn.lua. A move is 3 * stone - 3 + direction: 1 sideways,
** 2 up or down, 3 diagonally. Outcomes are what the die shows.
**
** As integers a position is: squares in a row, stones of each player, who is to move, 1 or 2, the die (0: it is to be
** rolled, or the game is over), the squares of the stones of player 1, then of player 2. Squares are numbered from 1,
** row by row; 0: the stone is gone.
*/
#include "games.h"

#define MOST_STONES 6
#define MOST_SIZE 5
#define DIRECTIONS 3
#define SIDEWAYS 1
#define ALONG 2
#define DIAGONAL 3
#define HEAD 4 /* integers before the squares */

typedef struct position {
  uint8_t squares[2][MOST_STONES]; /* those that are not in use are 0 */
  uint8_t size;                    /* squares in a row */
  uint8_t stones;                  /* of each player at the beginning */
  uint8_t player;                  /* who is to move, 0 or 1; when the game is over, the loser */
  uint8_t die;
} position;

static int goal_of (const position *p, int player) { return player == 0 ? p->size * p->size : 1; }

/* Where a move leads; 0: off the board. */
static int target (const position *p, int player, int square, int direction) {
  int step = player == 0 ? 1 : -1, column = (square - 1) % p->size, row = (square - 1) / p->size;
  if (direction != ALONG)
    column += step;
  if (direction != SIDEWAYS)
    row += step;
  return column < 0 || column >= p->size || row < 0 || row >= p->size ? 0 : row * p->size + column + 1;
}

static int stone_of (ab_move move) { return (int)((move - 1) / DIRECTIONS); }
static int direction_of (ab_move move) { return (int)((move - 1) % DIRECTIONS) + 1; }

static int target_of (const position *p, ab_move move) {
  return target(p, p->player, p->squares[p->player][stone_of(move)], direction_of(move));
}

static int has_won (const position *p, int player) {
  int i, goal = goal_of(p, player), others = 0;
  for (i = 0; i < p->stones; i++) {
    if (p->squares[player][i] == goal)
      return 1;
    others += p->squares[1 - player][i] > 0;
  }
  return others == 0;
}

/* Has the player won who has just moved? Nobody else can have. */
static int is_over (const position *p) { return has_won(p, 1 - p->player); }

static int ewn_chance (void *context, void *state, ab_move *list, double *weights) {
  const position *p = state;
  int i;
  (void)context;
  if (p->die > 0 || is_over(p))
    return 0;
  for (i = 0; i < p->stones; i++) {
    list[i] = (ab_move)i + 1;
    weights[i] = 1;
  }
  return p->stones;
}

static int list_stone (const position *p, int stone, ab_move *list) {
  int direction, count = 0;
  for (direction = 1; direction <= DIRECTIONS; direction++)
    if (target(p, p->player, p->squares[p->player][stone], direction) > 0)
      list[count++] = (ab_move)(DIRECTIONS * stone + direction);
  return count;
}

/* The stone whose number was rolled; if it is gone, the next lower one and the next higher one. */
static int ewn_moves (void *context, void *state, ab_move *list) {
  const position *p = state;
  const uint8_t *own = p->squares[p->player];
  int stone = p->die - 1, count = 0;
  (void)context;
  if (p->die == 0)
    return 0;
  while (stone >= 0 && own[stone] == 0)
    stone--;
  if (stone >= 0)
    count = list_stone(p, stone, list);
  if (stone == p->die - 1)
    return count;
  for (stone = p->die; stone < p->stones && own[stone] == 0;)
    stone++;
  return stone < p->stones ? count + list_stone(p, stone, list + count) : count;
}

/* May this stone move, as it is the one that was rolled, or all between them are gone? */
static int may_move (const position *p, int stone) {
  const uint8_t *own = p->squares[p->player];
  if (stone >= p->stones || own[stone] == 0)
    return 0;
  while (stone != p->die - 1) {
    stone += stone < p->die - 1 ? 1 : -1;
    if (own[stone] > 0)
      return 0;
  }
  return 1;
}

static ab_played roll (position *p, ab_move side) {
  if (side < 1 || side > (ab_move)p->stones || is_over(p))
    return AB_ILLEGAL;
  p->die = (uint8_t)side;
  return AB_PLAYED;
}

static ab_played ewn_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  position *p = next;
  int stone, square, i;
  (void)context;
  *p = *(const position *)state;
  if (p->die == 0)
    return roll(p, move);
  stone = move > 0 && move <= DIRECTIONS * MOST_STONES ? stone_of(move) : MOST_STONES;
  if (!may_move(p, stone))
    return AB_ILLEGAL;
  square = target_of(p, move);
  if (square == 0)
    return AB_ILLEGAL;
  for (i = 0; i < MOST_STONES; i++) {
    if (p->squares[0][i] == square)
      p->squares[0][i] = 0;
    if (p->squares[1][i] == square)
      p->squares[1][i] = 0;
  }
  p->squares[p->player][stone] = (uint8_t)square;
  p->player = (uint8_t)(1 - p->player);
  p->die = 0;
  *payoff = -1;
  return is_over(p) ? AB_OVER : AB_PLAYED;
}

static int distance (const position *p, int from, int to) {
  int across = (from - 1) % p->size - (to - 1) % p->size, down = (from - 1) / p->size - (to - 1) / p->size;
  if (across < 0)
    across = -across;
  if (down < 0)
    down = -down;
  return across > down ? across : down;
}

/* In hundredths: 20 for each move by which the foremost stone is nearer to its corner, less; 1 for each stone. */
static int standing (const position *p, int player) {
  int i, best = p->size, count = 0;
  for (i = 0; i < p->stones; i++) {
    int square = p->squares[player][i], far;
    if (square == 0)
      continue;
    count++;
    far = distance(p, square, goal_of(p, player));
    if (far < best)
      best = far;
  }
  return count - 20 * best;
}

static ab_value ewn_evaluate (void *context, void *state) {
  const position *p = state;
  (void)context;
  if (is_over(p))
    return -1;
  return (ab_value)(standing(p, p->player) - standing(p, 1 - p->player)) / 100;
}

static int ewn_player (void *context, void *state) {
  (void)context;
  return ((const position *)state)->player + 1;
}

static uint64_t ewn_key (void *context, void *state) {
  const position *p = state;
  unsigned char bytes[2 + 2 * MOST_STONES];
  (void)context;
  bytes[0] = (unsigned char)(8 * p->size + p->stones);
  bytes[1] = (unsigned char)(8 * (p->player + 1) + p->die);
  memcpy(bytes + 2, p->squares[0], (size_t)p->stones);
  memcpy(bytes + 2 + p->stones, p->squares[1], (size_t)p->stones);
  return ab_hash(bytes, 2 + 2 * (size_t)p->stones);
}

/* The corner, then a stone of the opponent's, then the diagonal; own stones last. */
static double ewn_order (void *context, void *state, ab_move move) {
  const position *p = state;
  int square = target_of(p, move), i;
  (void)context;
  if (square == goal_of(p, p->player))
    return 10;
  for (i = 0; i < p->stones; i++) {
    if (p->squares[1 - p->player][i] == square)
      return 5;
    if (p->squares[p->player][i] == square)
      return -1;
  }
  return direction_of(move) == DIAGONAL ? 2 : 1;
}

static int ewn_write (void *context, const void *state, int64_t *list) {
  const position *p = state;
  int i;
  (void)context;
  list[0] = p->size;
  list[1] = p->stones;
  list[2] = p->player + 1;
  list[3] = p->die;
  for (i = 0; i < p->stones; i++) {
    list[HEAD + i] = p->squares[0][i];
    list[HEAD + p->stones + i] = p->squares[1][i];
  }
  return HEAD + 2 * p->stones;
}

static const char *read_squares (position *p, const int64_t *list) {
  unsigned char taken[MOST_SIZE * MOST_SIZE + 1] = {0};
  int i;
  for (i = 0; i < 2 * p->stones; i++) {
    if (list[i] < 0 || list[i] > p->size * p->size)
      return "a square from 0 (gone) to the last one expected";
    if (list[i] > 0 && taken[list[i]])
      return "two stones on one square";
    taken[list[i]] = 1;
    p->squares[i / p->stones][i % p->stones] = (uint8_t)list[i];
  }
  return NULL;
}

static const char *ewn_read (void *context, void *state, const int64_t *list, int count) {
  position *p = state;
  const char *flaw;
  (void)context;
  memset(p, 0, sizeof *p);
  if (count < HEAD || list[0] < 3 || list[0] > MOST_SIZE || list[1] < 1 || list[1] > MOST_STONES
      || count != HEAD + 2 * (int)list[1])
    return "size, stones, player, die, and the squares of all stones expected";
  if (list[2] != 1 && list[2] != 2)
    return "player 1 or 2 expected";
  if (list[3] < 0 || list[3] > list[1])
    return "a die from 0 to the number of stones expected";
  p->size = (uint8_t)list[0];
  p->stones = (uint8_t)list[1];
  p->player = (uint8_t)(list[2] - 1);
  p->die = (uint8_t)list[3];
  flaw = read_squares(p, list + HEAD);
  if (flaw != NULL)
    return flaw;
  if (has_won(p, p->player))
    return "a player is to move, but has won";
  if (p->die > 0 && is_over(p))
    return "the game is over, and nobody rolls the die";
  return NULL;
}

static const ab_game ewn = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "ewn",
  .state_size = sizeof(position),
  .max_moves = 2 * DIRECTIONS,
  .max_outcomes = MOST_STONES,
  .returns = 1,
  .moves = ewn_moves,
  .chance = ewn_chance,
  .low = -1,
  .high = 1,
  .play = ewn_play,
  .evaluate = ewn_evaluate,
  .player = ewn_player,
  .key = ewn_key,
  .order = ewn_order,
  .max_numbers = HEAD + 2 * MOST_STONES,
  .write = ewn_write,
  .read = ewn_read,
};

const ab_family ab_ewn = { .name = "ewn", .game = &ewn };
