/* Tables and solutions as strings. */
#ifndef LAB_DUMP_H
#define LAB_DUMP_H

#include "lab_compat.h"

/* Give the table at the top of the stack what lua/alphabeta/saved.lua needs. */
void lab_dump_open (lua_State *L);

#endif
