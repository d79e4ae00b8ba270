/*
** A solved game as a Lua object: a userdata that keeps the core's memory alive, and the game. Its methods are in Lua
** (lua/alphabeta/solution.lua); here positions are looked up.
*/
#include <string.h>
#include "lab_solution.h"
#include "lab_error.h"
#include "lab_memory.h"
#include "lab_native.h"
#include "lab_value.h"

typedef struct lab_solution {
  ab_solve *core;
  const lab_hoard *hoard; /* its large blocks; NULL: it has none */
  int integers;   /* values are integers where they are whole */
  int native_key; /* `key` of the game is native: a string of its bytes, where integers are short */
} lab_solution;

/* Not one that has lost its memory, as the state is being closed. */
static const lab_solution *check_there (lua_State *L, const lab_solution *solution) {
  if (lab_hoard_is_lost(solution->hoard))
    luaL_error(L, "solution is closed");
  return solution;
}

static const lab_solution *check_solution (lua_State *L) {
  return check_there(L, luaL_checkudata(L, 1, LAB_SOLUTION_TYPE));
}

/* Is `key` of the game at the index an operation of native rules? */
static int has_native_key (lua_State *L, int rules) {
  int native;
  lua_getfield(L, rules, "key");
  native = lab_native_of(L, -1, LAB_KEY).game != NULL;
  lua_pop(L, 1);
  return native;
}

void lab_solution_push (lua_State *L, ab_solve *core, int integers, int rules, int state, int blocks) {
  lab_solution *solution = lab_anchor_new(L, sizeof *solution);
  solution->core = core;
  solution->hoard = lab_hoard_find(L, blocks);
  solution->integers = integers;
  solution->native_key = has_native_key(L, rules);
  lua_createtable(L, LAB_NOTED_STATE, 0);
  lua_pushvalue(L, blocks);
  lua_rawseti(L, -2, LAB_NOTED_BLOCKS);
  lua_pushvalue(L, rules);
  lua_rawseti(L, -2, LAB_NOTED_GAME);
  lua_pushvalue(L, state);
  lua_rawseti(L, -2, LAB_NOTED_STATE);
  lab_anchor_set(L, -2);
  luaL_getmetatable(L, LAB_SOLUTION_TYPE);
  lua_setmetatable(L, -2);
}

/* What the `key` of the game on top has answered, at index 2, is none. */
static int refuse_key (lua_State *L) {
  const char *label;
  lua_getfield(L, -1, "name");
  label = lab_error_label(L, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL);
  return lab_error_raise(L, "%s: 'key' returned %s (integer or string expected)", label, lab_error_returned(L, 2));
}

/* core.solved(solution, key) -> value, plies, better, over, order; nil: there is no such position. */
static int core_solved (lua_State *L) {
  const lab_solution *solution = check_solution(L);
  ab_solved found;
  uint64_t key;
  if (!lab_native_take_key(L, 2, solution->native_key, &key)) {
    lab_anchor_push_noted(L, 1);
    lua_pop(L, 1);
    return refuse_key(L);
  }
  if (!ab_solve_find(solution->core, key, &found))
    return 0;
  lab_value_push(L, solution->integers, found.value);
  if (found.plies < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, found.plies);
  lua_pushinteger(L, found.better);
  lua_pushboolean(L, found.over);
  lua_pushinteger(L, found.order);
  return 5;
}

/* core.solved_game(state, solution, caller) -> the game that it is of, to which the state must belong. */
static int core_solved_game (lua_State *L) {
  enum { STATE = 1, SOLUTION, CALLER, GAME };
  const char *caller = luaL_checkstring(L, CALLER);
  lab_rules rules;
  lua_settop(L, CALLER);
  if (luaL_testudata(L, SOLUTION, LAB_SOLUTION_TYPE) == NULL)
    return luaL_error(L, "calling '%s' on bad self (%s expected, got %s)", caller, LAB_SOLUTION_TYPE,
                      luaL_typename(L, SOLUTION));
  if (lua_isnil(L, STATE))
    lab_error_argument(L, caller, STATE, "state expected, got nil");
  lab_anchor_push(L, SOLUTION);
  lua_rawgeti(L, -1, LAB_NOTED_GAME);
  lua_replace(L, GAME);
  lua_getfield(L, GAME, "moves");
  rules = lab_native_of(L, -1, LAB_MOVES);
  if (rules.game != NULL)
    lab_state_check(L, caller, STATE, &rules);
  lua_settop(L, GAME);
  return 1;
}

ab_solve *lab_solution_core (lua_State *L, int i, int *integers) {
  const lab_solution *solution = luaL_testudata(L, i, LAB_SOLUTION_TYPE);
  if (solution == NULL)
    return NULL;
  *integers = solution->integers;
  return check_there(L, solution)->core;
}

/* core.key_bytes(game, key) -> the key as the core has it, as a string. */
static int core_key_bytes (lua_State *L) {
  uint64_t key;
  lua_settop(L, 2);
  if (!lab_native_take_key(L, 2, has_native_key(L, 1), &key)) {
    lua_pushvalue(L, 1);
    return refuse_key(L);
  }
  lua_pushlstring(L, (const char *)&key, sizeof key);
  return 1;
}

static int solution_len (lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ab_solve_count(check_solution(L)->core));
  return 1;
}

static int solution_tostring (lua_State *L) {
  const lab_solution *solution = check_solution(L);
  lua_pushfstring(L, "%s (%d positions): %p", LAB_SOLUTION_TYPE, (int)ab_solve_count(solution->core),
                  (const void *)solution);
  return 1;
}

static const luaL_Reg metamethods[] = {
  {"__len", solution_len},
  {"__tostring", solution_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"solved", core_solved},
  {"solved_game", core_solved_game},
  {"key_bytes", core_key_bytes},
  {NULL, NULL}
};

void lab_solution_open (lua_State *L) {
  luaL_newmetatable(L, LAB_SOLUTION_TYPE);
  luaL_setfuncs(L, metamethods, 0);
  lua_pushliteral(L, LAB_SOLUTION_TYPE);
  lua_setfield(L, -2, "__metatable");
  lua_setfield(L, -2, "solutions"); /* the metatable itself, for `__index` */
  luaL_setfuncs(L, functions, 0);
}
