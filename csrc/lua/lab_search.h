/* A search as a Lua object: what it holds besides its anchor, and how it is made. */
#ifndef LAB_SEARCH_H
#define LAB_SEARCH_H

#include "lab_game.h"
#include "lab_memory.h"
#include "lab_options.h"

/* What a step gives: whether the search is finished, the result of one more depth, or that of all. */
typedef enum lab_way { LAB_BY_STEPS, LAB_BY_DEPTHS, LAB_IN_ONE_GO } lab_way;

typedef struct lab_search {
  lab_game game;      /* `closed` is a value of `stopped` */
  lab_options options;
  lab_limits limits;  /* of the step under way */
  lab_memory memory, table_memory;
  ab_sampler sampler; /* of Monte-Carlo tree search */
  ab_search *core;    /* NULL: the memory was given back, LAB_RESULT is the result */
  int stage;          /* of the step under way; see lab_step.c */
  uint64_t slice;     /* nodes of the slice under way; see lab_step.c */
  uint64_t slice_nodes; /* visited when it began */
  double slice_time;  /* spent by then */
  ab_status status;   /* how its walk ended */
  int owing;          /* the stage that an error has broken off, which the next step begins with; or 0 */
  lab_table *table;   /* anchored at LAB_TABLE; NULL: none is in use */
  int outside;        /* plies of recursion that were under way in others when the step began */
  lab_way way;
  int chosen;         /* number of the root move that was chosen, from 1; 0: not yet */
  unsigned char begun; /* it has begun to walk */
  unsigned char pure; /* the core runs on native rules themselves, by alpha-beta */
  unsigned char alone; /* it has begun without a frame, and needs one */
  unsigned char enough; /* as many depths are complete as it was to take */
  unsigned char reports; /* completed iterations are reported to option `on_depth` */
  unsigned char owns_table; /* nobody else has it */
  unsigned char finished;
  unsigned char shuffled; /* the first step has begun */
  int threads;        /* that may take part, with the one that steps it */
} lab_search;

/* Make a search from game, state and options at 1 to 3; it is left with its frame. */
lab_search *lab_search_new (lua_State *L, const char *caller, lab_way way);

/* The search is over: if its table is its own, that is for the next one. */
void lab_search_leave_table (lua_State *L, lab_search *search);

/* It is over, and nobody can use it again: so is all that it has. */
void lab_search_leave (lua_State *L, const lab_search *search);

/* Give what is large back at once: that search is over. */
void lab_search_give_back (lua_State *L, lab_search *search);

/* It does without threads from now on: they are gone. */
void lab_search_dismiss (lua_State *L, lab_search *search);

/* Lend the search a state to run in. */
static inline void lab_search_enter (lua_State *L, lab_search *search) {
  search->game.L = search->memory.L = search->table_memory.L = L;
}

/* What is at index 1, which is known to be a search. */
static inline lab_search *lab_search_at_1 (lua_State *L) { return lua_touserdata(L, 1); }

#endif
