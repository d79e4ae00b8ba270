/* Native rules as a game that Lua can play. */
#ifndef LAB_NATIVE_H
#define LAB_NATIVE_H

#include "lab_state.h"

/* The rules whose operation `what` the function at i is; game NULL: it is another function. */
lab_rules lab_native_of (lua_State *L, int i, int what);

/* Do the rules have the operation `what`? */
int lab_native_has (const ab_game *game, int what);

/* Take the value at i for what `key` of a game has returned, of `native` rules or in Lua: where integers are short, a native
** key is a string of its bytes. 0: it is neither integer nor string. */
int lab_native_take_key (lua_State *L, int i, int native, uint64_t *key);

/* Is that a number of moves that native rules may give? */
int lab_native_may_give (const ab_game *game, int count);

/* Push what is to be said of another one, which `function` of a game of that name has given. */
const char *lab_native_wrong_count (lua_State *L, const char *name, const ab_game *game, const char *function, int count);

/* What it is in the game that `play` must not refuse. */
const char *lab_native_certain (const ab_game *game);

/* Give the table at the top of the stack the function `native`. */
void lab_native_open (lua_State *L);

#endif
