---@meta alphabeta
-- What editors know of `require "alphabeta"`, in annotations as LuaLS reads them (LuaCATS). It is not for
-- running. spec/docs_spec.lua compares it with the module itself and with doc/reference.md.

-- luacheck: ignore 212 241 (no function has a body, so arguments and classes are not used)

--- Game-tree search: rules in Lua or C, the search in C.
---@class alphabeta
local alphabeta = {}

--- "alphabeta 1.0.0"
alphabeta._VERSION = ""

----------------------------------------------------------------------------------------------------
-- A game

--- A position: any value except nil and false. A game without `undo` must not change a state that it was given.
---@alias alphabeta.Position any

--- A move: any value except nil.
---@alias alphabeta.Move any

--- The moves of a position: a list, an iterator that returns the next move at each call and nil at the end, or
--- nil if there are none.
---@alias alphabeta.Moves alphabeta.Move[]|fun(): alphabeta.Move?

--- The rules of a game and its evaluation. Every game needs one of `moves`, `width` and `successors`; it needs
--- `evaluate` (for `path`: `goal`); and it needs `play`, unless it has `successors` and no `chance`. You may add fields
--- of your own.
---@class alphabeta.Game
--- for error messages
---@field name? string
--- the names of the players: two different ones, or one for each player
---@field sides? string[]
--- the legal moves, in the order to try them; none: the game is over. The search keeps the list until it leaves the
--- position
---@field moves? fun(state: alphabeta.Position, list?: alphabeta.Move[]): alphabeta.Moves|integer|nil
--- the position after the move; if the game is over there, also its payoff, for the player to move there; with
--- `players`, the list of all payoffs
---@field play? fun(state: alphabeta.Position, move: any, second?: any): alphabeta.Position?, number|number[]|nil
--- the payoff of a finished game, or an estimate where the search stops, for the player to move. Integers up to 2^53
--- in magnitude, floats and infinities are allowed, NaN is not. With `players`: a list with a finite number for each
---@field evaluate? fun(state: alphabeta.Position): number|number[]
--- the payoff if the game is over, as `evaluate` would return it; else nil or false. It is called before `evaluate`,
--- which then need not find out whether the game is over. false: the second result of `play` tells every end
---@field finished? false|fun(state: alphabeta.Position): number|number[]|false|nil
--- what matters in an unfinished position, for the player to move: numbers up to 2^53 in magnitude, with `weights` one
--- for each weight. With `fills`, write them into the given list and return their number
---@field features? fun(state: alphabeta.Position, list?: number[]): number[]|integer
--- the static evaluation is scale * tanh(sum of weights[i] * features[i]), and `evaluate` is called in finished
--- positions only; 1 to 65535 finite numbers; needs `features` and `scale`
---@field weights? number[]
--- 1e-300 to 2^960; with `weights`: the evaluation lies strictly between -scale and scale
---@field scale? number
--- how far the game is, from 0, the beginning, to 1, the end
---@field phase? fun(state: alphabeta.Position): number
--- 1 to 50, default: 1; from 2 on `weights` has a number for each feature at the beginning, then at each further phase
--- to the end of the game, and goes over from one to the next by `phase`
---@field phases? integer
--- the names of the features, to show to people
---@field feature_names? string[]
--- if chance decides here: the outcomes (a roll, a card: any value except nil), and their weights, positive numbers of
--- which only the ratio matters; default: all equal. nil: a player decides. `play` plays an outcome as it plays a move
---@field chance? fun(state: alphabeta.Position): any[]?, number[]?
--- the choices of player 1, of player 2, and with `players` of all, if they choose at once here; nil as the first: no.
--- `play` and `undo` then get one of each. Needs `player`, and `viewpoint` or `players`
---@field simultaneous? fun(state: alphabeta.Position): any[]?, ...: any[]?
--- two finite numbers, low below high: no payoff and no estimate lies outside. They follow `viewpoint`; without it low
--- must be -high. With `players`: of each player's own payoff
---@field range? { [1]: number, [2]: number }
--- takes back the last move or outcome; `play` then changes the state in place. true: `play` changes the state in
--- place, and the library takes back the changes in all tables that can be reached from it
---@field undo? true|fun(state: alphabeta.Position, move: alphabeta.Move, second?: any)
--- with `undo = true`: the tables that belong to the position, instead of the state; cannot yield
---@field reach? fun(state: alphabeta.Position): table, ...
--- with `undo = true`: the most tables that may be reached from a position, 1 to 2^24; default 65536
---@field tables? integer
--- who is to move; without it, the players alternate
---@field player? fun(state: alphabeta.Position): integer
--- `evaluate` and the payoff from `play` are always for player 1; needs `player`
---@field viewpoint? 1
--- the number of players, 2 to 8: `player` returns 1 to that, and payoffs are lists with a number for each player;
--- needs `player`
---@field players? integer
--- a position that, for all that the player knows, could be the true one; draw it with random(n), which returns a
--- number from 1 to n. It is a new state that shares nothing mutable with the given one; needs `player`
---@field determinize? fun(state: alphabeta.Position, player: integer, random: fun(n: integer): integer): any
--- everything that the player knows
---@field information? fun(state: alphabeta.Position, player: integer): integer|string
--- `moves` returns the moves as multiple results
---@field variadic? boolean
--- `moves` writes the moves into the list that it gets as second argument, and returns their number; so does `noisy`
---@field fills? boolean
--- instead of `moves`: the moves are 1 to `width`, 1 to 65535; `play` returns nil (with `undo`: false) for an
--- illegal one
---@field width? integer
--- some of the listed moves may be illegal: `play` returns nil (with `undo`: false) for them; `successors` may contain
--- false in their place
---@field pseudolegal? boolean
--- equal for equal positions with the same player to move, different for all others; switches on the table
---@field key? fun(state: alphabeta.Position): integer|string
--- a position that has occurred before on the line of play, or in `history`, ends the game, and is worth this to
--- player 1; when a game is solved, endless play is worth this. Needs `key`; unless it is 0, needs `player`
---@field repetition? number
--- moves with larger numbers are tried earlier
---@field order? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- for `quiescence`: the moves to follow beyond the horizon; none: the position is quiet; true: every move, and no
--- standing pat
---@field noisy? fun(state: alphabeta.Position, list?: alphabeta.Move[]): alphabeta.Move[]|integer|true|nil
--- low and high: the value is certain to lie between them, for the player to move
---@field bounds? fun(state: alphabeta.Position): number, number
--- 0 to 1, for `threshold`
---@field likelihood? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- instead of `moves` and `play`: the positions after each move; moves are then 1, 2, ... Outcomes of `chance` still
--- need `play`
---@field successors? fun(state: alphabeta.Position): alphabeta.Position[]?
--- for `path`: is it solved?
---@field goal? fun(state: alphabeta.Position): boolean
--- for `path`: what a move costs, 0 to 2^960; default: 1
---@field cost? fun(state: alphabeta.Position, move: alphabeta.Move): number
--- for `path`: a lower bound of the cost still to come, 0 to 2^960; infinite: there is no way
---@field estimate? fun(state: alphabeta.Position): number
--- a position to begin with; the search does not call it
---@field initial? fun(...): alphabeta.Position
--- a position as text; with `determinize`: what this player may see; nil: everything
---@field format? fun(state: alphabeta.Position, player?: integer): string
--- reads what `format` writes; or returns nil and what is wrong
---@field parse? fun(text: string): alphabeta.Position?, string?
--- a move as text; default: a string or a number as it is, a table by its contents: {from=3,to=7}. With
--- `simultaneous`: a choice of that player
---@field format_move? fun(state: alphabeta.Position, move: alphabeta.Move, player?: integer): string
--- reads what `format_move` writes; or returns nil, and perhaps what is wrong
---@field parse_move? fun(state: alphabeta.Position, text: string, player?: integer): alphabeta.Move?, string?

