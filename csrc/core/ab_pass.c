#include <string.h>
#include "ab_pass.h"
#include "ab_root.h"

/* Does the pass ask for plain values only? And has somebody else its table? */
static int entries_of (const ab_search *s) {
  return (s->w.ranking || s->options.quiescence > 0 || s->options.deeper || s->allowance > 0 ? 0 : AB_ENTRIES_PLAIN)
       | (s->table != NULL && s->table->shared != NULL ? AB_ENTRIES_SHARED : 0);
}

/* Moves near the root are what threads can share; further down, where most of the time goes, they do not look. */
enum { AB_SEEN = 8 }; /* plies at most; in small trees the upper half */

static int seen_in (const ab_search *s) {
  int most = s->w.horizon / 2;
  return !(s->entries & AB_ENTRIES_SHARED) ? 0 : most < AB_SEEN ? most : AB_SEEN;
}

/* That no move reaches alpha is worth less than what an earlier pass may have found. */
static int knows_more (const ab_search *s) {
  return ab_root_reaches(&s->running) || (s->earlier.count == 0 && s->running.count > 0);
}

static void begin (ab_search *s, ab_value alpha, ab_value beta) {
  ab_node *above_root = &s->w.stack.nodes[0];
  signed char mover = above_root->player; /* known from the first pass on, see ab_search_mover */
  if (knows_more(s)) {
    ab_roots earlier = s->earlier;
    s->earlier = s->running;
    s->running = earlier;
  }
  ab_root_clear(s, &s->running);
  memset(above_root, 0, sizeof *above_root);
  above_root->alpha = s->alpha = alpha;
  above_root->beta = s->beta = beta;
  above_root->player = mover;
  above_root->own = 1;
  s->w.ply = 0;
  s->w.phase = AB_AT_ROOT;
  s->w.plain = s->plain && !s->w.ranking;
  s->entries = entries_of(s);
  s->w.seen = seen_in(s);
  s->w.child.over = 0;
  s->w.child.same = 1;
  s->w.child.likelihood = 1;
  s->pass_nodes = ab_search_nodes(s);
  s->pass_leaves = s->w.leaves;
  s->pass_cutoffs = s->w.cutoffs;
}

/* A pass between alpha and beta, as far as they lie in the window that was asked for. */
static void begin_inside (ab_search *s, ab_value alpha, ab_value beta) {
  const ab_options *o = &s->options;
  begin(s, alpha > o->alpha ? alpha : o->alpha, beta < o->beta ? beta : o->beta);
}

/* ---------------------------------------------------------------- shortest */

/* Is a repetition worth what is ranked, or more of the same? Then how far a line can be drawn out, or must, depends on
** the positions that are on it already. */
static int ranks_repetition (const ab_search *s) {
  ab_value worth = s->w.stack.nodes[1].player == 2 ? -s->w.worth : s->w.worth;
  return s->ranked > 0 ? worth >= s->ranked : worth <= s->ranked;
}

/* The value is known: among the leaves that have it, look for the nearest (or farthest) one. Replacing
** every leaf's value by its rank is monotone in (value, distance), so the pass finds the best pair. */
static int rank (ab_search *s) {
  const ab_options *o = &s->options;
  ab_value value = s->w.child.value;
  if (s->w.ranking) {
    int i;
    s->w.ranking = s->w.line_keyed = 0;
    s->w.child.value = s->ranked;
    s->w.child.complete = s->w.child.complete && s->proven;
    for (i = 0; i < s->running.count; i++)
      s->running.moves[i].value = s->ranked;
    return 0;
  }
  if (!o->shortest || value == 0 || s->running.count == 0
      || ab_value_bound(value, o->alpha, o->beta) != AB_EXACT)
    return 0;
  s->ranked = value;
  s->proven = s->w.child.complete;
  s->pv_move = s->running.moves[0].number;
  s->w.ranking = 1;
  s->w.line_keyed = s->w.only_complete && ranks_repetition(s);
  begin(s, -AB_INF, AB_INF);
  return 1;
}

static ab_value guess_of (const ab_search *s) { return s->valued ? s->value : s->options.guess; }

/* ---------------------------------------------------------------- aspiration */

static void aspire (ab_search *s) {
  const ab_options *o = &s->options;
  ab_value guess = guess_of(s), alpha = guess - o->margin, beta = guess + o->margin;
  if (alpha >= guess)
    alpha = ab_value_below(guess);
  if (beta <= guess)
    beta = ab_value_above(guess);
  if (alpha >= o->beta || beta <= o->alpha) /* the guess is off the window */
    begin_inside(s, -AB_INF, AB_INF);
  else
    begin_inside(s, alpha, beta);
}

/* Search again on the side where the value lies. The paper's windows, (v, +inf) and (-inf, v), would find
** the value; with the neighbour of v instead, v itself lies inside. If it is not there either (where a game
** gives bounds, and a horizon hides what they know, the value depends on the window), everything is
** searched. */
static int aspire_again (ab_search *s) {
  const ab_options *o = &s->options;
  ab_value value = s->w.child.value;
  int inside = ab_value_bound(value, s->alpha, s->beta) == AB_EXACT;
  if (ab_value_bound(value, o->alpha, o->beta) != AB_EXACT)
    return 0;
  if (++s->passes == 2 && !inside && (s->alpha > o->alpha || s->beta < o->beta)) {
    begin_inside(s, -AB_INF, AB_INF);
    return 1;
  }
  if (value <= s->alpha && s->alpha > o->alpha)
    begin_inside(s, -AB_INF, ab_value_above(value));
  else if (value >= s->beta && s->beta < o->beta)
    begin_inside(s, ab_value_below(value), AB_INF);
  else
    return 0;
  return 1;
}

