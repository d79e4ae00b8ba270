/*
** The life of a search. A pass is one walk from the root to a fixed horizon in a fixed window; an
** iteration is a pass, or more where the window was guessed wrong; a step is any stretch of them.
** Limits and steps reach the walk as a budget of nodes only (ab_limit_grant); it returns when that is 0,
** and nothing it does depends on how it was cut.
**
** `best` is what the last completed iteration found; `running` is the pass under way.
*/
#include <string.h>
#include "ab_limit.h"
#include "ab_paper.h"
#include "ab_pass.h"
#include "ab_playout.h"
#include "ab_root.h"
#include "ab_services.h"
#include "ab_visit.h"
#include "ab_walk.h"

static int is_sampled (const ab_search *s) { return s->options.algorithm == AB_MCTS; }

/* With a threshold a value depends on the way to the position, and cannot be shared. */
static void use_table (ab_search *s) {
  s->table = s->options.table;
  ab_table_begin_generation(s->table, s->options.helper > 0);
  s->emptied = s->table->emptied;
  s->w.crowded = 1;
  s->table_mem.alloc = s->options.table_alloc;
  s->table_mem.ud = s->options.table_ud;
}

/* What the procedure and the game leave without a meaning is switched off. */
static void set_options (ab_search *s, const ab_options *options) {
  const ab_game *game = s->w.game;
  ab_algorithm algorithm = options->algorithm;
  s->options = *options;
  s->w.cuts = algorithm == AB_MINIMAX ? AB_NO_CUTS
            : algorithm == AB_BRANCH_AND_BOUND ? AB_SHALLOW_CUTS : AB_DEEP_CUTS;
  if (s->w.cuts != AB_DEEP_CUTS || algorithm == AB_PAPER_F || algorithm == AB_PAPER_F1)
    s->options.alpha = -AB_INF;
  if (s->w.cuts == AB_NO_CUTS || algorithm == AB_PAPER_F)
    s->options.beta = AB_INF;
  if (game->likelihood == NULL && game->chance == NULL)
    s->options.threshold = 0;
  if (game->noisy == NULL)
    s->options.quiescence = 0;
  if (game->chance == NULL)
    s->options.draws = 0;
  if (options->now == NULL)
    s->options.time = -1;
  /* how soon bounds give a value depends on the horizon, and is not proven with it */
  s->options.proven = options->proven && options->want == AB_FIRST && !(options->shortest && game->bounds != NULL);
  if (!AB_LEARNS(algorithm))
    return;
  if (game->key != NULL && s->options.threshold == 0 && options->table != NULL)
    use_table(s);
  s->w.ordered = s->table != NULL || game->order != NULL;
  s->w.scouting = algorithm == AB_PVS && options->want != AB_ALL;
  s->w.keyed = s->table != NULL;
}

/* Is there nothing, in the game and in the options, that only the careful walk knows? */
static int is_plain (const ab_search *s) {
  const ab_game *game = s->w.game;
  return game->returns && game->more == NULL && game->undo == NULL && game->keep == NULL && game->chance == NULL
      && game->simultaneous == NULL && !game->repeats && s->w.cuts == AB_DEEP_CUTS && s->options.trace == 0 && s->options.quiescence == 0
      && s->options.threshold == 0;
}

/* Where nothing is known of the values of a game with chance or choices at once, they are finite, and that is all. */
static void set_chance (ab_search *s) {
  const ab_game *game = s->w.game;
  int ranged = game->low < game->high;
  int mixes = game->chance != NULL || game->simultaneous != NULL;
  ab_value most = mixes ? DBL_MAX : AB_INF;
  s->w.chancy = mixes || ranged || game->repeats;
  s->w.low = ranged ? game->low : -most;
  s->w.high = ranged ? game->high : most;
}

static int has_limit (const ab_options *o) { return o->depth >= 0 || o->nodes > 0 || o->time >= 0; }

#define AB_CONCLUSIVE 0x9E3779B97F4A7C15u /* any number that no sum of hashes is */

