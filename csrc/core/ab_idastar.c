/*
** IDA* (Korf 1985): depth first, no further than where the line and the estimate, together, cost more than a threshold. Where
** nothing is found that way, the threshold rises to the least of what was above it, and all begins again.
**
** With a key no position occurs twice on a line. The keys of the line are not looked through for each child: most of them
** are seen not to be there by a count of what kinds of keys the line has.
*/
#include "ab_idastar.h"

enum { KEY, ESTIMATE, BEGIN, GOAL, MOVES, MOVE, MORE, COST, PLAY, CHILD_ESTIMATE, CHILD_KEY, NOTE, UNDO };

#define AB_KINDS 1024     /* of keys */
#define AB_LONGEST 100000 /* moves of a line */

static ab_link *link_of (const ab_path *p, size_t ply) { return p->idastar.line.list[ply]; }

static ab_move move_of (const ab_link *link) {
  return link->list == NULL ? (ab_move)link->number : link->list[link->number - 1];
}

/* Make a link for the ply below the last one. */
static int add_link (ab_path *p) {
  ab_idastar *d = &p->idastar;
  size_t ply = d->line.count;
  ab_link *link;
  if (!ab_pages_grow(&d->line, &p->mem, ply + 1, d->stride))
    return 0;
  link = link_of(p, ply);
  memset(link, 0, sizeof *link);
  link->list = p->game->max_moves == 0 ? NULL : (ab_move *)(void *)(link + 1);
  link->state = p->in_place ? d->only : (char *)(link + 1) + (size_t)p->game->max_moves * sizeof(ab_move);
  if (ply > 0)
    link_of(p, ply - 1)->below = link;
  return 1;
}

int ab_idastar_begin (ab_path *p, const void *state) {
  ab_idastar *d = &p->idastar;
  p->in_place = p->game->undo != NULL;
  d->stride = sizeof(ab_link) + (size_t)p->game->max_moves * sizeof(ab_move) + (p->in_place ? 0 : ab_way_size(p));
  d->seen = p->mem.alloc(p->mem.ud, NULL, 0, AB_KINDS * sizeof *d->seen);
  d->only = p->mem.alloc(p->mem.ud, NULL, 0, ab_way_size(p));
  if (d->seen == NULL || d->only == NULL || !add_link(p))
    return 0;
  d->here = link_of(p, 0);
  memset(d->seen, 0, AB_KINDS * sizeof *d->seen);
  memcpy(d->here->state, state, p->game->state_size);
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

/* The position is of the line from now on, with its key; or it is not any more. */
static void join (ab_path *p, ab_link *link, uint64_t key) {
  link->key = key;
  if (p->game->key != NULL)
    ++*kind_of(p, key);
}

static void leave (ab_path *p, const ab_link *link) {
  if (p->game->key != NULL)
    --*kind_of(p, link->key);
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
    ab_move move = move_of(link_of(p, i));
    if (p->game->keep != NULL)
      p->game->keep(p->context, (int)i, move, (int)i);
    p->way[i] = p->game->keep != NULL ? i : move;
  }
  p->way_count = d->noted;
  return 1;
}

/* The line is to be noted that costs so much, to a position of this estimate. */
static void plan_note (ab_path *p, double cost, double estimate) {
  p->idastar.noted = p->idastar.ply;
  p->way_cost = cost;
  p->way_estimate = estimate;
  p->phase = NOTE;
}

/* ---------------------------------------------------------------- thresholds */

/* The whole tree below the threshold was searched. */
static void end_threshold (ab_path *p) {
  ab_idastar *d = &p->idastar;
  leave(p, d->here);
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
  ab_status status;
  switch (p->phase) {
    case KEY:
      if (p->game->key != NULL)
        p->key = p->game->key(p->context, d->here->state);
      d->here->key = p->key;
      p->phase = ESTIMATE;
      return p->game->key != NULL && p->key == AB_NO_KEY ? AB_KEYLESS : AB_DONE;
    case ESTIMATE:
      status = ab_way_estimate(p, d->here->state);
      if (status != AB_DONE)
        return status;
      p->nodes = 1;
      p->least = p->way_estimate = p->estimate;
      p->ended = p->estimate == AB_INF;
      d->threshold = p->options.weight * p->estimate;
      p->phase = BEGIN; /* fall through */
    default:
      d->next = AB_INF;
      join(p, d->here, d->here->key);
      p->phase = GOAL;
  }
  return AB_DONE;
}

/* ---------------------------------------------------------------- a position of the line */

static void ask_goal (ab_path *p) {
  ab_link *link = p->idastar.here;
  if (p->game->goal(p->context, link->state)) {
    p->solved = 1;
    plan_note(p, link->cost, 0);
  }
  else
    p->phase = MOVES;
}

static ab_status ask_moves (ab_path *p) {
  ab_link *link = p->idastar.here;
  ab_status status = AB_DONE;
  link->count = 0;
  if (!link->over)
    status = ab_way_count(p, link->state, link->list, &link->count);
  if (status == AB_DONE) {
    link->number = 0;
    p->phase = MOVE;
  }
  return status;
}

