/*
** Connect Four with a table, deepening to the limit, by hand by one ply and by the library by two, as it does to a fixed
** depth: positions over all iterations, and the time of a search that begins with nothing, its table to be allocated
** and grown. With tables of two sizes; the last one has a table that has grown in a search before, and was cleared.
*/
#include <stdio.h>
#include "native.h"

#define ROUNDS 5

static const struct {
  int depth;
  uint64_t nodes; /* at most, with the large table */
} targets[] = {{8, 6145}, {10, 22807}, {12, 75926}, {14, 239650}, {16, 753556}};

enum { HAND_SMALL, HAND_LARGE, SMALL, LARGE, GROWN, COMPETITORS };

static const struct {
  const char *name;
  uint64_t (*run) (const competitor *self);
  size_t megabytes;
} who[COMPETITORS] = {{"hand, 1 MB", run_hand_table, 1},
                      {"hand, 64 MB", run_hand_table, 64},
                      {"library, 1 MB", run_search, 1},
                      {"library, 64 MB", run_search, 64},
                      {"library, 64 MB, grown", run_search, 64}};

static uint64_t compare_at (int depth, uint64_t nodes) {
  competitor all[COMPETITORS];
  root from = connect4_after(&ab_connect4, "");
  ab_table *grown = new_table(64);
  uint64_t visited = 0;
  char title[40];
  int i;
  for (i = 0; i < COMPETITORS; i++) {
    all[i] = (competitor){.name = who[i].name, .run = who[i].run, .from = from};
    all[i].what = (task){.algorithm = AB_PVS, .depth = depth, .deepening = 2, .megabytes = who[i].megabytes};
  }
  all[GROWN].what.table = grown;
  printf(" to depth %d\n", depth);
  compete(all, COMPETITORS, ROUNDS);
  snprintf(title, sizeof title, "depth %d: positions", depth);
  at_most(title, (double)all[LARGE].nodes, (double)nodes);
  at_most("time / by hand, 1 MB each", ratio(&all[SMALL], &all[HAND_SMALL], ROUNDS), 1);
  at_most("time / by hand, 64 MB each", ratio(&all[LARGE], &all[HAND_LARGE], ROUNDS), 1);
  for (i = 0; i < COMPETITORS; i++)
    visited += all[i].nodes;
  free_table(grown);
  free_root(from);
  return visited;
}

uint64_t part_table (const settings *how) {
  uint64_t nodes = 0;
  size_t i;
  (void)how;
  printf("Connect Four with a table\n");
  for (i = 0; i < sizeof targets / sizeof *targets; i++)
    nodes += compare_at(targets[i].depth, targets[i].nodes);
  return nodes;
}
