/*
** The loop: alpha-beta as one walk over a stack, the non-recursive procedure of Knuth & Moore 1975
** grown up. It stops between any two nodes and goes on from there.
**
** What holds at every game call: the search stands complete in `s` (AB_SAVE), in a phase that
** repeats just this call. So the call may leave by longjmp, and nothing is changed before it returns.
**
** A node is a position whose moves are being tried; its child is the position behind the move that is
** being tried now. A child at the horizon, or one that ends the game, never becomes a node.
*/
#ifndef AB_LOOP_H
#define AB_LOOP_H

#include "ab_search.h"

#define AB_SAVE(p)                                                                             \
  (s->phase = (p), s->ply = ply, s->stack.nodes[ply] = node, s->child = child, s->budget = budget)

/* The position at a ply; positions move when the stack grows. */
#define AB_STATE(p) ((void *)(s->stack.states + (size_t)(p) * s->stack.stride))

/* The child's value as the node's player sees it. */
static inline ab_value ab_seen_from (const ab_node *node, const ab_child *child, int viewpoint) {
  int agree = viewpoint ? node->player == 1 : child->same;
  return agree ? child->value : -child->value;
}

/* Is the child's line to become the node's? It is where the value may be exact: inside the window, or
** at an infinite end of it, beyond which there is nothing. */
static inline int ab_line_matters (const ab_node *node, const ab_child *child) {
  if (child->value > node->alpha)
    return child->value < node->beta || node->beta == AB_INF;
  return node->alpha == -AB_INF && node->line == AB_NO_LINE;
}

/* The node for the child, with as much of the parent's window as the procedure hands down, as the
** child's player sees it. */
static inline ab_node ab_node_under (const ab_node *parent, const ab_child *child, ab_reach reach,
                                     int count) {
  ab_node node;
  node.alpha = reach != AB_DEEP ? -AB_INF : child->same ? parent->alpha : -parent->beta;
  node.beta = reach == AB_NOWHERE ? AB_INF : child->same ? parent->beta : -parent->alpha;
  node.likelihood = child->likelihood;
  node.best = -AB_INF;
  node.index = 0;
  node.count = count;
  node.line = AB_NO_LINE;
  node.player = child->player;
  node.same = child->same;
  node.tried = 0;
  return node;
}

