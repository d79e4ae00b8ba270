/*
** IDA* (Korf 1985): depth first, no further than where the line and the estimate, together, cost more than a threshold. Where
** nothing is found that way, the threshold rises to the least of what was above it, and all begins again.
**
** With a key no position occurs twice on a line. The keys of the line are not looked through for each child: most of them
** are seen not to be there by a count of what kinds of keys the line has.
*/
#include "ab_idastar.h"

enum { KEY, ESTIMATE, BEGIN, GOAL, MOVES, MOVE, MORE, COST, PLAY, CHILD_KEY, CHILD_ESTIMATE, NOTE, UNDO };

#define AB_KINDS 1024    /* of keys */
#define AB_LONGEST 100000 /* moves of a line */

typedef struct ab_link {
  double cost;       /* of the line to the position */
  uint64_t key;
  int count, number; /* its moves, and the one under way */
  int over;          /* the game is over there */
} ab_link;

static ab_link *link_of (const ab_path *p, size_t ply) { return p->idastar.line.list[ply]; }

static ab_move *list_of (const ab_path *p, size_t ply) {
  return p->game->max_moves == 0 ? NULL : (ab_move *)(void *)(link_of(p, ply) + 1);
}

static void *state_of (const ab_path *p, size_t ply) {
  if (p->in_place)
    return p->idastar.only;
  return (char *)(link_of(p, ply) + 1) + (size_t)p->game->max_moves * sizeof(ab_move);
}

static ab_move move_of (const ab_path *p, size_t ply) {
  int number = link_of(p, ply)->number;
  return p->game->max_moves == 0 ? (ab_move)number : list_of(p, ply)[number - 1];
}

/* Room for the position at this ply. */
static int make_room (ab_path *p, size_t ply) {
  return ab_pages_reserve(&p->idastar.line, &p->mem, ply + 1, p->idastar.stride);
}

int ab_idastar_begin (ab_path *p, const void *state) {
  ab_idastar *d = &p->idastar;
  p->in_place = p->game->undo != NULL;
  d->stride = sizeof(ab_link) + (size_t)p->game->max_moves * sizeof(ab_move) + (p->in_place ? 0 : ab_way_size(p));
  d->seen = p->mem.alloc(p->mem.ud, NULL, 0, AB_KINDS * sizeof *d->seen);
  d->only = p->mem.alloc(p->mem.ud, NULL, 0, ab_way_size(p));
  if (d->seen == NULL || d->only == NULL || !make_room(p, 0))
    return 0;
  memset(d->seen, 0, AB_KINDS * sizeof *d->seen);
  memset(link_of(p, 0), 0, sizeof(ab_link));
  memcpy(state_of(p, 0), state, p->game->state_size);
  p->phase = KEY;
  return 1;
}

void ab_idastar_free (ab_path *p) {
  ab_idastar *d = &p->idastar;
  ab_mem_free(&p->mem, d->seen, AB_KINDS, sizeof *d->seen);
  ab_mem_free(&p->mem, d->only, ab_way_size(p), 1);
  ab_mem_free(&p->mem, p->way, p->way_room, sizeof *p->way);
  ab_pages_free(&d->line, &p->mem, d->stride);
}

/* ---------------------------------------------------------------- the line */

static uint16_t *kind_of (const ab_path *p, uint64_t key) {
  return &p->idastar.seen[key * 0x9E3779B97F4A7C15u >> 54];
}

static int is_on_line (const ab_path *p, uint64_t key) {
  size_t ply = p->idastar.ply + 1;
  if (*kind_of(p, key) == 0)
    return 0;
  while (ply > 0 && link_of(p, ply - 1)->key != key)
    ply--;
  return ply > 0;
}

/* The position at this ply is of the line from now on, with its key; or it is not any more. */
static void join (ab_path *p, size_t ply, uint64_t key) {
  link_of(p, ply)->key = key;
  if (p->game->key != NULL)
    ++*kind_of(p, key);
}

static void leave (ab_path *p, size_t ply) {
  if (p->game->key != NULL)
    --*kind_of(p, link_of(p, ply)->key);
}

/* Note the moves that the line begins with, as the best way so far. */
static int note (ab_path *p) {
  ab_idastar *d = &p->idastar;
  size_t i;
  if (p->way_room < d->noted) {
    ab_move *way = ab_mem_grow(&p->mem, p->way, &p->way_room, d->noted, sizeof *way);
    if (way == NULL)
      return 0;
    p->way = way;
  }
  p->way_count = 0;
  for (i = 0; i < d->noted; i++) {
    if (p->game->keep != NULL)
      p->game->keep(p->context, (int)i, move_of(p, i), (int)i);
    p->way[i] = p->game->keep != NULL ? i : move_of(p, i);
  }
  p->way_count = d->noted;
  return 1;
}

/* ---------------------------------------------------------------- thresholds */

/* The whole tree below the threshold was searched. */
static void end_threshold (ab_path *p) {
  ab_idastar *d = &p->idastar;
  leave(p, 0);
  if (d->next < AB_INF) {
    d->threshold = d->next;
    p->phase = BEGIN;
  }
  else
    p->ended = 1;
  p->least = d->next / p->options.weight;
}

static ab_status begin (ab_path *p) {
  ab_idastar *d = &p->idastar;
  ab_status status = AB_DONE;
  switch (p->phase) {
    case KEY:
      if (p->game->key != NULL)
        p->key = p->game->key(p->context, state_of(p, 0));
      link_of(p, 0)->key = p->key;
      p->phase = ESTIMATE;
      return p->game->key != NULL && p->key == AB_NO_KEY ? AB_KEYLESS : AB_DONE;
    case ESTIMATE:
      p->estimate = 0;
      if (p->game->remaining != NULL)
        status = ab_way_estimate(p, state_of(p, 0));
      if (status != AB_DONE)
        return status;
      p->nodes = 1;
      p->least = p->way_estimate = p->estimate;
      p->ended = p->estimate == AB_INF;
      d->threshold = p->options.weight * p->estimate;
      p->phase = BEGIN; /* fall through */
    default:
      d->next = AB_INF;
      join(p, 0, link_of(p, 0)->key);
      p->phase = GOAL;
  }
  return AB_DONE;
}

