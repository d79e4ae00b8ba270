#include "ab_tree.h"

static size_t joint_bytes (const ab_tree *tree) { return (size_t)tree->joined * sizeof(ab_move); }

/* With the edge that leads to it some day. */
static size_t node_bytes (const ab_tree *tree) {
  return sizeof(ab_tree_node) + sizeof(ab_tree_edge) + (tree->worlds || tree->players > 0 ? sizeof(uint32_t) : 0)
       + (tree->biased ? sizeof(ab_tree_promise) : 0) + joint_bytes(tree);
}

static size_t list_bytes (const ab_tree *tree) { return (size_t)tree->players * sizeof(ab_value); }

void ab_tree_limit (ab_tree *tree, size_t bytes, uint32_t nodes) {
  uint64_t most = (uint64_t)nodes * node_bytes(tree);
  tree->room = bytes < most ? bytes : most;
}

int ab_tree_may_grow (const ab_tree *tree) { return tree->room >= node_bytes(tree) + list_bytes(tree); }

int ab_tree_reserve (ab_tree *tree, const ab_mem *mem) {
  size_t pages = tree->made / AB_TREE_PAGE + 1;
  return ab_mem_reserve(mem, &tree->root, &tree->root_room, (size_t)tree->root_count + 1, sizeof *tree->root)
      && ab_pages_reserve(&tree->nodes, mem, pages, AB_TREE_PAGE * sizeof(ab_tree_node))
      && (!tree->biased || ab_pages_reserve(&tree->promises, mem, pages, AB_TREE_PAGE * sizeof(ab_tree_promise)))
      && (tree->joined == 0 || ab_pages_reserve(&tree->joints, mem, pages, AB_TREE_PAGE * joint_bytes(tree)))
      && (!tree->worlds || ab_pages_reserve_words(&tree->available, mem, (size_t)tree->made + 1))
      && (tree->players == 0 || ab_pages_reserve_words(&tree->proofs, mem, (size_t)tree->made + 1));
}

int ab_tree_reserve_list (ab_tree *tree, const ab_mem *mem) {
  return ab_pages_reserve(&tree->lists, mem, tree->listed / AB_TREE_PAGE + 1, AB_TREE_PAGE * list_bytes(tree));
}

void ab_tree_list (ab_tree *tree, uint32_t i, const ab_value *payoffs) {
  uint32_t list = tree->listed++;
  *ab_pages_word(&tree->proofs, i) = list;
  ab_tree_take(tree, list_bytes(tree));
  memcpy((ab_value *)tree->lists.list[list / AB_TREE_PAGE] + list % AB_TREE_PAGE * (size_t)tree->players, payoffs,
         list_bytes(tree));
}

uint32_t ab_tree_add (ab_tree *tree, uint32_t parent, ab_move move) {
  uint32_t number = tree->made++;
  ab_tree_node *node = ab_tree_at(tree, number);
  ab_tree_take(tree, node_bytes(tree));
  memset(node, 0, sizeof *node);
  node->move = move;
  if (tree->worlds)
    *ab_tree_available(tree, number) = 1;
  if (tree->biased) {
    ab_tree_promise *promise = ab_tree_promised(tree, number);
    promise->own = promise->high = -AB_INF;
    promise->low = AB_INF;
  }
  if (parent != AB_TREE_ROOT) {
    node->next = ab_tree_at(tree, parent)->first;
    ab_tree_at(tree, parent)->first = number;
  }
  if (parent == 0)
    tree->root[tree->root_count++] = number;
  return number;
}

/* ---------------------------------------------------------------- children that are found by a hash
**
** There are as many heads as links (linear hashing: W. Litwin 1980): each new link makes one more, and takes what belongs there
** from one other. So no link is ever far, and no growth takes long. It takes no more than the edge would that is counted with every
** node, and that no such child has. */

static ab_tree_link *link_at (const ab_tree *tree, uint32_t i) {
  return (ab_tree_link *)tree->links.list[i / AB_TREE_PAGE] + i % AB_TREE_PAGE;
}

/* Which of so many heads is that of a child? */
static uint32_t head_of (const ab_tree *tree, uint32_t parent, uint64_t id, uint32_t heads) {
  uint32_t hash = (uint32_t)((id ^ parent * 0xBF58476D1CE4E5B9u) * 0x9E3779B97F4A7C15u >> 32);
  hash &= tree->mask;
  return hash < heads ? hash : hash & tree->mask >> 1;
}

static uint32_t head_of_link (const ab_tree *tree, const ab_tree_link *link) {
  return head_of(tree, link->parent, ab_tree_at(tree, link->child)->move, tree->linked);
}

/* One more head takes its links from the one where they were. */
static void add_head (ab_tree *tree) {
  uint32_t added = tree->linked++, i;
  uint32_t *taken = ab_pages_word(&tree->heads, added), *kept;
  *taken = 0;
  if (added == 0)
    return;
  if (added > tree->mask)
    tree->mask = 2 * tree->mask + 1;
  kept = ab_pages_word(&tree->heads, added & tree->mask >> 1);
  for (i = *kept, *kept = 0; i != 0;) {
    ab_tree_link *link = link_at(tree, i);
    uint32_t next = link->next, *head = head_of_link(tree, link) == added ? taken : kept;
    link->next = *head;
    *head = i;
    i = next;
  }
}

