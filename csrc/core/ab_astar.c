/*
** Best-first search: A* opens the position first whose way and estimate, together, are the least; with equal ones that with
** the longer way behind it, and the newest. A position to which a cheaper way is found is opened again, so an estimate need
** not be consistent.
**
** A node is a way to a position, and never changes; a cheaper way to it makes a new one. So the moves back from a node
** lead exactly where they did, and the older node is passed over when its turn comes.
**
** Beam search is the same with another rank: positions are opened by the number of moves to them, and of each number `width`
** of them at most.
*/
#include "ab_astar.h"

enum { ROOT_KEY, ROOT_ESTIMATE, ROOT_KEEP, TAKE, PLAN, TRAVEL, BACK, FORWARD, FETCH, GOAL, MOVES, MOVE, MORE, COST, PLAY,
       KEY, ESTIMATE, KEEP, UNDO };

#define AB_NODES ((size_t)512) /* nodes in a page */
#define AB_KEPT_PAGE ((size_t)16384) /* bytes of a page of positions, unless one is larger */
#define AB_ENDS 0x80000000u    /* in `slot`: the game is over there */
#define AB_SLOT 0x7FFFFFFFu    /* the slot; this one is none */

typedef struct ab_reached {
  double cost;       /* of the way */
  ab_move move;      /* its last one */
  uint32_t parent;   /* the node before; AB_NOBODY: none */
  uint32_t position; /* its number in the graph */
  uint32_t depth;    /* moves */
  uint32_t slot;     /* where the position is kept, and a flag */
} ab_reached;

static ab_reached *node_of (const ab_path *p, uint32_t i) {
  return (ab_reached *)p->astar.nodes.list[i / AB_NODES] + i % AB_NODES;
}

static size_t slots_in_page (const ab_path *p) {
  size_t size = ab_way_size(p);
  return size < AB_KEPT_PAGE ? AB_KEPT_PAGE / size : 1;
}

static void *slot_of (const ab_path *p, size_t slot) {
  size_t page = slots_in_page(p);
  return (char *)p->astar.kept.list[slot / page] + slot % page * ab_way_size(p);
}

static void *here_of (const ab_path *p) { return p->astar.room; }

static void *child_of (const ab_path *p) { return p->in_place ? p->astar.room : p->astar.room + ab_way_size(p); }

static ab_move *list_of (const ab_path *p) {
  return p->game->max_moves == 0 ? NULL : (ab_move *)(void *)(p->astar.room + 2 * ab_way_size(p));
}

static ab_move move_of (const ab_path *p) {
  return p->game->max_moves == 0 ? (ab_move)p->astar.number : list_of(p)[p->astar.number - 1];
}

/* What undoes, and makes, the last move of a node. */
static ab_move kept_move (uint32_t node) { return AB_KEPT + node; }

int ab_astar_begin (ab_path *p, const void *state) {
  ab_astar *a = &p->astar;
  a->room_size = 2 * ab_way_size(p) + (size_t)p->game->max_moves * sizeof(ab_move);
  a->room = p->mem.alloc(p->mem.ud, NULL, 0, a->room_size);
  if (a->room == NULL)
    return 0;
  memcpy(child_of(p), state, p->game->state_size);
  a->here = a->at = a->least = AB_NOBODY;
  a->free = AB_SLOT;
  a->open.other_first = p->options.algorithm == AB_BEAM;
  p->phase = ROOT_KEY;
  p->played = AB_PLAYED;
  return 1;
}

void ab_astar_free (ab_path *p) {
  ab_astar *a = &p->astar;
  ab_graph_free(&a->graph, &p->mem);
  ab_pages_free(&a->nodes, &p->mem, AB_NODES * sizeof(ab_reached));
  ab_queue_free(&a->open, &p->mem);
  ab_pages_free(&a->kept, &p->mem, slots_in_page(p) * ab_way_size(p));
  ab_mem_free(&p->mem, a->ahead, a->ahead_room, sizeof *a->ahead);
  ab_mem_free(&p->mem, a->room, a->room_size, 1);
}

/* ---------------------------------------------------------------- memory */

static int make_room (ab_path *p) {
  ab_astar *a = &p->astar;
  size_t page = slots_in_page(p);
  return ab_graph_reserve(&a->graph, &p->mem) && ab_queue_reserve(&a->open, &p->mem)
      && ab_pages_reserve(&a->nodes, &p->mem, a->count / AB_NODES + 1, AB_NODES * sizeof(ab_reached))
      && (p->in_place || ab_pages_reserve(&a->kept, &p->mem, a->slots / page + 1, page * ab_way_size(p)));
}

