/*
** Parts of the walk: the node in the transposition table.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_PROBE_H
#define AB_PROBE_H

#include "ab_cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the node to be looked up, and remembered? Where its children are leaves that costs a game in C as much as to visit
** them, and most of the table would be such nodes. So it is done there as long as positions recur: each that is found
** pays for AB_LAST_LUCK that are not, and when AB_LAST_MOST are not paid for, AB_LAST_REST nodes go without. */
enum { AB_LAST_LUCK = 2, AB_LAST_MOST = 64, AB_LAST_REST = 4096 };

/* Is it such a node? A game that may not return is not one in C. */
AB_INLINE int ab_probe_is_weighed (const ab_cursor *c, const ab_game *game, const int careful) {
  return c->node >= c->floor && !(careful && !game->returns);
}

AB_INLINE int ab_probe_is_wanted (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  if (!ab_probe_is_weighed(c, game, careful) || w->last_rest == 0)
    return 1;
  w->last_rest--;
  return 0;
}

/* Such a node was looked up. */
AB_INLINE void ab_probe_weigh (ab_walk *w, int found) {
  w->last_luck += found ? AB_LAST_LUCK : -1;
  if (w->last_luck > 0)
    w->last_luck = 0;
  if (w->last_luck < -AB_LAST_MOST) {
    w->last_luck = 0;
    w->last_rest = AB_LAST_REST;
  }
}

/* The key of the node in the table. It is told apart by what was on the board before, if that matters, and by what is drawn. */
AB_INLINE uint64_t ab_probe_key (ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, const int careful) {
  uint64_t key;
  if (careful == AB_CHANCY && w->repeats)
    return c->node->position == AB_NO_KEY ? AB_NO_KEY : c->node->position ^ (w->salt + c->node->above);
  ab_cursor_at(w, AB_AT_KEY, careful);
  key = game->key(context, c->here);
  return careful == AB_CHANCY && key != AB_NO_KEY ? key ^ w->salt : key;
}

/* Does the table settle the node? If so it is worth `best`. */
AB_INLINE int ab_probe_node (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  int found;
  c->node->key = ab_probe_key(w, c, game, context, careful);
  ab_cursor_save(w, c, careful);
  if (c->node->key == AB_NO_KEY)
    return 0;
  found = w->core->probe(w);
  if (ab_probe_is_weighed(c, game, careful))
    ab_probe_weigh(w, found);
  if (!found)
    return 0;
  c->best = c->node->best;
  c->complete = c->node->complete;
  c->subtree = c->node->subtree;
  return 1;
}

/* The table holds what a position is worth inside a tree. The root of a game with bounds is not kept within them, and is
** worth something else there: of it, only the best move is remembered. */
AB_INLINE void ab_probe_store (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  if ((careful == AB_CHANCY && w->only_complete && !c->complete)
      || (careful && c->node == c->top && game->bounds != NULL))
    w->core->care.store_move(w);
  else
    w->core->store(w);
}

#ifdef __cplusplus
}
#endif

#endif
