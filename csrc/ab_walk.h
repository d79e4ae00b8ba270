/*
** The walk: alpha-beta over the positions below one, for games in C. It is the loop of ab_loop.h again,
** for functions that always return: nothing is saved before a call, a position at the horizon is valued
** in its parent's iteration, and what the loop turns on stays in registers. Both visit the same tree.
**
** A game that is known to the compiler gets a walk of its own, with its functions built in:
**
**   static ab_walk_function my_walk;
**   static const ab_game my_game = {..., .returns = 1, .walk = my_walk};
**   AB_INSTANCE(my_walk, my_game, my_position)
**
** where my_position is the type of a position. Mark the game's functions AB_INLINE. The structs below
** are the core's own; a game does not look at them.
*/
#ifndef AB_WALK_H
#define AB_WALK_H

#include <float.h>
#include "alphabeta.h"

#define AB_NO_LINE (-1)

/* A position whose moves are being tried. Values are as the player to move here sees them. */
typedef struct ab_node {
  ab_value alpha;     /* what this player has for certain, here or above; never below `best` */
  ab_value beta;      /* what the other player will allow at most; alpha < beta on arrival */
  ab_value best;      /* the largest value of a child so far: fail-soft, it may be below alpha */
  double likelihood;  /* product of the likelihoods of the moves to here; 1 if nobody asks */
  uint64_t key;       /* if there is a table */
  int index;          /* how many moves have been taken up */
  int count;          /* of how many; AB_LAZY: not known yet */
  int move;           /* the number of the one under way */
  int best_move;      /* of the one that raised `best` last; 0: none */
  int first, choices; /* its moves in the order room; no choices: they are tried as they come */
  int pick;           /* the one under way, there */
  int height;         /* the most plies that the value needed below here */
  int line;           /* the line behind `best`, where it matters */
  signed char tried;  /* some move was legal */
  signed char raised; /* alpha was raised here */
  signed char scout;  /* the child is searched in a null window first */
  signed char complete; /* no leaf behind the value was at the horizon */
  signed char player; /* who is to move, 1 or 2; meaningless if the game has no `player` */
  signed char same;   /* the parent's player is to move here again */
  signed char own;    /* the root's player is to move here */
} ab_node;

/* The position under the current node that is being looked at. */
typedef struct ab_child {
  ab_value value; /* as the player to move in the node sees it, once it is known */
  double likelihood;
  uint64_t key;
  int line;         /* owned by the child until its value is given to the node */
  int height;
  int hint;         /* number of the move to try first; 0: none is known */
  signed char player, same;
  signed char over; /* `play` ended the game: value is the payoff */
  signed char leaf; /* valued, not expanded */
  signed char exact; /* the value is the child's, whatever the window */
  signed char complete; /* as in a node */
} ab_child;

/* A move that waits to be handed out. */
typedef struct ab_choice {
  double score; /* AB_INF: to be tried first */
  uint32_t tag; /* what the move is known by, 1 to AB_TAGS */
  int number;   /* in the game's order, from 1; 0: it was handed out, and its score is -AB_INF */
} ab_choice;

typedef struct ab_stack {
  ab_node *nodes;     /* of the path; node i is the position at ply i - 1 */
  char *states;       /* the positions of the path and one more: ply 0, 1, ... */
  ab_move *moves;     /* of the path, if the game writes them: `max_moves` a node */
  size_t state_size, max_moves;
  size_t stride;      /* bytes from a position to the next; 0 if there is only one */
  size_t nodes_room, states_room, moves_room; /* elements */
  int room;           /* nodes there is room for, with all that belongs to them */
} ab_stack;

typedef struct ab_walk ab_walk;

