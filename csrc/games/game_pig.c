/*
** Pig, for the rules of lua/alphabeta/twins/pig.lua. Moves: 1 rolls the die, 2 holds. Outcomes are what the die shows.
**
** As integers a position is: the score that wins, the sides of the die, who is to move, 1 or 2, whether the die is being
** rolled, 0 or 1, the scores of players 1 and 2, and the turn total.
*/
#include "games.h"

#define ROLL 1
#define HOLD 2
#define MOST_TARGET 1000
#define MOST_SIDES 100
#define NUMBERS 7

/* All of one type, so that there is no padding. */
typedef struct position {
  int target, sides;
  int scores[2];
  int total;   /* of this turn */
  int player;  /* who is to move, 0 or 1; when the game is over, the loser */
  int rolling; /* 1: the die is being rolled */
} position;

/* Only the player who has just moved can have won. */
static int is_over (const position *p) { return p->scores[1 - p->player] >= p->target; }

static int pig_chance (void *context, void *state, ab_move *list, double *weights) {
  const position *p = state;
  int i, sides = p->rolling ? p->sides : 0;
  (void)context;
  (void)list;
  for (i = 0; i < sides; i++)
    weights[i] = 1;
  return sides;
}

static int pig_moves (void *context, void *state, ab_move *list) {
  const position *p = state;
  (void)context;
  (void)list;
  if (p->rolling || is_over(p))
    return 0;
  return p->total > 0 ? HOLD : ROLL;
}

/* The turn is over, and so may be the game. */
static ab_played end_turn (position *p, int gain, ab_value *payoff) {
  p->scores[p->player] += gain;
  p->total = 0;
  p->player = 1 - p->player;
  *payoff = -1;
  return is_over(p) ? AB_OVER : AB_PLAYED;
}

static ab_played pig_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  position *p = next;
  (void)context;
  *p = *(const position *)state;
  if (!p->rolling && move == HOLD)
    return end_turn(p, p->total, payoff);
  p->rolling = !p->rolling;
  if (p->rolling)
    return AB_PLAYED;
  if (move == 1)
    return end_turn(p, 0, payoff);
  p->total += (int)move;
  if (p->scores[p->player] + p->total >= p->target)
    return end_turn(p, p->total, payoff);
  return AB_PLAYED;
}

static ab_value pig_evaluate (void *context, void *state) {
  const position *p = state;
  (void)context;
  if (is_over(p))
    return -1;
  return (ab_value)(p->scores[p->player] + p->total - p->scores[1 - p->player]) / p->target;
}

static int pig_player (void *context, void *state) {
  (void)context;
  return ((const position *)state)->player + 1;
}

/* All numbers of the position, as digits of one. */
static uint64_t pig_key (void *context, void *state) {
  const position *p = state;
  const uint64_t most = MOST_TARGET + MOST_SIDES;
  uint64_t key = (uint64_t)(p->target * 128 + p->sides);
  (void)context;
  key = (key * most + (uint64_t)p->scores[0]) * most + (uint64_t)p->scores[1];
  return (key * 4 + (uint64_t)(p->player * 2 + p->rolling)) * 1024 + (uint64_t)p->total;
}

static int pig_write (void *context, const void *state, int64_t *list) {
  const position *p = state;
  (void)context;
  list[0] = p->target;
  list[1] = p->sides;
  list[2] = p->player + 1;
  list[3] = p->rolling;
  list[4] = p->scores[0];
  list[5] = p->scores[1];
  list[6] = p->total;
  return NUMBERS;
}

static int is_from (int64_t number, int64_t low, int64_t high) { return number >= low && number <= high; }

static const char *pig_read (void *context, void *state, const int64_t *list, int count) {
  position *p = state;
  (void)context;
  if (count != NUMBERS)
    return "seven numbers expected";
  if (!is_from(list[0], 2, MOST_TARGET) || !is_from(list[1], 2, MOST_SIDES))
    return "a score that wins from 2 to 1000, and 2 to 100 sides, expected";
  if (!is_from(list[2], 1, 2) || !is_from(list[3], 0, 1))
    return "player 1 or 2, and 1 for rolling or 0 expected";
  if (!is_from(list[4], 0, list[0] + list[1] - 1) || !is_from(list[5], 0, list[0] + list[1] - 1)
      || !is_from(list[6], 0, list[0]))
    return "scores and a turn total from 0 on expected, none far above the score that wins";
  p->target = (int)list[0];
  p->sides = (int)list[1];
  p->player = (int)list[2] - 1;
  p->rolling = (int)list[3];
  p->scores[0] = (int)list[4];
  p->scores[1] = (int)list[5];
  p->total = (int)list[6];
  if (p->scores[p->player] + p->total >= p->target)
    return "a player is to move, but has won";
  if (is_over(p) && (p->total > 0 || p->rolling))
    return "the game is over, and nobody rolls the die";
  return NULL;
}

static const ab_game pig = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "pig",
  .state_size = sizeof(position),
  .max_outcomes = MOST_SIDES,
  .returns = 1,
  .moves = pig_moves,
  .chance = pig_chance,
  .low = -1,
  .high = 1,
  .play = pig_play,
  .evaluate = pig_evaluate,
  .player = pig_player,
  .key = pig_key,
  .max_numbers = NUMBERS,
  .write = pig_write,
  .read = pig_read,
};

const ab_family ab_pig = { .name = "pig", .game = &pig };
