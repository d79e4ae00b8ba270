/* Solving a game, as Lua sees it: `solve` and `start_solve`. */
#ifndef LAB_SOLVER_H
#define LAB_SOLVER_H

#include "lab_compat.h"

/* Make the metatable of solvers, and give the table at the top of the stack the functions. */
void lab_solver_open (lua_State *L);

#endif
