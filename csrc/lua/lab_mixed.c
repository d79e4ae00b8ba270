/*
** Native rules with functions in Lua among their operations (or without some of those that they have). The
** core works on positions that are a lab_position and the bytes that the rules know; operations of the
** rules are handed on, and those in Lua (lab_callback.c) see the bytes through the one view of the search.
**
** A printed algorithm walks here too where everything is native: it cannot be cut into slices, so that hooks
** are let in from `play`.
*/
#include <string.h>
#include "lab_mixed.h"
#include "lab_chance.h"
#include "lab_error.h"
#include "lab_frame.h"
#include "lab_hooks.h"
#include "lab_native.h"
#include "lab_value.h"
#include "lab_weights.h"

static void *bytes_of (void *state) { return (lab_position *)state + 1; }

static const lab_rules *rules_of (void *context) { return &((lab_game *)context)->rules; }

/* ---------------------------------------------------------------- what is handed on */

/* An operation of the rules that gets the position; and one that gets a move or a list besides. */
#define HAND_ON(type, operation)                                                   \
  static type mixed_##operation (void *context, void *state) {                     \
    const lab_rules *rules = rules_of(context);                                    \
    return rules->game->operation(rules->context, bytes_of(state));                \
  }

#define HAND_ON_WITH(type, operation, other)                                       \
  static type mixed_##operation (void *context, void *state, other given) {        \
    const lab_rules *rules = rules_of(context);                                    \
    return rules->game->operation(rules->context, bytes_of(state), given);         \
  }

HAND_ON (ab_value, evaluate)
HAND_ON (ab_value, estimate)
HAND_ON (int, player)
HAND_ON (uint64_t, key)
HAND_ON (double, phase)
HAND_ON (int, goal)
HAND_ON (double, remaining)
HAND_ON_WITH (int, moves, ab_move *)
HAND_ON_WITH (int, noisy, ab_move *)
HAND_ON_WITH (int, more, ab_move)
HAND_ON_WITH (uint64_t, tag, ab_move)
HAND_ON_WITH (double, order, ab_move)
HAND_ON_WITH (double, likelihood, ab_move)
HAND_ON_WITH (double, cost, ab_move)
HAND_ON_WITH (int, features, double *)

/* Of a walk that cannot be cut into slices, now and then. */
static void let_hooks_in (lab_game *game) {
  if (!game->recursive || ++game->plays < LAB_SLICE)
    return;
  game->plays = 0;
  lab_hooks_push(game->L);
  lua_call(game->L, 0, 0);
}

static ab_played mixed_play (void *context, void *state, ab_move move, void *next, ab_value *payoff) {
  lab_game *game = context;
  const lab_rules *rules = &game->rules;
  lab_position *to = next;
  int ply = ((lab_position *)state)->ply;
  ab_played played;
  let_hooks_in(game);
  played = rules->game->play(rules->context, bytes_of(state), move, bytes_of(next), payoff);
  if (played != AB_ILLEGAL)
    to->ply = ply + 1;
  if (played == AB_OVER)
    lab_game_has_integers(game);
  return played;
}

static ab_played mixed_play_at_once (void *context, void *state, const ab_move moves[], void *next, ab_value *payoff) {
  lab_game *game = context;
  const lab_rules *rules = &game->rules;
  int ply = ((lab_position *)state)->ply;
  ab_played played;
  let_hooks_in(game);
  played = rules->game->play_at_once(rules->context, bytes_of(state), moves, bytes_of(next), payoff);
  ((lab_position *)next)->ply = ply + (played != AB_ILLEGAL);
  return played;
}

static void mixed_undo (void *context, void *state, ab_move move) {
  const lab_rules *rules = rules_of(context);
  rules->game->undo(rules->context, bytes_of(state), move);
  ((lab_position *)state)->ply--;
}

static void mixed_undo_at_once (void *context, void *state, const ab_move moves[]) {
  const lab_rules *rules = rules_of(context);
  rules->game->undo_at_once(rules->context, bytes_of(state), moves);
  ((lab_position *)state)->ply--;
}

static void mixed_bounds (void *context, void *state, ab_value *low, ab_value *high) {
  const lab_rules *rules = rules_of(context);
  rules->game->bounds(rules->context, bytes_of(state), low, high);
}

