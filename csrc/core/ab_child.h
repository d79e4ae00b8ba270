/*
** Parts of the walk: the child. It is a leaf and is valued, or it becomes the current node; and is the child again when
** that has its value.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_CHILD_H
#define AB_CHILD_H

#include "ab_bounds.h"
#include "ab_outcome.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The node's child is settled, be it short of the horizon. */
AB_INLINE void ab_child_count_leaf (ab_walk *w, ab_cursor *c, const int careful) {
  int ply = ab_cursor_ply(w, c, careful) - (careful == AB_CHANCY ? w->outcomes : 0);
  w->leaves++;
  if (ply > w->deepest)
    w->deepest = ply;
}

/* What is known of the child, to memory and back. */
AB_INLINE void ab_child_give (ab_walk *w, const ab_cursor *c, const int learning) {
  w->child.value = c->value;
  w->child.line = c->line;
  if (learning)
    w->child.subtree = c->subtree;
  w->child.complete = (signed char)c->complete;
}

/* Is the player to move in the child that of the node? Never, where the players alternate. */
AB_INLINE int ab_child_is_same (const ab_walk *w, const ab_game *game, const int careful) {
  return (careful || game->player != NULL) && w->child.same;
}

AB_INLINE void ab_child_take (const ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
  int known = w->phase == AB_AT_UPDATE || w->phase == AB_AT_UNDO;
  c->value = w->child.value;
  c->line = known ? w->child.line : AB_NO_LINE;
  c->subtree = known ? w->child.subtree : 0;
  c->complete = w->child.complete;
  c->same = ab_child_is_same(w, game, careful);
  c->exact = 0;
}

/* The child is a leaf, its position is `after`; with `payoff`, where the move has ended the game. */
AB_INLINE void ab_child_value_leaf (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                                    const ab_value *payoff) {
  int same = 0;
  if (game->viewpoint)
    same = c->node->player == 1;
  else if (game->player != NULL)
    same = game->player(context, after) == c->node->player;
  c->complete = payoff != NULL;
  if (payoff != NULL) {
    c->value = *payoff;
    ab_child_count_leaf(w, c, 0);
  }
  else {
    c->value = ab_game_estimate(game, w->game, context, after);
    c->node->complete = 0;
    w->leaves++;
  }
  c->value = same ? c->value : -c->value;
}

/* The child becomes the current node. */
AB_INLINE void ab_child_open (ab_walk *w, ab_cursor *c, const ab_game *game, size_t size, const int learning,
                              const int careful) {
  ab_node *node = c->node, *under = node + 1;
  ab_value ceiling = learning && node->scout ? ab_value_above(c->alpha) : c->beta;
  if (!careful) {
    node->alpha = c->alpha;
    node->best = c->best;
    node->index = c->index;
  }
  c->beta = under->beta = careful && w->cuts == AB_NO_CUTS ? AB_INF : c->same ? ceiling : -c->alpha;
  c->alpha = careful && w->cuts != AB_DEEP_CUTS ? -AB_INF : c->same ? c->alpha : -ceiling;
  c->best = -AB_INF;
  c->index = 0;
  under->line = AB_NO_LINE;
  under->tried = under->raised = under->scout = 0;
  under->complete = careful ? (signed char)c->complete : 1;
  if (game->bounds != NULL) {
    under->low = -AB_INF;
    under->high = AB_INF;
    under->ranked = 0;
  }
  if (learning || game->player != NULL) {
    under->player = w->child.player;
    under->same = (signed char)c->same;
  }
  if (learning) {
    under->key = AB_NO_KEY;
    under->best_move = under->hash_move = 0;
    under->first = node->first + node->choices;
    under->choices = under->later = 0;
    under->queue = 0;
    under->subtree = 1;
    under->own = node->own == c->same;
  }
  if (careful) {
    under->alpha = c->alpha;
    under->best = c->best;
    under->index = under->move = under->primed = 0;
    if (careful == AB_CHANCY) {
      under->probe = node->chance && node->probe;
      under->chance = 0;
      under->position = w->child.position;
      under->above = w->child.above;
      under->leans_on = w->repeats ? w->child.leans_on : AB_ON_NONE;
      under->again = w->repeats && w->child.again;
    }
    under->likelihood = w->child.likelihood;
    w->ply++;
  }
  c->node = under;
  c->here += size;
  if (game->max_moves > 0)
    c->list += game->max_moves;
}

