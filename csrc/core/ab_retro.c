/* The phases of the analysis. Every loop can stop before each of its rounds. */
#include <string.h>
#include "ab_retro.h"

enum { COUNT, PLACE, TURN, ROUND, BACK, REST, FINISHED };

/* The rank of a position: whether the side to move has won or lost in the rounds so far, whether the positions before
** it have been told so, whether it waits on a level; and plies. Of one that is not valued it is the number of moves that
** are not known to lose; of an end that is in the heap, the length of the path to its right. */
#define WON 0x80000000u
#define LOST 0x40000000u
#define VALUED (WON | LOST)
#define TOLD 0x20000000u
#define WAITS 0x10000000u
#define COUNTED 0x0FFFFFFFu

static uint32_t *rank_of (const ab_graph *graph, size_t i) { return &ab_graph_facts(graph, i)->rank; }

static void set_count (uint32_t *rank, uint32_t count) { *rank = (*rank & ~COUNTED) | count; }

/* ---------------------------------------------------------------- the heap of ends (leftist; Crane 1972) */

/* What endless play is worth to the player who is to move there. */
static ab_value endless_at (const ab_retro *retro, const ab_graph *graph, size_t i) {
  return ab_graph_spot(graph, i)->next & AB_SECOND ? -retro->endless + 0.0 : retro->endless;
}

/* What the end is worth to the side that it is good for. */
static ab_value worth (const ab_retro *retro, const ab_graph *graph, uint32_t i) {
  ab_value value = *ab_graph_value(graph, i);
  return value > endless_at(retro, graph, i) ? value : -value;
}

static uint32_t *left_of (const ab_graph *graph, uint32_t i) { return &ab_graph_spot(graph, i)->first; }
static uint32_t *right_of (const ab_graph *graph, uint32_t i) { return &ab_graph_facts(graph, i)->plies; }

static uint32_t path_of (const ab_graph *graph, uint32_t i) {
  return i == AB_NOBODY ? 0 : *rank_of(graph, i);
}

/* Recurses along the right paths, which are as long as the logarithm of the heaps. */
static uint32_t merge (const ab_retro *retro, const ab_graph *graph, uint32_t a, uint32_t b) {
  uint32_t *left, *right, other;
  if (a == AB_NOBODY || b == AB_NOBODY)
    return a == AB_NOBODY ? b : a;
  if (worth(retro, graph, b) > worth(retro, graph, a)) {
    other = a;
    a = b;
    b = other;
  }
  left = left_of(graph, a);
  right = right_of(graph, a);
  *right = merge(retro, graph, *right, b);
  if (path_of(graph, *left) < path_of(graph, *right)) {
    other = *left;
    *left = *right;
    *right = other;
  }
  *rank_of(graph, a) = path_of(graph, *right) + 1;
  return a;
}

void ab_retro_init (ab_retro *retro, ab_value endless) {
  memset(retro, 0, sizeof *retro);
  retro->endless = endless + 0.0;
  retro->ends = AB_NOBODY;
}

void ab_retro_end (ab_retro *retro, const ab_graph *graph, uint32_t i, ab_value payoff) {
  ab_graph_spot(graph, i)->next |= AB_ENDED;
  *ab_graph_value(graph, i) = payoff + 0.0;
  *rank_of(graph, i) = 0;
  if (payoff == endless_at(retro, graph, i))
    return;
  *left_of(graph, i) = *right_of(graph, i) = AB_NOBODY;
  *rank_of(graph, i) = 1;
  retro->ends = merge(retro, graph, retro->ends, i);
}

static uint32_t take_end (ab_retro *retro, const ab_graph *graph) {
  uint32_t i = retro->ends;
  retro->ends = merge(retro, graph, *left_of(graph, i), *right_of(graph, i));
  return i;
}

void ab_retro_open (const ab_graph *graph, uint32_t i, uint32_t moves) { *rank_of(graph, i) = moves; }

/* ---------------------------------------------------------------- the moves, by where they lead */

static int is_end (const ab_graph *graph, size_t i) { return (ab_graph_spot(graph, i)->next & AB_ENDED) != 0; }

/* Where the moves that lead to position i are: they end where those to the next one begin. */
static size_t back_end (const ab_graph *graph, size_t i) {
  return i + 1 == graph->positions ? graph->links : ab_graph_facts(graph, i + 1)->back;
}