/* 0: no memory. The table knows positions together with what was on the board before them: what it has found of one may
** not hold where that was another. A line that runs into a position above does no harm where players decide alone: who
** can win the game at all need not repeat a position; only to the root, whose moves are told apart, no way may lead back.
** Chance knows no such way, so there the whole line above counts. */
static int set_repetition (ab_search *s, const ab_options *options) {
  ab_value worth = s->w.game->repetition;
  s->options.history = NULL;
  s->w.repeats = s->w.game->repeats;
  if (!s->w.repeats)
    return 1;
  s->w.worth = worth;
  if (!ab_history_fill(&s->history, &s->mem, options->history, options->history_count))
    return 0;
  s->w.line_keyed = s->w.game->chance != NULL || s->w.game->simultaneous != NULL;
  s->w.only_complete = !has_limit(&s->options) && !s->w.line_keyed;
  s->w.salt = s->history.sum + ab_hash(&worth, sizeof worth) + (s->w.only_complete ? AB_CONCLUSIVE : 0);
  return 1;
}

/* The table tells draws apart: what it knows by others does not hold. */
static void set_draws (ab_search *s) {
  uint64_t by[2];
  if (s->options.draws == 0)
    return;
  by[0] = s->options.seed;
  by[1] = (uint64_t)s->options.draws;
  s->w.salt += ab_hash(by, sizeof by);
}

/* Each ply may add to what the value is wrong by, for either player. */
static double allowance_of (const ab_options *o) {
  int plies = o->depth < 0 ? AB_MAX_DEPTH : o->depth > 0 ? o->depth : 1;
  return o->algorithm == AB_MINIMAX || AB_IS_PRINTED(o->algorithm) ? 0 : o->precision / (2 * plies);
}

static void set_walk (ab_search *s) {
  s->w.core = s->w.game->simultaneous != NULL ? &ab_services_both : &ab_services_core;
  s->allowance = allowance_of(&s->options);
  s->w.threshold = s->options.threshold;
  s->w.traced = s->options.trace > 0;
  s->w.unlimited = s->options.depth < 0 && !s->options.deepening;
  s->plain = is_plain(s);
  set_chance(s);
}

static const char *simultaneous_flaw (const ab_options *options) {
  return options->shortest                  ? "'shortest' cannot be used with 'simultaneous'"
       : options->quiescence > 0            ? "'quiescence' cannot be used with 'simultaneous'"
       : AB_IS_PRINTED(options->algorithm) && options->algorithm != AB_PAPER_F
         ? "a printed algorithm but F cannot be used with 'simultaneous'"
         : NULL;
}

static const char *draws_flaw (const ab_game *game, const ab_options *options) {
  return options->draws == 0 || game->chance == NULL ? NULL
       : options->algorithm == AB_MCTS               ? "'draws' cannot be used with AB_MCTS"
       : game->key == NULL                           ? "'draws' needs 'key'"
                                                     : NULL;
}

const char *ab_search_flaw (const ab_game *game, const ab_options *options) {
  const char *flaw = draws_flaw(game, options);
  if (flaw != NULL)
    return flaw;
  if (options->helper > 0 && (options->table == NULL || options->table->shared == NULL))
    return "'helper' needs a shared 'table'";
  if (options->algorithm == AB_MCTS && options->bias && game->order == NULL)
    return "'bias' needs 'order'";
  if (options->algorithm == AB_MCTS && options->sampler != NULL && options->sampler->players > 0 && game->player == NULL)
    return "'players' needs 'player'";
  if (game->evaluate == NULL)
    return "'evaluate' is missing";
  if (game->simultaneous != NULL)
    return simultaneous_flaw(options);
  if (game->chance == NULL)
    return NULL;
  return options->shortest                          ? "'shortest' cannot be used with 'chance'"
       : options->quiescence > 0                    ? "'quiescence' cannot be used with 'chance'"
       : AB_IS_PRINTED(options->algorithm) && options->algorithm != AB_PAPER_F
         ? "a printed algorithm but F cannot be used with 'chance'"
         : NULL;
}

