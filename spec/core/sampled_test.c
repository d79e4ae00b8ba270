/*
** Monte-Carlo tree search of all that only it can search: sampled_test [GAMES [FIRST SEED]]. Random games with chance,
** choices at once, hidden worlds, several players, policies, moves that are listed, lazy, illegal. The tree is the same, node for node, in
** slices of any size, where memory fails, and where a function of the game leaves by longjmp; what is hidden does not
** change it; what a function gives that cannot be is told, and once it is put right the tree is the same again.
*/
#include <float.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/ab_search.h"

#define DEEPEST 6
#define WIDEST 12
#define WORLDS 4
#define ANY -1 /* number of an outcome */

enum { LISTED = 1, LAZY = 2, ILLEGAL = 4, CHANCE = 8, HIDDEN = 16, SEVERAL = 32, POLICY = 64, REFUSES = 128, IN_PLACE = 256,
       PAYOFF = 512, SMALL = 1024, SHORT = 2048, PLAYER = 4096, VIEWPOINT = 8192, TWICE = 16384, AT_ONCE = 32768, FORMS = 65536 };

/* In place the path is kept, so that moves can be taken back. */
typedef struct position {
  int ply;
  int world; /* what is hidden */
  uint64_t path[DEEPEST + 1];
} position;

/* The function gives that, as a number or as a value. */
typedef struct fault {
  const char *function;
  int count;
  double number;
} fault;

typedef struct subject {
  uint64_t seed;
  int form;
  fault f;
  int given; /* the fault was */
  ab_game game;
  ab_sampler sampler;
} subject;

static int failures, refusing, another; /* another: draws are others */
static uint64_t refused; /* the request for which there is none; 0: there is */
static uint64_t checks, requests, calls, leave_at;
static size_t held; /* bytes */
static jmp_buf out;

static void expect (int right, const char *what, const subject *g) {
  checks++;
  if (right)
    return;
  failures++;
  printf("wrong %s: seed %llu, form %d, fault %s, %d, %g\n", what, (unsigned long long)g->seed, g->form,
         g->f.function != NULL ? g->f.function : "none", g->f.count, g->f.number);
}

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  void *block = NULL;
  (void)ud;
  requests++;
  if (nsize > 0 && (requests == refused || (refusing && ab_hash(&requests, sizeof requests) % 3 == 0)))
    return NULL;
  held = held - osize + nsize;
  if (nsize == 0)
    free(ptr);
  else if ((block = realloc(ptr, nsize)) == NULL)
    abort();
  return block;
}

/* ---------------------------------------------------------------- the game */

static uint64_t mix (uint64_t z, uint64_t k) {
  uint64_t both[2];
  both[0] = z;
  both[1] = k;
  return ab_hash(both, sizeof both);
}

/* A number below n, drawn for the position; not what is hidden in it. */
static int draw (const position *p, uint64_t k, int n) { return (int)(mix(p->path[p->ply], k) % (uint64_t)n); }

static int has_fault (const subject *g, const char *function) {
  return g->f.function != NULL && strcmp(g->f.function, function) == 0;
}

/* Numbers are known by the same in pairs. */
static int identity (int number) { return number / 2; }

/* Every function may leave. */
static const subject *enter (void *context) {
  if (++calls == leave_at)
    longjmp(out, 1);
  return context;
}

static int is_over (const position *p) { return p->ply == DEEPEST || (p->ply > 1 && draw(p, 1, 4) == 0); }

static int count_players (const subject *g) { return g->form & SEVERAL ? 3 : 2; }

/* All players choose at once in half of the positions at which chance does not decide. */
static int is_joint (const subject *g, const position *p) {
  return g->form & AT_ONCE && !is_over(p) && !(g->form & CHANCE && draw(p, 4, 3) == 0) && draw(p, 9, 2) == 0;
}

static int count_moves (const position *p) { return is_over(p) ? 0 : 1 + draw(p, 2, draw(p, 3, 3) == 0 ? WIDEST : 3); }

static int number_of (const subject *g, ab_move move) { return (int)(g->form & LISTED ? move >> 40 : move); }

static int write_moves (const subject *g, ab_move *list, int count) {
  int i;
  for (i = 0; g->form & LISTED && i < count; i++)
    list[i] = (ab_move)(i + 1) << 40 | 1;
  return count;
}

