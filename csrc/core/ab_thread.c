/* Threads: of Windows, or of POSIX; or none, where AB_NO_THREADS is defined, or the system has neither. */
#if defined(_WIN32)
#include <process.h>
#include <windows.h>
#elif !defined(AB_NO_THREADS) && (defined(__unix__) || defined(__APPLE__)) \
      && (!defined(__EMSCRIPTEN__) || defined(__EMSCRIPTEN_PTHREADS__))
#define AB_POSIX
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE
#include <pthread.h>
#include <unistd.h>
#endif
#include "ab_thread.h"

#if defined(_WIN32) && !defined(AB_NO_THREADS)

static unsigned __stdcall run (void *thread) {
  ((ab_thread *)thread)->work(((ab_thread *)thread)->data);
  return 0;
}

int ab_thread_exists (void) { return 1; }

int ab_thread_start (ab_thread *thread, void (*work) (void *data), void *data) {
  thread->work = work;
  thread->data = data;
  thread->own.handle = (void *)_beginthreadex(NULL, 0, run, thread, 0, NULL);
  return thread->own.handle != NULL;
}

void ab_thread_join (ab_thread *thread) {
  WaitForSingleObject(thread->own.handle, INFINITE);
  CloseHandle(thread->own.handle);
}

int ab_thread_count (void) {
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return info.dwNumberOfProcessors > 1 ? (int)info.dwNumberOfProcessors : 1;
}

#elif defined(AB_POSIX)

/* Before glibc 2.34 they are in a library of their own, which the host has loaded or not: it is not needed for anything
** else. */
#if defined(__GLIBC__)
#if !__GLIBC_PREREQ(2, 34)
#pragma weak pthread_create
#pragma weak pthread_join
#define AB_PERHAPS
#endif
#endif

typedef char ab_thread_has_room[sizeof(pthread_t) <= sizeof(uint64_t[2]) ? 1 : -1];

static void *run (void *thread) {
  ((ab_thread *)thread)->work(((ab_thread *)thread)->data);
  return NULL;
}

int ab_thread_exists (void) {
#if defined(AB_PERHAPS)
  return pthread_create != NULL;
#else
  return 1;
#endif
}

int ab_thread_start (ab_thread *thread, void (*work) (void *data), void *data) {
  thread->work = work;
  thread->data = data;
  return pthread_create((pthread_t *)(void *)&thread->own, NULL, run, thread) == 0;
}

void ab_thread_join (ab_thread *thread) { pthread_join(*(pthread_t *)(void *)&thread->own, NULL); }

int ab_thread_count (void) {
#if defined(_SC_NPROCESSORS_ONLN)
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 1 ? (int)count : 1;
#else
  return 1;
#endif
}

#else

int ab_thread_exists (void) { return 0; }

int ab_thread_start (ab_thread *thread, void (*work) (void *data), void *data) {
  (void)thread;
  (void)work;
  (void)data;
  return 0;
}

void ab_thread_join (ab_thread *thread) { (void)thread; }

int ab_thread_count (void) { return 1; }

#endif
