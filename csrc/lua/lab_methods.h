/* Searches as Lua sees them. */
#ifndef LAB_METHODS_H
#define LAB_METHODS_H

#include "lab_compat.h"

/* Make the metatable of searches, and give the table at the top of the stack the functions `search`, `start`, `deepen`. */
void lab_methods_open (lua_State *L);

#endif
