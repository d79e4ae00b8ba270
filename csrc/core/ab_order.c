#include <string.h>
#include "ab_order.h"

/* By player and tag; tags count from 1. */
#define AB_HISTORY (2 * (AB_TAGS + 1))
#define AB_HEAVIEST 1e18f /* weight: a power of two, so that nothing is rounded */

int ab_order_reserve (ab_order *order, const ab_mem *mem, int choices) {
  size_t wanted = (size_t)choices;
  if (order->history == NULL) {
    float *history = mem->alloc(mem->ud, NULL, 0, AB_HISTORY * sizeof *history);
    if (history == NULL)
      return 0;
    memset(history, 0, AB_HISTORY * sizeof *history);
    order->history = history;
    order->weight = 1;
  }
  return ab_mem_reserve(mem, &order->choices, &order->room, wanted, sizeof *order->choices);
}

void ab_order_reward (ab_order *order, int player, uint32_t tag, int depth) {
  ab_order_history(order, player)[tag] += order->weight * (float)depth * (float)depth;
}

ab_queue ab_order_promote (const ab_order *order, int player, ab_queue queue, int number) {
  const float *history = ab_order_history(order, player);
  int place = 0;
  while (ab_choice_at(queue, place) != number)
    place++;
  for (; place > 0; place--) {
    int before = ab_choice_at(queue, place - 1);
    ab_queue swap = (ab_queue)((before - 1) ^ (number - 1));
    if (number < before ? history[number] < history[before] : history[number] <= history[before])
      break;
    queue ^= swap << 4 * place | swap << 4 * (place - 1);
  }
  return queue;
}

/* Nothing but the order counts: what is learned from now on weighs twice as much. */
void ab_order_age (ab_order *order) {
  int i;
  order->weight *= 2;
  if (order->weight <= AB_HEAVIEST)
    return;
  for (i = 0; i < AB_HISTORY; i++)
    order->history[i] /= order->weight;
  order->weight = 1;
}

void ab_order_free (ab_order *order, const ab_mem *mem) {
  ab_mem_free(mem, order->choices, order->room, sizeof *order->choices);
  ab_mem_free(mem, order->history, AB_HISTORY, sizeof *order->history);
}
