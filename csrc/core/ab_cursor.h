/*
** Where a walk stands: what it works on in memory (ab_walk), what of it is in registers (ab_cursor), in which phase it
** goes on, and what it may ask of the rest of the core (ab_services).
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_CURSOR_H
#define AB_CURSOR_H

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
  AB_AT_JOINT,      /* play a joint move; from AB_AT_ROOT to here a position is visited next */
  AB_AT_PLAYER,     /* who is to move in the child? */
  AB_AT_RECORD,     /* note the child in the recorded tree */
  AB_AT_IDENTITY,   /* which position is the child? */
  AB_AT_EVALUATE,   /* value the child */
  AB_AT_NOISY,      /* which of its moves are noisy? */
  AB_AT_CHANCE,     /* does chance decide here? */
  AB_AT_BOTH,       /* do both players choose? */
  AB_AT_MOVES,      /* generate the node's moves */
  AB_AT_FIRST,      /* is there a first one? */
  AB_AT_BOUNDS,
  AB_AT_KEY,
  AB_AT_ORDER,      /* score the node's moves, one by one */
  AB_AT_STUCK,      /* value the node, which has no legal move */
  AB_AT_UNDO,
  AB_AT_DRAW        /* which position is it? By that some of its outcomes are drawn */
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
** 0 have no memory, and have changed nothing; they may leave by longjmp. The groups are for the careful instance. */
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

  struct {
    ab_status (*below) (ab_walk *walk); /* walk below the node without care */
    void (*peek) (ab_walk *walk);       /* ab_ahead_peek, out of the way of those who do without */
    void (*store_move) (ab_walk *walk); /* likewise `store`, but the table is to remember the best move only */
    int (*pick) (ab_walk *walk);        /* the node's next move: its number. Others see that it is under way, */
    void (*leave) (ab_walk *walk);      /* and now that it is not */
    int (*is_overtaken) (ab_walk *walk); /* by others, who have settled a node of the path: that is the current one now */
  } care;
  struct {
    ab_value (*alpha) (ab_walk *walk);   /* what the root move under way must beat */
    ab_status (*update) (ab_walk *walk); /* the root's child has its value; AB_DONE: the other moves do not matter */
  } root;
  struct {
    ab_value (*value) (ab_walk *walk, ab_value value, int ply); /* found at a ply, as the node sees it */
    void (*bounds) (ab_walk *walk); /* of the node: `low` and `high`, which may widen its window */
    ab_value (*within) (ab_walk *walk, ab_value best); /* what the node is worth then */
  } rank;
  struct {
    ab_status (*deal) (ab_walk *walk); /* ask the game for outcomes, or for choices of both: the node is such a
                                   ** position, or not. It stands in AB_AT_BOTH if that goes on with the latter */
    void (*begin) (ab_walk *walk); /* its outcomes are tried */
    void (*next) (ab_walk *walk);  /* the one that is `index` is, in a window of its own */
    int (*add) (ab_walk *walk);    /* it has its value. 1: the others do not matter */
    ab_status (*end) (ab_walk *walk); /* all have been tried, or do not matter. AB_DEPTH: to be tried again; they were
                                   ** only probed. AB_DONE: the node has its value */
    ab_played (*play) (ab_walk *walk, void *after); /* a joint move */
    void (*undo) (ab_walk *walk);
  } chance;
  struct {
    void (*identify) (ab_walk *walk);  /* has the child's position occurred before? */
    ab_value (*worth) (ab_walk *walk); /* of that, as a payoff of the child */
  } repetition;
  struct {
    int (*enter) (ab_walk *walk);  /* the child */
    void (*leave) (ab_walk *walk); /* the child has its value */
    void (*cut) (ab_walk *walk);   /* the node has a cut-off */
  } trace;
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
  int deepest;        /* ply of the deepest position in which the game was over; if nothing limits the depth, of the deepest leaf */
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
  int chancy;         /* there is chance, both choose at once, there is a range for values, or repetitions matter */
  int repeats;        /* a position that occurs again is worth the same to player 1 each time: */
  ab_value worth;
  int only_complete;  /* and of values only those answer later that are complete: there is no limit to the search, and a
                      ** value that the horizon had a part in would come back from depth to depth for ever */
  uint64_t salt;      /* what was on the board before, and by what outcomes are drawn, mixed into the keys of the table */
  int line_keyed;     /* and what is above on the path, so that all values on this path are values of the position */
  ab_value low, high; /* of payoffs and static evaluations, as `viewpoint` says */
  double part;        /* the probability of the outcome under way; 0: a move is */
  int outcomes;       /* on the path: the horizon is put off by so many plies */
  int given;          /* after AB_BROKEN: so many moves */
  double wrong;       /* after AB_OUTSIDE */
  int seen;           /* ply down to which others, who have the same table, see which moves are under way; 0: nobody does */
  uint32_t looked;    /* the last 32 bits of how many positions were visited when it was last asked what others have settled */
};

