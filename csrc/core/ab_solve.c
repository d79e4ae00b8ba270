/*
** Solving a game: first every position that can be reached is found, then all are valued: ab_retro.c, or where chance decides,
** too, or both players at once, ab_sweep.c.
**
** The positions that are still to be opened stand on a stack. To open one is to try its moves, one after the other. Before
** a function of the game is called everything is in its place, and `phase` says which call it is: if it leaves by longjmp
** it is repeated.
*/
#include <string.h>
#include "ab_chance.h"
#include "ab_clock.h"
#include "ab_retro.h"
#include "ab_sweep.h"

enum { NEXT, FETCH, CHANCE, BOTH, MOVES, MOVE, MORE, PLAY, KEY, PLAYER, KEEP, UNDO, LAST, VALUE, CLEAR, SOLVED };

#define AB_PAGE ((size_t)16384) /* bytes in a page of the stack, unless an entry is larger */

struct ab_solve {
  const ab_game *game;
  void *context;
  ab_mem mem;
  ab_solve_options options;
  ab_keeper keeper;  /* of no functions: the bytes of a position are all there is */
  ab_graph graph;
  ab_retro retro;
  ab_sweep sweep;    /* where values are means */
  ab_pages stack;    /* of entries: the number of a position, and its bytes */
  size_t waiting;    /* entries */
  size_t entry_size, entries; /* bytes of an entry; entries in a page */
  size_t opened;
  char *room;        /* two positions: the one that is opened, and its child; then a list of moves, or two */
  size_t room_size;
  int in_place;      /* there is one position, that moves change and `undo` turns back */
  int phase;
  uint32_t here;     /* the position that is opened */
  uint32_t child;
  uint32_t first;    /* where its moves begin */
  int count, number; /* its moves, and the one under way; in a game that is asked for `more`, count is AB_LAZY */
  int rolled;        /* chance decides there: they are outcomes */
  int counts[2];     /* of choices, where both players choose at once: its moves are joint ones, row by row; else 0, 0 */
  int mixed;         /* chance decides somewhere, or both players at once: values are means */
  double *parts;     /* their probabilities */
  size_t parts_room; /* elements */
  int broken;        /* a number of moves that cannot be */
  double outside;    /* a payoff or a weight that cannot be */
  ab_played played;
  ab_value payoff;
  uint64_t key;
  int player;        /* to move in `here`, 1 or 2 */
  ab_clock clock;
  double limit;      /* seconds of this step; negative: none */
  int granted;       /* the step has begun to work */
  uint64_t left;     /* nodes of this step that are not granted yet */
  uint64_t budget;   /* nodes until the next look at the clock */
};

static size_t aligned (size_t size) { return (size + 7) / 8 * 8; }

static void *here_of (ab_solve *s) { return s->room; }

static void *child_of (ab_solve *s) { return s->in_place ? s->room : s->room + aligned(s->game->state_size); }

static ab_move *list_of (ab_solve *s) {
  return s->game->max_moves == 0 ? NULL : (ab_move *)(void *)(s->room + 2 * aligned(s->game->state_size));
}

static ab_move move_of (ab_solve *s) {
  return s->game->max_moves == 0 ? (ab_move)s->number : list_of(s)[s->number - 1];
}

/* The list of choices of player 2 stands behind that of player 1. */
static ab_move *choices_of (ab_solve *s, int player) {
  return s->game->max_moves == 0 ? NULL : list_of(s) + player * s->game->max_moves;
}

static int at_least_one (int count) { return count > 0 ? count : 1; }

/* Do both players choose at once there? */
static int is_joint (const ab_solve *s) { return s->counts[0] + s->counts[1] > 0; }

/* What each of them chooses in the joint move under way. */
static void choose (ab_solve *s, ab_move moves[2]) {
  int columns = at_least_one(s->counts[1]), places[2], i;
  places[0] = (s->number - 1) / columns;
  places[1] = (s->number - 1) % columns;
  for (i = 0; i < 2; i++)
    moves[i] = s->counts[i] == 0 ? AB_NO_CHOICE : s->game->max_moves == 0 ? (ab_move)places[i] + 1
                                                                          : choices_of(s, i)[places[i]];
}