/* A helper goes the same way, and further: what it finds on the way is what the other one will ask for. It goes into the moves
** of the root in another order where that is all that can be different, and so does every other helper. */
static void set_helping (ab_search *s) {
  ab_options *o = &s->options;
  if (o->helper == 0)
    return;
  if (o->depth >= 0)
    o->depth = o->depth + o->deepening < AB_MAX_DEPTH ? o->depth + o->deepening : AB_MAX_DEPTH;
  if (o->helper % 2 == 0 || o->deepening == 0)
    ab_search_shuffle(s, (uint64_t)o->helper);
}

/* Deepening ends at the depth that was asked for, or at the last one of all. Where it goes by steps to the end, the first is two
** plies longer: a small game is over before that, and seen to be. */
static int first_depth (const ab_options *o) {
  if (o->depth > 0 && o->deepening)
    return (o->depth - 1) % o->deepening + 1;
  if (o->depth >= 0)
    return o->depth;
  if (o->deepening > 1 && o->deepening + 2 <= AB_MAX_DEPTH)
    return o->deepening + 2;
  return o->deepening > 0 ? o->deepening : AB_LAST_PLY;
}

ab_search *ab_search_new (const ab_game *game, void *context, const void *state,
                          const ab_options *options, ab_alloc alloc, void *ud) {
  ab_search *s;
  if (ab_game_flaw(game) != NULL || ab_options_flaw(options) != NULL || ab_search_flaw(game, options) != NULL)
    return NULL;
  s = alloc(ud, NULL, 0, sizeof *s);
  if (s == NULL)
    return NULL;
  memset(s, 0, sizeof *s);
  s->w.game = game;
  s->w.context = context;
  s->mem.alloc = alloc;
  s->mem.ud = ud;
  s->lines.free = AB_NO_LINE;
  set_options(s, options);
  set_helping(s);
  set_walk(s);
  s->paper.allowed = AB_LAST_PLY;
  s->w.stack.state_size = game->state_size;
  s->w.stack.max_moves = (size_t)game->max_moves;
  s->w.stack.stride = game->undo == NULL ? game->state_size : 0;
  ab_clock_init(&s->clock, options->now);
  s->root = alloc(ud, NULL, 0, game->state_size);
  if (game->simultaneous != NULL)
    s->both = ab_both_new(&s->mem);
  if (s->root == NULL || (game->simultaneous != NULL && s->both == NULL) || !set_repetition(s, options)
      || !ab_stack_reserve(&s->w.stack, &s->mem, 2)) {
    ab_search_free(s);
    return NULL;
  }
  memcpy(s->root, state, game->state_size);
  memcpy(ab_stack_state(&s->w.stack, 1), state, game->state_size);
  set_draws(s);
  if (is_sampled(s)) {
    if (ab_playout_begin(s, state))
      return s;
    ab_search_free(s);
    return NULL;
  }
  ab_pass_first(s, first_depth(&s->options));
  return s;
}

void ab_search_free (ab_search *s) {
  ab_mem mem;
  if (s == NULL)
    return;
  mem = s->mem;
  ab_search_dismiss(s);
  ab_playout_free(s);
  ab_stack_free(&s->w.stack, &mem);
  ab_trace_free(&s->trace, &mem);
  ab_chance_free(&s->chance, &mem);
  ab_both_free(s->both, &mem);
  ab_history_free(&s->history, &mem);
  ab_order_free(&s->order, &mem);
  ab_paper_free(&s->paper, &mem);
  ab_mem_free(&mem, s->root, 1, s->w.game->state_size);
  ab_line_free(&s->lines, &mem);
  ab_mem_free(&mem, s->running.moves, s->running.capacity, sizeof *s->running.moves);
  ab_mem_free(&mem, s->earlier.moves, s->earlier.capacity, sizeof *s->earlier.moves);
  ab_mem_free(&mem, s->best.moves, s->best.capacity, sizeof *s->best.moves);
  ab_mem_free(&mem, s, 1, sizeof *s);
}

/* ---------------------------------------------------------------- threads */

/* What a thread does: it walks on until it is told to rest, or has nothing to do any more. If playouts have proven the value,
** nobody else has: they are as good as any number. */
static void help (void *data) {
  ab_search *helper = data;
  ab_status status = ab_search_step(helper, 0, -1);
  while (status == AB_DEPTH)
    status = ab_search_resume(helper);
  if (status == AB_DONE && is_sampled(helper))
    ab_atomic_store(&helper->member->done, UINT32_MAX);
}

