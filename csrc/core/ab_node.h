/*
** A node of the tree while it is being searched, and what a window means for it and for its child.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_NODE_H
#define AB_NODE_H

#include "ab_value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A position whose moves are being tried. Values are as the player to move here sees them. */
typedef struct ab_node {
  ab_value alpha;     /* what this player has for certain, here or above; never below `best` */
  ab_value beta;      /* what the other player will allow at most; alpha < beta on arrival */
  ab_value best;      /* the largest value of a child so far: fail-soft, it may be below alpha */
  ab_value low, high; /* what the game's `bounds` say, if it has them; infinite where they are not asked */
  double likelihood;  /* product of the likelihoods of the moves to here; 1 if nobody asks */
  uint64_t key;       /* if there is a table */
  uint64_t queue;     /* its moves that are yet to be tried, where they wait in an ab_queue */
  uint64_t position;  /* which one it is, where repetitions matter; AB_NO_KEY: one that never is one */
  uint64_t above;     /* which positions above it on the path the table knows it with; a sum of hashes */
  int leans_on;       /* the topmost node whose position occurs again behind the value */
  int index;          /* how many moves have been taken up */
  int count;          /* of how many; AB_LAZY: not known yet */
  int later;          /* the hash move is the only one of that many so far: they are sorted when it has not cut off */
  int move;           /* the number of the one under way */
  int best_move;      /* of the one that raised `best` last; 0: none */
  int hash_move;      /* of the one that the table remembers; 0: none */
  int first, choices; /* its moves in the order room; no choices: they are tried as they come */
  int subtree;        /* subtree depth: the most plies that the value needed below here */
  int line;           /* the line behind `best`, where it matters */
  signed char tried;  /* some move was legal, or the player may stand pat */
  signed char raised; /* alpha was raised here */
  signed char scout;  /* the child is searched in a null window first */
  signed char complete; /* no leaf behind the value was at the horizon */
  signed char player; /* who is to move, 1 or 2; meaningless if the game has no `player` */
  signed char same;   /* the parent's player is to move here again */
  signed char own;    /* the root's player is to move here */
  signed char ranked; /* in a pass that ranks: AB_RANKED_LOW, AB_RANKED_HIGH: that bound is the value that is ranked */
  signed char primed; /* AB_LAZY: the game has been asked for the next move, and there is one */
  signed char chance; /* in a walk with chance: the moves are outcomes (AB_ROLLED), or joint moves (AB_AT_ONCE) */
  signed char again;  /* the position was on the board before the search */
  signed char probe;  /* likewise: the first legal move will do, for a bound; or, of a chance position, for each outcome */
} ab_node;

enum { AB_ROLLED = 1, AB_AT_ONCE }; /* `chance` */

enum { AB_RANKED_LOW = 1, AB_RANKED_HIGH = 2 }; /* `ranked` is a sum of these */

enum { AB_ON_NONE = 2 * AB_LAST_PLY + 1 }; /* `leans_on` of a value that is the same on every way to its position */

/* The position under the current node that is being looked at. */
typedef struct ab_child {
  ab_value value; /* as the player to move in the node sees it, once it is known */
  double likelihood;
  int line;         /* owned by the child until its value is given to the node */
  int subtree;      /* as in a node */
  int leans_on;     /* likewise */
  uint64_t position, above; /* likewise */
  signed char player, same, again;
  signed char over; /* `play` ended the game: value is the payoff */
  signed char leaf; /* valued, not expanded */
  signed char complete; /* as in a node */
} ab_child;

/* Is there a null window in which to try first whether the next move is better? */
static inline signed char ab_node_has_scout (const ab_node *node) {
  return node->tried && node->alpha > -AB_INF && ab_value_above(node->alpha) < node->beta;
}

/* How far down a bound that is known at a node reaches. */
typedef enum ab_cuts {
  AB_NO_CUTS,      /* nowhere: procedure F */
  AB_SHALLOW_CUTS, /* to its children: procedure F1 */
  AB_DEEP_CUTS     /* to all below: procedure F2 */
} ab_cuts;

/* The window of a node's child, as the child's player sees it: as much of the node's as the procedure hands down. */
static inline ab_value ab_node_child_alpha (const ab_node *node, ab_value alpha, int same, ab_cuts cuts) {
  ab_value ceiling = node->scout ? ab_value_above(alpha) : node->beta;
  return cuts != AB_DEEP_CUTS ? -AB_INF : same ? alpha : -ceiling;
}

static inline ab_value ab_node_child_beta (const ab_node *node, ab_value alpha, int same, ab_cuts cuts) {
  ab_value ceiling = node->scout ? ab_value_above(alpha) : node->beta;
  return cuts == AB_NO_CUTS ? AB_INF : same ? ceiling : -alpha;
}

#ifdef __cplusplus
}
#endif

#endif
