-- A game under way, whatever its form: whose turn it is, which moves are legal, who has won.

local core = require "alphabeta.core"
local contents = require "alphabeta.tell.contents"
local options = require "alphabeta.base.options"

local referee = {}

local EXACT = require "alphabeta.base.max_integer"
local MOST_MOVES = 65535
local MOST_JOINT = 2 ^ 20
local MOST_IN_A_ROW = 1000 -- outcomes without a move between them
local FINE = 2 ^ 30        -- as many different numbers between 0 and 1 are drawn

local unpack = table.unpack or unpack
local integer_type = math.type or function() return "float" end
local raw_length = rawget(_G, "rawlen") or function(list) return #list end

---@class alphabeta.Playing
---@field game table
---@field state any the position at hand; in a game with `undo` the one that was given, changed
---@field line any[] what has been played: moves, joint moves ({ choice, choice }), and outcomes of chance
---@field drawn integer how many of these are outcomes
---@field in_a_row integer how many of these came last
---@field before table[] what there was before each of them
---@field play_payoff number|number[]|nil the second result of `play`, where that has ended the game
---@field refuses boolean `play` may find out that a move is illegal
---@field in_place boolean `play` changes the state, and `undo` turns it back
---@field earlier? any[] keys of positions that were on the board before the first one
---@field restores boolean in a game with `undo = true`: the library does
---@field choices? any[][]|false of each player where all choose at once, once that has been asked
---@field most_joint? integer of more joint moves the candidates are only some
---@field picture? userdata in such a game, of the position at hand, once a move has been tried there
---@field dirty boolean `play` or `undo` of such a game has raised an error: nobody knows what it did
local Playing = {}
Playing.__index = Playing
referee.Playing = Playing -- whoever asks with more care derives from it: see Playing:call and what follows

--- Begins a game, as an object of this class.
function Playing:new(game, state, first)
  return setmetatable({ game = game, state = state, first = first or 1, line = {}, before = {}, dirty = false,
    drawn = 0, in_a_row = 0, refuses = game.width ~= nil or game.pseudolegal == true,
    in_place = game.undo ~= nil and game.successors == nil,
    restores = game.undo == true and game.successors == nil }, self)
end

--- Begins a game.
---@param game table
---@param state any
---@param first? 1|2 who is to move, in a game without `player` (default 1)
---@return alphabeta.Playing
function referee.begin(game, state, first) return Playing:new(game, state, first) end

------------------------------------------------------------------------------------------------
-- Asking the game: what a class that derives from this one may do in its own way

--- Calls a function of the game: a callback, or an iterator that one has returned.
function Playing.call(_, _, f, ...) return f(...) end

