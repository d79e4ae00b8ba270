-- Searches that finish won games. Plain minimax does not tell a win in one ply from a win in five, so whoever sees
-- both may put the win off for ever. Here, once the line of play that a search expects ends in a finished game, a
-- second search looks for the shortest way to that value (where it is lost: the longest). Until then nothing is
-- searched twice.

local copy = require("alphabeta.base.options").copy
local core = require "alphabeta.core"
local referee = require "alphabeta.play.referee"

local finishing = {}

---@class alphabeta.Finishing a search in steps, used as those of `alphabeta.start`
---@field options table of the search
---@field main table the search itself
---@field line? any[] the line of play that it expects, as far as it is known
---@field second? table a search for the rest of that line, or for the shortest way
---@field limited any it may be stopped before its depth, so that each depth is looked at
---@field depth integer of the last result that was looked at
---@field found? alphabeta.Result the shortest way of an earlier depth, or of this one
---@field following? alphabeta.Playing follows the line, or was killed there
---@field spent table what the second searches have taken that are over
---@field stopped? "time"|"nodes" limits that the searches have met together
local Finishing = {}
Finishing.__index = Finishing

-- A second search to the end of the game may visit so many times the positions of the first, and so many more: in Lua a
-- second or two.
local WORTH_WHILE, FEW = 10, 1000000

local COUNTS = { "nodes", "leaves", "cutoffs", "time" }
local TABLE_COUNTS = { "probes", "hits", "stores" }

--- A table for searches with these options: a shared one, if threads are to help them.
---@param options table
function finishing.table(options)
  return core.table { shared = (options.threads or 1) ~= 1 }
end

--- Begins a search. What goes with `shortest` is for the caller to know; where chance decides, or both choose at once,
--- no way is the shortest.
---@param game table
---@param state any
---@param options? table of the search, without `shortest`
function finishing.start(game, state, options)
  if game.chance or game.simultaneous then return core.start(game, state, options) end
  options = copy(options)
  if options.table == nil and game.key then options.table = finishing.table(options) end
  return setmetatable({
    game = game, state = state, options = options, main = core.start(game, state, options), depth = 0,
    limited = options.time or options.nodes or options.on_depth,
    spent = { nodes = 0, leaves = 0, cutoffs = 0, time = 0, probes = 0, hits = 0, stores = 0 },
  }, Finishing)
end

-- Only this value lies in the window, and others that are as good as it: what is beside it need not be known.
local function window_around(value)
  if value == math.huge then return { 2 ^ 1023, value } end
  if value == -math.huge then return { value, -2 ^ 1023 } end
  local margin = math.max(1, math.abs(value)) * 2 ^ -40
  return { value - margin, value + margin }
end

-- The options of a second search, for what is worth as much as that.
local function options_of_second(self, value)
  local options = copy(self.options)
  options.on_depth, options.time, options.nodes = nil, nil, nil
  options.window = window_around(value)
  return options
end

-- Has the main search ended before its depth? Then its value is known by finished positions alone.
local function is_settled(self, result)
  return self.main_done and result.depth < (self.options.depth or math.huge)
end

-- A second search looks so many plies ahead. But where the first one is settled, it looks to the end of the game: what
-- that has cut off, or found in a table, may lie deeper than what it has visited; and beside a value that is proven,
-- its estimates may look as good.
local function set_depth(self, options, result, plies)
  if is_settled(self, result) then
    options.deepening, options.proven, options.nodes = true, true, FEW + WORTH_WHILE * result.nodes
    options.algorithm = "pvs" -- that gives the whole line
  else
    options.deepening, options.depth = false, plies
  end
end

