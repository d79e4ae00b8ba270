/* IDA*: iterative-deepening A*. */
#ifndef AB_IDASTAR_H
#define AB_IDASTAR_H

#include "ab_way.h"

/* Begin at a position; 0: no memory. */
int ab_idastar_begin (ab_path *p, const void *state);

/* Run until the budget is used up (AB_PAUSED) or the search has ended (AB_DONE). */
ab_status ab_idastar_run (ab_path *p);

void ab_idastar_free (ab_path *p);

#endif
