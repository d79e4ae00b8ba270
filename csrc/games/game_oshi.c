/*
** Oshi-Zumo, for the rules of lua/alphabeta/twins/oshi.lua. Both players choose at once; a choice is a bid.
**
** As integers a position is: the steps from the middle of the ring to its edge, how far the wrestler is from the middle,
** on the second player's side if that is above 0, and the coins of players 1 and 2.
*/
#include "games.h"

#define MOST_COINS 50
#define MOST_STEPS 9
#define NUMBERS 4

/* All of one type, so that there is no padding. */
typedef struct position {
  int steps, at;
  int coins[2];
} position;

static int is_over (const position *p) {
  return p->at > p->steps || p->at < -p->steps || p->coins[0] + p->coins[1] == 0;
}

/* Who has coins bids one at least. */
static int list_bids (int coins, ab_move *list) {
  int bid;
  list[0] = 0;
  for (bid = 1; bid <= coins; bid++)
    list[bid - 1] = (ab_move)bid;
  return coins > 0 ? coins : 1;
}

static int oshi_simultaneous (void *context, void *state, ab_move *lists[], int counts[]) {
  const position *p = state;
  int player;
  (void)context;
  if (is_over(p))
    return 0;
  for (player = 0; player < 2; player++)
    counts[player] = list_bids(p->coins[player], lists[player]);
  return 1;
}

static ab_value payoff_of (const position *p) { return (p->at > 0) - (p->at < 0); }

static ab_played oshi_play_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  position *p = next;
  (void)context;
  *p = *(const position *)state;
  p->coins[0] -= (int)moves[0];
  p->coins[1] -= (int)moves[1];
  p->at += (moves[0] > moves[1]) - (moves[0] < moves[1]);
  if (!is_over(p))
    return AB_PLAYED;
  *payoff = payoff_of(p);
  return AB_OVER;
}

/* Before the end: the way to the edge and the lead in coins count as much. */
static ab_value oshi_evaluate (void *context, void *state) {
  const position *p = state;
  const int *coins = p->coins;
  (void)context;
  if (is_over(p))
    return payoff_of(p);
  return ((ab_value)p->at / (p->steps + 1) + (ab_value)(coins[0] - coins[1]) / (coins[0] + coins[1])) / 2;
}

/* Nobody moves alone. */
static int oshi_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 0;
}

static ab_played oshi_play (void *context, void *state, ab_move move, void *next, /* not reached: nobody moves alone */
                            ab_value *payoff) {
  (void)context;
  (void)state;
  (void)move;
  (void)next;
  (void)payoff;
  return AB_ILLEGAL; /* not reached: as before */
} /* not reached: as before */

static int oshi_player (void *context, void *state) {
  (void)context;
  (void)state;
  return 1;
}

/* All numbers of the position, as digits of one. */
static uint64_t oshi_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return (uint64_t)(((p->steps * 32 + p->at + 16) * 64 + p->coins[0]) * 64 + p->coins[1]);
}

static int oshi_write (void *context, const void *state, int64_t *list) {
  const position *p = state;
  (void)context;
  list[0] = p->steps;
  list[1] = p->at;
  list[2] = p->coins[0];
  list[3] = p->coins[1];
  return NUMBERS;
}

static int is_from (int64_t number, int64_t low, int64_t high) { return number >= low && number <= high; }

static const char *oshi_read (void *context, void *state, const int64_t *list, int count) {
  position *p = state;
  (void)context;
  if (count != NUMBERS)
    return "four numbers expected";
  if (!is_from(list[0], 1, MOST_STEPS) || !is_from(list[1], -list[0] - 1, list[0] + 1))
    return "1 to 9 steps, and a wrestler no farther out than one more, expected";
  if (!is_from(list[2], 0, MOST_COINS) || !is_from(list[3], 0, MOST_COINS))
    return "0 to 50 coins each expected";
  p->steps = (int)list[0];
  p->at = (int)list[1];
  p->coins[0] = (int)list[2];
  p->coins[1] = (int)list[3];
  return NULL;
}

static const ab_game oshi = {
  .abi = AB_ABI,
  .size = sizeof(ab_game),
  .name = "oshi",
  .state_size = sizeof(position),
  .max_moves = MOST_COINS,
  .returns = 1,
  .viewpoint = 1,
  .moves = oshi_moves,
  .play = oshi_play,
  .simultaneous = oshi_simultaneous,
  .play_at_once = oshi_play_at_once,
  .low = -1,
  .high = 1,
  .evaluate = oshi_evaluate,
  .player = oshi_player,
  .key = oshi_key,
  .max_numbers = NUMBERS,
  .write = oshi_write,
  .read = oshi_read,
};

const ab_family ab_oshi = { .name = "oshi", .game = &oshi };
