/* What has a chance position seen? The probabilities of its outcomes, their weighted sum so far, and the window in
** which the next one matters: Star1 and Star2 of Ballard 1983, "The *-minimax search procedure for trees containing
** chance nodes", fail-soft. Kept beside the nodes, so that games without chance pay nothing. */
#ifndef AB_CHANCE_H
#define AB_CHANCE_H

#include "ab_mem.h"
#include "ab_node.h"

/* A chance position of the path. Values are as its player sees them. While its outcomes are tried, alpha and beta of
** the node are those of the outcome under way; its own window is here. */
typedef struct ab_roll {
  ab_value alpha, beta;
  ab_value low, high;  /* no value lies outside */
  ab_value sum;        /* of the outcomes so far, each times its probability */
  ab_value least;      /* what is known at least of such a sum of those to come; in a round of probes, of all others */
  double part;         /* the probability of the outcome under way */
  double rest;         /* and of all that come after it */
  size_t first;        /* where its probabilities stand; behind them what each outcome is worth at least */
  int narrow;          /* the range is known */
} ab_roll;

typedef struct ab_chance {
  ab_roll *rolls;      /* of the node at each ply */
  double *parts;       /* of all chance positions of the path, one's after the other's */
  size_t rolls_room, parts_room, used;
  int room;            /* outcomes that a game may list */
} ab_chance;

/* Make sure that a game can write the weights of the node at `ply`, `room` of them; 0: no memory. */
int ab_chance_reserve (ab_chance *chance, const ab_mem *mem, int ply);

/* Where it writes them. */
double *ab_chance_weights (const ab_chance *chance);

/* Weights become probabilities. 0: *wrong is not positive and finite, or is an infinite sum. */
int ab_chance_weigh (double *parts, int count, double *wrong);

/* The last that counts: one beside others that are 10^308 times as likely may have the probability 0, and is skipped. */
int ab_chance_last (const double *parts, int count);

/* No more than `most` of them are to count, drawn with ab_draw from `stream`: one from each of `most` equal parts of the
** probability, so that each is expected to weigh what it did. The others have the probability 0, and are skipped. Returns the
** number of the last one that counts. */
int ab_chance_draw (ab_chance *chance, int count, int most, uint64_t stream);

/* The outcomes of a node, `count` of them, are tried from here on. The range is ignored where it may not cut off. With
** `probe`, all are tried twice: first for a bound only. */
void ab_chance_begin (ab_chance *chance, int ply, ab_node *node, const ab_roll *range, int probe);

/* The node takes up its outcome number `index`, or the next one that counts, in the window in which that matters. Returns
** its probability. */
double ab_chance_next (ab_chance *chance, int ply, ab_node *node);

/* The outcome has this value. 1: the other ones do not matter, `best` is a bound outside the node's own window. */
int ab_chance_add (ab_chance *chance, int ply, ab_node *node, ab_value value);

/* No other outcome is to be tried. 0: they have been probed, to no avail: try them again, for their values. 1: the node
** has its value, and its own window again. */
int ab_chance_end (ab_chance *chance, int ply, ab_node *node);

void ab_chance_free (ab_chance *chance, const ab_mem *mem);

#endif
