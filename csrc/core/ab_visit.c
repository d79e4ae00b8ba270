#include "ab_visit.h"

/* 1: it is proven that no move of that player can be better, -1: that none can be worse; 0: neither. Where the game has
** no range, what was seen stands for it. */
static int rank_of (const ab_uct *u, int mover, const ab_tree_node *node) {
  ab_value high = u->top[mover & 1] < AB_INF ? u->top[mover & 1] : u->high[mover];
  ab_value low = u->top[~mover & 1] < AB_INF ? -u->top[~mover & 1] : u->low[mover];
  if (!(node->marks & AB_TREE_PROVEN))
    return 0;
  return node->sum >= high ? 1 : node->sum <= low ? -1 : 0;
}

/* Is one child to be preferred to another? The most visited one, but proven wins before all, and proven losses last; and
** the best one, where the value of the position is proven. */
static int is_better (const ab_uct *u, const ab_tree_node *above, const ab_tree_node *a, const ab_tree_node *b) {
  int first = rank_of(u, above->mover, a), second = rank_of(u, above->mover, b);
  if (above->marks & AB_TREE_PROVEN) {
    first = a->marks & AB_TREE_PROVEN;
    second = b->marks & AB_TREE_PROVEN;
    if (first && second && a->sum != b->sum)
      return a->sum > b->sum;
  }
  return first != second ? first > second : a->visits > b->visits;
}

/* The best child of a node, the first in the game's order; 0: a player has none to choose. */
static uint32_t best_child (const ab_uct *u, uint32_t number) {
  const ab_tree_node *node = ab_tree_at(&u->tree, number);
  uint32_t found = 0, i;
  if (node->marks & AB_TREE_CHANCE)
    return 0;
  for (i = ab_tree_youngest(&u->tree, node); i != 0; i = ab_tree_at(&u->tree, i)->next) {
    const ab_tree_node *child = ab_tree_at(&u->tree, i);
    if (child->visits > 0 && (found == 0 || !is_better(u, node, ab_tree_at(&u->tree, found), child)))
      found = i;
  }
  return found;
}

static ab_bound bound_of (const ab_tree_node *node) {
  return node->marks & AB_TREE_PROVEN ? AB_EXACT : AB_ESTIMATE;
}

/* Root moves with a payoff. The first playout of the last one may be under way. */
static int count_moves (const ab_uct *u) {
  int count = u->tree.root_count;
  return count > 0 && ab_tree_at(&u->tree, u->tree.root[count - 1])->visits == 0 ? count - 1 : count;
}

void ab_visit_result (const ab_search *s, ab_result *result) {
  const ab_uct *u = s->uct;
  const ab_tree_node *root = ab_tree_at(&u->tree, 0), *found = root;
  uint32_t best = best_child(u, 0);
  int is_mixed = root->marks & (AB_TREE_CHANCE | AB_TREE_BOTH);
  if (best != 0 && !(root->marks & AB_TREE_PROVEN) && !is_mixed)
    found = ab_tree_at(&u->tree, best);
  result->moves = is_mixed ? 0 : count_moves(u);
  result->playouts = u->playouts;
  result->depth = u->deepest;
  result->traced = (int)u->tree.made;
  result->valued = found->visits > 0;
  result->value = ab_tree_mean(found);
  result->bound = bound_of(root);
}

ab_root_move ab_visit_move (const ab_search *s, int i) {
  const ab_uct *u = s->uct;
  uint32_t number = u->tree.root[i];
  const ab_tree_node *node = ab_tree_at(&u->tree, number);
  ab_root_move move;
  move.number = i + 1;
  move.value = ab_tree_mean(node);
  move.bound = bound_of(node);
  move.line = (int)number;
  move.visits = node->visits;
  return move;
}

/* A line is the number of a node; or that of which player 2's choice follows, below AB_NO_LINE. */
static int second_of (int line) { return AB_NO_LINE - 1 - line; }

