/*
** The sum is that of plain expectiminimax, to the last bit: in the order of the outcomes, each term rounded before it
** is added. Windows are computed in another order; they are so much wider (`slack`) that no rounding makes them cut off
** what the sum itself would not. A bound that they prove is given away by less than that, so it lies clearly outside the
** node's window: null windows that follow each other come nearer to the value by more than the next number each time.
*/
#include "ab_chance.h"

#define SLACK 1.7763568394002505e-15 /* 2^-49 */
#define TINIEST 4.9406564584124654e-324 /* the smallest denormal number, by which products may be off */

int ab_chance_reserve (ab_chance *chance, const ab_mem *mem, int ply) {
  size_t rolls = (size_t)ply + 1, parts = chance->used + 2 * (size_t)chance->room;
  return ab_mem_reserve(mem, &chance->rolls, &chance->rolls_room, rolls, sizeof *chance->rolls)
      && ab_mem_reserve(mem, &chance->parts, &chance->parts_room, parts, sizeof *chance->parts);
}

double *ab_chance_weights (const ab_chance *chance) { return chance->parts + chance->used; }

int ab_chance_weigh (double *parts, int count, double *wrong) {
  double total = 0;
  int i;
  for (i = 0; i < count; i++) {
    total += parts[i];
    if (!(parts[i] > 0 && total < AB_INF)) {
      *wrong = parts[i] > 0 && parts[i] < AB_INF ? total : parts[i];
      return 0;
    }
  }
  for (i = 0; i < count; i++)
    parts[i] /= total;
  return 1;
}

int ab_chance_last (const double *parts, int count) {
  while (count > 0 && parts[count - 1] == 0)
    count--;
  return count;
}

/* A place in part number `number` of `most` equal ones. */
static double place_in (int number, int most, uint64_t *stream) {
  return (number + (double)ab_draw(stream, (uint64_t)1 << 32) / 4294967296.0) / most;
}

int ab_chance_draw (ab_chance *chance, int count, int most, uint64_t stream) {
  double *parts = ab_chance_weights(chance), sum = 0, place = place_in(0, most, &stream);
  int drawn = 0, last = 0, i;
  for (i = 0; i < count && drawn < most; i++) {
    int before = drawn;
    sum += parts[i];
    while (drawn < most && (place < sum || i == count - 1))
      place = place_in(++drawn, most, &stream);
    parts[i] = (double)(drawn - before) / most;
    last = drawn > before ? i + 1 : last;
  }
  return last;
}

static ab_value slack (const ab_roll *roll, const ab_node *node) {
  ab_value widest = roll->high > -roll->low ? roll->high : -roll->low;
  return (widest * SLACK + TINIEST) * (node->count + 2);
}

/* What outcome number `number` is worth at least. */
static ab_value *floor_of (const ab_chance *chance, const ab_roll *roll, const ab_node *node, int number) {
  return &chance->parts[roll->first + (size_t)node->count + (size_t)number - 1];
}

void ab_chance_begin (ab_chance *chance, int ply, ab_node *node, const ab_roll *range, int probe) {
  ab_roll *roll = &chance->rolls[ply];
  int number;
  *roll = *range;
  roll->alpha = node->alpha;
  roll->beta = node->beta;
  roll->first = chance->used;
  roll->sum = 0;
  roll->rest = 1;
  roll->least = roll->low;
  for (number = 1; number <= node->count; number++)
    *floor_of(chance, roll, node, number) = roll->low;
  chance->used += 2 * (size_t)node->count;
  node->probe = (signed char)probe;
}

double ab_chance_next (ab_chance *chance, int ply, ab_node *node) {
  ab_roll *roll = &chance->rolls[ply];
  ab_value most, least, wide = 2 * slack(roll, node);
  while (chance->parts[roll->first + (size_t)node->index - 1] == 0)
    node->move = ++node->index;
  roll->part = chance->parts[roll->first + (size_t)node->index - 1];
  node->alpha = -AB_INF;
  node->beta = AB_INF;
  if (!roll->narrow)
    return roll->part;
  roll->rest = roll->part > roll->rest ? 0 : roll->rest - roll->part; /* 0 after the last, but for what `slack` covers */
  roll->least -= roll->part * *floor_of(chance, roll, node, node->index);
  most = (roll->alpha - roll->sum - roll->high * roll->rest - wide) / roll->part;
  least = (roll->beta - roll->sum - roll->least + wide) / roll->part;
  if (!node->probe && most >= roll->low)
    node->alpha = most < roll->high ? most : roll->high;
  if (least <= roll->high)
    node->beta = least > roll->low ? least : roll->low;
  return roll->part;
}

/* The probe of an outcome has found what it is worth at least. */
static int add_floor (ab_chance *chance, ab_roll *roll, ab_node *node, ab_value value) {
  ab_value *floor = floor_of(chance, roll, node, node->index), least;
  if (value > *floor)
    *floor = value;
  roll->least += roll->part * *floor;
  least = roll->least - slack(roll, node);
  if (!(least >= roll->beta))
    return 0;
  node->best = least;
  node->probe = 0;
  return 1;
}

int ab_chance_add (ab_chance *chance, int ply, ab_node *node, ab_value value) {
  ab_roll *roll = &chance->rolls[ply];
  ab_value sum = ab_plus_product(roll->sum, roll->part, value), wide = slack(roll, node), bound;
  if (node->probe)
    return add_floor(chance, roll, node, value);
  if (value <= node->alpha && node->alpha > -AB_INF) {
    bound = sum + roll->high * roll->rest + wide;
    node->best = bound < roll->alpha ? bound : roll->alpha;
    return node->index < node->count;
  }
  if (value >= node->beta && node->beta < AB_INF) {
    bound = sum + roll->least - wide;
    node->best = bound > roll->beta ? bound : roll->beta;
    return 1;
  }
  roll->sum = node->best = sum;
  node->raised = node->index == node->count; /* then that is the value, whatever the window */
  return 0;
}

int ab_chance_end (ab_chance *chance, int ply, ab_node *node) {
  ab_roll *roll = &chance->rolls[ply];
  if (node->probe) {
    node->probe = 0;
    node->index = 0;
    roll->rest = 1;
    return 0;
  }
  node->alpha = roll->alpha;
  node->beta = roll->beta;
  chance->used = roll->first;
  return 1;
}

void ab_chance_free (ab_chance *chance, const ab_mem *mem) {
  ab_mem_free(mem, chance->rolls, chance->rolls_room, sizeof *chance->rolls);
  ab_mem_free(mem, chance->parts, chance->parts_room, sizeof *chance->parts);
}
