/* Errors: where they point, and what they call things. */
#include <stdarg.h>
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

static int is_inner (lua_State *L) {
  return lua_islightuserdata(L, lua_upvalueindex(1)) && lua_touserdata(L, lua_upvalueindex(1)) == (const void *)&inner;
}

void lab_error_push_inner (lua_State *L, lua_CFunction function) {
  lua_pushlightuserdata(L, (void *)&inner);
  lua_pushcclosure(L, function, 1);
}

int lab_error_raise (lua_State *L, const char *format, ...) {
  va_list arguments;
  luaL_where(L, is_inner(L) ? 2 : 1);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  return lua_error(L);
}

const char *lab_error_got (lua_State *L, int i) {
  return lua_type(L, i) == LUA_TNUMBER ? lua_tostring(L, i) : luaL_typename(L, i);
}

const char *lab_error_returned (lua_State *L, int i) {
  if (lua_isnil(L, i))
    return "nil";
  if (lua_type(L, i) == LUA_TNUMBER)
    return lua_tonumber(L, i) == lua_tonumber(L, i) ? lua_tostring(L, i) : "NaN";
  return lua_pushfstring(L, "a %s", luaL_typename(L, i));
}

const char *lab_error_label (lua_State *L, const char *name) {
  return name == NULL ? "game" : lua_pushfstring(L, "game '%s'", name);
}