--- Turns a game of several players into a game for two: player 1 is one of them; player 2 stands for all others, who
--- minimise what that one gets. It has `viewpoint`, the states and moves of the game, and its other fields except
--- `bounds`, `determinize` and `information`. Raises an error if an argument does not fit.
---@param game alphabeta.Game with `players`, 2 to 8; `player` gives 1 to that, and payoffs are lists of so many numbers
---@param me integer 1 to `players`
---@return alphabeta.Game
function alphabeta.paranoid(game, me) end

---@class alphabeta.CopyOptions
--- the most tables that may be reached, 1 to 2^24; default 65536
---@field tables? integer

--- Copies a position and all tables that can be reached from it by keys and values, without metamethods; tables that
--- refer to each other do so in the copy. Metatables are kept; functions, userdata and threads are shared. Raises an
--- error, with the path, if it reaches the globals, loaded modules, a host's own tables, a weak table, or a table
--- with `__close` or `__gc`, or if there are too many tables.
---@generic T
---@param state T
---@param options? alphabeta.CopyOptions
---@return T
function alphabeta.copy(state, options) end

----------------------------------------------------------------------------------------------------
-- Searching

---@alias alphabeta.Algorithm
---| "alphabeta" # Knuth and Moore's F2
---| "pvs" # principal variation search: the default with a table or `order`, without `chance`, `simultaneous`
---| "mtdf"
---| "aspiration"
---| "bisection" # for solving
---| "mcts" # Monte-Carlo tree search
---| "minimax" # F
---| "branch-and-bound" # F1
---| "minimax-alphabeta" # F2 and G2, as printed
---| "iterative" # the non-recursive procedure, as printed
---| "F"
---| "F1"
---| "F2"

---@class alphabeta.SearchOptions
--- plies to look ahead, 0 to 1000; default: to the end of the game, or as far as `time` and `nodes` allow
---@field depth? integer
--- seconds to search at most, 0 or more
---@field time? number
--- `time`, also in steps, counts processor time of this thread, not what other programs use
---@field processor? boolean
--- positions to visit at most, 1 to 2^53
---@field nodes? integer
--- search to depth 1, 2, ... up to the limits; default: true if `time` or `nodes` is given, or there is a table (except
--- for "bisection" to the end of the game, and where both players choose at once); with a table, no other limits and
--- without `on_depth`, every second depth on the way to a `depth` without `proven`, or depths 6, 10, 14 ... to the end
--- of the game
---@field deepening? boolean
--- {alpha, beta}, alpha < beta: only values between these matter
---@field window? number[]
--- value and move are the same for all but "mcts"
---@field algorithm? alphabeta.Algorithm
--- a table to keep from search to search; false: none; default: in a game with `key`, a table of the search's own
---@field table? alphabeta.Table|false
--- with a shared table: this search helps other searches of this position by what it stores, each number in its own
--- way, until `t:stop()`; 1 to 1000
---@field helper? integer
--- for games in C: the number of threads that search, 0 to 256; 0: one for each processor; default: 1. With "mcts" the
--- move may vary
---@field threads? integer
--- in a game with `range`: deepening ends once the best move is proven to be worth the maximum; default: true
--- without `depth`, and in players; no effect with `all`, `margin_random`, `temperature` or a function as `choose`, in
--- a game with `chance` or `simultaneous`, nor with `shortest` in one with `bounds`
---@field proven? boolean
--- also use results of deeper searches from the table: the value is then no longer exactly the one at this depth
---@field deeper? boolean
--- in a game with `repetition`: keys of earlier positions
---@field history? (integer|string)[]
--- plies to follow `noisy` moves beyond the horizon, 0 to 1000; default: 0
---@field quiescence? integer
--- among moves of the same value win (above 0) in fewer plies, lose (below 0) in more; exact
---@field shortest? boolean
--- for "aspiration", "mtdf" and "bisection": the expected value; default: that of the last depth, or 0
---@field guess? number
--- for "aspiration": how far off the guess may be, above 0; default: 1
---@field margin? number
--- above 0, up to 1: stop where the product of the moves' likelihoods falls below this
---@field threshold? number
--- called after each completed depth; return true to stop
---@field on_depth? fun(result: alphabeta.Result): boolean?
--- record the tree, or 1 to 10^9 positions of it; default: false
---@field trace? boolean|integer
--- find the exact value of every move
---@field all? boolean
--- which of the best moves to play; a function gets the list `result.moves` and returns the `move` of an
--- entry; default: "first"
---@field choose? "first"|"random"|fun(moves: alphabeta.RootMove[]): alphabeta.Move
--- with choose = "random": also moves whose value is at most this much below the best; 0 or more, finite
---@field margin_random? number
--- a number from 1 to n, for choose = "random", `temperature`, and where players choose at once; default: math.random
---@field random? fun(n: integer): integer
--- draw the move with weights exp((value - best) / temperature): a number above 0, in units of the payoff; finds the
--- exact value of every move
---@field temperature? number
--- where players choose at once: whose choice `move` is, one of the players, 1 to 8; default: 1. In such a game with
--- `determinize` also for whom worlds are drawn; default: the player to move, or player 1 where all choose
---@field me? integer
--- where both players choose at once: the value may be wrong by so much, a number above 0; default: by
--- rounding only
---@field precision? number
--- where players choose at once: take the likeliest choice instead of drawing one; default: false
---@field pure? boolean
--- with `temperature`: never draw a move that loses within this many plies after it, and draw a move that wins so
--- if there is one; 0 to 1000, 0: do not look; default: 1
---@field guard? integer
--- for "mcts": the most playouts, 1 to 2^53; the first one is always finished
---@field playouts? integer
--- for "mcts": the constant of UCB1, above 0, up to 1000, on values scaled to 0..1; default: 0.5. Where all choose at
--- once each player strays in e / (e + 2) of the playouts
---@field exploration? number
--- for "mcts": moves of a playout before `evaluate` is asked, 0 to 1000; default: to the end of the game
---@field playout_depth? integer
--- for "mcts": favour moves that `order` ranks high while they have few visits; needs `order`
---@field bias? boolean
--- for "mcts": chooses the move of a playout, one of the list; default: any at random
---@field policy? fun(state: alphabeta.Position, moves: alphabeta.Move[], random: fun(n: integer): integer): any
--- for "mcts": the largest size of the tree, 1 to 2^53; default: 64 MB
---@field bytes? integer
--- for "mcts": the seed of all that playouts draw; with `draws` that of the outcomes; 0 to 2^53; default: 1
---@field seed? integer
--- in a game with `chance` and `key`: where there are more outcomes, draw so many of them, 1 to 65535, by `seed` and
--- the key; the value is an estimate
---@field draws? integer

--- What a search has found. `value` is for the player to move, in a game for two with `simultaneous` for player 1.
--- `tostring` returns a line: move, value, depth, number of positions.
---@class alphabeta.Result
--- the move to play; nil if the game is over, or no move has been searched yet
---@field move? alphabeta.Move
--- the value of the position; nil if nothing is known yet
---@field value? number
--- whether `value` is the value itself, a lower or upper bound of it, or an estimate
---@field bound? "exact"|"lower"|"upper"|"estimate"
--- the line of best play, which begins with `move`; it may end early if the table had the answer
---@field pv alphabeta.Move[]
--- plies of the last completed search
---@field depth integer
--- positions visited
---@field nodes integer
--- the positions among them that were not expanded
---@field leaves? integer
--- beta cut-offs
---@field cutoffs? integer
--- seconds
---@field time number
--- why the search stopped early; nil: it is complete
---@field stopped? "time"|"nodes"|"callback"|"stop"|"closed"|"dirty"
--- with the option `threads`, unless it is 1: how many threads may have taken part
---@field threads? integer
--- if there is a table
---@field table? alphabeta.TableUse
--- with "mcts"
---@field playouts? integer
--- with `draws`: the option, and the seed by which outcomes were drawn
---@field draws? integer
---@field seed? integer
--- with `all`, `temperature`, or a function as `choose`: best first; with "mcts" always, by visits; with `strategies`
--- choices of `me`
---@field moves? alphabeta.RootMove[]
--- with `all`, `margin_random`, `temperature`, or a function as `choose`: the moves that share the best value
---@field best? alphabeta.Move[]
--- where players choose at once: how likely each choice of each of them is
---@field strategies? alphabeta.Choice[][]
--- with `strategies`: the distance between what each player is sure to get; with "mcts" an estimate
---@field gap? number
--- with `strategies`, in a game with `players`: what the playouts have paid each player on average
---@field values? number[]
--- with `trace`: the root
---@field tree? alphabeta.Node