static int give_moves (void *context, void *state, ab_move *list) {
  const subject *g = enter(context);
  expect(!is_joint(g, state) || has_fault(g, "sometimes"), "moves of one", g);
  if (has_fault(g, "moves"))
    return g->f.count;
  return g->form & LAZY ? AB_LAZY : write_moves(g, list, count_moves(state));
}

static int give_more (void *context, void *state, ab_move move) {
  const subject *g = enter(context);
  return has_fault(g, "more") || move <= (ab_move)count_moves(state);
}

/* Chance decides in a third of the positions. */
static int is_decided (const subject *g, const position *p) { return g->form & CHANCE && draw(p, 4, 3) == 0; }

/* Now and then there are more outcomes than were told. */
static int give_outcomes (void *context, void *state, ab_move *list, double *weights) {
  subject *g = context;
  position *p = state;
  int i, count = is_decided(enter(context), p) && !is_over(p) ? 1 + draw(p, 5, 5) : 0;
  if (count > g->game.max_outcomes)
    g->game.max_outcomes = count;
  if (count == 0 || count > ab_game_most_outcomes(&g->game))
    return count;
  g->given |= has_fault(g, "chance") && (count > 1 || g->f.count != 0 || g->f.number != DBL_MAX);
  if (has_fault(g, "chance") && g->f.count != 0)
    return g->f.count;
  for (i = 0; i < count; i++)
    weights[i] = has_fault(g, "chance") ? g->f.number : 1 + draw(p, 20 + (uint64_t)i, 4);
  return write_moves(g, list, count);
}

static ab_value worth (const subject *g, const position *p) {
  int value = draw(p, 6, 7) - 3;
  return g->form & HIDDEN ? value * (p->world + 1) / WORLDS : value;
}

static int who (const position *p) { return draw(p, 7, 2) + 1; }

/* Some moves are illegal, in some worlds only where there are any; outcomes are not. */
static int is_illegal (const subject *g, const position *p, int number) {
  expect(number >= 1 && number <= WIDEST, "number of a move", g);
  if (is_decided(g, p))
    return has_fault(g, "outcome");
  return (has_fault(g, "move") && p->ply == 0)
      || (g->form & ILLEGAL && mix(p->path[p->ply], (uint64_t)(number * WORLDS + p->world)) % 3 == 0);
}

static ab_played play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  const subject *g = enter(context);
  position *from = state, *to = next;
  int number = number_of(g, move);
  if (is_illegal(g, from, number))
    return AB_ILLEGAL;
  if (to != from)
    *to = *from;
  to->path[to->ply + 1] = mix(to->path[to->ply], 100 + (uint64_t)(g->form & TWICE ? identity(number) : number));
  to->ply++;
  if (!(g->form & PAYOFF) || !is_over(to))
    return AB_PLAYED;
  *payoff = has_fault(g, "payoff") ? g->f.number : worth(g, to);
  return AB_OVER;
}

static void undo (void *context, void *state, ab_move move) {
  const subject *g = enter(context);
  position *p = state;
  (void)move;
  p->ply--;
  expect(!is_joint(g, p) || has_fault(g, "sometimes"), "undo of a joint move", g);
}

/* ---------------------------------------------------------------- choices at once */

/* In any world. One of the players may have none. */
static int count_choices (const position *p, int who) { return draw(p, 10, 5) == who ? 0 : 1 + draw(p, 11 + (uint64_t)who, 4); }

static ab_move choice_of (const subject *g, int who, int number) {
  return g->form & LISTED ? (ab_move)number << 40 | (unsigned)who : (ab_move)number;
}

/* Who has a choice in all worlds. */
static int who_chooses (const position *p) { return count_choices(p, 0) > 0 ? 0 : 1; }

/* In a world a player may have less choices, or none; numbers are the first ones. */
static int is_choice (const subject *g, const position *p, int who, int number) {
  uint64_t world = (uint64_t)(p->world * 3 + who);
  if (number > count_choices(p, who))
    return 0;
  if (!(g->form & HIDDEN) || (number == 1 && who == who_chooses(p)))
    return 1;
  return g->form & LISTED ? mix(p->path[p->ply], world * 8 + (uint64_t)number) % 3 != 0
                          : number <= (int)(mix(p->path[p->ply], world) % 5);
}

