/*
** A transposition table as a Lua object. Its memory hangs from its own anchor, so that it outlives the
** searches that use it; a search lends it a lua_State to grow with.
**
** The anchor also holds the callbacks of the game that first used the table, and how they are called: what they
** have said is what the entries are worth.
**
** What several states share is not Lua's memory. A share, a userdata in the anchor, gives this state's part back.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lab_table.h"
#include "lab_anchor.h"
#include "lab_error.h"
#include "lab_memory.h"
#include "lab_options.h"
#include "lab_outside.h"
#include "lab_spare.h"
#include "lab_value.h"

enum {
  ANCHOR_CALLBACKS = LAB_NOTED_STATE + 1,
  ANCHOR_SHARE /* what gives the memory of a shared table back */
};

/* Among the callbacks: a number that tells how they are called. */
#define FORM_OF_GAME (LAB_LAST_CALLBACK + 1)

void lab_table_mend (lab_table *table) {
  if (!lab_hoard_is_lost(table->hoard))
    return;
  ab_table_forsake(table->core);
  table->hoard = NULL;
}

static lab_table *check_table (lua_State *L) {
  lab_table *table = luaL_checkudata(L, 1, LAB_TABLE_TYPE);
  lab_table_mend(table);
  return table;
}

lab_memory lab_table_memory (lua_State *L, int blocks, const lab_table *table) {
  lab_memory memory = lab_memory_in(L, blocks, table->hoard == NULL ? LAB_ALL : 0);
  memory.hoard = table->hoard;
  memory.modest = 1;
  return memory;
}

/* Push a table with nothing in the core, its anchor and the table of its memory blocks; they are not popped. */
static lab_table *push_empty (lua_State *L) {
  lab_table *table = lab_anchor_new(L, sizeof *table);
  int self = lua_gettop(L);
  memset(table, 0, sizeof *table);
  luaL_getmetatable(L, LAB_TABLE_TYPE);
  lua_setmetatable(L, self);
  lua_createtable(L, ANCHOR_SHARE, 0);
  lua_pushvalue(L, -1);
  lab_anchor_set(L, self);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, LAB_NOTED_BLOCKS);
  return table;
}

lab_table *lab_table_new (lua_State *L, size_t bytes, int counted) {
  int self = lua_gettop(L) + 1;
  lab_table *table = push_empty(L);
  lab_memory memory;
  if (!counted && bytes >= LAB_LARGE)
    table->hoard = lab_hoard_of(L, self + 2);
  memory = lab_table_memory(L, self + 2, table);
  table->core = ab_table_new(bytes, lab_memory_allocate, &memory);
  lua_settop(L, self);
  if (table->core == NULL)
    luaL_error(L, "not enough memory"); /* not reached: the allocator raises first */
  return table;
}

lab_table *lab_table_undump_begin (lua_State *L, const void *bytes, size_t size, ab_undumping *undumping) {
  int self = lua_gettop(L) + 1;
  lab_table *table = push_empty(L);
  lab_memory memory;
  table->hoard = lab_hoard_of(L, self + 2);
  memory = lab_table_memory(L, self + 2, table);
  table->core = ab_table_undump_begin(bytes, size, undumping, lab_memory_allocate, &memory);
  lua_settop(L, self);
  return table->core == NULL ? NULL : table;
}

int lab_table_undump_on (lua_State *L, int i, ab_undumping *undumping, const void *bytes, size_t size) {
  lab_table *table = lua_touserdata(L, i);
  lab_memory memory;
  int top = lua_gettop(L), done;
  lab_table_push_blocks(L, i);
  memory = lab_table_memory(L, top + 1, table);
  lab_table_mend(table);
  done = ab_table_undump_on(table->core, undumping, bytes, size, lab_memory_allocate, &memory);
  lua_settop(L, top);
  return done;
}

/* ---------------------------------------------------------------- sharing */

/* Whatever its search still does goes on with a table of one bucket. */
static void leave_core (void *core) { ab_table_leave(core); }

/* Push a table that is shared: a new one of `bytes`, or the one with a handle. It has nothing in the core if there is none. */
static lab_table *push_shared (lua_State *L, size_t bytes, const ab_handle *handle) {
  int self = lua_gettop(L) + 1;
  lab_table *table = push_empty(L);
  lab_outside *share = lab_outside_new(L, self + 1, leave_core);
  lab_memory memory = lab_memory_in(L, self + 2, LAB_FEW);
  lua_rawseti(L, self + 1, ANCHOR_SHARE);
  table->shared = 1;
  table->core = handle == NULL ? ab_table_share(bytes, calloc, free, lab_memory_allocate, &memory)
                               : ab_table_attach(*handle, lab_memory_allocate, &memory);
  lab_outside_hold(L, share, table->core);
  lua_settop(L, self);
  return table;
}

