-- Is the table a game at all; does each callback answer, with something of the right kind, twice the same, and
-- without changing the state? Do texts fit what they stand for?

local contents = require "alphabeta.tell.contents"
local core = require "alphabeta.core"
local features = require "alphabeta.play.features"
local image = require "alphabeta.check.image"
local notation = require "alphabeta.tell.notation"
local patients = require "alphabeta.check.patient"
local positions = require "alphabeta.check.position"
local referee = require "alphabeta.play.referee"
local report = require "alphabeta.check.report"
local witness = require "alphabeta.check.witness"

local EXACT = require "alphabeta.base.max_integer"
local MOVES_TRIED = 4 -- of one position

local answers = {}

-- The form ----------------------------------------------------------------------------------------

local FIELDS = {
  "moves", "play", "evaluate", "undo", "player", "viewpoint", "variadic", "fills", "width", "pseudolegal", "key",
  "order", "noisy", "bounds", "likelihood", "successors", "initial", "format", "parse", "format_move",
  "parse_move", "name", "sides", "chance", "range", "repetition", "players", "determinize", "information", "reach",
  "tables", "finished", "features", "feature_names", "weights", "scale", "phase", "phases",
  "goal", "cost", "estimate", "simultaneous" }
local LONG = 5  -- letters: shorter names resemble each other by chance,
local SURE = 10 -- and shorter ones than that resemble words

--- The search takes the game.
function answers.form(patient)
  local worked, message = pcall(function()
    if patient.is_puzzle then core.start_path(patient.given, patient.state) end
    core.check_game(patient.is_puzzle and patient.game or patient.given, patient.state, "start")
    core.start(patient.game, patient.state, { depth = 1 })
  end)
  if not worked then
    message = tostring(message)
    report.raise("form", message:match "bad argument #%d+ to 'start[_path]*' %((.*)%)$" or message, {})
  end
end

--- The names of the players are names, and not more than play.
function answers.sides(patient)
  local sides, count = patient.given.sides, tonumber(patient.given.players) or 2
  local flaw = notation.flaw_of_sides(patient.given)
  if flaw then report.raise("sides", flaw, {}) end
  if sides[count + 1] ~= nil then
    patient:hint("sides", ("field 'sides' has more names than the %d who play: %s"):format(count,
      contents.quoted(sides)), {})
  end
end

-- A name without letter number i (0: with all of them).
local function without_letter(name, i) return name:sub(1, math.max(0, i - 1)) .. name:sub(i + 1) end

-- Are two names the same but for one letter, or two neighbours exchanged? (Cases and underscores do not count.)
local function is_near(a, b)
  for i = 0, #a do
    for j = 0, #b do
      local fits = i == 0 or j == 0 or math.abs(i - j) <= 1
      if fits and without_letter(a, i) == without_letter(b, j) then return true end
    end
  end
  return false
end

-- Could a field have been meant by a name like this? What else there may be many of ends in "s", too. Of a long name
-- two letters may be missing, but functions have many long names of their own.
local function resembles(plain, target, value)
  if plain == target or plain == target .. "s" then return true end
  if #target < LONG and value ~= true then return false end
  for i = 0, #target >= SURE and type(value) ~= "function" and #target or 0 do
    if is_near(plain, without_letter(target, i)) then return true end
  end
  return false
end

-- Fields that are no functions.
local CONSTANTS = {
  viewpoint = "number", variadic = "boolean", fills = "boolean", width = "number", pseudolegal = "boolean",
  name = "string", sides = "table", range = "table", repetition = "number", players = "number", tables = "number",
  feature_names = "table", weights = "table", scale = "number", phases = "number",
}

-- Could this have been meant as the field?
local function may_be(field, value)
  return type(value) == (CONSTANTS[field] or "function") or field == "undo" and value == true
end

-- Is nothing else likely? A game has many constants of its own (only one of ours is 1), and functions with names like
-- `border` and `successor`.
local function must_be(target, plain, value)
  if type(value) ~= "function" and value ~= true then return target == "viewpoint" and value == 1 end
  return plain == target or #target >= SURE and plain .. "s" ~= target and plain ~= target .. "s"
end

--- No field is an optional one misspelt.
function answers.spelling(patient)
  local game, known = patient.given, {}
  for _, field in ipairs(FIELDS) do known[field] = true end
  for _, name in ipairs((image.sorted_keys(game))) do -- the same one is told each time
    local value = rawget(game, name)
    local is_candidate = type(name) == "string" and not known[name]
    local plain = is_candidate and name:lower():gsub("_", "")
    for _, field in ipairs(is_candidate and FIELDS or {}) do
      local target = field:gsub("_", "")
      if game[field] == nil and may_be(field, value) and resembles(plain, target, value) then
        local message = ("the game has a field '%s' and no '%s'"):format(name, field)
        if must_be(target, plain, value) then report.raise("misspelt", message, {}) end
        patient:hint("misspelt", message, {})
      end
    end
  end
