/*
** The walk: alpha-beta over a stack, the non-recursive procedure of Knuth & Moore 1975 grown up. It stops between any
** two positions, and goes on from there. This is the only place where the search is written.
**
** It is one function, ab_walk_on, built in several instances by its constants:
**
**   careful   the core's own instances. They walk the whole tree from the root and can do all that a search can; every
**             game call may leave by longjmp. AB_CHANCY is for games with chance, a range of values, or repetitions;
**             without it the rest is as fast as if there were none of these. AB_FAST: an instance for games whose functions always
**             return, below the root's children; what it turns on stays in registers.
**   learning  there is a table, an order of moves, or null windows (careful instances always ask)
**   game      its functions are built in where the compiler knows them
**
** All of them visit the same tree, but that with a table children are looked up in advance only where the game's
** functions return. What holds in the careful instance at every game call: the search stands complete
** in `w`, in a phase that repeats just this call. So nothing is changed before a call returns.
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

#include "ab_choice.h"
#include "ab_stack.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a walk goes on: at the call that the phase is named for, or at what may need memory. */
typedef enum ab_phase {
  AB_AT_MOVE,       /* take up the current node's next move, or leave the node */
  AB_AT_OPEN,       /* make room for the child as a node */
  AB_AT_SORT,       /* make room for the order of the node's moves */
  AB_AT_RESEARCH,   /* search the child again in the whole window */
  AB_AT_UPDATE,     /* give the child's value to the node */
  AB_AT_ROOT,       /* from here on with care only: nothing visited yet */
  AB_AT_MORE,       /* is there a next move? */
  AB_AT_LIKELIHOOD, /* how likely is it? */
  AB_AT_PLAY,
  AB_AT_PLAYER,     /* who is to move in the child? */
  AB_AT_RECORD,     /* note the child in the recorded tree */
  AB_AT_IDENTITY,   /* which position is the child? */
  AB_AT_EVALUATE,   /* value the child */
  AB_AT_NOISY,      /* which of its moves are noisy? */
  AB_AT_CHANCE,     /* does chance decide here? */
  AB_AT_MOVES,      /* generate the node's moves */
  AB_AT_FIRST,      /* is there a first one? */
  AB_AT_BOUNDS,
  AB_AT_KEY,
  AB_AT_ORDER,      /* score the node's moves, one by one */
  AB_AT_STUCK,      /* value the node, which has no legal move */
  AB_AT_UNDO
} ab_phase;

typedef struct ab_walk ab_walk;

/* A child that is looked up in the table before any is visited. */
typedef struct ab_peek {
  uint64_t key;
  const struct ab_bucket *bucket; /* where it would be, for the table */
  int number; /* of the move that leads there */
  int same;   /* the node's player is to move there again */
} ab_peek;

enum { AB_PEEKS = 32 }; /* of a node at most; where there are more moves, none is looked up */

/* What the core does for a walk. The node is number `ply`, the child the position behind its move. Those that answer
** 0 have no memory, and have changed nothing; they may leave by longjmp. */
typedef struct ab_services {
  int (*make_room) (ab_walk *walk);   /* for a node below the current one, and in the table */
  int (*probe) (ab_walk *walk);       /* look the node up. 1: it is settled: `best`, `complete`, `subtree` are set */
  int (*peek) (ab_walk *walk, ab_peek *children, int count); /* look them up: a move that cuts off; 0: none */
  int (*sort) (ab_walk *walk);        /* make the choices of the node */
  int (*extend) (ab_walk *walk);      /* the move under way and the child's line are the node's line now */
  void (*drop) (ab_walk *walk, int line);
  void (*learn) (ab_walk *walk);      /* the move under way has cut off */
  void (*store) (ab_walk *walk);      /* the node has its value */
  ab_status (*through) (ab_walk *walk); /* walk below the node, through the game's pointers */

  /* for the careful instance */
  ab_status (*below) (ab_walk *walk); /* walk below the node without care */
  void (*peek_with_care) (ab_walk *walk); /* ab_walk_peek, out of the way of those who do without */
  ab_value (*root_alpha) (ab_walk *walk);   /* what the root move under way must beat */
  ab_status (*root_update) (ab_walk *walk); /* the root's child has its value; AB_DONE: the other moves do not matter */
  ab_value (*rank) (ab_walk *walk, ab_value value, int ply); /* of a value found at a ply, as the node sees it */
  void (*rank_bounds) (ab_walk *walk); /* of the node: `low` and `high`, which may widen its window */
  ab_value (*rank_within) (ab_walk *walk, ab_value best); /* what the node is worth then */
  ab_status (*deal) (ab_walk *walk);  /* ask the game for outcomes: the node is a chance position, or not */
  void (*store_move) (ab_walk *walk); /* likewise, but the table is to remember the best move only */
  void (*identify) (ab_walk *walk);   /* has the child's position occurred before? */
  ab_value (*worth) (ab_walk *walk);  /* of that, as a payoff of the child */
  void (*begin_chance) (ab_walk *walk); /* its outcomes are tried */
  void (*next_outcome) (ab_walk *walk); /* the one that is `index` is, in a window of its own */
  int (*add_outcome) (ab_walk *walk); /* it has its value. 1: the others do not matter */
  int (*end_chance) (ab_walk *walk);  /* all have been tried, or do not matter. 0: to be tried again; they were only
                                      ** probed. 1: the node has its value, in its own window */
  int (*record) (ab_walk *walk);      /* the child is entered */
  void (*record_value) (ab_walk *walk); /* it is left */
  void (*record_cut) (ab_walk *walk); /* the node has a cut-off */
} ab_services;

