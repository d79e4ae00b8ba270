/*
** Parts of the walk: positions that occur again.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_REPEAT_H
#define AB_REPEAT_H

#include "ab_cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which position is the child? If it has occurred on the way from the root the game is over there. */
AB_INLINE void ab_repeat_identify (ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (careful < AB_CHANCY || !w->repeats)
    return;
  w->phase = AB_AT_IDENTITY;
  w->child.position = w->child.over ? AB_NO_KEY : game->key(context, c->here + w->stack.stride);
  w->core->repetition.identify(w);
}

/* Was the node's position on the board before? */
AB_INLINE int ab_repeat_is_again (const ab_cursor *c, const int careful) { return careful == AB_CHANCY && c->node->again; }

/* If so, and there are moves, it is repeated, and worth `best`. */
AB_INLINE int ab_repeat_settles (ab_walk *w, ab_cursor *c, const int careful) {
  if (!ab_repeat_is_again(c, careful))
    return 0;
  c->best = c->node->player == 2 ? -w->worth : w->worth;
  if (w->ranking)
    c->best = w->core->rank.value(w, c->best, w->ply - 1);
  c->complete = 1;
  c->subtree = 0;
  return 1;
}

#ifdef __cplusplus
}
#endif

#endif
