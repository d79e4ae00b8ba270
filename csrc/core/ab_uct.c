#include <string.h>
#include "ab_uct.h"

#define AB_BIAS 2.0 /* how much, in spreads of values, the most promising move is favoured if it was never tried */

/* The natural logarithm of x, 1 to 2, times 2^doublings: no library's. */
static double ln (double x, int doublings) {
  double y = (x - 1) / (x + 1), square = y * y;
  return doublings * 0.693147180559945309
       + 2 * y * (1 + square * (1.0 / 3 + square * (0.2 + square * (1.0 / 7 + square * (1.0 / 9 + square / 11)))));
}

/* To 12 bits: the product of two such numbers has 24, as a float has, and that of two floats is exact in a double. So it
** does not matter whether a compiler fuses it with a sum, or in which order a logarithm is added up: every one grows the
** same tree. */
static double cut (double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= ~(((uint64_t)1 << 41) - 1);
  memcpy(&x, &bits, sizeof x);
  return x;
}

void ab_uct_begin (ab_uct *u) {
  int i;
  for (i = 0; i < AB_UCT_STEPS; i++)
    u->roots[i] = (float)cut(sqrt(ln(1 + (double)(i % AB_UCT_OCTAVE) / AB_UCT_OCTAVE, i / AB_UCT_OCTAVE)));
}

/* The step of so many visits: the exponent of a float, and the first bits of its fraction. */
static inline uint32_t step_of (uint32_t visits) {
  float x = (float)visits;
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return (bits - 0x3F800000u) / (0x00800000u / AB_UCT_OCTAVE);
}

/* How far apart the payoffs of a player are, as far as is known. */
static double spread_of (const ab_uct *u, int player) {
  return u->high[player] > u->low[player] ? u->high[player] - u->low[player] : 1;
}

/* How much it counts that a child was tried little, after so many visits in all. */
static inline double width_of (const ab_uct *u, double spread, uint32_t visits) {
  return cut(u->exploration * spread) * u->roots[step_of(visits)];
}

static inline double bound_of (double mean, double width, float rarity) {
  return mean + width * rarity;
}

/* Progressive bias (Chaslot et al. 2008): what a child promises among its siblings counts less and less, the more is
** known. `bias` is AB_BIAS in units of the payoff. */
static inline double favour (const ab_uct *u, uint32_t child, double bias) {
  const ab_tree_promise *all = ab_tree_promised(&u->tree, u->path[u->depth]);
  double above = ab_tree_promised(&u->tree, child)->own - all->low;
  return above > 0 ? bias * (above / (all->high - all->low)) / ((double)ab_tree_at(&u->tree, child)->visits + 1) : 0;
}

/* The open edge with the greatest upper confidence bound, the first of them. (No jump depends on what is found.) */
AB_INLINE uint32_t best_open (const ab_uct *u, double width, double bias, int biased, double *best) {
  const ab_tree_node *node = ab_uct_node(u);
  uint32_t i = node->first, end = i + node->index, found = i;
  while (i < end) {
    const ab_tree_edge *edge = ab_tree_edge_at(&u->tree, i);
    uint32_t rest = (uint32_t)(AB_TREE_PAGE - i % AB_TREE_PAGE), stop = end - i < rest ? end : i + rest;
    for (; i < stop; i++, edge++) {
      double bound = bound_of(edge->mean, width, edge->rarity);
      int is_better;
      if (biased)
        bound += favour(u, edge->child, bias);
      is_better = bound > *best;
      found = is_better ? i : found;
      *best = is_better ? bound : *best;
    }
  }
  return found;
}

/* The edge to the proven child whose bound is greater than that, and the greatest, the first of them; 0: there is none. */
static uint32_t best_closed (const ab_uct *u, double width, double bias, double best) {
  const ab_tree_node *node = ab_uct_node(u);
  uint32_t end = node->first + node->index, found = 0, i;
  for (i = node->first; i < end; i++) {
    const ab_tree_edge *edge = ab_tree_edge_at(&u->tree, i);
    double bound;
    if (edge->mean > -AB_INF)
      continue;
    bound = bound_of(ab_tree_at(&u->tree, edge->child)->sum, width, edge->rarity);
    if (u->tree.biased)
      bound += favour(u, edge->child, bias);
    if (bound > best) {
      best = bound;
      found = i;
    }
  }
  return found;
}

/* Count a visit of the proven child. */
static uint32_t visit_closed (const ab_uct *u, uint32_t i) {
  ab_tree_edge *edge = ab_tree_edge_at(&u->tree, i);
  ab_tree_node *child = ab_tree_at(&u->tree, edge->child);
  child->visits++;
  ab_tree_note(edge, child);
  return edge->child;
}

/*
** The child with the greatest upper confidence bound, the first of them in the game's order. Where that one is
** proven, its value is what the playout is worth to the node and to those above, and the playout is spent on the
** best of the others: so means tend to the right value, every playout teaches something, and proofs come to their end.
*/
uint32_t ab_uct_select (ab_uct *u) {
  const ab_tree_node *node = ab_uct_node(u);
  double spread = spread_of(u, node->mover), bias = AB_BIAS * spread, best = -AB_INF;
  double width = width_of(u, spread, node->visits);
  uint32_t open = u->tree.biased ? best_open(u, width, bias, 1, &best) : best_open(u, width, bias, 0, &best), closed = 0;
  if (node->marks & AB_TREE_PARTLY)
    closed = best_closed(u, width, bias, best);
  u->edges[u->depth] = open;
  u->known[u->depth] = closed != 0 ? visit_closed(u, closed) : 0;
  return ab_tree_edge_at(&u->tree, open)->child;
}