static void free_helper (ab_search *helper, const ab_mem *mem) {
  ab_table *table = helper->options.table;
  ab_search_free(helper);
  if (table != NULL)
    ab_table_free(table, mem->alloc, mem->ud);
}

/* It shares a table, or a share of the memory for trees: then it makes other playouts. 0: no memory. */
static int set_helper (const ab_search *s, ab_options *options, int number, const ab_mem *mem) {
  uint64_t by[2];
  options->trace = 0;
  options->nodes = 0;
  options->time = -1;
  if (is_sampled(s)) {
    by[0] = options->seed;
    by[1] = (uint64_t)number;
    options->seed = ab_hash(by, sizeof by);
    options->bytes /= (size_t)s->team_most + 1;
    options->playouts = 0;
    return 1;
  }
  options->table = ab_table_attach(ab_table_handle(s->table), mem->alloc, mem->ud);
  options->table_alloc = mem->alloc;
  options->table_ud = mem->ud;
  options->helper = number;
  return options->table != NULL;
}

/* NULL: no memory. */
static ab_search *new_helper (const ab_search *s, const ab_options *given, int number, const ab_mem *mem) {
  ab_options options = *given;
  ab_search *helper;
  if (!set_helper(s, &options, number, mem))
    return NULL;
  helper = ab_search_new(s->w.game, s->w.context, s->root, &options, mem->alloc, mem->ud);
  if (helper == NULL && !is_sampled(s))
    ab_table_free(options.table, mem->alloc, mem->ud);
  return helper;
}

/* A team of up to so many, as memory has it; NULL: there is none. */
static ab_team *new_team (ab_search *s, const ab_options *options, int most) {
  const ab_mem *mem = &s->team_mem;
  size_t size = (size_t)most * sizeof(ab_member);
  ab_team *team = mem->alloc(mem->ud, NULL, 0, sizeof *team + size);
  if (team == NULL)
    return NULL;
  memset(team, 0, sizeof *team + size);
  team->work = help;
  team->members = (ab_member *)(void *)(team + 1);
  while (team->count < most) {
    ab_member *member = &team->members[team->count];
    ab_search *helper = new_helper(s, options, team->count + 1, mem);
    if (helper == NULL)
      break;
    helper->member = member;
    member->data = helper;
    team->count++;
  }
  return team;
}

/* Trees of several worlds have their moves in several orders. */
static int has_shares (const ab_search *s) {
  return is_sampled(s) ? !s->uct->tree.worlds : s->table != NULL && s->table->shared != NULL;
}

int ab_search_help (ab_search *s, const ab_options *options, int threads, ab_alloc alloc, void *ud) {
  int most = (threads == 0 ? ab_thread_count() : threads) - 1;
  ab_search_dismiss(s);
  if (most <= 0 || !ab_thread_exists() || !has_shares(s) || !s->w.game->returns)
    return 1;
  if (is_sampled(s) && s->pool == NULL && (s->pool = ab_pool_new(&s->mem)) == NULL)
    return 1;
  s->team_mem.alloc = alloc;
  s->team_mem.ud = ud;
  s->team_most = most;
  s->team = new_team(s, options, most);
  if (s->team != NULL && is_sampled(s)) {
    s->uct->lent = s->uct->tree.room - s->uct->tree.room / ((uint64_t)most + 1);
    s->uct->tree.room -= s->uct->lent;
  }
  return s->team == NULL ? 1 : 1 + s->team->count;
}

void ab_search_gather (ab_search *s) {
  int i;
  if (s->team == NULL)
    return;
  ab_team_end(s->team);
  if (!is_sampled(s))
    return;
  ab_pool_clear(s->pool);
  for (i = 0; i < s->team->count; i++)
    ab_pool_add(s->pool, s->uct, ((const ab_search *)s->team->members[i].data)->uct);
}

