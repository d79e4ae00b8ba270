/*
** Guided fuzzing of the interface: spec/hostile/fuzz_calls.lua turns the bytes into calls, in a state
** that has little memory, and little time: when that is over, a hook raises wherever it strikes.
** The first byte may also make single requests for memory fail.
*/
#include <stdint.h>
#include <string.h>
#include "state.h"

enum { MOST_BYTES = 32 << 20, HOOK_EVERY = 1000, MOST_HOOKS = 1000, INPUTS = 50 };

typedef struct memory {
  size_t held;
  long requests, every; /* every: so many requests to a failure; 0: none fails */
} memory;

static int hooks;

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  memory *m = ud;
  size_t before = ptr == NULL ? 0 : osize;
  void *block = NULL;
  if (nsize > before) { /* Lua asks twice */
    int fails = m->every > 0 && m->requests++ % m->every < 2;
    if (fails || m->held + nsize - before > MOST_BYTES)
      return NULL;
  }
  if (nsize == 0)
    free(ptr);
  else if ((block = realloc(ptr, nsize)) == NULL)
    abort();
  m->held += nsize - before;
  return block;
}

static void hook (lua_State *L, lua_Debug *ar) {
  (void)ar;
  if (++hooks > MOST_HOOKS)
    luaL_error(L, "too long");
}

static lua_State *new_state (memory *m) {
  lua_State *L = lua_newstate(allocate, m);
  open_libraries(L);
  lua_sethook(L, hook, LUA_MASKCOUNT, HOOK_EVERY);
  if (luaL_dofile(L, "spec/hostile/fuzz_calls.lua")) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    abort();
  }
  lua_settop(L, 1);
  return L;
}

static void run (lua_State *L, memory *m, const uint8_t *data, size_t size) {
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushlstring(L, (const char *)data + 1, size - 1);
  m->every = data[0] % 4 == 0 ? 20 + data[0] : 0;
  if (lua_pcall(L, 1, 0, 0) != LUA_OK && lua_type(L, -1) == LUA_TSTRING && strstr(lua_tostring(L, -1), "NaN"))
    abort();
  m->every = 0;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  static memory m;
  static lua_State *L;
  static int uses; /* of this state; it is closed now and then, and must leave nothing behind */
  hooks = 0;
  if (size < 2)
    return 0;
  if (L == NULL)
    L = new_state(&m);
  run(L, &m, data, size);
  if (++uses < INPUTS)
    return 0;
  lua_close(L);
  L = NULL;
  uses = 0;
  if (m.held > 0)
    abort();
  return 0;
}
