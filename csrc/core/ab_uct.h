/*
** UCT: which child is to be tried next (UCB1), and what a playout has taught. With a solver, where nothing is left to
** chance, and one player moves at a time: proven values are backed up as minimax does (Winands, Björnsson & Saito 2008,
** "Monte-Carlo Tree Search Solver").
** Where worlds differ, single-observer information-set MCTS (Cowling, Powley & Whitehouse 2012). With several players
** each one maximises their own payoff (max^n), and what is proven is what all get if each takes the first of their best
** moves. No function of a game is called here.
**
** Payoffs are lists, one of each player; where two play, of v and -v. A node sums up those of the player who chooses it.
*/
#ifndef AB_UCT_H
#define AB_UCT_H

#include "ab_match.h"
#include "ab_regret.h"
#include "ab_tree.h"

/* Where a search goes on: at the call that the phase is named for, or at what may need memory. */
typedef enum ab_uct_phase {
  AB_UCT_ROOT,    /* who is to move at the root? */
  AB_UCT_BEGIN,   /* a playout */
  AB_UCT_WORLD,   /* which position could it be? */
  AB_UCT_CHANCE,  /* does chance decide? */
  AB_UCT_BOTH,    /* do players choose at once? */
  AB_UCT_DEAL,    /* make room for what they regret */
  AB_UCT_MOVES,   /* which moves are there? */
  AB_UCT_MORE,    /* and one more? */
  AB_UCT_MATCH,   /* which of them have nodes? */
  AB_UCT_OUTCOME, /* which node has the outcome that was drawn? */
  AB_UCT_GROW,    /* make room for a node */
  AB_UCT_ORDER,   /* how promising is the move? */
  AB_UCT_LAY,     /* make room for edges */
  AB_UCT_TRY,     /* is the move legal? */
  AB_UCT_UNTRY,
  AB_UCT_POLICY,  /* which move does a playout take? */
  AB_UCT_DROP,    /* an illegal one is not taken again */
  AB_UCT_PLAY,
  AB_UCT_KEEP,    /* the move to the new node */
  AB_UCT_PLAYER,  /* who is to move in it? */
  AB_UCT_VALUE,   /* its payoffs */
  AB_UCT_ESTIMATE, /* the same where playouts are cut off */
  AB_UCT_SIDE,    /* as whom do they speak for? */
  AB_UCT_UNDO,
  AB_UCT_UNDO_EITHER, /* a move, or a joint one */
  AB_UCT_LEARN,
  AB_UCT_LEAVE    /* none: the search is to be left, with `status` */
} ab_uct_phase;

/* The square root of ln n grows in steps, so many while n is doubled. */
#define AB_UCT_OCTAVE 16
#define AB_UCT_STEPS (33 * AB_UCT_OCTAVE)

/* Nodes where players choose at once, but for those of the root: the number of a node and a player are one `int` in a line. */
#define AB_UCT_MOST (INT32_MAX / (2 * AB_MAX_PLAYERS))

typedef enum ab_uct_step { AB_UCT_DOWN, AB_UCT_NEW, AB_UCT_OUT } ab_uct_step; /* to a node, a new one, or none */

enum { AB_UCT_ALONE, AB_UCT_BY_CHANCE, AB_UCT_AT_ONCE }; /* who decides: one player, chance, all players */

/* What was played at a ply, where players may choose at once. */
typedef struct ab_uct_turn {
  int at_once;        /* they did */
  ab_regret_draw drawn[AB_MAX_PLAYERS]; /* the choices of each; */
  ab_move moves[AB_MAX_PLAYERS];        /* and as the game knows them */
  uint64_t regretted; /* the playout, from 1, in which that was by regret, in the tree */
} ab_uct_turn;

/* With that what is known of moves hardly counts any more. No product with how far apart payoffs can be is infinite, nor is a
** sum of such. */
#define AB_UCT_EXPLORATION 288230376151711744.0 /* 2^58 */

