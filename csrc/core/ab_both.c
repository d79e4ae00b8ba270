#include "ab_both.h"

ab_both *ab_both_new (const ab_mem *mem) {
  ab_both *both = mem->alloc(mem->ud, NULL, 0, sizeof *both);
  if (both == NULL)
    return NULL;
  memset(both, 0, sizeof *both);
  both->root.line = AB_NO_LINE;
  return both;
}

void ab_both_reset (ab_both *both) {
  both->cells_used = both->lists_used = 0;
  both->solving = 0;
}

/* The array, with room for at least `wanted` elements (> 0); NULL: no memory, nothing has changed. */
static void *roomy (const ab_mem *mem, void *array, size_t *room, size_t wanted, size_t size) {
  return *room >= wanted ? array : ab_mem_grow(mem, array, room, wanted, size);
}

int ab_both_reserve (ab_both *both, const ab_mem *mem, int ply, int room) {
  size_t wanted = both->lists_used + 2 * (size_t)room + 1;
  ab_duel *duels = roomy(mem, both->duels, &both->duels_room, (size_t)ply + 1, sizeof *duels);
  ab_move *lists;
  if (duels == NULL)
    return 0;
  both->duels = duels;
  lists = roomy(mem, both->lists, &both->lists_room, wanted, sizeof *lists);
  if (lists == NULL)
    return 0;
  both->lists = lists;
  both->duels[ply].lists = both->lists_used;
  both->duels[ply].cells = both->cells_used;
  return 1;
}

void ab_both_lists (const ab_both *both, int ply, int room, ab_move *lists[2]) {
  lists[0] = room > 0 ? &both->lists[both->duels[ply].lists] : NULL;
  lists[1] = room > 0 ? lists[0] + room : NULL;
}

int ab_both_deal (ab_both *both, const ab_mem *mem, int ply, const int counts[2]) {
  ab_duel *duel = &both->duels[ply];
  double *cells;
  int *lines;
  size_t wanted;
  duel->counts[0] = counts[0];
  duel->counts[1] = counts[1];
  duel->rows = counts[0] > 0 ? counts[0] : 1;
  duel->columns = counts[1] > 0 ? counts[1] : 1;
  wanted = duel->cells + (size_t)duel->rows * (size_t)duel->columns;
  cells = roomy(mem, both->cells, &both->cells_room, wanted, sizeof *cells);
  if (cells == NULL)
    return 0;
  both->cells = cells;
  lines = roomy(mem, both->lines, &both->lines_room, wanted, sizeof *lines);
  if (lines == NULL)
    return 0;
  both->lines = lines;
  return 1;
}

void ab_both_begin (ab_both *both, int ply, ab_node *node, int room) {
  ab_duel *duel = &both->duels[ply];
  int i;
  duel->alpha = node->alpha;
  duel->beta = node->beta;
  both->cells_used = duel->cells + (size_t)node->count;
  both->lists_used = duel->lists + 2 * (size_t)room;
  for (i = 0; i < node->count; i++)
    both->lines[duel->cells + (size_t)i] = AB_NO_LINE;
  node->probe = 0;
}

void ab_both_next (ab_both *both, ab_node *node) {
  (void)both;
  node->alpha = -AB_INF;
  node->beta = AB_INF;
}

void ab_both_moves (const ab_both *both, int ply, int number, int room, ab_move moves[2]) {
  const ab_duel *duel = &both->duels[ply];
  int chosen[2], i;
  ab_move *lists[2];
  chosen[0] = (number - 1) / duel->columns;
  chosen[1] = (number - 1) % duel->columns;
  ab_both_lists(both, ply, room, lists);
  for (i = 0; i < 2; i++)
    moves[i] = duel->counts[i] == 0 ? AB_NO_CHOICE : room > 0 ? lists[i][chosen[i]] : (ab_move)chosen[i] + 1;
}

void ab_both_add (ab_both *both, int ply, ab_node *node, ab_value value, int line) {
  size_t cell = both->duels[ply].cells + (size_t)node->move - 1;
  both->cells[cell] = node->best = value;
  both->lines[cell] = line;
}

int ab_both_solve (ab_both *both, const ab_mem *mem, int ply) {
  const ab_duel *duel = &both->duels[ply];
  if (both->solving)
    return 1;
  if (!ab_matrix_reserve(&both->matrix, mem, duel->rows, duel->columns))
    return 0;
  ab_matrix_begin(&both->matrix, both->cells + duel->cells, duel->rows, duel->columns);
  both->solving = 1;
  return 1;
}

static int likeliest (const double *chosen, int count) {
  int best = 0, i;
  for (i = 1; i < count; i++)
    if (chosen[i] > chosen[best])
      best = i;
  return best;
}

int ab_both_likeliest (const ab_both *both, int ply) {
  const ab_duel *duel = &both->duels[ply];
  return likeliest(both->matrix.row, duel->rows) * duel->columns + likeliest(both->matrix.column, duel->columns) + 1;
}

int *ab_both_line (const ab_both *both, int ply, int number) {
  return &both->lines[both->duels[ply].cells + (size_t)number - 1];
}

/* What each choice is worth against the other player's strategy. */
static void weigh (const ab_matrix *m, double *worth) {
  int i, j;
  for (i = 0; i < m->rows + m->columns; i++)
    worth[i] = 0;
  for (i = 0; i < m->rows; i++)
    for (j = 0; j < m->columns; j++) {
      double cell = m->cells[i * m->columns + j];
      worth[i] += m->column[j] * cell;
      worth[m->rows + j] += m->row[i] * cell;
    }
}

int ab_both_note (ab_both *both, const ab_mem *mem, int ply) {
  const ab_matrix *m = &both->matrix;
  ab_duel_solved *root = &both->root;
  size_t wanted = (size_t)m->rows + (size_t)m->columns;
  double *chosen = roomy(mem, root->chosen, &root->chosen_room, wanted, sizeof *chosen), *worth;
  int i;
  if (chosen == NULL)
    return 0;
  root->chosen = chosen;
  worth = roomy(mem, root->worth, &root->worth_room, wanted, sizeof *worth);
  if (worth == NULL)
    return 0;
  root->worth = worth;
  for (i = 0; i < m->rows + m->columns; i++)
    chosen[i] = i < m->rows ? m->row[i] : m->column[i - m->rows];
  weigh(m, worth);
  root->counts[0] = both->duels[ply].counts[0];
  root->counts[1] = both->duels[ply].counts[1];
  root->gap = m->gap;
  return 1;
}

void ab_both_end (ab_both *both, int ply, ab_node *node) {
  const ab_duel *duel = &both->duels[ply];
  node->best = both->matrix.value;
  node->alpha = -AB_INF;
  node->beta = AB_INF;
  node->raised = 1;
  both->cells_used = duel->cells;
  both->lists_used = duel->lists;
  both->solving = 0;
}

void ab_both_free (ab_both *both, const ab_mem *mem) {
  if (both == NULL)
    return;
  ab_mem_free(mem, both->duels, both->duels_room, sizeof *both->duels);
  ab_mem_free(mem, both->cells, both->cells_room, sizeof *both->cells);
  ab_mem_free(mem, both->lines, both->lines_room, sizeof *both->lines);
  ab_mem_free(mem, both->lists, both->lists_room, sizeof *both->lists);
  ab_mem_free(mem, both->root.chosen, both->root.chosen_room, sizeof *both->root.chosen);
  ab_mem_free(mem, both->root.worth, both->root.worth_room, sizeof *both->root.worth);
  ab_matrix_free(&both->matrix, mem);
  ab_mem_free(mem, both, 1, sizeof *both);
}
