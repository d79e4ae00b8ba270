/*
** What a search is: the struct that the loop walks on. Private to the core; alphabeta.h has the
** meaning of all that is seen from outside.
*/
#ifndef AB_SEARCH_H
#define AB_SEARCH_H

#include "alphabeta.h"
#include "ab_mem.h"
#include "ab_walk.h"
#include "ab_line.h"
#include "ab_stack.h"
#include "ab_clock.h"
#include "ab_trace.h"
#include "ab_table.h"
#include "ab_order.h"
#include "ab_paper.h"

/* Where the loop goes on. Each phase makes one game call at the most, and everything that it needs
** stands in the search when the call is made. */
typedef enum ab_phase {
  AB_START,   /* nothing visited yet */
  AB_NEXT,    /* take up the node's next move, or leave the node */
  AB_LIKELY,  /* ask how likely it is */
  AB_PLAY,    /* play it */
  AB_ENTER,   /* record the child, if the tree is recorded */
  AB_TURN,    /* ask who is to move in the child */
  AB_KEY,     /* look it up */
  AB_LIMIT,   /* ask for bounds of its value */
  AB_EXPAND,  /* generate the child's moves and make a node of it */
  AB_SORT,    /* make room for the new node's order */
  AB_SCORE,   /* ask the game for it, move by move */
  AB_VALUE,   /* evaluate the child */
  AB_QUIET,   /* ask for its noisy moves */
  AB_AGAIN,   /* search it again in the whole window */
  AB_BACK,    /* take the move back */
  AB_UPDATE,  /* give the child's value to the node */
  AB_WALK     /* walk through the positions below the node */
} ab_phase;

/* How far down a bound that is known at a node reaches. */
typedef enum ab_reach {
  AB_NOWHERE, /* procedure F */
  AB_CHILD,   /* procedure F1 */
  AB_DEEP     /* procedure F2 */
} ab_reach;

/* Root moves, as far as they are wanted. */
typedef struct ab_roots {
  ab_root_move *moves;
  size_t capacity;
  int count;
} ab_roots;

struct ab_search {
  ab_walk w;        /* what the loops work on; it comes first */
  ab_options options;
  ab_mem mem, table_mem;

  /* the loop */
  ab_phase phase;
  ab_reach reach;
  int farthest;     /* ply beyond which noisy moves are not followed; the horizon if they never are */
  int walks;        /* the positions below the root's children are left to the walk */
  ab_lines lines;
  ab_order order;
  ab_table *table;  /* NULL: none. It belongs to the caller */
  uint32_t emptied; /* how often it had been emptied when the step began: since then others may have filled it */
  int ranking;      /* the pass ranks leaves of the value `ranked` by their ply; see ab_pass.h */
  ab_value ranked;
  int proven;       /* the value that is ranked did not depend on the horizon */
  int hint;         /* number of the root move to try first; 0: none is known */
  ab_roots running; /* of the pass under way */
  ab_roots earlier; /* of the pass before, in a search that has not completed an iteration */
  ab_trace trace;   /* likewise */
  ab_paper paper;   /* what the printed procedures need beside the stack */

  /* counters, over all iterations */
  uint64_t granted; /* budget ever handed out: nodes visited = granted - budget */
  uint64_t probes, hits, stores;
  uint64_t clipped; /* leaves of this iteration at the horizon: the game may go on there */

  /* the life of the search */
  void *root;       /* the position as it was given */
  ab_value alpha, beta; /* the window of the pass under way */
  int passes;           /* how often it was searched again, where windows are guessed */
  ab_value lower, upper; /* AB_MTDF, AB_BISECTION: the value lies between them */
  int bounding;          /* the game is yet to be asked for them */
  uint64_t pass_nodes, pass_leaves, pass_cutoffs; /* the counters when it began */
  ab_roots best;    /* of the last completed iteration */
  ab_value value;   /* of the last completed iteration */
  int depth;        /* of the last completed iteration */
  int valued;       /* an iteration is complete */
  ab_stop stopped;
  int finished;
  int endless;      /* it went to AB_MAX_DEPTH without a limit, and the game may go on there */
  ab_clock clock;
  uint64_t step_began;  /* nodes visited when the present step began */
  uint64_t step_nodes;  /* nodes visited at which it ends; 0: no limit */
  double step_time;     /* seconds worked at which it ends; negative: no limit */
};

static inline uint64_t ab_nodes (const ab_search *s) { return s->granted - s->w.budget; }

/* What a value found with a window says of the position: an infinite end cannot be missed. */
static inline ab_bound ab_bound_in (ab_value value, ab_value alpha, ab_value beta) {
  if (value <= alpha && alpha > -AB_INF)
    return AB_UPPER;
  if (value >= beta && beta < AB_INF)
    return AB_LOWER;
  return AB_EXACT;
}

/* Move number `number` of the position of node number `ply`. */
static inline ab_move ab_move_at (const ab_search *s, int ply, int number) {
  return s->w.stack.max_moves == 0 ? (ab_move)number : *ab_stack_move(&s->w.stack, ply, number);
}

/* The line of the move that node number `ply` is trying: that move and the rest, which it takes over.
** AB_NO_LINE: no memory, nothing has changed. */
int ab_line_through (ab_search *s, int ply, int rest);

/* Room for a node below the current one, and for what is stored of it; 0: no memory, nothing has
** changed. */
int ab_search_make_room (ab_search *s);

/* Is the search to walk, and what the walk calls. */
void ab_walk_init (ab_search *s);

/* Walk through the positions below the current node. */
ab_status ab_search_walk (ab_search *s);

/* Look the current node's child up, whose key is the game's; 1: its value is known, as the node's player
** sees it. */
int ab_search_look (ab_search *s);

/* The choices of the current node; 0: no memory, nothing has changed. */
int ab_search_sort (ab_search *s);

/* The node, a position at `ply`, has its value: store it. */
void ab_search_store (ab_search *s, const ab_node *node, int ply);

/* The move under way in the node has cut off. */
void ab_search_learn (ab_search *s, const ab_node *node, int ply);

/* The game says what the root's value lies between: begin the pass again. */
void ab_search_bound (ab_search *s, ab_value low, ab_value high);

/* What the root move under way must beat. */
ab_value ab_root_alpha (const ab_search *s, const ab_node *root);

/* Note the one best root move; its line is taken over. 0: no memory, nothing has changed. */
int ab_root_note (ab_search *s, int number, ab_value value, ab_bound bound, int line);

/* Record the current node's child as entered; 0: no memory, nothing has changed. */
int ab_search_record (ab_search *s);

/* The root's child has its value: note it if it is wanted. AB_DONE: the other moves need not be
** searched; AB_PAUSED: they do; AB_NOMEM: nothing has changed. */
ab_status ab_root_update (ab_search *s);

/* Give the loop its next budget; 0: the search or the step has come to a limit. */
int ab_search_grant (ab_search *s);

/* Forget the root moves and give their lines back. */
void ab_roots_clear (ab_search *s, ab_roots *roots);

#endif