enum { AB_FAST, AB_CAREFUL, AB_CHANCY }; /* `careful` */

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

/* Numbers of moves are looked at with care; or always, to debug a game. */
#ifdef AB_CHECKED
enum { AB_IS_CHECKED = 1 };
#else
enum { AB_IS_CHECKED = 0 };
#endif

AB_INLINE int ab_cursor_ply (const ab_walk *w, const ab_cursor *c, const int careful) {
  return careful ? w->ply : (int)(c->node - w->stack.nodes);
}

/* The current node's numbers, from memory. */
AB_INLINE void ab_cursor_load (ab_cursor *c) {
  c->alpha = c->node->alpha;
  c->beta = c->node->beta;
  c->best = c->node->best;
  c->index = c->node->index;
}

/* The current node and its neighbours, from where they are now. */
AB_INLINE void ab_cursor_place (ab_walk *w, ab_cursor *c, size_t size, const int careful) {
  ab_node *nodes = w->stack.nodes;
  int floor = w->horizon + w->unlimited;
  c->node = &nodes[w->ply];
  c->here = w->stack.states + (size_t)w->ply * size;
  c->list = ab_stack_moves(&w->stack, w->ply);
  c->top = &nodes[careful ? 1 : w->top];
  c->last = &nodes[w->stack.room - 1];
  c->floor = &nodes[floor > w->stack.room ? w->stack.room : floor];
  ab_cursor_load(c);
}

/* To memory, for the services. */
AB_INLINE void ab_cursor_save (ab_walk *w, ab_cursor *c, const int careful) {
  if (careful)
    return;
  c->node->alpha = c->alpha;
  c->node->best = c->best;
  c->node->index = c->index;
  w->ply = ab_cursor_ply(w, c, 0);
}

/* The walk may be left here, and goes on in that phase. */
AB_INLINE void ab_cursor_stand (ab_walk *w, ab_cursor *c, ab_phase phase, const int careful) {
  ab_cursor_save(w, c, careful);
  w->phase = phase;
}

/* The call that comes. With care the game may leave there by longjmp. */
AB_INLINE void ab_cursor_at (ab_walk *w, ab_phase phase, const int careful) {
  if (careful)
    w->phase = phase;
}

/* Is that a number of moves that the game may give? */
AB_INLINE int ab_cursor_may_give (const ab_game *game, int count) {
  int most = game->max_moves > 0 ? game->max_moves : AB_MAX_MOVES;
  return (unsigned)count <= (unsigned)most || (count == AB_LAZY && game->more != NULL && game->max_moves == 0);
}

/* It has given another one. The walk stands at that call. */
AB_INLINE ab_status ab_cursor_break (ab_walk *w, ab_cursor *c, ab_phase phase, int count, const int careful) {
  ab_cursor_stand(w, c, phase, careful);
  w->given = count;
  return AB_BROKEN;
}

/* Move number `number` of the node (unsigned: no sign is carried into the game's sums). */
AB_INLINE ab_move ab_cursor_move (const ab_cursor *c, const ab_game *game, int number) {
  return game->max_moves == 0 ? (ab_move)(unsigned)number : c->list[number - 1];
}

#ifdef __cplusplus
}
#endif

#endif
