#include <string.h>
#include "ab_order.h"

/* After so many moves the rest is handed out in the game's order: none of them will cut off. */
#define AB_SORTED 24

/* By player and tag; tags count from 1. */
#define AB_HISTORY (2 * (AB_TAGS + 1))

static float *remembered (const ab_order *order, int player, uint32_t tag) {
  return &order->history[(uint32_t)player * (AB_TAGS + 1) + tag];
}

int ab_order_reserve (ab_order *order, const ab_mem *mem, int choices) {
  size_t wanted = (size_t)choices;
  if (order->history == NULL) {
    float *history = mem->alloc(mem->ud, NULL, 0, AB_HISTORY * sizeof *history);
    if (history == NULL)
      return 0;
    memset(history, 0, AB_HISTORY * sizeof *history);
    order->history = history;
  }
  if (order->room < wanted) {
    ab_choice *grown = ab_mem_grow(mem, order->choices, &order->room, wanted, sizeof *grown);
    if (grown == NULL)
      return 0;
    order->choices = grown;
  }
  return 1;
}

uint32_t ab_order_tag (uint64_t name) {
  if (name - 1 < AB_TAGS) /* small numbers keep apart for certain */
    return (uint32_t)name;
  name = (name ^ (name >> 30)) * 0xBF58476D1CE4E5B9u;
  return (uint32_t)(name >> 40) % AB_TAGS + 1;
}

double ab_order_score (const ab_order *order, int player, uint32_t tag) {
  return *remembered(order, player, tag);
}

void ab_order_set (ab_order *order, int choice, double score) {
  if (order->choices[choice].score < AB_INF)
    order->choices[choice].score = score;
}

int ab_order_take (ab_order *order, int choice) {
  int number = order->choices[choice].number;
  order->choices[choice].number = 0;
  return number;
}

int ab_order_drop (ab_order *order, int first, int count, int number) {
  int i, dropped = 0;
  for (i = first; i < first + count; i++)
    if (order->choices[i].number > number) {
      order->choices[i].number = 0;
      dropped++;
    }
  return dropped;
}

int ab_order_next (const ab_order *order, int first, int count, int taken) {
  const ab_choice *choices = order->choices + first;
  int i, best = -1;
  for (i = 0; i < count; i++) {
    if (choices[i].number == 0)
      continue;
    if (best < 0 || choices[i].score > choices[best].score)
      best = i;
    if (taken >= AB_SORTED)
      break;
  }
  return first + best;
}

void ab_order_reward (ab_order *order, int player, uint32_t tag, int depth) {
  *remembered(order, player, tag) += (float)depth * (float)depth;
}

void ab_order_age (ab_order *order) {
  int i;
  for (i = 0; order->history != NULL && i < AB_HISTORY; i++)
    order->history[i] *= 0.5f;
}

void ab_order_free (ab_order *order, const ab_mem *mem) {
  ab_mem_free(mem, order->choices, order->room, sizeof *order->choices);
  ab_mem_free(mem, order->history, AB_HISTORY, sizeof *order->history);
}