/* All moves of the position were tried. */
static void go_back (ab_path *p) {
  ab_idastar *d = &p->idastar;
  if (d->ply == 0) {
    end_threshold(p);
    return;
  }
  leave(p, d->here);
  d->here = link_of(p, --d->ply);
  p->phase = UNDO;
}

static ab_status next_move (ab_path *p) {
  ab_link *link = p->idastar.here;
  if (link->number == link->count) {
    go_back(p);
    return AB_DONE;
  }
  if (ab_way_is_full(p))
    return AB_DONE;
  if (link->below == NULL && !add_link(p))
    return AB_NOMEM;
  link->number++;
  p->phase = link->count == AB_LAZY ? MORE : COST;
  return AB_DONE;
}

static ab_status ask_more (ab_path *p) {
  ab_link *link = p->idastar.here;
  if (p->game->more(p->context, link->state, (ab_move)link->number)) {
    p->phase = COST;
    return ab_way_check_number(p, link->number);
  }
  go_back(p);
  return AB_DONE;
}

static ab_status ask_cost (ab_path *p) {
  ab_link *link = p->idastar.here;
  ab_status status = AB_DONE;
  p->step = 1;
  if (p->game->cost != NULL)
    status = ab_way_cost(p, link->state, move_of(link));
  if (status == AB_DONE)
    p->phase = PLAY;
  return status;
}

static void try_move (ab_path *p) {
  ab_link *link = p->idastar.here;
  ab_way_play(p, link->state, move_of(link), link->below->state);
  p->nodes += p->played != AB_ILLEGAL;
  p->phase = p->played == AB_ILLEGAL ? MOVE : CHILD_ESTIMATE;
}

/* What the line to the child and its estimate cost, together. */
static double whole_cost (const ab_path *p) {
  return p->idastar.here->cost + p->step + p->options.weight * p->estimate;
}

/* Go on to the child, or remember that this is what lies above the threshold. */
static ab_status descend (ab_path *p) {
  ab_idastar *d = &p->idastar;
  double cost = d->here->cost + p->step, whole = whole_cost(p);
  ab_link *link = d->here->below;
  if (whole > d->threshold) {
    d->next = whole;
    p->phase = UNDO;
    return AB_DONE;
  }
  if (d->ply == AB_LONGEST)
    return AB_ENDLESS;
  d->ply++;
  d->here = link;
  link->cost = cost;
  link->over = p->played == AB_OVER;
  join(p, link, p->key);
  p->phase = GOAL;
  if (p->estimate < p->way_estimate)
    plan_note(p, cost, p->estimate);
  return AB_DONE;
}

/* A child that changes nothing needs no key. */
static ab_status value_child (ab_path *p) {
  ab_status status = ab_way_estimate(p, p->idastar.here->below->state);
  double whole = whole_cost(p);
  if (status != AB_DONE)
    return status;
  if (whole > p->idastar.threshold && whole >= p->idastar.next)
    p->phase = UNDO;
  else if (p->game->key == NULL)
    return descend(p);
  else
    p->phase = CHILD_KEY;
  return AB_DONE;
}

static ab_status meet_child (ab_path *p) {
  p->key = p->game->key(p->context, p->idastar.here->below->state);
  if (p->key == AB_NO_KEY)
    return AB_KEYLESS;
  if (!is_on_line(p, p->key))
    return descend(p);
  p->phase = UNDO;
  return AB_DONE;
}

static void leave_child (ab_path *p) {
  if (p->in_place)
    p->game->undo(p->context, p->idastar.only, move_of(p->idastar.here));
  p->phase = MOVE;
}

static ab_status end_note (ab_path *p) {
  if (!note(p))
    return AB_NOMEM;
  p->ended = p->solved;
  p->phase = GOAL;
  return AB_DONE;
}

/* The rest of a move, from wherever it stands. */
static ab_status go_on (ab_path *p) {
  ab_status status = AB_DONE;
  if (p->phase == MORE)
    status = ask_more(p);
  if (status == AB_DONE && p->phase == COST)
    status = ask_cost(p);
  if (status == AB_DONE && p->phase == PLAY)
    try_move(p);
  if (status == AB_DONE && p->phase == CHILD_ESTIMATE)
    status = value_child(p);
  if (status == AB_DONE && p->phase == CHILD_KEY)
    status = meet_child(p);
  if (status == AB_DONE && p->phase == NOTE)
    status = end_note(p);
  if (status == AB_DONE && p->phase == UNDO)
    leave_child(p);
  return status;
}

ab_status ab_idastar_run (ab_path *p) {
  while (!p->ended) {
    ab_status status = AB_DONE;
    if (p->phase < GOAL)
      status = begin(p);
    else if (p->phase == GOAL)
      ask_goal(p);
    else if (p->phase == MOVES)
      status = ask_moves(p);
    else if (p->phase != MOVE)
      status = go_on(p);
    else if (!ab_way_spend(p))
      return AB_PAUSED;
    else
      status = next_move(p);
    if (status != AB_DONE)
      return status;
  }
  return AB_DONE;
}
