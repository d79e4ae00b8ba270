#include "ab_regret.h"

static inline ab_regret_choice *choice_at (const ab_regrets *regrets, uint32_t i) {
  return (ab_regret_choice *)regrets->choices.list[i / AB_REGRET_PAGE] + i % AB_REGRET_PAGE;
}

static inline ab_regret_here *here_at (const ab_regrets *regrets, uint32_t i) {
  return (ab_regret_here *)regrets->here.list[i / AB_REGRET_PAGE] + i % AB_REGRET_PAGE;
}

size_t ab_regret_choice_bytes (const ab_regrets *regrets, uint32_t count) {
  return count * (sizeof(ab_regret_choice) + (regrets->worlds ? sizeof(ab_regret_here) : 0));
}

/* (The sum of a chair stands for what is counted of the node's children, and they do not have: edges.) */
size_t ab_regret_bytes (const ab_regrets *regrets, const int *counts) {
  size_t chair = sizeof(ab_regret_chair) - sizeof(double);
  size_t bytes = sizeof(ab_regret_seat) + (size_t)regrets->players * chair;
  int player;
  for (player = 0; player < regrets->players; player++)
    bytes += ab_regret_choice_bytes(regrets, (uint32_t)counts[player]);
  return bytes;
}

/* Room for so many more, after those that were made. */
static int reserve (ab_pages *pages, const ab_mem *mem, uint32_t made, uint32_t more, size_t size) {
  return made <= UINT32_MAX - more
      && ab_pages_reserve(pages, mem, ((size_t)made + more) / AB_REGRET_PAGE + 1, AB_REGRET_PAGE * size);
}

static int reserve_choices (ab_regrets *regrets, const ab_mem *mem, uint32_t more) {
  return reserve(&regrets->choices, mem, regrets->made, more, sizeof(ab_regret_choice))
      && (!regrets->worlds || reserve(&regrets->here, mem, regrets->made, more, sizeof(ab_regret_here)));
}

int ab_regret_reserve (ab_regrets *regrets, const ab_mem *mem, uint32_t node, const int *counts) {
  uint32_t count = 0;
  int player;
  for (player = 0; player < regrets->players; player++)
    count += (uint32_t)counts[player];
  return reserve(&regrets->seats, mem, node, 0, sizeof(ab_regret_seat))
      && reserve(&regrets->chairs, mem, regrets->placed, (uint32_t)regrets->players, sizeof(ab_regret_chair))
      && reserve_choices(regrets, mem, count);
}

static void begin_choice (ab_regret_choice *choice, ab_move move) {
  choice->move = move;
  choice->regret = choice->urge = choice->likely = 0;
}

static void deal_choices (ab_regrets *regrets, ab_regret_chair *chair, int count, const ab_move *list) {
  int i;
  chair->paid = chair->sum = 0;
  chair->first = regrets->made;
  chair->count = (uint32_t)count;
  for (i = 0; i < count; i++)
    begin_choice(choice_at(regrets, regrets->made++), list != NULL ? list[i] : (ab_move)i + 1);
}

void ab_regret_deal (ab_regrets *regrets, uint32_t node, const int *counts, ab_move *const *lists) {
  ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  int player;
  seat->first = regrets->placed;
  seat->playouts = 0;
  regrets->placed += (uint32_t)regrets->players;
  for (player = 0; player < regrets->players; player++)
    deal_choices(regrets, ab_regret_chair_at(regrets, node, player), counts[player], lists[player]);
}

int ab_regret_fits (const ab_regrets *regrets, uint32_t node, const int *counts) {
  int player = 0;
  while (player < regrets->players && ab_regret_chair_at(regrets, node, player)->count == (uint32_t)counts[player])
    player++;
  return player == regrets->players;
}

ab_move ab_regret_move (const ab_regrets *regrets, uint32_t node, int player, int choice) {
  const ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
  return chair->count == 0 ? AB_NO_CHOICE : choice_at(regrets, chair->first + (uint32_t)choice)->move;
}

