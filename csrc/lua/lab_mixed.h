/* Native rules with functions in Lua among their operations. */
#ifndef LAB_MIXED_H
#define LAB_MIXED_H

#include "lab_game.h"

/* Are `moves` and `play` of the game that was read operations of native rules? Then the core gets those, and
** what else is of the same rules. The position is not looked at. */
void lab_mixed_read (lua_State *L, const char *caller, lab_game *game, int anchor);

/* Push the root of a search over native rules that are not pure, and give it a view. */
void *lab_mixed_root (lua_State *L, lab_game *game);

#endif