--- Raises an error: a callback violates its contract. The first argument is a short name of the fault, for whoever
--- collects them. `move`: where that move leads to.
function Playing:fail(_, message, move)
  local name = self.game.name and ("game '%s'"):format(self.game.name) or "game"
  core.raise(("%s: %s at ply %d"):format(name, message, #self.line + (move ~= nil and 1 or 0)))
end

--- The same if something is not as it should be: a message, and what goes into it.
function Playing:expect(is_right, fault, move, message, ...)
  if not is_right then self:fail(fault, message:format(...), move) end
end

--- Checks a list that `moves` or `successors` has returned, beyond what the search sees of it.
function Playing.check_list() end

--- Checks what `play` has returned.
function Playing:accept(move, state)
  if self.in_place or state then return end
  self:fail("play-result", ("'play' returned %s (state expected)%s"):format(options.shown(state),
    self.refuses and "; return nil for an illegal move" or ""), move)
end

------------------------------------------------------------------------------------------------
-- Answers

--- Calls a callback of the position at hand, and perhaps of a move.
function Playing:ask(name, ...) return self:call(name, self.game[name], self.state, ...) end

--- What is wrong with a number that is to be a value: nil, or the end of the fault's name and what it is.
function referee.flaw(value)
  if type(value) ~= "number" or value ~= value then return "type", options.shown(value) .. " (number expected)" end
  if integer_type(value) == "integer" and (value > EXACT or value < -EXACT) then
    return "size", ("%d (integer up to 2^53 in magnitude expected)"):format(value)
  end
end

--- The payoff, or what `evaluate` says of the position, after which function has said it.
---@return string name
---@return any
function Playing:ask_worth()
  if self.play_payoff then return "play", self.play_payoff end
  local payoff = self.game.finished and self:ask "finished"
  if payoff then return "finished", payoff end
  return "evaluate", self:ask "evaluate"
end

--- The same, which is a number.
---@return number
function Playing:worth()
  local name, value = self:ask_worth()
  local kind, flaw = referee.flaw(value)
  if flaw then self:fail(name .. "-" .. kind, ("'%s' returned %s"):format(name, flaw)) end
  return value
end

-- The moves of a list, as a table of their own.
local function copied(self, name, list, count)
  if count > MOST_MOVES then
    self:fail(name .. "-type", ("'%s' returned %d moves (limit is %d)"):format(name, count, MOST_MOVES))
  end
  local moves = {}
  for i = 1, count do
    local move = rawget(list, i)
    if move == nil then self:fail("moves-hole", ("move %d of the %d from '%s' is nil"):format(i, count, name)) end
    moves[i] = move
  end
  return moves
end

local function collected(self, iterator)
  local list = {}
  repeat
    local move = self:call("moves", iterator)
    list[#list + 1] = move
    if #list > MOST_MOVES then
      self:fail("moves-endless", ("the iterator from 'moves' gave more than %d moves, the last one %s"):format(
        MOST_MOVES, contents.quoted(move)))
    end
  until move == nil
  return list
end

--- Reads what `moves`, `successors` or `noisy` has returned: a list, an iterator or, with `variadic`, the moves. A new
--- list, and the one that was returned, if it was one.
function Playing:read(name, ...)
  local moves, count = ..., select("#", ...)
  if self.game.variadic and name ~= "successors" then
    return copied(self, name, { ... }, count == 1 and moves == nil and 0 or count)
  end
  if moves == nil then return {} end
  if type(moves) == "function" and name == "moves" then return collected(self, moves) end
  if type(moves) ~= "table" then
    self:fail(name .. "-type", ("'%s' returned %s (list expected)%s"):format(name, options.shown(moves),
      count > 1 and "; multiple results need variadic = true" or ""))
  end
  self:check_list(name, moves, raw_length(moves))
  return copied(self, name, moves, raw_length(moves)), moves
end

--- Reads what `moves` or `noisy` of a game with `fills` has put into a list, and how many there are: a new list, and
--- the one that it was given.
function Playing:read_filled(name, list, count)
  self:expect(type(count) == "number" and count >= 0 and count <= MOST_MOVES and count % 1 == 0,
    name == "moves" and "fills" or "noisy-type", nil, "'%s' returned %s (number of moves from 0 to %d expected)", name,
    options.shown(count), MOST_MOVES)
  return copied(self, name, list, count), list
end

------------------------------------------------------------------------------------------------
-- Chance

-- The weights of so many outcomes, and their sum.
local function read_weights(self, given, count)
  self:expect(type(given) == "table", "chance-weights", nil, "'chance' returned %s as weights (list expected)",
    options.shown(given))
  self:expect(raw_length(given) == count, "chance-weights", nil, "'chance' returned %d weights for %d outcomes",
    raw_length(given), count)
  local weights, total = {}, 0.0
  for i = 1, count do
    local weight = rawget(given, i)
    self:expect(type(weight) == "number" and weight > 0, "chance-weights", nil,
      "'chance' returned a weight of %s (positive number expected)", options.shown(weight))
    weights[i], total = weight, total + weight
  end
  self:expect(total < math.huge, "chance-weights", nil, "'chance' returned weights with an infinite sum")
  return weights, total
end

--- Asks whether chance decides at the position: the outcomes, as a list of their own, their weights, and the sum of
--- these; nil: a player decides. At the end of the game, where `play` has told it, nobody does.
---@return any[]? outcomes
---@return number[]? weights
---@return number? total
function Playing:ask_chance()
  if not self.game.chance or self.play_payoff then return nil end
  local list, weights = self:ask "chance"
  if list == nil then return nil end
  self:expect(type(list) == "table", "chance-type", nil, "'chance' returned %s (list of outcomes expected)",
    options.shown(list))
  local count = raw_length(list)
  self:check_list("chance", list, count)
  self:expect(count > 0, "chance-type", nil, "'chance' returned no outcomes (nil expected where a player decides)")
  self:expect(count <= MOST_MOVES, "chance-type", nil, "'chance' returned %d outcomes (limit is %d)", count, MOST_MOVES)
  local outcomes, equal = {}, {}
  for i = 1, count do
    outcomes[i], equal[i] = rawget(list, i), 1
    self:expect(outcomes[i] ~= nil, "chance-type", nil, "outcome %d of the %d from 'chance' is nil", i, count)
  end
  if weights == nil then return outcomes, equal, count end
  return outcomes, read_weights(self, weights, count)
end

--- The same; it is asked once as long as the position is at hand.
function Playing:chance()
  if not self.game.chance then return nil end
  local known = self.known
  if not known then
    known = { self:ask_chance() }
    self.known = known
  end
  return known[1], known[2], known[3]
end

--- How many play.
---@return integer
function Playing:count() return self.game.players or 2 end

--- How many joint moves these choices make: a player without any does not count.
---@param choices any[][]
---@return integer
function referee.count_joint(choices)
  local count = 1
  for _, own in ipairs(choices) do count = count * math.max(1, #own) end
  return count
end

--- What is wrong with so many joint moves; nil: nothing.
---@return string?
function referee.flaw_of_joint(count)
  if count <= MOST_JOINT then return nil end
  return ("'simultaneous' returned choices for more than %d joint moves"):format(MOST_JOINT)
end

--- Asks whether all players choose at once at the position: the choices of each, as lists of their own, of which some
--- may be empty; nil: they do not.
---@return any[][]?
function Playing:ask_at_once()
  local given, lists, has_some = { self:ask "simultaneous" }, {}, false
  if given[1] == nil then return nil end
  for player = 1, self:count() do
    lists[player] = self:read_choices(given[player])
    has_some = has_some or lists[player][1] ~= nil
  end
  local flaw = referee.flaw_of_joint(referee.count_joint(lists))
  if flaw then self:fail("simultaneous-type", flaw) end
  return has_some and lists or nil
end

--- Reads the choices of a player.
function Playing:read_choices(list)
  if list == nil then return {} end
  self:expect(type(list) == "table", "simultaneous-type", nil,
    "'simultaneous' returned %s (list of choices for each player expected)", options.shown(list))
  self:check_list("simultaneous", list, raw_length(list))
  return copied(self, "simultaneous", list, raw_length(list))
end

--- The same; it is asked once as long as the position is at hand. At the end of the game nobody chooses.
function Playing:at_once()
  if not self.game.simultaneous then return nil end
  if self.choices == nil then
    self.choices = not self.play_payoff and not self:chance() and self:ask_at_once() or false
  end
  return self.choices or nil
end

--- Which outcome a number between 0 and 1 stands for: the first at which the sum of the probabilities exceeds it.
---@return integer
function Playing:outcome_at(number)
  local outcomes, weights, total = self:chance()
  local sum = 0
  for i = 1, #outcomes - 1 do
    sum = sum + weights[i]
    if sum > number * total then return i end
  end
  return #outcomes
end

--- Draws a number between 0 and 1, which are not among them.
---@param draw fun(n: integer): integer
function referee.fraction(draw) return (draw(FINE) - 0.5) / FINE end

--- Draws a choice of a strategy, or of a part of one. nil: there is none.
---@param strategy alphabeta.Choice[]
---@param draw fun(n: integer): integer
function referee.choice(strategy, draw)
  local total = 0
  for _, choice in ipairs(strategy) do total = total + choice.probability end
  local rest = total * referee.fraction(draw)
  for i = 1, #strategy - 1 do
    rest = rest - strategy[i].probability
    if rest < 0 then return strategy[i].move end
  end
  return strategy[#strategy] and strategy[#strategy].move
end

--- How many moves players have made.
function Playing:plies() return #self.line - self.drawn end

------------------------------------------------------------------------------------------------
-- Moves

local function numbers(count)
  local list = {}
  for i = 1, count do list[i] = i end
  return list
end

-- The joint move of a number, player 1's choices outermost; a player without any has nil.
local function joint_at(choices, number)
  local move, rest = {}, number - 1
  for player = #choices, 1, -1 do
    local own = math.max(1, #choices[player])
    move[player] = choices[player][rest % own + 1]
    rest = (rest - rest % own) / own
  end
  return move
end

local function common_divisor(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

--- All joint moves, in this order; if there are more than `most`, as many, from all over. The step from one to the next
--- has no divisor in common with their number: so all choices of each player have their turn, but for a few where these
--- are more than half as many.
---@param choices any[][]
---@param most? integer
---@return any[][]
function referee.joint_moves(choices, most)
  local list, count = {}, referee.count_joint(choices)
  local step = most and math.ceil(count / most) or 1
  while common_divisor(step, count) > 1 do step = step + 1 end
  for i = 1, math.min(count, most or count) do list[i] = joint_at(choices, (i - 1) * step % count + 1) end
  return list
end

--- The moves to try, in the game's order; with `width` and `pseudolegal` some of them may turn out illegal. Second,
--- the list that `moves` has returned or filled, if it was one. At a chance position the outcomes; where all choose at
--- once the joint moves.
function Playing:candidates()
  local game = self.game
  if self.play_payoff then return {} end
  local outcomes = self:chance()
  if outcomes then return outcomes end
  local choices = self:at_once()
  if choices then return referee.joint_moves(choices, self.most_joint) end
  if game.width then return numbers(game.width) end
  if game.fills then
    local list = {}
    return self:read_filled("moves", list, self:ask("moves", list))
  end
  if not game.successors then return self:read("moves", self:ask "moves") end
  self.children = self:read("successors", self:ask "successors")
  return numbers(#self.children)
end

--- What `play` and `undo` get of a move: itself, or all choices.
function Playing:parts(move)
  if self.choices then return unpack(move, 1, self:count()) end
  return move
end

--- Calls `play` or `undo` for a move. Of one player, or two, without a call on the way: where memory has run out there
--- may be none for its frame, and moves must be taken back.
function Playing:ask_of(name, move)
  if not self.choices then return self:ask(name, move) end
  if not self.game.players then return self:ask(name, move[1], move[2]) end
  return self:ask(name, self:parts(move))
end

-- The same, which may change the state in place, and nobody but the game brings it back.
local function change(self, name, move)
  self.dirty = self.in_place
  local first, second = self:ask_of(name, move)
  self.dirty = false
  return first, second
end

-- What there is before a move, for whoever takes it back. Room is made for it at once: when the move is played in place
-- it must be noted, whatever memory there is.
local function look_back(self, move)
  local ply = #self.line + 1
  local before = { state = self.state, play_payoff = self.play_payoff, children = self.children,
    known = self.known, choices = self.choices, drawn = self.drawn, in_a_row = self.in_a_row, picture = self.picture,
    key = self.game.repetition and self:key(), repeated = self.repeated }
  self.before[ply] = before
  self.line[ply] = move
  self.line[ply] = nil
end

--- Goes on to a state, that a move has led to, or an outcome; one that was played in place is noted already.
function Playing:advance(move, state, payoff, by_chance, is_noted)
  if not is_noted then
    look_back(self, move)
    self.line[#self.line + 1] = move
  end
  self.state, self.play_payoff, self.moves, self.children, self.known = state, payoff, nil, nil, nil
  self.choices = nil
  self.place, self.repeated, self.picture = nil, nil, nil
  self.drawn, self.in_a_row = self.drawn + (by_chance and 1 or 0), by_chance and self.in_a_row + 1 or 0
end

-- Brings the position at hand back to what it was before a move, where `undo = true`.
local function restore(self)
  if self.picture then core.restore(self.picture) end
end

-- Calls `play`. Where `undo = true` an error changes nothing.
local function call_play(self, move)
  if self.restores then self.picture = self.picture or core.picture(self.game, self.state) end
  if self.in_place then look_back(self, move) end
  if not self.restores then return change(self, "play", move) end
  local ok, state, payoff = pcall(self.ask_of, self, "play", move)
  if ok then return state, payoff end
  restore(self)
  self.before[#self.line + 1] = nil
  error(state, 0)
end

--- Plays a move, or an outcome; false if it is illegal, as with `width` and `pseudolegal` a move may be.
function Playing:try(move)
  local state, payoff
  local by_chance, is_joint = self:chance() ~= nil, self:at_once() ~= nil
  self:expect(self.in_a_row < MOST_IN_A_ROW, "chance-endless", nil, "'chance' gave %d outcomes in a row", MOST_IN_A_ROW)
  if self.game.successors and not by_chance then
    if not self.children then self:candidates() end
    state = self.children[move]
    if state == false and self.refuses then return false end
    self:expect(state, "play-result", move, "'successors' has false in its list (state expected)")
  else
    state, payoff = call_play(self, move)
    local illegal = self.refuses and not state and (state == false) == self.in_place
    if self.in_place and not illegal then self.line[#self.line + 1] = move end
    if illegal then
      restore(self)
      self:expect(not (by_chance or is_joint), "play-result", move, "'play' refused the %s %s",
        is_joint and "joint move" or "outcome", contents.quoted(move))
      self.before[#self.line + 1] = nil
      return false
    end
  end
  self:accept(move, state, payoff)
  if self.in_place then state = self.state end
  if not self.game.players and type(payoff) ~= "number" then payoff = nil end
  self:advance(move, state, payoff or nil, by_chance, self.in_place)
  local flaw = self.game.players and payoff and options.flaw_of_payoffs(payoff, self.game.players)
  if flaw then
    self:take_back()
    self:fail("payoffs", ("'play' returned %s"):format(flaw), move)
  end
  return true
end

--- Plays a legal move.
function Playing:play(move)
  self:expect(self:try(move), "play-result", move, "'play' returned nil (state expected)")
end

--- Goes back to where the position was before the last move, without asking the game; returns the move.
function Playing:retract()
  local ply = #self.line
  local before, move = self.before[ply], self.line[ply]
  self.before[ply], self.line[ply] = nil, nil
  self.state, self.play_payoff, self.children, self.moves = before.state, before.play_payoff, before.children, nil
  self.known, self.drawn, self.in_a_row = before.known, before.drawn, before.in_a_row
  self.choices = before.choices
  self.place, self.repeated, self.picture = before.key or nil, before.repeated, before.picture
  return move
end

--- Takes the last move back.
function Playing:take_back()
  local move = self:retract()
  if self.restores then restore(self) elseif self.in_place then change(self, "undo", move) end
end

--- Takes all moves back, or all but so many.
function Playing:rewind(plies)
  while #self.line > (plies or 0) do
    if self.restores then self:retract() else self:take_back() end
  end
  restore(self)
end

--- Goes back to where so many moves had been played, after a coroutine that played here was killed, perhaps while a
--- callback had yielded.
function Playing:recover(plies)
  if self.restores then self.before[#self.line + 1] = nil end -- of a `play` that has not returned
  self:rewind(plies)
end

-- Is the move legal? It is played to see.
local function is_playable(self, move)
  if not self:try(move) then return false end
  self:take_back()
  return true
end

--- The legal moves, in the game's order, or the outcomes, or the joint moves; none when the game is over. With
--- `chooser`, a player where all choose at once: his choices.
---@param chooser? integer
---@return any[]
function Playing:legal(chooser)
  local choices = chooser and self:at_once()
  if choices then return choices[chooser] end
  if self.moves then return self.moves end
  local moves = self:candidates()
  if self.refuses and not self:chance() and not self:at_once() then
    local legal = {}
    for _, move in ipairs(moves) do
      if is_playable(self, move) then legal[#legal + 1] = move end
    end
    moves = legal
  end
  self.moves = moves
  return moves
end

-- Tables are the same if their fields are.
local function is_same(a, b, seen)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" then return false end
  if seen[a] == b then return true end
  seen[a] = b
  for field, value in pairs(a) do
    if not is_same(value, b[field], seen) then return false end
  end
  for field in pairs(b) do
    if a[field] == nil then return false end
  end
  return true
end

--- Are two values the same: equal, or tables with equal fields? So moves are: a game may make new ones each time it is
--- asked.
---@return boolean
function referee.is_same(a, b) return is_same(a, b, {}) end

-- How many fields a legal move has that is a table; 0 if the one given lacks one of them, or is a longer list.
local function fields_in(legal, move)
  local count = 0
  if type(legal) ~= "table" or raw_length(legal) ~= raw_length(move) then return 0 end
  for field, value in pairs(legal) do
    if not referee.is_same(value, move[field]) then return 0 end
    count = count + 1
  end
  return count
end

-- Which move that is into which `play` has written, to note what `undo` needs: of those whose fields it has, the one
-- with the most.
local function number_of_written(moves, move)
  local number, most = nil, 0
  for i, legal in ipairs(moves) do
    local count = fields_in(legal, move)
    if count > most then number, most = i, count end
  end
  return number
end

local function number_of_same(moves, move)
  for i, legal in ipairs(moves) do
    if referee.is_same(legal, move) then return i end
  end
end

-- Which of the joint moves is of the choices that are the same as those of the one given; nil: none.
local function number_of_joint(self, choices, move)
  local number = 1
  for player, own in ipairs(choices) do
    local chosen = #own == 0 and 1 or self:number_of(move[player], player)
    if not chosen then return nil end
    number = (number - 1) * math.max(1, #own) + chosen
  end
  return number
end

-- The choices of all, where a move of the position is a joint one. There may be so many of these that whoever wants one
-- of them does not list all.
local function choices_of_all(self, chooser) return not chooser and self:at_once() or nil end

--- The legal move, or the player's choice, that is the same as the one given: equal to it, or a table with equal
--- fields. If there is none, the one that has the most fields, all of them also in the one given.
---@return any? move nil if there is none
function Playing:find(move, chooser) return self:move_at(self:number_of(move, chooser), chooser) end

--- Which of the legal moves that is, from 1; nil: none of them.
---@return integer?
function Playing:number_of(move, chooser)
  local choices = choices_of_all(self, chooser)
  if choices then return type(move) == "table" and number_of_joint(self, choices, move) or nil end
  local moves = self:legal(chooser)
  local number = number_of_same(moves, move)
  if number or type(move) ~= "table" then return number end
  return number_of_written(moves, move)
end

--- The legal move of a number, or the player's choice; nil: there is none.
---@param number any
---@return any?
function Playing:move_at(number, chooser)
  local choices = choices_of_all(self, chooser)
  if not choices then return number and self:legal(chooser)[number] end
  return options.is_integer(number, 1, referee.count_joint(choices)) and joint_at(choices, number) or nil
end

--- Plays a random legal move, each with the same chance, or a random outcome, as all random games do: those of
--- openings, of levels and of the doctor. Of moves that may be illegal no more are tried than that takes.
---@param draw fun(n: integer): integer
---@return integer|false number which of the candidates it is; false if none is legal, or the position occurs again
function Playing:wander(draw)
  if self:is_repeated() then return false end
  if self:chance() then
    local number = self:outcome_at(referee.fraction(draw))
    self:play(self:chance()[number])
    return number
  end
  local choices = self:at_once()
  if choices then
    local number = draw(referee.count_joint(choices))
    self:play(joint_at(choices, number))
    return number
  end
  local moves = self:candidates()
  local order = numbers(#moves)
  for left = #order, 1, -1 do
    local at = draw(left)
    local number = order[at]
    if self:try(moves[number]) then return number end
    order[at] = order[left]
  end
  return false
end

--- Goes on at random until players have made so many moves, and one of them is to make the next.
---@return integer[]|false numbers which of the candidates were played; false if the game is over before
function Playing:wander_on(plies, draw)
  local drawn = {}
  while self:plies() < plies or self:chance() do
    local number = self:wander(draw)
    if not number then return false end
    drawn[#drawn + 1] = number
  end
  return not self:is_over() and drawn
end

--- Whose turn it is: as `player` says, or as players alternate. Where all choose at once: player 1, whose view values
--- are, if two play.
---@return integer
function Playing:mover()
  if self:at_once() then return 1 end
  if not self.game.player then return (self.first + self:plies() - 1) % 2 + 1 end
  local side, count = self:ask "player", self:count()
  if not options.is_integer(side, 1, count) then
    self:fail("player-value", ("'player' returned %s (1 %s %d expected)"):format(options.shown(side),
      count > 2 and "to" or "or", count))
  end
  return side
end

------------------------------------------------------------------------------------------------
-- Repetition

--- The key of the position at hand, in a game with `repetition`.
---@return any
function Playing:key()
  if self.place == nil then
    self.place = self:ask "key"
    local kind = type(self.place)
    self:expect(kind == "string" or kind == "number" and self.place % 1 == 0, "key-type", nil,
      "'key' returned %s (integer or string expected)", options.shown(self.place))
  end
  return self.place
end

--- Keys of positions that were on the board before the first one.
---@param keys? any[]
function Playing:remember(keys) self.earlier = keys end

--- The keys of all positions that were on the board before the one at hand; nil in a game without `repetition`.
---@return any[]?
function Playing:history()
  if not self.game.repetition then return nil end
  local keys = {}
  for i, key in ipairs(self.earlier or {}) do keys[i] = key end
  for _, before in ipairs(self.before) do keys[#keys + 1] = before.key end
  return keys
end

local function has_occurred(self)
  local key = self:key()
  if key == -1 then return false end
  for i = #self.before, 1, -1 do
    if self.before[i].key == key then return true end
  end
  for _, earlier in ipairs(self.earlier or {}) do
    if earlier == key then return true end
  end
  return false
end

--- Has the position at hand occurred before, in a game where that ends it? Not the first position.
---@return boolean
function Playing:is_repeated()
  if not self.game.repetition or #self.line == 0 then return false end
  if self.repeated == nil then self.repeated = not self.play_payoff and has_occurred(self) end
  return self.repeated
end

--- Is it that what has ended the game, and not the rules?
---@return boolean
function Playing:ends_by_repetition()
  return self:is_repeated() and (self:at_once() ~= nil or #self:legal() > 0)
end

------------------------------------------------------------------------------------------------
-- The end

--- What the position is worth without looking further, as a player sees it.
---@return number
function Playing:worth_for(player)
  local value = self:worth()
  return (self.game.viewpoint or self:mover()) == player and value + 0 or 0 - value -- never -0.0
end

--- Is the game over?
---@return boolean
function Playing:is_over()
  return self.play_payoff ~= nil or self:is_repeated() or not self:at_once() and #self:legal() == 0
end

--- What the game, which is over, has brought a player.
---@return number
function Playing:payoff_for(player)
  if not self:ends_by_repetition() then return self:worth_for(player) end
  return player == 1 and self.game.repetition + 0 or 0 - self.game.repetition
end

--- What the game has brought player 1; nil: it is not over.
---@return number?
function Playing:payoff() return self:is_over() and self:payoff_for(1) or nil end

--- What the game has brought each player; nil: it is not over.
---@return number[]?
function Playing:payoffs()
  if not self:is_over() then return nil end
  local count = self.game.players
  if not count then
    local payoff = self:payoff_for(1)
    return { payoff, 0 - payoff }
  end
  local copy = {}
  if self:ends_by_repetition() then
    for side = 1, count do copy[side] = self.game.repetition + 0 end
    return copy
  end
  local name, list = self:ask_worth()
  local wrong = options.flaw_of_payoffs(list, count)
  if wrong then self:fail("payoffs", ("'%s' returned %s"):format(name, wrong)) end
  for side = 1, count do
    local _, flaw = referee.flaw(list[side])
    self:expect(not flaw, "payoffs", nil, "payoff %d from '%s' is %s", side, name, flaw)
    copy[side] = list[side] + 0
  end
  return copy
end

--- Begins a game and works with it. However that ends, the state is then as it was, unless the rules themselves have
--- failed half-way through changing it.
---@param work fun(playing: alphabeta.Playing): any
---@return any result what `work` returns
function referee.with(game, state, work)
  local playing = referee.begin(game, state)
  local ok, result = pcall(work, playing)
  if not playing.dirty then playing:rewind() end
  if not ok then error(result, 0) end
  return result
end

return referee