/* What a choice is known by. */
static int choice_identity (const subject *g, int number) { return g->form & TWICE ? identity(number) : number; }

static int give_choices (void *context, void *state, ab_move *lists[], int counts[]) {
  const subject *g = enter(context);
  int i, k, joint = is_joint(g, state) && !(has_fault(g, "sometimes") && calls % 3 == 0);
  expect(!is_decided(g, state) || is_over(state), "choices of chance", g);
  for (i = 0; i < count_players(g) && joint; i++) {
    counts[i] = 0;
    for (k = 1; k <= count_choices(state, i); k++)
      if (is_choice(g, state, i, k) && ++counts[i] && g->form & LISTED)
        lists[i][counts[i] - 1] = choice_of(g, i, k);
    if (has_fault(g, "simultaneous"))
      counts[i] = g->f.count;
    else if (has_fault(g, "fickle") && counts[i] > 0)
      counts[i] = 1 + counts[i] / 2;
  }
  return joint;
}

/* The position that follows is known by what all have chosen; by what that is known by. */
static uint64_t after_both (const subject *g, const position *p, const ab_move moves[]) {
  uint64_t found = 0;
  int i, k;
  for (i = 0; i < count_players(g); i++) {
    int count = count_choices(p, i), some = 0;
    for (k = 1; k <= count; k++)
      some |= is_choice(g, p, i, k);
    for (k = 1; k <= count && !(is_choice(g, p, i, k) && moves[i] == choice_of(g, i, k)); k++)
      ;
    expect(some ? k <= count : moves[i] == AB_NO_CHOICE, "choice", g);
    found = found * 8 + (uint64_t)(some ? choice_identity(g, k) : 7);
  }
  return mix(p->path[p->ply], 200 + found);
}

static ab_played play_both (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  const subject *g = enter(context);
  position *from = state, *to = next;
  if (has_fault(g, "joint"))
    return AB_ILLEGAL;
  expect(is_joint(g, from), "joint move", g);
  if (to != from)
    *to = *from;
  to->path[to->ply + 1] = after_both(g, from, moves);
  to->ply++;
  if (!(g->form & PAYOFF) || !is_over(to))
    return AB_PLAYED;
  *payoff = has_fault(g, "payoff") ? g->f.number : worth(g, to);
  return AB_OVER;
}

static void undo_both (void *context, void *state, const ab_move moves[]) {
  const subject *g = enter(context);
  position *p = state;
  p->ply--;
  expect(is_joint(g, p) && p->path[p->ply + 1] == after_both(g, p, moves), "undo of both", g);
}

/* ---------------------------------------------------------------- what else there is */

/* Playouts that may go on to the end of the game do so. */
static void check_end (const subject *g, const position *p) {
  int number, legal = 0;
  for (number = 1; number <= count_moves(p); number++)
    legal += (is_joint(g, p) && !has_fault(g, "sometimes")) || !is_illegal(g, p, number);
  expect(g->form & SHORT || (legal == 0 && (is_over(p) || !is_decided(g, p))), "end", g);
}

static ab_value evaluate (void *context, void *state) {
  const subject *g = enter(context);
  check_end(g, state);
  return has_fault(g, "evaluate") ? g->f.number : worth(g, state);
}

static ab_value estimate (void *context, void *state) {
  const subject *g = enter(context);
  return has_fault(g, "estimate") ? g->f.number : worth(g, state);
}

static int player (void *context, void *state) {
  const subject *g = enter(context);
  return is_joint(g, state) ? 1 : g->form & SEVERAL ? draw(state, 8, 3) + 1 : who(state);
}

static void give_payoffs (void *context, void *state, int over, ab_value *payoffs) {
  const subject *g = enter(context);
  int i;
  check_end(g, state);
  for (i = 0; i < 3; i++)
    payoffs[i] = has_fault(g, over ? "payoff" : "evaluate") ? g->f.number : worth(g, state) * (i - 1) + i;
}