/* What a walk works on: the first part of a search. */
struct ab_walk {
  const ab_game *game;
  void *context;
  const ab_services *core;
  ab_phase phase;
  int ply;            /* index of the current node; its child stands at this ply */
  int top;            /* index of the first node of a walk without care */
  int horizon;        /* ply at which positions are valued and not expanded */
  int deepest;        /* ply of the deepest position visited, if no depth was given */
  int keyed;          /* there is a table */
  int ordered;        /* moves are tried in an order of our own */
  int scouting;       /* null windows first */
  int unlimited;      /* no depth was given: the game is to end before the horizon */
  uint64_t budget;    /* positions that may still be visited before the walk returns */
  uint64_t leaves, cutoffs;
  uint64_t peeked;    /* positions out of the budget that were not visited: they were played to be looked up */
  int luck, rest;     /* how often that has paid lately; nodes for which it is not tried */
  int last_luck, last_rest; /* the same of looking up nodes whose children are leaves */
  ab_child child;
  ab_stack stack;
  ab_choice *choices; /* of all nodes of the path, one node's after the other's */
  int choices_room;
  ab_queue queues[2]; /* by player: all moves, what was learned of them best first, where moves are numbers and their own
                      ** tags; 0: none */
  int crowded;        /* there is to be room for more in the table */

  /* for the careful instance */
  ab_cuts cuts;
  int farthest;       /* ply beyond which noisy moves are not followed; the horizon if they never are */
  double threshold;   /* a position that is less likely is not expanded; 0: none */
  int shuffled;       /* root moves are tried in an order that is drawn, unless the game has one */
  int traced;         /* the tree is recorded */
  int ranking;        /* the pass ranks leaves of one value by their ply; see ab_pass.h */
  int plain;          /* below the root's children there is nothing that takes care */
  int inside;         /* a walk without care is under way there */
  int chancy;         /* there is chance, a range for values, or repetitions matter */
  int repeats;        /* a position that occurs again is worth the same to player 1 each time: */
  ab_value worth;
  int only_complete;  /* and of values only those answer later that are complete: there is no limit to the search, and a
                      ** value that the horizon had a part in would come back from depth to depth for ever */
  uint64_t salt;      /* what was on the board before, mixed into the keys of the table */
  int line_keyed;     /* and what is above on the path, so that all values on this path are values of the position */
  ab_value low, high; /* of payoffs and static evaluations, as `viewpoint` says */
  double part;        /* the probability of the outcome under way; 0: a move is */
  int outcomes;       /* on the path: the horizon is put off by so many plies */
  int given;          /* after AB_BROKEN: so many moves */
  double wrong;       /* after AB_OUTSIDE */
};

/* The core's own instances: the careful one, from the root; and, below the current node, one that calls the functions of
** the game through their pointers. */
ab_status ab_walk_with_care (ab_walk *walk);
ab_status ab_walk_through (ab_walk *walk);

enum { AB_FAST, AB_CAREFUL, AB_CHANCY }; /* `careful` */

/* ---------------------------------------------------------------- the cursor */

/* Where a walk is, in registers: what changes all the time of the current node, and what is known of its child. With
** care all of it stands in memory as well. */
typedef struct ab_cursor {
  ab_node *node;  /* the current one */
  ab_node *top;   /* the first of the walk */
  ab_node *floor; /* from here on a child is at the horizon */
  ab_node *last;  /* below this one there is no room yet */
  char *here;     /* the position of the node */
  ab_move *list;  /* its moves; NULL: they are numbers */
  ab_value alpha, beta, best;
  int index;
  ab_value value; /* of the child */
  int line, subtree, complete, same;
  int exact;      /* the value is the child's, whatever the window */
} ab_cursor;

AB_INLINE int ab_walk_ply (const ab_walk *w, const ab_cursor *c, const int careful) {
  return careful ? w->ply : (int)(c->node - w->stack.nodes);
}

/* The current node's numbers, from memory. */
AB_INLINE void ab_walk_load (ab_cursor *c) {
  c->alpha = c->node->alpha;
  c->beta = c->node->beta;
  c->best = c->node->best;
  c->index = c->node->index;
}

/* The current node and its neighbours, from where they are now. */
AB_INLINE void ab_walk_place (ab_walk *w, ab_cursor *c, size_t size, const int careful) {
  ab_node *nodes = w->stack.nodes;
  int floor = w->horizon + w->unlimited;
  c->node = &nodes[w->ply];
  c->here = w->stack.states + (size_t)w->ply * size;
  c->list = ab_stack_moves(&w->stack, w->ply);
  c->top = &nodes[careful ? 1 : w->top];
  c->last = &nodes[w->stack.room - 1];
  c->floor = &nodes[floor > w->stack.room ? w->stack.room : floor];
  ab_walk_load(c);
}

/* To memory, for the services. */
AB_INLINE void ab_walk_save (ab_walk *w, ab_cursor *c, const int careful) {
  if (careful)
    return;
  c->node->alpha = c->alpha;
  c->node->best = c->best;
  c->node->index = c->index;
  w->ply = ab_walk_ply(w, c, 0);
}

/* The walk may be left here, and goes on in that phase. */
AB_INLINE void ab_walk_stand (ab_walk *w, ab_cursor *c, ab_phase phase, const int careful) {
  ab_walk_save(w, c, careful);
  w->phase = phase;
}

/* The node's child is settled, be it short of the horizon. */
AB_INLINE void ab_walk_count_leaf (ab_walk *w, ab_cursor *c, const int careful) {
  int ply = ab_walk_ply(w, c, careful) - (careful == AB_CHANCY ? w->outcomes : 0);
  w->leaves++;
  if (ply > w->deepest)
    w->deepest = ply;
}

/* What is known of the child, to memory and back. */
AB_INLINE void ab_walk_give_child (ab_walk *w, const ab_cursor *c, const int learning) {
  w->child.value = c->value;
  w->child.line = c->line;
  if (learning)
    w->child.subtree = c->subtree;
  w->child.complete = (signed char)c->complete;
}

/* Is the player to move in the child that of the node? Never, where the players alternate. */
AB_INLINE int ab_walk_is_same (const ab_walk *w, const ab_game *game, const int careful) {
  return (careful || game->player != NULL) && w->child.same;
}

