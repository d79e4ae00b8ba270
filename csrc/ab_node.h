/*
** A node of the tree while it is being searched, the path of nodes from the root, and what a window means for a
** node and for its child.
*/
#ifndef AB_NODE_H
#define AB_NODE_H

#include <float.h>
#include "alphabeta.h"

#define AB_NO_LINE (-1)

/* A position whose moves are being tried. Values are as the player to move here sees them. */
typedef struct ab_node {
  ab_value alpha;     /* what this player has for certain, here or above; never below `best` */
  ab_value beta;      /* what the other player will allow at most; alpha < beta on arrival */
  ab_value best;      /* the largest value of a child so far: fail-soft, it may be below alpha */
  ab_value low, high; /* what the game's `bounds` say, if it has them; infinite where they are not asked */
  double likelihood;  /* product of the likelihoods of the moves to here; 1 if nobody asks */
  uint64_t key;       /* if there is a table */
  int index;          /* how many moves have been taken up */
  int count;          /* of how many; AB_LAZY: not known yet */
  int move;           /* the number of the one under way */
  int best_move;      /* of the one that raised `best` last; 0: none */
  int hash_move;      /* of the one that the table remembers; 0: none */
  int first, choices; /* its moves in the order room; no choices: they are tried as they come */
  int pick;           /* the one under way, there */
  int subtree;        /* subtree depth: the most plies that the value needed below here */
  int line;           /* the line behind `best`, where it matters */
  signed char tried;  /* some move was legal, or the player may stand pat */
  signed char raised; /* alpha was raised here */
  signed char scout;  /* the child is searched in a null window first */
  signed char complete; /* no leaf behind the value was at the horizon */
  signed char player; /* who is to move, 1 or 2; meaningless if the game has no `player` */
  signed char same;   /* the parent's player is to move here again */
  signed char own;    /* the root's player is to move here */
  signed char low_ranked, high_ranked; /* in a pass that ranks: that bound is the value that is ranked */
  signed char primed; /* AB_LAZY: the game has been asked for the next move, and there is one */
} ab_node;

/* The position under the current node that is being looked at. */
typedef struct ab_child {
  ab_value value; /* as the player to move in the node sees it, once it is known */
  double likelihood;
  int line;         /* owned by the child until its value is given to the node */
  int subtree;      /* as in a node */
  signed char player, same;
  signed char over; /* `play` ended the game: value is the payoff */
  signed char leaf; /* valued, not expanded */
  signed char complete; /* as in a node */
} ab_child;

/* A node and a position for every ply. Node 0 is not of the tree: it is the root's parent, so that the root needs
** no rules of its own. Position i is that of node i; position 0 is room only. */
typedef struct ab_stack {
  ab_node *nodes;     /* of the path; node i stands at ply i - 1 */
  char *states;       /* the positions of the path and one more */
  ab_move *moves;     /* of the path, if the game writes them: `max_moves` a node */
  size_t state_size, max_moves;
  size_t stride;      /* bytes from a position to the next; 0 if there is only one */
  size_t nodes_room, states_room, moves_room; /* elements */
  int room;           /* nodes there is room for, with all that belongs to them */
} ab_stack;

/* The position of a node. */
static inline char *ab_stack_state (const ab_stack *stack, int node) {
  return stack->states + (size_t)node * stack->stride;
}

/* Where move number `number`, from 1, of a node stands. */
static inline ab_move *ab_stack_move (const ab_stack *stack, int node, int number) {
  return stack->moves + ((size_t)node * stack->max_moves + (size_t)number - 1);
}

/* Where the game is to write the moves of a node; NULL: they are numbers. */
static inline ab_move *ab_stack_moves (const ab_stack *stack, int node) {
  return stack->max_moves == 0 ? NULL : ab_stack_move(stack, node, 1);
}

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

/* Is there a null window in which to try first whether the next move is better? */
static inline signed char ab_has_scout (const ab_node *node) {
  return node->tried && node->alpha > -AB_INF && ab_above(node->alpha) < node->beta;
}

/* How far down a bound that is known at a node reaches. */
typedef enum ab_cuts {
  AB_NO_CUTS,      /* nowhere: procedure F */
  AB_SHALLOW_CUTS, /* to its children: procedure F1 */
  AB_DEEP_CUTS     /* to all below: procedure F2 */
} ab_cuts;

/* The window of a node's child, as the child's player sees it: as much of the node's as the procedure hands down. */
static inline ab_value ab_child_alpha (const ab_node *node, ab_value alpha, int same, ab_cuts cuts) {
  ab_value ceiling = node->scout ? ab_above(alpha) : node->beta;
  return cuts != AB_DEEP_CUTS ? -AB_INF : same ? alpha : -ceiling;
}

static inline ab_value ab_child_beta (const ab_node *node, ab_value alpha, int same, ab_cuts cuts) {
  ab_value ceiling = node->scout ? ab_above(alpha) : node->beta;
  return cuts == AB_NO_CUTS ? AB_INF : same ? ceiling : -alpha;
}

#endif
