/*
** The printed procedures are at the end of this file. What stands before them is how p is reached, its
** successors p1 ... pd are generated one by one, and a leaf is valued, for any game.
**
** Three things are added to every procedure. Where the same player moves again the value is not negated
** and the window is handed down as it is. A better move is remembered with its line (`better`). And what a position
** is worth is kept within the game's bounds (`limited`).
**
** A limit or a lack of memory makes every position from then on a leaf that is worth 0; the walk comes
** to its end soon, and what it says is not used.
*/
#include <string.h>
#include "ab_paper.h"
#include "ab_limit.h"
#include "ab_outcome.h"
#include "ab_pv.h"
#include "ab_root.h"

#define AB_STATE(ply) ((void *)ab_stack_state(&s->w.stack, (ply) + 1))

/* The position at a ply; positions move when the stack grows. */
static ab_node *at (ab_search *s, int ply) { return &s->w.stack.nodes[ply + 1]; }

static int is_halted (const ab_search *s) { return s->paper.status != AB_DONE; }

static void halt (ab_search *s, ab_status why) {
  if (is_halted(s))
    return;
  s->paper.status = why;
  s->paper.ply = s->w.ply;
}

/* A limit is reached. The search is not over before its move is noted: what fails or leaves on the way back to the root makes
** the walk begin again. */
static void reach_limit (ab_search *s) {
  halt(s, AB_PAUSED);
  s->paper.limit = s->stopped;
  s->stopped = AB_STOP_NONE;
  s->finished = 0;
}

/* The game has given a number that cannot be. */
static void refuse (ab_search *s, ab_phase phase, int given) {
  s->w.phase = phase;
  s->w.given = given;
  halt(s, AB_BROKEN);
}

/* ---------------------------------------------------------------- positions */

/* Nothing is known yet of p, which has just been reached. */
static ab_node *reach (ab_search *s, int ply) {
  ab_node *p = at(s, ply);
  s->w.budget--;
  s->w.ply = ply + 1;
  memset(p, 0, sizeof *p);
  p->alpha = s->alpha;
  p->beta = s->beta;
  p->best = p->low = -AB_INF;
  p->high = AB_INF;
  p->line = AB_NO_LINE;
  p->likelihood = s->w.child.likelihood;
  p->player = s->w.child.player;
  p->position = s->w.child.position;
  p->same = s->w.child.same;
  return p;
}

/* Is there a next move of p? */
static int has_next (ab_search *s, int ply) {
  ab_node *p = at(s, ply);
  if (p->count != AB_LAZY)
    return p->index < p->count;
  if (!p->primed)
    p->primed = s->w.game->more(s->w.context, AB_STATE(ply), (ab_move)(unsigned)(p->index + 1)) != 0;
  return p->primed;
}

/* Does chance decide in p, or both players? Then its outcomes are generated. */
static int is_chance (ab_search *s, int ply) {
  ab_status status;
  s->w.phase = AB_AT_CHANCE;
  status = ab_outcome_deal(&s->w);
  if (status != AB_DONE)
    halt(s, status);
  return at(s, ply)->chance;
}

/* Which position is at this ply? If it has occurred on the way to there the game is over. */
static void identify (ab_search *s, int ply) {
  if (!s->w.repeats)
    return;
  s->w.child.position = s->w.child.over ? AB_NO_KEY : s->w.game->key(s->w.context, AB_STATE(ply));
  s->w.ply = ply;
  s->w.core->repetition.identify(&s->w);
}

/* p, which the rules do not end, was on the board before the search: 1. */
static int repeat (ab_search *s) {
  s->w.child.over = 1;
  s->w.child.value = s->w.core->repetition.worth(&s->w);
  return 1;
}

