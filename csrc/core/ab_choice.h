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

typedef struct ab_choice {
  double score; /* AB_INF: to be tried first */
  uint32_t tag; /* what the move is known by, 1 to AB_TAGS */
  int number;   /* in the game's order, from 1; 0: it was handed out, and its score is -AB_INF */
} ab_choice;

/* The choices of a node: move number `number` has that score from the game, or is the one to try first. */
static inline void ab_choice_set (ab_choice *choices, int number, double score, int first) {
  choices[number - 1].number = number;
  choices[number - 1].score = first ? AB_INF : score < AB_INF ? score : DBL_MAX;
}

/* The choice is handed out. */
static inline void ab_choice_take (ab_choice *choice) {
  choice->number = 0;
  choice->score = -AB_INF;
}

/* After so many moves the rest is handed out in the game's order: none of them will cut off. */
enum { AB_SORTED = 24 };

/* Hand out the best choice left of `count`, of which `taken` have been: its number. *pick is where it stands. */
static inline int ab_choice_next (ab_choice *choices, int count, int taken, int *pick) {
  ab_choice *choice = choices, *end = choices + count, *best;
  int number;
  while (choice->number == 0)
    choice++;
  best = choice;
  if (taken < AB_SORTED) {
    double most = best->score;
    for (choice++; choice < end; choice++) { /* scores are in no order that a processor could foresee */
      double score = choice->score;
      best = score > most ? choice : best;
      most = score > most ? score : most;
    }
  }
  *pick = (int)(best - choices);
  number = best->number;
  ab_choice_take(best);
  return number;
}

#ifdef __cplusplus
}
#endif

#endif
