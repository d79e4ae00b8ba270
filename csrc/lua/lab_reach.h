/* All tables that can be reached from a value, and a copy of them. */
#ifndef LAB_REACH_H
#define LAB_REACH_H

#include "lab_compat.h"

/* Add `copy` to the module at the top of the stack. */
void lab_reach_open (lua_State *L);

#endif