void ab_search_dismiss (ab_search *s) {
  ab_team *team = s->team;
  int i;
  if (team == NULL)
    return;
  ab_team_end(team);
  for (i = 0; i < team->count; i++)
    free_helper(team->members[i].data, &s->team_mem);
  if (is_sampled(s))
    s->uct->tree.room += s->uct->lent;
  s->team_mem.alloc(s->team_mem.ud, team, sizeof *team + (size_t)s->team_most * sizeof(ab_member), 0);
  s->team = NULL;
}

/* ---------------------------------------------------------------- steps */

static uint64_t saturated (uint64_t done, uint64_t more) { return more > UINT64_MAX - done ? UINT64_MAX : done + more; }

/* Where no depth was given, and not each is visited: as deep as the game went, if it was over everywhere, but nowhere before. */
static int depth_reached (const ab_search *s) {
  int least = s->w.horizon > first_depth(&s->options) ? s->w.horizon - s->options.deepening : 0;
  if (s->options.depth >= 0 || s->options.deepening == 1 || !s->w.child.complete)
    return s->w.horizon;
  return s->w.deepest > least ? s->w.deepest : least;
}

static int next_depth (const ab_search *s, int limit) {
  return limit - s->w.horizon > s->options.deepening ? s->w.horizon + s->options.deepening : limit;
}

/* The pass is complete. If it was the last of its iteration, what it found is now the result: 1. */
static int end_iteration (ab_search *s) {
  ab_roots found = s->running;
  int limit = s->options.depth >= 0 ? s->options.depth : has_limit(&s->options) ? AB_MAX_DEPTH : AB_LAST_PLY;
  if (is_sampled(s)) {
    ab_limit_stop(s, AB_STOP_NONE);
    return 1;
  }
  if (ab_pass_next(s))
    return 0;
  ab_root_clear(s, &s->best);
  s->running = s->best;
  s->best = found;
  s->value = s->w.child.value;
  s->valued = 1;
  s->depth = depth_reached(s);
  s->endless = s->w.horizon == AB_LAST_PLY && !s->w.child.complete && !has_limit(&s->options);
  if (!s->options.deepening || s->w.child.complete || s->w.horizon == limit || (s->certain && s->options.proven))
    ab_limit_stop(s, AB_STOP_NONE);
  else
    ab_pass_first(s, next_depth(s, limit));
  return 1;
}

static ab_status walk_on (ab_search *s) {
  if (AB_IS_PRINTED(s->options.algorithm))
    return ab_paper_walk(s);
  if (is_sampled(s))
    return ab_playout_walk(s);
  if (s->bounding && s->w.budget > 0) {
    ab_value low, high;
    s->w.game->bounds(s->w.context, ab_stack_state(&s->w.stack, 1), &low, &high);
    ab_pass_bound(s, low, high);
  }
  return ab_walk_with_care(&s->w);
}

static ab_status walk (ab_search *s) {
  while (!s->finished) {
    ab_status status = s->paused ? AB_PAUSED : walk_on(s);
    s->paused = 0;
    if (status == AB_DONE) {
      if (end_iteration(s) && !s->finished)
        return AB_DEPTH;
    }
    else if (status != AB_PAUSED)
      return status;
    else if (!ab_limit_grant(s)) {
      s->paused = !s->finished && !AB_IS_PRINTED(s->options.algorithm);
      return s->finished ? AB_DONE : AB_PAUSED;
    }
  }
  return s->endless ? AB_ENDLESS : AB_DONE;
}

static void take_back_budget (ab_search *s) {
  s->granted -= s->w.budget;
  s->w.budget = 0;
}

ab_status ab_search_resume (ab_search *s) {
  ab_status status;
  if (s->team != NULL)
    take_back_budget(s); /* it rests, and is called with the next one */
  ab_clock_start(&s->clock);
  status = walk(s);
  ab_search_halt(s);
  if (s->finished)
    ab_search_gather(s);
  if (s->table != NULL)
    ab_table_report(s->table);
  return status;
}

ab_status ab_search_step (ab_search *s, uint64_t nodes, double seconds) {
  take_back_budget(s); /* of a step that was left by longjmp */
  ab_clock_start(&s->clock);
  s->step_began = ab_search_nodes(s);
  s->step_nodes = nodes > 0 ? saturated(s->step_began, nodes) : 0;
  s->step_time = seconds >= 0 && s->options.now != NULL ? ab_clock_read(&s->clock) + seconds : -1;
  if (AB_IS_PRINTED(s->options.algorithm)) {
    s->step_nodes = 0;
    s->step_time = -1;
  }
  return ab_search_resume(s);
}

