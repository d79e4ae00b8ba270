/* Who has the search, or whatever else works on a game? It is a userdata that begins with a lab_game. */
#ifndef LAB_HOLD_H
#define LAB_HOLD_H

#include "lab_game.h"

/* Until it is released, or an error passes, nobody else steps or closes it. Its frame is on the stack. */
void lab_hold_begin (lua_State *L, lab_game *game);

/* The one whose anchor stands at the index is released. */
void lab_hold_end (lua_State *L, lab_game *game, int anchor);

/* Run a step, of the one at index 1. If an error passes, the user's position is brought back, and `left` called (LAB_LATE: the
** error has passed long ago). If the position cannot be vouched for, it is `closed`. LAB_LOST: the state is being closed, and
** the core is not to be used any more, as it has lost its memory. */
int lab_hold_run (lua_State *L, lua_CFunction step);

#if LAB_YIELDS
/* A callback that had yielded has returned: the step of the one at index 1, a `what`, goes on. An error if that step, of
** which this is the number, is not the one under way: a finalizer may get hold of a coroutine that counts as collected. */
void lab_hold_resume (lua_State *L, lab_context turn, const char *what);
#endif

/* Does somebody have the one at index 1? If an error has passed that no guard has seen, what it left undone is done
** first. */
int lab_hold_is_running (lua_State *L, lab_game *game);

/* An error if somebody has the one at index 1, a `what`, which cannot be `done` then: stepped, closed. */
void lab_hold_check_idle (lua_State *L, lab_game *game, const char *what, const char *done);

/* Push what `print` shows of the one at index 1, which has this type, and may be finished. Returns 1. */
int lab_hold_tostring (lua_State *L, lab_game *game, const char *type, int finished);

/* Make the metatable of guards. */
void lab_hold_open (lua_State *L);

#endif
