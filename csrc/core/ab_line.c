#include "ab_line.h"

/* Are there so many free cells? */
static int has_free (const ab_lines *lines, int times) {
  return lines->free != AB_NO_LINE && (times < 2 || ab_line_cell(lines, lines->free)->next != AB_NO_LINE);
}

int ab_line_reserve (ab_lines *lines, const ab_mem *mem, int times) {
  size_t old = lines->capacity, i;
  if (has_free(lines, times))
    return 1;
  if (!ab_pages_extend(&lines->cells, mem, &lines->capacity, AB_CELLS, sizeof(ab_cell)))
    return 0;
  for (i = lines->capacity; i-- > old;) {
    ab_line_cell(lines, (int)i)->next = lines->free;
    lines->free = (int)i;
  }
  return 1;
}

int ab_line_join (ab_lines *lines, ab_move move, int rest) {
  int line = lines->free;
  ab_cell *cell = ab_line_cell(lines, line);
  lines->free = cell->next;
  cell->move = move;
  cell->next = rest;
  cell->joint = 0;
  return line;
}

void ab_line_drop (ab_lines *lines, int line) {
  while (line != AB_NO_LINE) {
    ab_cell *cell = ab_line_cell(lines, line);
    int next = cell->next;
    cell->next = lines->free;
    lines->free = line;
    line = next;
  }
}

void ab_line_free (ab_lines *lines, const ab_mem *mem) {
  ab_pages_free_extended(&lines->cells, mem, &lines->capacity, AB_CELLS, sizeof(ab_cell));
}
