/*
** `chance` returns a list of outcomes and, if they are not all equal, one of weights; or nothing where a player
** decides. Both lists are copied: the game may fill the same two each time.
*/
#include "lab_chance.h"
#include "lab_error.h"
#include "lab_value.h"

/* Where the results of `chance` stand. */
#define OUTCOMES (-2)
#define WEIGHTS (-1)

/* How many outcomes are there? 0: a player decides. */
static int count_outcomes (lab_game *game) {
  lua_State *L = game->L;
  size_t count;
  if (lua_isnil(L, OUTCOMES))
    return 0;
  if (!lua_istable(L, OUTCOMES)) {
    lua_pop(L, 1);
    lab_game_broken(game, "chance", "list of outcomes");
  }
  count = lua_rawlen(L, OUTCOMES);
  if (count == 0)
    lab_error_raise(L, "%s: 'chance' returned no outcomes (nil expected where a player decides) at ply %d", lab_game_label(game),
                    lab_game_ply(game));
  if (count > AB_MAX_MOVES)
    lab_error_raise(L, "%s: 'chance' returned %d outcomes (limit is %d) at ply %d", lab_game_label(game), (int)count, AB_MAX_MOVES,
                    lab_game_ply(game));
  if (!lua_isnil(L, WEIGHTS) && !lua_istable(L, WEIGHTS))
    lab_game_broken(game, "chance", "list as weights");
  if (!lua_isnil(L, WEIGHTS) && lua_rawlen(L, WEIGHTS) != count)
    lab_error_raise(L, "%s: 'chance' returned %d weights for %d outcomes at ply %d", lab_game_label(game),
                    (int)lua_rawlen(L, WEIGHTS), (int)count, lab_game_ply(game));
  return (int)count;
}

static void take_weights (lab_game *game, double *weights, int count) {
  lua_State *L = game->L;
  double total = 0;
  int i;
  for (i = 0; i < count; i++) {
    weights[i] = 1;
    if (lua_isnil(L, WEIGHTS))
      continue;
    lua_rawgeti(L, WEIGHTS, i + 1);
    weights[i] = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(weights[i] > 0))
      lab_error_raise(L, "%s: 'chance' returned a weight of %s (positive number expected) at ply %d", lab_game_label(game),
                      lab_error_got(L, -1), lab_game_ply(game));
    total += weights[i];
    lua_pop(L, 1);
  }
  if (!(total < HUGE_VAL))
    lab_error_raise(L, "%s: 'chance' returned weights with an infinite sum at ply %d", lab_game_label(game), lab_game_ply(game));
}

/* Push outcome number i, from 1. */
static void push_outcome (lab_game *game, int i, int count) {
  lua_rawgeti(game->L, OUTCOMES, i);
  if (lua_isnil(game->L, -1))
    lab_error_raise(game->L, "%s: outcome %d of the %d from 'chance' is nil at ply %d", lab_game_label(game), i, count,
                    lab_game_ply(game));
}

/* They become the list of the ply. */
static void take_outcomes (lab_game *game, int count) {
  lua_State *L = game->L;
  int i;
  lab_anchor_push_list(L, LAB_AT(LAB_STORE), LAB_OUTCOMES(game->here), count);
  lua_insert(L, -3);
  for (i = 1; i <= count; i++) {
    push_outcome(game, i, count);
    lua_rawseti(L, -4, i);
  }
  lua_pop(L, 2);
  lua_rawseti(L, LAB_AT(LAB_STORE), LAB_LIST(game->here));
}

/* Ask, unless it has been done. How many outcomes are there, if there is room for them? Otherwise they are to be asked
** for again, when there is more. */
static int ask (lab_game *game, const lab_position *position) {
  int count;
  if (!lab_game_begun(game, position))
    lab_game_call_foreseen(game, LAB_CHANCE, position);
  count = count_outcomes(game);
  if (count > game->native.max_outcomes)
    game->native.max_outcomes = count;
  else if (count > 0)
    return count;
  lua_pop(game->L, 2);
  return count;
}

int lab_chance_ask (void *context, void *state, ab_move *list, double *weights) {
  lab_game *game = context;
  int most = game->native.max_outcomes, count = ask(game, state);
  (void)list;
  if (count == 0 || count > most)
    return count;
  take_weights(game, weights, count);
  take_outcomes(game, count);
  return count;
}

int lab_chance_ask_native (void *context, void *state, ab_move *list, double *weights) {
  lab_game *game = context;
  int most = game->native.max_outcomes, count = ask(game, state), i;
  if (count == 0 || count > most)
    return count;
  if (list != NULL && count > game->native.max_moves)
    lab_error_raise(game->L, "%s: 'chance' returned %d outcomes (limit is %d, as the native rules have it) at ply %d",
                    lab_game_label(game), count, game->native.max_moves, lab_game_ply(game));
  take_weights(game, weights, count);
  for (i = 0; i < count; i++) {
    int64_t move;
    push_outcome(game, i + 1, count);
    if (!lab_value_to_integer(game->L, -1, &move) || (list == NULL && move != i + 1))
      lab_game_broken(game, "chance", list != NULL ? "list of integers" : "list of the numbers from 1 on");
    if (list != NULL)
      list[i] = (ab_move)move;
    lua_pop(game->L, 1);
  }
  lua_pop(game->L, 2);
  return count;
}
