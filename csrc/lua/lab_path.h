/* Searching for a way, as Lua sees it: `path` and `start_path`. */
#ifndef LAB_PATH_H
#define LAB_PATH_H

#include "lab_compat.h"

/* Make the metatable of such searches, and give the table at the top of the stack the functions. */
void lab_path_open (lua_State *L);

#endif
