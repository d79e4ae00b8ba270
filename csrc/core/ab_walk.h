/*
** The walk: alpha-beta over a stack, the non-recursive procedure of Knuth & Moore 1975 grown up. It stops between any
** two positions, and goes on from there. This is the only place where it is written, but for the printed procedures
** (ab_paper.c).
**
** It is one function, ab_walk_on, built in several instances by its constants:
**
**   careful   the core's own instances. They walk the whole tree from the root and can do all that a search can; every
**             game call may leave by longjmp. AB_CHANCY is for games with chance, choices at once, a range of values, or repetitions;
**             without it the rest is as fast as if there were none of these. AB_FAST: an instance for games whose functions always
**             return, below the root's children; what it turns on stays in registers.
**   learning  there is a table, an order of moves, or null windows (careful instances always ask)
**   game      its functions are built in where the compiler knows them
**
** All of them visit the same tree, but that with a table children are looked up in advance, and nodes above leaves only
** as long as it pays, where the game's functions return; and that near the root others who share the table change the
** order. What holds in the careful instance at every game call: the search stands complete
** in `w`, in a phase that repeats just this call. So nothing is changed before a call returns.
**
** `w` is the walk in memory, and `c` its cursor, in registers: the current node with its window and its best value,
** and the child's value, seen by the node's player. What a step takes to do stands beside it, by subject:
**
**   ab_cursor   where the walk stands, and what it may ask of the rest of the core
**   ab_pick     which move is next                                         steps 1 and 7
**   ab_child    it is valued, or opened as a node, and is the child again        3, 4, 8, 10
**   ab_probe    the node in the transposition table                              5, 8
**   ab_ahead    its children in the table, before any of them is visited         7
**   ab_bounds   what the game says that a position is worth at most, at least    6, 8
**   ab_repeat   positions that occur again                                       3, 6
**   ab_outcome  positions where chance decides, or both players choose           1, 2, 6, 7, 8, 10, 11
**   ab_update   what the node learns from its child                              8, 9, 11, 12
**
** A game that is known to the compiler gets a walk of its own:
**
**   static ab_walk_function my_walk;
**   static const ab_game my_game = {..., .returns = 1, .walk = my_walk};
**   AB_INSTANCE(my_walk, my_game, my_position)
**
** where my_position is the type of a position. Mark the game's functions AB_INLINE. The structs below are the core's
** own; a game does not look at them.
**
** To debug a game, compile it with AB_CHECKED: its walk then looks at the number of moves everywhere. (The core's walks
** do so where the core is compiled with it.)
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_WALK_H
#define AB_WALK_H

#include "ab_ahead.h"
#include "ab_child.h"
#include "ab_outcome.h"
#include "ab_pick.h"
#include "ab_probe.h"
#include "ab_repeat.h"
#include "ab_update.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
** Walk on from where `w` stands, until the first node is to be left (AB_DONE), the budget is used up (AB_PAUSED),
** memory runs out (AB_NOMEM), the game has no end (AB_ENDLESS) or gives a wrong number of moves (AB_BROKEN). After AB_PAUSED
** and AB_NOMEM, call again.
**
** `game`, `size`, `learning` and `careful` are constants in an instance. `scratch` is a position in registers, or NULL.
** `size` is that of a position; 0 with care, where moves are taken back.
*/
AB_INLINE ab_status ab_walk_on (ab_walk *w, const ab_game *game, void *context, void *scratch, const size_t size,
                                const int learning, const int careful) {
  ab_cursor c;
  ab_value payoff;
  ab_played played;
  void *after;
  int number = 0, count;

  ab_cursor_place(w, &c, size, careful);
  ab_child_take(w, &c, game, careful);
  if (careful) {
    number = c.node->move;
    if (w->inside)
      goto below;
    if (w->budget == 0 && w->phase >= AB_AT_ROOT && w->phase <= AB_AT_JOINT) /* a step that was left by longjmp has lost it */
      return AB_PAUSED;
    switch (w->phase) {
      case AB_AT_ROOT: goto visit; /* the only child of node 0 */
      case AB_AT_MORE: goto more;
      case AB_AT_LIKELIHOOD: goto likelihood;
      case AB_AT_PLAY: goto play;
      case AB_AT_JOINT: if (careful == AB_CHANCY) goto at_once; break;
      case AB_AT_PLAYER: goto player;
      case AB_AT_RECORD: goto enter;
      case AB_AT_IDENTITY: goto identify;
      case AB_AT_EVALUATE: goto evaluate;
      case AB_AT_NOISY: goto noisy;
      case AB_AT_CHANCE: goto chance;
      case AB_AT_DRAW: goto chance;
      case AB_AT_BOTH: goto chance;
      case AB_AT_MOVES: goto moves;
      case AB_AT_FIRST: goto first;
      case AB_AT_BOUNDS: goto bounds;
      case AB_AT_KEY: goto probe;
      case AB_AT_ORDER: goto order;
      case AB_AT_STUCK: goto stuck;
      case AB_AT_UNDO: goto undo;
      default: break;
    }
  }
  switch (w->phase) {
    case AB_AT_OPEN: goto open;
#ifdef AB_CHECKED
    case AB_AT_MOVES: goto moves;
#endif
    case AB_AT_SORT: if (learning) goto sort; break;
    case AB_AT_RESEARCH: if (learning) goto research; break;
    case AB_AT_UPDATE: goto update;
    default: break;
  }

  /* Step 1. Take up the next move: the hash move, then by order. */
next_move:
  if (careful && w->plain && c.node > c.top && w->ply > w->seen)
    goto below;
  if (careful && w->ply <= w->seen && w->core->care.is_overtaken(w)) {
    ab_cursor_place(w, &c, size, careful);
    c.complete = c.node->complete;
    c.subtree = c.node->subtree;
    goto settled;
  }
  if (ab_outcome_is_probed(&c, careful))
    goto leave;
  if (c.index == c.node->count) {
    if (learning && c.node->later > 0)
      goto sort;
    goto leave;
  }
  if (w->budget == 0) {
    ab_cursor_stand(w, &c, AB_AT_MOVE, careful);
    return AB_PAUSED;
  }
more:
  if (careful && c.node->count == AB_LAZY && !c.node->primed) {
    w->phase = AB_AT_MORE;
    if (!game->more(context, c.here, (ab_move)(unsigned)(c.index + 1)))
      goto leave;
  }
  number = ab_pick_next(w, &c, learning, careful);
  if (ab_outcome_is_joint(&c, careful))
    goto at_once;

  /* Step 2. Play it. */
likelihood:
  if (careful && w->threshold > 0) {
    w->phase = AB_AT_LIKELIHOOD;
    w->child.likelihood = ab_outcome_likelihood(w, &c, game, context, number, careful);
  }
play:
  after = scratch != NULL ? scratch : c.here + size;
  ab_cursor_at(w, AB_AT_PLAY, careful);
  played = game->play(context, c.here, ab_cursor_move(&c, game, number), after, careful ? &w->child.value : &payoff);
made:
  if (played == AB_ILLEGAL && ab_outcome_is_next(&c, careful))
    return ab_cursor_break(w, &c, AB_AT_PLAY, number, careful);
  if (played == AB_ILLEGAL)
    goto next_move;
  c.line = AB_NO_LINE;
  c.subtree = 0;
  if (careful) {
    w->child.over = played == AB_OVER;
    w->child.same = (signed char)ab_outcome_is_next(&c, careful);
  }
visit:
  w->budget--;

  /* Step 3. Value a leaf, without care in one go. */
  if (!careful && (played == AB_OVER || c.node >= c.floor)) {
    ab_child_value_leaf(w, &c, game, context, after, played == AB_OVER ? &payoff : NULL);
    goto update;
  }
  if (scratch != NULL)
    memcpy(c.here + size, scratch, size);
player:
  if (game->player != NULL && (!careful || ab_child_needs_player(w, &c, game, careful))) {
    ab_cursor_at(w, AB_AT_PLAYER, careful);
    w->child.player = (signed char)game->player(context, c.here + size);
    if (careful && c.node < c.top)
      c.node->player = w->child.player;
    w->child.same = w->child.player == c.node->player;
  }
enter:
  c.same = ab_child_is_same(w, game, careful);
  if (learning)
    w->child.same = (signed char)c.same;
  if (careful && w->traced) {
    w->phase = AB_AT_RECORD;
    if (!w->core->trace.enter(w))
      return AB_NOMEM;
  }
  c.complete = 1;
  if (ab_outcome_skips_probe(w, &c, careful))
    goto known;
  if (!careful)
    goto open;
identify:
  ab_repeat_identify(w, &c, game, context, careful);
  if (ab_child_wants_node(w, &c, careful))
    goto open;
evaluate:
  if (!ab_child_value(w, &c, game, context, careful))
    return AB_OUTSIDE;
  if (c.complete || ab_child_is_last(w))
    goto known;
  w->child.value = c.value;
noisy:
  w->phase = AB_AT_NOISY;
  if (!w->core->make_room(w))
    return AB_NOMEM;
  ab_cursor_place(w, &c, size, careful);
  count = game->noisy(context, c.here + size, ab_stack_moves(&w->stack, w->ply + 1));
  if (count != AB_EVERY && !ab_cursor_may_give(game, count))
    return ab_cursor_break(w, &c, AB_AT_NOISY, count, careful);
  c.exact = count == 0;
  if (count == 0 || (count != AB_EVERY && w->cuts != AB_NO_CUTS
                     && (c.same ? c.value : -c.value) >= ab_node_child_beta(c.node, c.alpha, c.same, w->cuts)))
    goto known; /* it stands pat */
  w->leaves--;
  if (count != AB_EVERY) {
    ab_child_open(w, &c, game, size, learning, careful);
    ab_child_stand_pat(&c, count);
    goto sort;
  }

  /* Step 4. Open the child as a node, with as much of the window as is handed down. */
open:
  if (c.node >= c.last || (learning && w->crowded)) {
    ab_cursor_stand(w, &c, AB_AT_OPEN, careful);
    if (careful == AB_CHANCY ? w->ply >= AB_LAST_PLY : w->unlimited && w->ply >= w->horizon)
      return AB_ENDLESS;
    if (!w->core->make_room(w))
      return AB_NOMEM;
    ab_cursor_place(w, &c, size, careful);
    c.same = ab_child_is_same(w, game, careful);
  }
  ab_child_open(w, &c, game, size, learning, careful);
  if (game->bounds != NULL)
    goto chance; /* a finished position has no moves, and is not asked for bounds */

  /* Step 5. Probe the transposition table. */
probe:
  if (learning && w->keyed && !ab_repeat_is_again(&c, careful) && !(careful && w->ply > w->horizon)
      && ab_probe_is_wanted(w, &c, game, careful) && ab_probe_node(w, &c, game, context, careful))
    goto settled;
  if (game->bounds != NULL)
    goto peek;

  /* Step 6. Generate the outcomes, or the moves, and ask the game for bounds. */
chance:
  if (careful == AB_CHANCY) {
    ab_status status = ab_outcome_deal(w);
    if (status != AB_DONE)
      return status;
    if (c.node->chance)
      goto generated;
  }
moves:
  ab_cursor_at(w, AB_AT_MOVES, careful);
  c.node->count = game->moves(context, c.here, c.list);
  if ((AB_IS_CHECKED || careful) && !ab_cursor_may_give(game, c.node->count))
    return ab_cursor_break(w, &c, AB_AT_MOVES, c.node->count, careful);
generated:
  if (game->bounds == NULL && !ab_repeat_is_again(&c, careful))
    goto peek;
  if (c.node->count == 0)
    goto next_move;
  if (careful && (c.node == c.top || w->ply > w->horizon) && !ab_repeat_is_again(&c, careful))
    goto probe;
first:
  if (careful && c.node->count == AB_LAZY && !ab_pick_has_first(w, &c, game, context))
    goto next_move;
  if (ab_repeat_settles(w, &c, careful))
    goto settled;
bounds:
  ab_cursor_at(w, AB_AT_BOUNDS, careful);
  game->bounds(context, c.here, &c.node->low, &c.node->high);
  if (ab_bounds_are_out_of_range(w, &c, game, careful))
    return AB_OUTSIDE;
  if (careful && w->ranking) {
    w->core->rank.bounds(w);
    ab_cursor_load(&c);
  }
  if (!ab_bounds_settle(w, &c, careful))
    goto probe;
settled:
  ab_child_close(w, &c, game, size, AB_SETTLED, learning, careful);
  c.exact = 0;
  goto known;

  /* Step 7. Look for a move that is known to cut off, and sort them. */
peek:
  if (ab_outcome_is_next(&c, careful)) {
    ab_outcome_begin(w, &c, size);
    goto next_move;
  }
  if (learning && w->keyed)
    ab_ahead_look(w, &c, game, context, scratch != NULL ? scratch : c.here + size, careful);
sort:
  if (learning && ab_pick_has_order(w, &c, careful) && c.node->count + c.node->later > 1
      && !ab_pick_is_unsorted(w, &c, game, careful)) {
    if (ab_pick_queues(w, &c, game, careful)) {
      c.node->choices = c.node->count;
      goto next_move;
    }
    if (careful || game->order == NULL || c.node->first + c.node->count > w->choices_room) {
      ab_cursor_stand(w, &c, AB_AT_SORT, careful);
      if (!w->core->sort(w))
        return AB_NOMEM;
    }
    c.node->choices = c.node->count;
    if (game->order != NULL) {
      number = 1;
order:
      ab_pick_score(w, &c, game, context, number, careful);
    }
    if (c.index > 0)
      w->choices[c.node->first + c.node->hash_move - 1] = 0;
  }
  goto next_move;

  /* Step 8. Leave the node to those who walk without care, or because its moves are tried. */
below:
  if (careful) {
    ab_status status = w->core->care.below(w);
    if (status != AB_DONE)
      return status;
    ab_cursor_place(w, &c, size, careful);
  }
leave:
  if (ab_outcome_is_next(&c, careful)) {
    ab_status status = ab_outcome_end(w, &c, size);
    if (status == AB_DEPTH)
      goto next_move;
    if (status != AB_DONE)
      return status;
  }
  c.complete = c.node->complete;
  if (learning)
    c.subtree = c.node->subtree;
  if (!c.node->tried)
    goto stuck;
left:
  if (game->bounds != NULL)
    ab_bounds_clamp(w, &c, careful);
  if (learning || c.node == c.top)
    ab_update_finish(w, &c, learning, careful);
  if (!careful && c.node == c.top)
    return AB_DONE;
  if (learning && w->keyed && c.node->key != AB_NO_KEY)
    ab_probe_store(w, &c, game, careful);
  ab_child_close(w, &c, game, size, 0, learning, careful);
  c.exact = 0;
  goto known;

at_once: /* both players move */
  w->child.likelihood = c.node->likelihood;
  w->phase = AB_AT_JOINT;
  played = w->core->chance.play(w, c.here + size);
  goto made;

stuck: /* no move was legal: the game is over */
  if (!careful && c.node == c.top) {
    ab_cursor_stand(w, &c, AB_AT_MOVE, careful);
    return AB_DONE;
  }
  if (!ab_update_value_stuck(w, &c, game, context, careful))
    return AB_OUTSIDE;
  ab_child_close(w, &c, game, size, AB_LEAF, learning, careful);

  /* Step 9. A scout that finds more than was asked for has proven only that it is more: search again. */
known:
  if (learning && c.node->scout && !c.exact && c.value > c.alpha && (c.value < c.beta || c.beta == AB_INF)) {
    if (c.line != AB_NO_LINE)
      w->core->drop(w, c.line);
research:
    if (w->budget == 0) {
      ab_cursor_stand(w, &c, AB_AT_RESEARCH, careful);
      return AB_PAUSED;
    }
    w->budget--;
    c.node->scout = 0;
    c.line = AB_NO_LINE;
    c.subtree = 0;
    c.exact = 0;
    goto enter;
  }
  ab_update_depend(w, &c, learning, careful);

  /* Step 10. Take the move back. */
undo:
  if (careful && (game->undo != NULL || w->traced))
    ab_child_take_back(w, &c, game, context, learning, careful);

  /* Step 11. The node takes what its child has found; and its line, where the value may be exact. */
update:
  if (careful && w->ply > 0 && w->ply <= w->seen)
    w->core->care.leave(w);
  if (ab_outcome_is_next(&c, careful)) {
    if (ab_outcome_add(w, &c))
      goto leave;
    goto next_move;
  }
  if (careful && c.node <= c.top) {
    ab_status status = ab_update_root(w, &c, learning);
    if (status == AB_PAUSED)
      goto next_move;
    if (status == AB_DONE && c.node == c.top)
      goto cut;
    return status;
  }
  if (c.line == AB_NO_LINE && c.value <= c.best && c.node->tried)
    goto next_move;
  c.node->tried = 1;
  if (c.value <= c.alpha) {
    if (!ab_update_fail_low(w, &c, learning, careful)) {
      c.node->tried = 0; /* or there would be no line when this is tried again */
      return AB_NOMEM;
    }
    goto next_move;
  }
  if (!ab_update_raise(w, &c, learning, careful))
    return AB_NOMEM;
  if (c.value < c.beta || (careful && w->cuts == AB_NO_CUTS))
    goto next_move;

  /* Step 12. A cut-off: what holds of that one child holds of the node. */
cut:
  w->cutoffs++;
  if (careful && w->traced)
    w->core->trace.cut(w);
  if (learning)
    ab_update_learn(w, &c, game, careful);
  goto left;
}