static void add_link (ab_tree *tree, uint32_t parent, uint32_t child) {
  uint32_t *head;
  ab_tree_link *link;
  add_head(tree);
  link = link_at(tree, tree->linked);
  link->child = child;
  link->parent = parent;
  head = ab_pages_word(&tree->heads, head_of_link(tree, link));
  link->next = *head;
  *head = tree->linked;
}

int ab_tree_reserve_link (ab_tree *tree, const ab_mem *mem, uint32_t parent) {
  size_t count = (size_t)tree->linked + AB_TREE_NARROW + 1;
  return ab_tree_at(tree, parent)->index < AB_TREE_NARROW
      || (ab_pages_reserve(&tree->links, mem, count / AB_TREE_PAGE + 1, AB_TREE_PAGE * sizeof(ab_tree_link))
          && ab_pages_reserve_words(&tree->heads, mem, count));
}

void ab_tree_link_child (ab_tree *tree, uint32_t parent) {
  ab_tree_node *node = ab_tree_at(tree, parent);
  uint32_t child = node->first;
  if (node->index > AB_TREE_NARROW)
    add_link(tree, parent, child);
  else if (++node->index > AB_TREE_NARROW)
    for (; child != 0; child = ab_tree_at(tree, child)->next)
      add_link(tree, parent, child);
}

static uint32_t find_link (const ab_tree *tree, uint32_t parent, uint64_t id) {
  uint32_t i = *ab_pages_word(&tree->heads, head_of(tree, parent, id, tree->linked));
  while (i != 0) {
    const ab_tree_link *link = link_at(tree, i);
    if (link->parent == parent && ab_tree_at(tree, link->child)->move == id)
      return link->child;
    i = link->next;
  }
  return 0;
}

uint32_t ab_tree_find (const ab_tree *tree, uint32_t parent, uint64_t id) {
  const ab_tree_node *node = ab_tree_at(tree, parent);
  uint32_t child = node->first;
  if (node->index > AB_TREE_NARROW)
    return find_link(tree, parent, id);
  while (child != 0 && ab_tree_at(tree, child)->move != id)
    child = ab_tree_at(tree, child)->next;
  return child;
}

/* (NaN fails both comparisons.) */
void ab_tree_promise_move (ab_tree *tree, uint32_t parent, uint32_t number, double order) {
  ab_tree_promise *above = ab_tree_promised(tree, parent);
  double own = order > AB_TREE_MOST ? AB_TREE_MOST : order > -AB_TREE_MOST ? order : -AB_TREE_MOST;
  ab_tree_promised(tree, number)->own = own;
  if (own < above->low)
    above->low = own;
  if (own > above->high)
    above->high = own;
}

int ab_tree_reserve_edges (ab_tree *tree, const ab_mem *mem, const ab_tree_node *node) {
  size_t pages = ((size_t)tree->laid + node->index) / AB_TREE_PAGE + 1;
  return ab_pages_reserve(&tree->edges, mem, pages, AB_TREE_PAGE * sizeof(ab_tree_edge));
}

static uint32_t count_children (const ab_tree *tree, const ab_tree_node *node) {
  uint32_t count = 0, i;
  for (i = node->first; i != 0; i = ab_tree_at(tree, i)->next)
    count++;
  return count;
}

void ab_tree_lay (ab_tree *tree, ab_tree_node *node) {
  uint32_t count = count_children(tree, node), at = tree->laid + count, i;
  for (i = node->first; i != 0; i = ab_tree_at(tree, i)->next) {
    ab_tree_edge *edge = ab_tree_edge_at(tree, at--);
    edge->child = i;
    ab_tree_note(edge, ab_tree_at(tree, i));
  }
  node->first = tree->laid + 1;
  node->index = (uint16_t)count;
  node->marks |= AB_TREE_LAID;
  tree->laid += count;
}

void ab_tree_free (ab_tree *tree, const ab_mem *mem) {
  ab_pages_free(&tree->nodes, mem, AB_TREE_PAGE * sizeof(ab_tree_node));
  ab_pages_free(&tree->edges, mem, AB_TREE_PAGE * sizeof(ab_tree_edge));
  ab_pages_free(&tree->links, mem, AB_TREE_PAGE * sizeof(ab_tree_link));
  ab_pages_free_words(&tree->heads, mem);
  ab_pages_free(&tree->promises, mem, AB_TREE_PAGE * sizeof(ab_tree_promise));
  ab_pages_free(&tree->joints, mem, AB_TREE_PAGE * joint_bytes(tree));
  ab_pages_free_words(&tree->available, mem);
  ab_pages_free_words(&tree->proofs, mem);
  ab_pages_free(&tree->lists, mem, AB_TREE_PAGE * list_bytes(tree));
  ab_mem_free(mem, tree->root, tree->root_room, sizeof *tree->root);
}