/* An entry of the stack; its bytes follow the number. */
static uint64_t *entry (const ab_solve *s, size_t slot) {
  return (uint64_t *)(void *)((char *)s->stack.list[slot / s->entries] + slot % s->entries * s->entry_size);
}

/* ---------------------------------------------------------------- beginning and end */

ab_solve_options ab_solve_options_default (void) {
  ab_solve_options options;
  memset(&options, 0, sizeof options);
  options.positions = 1000000;
  options.tolerance = 1e-9;
  return options;
}

/* May values be means? They are finite then. */
static int has_means (const ab_game *game) { return game->chance != NULL || game->simultaneous != NULL; }

static int may_solve (const ab_game *game, const ab_solve_options *options) {
  return ab_game_flaw(game) == NULL && game->evaluate != NULL && game->key != NULL && options->positions >= 1
      && options->positions <= AB_MAX_POSITIONS && options->endless == options->endless
      && (options->endless == 0 || game->player != NULL) && options->tolerance > 0
      && (!has_means(game) || (options->endless < AB_INF && options->endless > -AB_INF));
}

ab_solve *ab_solve_new (const ab_game *game, void *context, const void *state, const ab_solve_options *options,
                        ab_alloc alloc, void *ud) {
  ab_solve_options usual = ab_solve_options_default();
  ab_solve *s;
  if (!may_solve(game, options == NULL ? &usual : options))
    return NULL;
  s = alloc(ud, NULL, 0, sizeof *s);
  if (s == NULL)
    return NULL;
  memset(s, 0, sizeof *s);
  s->game = game;
  s->context = context;
  s->mem.alloc = alloc;
  s->mem.ud = ud;
  s->options = options == NULL ? usual : *options;
  if (s->options.keeper != NULL)
    s->keeper = *s->options.keeper;
  s->in_place = game->undo != NULL && s->keeper.keep != NULL;
  s->entry_size = sizeof(uint64_t) + aligned(game->state_size);
  s->entries = s->entry_size < AB_PAGE ? AB_PAGE / s->entry_size : 1;
  s->room_size = 2 * (aligned(game->state_size) + (size_t)game->max_moves * sizeof(ab_move));
  ab_retro_init(&s->retro, s->options.endless);
  s->sweep.endless = s->options.endless;
  s->sweep.tolerance = s->options.tolerance;
  s->room = alloc(ud, NULL, 0, s->room_size);
  if (s->room == NULL) {
    ab_solve_free(s);
    return NULL;
  }
  memcpy(child_of(s), state, game->state_size);
  s->here = AB_NOBODY;
  s->phase = KEY;
  return s;
}

#define PIECE 32 /* as long as so many positions takes it to give some pages back */

static void charge (ab_solve *s) { s->budget -= s->budget < PIECE ? s->budget : PIECE; }

static int free_some_of_stack (ab_solve *s) {
  return ab_pages_free_some(&s->stack, &s->mem, s->entries * s->entry_size);
}

void ab_solve_free (ab_solve *s) {
  if (s == NULL)
    return;
  ab_pages_free(&s->stack, &s->mem, s->entries * s->entry_size);
  ab_retro_free(&s->retro, &s->mem);
  ab_sweep_free(&s->sweep, &s->mem);
  ab_mem_free(&s->mem, s->parts, s->parts_room, sizeof *s->parts);
  ab_graph_free(&s->graph, &s->mem);
  ab_mem_free(&s->mem, s->room, s->room_size, 1);
  s->mem.alloc(s->mem.ud, s, sizeof *s, 0);
}

/* ---------------------------------------------------------------- opening positions */

