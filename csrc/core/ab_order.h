/*
** Which move next? Moves are handed out one at a time, the most promising first: the one that the
** table remembers, then by the game's own order if it gives one, else by how often a move has cut off
** elsewhere, and how early (the history heuristic of Schaeffer 1983). Among equals, in the game's order.
**
** Nothing here changes what a search finds, only how soon.
*/
#ifndef AB_ORDER_H
#define AB_ORDER_H

#include "ab_choice.h"
#include "ab_mem.h"

#define AB_TAGS 1024 /* moves of a player that are distinguished, a power of two */

typedef struct ab_order {
  ab_choice *choices; /* of all nodes of the path, one node's after the other's */
  size_t room;
  float *history;     /* of both players' moves, by tag; NULL until it is needed */
  float weight;       /* of a reward; 0 until then */
} ab_order;

/* Is there room for so many choices in all? */
static inline int ab_order_has_room (const ab_order *order, int choices) {
  return order->history != NULL && order->room >= (size_t)choices;
}

/* Make that there is; 0: no memory, nothing has changed. */
int ab_order_reserve (ab_order *order, const ab_mem *mem, int choices);

/* The tag of a move: moves with different names nearly always have different tags. */
static inline uint32_t ab_order_tag (uint64_t name) {
  if (name - 1 < AB_TAGS) /* small numbers keep apart for certain */
    return (uint32_t)name;
  name = (name ^ (name >> 30)) * 0xBF58476D1CE4E5B9u;
  return (uint32_t)(name >> 40) % AB_TAGS + 1;
}

/* The history of player 0 or 1, by tag. */
static inline float *ab_order_history (const ab_order *order, int player) {
  return order->history + player * (AB_TAGS + 1);
}

/* A move of player 0 or 1 has cut off, with `depth` plies to go. */
void ab_order_reward (ab_order *order, int player, uint32_t tag, int depth);

/* What has cut off has won places in the queue of that player's moves, by their numbers, which are their tags. */
ab_queue ab_order_promote (const ab_order *order, int player, ab_queue queue, int number);

/* A new iteration: what was learned so far counts half. */
void ab_order_age (ab_order *order);

void ab_order_free (ab_order *order, const ab_mem *mem);

#endif