static int mixed_chance (void *context, void *state, ab_move *list, double *weights) {
  lab_game *game = context;
  const ab_game *rules = game->rules.game;
  int count = rules->chance(game->rules.context, bytes_of(state), list, weights);
  game->native.max_outcomes = rules->max_outcomes; /* it may have been raised */
  return count;
}

static int mixed_simultaneous (void *context, void *state, ab_move *lists[], int counts[]) {
  const lab_rules *rules = rules_of(context);
  return rules->game->simultaneous(rules->context, bytes_of(state), lists, counts);
}

/* ---------------------------------------------------------------- some of the moves, from Lua */

/* Bring a move from the rest of the list to its front. 0: it is not there. */
static int pick (ab_move *rest, int count, ab_move move) {
  int i;
  for (i = 0; i < count; i++)
    if (rest[i] == move) {
      rest[i] = rest[0];
      rest[0] = move;
      return 1;
    }
  return 0;
}

/* What `name` has returned, the list at the top of the stack, is to hold some of the moves in `list`. */
static int take_some (lab_game *game, const char *name, ab_move *list, int known) {
  lua_State *L = game->L;
  size_t count = lua_rawlen(L, -1);
  int i;
  for (i = 0; (size_t)i < count; i++) {
    int64_t move;
    lua_rawgeti(L, -1, i + 1);
    if (i >= known || !lab_value_to_integer(L, -1, &move) || !pick(list + i, known - i, (ab_move)move))
      lab_game_broken(game, name, "list of some of the moves");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return i;
}

static int lua_noisy (void *context, void *state, ab_move *list) {
  lab_game *game = context;
  lua_State *L = game->L;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_NOISY, state, 1);
  if (lab_game_took_true(game))
    return AB_EVERY;
  if (lua_istable(L, -1)) {
    int known = mixed_moves(context, state, list);
    if (!lab_native_may_give(&game->native, known))
      lab_error_raise(L, "%s", lab_native_wrong_count(L, game->name, &game->native, "moves", known));
    return take_some(game, "noisy", list, known);
  }
  if (!lua_isnil(L, -1))
    lab_game_broken(game, "noisy", "list");
  lua_pop(L, 1);
  return 0;
}

/* Asked where the rules say that both choose: they may do with less choices. */
static int lua_simultaneous (void *context, void *state, ab_move *lists[], int counts[]) {
  lab_game *game = context;
  int player, wrong;
  if (!mixed_simultaneous(context, state, lists, counts))
    return 0;
  if (!ab_game_may_choose(&game->native, 2, counts, &wrong))
    return 1;
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_SIMULTANEOUS, state, 2);
  for (player = 1; player >= 0; player--) {
    if (!lua_istable(game->L, -1))
      lab_game_broken(game, "simultaneous", "list of choices for each player");
    counts[player] = take_some(game, "simultaneous", lists[player], counts[player]);
  }
  return 1;
}

/* ---------------------------------------------------------------- reading */

#define HAS(set, what) ((set) >> (what) & 1)

/* The set of the callbacks that make a difference: to a search for a way, which goes without `chance`, or to the others. */
static unsigned used_by (const lab_game *game) {
  const unsigned of_ways = 1u << LAB_GOAL | 1u << LAB_COST | 1u << LAB_ESTIMATE;
  return game->puzzle ? of_ways | 1u << LAB_MOVES | 1u << LAB_PLAY | 1u << LAB_KEY | 1u << LAB_CHANCE : ~of_ways;
}

/* The set of the callbacks in the anchor that are operations of the rules, and of all that were given. */
static unsigned of_rules (lua_State *L, int anchor, const lab_rules *rules, unsigned *given) {
  unsigned own = 0;
  int what;
  *given = 0;
  for (what = LAB_FIRST_CALLBACK; what <= LAB_LAST_CALLBACK; what++) {
    lua_rawgeti(L, anchor, what);
    if (!lua_isnil(L, -1)) {
      lab_rules of = lab_native_of(L, -1, what);
      *given |= 1u << what;
      own |= (unsigned)(of.game == rules->game && of.context == rules->context) << what;
    }
    lua_pop(L, 1);
  }
  return own;
}

