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
#include "lab_hoard.h"
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

static const void *core_of (const lab_content *content) {
  return content->table != NULL ? (const void *)content->table : content->solve;
}

/* ---------------------------------------------------------------- the checksum, piece by piece */

/* It is that of words, which need not begin where pieces do. */
typedef struct lab_checksum {
  uint64_t hash; /* of what there was, but for the bytes in `held` */
  char held[sizeof(uint64_t)];
  size_t held_size;
} lab_checksum;

static void add_to_checksum (lab_checksum *checksum, const char *bytes, size_t size) {
  const size_t word = sizeof checksum->held;
  while (size > 0) {
    size_t taken = checksum->held_size > 0 || size < word ? 1 : size / word * word;
    if (taken > 1) {
      checksum->hash = ab_hash_add(checksum->hash, bytes, taken);
    } else {
      checksum->held[checksum->held_size++] = *bytes;
      if (checksum->held_size == word) {
        checksum->hash = ab_hash_add(checksum->hash, checksum->held, word);
        checksum->held_size = 0;
      }
    }
    bytes += taken;
    size -= taken;
  }
}

static uint64_t checksum_of (const lab_checksum *checksum) {
  return ab_hash_add(checksum->hash, checksum->held, checksum->held_size);
}

/* ---------------------------------------------------------------- to a string, piece by piece */

#define DUMPING_TYPE "alphabeta.dumping"
#define PIECE ((size_t)1 << 15) /* bytes of content */

typedef struct lab_dumping {
  ab_dumping core;
  const void *what;      /* the core's table or solution that it was begun for */
  uint64_t left;         /* bytes of content */
  lab_checksum checksum; /* of what is written */
  int integers;
} lab_dumping;

static void push_piece (lua_State *L, lab_dumping *dumping, const char *bytes, size_t size) {
  add_to_checksum(&dumping->checksum, bytes, size);
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
  luaL_newmetatable(L, DUMPING_TYPE);
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
  dumping->what = core_of(&content);
  dumping->left = head.content;
  dumping->integers = content.integers;
  dumping->checksum.hash = ab_hash_begin(size + head.content);
  lua_pushvalue(L, 4);
  push_piece(L, dumping, bytes, size);
  return 2;
}

