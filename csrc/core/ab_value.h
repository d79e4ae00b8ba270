/*
** Values: their neighbours, for null windows, and what they say of a position.
**
** SPDX-License-Identifier: MIT
** Copyright (c) 2026 the alphabeta authors
*/
#ifndef AB_VALUE_H
#define AB_VALUE_H

#include <float.h>
#include "alphabeta.h"

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || defined(_M_FP_FAST)
#error "the search needs infinite values, and so a compiler without -ffast-math, -ffinite-math-only or /fp:fast"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The next larger value, but for the denormal ones around 0: a host may have the processor take them for 0,
** and what lies between two neighbours must not be empty then. */
static inline ab_value ab_value_above (ab_value value) {
  int64_t bits;
  if (!(value < AB_INF))
    return value;
  if (value >= -DBL_MIN && value < DBL_MIN)
    return value < 0 ? 0 : DBL_MIN;
  memcpy(&bits, &value, sizeof bits);
  bits += value > 0 ? 1 : -1;
  memcpy(&value, &bits, sizeof bits);
  return value;
}

static inline ab_value ab_value_below (ab_value value) { return -ab_value_above(-value); }

/* What a value found with a window says of the position: an infinite end cannot be missed. */
static inline ab_bound ab_value_bound (ab_value value, ab_value alpha, ab_value beta) {
  if (value <= alpha && alpha > -AB_INF)
    return AB_UPPER;
  if (value >= beta && beta < AB_INF)
    return AB_LOWER;
  return AB_EXACT;
}

#ifdef __cplusplus
}
#endif

#endif
