/*
** Large blocks come from Lua's allocator itself: as userdata, a collection would give all those of a large tree back in one
** piece, which takes 0.1 to 0.3 ms for each megabyte that was written to. Instead they wait once nobody needs them. Whoever asks
** for a block gets one that waits; each collection gives some back; and all go where such a request fails, or the state closes.
**
** Memory hangs from a table of blocks, which whoever uses it can reach, its home: once that is gone, which a weak table tells, the
** hoard is emptied. (A home that a finalizer has got hold of is still in the weak table.) As the state is closed, nothing waits:
** what a finalizer finds after that, if it is older than the library, has lost its memory.
**
** Collections are told of by finalizers; one that is never called, as that may happen deep in the C stack, is replaced. The
** collector does not count these blocks, so it is told of them: it works on when they have become many.
*/
#include <string.h>
#include "lab_hoard.h"

#define HOARDS "alphabeta.blocks" /* in the registry */
#define HOARDS_TYPE "alphabeta.hoards"
#define WATCHER_TYPE "alphabeta.watcher"

#define AT_HOARD 1 /* in the table of blocks: the hoard, as light userdata */

#define PIECE ((size_t)3 << 20)         /* bytes that are given back at a time */
#define MOST_WAITING ((size_t)1 << 30)  /* bytes; of more than that the rest is given back at once */
#define FEW ((size_t)16 << 20)          /* bytes that need no collection */

/* What precedes a block, in whole units of alignment. */
typedef union block {
  struct {
    union block *next, *prev; /* in use: in the ring of the hoard, newest first; `next` of what waits, or NULL */
    size_t size; /* of all of it */
  } is;
  double aligned[4];
} block;

/* The hoards of a Lua state; kept in the registry, with a table of tables as its user value. What was let go first is the first to
** be given back, of a hoard the newest block: a C library gives the system back what is at the end of its heap, which is to be a
** little each time. */
typedef struct hoards {
  lab_hoard *first;
  block *waiting, **end;
  size_t waits;     /* bytes that wait, */
  size_t held;      /* and all there are */
  size_t enough;    /* so many in use are reason to collect: as for the collector itself, twice as many as after the last time */
  int scarce;       /* memory has run out: nothing waits, until a block is had again */
  int closed;
} hoards;

enum {
  HOMES = 1, /* hoards, as light userdata, by their tables of blocks, which are weak */
  OWN,       /* hoards, by themselves as light userdata */
  WATCHERS   /* those that are there, weak: of all objects, of young ones */
};

struct lab_hoard {
  hoards *all;
  lab_hoard *next, **back;
  block ring; /* of blocks; this is none */
  size_t bytes;
  int has_home;
};

/* ---------------------------------------------------------------- giving back */

static void free_now (lua_State *L, block *given, size_t size) {
  void *ud;
  lua_Alloc alloc = lua_getallocf(L, &ud);
  alloc(ud, given, size, 0);
}

/* The first of those that wait. */
static block *take_waiting (hoards *all) {
  block *taken = all->waiting;
  all->waiting = taken->is.next;
  all->waits -= taken->is.size;
  if (all->waiting == NULL)
    all->end = &all->waiting;
  return taken;
}

/* Give some of what waits back; all of it, if it is less than so many bytes. */
static void give_back (lua_State *L, hoards *all, size_t bytes) {
  size_t least = all->waits > bytes ? all->waits - bytes : 0;
  while (all->waits > least) {
    block *given = take_waiting(all);
    all->held -= given->is.size;
    free_now(L, given, given->is.size);
  }
}

/* The blocks from one to the other, side by side in their ring, wait from now on; `at_once` they are given back. */
static void leave (lua_State *L, hoards *all, block *first, block *last, size_t bytes, int at_once) {
  first->is.prev->is.next = last->is.next;
  last->is.next->is.prev = first->is.prev;
  last->is.next = NULL;
  if (at_once || all->scarce) {
    all->held -= bytes;
    while (first != NULL) {
      block *given = first;
      first = given->is.next;
      free_now(L, given, given->is.size);
    }
    return;
  }
  *all->end = first;
  all->end = &last->is.next;
  all->waits += bytes;
  if (all->waits > MOST_WAITING)
    give_back(L, all, all->waits - MOST_WAITING); /* not reached: no spec takes a gigabyte */
}

void lab_hoard_empty (lua_State *L, lab_hoard *hoard, int at_once) {
  size_t bytes = hoard == NULL ? 0 : hoard->bytes;
  if (bytes == 0)
    return;
  hoard->bytes = 0;
  leave(L, hoard->all, hoard->ring.is.next, hoard->ring.is.prev, bytes, at_once);
}

