/*
** Time for a search: it turns seconds into numbers of nodes, so that the walk reads no clock. How
** many nodes lie between two looks is measured as it goes: a look every AB_CLOCK_PERIOD seconds or
** so, however slow or fast the game is.
*/
#ifndef AB_CLOCK_H
#define AB_CLOCK_H

#include "alphabeta.h"

#define AB_CLOCK_PERIOD 10e-6

typedef struct ab_clock {
  double (*now) (void); /* NULL: there is no clock, and all times are 0 */
  double began;         /* when the present step began */
  double spent;         /* seconds worked before that */
  double looked;        /* seconds worked at the last look */
  uint64_t slice;       /* nodes until the next look, at least 1 */
  double node;          /* seconds that a node may take: nodes are not alike, and the longest counts,
                        ** the less the longer ago it was */
  int running;
} ab_clock;

void ab_clock_init (ab_clock *clock, double (*now) (void));
void ab_clock_start (ab_clock *clock); /* starting or stopping twice is fine */
void ab_clock_stop (ab_clock *clock);

/* Stop, as of the last look in the present step, or as of its beginning. */
void ab_clock_abandon (ab_clock *clock);

/* Seconds worked so far, in all steps. */
double ab_clock_read (const ab_clock *clock);

/* The same, and sets the next slice. */
double ab_clock_look (ab_clock *clock);

/* Is there time for more before `limit`? A slow game may take milliseconds for one node, and nothing
** stops it there: so such a node is not begun if the better part of it would come too late. */
int ab_clock_has_time (const ab_clock *clock, double worked, double limit);

#endif