-- A second search, for the rest of the line.
local function begin_rest(self, playing, result)
  local options = options_of_second(self, playing:mover() == self.mover and result.value or -result.value)
  options.history = playing:history() or options.history
  set_depth(self, options, result, result.depth - #self.line)
  options.algorithm, options.choose, options.deeper = "pvs", nil, nil -- that gives the whole line
  self.second = core.start(self.game, playing.state, options)
end

-- A second search, for the shortest way.
local function begin_shortest(self, result)
  local options = options_of_second(self, result.value)
  options.shortest, options.deeper = true, nil
  set_depth(self, options, result, result.depth)
  self.second = core.start(self.game, self.state, options)
end

-- The second search has come to its end, with the value that is known.
local function take_second(self)
  local result = self.second:result()
  for _, name in ipairs(COUNTS) do self.spent[name] = self.spent[name] + result[name] end
  for _, name in ipairs(result.table and TABLE_COUNTS or {}) do
    self.spent[name] = self.spent[name] + result.table[name]
  end
  self.second = nil
  return result
end

-- Goes on with the search for the rest of the line, from where that ends as yet; false: there is none.
local function look_for_rest(self, playing, result, limits)
  if not self.second then begin_rest(self, playing, result) end
  if not self.second:step(limits) then return nil end
  local rest = take_second(self)
  for _, move in ipairs(rest.pv) do self.line[#self.line + 1] = move end
  if rest.stopped or rest.bound ~= "exact" or #rest.pv == 0 then return false end
end

-- Follows the line that the search expects to its end, and searches for the rest where a table has cut it short. The
-- plies to the end of the game; false if it does not end there; nil if there is more to be searched.
local function follow(self, result, limits)
  return referee.with(self.game, self.state, function(playing)
    self.following = playing
    playing:remember(self.options.history)
    self.mover = playing:mover()
    for _, move in ipairs(self.line) do playing:play(move) end
    if playing:is_over() then return #self.line end
    if not result.table or #self.line >= result.depth and not is_settled(self, result) then return false end
    return look_for_rest(self, playing, result, limits)
  end)
end

-- Where a coroutine was killed that followed the line, the position is still there: brings it back.
local function come_back(self)
  local playing = self.following
  if not playing or playing.dirty then return end
  if self.second then self.second:result() end -- which brings back what it has changed
  playing:recover(0)
  self.following = nil
end

-- What a limit of the whole search leaves for a step; nil: there is none, or the main search sees to it.
local function left(self, name)
  local limit = self.options[name]
  if not limit or not (self.line or self.second) and self.spent.nodes == 0 then return nil end
  return limit - self.main:result()[name] - self.spent[name] - (self.second and self.second:result()[name] or 0)
end

-- The limits of a step: those that were given, and what is left; or nil and which is met.
local function limits_of(self, given)
  local limits = {}
  for _, name in ipairs { "nodes", "time" } do
    local rest = left(self, name)
    if rest and rest <= 0 then return nil, name end
    limits[name] = math.min(rest or math.huge, given[name] or math.huge)
    if limits[name] == math.huge then limits[name] = nil end
  end
  return limits
end

-- The main search has gone on: it is over, or, where each depth is looked at, has completed one. There may be something
-- to be won, or lost, whose way may be shorter, or longer.
local function look_at_depth(self, done)
  if not (done or self.limited) then return false end
  local result = self.main:result()
  if result.stopped or not done and result.depth == self.depth then return done end
  self.depth, self.main_done = result.depth, done
  if result.bound ~= "exact" or result.value == 0 or result.move == nil then return done end
  self.line = copy(result.pv)
  return false
end

-- Looks whether the line ends in a finished game, and if so for the shortest way there.
local function look_at_line(self, limits)
  local result = self.main:result()
  local plies = follow(self, result, limits)
  self.following = nil
  if plies == nil then return false end
  self.line = nil
  local is_short = plies and result.value > 0 and plies == 1
  if is_short or not plies and not self.options.deeper then return self.main_done end
  begin_shortest(self, result)
  return false
end

-- Goes on with what is due, within limits: with the first search, at most to its next depth; with its line; or with a
-- second search.
local function advance(self, given)
  local limits, met = limits_of(self, given)
  if not limits then
    self.finished, self.stopped = true, met
  elseif self.line then
    self.finished = look_at_line(self, limits)
  elseif not self.second then
    limits.depths = self.limited and 1 or nil
    self.finished = look_at_depth(self, self.main:step(limits))
  elseif self.second:step(limits) then
    local found = take_second(self)
    found.depth = math.max(found.depth, self.depth) -- it may have known sooner
    self.found, self.finished = not found.stopped and found.bound == "exact" and found or nil, self.main_done
  end
end

-- What is left of the limits of a step that began with the counts of this result; nil: nothing.
local function rest_of(self, given, begun)
  local now, rest = self:result(), {}
  for name, limit in pairs(given) do
    rest[name] = limit - (now[name] - begun[name])
    if rest[name] <= 0 then return nil end
  end
  return rest
end

--- Works on, within limits `{ nodes, time }`; without any to the end.
---@return boolean finished
function Finishing:step(given)
  if self.finished then return true end
  given = given or {}
  local begun, rest = self:result(), given
  repeat
    advance(self, rest)
    rest = not self.finished and rest_of(self, given, begun)
  until not rest
  return self.finished
end

--- The best known so far: the result of the search. Where that is worth as much as the last shortest way, it has that
--- move and its line.
---@return alphabeta.Result
function Finishing:result()
  come_back(self)
  local result, second, found = self.main:result(), self.second and self.second:result(), self.found
  for _, name in ipairs(COUNTS) do
    result[name] = result[name] + self.spent[name] + (second and second[name] or 0)
  end
  for _, name in ipairs(result.table and TABLE_COUNTS or {}) do
    result.table[name] = result.table[name] + self.spent[name] + (second and second.table[name] or 0)
  end
  if found and found.value == result.value then
    result.move, result.pv, result.depth, result.bound = found.move, found.pv, found.depth, found.bound
  end
  result.stopped = result.stopped or self.stopped
  if self.following or second and second.stopped == "dirty" then result.stopped = "dirty" end
  return result
end

--- Gives back what the searches hold.
function Finishing:close()
  come_back(self)
  self.main:close()
  if self.second then self.second:close() end
end

return finishing