/* Room for whatever the next move may lead to. */
static int make_room (ab_solve *s) {
  return ab_graph_reserve(&s->graph, &s->mem)
      && (s->game->chance == NULL || ab_sweep_reserve(&s->sweep, &s->mem, s->graph.links))
      && ab_pages_reserve(&s->stack, &s->mem, s->waiting / s->entries + 1, s->entries * s->entry_size);
}

/* Take up the next position; 0: there is none. */
static int take_next (ab_solve *s) {
  if (s->waiting == 0)
    return 0;
  s->here = (uint32_t)*entry(s, s->waiting - 1);
  memcpy(here_of(s), entry(s, s->waiting - 1) + 1, s->game->state_size);
  s->player = ab_graph_spot(&s->graph, s->here)->next & AB_SECOND ? 2 : 1;
  s->first = (uint32_t)s->graph.links;
  s->rolled = s->counts[0] = s->counts[1] = 0;
  return 1;
}

/* Is that a number of moves? */
static int may_be (ab_solve *s, int count) {
  int most = s->game->max_moves > 0 ? s->game->max_moves : AB_MAX_MOVES;
  s->broken = count;
  return (count >= 0 && count <= most) || (count == AB_LAZY && s->game->more != NULL && s->game->max_moves == 0);
}

/* Does chance decide here? Then its outcomes are taken for moves. */
static ab_status roll (ab_solve *s) {
  int most;
  do {
    most = ab_game_most_outcomes(s->game);
    if (!ab_mem_reserve(&s->mem, &s->parts, &s->parts_room, (size_t)most, sizeof *s->parts))
      return AB_NOMEM;
    s->count = s->game->chance(s->context, here_of(s), list_of(s), s->parts);
  } while (s->count > most && s->count <= ab_game_most_outcomes(s->game));
  s->broken = s->count;
  if (s->count < 0 || s->count > most)
    return AB_BROKEN;
  s->rolled = s->count > 0;
  s->mixed |= s->rolled;
  return ab_chance_weigh(s->parts, s->count, &s->outside) ? AB_DONE : AB_OUTSIDE;
}

/* Do both players choose at once? */
static ab_status join (ab_solve *s) {
  ab_move *lists[2];
  int counts[2] = {0, 0};
  lists[0] = choices_of(s, 0);
  lists[1] = choices_of(s, 1);
  if (!s->game->simultaneous(s->context, here_of(s), lists, counts))
    return AB_DONE;
  if (!ab_game_may_choose(s->game, 2, counts, &s->broken))
    return AB_BROKEN;
  memcpy(s->counts, counts, sizeof counts);
  s->count = at_least_one(counts[0]) * at_least_one(counts[1]);
  s->mixed = s->sweep.at_once = 1;
  return AB_DONE;
}

static void play (ab_solve *s) {
  void *child = child_of(s);
  int copied = s->game->undo != NULL && !s->in_place;
  void *from = copied ? child : here_of(s);
  ab_move moves[2];
  if (copied)
    memcpy(child, here_of(s), s->game->state_size);
  if (is_joint(s)) {
    choose(s, moves);
    s->played = s->game->play_at_once(s->context, from, moves, child, &s->payoff);
  }
  else
    s->played = s->game->play(s->context, from, move_of(s), child, &s->payoff);
}

static void undo (ab_solve *s) {
  ab_move moves[2];
  if (is_joint(s)) {
    choose(s, moves);
    s->game->undo_at_once(s->context, here_of(s), moves);
  }
  else
    s->game->undo(s->context, here_of(s), move_of(s));
}

/* The payoff as the player sees it who is to move where the game is over. */
static ab_value own_payoff (const ab_solve *s, int player) {
  return s->game->viewpoint && player == 2 ? -s->payoff : s->payoff;
}

/* A mean of infinite payoffs is no number. */
static int is_payoff (ab_solve *s) {
  s->outside = s->payoff;
  return !has_means(s->game) || (s->payoff < AB_INF && s->payoff > -AB_INF);
}