int ab_uct_select_here (const ab_uct *u) {
  double spread = spread_of(u, ab_uct_node(u)->mover), best = -AB_INF;
  int found = -1, i;
  for (i = 0; i < u->left; i++) {
    uint32_t number = u->match.children[i];
    const ab_tree_node *child = ab_tree_at(&u->tree, number);
    double width = width_of(u, spread, *ab_tree_available(&u->tree, number));
    double bound = bound_of(ab_tree_mean(child), width, ab_tree_rarity(child));
    bound = u->tree.biased ? bound + favour(u, number, AB_BIAS * spread) : bound;
    if (found < 0 || bound > best) {
      best = bound;
      found = i;
    }
  }
  return found;
}

/* ---------------------------------------------------------------- learning */

/* Who has chosen the node at `depth` of the path? At the root, whoever is to move. */
static int chooser_of (const ab_uct *u, int depth) {
  return ab_tree_at(&u->tree, u->path[depth > 0 ? depth - 1 : 0])->mover;
}

/* What a proven node, which `chooser` has chosen, is worth to a player. */
static ab_value worth_of (const ab_uct *u, uint32_t number, int chooser, int player) {
  const ab_tree_node *node = ab_tree_at(&u->tree, number);
  return u->tree.players > 0 ? ab_tree_payoffs(&u->tree, number)[player] : player == chooser ? node->sum : -node->sum;
}

/* The playout is worth that. */
static void take_worth (ab_uct *u, uint32_t number, int chooser) {
  int i, players = u->tree.players > 0 ? u->tree.players : 2;
  for (i = 0; i < players; i++)
    u->payoffs[i] = worth_of(u, number, chooser, i);
}

/* Give the node at `depth` of the path its value. */
static void prove (const ab_uct *u, int depth, ab_value value) {
  ab_tree_node *node = ab_tree_at(&u->tree, u->path[depth]);
  node->sum = value;
  node->marks |= AB_TREE_PROVEN | AB_TREE_FULL;
  if (depth > 0) {
    ab_tree_at(&u->tree, u->path[depth - 1])->marks |= AB_TREE_PARTLY;
    if (u->edges[depth - 1] != 0)
      ab_tree_note(ab_tree_edge_at(&u->tree, u->edges[depth - 1]), node);
  }
}

/* A finished position has the value that was given. */
static void prove_end (ab_uct *u) {
  if (u->tree.players > 0)
    ab_tree_list(&u->tree, u->path[u->depth], u->payoffs);
  prove(u, u->depth, u->payoffs[chooser_of(u, u->depth)]);
}

/* The best of the proven children of a node, the first of them in the game's order; 0: none is. *open: some are not. */
static uint32_t best_proven (const ab_uct *u, const ab_tree_node *node, int *open) {
  ab_value best = -AB_INF;
  uint32_t found = 0, i;
  for (i = ab_tree_youngest(&u->tree, node); i != 0;) {
    const ab_tree_node *child = ab_tree_at(&u->tree, i);
    if (!(child->marks & AB_TREE_PROVEN))
      *open = 1;
    else if (child->sum >= best) {
      best = child->sum;
      found = i;
    }
    i = child->next;
  }
  return found;
}

/* Is the value of the node at `depth` of the path, which was not, proven by those of its children? One that is as good as
** can be will do. */
static int is_proven (ab_uct *u, int depth) {
  const ab_tree_node *node = ab_tree_at(&u->tree, u->path[depth]);
  int open = !(node->marks & AB_TREE_FULL);
  uint32_t best = best_proven(u, node, &open);
  if (open && (best == 0 || ab_tree_at(&u->tree, best)->sum < u->top[node->mover]))
    return 0;
  prove(u, depth, worth_of(u, best, node->mover, chooser_of(u, depth)));
  ab_tree_share(&u->tree, u->path[depth], best);
  return 1;
}

int ab_uct_settle (ab_uct *u) {
  ab_uct_node(u)->marks |= AB_TREE_FULL;
  if (!u->solving || !is_proven(u, u->depth))
    return 0;
  take_worth(u, u->path[u->depth], chooser_of(u, u->depth));
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

void ab_uct_learn (ab_uct *u) {
  int i, players = ab_uct_players(u);
  note_extremes(u, players);
  if (u->last && u->solving)
    prove_end(u);
  for (i = u->depth; i >= 0; i--) {
    ab_tree_node *node = ab_tree_at(&u->tree, u->path[i]);
    int chooser = chooser_of(u, i);
    /* From here up the playout is worth what the proven child is that was the best choice. */
    if (u->solving && i < u->depth && u->known[i] != 0)
      take_worth(u, u->known[i], node->mover);
    if (u->turns != NULL && u->turns[i].regretted == u->playouts + 1)
      ab_regret_learn(&u->regrets, u->path[i], u->turns[i].drawn, u->payoffs);
    node->visits++;
    if (!(node->marks & AB_TREE_PROVEN))
      node->sum += counted(u, chooser, u->payoffs[chooser]);
    if (i > 0 && u->edges[i - 1] != 0)
      ab_tree_note(ab_tree_edge_at(&u->tree, u->edges[i - 1]), node);
  }
  for (i = u->depth; u->solving && i > 0; i--)
    if (!(ab_tree_at(&u->tree, u->path[i])->marks & AB_TREE_PROVEN) || !is_proven(u, i - 1))
      break;
  u->playouts++;
}
