#include "ab_trace.h"

int ab_trace_reserve (ab_trace *trace, const ab_mem *mem, int ply) {
  size_t path = (size_t)ply + 1;
  if (!ab_mem_reserve(mem, &trace->path, &trace->path_room, path, sizeof *trace->path))
    return 0;
  return (size_t)trace->count < trace->nodes_room
      || ab_pages_extend(&trace->nodes, mem, &trace->nodes_room, AB_TRACED, sizeof(ab_traced));
}

void ab_trace_begin (ab_trace *trace) { trace->count = trace->more = 0; }

int ab_trace_old_line (const ab_trace *trace) {
  return trace->count < trace->filled ? ab_trace_at(trace, trace->count)->line : AB_NO_LINE;
}

int ab_trace_wants (const ab_trace *trace, int limit) { return trace->count < limit; }

void ab_trace_enter (ab_trace *trace, int ply, int line, double probability, int same, ab_value alpha, ab_value beta,
                     int probed) {
  ab_traced *node = ab_trace_at(trace, trace->count);
  node->parent = ply == 0 ? AB_UNTRACED : trace->path[ply - 1];
  node->line = line;
  node->probability = probability > 0 ? probability : 0;
  node->joint = probability < 0;
  node->same = (signed char)(ply > 0 && same);
  node->alpha = alpha;
  node->beta = beta;
  node->value = 0;
  node->probed = (signed char)probed;
  node->left = node->leaf = node->cut = 0;
  trace->path[ply] = trace->count++;
  if (trace->filled < trace->count)
    trace->filled = trace->count;
}

void ab_trace_skip (ab_trace *trace, int ply) {
  trace->path[ply] = AB_UNTRACED;
  trace->more = 1;
}

void ab_trace_leave (ab_trace *trace, int ply, ab_value value, int leaf) {
  ab_traced *node;
  if (trace->path[ply] == AB_UNTRACED)
    return;
  node = ab_trace_at(trace, trace->path[ply]);
  node->value = value;
  node->left = 1;
  node->leaf = (signed char)leaf;
}

void ab_trace_cut (ab_trace *trace, int ply) {
  if (trace->path[ply] != AB_UNTRACED)
    ab_trace_at(trace, trace->path[ply])->cut = 1;
}

void ab_trace_free (ab_trace *trace, const ab_mem *mem) {
  ab_pages_free_extended(&trace->nodes, mem, &trace->nodes_room, AB_TRACED, sizeof(ab_traced));
  ab_mem_free(mem, trace->path, trace->path_room, sizeof *trace->path);
}
