/* Errors: where they point, and what they call things. */
#include <stdarg.h>
#include <string.h>
#include "lab_error.h"

int lab_error_argument (lua_State *L, const char *caller, int arg, const char *format, ...) {
  const char *message;
  va_list arguments;
  va_start(arguments, format);
  message = lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, caller, message);
}

/* The upvalue by which an inner function is known. */
static const char inner = 0;

/* The level above the inner functions that are running, one within the other. */
static int level_above_inner (lua_State *L) {
  int level = 0, top = lua_gettop(L), is_inner = 1;
  lua_Debug frame;
  while (is_inner && lua_getstack(L, level, &frame) && lua_getinfo(L, "f", &frame)) {
    is_inner = lua_getupvalue(L, -1, 1) != NULL && lua_touserdata(L, -1) == (const void *)&inner;
    level += is_inner;
    lua_settop(L, top);
  }
  return level;
}

void lab_error_push_inner (lua_State *L, lua_CFunction function) {
  lua_pushlightuserdata(L, (void *)&inner);
  lua_pushcclosure(L, function, 1);
}

static int is_separator (char c) { return c == '/' || c == '\\'; }

/* The key in the registry of the folder of the library's own Lua files, as their sources begin. */
static const char root = 0;

/* How long the name of a folder is up to the last "alphabeta" in a source; 0: there is none. */
static size_t folder_length (const char *source) {
  const char *at = source;
  size_t length = 0;
  if (*source != '@')
    return 0;
  while ((at = strstr(at, "alphabeta")) != NULL) {
    at += strlen("alphabeta");
    if (is_separator(*at))
      length = (size_t)(at - source);
  }
  return length;
}

/* core.raise(message): an error of what the library's own Lua files do. */
static int core_raise (lua_State *L) { return lab_error_raise(L, "%s", luaL_checkstring(L, 1)); }

void lab_error_open (lua_State *L) {
  lua_Debug frame;
  size_t length = 0;
  int level;
  lua_pushcfunction(L, core_raise);
  lua_setfield(L, -2, "raise");
  for (level = 0; length == 0 && lua_getstack(L, level, &frame); level++)
    if (lua_getinfo(L, "S", &frame))
      length = folder_length(frame.source);
  if (length == 0)
    return;
  lua_pushlightuserdata(L, (void *)&root);
  lua_pushlstring(L, frame.source, length);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* The level that called the library: above this one and all from there on that are in its own Lua files, whatever C
** function (as pcall) is between these, or in Lua 5.1, between or above, what has called another function instead of
** returning. */
static int outer_level (lua_State *L, int level) {
  lua_Debug frame;
  const char *own;
  size_t length = 0;
  int i, is_tail;
  lua_pushlightuserdata(L, (void *)&root);
  lua_rawget(L, LUA_REGISTRYINDEX);
  own = lua_tolstring(L, -1, &length);
  for (i = level; own != NULL && lua_getstack(L, i, &frame) && lua_getinfo(L, "S", &frame); i++) {
    is_tail = strcmp(frame.what, "tail") == 0;
    if ((strncmp(frame.source, own, length) == 0 && is_separator(frame.source[length])) || (is_tail && level == i))
      level = i + 1;
    else if (*frame.what != 'C' && !is_tail)
      break;
  }
  lua_pop(L, 1);
  return level;
}

int lab_error_raise (lua_State *L, const char *format, ...) {
  va_list arguments;
  luaL_where(L, outer_level(L, level_above_inner(L) + 1));
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  return lua_error(L);
}

/* C libraries write NaN in different ways, some of them with a sign. */
const char *lab_error_got (lua_State *L, int i) {
  if (lua_type(L, i) != LUA_TNUMBER)
    return luaL_typename(L, i);
  return lua_tonumber(L, i) == lua_tonumber(L, i) ? lua_tostring(L, i) : "NaN";
}

const char *lab_error_returned (lua_State *L, int i) {
  int type = lua_type(L, i);
  const char *got = lab_error_got(L, i);
  return type == LUA_TNIL || type == LUA_TNUMBER ? got : lua_pushfstring(L, "a %s", got);
}

const char *lab_error_key (lua_State *L, int i) {
  return lua_isstring(L, i) ? lua_tostring(L, i) : luaL_typename(L, i);
}

const char *lab_error_label (lua_State *L, const char *name) {
  return name == NULL ? "game" : lua_pushfstring(L, "game '%s'", name);
}
