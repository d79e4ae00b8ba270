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

double lab_clock_processor (void) {
#if defined(_WIN32)
  FILETIME made, gone, system, user;
  GetThreadTimes(GetCurrentThread(), &made, &gone, &system, &user);
  return 1e-7 * ((double)system.dwLowDateTime + (double)user.dwLowDateTime)
       + 429.4967296 * ((double)system.dwHighDateTime + (double)user.dwHighDateTime);
#elif defined(CLOCK_THREAD_CPUTIME_ID)
  struct timespec spent;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
  return (double)spent.tv_sec + 1e-9 * (double)spent.tv_nsec;
#else
  return (double)clock() / CLOCKS_PER_SEC;
#endif
}
