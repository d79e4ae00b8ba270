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
#include "ab_node.h"

#define AB_SAVE(p)                                                                             \
  (s->phase = (p), s->w.ply = ply, s->w.stack.nodes[ply] = node, s->w.child = child, s->w.budget = budget)

/* The position at a ply; positions move when the stack grows. */
#define AB_STATE(p) ((void *)(s->w.stack.states + (size_t)(p) * s->w.stack.stride))

/* A move of the current node, by its number. */
#define AB_MOVE(number) ab_move_at(s, ply, number)

/* `traced` is a constant: the instance that records the tree is another one. */
static inline ab_status ab_loop (ab_search *s, const ab_game *game, const int traced) {
  void *context = s->w.context;
  const ab_reach reach = s->reach;
  const int horizon = s->w.horizon, ordered = s->w.ordered, scouting = s->w.scouting;
  const int walks = s->walks && !s->ranking;
  const double threshold = s->options.threshold;
  ab_table *const table = s->table;
  int ply = s->w.ply, count, last;
  ab_status status;
  uint64_t budget = s->w.budget;
  ab_node node = s->w.stack.nodes[ply];
  ab_child child = s->w.child;

  switch (s->phase) {
    case AB_START: goto start;
    case AB_NEXT: goto next;
    case AB_LIKELY: goto likely;
    case AB_PLAY: goto play;
    case AB_TURN: goto turn;
    case AB_ENTER: goto enter;
    case AB_KEY: goto key;
    case AB_LIMIT: goto limit;
    case AB_EXPAND: goto expand;
    case AB_SORT: goto sort;
    case AB_SCORE: goto score;
    case AB_VALUE: goto value;
    case AB_QUIET: goto quiet;
    case AB_AGAIN: goto again;
    case AB_BACK: goto back;
    case AB_UPDATE: goto update;
    case AB_WALK: goto walk;
  }

start: /* the root is the only child of node 0, and its player is node 0's */
  if (budget == 0)
    return AB_PAUSED;
  if (s->bounding) {
    ab_value low, high;
    AB_SAVE(AB_START);
    game->bounds(context, AB_STATE(0), &low, &high);
    ab_search_bound(s, low, high);
    node = s->w.stack.nodes[0];
  }
  child.over = 0;
  child.same = 1;
  child.likelihood = 1;
  goto arrived;

next:
  if (walks && ply > 1)
    goto walk;
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
  if (node.choices > 0)
    node.move = ab_next_choice(s->order.choices, &node, node.index);
  else
    node.move = node.index + 1;
  node.index++;
  if (ply == 1)
    node.alpha = ab_root_alpha(s, &node);
  node.scout = scouting && ab_has_scout(&node);

likely:
  if (threshold > 0) {
    AB_SAVE(AB_LIKELY);
    child.likelihood = node.likelihood * game->likelihood(context, AB_STATE(ply - 1), AB_MOVE(node.move));
  }

play:
  AB_SAVE(AB_PLAY);
  child.over = 0;
  child.same = 0;
  switch (game->play(context, AB_STATE(ply - 1), AB_MOVE(node.move), AB_STATE(ply), &child.value)) {
    case AB_ILLEGAL: goto next;
    case AB_OVER: child.over = 1; break;
    case AB_PLAYED: break;
  }
  node.tried = 1;

arrived:
  budget--;
  child.line = AB_NO_LINE;

turn: /* at a leaf seen from player 1's viewpoint it does not matter who is to move */
  last = ply >= s->farthest || child.likelihood < threshold;
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
  child.leaf = child.exact = child.complete = 1;
  child.height = child.hint = 0;
  if (child.over) {
    s->w.leaves++;
    child.value = ab_leaf_value(s, &node, &child, game->viewpoint, ply);
    goto back;
  }
  if (ply >= horizon) {
    if (s->options.depth < 0 && !s->options.deepening) {
      AB_SAVE(AB_ENTER);
      return AB_ENDLESS;
    }
    child.complete = 0;
    goto value;
  }
  if (child.likelihood < threshold)
    goto value;

limit: /* not at the root, which is to have a move */
  if (game->bounds != NULL && reach != AB_NOWHERE && ply > 0 && !s->ranking) {
    ab_value low, high;
    ab_node under = ab_node_under(&node, &child, reach, 0);
    AB_SAVE(AB_LIMIT);
    game->bounds(context, AB_STATE(ply), &low, &high);
    if (high <= under.alpha || low >= under.beta) {
      ab_value bound = high <= under.alpha ? high : low;
      child.value = child.same ? bound : -bound;
      child.exact = 0;
      s->w.leaves++;
      goto known;
    }
  }

key: /* the root is looked up for its best move only */
  if (table != NULL) {
    int settled;
    AB_SAVE(AB_KEY);
    s->w.child.key = game->key(context, AB_STATE(ply));
    settled = ab_search_look(s);
    child = s->w.child;
    if (settled) {
      child.exact = 0;
      s->w.leaves++;
      goto known;
    }
  }

expand: /* beyond the horizon this is where every move is noisy */
  AB_SAVE(AB_EXPAND);
  if (!ab_search_make_room(s))
    return AB_NOMEM;
  count = game->moves(context, AB_STATE(ply), ab_stack_moves(&s->w.stack, ply + 1));
  s->w.stack.nodes[ply] = node;
  node = ab_node_under(&node, &child, reach, count);
  ply++;

expanded:
  if (!ordered || count < 2)
    goto next;

sort:
  AB_SAVE(AB_SORT);
  if (!ab_search_sort(s))
    return AB_NOMEM;
  node.choices = node.count;

score: /* `index` counts the moves that the game has scored */
  if (game->order != NULL) {
    while (node.index < node.count) {
      double given;
      AB_SAVE(AB_SCORE);
      given = game->order(context, AB_STATE(ply - 1), AB_MOVE(node.index + 1));
      ab_order_set(&s->order, node.first + node.index, given);
      node.index++;
    }
    node.index = 0;
  }
  goto next;

walk: /* once begun, the walk knows how far it is */
  if (s->phase != AB_WALK) {
    AB_SAVE(AB_WALK);
    s->w.gait = AB_TRYING;
    s->w.top = ply;
  }
  status = ab_search_walk(s);
  if (status != AB_DONE)
    return status;
  s->phase = AB_NEXT;
  ply = s->w.ply;
  node = s->w.stack.nodes[ply];
  budget = s->w.budget;

leave: /* a node becomes its parent's child again */
  if (node.tried) {
    if (table != NULL && ply <= horizon)
      ab_search_store(s, &node, ply - 1);
    if (ply > s->w.deepest)
      s->w.deepest = ply;
  }
  child = ab_child_of(&node);
  node = s->w.stack.nodes[--ply];
  if (!child.leaf)
    goto known;

value: /* no move is legal, or there is no looking further */
  AB_SAVE(AB_VALUE);
  child.value = game->evaluate(context, AB_STATE(ply));
  child.value = ab_leaf_value(s, &node, &child, game->viewpoint, ply);
  s->w.leaves++;
  if (child.complete || ply >= s->farthest || child.likelihood < threshold)
    goto known;

quiet: /* the value is what standing pat is worth, where that is allowed */
  AB_SAVE(AB_QUIET);
  if (!ab_search_make_room(s))
    return AB_NOMEM;
  count = game->noisy(context, AB_STATE(ply), ab_stack_moves(&s->w.stack, ply + 1));
  if (count == 0)
    goto known;
  if (count != AB_EVERY && ab_stands_pat(&node, &child, reach)) {
    child.exact = 0;
    goto known;
  }
  s->w.leaves--;
  if (count == AB_EVERY)
    goto expand;
  s->w.stack.nodes[ply] = node;
  node = ab_node_under(&node, &child, reach, count);
  ab_node_stand(&node, &child);
  ply++;
  goto expanded;

known: /* a scout that finds more than was asked for has proven only that it is more */
  if (node.scout && !child.exact && ab_is_inside(&node, child.value)) {
again:
    if (budget == 0) {
      AB_SAVE(AB_AGAIN);
      return AB_PAUSED;
    }
    budget--;
    node.scout = 0;
    ab_line_drop(&s->lines, child.line);
    child.line = AB_NO_LINE;
    goto enter;
  }

back:
  if (game->undo != NULL && ply > 0) {
    AB_SAVE(AB_BACK);
    game->undo(context, AB_STATE(ply - 1), AB_MOVE(node.move));
  }
  if (traced)
    ab_trace_leave(&s->trace, ply, child.same ? child.value : -child.value, child.leaf);

update:
  if (ply <= 1) {
    AB_SAVE(AB_UPDATE);
    if (ply == 0)
      return AB_DONE;
    switch (ab_root_update(s)) {
      case AB_NOMEM: return AB_NOMEM;
      case AB_DONE: node = s->w.stack.nodes[ply]; goto cut;
      default: node = s->w.stack.nodes[ply]; goto next;
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
  ab_node_take(&node, &child);
  if (reach == AB_NOWHERE || node.best < node.beta)
    goto next;
  node.complete = child.complete; /* that one child is proof enough */
  node.height = child.height + 1;

cut:
  s->w.cutoffs++;
  if (traced)
    ab_trace_cut(&s->trace, ply - 1);
  if (node.choices > 0 && game->order == NULL && ply <= horizon)
    ab_search_learn(s, &node, ply);
  goto leave;
}

#endif
