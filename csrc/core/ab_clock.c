#include "ab_clock.h"

#define AB_CLOCK_FADE 0.9        /* from look to look */
#define AB_CLOCK_SLOW 200e-6     /* seconds; a node that takes longer is not begun too late */
#define AB_CLOCK_LONGEST 1000000 /* nodes in a slice */

void ab_clock_init (ab_clock *clock, double (*now) (void)) {
  clock->now = now;
  clock->began = clock->spent = clock->looked = 0;
  clock->slice = 1;
  clock->node = 0;
  clock->running = 0;
}

void ab_clock_start (ab_clock *clock) {
  if (clock->running)
    return;
  clock->running = 1;
  if (clock->now != NULL)
    clock->began = clock->now();
}

double ab_clock_read (const ab_clock *clock) {
  if (clock->now == NULL || !clock->running)
    return clock->spent;
  return clock->spent + (clock->now() - clock->began);
}

void ab_clock_stop (ab_clock *clock) {
  clock->spent = ab_clock_read(clock);
  clock->running = 0;
}

void ab_clock_abandon (ab_clock *clock) {
  if (clock->running && clock->looked > clock->spent)
    clock->spent = clock->looked;
  clock->running = 0;
}

double ab_clock_look (ab_clock *clock) {
  double read = ab_clock_read(clock), node = (read - clock->looked) / (double)clock->slice;
  double fitting;
  clock->node = node > clock->node * AB_CLOCK_FADE ? node : clock->node * AB_CLOCK_FADE;
  fitting = AB_CLOCK_PERIOD / clock->node; /* infinite, if no time has passed yet */
  if (fitting > 2 * (double)clock->slice)
    fitting = 2 * (double)clock->slice;
  clock->slice = fitting < 1 ? 1 : fitting > AB_CLOCK_LONGEST ? AB_CLOCK_LONGEST : (uint64_t)fitting;
  clock->looked = read;
  return read;
}

int ab_clock_has_time (const ab_clock *clock, double worked, double limit) {
  double ahead = clock->node > AB_CLOCK_SLOW ? clock->node * (2.0 / 3) : 0;
  return worked + ahead < limit;
}