/* core.dump_on(dumping, what) -> the next piece, whether it is the last; nil: what is dumped has changed, or
** is another one */
static int core_dump_on (lua_State *L) {
  lab_dumping *dumping = luaL_checkudata(L, 1, DUMPING_TYPE);
  lab_content content;
  uint64_t checksum;
  size_t size;
  char *bytes;
  lua_settop(L, 2);
  bytes = lua_newuserdata(L, PIECE);
  content = check_content(L, 2);
  if (core_of(&content) != dumping->what)
    return 0;
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
  checksum = checksum_of(&dumping->checksum);
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

/* ---------------------------------------------------------------- and back, piece by piece */

#define UNDUMPING_TYPE "alphabeta.undumping"
#define LEAST ((size_t)4096) /* bytes of a piece of content, if there are so many: what the core needs */

enum { UNDUMPED = 1 }; /* in the anchor: the table; or the memory of a solution */

typedef struct lab_undumping {
  lab_head head;
  uint64_t left;         /* bytes that are yet to be checked */
  lab_checksum checksum; /* of those that were */
  char given[sizeof(uint64_t)]; /* the checksum that it is to be */
  size_t given_size;
  ab_undumping core;
  lab_table *table; /* NULL: none was begun */
  ab_solve *solve;
  lab_memory memory; /* of that */
} lab_undumping;

/* What is wrong with what begins with these bytes, and has `size` in all; NULL: nothing, and it has this head. */
static const char *flaw_of (const char *bytes, size_t given, uint64_t size, lab_head *head) {
  uint64_t left = size - sizeof *head - sizeof(uint64_t);
  if (given < sizeof magic || memcmp(bytes, magic, sizeof magic) != 0)
    return "it holds no table or solution of alphabeta";
  if (given < sizeof *head || size < sizeof *head + sizeof(uint64_t))
    return "it is incomplete";
  memcpy(head, bytes, sizeof *head);
  if (head->version != VERSION)
    return "it has another format version";
  if (head->little != is_little())
    return "it was written on a machine with another byte order";
  if (head->name > left || head->fingerprint > left - head->name
      || head->content != left - head->name - head->fingerprint)
    return "it is damaged or incomplete";
  return head->kind == 't' || head->kind == 's' ? NULL : "it is damaged";
}

/* The bytes that the arguments from i on tell: a string, where they begin in it, from 0, and how many there are at most. */
static const char *check_piece (lua_State *L, int i, size_t *size) {
  size_t length;
  const char *bytes = luaL_checklstring(L, i, &length);
  lua_Integer begin = luaL_checkinteger(L, i + 1), most = luaL_checkinteger(L, i + 2);
  luaL_argcheck(L, begin >= 0 && (size_t)begin <= length, i + 1, "not in the string");
  luaL_argcheck(L, most >= 0, i + 2, "less than none");
  length -= (size_t)begin;
  *size = length < (size_t)most ? length : (size_t)most;
  return bytes + begin;
}

/* core.undump_begin(string with the first bytes, size of all) -> what the other functions need, 't' or 's', at which bytes its
** name, its fingerprint and its content begin; or nil and what is wrong with it. */
static int core_undump_begin (lua_State *L) {
  size_t given;
  const char *bytes = luaL_checklstring(L, 1, &given), *flaw;
  lua_Number number = luaL_checknumber(L, 2);
  uint64_t size = number >= 0 && number < 9007199254740992.0 ? (uint64_t)number : 0; /* what is no file has any */
  lab_undumping *undumping = lab_anchor_new(L, sizeof *undumping);
  uint64_t begin = sizeof undumping->head;
  char kind;
  memset(undumping, 0, sizeof *undumping);
  luaL_newmetatable(L, UNDUMPING_TYPE);
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lab_anchor_set(L, -2);
  flaw = flaw_of(bytes, given, size, &undumping->head);
  if (flaw != NULL) {
    lua_pushnil(L);
    lua_pushstring(L, flaw);
    return 2;
  }
  undumping->left = size - sizeof undumping->given;
  undumping->checksum.hash = ab_hash_begin(undumping->left);
  kind = (char)undumping->head.kind;
  lua_pushlstring(L, &kind, 1);
  lua_pushinteger(L, (lua_Integer)begin);
  begin += undumping->head.name;
  lua_pushinteger(L, (lua_Integer)begin);
  begin += undumping->head.fingerprint;
  lua_pushinteger(L, (lua_Integer)begin);
  return 5;
}

/* core.undump_check(undumping, string, begin, count) -> is that the last piece of all its bytes, and are they as they were
** written? */
static int core_undump_check (lua_State *L) {
  lab_undumping *undumping = luaL_checkudata(L, 1, UNDUMPING_TYPE);
  size_t size, taken;
  const char *bytes = check_piece(L, 2, &size);
  uint64_t given;
  taken = size < undumping->left ? size : (size_t)undumping->left;
  add_to_checksum(&undumping->checksum, bytes, taken);
  undumping->left -= taken;
  while (taken < size && undumping->given_size < sizeof undumping->given)
    undumping->given[undumping->given_size++] = bytes[taken++];
  memcpy(&given, undumping->given, sizeof given);
  lua_pushboolean(L, given == checksum_of(&undumping->checksum));
  return 1;
}

/* Begin with the first piece, which stands at 2; 0: it is none. */
static int begin_content (lua_State *L, lab_undumping *undumping, const char *bytes, size_t size) {
  size_t content = (size_t)undumping->head.content;
  if (size < LEAST && size < content)
    return 0;
  if (undumping->head.kind == 't') {
    undumping->table = lab_table_undump_begin(L, bytes, content, &undumping->core);
  } else {
    lua_newtable(L);
    undumping->memory = lab_memory_in(L, lua_gettop(L), LAB_FEW);
    undumping->solve = ab_solve_undump_begin(content, &undumping->core, lab_memory_allocate, &undumping->memory);
  }
  lab_anchor_push(L, 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, UNDUMPED);
  return undumping->table != NULL || undumping->solve != NULL;
}

/* Go on with a piece, with what hangs from the anchor at 3; 0: it is none. */
static int take_content (lua_State *L, lab_undumping *undumping, const char *bytes, size_t size) {
  if (undumping->table != NULL)
    return lab_table_undump_on(L, 3, &undumping->core, bytes, size);
  undumping->memory.L = L;
  undumping->memory.blocks = 3;
  return !lab_hoard_is_lost(undumping->memory.hoard) && ab_solve_undump_on(undumping->solve, &undumping->core, bytes, size);
}

/* core.undump_on(undumping, string, begin, count) -> how many bytes of the content were taken so far, whether these are all; nil:
** it is none. The first piece begins where the content does, the next ones where the last one was not taken any more. */
static int core_undump_on (lua_State *L) {
  lab_undumping *undumping = luaL_checkudata(L, 1, UNDUMPING_TYPE);
  size_t size, begin = 0;
  const char *bytes = check_piece(L, 2, &size);
  lua_settop(L, 2);
  if (undumping->table == NULL && undumping->solve == NULL) {
    if (!begin_content(L, undumping, bytes, size))
      return 0;
    begin = undumping->core.at;
    lua_settop(L, 2);
  }
  lab_anchor_push(L, 1);
  lua_rawgeti(L, 3, UNDUMPED);
  lua_replace(L, 3);
  if (begin < undumping->core.size && !take_content(L, undumping, bytes + begin, size - begin))
    return 0;
  lua_pushinteger(L, (lua_Integer)undumping->core.at);
  lua_pushboolean(L, undumping->core.at == undumping->core.size);
  return 2;
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

/* core.undump_end(game, state, undumping) -> the table or the solution of the game; all of it was taken. */
static int core_undump_end (lua_State *L) {
  lab_undumping *undumping = luaL_checkudata(L, 3, UNDUMPING_TYPE);
  lua_Number form = read_game(L, "undump");
  luaL_argcheck(L, undumping->core.at > 0 && undumping->core.at == undumping->core.size, 3, "it is not read");
  lab_anchor_push(L, 3);
  lua_rawgeti(L, -1, UNDUMPED);
  if (undumping->table == NULL) {
    lab_solution_push(L, undumping->solve, undumping->head.integers, 1, 2, lua_gettop(L));
    return 1;
  }
  undumping->table->integers = undumping->head.integers;
  lab_table_adopt(L, -1, 4, form);
  lab_table_note(L);
  return 1;
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
  {"undump_begin", core_undump_begin},
  {"undump_check", core_undump_check},
  {"undump_on", core_undump_on},
  {"undump_end", core_undump_end},
  {"serves", core_serves},
  {"noted", core_noted},
  {NULL, NULL}
};

/* What hardly any program needs, such as the metatables, is made on first use. */
void lab_dump_open (lua_State *L) { luaL_setfuncs(L, functions, 0); }
