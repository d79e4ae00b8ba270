#include "ab_graph.h"

/* Keys may be as regular as a counter: mix them. The finaliser of splitmix64. */
static size_t mixed (uint64_t key) {
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9u;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBu;
  return (size_t)(key ^ (key >> 31));
}

/* Where the bucket was not split yet that a position would be in, it is in the one that is to be split. */
static uint32_t *head_of (const ab_graph *graph, uint64_t key) {
  size_t i = mixed(key) & (2 * graph->base - 1);
  return ab_pages_word(&graph->heads, i < graph->buckets ? i : i - graph->base);
}

static void set_next (ab_spot *spot, uint32_t next) { spot->next = (spot->next & ~AB_INDEX) | next; }

/* Split the next bucket in two: its positions stay, or go to a new one behind the last, as one more bit of their mixed
** keys has it. */
static void split (ab_graph *graph) {
  uint32_t *from = ab_pages_word(&graph->heads, graph->buckets - graph->base);
  uint32_t *to = ab_pages_word(&graph->heads, graph->buckets);
  uint32_t i = *from;
  *from = *to = AB_NOBODY;
  while (i != AB_NOBODY) {
    ab_spot *spot = ab_graph_spot(graph, i);
    uint32_t next = spot->next & AB_INDEX;
    uint32_t *head = mixed(spot->key) & graph->base ? to : from;
    set_next(spot, *head);
    *head = i;
    i = next;
  }
  if (++graph->buckets == 2 * graph->base)
    graph->base *= 2;
}

int ab_graph_reserve (ab_graph *graph, const ab_mem *mem) {
  if (!ab_pages_reserve(&graph->blocks, mem, graph->positions / AB_BLOCK + 1, sizeof(ab_block))
      || !ab_pages_reserve_words(&graph->heads, mem, graph->buckets + 1)
      || !ab_pages_reserve_words(&graph->moves, mem, graph->links + 1))
    return 0;
  if (graph->buckets == 0) {
    *ab_pages_word(&graph->heads, 0) = AB_NOBODY;
    graph->buckets = graph->base = 1;
    return ab_graph_reserve(graph, mem);
  }
  return 1;
}

uint32_t ab_graph_find (const ab_graph *graph, uint64_t key) {
  uint32_t i = graph->buckets == 0 ? AB_NOBODY : *head_of(graph, key);
  while (i != AB_NOBODY) {
    const ab_spot *spot = ab_graph_spot(graph, i);
    if (spot->key == key)
      break;
    i = spot->next & AB_INDEX;
  }
  return i;
}

uint32_t ab_graph_add (ab_graph *graph, uint64_t key) {
  uint32_t i = (uint32_t)graph->positions++, *head;
  ab_spot *spot = ab_graph_spot(graph, i);
  if (2 * graph->positions > 3 * graph->buckets) /* so the heads take 8 bytes for three positions */
    split(graph);
  head = head_of(graph, key);
  spot->key = key;
  spot->next = *head;
  spot->first = AB_NOWHERE;
  *head = i;
  return i;
}

int ab_graph_free_moves (ab_graph *graph, const ab_mem *mem) {
  return ab_pages_free_some_words(&graph->moves, mem);
}

void ab_graph_free (ab_graph *graph, const ab_mem *mem) {
  ab_pages_free_words(&graph->moves, mem);
  ab_pages_free_words(&graph->heads, mem);
  ab_pages_free(&graph->blocks, mem, sizeof(ab_block));
}
