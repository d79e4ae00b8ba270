/*
** A Lua interpreter with the module inside, so that sanitizers, valgrind and gcov see every line of it to
** the end: a library that is loaded is unloaded before they report.
**
**   host SCRIPT [ARG...]
**
** If HOST_LINES names a file, the lines of lua/ that run are noted there, as "file line".
*/
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int luaopen_alphabeta_core (lua_State *L);

enum { MOST_FILES = 100, MOST_LINES = 2000 };

static struct {
  char name[LUA_IDSIZE];
  char ran[MOST_LINES];
} files[MOST_FILES];

static void note (lua_State *L, lua_Debug *ar) {
  const char *name;
  int i = 0;
  lua_getinfo(L, "S", ar);
  name = strstr(ar->source, "lua/alphabeta/");
  if (name == NULL || strlen(name) >= LUA_IDSIZE || ar->currentline >= MOST_LINES)
    return;
  while (i < MOST_FILES - 1 && files[i].name[0] != 0 && strcmp(files[i].name, name) != 0)
    i++;
  strcpy(files[i].name, name);
  files[i].ran[ar->currentline] = 1;
}

static void write_lines (void) {
  FILE *file = fopen(getenv("HOST_LINES"), "w");
  int i, line;
  for (i = 0; file != NULL && i < MOST_FILES; i++)
    for (line = 0; line < MOST_LINES; line++)
      if (files[i].ran[line])
        fprintf(file, "%s %d\n", files[i].name, line);
  if (file != NULL)
    fclose(file);
}

static int traceback (lua_State *L) {
  luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
  return 1;
}

static void set_arguments (lua_State *L, int argc, char **argv) {
  int i;
  lua_createtable(L, argc, 0);
  for (i = 0; i < argc; i++) {
    lua_pushstring(L, argv[i]);
    lua_rawseti(L, -2, i - 1);
  }
  lua_setglobal(L, "arg");
}

int main (int argc, char **argv) {
  lua_State *L = luaL_newstate();
  int i, status;
  if (L == NULL || argc < 2)
    return 2;
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_alphabeta_core);
  lua_setfield(L, -2, "alphabeta.core");
  if (getenv("HOST_LINES") != NULL) {
    atexit(write_lines);
    lua_sethook(L, note, LUA_MASKLINE, 0);
  }
  set_arguments(L, argc, argv);
  lua_settop(L, 0);
  lua_pushcfunction(L, traceback);
  status = luaL_loadfile(L, argv[1]);
  luaL_checkstack(L, argc, NULL);
  for (i = 2; status == LUA_OK && i < argc; i++)
    lua_pushstring(L, argv[i]);
  if (status == LUA_OK)
    status = lua_pcall(L, argc - 2, 0, 1);
  if (status != LUA_OK)
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_close(L);
  return status != LUA_OK;
}
