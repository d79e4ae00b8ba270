/*
** Arguments that parts of the library in Lua hand on to the core, looked at beforehand: by the core's own rules, in
** the name of the function that was called with them.
*/
#include <string.h>
#include "lab_vet.h"
#include "lab_fields.h"
#include "lab_native.h"
#include "lab_options.h"

typedef void (*reader) (lua_State *L, const char *caller, lab_game *game);

/* Has the game at index 1 a goal? */
static int is_puzzle (lua_State *L) {
  int is = 0;
  if (lua_istable(L, 1)) {
    lua_getfield(L, 1, "goal");
    is = !lua_isnil(L, -1);
    lua_pop(L, 1);
  }
  return is;
}

/* Game, position and caller at 1 to 3; then whether a puzzle will do. */
static int check (lua_State *L, reader read) {
  lab_game game;
  memset(&game, 0, sizeof game);
  game.puzzle = lua_toboolean(L, 4) && is_puzzle(L);
  lua_settop(L, 3);
  lua_createtable(L, LAB_FRAME, 0);
  read(L, luaL_checkstring(L, 3), &game);
  return 0;
}

/* core.check_game(game, state, caller [, puzzles]) */
static int core_check_game (lua_State *L) { return check(L, lab_fields_read); }

/* core.check_rules(game, nil, caller [, puzzles]): the game alone. */
static int core_check_rules (lua_State *L) { return check(L, lab_fields_read_rules); }

/* core.check_state(state, moves, caller): of the native rules whose operation `moves` is. */
static int core_check_state (lua_State *L) {
  lab_rules rules = lab_native_of(L, 2, LAB_MOVES);
  luaL_argcheck(L, rules.game != NULL, 2, "operation of a native game expected");
  lab_state_check(L, luaL_checkstring(L, 3), 1, &rules);
  return 0;
}

/* core.check_options(options, caller): as the caller's first argument. */
static int core_check_options (lua_State *L) {
  lab_options options;
  lua_settop(L, 2);
  lua_createtable(L, LAB_FRAME, 0);
  lab_options_read(L, luaL_checkstring(L, 2), 1, NULL, &options);
  return 0;
}

static const luaL_Reg functions[] = {
  {"check_game", core_check_game},
  {"check_rules", core_check_rules},
  {"check_state", core_check_state},
  {"check_options", core_check_options},
  {NULL, NULL}
};

void lab_vet_open (lua_State *L) {
  luaL_setfuncs(L, functions, 0);
}