int ab_visit_joint (const ab_search *s, int line) {
  return s->w.game->keep == NULL && (ab_tree_at(&s->uct->tree, (uint32_t)line)->marks & AB_TREE_JOINT) != 0;
}

ab_move ab_visit_line (const ab_search *s, int *line) {
  const ab_uct *u = s->uct;
  int is_second = *line < AB_NO_LINE;
  uint32_t number = (uint32_t)(is_second ? second_of(*line) : *line), next;
  ab_move move = ab_tree_at(&u->tree, number)->move;
  if (!is_second && ab_visit_joint(s, *line)) {
    *line = second_of(*line);
    return ab_regret_chosen(&u->regrets, move, 0);
  }
  next = best_child(u, number);
  *line = next == 0 ? AB_NO_LINE : (int)next;
  return is_second                ? ab_regret_chosen(&u->regrets, move, 1)
         : s->w.game->keep != NULL ? (ab_move)number
                                   : move;
}

int ab_visit_order (const ab_search *s, int a, int b) {
  const ab_uct *u = s->uct;
  const ab_tree_node *root = ab_tree_at(&u->tree, 0);
  const ab_tree_node *first = ab_tree_at(&u->tree, u->tree.root[a]), *second = ab_tree_at(&u->tree, u->tree.root[b]);
  return is_better(u, root, first, second);
}

ab_sampled ab_visit_node (const ab_search *s, int i, int above) {
  const ab_uct *u = s->uct;
  const ab_tree_node *node = ab_tree_at(&u->tree, (uint32_t)i);
  int same = node->mover == ab_tree_at(&u->tree, (uint32_t)above)->mover;
  ab_sampled found;
  found.first = (int)ab_tree_youngest(&u->tree, node);
  found.next = (int)node->next;
  found.line = i == 0 ? AB_NO_LINE : i;
  found.visits = node->visits;
  found.value = same || u->sampler->players > 0 ? ab_tree_mean(node) : -ab_tree_mean(node);
  found.bound = bound_of(node);
  found.same = (signed char)same;
  found.joint = (node->marks & AB_TREE_JOINT) != 0;
  return found;
}

/* ---------------------------------------------------------------- choices at once */

int ab_visit_choices (const ab_search *s, int player) {
  const ab_uct *u = s->uct;
  const ab_regret_seat *seat;
  if (!(ab_tree_at(&u->tree, 0)->marks & AB_TREE_BOTH))
    return 0;
  seat = ab_regret_seat_at(&u->regrets, 0);
  return seat->playouts > 0 ? seat->counts[player] : 0;
}

/* A choice would have paid a playout what it has paid, and what is regretted. */
ab_move ab_visit_choice (const ab_search *s, int player, int i, double *probability, ab_value *worth) {
  const ab_uct *u = s->uct;
  const ab_tree_node *root = ab_tree_at(&u->tree, 0);
  double mean = root->mover == 0 ? ab_tree_mean(root) : -ab_tree_mean(root), regret = ab_regret_mean(&u->regrets, 0, player, i);
  *probability = ab_regret_likely(&u->regrets, 0, player, i);
  *worth = player == 0 ? mean + regret : mean - regret;
  return ab_regret_move(&u->regrets, 0, player, i);
}

/* What a player regrets most, if anything. */
static double most_regretted (const ab_search *s, int player) {
  double most = 0;
  int i, count = ab_visit_choices(s, player);
  for (i = 0; i < count; i++) {
    double regret = ab_regret_mean(&s->uct->regrets, 0, player, i);
    most = regret > most ? regret : most;
  }
  return most;
}

double ab_visit_gap (const ab_search *s) { return most_regretted(s, 0) + most_regretted(s, 1); }

int ab_visit_likeliest (const ab_search *s) {
  uint32_t best = best_child(s->uct, 0);
  return best == 0 ? AB_NO_LINE : (int)best;
}