/* p is reached. 1: it is known to be a leaf. Otherwise its moves are generated. s->w.child says how it was reached, and
** whether nobody has looked for moves, until another position is. */
static int is_leaf (ab_search *s, int ply) {
  const ab_game *game = s->w.game;
  ab_node *p;
  int again;
  if (s->w.budget == 0 && !is_halted(s) && !ab_limit_grant(s))
    reach_limit(s);
  if (ply > s->paper.allowed)
    halt(s, AB_TOO_DEEP);
  if (!ab_stack_reserve(&s->w.stack, &s->mem, ply + 2))
    halt(s, AB_NOMEM);
  if (is_halted(s))
    return 1;
  identify(s, ply);
  p = reach(s, ply);
  again = s->w.child.again;
  s->w.child.leaf = 1;
  if (s->w.child.over || (!again && ply < s->w.horizon && s->w.child.likelihood < s->options.threshold))
    return 1;
  if (ply >= s->w.horizon && !again) {
    if (s->options.depth < 0 && !s->options.deepening)
      halt(s, AB_ENDLESS);
    s->clipped++;
    return 1;
  }
  s->w.child.leaf = 0;
  if (!is_chance(s, ply) && !is_halted(s)) {
    p->count = game->moves(s->w.context, AB_STATE(ply), ab_stack_moves(&s->w.stack, ply + 1));
    if (!ab_cursor_may_give(game, p->count))
      refuse(s, AB_AT_MOVES, p->count);
  }
  if (is_halted(s))
    return 1;
  if (again && has_next(s, ply))
    return repeat(s);
  if (game->bounds != NULL && ply > 0 && has_next(s, ply))
    game->bounds(s->w.context, AB_STATE(ply), &p->low, &p->high);
  return 0;
}

/* What p is worth, as its player sees it, if its moves are worth m. */
static ab_value limited (ab_search *s, int ply, ab_value m) {
  ab_node *p = at(s, ply);
  ab_value value = m;
  if (is_halted(s))
    return m;
  if (m < p->low)
    value = p->low;
  else if (m > p->high)
    value = p->high;
  if (value != m) {
    ab_line_drop(&s->lines, p->line);
    p->line = AB_NO_LINE;
  }
  return value;
}

/* f(p) of the paper, as the player to move in the leaf p sees it. */
static ab_value f (ab_search *s, int ply) {
  ab_value payoff = s->w.child.value;
  if (is_halted(s))
    return 0;
  if (!s->w.child.over)
    payoff = s->w.child.leaf ? ab_game_estimate(s->w.game, s->w.game, s->w.context, AB_STATE(ply))
                             : s->w.game->evaluate(s->w.context, AB_STATE(ply));
  if (s->w.chancy && !(payoff >= s->w.low && payoff <= s->w.high)) {
    s->w.phase = s->w.child.over || s->w.child.leaf ? AB_AT_EVALUATE : AB_AT_STUCK;
    s->w.wrong = payoff;
    halt(s, AB_OUTSIDE);
  }
  s->w.leaves++;
  return limited(s, ply, s->w.game->viewpoint && at(s, ply)->player == 2 ? -payoff : payoff);
}

/* The move of p under way. */
static ab_move move_of (ab_search *s, int ply) { return ab_stack_move(&s->w.stack, ply + 1, at(s, ply)->index); }

static double likelihood_of (ab_search *s, int ply) {
  const ab_node *p = at(s, ply);
  if (p->chance == AB_ROLLED)
    return p->likelihood * s->w.part;
  return p->chance || s->w.game->likelihood == NULL ? p->likelihood
       : p->likelihood * s->w.game->likelihood(s->w.context, AB_STATE(ply), move_of(s, ply));
}

/* The player to move behind the move of p that has just been played. */
static int player_behind (ab_search *s, int ply) {
  const ab_node *p = at(s, ply);
  if (s->w.game->player != NULL)
    return s->w.game->player(s->w.context, AB_STATE(ply + 1));
  return p->chance ? p->player : 3 - p->player;
}

/* Reach the next successor of p by a legal move; 0: there is none, and p is a leaf if there was none before. */
static int advance (ab_search *s, int ply) {
  const ab_game *game = s->w.game;
  ab_node *p = at(s, ply);
  void *from = AB_STATE(ply), *to = AB_STATE(ply + 1);
  while (!is_halted(s) && has_next(s, ply)) {
    ab_played played;
    p->index++;
    p->move = p->index;
    p->primed = 0;
    if (p->chance)
      s->w.core->chance.next(&s->w);
    if (s->options.threshold > 0)
      s->w.child.likelihood = likelihood_of(s, ply);
    played = p->chance == AB_AT_ONCE ? s->w.core->chance.play(&s->w, to)
                                     : game->play(s->w.context, from, move_of(s, ply), to, &s->w.child.value);
    if (played == AB_ILLEGAL && p->chance)
      refuse(s, AB_AT_PLAY, p->move);
    if (played == AB_ILLEGAL)
      continue;
    s->w.child.over = played == AB_OVER;
    s->w.child.player = (signed char)player_behind(s, ply);
    s->w.child.same = s->w.child.player == p->player;
    if (ply - s->w.outcomes >= s->w.deepest)
      s->w.deepest = ply + 1 - s->w.outcomes;
    return 1;
  }
  return 0;
}