AB_INLINE void ab_walk_take_child (const ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
  int known = w->phase == AB_AT_UPDATE || w->phase == AB_AT_UNDO;
  c->value = w->child.value;
  c->line = known ? w->child.line : AB_NO_LINE;
  c->subtree = known ? w->child.subtree : 0;
  c->complete = w->child.complete;
  c->same = ab_walk_is_same(w, game, careful);
  c->exact = 0;
}

/* Is that a number of moves that the game may give? */
AB_INLINE int ab_walk_may_give (const ab_game *game, int count) {
  int most = game->max_moves > 0 ? game->max_moves : AB_MAX_MOVES;
  return (unsigned)count <= (unsigned)most || (count == AB_LAZY && game->more != NULL && game->max_moves == 0);
}

/* It has given another one. The walk stands at that call. */
AB_INLINE ab_status ab_walk_break (ab_walk *w, ab_cursor *c, ab_phase phase, int count, const int careful) {
  ab_walk_stand(w, c, phase, careful);
  w->given = count;
  return AB_BROKEN;
}

/* Numbers of moves are looked at with care; or always, to debug a game. */
#ifdef AB_CHECKED
#define AB_IS_CHECKED(careful) 1
#else
#define AB_IS_CHECKED(careful) (careful)
#endif

/* ---------------------------------------------------------------- parts of the steps */

/* Move number `number` of the node (unsigned: no sign is carried into the game's sums). */
AB_INLINE ab_move ab_walk_move (const ab_cursor *c, const ab_game *game, int number) {
  return game->max_moves == 0 ? (ab_move)(unsigned)number : c->list[number - 1];
}

/* With care: the game may leave by longjmp. */
#define AB_PHASE(name)                                                                         \
  do {                                                                                         \
    if (careful)                                                                               \
      w->phase = (name);                                                                       \
  } while (0)

/* Is the node a chance position, in a walk that knows of any? */
AB_INLINE int ab_walk_is_chance (const ab_cursor *c, const int careful) {
  return careful == AB_CHANCY && c->node->chance;
}

/* Its next outcome is tried, in a window of its own. */
AB_INLINE int ab_walk_take_outcome (ab_walk *w, ab_cursor *c) {
  c->node->move = ++c->node->index;
  w->core->next_outcome(w);
  ab_walk_load(c);
  return c->index;
}

/* The number of the move to try next. */
AB_INLINE int ab_walk_take_move (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  int number = !learning || node->choices == 0 ? c->index + 1
             : !careful && node->queue != 0 ? ab_choice_pop(&node->queue, node->choices, node->hash_move)
             : ab_choice_next(w->choices + node->first, node->choices, c->index);
  if (ab_walk_is_chance(c, careful))
    return ab_walk_take_outcome(w, c);
  c->index++;
  if (!learning)
    return number;
  node->move = number;
  node->alpha = c->alpha;
  if (careful) {
    node->index = c->index;
    node->primed = 0;
    if (node == c->top)
      c->alpha = node->alpha = w->core->root_alpha(w);
  }
  node->scout = w->scouting && ab_node_has_scout(node);
  return number;
}

/* The child is a leaf, its position is `after`; with `payoff`, where the move has ended the game. */
AB_INLINE void ab_walk_value_leaf (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                              const ab_value *payoff) {
  int same = 0;
  if (game->viewpoint)
    same = c->node->player == 1;
  else if (game->player != NULL)
    same = game->player(context, after) == c->node->player;
  c->complete = payoff != NULL;
  if (payoff != NULL) {
    c->value = *payoff;
    ab_walk_count_leaf(w, c, 0);
  }
  else {
    c->value = game->evaluate(context, after);
    c->node->complete = 0;
    w->leaves++;
  }
  c->value = same ? c->value : -c->value;
}

