// In place of dmsdk/sdk.h, as much of it as examples/defold uses: an extension becomes a module of Lua 5.1.
extern "C" {
#include <dmsdk/lua/lua.h>
}

namespace dmExtension {
  struct Params { lua_State* m_L; };
  enum Result { RESULT_OK };
}

#define DM_DECLARE_EXTENSION(symbol, name, app_initialize, app_finalize, initialize, update, on_event, finalize) \
  extern "C" int luaopen_extension(lua_State* L) { \
    dmExtension::Params params = { L }; \
    return initialize(&params) + finalize(&params); \
  }