#define HANDLE "alphabeta %s table "
#define DIGITS 24 /* of a handle: 16 for the number, 8 for the stops */

static int read_digits (const char *text, int count, uint64_t *number) {
  static const char digits[] = "0123456789abcdef";
  *number = 0;
  for (; count > 0; count--, text++) {
    const char *digit = *text != '\0' ? strchr(digits, *text) : NULL;
    if (digit == NULL)
      return 0;
    *number = *number << 4 | (uint64_t)(digit - digits);
  }
  return 1;
}

/* What is wrong with a handle; NULL: nothing, as far as can be seen from it. */
static const char *handle_flaw (const char *text, ab_handle *handle) {
  static const char name[] = "alphabeta ";
  char head[sizeof HANDLE + sizeof AB_VERSION];
  size_t length = (size_t)snprintf(head, sizeof head, HANDLE, AB_VERSION);
  uint64_t stops;
  if (strncmp(text, head, length) != 0)
    return strncmp(text, name, sizeof name - 1) == 0 ? "one of another version" : "a string that is not one";
  if (strlen(text) != length + DIGITS || !read_digits(text + length, 16, &handle->number)
      || !read_digits(text + length + 16, 8, &stops))
    return "a string that is not one";
  handle->stops = (uint32_t)stops;
  return NULL;
}

static void push_attached (lua_State *L, const char *text) {
  ab_handle handle;
  const char *flaw = handle_flaw(text, &handle);
  if (flaw == NULL && push_shared(L, 0, &handle)->core == NULL)
    flaw = "one whose table no longer exists";
  if (flaw != NULL)
    lab_error_argument(L, "table", 1, "option 'handle': handle of a table expected, got %s", flaw);
}

int lab_table_tell (lab_table *table, int integers) {
  return (ab_table_mark(table->core, integers ? 1 : 0) & 1) != 0;
}

/* ---------------------------------------------------------------- of one state */

/* Whatever hangs from the table's anchor but its memory: it is to forget its game. */
static void forget_game (lua_State *L, int table) {
  int i;
  lab_anchor_push(L, table);
  for (i = LAB_NOTED_GAME; i <= ANCHOR_CALLBACKS; i++) {
    lua_pushnil(L);
    lua_rawseti(L, -2, i);
  }
  lua_pop(L, 1);
}

static void clear (lua_State *L, int i) {
  lab_table *table = lua_touserdata(L, i);
  ab_table_clear(table->core);
  table->cleared++;
  table->integers = 0;
  forget_game(L, i);
}

int lab_table_is_shared (const lab_table *table) { return table->shared && ab_table_handle(table->core).number != 0; }

static lab_table *new_shared (lua_State *L, size_t bytes) {
  lab_table *table = push_shared(L, bytes, NULL);
  if (table->core == NULL)
    luaL_error(L, "not enough memory");
  return table;
}

lab_table *lab_table_take (lua_State *L, size_t bytes, int shared) {
  lab_table *table = lab_spare_take(L, LAB_SPARE_TABLE);
  if (table != NULL && table->shared == shared && ab_table_limit(table->core) == bytes)
    return table;
  lua_settop(L, lua_gettop(L) - (table != NULL));
  return shared ? new_shared(L, bytes) : lab_table_new(L, bytes, 1);
}

void lab_table_leave (lua_State *L, int table) {
  clear(L, table);
  lab_spare_leave(L, table, LAB_SPARE_TABLE);
}

void lab_table_note (lua_State *L) {
  lab_anchor_push(L, -1);
  lua_rawgeti(L, -1, LAB_NOTED_GAME);
  if (lua_isnil(L, -1)) {
    lua_pushvalue(L, 1);
    lua_rawseti(L, -3, LAB_NOTED_GAME);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -3, LAB_NOTED_STATE);
  }
  lua_pop(L, 2);
}

void lab_table_push_blocks (lua_State *L, int table) {
  table = lua_absindex(L, table);
  lab_anchor_push(L, table);
  lua_rawgeti(L, -1, LAB_NOTED_BLOCKS);
  lua_remove(L, -2);
}

/* A number that tells the game of a shared table in every state, as far as that can be seen from outside: its name, the types
** of its functions, how they are called. */
static uint64_t number_of_game (lua_State *L, int anchor, lua_Number form) {
  const char *name;
  uint64_t hash;
  size_t length = 0;
  unsigned char types[LAB_LAST_CALLBACK + 1] = {0};
  int what;
  for (what = LAB_FIRST_CALLBACK; what <= LAB_LAST_CALLBACK; what++) {
    lua_rawgeti(L, anchor, what);
    types[what] = (unsigned char)lua_type(L, -1);
    lua_pop(L, 1);
  }
  lua_rawgeti(L, anchor, LAB_NAME);
  name = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
  hash = ab_hash(name, length) ^ ab_hash(types, sizeof types) ^ ab_hash(&form, sizeof form);
  lua_pop(L, 1);
  return hash | 1;
}