/* Does the game go without something that the rules have? Features and phases without weights are of no use. */
static int has_less (unsigned used, unsigned given, const ab_game *rules) {
  int what;
  for (what = LAB_FIRST_CALLBACK; what <= LAB_LAST_CALLBACK; what++)
    if (HAS(used, what) && what != LAB_FEATURES && what != LAB_PHASE && lab_native_has(rules, what) && !HAS(given, what))
      return 1;
  return rules->keep != NULL;
}

/* Hand on the operation `what`, if it is of the rules. */
static void hand_on (ab_game *native, int what, const ab_game *rules) {
  switch (what) {
    case LAB_EVALUATE: native->evaluate = mixed_evaluate; break;
    case LAB_PLAYER: native->player = mixed_player; break;
    case LAB_BOUNDS: native->bounds = mixed_bounds; break;
    case LAB_LIKELIHOOD: native->likelihood = mixed_likelihood; break;
    case LAB_GOAL: native->goal = mixed_goal; break;
    case LAB_COST: native->cost = mixed_cost; break;
    case LAB_ESTIMATE: native->remaining = mixed_remaining; break;
    case LAB_KEY: native->key = mixed_key; break;
    case LAB_ORDER: native->order = mixed_order; break;
    case LAB_NOISY: native->noisy = mixed_noisy; break;
    case LAB_PHASE: native->phase = mixed_phase; break;
    case LAB_SIMULTANEOUS: native->simultaneous = mixed_simultaneous; break;
    case LAB_CHANCE:
      native->chance = mixed_chance;
      native->max_outcomes = rules->max_outcomes;
      break;
  }
}

/* Features of the rules: whoever's the weights are, the static evaluation is native. The set of what is of the rules grows by
** the weights if they are theirs. */
static unsigned weigh (lua_State *L, const char *caller, lab_game *game, int anchor, unsigned own) {
  ab_game *native = &game->native;
  const ab_game *rules = game->rules.game;
  int count;
  lua_rawgeti(L, anchor, LAB_WEIGHTS);
  count = lab_weights_count(L, -1);
  if (count != rules->feature_count)
    lab_error_argument(L, caller, 1, "%s: field 'weights': %d numbers expected, one for each feature of the native rules%s, "
                       "got %d", lab_error_label(L, game->name), rules->feature_count * native->phases,
                       native->phases > 1 ? " in each phase" : "", count * native->phases);
  native->feature_count = count;
  native->features = mixed_features;
  native->estimate = NULL;
  lab_weights_use(L, -1, native);
  lua_rawseti(L, anchor, LAB_FILLED);
  own |= (unsigned)lab_weights_are(L, -1, rules) << LAB_WEIGHTS;
  lua_pop(L, 1);
  return own;
}

/* Where the rules let both choose at once, they say where, and who is to move elsewhere. */
static void check_both (lua_State *L, const char *caller, const lab_game *game) {
  const ab_game *rules = game->rules.game, *native = &game->native;
  const char *wrong = native->simultaneous == NULL   ? "field 'simultaneous' expected, as the native rules have it"
                      : native->player != mixed_player ? "field 'player': that of the native rules expected, which have "
                                                         "'simultaneous'"
                      : native->simultaneous == lua_simultaneous && rules->max_moves == 0
                        ? "field 'simultaneous' is a function in Lua, but the native rules do not list their choices"
                        : NULL;
  if (rules->simultaneous != NULL && wrong != NULL)
    lab_error_argument(L, caller, 1, "%s: %s", lab_error_label(L, game->name), wrong);
}

