/* What time is it? */
#ifndef LAB_CLOCK_H
#define LAB_CLOCK_H

/* Seconds on a clock that never goes back. */
double lab_clock_now (void);

/* Seconds that this thread has had of a processor. */
double lab_clock_processor (void);

#endif