const char *ab_search_broken (const ab_search *s, int *count) {
  *count = s->w.given;
  if (is_sampled(s))
    return ab_playout_name(s);
  switch (s->w.phase) {
    case AB_AT_NOISY: return "noisy";
    case AB_AT_CHANCE: return "chance";
    case AB_AT_BOTH: return "simultaneous";
    case AB_AT_PLAY: return "play";
    default: return "moves";
  }
}

const char *ab_search_outside (const ab_search *s, double *given, int *ply) {
  *given = s->w.wrong;
  if (is_sampled(s)) {
    *ply = s->w.ply - 1;
    return ab_playout_name(s);
  }
  *ply = ab_search_ply(s) - (s->w.phase != AB_AT_EVALUATE || AB_IS_PRINTED(s->options.algorithm));
  switch (s->w.phase) {
    case AB_AT_CHANCE: return "chance";
    case AB_AT_BOUNDS: return "bounds";
    case AB_AT_EVALUATE: return s->w.child.over ? "play" : ab_search_estimator(s);
    default: return "evaluate";
  }
}

void ab_search_stop (ab_search *s) {
  if (!s->finished)
    ab_limit_stop(s, AB_STOP_CALLER);
}

void ab_search_shuffle (ab_search *s, uint64_t seed) {
  s->shuffle = seed;
  s->w.shuffled = AB_LEARNS(s->options.algorithm);
}

void ab_search_allow_playouts (ab_search *s, uint64_t playouts) {
  if (s->uct != NULL)
    s->uct->until = playouts > 0 ? saturated(ab_search_playouts(s), playouts) : 0;
}

void ab_search_trust_table (ab_search *s) {
  if (s->table == NULL)
    return;
  ab_table_renew(s->table);
  s->emptied = s->table->emptied;
}

void ab_search_allow (ab_search *s, int plies) { s->paper.allowed = plies; }

int ab_search_ply (const ab_search *s) { return s->paper.status == AB_DONE ? s->w.ply : s->paper.ply; }

void ab_search_halt (ab_search *s) {
  ab_clock_stop(&s->clock);
  if (s->team != NULL)
    ab_team_rest(s->team);
}

void ab_search_abandon (ab_search *s) {
  ab_clock_abandon(&s->clock);
  if (s->team != NULL)
    ab_team_rest(s->team);
}

/* Has the pass under way found a move that is better than the best one of the last iteration, which it
** has searched as well? It looks deeper, so it is to be believed. */
static int runs_ahead (const ab_search *s) {
  const ab_root_move *before = s->best.moves, *now = s->running.moves;
  const ab_node *root = &s->w.stack.nodes[1];
  if (!s->valued || s->best.count == 0 || s->running.count == 0 || s->options.want != AB_FIRST)
    return 0;
  if (s->options.algorithm > AB_ALPHABETA && s->options.algorithm != AB_PVS)
    return 0; /* what a pass in a guessed window says is not final */
  return !s->w.ranking && now->bound != AB_UPPER && now->number != before->number
      && (root->choices > 0 || root->index > before->number);
}

static const ab_roots *known_roots (const ab_search *s) {
  if (s->valued && !runs_ahead(s))
    return &s->best;
  if (s->w.ranking || (s->earlier.count > 0 && !ab_root_reaches(&s->running)))
    return &s->earlier;
  return &s->running;
}

/* While an iteration is not complete, the moves searched so far bound the value from below. Ranks are looked
** for when it is known. */
static void value_so_far (const ab_search *s, ab_result *result) {
  const ab_roots *known = known_roots(s);
  int i;
  if (s->w.ranking) {
    result->value = s->ranked;
    result->bound = AB_EXACT;
    result->valued = 1;
    return;
  }
  for (i = 0; i < known->count; i++) {
    const ab_root_move *found = &known->moves[i];
    if (found->bound == AB_UPPER || (result->valued && found->value <= result->value))
      continue;
    result->value = found->value;
    result->bound = AB_LOWER;
    result->valued = 1;
  }
}

