/* The callbacks of a game as operations that the core calls. */
#ifndef LAB_CALLBACK_H
#define LAB_CALLBACK_H

#include "lab_game.h"

/* Fill in an operation for each callback that is in the anchor. */
void lab_callback_fill (lua_State *L, lab_game *game, int anchor);

#endif
