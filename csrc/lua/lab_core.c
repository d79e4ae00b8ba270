/* The C module `alphabeta.core`: it only puts the parts together. */
#include <string.h>
#include "alphabeta.h"
#include "lab_dump.h"
#include "lab_error.h"
#include "lab_hoard.h"
#include "lab_hold.h"
#include "lab_hooks.h"
#include "lab_later.h"
#include "lab_methods.h"
#include "lab_native.h"
#include "lab_outside.h"
#include "lab_path.h"
#include "lab_picture.h"
#include "lab_reach.h"
#include "lab_result.h"
#include "lab_solution.h"
#include "lab_solver.h"
#include "lab_spare.h"
#include "lab_state.h"
#include "lab_table.h"
#include "lab_vet.h"
#include "lab_weights.h"

/* Types go by the name of the library: what another version has made would be taken for this one's. */
static void be_the_only_version (lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, "alphabeta.version");
  if (lua_isstring(L, -1) && strcmp(lua_tostring(L, -1), AB_VERSION) != 0)
    luaL_error(L, "alphabeta " AB_VERSION " cannot be loaded where alphabeta %s is", lua_tostring(L, -1));
  lua_pop(L, 1);
  lua_pushliteral(L, AB_VERSION);
  lua_setfield(L, LUA_REGISTRYINDEX, "alphabeta.version");
}

#if defined(_WIN32)
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int luaopen_alphabeta_core (lua_State *L) {
#if LUA_VERSION_NUM >= 502
  luaL_checkversion(L);
#endif
  be_the_only_version(L);
  lua_newtable(L);
  lab_error_open(L);
  lab_hooks_open(L);
  lab_outside_open(L);
  lab_spare_open(L);
  if (LAB_HOARDS)
    lab_hoard_open(L);
  lab_hold_open(L);
  lab_result_open(L);
  lab_methods_open(L);
  lab_solver_open(L);
  lab_solution_open(L);
  lab_path_open(L);
  lab_table_open(L);
  lab_state_open(L);
  lab_weights_open(L);
  lab_native_open(L);
  lab_reach_open(L);
  lab_picture_open(L);
  lab_later_open(L);
  lab_vet_open(L);
  lab_dump_open(L);
  lua_pushliteral(L, AB_VERSION);
  lua_setfield(L, -2, "_VERSION");
  return 1;
}
