/* Seconds, of the clock on the wall. Needs POSIX. */
#include <time.h>

static double now (void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
