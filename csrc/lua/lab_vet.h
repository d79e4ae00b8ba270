/* Arguments, checked for parts of the library in Lua. */
#ifndef LAB_VET_H
#define LAB_VET_H

#include "lab_compat.h"

/* Give the table at the top of the stack what checks arguments for others; see lab_vet.c. */
void lab_vet_open (lua_State *L);

#endif
