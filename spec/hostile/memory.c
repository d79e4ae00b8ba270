/*
** A Lua state whose memory runs out. The script returns two functions: `work`, during which allocations
** fail, and `check`, called afterwards with memory enough. Of all requests for memory while `work` runs
**   once     the n-th one fails, and Lua's second attempt after a full collection too;
**   for good the n-th one fails and all that follow;
** for n = 1, 2, ... until `work` is through undisturbed; and
**   retried  every request fails at first, so that there is a full collection at each; `work(true)` does
**            nothing then that fills long buffers of Lua's, which are not tried again.
** `work` ends well or with an error of memory, `check` ends well, and the state leaves no byte behind.
**
**   memory SCRIPT [stride]      stride: only every so many n
*/
#include <string.h>
#include "state.h"

#define MOST 16

typedef enum kind { ONCE, FOR_GOOD, RETRIED, KINDS } kind;

static const char *const names[KINDS] = {"once", "for good", "retried"};

typedef struct memory {
  kind kind;
  long first;    /* number of the first request that fails; 0: none */
  int working;   /* only while `work` runs */
  long requests; /* for more memory than there was, in that time */
  size_t held;   /* bytes */
  struct {
    void *ptr;
    size_t size;
  } failed[MOST]; /* RETRIED: what has to be asked for again; meanwhile finalizers may ask for more */
  int failed_count;
} memory;

/* Has this request not failed before? */
static int is_first (memory *m, void *ptr, size_t size) {
  int i = m->failed_count;
  while (--i >= 0)
    if (m->failed[i].ptr == ptr && m->failed[i].size == size)
      break;
  if (i >= 0 || m->failed_count == MOST) {
    m->failed_count = i < 0 ? 0 : i;
    return 0;
  }
  m->failed[m->failed_count].ptr = ptr;
  m->failed[m->failed_count++].size = size;
  return 1;
}

static int fails (memory *m, void *ptr, size_t size) {
  long since = m->working ? ++m->requests - m->first : -1;
  if (m->first == 0 || since < 0)
    return 0;
  return m->kind == ONCE ? since <= 1 : m->kind == FOR_GOOD || is_first(m, ptr, size);
}

static void *allocate (void *ud, void *ptr, size_t osize, size_t nsize) {
  memory *m = ud;
  void *block = NULL;
  size_t before = ptr == NULL ? 0 : osize;
  if (nsize > before && fails(m, ptr, nsize))
    return NULL;
  if (nsize == 0)
    free(ptr);
  else if ((block = realloc(ptr, nsize)) == NULL)
    abort();
  m->held += nsize - before;
  return block;
}

/* Lua says "stack overflow" where luaL_checkstack gets no memory. */
static int is_of_memory (const char *message) {
  return message != NULL && (strstr(message, "not enough memory") || strstr(message, "stack overflow"));
}

static int wrong (const memory *m, const char *what, const char *message) {
  printf("%s, n = %ld: %s: %s\n", names[m->kind], m->first, what, message == NULL ? "?" : message);
  return 1;
}

static lua_State *new_state (memory *m, const char *script) {
  lua_State *L = lua_newstate(allocate, m);
  open_libraries(L);
  /* Lua's own buffers keep a metatable that they had no memory to fill (5.4, lauxlib.c, newbox): it is there before. */
  if (luaL_dostring(L, "return ('x'):rep(100000)") != LUA_OK)
    abort();
  lua_settop(L, 0);
  if (luaL_loadfile(L, script) != LUA_OK || lua_pcall(L, 0, 2, 0) != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    exit(2);
  }
  return L;
}

/* One run; *through: `work` was not disturbed. Returns the number of faults. */
static int try_once (const char *script, kind kind, long first, int *through) {
  memory m = {kind, first, 0, 0, 0};
  lua_State *L = new_state(&m, script);
  int faults = 0, status;
  lua_insert(L, 1);
  m.working = 1;
  lua_pushboolean(L, kind == RETRIED);
  status = lua_pcall(L, 1, 0, 0);
  m.working = 0;
  *through = status == LUA_OK && m.requests < first;
  if (status != LUA_OK && (kind == RETRIED || !is_of_memory(lua_tostring(L, -1))))
    faults += wrong(&m, "work", lua_tostring(L, -1));
  lua_settop(L, 1);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK)
    faults += wrong(&m, "check", lua_tostring(L, -1));
  lua_close(L);
  if (m.held > 0)
    faults += wrong(&m, "memory", "bytes are left");
  return faults;
}

int main (int argc, char **argv) {
  long stride = argc > 2 ? atol(argv[2]) : 1, runs = 0, n;
  int faults = 0, through, kind;
  if (argc < 2 || stride < 1 || try_once(argv[1], ONCE, 0, &through) > 0)
    return 2;
  for (kind = ONCE; kind <= FOR_GOOD; kind++)
    for (n = 1, through = 0; !through; n += stride, runs++)
      faults += try_once(argv[1], kind, n, &through);
  faults += try_once(argv[1], RETRIED, 1, &through);
  printf("%ld runs, %d faults\n", runs + 1, faults);
  return faults > 0;
}