/* hoards.__gc: the state closes. */
static int hoards_gc (lua_State *L) {
  hoards *all = luaL_checkudata(L, 1, HOARDS_TYPE);
  lab_hoard *hoard;
  all->closed = 1;
  for (hoard = all->first; hoard != NULL; hoard = hoard->next)
    lab_hoard_empty(L, hoard, 1);
  give_back(L, all, all->waits);
  return 0;
}

/* ---------------------------------------------------------------- collections */

/* NULL: there are none, or the state is being closed. */
static hoards *find_hoards (lua_State *L) {
  hoards *all;
  lua_getfield(L, LUA_REGISTRYINDEX, HOARDS);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return all == NULL || all->closed ? NULL : all;
}

/* Push one of the tables. */
static void push_table (lua_State *L, int what) {
  lua_getfield(L, LUA_REGISTRYINDEX, HOARDS);
  lua_getiuservalue(L, -1, 1);
  lua_rawgeti(L, -1, what);
  lua_replace(L, -3);
  lua_pop(L, 1);
}

/* make_watcher(young, again): have what tells of collections by its finalizer, where there is none; `again`, if that is not nil.
** One is there for the next collection of all objects again: in generational mode it is old then. The other one is young, made
** anew each time, and tells of all collections. */
static int make_watcher (lua_State *L) {
  int young = lua_toboolean(L, 1);
  push_table(L, WATCHERS);
  lua_rawgeti(L, 3, 1 + young);
  if (!lua_isnil(L, -1))
    return 0;
  if (lua_isnil(L, 2))
    *(int *)lua_newuserdatauv(L, sizeof young, 0) = young;
  else
    lua_pushvalue(L, 2);
  luaL_getmetatable(L, WATCHER_TYPE);
  lua_setmetatable(L, -2);
  lua_rawseti(L, 3, 1 + young);
  return 0;
}

/* Watch the next collection, with the watcher at the index, or with a new one (0). If there is no memory for that, the next block
** asks again. */
static void watch (lua_State *L, int young, int again) {
  lua_pushcfunction(L, make_watcher);
  lua_pushboolean(L, young);
  if (again != 0)
    lua_pushvalue(L, again);
  else
    lua_pushnil(L);
  if (lua_pcall(L, 2, 0, 0) != 0)
    lua_pop(L, 1);
}

