#include "ab_regret.h"

static inline ab_regret_choice *choice_at (const ab_regrets *regrets, uint32_t i) {
  return (ab_regret_choice *)regrets->choices.list[i / AB_REGRET_PAGE] + i % AB_REGRET_PAGE;
}

/* The first choice of a player. */
static uint32_t first_of (const ab_regret_seat *seat, int player) { return seat->first + (player == 0 ? 0u : seat->counts[0]); }

static uint32_t count_of (const int counts[2]) { return (uint32_t)counts[0] + (uint32_t)counts[1]; }

size_t ab_regret_bytes (const int counts[2]) {
  return sizeof(ab_regret_seat) + count_of(counts) * sizeof(ab_regret_choice);
}

int ab_regret_reserve (ab_regrets *regrets, const ab_mem *mem, uint32_t node, const int counts[2]) {
  uint32_t count = count_of(counts);
  size_t pages = ((size_t)regrets->made + count) / AB_REGRET_PAGE + 1;
  return regrets->made <= UINT32_MAX - count
      && ab_pages_reserve(&regrets->seats, mem, node / AB_REGRET_PAGE + 1, AB_REGRET_PAGE * sizeof(ab_regret_seat))
      && ab_pages_reserve(&regrets->choices, mem, pages, AB_REGRET_PAGE * sizeof(ab_regret_choice));
}

void ab_regret_deal (ab_regrets *regrets, uint32_t node, const int counts[2], ab_move *const lists[2]) {
  ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  int player, i;
  seat->first = regrets->made;
  seat->playouts = 0;
  seat->counts[0] = (uint16_t)counts[0];
  seat->counts[1] = (uint16_t)counts[1];
  for (player = 0; player < 2; player++)
    for (i = 0; i < counts[player]; i++) {
      ab_regret_choice *choice = choice_at(regrets, regrets->made++);
      choice->move = lists[player] != NULL ? lists[player][i] : (ab_move)i + 1;
      choice->regret = choice->likely = 0;
    }
}

ab_move ab_regret_move (const ab_regrets *regrets, uint32_t node, int player, int choice) {
  const ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  return seat->counts[player] == 0 ? AB_NO_CHOICE : choice_at(regrets, first_of(seat, player) + (uint32_t)choice)->move;
}

ab_move ab_regret_chosen (const ab_regrets *regrets, uint64_t joint, int player) {
  uint32_t node = (uint32_t)((joint & ~AB_JOINT) >> AB_REGRET_BITS);
  int place = (int)(joint & (((uint64_t)1 << AB_REGRET_BITS) - 1)) - 1;
  int columns = ab_regret_seat_at(regrets, node)->counts[1];
  columns = columns > 0 ? columns : 1;
  return ab_regret_move(regrets, node, player, player == 0 ? place / columns : place % columns);
}

/* ---------------------------------------------------------------- a player's choices */

typedef struct ab_view {
  const ab_regrets *regrets;
  uint32_t first;
  int count;
  double sum; /* of what is regretted not to have been taken */
} ab_view;

static ab_view view_of (const ab_regrets *regrets, uint32_t node, int player) {
  const ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  ab_view v;
  int i;
  v.regrets = regrets;
  v.first = first_of(seat, player);
  v.count = seat->counts[player];
  v.sum = 0;
  for (i = 0; i < v.count; i++) {
    double regret = choice_at(regrets, v.first + (uint32_t)i)->regret;
    v.sum += regret > 0 ? regret : 0;
  }
  return v;
}

static ab_regret_choice *choice_of (const ab_view *v, int i) { return choice_at(v->regrets, v->first + (uint32_t)i); }

/* How likely a choice is by what is regretted. */
static double matched (const ab_view *v, int i) {
  double regret = choice_of(v, i)->regret;
  return v->sum > 0 ? (regret > 0 ? regret / v->sum : 0) : 1.0 / v->count;
}

/* And with exploration. (No product stands in a sum, which some compilers would round once, and others twice: every one
** grows the same tree.) */
static double explored (const ab_view *v, int i) {
  double exploration = v->regrets->exploration;
  return (matched(v, i) + exploration / v->count) / (1 + exploration);
}

/* A number between 0 and 1. */
static double draw (uint64_t *stream) { return ((double)ab_draw(stream, (uint64_t)1 << 32) + 0.5) / 4294967296.0; }

static int draw_matched (const ab_view *v, uint64_t *stream) {
  double rest = draw(stream);
  int i;
  for (i = 0; i < v->count - 1; i++) {
    double likely = matched(v, i);
    if (rest < likely)
      break;
    rest -= likely;
  }
  return i;
}

ab_regret_draw ab_regret_drawn (const ab_regrets *regrets, uint32_t node, int player, uint64_t *stream) {
  ab_view v = view_of(regrets, node, player);
  ab_regret_draw drawn = {0, 0};
  if (v.count < 2)
    return drawn;
  drawn.strays = draw(stream) >= 1 / (1 + regrets->exploration);
  drawn.choice = drawn.strays ? (int)ab_draw(stream, (uint64_t)v.count) : draw_matched(&v, stream);
  return drawn;
}

/* Each playout weighs one more than the one before (linear weights: Brown and Sandholm 2019): what was learned when less was
** known of the positions below is forgotten. So what stands here is divided by so much before one more is added. */
static double ageing (const ab_regret_seat *seat) { return seat->playouts > 0 ? (seat->playouts + 1.0) / seat->playouts : 1; }

/* What all playouts weigh then, the last one 1. */
static double weight_of (const ab_regret_seat *seat) { return (seat->playouts + 1.0) / 2; }

/* The choice stands for itself in all playouts, in which it is as likely as it was; the others are expected to pay what they
** paid before. So no estimate is wrong on average. */
static void learn (const ab_view *v, ab_regret_draw drawn, double gain, double age) {
  double weighed = gain / explored(v, drawn.choice);
  int i;
  for (i = 0; i < v->count; i++) {
    ab_regret_choice *choice = choice_of(v, i);
    choice->likely = choice->likely / age + matched(v, i);
    choice->regret = choice->regret / age - (drawn.strays ? 0 : gain);
  }
  choice_of(v, drawn.choice)->regret += weighed;
}

/* What a choice pays where the other player strays does not count. */
void ab_regret_learn (ab_regrets *regrets, uint32_t node, const ab_regret_draw drawn[2], const double gains[2]) {
  ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  int player;
  for (player = 0; player < 2; player++) {
    ab_view v = view_of(regrets, node, player);
    if (v.count > 0)
      learn(&v, drawn[player], drawn[1 - player].strays ? 0 : gains[player], ageing(seat));
  }
  seat->playouts++;
}

/* ---------------------------------------------------------------- what was learned */

double ab_regret_likely (const ab_regrets *regrets, uint32_t node, int player, int choice) {
  const ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  return choice_at(regrets, first_of(seat, player) + (uint32_t)choice)->likely / weight_of(seat);
}

double ab_regret_mean (const ab_regrets *regrets, uint32_t node, int player, int choice) {
  const ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  return choice_at(regrets, first_of(seat, player) + (uint32_t)choice)->regret / weight_of(seat);
}

void ab_regret_free (ab_regrets *regrets, const ab_mem *mem) {
  ab_pages_free(&regrets->seats, mem, AB_REGRET_PAGE * sizeof(ab_regret_seat));
  ab_pages_free(&regrets->choices, mem, AB_REGRET_PAGE * sizeof(ab_regret_choice));
}
