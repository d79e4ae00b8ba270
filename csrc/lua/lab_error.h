/* Errors, in the name of the function that was called, at the line that called it. */
#ifndef LAB_ERROR_H
#define LAB_ERROR_H

#include "lab_compat.h"

/* Raise "bad argument #ARG to 'CALLER' (...)" at the caller's line. */
#ifdef __clang_analyzer__
__attribute__((analyzer_noreturn))
#endif
int lab_error_argument (lua_State *L, const char *caller, int arg, const char *format, ...);

/* Find out where the library's own Lua files are: from the one that loads the core, if one does, whichever it is. Gives the
** core, the table on top, the function `raise`, which is lab_error_raise for those files. */
void lab_error_open (lua_State *L);

/* Raise an error at the line that called the library: luaL_error for what happens while a search runs, if it is one of
** the library's own Lua functions that runs it. */
#ifdef __clang_analyzer__
__attribute__((analyzer_noreturn))
#endif
int lab_error_raise (lua_State *L, const char *format, ...);

/* Push a function that is to be called by a C function that a user has called, not by the user: errors that are raised
** in it have the user's line nevertheless. */
void lab_error_push_inner (lua_State *L, lua_CFunction function);

/* A number itself, which becomes a string on the stack, or "NaN"; of anything else its type. For messages. */
const char *lab_error_got (lua_State *L, int i);

/* The same in a sentence: "nil", "a table". */
const char *lab_error_returned (lua_State *L, int i);

/* What an error calls the key of a table: a number becomes a string on the stack. */
const char *lab_error_key (lua_State *L, int i);

/* Push what errors call a game of that name, which may be NULL. */
const char *lab_error_label (lua_State *L, const char *name);

#endif
