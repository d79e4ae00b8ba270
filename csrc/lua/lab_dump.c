/*
** A table or a solution as a string:
**
**   magic, 8 bytes: as PNG has it, so that a transfer which changes ends of lines shows
**   version of the format; what it is, 't' or 's'; byte order of the machine; are values integers
**   lengths of name, fingerprint and content: three numbers of 8 bytes
**   the game's name; the fingerprint, which tells the game (saved.lua); the content, as the core has dumped it
**   checksum of all that, 8 bytes
**
** Numbers are as the machine has them; another byte order is refused.
*/
#include <string.h>
#include "lab_dump.h"
#include "lab_error.h"
#include "lab_fields.h"
#include "lab_solution.h"

#define VERSION 2

static const char magic[8] = {'\x89', 'a', 'l', 'p', 'h', 'a', '\r', '\n'};

typedef struct lab_head {
  char magic[8];
  uint8_t version, kind, little, integers;
  uint32_t none; /* 0 */
  uint64_t name, fingerprint, content; /* lengths */
} lab_head;

static uint8_t is_little (void) {
  const uint16_t one = 1;
  uint8_t first;
  memcpy(&first, &one, 1);
  return first;
}

/* What is to be dumped, or was noted. */
typedef struct lab_content {
  const ab_table *table;
  ab_solve *solve;
  int integers;
} lab_content;

static lab_content check_content (lua_State *L, int i) {
  lab_content content = {NULL, NULL, 0};
  lab_table *table = luaL_testudata(L, i, LAB_TABLE_TYPE);
  content.solve = lab_solution_core(L, i, &content.integers);
  if (table != NULL) {
    lab_table_mend(table);
    content.table = table->core;
    content.integers = table->integers;
  }
  else if (content.solve == NULL)
    luaL_error(L, "alphabeta.table or alphabeta.solution expected, got %s", luaL_typename(L, i));
  return content;
}

/* ---------------------------------------------------------------- to a string, piece by piece */

#define DUMPING_TYPE "alphabeta.dumping"
#define PIECE ((size_t)1 << 15) /* bytes of content */

typedef struct lab_dumping {
  ab_dumping core;
  uint64_t left;     /* bytes of content */
  uint64_t checksum; /* of what is written, but for those in `held` */
  char held[sizeof(uint64_t)];
  size_t held_size;
  int integers;
} lab_dumping;

/* The checksum is that of words, which need not begin where pieces do. */
static void add_to_checksum (lab_dumping *dumping, const char *bytes, size_t size) {
  const size_t word = sizeof dumping->held;
  while (size > 0) {
    size_t taken = dumping->held_size > 0 || size < word ? 1 : size / word * word;
    if (taken > 1) {
      dumping->checksum = ab_hash_add(dumping->checksum, bytes, taken);
    } else {
      dumping->held[dumping->held_size++] = *bytes;
      if (dumping->held_size == word) {
        dumping->checksum = ab_hash_add(dumping->checksum, dumping->held, word);
        dumping->held_size = 0;
      }
    }
    bytes += taken;
    size -= taken;
  }
}

static void push_piece (lua_State *L, lab_dumping *dumping, const char *bytes, size_t size) {
  add_to_checksum(dumping, bytes, size);
  lua_pushlstring(L, bytes, size);
}

/* core.dump_begin(what, name, fingerprint) -> what core.dump_on needs, the first piece */
static int core_dump_begin (lua_State *L) {
  lab_content content;
  size_t name_length, fingerprint_length, size;
  const char *name = luaL_checklstring(L, 2, &name_length), *fingerprint = luaL_checklstring(L, 3, &fingerprint_length);
  lab_dumping *dumping;
  lab_head head;
  char *bytes;
  lua_settop(L, 3);
  dumping = lua_newuserdata(L, sizeof *dumping);
  memset(dumping, 0, sizeof *dumping);
  luaL_getmetatable(L, DUMPING_TYPE);
  lua_setmetatable(L, -2);
  size = sizeof head + name_length + fingerprint_length;
  bytes = lua_newuserdata(L, size);
  content = check_content(L, 1); /* while there was room made, a finalizer may have used the table */
  memset(&head, 0, sizeof head);
  memcpy(head.magic, magic, sizeof magic);
  head.version = VERSION;
  head.kind = content.table != NULL ? 't' : 's';
  head.little = is_little();
  head.integers = (uint8_t)content.integers;
  head.name = name_length;
  head.fingerprint = fingerprint_length;
  head.content = content.table != NULL ? ab_table_dump_begin(content.table, &dumping->core)
                                       : ab_solve_dump_begin(content.solve, &dumping->core);
  memcpy(bytes, &head, sizeof head);
  memcpy(bytes + sizeof head, name, name_length);
  memcpy(bytes + sizeof head + name_length, fingerprint, fingerprint_length);
  dumping->left = head.content;
  dumping->integers = content.integers;
  dumping->checksum = ab_hash_begin(size + head.content);
  lua_pushvalue(L, 4);
  push_piece(L, dumping, bytes, size);
  return 2;
}

