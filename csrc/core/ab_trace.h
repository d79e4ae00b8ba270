/* What happened? The tree of a search as a list of the nodes in the order of their visits. It is kept by
** the careful walk, so that the others know nothing of it. */
#ifndef AB_TRACE_H
#define AB_TRACE_H

#include "ab_pages.h"

#define AB_UNTRACED (-1)

#define AB_TRACED ((size_t)1024) /* nodes in a page of them */

typedef struct ab_trace {
  ab_pages nodes;
  int *path; /* the number of the node at each ply of the path, or AB_UNTRACED */
  size_t nodes_room, path_room; /* elements */
  int count;
  int filled; /* so many nodes have lines: those of this pass, and of earlier ones that had more */
  int more;  /* a node was left out, because there were as many as wanted */
} ab_trace;

static inline ab_traced *ab_trace_at (const ab_trace *trace, int i) {
  return (ab_traced *)trace->nodes.list[(size_t)i / AB_TRACED] + (size_t)i % AB_TRACED;
}

/* Another pass enters the root: there are no nodes. Until then there are those of the pass before. */
void ab_trace_begin (ab_trace *trace);

/* The line that the next node to be entered has from an earlier pass, to be given back; AB_NO_LINE: none. */
int ab_trace_old_line (const ab_trace *trace);

/* Make sure that a node at `ply` can be entered; 0: no memory, nothing has changed. */
int ab_trace_reserve (ab_trace *trace, const ab_mem *mem, int ply);

/* Is one more node to be recorded? Not if there are `limit`; so none is recorded below one that is not. */
int ab_trace_wants (const ab_trace *trace, int limit);

/* A node is entered, by the move that is the line, or by an outcome with this probability (0: a move; negative: a joint one),
** with the same player to move or not, for its value or only `probed` for a bound; or it is left out. */
void ab_trace_enter (ab_trace *trace, int ply, int line, double probability, int same, ab_value alpha, ab_value beta,
                     int probed);
void ab_trace_skip (ab_trace *trace, int ply);

/* The node at `ply` is left. Of a node that was left out nothing is noted. */
void ab_trace_leave (ab_trace *trace, int ply, ab_value value, int leaf);

/* The node at `ply` has a beta cut-off. */
void ab_trace_cut (ab_trace *trace, int ply);

void ab_trace_free (ab_trace *trace, const ab_mem *mem);

#endif
