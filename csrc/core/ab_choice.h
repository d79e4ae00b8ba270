/*
** The moves of a node that wait to be handed out, the most promising first.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_CHOICE_H
#define AB_CHOICE_H

#include <float.h>
#include "alphabeta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A move's score, over its number counted from the last: the larger a choice, the earlier it is tried; of moves with one
** score the first in the game's order. 0: it was handed out. Those of one node come from one of these functions. */
typedef uint64_t ab_choice;

AB_INLINE ab_choice ab_choice_number (int number) { return (ab_choice)(AB_MAX_MOVES + 1 - number); }

/* Move number `number`, from 1, with a score from the game, of which 48 bits are kept; or it is the one to try first. */
AB_INLINE ab_choice ab_choice_scored (int number, double score, int first) {
  uint64_t bits;
  score = first ? AB_INF : score < AB_INF ? score + 0.0 : DBL_MAX; /* -0 becomes 0 */
  memcpy(&bits, &score, sizeof bits);
  bits ^= (0 - (bits >> 63)) | (uint64_t)1 << 63; /* in the order of the numbers */
  return (bits & ~(uint64_t)AB_MAX_MOVES) | ab_choice_number(number);
}

/* Of a move that is put off: it is tried after all others, if these were raised. */
AB_INLINE ab_choice ab_choice_late (int number) { return ab_choice_number(number); }
AB_INLINE ab_choice ab_choice_raised (ab_choice choice) { return choice + AB_MAX_MOVES + 1; }

/* The same with a score that was learned, and is not below 0. */
AB_INLINE ab_choice ab_choice_learned (int number, float score) {
  uint32_t bits;
  memcpy(&bits, &score, sizeof bits);
  return (uint64_t)bits << 16 | ab_choice_number(number);
}

/* After so many moves the rest is handed out in the game's order: none of them will cut off. */
enum { AB_SORTED = 24 };

/* Hand out the best choice left of `count`, of which `taken` have been: its number. */
AB_INLINE int ab_choice_next (ab_choice *choices, int count, int taken) {
  const ab_choice *choice = choices, *end = choices + count;
  ab_choice best = *choice++;
  int number;
  if (taken < AB_SORTED)
    for (; choice < end; choice++) /* scores are in no order that a processor could foresee */
      best = *choice > best ? *choice : best;
  while (best == 0)
    best = *choice++;
  number = AB_MAX_MOVES + 1 - (int)(best & AB_MAX_MOVES);
  choices[number - 1] = 0;
  return number;
}

/* The numbers of up to AB_QUEUE moves in the order in which they are tried: less 1, in four bits each, the next one in the
** lowest. */
typedef uint64_t ab_queue;

enum { AB_QUEUE = 16 };

AB_INLINE int ab_choice_at (ab_queue queue, int place) { return (int)(queue >> 4 * place & 15) + 1; }

/* Hand out the next of the first `count` moves, but not number `taken`. */
AB_INLINE int ab_choice_pop (ab_queue *queue, int count, int taken) {
  int number;
  do {
    number = ab_choice_at(*queue, 0);
    *queue >>= 4;
  } while (number > count || number == taken);
  return number;
}

#ifdef __cplusplus
}
#endif

#endif