ab_move ab_regret_chosen (const ab_regrets *regrets, uint64_t joint, int player) {
  uint32_t node = (uint32_t)((joint & ~AB_JOINT) >> AB_REGRET_BITS);
  uint32_t place = (uint32_t)(joint & (((uint64_t)1 << AB_REGRET_BITS) - 1)) - 1, count = 1;
  int i;
  for (i = regrets->players - 1; i >= player; i--) {
    place /= count;
    count = ab_regret_chair_at(regrets, node, i)->count;
    count = count > 0 ? count : 1;
  }
  return ab_regret_move(regrets, node, player, (int)(place % count));
}

/* ---------------------------------------------------------------- choices of a world */

int ab_regret_meet (const ab_regrets *regrets, uint32_t node, int player, ab_match *match, int count) {
  const ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
  uint32_t i;
  int more = 0, place;
  for (i = 0; i < chair->count; i++)
    if ((place = ab_match_find(match, choice_at(regrets, chair->first + i)->move)) >= 0) {
      here_at(regrets, chair->first + i)->playout = regrets->playout;
      here_at(regrets, chair->first + i)->place = (uint32_t)place;
      match->children[place] = 1;
    }
  for (place = 0; place < count; place++)
    more += match->children[place] == 0;
  return more;
}

/* A chair has room for the next power of 2. */
static uint32_t room_for (uint32_t count) {
  uint32_t room = count > 0;
  while (room < count)
    room *= 2;
  return room;
}

uint32_t ab_regret_wanted (const ab_regrets *regrets, uint32_t node, int player, int more) {
  uint32_t count = ab_regret_chair_at(regrets, node, player)->count, room = room_for(count + (uint32_t)more);
  return room > room_for(count) ? room : 0;
}

int ab_regret_move_on (ab_regrets *regrets, const ab_mem *mem, uint32_t node, int player, uint32_t wanted) {
  ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
  uint32_t i;
  if (!reserve_choices(regrets, mem, wanted))
    return 0;
  for (i = 0; i < chair->count; i++) {
    *choice_at(regrets, regrets->made + i) = *choice_at(regrets, chair->first + i);
    *here_at(regrets, regrets->made + i) = *here_at(regrets, chair->first + i);
  }
  chair->first = regrets->made;
  regrets->made += wanted;
  return 1;
}

void ab_regret_take_up (const ab_regrets *regrets, uint32_t node, int player, const ab_match *match, int count) {
  ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
  int place;
  for (place = 0; place < count; place++)
    if (match->children[place] == 0) {
      begin_choice(choice_at(regrets, chair->first + chair->count), match->ids[place]);
      here_at(regrets, chair->first + chair->count)->playout = regrets->playout;
      here_at(regrets, chair->first + chair->count)->place = (uint32_t)place;
      chair->count++;
    }
}

int ab_regret_place (const ab_regrets *regrets, uint32_t node, int player, int choice) {
  return (int)here_at(regrets, ab_regret_chair_at(regrets, node, player)->first + (uint32_t)choice)->place;
}

/* ---------------------------------------------------------------- a player's choices */

typedef struct ab_view {
  const ab_regrets *regrets;
  uint32_t first;
  int worlds; /* differ */
  int all;    /* of the chair */
  int count;  /* of them that are there in this world */
  double sum; /* of the urges to take these */
} ab_view;

static ab_regret_choice *choice_of (const ab_view *v, int i) { return choice_at(v->regrets, v->first + (uint32_t)i); }

static int is_here (const ab_view *v, int i) {
  return !v->worlds || here_at(v->regrets, v->first + (uint32_t)i)->playout == v->regrets->playout;
}

/* Choice number i, after which others follow in memory; and the number at which they stop. */
static inline ab_regret_choice *run_from (const ab_view *v, int i, int *stop) {
  uint32_t at = v->first + (uint32_t)i, rest = (uint32_t)(AB_REGRET_PAGE - at % AB_REGRET_PAGE);
  *stop = (uint32_t)(v->all - i) < rest ? v->all : i + (int)rest;
  return choice_at(v->regrets, at);
}

