/* What do players who choose at once regret? In such a node of Monte-Carlo tree search each of them draws a choice: the more
** likely, the more it would have paid in the playouts so far than what was taken. That is regret matching (Hart and Mas-Colell
** 2000; what is below 0 is forgotten: Tammelin 2014), in a tree by Lanctot, Lisý and Winands 2013, "Monte Carlo tree search in
** simultaneous move games with applications to Goofspiel", and Lisý, Kovařík, Lanctot and Bošanský 2013. What tends to the
** solution of the matrix game is the average of the strategies over time. Kept beside the nodes of the tree, so that other
** games pay nothing. */
#ifndef AB_REGRET_H
#define AB_REGRET_H

#include "ab_match.h"
#include "ab_pages.h"

/* A node: a chair for each player, and so many playouts that were drawn here, and have taught them something. */
typedef struct ab_regret_seat {
  uint32_t first;
  uint32_t playouts;
} ab_regret_seat;

/* A player at a node, who may have no choice. */
typedef struct ab_regret_chair {
  double paid;    /* by all these playouts */
  double sum;     /* of the urges to all choices; where worlds differ it is none of any */
  uint32_t first; /* choice */
  uint32_t count;
} ab_regret_chair;

/* A choice, over all these playouts. */
typedef struct ab_regret_choice {
  ab_move move;  /* as the game knows it */
  double regret; /* how much more it would have paid in all, estimated from those that took it */
  double urge;   /* the same, but never below 0: what was bad for long is tried at once where it begins to pay (regret
                 ** matching plus: Tammelin 2014). It is drawn by that */
  double likely; /* its probabilities, summed up, but for exploration */
} ab_regret_choice;

/* Where worlds differ: the playout in whose world a choice was there last, and where in the player's list. */
typedef struct ab_regret_here {
  uint32_t playout;
  uint32_t place;
} ab_regret_here;

typedef struct ab_regrets {
  ab_pages seats;     /* by the number of the node; most have none */
  ab_pages chairs;    /* of one node after the other */
  ab_pages choices;   /* of one chair after the other; where worlds differ those of a chair may move on */
  ab_pages here;      /* where worlds differ: by choice */
  uint32_t placed;    /* chairs */
  uint32_t made;      /* choices */
  int players;        /* 2 to AB_MAX_PLAYERS */
  int worlds;         /* worlds differ: in each a player has some of the choices of a chair */
  uint32_t playout;   /* the one under way, from 1, if they do */
  double exploration; /* how often a choice is drawn whatever is regretted, for each time that it is not; positive */
} ab_regrets;

#define AB_REGRET_PAGE ((size_t)1024) /* seats, chairs or choices */

static inline ab_regret_seat *ab_regret_seat_at (const ab_regrets *regrets, uint32_t node) {
  return (ab_regret_seat *)regrets->seats.list[node / AB_REGRET_PAGE] + node % AB_REGRET_PAGE;
}

static inline ab_regret_chair *ab_regret_chair_at (const ab_regrets *regrets, uint32_t node, int player) {
  uint32_t i = ab_regret_seat_at(regrets, node)->first + (uint32_t)player;
  return (ab_regret_chair *)regrets->chairs.list[i / AB_REGRET_PAGE] + i % AB_REGRET_PAGE;
}

/* The bytes of a node, where players have so many choices. */
size_t ab_regret_bytes (const ab_regrets *regrets, const int *counts);

/* Make sure that there is room for those of a node with so many choices; 0: no memory. Then it has those in the lists; without
** lists they are numbers from 1. */
int ab_regret_reserve (ab_regrets *regrets, const ab_mem *mem, uint32_t node, const int *counts);
void ab_regret_deal (ab_regrets *regrets, uint32_t node, const int *counts, ab_move *const *lists);

/* Where worlds differ, a node begins without choices, and takes up those of each world: the match has been told by what a
** player's choices are known in this one. How many of them are new here? To how much room have all of the player's choices to
** move for that? 0: there is enough. Move them; 0: no memory. Then take up the new ones. */
int ab_regret_meet (const ab_regrets *regrets, uint32_t node, int player, ab_match *match, int count);
uint32_t ab_regret_wanted (const ab_regrets *regrets, uint32_t node, int player, int more);
int ab_regret_move_on (ab_regrets *regrets, const ab_mem *mem, uint32_t node, int player, uint32_t wanted);
void ab_regret_take_up (const ab_regrets *regrets, uint32_t node, int player, const ab_match *match, int count);

/* The bytes of so many choices. */
size_t ab_regret_choice_bytes (const ab_regrets *regrets, uint32_t count);

/* Where a choice that is there in this world stands in the player's list, from 0. */
int ab_regret_place (const ab_regrets *regrets, uint32_t node, int player, int choice);

/* Does it have as many as that? */
int ab_regret_fits (const ab_regrets *regrets, uint32_t node, const int *counts);

/* A joint move is known by AB_JOINT, its number, and the node that it is made at. */
#define AB_REGRET_BITS 21 /* of the number; AB_MAX_JOINT has so many */

static inline uint64_t ab_regret_above (uint32_t node) { return (uint64_t)node << AB_REGRET_BITS; }

/* What a player chooses in such a move. */
ab_move ab_regret_chosen (const ab_regrets *regrets, uint64_t joint, int player);

/* What a player has drawn: a choice, from 0; and whether that was to explore, whatever is regretted. */
typedef struct ab_regret_draw {
  int choice, strays;
} ab_regret_draw;

/* Draw a choice of a player who has some; players are numbered from 0. */
ab_regret_draw ab_regret_drawn (const ab_regrets *regrets, uint32_t node, int player, uint64_t *stream);

/* A playout in which these were drawn has brought that. If anybody has strayed, that is nobody else's business: what
** it has brought becomes what those before have on average. */
void ab_regret_learn (ab_regrets *regrets, uint32_t node, const ab_regret_draw *drawn, ab_value *payoffs);

/* After some playouts: what they have paid a player on average; how likely a choice at the root is, and how much more it
** would have paid. */
double ab_regret_paid (const ab_regrets *regrets, int player);
double ab_regret_likely (const ab_regrets *regrets, int player, int choice);
double ab_regret_mean (const ab_regrets *regrets, int player, int choice);

/* A choice as the game knows it; AB_NO_CHOICE: the player has none. */
ab_move ab_regret_move (const ab_regrets *regrets, uint32_t node, int player, int choice);

void ab_regret_free (ab_regrets *regrets, const ab_mem *mem);

#endif
