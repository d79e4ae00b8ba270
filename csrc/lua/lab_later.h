/* Parts of the library in Lua that load when they are first asked for. */
#ifndef LAB_LATER_H
#define LAB_LATER_H

#include "lab_compat.h"

/* Push the function that tells after which moves a game is soon over: lua/alphabeta/play/ends.lua. */
void lab_later_push_ends (lua_State *L);

/* Push what draws the progress of `solving`: draw(opened, found); or of `finding` a way: draw(nodes, least). And draw() to
** wipe it out. */
void lab_later_push_bar (lua_State *L, const char *what);

/* Give the table at the top of the stack the functions `load` and `provide`; see lab_later.c. */
void lab_later_open (lua_State *L);

#endif
