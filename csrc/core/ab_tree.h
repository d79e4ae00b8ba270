/*
** The tree of Monte-Carlo tree search: a node for each move that was tried, with the position behind it. Nodes stand in
** pages, which never move, where there is room as they are made: siblings are linked. As soon as one is to be chosen
** among them, what is looked at for that is laid out side by side, as edges: choosing reads two or three lines of the
** cache then, instead of one after the other for each child.
*/
#ifndef AB_TREE_H
#define AB_TREE_H

#include "ab_pages.h"

/* What is known of a node besides its numbers. */
enum {
  AB_TREE_FULL = 1,    /* all its moves were taken up */
  AB_TREE_PROVEN = 2,  /* `sum` is its value */
  AB_TREE_DECIDES = 4, /* one player does here, neither chance nor both at once */
  AB_TREE_CHANCE = 8,  /* chance does */
  AB_TREE_LAID = 16,   /* its children have edges */
  AB_TREE_PARTLY = 32, /* some of its children are proven */
  AB_TREE_BOTH = 64,   /* both players choose at once: the moves to its children are joint ones */
  AB_TREE_JOINT = 128  /* the move to it is one of these */
};

typedef struct ab_tree_node {
  double sum;      /* of the payoffs, as the player sees them who moves here from the node above; proven: the value */
  ab_move move;    /* to it; where worlds differ, what it is known by in all of them */
  uint32_t visits;
  uint32_t first;  /* the child that was made last, 0: none; AB_TREE_LAID: its first edge */
  uint32_t next;   /* the sibling that was made before; 0: none */
  uint16_t index;  /* how many of its moves were taken up; AB_TREE_LAID: how many edges there are; where children are made as
                   ** they are drawn, how many there are, but no more than AB_TREE_NARROW + 1 */
  uint8_t mover;   /* who is to move, from 0 */
  uint8_t marks;
} ab_tree_node;

/* What `order` says, kept only where it is asked; no more than AB_TREE_MOST in magnitude, so that differences are finite. */
typedef struct ab_tree_promise {
  double own;       /* of the move to a node; -AB_INF: chance took it there */
  double low, high; /* the extremes of the moves from it, as far as they were taken up */
} ab_tree_promise;

#define AB_TREE_MOST 8e307

/* What there is to choose by. */
typedef struct ab_tree_edge {
  double mean;     /* of the child; -AB_INF: it is proven, and not searched again */
  float rarity;    /* 1 / sqrt(visits) */
  uint32_t child;  /* its number */
} ab_tree_edge;

/* A child that is found by what it is known by. */
typedef struct ab_tree_link {
  uint32_t child, parent;
  uint32_t next; /* link with such a hash, from 1; 0: none */
} ab_tree_link;

#define AB_TREE_NARROW 16 /* children that are looked at one by one: that takes less than a hash */

#define AB_TREE_PAGE ((size_t)1024) /* nodes, edges, links or lists */

typedef struct ab_tree {
  ab_pages nodes;
  ab_pages edges;     /* siblings in the game's order */
  ab_pages available; /* where worlds differ: in how many the move to a node could have been chosen */
  ab_pages joints;    /* where worlds differ, and joint moves have no slots: the choices in the move to a node */
  ab_pages promises;  /* where `order` is asked: what it says */
  int worlds;         /* they do */
  int joined;         /* choices of a joint move that is kept so; 0: none is */
  int biased;         /* it is */
  ab_pages links;     /* children of nodes that have many, made as they are drawn */
  ab_pages heads;     /* by hash: the first link, 0: none. There are as many as links */
  uint32_t linked;    /* links */
  uint32_t mask;      /* of a hash: the least 2^n - 1 that is not below the last head's number */
  ab_pages proofs;    /* where several play: which list of payoffs a proven node has */
  ab_pages lists;     /* those lists, one for each finished position */
  int players;        /* numbers of such a list; 0: two play, and `sum` is all */
  uint32_t listed;    /* lists */
  uint64_t room;      /* bytes that nodes and lists may still take */
  uint32_t *root;     /* the children of the root, in the order in which they were made */
  size_t root_room;
  int root_count;
  uint32_t made;      /* nodes; the root is number 0 */
  uint32_t laid;      /* edges, from number 1 on */
} ab_tree;

