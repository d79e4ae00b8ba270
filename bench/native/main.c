/*
** Measurements of the core and its games without Lua.
**
**   native [--long] [PART...]
**
** Parts: plain, table, perft, solve, kalah, othello, instructions (needs valgrind); without any, all but the
** last. --long: also what takes minutes. Run it where spec/ is.
**
** There are two of these programs for each compiler, with -O2 and with -O3: LEVEL is 2 or 3. The second one has
** only the parts that are about the compiler.
**
** The last line with -O2 is a signature: the sum of the positions visited, without those of --long.
** It changes only if a search visits another tree.
*/
#include <stdio.h>
#include "native.h"

static const struct {
  const char *name;
  part_function *run;
  int both;    /* measured at both levels */
  int by_name; /* run only if it is asked for */
} parts[] = {
  {"plain", part_plain, 1, 0},
  {"table", part_table, 0, 0},
  {"perft", part_perft, 1, 0},
  {"solve", part_solve, 0, 0},
  {"kalah", part_kalah, 0, 0},
  {"othello", part_othello, 0, 0},
  {"instructions", part_instructions, 1, 1},
};

#define PARTS ((int)(sizeof parts / sizeof *parts))

static int part_named (const char *name) {
  int i = 0;
  while (i < PARTS && strcmp(parts[i].name, name) != 0)
    i++;
  return i;
}

int main (int count, char **words) {
  settings how = {words[0], 0};
  int wanted[PARTS] = {0}, some = 0, i;
  uint64_t nodes = 0;
  if (count == 3 && strcmp(words[1], "--once") == 0)
    return run_once(words[2]) ? 0 : 2;
  for (i = 1; i < count; i++) {
    int part = part_named(words[i]);
    if (strcmp(words[i], "--long") == 0)
      how.long_too = 1;
    else if (part == PARTS) {
      fprintf(stderr, "bench native: no such part: %s\n", words[i]);
      return 2;
    }
    else
      wanted[part] = some = 1;
  }
  for (i = 0; i < PARTS; i++)
    if ((some ? wanted[i] : !parts[i].by_name) && (LEVEL == 2 || parts[i].both)) {
      printf("%s: alphabeta %s, compiler %s, -O%d\n", parts[i].name, AB_VERSION, __VERSION__, LEVEL);
      nodes += parts[i].run(&how);
    }
  if (LEVEL == 2)
    printf("Nodes: %llu\n", (unsigned long long)nodes);
  return 0;
}
