#include "ab_clock.h"

#define AB_CLOCK_LONGEST ((uint64_t)1 << 20) /* nodes in a slice */

void ab_clock_init (ab_clock *clock, double (*now) (void)) {
  clock->now = now;
  clock->began = clock->spent = clock->looked = 0;
  clock->slice = 1;
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

double ab_clock_look (ab_clock *clock) {
  double read = ab_clock_read(clock), passed = read - clock->looked;
  if (passed < AB_CLOCK_PERIOD / 2) {
    if (clock->slice < AB_CLOCK_LONGEST)
      clock->slice *= 2;
  }
  else if (passed > AB_CLOCK_PERIOD) {
    double fitting = (double)clock->slice * (AB_CLOCK_PERIOD / passed);
    clock->slice = fitting > 1 ? (uint64_t)fitting : 1;
  }
  clock->looked = read;
  return read;
}
