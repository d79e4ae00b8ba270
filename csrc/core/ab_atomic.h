/*
** Words that several threads read and write. Nothing is promised but that each is whole: what belongs together is guarded
** by whoever puts it there (ab_bucket.h), or stands behind a lock. The compilers' own operations, as C99 has none.
*/
#ifndef AB_ATOMIC_H
#define AB_ATOMIC_H

#include "alphabeta.h"

#if defined(__GNUC__)
#define AB_ATOMIC_LOAD(from) __atomic_load_n(from, __ATOMIC_RELAXED)
#define AB_ATOMIC_STORE(to, what) __atomic_store_n(to, what, __ATOMIC_RELAXED)
#define AB_ATOMIC_SWAP(to, what) __atomic_exchange_n(to, what, __ATOMIC_ACQUIRE)
#define AB_ATOMIC_RELEASE(to, what) __atomic_store_n(to, what, __ATOMIC_RELEASE)
#define AB_ATOMIC_TURN(word, from, to) \
  __atomic_compare_exchange_n(word, from, to, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
#elif defined(_MSC_VER)
#include <intrin.h>
#define AB_ATOMIC_LOAD(from) (*(from))
#define AB_ATOMIC_STORE(to, what) (*(to) = (what))
#define AB_ATOMIC_SWAP(to, what) ((uint32_t)_InterlockedExchange((volatile long *)(to), (long)(what)))
#define AB_ATOMIC_RELEASE(to, what) ((void)_InterlockedExchange((volatile long *)(to), (long)(what)))
#define AB_ATOMIC_TURN(word, from, to) \
  (_InterlockedCompareExchange((volatile long *)(word), (long)(to), (long)*(from)) == (long)*(from))
#else
#error "the atomic operations of this compiler are not known: see csrc/core/ab_atomic.h"
#endif

static inline uint32_t ab_atomic_load (const volatile uint32_t *from) { return AB_ATOMIC_LOAD(from); }
static inline void ab_atomic_store (volatile uint32_t *to, uint32_t what) { AB_ATOMIC_STORE(to, what); }

/* From one word to another, if it is that one; 0: it is not. */
static inline int ab_atomic_turn (volatile uint32_t *word, uint32_t from, uint32_t to) {
  return AB_ATOMIC_TURN(word, &from, to);
}

static inline uint8_t ab_atomic_load_byte (const volatile uint8_t *from) { return AB_ATOMIC_LOAD(from); }
static inline void ab_atomic_store_byte (volatile uint8_t *to, uint8_t what) { AB_ATOMIC_STORE(to, what); }

/* 64 bits, in halves where a register has less: these may come from two writers. */
#if UINTPTR_MAX > 0xFFFFFFFFu
static inline uint64_t ab_atomic_load_long (const volatile uint64_t *from) { return AB_ATOMIC_LOAD(from); }
static inline void ab_atomic_store_long (volatile uint64_t *to, uint64_t what) { AB_ATOMIC_STORE(to, what); }
#else
static inline uint64_t ab_atomic_load_long (const volatile uint64_t *from) {
  const volatile uint32_t *halves = (const volatile uint32_t *)from;
  uint32_t first = ab_atomic_load(halves), second = ab_atomic_load(halves + 1);
  return first | (uint64_t)second << 32;
}
static inline void ab_atomic_store_long (volatile uint64_t *to, uint64_t what) {
  volatile uint32_t *halves = (volatile uint32_t *)to;
  ab_atomic_store(halves, (uint32_t)what);
  ab_atomic_store(halves + 1, (uint32_t)(what >> 32));
}
#endif

/* Another word, in exchange for the one that is there; what is read from then on is what was there before ab_atomic_leave. */
static inline uint32_t ab_atomic_take (volatile uint32_t *word, uint32_t other) { return AB_ATOMIC_SWAP(word, other); }
static inline void ab_atomic_leave (volatile uint32_t *word, uint32_t other) { AB_ATOMIC_RELEASE(word, other); }

#endif