/* Is the joint move under way the last of its row? */
static int ends_row (const ab_solve *s) { return is_joint(s) && s->number % at_least_one(s->counts[1]) == 0; }

/* Add the child, if it is new, and the move to it. 1: it is to be opened; 0: it is not, or it is known. */
static int link_child (ab_solve *s, int player) {
  uint32_t i = ab_graph_find(&s->graph, s->key);
  int is_new = i == AB_NOBODY;
  if (is_new) {
    i = ab_graph_add(&s->graph, s->key);
    if (player == 2)
      ab_graph_spot(&s->graph, i)->next |= AB_SECOND;
    if (s->here != AB_NOBODY && s->played == AB_OVER) {
      ab_retro_end(&s->retro, &s->graph, i, own_payoff(s, player));
      s->opened++;
    }
  }
  else if ((player == 2) != ((ab_graph_spot(&s->graph, i)->next & AB_SECOND) != 0))
    s->sweep.shared = 1;
  if (s->here != AB_NOBODY) {
    if (s->game->chance != NULL)
      ab_sweep_note(&s->sweep, s->graph.links, s->rolled ? s->parts[s->number - 1] : 1);
    *ab_graph_move(&s->graph, s->graph.links++) = i | (player == s->player ? AB_SAME : 0) | (ends_row(s) ? AB_ROW_END : 0);
  }
  s->child = i;
  return is_new && (s->here == AB_NOBODY || s->played != AB_OVER);
}

/* All moves of the position were tried, and some are legal. */
static void close_position (ab_solve *s) {
  *ab_graph_move(&s->graph, s->graph.links - 1) |= AB_LAST;
  ab_graph_spot(&s->graph, s->here)->first = s->first;
  if (s->rolled || is_joint(s))
    ab_graph_spot(&s->graph, s->here)->next |= s->rolled ? AB_ROLLED : AB_AT_ONCE;
  ab_retro_open(&s->graph, s->here, (uint32_t)s->graph.links - s->first);
}

/* Is there no room for what the child may be? */
static int is_full (const ab_solve *s) {
  return s->graph.links == AB_NOWHERE
      || (s->graph.positions == s->options.positions && ab_graph_find(&s->graph, s->key) == AB_NOBODY);
}

/* The child has its key; then its player. */
static ab_status meet_child (ab_solve *s) {
  int player = s->here == AB_NOBODY ? 1 : s->rolled ? s->player : 3 - s->player; /* who move in turn */
  if (s->phase == KEY) {
    s->key = s->game->key(s->context, child_of(s));
    s->phase = PLAYER;
  }
  if (s->key == AB_NO_KEY || is_full(s)) {
    s->phase = KEY;
    return s->key == AB_NO_KEY ? AB_KEYLESS : AB_TOO_MANY;
  }
  if (s->here == AB_NOBODY && !make_room(s))
    return AB_NOMEM;
  if (s->game->player != NULL)
    player = s->game->player(s->context, child_of(s));
  if (s->here != AB_NOBODY && s->played == AB_OVER && !is_payoff(s))
    return AB_OUTSIDE;
  s->phase = link_child(s, player) ? KEEP : UNDO;
  return AB_DONE;
}

/* The child is put on the stack. */
static void keep_child (ab_solve *s) {
  uint64_t *slot = entry(s, s->waiting);
  *slot = s->child;
  memcpy(slot + 1, child_of(s), s->game->state_size);
  if (s->keeper.keep != NULL)
    s->keeper.keep(s->context, child_of(s), s->waiting);
  s->waiting++;
  s->phase = UNDO;
}

/* Back to the position that is opened. The one that all began with has come from none. */
static void leave_child (ab_solve *s) {
  if (s->here != AB_NOBODY && s->in_place)
    undo(s);
  s->phase = s->here == AB_NOBODY ? NEXT : MOVE;
}

/* What is asked of a position where chance does not decide? */
static int after_chance (const ab_solve *s) { return s->game->simultaneous != NULL ? BOTH : MOVES; }