static size_t bytes_of (const ab_path *p) {
  const ab_astar *a = &p->astar;
  size_t kept = p->in_place ? a->count : a->in_use;
  return a->graph.blocks.count * sizeof(ab_block) + a->graph.heads.count * AB_WORDS * sizeof(uint32_t)
       + a->nodes.count * AB_NODES * sizeof(ab_reached) + a->open.pages.count * AB_QUEUED * sizeof(ab_queued)
       + a->kept.count * slots_in_page(p) * ab_way_size(p) + kept * p->options.kept_bytes;
}

/* Is all memory used up that there may be? */
static int is_full (ab_path *p) {
  if (ab_way_is_full(p))
    return 1;
  if (p->astar.count < AB_NODES || (bytes_of(p) <= p->options.bytes && p->astar.count < AB_MOST_POSITIONS))
    return 0;
  p->stopped = AB_STOP_BYTES;
  p->ended = 1;
  return 1;
}

static uint32_t next_slot (const ab_path *p) {
  return p->astar.free != AB_SLOT ? p->astar.free : (uint32_t)p->astar.slots;
}

static void take_slot (ab_path *p) {
  ab_astar *a = &p->astar;
  a->in_use++;
  if (a->free == AB_SLOT)
    a->slots++;
  else
    memcpy(&a->free, slot_of(p, a->free), sizeof a->free);
}

static void give_slot (ab_path *p, uint32_t node) {
  ab_astar *a = &p->astar;
  uint32_t *slot = &node_of(p, node)->slot, number = *slot & AB_SLOT;
  if (number == AB_SLOT)
    return;
  memcpy(slot_of(p, number), &a->free, sizeof a->free);
  a->free = number;
  a->in_use--;
  *slot |= AB_SLOT;
}

/* ---------------------------------------------------------------- nodes */

static ab_queued rank_of (const ab_path *p, uint32_t node, double estimate) {
  const ab_reached *reached = node_of(p, node);
  ab_queued entry;
  entry.node = node;
  entry.rank = reached->cost + p->options.weight * estimate;
  if (p->options.algorithm == AB_BEAM)
    entry.other = (float)reached->depth;
  else
    entry.other = reached->cost < FLT_MAX ? -(float)reached->cost : -FLT_MAX;
  return entry;
}

static double estimate_of (const ab_path *p, uint32_t node) {
  return *ab_graph_value(&p->astar.graph, node_of(p, node)->position);
}

/* The child becomes a node. */
static void add_node (ab_path *p, double cost, uint32_t slot) {
  ab_astar *a = &p->astar;
  uint32_t position = ab_graph_find(&a->graph, p->key), node = a->count++;
  ab_reached *reached = node_of(p, node);
  if (position == AB_NOBODY)
    position = ab_graph_add(&a->graph, p->key);
  *ab_graph_value(&a->graph, position) = p->estimate;
  ab_graph_facts(&a->graph, position)->back = node;
  reached->cost = cost;
  reached->move = p->game->keep != NULL || a->here == AB_NOBODY ? node : move_of(p);
  reached->parent = a->here;
  reached->position = position;
  reached->depth = a->here == AB_NOBODY ? 0 : node_of(p, a->here)->depth + 1;
  reached->slot = slot | (p->played == AB_OVER ? AB_ENDS : 0);
  if (p->estimate < AB_INF)
    ab_queue_push(&a->open, rank_of(p, node, p->estimate));
  if (a->least == AB_NOBODY || p->estimate < estimate_of(p, a->least))
    a->least = node;
}

/* Keep the child, and the move to it. */
static void keep_child (ab_path *p, double cost) {
  ab_astar *a = &p->astar;
  uint32_t slot = AB_SLOT;
  if (p->game->keep != NULL && a->here != AB_NOBODY)
    p->game->keep(p->context, (int)node_of(p, a->here)->depth, move_of(p), (int)a->count);
  if (!p->in_place && p->estimate < AB_INF) {
    slot = next_slot(p);
    if (p->keeper.keep != NULL)
      p->keeper.keep(p->context, child_of(p), slot);
    take_slot(p);
    memcpy(slot_of(p, slot), child_of(p), p->game->state_size);
  }
  add_node(p, cost, slot);
}

/* ---------------------------------------------------------------- which is next */

/* No position is left to be opened. */
static void end_without (ab_path *p) {
  p->ended = 1;
  if (p->astar.dropped)
    p->stopped = AB_STOP_WIDTH;
  else
    p->least = AB_INF;
}

