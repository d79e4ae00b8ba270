/* Numbers of the core's and of Lua's: which Lua has what kind of integers. */
#include "lab_value.h"

void lab_value_push (lua_State *L, int integers, ab_value value) {
#if LUA_VERSION_NUM >= 503
  if (integers && value >= -AB_MAX_INTEGER && value <= AB_MAX_INTEGER) {
    lua_Integer integer = (lua_Integer)value;
    if ((ab_value)integer == value) {
      lua_pushinteger(L, integer);
      return;
    }
  }
#else
  (void)integers;
#endif
  lua_pushnumber(L, value + 0.0); /* -0.0 becomes 0.0 */
}

void lab_value_push_integer (lua_State *L, int64_t integer) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)integer);
#else
  if (integer > (int64_t)AB_MAX_INTEGER || integer < -(int64_t)AB_MAX_INTEGER)
    luaL_error(L, "an integer of a native game is above 2^53, which this Lua cannot represent");
  lua_pushnumber(L, (lua_Number)integer);
#endif
}

void lab_value_set (lua_State *L, int integers, const char *field, ab_value value) {
  lab_value_push(L, integers, value);
  lua_setfield(L, -2, field);
}

void lab_value_set_text (lua_State *L, const char *field, const char *text) {
  if (text == NULL)
    return;
  lua_pushstring(L, text);
  lua_setfield(L, -2, field);
}

void lab_value_set_count (lua_State *L, const char *field, uint64_t count) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)count);
#else
  lua_pushnumber(L, (lua_Number)count);
#endif
  lua_setfield(L, -2, field);
}

void lab_value_set_number (lua_State *L, const char *field, double number) {
  lua_pushnumber(L, number + 0.0);
  lua_setfield(L, -2, field);
}

void lab_value_set_flag (lua_State *L, const char *field, int flag) {
  if (!flag)
    return;
  lua_pushboolean(L, 1);
  lua_setfield(L, -2, field);
}

int lab_value_to_integer (lua_State *L, int i, int64_t *integer) {
  lua_Number number;
  if (lua_type(L, i) != LUA_TNUMBER)
    return 0;
  if (lua_isinteger(L, i)) {
    *integer = (int64_t)lua_tointeger(L, i);
    return 1;
  }
  number = lua_tonumber(L, i);
  if (!(number >= -AB_MAX_INTEGER && number <= AB_MAX_INTEGER))
    return 0;
  *integer = (int64_t)number;
  return (lua_Number)*integer == number;
}
