/*
** IDA* (Korf 1985): depth first, no further than where the line and the estimate, together, cost more than a threshold. Where
** nothing is found that way, the threshold rises to the least of what was above it, and all begins again.
**
** With a key no position occurs twice on a line. The keys of the line are not looked through for each child: most of them
** are seen not to be there by a count of what kinds of keys the line has.
**
** A table keeps what a position that was left costs at least to solve (Reinefeld & Marsland 1994): the least of what its lines
** have met above the threshold, from there on. Where a child was on the line, that is the rest of the threshold: if there is a
** way from it that costs no more, the whole search ends before the position is met without it. Such costs rise with the
** threshold even where there is no goal. So when nothing but the table has held the lines back the table is emptied, and if
** no estimate holds them back then either, all that can be reached was seen.
*/
#include <math.h>
#include "ab_idastar.h"
#include "ab_table.h"

enum { KEY, ESTIMATE, BEGIN, GOAL, MOVES, MOVE, MORE, COST, PLAY, CHILD_ESTIMATE, CHILD_KEY, NOTE, UNDO };

#define AB_ROUNDING 1e-10 /* no two sums of the costs of one way differ by so large a share */

#define AB_HASHES 1024    /* of keys */
#define AB_LONGEST 100000 /* moves of a line */

static ab_link *link_of (const ab_path *p, size_t ply) {
  const ab_idastar *d = &p->idastar;
  return (ab_link *)(void *)((char *)d->line.list[ply] + d->before);
}

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
  link->state = p->in_place ? d->only : d->line.list[ply];
  if (ply > 0)
    link_of(p, ply - 1)->below = link;
  return 1;
}

int ab_idastar_begin (ab_path *p, const void *state) {
  ab_idastar *d = &p->idastar;
  p->in_place = p->game->undo != NULL;
  d->before = p->in_place ? 0 : ab_way_size(p);
  d->stride = d->before + sizeof(ab_link) + (size_t)p->game->max_moves * sizeof(ab_move);
  d->seen = p->mem.alloc(p->mem.ud, NULL, 0, AB_HASHES * sizeof *d->seen);
  d->only = p->mem.alloc(p->mem.ud, NULL, 0, ab_way_size(p));
  if (p->options.table > 0)
    d->table = ab_table_new(p->options.table, p->mem.alloc, p->mem.ud);
  if (d->seen == NULL || d->only == NULL || (p->options.table > 0 && d->table == NULL) || !add_link(p))
    return 0;
  d->here = link_of(p, 0);
  memset(d->seen, 0, AB_HASHES * sizeof *d->seen);
  memcpy(d->here->state, state, p->game->state_size);
  p->phase = KEY;
  return 1;
}

void ab_idastar_free (ab_path *p) {
  ab_idastar *d = &p->idastar;
  ab_mem_free(&p->mem, d->seen, AB_HASHES, sizeof *d->seen);
  ab_mem_free(&p->mem, d->only, ab_way_size(p), 1);
  ab_mem_free(&p->mem, p->way, p->way_room, sizeof *p->way);
  ab_table_free(d->table, p->mem.alloc, p->mem.ud);
  ab_pages_free(&d->line, &p->mem, d->stride);
}

/* ---------------------------------------------------------------- the line */

static uint32_t *kind_of (const ab_path *p, uint64_t key) {
  return &p->idastar.seen[key * 0x9E3779B97F4A7C15u >> 54];
}

/* The position of the line that has the key; NULL: there is none. */
static const ab_link *find_on_line (const ab_path *p, uint64_t key) {
  size_t ply = p->idastar.ply + 1;
  if (*kind_of(p, key) == 0)
    return NULL;
  while (ply > 0 && link_of(p, ply - 1)->key != key)
    ply--;
  return ply > 0 ? link_of(p, ply - 1) : NULL;
}

/* The position is of the line from now on, with its key; or it is not any more. */
static void join (ab_path *p, ab_link *link, uint64_t key) {
  link->key = key;
  link->beyond = AB_INF;
  link->height = 0;
  if (p->game->key != NULL)
    ++*kind_of(p, key);
}

static void leave (ab_path *p, const ab_link *link) {
  if (p->game->key != NULL)
    --*kind_of(p, link->key);
}

/* Note the moves that the line begins with, as the best way so far. While the caller keeps them, none are known. */
static int note (ab_path *p) {
  ab_idastar *d = &p->idastar;
  size_t i;
  if (!ab_mem_reserve(&p->mem, &p->way, &p->way_room, d->noted.count, sizeof *p->way))
    return 0;
  p->noted = d->none;
  for (i = 0; i < d->noted.count; i++) {
    ab_move move = move_of(link_of(p, i));
    if (p->game->keep != NULL)
      p->game->keep(p->context, (int)i, move, (int)i);
    p->way[i] = p->game->keep != NULL ? i : move;
  }
  p->noted = d->noted;
  return 1;
}

/* The line is to be noted that costs so much, to a position of this estimate. */
static void plan_note (ab_path *p, double cost, double estimate) {
  p->idastar.noted.count = p->idastar.ply;
  p->idastar.noted.cost = cost;
  p->idastar.noted.estimate = estimate;
  p->phase = NOTE;
}

/* ---------------------------------------------------------------- the table */