--- A choice of a player where players choose at once.
---@class alphabeta.Choice
---@field move any
---@field probability number
--- with `all`: what it is worth to player 1 against the other player's strategy; with `players` to the player himself
---@field value? number

---@class alphabeta.RootMove
---@field move alphabeta.Move
--- as the player to move at the root sees it; in a game for two with `simultaneous`: player 1
---@field value number
--- where all choose at once: how often the strategy takes it, 0 to 1; then without `bound` and `pv`
---@field probability? number
---@field bound? "exact"|"lower"|"upper"|"estimate"
--- begins with `move`
---@field pv? alphabeta.Move[]
--- with "mcts": how many playouts began with it
---@field visits? integer

---@class alphabeta.TableUse
--- positions looked up
---@field probes integer
--- those that the table settled
---@field hits integer
--- positions stored
---@field stores integer
--- size of the table
---@field bytes integer

--- A recorded position. Its list holds its children, in the order of visits. Numbers are for the player to move in it.
---@class alphabeta.Node
---@field [integer] alphabeta.Node
--- the move or outcome that leads here; nil at the root
---@field move? alphabeta.Move
--- the probability of the outcome that leads here; nil: a move leads here
---@field probability? number
--- players chose at once: `move` is a joint move
---@field at_once? true
--- the window on arrival
---@field alpha number
---@field beta number
--- the value on leaving; nil if the search was still inside
---@field value? number
--- the same player is to move as in the position above
---@field same? true
--- the position was valued, not expanded
---@field leaf? true
--- a leaf that the table, the game's `bounds` or a repetition of `history` settled: outside of the window `value` is a
--- bound
---@field settled? true
--- an outcome that was only probed, for a bound: its player is sure of `value`
---@field probed? true
--- a cut-off ended the search of the position: at beta, or, where chance decides, at alpha
---@field cut? true
--- with "mcts": how many playouts passed through
---@field visits? integer
--- with "mcts", in a game with `players`: whose payoff `value` is
---@field player? integer
--- at the root: more positions were visited than recorded
---@field truncated? true

--- Searches, and returns what it found.
---
--- Raises an error if an argument does not fit, an option is unknown, or a callback breaks its contract. Errors of
--- callbacks pass through.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return alphabeta.Result
function alphabeta.search(game, state, options) end

--- Makes a search to step; nothing is searched yet. Raises an error as `search` does.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return alphabeta.Search
function alphabeta.start(game, state, options) end

--- Searches deeper and deeper: returns an iterator over the results of completed depths. Raises an error as `search`
--- does.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SearchOptions
---@return fun(): alphabeta.Result?
function alphabeta.deepen(game, state, options) end

--- A search under way. It may be a to-be-closed variable.
---@class alphabeta.Search
local Search = {}

---@class alphabeta.StepLimits
--- positions to visit, 1 to 2^53
---@field nodes? integer
--- seconds to work, 0 or more
---@field time? number
--- with "mcts": 1 to 2^53
---@field playouts? integer
--- depths to complete, 1 to 1000
---@field depths? integer

--- Searches until a limit is reached; without limits, to the end. Raises an error if the search is closed or is
--- running now. Errors of callbacks pass through; then the search may be stepped again.
---@param limits? alphabeta.StepLimits
---@return boolean finished
function Search:step(limits) end

--- The best known so far.
---@return alphabeta.Result
function Search:result() end

--- Frees the memory and keeps the result. Raises an error if the search is running now.
function Search:close() end

----------------------------------------------------------------------------------------------------
-- Solving

---@class alphabeta.SolveOptions
--- the most positions, 1 to 250000000; default: 10^6
---@field positions? integer
--- in a game with `chance` or `simultaneous`: stop once no value changes by more than this, above 0; default: 1e-9
---@field tolerance? number
--- called every 10,000 positions, with the number of positions expanded and found
---@field on_progress? fun(done: integer, known: integer)
--- show the progress on standard error, if that is a terminal
---@field progress? boolean

--- A game in which every position is valued. `#solution` is the number of positions.
---@class alphabeta.Solution
---@operator len: integer
local Solution = {}

---@class alphabeta.SolvedMove
---@field move alphabeta.Move
--- as the player to move sees it; in a game with `simultaneous` player 1
---@field value number
--- the move itself included; nil: the value is that of endless play
---@field plies? integer

--- Values all positions that can be reached. Raises an error if the game or an option does not fit, or if there are
--- more positions than `positions`. Errors of callbacks pass through.
---@param game alphabeta.Game it needs `key`
---@param state alphabeta.Position
---@param options? alphabeta.SolveOptions
---@return alphabeta.Solution
function alphabeta.solve(game, state, options) end

--- The same in steps.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.SolveOptions
---@return alphabeta.Solver
function alphabeta.start_solve(game, state, options) end

--- The value of the position for the player to move, in a game with `simultaneous` for player 1; nil: the solution
--- does not have it.
---@param state alphabeta.Position
---@return number?
function Solution:value(state) end

--- The fewest plies in which the side that gains over endless play can force the value; nil: the value is that of
--- endless play, the solution does not have the position, or there is `chance` or `simultaneous`.
---@param state alphabeta.Position
---@return integer?
function Solution:plies(state) end

--- All legal moves, in the game's order; nil: the solution does not have the position.
---@param state alphabeta.Position
---@return alphabeta.SolvedMove[]?
function Solution:moves(state) end

--- The best move: the shortest win or the longest loss; nil where the game is over, chance decides or both choose at
--- once, or the solution does not have the position.
---@param state alphabeta.Position
---@return alphabeta.Move?
function Solution:move(state) end

--- Where both players choose at once: how likely each choice of either is; else nil.
---@param state alphabeta.Position
---@return alphabeta.Choice[][]?
function Solution:strategies(state) end

--- A player that plays the best moves, and draws from its strategy where both choose at once.
---@param seed? integer 0 to 2^53; default: it draws by `math.random`
---@return alphabeta.Player
function Solution:player(seed) end

--- The whole solution as a string, for `alphabeta.undump`.
---@param game? alphabeta.Game default: its own
---@param state? alphabeta.Position
---@param write? fun(piece: string) takes it in pieces instead, and may yield
---@return string? text nil with `write`
function Solution:dump(game, state, write) end

--- A game that is being solved.
---@class alphabeta.Solver
local Solver = {}

---@class alphabeta.SolverLimits
--- positions and moves to look at, 1 to 2^53
---@field nodes? integer
--- seconds to work, 0 or more
---@field time? number

--- Solves until a limit is reached; without limits, to the end. Raises an error if the solver is closed or is running
--- now. Errors of callbacks pass through; then the solver may be stepped again.
---@param limits? alphabeta.SolverLimits
---@return boolean finished
function Solver:step(limits) end

--- The solution; nil: it is not complete yet.
---@return alphabeta.Solution?
function Solver:result() end