static void determinize (void *context, void *state, int viewer, void *world, uint64_t *stream) {
  const subject *g = enter(context);
  position *p = world;
  int mover = is_joint(g, state) || !(g->form & (PLAYER | SEVERAL)) ? 1 : g->form & SEVERAL ? draw(state, 8, 3) + 1 : who(state);
  memcpy(world, state, sizeof *p);
  p->world = (int)ab_draw(stream, WORLDS);
  expect(viewer == (g->sampler.viewer > 0 ? g->sampler.viewer : mover), "viewer", g);
}

static uint64_t identify (void *context, void *state, ab_move move) {
  const subject *g = enter(context);
  (void)state;
  return (uint64_t)identity(number_of(g, move));
}

static uint64_t identify_choice (void *context, void *state, int who, ab_move choice) {
  const subject *g = enter(context);
  int number = number_of(g, choice);
  expect(who >= 1 && is_choice(g, state, who - 1, number) && choice == choice_of(g, who - 1, number), "choice to identify", g);
  return (uint64_t)choice_identity(g, number);
}

/* The first move of those that there are, or any. With `refuses` they are all legal. */
static int take (void *context, void *state, const ab_move *moves, int count, uint64_t *stream) {
  const subject *g = enter(context);
  int i;
  for (i = 0; g->sampler.refuses && i < count; i++)
    expect(!is_illegal(g, state, number_of(g, moves[i])), "policy", g);
  return ab_draw(stream, 2) == 0 ? 0 : (int)ab_draw(stream, (uint64_t)count);
}

/* ---------------------------------------------------------------- a search */

/* What goes together of a form. */
static int fitting (int form) {
  if (form & LISTED)
    form &= ~LAZY;
  if (form & AT_ONCE)
    form |= VIEWPOINT;
  else if (form & SEVERAL)
    form &= ~VIEWPOINT;
  if (!(form & HIDDEN))
    form &= ~TWICE;
  if (form & TWICE)
    form &= ~ILLEGAL; /* what is known by the same is legal together */
  if (form & VIEWPOINT)
    form |= PLAYER;
  return form & POLICY ? form : form & ~REFUSES;
}

static void describe (subject *g) {
  ab_game game = {.abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (position), .moves = give_moves, .play = play,
                  .evaluate = evaluate, .max_outcomes = 1};
  int form = g->form;
  game.max_moves = form & LISTED ? WIDEST : 0;
  game.viewpoint = (form & VIEWPOINT) != 0;
  game.estimate = form & SHORT ? estimate : NULL;
  game.more = form & LAZY ? give_more : NULL;
  game.undo = form & IN_PLACE ? undo : NULL;
  game.chance = form & CHANCE ? give_outcomes : NULL;
  game.player = form & (PLAYER | SEVERAL) ? player : NULL;
  game.simultaneous = form & AT_ONCE ? give_choices : NULL;
  game.play_at_once = form & AT_ONCE ? play_both : NULL;
  game.undo_at_once = form & AT_ONCE ? undo_both : NULL;
  memset(&g->sampler, 0, sizeof g->sampler);
  g->sampler.players = form & SEVERAL ? 3 : 0;
  g->sampler.payoffs = form & SEVERAL ? give_payoffs : NULL;
  g->sampler.determinize = form & HIDDEN ? determinize : NULL;
  g->sampler.viewer = form & AT_ONCE ? (int)(g->seed % 3) : 0;
  g->sampler.identify = form & TWICE ? identify : NULL;
  g->sampler.identify_choice = form & TWICE ? identify_choice : NULL;
  g->sampler.policy = form & POLICY ? take : NULL;
  g->sampler.refuses = form & REFUSES && form & ILLEGAL;
  g->game = game;
}

static ab_search *begin (subject *g, int world) {
  position root = {0, world, {0}};
  ab_options options = ab_options_default();
  ab_search *s;
  describe(g);
  options.algorithm = AB_MCTS;
  options.playouts = 40 + g->seed % 100;
  options.playout_depth = g->form & SHORT ? (int)(g->seed % 3) : -1;
  options.seed = g->seed + (uint64_t)another;
  options.sampler = &g->sampler;
  options.bytes = g->form & SMALL ? 40 * (2 + g->seed % 50) : 1000000;
  root.path[0] = mix(g->seed, 0);
  do
    s = ab_search_new(&g->game, g, &root, &options, allocate, NULL);
  while (s == NULL);
  return s;
}

