#include "ab_tree.h"

size_t ab_tree_bytes (const ab_tree *tree) {
  return sizeof(ab_tree_node) + sizeof(ab_move) + (tree->worlds ? sizeof(uint32_t) : 0);
}

int ab_tree_reserve (ab_tree *tree, const ab_mem *mem) {
  size_t pages = tree->made / AB_TREE_PAGE + 1;
  if ((size_t)tree->root_count == tree->root_room) {
    uint32_t *root = ab_mem_grow(mem, tree->root, &tree->root_room, tree->root_room + 1, sizeof *root);
    if (root == NULL)
      return 0;
    tree->root = root;
  }
  return ab_pages_reserve(&tree->nodes, mem, pages, AB_TREE_PAGE * sizeof(ab_tree_node))
      && ab_pages_reserve(&tree->moves, mem, pages, AB_TREE_PAGE * sizeof(ab_move))
      && (!tree->worlds || ab_pages_reserve_words(&tree->available, mem, (size_t)tree->made + 1));
}

uint32_t ab_tree_add (ab_tree *tree, uint32_t parent, ab_move move) {
  uint32_t number = tree->made++;
  ab_tree_node *node = ab_tree_at(tree, number);
  memset(node, 0, sizeof *node);
  *ab_tree_move(tree, number) = move;
  if (tree->worlds)
    *ab_tree_available(tree, number) = 1;
  if (parent != AB_TREE_ROOT) {
    node->next = ab_tree_at(tree, parent)->first;
    ab_tree_at(tree, parent)->first = number;
  }
  if (parent == 0)
    tree->root[tree->root_count++] = number;
  return number;
}

void ab_tree_free (ab_tree *tree, const ab_mem *mem) {
  ab_pages_free(&tree->nodes, mem, AB_TREE_PAGE * sizeof(ab_tree_node));
  ab_pages_free(&tree->moves, mem, AB_TREE_PAGE * sizeof(ab_move));
  ab_pages_free_words(&tree->available, mem);
  ab_mem_free(mem, tree->root, tree->root_room, sizeof *tree->root);
}