/* ---------------------------------------------------------------- a node */

static void ask_goal (ab_path *p) {
  ab_idastar *d = &p->idastar;
  if (p->game->goal(p->context, state_of(p, d->ply))) {
    p->solved = 1;
    d->noted = d->ply;
    p->way_cost = link_of(p, d->ply)->cost;
    p->way_estimate = 0;
    p->phase = NOTE;
  }
  else
    p->phase = MOVES;
}

static ab_status ask_moves (ab_path *p) {
  ab_link *link = link_of(p, p->idastar.ply);
  ab_status status = AB_DONE;
  link->count = 0;
  if (!link->over)
    status = ab_way_count(p, state_of(p, p->idastar.ply), list_of(p, p->idastar.ply), &link->count);
  if (status == AB_DONE) {
    link->number = 0;
    p->phase = MOVE;
  }
  return status;
}

/* All moves of the position were tried. */
static void go_back (ab_path *p) {
  if (p->idastar.ply == 0) {
    end_threshold(p);
    return;
  }
  leave(p, p->idastar.ply--);
  p->phase = UNDO;
}

static ab_status next_move (ab_path *p) {
  ab_link *link = link_of(p, p->idastar.ply);
  if (p->phase == MOVE) {
    if (link->number == link->count) {
      go_back(p);
      return AB_DONE;
    }
    if (ab_way_is_full(p))
      return AB_DONE;
    if (!make_room(p, p->idastar.ply + 1))
      return AB_NOMEM;
    link->number++;
    p->phase = link->count == AB_LAZY ? MORE : COST;
    return AB_DONE;
  }
  if (p->game->more(p->context, state_of(p, p->idastar.ply), (ab_move)link->number)) {
    p->phase = COST;
    return ab_way_check_number(p, link->number);
  }
  go_back(p);
  return AB_DONE;
}

static ab_status try_move (ab_path *p) {
  size_t ply = p->idastar.ply;
  ab_status status = AB_DONE;
  if (p->phase == COST) {
    p->step = 1;
    if (p->game->cost != NULL)
      status = ab_way_cost(p, state_of(p, ply), move_of(p, ply));
    if (status != AB_DONE)
      return status;
    p->phase = PLAY;
  }
  ab_way_play(p, state_of(p, ply), move_of(p, ply), state_of(p, ply + 1), 0);
  p->nodes += p->played != AB_ILLEGAL;
  p->phase = p->played == AB_ILLEGAL ? MOVE : p->game->key != NULL ? CHILD_KEY : CHILD_ESTIMATE;
  return AB_DONE;
}

/* Go on to the child, if that is below the threshold. */
static ab_status descend (ab_path *p) {
  ab_idastar *d = &p->idastar;
  double cost = link_of(p, d->ply)->cost + p->step, whole = cost + p->options.weight * p->estimate;
  if (whole > d->threshold) {
    if (whole < d->next)
      d->next = whole;
    p->phase = UNDO;
    return AB_DONE;
  }
  if (d->ply == AB_LONGEST)
    return AB_ENDLESS;
  link_of(p, ++d->ply)->cost = cost;
  link_of(p, d->ply)->over = p->played == AB_OVER;
  join(p, d->ply, p->key);
  p->phase = GOAL;
  if (p->estimate < p->way_estimate) {
    d->noted = d->ply;
    p->way_cost = cost;
    p->way_estimate = p->estimate;
    p->phase = NOTE;
  }
  return AB_DONE;
}

static ab_status value_child (ab_path *p) {
  size_t ply = p->idastar.ply;
  ab_status status = AB_DONE;
  if (p->phase == CHILD_KEY) {
    p->key = p->game->key(p->context, state_of(p, ply + 1));
    if (p->key == AB_NO_KEY)
      return AB_KEYLESS;
    p->phase = is_on_line(p, p->key) ? UNDO : CHILD_ESTIMATE;
    return AB_DONE;
  }
  p->estimate = 0;
  if (p->game->remaining != NULL)
    status = ab_way_estimate(p, state_of(p, ply + 1));
  return status == AB_DONE ? descend(p) : status;
}

static void leave_child (ab_path *p) {
  if (p->in_place)
    p->game->undo(p->context, p->idastar.only, move_of(p, p->idastar.ply));
  p->phase = MOVE;
}

static ab_status advance (ab_path *p) {
  switch (p->phase) {
    case KEY: case ESTIMATE: case BEGIN: return begin(p);
    case GOAL: ask_goal(p); break;
    case MOVES: return ask_moves(p);
    case MOVE: case MORE: return next_move(p);
    case COST: case PLAY: return try_move(p);
    case CHILD_KEY: case CHILD_ESTIMATE: return value_child(p);
    case NOTE:
      if (!note(p))
        return AB_NOMEM;
      p->ended = p->solved;
      p->phase = GOAL;
      break;
    default: leave_child(p);
  }
  return AB_DONE;
}

ab_status ab_idastar_run (ab_path *p) {
  while (!p->ended) {
    ab_status status;
    if (p->phase == MOVE && !ab_way_spend(p))
      return AB_PAUSED;
    status = advance(p);
    if (status != AB_DONE)
      return status;
  }
  return AB_DONE;
}
