#include "ab_line.h"

int ab_line_reserve (ab_lines *lines, const ab_mem *mem) {
  size_t old = lines->capacity, i;
  ab_cell *cells;
  if (lines->free != AB_NO_LINE)
    return 1;
  cells = ab_mem_grow(mem, lines->cells, &lines->capacity, old + 1, sizeof *cells);
  if (cells == NULL)
    return 0;
  lines->cells = cells;
  for (i = lines->capacity; i-- > old;) {
    cells[i].next = lines->free;
    lines->free = (int)i;
  }
  return 1;
}

int ab_line_join (ab_lines *lines, ab_move move, int rest) {
  int line = lines->free;
  lines->free = lines->cells[line].next;
  lines->cells[line].move = move;
  lines->cells[line].next = rest;
  return line;
}

void ab_line_drop (ab_lines *lines, int line) {
  while (line != AB_NO_LINE) {
    int next = lines->cells[line].next;
    lines->cells[line].next = lines->free;
    lines->free = line;
    line = next;
  }
}
