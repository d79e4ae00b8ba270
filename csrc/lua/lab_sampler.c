/*
** What Monte-Carlo tree search asks of a game given in Lua beside its rules. What these functions draw comes from a stream of
** the core's: it is lent for the time of the call, so that a call that is repeated draws the same.
*/
#include <string.h>
#include "lab_sampler.h"
#include "lab_both.h"
#include "lab_callback.h"
#include "lab_error.h"
#include "lab_value.h"

#define MOST_DRAWN 4294967296.0 /* 2^32 */

/* random(n): a number from 1 to n. */
static int draw (lua_State *L) {
  lab_game *game = lua_touserdata(L, lua_upvalueindex(1));
  lua_Number n = lua_type(L, 1) == LUA_TNUMBER ? lua_tonumber(L, 1) : 0;
  if (!(n >= 1 && n <= MOST_DRAWN) || n != (lua_Number)(int64_t)n)
    return lab_error_argument(L, "random", 1, "integer from 1 to 2^32 expected, got %s", lab_error_got(L, 1));
  lab_value_push_integer(L, (int64_t)ab_draw(&game->stream, (uint64_t)n) + 1);
  return 1;
}

/* ---------------------------------------------------------------- worlds */

static void call_determinize (lab_game *game, int player, uint64_t stream) {
  lua_State *L = game->L;
  game->stream = stream;
  lua_pushvalue(L, LAB_AT(LAB_DETERMINIZE));
  lua_rawgeti(L, LAB_ANCHOR, LAB_HIDDEN);
  lua_pushinteger(L, player);
  lua_rawgeti(L, LAB_ANCHOR, LAB_DRAW);
  lab_game_call(game, 3, 1);
}

/* The world at the top of the stack is the position of the root from now on. */
static void take_world (lab_game *game, lab_position *world) {
  lua_State *L = game->L;
  if (game->rules.game != NULL) {
    lab_state *given = luaL_testudata(L, -1, LAB_STATE_TYPE);
    if (given == NULL || given->rules.game != game->rules.game || given->rules.context != game->rules.context
        || given->live == 0) {
      lab_game_broken(game, "determinize", given != NULL && given->live == 0 ? "copy of a state that is no longer shown"
                                                                              : "state of the native game");
      return; /* not reached: for the static analyser */
    }
    memcpy(world + 1, lab_state_bytes(given), game->rules.game->state_size);
    lua_pop(L, 1);
  }
  else if (game->in_place) {
    lua_rawgeti(L, LAB_ANCHOR, LAB_HIDDEN);
    if (lua_rawequal(L, -1, -2))
      lab_error_raise(L, "%s: 'determinize' returned the state itself (another one expected, as 'play' changes it)",
                      lab_game_label(game));
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, LAB_ANCHOR, LAB_ROOT);
    lua_replace(L, LAB_AT(LAB_ROOT));
    game->made = game->pictured = game->stale = 0;
  }
  else
    lua_rawseti(L, LAB_AT(LAB_STORE), LAB_POSITION(0));
  world->ply = game->here = game->foreseen = 0;
}

static void sample_determinize (void *context, void *state, int player, void *world, uint64_t *stream) {
  lab_game *game = context;
  if (!lab_game_begun(game, state))
    call_determinize(game, player, *stream);
  if (game->rules.game == NULL && (lua_isnil(game->L, -1) || (lua_isboolean(game->L, -1) && !lua_toboolean(game->L, -1))))
    lab_game_broken(game, "determinize", "state");
  *stream = game->stream;
  take_world(game, world);
}

/* The move or choice at the top of the stack is known by its value: a number or a string. */
static uint64_t identify_top (const lab_game *game, const char *what, int ply) {
  lua_State *L = game->L;
  if (lua_type(L, -1) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, -1, &length);
    return ab_hash(bytes, length) ^ 0x5851F42D4C957F2Du;
  }
  if (lua_type(L, -1) == LUA_TNUMBER) {
    lua_Number number = lua_tonumber(L, -1);
    int64_t integer;
    return lab_value_to_integer(L, -1, &integer) ? ab_hash(&integer, sizeof integer) : ~ab_hash(&number, sizeof number);
  }
  return (uint64_t)lab_error_raise(L, "%s: a %s is %s (number or string expected in a game with 'determinize') at ply %d",
                                   lab_game_label(game), what, lab_error_returned(L, -1), ply);
}