typedef struct ab_uct {
  ab_tree tree;
  uint64_t lent;      /* of the tree's room, to the trees of threads that help */
  ab_regrets regrets; /* of players who choose at once */
  ab_uct_phase phase;
  ab_status status;
  const ab_sampler *sampler; /* never NULL */
  double exploration; /* AB_UCT_EXPLORATION at most */
  int solving;        /* nothing is left to chance, nor hidden, and one player moves at a time: values can be proven */
  int mixed;          /* chance may decide, or players at once */
  int plain;          /* outside of the tree `moves` and `play` are all that is asked */
  ab_value top[AB_MAX_PLAYERS]; /* what ends the range for each of two players; infinite: it is not known */

  /* the playout under way */
  char *states;       /* the root, and two positions in turn */
  char *here;         /* the position at hand */
  size_t size;        /* of one */
  int in_place;
  uint32_t *path;     /* nodes from the root */
  uint32_t *edges;    /* at each: the edge that was taken; 0: there is none */
  uint32_t *known;    /* at each: the proven child that was the best choice; 0: none was */
  ab_move *line;      /* the moves to here, of a game in place */
  ab_uct_turn *turns; /* by ply, where players may choose at once; NULL: they may not */
  int depth;          /* the last node */
  int ply;            /* of `here` */
  int rolled;         /* moves of players since the tree was left */
  int rolling;        /* it was */
  int mover;          /* who is to move here, from 0, if players alternate */
  ab_uct_step step;
  int outcome;        /* the move is one of chance, or a joint one: AB_UCT_BY_CHANCE, AB_UCT_AT_ONCE */
  int ended;          /* `play` has ended the game */
  int last;           /* the last node is a finished position */

  /* the moves of the position at hand */
  ab_move *list;
  double *weights;    /* if they are outcomes */
  ab_move *choices;   /* where players choose at once: those of each */
  int counts[AB_MAX_PLAYERS]; /* how many */
  size_t list_room, weights_room;
  int listed;         /* they stand in `list`; otherwise they are numbers from 1 on */
  int count;          /* how many there are; AB_LAZY: it is not known yet */
  int left;           /* those that were not found to be illegal */
  int drawn;          /* the place of the one under way */
  ab_move move;       /* it, as the game knows it */
  uint32_t child;     /* its node, or the new one */
  double promise;     /* what `order` says of the move, if that is asked */
  uint64_t id;        /* what it is known by, if it gets a new one */
  ab_match match;

  /* what was learned */
  ab_value payoffs[AB_MAX_PLAYERS];
  ab_value low[AB_MAX_PLAYERS], high[AB_MAX_PLAYERS]; /* the extremes seen, by player: the scale */
  float roots[AB_UCT_STEPS]; /* of ln n */
  uint64_t stream;    /* of what is drawn */
  uint64_t playouts;
  uint64_t until;     /* pause after so many; 0: after any number */
  int deepest;        /* of all nodes */
  ab_value rival;     /* as of the last result: what a move of the root that is proven is measured by */
} ab_uct;

/* The last node of the path. */
static inline ab_tree_node *ab_uct_node (const ab_uct *u) { return ab_tree_at(&u->tree, u->path[u->depth]); }

static inline int ab_uct_players (const ab_uct *u) { return u->sampler->players > 0 ? u->sampler->players : 2; }

/* Make the steps of the root of ln n. */
void ab_uct_begin (ab_uct *u);

/* The child of the last node that is to be tried, all of whose moves were taken up: there are edges to them. */
uint32_t ab_uct_select (ab_uct *u);

/* The same where worlds differ: the place of the move, all of which have nodes; -1: there is none. */
int ab_uct_select_here (const ab_uct *u);

/* The playout has come to its payoffs. */
void ab_uct_learn (ab_uct *u);

/* All moves of the last node were taken up. 1: it is proven now, and the playout is worth that. */
int ab_uct_settle (ab_uct *u);

#endif