--- Frees the memory; a solution that was found stays valid.
function Solver:close() end

----------------------------------------------------------------------------------------------------
-- One player

---@class alphabeta.PathOptions
--- default: "astar" with `key`, else "idastar"
---@field algorithm? "astar"|"idastar"|"beam"
--- the way costs at most so many times the least, from 1 to 2^60; not with "beam"
---@field weight? number
--- of a beam, which needs it: positions, 1 to 250000000; not with the others
---@field width? integer
--- of memory for positions, 1 to 2^53; default: 2^28; with "idastar" of a table, default: none
---@field bytes? integer
--- positions to visit at most, 1 to 2^53
---@field nodes? integer
--- seconds to work at most, 0 or more
---@field time? number
--- called every 10,000 positions or so: those visited, and what the way costs at least
---@field on_progress? fun(nodes: number, least: number)
--- draw how far it is on standard error, if that is a terminal
---@field progress? boolean

---@class alphabeta.PathResult
--- the moves lead to a goal
---@field solved boolean
--- if nothing is solved, to the position of the least estimate; nil: there is no way
---@field moves? alphabeta.Move[]
---@field cost? number
--- "exact", "at most 1.5 times", "none"
---@field bound string
--- no way costs less; infinite: there is none
---@field least number
---@field nodes integer
---@field time number
---@field stopped? "nodes"|"time"|"bytes"|"width"|"closed"|"dirty"

--- The cheapest sequence of moves to a goal. Raises an error if the game or an option does not fit, and what a callback
--- raises.
---@param game alphabeta.Game it needs `goal`
---@param state alphabeta.Position
---@param options? alphabeta.PathOptions
---@return alphabeta.PathResult
function alphabeta.path(game, state, options) end

--- The same in steps.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param options? alphabeta.PathOptions
---@return alphabeta.Path
function alphabeta.start_path(game, state, options) end

--- A search for a way.
---@class alphabeta.Path
local Path = {}

--- Works on, until a limit is met; without limits to the end. Raises an error if the search is closed, or is the one
--- that is calling, and what a callback raises: it may then be stepped again.
---@param limits? alphabeta.SolverLimits
---@return boolean finished
function Path:step(limits) end

--- What is known so far. Raises an error if the search is the one that is calling.
---@return alphabeta.PathResult
function Path:result() end

--- Gives the memory back and keeps the result.
function Path:close() end

----------------------------------------------------------------------------------------------------
-- Tables

---@class alphabeta.TableOptions
--- the largest size, 1 to 2^53; default: 64 * 2^20
---@field bytes? integer
--- other Lua states of this process may share it; its memory does not come from Lua
---@field shared? boolean
--- Lua's collector counts its memory, and frees it in one piece; not with `shared`
---@field counted? boolean
--- from `t:handle()` in another Lua state: the same table; not with the other options
---@field handle? string

--- A transposition table to keep from search to search, for one game. `#t` is the number of entries.
---@class alphabeta.Table
---@operator len: integer
local Table = {}

--- Makes an empty table. Raises an error if an option is unknown or does not fit.
---@param options? alphabeta.TableOptions
---@return alphabeta.Table
function alphabeta.table(options) end

--- Forgets all entries, and the game, at once; the table keeps its memory.
function Table:clear() end

--- A handle for `alphabeta.table { handle = ... }` in other states; it is valid as long as one of them has the table.
--- Raises an error if the table is not shared.
---@return string
function Table:handle() end

--- Stops the searches with `helper` that use the table by handles made so far, in all states. Raises an error if the
--- table is not shared.
function Table:stop() end

---@class alphabeta.TableStats
--- the current size
---@field bytes integer
--- the largest size
---@field limit integer
---@field entries integer

--- Its size and its entries.
---@return alphabeta.TableStats
function Table:stats() end

--- The contents as a string, for `alphabeta.undump`. Raises an error if the table is unused and no game is given.
---@param game? alphabeta.Game default: the one that first used it
---@param state? alphabeta.Position
---@param write? fun(piece: string) takes it in pieces instead, and may yield
---@return string? text nil with `write`
function Table:dump(game, state, write) end

--- Writes a table or a solution to a file. Raises an error if it cannot.
---@param file string
---@param what alphabeta.Table|alphabeta.Solution
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param pause? fun() called between two pieces; may yield
function alphabeta.save(file, what, game, state, pause) end

--- Reads a saved table or solution. Raises an error if the file does not exist, is damaged, or belongs to another game,
--- state, version or machine.
---@param file string
---@param game alphabeta.Game
---@param state alphabeta.Position the one that it was saved with
---@param pause? fun() called between two pieces; may yield
---@return alphabeta.Table|alphabeta.Solution
function alphabeta.load(file, game, state, pause) end

--- The table or solution that `dump` turned into a string. Raises an error as `load` does.
---@param text string
---@param game alphabeta.Game
---@param state alphabeta.Position the one that it was dumped with
---@param pause? fun() called between two pieces; may yield
---@return alphabeta.Table|alphabeta.Solution
function alphabeta.undump(text, game, state, pause) end

----------------------------------------------------------------------------------------------------
-- Native games

--- A position of a native game; it never changes. `==` compares bytes, `tostring` uses the game's `format`.
---@class alphabeta.State
local State = {}

--- A copy, to keep a state that a callback was given.
---@return alphabeta.State
function State:copy() end

--- A game in C, as Lua sees it: a game like any other, over `alphabeta.State` and integers as moves.
---@class alphabeta.NativeGame: alphabeta.Game
--- the position that `write` turns into this list; or nil and what is wrong with the list
---@field read fun(list: integer[]): alphabeta.State?, string?
--- the position as a list of integers
---@field write? fun(state: alphabeta.State): integer[]
--- in games that come with the library: the same game in plain Lua
---@field lua? table

--- Makes a game from the handle of another library (`ab_native` in csrc/alphabeta.h), or, by its name, one of this
--- library, without what is written for people. Raises an error if it is not a native game, or was compiled for
--- another version of the header.
---@param handle userdata|string
---@param parameters? number[] of a game that comes with the library, such as width and height
---@return alphabeta.NativeGame
function alphabeta.native(handle, parameters) end

----------------------------------------------------------------------------------------------------
-- Players and matches

--- A player: returns a move, and perhaps a table about its work ({ nodes, time, value, depth, pv }, as in the result of
--- a search). To resign, it returns nil, and perhaps a string that says why. It must leave the state as it was.
---@alias alphabeta.Player fun(state: alphabeta.Position, game: alphabeta.Game, about?: alphabeta.About): any, any

--- What a match tells its players about the game.
---@class alphabeta.About
--- the option `seed` of the match
---@field seed? integer
--- the number of the pair in the series; 1 in a single game
---@field pair integer
--- the number of the game in the pair, or round
---@field number integer
--- how many moves players have made
---@field ply integer
--- in a game with `repetition`: keys of the earlier positions
---@field history? (integer|string)[]
--- where all choose at once: the side that the player chooses for
---@field player? integer

---@class alphabeta.PlayerOptions: alphabeta.SearchOptions
--- 0 to 2^53: choose among the best moves at random (unless `choose` is given), repeatably; with `temperature`: the
--- seed of the draw; with "mcts": each search gets its seed from this one
---@field seed? integer

--- A player that searches, and also returns the result. In a game with `key` it keeps a table of its own from move to
--- move. It finishes won games: once its line ends in a finished game, it takes the best move that wins soonest or
--- loses latest (unless `shortest` is false, or cannot be used with the other options). In a match it starts each game
--- with an empty table of its own, and draws by its seed and the number of the game. Raises an error if an option is
--- unknown or does not fit.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.Player
function alphabeta.player(options) end

