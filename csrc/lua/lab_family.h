/* The games that come with the library, by their names. */
#ifndef LAB_FAMILY_H
#define LAB_FAMILY_H

#include "lab_compat.h"
#include "alphabeta.h"

/* Push the context of a game that comes with the library, with the parameters in the table at index 2.
** NULL: there is none of that name. */
const ab_game *lab_family_set_up (lua_State *L, const char *name);

#endif
