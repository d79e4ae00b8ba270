/* All tables that can be reached from a value, and a copy of them. */
#ifndef LAB_REACH_H
#define LAB_REACH_H

#include "lab_compat.h"

#define LAB_REACH_TABLES 65536  /* so many are followed by default */
#define LAB_REACH_MOST 16777216 /* 2^24: at most */

/* Push what is never followed: a table from the globals, what is loaded, and the like, to what that is called. */
void lab_reach_push_forbidden (lua_State *L);

/* Why are tables with the metatable at the top of the stack not followed? NULL: they are. */
const char *lab_reach_flaw (lua_State *L);

/* What is reached from the table at the index cannot be taken back: raise what is wrong with it, and how it is reached. The
** table is the state of a game that errors call `label`; or (`is_named`) the results of `reach`. */
void lab_reach_raise (lua_State *L, int i, const char *label, int most, int is_named);

/* Add `copy` to the module at the top of the stack. */
void lab_reach_open (lua_State *L);

#endif