/* Count the moves to each position; `turn` begins with none. */
static ab_status count (ab_retro *retro, ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  for (; retro->i < graph->positions; retro->i++, --*budget) {
    if (*budget == 0)
      return AB_PAUSED;
    ab_graph_facts(graph, retro->i)->back = 0;
  }
  for (; retro->at < graph->links; retro->at++, --*budget) {
    if (*budget == 0)
      return AB_PAUSED;
    if (!ab_pages_reserve_words(&retro->back, mem, retro->at + 1))
      return AB_NOMEM;
    ab_graph_facts(graph, *ab_graph_move(graph, retro->at) & AB_INDEX)->back++;
  }
  retro->i = retro->at = 0;
  retro->phase = PLACE;
  return AB_DONE;
}

/* From numbers of moves to where they end. */
static ab_status place (ab_retro *retro, ab_graph *graph, uint64_t *budget) {
  for (; retro->i < graph->positions; retro->i++, --*budget) {
    ab_facts *facts;
    if (*budget == 0)
      return AB_PAUSED;
    facts = ab_graph_facts(graph, retro->i);
    retro->at += facts->back;
    facts->back = (uint32_t)retro->at;
  }
  retro->i = retro->at = 0;
  retro->phase = TURN;
  return AB_DONE;
}

/* Write each move to where it leads, from the end of its place; so `back` comes to tell where it begins. */
static ab_status turn (ab_retro *retro, ab_graph *graph, uint64_t *budget) {
  for (; retro->i < graph->positions; retro->i++) {
    size_t at = ab_graph_spot(graph, retro->i)->first;
    uint32_t move;
    if (is_end(graph, retro->i))
      continue;
    if (*budget == 0)
      return AB_PAUSED;
    do {
      move = *ab_graph_move(graph, at++);
      *ab_pages_word(&retro->back, --ab_graph_facts(graph, move & AB_INDEX)->back) =
        (uint32_t)retro->i | (move & AB_SAME);
    } while (!(move & AB_LAST));
    --*budget;
  }
  retro->phase = ROUND;
  return AB_DONE;
}

/* ---------------------------------------------------------------- rounds */

/* There must be room: see back_from. */
static void put (ab_retro *retro, const ab_graph *graph, uint32_t i) {
  uint32_t *rank = rank_of(graph, i);
  int later = !retro->level;
  if (*rank & WAITS)
    return;
  *rank |= WAITS;
  *ab_pages_word(&retro->levels[later], retro->waiting[later]++) = i;
}

/* The position is worth that much, or its plies are fewer than in rounds before. */
static void value_at (ab_retro *retro, const ab_graph *graph, uint32_t i, uint32_t won, uint32_t plies) {
  uint32_t *rank = rank_of(graph, i);
  ab_value *value = ab_graph_value(graph, i), own = won ? retro->round : -retro->round + 0.0;
  if (!(*rank & VALUED)) {
    *rank |= won ? WON : LOST;
    *value = own;
  }
  set_count(rank, plies);
  if (*value == own)
    ab_graph_facts(graph, i)->plies = plies;
}

/* Is the child lost for the player to move in its parent? */
static int is_bad (uint32_t move, uint32_t rank) { return (rank & VALUED) == (move & AB_SAME ? LOST : WON); }

/* All moves of the position lose: how long does it take at most? */
static uint32_t longest (const ab_graph *graph, uint32_t i) {
  uint32_t at = ab_graph_spot(graph, i)->first, most = 0, move;
  do {
    uint32_t plies;
    move = *ab_graph_move(graph, at++);
    plies = *rank_of(graph, move & AB_INDEX) & COUNTED;
    most = plies > most ? plies : most;
  } while (!(move & AB_LAST));
  return most + 1;
}

/* A child of position i has been valued (the first time: `fresh`), or takes fewer plies. */
static void tell (ab_retro *retro, const ab_graph *graph, uint32_t i, int bad, uint32_t plies, int fresh) {
  uint32_t *rank = rank_of(graph, i), known = *rank & VALUED;
  if (!bad) {
    if (known == 0 || plies + 1 < (*rank & COUNTED)) {
      value_at(retro, graph, i, WON, plies + 1);
      put(retro, graph, i);
    }
    return;
  }
  if (known == WON)
    return;
  if (known == 0 && fresh) {
    set_count(rank, (*rank & COUNTED) - 1);
    if ((*rank & COUNTED) > 0)
      return;
  }
  else if (known == 0)
    return;
  plies = longest(graph, i);
  if (known == 0 || plies < (*rank & COUNTED)) {
    value_at(retro, graph, i, 0, plies);
    put(retro, graph, i);
  }
}

