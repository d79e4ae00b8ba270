/* The user's position, in a game that is played in place: how it gets to where the core stands, and back. */
#ifndef LAB_RESTORE_H
#define LAB_RESTORE_H

#include "lab_game.h"

/* With `undo = true`: a move is to be made at `made`. See that the position stands as it is there, and can be put back. */
void lab_restore_before (lab_game *game);

/* Go back to this ply of the line, if moves were made there. So as the next two this may call Lua and yield; called again it
** goes on. With `undo = true` it does not: nothing is put back until somebody looks. */
void lab_restore_to (lab_game *game, int ply);

/* Bring the position to where the core stands (`here`), or back to how it was given. */
void lab_restore_here (lab_game *game);
void lab_restore_given (lab_game *game);

/* Is there something to bring back? */
int lab_restore_is_due (const lab_game *game);

/* With `undo = true`, bring it back without a picture of where it stands: moves will be made again instead. */
void lab_restore_drop (lab_game *game);

#endif