/* The move just searched is the best of p so far, which is worth m. */
static void better (ab_search *s, int ply, ab_value m) {
  ab_node *p = at(s, ply);
  int line;
  if (is_halted(s))
    return;
  line = ab_pv_join(s, ply + 1, at(s, ply + 1)->line);
  if (line == AB_NO_LINE) {
    halt(s, AB_NOMEM);
    return;
  }
  at(s, ply + 1)->line = AB_NO_LINE;
  ab_line_drop(&s->lines, p->line);
  p->line = line;
  if (ply == 0) {
    s->paper.move = p->index;
    s->paper.value = m;
  }
}

/* Come back from a successor of p. Its move stands in for a best one until there is one, so that there
** is a line also where every move loses without end. */
static void take_back (ab_search *s, int ply) {
  if (at(s, ply)->line == AB_NO_LINE)
    better(s, ply, s->alpha);
  if (s->w.game->undo != NULL)
    s->w.game->undo(s->w.context, AB_STATE(ply), move_of(s, ply));
  if (s->w.ply > ply + 1)
    ab_line_drop(&s->lines, at(s, ply + 1)->line);
  s->w.ply = ply + 1;
}

/* Reach the next successor of p; 0: there is none. */
static int next (ab_search *s, int ply) {
  take_back(s, ply);
  return !is_halted(s) && advance(s, ply);
}

/* No further successor of p matters: always 0. */
static int cut (ab_search *s, int ply) {
  if (!is_halted(s))
    s->w.cutoffs++;
  take_back(s, ply);
  return 0;
}

/* ---------------------------------------------------------------- the procedures */

static ab_value procedure_f (ab_search *s, int ply);

static void undo_outcome (ab_search *s, int ply) {
  if (s->w.game->undo == NULL)
    return;
  s->w.ply = ply + 1;
  if (at(s, ply)->chance == AB_AT_ONCE)
    s->w.core->chance.undo(&s->w);
  else
    s->w.game->undo(s->w.context, AB_STATE(ply), move_of(s, ply));
}

/* All outcomes are tried. */
static void end_outcomes (ab_search *s, int ply) {
  ab_status status = AB_PAUSED;
  while (status == AB_PAUSED && !(is_halted(s) && at(s, ply)->chance == AB_AT_ONCE)) {
    status = s->w.core->chance.end(&s->w);
    if (status == AB_PAUSED && !ab_limit_grant(s))
      reach_limit(s);
  }
  if (status == AB_NOMEM)
    halt(s, AB_NOMEM);
}

/* F where the paper has none. Of a chance position: the weighted mean; the horizon is put off by the outcome. Where both
** choose at once: the value of the matrix game. */
static ab_value mix (ab_search *s, int ply) {
  ab_value t;
  s->w.core->chance.begin(&s->w);
  while (!is_halted(s) && advance(s, ply)) {
    t = s->w.child.same ? procedure_f(s, ply + 1) : -procedure_f(s, ply + 1);
    if (s->w.ply > ply + 1) /* it was reached */
      ab_line_drop(&s->lines, at(s, ply + 1)->line);
    undo_outcome(s, ply);
    s->w.ply = ply + 1;
    s->w.child.value = t;
    s->w.child.line = AB_NO_LINE;
    s->w.core->chance.add(&s->w);
  }
  end_outcomes(s, ply);
  return limited(s, ply, at(s, ply)->best);
}

/* F(p), section 1: everything is visited. */
static ab_value procedure_f (ab_search *s, int ply) {
  ab_value m = -AB_INF, t;
  if (is_leaf(s, ply))
    return f(s, ply);
  if (at(s, ply)->chance)
    return mix(s, ply);
  if (!advance(s, ply))
    return f(s, ply);
  do {
    t = s->w.child.same ? procedure_f(s, ply + 1) : -procedure_f(s, ply + 1);
    if (t > m) {
      m = t;
      better(s, ply, m);
    }
  } while (next(s, ply));
  return limited(s, ply, m);
}

/* McCarthy's program, section 5: the optimistic or the pessimistic value of p may settle it. */
static int is_settled (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  const ab_node *p = at(s, ply);
  if (p->high > alpha && p->low < beta)
    return 0;
  s->w.leaves++;
  return 1;
}

/* F1(p, bound), section 2: what is not below the bound need not be known. */
static ab_value procedure_f1 (ab_search *s, int ply, ab_value bound) {
  ab_value m = -AB_INF, t;
  if (is_leaf(s, ply))
    return f(s, ply);
  if (is_settled(s, ply, m, bound))
    return limited(s, ply, m);
  if (!advance(s, ply))
    return f(s, ply);
  do {
    t = s->w.child.same ? procedure_f1(s, ply + 1, bound) : -procedure_f1(s, ply + 1, -m);
    if (t > m) {
      m = t;
      better(s, ply, m);
    }
  } while (m >= bound ? cut(s, ply) : next(s, ply));
  return limited(s, ply, m);
}

