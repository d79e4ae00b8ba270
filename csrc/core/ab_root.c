/* `running` holds what the iteration has found of
** the moves that are wanted; its lines belong to it. */
#include "ab_pv.h"
#include "ab_root.h"

void ab_root_clear (ab_search *s, ab_roots *roots) {
  while (roots->count > 0)
    ab_line_drop(&s->lines, roots->moves[--roots->count].line);
}

int ab_root_reaches (const ab_roots *roots) {
  int i = 0;
  while (i < roots->count && roots->moves[i].bound == AB_UPPER)
    i++;
  return i < roots->count;
}

static int reserve_root_move (ab_search *s) {
  ab_roots *roots = &s->running;
  size_t wanted = (size_t)roots->count + 1;
  return ab_mem_reserve(&s->mem, &roots->moves, &roots->capacity, wanted, sizeof *roots->moves);
}

/* They stand in the game's order. */
static void add (ab_roots *roots, int number, ab_value value, ab_bound bound, int line) {
  ab_root_move *found = &roots->moves[roots->count++];
  for (; found > roots->moves && found[-1].number > number; found--)
    *found = found[-1];
  found->number = number;
  found->value = value;
  found->bound = bound;
  found->line = line;
  found->visits = 0;
}

int ab_root_note (ab_search *s, int number, ab_value value, ab_bound bound, int line) {
  if (!reserve_root_move(s))
    return 0;
  ab_root_clear(s, &s->running);
  add(&s->running, number, value, bound, line);
  return 1;
}

/* Where a root move stands in the order in which the first of the best is taken: the game's, or one that is drawn from
** `shuffle`, by SplitMix64 (Steele, Lea and Flood 2014), which gives no two moves the same place. */
static uint64_t place_of (const ab_search *s, int number) {
  uint64_t place = s->shuffle + (uint64_t)number * 0x9E3779B97F4A7C15u;
  if (s->shuffle == 0)
    return (uint64_t)number;
  place = (place ^ (place >> 30)) * 0xBF58476D1CE4E5B9u;
  place = (place ^ (place >> 27)) * 0x94D049BB133111EBu;
  return place ^ (place >> 31);
}

/* Is the root move to be preferred to the best one so far, if it is as good? */
static int is_before_best (const ab_search *s, int number) {
  return place_of(s, number) < place_of(s, s->running.moves[0].number);
}

void ab_root_order (const ab_search *s, const ab_node *root, ab_choice *choices) {
  int number;
  for (number = 1; number <= root->count; number++)
    choices[number - 1] = ab_choice_scored(number, -(double)place_of(s, number), number == root->hash_move);
}

/* AB_TIES: does a move with that value share the best one, or come near it? A value that is only an upper bound comes
** near nothing: the move may be worth any less. Where no move is above the window, the largest bounds are the best. */
static int is_near (const ab_search *s, ab_value value, ab_bound bound, ab_value best) {
  return value >= (bound == AB_UPPER ? best : best - s->options.slack);
}

/* The best value has grown: forget the moves that do not come near it. */
static void drop_far (ab_search *s, ab_value best) {
  ab_roots *roots = &s->running;
  int i, kept = 0;
  for (i = 0; i < roots->count; i++) {
    if (is_near(s, roots->moves[i].value, roots->moves[i].bound, best))
      roots->moves[kept++] = roots->moves[i];
    else
      ab_line_drop(&s->lines, roots->moves[i].line);
  }
  roots->count = kept;
}

/* Where the player may stand pat at the root, a move has to be better than that. */
static int is_wanted (const ab_search *s, const ab_node *root, ab_bound bound) {
  ab_value value = s->w.child.value;
  if (s->running.count == 0 && root->best == -AB_INF)
    return 1;
  switch (s->options.want) {
    case AB_FIRST:
      return value > root->best
          || (value == root->best && s->running.count > 0 && is_before_best(s, root->move));
    case AB_TIES: return is_near(s, value, bound, root->best);
    default: return 1;
  }
}

/* What the root move under way must beat. A move that stands before the best one so far is
** to be preferred to it if it is as good; and to tell a move as good as the best from a worse one, the
** window must have the best value inside. Where that has reached beta, all that do so are as good. */
ab_value ab_root_alpha (const ab_search *s, const ab_node *root) {
  ab_value least = root->best;
  if (s->options.want == AB_ALL || s->running.count == 0)
    return s->alpha;
  if (s->options.want == AB_TIES)
    least -= s->options.slack;
  if (s->options.want == AB_TIES || is_before_best(s, root->move))
    least = ab_value_below(least);
  if (least >= root->beta)
    least = ab_value_below(root->beta);
  return least > s->alpha ? least : s->alpha;
}

/* The root takes what its child has found. */
static void take (ab_node *root, const ab_child *child) {
  if (child->value > root->best) {
    root->best = child->value;
    root->best_move = root->move;
  }
  if (child->value > root->alpha)
    root->alpha = child->value;
}

/* No move can be better than the best one so far: do without those that are not to be preferred to it. */
static void drop_later (ab_search *s, ab_node *root) {
  ab_choice *choices = s->order.choices + root->first;
  int number;
  for (number = 1; number <= root->choices; number++)
    if (choices[number - 1] > 0 && !is_before_best(s, number)) {
      choices[number - 1] = 0;
      root->count--;
    }
}

/* Is the root move under way proven to be worth as much as the game's range allows? Where chance decides that is never
** certain: a mean of outcomes may come out of the range by rounding, and another move be worth more by that. */
static int is_certain (const ab_search *s, const ab_node *root) {
  const ab_game *game = s->w.game;
  ab_value most = game->viewpoint && root->player == 2 ? -game->low : game->high;
  return game->low < game->high && game->chance == NULL && game->simultaneous == NULL && s->w.child.complete && s->w.child.value >= most;
}

ab_status ab_root_update (ab_search *s) {
  ab_node *root = &s->w.stack.nodes[s->w.ply];
  ab_roots *roots = &s->running;
  ab_value value = s->w.child.value;
  ab_bound bound = ab_value_bound(value, root->alpha, root->beta);
  if (is_wanted(s, root, bound)) {
    int line;
    if (!reserve_root_move(s))
      return AB_NOMEM;
    line = ab_pv_join(s, s->w.ply, s->w.child.line);
    if (line == AB_NO_LINE)
      return AB_NOMEM;
    if (s->options.want == AB_FIRST)
      ab_root_clear(s, roots);
    else if (s->options.want == AB_TIES && value > root->best)
      drop_far(s, value);
    add(roots, root->move, value, bound, line);
    if (!s->w.ranking)
      s->certain = is_certain(s, root);
  }
  else
    ab_line_drop(&s->lines, s->w.child.line);
  take(root, &s->w.child);
  root->raised = root->best > s->alpha;
  if (s->w.cuts == AB_NO_CUTS || s->options.want != AB_FIRST || root->best < root->beta)
    return AB_PAUSED;
  if (root->beta < AB_INF || (root->choices == 0 && s->shuffle == 0))
    root->count = root->index;
  else
    drop_later(s, root);
  return root->index < root->count || root->count == AB_LAZY ? AB_PAUSED : AB_DONE;
}
