/*
** The tree of Monte-Carlo tree search as a recorded tree. A child has no more visits than its parent: so the most visited
** nodes hang together, and are taken from a heap of those whose parents were taken.
*/
#include "lab_grown.h"
#include "lab_value.h"

/* A node that is waiting, and the node above. */
typedef struct lab_leaf {
  int node, above;
  uint32_t visits;
} lab_leaf;

typedef struct lab_heap {
  lab_leaf *leaves; /* the first comes first */
  int count;
} lab_heap;

/* The more visits the earlier; then in the order in which they were made. */
static int comes_before (const lab_leaf *a, const lab_leaf *b) {
  return a->visits != b->visits ? a->visits > b->visits : a->node < b->node;
}

static void put (lab_heap *heap, lab_leaf leaf) {
  int at = heap->count++;
  while (at > 0 && comes_before(&leaf, &heap->leaves[(at - 1) / 2])) {
    heap->leaves[at] = heap->leaves[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  heap->leaves[at] = leaf;
}

static lab_leaf take (lab_heap *heap) {
  lab_leaf first = heap->leaves[0], last = heap->leaves[--heap->count];
  int at = 0, child;
  while ((child = 2 * at + 1) < heap->count) {
    if (child + 1 < heap->count && comes_before(&heap->leaves[child + 1], &heap->leaves[child]))
      child++;
    if (comes_before(&last, &heap->leaves[child]))
      break;
    heap->leaves[at] = heap->leaves[child];
    at = child;
  }
  heap->leaves[at] = last;
  return first;
}

static void put_children (const ab_search *core, lab_heap *heap, int node) {
  int child = ab_search_sampled(core, node, node).first;
  while (child != 0) {
    lab_leaf leaf;
    ab_sampled found = ab_search_sampled(core, child, node);
    leaf.node = child;
    leaf.above = node;
    leaf.visits = found.visits;
    if (found.visits > 0)
      put(heap, leaf);
    child = found.next;
  }
}

/* Push a node as a table. Its window is everything: none was asked for. */
static void push_node (lua_State *L, const lab_search *search, const ab_sampled *found) {
  lua_createtable(L, 0, 6);
  lab_value_set_number(L, "alpha", -AB_INF);
  lab_value_set_number(L, "beta", AB_INF);
  lab_value_set(L, search->game.integers && found->bound == AB_EXACT, "value", found->value);
  lab_value_set_count(L, "visits", found->visits);
  if (found->player > 0)
    lab_value_set_count(L, "player", (uint64_t)found->player);
  lab_value_set_flag(L, "leaf", found->first == 0);
}

/* The node at the top of the stack is the next child of the one whose number is given; `nodes` has all by number. */
static void hang_up (lua_State *L, int nodes, const lab_leaf *leaf, const ab_sampled *found) {
  lab_value_set_flag(L, "at_once", found->joint);
  lab_value_set_flag(L, "same", found->same);
  lua_rawgeti(L, nodes, leaf->above + 1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, (int)lua_rawlen(L, -2) + 1);
  lua_pop(L, 1);
}

void lab_grown_push (lua_State *L, const lab_search *search, int most,
                     void (*push_move) (lua_State *L, const lab_search *search, int line)) {
  const ab_search *core = search->core;
  lab_leaf root = {0, 0, 0};
  lab_heap heap = {NULL, 0};
  int nodes, i;
  heap.leaves = lua_newuserdata(L, ((size_t)ab_search_result(core).traced + 1) * sizeof *heap.leaves);
  lua_newtable(L);
  nodes = lua_gettop(L);
  put(&heap, root);
  for (i = 0; i < most && heap.count > 0; i++) {
    lab_leaf leaf = take(&heap);
    ab_sampled found = ab_search_sampled(core, leaf.node, leaf.above);
    push_node(L, search, &found);
    if (leaf.node != 0) {
      push_move(L, search, found.line);
      lua_setfield(L, -2, "move");
      hang_up(L, nodes, &leaf, &found);
    }
    lua_rawseti(L, nodes, leaf.node + 1);
    put_children(core, &heap, leaf.node);
  }
  lua_rawgeti(L, nodes, 1);
  lab_value_set_flag(L, "truncated", heap.count > 0);
  lua_replace(L, nodes - 1);
  lua_settop(L, nodes - 1);
}