static void look_around (ab_view *v) {
  int i;
  v->sum = 0;
  for (i = 0; i < v->all; i++)
    if (is_here(v, i))
      v->sum += choice_of(v, i)->urge;
    else
      v->count--;
}

static ab_view view_of (const ab_regrets *regrets, const ab_regret_chair *chair) {
  ab_view v;
  v.regrets = regrets;
  v.first = chair->first;
  v.worlds = regrets->worlds;
  v.all = v.count = (int)chair->count;
  v.sum = chair->sum;
  if (v.worlds)
    look_around(&v);
  return v;
}

/* How likely a choice that is there is by what is regretted. */
static inline double matched_by (const ab_view *v, double urge) { return v->sum > 0 ? urge / v->sum : 1.0 / v->count; }
static double matched (const ab_view *v, int i) { return matched_by(v, choice_of(v, i)->urge); }

/* And with exploration. (No product stands in a sum, which some compilers would round once, and others twice: every one
** grows the same tree.) */
static double explored (const ab_view *v, int i) {
  double exploration = v->regrets->exploration;
  return (matched(v, i) + exploration / v->count) / (1 + exploration);
}

/* A number between 0 and 1. */
static double draw (uint64_t *stream) { return ((double)ab_draw(stream, (uint64_t)1 << 32) + 0.5) / 4294967296.0; }

/* By what is regretted. The last one takes what is left. */
static int draw_matched (const ab_view *v, uint64_t *stream) {
  double rest = draw(stream);
  int left = v->count, i = 0, stop;
  for (;;) {
    const ab_regret_choice *choice = run_from(v, i, &stop);
    for (; i < stop; i++, choice++)
      if (is_here(v, i)) {
        double likely;
        if (--left == 0)
          return i;
        likely = matched_by(v, choice->urge);
        if (rest < likely)
          return i;
        rest -= likely;
      }
  }
}

/* Any of them. */
static int draw_any (const ab_view *v, uint64_t *stream) {
  int left = (int)ab_draw(stream, (uint64_t)v->count), i = 0;
  while (!is_here(v, i) || left-- > 0)
    i++;
  return i;
}

/* How often a player who has a choice does not stray. */
static double steadiness (const ab_regrets *regrets) { return 1 / (1 + regrets->exploration); }

/* A player who has a choice in any world may. So it tells nothing of the world. */
static int may_stray (const ab_regret_chair *chair) { return chair->count > 1; }

ab_regret_draw ab_regret_drawn (const ab_regrets *regrets, uint32_t node, int player, uint64_t *stream) {
  const ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
  ab_view v = view_of(regrets, chair);
  ab_regret_draw drawn = {0, 0};
  if (may_stray(chair))
    drawn.strays = draw(stream) >= steadiness(regrets);
  if (v.all > 1 && v.count > 0)
    drawn.choice = drawn.strays ? draw_any(&v, stream) : draw_matched(&v, stream);
  return drawn;
}

/* Each playout weighs one more than the one before (linear weights: Brown and Sandholm 2019): what was learned when less was
** known of the positions below is forgotten. So what stands here is divided by so much before one more is added. */
static double ageing (const ab_regret_seat *seat) { return seat->playouts > 0 ? (seat->playouts + 1.0) / seat->playouts : 1; }

/* What all playouts weigh then, the last one 1. */
static double weight_of (const ab_regret_seat *seat) { return (seat->playouts + 1.0) / 2; }

/* What the strategy is taken to have gained. Where worlds differ, that may hang on which choices there are, and what was drawn
** stands for the strategy as it stands for itself. Elsewhere nothing is gained in the mean, and that stands for playouts in
** which the player strays: it varies less. */
static double gained (const ab_view *v, ab_regret_draw drawn, double gain) {
  double likely;
  if (!v->worlds)
    return drawn.strays ? 0 : gain;
  likely = matched(v, drawn.choice);
  return likely > 0 ? gain / (explored(v, drawn.choice) / likely) : 0;
}

