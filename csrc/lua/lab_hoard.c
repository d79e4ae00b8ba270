/*
** The large blocks of a table come from Lua's allocator itself: as userdata, a collection would give them all back in one
** piece, which takes 0.1 to 0.3 ms for each megabyte that was written to. A finalizer lets them go instead; then they wait.
** A table that asks for a block gets one that waits; each collection gives some back; and all go where memory fails, or the
** state closes.
**
** A finalizer may find its table in use, by other finalizers or for good: it goes on with one bucket.
**
** The collector does not count these blocks, so it is told of them: it works on when they have become many.
*/
#include <string.h>
#include "lab_hoard.h"

#define HOARDS "alphabeta.blocks" /* in the registry */
#define HOARDS_TYPE "alphabeta.hoards"
#define HOARD_TYPE "alphabeta.hoard"
#define WATCH_TYPE "alphabeta.watch"

#define PIECE ((size_t)4 << 20)         /* bytes that are given back at a time */
#define MOST_WAITING ((size_t)1 << 30)  /* bytes; of more than that the rest is given back at once */
#define FEW ((size_t)16 << 20)          /* bytes that need no collection */

/* What precedes a block, in whole units of alignment. */
typedef union block {
  struct {
    union block *next;
    size_t size; /* of all of it */
  } is;
  double aligned[2];
} block;

/* Those of a Lua state; kept in the registry. */
typedef struct hoards {
  lab_hoard *first; /* of those with a table */
  block *waiting;
  size_t waits;     /* bytes that wait, */
  size_t held;      /* and all there are */
  size_t enough;    /* so many are reason to collect */
  int watched[2];   /* the next collection will be noticed: of all objects, of young ones */
  int closed;
} hoards;

struct lab_hoard {
  hoards *all;
  lab_hoard *next, **back; /* in the list; `back` is NULL after it was finalized */
  block *first, *last;
  size_t bytes;
  ab_table *table;
};

/* ---------------------------------------------------------------- giving back */

/* Give some of what waits back; all of it, if it is less than so many bytes. */
static void give_back (lua_State *L, hoards *all, size_t bytes) {
  void *ud;
  lua_Alloc alloc = lua_getallocf(L, &ud);
  size_t least = all->waits > bytes ? all->waits - bytes : 0;
  while (all->waits > least) {
    block *given = all->waiting;
    size_t size = given->is.size;
    all->waiting = given->is.next;
    all->waits -= size;
    all->held -= size;
    alloc(ud, given, size, 0);
  }
}

/* What the hoard has waits from now on. Its table does not look at it any more. */
static void leave_waiting (lua_State *L, lab_hoard *hoard) {
  hoards *all = hoard->all;
  if (hoard->table != NULL)
    ab_table_forsake(hoard->table);
  if (hoard->first == NULL)
    return;
  hoard->last->is.next = all->waiting;
  all->waiting = hoard->first;
  all->waits += hoard->bytes;
  hoard->first = hoard->last = NULL;
  hoard->bytes = 0;
  if (all->waits > MOST_WAITING)
    give_back(L, all, all->waits - MOST_WAITING);
}

/* hoard.__gc */
static int hoard_gc (lua_State *L) {
  lab_hoard *hoard = luaL_checkudata(L, 1, HOARD_TYPE);
  leave_waiting(L, hoard);
  if (hoard->back != NULL)
    *hoard->back = hoard->next;
  if (hoard->next != NULL)
    hoard->next->back = hoard->back;
  hoard->next = NULL;
  hoard->back = NULL;
  return 0;
}

/* hoards.__gc: the state closes. There may be tables that were made meanwhile and have no finalizer. */
static int hoards_gc (lua_State *L) {
  hoards *all = luaL_checkudata(L, 1, HOARDS_TYPE);
  lab_hoard *hoard;
  all->closed = 1;
  for (hoard = all->first; hoard != NULL; hoard = hoard->next)
    leave_waiting(L, hoard);
  give_back(L, all, all->waits);
  return 0;
}

/* ---------------------------------------------------------------- collections */

/* Tells of collections by its finalizer. One is there for the next collection of all objects again: in generational mode it is old
** then. The other one is young, made anew each time, and tells of all collections. */
typedef struct watcher {
  hoards *all;
  int young;
} watcher;

/* As the collector itself does, wait until there is twice as much as now. */
static void set_enough (lua_State *L, hoards *all) {
  all->enough = 2 * all->held + ((size_t)lua_gc(L, LUA_GCCOUNT, 0) << 10) + FEW;
}

static void make_watcher (lua_State *L, hoards *all, int young) {
  watcher *made;
  if (all->watched[young])
    return;
  made = lua_newuserdatauv(L, sizeof *made, 0);
  made->all = all;
  made->young = young;
  luaL_getmetatable(L, WATCH_TYPE);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  all->watched[young] = 1;
}

static void watch (lua_State *L, hoards *all) {
  make_watcher(L, all, 0);
  make_watcher(L, all, 1);
}

static int watch_protected (lua_State *L) {
  watch(L, lua_touserdata(L, 1));
  return 0;
}

/* watch.__gc: a collection has been through. The next one is watched, too, as long as there are blocks; if there is no memory for
** that, from the next block on. */
static int watch_gc (lua_State *L) {
  const watcher *told = luaL_checkudata(L, 1, WATCH_TYPE);
  hoards *all = told->all;
  if (told->young)
    give_back(L, all, PIECE);
  else
    set_enough(L, all);
  all->watched[told->young] = 0;
  if (all->held == 0 || all->closed)
    return 0;
  if (!told->young && lua_getmetatable(L, 1)) {
    lua_setmetatable(L, 1);
    all->watched[0] = 1;
  }
  lua_pushcfunction(L, watch_protected);
  lua_pushlightuserdata(L, all);
  lua_pcall(L, 1, 0, 0);
  return 0;
}