static uint64_t bits_of (double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* The move to a node, or all choices of a joint one. */
static ab_move move_to (const subject *g, const ab_search *s, int line) {
  int joint = ab_search_line_joint(s, line), i;
  ab_move move = ab_search_line(s, &line);
  for (i = 1; joint && i < count_players(g); i++)
    move = mix(move, ab_search_line(s, &line));
  return move;
}

/* All that is told of a node and those below. No two children are known by the same. */
static uint64_t told_below (const subject *g, const ab_search *s, int number, int above) {
  ab_sampled node = ab_search_sampled(s, number, above);
  int i, k;
  uint64_t hash = mix(node.visits, bits_of(node.value)), visits = 0;
  hash = mix(hash, (uint64_t)node.bound * 2 + (uint64_t)node.same);
  if (number != 0)
    hash = mix(hash, move_to(g, s, node.line));
  for (i = node.first; i != 0; i = ab_search_sampled(s, i, number).next) {
    visits += ab_search_sampled(s, i, number).visits;
    hash = mix(hash, told_below(g, s, i, number));
    for (k = ab_search_sampled(s, i, number).next; k != 0; k = ab_search_sampled(s, k, number).next)
      expect(move_to(g, s, i) != move_to(g, s, k), "twins", g);
  }
  expect(visits <= node.visits || !(g->form & (CHANCE | HIDDEN)), "visits", g);
  return hash;
}

/* What a player's choice of the root is: the one with this number; where worlds differ another one than those before. */
static void check_choice (const subject *g, const ab_search *s, int who, int k) {
  double probability;
  ab_value worth;
  ab_move move = ab_search_choice(s, who, k, &probability, &worth);
  int i;
  expect(probability >= 0 && worth > -AB_INF && worth < AB_INF, "probability", g);
  if (!(g->form & HIDDEN))
    expect(move == choice_of(g, who, k + 1), "choice of the root", g);
  for (i = 0; i < k; i++)
    expect(move != ab_search_choice(s, who, i, &probability, &worth), "choices of the root", g);
}

/* How many choices of the root could a player have? */
static int most_choices (const subject *g, const position *root, int who) {
  int count = is_joint(g, root) ? count_choices(root, who) : 0;
  return g->form & TWICE && count > 0 ? identity(count) + 1 : count;
}

/* The strategies of the root: probabilities of the choices that there are. */
static uint64_t told_of_both (const subject *g, const ab_search *s) {
  position root = {0, 0, {0}};
  uint64_t hash = 0;
  int i, k;
  root.path[0] = mix(g->seed, 0);
  for (i = 0; i < count_players(g); i++) {
    double probability = 0, sum = 0, worth = 0;
    int count = ab_search_choices(s, i), most = most_choices(g, &root, i);
    expect(g->form & HIDDEN ? count <= most : count == most, "count of choices", g);
    for (k = 0; k < count; k++) {
      check_choice(g, s, i, k);
      hash = mix(hash, ab_search_choice(s, i, k, &probability, &worth));
      hash = mix(hash, mix(bits_of(probability), bits_of(worth)));
      sum += probability;
    }
    expect(count == 0 || ((sum > 1 - 1e-12 || (g->form & HIDDEN && i != who_chooses(&root))) && sum < 1 + 1e-12), "sum", g);
  }
  return mix(hash, g->game.simultaneous != NULL ? bits_of(ab_search_gap(s)) : 0);
}

static uint64_t fingerprint (const subject *g, const ab_search *s) {
  ab_result result = ab_search_result(s);
  uint64_t told = mix(told_below(g, s, 0, 0), told_of_both(g, s));
  return mix(mix(told, result.playouts), mix(bits_of(result.value), result.nodes));
}

static void finish (ab_search *s, uint64_t slice) {
  while (ab_search_step(s, slice, -1) != AB_DONE)
    ;
}

static void try_again (subject *g, uint64_t hash, uint64_t slice, int world, const char *what) {
  ab_search *s = begin(g, world);
  finish(s, slice);
  expect(fingerprint(g, s) == hash, what, g);
  ab_search_free(s);
}

static void try_jumps (subject *g, uint64_t hash, uint64_t total) {
  static uint64_t k; /* static: a longjmp leaves it alone */
  for (k = 1; k <= total; k += 1 + mix(k, g->seed) % 197) {
    static ab_search *volatile s;
    s = begin(g, 0);
    calls = 0;
    leave_at = k;
    setjmp(out);
    finish(s, k % 3 == 0 ? 5 : 0);
    expect(fingerprint(g, s) == hash, "longjmp", g);
    ab_search_free(s);
  }
  leave_at = 0;
}

/* ---------------------------------------------------------------- faults */

/* What the search says of the fault. */
static int is_told (const ab_search *s, const subject *g, const char *name, ab_status status) {
  double number;
  int count, ply;
  if (status == AB_BROKEN)
    return strcmp(ab_search_broken(s, &count), name) == 0 && (count == g->f.count || (count > 0 && g->f.count == ANY));
  return strcmp(ab_search_outside(s, &number, &ply), name) == 0 && ply >= 0 && ply <= DEEPEST
      && (number == g->f.number || number != number || (number == AB_INF && g->f.number == DBL_MAX));
}

/* A search that has come so far meets the fault, unless the game ends before that or never asks. */
static void try_fault (subject *g, fault f, const char *name, ab_status status, uint64_t hash) {
  ab_search *s = begin(g, 0);
  ab_status found = ab_search_step(s, 1 + g->seed % 60, -1);
  g->f = f;
  g->given = 0;
  if (found == AB_PAUSED)
    found = ab_search_step(s, 0, -1);
  expect(found == status || !g->given, "unnoticed", g);
  if (found != AB_DONE) {
    expect(found == status && is_told(s, g, name, status), "told", g);
    expect(ab_search_step(s, 0, -1) == status && is_told(s, g, name, status), "told again", g);
    g->f.function = NULL;
    if (strspn(f.function, "pm") == 0 || strcmp(f.function, "moves") == 0) { /* nothing else that it did is left */
      finish(s, 0);
      expect(fingerprint(g, s) == hash, "healed", g);
    }
  }
  g->f.function = NULL;
  ab_search_free(s);
}

/* A search that has come so far is told of fewer choices than before, or sometimes of none: that does no harm. */
static void try_fickle (subject *g, fault f) {
  ab_search *s = begin(g, 0);
  ab_search_step(s, 1 + g->seed % 60, -1);
  g->f = f;
  finish(s, 0);
  g->f.function = NULL;
  ab_search_free(s);
}

static fault fault_of (const char *function, int count, double number) {
  fault f;
  f.function = function;
  f.count = count;
  f.number = number;
  return f;
}

static void try_faults (subject *g, uint64_t hash) {
  static const int counts[] = {-5, AB_MAX_MOVES + 1, 2147483647};
  static const double weights[] = {-1, AB_INF, DBL_MAX};
  double nan = AB_INF - AB_INF;
  int i;
  for (i = 0; i < 3; i++) {
    try_fault(g, fault_of("moves", counts[i], 0), "moves", AB_BROKEN, hash);
    if (g->form & CHANCE) {
      try_fault(g, fault_of("chance", counts[i], 0), "chance", AB_BROKEN, hash);
      try_fault(g, fault_of("chance", 0, weights[i]), "chance", AB_OUTSIDE, hash);
    }
  }
  for (i = 0; g->form & AT_ONCE && i < 3; i++)
    try_fault(g, fault_of("simultaneous", counts[i], 0), "simultaneous", AB_BROKEN, hash);
  if (g->form & AT_ONCE) {
    try_fault(g, fault_of("joint", ANY, 0), "play", AB_BROKEN, hash);
    try_fickle(g, fault_of("fickle", 0, 0));
    try_fickle(g, fault_of("sometimes", 0, 0));
  }
  try_fault(g, fault_of("outcome", ANY, 0), "play", AB_BROKEN, hash);
  if (!(g->form & HIDDEN))
    try_fault(g, fault_of("move", 0, 0), "play", AB_BROKEN, hash);
  if (g->form & LAZY)
    try_fault(g, fault_of("more", AB_MAX_MOVES + 1, 0), "moves", AB_BROKEN, hash);
  try_fault(g, fault_of("evaluate", 0, nan), "evaluate", AB_OUTSIDE, hash);
  try_fault(g, fault_of("estimate", 0, nan), "estimate", AB_OUTSIDE, hash);
  if (g->form & CHANCE)
    try_fault(g, fault_of("evaluate", 0, AB_INF), "evaluate", AB_OUTSIDE, hash);
  if (g->form & PAYOFF)
    try_fault(g, fault_of("payoff", 0, nan), "play", AB_OUTSIDE, hash);
}

/* ---------------------------------------------------------------- all together */

/* How many moves of the position are legal, in some world. */
static int count_legal (const subject *g, const position *p) {
  position other = *p;
  int number, legal = 0;
  for (number = 1; number <= count_moves(p); number++) {
    int possible = 0;
    for (other.world = 0; other.world < (g->form & HIDDEN ? WORLDS : 1); other.world++)
      possible |= !is_illegal(g, &other, number);
    legal += possible;
  }
  return legal;
}

/* All moves of the root were tried, once each. */
static void check_root (const subject *g, const ab_search *s) {
  position root = {0, 0, {0}};
  int children = 0, moves, i;
  root.path[0] = mix(g->seed, 0);
  if (is_decided(g, &root) || is_joint(g, &root) || ab_search_result(s).playouts < 90)
    return;
  for (i = ab_search_sampled(s, 0, 0).first; i != 0; i = ab_search_sampled(s, i, 0).next)
    children++;
  moves = count_legal(g, &root);
  expect(children == (g->form & TWICE ? identity(moves) + (moves > 0) : moves), "root moves", g);
}

typedef struct told {
  double likely;
  ab_value worth;
} told;

static told told_of (const ab_search *s, int who, int i) {
  told choice;
  ab_search_choice(s, who, i, &choice.likely, &choice.worth);
  return choice;
}

static double drawn_in (const ab_search *s) { return ab_regret_seat_at(&s->uct->regrets, 0)->playouts; }

static int is_mean (double mean, double a, double weight_a, double b, double weight_b) {
  double wanted = (weight_a * a + weight_b * b) / (weight_a + weight_b), off = mean - wanted;
  return (off < 0 ? -off : off) <= 1e-9 * (1 + (wanted < 0 ? -wanted : wanted));
}

/* What two trees say together of the choices of the root is the mean, by playouts, of what each says. */
static void check_together (const subject *g, ab_search *s, const ab_search *other) {
  told alone[3][4];
  int who, i;
  for (who = 0; who < count_players(g); who++)
    for (i = 0; i < ab_search_choices(s, who); i++)
      alone[who][i] = told_of(s, who, i);
  s->pool = ab_pool_new(&s->mem);
  expect(s->pool != NULL && ab_pool_reserve(s->pool, &s->mem, s->uct), "memory of two", g);
  ab_pool_add(s->pool, s->uct, other->uct);
  for (who = 0; who < count_players(g); who++)
    for (i = 0; i < ab_search_choices(s, who); i++) {
      told one = alone[who][i], two = told_of(other, who, i), both = told_of(s, who, i);
      expect(is_mean(both.likely, one.likely, drawn_in(s), two.likely, drawn_in(other)), "likely by two trees", g);
      expect(is_mean(both.worth, one.worth, drawn_in(s), two.worth, drawn_in(other)), "worth by two trees", g);
    }
}

static void try_together (subject *g) {
  position root = {0, 0, {0}};
  ab_search *s, *other;
  root.path[0] = mix(g->seed, 0);
  if (!is_joint(g, &root) || g->form & HIDDEN)
    return;
  s = begin(g, 0);
  another = 1;
  other = begin(g, 0);
  another = 0;
  finish(s, 0);
  finish(other, 0);
  if (ab_search_choices(s, 0) + ab_search_choices(s, 1) > 0 && ab_search_choices(other, 0) + ab_search_choices(other, 1) > 0)
    check_together(g, s, other);
  ab_search_free(s);
  ab_search_free(other);
}

static void try_subject (uint64_t seed) {
  subject g = {seed, fitting((int)(mix(seed, 1) % FORMS)), {NULL, 0, 0}, 0, {0}, {0}};
  ab_search *s = begin(&g, 0);
  uint64_t hash, total;
  int i;
  calls = 0;
  finish(s, 0);
  total = calls;
  hash = fingerprint(&g, s);
  check_root(&g, s);
  ab_search_free(s);
  try_again(&g, hash, 1, 0, "slices");
  refusing = 1;
  for (i = 0; i < 4; i++) /* other requests each time */
    try_again(&g, hash, 7, 0, "memory");
  refusing = 0;
  try_together(&g);
  if (g.form & HIDDEN)
    try_again(&g, hash, 0, WORLDS - 1, "of what is hidden");
  if (seed % 10 == 0)
    try_jumps(&g, hash, total);
  try_faults(&g, hash);
  expect(held == 0, "leak", &g);
}

/* ---------------------------------------------------------------- more choices than a page holds */

#define FAIRS 8 /* worlds, in each of which there are more choices than in the one before */

typedef struct fair {
  int world, over;
} fair;

static int fair_moves (void *context, void *state, ab_move *list) {
  (void)context;
  (void)state;
  (void)list;
  return 0;
}

static int fair_choices (void *context, void *state, ab_move *lists[], int counts[]) {
  const fair *at = state;
  (void)context;
  (void)lists;
  counts[0] = counts[1] = 50 + 120 * at->world;
  return !at->over;
}

static ab_played fair_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  (void)context;
  (void)state;
  (void)move;
  (void)next;
  (void)payoff;
  return AB_ILLEGAL;
}