--- A player that draws its moves, all equally likely; in a match, by the seed and the number of the game.
---@param seed? integer 0 to 2^53; default: it draws by math.random
---@return alphabeta.Player
function alphabeta.random_player(seed) end

---@alias alphabeta.Command fun(state: alphabeta.Position, game: alphabeta.Game, argument: string): any, any

---@class alphabeta.HumanOptions
--- a file, or a function that returns the next line, nil at the end; default: io.stdin
---@field input? file*|fun(): string?
--- a file, or a function that takes text; default: io.stdout
---@field output? file*|fun(text: string)
--- the prompt; default: "your move: ", and where all choose at once "your choice, NAME: "
---@field prompt? string|fun(state: alphabeta.Position, game: alphabeta.Game, about: alphabeta.About): string
--- first show the position, by the game's `format` if it has one, and the menu if moves are numbered; in a match
--- also how it ended; default: true
---@field show? boolean
--- other words that may be entered, followed by an argument. What a command returns is the player's answer; if it
--- returns nothing, the person is asked again. "resign" is built in
---@field commands? table<string, alphabeta.Command>

--- A person who enters moves. The game's `parse_move` reads them; or they are the texts of `format_move`, or the moves
--- themselves, or their numbers if texts are alike or cannot be typed. If the input is neither a legal move nor a
--- command, the person is asked again; `?` and `help` show what may be entered. At the end of the input the player
--- resigns. Raises an error if an option is unknown or does not fit.
---@param options? alphabeta.HumanOptions
---@return alphabeta.Player
function alphabeta.human(options) end

--- The text of a move, an outcome of chance, or a joint move, as everything in the library shows it. Raises an error if
--- an argument does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param move alphabeta.Move
---@param player? integer where all choose at once: it is a choice of this player
---@return string
function alphabeta.text(game, state, move, player) end

--- The legal move, outcome of chance, or joint move that a text means. The text is one of `alphabeta.text`, or anything
--- that the game's `parse_move` reads. The state is left as it was. Raises an error if an argument does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position
---@param text string
---@param player? integer where all choose at once: it means a choice of this player
---@return alphabeta.Move? move nil if there is none
---@return string? message
function alphabeta.parse(game, state, text, player) end

---@class alphabeta.SessionOptions
--- the starting position; default: `game.initial()`. A game with `undo` changes it
---@field state? alphabeta.Position
--- one for each player; default: player 1 is a person, the others are the computer
---@field seats? ("human"|"computer"|alphabeta.Player)[]
--- the computer's level, a name or a number, or a list with one for each player; default: the middle one
---@field level? integer|string|(integer|string)[]
--- levels as `alphabeta.levels` returns them, the weakest first; default: five that need not be found first
---@field levels? alphabeta.Level[]
--- search options of the strongest of these five levels, of hints and of values; default: { time = 1 }
---@field think? alphabeta.PlayerOptions
--- the text of another session, whose game continues here, with its seats, levels and seed unless they are given
---@field text? string
--- 0 to 2^53: with the same seed, the dice and the computer's moves are the same; default: drawn by math.random
---@field seed? integer
--- called after each move and outcome of chance
---@field on_move? fun(entry: alphabeta.SessionMove)
--- called when a player's turn begins, also after moves were taken back
---@field on_turn? fun(player: integer)
--- called when the game is over
---@field on_end? fun(outcome: alphabeta.Outcome)

---@class alphabeta.SessionLimits
--- positions visited, 1 to 2^53
---@field nodes? integer
--- seconds, 0 or more
---@field time? number

---@class alphabeta.SessionMove
--- the move or outcome of chance
---@field move any
---@field text string
--- who made it; nil: chance, or all at once
---@field player? integer
--- all have chosen at once: `move` is a joint move
---@field at_once? boolean
--- the second result of the player; if the computer moved, the result of its search
---@field info? any

---@class alphabeta.Outcome
--- nil: no single player won
---@field winner? integer
--- the payoff of each player; nil if a player lost before the game was over
---@field payoffs? number[]
--- "finished", "repetition", or why a player lost before the game was over
---@field reason string
--- in words
---@field text string

---@class alphabeta.MoveText
---@field move alphabeta.Move
---@field text string

---@class alphabeta.MoveValue: alphabeta.MoveText
--- nil if it is not known
---@field value? number

---@class alphabeta.Hint: alphabeta.Result
--- in words
---@field text string

---@class alphabeta.Thinking: alphabeta.Hint
--- the expected line: `pv`, or empty
---@field line alphabeta.Move[]

---@class alphabeta.SessionLevel
--- weak, easy, medium, strong or strongest, if there are five; else its number
---@field name string
---@field options alphabeta.PlayerOptions

---@class alphabeta.SessionSeat
---@field kind "human"|"computer"|"player"
--- the level of the computer in this seat
---@field level integer

--- A game that is being played.
---@class alphabeta.Session
--- the current position
---@field state alphabeta.Position
--- who is to move; nil: chance decides, or the game is over
---@field player? integer
--- how many moves players have made
---@field turn integer
---@field over boolean
--- how the game has ended
---@field outcome? alphabeta.Outcome
local Session = {}

--- Does what is due: an outcome of chance, a slice of the computer's thinking, its move, another player's move, a slice
--- of a hint. It takes no longer than the limits allow, except in players that are your own functions; without limits,
--- a search runs to its end.
---@param limits? alphabeta.SessionLimits
---@return boolean due there is more to be done
function Session:step(limits) end

--- Plays a move for the person to move: the move itself or its text.
---@param move alphabeta.Move|string
---@return alphabeta.SessionMove? entry nil if it cannot be played now
---@return string? message
function Session:play(move) end

--- The legal moves of the person to move; none if it is not a person's turn.
---@return alphabeta.MoveText[]
function Session:moves() end

--- The moves so far, outcomes of chance included.
---@return alphabeta.SessionMove[]
function Session:played() end

--- The whole game as readable lines of text, for the option `text` of another session.
---@return string
function Session:text() end

--- Takes back this many moves of players, 1 to 65535; default: back to the last time that a person was to move.
---@param count? integer
---@return integer? taken how many moves of players; nil: there are fewer, and nothing was changed
---@return string? message
function Session:take_back(count) end

--- Plays again this many moves of players that were taken back, 1 to 65535; default: to where a person is to move.
---@param count? integer
---@return integer? again how many moves of players; nil: there are fewer, and nothing was changed
---@return string? message
function Session:redo(count) end

--- The best move for the person to move. The first call asks for it, `step` works on it, and a later call returns it.
--- It is forgotten when the position changes.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.Hint? result nil: not known yet, or not available
---@return string? message why it is not available
function Session:hint(options) end

--- The value of each legal move of the person to move; works like `hint`.
---@param options? alphabeta.PlayerOptions
---@return alphabeta.MoveValue[]? list nil: not known yet, or not available
---@return string? message why it is not available
function Session:values(options) end

--- What each move of the game cost, as `alphabeta.review` returns it. It works like `hint`, but at any time; in games
--- with hidden cards, at the end. Default: the limits of the option `think`.
---@param options? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[]? list nil: not known yet, or not available
---@return string? message why it is not available
function Session:review(options) end

--- What the running search has found so far; nil: no search is running.
---@return alphabeta.Thinking?
function Session:thinking() end

--- The levels at which the computer can play, the weakest first.
---@return alphabeta.SessionLevel[]
function Session:levels() end

--- Who sits where.
---@return alphabeta.SessionSeat[]
function Session:seated() end

--- Sets the level at which the computer plays in a seat.
---@param seat integer
---@param level integer|string
function Session:set_level(seat, level) end

--- Gives a seat to a person, the computer, or another player.
---@param seat integer
---@param player "human"|"computer"|alphabeta.Player
function Session:set_seat(seat, player) end

--- Frees the memory of its searches. The fields can still be read.
function Session:close() end