/* Push what tells the game: its callbacks, and how they are called. */
static void push_game (lua_State *L, int anchor, lua_Number form) {
  int what;
  lua_createtable(L, FORM_OF_GAME, 0);
  for (what = LAB_FIRST_CALLBACK; what <= LAB_LAST_CALLBACK; what++) {
    lua_rawgeti(L, anchor, what);
    lua_rawseti(L, -2, what);
  }
  lua_pushnumber(L, form);
  lua_rawseti(L, -2, FORM_OF_GAME);
}

/* Is the game, as it was pushed, at the top of the stack? */
static int is_same_game (lua_State *L, int anchor, lua_Number form) {
  int what, same;
  lua_rawgeti(L, -1, FORM_OF_GAME);
  same = lua_tonumber(L, -1) == form;
  lua_pop(L, 1);
  for (what = LAB_FIRST_CALLBACK; what <= LAB_LAST_CALLBACK; what++) {
    lua_rawgeti(L, -1, what);
    lua_rawgeti(L, anchor, what);
    same = same && lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
  }
  return same;
}

/* From the last look at whose the table is to the answer nothing is allocated: a finalizer might clear it, and
** let another game have it. */
int lab_table_adopt (lua_State *L, int table, int anchor, lua_Number form) {
  lab_table *shared = lua_touserdata(L, table);
  int same, top = lua_gettop(L);
  lab_table_mend(shared);
  lab_anchor_push(L, table);
  lua_rawgeti(L, -1, ANCHOR_CALLBACKS);
  if (lua_isnil(L, -1)) {
    push_game(L, anchor, form);
    lua_rawgeti(L, top + 1, ANCHOR_CALLBACKS);
    if (lua_isnil(L, -1)) {
      lua_pushvalue(L, -2);
      lua_rawseti(L, top + 1, ANCHOR_CALLBACKS);
      lua_pop(L, 1);
    }
  }
  same = is_same_game(L, anchor, form);
  lua_settop(L, top);
  if (shared->shared)
    same = same && ab_table_claim(shared->core, number_of_game(L, anchor, form));
  return same;
}

static int alphabeta_table (lua_State *L) {
  const size_t most = (size_t)-1 / 2;
  lab_options options;
  size_t bytes;
  lab_options_read_table(L, &options);
  bytes = options.bytes > (double)most ? most : (size_t)options.bytes;
  if (options.handle != NULL)
    push_attached(L, options.handle);
  else if (options.shared)
    new_shared(L, bytes);
  else
    lab_table_new(L, bytes, options.counted);
  return 1;
}

static lab_table *check_shared (lua_State *L) {
  lab_table *table = check_table(L);
  if (!table->shared)
    luaL_error(L, "table is not shared");
  return table;
}

static int table_handle (lua_State *L) {
  ab_handle handle = ab_table_handle(check_shared(L)->core);
  char digits[DIGITS + 1];
  snprintf(digits, sizeof digits, "%08lx%08lx%08lx", (unsigned long)(handle.number >> 32),
           (unsigned long)(handle.number & 0xFFFFFFFFu), (unsigned long)handle.stops);
  lua_pushfstring(L, HANDLE "%s", AB_VERSION, digits);
  return 1;
}

static int table_stop (lua_State *L) {
  ab_table_stop(check_shared(L)->core);
  return 0;
}

static int table_clear (lua_State *L) {
  check_table(L);
  clear(L, 1);
  return 0;
}

static int table_stats (lua_State *L) {
  const lab_table *table = check_table(L);
  lua_createtable(L, 0, 3);
  lab_value_set_count(L, "bytes", ab_table_bytes(table->core));
  lab_value_set_count(L, "limit", ab_table_limit(table->core));
  lab_value_set_count(L, "entries", ab_table_count(table->core));
  return 1;
}

static int table_len (lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ab_table_count(check_table(L)->core));
  return 1;
}

static int table_tostring (lua_State *L) {
  const lab_table *table = check_table(L);
  lua_pushfstring(L, "%s (%d entries): %p", LAB_TABLE_TYPE, (int)ab_table_count(table->core),
                  (const void *)table);
  return 1;
}

static const luaL_Reg methods[] = {
  {"clear", table_clear},
  {"handle", table_handle},
  {"stop", table_stop},
  {"stats", table_stats},
  {"__len", table_len},
  {"__tostring", table_tostring},
  {NULL, NULL}
};

static const luaL_Reg functions[] = {
  {"table", alphabeta_table},
  {NULL, NULL}
};

void lab_table_open (lua_State *L) {
  lab_anchor_open(L, LAB_TABLE_TYPE, methods);
  lua_setfield(L, -2, "tables"); /* for the methods that are in Lua */
  luaL_setfuncs(L, functions, 0);
}
