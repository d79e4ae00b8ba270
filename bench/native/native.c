/* Positions, searches, rounds and figures. */
#include <stdlib.h>
#include <time.h>
#include "native.h"

void require (int holds, const char *what) {
  if (holds)
    return;
  fflush(stdout);
  fprintf(stderr, "bench native: %s\n", what);
  exit(1);
}

/* ---------------------------------------------------------------- memory, positions */

static void *allocate (void *ud, void *block, size_t old_size, size_t size) {
  (void)ud;
  (void)old_size;
  if (size > 0)
    return realloc(block, size);
  free(block);
  return NULL;
}

static void *allocate_new (size_t size) {
  void *block = calloc(1, size > 0 ? size : 1);
  require(block != NULL, "not enough memory");
  return block;
}

root make_root (const ab_family *family, const int64_t *list, int count) {
  root r = {family->game, NULL, allocate_new(family->game->state_size)};
  const char *flaw;
  if (family->measure != NULL) {
    r.context = allocate_new(family->measure(NULL, 0));
    family->set_up(r.context, NULL, 0);
  }
  flaw = r.game->read(r.context, r.state, list, count);
  require(flaw == NULL, flaw);
  return r;
}

void free_root (root r) {
  free(r.context);
  free(r.state);
}

root connect4_after (const ab_family *family, const char *columns) {
  int64_t list[CONNECT4_NUMBERS] = {7, 6}, player = 1;
  for (; *columns != '\0'; columns++) {
    int64_t *cell;
    if (*columns < '1' || *columns > '7')
      continue;
    for (cell = list + 2 + 6 * (*columns - '1'); *cell != 0; cell++)
      ;
    *cell = player;
    player = 3 - player;
  }
  return make_root(family, list, CONNECT4_NUMBERS);
}

root kalah_start (const ab_family *family, int holes, int counters) {
  int64_t list[32] = {1, 1}; /* player 1 is to move; an empty hole opposite is captured from */
  int player, i, count = 2;
  for (player = 1; player <= 2; player++) {
    for (i = 0; i < holes; i++)
      list[count++] = counters;
    list[count++] = 0;
  }
  return make_root(family, list, count);
}

/* ---------------------------------------------------------------- searches */

ab_table *new_table (size_t megabytes) {
  ab_table *table = ab_table_new(megabytes << 20, allocate, NULL);
  require(table != NULL, "not enough memory");
  return table;
}

void free_table (ab_table *table) { ab_table_free(table, allocate, NULL); }

#define PROGRESS 100000000 /* positions from one word to the next */

static void show_progress (const ab_search *running, double time) {
  ab_result result = ab_search_result(running);
  printf("  ... %llu million nodes, %.0f s", (unsigned long long)result.nodes / 1000000, time);
  if (result.depth > 0)
    printf(", value %g to depth %d", result.value, result.depth);
  printf("\n");
  fflush(stdout);
}

ab_result search (root r, task what) {
  ab_options options = ab_options_default();
  double began = seconds();
  ab_search *running;
  ab_result result;
  ab_status status = AB_PAUSED;
  options.algorithm = what.algorithm;
  options.depth = what.depth;
  options.deepening = what.deepening;
  options.table_alloc = allocate;
  if (what.alpha < what.beta) {
    options.alpha = what.alpha;
    options.beta = what.beta;
  }
  require(ab_options_flaw(&options) == NULL, "the options will not do");
  if (what.table != NULL)
    ab_table_clear(what.table);
  options.table = what.table != NULL ? what.table : what.megabytes > 0 ? new_table(what.megabytes) : NULL;
  running = ab_search_new(r.game, r.context, r.state, &options, allocate, NULL);
  require(running != NULL, "not enough memory");
  while (status == AB_PAUSED || status == AB_DEPTH) {
    status = status == AB_DEPTH ? ab_search_resume(running)
                                : ab_search_step(running, what.progress ? PROGRESS : 0, -1);
    if (status == AB_PAUSED)
      show_progress(running, seconds() - began);
  }
  require(status == AB_DONE, "the search did not come to its end");
  result = ab_search_result(running);
  ab_search_free(running);
  if (options.table != what.table)
    free_table(options.table);
  return result;
}

/* ---------------------------------------------------------------- measuring */

double seconds (void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

uint64_t run_search (const competitor *self) { return search(self->from, self->what).nodes; }

static int compare (const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median (const double *list, int count) {
  double sorted[MOST_ROUNDS];
  memcpy(sorted, list, (size_t)count * sizeof *list);
  qsort(sorted, (size_t)count, sizeof *sorted, compare);
  return sorted[(count - 1) / 2];
}

double fastest (const competitor *c, int rounds) {
  double least = c->times[0];
  int i;
  for (i = 1; i < rounds; i++)
    if (c->times[i] < least)
      least = c->times[i];
  return least;
}

double ratio (const competitor *c, const competitor *base, int rounds) {
  double ratios[MOST_ROUNDS];
  int i;
  for (i = 0; i < rounds; i++)
    ratios[i] = c->times[i] / base->times[i];
  return median(ratios, rounds);
}

void compete (competitor *all, int count, int rounds) {
  int round, i;
  for (round = 0; round < rounds; round++)
    for (i = 0; i < count; i++) {
      competitor *c = &all[(round + i) % count]; /* they take turns at being first */
      double began = seconds();
      c->nodes = c->run(c);
      c->times[round] = seconds() - began;
    }
  for (i = 0; i < count; i++) {
    const competitor *c = &all[i];
    double least = fastest(c, rounds);
    printf("  %-28s %9llu   min %8.2f ms   median %8.2f ms   %6.1f M/s   ratio %.2f\n", c->name,
           (unsigned long long)c->nodes, 1e3 * least, 1e3 * median(c->times, rounds),
           (double)c->nodes / least * 1e-6, ratio(c, &all[0], rounds));
  }
}

void at_most (const char *title, double measured, double target) {
  int digits = target > 100 ? 0 : 2;
  printf("  %-60s %9.*f  target: at most %7.*f  %s\n", title, digits, measured, digits, target,
         measured <= target ? "ok" : "MISSED");
}

void require_one_tree (const competitor *all, int count) {
  int i;
  for (i = 1; i < count; i++)
    require(all[i].nodes == all[0].nodes, "the competitors walk different trees");
}

/* ---------------------------------------------------------------- facts */

FILE *open_facts (const char *name) {
  char path[80];
  FILE *file;
  snprintf(path, sizeof path, "spec/facts/%s.tsv", name);
  file = fopen(path, "r");
  require(file != NULL, "no table of facts: to be run where spec/ is");
  return file;
}