/* Begin to open the next position. */
static ab_status open_position (ab_solve *s) {
  switch (s->phase) {
    case NEXT:
      if (!take_next(s)) {
        if (free_some_of_stack(s))
          s->phase = VALUE;
        else
          charge(s);
        break;
      }
      s->budget--;
      s->phase = FETCH; /* fall through */
    default:
      if (s->keeper.fetch != NULL)
        s->keeper.fetch(s->context, here_of(s), s->waiting - 1);
      s->waiting--;
      s->phase = s->game->chance != NULL ? CHANCE : after_chance(s);
  }
  return AB_DONE;
}

/* What can happen in the position? */
static ab_status ask_for_moves (ab_solve *s) {
  if (s->phase == CHANCE) {
    ab_status status = roll(s);
    if (status != AB_DONE)
      return status;
    s->phase = s->rolled ? MOVES : after_chance(s);
  }
  if (s->phase == BOTH) {
    ab_status status = join(s);
    if (status != AB_DONE)
      return status;
    s->phase = MOVES;
  }
  if (!s->rolled && !is_joint(s)) {
    s->count = s->game->moves(s->context, here_of(s), list_of(s));
    if (!may_be(s, s->count))
      return AB_BROKEN;
  }
  s->number = 0;
  s->phase = MOVE;
  return AB_DONE;
}

/* Try the next move, if there is one. */
static ab_status try_move (ab_solve *s) {
  switch (s->phase) {
    case MOVE:
      if (s->number == s->count) {
        s->phase = LAST;
        break;
      }
      s->number++;
      s->phase = MORE; /* fall through */
    case MORE:
      if (s->count == AB_LAZY && !s->game->more(s->context, here_of(s), (ab_move)s->number)) {
        s->phase = LAST;
        break;
      }
      if (!is_joint(s) && !may_be(s, s->number))
        return AB_BROKEN;
      s->phase = PLAY; /* fall through */
    default:
      if (!make_room(s))
        return AB_NOMEM;
      play(s);
      s->broken = s->number;
      if (s->played == AB_ILLEGAL && (s->rolled || is_joint(s)))
        return AB_BROKEN;
      s->phase = s->played == AB_ILLEGAL ? MOVE : KEY;
  }
  return AB_DONE;
}

/* The moves of a position are done. Where there was none that is legal the game is over. */
static ab_status end_position (ab_solve *s) {
  if (s->graph.links > s->first)
    close_position(s);
  else {
    s->payoff = s->game->evaluate(s->context, here_of(s));
    if (!is_payoff(s))
      return AB_OUTSIDE;
    ab_retro_end(&s->retro, &s->graph, s->here, own_payoff(s, s->player));
  }
  s->opened++;
  s->phase = NEXT;
  return AB_DONE;
}

/* All positions are valued: some of what was needed for that is given back. */
static void clear (ab_solve *s) {
  if (ab_retro_free_some(&s->retro, &s->mem) && ab_sweep_free_some(&s->sweep, &s->mem)
      && ab_graph_free_moves(&s->graph, &s->mem))
    s->phase = SOLVED;
}

/* ---------------------------------------------------------------- steps */

/* Grant the analysis more nodes; 0: the step is over. One is always granted, so that steps come to an end. */
static int grant (ab_solve *s) {
  double worked = s->limit >= 0 ? ab_clock_look(&s->clock) : 0;
  if (s->left == 0 || (s->granted && s->limit >= 0 && !ab_clock_has_time(&s->clock, worked, s->limit)))
    return 0;
  s->granted = 1;
  s->budget = s->limit >= 0 && s->clock.slice < s->left ? s->clock.slice : s->left;
  s->left -= s->budget;
  return 1;
}

