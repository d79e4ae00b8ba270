#include "ab_queue.h"

static ab_queued *at (const ab_queue *queue, size_t i) {
  return (ab_queued *)queue->pages.list[i / AB_QUEUED] + i % AB_QUEUED;
}

static int comes_first (const ab_queue *queue, const ab_queued *a, const ab_queued *b) {
  if (queue->other_first && a->other != b->other)
    return a->other < b->other;
  if (a->rank != b->rank)
    return a->rank < b->rank;
  return a->other != b->other ? a->other < b->other : a->node > b->node;
}

void ab_queue_push (ab_queue *queue, ab_queued entry) {
  size_t i = queue->count++;
  while (i > 0 && comes_first(queue, &entry, at(queue, (i - 1) / 2))) {
    *at(queue, i) = *at(queue, (i - 1) / 2);
    i = (i - 1) / 2;
  }
  *at(queue, i) = entry;
}

ab_queued ab_queue_pop (ab_queue *queue) {
  ab_queued first = *at(queue, 0), last = *at(queue, --queue->count);
  size_t i = 0, child = 1;
  while (child < queue->count) {
    if (child + 1 < queue->count && comes_first(queue, at(queue, child + 1), at(queue, child)))
      child++;
    if (!comes_first(queue, at(queue, child), &last))
      break;
    *at(queue, i) = *at(queue, child);
    i = child;
    child = 2 * i + 1;
  }
  *at(queue, i) = last;
  return first;
}

void ab_queue_free (ab_queue *queue, const ab_mem *mem) {
  ab_pages_free(&queue->pages, mem, AB_QUEUED * sizeof(ab_queued));
}
