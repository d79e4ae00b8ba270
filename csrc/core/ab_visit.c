#include "ab_visit.h"

/* A node, by all that is known of it. */
static ab_tree_node node_at (const ab_search *s, uint32_t number) { return ab_pool_node(s->pool, s->uct, number); }

/* Can no move of that player be worth less? Where the game has no range, what was seen stands for it. */
static int is_worst (const ab_uct *u, int mover, ab_value value) {
  ab_value high = u->top[mover & 1] < AB_INF ? u->top[mover & 1] : u->high[mover];
  ab_value low = u->top[~mover & 1] < AB_INF ? -u->top[~mover & 1] : u->low[mover];
  return value <= low && value < high;
}

/* What the moves of a position that are proven are measured by: the mean of the most visited one that is not, the first of
** these in the game's order. -inf: there is none, or what they are worth does not matter, as the position itself is proven. */
static ab_value rival_of (const ab_search *s, uint32_t number) {
  const ab_uct *u = s->uct;
  ab_tree_node node = node_at(s, number);
  ab_value rival = -AB_INF;
  uint32_t visits = 1, i;
  if (node.marks & AB_TREE_PROVEN)
    return -AB_INF;
  for (i = ab_tree_youngest(&u->tree, &node); i != 0; i = ab_tree_at(&u->tree, i)->next) {
    ab_tree_node child = node_at(s, i);
    if (!(child.marks & AB_TREE_PROVEN) && child.visits >= visits) {
      visits = child.visits;
      rival = ab_tree_mean(&child);
    }
  }
  return rival;
}

/* 1: it is proven to be as good as the rival, and not lost; -1: proven not to be; 0: nothing is proven. */
static int rank_of (const ab_uct *u, int mover, ab_value rival, const ab_tree_node *node) {
  if (!(node->marks & AB_TREE_PROVEN))
    return 0;
  return node->sum >= rival && !is_worst(u, mover, node->sum) ? 1 : -1;
}

/* Is one child to be preferred to another? Of those that are not proven the most visited one, of the others the best. (The
** visits of a move that is proven say nothing of what it is worth: they are from before.) */
static int is_better (const ab_uct *u, int mover, ab_value rival, const ab_tree_node *a, const ab_tree_node *b) {
  int first = rank_of(u, mover, rival, a), second = rank_of(u, mover, rival, b);
  if (first != second)
    return first > second;
  return first != 0 && a->sum != b->sum ? a->sum > b->sum : a->visits > b->visits;
}

/* Do both bring the player who moves there the same for certain, of several players? Then the first in the game's order is
** what others count on: it may bring them something else. */
static int is_for_others (const ab_uct *u, const ab_tree_node *a, const ab_tree_node *b) {
  return u->tree.players > 0 && a->marks & b->marks & AB_TREE_PROVEN && a->sum == b->sum;
}