/* Beam search: is it one too many of those that so many moves lead to? */
static int is_dropped (ab_path *p, uint32_t node) {
  ab_astar *a = &p->astar;
  uint32_t depth = node_of(p, node)->depth;
  if (depth != a->depth) {
    a->depth = depth;
    a->taken = 0;
  }
  if (a->taken < p->options.width) {
    a->taken++;
    return 0;
  }
  a->dropped = 1;
  return 1;
}

static void take_next (ab_path *p) {
  ab_astar *a = &p->astar;
  ab_queued next;
  double least;
  if (a->open.count == 0) {
    end_without(p);
    return;
  }
  next = ab_queue_pop(&a->open);
  if (ab_graph_facts(&a->graph, node_of(p, next.node)->position)->back != next.node
      || (p->options.algorithm == AB_BEAM && is_dropped(p, next.node))) {
    give_slot(p, next.node);
    return;
  }
  least = ab_way_least(p, next.rank);
  if (p->options.algorithm != AB_BEAM && least > p->least)
    p->least = least;
  a->here = next.node;
  p->phase = p->in_place ? PLAN : FETCH;
}

/* In place: back to where the ways part, and from there forward. */
static ab_status plan (ab_path *p) {
  ab_astar *a = &p->astar;
  uint32_t back = a->at, to = a->here;
  size_t most = node_of(p, to)->depth;
  if (!ab_mem_reserve(&p->mem, &a->ahead, &a->ahead_room, most, sizeof *a->ahead))
    return AB_NOMEM;
  a->ahead_count = 0;
  while (back != to) {
    if (node_of(p, back)->depth > node_of(p, to)->depth)
      back = node_of(p, back)->parent;
    else {
      a->ahead[a->ahead_count++] = to;
      to = node_of(p, to)->parent;
    }
  }
  a->meeting = to;
  p->phase = TRAVEL;
  return AB_DONE;
}

/* Which step is next: back, until where the ways meet, or from there forward? */
static void travel (ab_path *p) {
  const ab_astar *a = &p->astar;
  p->phase = a->at != a->meeting ? BACK : a->ahead_count > 0 ? FORWARD : GOAL;
}

static void step_back (ab_path *p) {
  ab_astar *a = &p->astar;
  p->game->undo(p->context, here_of(p), kept_move(a->at));
  a->at = node_of(p, a->at)->parent;
  p->phase = TRAVEL;
}

static ab_status step_forward (ab_path *p) {
  ab_astar *a = &p->astar;
  ab_way_play(p, here_of(p), kept_move(a->ahead[a->ahead_count - 1]), here_of(p));
  if (p->played == AB_ILLEGAL) {
    p->asked = "play";
    p->broken = 0;
    return AB_BROKEN;
  }
  a->at = a->meeting = a->ahead[--a->ahead_count];
  p->phase = TRAVEL;
  return AB_DONE;
}

static void fetch (ab_path *p) {
  uint32_t slot = node_of(p, p->astar.here)->slot & AB_SLOT;
  memcpy(here_of(p), slot_of(p, slot), p->game->state_size);
  if (p->keeper.fetch != NULL)
    p->keeper.fetch(p->context, here_of(p), slot);
  give_slot(p, p->astar.here);
  p->phase = GOAL;
}

/* ---------------------------------------------------------------- opening a position */

static void ask_goal (ab_path *p) {
  ab_astar *a = &p->astar;
  if (p->game->goal(p->context, here_of(p))) {
    p->solved = p->ended = 1;
    a->least = a->here;
  }
  else
    p->phase = node_of(p, a->here)->slot & AB_ENDS ? TAKE : MOVES;
}

static ab_status ask_moves (ab_path *p) {
  ab_status status = ab_way_count(p, here_of(p), list_of(p), &p->astar.count_of_moves);
  if (status == AB_DONE) {
    p->astar.number = 0;
    p->phase = MOVE;
  }
  return status;
}

/* The next move, if there is one. */
static ab_status next_move (ab_path *p) {
  ab_astar *a = &p->astar;
  if (p->phase == MOVE) {
    if (a->number == a->count_of_moves) {
      p->phase = TAKE;
      return AB_DONE;
    }
    if (is_full(p))
      return AB_DONE;
    if (!make_room(p))
      return AB_NOMEM;
    a->number++;
    p->phase = a->count_of_moves == AB_LAZY ? MORE : COST;
    return AB_DONE;
  }
  p->phase = p->game->more(p->context, here_of(p), (ab_move)a->number) ? COST : TAKE;
  return p->phase == COST ? ab_way_check_number(p, a->number) : AB_DONE;
}

