/*
** Which lines of lua/ run? A Lua library that notes them from when it is loaded, and at the end appends
** them to the file that LINES_FILE names, as "file line". Programs in Lua load it by
**
**   LUA_INIT='require "lines"'
**
** so that those count as well which a spec starts. debug.sethook and debug.gethook go on as ever for a
** program that has a hook of its own in the running thread: it is called from the one that notes lines.
*/
#include <lua.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int luaopen_lines (lua_State *L);

enum { MOST_FILES = 100, MOST_LINES = 2000, MOST_NAME = 60 };

static struct {
  char name[MOST_NAME];
  char ran[MOST_LINES];
} files[MOST_FILES];

static int last; /* the file that was noted last: it is often the next one, too */

/* Where the registry has the program's own hook, and for which events. */
static const char hook_key = 0, mask_key = 0;

/* The name of a file of lua/ from its source, or NULL. Those of specs are told apart at once. */
static const char *name_in (const char *source) {
  return source[0] == '@' && source[1] == '/' ? strstr(source, "lua/alphabeta/") : NULL;
}

static void note (const char *name, int line) {
  if (strcmp(files[last].name, name) != 0)
    for (last = 0; files[last].name[0] != 0 && strcmp(files[last].name, name) != 0;)
      if (++last == MOST_FILES)
        abort();
  if (strlen(name) >= MOST_NAME || line >= MOST_LINES)
    abort();
  strcpy(files[last].name, name);
  files[last].ran[line] = 1;
}

static void hook (lua_State *L, lua_Debug *ar);

static int own_mask (lua_State *L) {
  int mask;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &mask_key);
  mask = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return mask;
}

/* Call the program's own hook, in a thread of its own: in this one no line is told during a hook. */
static void call_own (lua_State *L, const lua_Debug *ar) {
  static const char *const names[] = {"call", "return", "line", "count", "tail call"};
  lua_State *thread = lua_newthread(L);
  lua_sethook(thread, hook, LUA_MASKLINE, 0);
  if (lua_rawgetp(thread, LUA_REGISTRYINDEX, &hook_key) != LUA_TNIL) { /* a coroutine may keep a hook longer */
    lua_pushstring(thread, names[ar->event]);
    lua_pushinteger(thread, ar->currentline);
    if (lua_pcall(thread, 2, 0, 0) != LUA_OK) {
      lua_xmove(thread, L, 1);
      lua_error(L);
    }
  }
  lua_pop(L, 1);
}

static void hook (lua_State *L, lua_Debug *ar) {
  if (ar->event == LUA_HOOKLINE) {
    const char *name;
    lua_getinfo(L, "S", ar);
    name = name_in(ar->source);
    if (name != NULL)
      note(name, ar->currentline);
    if ((own_mask(L) & LUA_MASKLINE) == 0)
      return;
  }
  call_own(L, ar);
}

/* debug.sethook([thread,] [f, mask [, count]]); a thread has the hook of the one that made it, since that is set in C */
static int sethook (lua_State *L) {
  const char *events;
  int count, mask;
  if (lua_isthread(L, 1))
    return 0;
  events = luaL_optstring(L, 2, "");
  count = (int)luaL_optinteger(L, 3, 0);
  mask = count > 0 ? LUA_MASKCOUNT : 0;
  if (strchr(events, 'c') != NULL)
    mask |= LUA_MASKCALL;
  if (strchr(events, 'r') != NULL)
    mask |= LUA_MASKRET;
  if (strchr(events, 'l') != NULL)
    mask |= LUA_MASKLINE;
  if (lua_isnoneornil(L, 1))
    mask = count = 0;
  lua_settop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hook_key);
  lua_pushinteger(L, mask);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &mask_key);
  lua_sethook(L, hook, LUA_MASKLINE | mask, count);
  return 0;
}

/* debug.gethook([thread]); none is known of a thread */
static int gethook (lua_State *L) {
  if (lua_isthread(L, 1))
    return 0;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hook_key);
  return 1;
}

static void write_lines (void) {
  FILE *file = fopen(getenv("LINES_FILE"), "a");
  int i, line;
  for (i = 0; file != NULL && i < MOST_FILES; i++)
    for (line = 0; line < MOST_LINES; line++)
      if (files[i].ran[line])
        fprintf(file, "%s %d\n", files[i].name, line);
  if (file != NULL)
    fclose(file);
}

int luaopen_lines (lua_State *L) {
  static const luaL_Reg functions[] = {{"sethook", sethook}, {"gethook", gethook}, {NULL, NULL}};
  lua_getglobal(L, "debug");
  luaL_setfuncs(L, functions, 0);
  lua_sethook(L, hook, LUA_MASKLINE, 0);
  atexit(write_lines);
  return 1;
}
