/* Connect Four with a table, PVS, depth 1, 2, ... to the limit: positions over all iterations, and the time
** of a search that begins with nothing. */
#include <stdio.h>
#include "native.h"

#define ROUNDS 9

static const struct {
  int depth;
  uint64_t nodes;      /* at most */
  double milliseconds; /* likewise; 0: no target */
} targets[] = {{8, 7681, 0}, {10, 28509, 0}, {12, 87000, 20}, {14, 255000, 30}, {16, 750000, 80}};

uint64_t part_table (const settings *how) {
  uint64_t nodes = 0;
  size_t i;
  (void)how;
  printf("Connect Four with a table\n");
  for (i = 0; i < sizeof targets / sizeof *targets; i++) {
    competitor c = {.name = "PVS, deepening", .run = run_search};
    char title[80];
    c.from = connect4_after(&ab_connect4, "");
    c.what = (task){.algorithm = AB_PVS, .depth = targets[i].depth, .deepening = 1, .megabytes = 64};
    compete(&c, 1, ROUNDS);
    snprintf(title, sizeof title, "depth %d: positions", targets[i].depth);
    at_most(title, (double)c.nodes, (double)targets[i].nodes);
    snprintf(title, sizeof title, "depth %d: milliseconds", targets[i].depth);
    if (targets[i].milliseconds > 0)
      at_most(title, 1e3 * fastest(&c, ROUNDS), targets[i].milliseconds);
    nodes += c.nodes;
    free_root(c.from);
  }
  return nodes;
}
