/*
** The tree of Monte-Carlo tree search: a node for each move that was tried, with the position behind it. Nodes stand in
** pages, which never move. What is looked at to choose among siblings is in the node; the moves are kept apart.
*/
#ifndef AB_TREE_H
#define AB_TREE_H

#include "ab_pages.h"

/* What is known of a node besides its numbers. */
enum {
  AB_TREE_FULL = 1,    /* all its moves were taken up */
  AB_TREE_PROVEN = 2,  /* `sum` is its value */
  AB_TREE_DECIDES = 4, /* a player does here, not chance */
  AB_TREE_CHANCE = 8   /* chance does */
};

typedef struct ab_tree_node {
  double sum;      /* of the payoffs, as the player sees them who moves here from the node above; proven: the value */
  double root;     /* 1 / sqrt(visits) */
  uint32_t visits;
  uint32_t first;  /* the child that was made last; 0: none */
  uint32_t next;   /* the sibling that was made before; 0: none */
  uint16_t index;  /* how many of its moves were taken up */
  uint8_t mover;   /* who is to move, from 0 */
  uint8_t marks;
} ab_tree_node;

#define AB_TREE_PAGE ((size_t)1024) /* nodes */

typedef struct ab_tree {
  ab_pages nodes;
  ab_pages moves;     /* the move to each node; where worlds differ, what it is known by in all of them */
  ab_pages available; /* where worlds differ: in how many the move to a node could have been chosen */
  int worlds;         /* they do */
  uint32_t *root;     /* the children of the root, in the order in which they were made */
  size_t root_room;
  int root_count;
  uint32_t made;      /* nodes; the root is number 0 */
} ab_tree;

static inline ab_tree_node *ab_tree_at (const ab_tree *tree, uint32_t i) {
  return (ab_tree_node *)tree->nodes.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

static inline ab_move *ab_tree_move (const ab_tree *tree, uint32_t i) {
  return (ab_move *)tree->moves.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

static inline uint32_t *ab_tree_available (const ab_tree *tree, uint32_t i) { return ab_pages_word(&tree->available, i); }

/* The value of a node, or the mean of its payoffs; 0, if there is none. */
static inline double ab_tree_mean (const ab_tree_node *node) {
  return node->marks & AB_TREE_PROVEN ? node->sum : node->visits > 0 ? node->sum / node->visits : 0;
}

/* Bytes that a node takes. */
size_t ab_tree_bytes (const ab_tree *tree);

/* Make sure that there is room for one more node; 0: no memory. */
int ab_tree_reserve (ab_tree *tree, const ab_mem *mem);

/* Add a node below another; AB_TREE_ROOT: the root. Returns its number. */
#define AB_TREE_ROOT UINT32_MAX
uint32_t ab_tree_add (ab_tree *tree, uint32_t parent, ab_move move);

/* One more playout has come by. */
static inline void ab_tree_visit (ab_tree_node *node) {
  node->visits++;
  node->root = 1 / sqrt((double)node->visits);
}

void ab_tree_free (ab_tree *tree, const ab_mem *mem);

#endif