end

-- Can all of these moves be made?
local function accepts(position, moves)
  for _, move in ipairs(moves) do
    local ply = #position.line
    local worked = positions.attempt(function() return position:try(move) and position:worth() end)
    if #position.line > ply then position:take_back() end
    if not worked then return false end
  end
  return true
end

--- `variadic`: the moves are the results, not a list, nor an iterator.
function answers.variadic(patient)
  local position = patient:begin()
  local moves = patient.game.moves and not position:chance() and position:candidates() or {}
  local move = moves[1]
  local is_list = type(move) == "table" and #move > 0 and accepts(position, move)
  local is_many = is_list and #move > 1 or (is_list or type(move) == "function") and not accepts(position, moves)
  position:expect(#moves ~= 1 or not is_many, "variadic", nil,
    "'moves' returned %s, which with `variadic` counts as one move", contents.quoted(move))
end

--- `fills`: what stands in the list before does not matter.
function answers.fills(patient)
  patient:wander(function(position)
    if position.play_payoff or position:chance() or position:at_once() then return end
    local moves, used = position:candidates(), {}
    for i = 1, #moves + 2 do used[i] = used end
    local again = position:read_filled("moves", used, position:ask("moves", used))
    position:expect(#again == #moves, "fills", nil, "'moves' gives %d moves in an empty list, %d in one that was used "
      .. "before", #moves, #again)
    for i, move in ipairs(again) do
      position:expect(not rawequal(move, used), "fills", nil, "'moves' returned %d, but has not written move %d",
        #moves, i)
    end
  end)
end

-- What each callback says: a text that is the same for the same answer ----------------------------

-- A move that is listed twice does no harm, but may stand in another one's place; not so an outcome.
local function moves_answer(position)
  local moves, met = position:candidates(), {}
  for _, move in ipairs(position:chance() and {} or moves) do
    local text, complete = image.text(move, true)
    if complete and met[text] then
      position.patient:hint("moves-twice", ("the move %s is listed twice"):format(contents.shown(move)),
        position:line_with())
    end
    met[text] = true
  end
  return "moves " .. image.list_text(position.children or moves)
end

-- The outcomes with their weights.
local function chance_answer(position)
  local outcomes, weights = position:chance()
  if not outcomes then return "no outcomes" end
  return ("outcomes %s with weights %s"):format(image.list_text(outcomes), (image.list_text(weights)))
end

-- The choices of both players. (More are one against the others here.)
local function at_once_answer(position)
  local choices = position:at_once()
  if not choices then return "no choices" end
  return ("%s for player 1, %s for player 2"):format(image.list_text(choices[1]), (image.list_text(choices[2])))
end

local function key_answer(position)
  local key = position:ask "key"
  local is_whole = math.type and math.type(key) == "integer"
    or type(key) == "number" and key % 1 == 0 and key >= -EXACT and key <= EXACT
  if type(key) ~= "string" and not is_whole then
    position:fail("key-type", ("'key' returned %s (integer or string expected)"):format(image.shown(key)))
  end
  return image.move_text(key)
end

local function bounds_answer(position)
  if not position:may_bound() then return "none" end
  local low, high = position:ask "bounds"
  position:expect(type(low) == "number" and type(high) == "number" and low == low and high == high, "bounds-type", nil,
    "'bounds' returned %s and %s (two numbers expected)", image.shown(low), image.shown(high))
  position:expect(low <= high, "bounds-type", nil, "'bounds' returned low %s above high %s", low, high)
  return low .. " to " .. high
end

local function order_answer(position, move)
  local kind, flaw = referee.flaw(position:ask("order", move))
  position:fail_if(kind == "type" and flaw, "order-type", "'order' returned ", move)
  return "" -- it may change its mind
end

local function likelihood_answer(position, move)
  local value = position:ask("likelihood", move)
  position:expect(type(value) == "number" and value >= 0 and value <= 1, "likelihood-range", move,
    "'likelihood' returned %s (number from 0 to 1 expected)", image.shown(value))
  return image.shown(value)
end

-- A payoff, where there is no move.
local function finished_answer(position)
  local payoff = not position.play_payoff and position:ask "finished"
  if not payoff then return "no payoff" end
  local count = #position:legal()
  position:expect(count == 0, "finished-moves", nil, "'finished' returned %s, but there are %d moves",
    image.shown(payoff), count)
  return image.shown(payoff)
end

-- Some of the legal moves, or true. With `width` an illegal one does no harm.
local function noisy_answer(position)
  if position:chance() then return "" end
  local noisy, legal = position:noisy(), {}
  if noisy == true then return "true" end
  for _, move in ipairs(position.game.width and noisy or position:candidates()) do
    legal[image.move_text(move)] = true
  end
  for _, move in ipairs(noisy) do
    position:expect(legal[image.move_text(move)], "noisy-illegal", nil, "'noisy' gives the move %s, 'moves' does not",
      contents.quoted(move))
  end
  return (image.list_text(noisy))
end

-- As many numbers everywhere, where the game goes on.
local function features_answer(position)
  if not position:goes_on() then return "" end
  local patient = position.patient
  local list = features.read(position, features.count(position.game) or patient.feature_count)
  patient.feature_count = #list
  return (image.list_text(list))
end

-- Where the game goes on, and noted if it differs from what it was elsewhere.
local function phase_answer(position)
  if not position:goes_on() then return "" end
  local patient, phase = position.patient, features.phase(position)
  patient.first_phase = patient.first_phase or phase
  patient.phases_differ = patient.phases_differ or phase ~= patient.first_phase
  return image.shown(phase)
end

-- The same for a callback that writes a text.
local function text_answer(name)
  return function(position, move, chooser)
    local text = position:ask(name, move, chooser)
    position:expect(type(text) == "string", name .. "-type", move, "'%s' returned %s (string expected)", name,
      image.shown(text))
    return text
  end
end

local ANSWERS = {
  moves = moves_answer,
  successors = moves_answer,
  chance = chance_answer,
  simultaneous = at_once_answer,
  player = function(position) return tostring(position:mover()) end,
  evaluate = function(position) return image.shown(position:worth()) end,
  finished = finished_answer,
  key = key_answer,
  order = order_answer,
  bounds = bounds_answer,
  likelihood = likelihood_answer,
  noisy = noisy_answer,
  features = features_answer,
  phase = phase_answer,
  format = text_answer "format",
  format_move = text_answer "format_move",
}

local OF_MOVES = { order = true, likelihood = true, format_move = true }
local OF_OUTCOMES = { format_move = true } -- and of choices at once
local UNSTABLE = { chance = "chance-differs" } -- else named after the callback

-- Visits the legal moves; where both choose at once, the choices of each player, with whose they are.
local function each_list(position, visit)
  if not position:at_once() then return visit(position:legal()) end
  for chooser = 1, 2 do visit(position:legal(chooser), chooser) end
end

-- Asks twice: the answers are the same, and the state is as it was.
local function ask_twice(position, name, move, chooser)
  local before = witness.look(position)
  local first = ANSWERS[name](position, move, chooser)
  local change = before:visible_change()
  if change then position:fail(name .. "-changes-state", ("'%s' changes the state: %s"):format(name, change), move) end
  local second = ANSWERS[name](position, move, chooser)
  if first ~= second then
    position:fail(UNSTABLE[name] or name .. "-unstable", ("asked twice, '%s' returned %s, then %s"):format(name,
      first:sub(1, 60), second:sub(1, 60)), move)
  end
end

--- The examination of a callback: it gives an answer of the right kind, the same when asked twice, and only looks.
function answers.of(name)
  return function(patient)
    patient:wander(function(position)
      if position.play_payoff or name == "moves" and position:at_once() then return end -- it is not asked
      if not OF_MOVES[name] then return ask_twice(position, name) end
      if (position:chance() or position:at_once()) and not OF_OUTCOMES[name] then return end
      each_list(position, function(legal, chooser)
        local moves = name == "format_move" and legal or position:candidates()
        for _, i in ipairs(patient:some(#moves, MOVES_TRIED)) do ask_twice(position, name, moves[i], chooser) end
      end)
    end)
  end
end

--- The examination of `phase`, which is to tell the beginning of the game from its end.
function answers.phase(patient)
  answers.of "phase"(patient)
  if patient.ended and patient.first_phase and not patient.phases_differ then
    patient:hint("phase-same", ("'phase' returned %s everywhere"):format(image.shown(patient.first_phase)), {})
  end
end

-- Chance ------------------------------------------------------------------------------------------

--- The key tells a chance position from those that its outcomes lead to. If players never decide, though `moves` gives
--- moves, it may be that they were to: these are not looked at.
function answers.chance(patient)
  local game = patient.game
  local idle, line, decided -- so many moves, after that line; is there a position where a player decides?
  patient:wander(function(position)
    local outcomes = position:chance()
    decided = decided or not outcomes and #position:candidates() > 0
    if not outcomes then return end
    local key = game.key and position:ask "key"
    for _, i in ipairs(key and not patients.NO_KEY[key] and patient:some(#outcomes, MOVES_TRIED) or {}) do
      position:play(outcomes[i])
      local same = not position:chance() and not position.play_payoff and position:ask "key" == key
      position:take_back()
      position:expect(not same, "chance-key", outcomes[i], "the key is %s before this outcome, and also after it",
        image.shown(key))
    end
    local worked, moves = patient.calls:call(function()
      return game.moves and position:read("moves", position:ask "moves")
    end)
    if worked and moves and #moves > 0 and not idle then idle, line = #moves, position:line_with() end
  end)
  if idle and not decided and not patient.late then
    patient:hint("chance-moves", ("'chance' gives outcomes wherever the game goes, and 'moves' gives moves, %d of "
      .. "them: they are not looked at"):format(idle), line)
  end
end

--- No value lies outside of the range.
function answers.range(patient)
  local low, high = patient.game.range[1], patient.game.range[2]
  patient:wander(function(position)
    local value = position:worth()
    position:expect(value >= low and value <= high, "range", nil, "the value %s is outside 'range' (%s to %s)",
      image.shown(value), image.shown(low), image.shown(high))
  end)
end

-- Texts -------------------------------------------------------------------------------------------

local FURTHER = 4 -- plies for which a position that was written and read is compared
local NONSENSE = { "", "?", "no such thing", "-1" }

--- The moves of a position have different texts; `parse_move` reads them, and has no error for others.
function answers.move_texts(patient)
  local game = patient.game
  local function compare(position, moves, chooser)
    local met = {}
    for _, move in ipairs(moves) do
      local text, meant = position:ask("format_move", move, chooser), image.move_text(move)
      position:expect(not met[text] or met[text] == meant or position:chance(), "format_move-twice", move,
        "two moves, %s and %s, have the text %s", met[text], meant, image.shown(text))
      met[text] = meant
      local read = game.parse_move and not position:chance()
        and image.move_text(position:ask("parse_move", text, chooser))
      position:expect(not read or read == meant, "parse_move-differs", move,
        "'parse_move' makes %s of the text %s, which 'format_move' gives the move %s", read, image.shown(text), meant)
    end
  end
  patient:wander(function(position)
    if patient:now_and_then(3) then
      each_list(position, function(moves, chooser) compare(position, moves, chooser) end)
    end
    local is_asked = game.parse_move and not position.play_payoff and not position:chance()
    for _, text in ipairs(is_asked and NONSENSE or {}) do
      position:ask("parse_move", text, position:at_once() and 1 or nil)
    end
  end)
end

local function parsed(position, text)
  local worked, state, message = position.calls:call(position.game.parse, text)
  if worked and state ~= nil then return state end
  return nil, image.shown(worked and message or state), worked
end

-- What a position says of itself that must also be said after `format` and `parse`.
local function essence(position)
  local essential = witness.answers(position)
  essential.key, essential.format = nil, nil
  return essential
end

-- Reads what was written, and compares the two along some moves.
local function check_text(position, is_lossy)
  local ply, read, message = #position.line, parsed(position, position:ask "format")
  position:expect(read ~= nil, "illegal-position", nil, "'parse' refuses the text that 'format' gives: %s", message)
  read = positions.new(position.patient, read)
  for further = 0, is_lossy and -1 or FURTHER do
    local moves = position:legal()
    position:fail_if(witness.disagreement(essence(position), essence(read)), "parse-differs", ("'parse' makes another "
      .. "position of the text that 'format' gave %s ago: "):format(contents.count_text(further, "move")))
    if #moves == 0 then break end
    local move = moves[position.patient.draw(#moves)]
    position:play(move)
    read:play(move)
  end
  position:rewind(ply)
end

--- `parse` takes what `format` writes; where it does so at the given state and not later, some move was not legal, or
--- the two do not fit. The position is the same then. Other texts are no errors.
function answers.texts(patient)
  local position = patient:begin()
  if not patient.game.format or parsed(position, position:ask "format") == nil then return end
  for _, text in ipairs(NONSENSE) do
    local state, message, worked = parsed(position, text)
    position:expect(state ~= nil or worked, "parse-error", nil,
      "'parse' raised an error for the text %s (nil and a message expected): %s", image.shown(text), message)
  end
  local is_hidden = position.in_place and type(patient.state) ~= "table"
  patient:wander(function(at)
    if not at.play_payoff and patient:now_and_then(3) then check_text(at, is_hidden) end
  end)
end

return answers
