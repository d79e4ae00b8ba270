/* The fields of a game given in Lua. */
#ifndef LAB_FIELDS_H
#define LAB_FIELDS_H

#include "lab_game.h"

/* Read and check the game and the position at stack indices 1 and 2 for the public function `caller`:
** fills in `game` and the anchor at the top of the stack. */
void lab_fields_read (lua_State *L, const char *caller, lab_game *game);

/* The same for the game alone. */
void lab_fields_read_rules (lua_State *L, const char *caller, lab_game *game);

/* The game, which was read, must be one for two players. */
void lab_fields_refuse_players (lua_State *L, const char *caller, const lab_game *game);

/* It must be one in which the players never choose at once. */
void lab_fields_refuse_both (lua_State *L, const char *caller, const lab_game *game);

#endif