static uint64_t sample_identify (void *context, void *state, ab_move move) {
  lab_game *game = context;
  int ply = ((lab_position *)state)->ply;
  uint64_t id;
  lab_callback_push_shown(game, ply, move);
  id = identify_top(game, "move", ply);
  lua_pop(game->L, 1);
  return id;
}

/* Those at the root are for the result. */
static uint64_t sample_identify_choice (void *context, void *state, int player, ab_move choice) {
  lab_game *game = context;
  int ply = ((lab_position *)state)->ply;
  uint64_t id;
  lab_both_push_choice(game, ply, player, choice);
  id = identify_top(game, "choice", ply);
  if (ply == 0)
    lab_both_keep_choice(game, player, id);
  else
    lua_pop(game->L, 1);
  return id;
}

/* ---------------------------------------------------------------- several players */

static void sample_payoffs (void *context, void *state, int over, ab_value *payoffs) {
  lab_game *game = context;
  if (over) {
    memcpy(payoffs, game->payoffs, sizeof game->payoffs);
    return;
  }
  if (lab_game_has(game, LAB_FINISHED)) {
    lab_callback_take_payoffs(game, lab_callback_ask_worth(game, state), payoffs);
    return;
  }
  if (!lab_game_begun(game, state))
    lab_game_call_on(game, LAB_EVALUATE, state, 1);
  lab_callback_take_payoffs(game, "evaluate", payoffs);
}

/* ---------------------------------------------------------------- how playouts move */

static void call_policy (lab_game *game, const lab_position *position, const ab_move *moves, int count) {
  lua_State *L = game->L;
  int i;
  lua_rawgeti(L, LAB_ANCHOR, LAB_POLICY);
  lab_game_push_position(game, position);
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lab_callback_push_shown(game, position->ply, moves[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_rawgeti(L, LAB_ANCHOR, LAB_DRAW);
  lab_game_call(game, 3, 1);
}

static int sample_policy (void *context, void *state, const ab_move *moves, int count, uint64_t *stream) {
  lab_game *game = context;
  lua_State *L = game->L;
  const lab_position *position = state;
  int i, same = 0;
  if (!lab_game_begun(game, position)) {
    game->stream = *stream;
    call_policy(game, position, moves, count);
  }
  for (i = 0; i < count && !same; i++) {
    lab_callback_push_shown(game, position->ply, moves[i]);
    same = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
  }
  if (!same)
    return lab_error_raise(L, "option 'policy' returned %s (one of the moves expected) at ply %d", lab_error_returned(L, -1),
                           position->ply);
  lua_pop(L, 1);
  *stream = game->stream;
  return i - 1;
}

/* ---------------------------------------------------------------- all of it */

/* Push the position at 2 for `determinize`. A view would show another one later. */
static void push_hidden (lua_State *L, const lab_game *game) {
  lab_state *copy;
  if (game->rules.game == NULL) {
    lua_pushvalue(L, 2);
    return;
  }
  lab_anchor_push(L, 2);
  copy = lab_state_new(L, &game->rules);
  memcpy(lab_state_bytes(copy), lab_state_bytes(lua_touserdata(L, 2)), game->rules.game->state_size);
  lua_remove(L, -2);
}

void lab_sampler_fill (lua_State *L, lab_game *game, ab_sampler *sampler, int anchor) {
  ab_game *native = &game->native;
  int lua_rules = game->rules.game == NULL;
  game->sampled = game->paged = 1;
  sampler->players = game->players;
  sampler->payoffs = sample_payoffs;
  sampler->determinize = lab_game_has(game, LAB_DETERMINIZE) ? sample_determinize : NULL;
  sampler->identify_choice = lua_rules ? sample_identify_choice : NULL;
  game->worlds = sampler->determinize != NULL;
  sampler->policy = lab_anchor_has(L, anchor, LAB_POLICY) ? sample_policy : NULL;
  sampler->refuses = sampler->policy != NULL && (game->refuses || !lua_rules);
  if (lua_rules && native->more != NULL)
    native->more = lab_callback_collect;
  if (game->numbered && lua_rules && game->in_place) {
    native->keep = NULL;
    lua_pushnil(L);
    lua_rawseti(L, anchor, LAB_KEPT);
  }
  sampler->identify = lua_rules && native->keep != NULL ? sample_identify : NULL; /* otherwise a move is its own number */
  lua_rawgeti(L, anchor, LAB_SELF);
  lua_pushcclosure(L, draw, 1);
  lua_rawseti(L, anchor, LAB_DRAW);
  push_hidden(L, game);
  lua_rawseti(L, anchor, LAB_HIDDEN);
}