/* What the core does for a walk, where there is a table or an order. The child is the position under node
** number `ply`. Those that answer 0 have no memory, and have changed nothing; they may leave by longjmp. */
typedef struct ab_services {
  int (*make_room) (ab_walk *walk);  /* for a node below the current one */
  int (*look) (ab_walk *walk);       /* 1: the child, whose key is given, is settled */
  int (*sort) (ab_walk *walk);       /* make the choices of the current node */
  int (*extend) (ab_walk *walk);     /* the move under way and the child's line are the node's line now */
  void (*drop) (ab_walk *walk, int line);
  void (*learn) (ab_walk *walk);     /* the move under way has cut off */
  void (*store) (ab_walk *walk);     /* the current node has its value */
  ab_status (*walk) (ab_walk *walk); /* walk through the game's pointers */
} ab_services;

/* Where a walk goes on. */
typedef enum ab_gait {
  AB_TRYING,   /* with the current node's next move */
  AB_OPENING,  /* with the child, which is to become a node */
  AB_SORTING,  /* with the order of the current node's moves */
  AB_RETRYING, /* with the child, which is to be searched again in the whole window */
  AB_TAKING    /* with the child, which has its value */
} ab_gait;

/* What both loops work on: the first part of a search. */
struct ab_walk {
  const ab_game *game;
  void *context;
  const ab_services *core;
  int ply;            /* index of the current node; its child stands at this ply */
  int horizon;        /* ply at which positions are valued and not expanded */
  int deepest;        /* ply of the deepest position visited, if none was at the horizon */
  int keyed;          /* there is a table */
  int ordered;        /* moves are tried in an order of our own */
  int scouting;       /* null windows first */
  uint64_t budget;    /* positions that may still be visited before the loop returns */
  uint64_t leaves, cutoffs;
  ab_child child;
  ab_stack stack;
  ab_choice *choices; /* of all nodes of the path, one node's after the other's */
  int choices_room;
  int crowded;        /* there is to be room for more in the table */
  ab_gait gait;
  int top;            /* index of the walk's first node */
};

/* ---------------------------------------------------------------- windows */

