#include "ab_uct.h"

/* The natural logarithm, the same from every compiler: no library's. */
static double ln (uint32_t n) {
  double x = n, y, square;
  int halvings = 0;
  while (x >= 16) {
    x *= 0.0625;
    halvings += 4;
  }
  while (x >= 1.5) {
    x *= 0.5;
    halvings++;
  }
  y = (x - 1) / (x + 1);
  square = y * y;
  return halvings * 0.693147180559945309
       + 2 * y * (1 + square * (1.0 / 3 + square * (0.2 + square * (1.0 / 7 + square * (1.0 / 9 + square / 11)))));
}

/* How far apart the payoffs of a player are, as far as is known. */
static double spread_of (const ab_uct *u, int player) {
  return u->high[player] > u->low[player] ? u->high[player] - u->low[player] : 1;
}

/* The upper confidence bound of a child, less what a proven value makes of its mean. */
static inline double bound_of (const ab_tree_node *child, double mean, double width) {
  return mean + width * child->root;
}

/*
** The child with the greatest upper confidence bound, the first of them in the game's order. Where that one is
** proven, its value is what the playout is worth to the node and to those above, and the playout is spent on the
** best of the others: so means tend to the right value, every playout teaches something, and proofs come to their end.
*/
uint32_t ab_uct_select (ab_uct *u) {
  const ab_tree *tree = &u->tree;
  const ab_tree_node *node = ab_uct_node(u);
  double width = u->exploration * spread_of(u, node->mover) * sqrt(ln(node->visits));
  double best = -AB_INF, most = -AB_INF;
  uint32_t found = 0, proven = 0, i;
  for (i = node->first; i != 0;) {
    const ab_tree_node *child = ab_tree_at(tree, i);
    if (child->marks & AB_TREE_PROVEN) {
      double bound = bound_of(child, child->sum, width);
      if (bound >= most) {
        most = bound;
        proven = i;
      }
    }
    else {
      double bound = bound_of(child, child->sum * child->root * child->root, width);
      if (bound >= best) {
        best = bound;
        found = i;
      }
    }
    i = child->next;
  }
  u->known[u->depth] = NAN;
  if (proven != 0 && found != 0 && most > best) {
    ab_tree_visit(ab_tree_at(tree, proven));
    u->known[u->depth] = ab_tree_at(tree, proven)->sum;
  }
  return found;
}

int ab_uct_select_here (const ab_uct *u) {
  double width = u->exploration * spread_of(u, ab_uct_node(u)->mover), best = -AB_INF;
  int found = -1, i;
  for (i = 0; i < u->left; i++) {
    uint32_t number = u->match.children[i];
    const ab_tree_node *child = ab_tree_at(&u->tree, number);
    double bound = bound_of(child, ab_tree_mean(child), width * sqrt(ln(*ab_tree_available(&u->tree, number))));
    if (found < 0 || bound > best) {
      best = bound;
      found = i;
    }
  }
  return found;
}

/* ---------------------------------------------------------------- learning */

/* Give the node its value. */
static void prove (ab_tree_node *node, ab_value value) {
  node->sum = value;
  node->marks |= AB_TREE_PROVEN | AB_TREE_FULL;
}

/* Is the value of the node at `depth` of the path proven by those of its children? One that is as good as can be
** will do. */
static int is_proven (ab_uct *u, int depth) {
  ab_tree_node *node = ab_tree_at(&u->tree, u->path[depth]);
  const ab_tree_node *above = ab_tree_at(&u->tree, u->path[depth > 0 ? depth - 1 : 0]);
  ab_value best = -AB_INF;
  uint32_t i;
  int open = !(node->marks & AB_TREE_FULL);
  if (node->marks & AB_TREE_PROVEN)
    return 1;
  for (i = node->first; i != 0;) {
    const ab_tree_node *child = ab_tree_at(&u->tree, i);
    if (!(child->marks & AB_TREE_PROVEN))
      open = 1;
    else if (child->sum > best)
      best = child->sum;
    i = child->next;
  }
  if (open && best < u->top[node->mover])
    return 0;
  prove(node, node->mover == above->mover ? best : -best);
  return 1;
}

int ab_uct_settle (ab_uct *u) {
  const ab_tree_node *above = ab_tree_at(&u->tree, u->path[u->depth > 0 ? u->depth - 1 : 0]);
  ab_uct_node(u)->marks |= AB_TREE_FULL;
  if (!u->solving || !is_proven(u, u->depth))
    return 0;
  u->payoffs[above->mover] = ab_uct_node(u)->sum;
  u->payoffs[1 - above->mover] = -ab_uct_node(u)->sum;
  return 1;
}

/* What a payoff adds to a sum, which stays finite. */
static double counted (const ab_uct *u, int player, ab_value value) {
  double low = u->low[player] <= u->high[player] ? u->low[player] : 0;
  double high = u->low[player] <= u->high[player] ? u->high[player] : 0;
  return value == AB_INF ? high + spread_of(u, player) : value == -AB_INF ? low - spread_of(u, player) : value;
}

static void note_extremes (ab_uct *u, int players) {
  int i;
  for (i = 0; i < players; i++) {
    ab_value value = u->payoffs[i];
    if (value == AB_INF || value == -AB_INF)
      continue;
    if (value < u->low[i])
      u->low[i] = value;
    if (value > u->high[i])
      u->high[i] = value;
  }
}

/* From here up the playout is worth what the proven child was that was the best choice. */
static void take_known (ab_uct *u, int depth) {
  int mover = ab_tree_at(&u->tree, u->path[depth])->mover;
  u->payoffs[mover] = u->known[depth];
  u->payoffs[1 - mover] = -u->known[depth];
}

void ab_uct_learn (ab_uct *u) {
  int i, players = u->sampler->players > 0 ? u->sampler->players : 2;
  note_extremes(u, players);
  if (u->last && u->solving)
    prove(ab_uct_node(u), u->payoffs[ab_tree_at(&u->tree, u->path[u->depth > 0 ? u->depth - 1 : 0])->mover]);
  for (i = u->depth; i >= 0; i--) {
    ab_tree_node *node = ab_tree_at(&u->tree, u->path[i]);
    int mover = ab_tree_at(&u->tree, u->path[i > 0 ? i - 1 : 0])->mover;
    if (u->solving && i < u->depth && u->known[i] == u->known[i])
      take_known(u, i);
    ab_tree_visit(node);
    if (!(node->marks & AB_TREE_PROVEN))
      node->sum += counted(u, mover, u->payoffs[mover]);
  }
  for (i = u->depth; u->solving && i > 0; i--)
    if (!(ab_tree_at(&u->tree, u->path[i])->marks & AB_TREE_PROVEN) || !is_proven(u, i - 1))
      break;
  u->playouts++;
}