/* What is exact, if only some outcomes count, is a mean of those. */
static ab_bound told (const ab_search *s, ab_bound bound) {
  return bound == AB_EXACT && s->options.draws > 0 ? AB_ESTIMATE : bound;
}

ab_result ab_search_result (const ab_search *s) {
  ab_result result;
  memset(&result, 0, sizeof result);
  result.depth = s->depth;
  result.moves = known_roots(s)->count;
  result.probes = s->probes;
  result.hits = s->hits;
  result.stores = s->stores;
  result.traced = s->trace.count;
  result.untraced = s->trace.more;
  result.nodes = ab_search_nodes(s);
  result.leaves = s->w.leaves;
  result.cutoffs = s->w.cutoffs;
  result.time = ab_clock_read(&s->clock);
  result.stopped = s->stopped;
  if (is_sampled(s))
    ab_visit_result(s, &result);
  else if (s->valued && !runs_ahead(s)) {
    result.valued = 1;
    result.value = s->value;
    result.bound = ab_value_bound(s->value, s->options.alpha, s->options.beta);
  }
  else
    value_so_far(s, &result);
  result.value += 0.0; /* never -0.0 */
  result.bound = told(s, result.bound);
  return result;
}

ab_root_move ab_search_move (const ab_search *s, int i) {
  ab_root_move found = is_sampled(s) ? ab_visit_move(s, i) : known_roots(s)->moves[i];
  found.value += 0.0;
  found.bound = told(s, found.bound);
  return found;
}

int ab_search_prefers (const ab_search *s, int a, int b) {
  return is_sampled(s) ? ab_visit_order(s, a, b) : ab_search_move(s, a).value > ab_search_move(s, b).value;
}

ab_move ab_search_line (const ab_search *s, int *line) {
  const ab_cell *cell;
  if (is_sampled(s))
    return ab_visit_line(s, line);
  cell = ab_line_cell(&s->lines, *line);
  *line = cell->next;
  return cell->move;
}

int ab_search_line_joint (const ab_search *s, int line) {
  return is_sampled(s) ? ab_visit_joint(s, line) : ab_line_cell(&s->lines, line)->joint;
}

int ab_search_mover (const ab_search *s) {
  return is_sampled(s) ? ab_tree_at(&s->uct->tree, 0)->mover + 1 : s->w.stack.nodes[AB_IS_PRINTED(s->options.algorithm)].player;
}

int ab_search_choices (const ab_search *s, int player) {
  return s->both == NULL ? 0 : is_sampled(s) ? ab_visit_choices(s, player) : s->both->root.counts[player];
}

ab_move ab_search_choice (const ab_search *s, int player, int i, double *probability, ab_value *worth) {
  const ab_duel_solved *root = &s->both->root;
  int first = root->counts[0] > 0 ? root->counts[0] : 1, place = player == 0 ? i : first + i, room = s->w.game->max_moves;
  ab_move *lists[2];
  if (is_sampled(s))
    return ab_visit_choice(s, player, i, probability, worth);
  *probability = root->chosen[place];
  *worth = root->worth[place];
  ab_both_lists(s->both, 1, room, lists);
  return room > 0 ? lists[player][i] : (ab_move)i + 1;
}

/* The cells of the root may be wrong by what is allowed below. */
double ab_search_gap (const ab_search *s) {
  int plies = s->options.depth < 0 ? AB_MAX_DEPTH : s->options.depth;
  return is_sampled(s) ? ab_visit_gap(s) : s->both->root.gap + (plies > 0 ? 2 * (plies - 1) * s->allowance : 0);
}

ab_value ab_search_paid (const ab_search *s, int player) { return ab_visit_paid(s, player); }

int ab_search_likeliest (const ab_search *s) { return is_sampled(s) ? ab_visit_likeliest(s) : s->both->root.line; }

ab_sampled ab_search_sampled (const ab_search *s, int i, int above) { return ab_visit_node(s, i, above); }

ab_traced ab_search_traced (const ab_search *s, int i) { return *ab_trace_at(&s->trace, i); }