/* A step of the collector, as after so many bytes. */
static void collect_some (lua_State *L, size_t bytes) {
#if LUA_VERSION_NUM >= 505
  lua_gc(L, LUA_GCSTEP, bytes);
#else
  lua_gc(L, LUA_GCSTEP, (int)(bytes >> 10) + 1);
#endif
}

static int is_collecting (lua_State *L) {
#if defined(LUA_GCISRUNNING)
  return lua_gc(L, LUA_GCISRUNNING, 0);
#else
  return L != NULL;
#endif
}

/* More blocks are asked for. Collections that leave old objects alone may not come to the end of it. */
static void collect (lua_State *L, const hoards *all, size_t size) {
  if (all->held < all->enough || !is_collecting(L))
    return;
  if (all->held / 4 < all->enough)
    collect_some(L, 2 * size);
  else
    lua_gc(L, LUA_GCCOLLECT, 0);
}

/* ---------------------------------------------------------------- blocks */

/* A block from the allocator, but not the last one that it has: a program that has filled a table has to go on. */
static block *ask (lua_State *L, hoards *all, size_t size) {
  void *ud;
  lua_Alloc alloc = lua_getallocf(L, &ud);
  block *made = alloc(ud, NULL, LUA_TUSERDATA, size), *last = NULL;
  if (made != NULL)
    last = alloc(ud, NULL, LUA_TUSERDATA, size);
  if (last == NULL) {
    alloc(ud, made, made != NULL ? size : 0, 0);
    return NULL;
  }
  alloc(ud, last, size, 0);
  made->is.size = size;
  all->held += size;
  return made;
}

/* A block from the allocator. For it, some of what waits is given back; before it fails, all of it, and what is garbage. */
static block *new_block (lua_State *L, hoards *all, size_t size) {
  block *made;
  watch(L, all);
  collect(L, all, size);
  give_back(L, all, 2 * size);
  made = ask(L, all, size);
  if (made == NULL) {
    lua_gc(L, LUA_GCCOLLECT, 0);
    give_back(L, all, all->waits);
    made = ask(L, all, size);
  }
  return made;
}

/* A block that waits, if the next one has that size. */
static block *reuse (hoards *all, size_t size) {
  block *found = all->waiting;
  if (found == NULL || found->is.size != size)
    return NULL;
  all->waiting = found->is.next;
  all->waits -= size;
  return found;
}

static void wait_alone (hoards *all, block *alone) {
  alone->is.next = all->waiting;
  all->waiting = alone;
  all->waits += alone->is.size;
}

/* What collects may finalize the hoard of a table that a finalizer uses. */
void *lab_hoard_allocate (lua_State *L, lab_hoard *hoard, size_t size) {
  hoards *all = hoard->all;
  block *made = reuse(all, size += sizeof *made);
  if (made == NULL)
    made = new_block(L, all, size);
  if (made == NULL)
    return NULL;
  if (!lab_hoard_is_open(hoard)) {
    wait_alone(all, made);
    return NULL;
  }
  made->is.next = hoard->first;
  hoard->first = made;
  if (hoard->last == NULL)
    hoard->last = made;
  hoard->bytes += size;
  return made + 1;
}

/* ---------------------------------------------------------------- life */

int lab_hoard_is_open (const lab_hoard *hoard) { return hoard != NULL && hoard->back != NULL && !hoard->all->closed; }

void lab_hoard_serve (lab_hoard *hoard, ab_table *table) { hoard->table = table; }

static void enlist (hoards *all, lab_hoard *hoard) {
  hoard->all = all;
  hoard->back = &all->first;
  hoard->next = all->first;
  if (all->first != NULL)
    all->first->back = &hoard->next;
  all->first = hoard;
}

lab_hoard *lab_hoard_push (lua_State *L, int anchor) {
  lab_hoard *hoard = lua_newuserdatauv(L, sizeof *hoard, 1);
  memset(hoard, 0, sizeof *hoard);
  lua_pushvalue(L, anchor);
  lua_setiuservalue(L, -2, 1);
  luaL_getmetatable(L, HOARD_TYPE);
  lua_getfield(L, LUA_REGISTRYINDEX, HOARDS);
  enlist(lua_touserdata(L, -1), hoard);
  lua_pop(L, 1);
  lua_setmetatable(L, -2);
  return hoard;
}

static void open_type (lua_State *L, const char *type, lua_CFunction gc) {
  luaL_newmetatable(L, type);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
}

/* One that is there already serves on: the module may be loaded more than once. */
void lab_hoard_open (lua_State *L) {
  hoards *all;
  open_type(L, HOARD_TYPE, hoard_gc);
  open_type(L, WATCH_TYPE, watch_gc);
  open_type(L, HOARDS_TYPE, hoards_gc);
  lua_getfield(L, LUA_REGISTRYINDEX, HOARDS);
  if (lua_isnil(L, -1)) {
    all = lua_newuserdatauv(L, sizeof *all, 0);
    memset(all, 0, sizeof *all);
    set_enough(L, all);
    luaL_getmetatable(L, HOARDS_TYPE);
    lua_setmetatable(L, -2);
    lua_setfield(L, LUA_REGISTRYINDEX, HOARDS);
  }
  lua_pop(L, 1);
}
