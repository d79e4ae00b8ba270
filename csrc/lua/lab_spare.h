/* What a search that is over leaves for the next one. It is kept weakly: a collection frees it. */
#ifndef LAB_SPARE_H
#define LAB_SPARE_H

#include "lab_compat.h"

enum { LAB_SPARE_TABLE = 1, LAB_SPARE_SEARCH };

/* Push what was left, which belongs to the caller then. NULL: nothing was, and nothing is pushed. */
void *lab_spare_take (lua_State *L, int what);

/* Leave the userdata at the index, which nobody may use from now on. Nothing is allocated. */
void lab_spare_leave (lua_State *L, int i, int what);

void lab_spare_open (lua_State *L);

#endif