/* The node, which is worth `best`, becomes its parent's child again; `leaf`: see ab_traced. */
AB_INLINE void ab_child_close (ab_walk *w, ab_cursor *c, const ab_game *game, size_t size, int leaf, const int learning,
                               const int careful) {
  const ab_node *node = c->node;
  c->same = (careful || game->player != NULL) && node->same;
  c->value = c->same ? c->best : -c->best;
  c->line = leaf ? AB_NO_LINE : node->line;
  if (learning) {
    w->child.player = node->player;
    w->child.same = node->same;
  }
  if (careful) {
    w->child.likelihood = node->likelihood;
    w->child.over = 0;
    w->child.leaf = (signed char)leaf;
    if (careful == AB_CHANCY)
      w->child.leans_on = node->leans_on < w->ply ? node->leans_on : AB_ON_NONE;
    w->ply--;
  }
  c->node--;
  c->here -= size;
  if (game->max_moves > 0)
    c->list -= game->max_moves;
  if (leaf)
    ab_child_count_leaf(w, c, careful);
  ab_cursor_load(c);
}

/* With care: the move is taken back, the child left. */
AB_INLINE void ab_child_take_back (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int learning,
                                   const int careful) {
  ab_child_give(w, c, learning);
  w->phase = AB_AT_UNDO;
  if (game->undo != NULL && c->node >= c->top)
    ab_outcome_undo(w, c, game, context, careful);
  if (w->traced)
    w->core->trace.leave(w);
}

/* With care: are not even the child's noisy moves to be followed? */
AB_INLINE int ab_child_is_last (const ab_walk *w) {
  return w->ply >= w->farthest || w->child.likelihood < w->threshold;
}

/* With care: who is to move in a leaf does not matter where payoffs are as player 1 sees them; but it may be none, if its
** position was on the board before. */
AB_INLINE int ab_child_needs_player (const ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  return !game->viewpoint || w->traced || c->node < c->top || (careful == AB_CHANCY && w->repeats)
      || !(w->child.over || ab_child_is_last(w));
}

/* With care: the player to move may stand pat, which is worth the child's value, instead of making a noisy move. */
AB_INLINE void ab_child_stand_pat (ab_cursor *c, int count) {
  ab_node *node = c->node;
  node->count = count;
  node->tried = 1;
  node->best = c->best = c->same ? c->value : -c->value;
  if (c->best > c->alpha) {
    node->alpha = c->alpha = c->best;
    node->raised = 1;
  }
}

/* With care: the child has ended the game, or there is no looking further, or only at noisy moves. 0: its value cannot
** be. */
AB_INLINE int ab_child_value (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (!w->child.over || careful == AB_CHANCY)
    w->phase = AB_AT_EVALUATE;
  if (!w->child.over)
    w->child.value = ab_game_estimate(game, w->game, context, c->here + w->stack.stride);
  if (ab_bounds_are_broken_by(w, w->child.value, careful))
    return 0;
  if (w->child.over || w->unlimited)
    ab_child_count_leaf(w, c, careful);
  else
    w->leaves++;
  c->exact = 1;
  c->value = (game->viewpoint ? c->node->player == 1 : c->same) ? w->child.value : -w->child.value;
  if (w->ranking)
    c->value = w->core->rank.value(w, c->value, w->ply);
  return 1;
}

/* With care: is the child to be opened, short of the horizon? Also to see whether the game is over there, where its position
** was on the board before. */
AB_INLINE int ab_child_wants_node (ab_walk *w, ab_cursor *c, const int careful) {
  int again = careful == AB_CHANCY && w->repeats && w->child.again;
  c->complete = w->child.over || c->node < c->floor || again;
  w->child.complete = (signed char)c->complete;
  w->child.leaf = AB_LEAF;
  return again || (!w->child.over && c->complete && !(w->child.likelihood < w->threshold));
}

#ifdef __cplusplus
}
#endif

#endif