/* The rules must be used as they are meant. */
static void check_use (lua_State *L, const char *caller, const lab_game *game) {
  const ab_game *rules = game->rules.game;
  const char *name = game->name;
  int both = game->native.simultaneous != NULL && rules->simultaneous == NULL;
  if (game->in_place || game->variadic || game->fills || game->players || both)
    lab_error_argument(L, caller, 1, "%s: field '%s' cannot be used with native rules%s", lab_error_label(L, name),
                       game->in_place ? "undo" : game->variadic ? "variadic" : game->fills ? "fills" : both ? "simultaneous"
                       : "players", both ? " that do not have it" : "");
  check_both(L, caller, game);
  if (game->native.viewpoint != rules->viewpoint)
    lab_error_argument(L, caller, 1, "%s: field 'viewpoint': %s expected, as the native rules have it",
                       lab_error_label(L, name), rules->viewpoint ? "1" : "nil");
  if (game->native.noisy == lua_noisy && rules->max_moves == 0)
    lab_error_argument(L, caller, 1, "%s: field 'noisy' is a function in Lua, but the native rules do not list "
                       "their moves", lab_error_label(L, name));
}

void lab_mixed_read (lua_State *L, const char *caller, lab_game *game, int anchor) {
  ab_game *native = &game->native;
  const ab_game *rules;
  unsigned own, given, used;
  int what, foreign, weighs;
  lua_rawgeti(L, anchor, LAB_PLAY);
  game->rules = lab_native_of(L, -1, LAB_PLAY);
  lua_pop(L, 1);
  rules = game->rules.game;
  if (rules == NULL)
    return;
  own = of_rules(L, anchor, &game->rules, &given);
  if (!HAS(own, LAB_MOVES)) {
    game->rules.game = NULL;
    return;
  }
  used = used_by(game);
  weighs = HAS(own, LAB_FEATURES) && !HAS(given, LAB_FINISHED);
  if (weighs)
    own = weigh(L, caller, game, anchor, own);
  foreign = ((own ^ given) & used & ~(unsigned)(weighs << LAB_WEIGHTS)) != 0;
  game->pure = !foreign && HAS(own, LAB_WEIGHTS) == HAS(given, LAB_WEIGHTS)
            && !has_less(used, given, rules) && native->low == rules->low && native->high == rules->high
            && native->repeats == rules->repeats && native->repetition == rules->repetition;
  native->returns = rules->returns && !foreign;
  native->state_size = sizeof(lab_position) + (rules->state_size + 7) / 8 * 8;
  native->max_moves = rules->max_moves;
  native->moves = mixed_moves;
  native->more = rules->more != NULL ? mixed_more : NULL;
  native->play = mixed_play;
  native->undo = rules->undo != NULL ? mixed_undo : NULL;
  native->play_at_once = mixed_play_at_once;
  native->undo_at_once = mixed_undo_at_once;
  native->tag = rules->tag != NULL ? mixed_tag : NULL;
  native->keep = NULL;
  lua_pushnil(L);
  lua_rawseti(L, anchor, LAB_KEPT);
  if (native->noisy != NULL)
    native->noisy = lua_noisy;
  if (native->chance != NULL)
    native->chance = lab_chance_ask_native;
  if (native->simultaneous != NULL)
    native->simultaneous = lua_simultaneous;
  for (what = LAB_EVALUATE; what <= LAB_LAST_CALLBACK; what++)
    if (HAS(own, what) && !(what == LAB_EVALUATE && HAS(given, LAB_FINISHED)))
      hand_on(native, what, rules);
  if (HAS(own, LAB_EVALUATE) || (game->puzzle && HAS(own, LAB_COST)))
    lab_game_has_integers(game);
  if (HAS(own, LAB_EVALUATE) && rules->estimate != NULL && native->estimate == NULL && native->weights == NULL
      && !HAS(given, LAB_FINISHED))
    native->estimate = mixed_estimate;
  check_use(L, caller, game);
}

/* ---------------------------------------------------------------- beginning */

void *lab_mixed_root (lua_State *L, lab_game *game) {
  lab_state *given = lua_touserdata(L, LAB_AT(LAB_ROOT));
  lab_position *root = lua_newuserdata(L, game->native.state_size);
  root->ply = 0;
  memcpy(root + 1, lab_state_bytes(given), game->rules.game->state_size);
  lab_anchor_push(L, LAB_AT(LAB_ROOT));
  game->view = lab_state_new(L, &game->rules);
  game->view->live = 0;
  lab_frame_set_view(L, game->view);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LAB_ANCHOR, LAB_ROOT);
  lua_replace(L, LAB_AT(LAB_ROOT));
  lua_pop(L, 1);
  return root;
}