/* The next larger value, but for the denormal ones around 0: a host may have the processor take them for 0,
** and what lies between two neighbours must not be empty then. */
static inline ab_value ab_above (ab_value value) {
  int64_t bits;
  if (!(value < AB_INF))
    return value;
  if (value >= -DBL_MIN && value < DBL_MIN)
    return value < 0 ? 0 : DBL_MIN;
  memcpy(&bits, &value, sizeof bits);
  bits += value > 0 ? 1 : -1;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

static inline ab_value ab_below (ab_value value) { return -ab_above(-value); }

/* Is the value above alpha and inside the window? At an infinite end there is nothing outside. */
static inline int ab_is_inside (const ab_node *node, ab_value value) {
  return value > node->alpha && (value < node->beta || node->beta == AB_INF);
}

/* The upper end of the window in which the node's child is searched. */
static inline ab_value ab_ceiling (const ab_node *node) {
  return node->scout ? ab_above(node->alpha) : node->beta;
}

/* Is there a narrower window than the whole one in which to try whether the move is better? */
static inline signed char ab_has_scout (const ab_node *node) {
  return node->tried && node->alpha > -AB_INF && ab_above(node->alpha) < node->beta;
}

/* Where move number `number`, from 1, of a node stands. */
static inline ab_move *ab_stack_move (const ab_stack *stack, int node, int number) {
  return stack->moves + ((size_t)node * stack->max_moves + (size_t)number - 1);
}

/* Where the game is to write the moves of a node; NULL: they are numbers. */
static inline ab_move *ab_stack_moves (const ab_stack *stack, int node) {
  return stack->max_moves == 0 ? NULL : ab_stack_move(stack, node, 1);
}

/* ---------------------------------------------------------------- order */

/* The score of a move that the game would have tried first, and that is not the one to try first. */
static inline double ab_order_score (double given) { return given < AB_INF ? given : DBL_MAX; }

/* After so many moves the rest is handed out in the game's order: none of them will cut off. */
#define AB_SORTED 24

/* Hand out the best choice left of a node of which `taken` have been: its number in the game's order. */
static inline int ab_next_choice (ab_choice *all, ab_node *node, int taken) {
  ab_choice *choice = all + node->first, *end = choice + node->choices, *best;
  int number;
  while (choice->number == 0)
    choice++;
  best = choice;
  if (taken < AB_SORTED) {
    double most = best->score;
    for (choice++; choice < end; choice++) { /* scores are in no order that a processor could foresee */
      double score = choice->score;
      best = score > most ? choice : best;
      most = score > most ? score : most;
    }
  }
  node->pick = (int)(best - all);
  number = best->number;
  best->number = 0;
  best->score = -AB_INF;
  return number;
}

/* ---------------------------------------------------------------- the walk */

/* The position at a ply, and a move of the node above it (unsigned: no sign is carried into the game's sums). */
#define AB_POSITION(ply) (w->stack.states + (size_t)(ply) * size)
#define AB_PLY() ((int)(node - w->stack.nodes))
#define AB_NUMBERED(number) (game->max_moves == 0 ? (ab_move)(unsigned)(number) : list[(number) - 1])

/* The current node and its neighbours, from where they are now. */
#define AB_PLACE(ply)                                                                          \
  (node = &w->stack.nodes[ply], here = AB_POSITION((ply) - 1),                                 \
   list = ab_stack_moves(&w->stack, ply), top = &w->stack.nodes[w->top],                       \
   last = &w->stack.nodes[w->stack.room - 1],                                                  \
   floor = w->horizon > w->stack.room ? last + 1 : &w->stack.nodes[w->horizon])

/* A position is settled short of the horizon: the current node's child, or the node itself. */
#define AB_SETTLE(at) (leaves++, w->deepest = (at) > w->deepest ? (at) : w->deepest)

/* The current node's numbers, from memory. */
#define AB_LOAD()                                                                              \
  (alpha = node->alpha, beta = node->beta, best = node->best, index = node->index)

/* Back to the node above. */
#define AB_BACK()                                                                              \
  do {                                                                                         \
    node--;                                                                                    \
    here -= size;                                                                              \
    if (game->max_moves > 0)                                                                   \
      list -= game->max_moves;                                                                 \
    AB_LOAD();                                                                                 \
  } while (0)

/* Everything to memory: the walk may stop here. */
#define AB_STAND(where)                                                                        \
  (node->alpha = alpha, node->best = best, node->index = index, w->ply = AB_PLY(),             \
   w->gait = (where), w->budget = budget, w->leaves = leaves)

/* The child's line, with the move that leads there, becomes the node's. */
#define AB_EXTEND()                                                                            \
  do {                                                                                         \
    w->child.value = value;                                                                    \
    w->child.line = line;                                                                      \
    w->child.complete = (signed char)complete;                                                 \
    w->child.height = height;                                                                  \
    if (!learning)                                                                             \
      node->move = index;                                                                      \
    AB_STAND(AB_TAKING);                                                                       \
    if (!w->core->extend(w))                                                                   \
      return AB_NOMEM;                                                                         \
  } while (0)

/*
** Walk through the positions below node `top`, until it is to be left (AB_DONE), the budget is used up
** (AB_PAUSED) or memory runs out (AB_NOMEM); after these, call again. `game`, `size` and `learning` are constants in a
** game's own walk, and `scratch` is a position in registers; otherwise NULL.
*/
AB_INLINE ab_status ab_walk_on (ab_walk *w, const ab_game *game, void *context, void *scratch,
                                const size_t size, const int learning) {
  int index, number, same = 0, exact, complete, height = 0, line;
  uint64_t budget = w->budget, leaves = w->leaves;
  ab_value alpha, beta, best, value, payoff;
  ab_played played;
  ab_node *node, *top; /* the current one, the walk's first */
  ab_node *floor;      /* from here on a child is at the horizon */
  ab_node *last;       /* below this one there is no room yet */
  char *here;          /* the position of the current node */
  ab_move *list;       /* its moves; NULL: they are numbers */
  void *after;

  AB_PLACE(w->ply);
  AB_LOAD();
  switch (w->gait) {
    case AB_TRYING: break;
    case AB_OPENING: goto open;
    case AB_SORTING: goto sort;
    case AB_RETRYING: goto retry;
    case AB_TAKING:
      value = w->child.value;
      line = w->child.line;
      complete = w->child.complete;
      if (learning)
        height = w->child.height;
      goto take;
  }

next_move:
  if (index == node->count)
    goto leave;
  if (budget == 0) {
    AB_STAND(AB_TRYING);
    return AB_PAUSED;
  }
  if (learning) {
    node->alpha = alpha;
    node->scout = w->scouting && ab_has_scout(node);
  }
  if (learning && node->choices > 0) {
    number = ab_next_choice(w->choices, node, index);
    index++;
  }
  else
    number = ++index;
  after = scratch != NULL ? scratch : here + size;
  played = game->play(context, here, AB_NUMBERED(number), after, &payoff);
  if (played == AB_ILLEGAL)
    goto next_move;
  budget--;
  if (learning) {
    node->move = number;
    height = 0;
  }
  line = AB_NO_LINE;
  if (played == AB_PLAYED && node < floor)
    goto descend;

  /* a leaf */
  if (game->viewpoint)
    same = node->player == 1;
  else if (game->player != NULL)
    same = game->player(context, after) == node->player;
  complete = played == AB_OVER;
  if (complete) {
    value = payoff;
    AB_SETTLE(AB_PLY());
  }
  else {
    value = game->evaluate(context, after);
    node->complete = 0;
    leaves++;
  }
  value = same ? value : -value;
  goto take;

descend:
  if (scratch != NULL)
    memcpy(here + size, scratch, size);
  if (game->player != NULL) {
    w->child.player = (signed char)game->player(context, here + size);
    w->child.same = w->child.player == node->player;
  }

enter:
  same = game->player != NULL && w->child.same;
  if (learning) {
    w->child.same = (signed char)same;
    w->child.hint = 0;
  }
  complete = 1;
  exact = 0;
  if (game->bounds != NULL) {
    ab_value ceiling = learning && node->scout ? ab_above(alpha) : beta, low, high;
    game->bounds(context, here + size, &low, &high);
    if (high <= (same ? alpha : -ceiling) || low >= (same ? ceiling : -alpha)) {
      value = high <= (same ? alpha : -ceiling) ? high : low;
      value = same ? value : -value;
      AB_SETTLE(AB_PLY());
      goto known;
    }
  }
  if (learning && w->keyed) {
    w->child.key = game->key(context, here + size);
    node->alpha = alpha;
    w->ply = AB_PLY();
    if (w->child.key != AB_NO_KEY && w->core->look(w)) {
      value = w->child.value;
      complete = w->child.complete;
      height = w->child.height;
      AB_SETTLE(AB_PLY());
      goto known;
    }
  }

open: /* the child becomes a node */
  if (node >= last || (learning && w->crowded)) {
    AB_STAND(AB_OPENING);
    if (!w->core->make_room(w))
      return AB_NOMEM;
    AB_PLACE(w->ply);
    same = game->player != NULL && w->child.same;
  }
  {
    ab_node *under = node + 1;
    ab_value ceiling = learning && node->scout ? ab_above(alpha) : beta;
    node->alpha = alpha;
    node->best = best;
    node->index = index;
    under->beta = same ? ceiling : -alpha;
    alpha = same ? alpha : -ceiling;
    beta = under->beta;
    best = -AB_INF;
    index = 0;
    under->line = AB_NO_LINE;
    under->tried = under->raised = under->scout = 0;
    under->complete = 1;
    if (learning || game->player != NULL) {
      under->player = w->child.player;
      under->same = (signed char)same;
    }
    if (learning) {
      under->key = w->child.key;
      under->best_move = 0;
      under->first = node->first + node->choices;
      under->choices = 0;
      under->height = 1;
      under->own = node->own == same;
    }
    node = under;
    here += size;
    if (game->max_moves > 0)
      list += game->max_moves;
    node->count = game->moves(context, here, list);
  }

sort:
  if (learning && w->ordered && node->count > 1) {
    if (game->order == NULL || node->first + node->count > w->choices_room) {
      AB_STAND(AB_SORTING);
      if (!w->core->sort(w))
        return AB_NOMEM;
    }
    node->choices = node->count;
    if (game->order != NULL) {
      ab_choice *choice = w->choices + node->first;
      for (number = 1; number <= node->count; number++, choice++) {
        double given = game->order(context, here, AB_NUMBERED(number));
        choice->number = number;
        choice->score = number == w->child.hint ? AB_INF : ab_order_score(given);
      }
    }
  }
  goto next_move;

leave: /* all moves are tried */
  complete = node->complete;
  if (learning)
    height = node->height;
  if (!node->tried)
    goto stuck;

left: /* the node becomes its parent's child again */
  if (learning || node == top) {
    AB_STAND(AB_TRYING);
    node->complete = (signed char)complete;
    node->height = height;
    if (node == top)
      return AB_DONE;
    if (w->keyed && node->key != AB_NO_KEY)
      w->core->store(w);
    w->child.player = node->player;
    w->child.same = node->same;
  }
  same = game->player != NULL && node->same;
  value = same ? best : -best;
  line = node->line;
  exact = 0;
  AB_BACK();
  goto known;

stuck: /* no move was legal */
  if (node == top) {
    AB_STAND(AB_TRYING);
    return AB_DONE;
  }
  same = game->player != NULL && node->same;
  value = game->evaluate(context, here);
  AB_SETTLE(AB_PLY() - 1);
  complete = exact = 1;
  height = 0;
  line = AB_NO_LINE;
  AB_BACK();
  value = (game->viewpoint ? node->player == 1 : same) ? value : -value;

known: /* a scout that finds more than was asked for has proven only that it is more */
  if (learning && node->scout && !exact && value > alpha && (value < beta || beta == AB_INF)) {
    if (line != AB_NO_LINE)
      w->core->drop(w, line);
retry:
    if (budget == 0) {
      AB_STAND(AB_RETRYING);
      return AB_PAUSED;
    }
    budget--;
    node->scout = 0;
    line = AB_NO_LINE;
    height = 0;
    goto enter;
  }
  node->complete = (signed char)(node->complete & complete);
  if (learning && height >= node->height)
    node->height = height + 1;

take: /* the node takes what its child has found; its line, where the value may be exact */
  if (line == AB_NO_LINE && value <= best && node->tried)
    goto next_move;
  node->tried = 1;
  if (value <= alpha) {
    if (value > best) {
      best = value;
      if (learning)
        node->best_move = node->move;
    }
    if (alpha <= -AB_INF && node->line == AB_NO_LINE)
      AB_EXTEND();
    else if (line != AB_NO_LINE)
      w->core->drop(w, line);
    goto next_move;
  }
  if (learning) {
    node->best_move = node->move;
    node->raised = 1;
  }
  if (value < beta || beta >= AB_INF) {
    AB_EXTEND();
    alpha = best = value;
    if (value < beta)
      goto next_move;
  }
  else if (line != AB_NO_LINE)
    w->core->drop(w, line);

  best = value;
  w->cutoffs++; /* what holds of that one child holds of the node */
  if (learning) {
    height++;
    if (node->choices > 0 && game->order == NULL) {
      w->ply = AB_PLY();
      w->core->learn(w);
    }
  }
  goto left;
}

/* Is there anything that a walk which only knows the window would miss? */
#define AB_IS_LEARNING(walk) ((walk)->keyed || (walk)->ordered || (walk)->scouting)

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
    return ab_walk_is_of(walk, &(game)) ? name##_alike(walk) : walk->core->walk(walk);         \
  }

/* The same for whatever game comes, where the context is known to the compiler as well or tells several walks
** apart: the caller has looked. */
#define AB_INSTANCE_IN(name, game, position, context)                                          \
  static ab_status name (ab_walk *walk) {                                                      \
    position scratch;                                                                          \
    if (AB_IS_LEARNING(walk))                                                                  \
      return ab_walk_on(walk, &(game), (context), &scratch, sizeof scratch, 1);                \
    return ab_walk_on(walk, &(game), (context), &scratch, sizeof scratch, 0);                  \
  }

#endif
