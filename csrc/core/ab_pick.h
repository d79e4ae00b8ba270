/*
** Parts of the walk: which move of the node is next.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_PICK_H
#define AB_PICK_H

#include "ab_outcome.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of the move to try next. */
AB_INLINE int ab_pick_next (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  int number = !learning || node->choices == 0 ? c->index + 1
             : careful && w->ply <= w->seen ? w->core->care.pick(w)
             : !careful && node->queue != 0 ? ab_choice_pop(&node->queue, node->choices, node->hash_move)
             : ab_choice_next(w->choices + node->first, node->choices, c->index);
  if (ab_outcome_is_next(c, careful))
    return ab_outcome_take(w, c);
  c->index++;
  if (!learning)
    return number;
  node->move = number;
  node->alpha = c->alpha;
  if (careful) {
    node->index = c->index;
    node->primed = 0;
    if (node == c->top)
      c->alpha = node->alpha = w->core->root.alpha(w);
  }
  node->scout = w->scouting && ab_node_has_scout(node);
  return number;
}

/* With care: the game generates moves as they are wanted. Is there a first one? */
AB_INLINE int ab_pick_has_first (ab_walk *w, ab_cursor *c, const ab_game *game, void *context) {
  ab_node *node = c->node;
  w->phase = AB_AT_FIRST;
  node->primed = game->more(context, c->here, 1) != 0;
  if (!node->primed)
    node->count = 0;
  return node->primed;
}

/* Are the node's moves to be tried in another order than the game's? */
AB_INLINE int ab_pick_has_order (const ab_walk *w, const ab_cursor *c, const int careful) {
  return w->ordered || (careful && c->node == c->top && w->shuffled);
}

/* Is the node to do without an order of its moves, for now or for good? It is made when the hash move has not cut off;
** and never for a crowd of leaves, each of which costs less than a place in the order. */
AB_INLINE int ab_pick_is_unsorted (const ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
  ab_node *node = c->node;
  if (careful && (node == c->top || w->ply > w->horizon))
    return 0;
  if (node->later > 0) {
    node->count = node->later;
    node->index = c->index = 1;
    node->later = 0;
  }
  if (c->index > 0)
    return 0;
  if (node->hash_move > 0 && node->hash_move <= node->count) {
    node->later = node->count;
    node->count = node->hash_move;
    node->index = c->index = node->hash_move - 1;
    return 1;
  }
  return game->order == NULL && node >= c->floor && node->count > AB_SORTED && !(careful && w->farthest > w->horizon);
}

/* Its moves are tried as they stand in the queue of its player, if there is one; that is sooner done than to sort them. */
AB_INLINE int ab_pick_queues (const ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  ab_node *node = c->node;
  if (careful || game->order != NULL || game->max_moves > 0 || node->count > AB_QUEUE)
    return 0;
  node->queue = w->queues[game->player != NULL ? node->player - 1 : node->own];
  return node->queue != 0;
}

/* The game scores the node's moves from that number on. */
AB_INLINE void ab_pick_score (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, int number,
                              const int careful) {
  ab_node *node = c->node;
  for (; number <= node->count; number++) {
    double score;
    if (careful)
      node->move = number;
    ab_cursor_at(w, AB_AT_ORDER, careful);
    score = game->order(context, c->here, ab_cursor_move(c, game, number));
    w->choices[node->first + number - 1] = ab_choice_scored(number, score, number == node->hash_move);
  }
}

#ifdef __cplusplus
}
#endif

#endif
