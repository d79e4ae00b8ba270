/*
** Plain alpha-beta: no table, moves as they come. The same tree four times: recursion written by hand,
** the library's walk with the game built in, the same walk through the game's descriptor, and with care, for
** games whose functions may leave by longjmp.
*/
#include <stdio.h>
#include <stdlib.h>
#include "native.h"

#define ROUNDS 15
#define CONNECT4_DEPTH 12
#define CONNECT4_NODES 3050083 /* well known */
#define KALAH_DEPTH 10

enum { HAND, INSTANCE, DESCRIPTOR, CAREFUL, COMPETITORS };

typedef struct contest {
  root from;
  ab_game descriptor, careful;
  competitor all[COMPETITORS];
} contest;

static void set_up (contest *c, root from, int depth, uint64_t (*hand) (const competitor *self)) {
  task what = {.algorithm = AB_ALPHABETA, .depth = depth};
  int i;
  c->from = from;
  c->descriptor = *from.game;
  c->descriptor.walk = NULL;
  c->careful = c->descriptor;
  c->careful.returns = 0;
  for (i = 0; i < COMPETITORS; i++) {
    c->all[i].run = run_search;
    c->all[i].from = from;
    c->all[i].what = what;
  }
  c->all[HAND].name = "hand";
  c->all[HAND].run = hand;
  c->all[INSTANCE].name = "instance";
  c->all[DESCRIPTOR].name = "descriptor";
  c->all[DESCRIPTOR].from.game = &c->descriptor;
  c->all[CAREFUL].name = "careful";
  c->all[CAREFUL].from.game = &c->careful;
}

static double to_hand (const contest *c, int who) { return ratio(&c->all[who], &c->all[HAND], ROUNDS); }

static void set_up_connect4 (contest *c) {
  set_up(c, connect4_after(&ab_connect4, ""), CONNECT4_DEPTH, run_hand_connect4);
}

static uint64_t plain_connect4 (void) {
  contest c;
  set_up_connect4(&c);
  printf("Connect Four, columns 1 to 7, to depth %d\n", CONNECT4_DEPTH);
  compete(c.all, COMPETITORS, ROUNDS);
  require_one_tree(c.all, COMPETITORS);
  require(c.all[HAND].nodes == CONNECT4_NODES, "not the known number of positions");
  at_most("time of the instance / by hand", to_hand(&c, INSTANCE), 1.1);
  at_most("time through the descriptor / by hand", to_hand(&c, DESCRIPTOR), 1.9);
  free_root(c.from);
  return c.all[HAND].nodes;
}

static uint64_t plain_kalah (void) {
  contest c;
  set_up(&c, kalah_start(&ab_kalah, 6, 4), KALAH_DEPTH, run_hand_kalah);
  printf("Kalah (6,4) to depth %d\n", KALAH_DEPTH);
  compete(c.all, COMPETITORS, ROUNDS);
  require_one_tree(c.all, COMPETITORS);
  at_most("time of the instance / by hand", to_hand(&c, INSTANCE), 1.08);
  at_most("time through the descriptor / by hand", to_hand(&c, DESCRIPTOR), 1.2);
  free_root(c.from);
  return c.all[HAND].nodes;
}

uint64_t part_plain (const settings *how) {
  (void)how;
  return plain_connect4() + plain_kalah();
}

/* ---------------------------------------------------------------- instructions */

int run_once (const char *name) {
  contest c;
  int i, found = 0;
  set_up_connect4(&c);
  for (i = 0; i < COMPETITORS; i++)
    if (strcmp(c.all[i].name, name) == 0) {
      c.all[i].run(&c.all[i]);
      found = 1;
    }
  free_root(c.from);
  return found;
}

/* What valgrind counts in a run of this program, the little included that it takes to start. */
static double instructions_of (const char *program, const char *name) {
  char line[400];
  const char *found;
  double count = 0;
  FILE *output;
  snprintf(line, sizeof line,
           "valgrind --tool=callgrind --callgrind-out-file=/dev/null '%s' --once '%s' 2>&1", program, name);
  output = popen(line, "r");
  require(output != NULL, "valgrind does not start");
  while (fgets(line, sizeof line, output) != NULL)
    if ((found = strstr(line, "Collected :")) != NULL)
      count = strtod(found + strlen("Collected :"), NULL);
  require(pclose(output) == 0 && count > 0, "'instructions' needs valgrind");
  return count;
}

uint64_t part_instructions (const settings *how) {
  static const char *names[] = {"hand", "instance", "descriptor", "careful"};
  double counts[COMPETITORS];
  int i;
  printf("Connect Four, columns 1 to 7, to depth %d: instructions for each position\n", CONNECT4_DEPTH);
  for (i = 0; i < COMPETITORS; i++) {
    counts[i] = instructions_of(how->program, names[i]);
    printf("  %-28s %6.1f   ratio %.2f\n", names[i], counts[i] / CONNECT4_NODES, counts[i] / counts[HAND]);
  }
  at_most("instructions of the instance / by hand", counts[INSTANCE] / counts[HAND], 1.35);
  return 0;
}