/* The best child of a node, the first in the game's order; 0: a player has none to choose. */
static uint32_t best_child (const ab_search *s, uint32_t number) {
  const ab_uct *u = s->uct;
  ab_tree_node node = node_at(s, number), best = node;
  ab_value rival = rival_of(s, number);
  uint32_t found = 0, i;
  if (node.marks & AB_TREE_CHANCE)
    return 0;
  for (i = ab_tree_youngest(&u->tree, &node); i != 0; i = ab_tree_at(&u->tree, i)->next) {
    ab_tree_node child = node_at(s, i);
    if (child.visits == 0)
      continue;
    if (found != 0 && !(number != 0 && is_for_others(u, &best, &child)) && is_better(u, node.mover, rival, &best, &child))
      continue;
    best = child;
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
  ab_uct *u = s->uct;
  ab_tree_node root = node_at(s, 0), found = root;
  uint32_t best = best_child(s, 0);
  int is_mixed = root.marks & (AB_TREE_CHANCE | AB_TREE_BOTH);
  if (best != 0 && !(root.marks & AB_TREE_PROVEN) && !is_mixed)
    found = node_at(s, best);
  u->rival = rival_of(s, 0);
  result->moves = is_mixed ? 0 : count_moves(u);
  result->playouts = u->playouts + ab_pool_playouts(s->pool);
  result->depth = u->deepest;
  result->traced = (int)u->tree.made;
  result->valued = found.visits > 0;
  result->value = ab_tree_mean(&found);
  result->bound = bound_of(&root);
}

ab_root_move ab_visit_move (const ab_search *s, int i) {
  uint32_t number = s->uct->tree.root[i];
  ab_tree_node node = node_at(s, number);
  ab_root_move move;
  move.number = i + 1;
  move.value = ab_tree_mean(&node);
  move.bound = bound_of(&node);
  move.line = (int)number;
  move.visits = node.visits;
  return move;
}

/* A line is the number of a node; or, below AB_NO_LINE, that and whose choice is next in the joint move to it, from 1. */
static int rest_of (int line, int player) { return AB_NO_LINE - 1 - (line * AB_MAX_PLAYERS + player); }
static int node_of (int line) { return line >= 0 ? line : (AB_NO_LINE - 1 - line) / AB_MAX_PLAYERS; }
static int player_of (int line) { return line >= 0 ? 0 : (AB_NO_LINE - 1 - line) % AB_MAX_PLAYERS; }

int ab_visit_joint (const ab_search *s, int line) {
  return s->w.game->keep == NULL && (ab_tree_at(&s->uct->tree, (uint32_t)line)->marks & AB_TREE_JOINT) != 0;
}

/* What follows a node. */
static int behind (const ab_search *s, int number) {
  uint32_t next = ab_pool_is_proof(s->pool, s->uct, (uint32_t)number) ? 0 : best_child(s, (uint32_t)number);
  return next == 0 ? AB_NO_LINE : (int)next;
}

ab_move ab_visit_line (const ab_search *s, int *line) {
  const ab_uct *u = s->uct;
  int number = node_of(*line), player = player_of(*line);
  ab_move move = ab_tree_at(&u->tree, (uint32_t)number)->move;
  if (!ab_visit_joint(s, number)) {
    *line = behind(s, number);
    return s->w.game->keep != NULL ? (ab_move)number : move;
  }
  *line = player + 1 < ab_uct_players(u) ? rest_of(number, player + 1) : behind(s, number);
  return u->tree.joined > 0 ? ab_tree_joint(&u->tree, (uint32_t)number)[player]
                            : ab_regret_chosen(&u->regrets, move, player);
}

int ab_visit_order (const ab_search *s, int a, int b) {
  const ab_uct *u = s->uct;
  ab_tree_node first = node_at(s, u->tree.root[a]), second = node_at(s, u->tree.root[b]);
  return is_better(u, ab_tree_at(&u->tree, 0)->mover, u->rival, &first, &second);
}

ab_sampled ab_visit_node (const ab_search *s, int i, int above) {
  const ab_uct *u = s->uct;
  const ab_tree_node *node = ab_tree_at(&u->tree, (uint32_t)i);
  int mover = ab_tree_at(&u->tree, (uint32_t)above)->mover, same = node->mover == mover;
  ab_sampled found;
  found.first = (int)ab_tree_youngest(&u->tree, node);
  found.next = (int)node->next;
  found.line = i == 0 ? AB_NO_LINE : i;
  found.visits = node->visits;
  found.player = u->sampler->players > 0 ? mover + 1 : 0;
  found.value = same || found.player > 0 ? ab_tree_mean(node) : -ab_tree_mean(node);
  found.bound = bound_of(node);
  found.same = (signed char)same;
  found.joint = (node->marks & AB_TREE_JOINT) != 0;
  return found;
}

/* ---------------------------------------------------------------- choices at once */

int ab_visit_choices (const ab_search *s, int player) {
  const ab_uct *u = s->uct;
  int are_known = ab_tree_at(&u->tree, 0)->marks & AB_TREE_BOTH && ab_regret_seat_at(&u->regrets, 0)->playouts > 0;
  return are_known && player < ab_uct_players(u) ? (int)ab_regret_chair_at(&u->regrets, 0, player)->count : 0;
}

/* Where two play, that is worth as much less to the other one. A choice would have paid what was paid, and what is regretted. */
ab_move ab_visit_choice (const ab_search *s, int player, int i, double *probability, ab_value *worth) {
  const ab_uct *u = s->uct;
  ab_pool_choice known = ab_pool_choice_at(s->pool, u, player, i);
  double paid = ab_pool_paid(s->pool, u, player) + known.regret;
  *probability = known.likely;
  *worth = player == 0 || u->sampler->players > 0 ? paid : -paid;
  return ab_regret_move(&u->regrets, 0, player, i);
}

ab_value ab_visit_paid (const ab_search *s, int player) { return ab_pool_paid(s->pool, s->uct, player); }

/* What a player regrets most, if anything. */
static double most_regretted (const ab_search *s, int player) {
  double most = 0;
  int i, count = ab_visit_choices(s, player);
  for (i = 0; i < count; i++) {
    double regret = ab_pool_choice_at(s->pool, s->uct, player, i).regret;
    most = regret > most ? regret : most;
  }
  return most;
}

double ab_visit_gap (const ab_search *s) {
  double sum = 0;
  int player;
  for (player = 0; player < ab_uct_players(s->uct); player++)
    sum += most_regretted(s, player);
  return sum;
}

int ab_visit_likeliest (const ab_search *s) {
  uint32_t best = best_child(s, 0);
  return best == 0 ? AB_NO_LINE : (int)best;
}
