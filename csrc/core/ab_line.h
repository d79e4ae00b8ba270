/*
** Principal variations: what play is expected from a position on.
**
** A line is a chain of cells in one pool. Each line has one owner: a node of the search, a root
** move, a joint move, or a recorded node. A node that finds a better move takes over the line of
** that move's child, so nothing is ever copied, and what it held before goes back to the pool.
*/
#ifndef AB_LINE_H
#define AB_LINE_H

#include "ab_node.h"
#include "ab_pages.h"

typedef struct ab_cell {
  ab_move move; /* or the slot that stands for it, if the game keeps its moves */
  int next;     /* the rest of the line; of a free cell: the next free one */
  int joint;    /* 1: it is what player 1 chooses, and the next cell has what player 2 does at the same time */
} ab_cell;

#define AB_CELLS ((size_t)1024) /* in a page of them */

typedef struct ab_lines {
  ab_pages cells;
  size_t capacity;
  int free; /* head of the free cells, AB_NO_LINE: none */
} ab_lines;

static inline ab_cell *ab_line_cell (const ab_lines *lines, int i) {
  return (ab_cell *)lines->cells.list[(size_t)i / AB_CELLS] + (size_t)i % AB_CELLS;
}

/* Make sure that ab_line_join can be called so many times, 1 or 2; 0: no memory, nothing has changed. */
int ab_line_reserve (ab_lines *lines, const ab_mem *mem, int times);

/* The line `move` followed by `rest`, which it takes over. Its cell is lines->free. */
int ab_line_join (ab_lines *lines, ab_move move, int rest);

/* Give a line back to the pool; AB_NO_LINE is fine. */
void ab_line_drop (ab_lines *lines, int line);

void ab_line_free (ab_lines *lines, const ab_mem *mem);

#endif
