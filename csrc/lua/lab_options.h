/* Options of `search` and `start`, of `step`, and of `table`. */
#ifndef LAB_OPTIONS_H
#define LAB_OPTIONS_H

#include "lab_compat.h"
#include "alphabeta.h"

#define LAB_TABLE_BYTES ((size_t)64 << 20) /* that a table may grow to, if nothing else is said */

typedef enum lab_choice { LAB_CHOOSE_FIRST, LAB_CHOOSE_RANDOM, LAB_CHOOSE_FUNCTION } lab_choice;

typedef struct lab_options {
  double depth, nodes, time, slack, guard; /* negative: not given */
  double playouts, playout_depth, seed; /* negative: not given */
  double exploration, draws;            /* 0: not given */
  double me;                            /* 1 to AB_MAX_PLAYERS */
  double precision;                     /* 0: not given */
  double guess, margin, threshold, trace, quiescence, depths, bytes, temperature, positions, tolerance;
  double weight, width, helper;         /* 0: not given */
  double threads;                       /* 0: as many as there are processors */
  ab_value alpha, beta;
  int algorithm, deepening, proven; /* negative: not given */
  int all, deeper, shortest, progress, bias, processor, pure;
  int own_table, no_table;       /* `table` is one; it is false */
  int history;                   /* it was given, and is in the anchor */
  lab_choice choose;
  int choosing;                  /* it was given */
  int shared, counted;           /* of a table */
  const char *handle;            /* likewise, as long as the argument is on the stack; NULL: none */
} lab_options;

/* Of a step. Negative: not given. */
typedef struct lab_limits {
  double nodes, time, playouts;
  int depths; /* 0: not given */
} lab_limits;

/* Read the options at stack index `arg` for `caller`; functions go to the anchor at the top. They are to go with the
** game; NULL: it is not known. */
void lab_options_read (lua_State *L, const char *caller, int arg, const ab_game *game, lab_options *options);

/* Is any of the best moves to be taken, by shuffling the root moves? */
int lab_options_shuffle (const lab_options *options);

/* Read the limits at stack index 2 for search:step; for solver:step. */
void lab_options_read_limits (lua_State *L, lab_limits *limits);
void lab_options_read_pace (lua_State *L, lab_limits *limits);

/* Read the options at stack index 3 of what searches for a way; `algorithm` is an ab_path_algorithm then. */
void lab_options_read_path (lua_State *L, const char *caller, int has_key, lab_options *options);

/* Read the options at stack index 3 of what solves. */
void lab_options_read_solver (lua_State *L, const char *caller, lab_options *options);

/* Read the argument of alphabeta.table. */
void lab_options_read_table (lua_State *L, lab_options *options);

/* Bytes of memory, as many as there can be. */
static inline size_t lab_options_size (double bytes) { return bytes < (double)(SIZE_MAX / 2) ? (size_t)bytes : SIZE_MAX / 2; }

#endif
