/*
** A game as a graph: its positions, by key, and the moves between them. It knows no rules.
**
** Positions have numbers from 0, in the order in which they were found. They are found again by linear hashing (Litwin
** 1980), with chains: each new position may split one bucket, so that no growth takes long. The moves of a position are
** words in a row, the last of them marked.
*/
#ifndef AB_GRAPH_H
#define AB_GRAPH_H

#include "ab_pages.h"

#define AB_BLOCK ((size_t)256) /* positions in a block */
#define AB_INDEX 0x0FFFFFFFu   /* the bits of a word that are the number of a position */
#define AB_NOBODY AB_INDEX     /* the number of none */
#define AB_MOST_POSITIONS ((size_t)AB_NOBODY)
#define AB_NOWHERE UINT32_MAX  /* where the moves of a position are that has none */

/* In the word of a move: it leads to a position where the same player is to move; it is the last one; the last of a row of
** joint moves, which stand row by row. */
#define AB_SAME 0x80000000u
#define AB_LAST 0x40000000u
#define AB_ROW_END 0x20000000u

/* In `next`: player 2 is to move; the game is over; chance decides; both players do, at once. */
#define AB_SECOND 0x80000000u
#define AB_ENDED 0x40000000u
#define AB_ROLLED 0x20000000u
#define AB_AT_ONCE 0x10000000u

#define AB_NO_PLIES UINT32_MAX
#define AB_ORDER 0x80000000u /* in `plies`: no plies, but the number of a position in the order of ab_sweep.h */

typedef struct ab_spot {
  uint64_t key;
  uint32_t next;  /* position in the same bucket, and flags */
  uint32_t first; /* where its moves begin */
} ab_spot;

/* What the valuation needs; see ab_retro.h. */
typedef struct ab_facts {
  uint32_t back;  /* where the moves begin that lead here */
  uint32_t rank;
  uint32_t plies;
} ab_facts;

typedef struct ab_block {
  ab_spot spots[AB_BLOCK];
  ab_value values[AB_BLOCK]; /* as the player to move sees them */
  ab_facts facts[AB_BLOCK];
} ab_block;

typedef struct ab_graph {
  ab_pages blocks, heads, moves;
  size_t positions; /* so many there are */
  size_t links;     /* moves */
  size_t buckets;   /* chains; a head for each */
  size_t base;      /* the power of two up to `buckets`; bucket `base + i` was split from bucket i */
} ab_graph;

static inline ab_block *ab_graph_block (const ab_graph *graph, size_t i) {
  return (ab_block *)graph->blocks.list[i / AB_BLOCK];
}

static inline ab_spot *ab_graph_spot (const ab_graph *graph, size_t i) {
  return &ab_graph_block(graph, i)->spots[i % AB_BLOCK];
}

static inline ab_value *ab_graph_value (const ab_graph *graph, size_t i) {
  return &ab_graph_block(graph, i)->values[i % AB_BLOCK];
}

static inline ab_facts *ab_graph_facts (const ab_graph *graph, size_t i) {
  return &ab_graph_block(graph, i)->facts[i % AB_BLOCK];
}

static inline uint32_t *ab_graph_move (const ab_graph *graph, size_t at) {
  return ab_pages_word(&graph->moves, at);
}

/* Make sure that there is room for one more position, and one more move. 0: no memory, nothing has changed. */
int ab_graph_reserve (ab_graph *graph, const ab_mem *mem);

/* The number of the position with this key; AB_NOBODY: there is none. */
uint32_t ab_graph_find (const ab_graph *graph, uint64_t key);

/* Add one that there is not, and give it its number. There must be room. */
uint32_t ab_graph_add (ab_graph *graph, uint64_t key);

/* Give some of the moves back, so that it does not take long; returns whether there are none then. And everything. */
int ab_graph_free_moves (ab_graph *graph, const ab_mem *mem);
void ab_graph_free (ab_graph *graph, const ab_mem *mem);

#endif
