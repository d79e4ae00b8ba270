-- Do the rules hang on the order in which `pairs` goes through a table? That of strings is another one in each process,
-- that of tables, functions and userdata in each table. So the game is played again with a `pairs` and a `next` that
-- go through these the other way round. What is left alone is what people rely on: numbers come as they come.

local contents = require "alphabeta.tell.contents"
local image = require "alphabeta.check.image"
local positions = require "alphabeta.check.position"
local report = require "alphabeta.check.report"
local witness = require "alphabeta.check.witness"

local MOST = 20000 -- functions and tables of the game that are looked into
local NEAR = 1e-9  -- sums of floats differ by so much of their magnitude

local plain = { all = pairs, following = next } -- under these names they stay what they are

local debug = rawget(_G, "debug") -- a host may do without it
local jit = rawget(_G, "jit")
local metatable_of = debug and debug.getmetatable or getmetatable
local environment_of = debug and rawget(debug, "getfenv") -- in Lua 5.1

local traversal = {}

-- Going the other way round ------------------------------------------------------------------------

local IN_PLACE = { number = true, boolean = true } -- keys that come in the same order in every process

-- The keys of a table, those that nobody can rely on in reverse.
local function keys_of(list)
  local keys, places = {}, {}
  for key in plain.following, list do
    keys[#keys + 1] = key
    if not IN_PLACE[type(key)] then places[#places + 1] = #keys end
  end
  for i = 1, math.floor(#places / 2) do
    local one, other = places[i], places[#places + 1 - i]
    keys[one], keys[other] = keys[other], keys[one]
  end
  return keys
end

-- The next of the keys, from a place on, that is still in the table; its value, and its place.
local function present(list, keys, at)
  while keys[at] ~= nil and rawget(list, keys[at]) == nil do at = at + 1 end
  if keys[at] ~= nil then return keys[at], rawget(list, keys[at]), at end
end

local function order_of(list)
  local order = { keys = keys_of(list), places = {} }
  for place, key in ipairs(order.keys) do order.places[key] = place end
  return order
end

-- What stands for `pairs` and for `next`, by these. Each traversal of `pairs` has an order of its own, so that whatever
-- else goes through the table meanwhile does not disturb it.
local function stand_ins()
  local orders = setmetatable({}, { __mode = "k" })
  local function reversed_pairs(list, ...)
    if type(list) ~= "table" or contents.metamethod(list, "__pairs") then return plain.all(list, ...) end
    local keys, at = keys_of(list), 0
    return function()
      local key, value, place = present(list, keys, at + 1)
      at = place or #keys
      return key, value
    end, list, nil
  end
  local function reversed_next(list, key)
    if type(list) ~= "table" then return plain.following(list, key) end
    if key == nil then orders[list] = order_of(list) end
    local order = orders[list]
    local place = order and (key == nil and 0 or order.places[key])
    if not place then return plain.following(list, key) end
    local following, value = present(list, order.keys, place + 1)
    return following, value
  end
  return { [plain.all] = reversed_pairs, [plain.following] = reversed_next }
end

-- Where the game has them --------------------------------------------------------------------------

local function is_environment(list)
  return rawget(list, "pairs") == plain.all or rawget(list, "next") == plain.following
end

local INSIDE = { table = true, ["function"] = true } -- what is looked into

-- Everything through which functions of the game reach them: fields of environments, and upvalues.
local Places = {}
Places.__index = Places

function Places:meet(value)
  if not INSIDE[type(value)] or self.met[value] or #self.queue >= MOST then return end
  self.met[value], self.queue[#self.queue + 1] = true, value
end

function Places:look_into_table(list)
  self:meet(metatable_of(list))
  if is_environment(list) then
    for _, name in ipairs { "pairs", "next" } do
      if self.others[rawget(list, name)] then self[#self + 1] = { list, name, rawget(list, name) } end
    end
    return
  end
  for key, value in plain.following, list do
    if INSIDE[type(key)] then self:meet(key) end
    if INSIDE[type(value)] then self:meet(value) end
  end
end

-- Is it a function in C? Upvalues of these have no names, so that few need be asked; one without any passes for one in
-- Lua, and there is nothing in it either.
local function is_in_c(f)
  return (environment_of or debug.getupvalue(f, 1) == "") and debug.getinfo(f, "S").what == "C"
end

function Places:look_into_function(f)
  if not debug or is_in_c(f) then return end
  if environment_of then self:meet(environment_of(f)) end
  local at = 1
  repeat
    local name, value = debug.getupvalue(f, at)
    if name and self.others[value] then self[#self + 1] = { f, at, value } else self:meet(value) end
    at = at + 1
  until not name
end

local function places_of(game)
  local places = setmetatable({ met = {}, queue = {}, others = stand_ins() }, Places)
  places:meet(_G)
  places:meet(game)
  local at = 1
  while places.queue[at] do
    local value = places.queue[at]
    if type(value) == "table" then places:look_into_table(value) else places:look_into_function(value) end
    at = at + 1
  end
  return places
end

-- Puts the stand-ins in their places, or what was there before.
function Places:put(is_reversed)
  for _, place in ipairs(self) do
    local owner, name, original = place[1], place[2], place[3]
    local value = is_reversed and self.others[original] or original
    if type(owner) == "table" then rawset(owner, name, value) else debug.setupvalue(owner, name, value) end
  end
  if jit then jit.flush() end -- its compiler takes an upvalue that is never assigned for a constant
end

-- Could a callback yield?
local function is_yieldable()
  local thread, is_main = coroutine.running()
  return thread ~= nil and not is_main and (coroutine.isyieldable == nil or coroutine.isyieldable())
end

local function apply(f, ...) return f(...) end

-- Calls of functions, with the stand-ins in place for as long as these run: what yields does so to the host, which is
-- to see nothing of them, and may never come back.
local function calls_with(places, calls)
  local go_on

  local function pass_on(thread, worked, ...)
    if not worked then error((...), 0) end
    if coroutine.status(thread) == "dead" then return ... end
    places:put(false)
    return go_on(thread, coroutine.yield(...))
  end

  function go_on(thread, ...)
    places:put(true)
    return pass_on(thread, coroutine.resume(thread, ...))
  end

  local function put_back(...)
    places:put(false)
    return ...
  end

  return setmetatable({ call = function(_, f, ...)
    if not is_yieldable() then
      places:put(true)
      return put_back(calls:call(f, ...))
    end
    calls:watch_iterator(f)
    return put_back(calls:call(go_on, positions.thread(apply), f, ...))
  end }, { __index = calls })
end

-- What must not change -----------------------------------------------------------------------------

-- What the game says of a position; `listed`: its moves or outcomes, in their order.
local function answers_of(position)
  local answers = witness.answers(position)
  if position.play_payoff then return answers end
  local outcomes, weights = position:chance()
  answers.listed = image.list_text(outcomes or position:candidates())
  if not outcomes then return answers end
  local _, texts = image.list_text(outcomes)
  for i, weight in ipairs(weights) do texts[i] = texts[i] .. " with weight " .. contents.number_text(weight) end
  table.sort(texts)
  answers.chance = table.concat(texts, ", ")
  answers.moves = nil -- the outcomes again
  return answers
end

local function is_near(one, other)
  one, other = tonumber(one), tonumber(other)
  return one and other and math.abs(one - other) <= NEAR * math.max(math.abs(one), math.abs(other))
end

-- The first answer that is not as it was, in words; or nil.
local function difference(before, after)
  for _, name in ipairs { "evaluate", "payoff" } do
    if is_near(before[name], after[name]) then after[name] = before[name] end
  end
  return (witness.disagreement(before, after))
end

local WHERE = "where `pairs` and `next` go through names the other way round, "

-- Plays a line again, and compares the answers with those that are known.
local function play_again(position, known)
  for ply = 0, #known.line do
    position:expect(ply == 0 or position:try(known.line[ply]), "pairs-order", known.line[ply], "the move is illegal")
    local answers = answers_of(position)
    position:fail_if(difference(known[ply], answers), "pairs-order", "")
    if answers.listed ~= known[ply].listed then
      position.patient:hint("pairs-moves", WHERE .. "the moves come in a different order", position:line_with())
    end
  end
end

--- The same lines give the same answers, in whatever order `pairs` goes through strings, tables and functions.
function traversal.order(patient)
  local games = patient:recorded(answers_of)
  local calls = calls_with(places_of(patient.given), patient.calls)
  for _, game in ipairs(games) do
    if not patient:has_time() then return end
    local position = patient:begin()
    position.calls = calls
    local _, found = positions.attempt(play_again, position, game)
    patient:finish()
    if found then report.raise("pairs-order", WHERE .. found.message, found.line) end
  end
end

return traversal