/* The next position to go back from; AB_NOBODY: the round is over. */
static uint32_t next_position (ab_retro *retro, const ab_graph *graph) {
  uint32_t i = retro->ends;
  if (i != AB_NOBODY && worth(retro, graph, i) == retro->round) {
    take_end(retro, graph);
    *rank_of(graph, i) = *ab_graph_value(graph, i) > endless_at(retro, graph, i) ? WON : LOST;
    ab_graph_facts(graph, i)->plies = 0;
    return i;
  }
  if (retro->waiting[retro->level] == 0)
    retro->level = !retro->level;
  if (retro->waiting[retro->level] == 0)
    return AB_NOBODY;
  i = *ab_pages_word(&retro->levels[retro->level], --retro->waiting[retro->level]);
  *rank_of(graph, i) &= ~WAITS;
  return i;
}

/* Begin the next round, if there is one. */
static void begin_round (ab_retro *retro, const ab_graph *graph) {
  retro->phase = retro->ends == AB_NOBODY ? REST : BACK;
  retro->position = AB_NOBODY;
  if (retro->phase == BACK)
    retro->round = worth(retro, graph, retro->ends);
}

/* Go back from the position in work, move by move. */
static ab_status back_from (ab_retro *retro, ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  size_t end = back_end(graph, retro->position);
  uint32_t rank = *rank_of(graph, retro->position);
  for (; retro->at < end; retro->at++, --*budget) {
    uint32_t word;
    if (*budget == 0)
      return AB_PAUSED;
    if (!ab_pages_reserve_words(&retro->levels[!retro->level], mem, retro->waiting[!retro->level] + 1))
      return AB_NOMEM;
    word = *ab_pages_word(&retro->back, retro->at);
    tell(retro, graph, word & AB_INDEX, is_bad(word, rank), rank & COUNTED, !(rank & TOLD));
  }
  *rank_of(graph, retro->position) |= TOLD;
  retro->position = AB_NOBODY;
  return AB_DONE;
}

static ab_status back (ab_retro *retro, ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  ab_status status;
  while (retro->phase == BACK) {
    if (*budget == 0)
      return AB_PAUSED;
    if (retro->position == AB_NOBODY) {
      --*budget;
      retro->position = next_position(retro, graph);
      if (retro->position == AB_NOBODY) {
        begin_round(retro, graph);
        continue;
      }
      retro->at = ab_graph_facts(graph, retro->position)->back;
    }
    status = back_from(retro, graph, mem, budget);
    if (status != AB_DONE)
      return status;
  }
  return AB_DONE;
}

/* What was not reached is worth endless play. */
static ab_status rest (ab_retro *retro, const ab_graph *graph, uint64_t *budget) {
  for (; retro->i < graph->positions; retro->i++, --*budget) {
    if (*budget == 0)
      return AB_PAUSED;
    if (!(*rank_of(graph, retro->i) & VALUED)) {
      *ab_graph_value(graph, retro->i) = endless_at(retro, graph, retro->i);
      ab_graph_facts(graph, retro->i)->plies = AB_NO_PLIES;
    }
  }
  retro->phase = FINISHED;
  return AB_DONE;
}

ab_status ab_retro_run (ab_retro *retro, ab_graph *graph, const ab_mem *mem, uint64_t *budget) {
  ab_status status = AB_DONE;
  while (status == AB_DONE && retro->phase != FINISHED) {
    switch (retro->phase) {
      case COUNT: status = count(retro, graph, mem, budget); break;
      case PLACE: status = place(retro, graph, budget); break;
      case TURN: status = turn(retro, graph, budget); break;
      case ROUND: begin_round(retro, graph); retro->i = 0; break;
      case BACK: status = back(retro, graph, mem, budget); break;
      default: status = rest(retro, graph, budget); break;
    }
  }
  return status;
}

int ab_retro_better (const ab_graph *graph, size_t i) {
  uint32_t known = *rank_of(graph, i) & VALUED;
  return known == WON ? 1 : known == LOST ? -1 : 0;
}

void ab_retro_restore (const ab_graph *graph, uint32_t i, ab_value value, int plies, int better) {
  *ab_graph_value(graph, i) = value;
  *rank_of(graph, i) = better > 0 ? WON : better < 0 ? LOST : 0;
  ab_graph_facts(graph, i)->plies = plies < 0 ? AB_NO_PLIES : (uint32_t)plies;
}

int ab_retro_free_some (ab_retro *retro, const ab_mem *mem) {
  return ab_pages_free_some_words(&retro->back, mem) && ab_pages_free_some_words(&retro->levels[0], mem)
      && ab_pages_free_some_words(&retro->levels[1], mem);
}

void ab_retro_free (ab_retro *retro, const ab_mem *mem) {
  while (!ab_retro_free_some(retro, mem))
    ;
}