static ab_played fair_play_both (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  fair *to = next;
  (void)context;
  *to = *(const fair *)state;
  to->over = 1;
  *payoff = (ab_value)((moves[0] + moves[1]) % 3) - 1;
  return AB_OVER;
}

static void fair_determinize (void *context, void *state, int viewer, void *world, uint64_t *stream) {
  fair *to = world;
  (void)context;
  (void)viewer;
  *to = *(const fair *)state;
  to->world = (int)(ab_draw(stream, FAIRS));
}

static ab_value fair_worth (void *context, void *state) {
  (void)context;
  (void)state;
  return 0;
}

static int fair_player (void *context, void *state) {
  (void)context;
  (void)state;
  return 1;
}

static uint64_t told_of_choices (const ab_search *s) {
  uint64_t hash = 0;
  int who, i;
  for (who = 0; who < 2; who++)
    for (i = 0; i < ab_search_choices(s, who); i++) {
      double known[3];
      known[0] = (double)ab_search_choice(s, who, i, &known[1], &known[2]);
      hash = hash * 0x9E3779B97F4A7C15u ^ ab_hash(known, sizeof known);
    }
  return hash;
}

/* A choice after the other is met, and as they need more room they move to another page: for each request once there is
** none, and what is found is the same. */
static void try_pages (void) {
  static const ab_game game = {.abi = AB_ABI, .size = sizeof (ab_game), .state_size = sizeof (fair), .viewpoint = 1,
                               .moves = fair_moves, .play = fair_play, .simultaneous = fair_choices,
                               .play_at_once = fair_play_both, .evaluate = fair_worth, .player = fair_player};
  static const ab_sampler sampler = {.determinize = fair_determinize};
  ab_options options = ab_options_default();
  subject none = {0};
  uint64_t hash = 0, found;
  options.algorithm = AB_MCTS;
  options.playouts = 60;
  options.sampler = &sampler;
  refused = 0;
  do {
    fair root = {0, 0};
    ab_search *s;
    requests = 0;
    while ((s = ab_search_new(&game, NULL, &root, &options, allocate, NULL)) == NULL)
      ;
    finish(s, 0);
    expect(s->uct->regrets.made > AB_REGRET_PAGE, "pages", &none);
    found = told_of_choices(s);
    expect(refused == 0 || found == hash, "memory for pages", &none);
    hash = found;
    ab_search_free(s);
    expect(held == 0, "leak of pages", &none);
  } while (requests >= ++refused);
  refused = 0;
}

int main (int argc, char **argv) {
  uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1, i;
  for (i = first; i < first + games; i++)
    try_subject(i);
  try_subject(5); /* outcomes for which there is no memory, and a wrong number of them */
  try_subject(21); /* an illegal move, and no memory to list the others again */
  try_pages();
  printf("%llu games, %llu checks, %d failures\n", (unsigned long long)games, (unsigned long long)checks, failures);
  return failures > 0;
}
