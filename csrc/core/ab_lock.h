/* A lock, for what takes some hundred instructions as a rule. */
#ifndef AB_LOCK_H
#define AB_LOCK_H

#include "ab_atomic.h"

typedef volatile uint32_t ab_lock; /* 0: it is free */

/* Take it if it is free; 0: it is not. */
static inline int ab_lock_try (ab_lock *lock) { return ab_atomic_load(lock) == 0 && ab_atomic_take(lock, 1) == 0; }

static inline void ab_lock_take (ab_lock *lock) {
  while (!ab_lock_try(lock))
    ;
}

static inline void ab_lock_leave (ab_lock *lock) { ab_atomic_leave(lock, 0); }

#endif