static ab_status try_move (ab_path *p) {
  ab_status status = AB_DONE;
  if (p->phase == COST) {
    p->step = 1;
    if (p->game->cost != NULL)
      status = ab_way_cost(p, here_of(p), move_of(p));
    if (status != AB_DONE)
      return status;
    p->phase = PLAY;
  }
  ab_way_play(p, here_of(p), move_of(p), child_of(p));
  p->nodes += p->played != AB_ILLEGAL;
  p->phase = p->played == AB_ILLEGAL ? MOVE : KEY;
  return AB_DONE;
}

/* Is the way to the child cheaper than all that are known? */
static ab_status meet_child (ab_path *p) {
  ab_astar *a = &p->astar;
  uint32_t position;
  p->key = p->game->key(p->context, child_of(p));
  if (p->key == AB_NO_KEY)
    return AB_KEYLESS;
  position = ab_graph_find(&a->graph, p->key);
  if (position == AB_NOBODY)
    p->phase = ESTIMATE;
  else {
    const ab_reached *known = node_of(p, ab_graph_facts(&a->graph, position)->back);
    p->estimate = *ab_graph_value(&a->graph, position);
    p->phase = node_of(p, a->here)->cost + p->step < known->cost ? KEEP : UNDO;
  }
  return AB_DONE;
}

static ab_status value_child (ab_path *p) {
  ab_status status = ab_way_estimate(p, child_of(p));
  if (status == AB_DONE)
    p->phase++;
  return status;
}

static void leave_child (ab_path *p) {
  if (p->in_place)
    p->game->undo(p->context, here_of(p), move_of(p));
  p->phase = MOVE;
}

/* The position that all begins with. */
static ab_status begin (ab_path *p) {
  switch (p->phase) {
    case ROOT_KEY:
      p->key = p->game->key(p->context, child_of(p));
      if (p->key == AB_NO_KEY)
        return AB_KEYLESS;
      p->phase = ROOT_ESTIMATE;
      break;
    case ROOT_ESTIMATE:
      return value_child(p);
    default:
      if (!make_room(p))
        return AB_NOMEM;
      keep_child(p, 0);
      p->least = p->estimate;
      p->nodes = 1;
      p->astar.at = 0;
      p->phase = TAKE;
  }
  return AB_DONE;
}

static ab_status advance (ab_path *p) {
  switch (p->phase) {
    case ROOT_KEY: case ROOT_ESTIMATE: case ROOT_KEEP: return begin(p);
    case TAKE: take_next(p); break;
    case PLAN: return plan(p);
    case TRAVEL: travel(p); break;
    case BACK: step_back(p); break;
    case FORWARD: return step_forward(p);
    case FETCH: fetch(p); break;
    case GOAL: ask_goal(p); break;
    case MOVES: return ask_moves(p);
    case MOVE: case MORE: return next_move(p);
    case COST: case PLAY: return try_move(p);
    case KEY: return meet_child(p);
    case ESTIMATE: return value_child(p);
    case KEEP:
      keep_child(p, node_of(p, p->astar.here)->cost + p->step);
      p->phase = UNDO;
      break;
    default: leave_child(p);
  }
  return AB_DONE;
}

/* It pauses only where nothing is called: after a callback has yielded its phase is entered again, to take the answer. */
ab_status ab_astar_run (ab_path *p) {
  while (!p->ended) {
    ab_status status;
    if ((p->phase == TAKE || p->phase == TRAVEL || p->phase == MOVE) && !ab_way_spend(p))
      return AB_PAUSED;
    status = advance(p);
    if (status != AB_DONE)
      return status;
  }
  return AB_DONE;
}

/* ---------------------------------------------------------------- what is known */

void ab_astar_know (const ab_path *p, ab_path_result *known) {
  const ab_astar *a = &p->astar;
  if (a->least == AB_NOBODY)
    return;
  known->moves = node_of(p, a->least)->depth;
  known->cost = node_of(p, a->least)->cost;
  known->estimate = estimate_of(p, a->least);
}

void ab_astar_moves (const ab_path *p, ab_move *list) {
  uint32_t node = p->astar.least;
  if (node == AB_NOBODY)
    return;
  for (; node_of(p, node)->depth > 0; node = node_of(p, node)->parent)
    list[node_of(p, node)->depth - 1] = node_of(p, node)->move;
}