/* ---------------------------------------------------------------- instances */

/* The core's own instances: the careful ones, from the root; and, below the current node, one that calls the functions of
** the game through their pointers. */
ab_status ab_walk_with_care (ab_walk *walk);
ab_status ab_walk_with_chance (ab_walk *walk);
ab_status ab_walk_through (ab_walk *walk);

/* Is there anything that a walk which only knows the window would miss? */
static inline int ab_walk_is_learning (const ab_walk *walk) {
  return walk->keyed || walk->ordered || walk->scouting;
}

/* Is the walk's game this one, as far as a walk sees it? */
static inline int ab_walk_is_of (const ab_walk *walk, const ab_game *a) {
  const ab_game *b = walk->game;
  return a->state_size == b->state_size && a->max_moves == b->max_moves && a->viewpoint == b->viewpoint
      && a->moves == b->moves && a->play == b->play && a->evaluate == b->evaluate && a->player == b->player
      && a->key == b->key && a->order == b->order && a->bounds == b->bounds && a->estimate == b->estimate
      && a->weights == b->weights && a->scale == b->scale && a->features == b->features
      && a->feature_count == b->feature_count && a->phases == b->phases && a->phase == b->phase;
}

/* A walk of its own for a game whose positions are of the given type. It leaves other games that have come by
** it, as a copy of the struct with another function in it, to the walk through their pointers. */
#define AB_INSTANCE(name, game, position)                                                      \
  AB_INSTANCE_IN(name##_alike, game, position, walk->context)                                  \
  static ab_status name (ab_walk *walk) {                                                      \
    return ab_walk_is_of(walk, &(game)) ? name##_alike(walk) : walk->core->through(walk);      \
  }

/* The same for whatever game comes, where the context is known to the compiler as well or tells several walks
** apart: the caller has looked. */
#define AB_INSTANCE_IN(name, game, position, context)                                          \
  static ab_status name (ab_walk *walk) {                                                      \
    position scratch;                                                                          \
    if (ab_walk_is_learning(walk))                                                             \
      return ab_walk_on(walk, &(game), (context), &scratch, sizeof scratch, 1, 0);             \
    return ab_walk_on(walk, &(game), (context), &scratch, sizeof scratch, 0, 0);               \
  }

#ifdef __cplusplus
}
#endif

#endif
