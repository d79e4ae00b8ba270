/*
** Playouts in several trees of one position, by threads that know nothing of each other: what the others say of the root and its
** moves is added up beside a tree (root parallelization: Chaslot, Winands & van den Herik 2008, "Parallel Monte-Carlo Tree
** Search"). It counts in results; the tree grows as if it were alone.
*/
#ifndef AB_POOL_H
#define AB_POOL_H

#include "ab_uct.h"

/* What others know of the root, or of a move there. */
typedef struct ab_share {
  double sum;      /* of the payoffs; proven: the value */
  uint64_t visits;
  int proven;
} ab_share;

/* What others know of a choice, where players choose at once: sums over their playouts. */
typedef struct ab_pool_choice {
  double likely, regret;
} ab_pool_choice;

typedef struct ab_pool {
  ab_share *shares;        /* of the root, and of its children in the order in which they were made */
  size_t room;
  ab_pool_choice *choices; /* player 1's, then player 2's, and so on */
  size_t choices_room;
  uint64_t playouts;       /* of others; 0: nothing else here counts */
  double drawn;            /* those that have taught them something about the choices */
  double paid[AB_MAX_PLAYERS]; /* what these have paid, summed up */
} ab_pool;

/* One that knows of no others; NULL: no memory. */
ab_pool *ab_pool_new (const ab_mem *mem);
void ab_pool_free (ab_pool *pool, const ab_mem *mem); /* of none, too */

/* Make sure that there is room for what others know of this tree, also if it gets one more node; 0: no memory. */
int ab_pool_reserve (ab_pool *pool, const ab_mem *mem, const ab_uct *own);

/* Begin anew; and add what is known in another tree of the position, whose thread stands still. The extremes of payoffs are
** `own` ones from then on. */
void ab_pool_clear (ab_pool *pool);
void ab_pool_add (ab_pool *pool, ab_uct *own, const ab_uct *other);

/* What follows is asked of no pool (NULL), too.
**
** The playouts of others; a node with what they know of it. */
uint64_t ab_pool_playouts (const ab_pool *pool);
ab_tree_node ab_pool_node (const ab_pool *pool, const ab_uct *own, uint32_t number);

/* Is it proven by others alone? Then what to do after it is not known here. */
int ab_pool_is_proof (const ab_pool *pool, const ab_uct *own, uint32_t number);

/* In all playouts at the root: how likely is a choice on average, how much more would it have paid, and what has a player been
** paid? Players are numbered from 0. */
ab_pool_choice ab_pool_choice_at (const ab_pool *pool, const ab_uct *own, int player, int choice);
double ab_pool_paid (const ab_pool *pool, const ab_uct *own, int player);

#endif