/* core.dump_on(dumping, what) -> the next piece, whether it is the last; nil: what is dumped has changed */
static int core_dump_on (lua_State *L) {
  lab_dumping *dumping = luaL_checkudata(L, 1, DUMPING_TYPE);
  lab_content content;
  uint64_t checksum;
  size_t size;
  char *bytes;
  lua_settop(L, 2);
  bytes = lua_newuserdata(L, PIECE);
  content = check_content(L, 2);
  size = content.table != NULL ? ab_table_dump_on(content.table, &dumping->core, bytes, PIECE)
                               : ab_solve_dump_on(content.solve, &dumping->core, bytes, PIECE);
  if (size > dumping->left || (size == 0 && dumping->left > 0) || content.integers != dumping->integers)
    return 0;
  dumping->left -= size;
  push_piece(L, dumping, bytes, size);
  if (dumping->left > 0) {
    lua_pushboolean(L, 0);
    return 2;
  }
  checksum = ab_hash_end(ab_hash_add(dumping->checksum, dumping->held, dumping->held_size));
  lua_pushlstring(L, (const char *)&checksum, sizeof checksum);
  lua_concat(L, 2);
  lua_pushboolean(L, 1);
  return 2;
}

#define AT_ONCE 1000 /* strings that are joined: what they need of the stack is there in every Lua */

/* core.joined(list) -> its strings as one. Unlike the memory of table.concat, that of this is asked for again after a
** collection. */
static int core_joined (lua_State *L) {
  int i, held = 0, count;
  luaL_checktype(L, 1, LUA_TTABLE);
  count = (int)lua_rawlen(L, 1);
  lua_settop(L, 1);
  luaL_checkstack(L, AT_ONCE, "too many strings");
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, 1, i);
    if (++held == AT_ONCE) {
      lua_concat(L, held);
      held = 1;
    }
  }
  lua_concat(L, held);
  return 1;
}

/* ---------------------------------------------------------------- and back */

/* What is wrong with the bytes; NULL: nothing, and they have this head. */
static const char *flaw_of (const char *bytes, size_t size, lab_head *head) {
  uint64_t checksum, left = size - sizeof *head - sizeof checksum;
  if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
    return "it holds no table or solution of alphabeta";
  if (size < sizeof *head + sizeof checksum)
    return "it is incomplete";
  memcpy(head, bytes, sizeof *head);
  if (head->version != VERSION)
    return "it has another format version";
  if (head->little != is_little())
    return "it was written on a machine with another byte order";
  if (head->name > left || head->fingerprint > left - head->name
      || head->content != left - head->name - head->fingerprint)
    return "it is damaged or incomplete";
  memcpy(&checksum, bytes + size - sizeof checksum, sizeof checksum);
  if (checksum != ab_hash(bytes, size - sizeof checksum) || (head->kind != 't' && head->kind != 's'))
    return "it is damaged";
  return NULL;
}

/* core.dumped(string) -> kind, name, fingerprint; or nil and what is wrong with it. */
static int core_dumped (lua_State *L) {
  size_t size;
  const char *bytes = luaL_checklstring(L, 1, &size), *flaw;
  lab_head head;
  char kind;
  flaw = flaw_of(bytes, size, &head);
  if (flaw != NULL) {
    lua_pushnil(L);
    lua_pushstring(L, flaw);
    return 2;
  }
  kind = (char)head.kind;
  lua_pushlstring(L, &kind, 1);
  lua_pushlstring(L, bytes + sizeof head, (size_t)head.name);
  lua_pushlstring(L, bytes + sizeof head + head.name, (size_t)head.fingerprint);
  return 3;
}

/* Read the game and the position at 1 and 2 into an anchor at 4. Returns how the game's functions are called. */
static lua_Number read_game (lua_State *L, const char *caller) {
  lab_game game;
  memset(&game, 0, sizeof game);
  lua_settop(L, 3);
  lua_createtable(L, LAB_FRAME, 0);
  lab_fields_read(L, caller, &game);
  return lab_game_form(&game);
}

/* Push the table that was dumped, which serves the game at index 1 from now on; 0: it is none. */
static int push_table (lua_State *L, const char *content, size_t size, int integers) {
  lua_Number form = read_game(L, "undump");
  lab_table *table = lab_table_undump(L, content, size);
  if (table == NULL)
    return 0;
  table->integers = integers;
  lab_table_adopt(L, -1, 4, form);
  lab_table_note(L);
  return 1;
}

/* core.undump(game, state, string) -> a table or a solution of the game; nil: its content is none. The string is whole. */
static int core_undump (lua_State *L) {
  size_t size;
  const char *bytes = luaL_checklstring(L, 3, &size), *content;
  lab_head head;
  lua_settop(L, 3);
  if (flaw_of(bytes, size, &head) != NULL)
    return 0;
  content = bytes + sizeof head + head.name + head.fingerprint;
  if (head.kind == 't')
    return push_table(L, content, (size_t)head.content, head.integers);
  return lab_solution_undump(L, content, (size_t)head.content, head.integers, 1, 2);
}

/* core.serves(game, state, table) -> does the table, which was used, serve that game? */
static int core_serves (lua_State *L) {
  lua_Number form = read_game(L, "dump");
  luaL_checkudata(L, 3, LAB_TABLE_TYPE);
  lua_pushboolean(L, lab_table_adopt(L, 3, 4, form));
  return 1;
}

/* core.noted(what) -> the game and the position that it was made for; nil: none. */
static int core_noted (lua_State *L) {
  check_content(L, 1);
  lab_anchor_push_noted(L, 1);
  return 2;
}

static const luaL_Reg functions[] = {
  {"dump_begin", core_dump_begin},
  {"dump_on", core_dump_on},
  {"joined", core_joined},
  {"dumped", core_dumped},
  {"undump", core_undump},
  {"serves", core_serves},
  {"noted", core_noted},
  {NULL, NULL}
};

void lab_dump_open (lua_State *L) {
  luaL_setfuncs(L, functions, 0);
  luaL_newmetatable(L, DUMPING_TYPE);
  lua_pop(L, 1);
}