static ab_status advance (ab_solve *s) {
  ab_status status = AB_DONE;
  switch (s->phase) {
    case NEXT: case FETCH: return open_position(s);
    case CHANCE: case BOTH: case MOVES: return ask_for_moves(s);
    case MOVE: case MORE: case PLAY: return try_move(s);
    case KEY: case PLAYER: return meet_child(s);
    case KEEP: keep_child(s); break;
    case UNDO: leave_child(s); break;
    case LAST: return end_position(s);
    case CLEAR:
      charge(s);
      clear(s);
      break;
    default:
      status = s->mixed ? ab_sweep_run(&s->sweep, &s->graph, &s->mem, &s->budget)
                        : ab_retro_run(&s->retro, &s->graph, &s->mem, &s->budget);
      if (status == AB_DONE) {
        s->phase = CLEAR;
        clear(s);
      }
  }
  return status;
}

ab_status ab_solve_resume (ab_solve *s) {
  while (s->phase != SOLVED) {
    ab_status status;
    if (s->budget == 0 && (s->phase == NEXT || s->phase == VALUE || s->phase == CLEAR) && !grant(s))
      return AB_PAUSED;
    status = advance(s);
    if (status != AB_DONE && status != AB_PAUSED)
      return status;
  }
  return AB_DONE;
}

ab_status ab_solve_step (ab_solve *s, uint64_t nodes, double seconds) {
  ab_clock_init(&s->clock, s->options.now);
  ab_clock_start(&s->clock);
  s->limit = s->options.now == NULL ? -1 : seconds;
  s->left = nodes > 0 ? nodes : UINT64_MAX;
  s->budget = 0;
  s->granted = 0;
  return ab_solve_resume(s);
}

/* ---------------------------------------------------------------- what is known */

const char *ab_solve_broken (const ab_solve *s, int *count) {
  *count = s->broken;
  return s->phase == CHANCE ? "chance" : s->phase == BOTH ? "simultaneous" : s->phase == PLAY ? "play" : "moves";
}

const char *ab_solve_outside (const ab_solve *s, double *given) {
  *given = s->outside;
  return s->phase == CHANCE ? "chance" : s->phase == LAST ? "evaluate" : "play";
}

size_t ab_solve_count (const ab_solve *s) { return s->graph.positions; }
size_t ab_solve_opened (const ab_solve *s) { return s->opened; }

ab_solved ab_solve_position (const ab_solve *s, size_t i) {
  uint32_t plies = ab_graph_facts(&s->graph, i)->plies;
  ab_solved solved;
  solved.key = ab_graph_spot(&s->graph, i)->key;
  solved.value = *ab_graph_value(&s->graph, i);
  solved.plies = plies & AB_ORDER ? -1 : (int)plies;
  solved.order = plies != AB_NO_PLIES && plies & AB_ORDER ? (int)(plies & AB_INDEX) : -1;
  solved.better = ab_retro_better(&s->graph, i);
  solved.over = (ab_graph_spot(&s->graph, i)->next & AB_ENDED) != 0;
  return solved;
}

int ab_solve_find (const ab_solve *s, uint64_t key, ab_solved *found) {
  uint32_t i = s->phase == SOLVED ? ab_graph_find(&s->graph, key) : AB_NOBODY;
  if (i == AB_NOBODY)
    return 0;
  *found = ab_solve_position(s, i);
  return 1;
}

/* ---------------------------------------------------------------- as bytes */

/* A position as it is dumped. */
typedef struct ab_dumped {
  uint64_t key;
  ab_value value;
  int32_t plies; /* -1: none; below that: -1 less the order */
  int16_t better, over;
} ab_dumped;

static ab_dumped dumped_position (const ab_solve *s, size_t i) {
  ab_solved solved = ab_solve_position(s, i);
  ab_dumped dumped;
  dumped.key = solved.key;
  dumped.value = solved.value;
  dumped.plies = solved.order > 0 ? -1 - solved.order : solved.plies;
  dumped.better = (int16_t)solved.better;
  dumped.over = (int16_t)solved.over;
  return dumped;
}