--- Begins a game between persons, the computer and other players, which is played in small steps. Raises an error if an
--- argument does not fit, or an option is unknown.
---@param game alphabeta.Game
---@param options? alphabeta.SessionOptions
---@return alphabeta.Session
function alphabeta.session(game, options) end

---@class alphabeta.SprtOptions
--- hypothesis H0: the first player is stronger by no more than this, between -10000 and 10000
---@field elo0 number
--- hypothesis H1: the first player is stronger by this, between -10000 and 10000; elo0 < elo1
---@field elo1 number
--- the probability of accepting H1 although H0 holds, above 0, below 0.5; default: 0.05
---@field alpha? number
--- the probability of accepting H0 although H1 holds; default: 0.05
---@field beta? number

---@class alphabeta.MatchOptions
--- play a series of this many games, an even number from 2 to 10^6: each opening twice, with sides changed; with more
--- than two players a multiple of their number
---@field games? integer
--- starting positions, one for each pair of games, over and over (the argument `state` is then nil); without `games`,
--- each is used for one pair
---@field openings? alphabeta.Position[]
--- random moves at the beginning, 0 to 10^6, the same in both games of a pair; default: 0
---@field opening_plies? integer
--- the seed of the random moves and of chance, 0 to 2^53; default: they are drawn by math.random
---@field seed? integer
--- instead of drawing outcomes: returns the number of the outcome that happens, from 1
---@field dice? fun(state: alphabeta.Position, outcomes: any[], weights: number[]): integer
--- the most moves of players: a game that is not finished by then is a draw, 1 to 10^6; default: 1000
---@field max_plies? integer
--- what happens if a player raises an error: it loses the game, or the match ends with the error; default: "lose"
---@field errors? "lose"|"raise"
--- after each move: the position it leads to, the move, what else the player returned, the player's number; after
--- an outcome of chance: nil for the last two; after a joint move: a list of what each player returned, and nil
---@field on_move? fun(state: alphabeta.Position, move: alphabeta.Move, info: any, player?: integer)
--- after each game; true ends the series after this pair
---@field on_game? fun(game: alphabeta.MatchGame, number: integer): boolean?
--- show the progress on standard error, if that is a terminal; default: false
---@field progress? boolean
--- end the series as soon as a sequential probability ratio test has a verdict
---@field sprt? alphabeta.SprtOptions
--- play only these pairs of the series, the first and the last: list of two integers, the first and the last pair, from
--- 1 on; with `games` and `seed`, without `sprt`
---@field part? integer[]

---@class alphabeta.MatchTally
--- the sum of the `nodes` that the player reported
---@field nodes number
--- the sum of the `time` that the player reported, or else processor time
---@field time number
---@field moves integer

---@class alphabeta.MatchGame
--- the number of the winner in `players`; nil: a draw, or several share place 1
---@field winner? integer
--- "finished", "repetition", "not finished after 1000 plies", or why the loser lost: "illegal move 7",
--- "error: ...", "no move", or the reason given on resigning
---@field reason string
--- the payoff of side 1; nil if the game was not finished, and with `players`
---@field payoff? number
--- in a game with `players`: the payoff of each player of the match; nil if the game was not finished
---@field payoffs? number[]
--- in a game with `players`: the place of each player of the match; equal payoffs share the better place
---@field places? integer[]
--- the number of the player who had side 1
---@field first integer
--- all moves of the game, outcomes of chance included
---@field moves alphabeta.Move[]
--- how many of them players made
---@field plies integer
--- how many of `moves` were random opening moves
---@field opening integer
--- the last position; nil in a game with `undo`, whose state has been turned back
---@field state? alphabeta.Position
--- of each player
---@field players alphabeta.MatchTally[]

---@class alphabeta.SprtResult
--- logarithm of the likelihood ratio
---@field llr number
--- at or below it, H0 is accepted
---@field lower number
--- at or above it, H1 is accepted
---@field upper number
--- nil: no verdict yet
---@field verdict? "H0"|"H1"

--- A series, from the first player's point of view. Wins and Elo are there for two players only.
---@class alphabeta.MatchSeries
---@field wins? integer
---@field draws? integer
---@field losses? integer
--- 0 to 1: the share of wins, with draws counted half
---@field score? number
--- how much stronger the first player is, by that score; it may be infinite
---@field elo? number
--- the 95 % interval of that
---@field elo_low? number
---@field elo_high? number
--- how many pairs of games gave the first player 0, 1/2, 1, 3/2, 2 points
---@field pairs? integer[]
--- in a game with `players`: for each player, the share of opponents beaten, with ties counted half; 0 to 1
---@field points? number[]
--- the 95 % intervals of that
---@field points_low? number[]
---@field points_high? number[]
---@field games alphabeta.MatchGame[]
--- sums over the games
---@field players alphabeta.MatchTally[]
--- with the option `sprt`
---@field sprt? alphabeta.SprtResult
--- nil if all games were played
---@field stopped? "sprt"|"callback"
--- with the option `part`: the first and the last pair
---@field part? integer[]
--- with the option `part`, or `missing`: the number of pairs of the whole series
---@field of? integer
--- from `alphabeta.merge`: the pairs that no part has, as a list of ranges; nil: none is missing
---@field missing? integer[][]

--- Plays a game; with the option `games` or `openings`, a series.
---
--- The first player has side 1, the next one side 2 ... A series consists of pairs of games with sides changed; in a
--- game with `players`, of rounds in which everybody has every side once. A player who makes an illegal move, raises an
--- error or resigns loses that game. Errors of the game are raised where the referee calls it, and so are, whoever
--- thinks, a lack of memory, an interrupt, and an error of a debug hook. The state of a game with `undo` is restored at
--- the end, even then. Raises an error if an argument does not fit or an option is unknown.
---@param game alphabeta.Game
---@param state? alphabeta.Position|fun(pair: integer): alphabeta.Position the starting position, or a function that
--- returns one for each pair of games; nil with the option `openings`
---@param players alphabeta.Player[] two, or one for each player of the game
---@param options? alphabeta.MatchOptions
---@return alphabeta.MatchGame|alphabeta.MatchSeries
function alphabeta.match(game, state, players, options) end

---@class alphabeta.MergeOptions
--- end where the undivided series would have ended with this option
---@field sprt? alphabeta.SprtOptions

--- Joins parts into one series, the same as if it had been played at once, except for the times. The parts may come in
--- any order; a pair in several parts counts once. A series without `part` begins with the first pair. If given results
--- of `learn` with different seeds, it returns the mean weights. Raises an error if an argument does not fit or an
--- option is unknown.
---@param list alphabeta.MatchSeries[]|alphabeta.Learned[]
---@param options? alphabeta.MergeOptions of series
---@return alphabeta.MatchSeries|alphabeta.Learned
function alphabeta.merge(list, options) end

----------------------------------------------------------------------------------------------------
-- The search in Lua alone

--- What `require "alphabeta.pure"` gives: functions of the library for a game with `moves` that returns a list, or
--- `width`, `pseudolegal`, `play`, `undo`, `evaluate`, `finished`, `player`, `viewpoint`, `key`, `order`, and features
--- with weights.
---@class alphabeta.pure
---@field search fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): alphabeta.Result
---@field start fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): alphabeta.Search
---@field deepen fun(game: alphabeta.Game, state: any, options?: alphabeta.pure.Options): fun(): alphabeta.Result?
---@field player fun(options?: alphabeta.pure.PlayerOptions): alphabeta.Player
---@field table fun(options?: { bytes?: integer }): alphabeta.pure.Table
---@field copy fun(state: any, options?: alphabeta.CopyOptions): any

