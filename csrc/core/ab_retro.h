/*
** Retrograde analysis: the values of all positions of a graph, backwards from the ends of the game (Zermelo 1913;
** Bellman 1965; Thompson 1986, "Retrograde analysis of certain endgames").
**
** Whoever is better off than by endless play must force the end. So payoffs are taken in rounds, the best for their side
** first: a round values the positions in which a side can force at least that payoff. In the same round the numbers of
** plies are corrected of positions that are better still: on the way to less there may be a shorter way through them.
** What no round reaches is endless play.
*/
#ifndef AB_RETRO_H
#define AB_RETRO_H

#include "ab_graph.h"

typedef struct ab_retro {
  int phase;
  ab_value endless;      /* what endless play is worth to player 1 */
  uint32_t ends;         /* a heap of ended positions, by what they are worth to the side that they are good for */
  ab_pages back;         /* the moves, by where they lead: words with where they come from */
  ab_pages levels[2];    /* positions to go back from, and those a ply further away */
  size_t waiting[2];
  int level;             /* which of them is in work */
  size_t i, at;          /* position and move in work */
  uint32_t position;     /* that is gone back from; AB_NOBODY: the next one */
  ab_value round;        /* the payoff of the round */
} ab_retro;

/* Begin; endless play is worth that much to player 1. */
void ab_retro_init (ab_retro *retro, ab_value endless);

/* Position number i was found to be an end of the game, with this payoff as the player to move there sees it; or it is
** no end, and has so many moves. */
void ab_retro_end (ab_retro *retro, const ab_graph *graph, uint32_t i, ab_value payoff);
void ab_retro_open (const ab_graph *graph, uint32_t i, uint32_t moves);

/* Go on, as long as the budget lasts: of moves to go back, or positions to look at. */
ab_status ab_retro_run (ab_retro *retro, ab_graph *graph, const ab_mem *mem, uint64_t *budget);

/* 1, -1, 0: is the player to move better or worse off than by endless play, or is it that? */
int ab_retro_better (const ab_graph *graph, size_t i);

/* Give position i what was known of it; plies -1: none. */
void ab_retro_restore (const ab_graph *graph, uint32_t i, ab_value value, int plies, int better);

/* Give some of its memory back, so that it does not take long; returns whether there is none then. And all of it. */
int ab_retro_free_some (ab_retro *retro, const ab_mem *mem);
void ab_retro_free (ab_retro *retro, const ab_mem *mem);

#endif