/* Empty the hoards that have no home any more. */
static void sweep (lua_State *L, hoards *all) {
  lab_hoard *hoard, *next;
  for (hoard = all->first; hoard != NULL; hoard = hoard->next)
    hoard->has_home = 0;
  push_table(L, HOMES);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    ((lab_hoard *)lua_touserdata(L, -1))->has_home = 1;
  push_table(L, OWN);
  for (hoard = all->first; hoard != NULL; hoard = next) {
    next = hoard->next;
    if (hoard->has_home)
      continue;
    lab_hoard_empty(L, hoard, 0);
    *hoard->back = next;
    if (next != NULL)
      next->back = hoard->back;
    lua_pushlightuserdata(L, hoard);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_pop(L, 2);
}

/* watcher.__gc: a collection has been through. The next one is watched, too, as long as there are blocks. */
static int watcher_gc (lua_State *L) {
  int young = *(int *)luaL_checkudata(L, 1, WATCHER_TYPE);
  hoards *all = find_hoards(L);
  if (all == NULL)
    return 0; /* not reached: whose blocks they are is older, and goes later */
  if (young) {
    sweep(L, all);
    give_back(L, all, PIECE);
  } else
    all->enough = 2 * (all->held - all->waits) + FEW;
  if (all->held > 0)
    watch(L, young, young ? 0 : 1);
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

static int is_collecting (lua_State *L) { return !lab_compat_is_finalizing(L) && lua_gc(L, LUA_GCISRUNNING, 0); }

/* More blocks are asked for. Collections that leave old objects alone may not come to the end of it. */
static void collect (lua_State *L, const hoards *all, size_t size) {
  size_t used = all->held - all->waits;
  if (!is_collecting(L) || used < all->enough)
    return;
  if (used / 4 < all->enough)
    collect_some(L, 2 * size);
  else
    lua_gc(L, LUA_GCCOLLECT, 0);
}

/* ---------------------------------------------------------------- blocks */

/* As Lua does, ask again before a request fails, after all that waits and all garbage has been given back. */
static block *ask (lua_State *L, hoards *all, size_t size) {
  void *ud;
  lua_Alloc alloc = lua_getallocf(L, &ud);
  block *made = alloc(ud, NULL, LUA_TUSERDATA, size);
  if (made != NULL)
    return made;
  if (is_collecting(L))
    lua_gc(L, LUA_GCCOLLECT, 0);
  give_back(L, all, all->waits);
  return alloc(ud, NULL, LUA_TUSERDATA, size);
}

/* A block from the allocator, but not the last one that it has: a program that has filled a table has to go on. For it, some of
** what waits is given back. */
static block *new_block (lua_State *L, hoards *all, size_t size) {
  block *made, *last;
  watch(L, 0, 0);
  watch(L, 1, 0);
  collect(L, all, size);
  give_back(L, all, 2 * size);
  made = ask(L, all, size);
  last = made != NULL ? ask(L, all, size) : NULL;
  all->scarce = last == NULL;
  if (last != NULL)
    free_now(L, last, size);
  else if (made != NULL)
    free_now(L, made, size);
  if (last == NULL)
    return NULL;
  made->is.size = size;
  all->held += size;
  return made;
}

void *lab_hoard_allocate (lua_State *L, lab_hoard *hoard, size_t size) {
  hoards *all = hoard->all;
  block *ring = &hoard->ring, *made;
  size += sizeof *made;
  made = all->waiting != NULL && all->waiting->is.size == size ? take_waiting(all) : new_block(L, all, size);
  if (made == NULL)
    return NULL;
  made->is.next = ring->is.next;
  made->is.prev = ring;
  ring->is.next->is.prev = made;
  ring->is.next = made;
  hoard->bytes += size;
  return made + 1;
}

void lab_hoard_free (lua_State *L, lab_hoard *hoard, void *memory) {
  block *given = (block *)memory - 1;
  hoard->bytes -= given->is.size;
  leave(L, hoard->all, given, given, given->is.size, 0);
}

/* ---------------------------------------------------------------- life */

int lab_hoard_is_lost (const lab_hoard *hoard) { return hoard != NULL && hoard->all->closed; }

lab_hoard *lab_hoard_find (lua_State *L, int blocks) {
  lab_hoard *hoard;
  lua_rawgeti(L, blocks, AT_HOARD);
  hoard = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return hoard;
}

static void enlist (hoards *all, lab_hoard *hoard) {
  memset(hoard, 0, sizeof *hoard);
  hoard->all = all;
  hoard->ring.is.next = hoard->ring.is.prev = &hoard->ring;
  hoard->back = &all->first;
  hoard->next = all->first;
  if (hoard->next != NULL)
    hoard->next->back = &hoard->next;
  all->first = hoard;
}

/* Its own table first: what has not got as far as its home has none. */
static lab_hoard *new_hoard (lua_State *L, int blocks, hoards *all) {
  lab_hoard *hoard;
  push_table(L, OWN);
  hoard = lua_newuserdatauv(L, sizeof *hoard, 0);
  lua_pushlightuserdata(L, hoard);
  lua_insert(L, -2);
  lua_rawset(L, -3);
  enlist(all, hoard);
  push_table(L, HOMES);
  lua_pushvalue(L, blocks);
  lua_pushlightuserdata(L, hoard);
  lua_rawset(L, -3);
  lua_pushlightuserdata(L, hoard);
  lua_rawseti(L, blocks, AT_HOARD);
  lua_pop(L, 2);
  return hoard;
}

lab_hoard *lab_hoard_of (lua_State *L, int blocks) {
  hoards *all = find_hoards(L);
  lab_hoard *hoard;
  if (all == NULL)
    return NULL;
  blocks = lua_absindex(L, blocks);
  hoard = lab_hoard_find(L, blocks);
  return hoard != NULL ? hoard : new_hoard(L, blocks, all);
}

static void open_type (lua_State *L, const char *type, lua_CFunction gc) {
  luaL_newmetatable(L, type);
  lua_pushcfunction(L, gc);
  lua_setfield(L, -2, "__gc");
  lua_pop(L, 1);
}

/* A table whose keys or values are weak. */
static void add_weak_table (lua_State *L, int what, const char *mode) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawseti(L, -2, what);
}

static void push_hoards (lua_State *L) {
  hoards *all = lua_newuserdatauv(L, sizeof *all, 1);
  memset(all, 0, sizeof *all);
  all->end = &all->waiting;
  all->enough = FEW;
  lua_createtable(L, WATCHERS, 0);
  add_weak_table(L, HOMES, "k");
  add_weak_table(L, WATCHERS, "v");
  lua_newtable(L);
  lua_rawseti(L, -2, OWN);
  lua_setiuservalue(L, -2, 1);
  luaL_getmetatable(L, HOARDS_TYPE);
  lua_setmetatable(L, -2);
}

/* Those that are there already serve on: the module may be loaded more than once. In a finalizer there would be none for them, if
** the state is being closed: it does without. */
void lab_hoard_open (lua_State *L) {
  open_type(L, WATCHER_TYPE, watcher_gc);
  open_type(L, HOARDS_TYPE, hoards_gc);
  lua_getfield(L, LUA_REGISTRYINDEX, HOARDS);
  if (lua_isnil(L, -1) && !lab_compat_is_finalizing(L)) {
    push_hoards(L);
    lua_setfield(L, LUA_REGISTRYINDEX, HOARDS);
  }
  lua_pop(L, 1);
}
