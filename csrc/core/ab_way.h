/*
** The search for a way: what it is, and what every algorithm asks of the game and of the clock.
**
** An algorithm runs until its budget is 0, and pauses only where it has said so. Before a function of the game is called
** everything is in its place, and `phase` says which call it is: if it leaves by longjmp it is repeated.
*/
#ifndef AB_WAY_H
#define AB_WAY_H

#include <float.h>
#include "ab_clock.h"
#include "ab_graph.h"
#include "ab_queue.h"

/* A* and beam search; see ab_astar.c. */
typedef struct ab_astar {
  ab_graph graph;      /* the positions by key; `back` is the newest node of each, the value its estimate */
  ab_pages nodes;      /* the ways to them */
  ab_queue open;
  ab_pages kept;       /* positions that are to be opened, by slot */
  size_t slots, in_use; /* so many slots there are, and in use */
  uint32_t free;       /* the first one that is not in use, which says what the next one is */
  uint32_t count;      /* nodes */
  uint32_t here;       /* the node that is opened; AB_NOBODY: none yet */
  uint32_t at;         /* in place: where the position stands; the node that it goes back to */
  uint32_t meeting;    /* (going forward, the one that it has come to) */
  uint32_t *ahead;     /* and the ones that it then goes on to, the last one first */
  size_t ahead_room, ahead_count;
  char *room;          /* two positions: the one that is opened, and its child; then a list of moves */
  size_t room_size;
  int number, count_of_moves;
  uint32_t least;      /* the node of the least estimate */
  uint32_t depth;      /* beam: moves to the positions that are opened at present, */
  size_t taken;        /* so many of which were; */
  int dropped;         /* and some were not */
} ab_astar;

/* A position of a line, for IDA*. */
typedef struct ab_link {
  struct ab_link *below; /* the next one; NULL: there is none yet */
  void *state;
  ab_move *list;         /* its moves; NULL: they are numbers */
  double cost;           /* of the line to it */
  uint64_t key;
  double beyond;         /* the least that the lines through it cost which have met the threshold */
  int height;            /* plies below it, as far as was searched */
  int count, number;     /* its moves, and the one under way */
  int over;              /* the game is over there */
} ab_link;

/* A line from the first position: its moves, what they cost, and the estimate of where they lead to. */
typedef struct ab_noted {
  size_t count;
  double cost, estimate;
} ab_noted;

/* IDA*; see ab_idastar.c. */
typedef struct ab_idastar {
  ab_pages line;       /* for each ply its position, if there is one for each ply, a link, and its moves */
  size_t before;       /* bytes of the position, which is as well aligned as what is allocated; */
  size_t stride;       /* and of all */
  char *only;          /* in place: the position */
  size_t ply;          /* that is opened, */
  ab_link *here;       /* and its link */
  double threshold, next; /* the line may cost so much; what is above that begins here */
  uint32_t *seen;      /* how many positions of the line have a key of that kind */
  ab_noted noted, none; /* the line to note; that of no moves */
  ab_table *table;     /* of positions that were left: what is still to come from there, at least; NULL: none */
  int fractions;       /* costs or estimates are some */
  int estimated;       /* an estimate has held a line back, since the threshold was raised */
  int emptied;         /* the table held nothing then */
} ab_idastar;

struct ab_path {
  const ab_game *game;
  void *context;
  ab_mem mem;
  ab_path_options options;
  ab_keeper keeper;   /* of no functions: the bytes of a position are all there is */
  int in_place;       /* there is one position, that moves change and `undo` turns back */
  int phase;
  int ended, solved;
  ab_stop stopped;
  double least;       /* no way costs less */
  uint64_t nodes;     /* positions made, the first included */
  ab_move *way;       /* IDA*: the best way so far, */
  size_t way_room;
  ab_noted noted;     /* and what is known of it */
  ab_played played;   /* of the move under way: what `play` found, */
  double step;        /* what it costs, */
  uint64_t key;       /* and the key and the estimate of the child */
  double estimate;
  const char *asked;  /* the function that has given a number that cannot be, and which */
  int broken;
  double outside;
  ab_clock clock;
  double limit;       /* seconds worked at which the step ends; negative: none */
  int granted;        /* the step has begun to work */
  uint64_t left;      /* nodes of the step that are not granted yet */
  uint64_t budget;    /* nodes until the next look at the clock */
  ab_astar astar;
  ab_idastar idastar;
};

/* Spend a node of the budget; 0: there is none left. */
static inline int ab_way_spend (ab_path *p) {
  if (p->budget == 0)
    return 0;
  p->budget--;
  return 1;
}

/* The next position would be one too many: then the search has ended. */
static inline int ab_way_is_full (ab_path *p) {
  if (p->options.nodes == 0 || p->nodes < p->options.nodes)
    return 0;
  p->stopped = AB_STOP_NODES;
  p->ended = 1;
  return 1;
}

/* What no way costs less than, by the least cost with a weighted estimate that is left to be opened; rounded down, as that
** may have been rounded up. */
static inline double ab_way_least (const ab_path *p, double cost) {
  return p->options.weight > 1 ? cost / p->options.weight * (1 - 4 * DBL_EPSILON) : cost;
}

/* Bytes of a position, so that what follows is aligned. */
static inline size_t ab_way_size (const ab_path *p) { return (p->game->state_size + 7) / 8 * 8; }

/* Grant the search more nodes; 0: the step is over, or the search. */
int ab_way_grant (ab_path *p);

/* Ask for the moves of a position; the number of the last move was answered by `more`, or is asked about. */
ab_status ab_way_count (ab_path *p, void *state, ab_move *list, int *count);

/* What a move costs: to `step`. */
ab_status ab_way_cost (ab_path *p, void *state, ab_move move);

/* The game has given an estimate that cannot be. */
ab_status ab_way_refuse (ab_path *p, double estimate);

/* What is still to come: to `estimate`. */
static inline ab_status ab_way_estimate (ab_path *p, void *state) {
  double estimate = p->game->remaining == NULL ? 0 : p->game->remaining(p->context, state);
  p->estimate = estimate + 0.0; /* no -0.0 */
  return estimate >= 0 && (estimate <= AB_MAX_PAYOFF || estimate == AB_INF) ? AB_DONE : ab_way_refuse(p, estimate);
}

/* The game has given more moves than there can be. */
ab_status ab_way_check_number (ab_path *p, int number);

/* Play a move: to `played`. */
static inline void ab_way_play (ab_path *p, void *state, ab_move move, void *next) {
  const ab_game *game = p->game;
  ab_value payoff;
  if (game->undo != NULL && !p->in_place) {
    memcpy(next, state, game->state_size);
    state = next;
  }
  p->played = game->play(p->context, state, move, next, &payoff);
}

#endif