/* A line through the position costs so much at least. */
static void meet (ab_link *link, double whole) {
  if (whole < link->beyond)
    link->beyond = whole;
}

/* All moves of the position were tried: tell the table, and the position above. */
static void conclude (ab_path *p, const ab_link *link, ab_link *above) {
  ab_entry entry;
  meet(above, link->beyond);
  if (above->height <= link->height && link->height < AB_LAST_PLY)
    above->height = link->height + 1;
  memset(&entry, 0, sizeof entry);
  entry.key = link->key;
  entry.kind = AB_PLAIN;
  entry.value = link->beyond - link->cost;
  entry.bound = AB_LOWER;
  entry.depth = link->height;
  ab_table_put(p->idastar.table, &entry, 0);
}

static int is_whole (double x) { return x == AB_INF || x == floor(x); }

/* Sums of fractions depend on the order. */
static void look_for_fractions (ab_path *p) {
  if (!is_whole(p->step) || !is_whole(p->options.weight * p->estimate))
    p->idastar.fractions = 1;
}

/* What the line through the child costs at least, as far as the table knows. */
static double known_cost (const ab_path *p) {
  const ab_idastar *d = &p->idastar;
  ab_entry entry;
  double whole;
  if (!ab_table_get(d->table, p->key, AB_PLAIN, &entry, 0))
    return 0;
  whole = d->here->cost + p->step + entry.value;
  return d->fractions && whole < AB_INF ? whole - AB_ROUNDING * whole : whole;
}

/* ---------------------------------------------------------------- thresholds */

/* The whole tree below the threshold was searched. */
static void end_threshold (ab_path *p) {
  ab_idastar *d = &p->idastar;
  leave(p, d->here);
  if (d->emptied && !d->estimated)
    d->next = AB_INF;
  p->least = ab_way_least(p, d->next);
  p->ended = d->next == AB_INF;
  d->threshold = d->next;
  d->emptied = !d->estimated;
  if (d->emptied && d->table != NULL)
    ab_table_clear(d->table);
  p->phase = BEGIN;
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
      p->least = p->noted.estimate = p->estimate;
      d->none = p->noted;
      p->ended = p->estimate == AB_INF;
      d->threshold = p->options.weight * p->estimate;
      d->emptied = 1;
      p->phase = BEGIN; /* fall through */
    default:
      d->next = AB_INF;
      d->estimated = 0;
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
  if (d->table != NULL)
    conclude(p, d->here->below, d->here);
  p->phase = UNDO;
}

static int make_room (ab_path *p) {
  ab_table *table = p->idastar.table;
  return table == NULL || !ab_table_is_tight(table) || ab_table_grow(table, &p->mem);
}

static ab_status next_move (ab_path *p) {
  ab_link *link = p->idastar.here;
  if (link->number == link->count) {
    go_back(p);
    return AB_DONE;
  }
  if (ab_way_is_full(p))
    return AB_DONE;
  if ((link->below == NULL && !add_link(p)) || !make_room(p))
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

/* The child lies above the threshold: the next one may be what a line through it costs, by its estimate or the table. */
static void turn_back (ab_path *p, double estimated, double known) {
  ab_idastar *d = &p->idastar;
  double whole = known > estimated ? known : estimated;
  if (estimated > d->threshold && estimated < AB_INF)
    d->estimated = 1;
  meet(d->here, whole);
  if (whole < d->next)
    d->next = whole;
  p->phase = UNDO;
}

/* Go on to the child. */
static ab_status descend (ab_path *p) {
  ab_idastar *d = &p->idastar;
  double cost = d->here->cost + p->step;
  ab_link *link = d->here->below;
  if (d->ply == AB_LONGEST)
    return AB_ENDLESS;
  d->ply++;
  d->here = link;
  link->cost = cost;
  link->over = p->played == AB_OVER;
  join(p, link, p->key);
  p->phase = GOAL;
  if (p->estimate < p->noted.estimate)
    plan_note(p, cost, p->estimate);
  return AB_DONE;
}

/* A child that changes nothing needs no key. */
static ab_status value_child (ab_path *p) {
  ab_idastar *d = &p->idastar;
  ab_status status = ab_way_estimate(p, d->here->below->state);
  double whole = whole_cost(p);
  if (status != AB_DONE)
    return status;
  if (d->table != NULL)
    look_for_fractions(p);
  if (whole > d->threshold && (whole >= d->next || p->game->key == NULL))
    turn_back(p, whole, 0);
  else if (p->game->key == NULL)
    return descend(p);
  else
    p->phase = CHILD_KEY;
  return AB_DONE;
}

static ab_status meet_child (ab_path *p) {
  ab_idastar *d = &p->idastar;
  const ab_link *same;
  double whole = whole_cost(p), known;
  p->key = p->game->key(p->context, d->here->below->state);
  if (p->key == AB_NO_KEY)
    return AB_KEYLESS;
  same = find_on_line(p, p->key);
  if (same != NULL) {
    meet(d->here, d->here->cost + p->step + (d->threshold - same->cost));
    p->phase = UNDO;
    return AB_DONE;
  }
  known = d->table == NULL ? 0 : known_cost(p);
  if (known <= d->threshold && whole <= d->threshold)
    return descend(p);
  turn_back(p, whole, known);
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
