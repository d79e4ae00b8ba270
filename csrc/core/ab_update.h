/*
** Parts of the walk: what the node learns from a child that has its value, and what it is worth in the end.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_UPDATE_H
#define AB_UPDATE_H

#include "ab_bounds.h"
#include "ab_child.h"
#include "ab_outcome.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The node has its value: to memory. The table is not to hear of one that is another one on another way to here. */
AB_INLINE void ab_update_finish (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  c->node->best = c->best;
  if (careful == AB_CHANCY && c->node->leans_on < w->ply)
    c->node->key = AB_NO_KEY;
  ab_cursor_stand(w, c, AB_AT_MOVE, careful);
  c->node->complete = (signed char)c->complete;
  if (learning)
    c->node->subtree = c->subtree;
}

/* A cut-off: its subtree is the move's, and what that leans on; and the history remembers it. */
AB_INLINE void ab_update_learn (ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
  ab_node *node = c->node;
  c->subtree++;
  if (careful == AB_CHANCY && w->repeats && node > c->top)
    node->leans_on = w->child.leans_on;
  if ((node->choices > 0 || node->later > 0) && game->order == NULL && !(careful && w->ply > w->horizon)) {
    ab_cursor_save(w, c, careful);
    w->core->learn(w);
  }
}

/* Hand the child's line and the move that leads there to the node; 0: no memory. */
AB_INLINE int ab_update_extend (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_child_give(w, c, learning);
  if (!learning)
    c->node->move = c->index;
  ab_cursor_stand(w, c, AB_AT_UPDATE, careful);
  return w->core->extend(w);
}

/* The child that is settled tells the node what its value depends on. */
AB_INLINE void ab_update_depend (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  node->complete = (signed char)(node->complete & c->complete);
  if (learning && c->subtree >= node->subtree) /* an outcome is no ply */
    node->subtree = c->subtree + !(careful == AB_CHANCY && node->chance == AB_ROLLED);
  if (careful == AB_CHANCY && w->repeats && w->child.leans_on < node->leans_on)
    node->leans_on = w->child.leans_on;
}

/* No move of the node is legal: the game is over there. 0: its value cannot be. */
AB_INLINE int ab_update_value_stuck (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  ab_cursor_at(w, AB_AT_STUCK, careful);
  c->best = game->evaluate(context, c->here);
  if (ab_bounds_are_broken_by(w, c->best, careful))
    return 0;
  if (game->viewpoint && c->node->player == 2)
    c->best = -c->best;
  if (careful && w->ranking)
    c->best = w->core->rank.value(w, c->best, w->ply - 1);
  c->complete = 1;
  c->subtree = game->bounds != NULL; /* at the horizon it would not be asked for them */
  c->exact = 1;
  if (game->bounds != NULL)
    ab_bounds_clamp(w, c, careful);
  return 1;
}

/* The value is no more than alpha; a line is needed only where every move loses without end. 0: no memory. */
AB_INLINE int ab_update_fail_low (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  if (c->value > c->best) {
    c->best = c->value;
    if (learning)
      node->best_move = node->move;
    if (careful)
      node->best = c->best;
  }
  if (c->alpha <= -AB_INF && node->line == AB_NO_LINE)
    return ab_update_extend(w, c, learning, careful);
  if (c->line != AB_NO_LINE)
    w->core->drop(w, c->line);
  return 1;
}

/* The value is more than alpha. Its line is the node's, unless there is a cut-off. 0: no memory. */
AB_INLINE int ab_update_raise (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  if (c->value < c->beta || c->beta >= AB_INF) {
    if (!ab_update_extend(w, c, learning, careful))
      return 0;
    c->alpha = c->value;
  }
  else if (c->line != AB_NO_LINE)
    w->core->drop(w, c->line);
  c->best = c->value;
  if (learning) {
    node->best_move = node->move;
    node->raised = 1;
  }
  if (careful) {
    node->alpha = c->alpha;
    node->best = c->best;
  }
  return 1;
}

/* With care: a root move has its value. AB_DONE: the other moves do not matter; or it is the root that has it. */
AB_INLINE ab_status ab_update_root (ab_walk *w, ab_cursor *c, const int learning) {
  ab_status status;
  ab_child_give(w, c, learning);
  w->phase = AB_AT_UPDATE;
  if (c->node < c->top)
    return AB_DONE;
  c->node->tried = 1;
  status = w->core->root.update(w);
  ab_cursor_load(c);
  if (status == AB_DONE) {
    c->complete = c->node->complete;
    c->subtree = c->node->subtree - 1;
  }
  return status;
}

#ifdef __cplusplus
}
#endif

#endif