/* F2(p, alpha, beta), section 2: deep cut-offs. */
static ab_value procedure_f2 (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  ab_value m = alpha, t;
  if (is_leaf(s, ply))
    return f(s, ply);
  if (is_settled(s, ply, alpha, beta))
    return limited(s, ply, m);
  if (!advance(s, ply))
    return f(s, ply);
  do {
    t = s->w.child.same ? procedure_f2(s, ply + 1, m, beta) : -procedure_f2(s, ply + 1, -beta, -m);
    if (t > m) {
      m = t;
      better(s, ply, m);
    }
  } while (m >= beta ? cut(s, ply) : next(s, ply));
  return limited(s, ply, m);
}

/* F2 and G2, section 2: nothing is negated, Max and Min have a procedure each. Values are Max's; who
** that is stands in s->paper.max. */

static ab_value minimax_g2 (ab_search *s, int ply, ab_value alpha, ab_value beta);

static int is_max (const ab_search *s) { return s->w.child.player == s->paper.max; }

static ab_value minimax_f2 (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  ab_value m = alpha, t;
  if (is_leaf(s, ply))
    return f(s, ply);
  if (is_settled(s, ply, alpha, beta))
    return limited(s, ply, m);
  if (!advance(s, ply))
    return f(s, ply);
  do {
    t = is_max(s) ? minimax_f2(s, ply + 1, m, beta) : minimax_g2(s, ply + 1, m, beta);
    if (t > m) {
      m = t;
      better(s, ply, m);
    }
  } while (m >= beta ? cut(s, ply) : next(s, ply));
  return limited(s, ply, m);
}

static ab_value minimax_g2 (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  ab_value m = beta, t;
  if (is_leaf(s, ply))
    return -f(s, ply); /* g(p) */
  if (is_settled(s, ply, -beta, -alpha))
    return -limited(s, ply, -m);
  if (!advance(s, ply))
    return -f(s, ply);
  do {
    t = is_max(s) ? minimax_f2(s, ply + 1, alpha, m) : minimax_g2(s, ply + 1, alpha, m);
    if (t < m) {
      m = t;
      better(s, ply, m);
    }
  } while (m <= alpha ? cut(s, ply) : next(s, ply));
  return -limited(s, ply, -m);
}

/* The non-recursive procedure at the end of section 2, with a[l], and the positions r[l] on the stack.
** a[l-2], a[l-1], a[l], a[l+1] stand for alpha, -beta, m and -t. Where the same player moves again, "two
** levels above" is the nearest level of the same player, and "one level above" that of the other. */

static ab_level *level (ab_search *s, int l) { return &s->paper.levels[l + 2]; }

/* 0: there is no memory; the walk is halted. */
static int reserve_level (ab_search *s, int l) {
  ab_paper *paper = &s->paper;
  int reserved = ab_mem_reserve(&s->mem, &paper->levels, &paper->room, (size_t)l + 3, sizeof *paper->levels);
  if (!reserved)
    halt(s, AB_NOMEM);
  return reserved;
}

static void place_level (ab_search *s, int l, int same) {
  const ab_level *above = level(s, l - 1);
  level(s, l)->own = same ? l - 1 : above->other;
  level(s, l)->other = same ? above->other : l - 1;
}

#define a(l) (level(s, l)->a)

static ab_value procedure_iterative (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  int l = 0;
  ab_value t;
  if (!reserve_level(s, 0))
    return 0;
  a(-2) = alpha;
  a(-1) = -beta;
  level(s, 0)->own = -2;
  level(s, 0)->other = -1;

enter:
  if (!reserve_level(s, l + 1) || is_leaf(s, ply + l)) {
    a(l) = f(s, ply + l);
    goto leave;
  }
  a(l) = a(level(s, l)->own);
  if (is_settled(s, ply + l, a(l), -a(level(s, l)->other)))
    goto leave;
  if (!advance(s, ply + l)) {
    a(l) = f(s, ply + l);
    goto leave;
  }

descend:
  place_level(s, l + 1, s->w.child.same);
  l++;
  goto enter;

leave:
  a(l) = limited(s, ply + l, a(l));
  if (l == 0)
    return a(0);
  l--;
  t = level(s, l + 1)->own == l ? a(l + 1) : -a(l + 1);
  if (t > a(l)) {
    a(l) = t;
    better(s, ply + l, t);
    if (-t <= a(level(s, l)->other)) {
      cut(s, ply + l);
      goto leave;
    }
  }
  if (next(s, ply + l))
    goto descend;
  goto leave;
}

