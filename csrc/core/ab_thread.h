/* Threads of the machine, where there are any. */
#ifndef AB_THREAD_H
#define AB_THREAD_H

#include "alphabeta.h"

/* Room for what the system knows a thread by. */
typedef struct ab_thread {
  void (*work) (void *data);
  void *data;
  union {
    void *handle;
    uint64_t bytes[2];
  } own;
} ab_thread;

/* Can this program start threads at all? */
int ab_thread_exists (void);

/* Let a thread do the work. The struct stays where it is until ab_thread_join. 0: there are no threads, or there is
** no room for another. */
int ab_thread_start (ab_thread *thread, void (*work) (void *data), void *data);

/* Wait for its end; what it has done is there for the caller to see. */
void ab_thread_join (ab_thread *thread);

#endif