static inline ab_tree_node *ab_tree_at (const ab_tree *tree, uint32_t i) {
  return (ab_tree_node *)tree->nodes.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

static inline ab_tree_edge *ab_tree_edge_at (const ab_tree *tree, uint32_t i) {
  return (ab_tree_edge *)tree->edges.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

/* The child that was made last; 0: none. */
static inline uint32_t ab_tree_youngest (const ab_tree *tree, const ab_tree_node *node) {
  return node->marks & AB_TREE_LAID ? ab_tree_edge_at(tree, node->first + node->index - 1)->child : node->first;
}

static inline ab_tree_promise *ab_tree_promised (const ab_tree *tree, uint32_t i) {
  return (ab_tree_promise *)tree->promises.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

static inline uint32_t *ab_tree_available (const ab_tree *tree, uint32_t i) { return ab_pages_word(&tree->available, i); }

static inline ab_move *ab_tree_joint (const ab_tree *tree, uint32_t i) {
  return (ab_move *)tree->joints.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE * (size_t)tree->joined;
}

/* The value of a node, or the mean of its payoffs; 0, if there is none. */
static inline double ab_tree_mean (const ab_tree_node *node) {
  return node->marks & AB_TREE_PROVEN ? node->sum : node->visits > 0 ? node->sum / node->visits : 0;
}

/* The payoffs that a proven node has, where several play. */
static inline const ab_value *ab_tree_payoffs (const ab_tree *tree, uint32_t i) {
  uint32_t list = *ab_pages_word(&tree->proofs, i);
  return (const ab_value *)tree->lists.list[list / AB_TREE_PAGE] + list % AB_TREE_PAGE * (size_t)tree->players;
}

/* There are to be so many nodes at the most, a number that is positive as `int`, and with their lists they are to take so many
** bytes. */
void ab_tree_limit (ab_tree *tree, size_t bytes, uint32_t nodes);

/* Is there room within that limit for one more node, and the list that it may get? Those that go beyond are the caller's
** decision. */
int ab_tree_may_grow (const ab_tree *tree);

/* The same for what stands beside a node; and count it. */
static inline int ab_tree_may_take (const ab_tree *tree, size_t bytes) { return tree->room >= bytes; }
static inline void ab_tree_take (ab_tree *tree, size_t bytes) { tree->room -= tree->room < bytes ? tree->room : bytes; }

/* Make sure that there is room for one more node, or list; 0: no memory. */
int ab_tree_reserve (ab_tree *tree, const ab_mem *mem);
int ab_tree_reserve_list (ab_tree *tree, const ab_mem *mem);

/* Make sure that there is room for the edges of a node, all of whose moves were taken up; 0: no memory. */
int ab_tree_reserve_edges (ab_tree *tree, const ab_mem *mem, const ab_tree_node *node);

/* Lay them out. */
void ab_tree_lay (ab_tree *tree, ab_tree_node *node);

/* 1 / sqrt(visits) */
static inline float ab_tree_rarity (const ab_tree_node *node) { return (float)(1 / sqrt((double)node->visits)); }

/* The edge tells of its node. */
static inline void ab_tree_note (ab_tree_edge *edge, const ab_tree_node *node) {
  edge->mean = node->marks & AB_TREE_PROVEN ? -AB_INF : node->sum / node->visits;
  edge->rarity = ab_tree_rarity(node);
}

/* The node has those payoffs, as a new list; or the same as another. */
void ab_tree_list (ab_tree *tree, uint32_t i, const ab_value *payoffs);
static inline void ab_tree_share (ab_tree *tree, uint32_t i, uint32_t other) {
  if (tree->players > 0)
    *ab_pages_word(&tree->proofs, i) = *ab_pages_word(&tree->proofs, other);
}

/* Add a node below another; AB_TREE_ROOT: the root. Returns its number. */
#define AB_TREE_ROOT UINT32_MAX
uint32_t ab_tree_add (ab_tree *tree, uint32_t parent, ab_move move);

/* Where children are made as they are drawn, by outcomes, by joint moves, or in worlds that differ: make sure that one more can be
** found, 0: no memory; see to it that the one just added is; and find the one that is known by that, 0: there is none. */
int ab_tree_reserve_link (ab_tree *tree, const ab_mem *mem, uint32_t parent);
void ab_tree_link_child (ab_tree *tree, uint32_t parent);
uint32_t ab_tree_find (const ab_tree *tree, uint32_t parent, uint64_t id);

/* Where `order` is asked: it says that of the move to the node just added below the parent. */
void ab_tree_promise_move (ab_tree *tree, uint32_t parent, uint32_t number, double order);

void ab_tree_free (ab_tree *tree, const ab_mem *mem);

#endif
