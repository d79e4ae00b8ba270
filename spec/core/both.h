/*
** Random games in C in which both players choose at once, one of them moves, or chance decides: trees or shared positions,
** in the forms that a game can take. Each player has two choices at most.
*/
#ifndef BOTH_H
#define BOTH_H

#include <string.h>
#include "alphabeta.h"
#include "mix.h"

#define DEEPEST 5
#define MOST 2 /* choices; moves and outcomes */

enum { LISTED = 1, IN_PLACE = 2, RETURNS = 4, PAYOFF = 8, RANGE = 16, CHANCE = 32, SHARED = 64, KEYED = 128,
       BOUNDS = 256, ESTIMATE = 512, FORMS = 1024 };
enum { OVER, BOTH, ONE, ROLL };

typedef struct game {
  uint64_t seed;
  int form;         /* a sum of the above */
  int wrong[2];     /* other than 0: what `simultaneous` gives instead */
  int refuses;      /* joint moves are refused */
  ab_game described;
} game;

/* The path is kept, so that moves can be taken back. All of one type, so that there is no padding. */
typedef struct position {
  uint64_t ply;
  uint64_t path[DEEPEST + 1];
} position;

static int draw (const position *p, uint64_t k, int n) {
  return (int)((mix(p->path[p->ply] + k * 0x9E3779B97F4A7C15u) >> 33) % (uint64_t)n);
}

static int kind_of (const game *g, const position *p) {
  if (p->ply == DEEPEST || (p->ply > 0 && draw(p, 1, 7) == 0))
    return OVER;
  if (g->form & CHANCE && draw(p, 2, 5) == 0)
    return ROLL;
  return draw(p, 3, 4) == 0 ? ONE : BOTH;
}

/* What it is worth to player 1. */
static ab_value worth (const position *p) { return (draw(p, 4, 41) - 20) * 0.1; }

/* How many moves, or outcomes; and choices of a player. */
static int moves_of (const position *p) { return 1 + draw(p, 5, MOST); }

static int choices_of (const position *p, int player) {
  int first = draw(p, 6, MOST + 1), second = draw(p, 7, MOST + 1);
  return player == 0 && first + second == 0 ? 1 : player == 0 ? first : second;
}

static ab_move move_of (const game *g, int number) { return (ab_move)(g->form & LISTED ? number * 7 + 10000000000 : number); }

static int number_of (const game *g, ab_move move) {
  return move == AB_NO_CHOICE ? 0 : (int)(g->form & LISTED ? (move - 10000000000) / 7 : move);
}

static int fill (const game *g, ab_move *list, int count) {
  int i;
  for (i = 0; g->form & LISTED && i < count; i++)
    list[i] = move_of(g, i + 1);
  return count;
}

static void enter (const game *g, position *p, int first, int second) {
  uint64_t now = p->path[p->ply], taken = (uint64_t)(first * (MOST + 1) + second);
  p->ply++;
  p->path[p->ply] = g->form & SHARED ? mix(g->seed * 1000 + p->ply * 20 + mix(now + taken) % 4) : mix(now + taken + 1);
}

static ab_played enter_next (const game *g, const void *state, void *next, int first, int second, ab_value *payoff) {
  position *to = next;
  if (next != state)
    *to = *(const position *)state;
  enter(g, to, first, second);
  if (!(g->form & PAYOFF) || kind_of(g, to) != OVER)
    return AB_PLAYED;
  *payoff = worth(to);
  return AB_OVER;
}

/* Not to be asked where both choose: it would give moves. */
static int both_moves (void *context, void *state, ab_move *list) {
  int kind = kind_of(context, state);
  return kind == ONE || kind == BOTH ? fill(context, list, moves_of(state)) : 0;
}

static int both_chance (void *context, void *state, ab_move *list, double *weights) {
  int i, count = kind_of(context, state) == ROLL ? fill(context, list, moves_of(state)) : 0;
  for (i = 0; i < count; i++)
    weights[i] = i + 1;
  return count;
}

/* Not to be asked where chance decides: it would give choices. */
static int both_simultaneous (void *context, void *state, ab_move *lists[], int counts[]) {
  const game *g = context;
  int player, kind = kind_of(g, state);
  if (kind == OVER || kind == ONE)
    return 0;
  for (player = 0; player < 2; player++)
    counts[player] = g->wrong[0] + g->wrong[1] != 0 ? g->wrong[player] : fill(g, lists[player], choices_of(state, player));
  return 1;
}

static ab_played both_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  return enter_next(context, state, next, number_of(context, move), 0, payoff);
}

static ab_played both_play_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  const game *g = context;
  if (g->refuses)
    return AB_ILLEGAL;
  return enter_next(g, state, next, number_of(g, moves[0]), number_of(g, moves[1]), payoff);
}

static void both_undo (void *context, void *state, ab_move move) {
  position *p = state;
  (void)context;
  (void)move;
  p->path[p->ply--] = 0;
}

static void both_undo_at_once (void *context, void *state, const ab_move moves[]) { both_undo(context, state, moves[0]); }

/* Not to be asked where the game goes on, if there is an `estimate`: that would be out of range. */
static ab_value both_evaluate (void *context, void *state) {
  const game *g = context;
  return g->form & ESTIMATE && kind_of(g, state) != OVER ? 1000 : worth(state);
}

static ab_value both_estimate (void *context, void *state) {
  (void)context;
  return worth(state);
}

static int both_player (void *context, void *state) {
  return kind_of(context, state) == BOTH ? 1 : 1 + draw(state, 8, 2);
}

static uint64_t both_key (void *context, void *state) {
  const position *p = state;
  (void)context;
  return p->path[p->ply] | 1;
}

static position root_of (const game *g) {
  position p;
  memset(&p, 0, sizeof p);
  p.path[0] = mix(g->seed);
  return p;
}

static const char *both_read (void *context, void *state, const int64_t *list, int count) {
  (void)list;
  *(position *)state = root_of(context);
  return count == 0 ? NULL : "no numbers expected";
}

/* Of whoever is to move: true, and now and then all that is to be known. */
static void both_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const game *g = context;
  ab_value own = both_player(context, state) == 2 ? -worth(state) : worth(state);
  *low = kind_of(g, state) == OVER ? own : -2;
  *high = kind_of(g, state) == OVER ? own : 2;
}

/* The game by its form. */
static void describe (game *g) {
  ab_game *d = &g->described;
  memset(d, 0, sizeof *d);
  d->abi = AB_ABI;
  d->size = sizeof *d;
  d->name = "both";
  d->state_size = sizeof (position);
  d->max_moves = g->form & LISTED ? MOST : 0;
  d->max_outcomes = MOST;
  d->returns = (g->form & RETURNS) != 0;
  d->viewpoint = 1;
  d->moves = both_moves;
  d->chance = g->form & CHANCE ? both_chance : NULL;
  d->simultaneous = both_simultaneous;
  d->play = both_play;
  d->play_at_once = both_play_at_once;
  d->undo = g->form & IN_PLACE ? both_undo : NULL;
  d->undo_at_once = g->form & IN_PLACE ? both_undo_at_once : NULL;
  d->evaluate = both_evaluate;
  d->estimate = g->form & ESTIMATE ? both_estimate : NULL;
  d->player = both_player;
  d->key = g->form & (SHARED | KEYED) ? both_key : NULL;
  d->bounds = g->form & BOUNDS ? both_bounds : NULL;
  d->low = g->form & RANGE ? -2 : 0;
  d->high = g->form & RANGE ? 2 : 0;
  d->read = both_read;
}

#endif
