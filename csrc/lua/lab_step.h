/* Steps of a search. */
#ifndef LAB_STEP_H
#define LAB_STEP_H

#include "lab_compat.h"

/* Run the search at index 1 for a step, within its limits; what it gives is left on the stack. */
int lab_step_run (lua_State *L);

#endif
