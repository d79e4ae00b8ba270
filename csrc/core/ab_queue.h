/* A priority queue: a binary heap in pages, so that no growth takes long. */
#ifndef AB_QUEUE_H
#define AB_QUEUE_H

#include "ab_pages.h"

#define AB_QUEUED ((size_t)1024) /* entries in a page */

typedef struct ab_queued {
  double rank;   /* the lowest comes first; */
  float other;   /* among equal ones the lowest of these, or these before the ranks; */
  uint32_t node; /* then the highest number: the newest */
} ab_queued;

typedef struct ab_queue {
  ab_pages pages;
  size_t count;
  int other_first;
} ab_queue;

/* Make sure that there is room for one more. 0: no memory, nothing has changed. */
static inline int ab_queue_reserve (ab_queue *queue, const ab_mem *mem) {
  return ab_pages_reserve(&queue->pages, mem, queue->count / AB_QUEUED + 1, AB_QUEUED * sizeof(ab_queued));
}

/* There must be room; there must be one. */
void ab_queue_push (ab_queue *queue, ab_queued entry);
ab_queued ab_queue_pop (ab_queue *queue);

void ab_queue_free (ab_queue *queue, const ab_mem *mem);

#endif