/* The child becomes the current node. */
AB_INLINE void ab_walk_open_node (ab_walk *w, ab_cursor *c, const ab_game *game, size_t size, const int learning,
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

/* The node, which is worth `best`, becomes its parent's child again; `leaf`: none of its moves was tried. */
AB_INLINE void ab_walk_close_node (ab_walk *w, ab_cursor *c, const ab_game *game, size_t size, int leaf, const int learning,
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
    ab_walk_count_leaf(w, c, careful);
  ab_walk_load(c);
}

/* Is the node to be looked up, and remembered? Where its children are leaves that costs a game in C as much as to visit
** them, and most of the table would be such nodes. So it is done there as long as positions recur: each that is found
** pays for AB_LAST_LUCK that are not, and when AB_LAST_MOST are not paid for, AB_LAST_REST nodes go without. */
enum { AB_LAST_LUCK = 2, AB_LAST_MOST = 64, AB_LAST_REST = 4096 };

/* Is it such a node? A game that may not return is not one in C. */
AB_INLINE int ab_walk_is_weighed (const ab_cursor *c, const ab_game *game, const int careful) {
  return c->node >= c->floor && !(careful && !game->returns);
}

AB_INLINE int ab_walk_wants_key (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  if (!ab_walk_is_weighed(c, game, careful) || w->last_rest == 0)
    return 1;
  w->last_rest--;
  return 0;
}

/* Such a node was looked up. */
AB_INLINE void ab_walk_weigh_last (ab_walk *w, int found) {
  w->last_luck += found ? AB_LAST_LUCK : -1;
  if (w->last_luck > 0)
    w->last_luck = 0;
  if (w->last_luck < -AB_LAST_MOST) {
    w->last_luck = 0;
    w->last_rest = AB_LAST_REST;
  }
}

/* The key of the node in the table; where it is known already, it is told apart by what was on the board before. */
AB_INLINE uint64_t ab_walk_key (ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (careful == AB_CHANCY && w->repeats)
    return c->node->position == AB_NO_KEY ? AB_NO_KEY : c->node->position ^ (w->salt + c->node->above);
  AB_PHASE(AB_AT_KEY);
  return game->key(context, c->here);
}

/* Does the table settle the node? If so it is worth `best`. */
AB_INLINE int ab_walk_probe (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  int found;
  c->node->key = ab_walk_key(w, c, game, context, careful);
  ab_walk_save(w, c, careful);
  if (c->node->key == AB_NO_KEY)
    return 0;
  found = w->core->probe(w);
  if (ab_walk_is_weighed(c, game, careful))
    ab_walk_weigh_last(w, found);
  if (!found)
    return 0;
  c->best = c->node->best;
  c->complete = c->node->complete;
  c->subtree = c->node->subtree;
  return 1;
}

/* With care: the game generates moves as they are wanted. Is there a first one? */
AB_INLINE int ab_walk_has_first (ab_walk *w, ab_cursor *c, const ab_game *game, void *context) {
  ab_node *node = c->node;
  w->phase = AB_AT_FIRST;
  node->primed = game->more(context, c->here, 1) != 0;
  if (!node->primed)
    node->count = 0;
  return node->primed;
}

/* The node has its value: to memory. The table is not to hear of one that is another one on another way to here. */
AB_INLINE void ab_walk_finish_node (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  c->node->best = c->best;
  if (careful == AB_CHANCY && c->node->leans_on < w->ply)
    c->node->key = AB_NO_KEY;
  ab_walk_stand(w, c, AB_AT_MOVE, careful);
  c->node->complete = (signed char)c->complete;
  if (learning)
    c->node->subtree = c->subtree;
}

/* The table holds what a position is worth inside a tree. The root of a game with bounds is not kept within them, and is
** worth something else there: of it, only the best move is remembered. */
AB_INLINE void ab_walk_store (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  if ((careful == AB_CHANCY && w->only_complete && !c->complete)
      || (careful && c->node == c->top && game->bounds != NULL))
    w->core->store_move(w);
  else
    w->core->store(w);
}

/* With care: the move is taken back, the child left. */
AB_INLINE void ab_walk_take_back (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int learning) {
  ab_walk_give_child(w, c, learning);
  w->phase = AB_AT_UNDO;
  if (game->undo != NULL && c->node >= c->top)
    game->undo(context, c->here, ab_walk_move(c, game, c->node->move));
  if (w->traced)
    w->core->record_value(w);
}

/* A cut-off: its subtree is the move's, and what that leans on; and the history remembers it. */
AB_INLINE void ab_walk_learn (ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
  ab_node *node = c->node;
  c->subtree++;
  if (careful == AB_CHANCY && w->repeats && node > c->top)
    node->leans_on = w->child.leans_on;
  if ((node->choices > 0 || node->later > 0) && game->order == NULL && !(careful && w->ply > w->horizon)) {
    ab_walk_save(w, c, careful);
    w->core->learn(w);
  }
}

/* Do the game's bounds settle the node? If so it is worth `best`. Not in procedure F, which visits everything. */
AB_INLINE int ab_walk_is_bounded (const ab_walk *w, ab_cursor *c, const int careful) {
  const ab_node *node = c->node;
  if ((careful && w->cuts == AB_NO_CUTS) || (node->high > c->alpha && node->low < c->beta))
    return 0;
  c->best = node->high <= c->alpha ? node->high : node->low;
  c->complete = c->subtree = 1;
  return 1;
}

/* The best of the node's moves is its value as far as the game's bounds allow. Where they do not, the value is exact,
** and is reached here: no line leads to it. */
AB_INLINE void ab_walk_clamp (ab_walk *w, ab_cursor *c, const int careful) {
  ab_node *node = c->node;
  ab_value value = c->best < node->low ? node->low : c->best > node->high ? node->high : c->best;
  if (careful && w->ranking)
    value = w->core->rank_within(w, c->best);
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

/* Hand the child's line and the move that leads there to the node; 0: no memory. */
AB_INLINE int ab_walk_extend (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_walk_give_child(w, c, learning);
  if (!learning)
    c->node->move = c->index;
  ab_walk_stand(w, c, AB_AT_UPDATE, careful);
  return w->core->extend(w);
}

/* With care: are not even the child's noisy moves to be followed? */
AB_INLINE int ab_walk_is_last (const ab_walk *w) {
  return w->ply >= w->farthest || w->child.likelihood < w->threshold;
}

/* With care: who is to move in a leaf does not matter where payoffs are as player 1 sees them; but it may be none, if its
** position was on the board before. */
AB_INLINE int ab_walk_needs_player (const ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  return !game->viewpoint || w->traced || c->node < c->top || (careful == AB_CHANCY && w->repeats)
      || !(w->child.over || ab_walk_is_last(w));
}

/* With care: the player to move may stand pat, which is worth the child's value, instead of making a noisy move. */
AB_INLINE void ab_walk_stand_pat (ab_cursor *c, int count) {
  ab_node *node = c->node;
  node->count = count;
  node->tried = 1;
  node->best = c->best = c->same ? c->value : -c->value;
  if (c->best > c->alpha) {
    node->alpha = c->alpha = c->best;
    node->raised = 1;
  }
}

/* In a walk with chance: the game has given a value that cannot be. */
AB_INLINE int ab_walk_is_outside (ab_walk *w, ab_value value, const int careful) {
  if (careful < AB_CHANCY || (value >= w->low && value <= w->high))
    return 0;
  w->wrong = value;
  return 1;
}

/* With care: the child has ended the game, or there is no looking further, or only at noisy moves. 0: its value cannot
** be. */
AB_INLINE int ab_walk_value_child (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (!w->child.over || careful == AB_CHANCY)
    w->phase = AB_AT_EVALUATE;
  if (!w->child.over)
    w->child.value = game->evaluate(context, c->here + w->stack.stride);
  if (ab_walk_is_outside(w, w->child.value, careful))
    return 0;
  ab_walk_count_leaf(w, c, careful);
  c->exact = 1;
  c->value = (game->viewpoint ? c->node->player == 1 : c->same) ? w->child.value : -w->child.value;
  if (w->ranking)
    c->value = w->core->rank(w, c->value, w->ply);
  return 1;
}

/* The child that is settled tells the node what its value depends on. */
AB_INLINE void ab_walk_depend (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  node->complete = (signed char)(node->complete & c->complete);
  if (learning && c->subtree >= node->subtree) /* an outcome is no ply */
    node->subtree = c->subtree + !ab_walk_is_chance(c, careful);
  if (careful == AB_CHANCY && w->repeats && w->child.leans_on < node->leans_on)
    node->leans_on = w->child.leans_on;
}

/* No move of the node is legal: the game is over there. 0: its value cannot be. */
AB_INLINE int ab_walk_value_node (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, const int careful) {
  AB_PHASE(AB_AT_STUCK);
  c->best = game->evaluate(context, c->here);
  if (ab_walk_is_outside(w, c->best, careful))
    return 0;
  if (game->viewpoint && c->node->player == 2)
    c->best = -c->best;
  if (careful && w->ranking)
    c->best = w->core->rank(w, c->best, w->ply - 1);
  c->complete = 1;
  c->subtree = game->bounds != NULL; /* at the horizon it would not be asked for them */
  c->exact = 1;
  if (game->bounds != NULL)
    ab_walk_clamp(w, c, careful);
  return 1;
}

/* The value is no more than alpha; a line is needed only where every move loses without end. 0: no memory. */
AB_INLINE int ab_walk_fail_low (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  if (c->value > c->best) {
    c->best = c->value;
    if (learning)
      node->best_move = node->move;
    if (careful)
      node->best = c->best;
  }
  if (c->alpha <= -AB_INF && node->line == AB_NO_LINE)
    return ab_walk_extend(w, c, learning, careful);
  if (c->line != AB_NO_LINE)
    w->core->drop(w, c->line);
  return 1;
}

/* The value is more than alpha. Its line is the node's, unless there is a cut-off. 0: no memory. */
AB_INLINE int ab_walk_raise (ab_walk *w, ab_cursor *c, const int learning, const int careful) {
  ab_node *node = c->node;
  if (c->value < c->beta || c->beta >= AB_INF) {
    if (!ab_walk_extend(w, c, learning, careful))
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
AB_INLINE ab_status ab_walk_update_root (ab_walk *w, ab_cursor *c, const int learning) {
  ab_status status;
  ab_walk_give_child(w, c, learning);
  w->phase = AB_AT_UPDATE;
  if (c->node < c->top)
    return AB_DONE;
  c->node->tried = 1;
  status = w->core->root_update(w);
  ab_walk_load(c);
  if (status == AB_DONE) {
    c->complete = c->node->complete;
    c->subtree = c->node->subtree - 1;
  }
  return status;
}

/* Are the node's moves to be tried in another order than the game's? */
AB_INLINE int ab_walk_has_order (const ab_walk *w, const ab_cursor *c, const int careful) {
  return w->ordered || (careful && c->node == c->top && w->shuffled);
}

/* Is the node to do without an order of its moves, for now or for good? It is made when the hash move has not cut off;
** and never for a crowd of leaves, each of which costs less than a place in the order. */
AB_INLINE int ab_walk_is_unsorted (const ab_walk *w, ab_cursor *c, const ab_game *game, const int careful) {
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
AB_INLINE int ab_walk_queues (const ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  ab_node *node = c->node;
  if (careful || game->order != NULL || game->max_moves > 0 || node->count > AB_QUEUE)
    return 0;
  node->queue = w->queues[game->player != NULL ? node->player - 1 : node->own];
  return node->queue != 0;
}

/* Enhanced transposition cut-offs (Schaeffer and Plaat 1996): before a node's moves are tried, their positions are
** looked up; one that is known to cut off is tried first. Only in games in C, where a play costs little; and where it
** has paid lately, at positions that are worth remembering: each find pays for AB_LUCK nodes without, and then one in AB_REST is tried. */
enum { AB_LUCK = 8, AB_LUCK_MOST = 32, AB_REST = 16 };

AB_INLINE int ab_walk_wants_peek (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
  const ab_node *node = c->node;
  if (node->key == AB_NO_KEY || node >= c->floor || node->count < 2 || node->count > AB_PEEKS || node->beta == AB_INF
      || (careful && (node == c->top || !game->returns || game->undo != NULL))
      || (careful == AB_CHANCY && w->repeats)) /* what the table knows of a child does not hold if that is a repetition */
    return 0;
  return w->rest == 0 || --w->rest == 0;
}

/* Does a move that has ended the game cut off? */
AB_INLINE int ab_walk_is_refuted (const ab_cursor *c, const ab_game *game, void *context, void *after, ab_value payoff) {
  int same = game->viewpoint ? c->node->player == 1
                             : game->player != NULL && game->player(context, after) == c->node->player;
  return (same ? payoff : -payoff) >= c->beta;
}

/* Look for such a move. */
AB_INLINE void ab_walk_peek (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                            const int careful) {
  ab_peek peeks[AB_PEEKS], *peek = peeks;
  uint64_t played = 0;
  int number, found = 0;
  ab_walk_save(w, c, careful);
  for (number = 1; number <= c->node->count && found == 0; number++) {
    ab_value payoff;
    switch (game->play(context, c->here, ab_walk_move(c, game, number), after, &payoff)) {
      case AB_ILLEGAL: continue;
      case AB_OVER:
        if (!(careful && w->ranking) && ab_walk_is_refuted(c, game, context, after, payoff))
          found = number;
        break;
      default:
        peek->key = game->key(context, after);
        peek->number = number;
        peek->same = game->player != NULL && game->player(context, after) == c->node->player;
        if (peek->key != AB_NO_KEY)
          peek++;
    }
    played++;
  }
  played = played < w->budget ? played : w->budget;
  w->budget -= played;
  w->peeked += played;
  if (found == 0 && peek > peeks)
    found = w->core->peek(w, peeks, (int)(peek - peeks));
  w->luck = found == 0 ? w->luck - 1 : w->luck + AB_LUCK < AB_LUCK_MOST ? w->luck + AB_LUCK : AB_LUCK_MOST;
  if (w->luck < 0) {
    w->luck = 0;
    w->rest = AB_REST;
  }
  if (found > 0)
    c->node->hash_move = found;
}

AB_INLINE void ab_walk_look_ahead (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, void *after,
                                   const int careful) {
  if (!ab_walk_wants_peek(w, c, game, careful))
    return;
  if (careful)
    w->core->peek_with_care(w);
  else
    ab_walk_peek(w, c, game, context, after, 0);
}

/* ---------------------------------------------------------------- repetition */

/* Which position is the child? If it has occurred on the way from the root the game is over there. */
AB_INLINE void ab_walk_identify (ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, const int careful) {
  if (careful < AB_CHANCY || !w->repeats)
    return;
  w->phase = AB_AT_IDENTITY;
  w->child.position = w->child.over ? AB_NO_KEY : game->key(context, c->here + w->stack.stride);
  w->core->identify(w);
}

/* With care: is the child to be opened, short of the horizon? Also to see whether the game is over there, where its position
** was on the board before. */
AB_INLINE int ab_walk_wants_node (ab_walk *w, ab_cursor *c, const int careful) {
  int again = careful == AB_CHANCY && w->repeats && w->child.again;
  c->complete = w->child.over || c->node < c->floor || again;
  w->child.complete = (signed char)c->complete;
  w->child.leaf = 1;
  return again || (!w->child.over && c->complete && !(w->child.likelihood < w->threshold));
}

/* Was the node's position on the board before? */
AB_INLINE int ab_walk_is_again (const ab_cursor *c, const int careful) { return careful == AB_CHANCY && c->node->again; }

/* If so, and there are moves, it is repeated, and worth `best`. */
AB_INLINE int ab_walk_is_repeated (ab_walk *w, ab_cursor *c, const int careful) {
  if (!ab_walk_is_again(c, careful))
    return 0;
  c->best = c->node->player == 2 ? -w->worth : w->worth;
  if (w->ranking)
    c->best = w->core->rank(w, c->best, w->ply - 1);
  c->complete = 1;
  c->subtree = 0;
  return 1;
}

/* ---------------------------------------------------------------- chance */

/* How likely the position behind a move is, from the root. */
AB_INLINE double ab_walk_likelihood (const ab_walk *w, const ab_cursor *c, const ab_game *game, void *context, int number,
                                     const int careful) {
  double likelihood = c->node->likelihood;
  if (ab_walk_is_chance(c, careful))
    return likelihood * w->part;
  if (careful == AB_CHANCY && game->likelihood == NULL)
    return likelihood;
  return likelihood * game->likelihood(context, c->here, ab_walk_move(c, game, number));
}

/* Does chance decide in the node? Then `count` is the number of outcomes. */
AB_INLINE ab_status ab_walk_deal (ab_walk *w) {
  w->phase = AB_AT_CHANCE;
  return w->game->chance != NULL ? w->core->deal(w) : AB_DONE;
}

/* Its outcomes are tried, on the way to a horizon that is one ply farther. */
AB_INLINE void ab_walk_begin_chance (ab_walk *w, ab_cursor *c, size_t size) {
  w->core->begin_chance(w);
  ab_walk_place(w, c, size, AB_CHANCY);
}

/* They are tried. 0: they were only probed, and are tried again. */
AB_INLINE int ab_walk_end_chance (ab_walk *w, ab_cursor *c, size_t size) {
  int ends = w->core->end_chance(w);
  ab_walk_place(w, c, size, AB_CHANCY);
  return ends;
}

/* Is the node one that is probed, and has its bound? The table is not to hear of it. */
AB_INLINE int ab_walk_is_probed (ab_cursor *c, const int careful) {
  if (careful < AB_CHANCY || !c->node->probe || c->node->chance || !c->node->tried)
    return 0;
  c->node->key = AB_NO_KEY;
  return 1;
}

/* What is probed where another player is to move tells nothing of what the outcome is worth at least. */
AB_INLINE int ab_walk_skips_probe (ab_walk *w, ab_cursor *c, const int careful) {
  if (!ab_walk_is_chance(c, careful) || !c->node->probe || c->same)
    return 0;
  w->child.leans_on = AB_ON_NONE;
  c->value = -AB_INF;
  return 1;
}

/* Do the bounds of the node lie outside the range of values? */
AB_INLINE int ab_walk_is_out_of_range (ab_walk *w, const ab_cursor *c, const ab_game *game, const int careful) {
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

/* An outcome has its value. 1: the others do not matter. */
AB_INLINE int ab_walk_add_outcome (ab_walk *w, ab_cursor *c) {
  int cut;
  if (c->line != AB_NO_LINE)
    w->core->drop(w, c->line); /* nobody chooses this way */
  w->child.value = c->value;
  c->node->tried = 1;
  cut = w->core->add_outcome(w);
  ab_walk_load(c);
  return cut;
}

/* The game scores the node's moves from that number on. */
AB_INLINE void ab_walk_score (ab_walk *w, ab_cursor *c, const ab_game *game, void *context, int number,
                              const int careful) {
  ab_node *node = c->node;
  for (; number <= node->count; number++) {
    double score;
    if (careful)
      node->move = number;
    AB_PHASE(AB_AT_ORDER);
    score = game->order(context, c->here, ab_walk_move(c, game, number));
    w->choices[node->first + number - 1] = ab_choice_scored(number, score, number == node->hash_move);
  }
}

/* ---------------------------------------------------------------- the walk */

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

  ab_walk_place(w, &c, size, careful);
  ab_walk_take_child(w, &c, game, careful);
  if (careful) {
    number = c.node->move;
    if (w->inside)
      goto below;
    switch (w->phase) {
      case AB_AT_ROOT: /* the only child of node 0 */
        if (w->budget == 0)
          return AB_PAUSED;
        goto visit;
      case AB_AT_MORE: goto more;
      case AB_AT_LIKELIHOOD: goto likelihood;
      case AB_AT_PLAY: goto play;
      case AB_AT_PLAYER: goto player;
      case AB_AT_RECORD: goto enter;
      case AB_AT_IDENTITY: goto identify;
      case AB_AT_EVALUATE: goto evaluate;
      case AB_AT_NOISY: goto noisy;
      case AB_AT_CHANCE: goto chance;
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
  if (careful && w->plain && c.node > c.top)
    goto below;
  if (ab_walk_is_probed(&c, careful))
    goto leave;
  if (c.index == c.node->count) {
    if (learning && c.node->later > 0)
      goto sort;
    goto leave;
  }
  if (w->budget == 0) {
    ab_walk_stand(w, &c, AB_AT_MOVE, careful);
    return AB_PAUSED;
  }
more:
  if (careful && c.node->count == AB_LAZY && !c.node->primed) {
    w->phase = AB_AT_MORE;
    if (!game->more(context, c.here, (ab_move)(unsigned)(c.index + 1)))
      goto leave;
  }
  number = ab_walk_take_move(w, &c, learning, careful);

  /* Step 2. Play it. */
likelihood:
  if (careful && w->threshold > 0) {
    w->phase = AB_AT_LIKELIHOOD;
    w->child.likelihood = ab_walk_likelihood(w, &c, game, context, number, careful);
  }
play:
  after = scratch != NULL ? scratch : c.here + size;
  AB_PHASE(AB_AT_PLAY);
  played = game->play(context, c.here, ab_walk_move(&c, game, number), after, careful ? &w->child.value : &payoff);
  if (played == AB_ILLEGAL && ab_walk_is_chance(&c, careful))
    return ab_walk_break(w, &c, AB_AT_PLAY, number, careful);
  if (played == AB_ILLEGAL)
    goto next_move;
  c.line = AB_NO_LINE;
  c.subtree = 0;
  if (careful) {
    w->child.over = played == AB_OVER;
    w->child.same = (signed char)ab_walk_is_chance(&c, careful);
  }
visit:
  w->budget--;

  /* Step 3. Value a leaf, without care in one go. */
  if (!careful && (played == AB_OVER || c.node >= c.floor)) {
    ab_walk_value_leaf(w, &c, game, context, after, played == AB_OVER ? &payoff : NULL);
    goto update;
  }
  if (scratch != NULL)
    memcpy(c.here + size, scratch, size);
player:
  if (game->player != NULL && (!careful || ab_walk_needs_player(w, &c, game, careful))) {
    AB_PHASE(AB_AT_PLAYER);
    w->child.player = (signed char)game->player(context, c.here + size);
    if (careful && c.node < c.top)
      c.node->player = w->child.player;
    w->child.same = w->child.player == c.node->player;
  }
enter:
  c.same = ab_walk_is_same(w, game, careful);
  if (learning)
    w->child.same = (signed char)c.same;
  if (careful && w->traced) {
    w->phase = AB_AT_RECORD;
    if (!w->core->record(w))
      return AB_NOMEM;
  }
  c.complete = 1;
  if (ab_walk_skips_probe(w, &c, careful))
    goto known;
  if (!careful)
    goto open;
identify:
  ab_walk_identify(w, &c, game, context, careful);
  if (ab_walk_wants_node(w, &c, careful))
    goto open;
evaluate:
  if (!ab_walk_value_child(w, &c, game, context, careful))
    return AB_OUTSIDE;
  if (c.complete || ab_walk_is_last(w))
    goto known;
  w->child.value = c.value;
noisy:
  w->phase = AB_AT_NOISY;
  if (!w->core->make_room(w))
    return AB_NOMEM;
  ab_walk_place(w, &c, size, careful);
  count = game->noisy(context, c.here + size, ab_stack_moves(&w->stack, w->ply + 1));
  if (count != AB_EVERY && !ab_walk_may_give(game, count))
    return ab_walk_break(w, &c, AB_AT_NOISY, count, careful);
  c.exact = count == 0;
  if (count == 0 || (count != AB_EVERY && w->cuts != AB_NO_CUTS
                     && (c.same ? c.value : -c.value) >= ab_node_child_beta(c.node, c.alpha, c.same, w->cuts)))
    goto known; /* it stands pat */
  w->leaves--;
  if (count != AB_EVERY) {
    ab_walk_open_node(w, &c, game, size, learning, careful);
    ab_walk_stand_pat(&c, count);
    goto sort;
  }

  /* Step 4. Open the child as a node, with as much of the window as is handed down. */
open:
  if (c.node >= c.last || (learning && w->crowded)) {
    ab_walk_stand(w, &c, AB_AT_OPEN, careful);
    if (careful == AB_CHANCY ? w->ply >= AB_LAST_PLY : w->unlimited && w->ply >= w->horizon)
      return AB_ENDLESS;
    if (!w->core->make_room(w))
      return AB_NOMEM;
    ab_walk_place(w, &c, size, careful);
    c.same = ab_walk_is_same(w, game, careful);
  }
  ab_walk_open_node(w, &c, game, size, learning, careful);
  if (game->bounds != NULL)
    goto chance; /* a finished position has no moves, and is not asked for bounds */

  /* Step 5. Probe the transposition table. */
probe:
  if (learning && w->keyed && !ab_walk_is_again(&c, careful) && !(careful && w->ply > w->horizon)
      && ab_walk_wants_key(w, &c, game, careful) && ab_walk_probe(w, &c, game, context, careful))
    goto settled;
  if (game->bounds != NULL)
    goto peek;

  /* Step 6. Generate the outcomes, or the moves, and ask the game for bounds. */
chance:
  if (careful == AB_CHANCY) {
    ab_status status = ab_walk_deal(w);
    if (status != AB_DONE)
      return status;
    if (c.node->chance)
      goto generated;
  }
moves:
  AB_PHASE(AB_AT_MOVES);
  c.node->count = game->moves(context, c.here, c.list);
  if (AB_IS_CHECKED(careful) && !ab_walk_may_give(game, c.node->count))
    return ab_walk_break(w, &c, AB_AT_MOVES, c.node->count, careful);
generated:
  if (game->bounds == NULL && !ab_walk_is_again(&c, careful))
    goto peek;
  if (c.node->count == 0)
    goto next_move;
  if (careful && (c.node == c.top || w->ply > w->horizon) && !ab_walk_is_again(&c, careful))
    goto probe;
first:
  if (careful && c.node->count == AB_LAZY && !ab_walk_has_first(w, &c, game, context))
    goto next_move;
  if (ab_walk_is_repeated(w, &c, careful))
    goto settled;
bounds:
  AB_PHASE(AB_AT_BOUNDS);
  game->bounds(context, c.here, &c.node->low, &c.node->high);
  if (ab_walk_is_out_of_range(w, &c, game, careful))
    return AB_OUTSIDE;
  if (careful && w->ranking) {
    w->core->rank_bounds(w);
    ab_walk_load(&c);
  }
  if (!ab_walk_is_bounded(w, &c, careful))
    goto probe;
settled:
  ab_walk_close_node(w, &c, game, size, 1, learning, careful);
  c.exact = 0;
  goto known;

  /* Step 7. Look for a move that is known to cut off, and sort them. */
peek:
  if (ab_walk_is_chance(&c, careful)) {
    ab_walk_begin_chance(w, &c, size);
    goto next_move;
  }
  if (learning && w->keyed)
    ab_walk_look_ahead(w, &c, game, context, scratch != NULL ? scratch : c.here + size, careful);
sort:
  if (learning && ab_walk_has_order(w, &c, careful) && c.node->count + c.node->later > 1
      && !ab_walk_is_unsorted(w, &c, game, careful)) {
    if (ab_walk_queues(w, &c, game, careful)) {
      c.node->choices = c.node->count;
      goto next_move;
    }
    if (careful || game->order == NULL || c.node->first + c.node->count > w->choices_room) {
      ab_walk_stand(w, &c, AB_AT_SORT, careful);
      if (!w->core->sort(w))
        return AB_NOMEM;
    }
    c.node->choices = c.node->count;
    if (game->order != NULL) {
      number = 1;
order:
      ab_walk_score(w, &c, game, context, number, careful);
    }
    if (c.index > 0)
      w->choices[c.node->first + c.node->hash_move - 1] = 0;
  }
  goto next_move;

  /* Step 8. Leave the node to those who walk without care, or because its moves are tried. */
below:
  if (careful) {
    ab_status status = w->core->below(w);
    if (status != AB_DONE)
      return status;
    ab_walk_place(w, &c, size, careful);
  }
leave:
  if (ab_walk_is_chance(&c, careful) && !ab_walk_end_chance(w, &c, size))
    goto next_move;
  c.complete = c.node->complete;
  if (learning)
    c.subtree = c.node->subtree;
  if (!c.node->tried)
    goto stuck;
left:
  if (game->bounds != NULL)
    ab_walk_clamp(w, &c, careful);
  if (learning || c.node == c.top)
    ab_walk_finish_node(w, &c, learning, careful);
  if (!careful && c.node == c.top)
    return AB_DONE;
  if (learning && w->keyed && c.node->key != AB_NO_KEY)
    ab_walk_store(w, &c, game, careful);
  ab_walk_close_node(w, &c, game, size, 0, learning, careful);
  c.exact = 0;
  goto known;

stuck: /* no move was legal: the game is over */
  if (!careful && c.node == c.top) {
    ab_walk_stand(w, &c, AB_AT_MOVE, careful);
    return AB_DONE;
  }
  if (!ab_walk_value_node(w, &c, game, context, careful))
    return AB_OUTSIDE;
  ab_walk_close_node(w, &c, game, size, 1, learning, careful);

  /* Step 9. A scout that finds more than was asked for has proven only that it is more: search again. */
known:
  if (learning && c.node->scout && !c.exact && c.value > c.alpha && (c.value < c.beta || c.beta == AB_INF)) {
    if (c.line != AB_NO_LINE)
      w->core->drop(w, c.line);
research:
    if (w->budget == 0) {
      ab_walk_stand(w, &c, AB_AT_RESEARCH, careful);
      return AB_PAUSED;
    }
    w->budget--;
    c.node->scout = 0;
    c.line = AB_NO_LINE;
    c.subtree = 0;
    c.exact = 0;
    goto enter;
  }
  ab_walk_depend(w, &c, learning, careful);

  /* Step 10. Take the move back. */
undo:
  if (careful && (game->undo != NULL || w->traced))
    ab_walk_take_back(w, &c, game, context, learning);

  /* Step 11. The node takes what its child has found; and its line, where the value may be exact. */
update:
  if (ab_walk_is_chance(&c, careful)) {
    if (ab_walk_add_outcome(w, &c))
      goto leave;
    goto next_move;
  }
  if (careful && c.node <= c.top) {
    ab_status status = ab_walk_update_root(w, &c, learning);
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
    if (!ab_walk_fail_low(w, &c, learning, careful)) {
      c.node->tried = 0; /* or there would be no line when this is tried again */
      return AB_NOMEM;
    }
    goto next_move;
  }
  if (!ab_walk_raise(w, &c, learning, careful))
    return AB_NOMEM;
  if (c.value < c.beta || (careful && w->cuts == AB_NO_CUTS))
    goto next_move;

  /* Step 12. A cut-off: what holds of that one child holds of the node. */
cut:
  w->cutoffs++;
  if (careful && w->traced)
    w->core->record_cut(w);
  if (learning)
    ab_walk_learn(w, &c, game, careful);
  goto left;
}

#undef AB_PHASE
#undef AB_IS_CHECKED

/* ---------------------------------------------------------------- instances */

/* Is there anything that a walk which only knows the window would miss? */
static inline int ab_walk_is_learning (const ab_walk *walk) {
  return walk->keyed || walk->ordered || walk->scouting;
}

/* Is the walk's game this one, as far as a walk sees it? */
static inline int ab_walk_is_of (const ab_walk *walk, const ab_game *a) {
  const ab_game *b = walk->game;
  return a->state_size == b->state_size && a->max_moves == b->max_moves && a->viewpoint == b->viewpoint
      && a->moves == b->moves && a->play == b->play && a->evaluate == b->evaluate && a->player == b->player
      && a->key == b->key && a->order == b->order && a->bounds == b->bounds;
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