--- As in `alphabeta.SearchOptions`; there are no others.
---@class alphabeta.pure.Options
---@field depth? integer
---@field time? number
---@field nodes? integer
---@field deepening? boolean
---@field all? boolean
---@field choose? "first"|"random"|fun(moves: alphabeta.RootMove[]): alphabeta.Move
---@field random? fun(n: integer): integer
---@field table? alphabeta.pure.Table|false

---@class alphabeta.pure.PlayerOptions: alphabeta.pure.Options
---@field seed? integer

--- A table to keep from search to search.
---@class alphabeta.pure.Table
---@field clear fun(self: alphabeta.pure.Table) forgets all entries, and the game
---@field stats fun(self: alphabeta.pure.Table): table `bytes`, `limit`, `entries`

----------------------------------------------------------------------------------------------------
-- Looking at a search

--- Recorded searches (option `trace`) to look at.
---@class alphabeta.tree
alphabeta.tree = {}

--- Those of all views.
---@class alphabeta.tree.Options
--- a move, or where both choose at once a joint move, as text; default: the game's `format_move`; without `game` the
--- move's own text, and no state here
---@field format_move? fun(state?: alphabeta.Position, move: alphabeta.Move, is_joint?: boolean): string
--- that was searched: it writes the moves, which are played again for that
---@field game? alphabeta.Game
--- the position at the root; with `game`
---@field state? alphabeta.Position
--- takes the text in pieces instead, some of them empty, and may yield
---@field write? fun(text: string)

---@class alphabeta.tree.TextOptions: alphabeta.tree.Options
--- how many children of a node are shown, 1 to 10^9, besides the principal variation; default: 8
---@field width? integer
--- how many plies are shown, 0 to 1000; default: all
---@field depth? integer
--- draw with ASCII alone; default: UTF-8
---@field ascii? boolean

--- The tree as text, a line for each node: move, value, window, cut-off. The principal variation is the
--- heavy line. Raises an error if there is no recorded tree, or an option is unknown or does not fit.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.TextOptions
---@return string? text nil with option `write`
function alphabeta.tree.text(result, options) end

---@class alphabeta.tree.DotOptions: alphabeta.tree.Options
--- how many children of a node are shown, 1 to 10^9, besides the principal variation; default: all
---@field width? integer
--- how many plies are shown, 0 to 1000; default: all
---@field depth? integer

--- The tree for Graphviz (`dot -Tsvg`). Lower bounds point up, upper bounds down; dashed lines lead to what
--- was cut off; the principal variation is bold. Raises errors as `text` does.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.DotOptions
---@return string? text nil with option `write`
function alphabeta.tree.dot(result, options) end

---@class alphabeta.tree.HtmlOptions: alphabeta.tree.Options
--- default: "Recorded search"
---@field title? string
--- only the data that the page shows, in JSON: another page of the same kind takes it as a message
---@field data? boolean
--- that was searched: it writes the moves, which are played again for that, and the positions if it has `format`
---@field game? alphabeta.Game

--- The tree as one page of HTML that needs nothing else: to open and close, to see why each node was cut
--- off, and to replay step by step. Raises errors as `text` does, and what the game raises.
---@param result alphabeta.Result|alphabeta.Node
---@param options? alphabeta.tree.HtmlOptions
---@return string? text nil with option `write`
function alphabeta.tree.html(result, options) end

--- Puts into words what a search has found: the value, the line of play that it expects, and for each other
--- move what it costs and how it is answered. Where the result has no list `moves` (option `all`), or bounds
--- in it (`window`), the moves are searched again to the depth of the result. The state is left as it was. Raises an
--- error if an argument does not fit.
---@param game alphabeta.Game
---@param state alphabeta.Position the one that was searched
---@param result alphabeta.Result|alphabeta.PathResult of `search`, or of `path`: then how good the way is
---@return string text some lines, the last one without a newline
function alphabeta.explain(game, state, result) end

---@class alphabeta.LevelsOptions
--- of the strongest player, as for `alphabeta.player`, without `seed` and `temperature`: best with `depth`, `nodes` or
--- `playouts`, so that a level is the same on every machine. Required; numbers, strings and booleans
---@field strongest table
--- how many levels, 2 to 100; default: 5; fewer are found where the weakest already plays at random
---@field count? integer
--- Elo between neighbours, a number between 0 and 10000; default: 150, or less where the game has no room for that
---@field gap? number
--- at most so many to find a level, an even number from 20 to 10^6 (of more than two players: any number from the
--- first multiple of theirs on that is 20 or more); default: 2000
---@field games? integer
--- seconds, 0 or more, after which the levels that were found are returned; `stopped` of the list is then "time"
---@field time? number
--- 0 to 2^53: the same seed, the same levels; default: chance comes from math.random
---@field seed? integer
--- random moves at the beginning of a game, 0 to 10^6; default: 0
---@field opening_plies? integer
--- draw a line on standard error, if that is a terminal; default: false
---@field progress? boolean
--- after the first ten games: how long the whole may take
---@field on_estimate? fun(seconds: number)
--- after each level, the strongest first, which has number 1
---@field on_level? fun(level: alphabeta.Level, number: integer)
--- plays a series instead of `match`, here or elsewhere, between players of these options: the same one
---@field play? fun(players: alphabeta.PlayerOptions[], options: alphabeta.MatchOptions): alphabeta.MatchSeries

---@class alphabeta.Levels: alphabeta.Level[]
--- there was not the time for all that were asked for
---@field stopped? "time"

---@class alphabeta.Level
--- of the player, for `alphabeta.player`
---@field options alphabeta.PlayerOptions
--- how much stronger than the strongest level: 0 or less, but for chance; nil if more than two play
---@field elo? number
--- the 95 % interval of that
---@field elo_low? number
---@field elo_high? number
--- if more than two play: the points of one such player among players of the next stronger level, 0 to 1
---@field points? number
--- the 95 % interval of that
---@field points_low? number
---@field points_high? number

--- Finds levels of difficulty by games between them: players that differ in `temperature` only. `tostring` gives Lua
--- source that returns the list. Raises an error if an argument does not fit, an option is unknown, or a gap that was
--- asked for cannot be reached.
---@param game alphabeta.Game
---@param state alphabeta.Position|fun(pair: integer): alphabeta.Position the one that games begin with; or what gives
--- one for each pair or round of games
---@param options alphabeta.LevelsOptions
---@return alphabeta.Levels levels the weakest first
function alphabeta.levels(game, state, options) end

---@class alphabeta.ReviewOptions
--- plies that each position is searched, 1 to 1000; default: to the end of the game, or as far as `time` and `nodes`
--- allow
---@field depth? integer
--- seconds for each position, 0 or more
---@field time? number
--- positions visited for each, 1 to 2^53
---@field nodes? integer
--- judge by so many playouts at each position, 1 to 2^53; always so, by 1000 if there is no other limit, in games with
--- `determinize` or `players`
---@field playouts? integer
--- by playouts: plies before `evaluate` is asked, 0 to 1000; default: to the end of the game
---@field playout_depth? integer
--- by playouts: 0 to 2^53; the same seed, the same review; default: 1
---@field seed? integer
--- the losses from which on a move is an inaccuracy, a mistake, a blunder: three numbers, 0 or more, in order; default:
--- the 50, 80 and 95 % quantiles of what could have been lost
---@field thresholds? number[]

---@class alphabeta.ReviewedMove
--- that was played
---@field move alphabeta.Move
--- what it is worth to its player (in a game for two with `simultaneous`, to player 1); nil if time or nodes were too
--- few
---@field value? number
--- the best move
---@field best? alphabeta.Move
--- the best value minus `value`; 0 if they are equal; where all chose at once the largest of `losses`
---@field loss? number
--- where all chose at once: that of each player's choice against the strategies of the others (nil: the player had
--- none), and the strategies
---@field losses? number[]
---@field strategies? alphabeta.Choice[][]
--- by playouts: the 95 % intervals of these losses, 0 or more
---@field losses_low? number[]
---@field losses_high? number[]
--- by playouts: the 95 % interval of that, 0 or more
---@field loss_low? number
---@field loss_high? number
--- best play, which begins with `best`; nil for an outcome of chance
---@field line? alphabeta.Move[]
--- nil: none of these; by playouts also where the loss is not certain
---@field class? "inaccuracy"|"mistake"|"blunder"