/* ---------------------------------------------------------------- MTD(f), bisection */

/* Try whether the value reaches the guess, or is above it where it is known to reach it. */
static void try_guess (ab_search *s, ab_value guess) {
  ab_value beta = guess <= s->lower ? ab_value_above(s->lower) : guess;
  if (beta > s->upper) /* or there is only a denormal value between the two, which ab_value_above leaves out */
    beta = s->upper;
  begin_inside(s, ab_value_below(beta), beta);
}

/* Where to look next, by bisection. A value far from 0 is soon refuted or proven, so the half that lies
** there is halved again. While there is no end on a side, the guess goes twice as far each time. */
static ab_value middle (const ab_search *s) {
  ab_value lower = s->lower, upper = s->upper, guess = lower + (upper - lower) / 2;
  if (lower == -AB_INF && upper == AB_INF)
    return guess_of(s);
  if (upper == AB_INF)
    return lower < 0 ? 0 : 2 * lower + 1;
  if (lower == -AB_INF)
    return upper > 0 ? 0 : 2 * upper - 1;
  if (guess <= 0 && lower / 2 < guess)
    return lower / 2;
  return guess >= 0 && upper / 2 > guess ? upper / 2 : guess;
}

/* Where the ends meet, or the game's bounds have crossed those of the window that was asked for, the move is looked
** for around them: what lies there is never empty. */
static void bisect (ab_search *s) {
  if (s->lower < s->upper)
    try_guess(s, middle(s));
  else
    begin_inside(s, ab_value_below(s->upper), ab_value_above(s->lower));
}

void ab_pass_bound (ab_search *s, ab_value low, ab_value high) {
  s->bounding = 0;
  if (low > s->lower)
    s->lower = low;
  if (high < s->upper)
    s->upper = high;
  bisect(s);
}

/* Passes of MTD(f) that narrow what the value lies between. Each may do so by next to nothing where there are many values,
** as means of outcomes are: then what is left is searched at once. */
#define MTDF_PASSES 16

/* The last pass, which has the value inside its window. */
static void finish_between (ab_search *s, ab_value lower, ab_value upper) {
  s->lower = s->upper = s->w.child.value;
  begin_inside(s, ab_value_below(lower), ab_value_above(upper));
}

/* Plaat, Schaeffer, Pijls and de Bruin 1996. Each pass raises `lower` or lowers `upper` to another value,
** so that they meet. */
static int try_again (ab_search *s) {
  const ab_options *o = &s->options;
  ab_value value = s->w.child.value;
  if (s->lower == s->upper) { /* that was the last pass, unless the value depends on the window */
    if (s->passes++ > 0 || ab_value_bound(value, s->alpha, s->beta) == AB_EXACT)
      return 0;
    begin_inside(s, -AB_INF, AB_INF);
    return 1;
  }
  if (value < s->beta)
    s->upper = value;
  else
    s->lower = value;
  if (ab_value_bound(value, o->alpha, o->beta) != AB_EXACT)
    return 0;
  if (s->lower >= s->upper)
    finish_between(s, value, value);
  else if (o->algorithm == AB_BISECTION)
    try_guess(s, middle(s));
  else if (++s->narrowed < MTDF_PASSES)
    try_guess(s, value);
  else
    finish_between(s, s->lower, s->upper);
  return 1;
}

/* ---------------------------------------------------------------- */

/* Windows are narrowed where only one move is wanted. */
static ab_algorithm algorithm_of (const ab_search *s) {
  return s->options.want == AB_FIRST ? s->options.algorithm : AB_ALPHABETA;
}

void ab_pass_first (ab_search *s, int horizon) {
  s->w.horizon = horizon;
  ab_order_age(&s->order);
  s->w.farthest = horizon + s->options.quiescence;
  s->passes = s->narrowed = 0;
  s->certain = 0;
  s->pv_move = s->best.count > 0 ? s->best.moves[0].number : 0;
  s->lower = s->options.alpha;
  s->upper = s->options.beta;
  switch (algorithm_of(s)) {
    case AB_ASPIRATION: aspire(s); break;
    case AB_MTDF: try_guess(s, guess_of(s)); break;
    case AB_BISECTION:
      bisect(s);
      s->bounding = s->w.game->bounds != NULL;
      break;
    default: begin_inside(s, -AB_INF, AB_INF);
  }
}

static int search_again (ab_search *s) {
  if (s->w.ranking)
    return 0;
  switch (algorithm_of(s)) {
    case AB_ASPIRATION: return aspire_again(s);
    case AB_MTDF:
    case AB_BISECTION: return try_again(s);
    default: return 0;
  }
}

int ab_pass_next (ab_search *s) { return search_again(s) || rank(s); }
