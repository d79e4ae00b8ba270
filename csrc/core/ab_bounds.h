/*
** Parts of the walk: what a game says that a position is worth at most and at least, and the range of all values.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_BOUNDS_H
#define AB_BOUNDS_H

#include "ab_cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Do the game's bounds settle the node? If so it is worth `best`. Not in procedure F, which visits everything. */
AB_INLINE int ab_bounds_settle (const ab_walk *w, ab_cursor *c, const int careful) {
  const ab_node *node = c->node;
  if ((careful && w->cuts == AB_NO_CUTS) || (node->high > c->alpha && node->low < c->beta))
    return 0;
  c->best = node->high <= c->alpha ? node->high : node->low;
  c->complete = c->subtree = 1;
  return 1;
}

/* The best of the node's moves is its value as far as the game's bounds allow. Where they do not, the value is exact,
** and is reached here: no line leads to it. */
AB_INLINE void ab_bounds_clamp (ab_walk *w, ab_cursor *c, const int careful) {
  ab_node *node = c->node;
  ab_value value = c->best < node->low ? node->low : c->best > node->high ? node->high : c->best;
  if (careful && w->ranking)
    value = w->core->rank.within(w, c->best);
  if (careful && w->ply > w->horizon)
    c->complete = 0; /* a deeper search asks for bounds here */
  if (value == c->best)
    return;
  if (value > c->alpha)
    node->raised = 1;
  c->best = value;
  if (node->line != AB_NO_LINE)
    w->core->drop(w, node->line);
  node->line = AB_NO_LINE;
}

/* In a walk with chance: the game has given a value that cannot be. */
AB_INLINE int ab_bounds_are_broken_by (ab_walk *w, ab_value value, const int careful) {
  if (careful < AB_CHANCY || (value >= w->low && value <= w->high))
    return 0;
  w->wrong = value;
  return 1;
}

/* Do the bounds of the node lie outside the range of values? */
AB_INLINE int ab_bounds_are_out_of_range (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  int own = !game->viewpoint || c->node->player == 1;
  if (careful < AB_CHANCY)
    return 0;
  if (c->node->low > (own ? w->high : -w->low))
    w->wrong = c->node->low;
  else if (c->node->high < (own ? w->low : -w->high))
    w->wrong = c->node->high;
  else
    return 0;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
