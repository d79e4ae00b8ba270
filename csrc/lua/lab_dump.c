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

#define VERSION 1

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

/* What is at index 1. */
typedef struct lab_content {
  const ab_table *table;
  ab_solve *solve;
  int integers;
} lab_content;

static lab_content check_content (lua_State *L) {
  lab_content content = {NULL, NULL, 0};
  const lab_table *table = luaL_testudata(L, 1, LAB_TABLE_TYPE);
  content.solve = lab_solution_core(L, 1, &content.integers);
  if (table != NULL) {
    content.table = table->core;
    content.integers = table->integers;
  }
  else if (content.solve == NULL)
    luaL_error(L, "alphabeta.table or alphabeta.solution expected, got %s", luaL_typename(L, 1));
  return content;
}

static size_t write_content (const lab_content *content, void *bytes) {
  return content->table != NULL ? ab_table_dump(content->table, bytes) : ab_solve_dump(content->solve, bytes);
}

/* core.dump(what, name, fingerprint) -> string */
static int core_dump (lua_State *L) {
  lab_content content;
  size_t name_length, fingerprint_length, size;
  const char *name = luaL_checklstring(L, 2, &name_length), *fingerprint = luaL_checklstring(L, 3, &fingerprint_length);
  lab_head head;
  char *bytes, *at;
  uint64_t checksum;
  memset(&head, 0, sizeof head);
  do { /* a finalizer may use the table while there is room made for what it holds */
    lua_settop(L, 3);
    content = check_content(L);
    head.content = write_content(&content, NULL);
    size = sizeof head + name_length + fingerprint_length + (size_t)head.content;
    bytes = at = lua_newuserdata(L, size + sizeof checksum);
    content = check_content(L);
  } while (write_content(&content, NULL) != head.content);
  memcpy(head.magic, magic, sizeof magic);
  head.version = VERSION;
  head.kind = content.table != NULL ? 't' : 's';
  head.little = is_little();
  head.integers = (uint8_t)content.integers;
  head.name = name_length;
  head.fingerprint = fingerprint_length;
  memcpy(at, &head, sizeof head);
  memcpy(at += sizeof head, name, name_length);
  memcpy(at += name_length, fingerprint, fingerprint_length);
  write_content(&content, at + fingerprint_length);
  checksum = ab_hash(bytes, size);
  memcpy(bytes + size, &checksum, sizeof checksum);
  lua_pushlstring(L, bytes, size + sizeof checksum);
  return 1;
}

/* What is wrong with the bytes; NULL: nothing, and they have this head. */
static const char *flaw_of (const char *bytes, size_t size, lab_head *head) {
  uint64_t checksum, left = size - sizeof *head - sizeof checksum;
  if (size < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
    return "it holds no table or solution of alphabeta";
  if (size < sizeof *head + sizeof checksum)
    return "it is not whole";
  memcpy(head, bytes, sizeof *head);
  if (head->version != VERSION)
    return "it is of another version of the format";
  if (head->little != is_little())
    return "it is from a machine with another byte order";
  if (head->name > left || head->fingerprint > left - head->name
      || head->content != left - head->name - head->fingerprint)
    return "it is damaged, or not whole";
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
  lab_table_note(L, -1, 1, 2);
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
  if (check_content(L).table != NULL)
    lab_table_push_noted(L, 1);
  else
    lab_solution_push_noted(L, 1);
  return 2;
}

static const luaL_Reg functions[] = {
  {"dump", core_dump},
  {"dumped", core_dumped},
  {"undump", core_undump},
  {"serves", core_serves},
  {"noted", core_noted},
  {NULL, NULL}
};

void lab_dump_open (lua_State *L) { luaL_setfuncs(L, functions, 0); }