/* ---------------------------------------------------------------- a pass */

static ab_value procedure (ab_search *s, int ply, ab_value alpha, ab_value beta) {
  switch (s->options.algorithm) {
    case AB_PAPER_F: return procedure_f(s, ply);
    case AB_PAPER_F1: return procedure_f1(s, ply, beta);
    case AB_PAPER_F2: return procedure_f2(s, ply, alpha, beta);
    case AB_MINIMAX_ALPHABETA: s->paper.max = s->w.child.player; return minimax_f2(s, ply, alpha, beta);
    default: return procedure_iterative(s, ply, alpha, beta);
  }
}

/* Note the value of the root's child, whose line goes to the root move. */
static void note_root_move (ab_search *s, ab_value value) {
  s->w.child.value = value;
  s->w.child.line = at(s, 1)->line;
  at(s, 0)->alpha = s->alpha; /* each move was searched in the whole window */
  s->w.ply = 1;
  if (ab_root_update(s) == AB_NOMEM)
    halt(s, AB_NOMEM);
  else
    at(s, 1)->line = AB_NO_LINE;
}

/* Every root move is wanted: each is searched for itself. */
static ab_value each_root_move (ab_search *s) {
  ab_value t;
  if (is_leaf(s, 0))
    return f(s, 0);
  if (at(s, 0)->chance)
    return mix(s, 0);
  if (!advance(s, 0))
    return f(s, 0);
  do {
    t = s->w.child.same ? procedure(s, 1, s->alpha, s->beta) : -procedure(s, 1, -s->beta, -s->alpha);
    if (!is_halted(s))
      note_root_move(s, t);
  } while (next(s, 0));
  ab_line_drop(&s->lines, at(s, 0)->line);
  return at(s, 0)->best;
}

/* One best move is wanted: it stands at the head of the root's line, also if the walk was halted. */
static ab_value best_root_move (ab_search *s) {
  ab_value value = procedure(s, 0, s->alpha, s->beta);
  ab_value known = is_halted(s) ? s->paper.value : value;
  ab_node *root = at(s, 0);
  if (root->line == AB_NO_LINE)
    return value;
  if (ab_root_note(s, s->paper.move, known, ab_value_bound(known, s->alpha, s->beta), root->line))
    root->line = AB_NO_LINE;
  else {
    s->paper.status = AB_DONE; /* a limit may have halted it before */
    halt(s, AB_NOMEM);
  }
  return value;
}

/* A pass that was left by longjmp has counted and changed some things. */
static void begin_again (ab_search *s) {
  int i;
  for (i = s->w.ply; i > 0; i--)
    ab_line_drop(&s->lines, s->w.stack.nodes[i].line);
  ab_root_clear(s, &s->running);
  memcpy(AB_STATE(0), s->root, s->w.game->state_size);
  s->granted = s->pass_nodes;
  s->w.budget = s->w.peeked = 0;
  s->w.leaves = s->pass_leaves;
  s->w.cutoffs = s->pass_cutoffs;
  s->clipped = 0;
  s->w.horizon -= s->w.outcomes;
  s->w.outcomes = 0;
  s->chance.used = 0;
  if (s->both != NULL)
    ab_both_reset(s->both);
  s->w.ply = 0;
  s->w.stack.nodes[1].line = AB_NO_LINE;
  s->paper.status = AB_DONE;
}

ab_status ab_paper_walk (ab_search *s) {
  ab_value value;
  begin_again(s);
  memset(&s->w.child, 0, sizeof s->w.child);
  s->w.child.likelihood = 1;
  s->w.child.same = 1;
  s->w.child.player = (signed char)(s->w.game->player != NULL ? s->w.game->player(s->w.context, AB_STATE(0)) : 1);
  value = s->options.want == AB_FIRST ? best_root_move(s) : each_root_move(s);
  s->w.child.value = value;
  s->w.child.complete = s->clipped == 0;
  s->w.ply = 0;
  if (s->paper.status == AB_PAUSED)
    ab_limit_stop(s, s->paper.limit);
  return s->paper.status;
}

void ab_paper_free (ab_paper *paper, const ab_mem *mem) {
  ab_mem_free(mem, paper->levels, paper->room, sizeof *paper->levels);
}
