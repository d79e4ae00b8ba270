/*
** Parts of the walk: chance. The moves of a chance position are its outcomes; where both players choose at once, they are
** their joint moves.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_OUTCOME_H
#define AB_OUTCOME_H

#include "ab_cursor.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the node a chance position, in a walk that knows of any? */
AB_INLINE int ab_outcome_is_next (const ab_cursor *c, const int careful) {
  return careful == AB_CHANCY && c->node->chance;
}

/* Is it one where both players choose? */
AB_INLINE int ab_outcome_is_joint (const ab_cursor *c, const int careful) {
  return careful == AB_CHANCY && c->node->chance == AB_AT_ONCE;
}

/* Its next outcome is tried, in a window of its own. */
AB_INLINE int ab_outcome_take (ab_walk *w, ab_cursor *c) {
  c->node->move = ++c->node->index;
  w->core->chance.next(w);
  ab_cursor_load(c);
  return c->node->move;
}

/* How likely the position behind a move is, from the root. */
AB_INLINE double ab_outcome_likelihood (const ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, int number,
                                        const int careful) {
  double likelihood = c->node->likelihood;
  if (ab_outcome_is_next(c, careful))
    return likelihood * w->part;
  if (careful == AB_CHANCY && game->likelihood == NULL)
    return likelihood;
  return likelihood * game->likelihood(context, c->here, ab_cursor_move(c, game, number));
}

/* Does chance decide in the node, or both players? Then `count` is the number of outcomes. */
AB_INLINE ab_status ab_outcome_deal (ab_walk *w) {
  return w->game->chance != NULL || w->game->simultaneous != NULL ? w->core->chance.deal(w) : AB_DONE;
}

/* The move under way is taken back. */
AB_INLINE void ab_outcome_undo (ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (ab_outcome_is_joint(c, careful))
    w->core->chance.undo(w);
  else
    game->undo(context, c->here, ab_cursor_move(c, game, c->node->move));
}

/* Its outcomes are tried, on the way to a horizon that is one ply farther. */
AB_INLINE void ab_outcome_begin (ab_walk *w, ab_cursor *c, size_t size) {
  w->core->chance.begin(w);
  ab_cursor_place(w, c, size, AB_CHANCY);
}

/* They are tried. AB_DEPTH: they were only probed, and are tried again. */
AB_INLINE ab_status ab_outcome_end (ab_walk *w, ab_cursor *c, size_t size) {
  ab_status status;
  w->phase = AB_AT_MOVE;
  status = w->core->chance.end(w);
  ab_cursor_place(w, c, size, AB_CHANCY);
  return status;
}

/* Is the node one that is probed, and has its bound? The table is not to hear of it. */
AB_INLINE int ab_outcome_is_probed (ab_cursor *c, const int careful) {
  if (careful < AB_CHANCY || !c->node->probe || c->node->chance || !c->node->tried)
    return 0;
  c->node->key = AB_NO_KEY;
  return 1;
}

/* What is probed where another player is to move tells nothing of what the outcome is worth at least. */
AB_INLINE int ab_outcome_skips_probe (ab_walk *w, ab_cursor *c, const int careful) {
  if (!ab_outcome_is_next(c, careful) || !c->node->probe || c->same)
    return 0;
  w->child.leans_on = AB_ON_NONE;
  w->child.leaf = 0;
  c->value = -AB_INF;
  return 1;
}

/* An outcome has its value. 1: the others do not matter. */
AB_INLINE int ab_outcome_add (ab_walk *w, ab_cursor *c) {
  int cut;
  if (c->line != AB_NO_LINE && c->node->chance == AB_ROLLED)
    w->core->drop(w, c->line); /* nobody chooses this way */
  w->child.value = c->value;
  w->child.line = c->line;
  c->node->tried = 1;
  cut = w->core->chance.add(w);
  ab_cursor_load(c);
  return cut;
}

#ifdef __cplusplus
}
#endif

#endif