--- Reviews a game: searches each position, and compares the move that was played with the best one. The state is left
--- as it was. Raises an error if an argument does not fit, an option is unknown, or a move is not legal.
---@param game alphabeta.Game
---@param state alphabeta.Position the one that the game has begun with
---@param moves alphabeta.Move[] those that were played
---@param options? alphabeta.ReviewOptions
---@return alphabeta.ReviewedMove[] list tostring gives a line for each move
function alphabeta.review(game, state, moves, options) end

---@class alphabeta.CheckOptions
--- of the random games, 0 to 2^53: the same seed, the same findings; default: 1
---@field seed? integer
--- how many random games are played in each examination, 1 to 10^6; default: 20
---@field games? integer
--- plies of searches that are compared with plain minimax, 1 to 1000; default: 3. If it is given, the game is meant
--- to be searched to a depth: that it need not end is then a hint
---@field depth? integer
--- seconds of the processor that it may take in all, 0.01 or more; default: 5. A single call of a callback may take as
--- many, or one, if that is more
---@field time? number

---@class alphabeta.Finding
--- a short name that stays the same, as "undo" or "key-collision"
---@field fault string
--- what is wrong, with the values
---@field message string
--- the moves that lead from the given state to where it shows
---@field line alphabeta.Move[]
--- a second line, where two positions are compared
---@field other? alphabeta.Move[]
--- what to do
---@field advice string

--- What the doctor has found; `tostring` gives all of it as text. A list of what is wrong: what was found first,
--- and what else of the same stage.
---@class alphabeta.Report: alphabeta.Finding[]
--- what is right in some games only, and so may be wrong; and what costs time without need
---@field hints alphabeta.Finding[]
--- names of the examinations that were made
---@field looked_at string[]
--- those that would have taken more time than there was
---@field in_part string[]
--- those that were not begun: there was no time, or something is wrong that comes before
---@field not_looked_at string[]

--- The game doctor: plays seeded random games, and reports what is wrong with the rules. What it finds is wrong;
--- finding nothing does not prove that all is right. Raises an error if an argument is not of its kind, or an
--- option is unknown or out of its range.
---@param game alphabeta.Game
---@param state alphabeta.Position|fun(number: integer): alphabeta.Position the position to begin from; or what
--- gives one for each number from 1 on: deals, in which players now and then know the same
---@param options? alphabeta.CheckOptions
---@return true? right nil if something is wrong
---@return alphabeta.Report report
function alphabeta.check(game, state, options) end

----------------------------------------------------------------------------------------------------
-- Learning an evaluation

---@class alphabeta.LearnLimits
--- at most so many games more, 1 to 10^9
---@field games? integer
--- seconds of the processor, 0 or more
---@field time? number

---@class alphabeta.LearnOptions
--- at most so many games, 20 to 10^9; `learn` needs this or `time`
---@field games? integer
--- at most so many seconds of the processor, above 0
---@field time? number
--- 0 to 2^53: the same seed, the same weights; default: 1
---@field seed? integer
--- of the search that chooses moves, 1 to 1000; default: 1
---@field depth? integer
--- positions to begin with, instead of a state; one of them is drawn for each game
---@field openings? alphabeta.Position[]
--- random moves at the beginning of a game, 0 to 10^9; default: 6
---@field opening_plies? integer
--- how many of the other moves are random, from 0 to 1; default: 0.1
---@field explore? number
--- weights to begin with; default: 0
---@field start? number[]
--- the number of phases with weights of their own, 1 to 50; default: 1; from 2 on the game needs `phase`
---@field phases? integer
--- what is learned: who wins (default), or how large payoffs are
---@field target? "win"|"payoff"
--- of the features, for people
---@field names? string[]
--- after each game against itself; true ends learning
---@field on_game? fun(learning: alphabeta.Learning, games: integer): boolean?

--- Strength at the end of a stage of learning.
---@class alphabeta.LearnPoint
--- so many had been played
---@field games integer
--- the mean of the stage
---@field weights number[]
--- against the weights of the start
---@field elo number
--- the 95 % interval of that
---@field elo_low number
---@field elo_high number
--- how alike these weights and those of the stage before judge positions, -1 to 1; nil at the first point
---@field alike? number

---@class alphabeta.LearnedMatchOptions
--- an even number from 2 to 10^6; default: 100
---@field games? integer
--- 0 to 2^53; default: that of learning
---@field seed? integer
--- draw a line on standard error, if that is a terminal; default: false
---@field progress? boolean
--- for a move: seconds, above 0
---@field time? number
--- for a move: positions, 1 to 10^9; default: 1000, if no limit is given
---@field nodes? integer
--- for a move: plies, 1 to 1000
---@field depth? integer

---@class alphabeta.LearnedMatch
--- against the weights of the start
---@field start alphabeta.MatchSeries
--- against the game's `evaluate`; nil if that gives no estimates
---@field evaluate? alphabeta.MatchSeries

--- What was learned. `tostring` gives a table of the weights.
---@class alphabeta.Learned
--- for the game's field
---@field weights number[]
--- for the game's field
---@field scale number
--- for the game's field; 1: the weights are the same all through the game
---@field phases integer
--- how far each weight still wandered at last
---@field errors number[]
--- how much each moves what the evaluation says, 0 to 1, all together 1
---@field shares number[]
--- of the features; with phases of each in each
---@field names string[]
--- the names of those that contribute nothing
---@field idle string[]
--- against itself
---@field games integer
--- one for each stage
---@field curve alphabeta.LearnPoint[]
--- "settled": more games would hardly change the weights; "games", "time", "callback"; "merged"; "dirty": `play` or
--- `undo` of a game with `undo` failed; nil: learning goes on
---@field stopped? string
--- seconds of the processor
---@field time number
--- nil after a merge of plain tables; so is `depth`
---@field seed? integer
---@field depth? integer
local Learned = {}

--- Lines of Lua to paste into the game.
---@return string
function Learned:text() end

--- Writes the course of the weights to a file, as SVG. Raises an error if it cannot.
---@param file string its name
function Learned:plot(file) end

--- Plays against the weights of the start, and against the game's `evaluate` if that gives estimates. Raises an error
--- if an option is unknown or does not fit.
---@param options? alphabeta.LearnedMatchOptions
---@return alphabeta.LearnedMatch
function Learned:match(options) end

---@class alphabeta.Learning
local Learning = {}

--- Works on; without limits to the end. An error in a function of the game costs the game that is under way.
---@param limits? alphabeta.LearnLimits
---@return boolean finished
function Learning:step(limits) end

--- What has been learned so far; nil before twenty games.
---@return alphabeta.Learned?
function Learning:result() end

--- Learns the weights of a game's features, by games against itself. It ends by itself where more games would hardly
--- change them. Raises an error if an argument does not fit, or features cannot be learned from.
---@param game alphabeta.Game with `features`; for two players who see everything
---@param state alphabeta.Position? to begin with; default: `game.initial()`
---@param options alphabeta.LearnOptions
---@return alphabeta.Learned
function alphabeta.learn(game, state, options) end

--- The same in steps; nothing is played yet. Raises an error if an argument does not fit.
---@param game alphabeta.Game
---@param state? alphabeta.Position
---@param options? alphabeta.LearnOptions
---@return alphabeta.Learning
function alphabeta.start_learn(game, state, options) end

return alphabeta
