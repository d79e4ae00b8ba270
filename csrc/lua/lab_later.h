/* Parts of the library in Lua that load when they are first asked for. */
#ifndef LAB_LATER_H
#define LAB_LATER_H

#include "lab_compat.h"

/* Push the function that tells after which moves a game is soon over, which the library in Lua has provided. */
void lab_later_push_ends (lua_State *L);

/* Push what draws the progress of a solver: draw(opened, found), and draw() to wipe it out. */
void lab_later_push_bar (lua_State *L);

/* Give the table at the top of the stack the function `load`; see lab_later.c. */
void lab_later_open (lua_State *L);

#endif
