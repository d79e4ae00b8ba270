/* Debug hooks, which do not see what happens in C. */
#ifndef LAB_HOOKS_H
#define LAB_HOOKS_H

#include "lab_compat.h"

#define LAB_SLICE 10000 /* positions between hooks, where the rules are native */

/* Push a function in Lua that does nothing, in which hooks run. */
void lab_hooks_push (lua_State *L);

/* Make that function. */
void lab_hooks_open (lua_State *L);

#endif
