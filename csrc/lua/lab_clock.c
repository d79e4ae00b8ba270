/* What time is it? */
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 199309L
#include <time.h>
#else
#include <windows.h>
#endif
#include "lab_clock.h"

double lab_clock_now (void) {
#if defined(_WIN32)
  LARGE_INTEGER ticks, rate;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&rate);
  return (double)ticks.QuadPart / (double)rate.QuadPart;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}
