/* What a node and its child know of each other: windows handed down, values handed up. */
#ifndef AB_NODE_H
#define AB_NODE_H

#include <string.h>
#include "ab_search.h"

/* The child's value as the node's player sees it. */
static inline ab_value ab_seen_from (const ab_node *node, const ab_child *child, int viewpoint) {
  int agree = viewpoint ? node->player == 1 : child->same;
  return agree ? child->value : -child->value;
}

/* The key under which the child is stored. Ranks of leaves are of one value only, as the child's player
** sees it. */
static inline uint64_t ab_salted (const ab_search *s, const ab_node *node, const ab_child *child,
                                  uint64_t key) {
  ab_value seen = node->own == child->same ? s->ranked : -s->ranked;
  uint64_t bits;
  key ^= (uint64_t)s->options.quiescence * 0x9E3779B97F4A7C15u;
  if (!s->ranking)
    return key;
  memcpy(&bits, &seen, sizeof bits);
  return key ^ (bits * 0x94D049BB133111EBu + 1);
}

/* What is added to a rank found at a ply to make it one of the position, counted from there. */
static inline ab_value ab_rank_shift (const ab_search *s, const ab_node *node, int ply) {
  if (!s->ranking)
    return 0;
  return (node->own ? s->ranked : -s->ranked) > 0 ? ply : -ply;
}

/* The rank of a leaf: where it has the value that is ranked, the earlier the better if that is good for
** the root's player, the later the better if it is bad. All better leaves are alike, and all worse ones. */
static inline ab_value ab_rank (const ab_search *s, const ab_node *node, ab_value value, int ply) {
  ab_value ranked = node->own ? s->ranked : -s->ranked;
  if (value != ranked)
    return value > ranked ? AB_INF : -AB_INF;
  return ranked > 0 ? -ply : ply;
}

/* A leaf's value as the node's player sees it, or its rank. */
static inline ab_value ab_leaf_value (const ab_search *s, const ab_node *node, const ab_child *child,
                                      int viewpoint, int ply) {
  ab_value value = ab_seen_from(node, child, viewpoint);
  return s->ranking ? ab_rank(s, node, value, ply) : value;
}

/* Is the child's line to become the node's? It is where the value may be exact. */
static inline int ab_line_matters (const ab_node *node, const ab_child *child) {
  return ab_is_inside(node, child->value)
      || (child->value <= node->alpha && node->alpha == -AB_INF && node->line == AB_NO_LINE);
}

/* Is there no value inside the window? */
static inline int ab_is_null (const ab_node *node) {
  return node->alpha > -AB_INF && node->beta < AB_INF && ab_above(node->alpha) >= node->beta;
}

/* Does what the table knows settle the child, whose node would be `under`? If the line is wanted as
** well, not where the value may be inside the window. */
static inline int ab_entry_settles (const ab_entry *entry, ab_value value, const ab_node *under,
                                    int plies, int line, int deeper) {
  if (entry->complete ? entry->depth > plies : deeper ? entry->depth < plies : entry->depth != plies)
    return 0;
  switch (entry->bound) {
    case AB_LOWER: return value >= under->beta && !(line && under->beta == AB_INF);
    case AB_UPPER: return value <= under->alpha && !(line && under->alpha == -AB_INF);
    default: return !line || ab_is_null(under);
  }
}

/* What the node's value says: where no child has raised alpha, they are all at most that. */
static inline ab_bound ab_bound_at (const ab_node *node) {
  if (node->best >= node->beta && node->beta < AB_INF)
    return AB_LOWER;
  return node->raised || node->alpha == -AB_INF ? AB_EXACT : AB_UPPER;
}

/* The child that a node becomes when it is left. Without a legal move it is a leaf, yet to be valued. */
static inline ab_child ab_child_of (const ab_node *node) {
  ab_child child;
  child.value = node->same ? node->best : -node->best;
  child.likelihood = node->likelihood;
  child.key = node->key;
  child.line = node->line;
  child.height = node->tried ? node->height : 0;
  child.hint = 0;
  child.player = node->player;
  child.same = node->same;
  child.over = 0;
  child.leaf = child.exact = !node->tried;
  child.complete = node->tried ? node->complete : 1; /* without a legal move the game is over */
  return child;
}

/* The node takes what its child has found. */
static inline void ab_node_take (ab_node *node, const ab_child *child) {
  if (child->value > node->best) {
    node->best = child->value;
    node->best_move = node->move;
  }
  if (child->value > node->alpha) {
    node->alpha = child->value;
    node->raised = 1;
  }
  node->complete &= child->complete;
  if (child->height >= node->height)
    node->height = child->height + 1;
}

/* The node for the child, with as much of the parent's window as the procedure hands down, as the
** child's player sees it. */
static inline ab_node ab_node_under (const ab_node *parent, const ab_child *child, ab_reach reach,
                                     int count) {
  ab_node node;
  ab_value ceiling = ab_ceiling(parent);
  node.alpha = reach != AB_DEEP ? -AB_INF : child->same ? parent->alpha : -ceiling;
  node.beta = reach == AB_NOWHERE ? AB_INF : child->same ? ceiling : -parent->alpha;
  node.likelihood = child->likelihood;
  node.best = -AB_INF;
  node.key = child->key;
  node.index = node.move = node.best_move = 0;
  node.count = count;
  node.first = parent->first + parent->choices;
  node.choices = node.pick = 0;
  node.height = 1;
  node.line = AB_NO_LINE;
  node.player = child->player;
  node.same = child->same;
  node.own = parent->own == child->same;
  node.tried = node.raised = node.scout = 0;
  node.complete = child->complete;
  return node;
}

/* The child is worth so much as it stands that its moves do not matter. */
static inline int ab_stands_pat (const ab_node *node, const ab_child *child, ab_reach reach) {
  ab_node under = ab_node_under(node, child, reach, 0);
  return reach != AB_NOWHERE && (child->same ? child->value : -child->value) >= under.beta;
}

/* The player to move in the node may stand pat, which is worth the child's value. */
static inline void ab_node_stand (ab_node *node, const ab_child *child) {
  node->best = child->same ? child->value : -child->value;
  node->tried = 1;
  if (node->best > node->alpha) {
    node->alpha = node->best;
    node->raised = 1;
  }
}

#endif
