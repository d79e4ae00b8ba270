/* Games solved: positions visited, and how long it takes from an empty table. */
#include <stdio.h>
#include <string.h>
#include "native.h"

#define MOST_COLUMNS 43 /* the moves of a game of Connect Four as digits */

/* What some searches to the end have taken. */
typedef struct sum {
  int positions;
  uint64_t nodes;
  double seconds;
} sum;

/* The value of a position, which is freed. */
static ab_value solved (root from, task how, sum *all) {
  double began = seconds();
  ab_result result = search(from, how);
  all->seconds += seconds() - began;
  all->nodes += result.nodes;
  all->positions++;
  free_root(from);
  return result.value;
}

static uint64_t report (const char *title, sum all) {
  printf("  %-28s %4d positions, of each %12.0f nodes %11.3f ms   %5.1f M/s\n", title, all.positions,
         (double)all.nodes / all.positions, 1e3 * all.seconds / all.positions,
         (double)all.nodes / all.seconds * 1e-6);
  fflush(stdout);
  return all.nodes;
}

/* ---------------------------------------------------------------- Connect Four */

static ab_value solved_connect4 (const char *columns, sum *all) {
  task how = {.algorithm = AB_BISECTION, .depth = -1, .megabytes = 64};
  return solved(connect4_after(&ab_connect4_solver, columns), how, all);
}

static uint64_t solve_known (void) {
  char line[512], columns[128];
  int value;
  sum all = {0, 0, 0};
  FILE *facts = open_facts("connect4-positions");
  while (fgets(line, sizeof line, facts) != NULL)
    if (sscanf(line, "%127s %*d %d", columns, &value) == 2)
      require(solved_connect4(columns, &all) == value, "not the known value of Connect Four");
  fclose(facts);
  return report("known positions", all);
}

/* splitmix64 */
static uint64_t next_random (uint64_t *seed) {
  uint64_t bits = *seed += 0x9E3779B97F4A7C15u;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
  return bits ^ bits >> 31;
}

/* Play so many moves at random, from the beginning again where the game ends before. */
static void play_randomly (uint64_t *seed, int moves, char *columns) {
  root r = connect4_after(&ab_connect4, "");
  unsigned char start[64], next[64];
  ab_value payoff;
  int played = 0;
  memcpy(start, r.state, r.game->state_size);
  while (played < moves) {
    ab_move column = 1 + next_random(seed) % 7;
    switch (r.game->play(r.context, r.state, column, next, &payoff)) {
      case AB_ILLEGAL: continue;
      case AB_PLAYED:
        columns[played++] = (char)('0' + column);
        memcpy(r.state, next, r.game->state_size);
        continue;
      case AB_OVER:
        played = 0;
        memcpy(r.state, start, r.game->state_size);
    }
  }
  columns[played] = '\0';
  free_root(r);
}

static uint64_t solve_random (int moves, int positions) {
  uint64_t seed = (uint64_t)moves;
  char columns[MOST_COLUMNS], title[40];
  sum all = {0, 0, 0};
  while (all.positions < positions) {
    play_randomly(&seed, moves, columns);
    solved_connect4(columns, &all);
  }
  snprintf(title, sizeof title, "random, after %d moves", moves);
  return report(title, all);
}

/* Who wins an opening, -1, 0 or 1. */
static void solve_opening (const char *columns, int winner) {
  task how = {.algorithm = AB_BISECTION, .depth = -1, .megabytes = 64, .progress = 1, .alpha = -1, .beta = 1};
  const char *title = *columns != '\0' ? columns : "the empty board";
  sum all = {0, 0, 0};
  ab_value value = solved(connect4_after(&ab_connect4_solver, columns), how, &all);
  report(title, all);
  require((value > 0) - (value < 0) == winner, "not the known winner of Connect Four");
}

uint64_t part_solve (const settings *how) {
  uint64_t nodes = 0;
  printf("Connect Four solved, score and all\n");
  nodes += solve_known();
  nodes += solve_random(24, 200);
  nodes += solve_random(18, 60);
  nodes += solve_random(13, 12);
  if (how->long_too) {
    solve_opening("13333111", 0);
    solve_opening("35333571", -1);
    solve_opening("", 1);
  }
  return nodes;
}

/* ---------------------------------------------------------------- Kalah */

static int margin_of_kalah (int holes, int counters) {
  char line[512];
  int h, c, margin;
  FILE *facts = open_facts("kalah-margins");
  while (fgets(line, sizeof line, facts) != NULL)
    if (sscanf(line, "%d %d %d", &h, &c, &margin) == 3 && h == holes && c == counters) {
      fclose(facts);
      return margin;
    }
  require(0, "no known margin of this game of Kalah");
  return 0;
}

static uint64_t solve_kalah (int holes, int counters, task how) {
  char title[40];
  sum all = {0, 0, 0};
  ab_value margin = solved(kalah_start(&ab_kalah_solver, holes, counters), how, &all);
  snprintf(title, sizeof title, "(%d,%d)", holes, counters);
  report(title, all);
  require(margin == margin_of_kalah(holes, counters), "not the known margin of Kalah");
  return all.nodes;
}

/* Deepening, though to the end: what a shallower iteration has found out saves more than it costs. */
uint64_t part_kalah (const settings *how) {
  task usual = {.algorithm = AB_MTDF, .depth = -1, .deepening = 4, .megabytes = 256};
  task large = {.algorithm = AB_MTDF, .depth = -1, .deepening = 4, .megabytes = 2048, .progress = 1};
  uint64_t nodes;
  printf("Kalah solved\n");
  nodes = solve_kalah(4, 4, usual) + solve_kalah(5, 3, usual) + solve_kalah(5, 4, usual);
  if (how->long_too)
    solve_kalah(6, 4, large);
  return nodes;
}

/* ---------------------------------------------------------------- Othello */

#define MOST_EMPTY 16

static root othello_position (const char *squares, char mover) {
  int64_t list[65];
  int i;
  list[0] = mover == 'X' ? 1 : 2;
  for (i = 0; i < 64; i++)
    list[1 + i] = squares[i] == 'X' ? 1 : squares[i] == 'O' ? 2 : 0;
  return make_root(&ab_othello, list, 65);
}

uint64_t part_othello (const settings *how) {
  char line[512], squares[65], mover;
  int empty, value;
  task end = {.algorithm = AB_PVS, .depth = -1, .megabytes = 64};
  sum all = {0, 0, 0};
  FILE *facts = open_facts("othello-endgames");
  (void)how;
  printf("Othello, endgames with up to %d empty squares solved\n", MOST_EMPTY);
  while (fgets(line, sizeof line, facts) != NULL)
    if (sscanf(line, "%*s %64s %c %d %d", squares, &mover, &empty, &value) == 4 && empty <= MOST_EMPTY)
      require(solved(othello_position(squares, mover), end, &all) == value,
              "not the known value of Othello");
  fclose(facts);
  printf("  %llu nodes in all, %.2f s\n", (unsigned long long)all.nodes, all.seconds);
  return report("known endgames", all);
}
