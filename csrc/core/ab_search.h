/*
** What a search is: the struct that the walk works on. Private to the core; alphabeta.h has the
** meaning of all that is seen from outside.
*/
#ifndef AB_SEARCH_H
#define AB_SEARCH_H

#include "alphabeta.h"
#include "ab_mem.h"
#include "ab_value.h"
#include "ab_cursor.h"
#include "ab_line.h"
#include "ab_stack.h"
#include "ab_clock.h"
#include "ab_trace.h"
#include "ab_chance.h"
#include "ab_both.h"
#include "ab_history.h"
#include "ab_table.h"
#include "ab_team.h"
#include "ab_order.h"
#include "ab_pool.h"

/* The printed procedures: a level of the non-recursive one. */
typedef struct ab_level {
  ab_value a; /* a[l] of the paper */
  int own;    /* the nearest level above with the same player, l - 2 if the players alternate */
  int other;  /* the nearest level above with the other player, l - 1 if they do */
} ab_level;

typedef struct ab_paper {
  ab_level *levels; /* from level -2 on */
  size_t room;
  ab_status status; /* AB_DONE until the walk is halted */
  ab_stop limit;    /* AB_PAUSED: which one ends the search when the walk has come back to the root */
  int ply;          /* where it is then: index of the node */
  int move;         /* number of the best move of the root so far */
  ab_value value;   /* and its value */
  int max;          /* which player is Max in F2 and G2 */
  int allowed;      /* plies that the recursion may go to */
} ab_paper;

/* Root moves, as far as they are wanted. */
typedef struct ab_roots {
  ab_root_move *moves;
  size_t capacity;
  int count;
} ab_roots;

/* How a pass uses the table. */
enum {
  AB_ENTRIES_PLAIN = 1, /* all that it asks for are of the plain kind */
  AB_ENTRIES_SHARED = 2 /* others have it, too */
};

struct ab_search {
  ab_walk w;        /* what the walk works on; it comes first */
  ab_options options;
  ab_mem mem, table_mem;

  /* the walk */
  int plain;        /* below the root's children it needs no care, but in a pass that ranks */
  ab_lines lines;
  ab_order order;
  ab_table *table;  /* NULL: none. It belongs to the caller */
  int entries;      /* how the pass uses it */
  uint32_t emptied; /* how often it had been emptied when it was last trusted: since then others may have filled it */
  int kinds[2];     /* where the table has the kinds of its entries, exact and deeper; see ab_table_kind */
  ab_value ranked;  /* the value whose leaves a ranking pass distinguishes by their ply; see ab_pass.h */
  int proven;       /* the value that is ranked did not depend on the horizon */
  int certain;      /* the best move so far is proven to be worth as much as the game's range allows */
  uint64_t shuffle; /* what the order is drawn from in which the first best move is taken; 0: it is the game's */
  int pv_move;      /* number of the root move to try first, the best one of the iteration before; 0: none is known */
  ab_roots running; /* of the pass under way */
  ab_roots earlier; /* of the last pass that reached alpha, in a search that has not completed an iteration */
  ab_trace trace;   /* likewise */
  ab_chance chance; /* what the chance positions of the path have seen */
  double allowance; /* by how much each of the next may be wrong */
  ab_both *both;    /* and those at which both players choose at once; NULL: the game has none */
  ab_history history; /* positions that were on the board before */
  ab_paper paper;   /* what the printed procedures need beside the stack */
  ab_team *team;    /* of threads that help; NULL: none */
  ab_mem team_mem;  /* theirs */
  int team_most;    /* members that there is room for */
  ab_member *member; /* that runs this search; NULL: it is none that helps on a thread of its own */
  ab_uct *uct;      /* what Monte-Carlo tree search needs; of the walk it has the game, the budget and the range. NULL: the
                    ** search is another one */
  ab_pool *pool;    /* what the trees of threads that help it say; NULL: none do */

  /* counters, over all iterations */
  uint64_t granted; /* budget ever handed out: nodes visited = granted - budget */
  uint64_t probes, hits, stores;
  uint64_t clipped; /* leaves of this iteration at the horizon: the game may go on there */

  /* the life of the search */
  void *root;       /* the position as it was given */
  ab_value alpha, beta; /* the window of the pass under way */
  int passes;           /* how often it was searched again, where windows are guessed */
  ab_value lower, upper; /* AB_MTDF, AB_BISECTION: the value lies between them */
  int narrowed;         /* AB_MTDF: passes that have brought them nearer to each other */
  int bounding;          /* the game is yet to be asked for them */
  uint64_t pass_nodes, pass_leaves, pass_cutoffs; /* the counters when it began */
  ab_roots best;    /* of the last completed iteration */
  ab_value value;   /* of the last completed iteration */
  int depth;        /* of the last completed iteration */
  int valued;       /* an iteration is complete */
  ab_stop stopped;
  int finished;
  int paused;       /* the walk has come to where it needs a budget */
  int endless;      /* it went to AB_LAST_PLY without a limit, and the game may go on there */
  ab_clock clock;
  uint64_t step_began;  /* nodes visited when the present step began */
  uint64_t step_nodes;  /* nodes visited at which it ends; 0: no limit */
  double step_time;     /* seconds worked at which it ends; negative: no limit */
};

static inline uint64_t ab_search_nodes (const ab_search *s) { return s->granted - s->w.budget - s->w.peeked; }

/* Who has given a static evaluation that cannot be? What weights make of features always can. */
static inline const char *ab_search_estimator (const ab_search *s) {
  return s->w.game->estimate != NULL ? "estimate" : "evaluate";
}

/* AB_MCTS: playouts so far, also those that helping threads tell of: perhaps some fewer than there are. */
static inline uint64_t ab_search_playouts (const ab_search *s) { return s->uct->playouts + (s->team == NULL ? 0 : ab_team_done(s->team)); }

#endif
