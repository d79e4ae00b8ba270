/* Numbers of the core's and of Lua's. */
#ifndef LAB_VALUE_H
#define LAB_VALUE_H

#include "lab_compat.h"
#include "alphabeta.h"

/* Push a value; as an integer, if it is one and such values are known to be `integers`. */
void lab_value_push (lua_State *L, int integers, ab_value value);

/* Push an integer of the core's. In a Lua without integers of 64 bits it is an error if it is not exact. */
void lab_value_push_integer (lua_State *L, int64_t integer);

/* Set a field of the table at the top of the stack; a flag only if it holds, a text only if it is not NULL. */
void lab_value_set (lua_State *L, int integers, const char *field, ab_value value);
void lab_value_set_text (lua_State *L, const char *field, const char *text);
void lab_value_set_count (lua_State *L, const char *field, uint64_t count);
void lab_value_set_number (lua_State *L, const char *field, double number);
void lab_value_set_flag (lua_State *L, const char *field, int flag);

/* Take the number at i for an integer; 0: it is none. */
int lab_value_to_integer (lua_State *L, int i, int64_t *integer);

#endif
