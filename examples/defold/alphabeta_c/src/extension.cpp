// The library in C as an extension of Defold, whose `require` finds only files of the project, and what is loaded
// already.

#include <dmsdk/sdk.h>

extern "C" int luaopen_alphabeta_core(lua_State* L);

static dmExtension::Result Initialize(dmExtension::Params* params) {
  lua_State* L = params->m_L;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "loaded");
  lua_pushcfunction(L, luaopen_alphabeta_core);
  lua_call(L, 0, 1);
  lua_setfield(L, -2, "alphabeta.core");
  lua_pop(L, 2);
  return dmExtension::RESULT_OK;
}

static dmExtension::Result Finalize(dmExtension::Params*) {
  return dmExtension::RESULT_OK;
}

DM_DECLARE_EXTENSION(alphabeta, "alphabeta", 0, 0, Initialize, 0, 0, Finalize)