/* The choice stands for itself in all playouts, in which it is as likely as it was; the others are expected to pay what they
** paid before. So no estimate is wrong on average. Returns the sum of the urges. `worlds`: they differ, a constant, for which the
** compiler makes a loop of its own. */
AB_INLINE double learn (const ab_view *v, ab_regret_draw drawn, double gain, double age, int worlds) {
  double weighed = v->count > 0 ? gain / explored(v, drawn.choice) : 0;
  double lost = v->count > 0 ? gained(v, drawn, gain) : 0;
  double own = weighed - lost, other = 0 - lost, sum = 0;
  int i = 0, stop;
  while (i < v->all) {
    ab_regret_choice *choice = run_from(v, i, &stop);
    for (; i < stop; i++, choice++) {
      int here = !worlds || is_here(v, i);
      double more = here ? (i == drawn.choice ? own : other) : 0, urge = choice->urge / age + more;
      choice->likely = choice->likely / age + (here ? matched_by(v, choice->urge) : 0);
      choice->regret = choice->regret / age + more;
      choice->urge = urge > 0 ? urge : 0;
      sum += choice->urge;
    }
  }
  return sum;
}

/* How much more than usual a playout is taken to have paid. What it paid where another player strays does not count; where none
** does, it stands for those playouts, too. */
static double gain_of (const ab_regrets *regrets, uint32_t node, int player, const ab_regret_draw *drawn, double more) {
  int other;
  for (other = 0; other < regrets->players && more != 0; other++)
    if (other != player && may_stray(ab_regret_chair_at(regrets, node, other)))
      more = drawn[other].strays ? 0 : more / steadiness(regrets);
  return more;
}

static int count_strays (const ab_regrets *regrets, const ab_regret_draw *drawn) {
  int player, count = 0;
  for (player = 0; player < regrets->players; player++)
    count += drawn[player].strays;
  return count;
}

void ab_regret_learn (ab_regrets *regrets, uint32_t node, const ab_regret_draw *drawn, ab_value *payoffs) {
  ab_regret_seat *seat = ab_regret_seat_at(regrets, node);
  int player, strays = count_strays(regrets, drawn);
  for (player = 0; player < regrets->players; player++) {
    ab_regret_chair *chair = ab_regret_chair_at(regrets, node, player);
    ab_view v = view_of(regrets, chair);
    double mean = seat->playouts > 0 ? chair->paid / seat->playouts : payoffs[player];
    double gain = gain_of(regrets, node, player, drawn, payoffs[player] - mean);
    if (v.worlds)
      learn(&v, drawn[player], gain, ageing(seat), 1);
    else
      chair->sum = learn(&v, drawn[player], gain, ageing(seat), 0);
    payoffs[player] = strays > 0 ? mean : payoffs[player];
    chair->paid += payoffs[player];
  }
  seat->playouts++;
}

/* ---------------------------------------------------------------- what was learned */

double ab_regret_paid (const ab_regrets *regrets, int player) {
  return ab_regret_chair_at(regrets, 0, player)->paid / ab_regret_seat_at(regrets, 0)->playouts;
}

static const ab_regret_choice *learned (const ab_regrets *regrets, int player, int choice) {
  return choice_at(regrets, ab_regret_chair_at(regrets, 0, player)->first + (uint32_t)choice);
}

double ab_regret_likely (const ab_regrets *regrets, int player, int choice) {
  return learned(regrets, player, choice)->likely / weight_of(ab_regret_seat_at(regrets, 0));
}

double ab_regret_mean (const ab_regrets *regrets, int player, int choice) {
  return learned(regrets, player, choice)->regret / weight_of(ab_regret_seat_at(regrets, 0));
}

void ab_regret_free (ab_regrets *regrets, const ab_mem *mem) {
  ab_pages_free(&regrets->seats, mem, AB_REGRET_PAGE * sizeof(ab_regret_seat));
  ab_pages_free(&regrets->chairs, mem, AB_REGRET_PAGE * sizeof(ab_regret_chair));
  ab_pages_free(&regrets->choices, mem, AB_REGRET_PAGE * sizeof(ab_regret_choice));
  ab_pages_free(&regrets->here, mem, AB_REGRET_PAGE * sizeof(ab_regret_here));
}