size_t ab_solve_dump_begin (const ab_solve *s, ab_dumping *dumping) {
  memset(dumping, 0, sizeof *dumping);
  dumping->count = s->phase == SOLVED ? s->graph.positions : 0;
  return dumping->count * sizeof(ab_dumped);
}

size_t ab_solve_dump_on (const ab_solve *s, ab_dumping *dumping, void *bytes, size_t room) {
  char *to = bytes; /* at any address */
  size_t left = room / sizeof(ab_dumped);
  for (; left > 0 && dumping->at < dumping->count; left--) {
    ab_dumped dumped = dumped_position(s, dumping->at++);
    memcpy(to, &dumped, sizeof dumped);
    to += sizeof dumped;
  }
  return (size_t)(to - (char *)bytes);
}

size_t ab_solve_dump (const ab_solve *s, void *bytes) {
  ab_dumping dumping;
  size_t size = ab_solve_dump_begin(s, &dumping);
  return bytes == NULL ? size : ab_solve_dump_on(s, &dumping, bytes, size);
}

/* Can that be a position, of so many? */
static int may_be_solved (const ab_dumped *dumped, size_t count) {
  return dumped->key != AB_NO_KEY && dumped->value == dumped->value && dumped->plies >= -1 - (int64_t)count
      && dumped->plies < (int64_t)count && dumped->better >= -1 && dumped->better <= 1
      && (dumped->better != 0) == (dumped->plies >= 0);
}

/* Add a position; 0: it is none, or there is no memory. */
static int take_dumped (ab_solve *s, const ab_dumped *dumped, size_t count) {
  uint32_t number;
  if (!may_be_solved(dumped, count) || !ab_graph_reserve(&s->graph, &s->mem)
      || ab_graph_find(&s->graph, dumped->key) != AB_NOBODY)
    return 0;
  number = ab_graph_add(&s->graph, dumped->key);
  ab_retro_restore(&s->graph, number, dumped->value, dumped->plies, dumped->better);
  if (dumped->plies < -1)
    ab_graph_facts(&s->graph, number)->plies = AB_ORDER | (uint32_t)(-1 - dumped->plies);
  if (dumped->over)
    ab_graph_spot(&s->graph, number)->next |= AB_ENDED;
  s->opened++;
  return 1;
}

ab_solve *ab_solve_undump_begin (size_t size, ab_undumping *undumping, ab_alloc alloc, void *ud) {
  ab_solve *s;
  if (size == 0 || size / sizeof(ab_dumped) > AB_MAX_POSITIONS || size % sizeof(ab_dumped) != 0)
    return NULL;
  s = alloc(ud, NULL, 0, sizeof *s);
  if (s == NULL)
    return NULL;
  memset(s, 0, sizeof *s);
  s->mem.alloc = alloc;
  s->mem.ud = ud;
  s->phase = CLEAR;
  memset(undumping, 0, sizeof *undumping);
  undumping->size = size;
  return s;
}

int ab_solve_undump_on (ab_solve *s, ab_undumping *undumping, const void *bytes, size_t size) {
  const char *from = bytes;
  size_t whole = undumping->size - undumping->at, left = (size < whole ? size : whole) / sizeof(ab_dumped);
  if (left == 0)
    return 0;
  for (; left > 0; left--, from += sizeof(ab_dumped)) {
    ab_dumped dumped;
    memcpy(&dumped, from, sizeof dumped);
    if (!take_dumped(s, &dumped, undumping->size / sizeof dumped))
      return 0;
  }
  undumping->at += (size_t)(from - (const char *)bytes);
  if (undumping->at == undumping->size)
    clear(s); /* at once: there is hardly anything to be given back */
  return 1;
}

ab_solve *ab_solve_undump (const void *bytes, size_t size, ab_alloc alloc, void *ud) {
  ab_undumping undumping;
  ab_solve *s = ab_solve_undump_begin(size, &undumping, alloc, ud);
  if (s != NULL && !ab_solve_undump_on(s, &undumping, bytes, size)) {
    ab_solve_free(s);
    return NULL;
  }
  return s;
}