/* `traced` is a constant: the instance that records the tree is another one. */
static inline ab_status ab_loop (ab_search *s, const ab_game *game, const int traced) {
  void *context = s->context;
  const ab_reach reach = s->reach;
  const int horizon = s->horizon;
  const double threshold = s->options.threshold;
  int ply = s->ply, count, last;
  uint64_t budget = s->budget;
  ab_node node = s->stack.nodes[ply];
  ab_child child = s->child;

  switch (s->phase) {
    case AB_START: goto start;
    case AB_NEXT: goto next;
    case AB_LIKELY: goto likely;
    case AB_PLAY: goto play;
    case AB_TURN: goto turn;
    case AB_ENTER: goto enter;
    case AB_LIMIT: goto limit;
    case AB_EXPAND: goto expand;
    case AB_VALUE: goto value;
    case AB_BACK: goto back;
    case AB_UPDATE: goto update;
    case AB_END: return AB_DONE;
  }

start: /* the root is the only child of node 0, and its player is node 0's */
  if (budget == 0)
    return AB_PAUSED;
  child.over = 0;
  child.same = 1;
  child.likelihood = 1;
  goto arrived;

next:
  if (node.index == node.count)
    goto leave;
  if (budget == 0) {
    AB_SAVE(AB_NEXT);
    return AB_PAUSED;
  }
  if (node.count == AB_LAZY) {
    AB_SAVE(AB_NEXT);
    if (!game->more(context, AB_STATE(ply - 1), (ab_move)(node.index + 1)))
      goto leave;
  }

likely:
  if (threshold > 0) {
    AB_SAVE(AB_LIKELY);
    child.likelihood = node.likelihood * game->likelihood(context, AB_STATE(ply - 1),
                                                          (ab_move)(node.index + 1));
  }

play:
  AB_SAVE(AB_PLAY);
  child.over = 0;
  child.same = 0;
  switch (game->play(context, AB_STATE(ply - 1), (ab_move)(node.index + 1), AB_STATE(ply),
                     &child.value)) {
    case AB_ILLEGAL: node.index++; goto next;
    case AB_OVER: child.over = 1; break;
    case AB_PLAYED: break;
  }
  node.index++;
  node.tried = 1;

arrived:
  budget--;
  child.line = AB_NO_LINE;

turn: /* at a leaf seen from player 1's viewpoint it does not matter who is to move */
  last = ply == horizon || child.likelihood < threshold;
  if (game->player != NULL
      && (ply == 0 || traced || !game->viewpoint || !(child.over || last))) {
    AB_SAVE(AB_TURN);
    child.player = (signed char)game->player(context, AB_STATE(ply));
    if (ply == 0)
      node.player = child.player;
    child.same = child.player == node.player;
  }

enter:
  if (traced) {
    AB_SAVE(AB_ENTER);
    if (!ab_search_record(s))
      return AB_NOMEM;
  }
  child.leaf = 1;
  if (child.over) {
    s->leaves++;
    child.value = ab_seen_from(&node, &child, game->viewpoint);
    goto back;
  }
  if (ply == horizon) {
    if (s->options.depth < 0 && !s->options.deepening)
      return AB_ENDLESS;
    s->clipped++;
    goto value;
  }
  if (child.likelihood < threshold)
    goto value;

limit: /* not at the root, which is to have a move */
  if (game->bounds != NULL && reach != AB_NOWHERE && ply > 0) {
    ab_value low, high;
    ab_node under = ab_node_under(&node, &child, reach, 0);
    AB_SAVE(AB_LIMIT);
    game->bounds(context, AB_STATE(ply), &low, &high);
    if (high <= under.alpha || low >= under.beta) {
      ab_value bound = high <= under.alpha ? high : low;
      child.value = child.same ? bound : -bound;
      s->leaves++;
      goto back;
    }
  }

expand:
  AB_SAVE(AB_EXPAND);
  if (!ab_stack_reserve(&s->stack, &s->mem, game->state_size, ply + 2))
    return AB_NOMEM;
  count = game->moves(context, AB_STATE(ply));
  s->stack.nodes[ply] = node;
  node = ab_node_under(&node, &child, reach, count);
  ply++;
  goto next;

leave: /* a node becomes its parent's child again */
  child.value = node.best;
  child.line = node.line;
  child.same = node.same;
  child.leaf = !node.tried;
  if (node.tried) {
    if (ply > s->deepest)
      s->deepest = ply;
    if (!child.same)
      child.value = -child.value;
    node = s->stack.nodes[--ply];
    goto back;
  }
  node = s->stack.nodes[--ply];

value: /* no move is legal, or there is no looking further */
  AB_SAVE(AB_VALUE);
  child.value = game->evaluate(context, AB_STATE(ply));
  child.value = ab_seen_from(&node, &child, game->viewpoint);
  s->leaves++;

back:
  if (game->undo != NULL && ply > 0) {
    AB_SAVE(AB_BACK);
    game->undo(context, AB_STATE(ply - 1), (ab_move)node.index);
  }
  if (traced)
    ab_trace_leave(&s->trace, ply, child.same ? child.value : -child.value, child.leaf);

update:
  if (ply <= 1) {
    AB_SAVE(AB_UPDATE);
    if (ply == 0) {
      s->phase = AB_END;
      return AB_DONE;
    }
    switch (ab_root_update(s)) {
      case AB_NOMEM: return AB_NOMEM;
      case AB_DONE: node = s->stack.nodes[ply]; goto cut;
      default: node = s->stack.nodes[ply]; goto next;
    }
  }
  if (ab_line_matters(&node, &child)) {
    AB_SAVE(AB_UPDATE);
    child.line = ab_line_through(s, ply, child.line);
    if (child.line == AB_NO_LINE)
      return AB_NOMEM;
    ab_line_drop(&s->lines, node.line);
    node.line = child.line;
  }
  else
    ab_line_drop(&s->lines, child.line);
  if (child.value > node.best)
    node.best = child.value;
  if (child.value > node.alpha)
    node.alpha = child.value;
  if (reach == AB_NOWHERE || node.best < node.beta)
    goto next;

cut:
  s->cutoffs++;
  if (traced)
    ab_trace_cut(&s->trace, ply - 1);
  goto leave;
}

#endif
