/*
** What the measurements in C share. They run beside other work, so competitors take turns, round after round,
** and time is that of the processor.
*/
#ifndef NATIVE_H
#define NATIVE_H

#include <stdio.h>
#include "alphabeta.h"
#include "games/games.h"

/* ---------------------------------------------------------------- parts */

typedef struct settings {
  const char *program; /* the file of this program */
  int long_too;        /* 1: also what takes minutes */
} settings;

/* Prints its figures. Returns the positions visited, as far as they are the same in every run with
** these parts, whether or not the long ones are wanted. */
typedef uint64_t part_function (const settings *how);

part_function part_plain, part_instructions, part_table, part_perft, part_solve, part_kalah, part_othello;

/* Let one competitor of `plain` run once, for a program that watches; 0: there is none of that name. */
int run_once (const char *name);

/* ---------------------------------------------------------------- positions */

/* A game and a position of it. */
typedef struct root {
  const ab_game *game;
  void *context, *state;
} root;

root make_root (const ab_family *family, const int64_t *list, int count);
void free_root (root r);

#define CONNECT4_NUMBERS (2 + 7 * 6)

/* Connect Four on the usual board, after moves given by their columns as digits; anything else is skipped. */
root connect4_after (const ab_family *family, const char *columns);

/* Kalah, player 1 to move. */
root kalah_start (const ab_family *family, int holes, int counters);

/* ---------------------------------------------------------------- searches */

typedef struct task {
  ab_algorithm algorithm;
  int depth, deepening; /* as in ab_options */
  size_t megabytes;     /* of a table, empty at first; 0: none */
  ab_table *table;      /* instead: this one, which is cleared */
  int progress;         /* 1: say from time to time how far it is */
  ab_value alpha, beta; /* search only between these; both 0: everything */
} task;

ab_table *new_table (size_t megabytes);
void free_table (ab_table *table);

/* Makes and frees all that it needs, the table too unless there is one. */
ab_result search (root r, task what);

/* ---------------------------------------------------------------- measuring */

#define MOST_ROUNDS 64

typedef struct competitor {
  const char *name;
  uint64_t (*run) (const struct competitor *self); /* the positions it visited */
  root from;
  task what;
  uint64_t nodes;            /* of a run */
  double times[MOST_ROUNDS]; /* seconds */
} competitor;

/* A `run` over `from` and `what`. */
uint64_t run_search (const competitor *self);

/* Let all run, and print a line for each, with its ratio to the first. */
void compete (competitor *all, int count, int rounds);

/* All have visited as many positions. */
void require_one_tree (const competitor *all, int count);

double fastest (const competitor *c, int rounds);

/* The median over the rounds of the ratio in one round, in which both saw the same weather. */
double ratio (const competitor *c, const competitor *base, int rounds);

double seconds (void);

/* As one would write it for that game alone: alpha-beta to the depth of the task. */
uint64_t run_hand_connect4 (const competitor *self);

/* The same with a table of so many megabytes, deepening. */
uint64_t run_hand_table (const competitor *self);

/* Alpha-beta over the functions of csrc/games/game_kalah.c, which the compiler sees. */
uint64_t run_hand_kalah (const competitor *self);

/* A figure and its target: positions, or time against an opponent in the same run. A missed one is said, and is
** no error. */
void at_most (const char *title, double measured, double target);

/* What must hold on every machine: otherwise say so, and exit. */
void require (int holds, const char *what);

/* A file of spec/facts/. */
FILE *open_facts (const char *name);

#endif
