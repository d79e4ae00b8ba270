-- Tables and solutions that outlive the program: as strings, and in files.
--
-- A string says which game it is of by a fingerprint: what the game says of positions that are drawn from a seed. The
-- files are read and written by the `io` and `os` that the script has.

local core = require "alphabeta.core"
local features = require "alphabeta.play.features"
local flaws = require "alphabeta.base.flaws"
local generator = require "alphabeta.base.random"
local options = require "alphabeta.base.options"
local referee = require "alphabeta.play.referee"
local whole_file = require "alphabeta.keep.whole_file"

local saved = {}

local POSITIONS, ENDS = 20, 20
local SEED = 1
local MOST_ENDED = 400 -- plies on the way to ends
local MOST_PLIES = 60 -- of a random game; positions that are drawn later tell no more

local function is_ended(playing) return playing:is_over() and not playing:ends_by_repetition() end

-- What the game says of the position at hand. What it is worth while the game goes on matters to tables only: a
-- solution knows better.
local function said_of(playing, kind)
  local key = core.key_bytes(playing.game, playing:ask "key")
  if kind == "s" then return key end
  local is_static = playing.game.weights and not is_ended(playing)
  return key .. ("%.17g;"):format(is_static and features.worth(playing) or playing:worth())
end

-- A ply further on in a game at random, or the beginning of another one.
local function go_on(playing, draw)
  if playing:is_over() or playing:plies() >= MOST_PLIES or not playing:wander(draw) then playing:rewind() end
end

-- Visits the ends of some games that are played at random from the state.
local function visit_ends(playing, draw, visit)
  local left = ENDS
  playing:rewind()
  for _ = 1, MOST_ENDED do
    if is_ended(playing) then
      visit()
      left = left - 1
    end
    if left == 0 then break end
    go_on(playing, draw)
  end
end

-- What they bring.
local function ends_of(playing, draw)
  local parts = {}
  visit_ends(playing, draw, function() parts[#parts + 1] = ("%.17g;"):format(playing:worth()) end)
  return table.concat(parts)
end

-- Is the solution one of the game? Then they are worth the same to both.
local function is_solution_of(solution, game, state)
  return referee.with(game, state, function(playing)
    local is_same = true
    visit_ends(playing, generator(SEED), function()
      local value = core.solved(solution, playing:ask "key")
      is_same = is_same and value == playing:worth_for(playing:mover())
    end)
    return is_same
  end)
end

-- What a static evaluation by features rests on, beside them.
local function weights_of(game)
  local parts = { ("%.17g"):format(game.scale) }
  for i = 1, #game.weights do parts[i + 1] = ("%.17g"):format(game.weights[i]) end
  if (game.phases or 1) > 1 then parts[#parts + 1] = "phases " .. game.phases end
  return table.concat(parts, ";")
end

-- Positions of random games from the state, each a ply further on than the last.
local function fingerprint(game, state, kind)
  return referee.with(game, state, function(playing)
    local draw, parts = generator(SEED), {}
    for i = 1, POSITIONS do
      parts[i] = said_of(playing, kind)
      go_on(playing, draw)
    end
    parts[POSITIONS + 1] = kind == "s" and ends_of(playing, draw) or game.weights and weights_of(game)
    return table.concat(parts)
  end)
end

-- What the game's name is, for the head.
local function name_of(game) return type(game.name) == "string" and game.name or "" end

-- Raises an error if a game and its state, the arguments from that number on, cannot be those of what is saved.
local function check_game(caller, argument, game, state)
  local flaw = flaws.of_game(caller, game, state)
  if flaw then
    local number, rest = flaw:match "^bad argument #(%d)(.*)$"
    error(number and ("bad argument #%d%s"):format(argument + number - 1, rest) or flaw, number and 3 or 0)
  end
  if not game.key then error(options.bad_argument(caller, argument, "game with 'key' expected"), 3) end
end

local function kind_of(what)
  local ok, game, state = pcall(core.noted, what)
  if not ok then return nil, game end
  return tostring(what):find "^alphabeta.solution" and "s" or "t", game, state
end

-- Raises an error if a game and its state, the arguments from that number on, are not those of what is to be saved.
local function check_owner(caller, argument, what, kind, game, state)
  local _, owner = kind_of(what)
  if kind == "t" and owner ~= nil and not core.serves(game, state, what) then
    error(options.bad_argument(caller, argument, "the table belongs to another game"), 3)
  elseif kind == "s" and core.solved(what, game.key(state)) == nil then
    error(options.bad_argument(caller, argument + 1, "the solution does not have this state"), 3)
  elseif kind == "s" and not is_solution_of(what, game, state) then
    error(options.bad_argument(caller, argument, "the solution belongs to another game"), 3)
  end
end

-- Writes it in pieces. False: it has changed meanwhile, and what is written is worth nothing.
local function dump_once(what, name, print, write)
  local dumping, piece = core.dump_begin(what, name, print)
  local is_last = false
  while not is_last do
    write(piece)
    piece, is_last = core.dump_on(dumping, what)
    if not piece then return false end
  end
  write(piece)
  return true
end

-- The same; or all of it as a string: then only a finalizer or a hook can have changed it, and it is dumped again.
local function dump(what, kind, game, state, write)
  local name, print = name_of(game), fingerprint(game, state, kind)
  if write then return dump_once(what, name, print, write) end
  local parts
  local function keep(piece) parts[#parts + 1] = piece end
  repeat parts = {} until dump_once(what, name, print, keep)
  return core.joined(parts)
end

local CHANGED = "the table was used while it was being written"

-- Raises an error if what is called between two pieces cannot be.
local function check_function(caller, argument, given)
  if given == nil or options.is_callable(given) then return end
  error(options.bad_argument(caller, argument, ("function expected, got %s"):format(type(given))), 3)
end

--- A table or a solution as a string: in the form of this machine and this version of the library.
---@param what alphabeta.Table|alphabeta.Solution
---@param game? alphabeta.Game default: the one that it was made for, or first used
---@param state? any default: the position of that; a later `undump` needs the same one
---@param write? fun(piece: string) takes it in pieces instead
---@return string? text nil if it was written
function saved.dump(what, game, state, write)
  local kind, noted_game, noted_state = kind_of(what)
  if not kind then error(("calling 'dump' on bad self (%s)"):format(noted_game), 2) end
  check_function("dump", 3, write)
  if game == nil then game, state = noted_game, noted_state end
  if game == nil then
    error(options.bad_argument("dump", 1, "game expected: the table has noted none since it was made, or cleared"), 2)
  end
  check_game("dump", 1, game, state)
  check_owner("dump", 1, what, kind, game, state)
  local text = dump(what, kind, game, state, write)
  if not write then return text end
  if not text then error(CHANGED, 2) end
end

local PIECE = 2 ^ 15 -- bytes that are read at a time

-- Where a string is read from: `size` bytes in all; `read(at, count)` returns a string that has so many bytes from a
-- place on, counted from 0, where they begin in it, and how many they are at most.
local function source_of(text)
  return { size = #text, read = function(at, count) return text, at, count end }
end

-- The same of a file; of one that has no size, such as a pipe, all is read at once. Nil, and the reason why not, if it
-- cannot be read. Later failures are the source's `problem`.
local function source_in(file)
  local size = file:seek "end"
  if not size then
    local text, message = file:read "*a"
    return text and source_of(text), message
  end
  local source = { size = size }
  function source.read(at, count)
    local ok, message = file:seek("set", at)
    local piece
    if ok then piece, message = file:read(count) end
    source.problem = source.problem or message
    return piece or "", 0, count
  end
  return source
end

-- The bytes from a place to another one, as a string.
local function bytes_of(source, from, to)
  local text, begin, count = source.read(from, to - from)
  return text:sub(begin + 1, begin + count)
end

-- Whether it is as it was written.
local function is_whole(undumping, source, pause)
  local whole = false
  for at = 0, source.size - 1, PIECE do
    whole = core.undump_check(undumping, source.read(at, PIECE))
    pause()
  end
  return whole
end

-- Takes the content, which begins at that byte. False: it is none.
local function take_content(undumping, source, begin, pause)
  local at, is_last = 0, false
  while not is_last do
    at, is_last = core.undump_on(undumping, source.read(begin + at, PIECE))
    if not at then return false end
    pause()
  end
  return true
end

local function nothing() end

-- The table or the solution that a source holds; or nil, and what is wrong with it. `pause` is called between two
-- pieces.
local function undump(source, game, state, pause)
  pause = pause or nothing
  local undumping, kind, name_at, print_at, content_at = core.undump_begin((source.read(0, PIECE)), source.size)
  if not undumping then return nil, kind end
  if not is_whole(undumping, source, pause) then return nil, "it is damaged" end
  local name = bytes_of(source, name_at, print_at)
  if name ~= name_of(game) then
    return nil, ("it belongs to the game '%s', not to '%s'"):format(name, name_of(game))
  end
  if bytes_of(source, print_at, content_at) ~= fingerprint(game, state, kind) then
    return nil, "it belongs to another game, another state, or another version of the game"
  end
  if not take_content(undumping, source, content_at, pause) then return nil, "it is damaged" end
  return core.undump_end(game, state, undumping)
end

--- What `dump` has made a string of.
---@param text string
---@param game alphabeta.Game
---@param state any the one that it was dumped with
---@param pause? fun() called between two pieces
---@return alphabeta.Table|alphabeta.Solution
--- Raises an error if the string is damaged, or of another game, state, version or machine.
function saved.undump(text, game, state, pause)
  options.check_type("undump", 1, text, "string")
  check_game("undump", 2, game, state)
  check_function("undump", 4, pause)
  local what, message = undump(source_of(text), game, state, pause)
  if not what then error(options.bad_argument("undump", 1, message), 2) end
  return what
end

-- The script's library of that name.
local function library(name, file, doing)
  local found = rawget(_G, name)
  if type(found) ~= "table" then error(("cannot %s '%s': there is no '%s' here"):format(doing, file, name), 3) end
  return found
end

--- Saves a table or a solution in a file, which is written whole, or stays as it was.
---@param file string
---@param what alphabeta.Table|alphabeta.Solution
---@param game alphabeta.Game
---@param state any
---@param pause? fun() called between two pieces
--- Raises an error if that cannot be done.
function saved.save(file, what, game, state, pause)
  options.check_type("save", 1, file, "string", "name of a file")
  local kind, message = kind_of(what)
  if not kind then error(options.bad_argument("save", 2, message), 2) end
  check_game("save", 3, game, state)
  check_function("save", 5, pause)
  check_owner("save", 3, what, kind, game, state)
  local io, os = library("io", file, "save"), library("os", file, "save")
  local written, reason = whole_file.write(io, os, file, pause and function(write)
    return dump(what, kind, game, state, function(piece)
      write(piece)
      pause()
    end) or nil, CHANGED
  end or dump(what, kind, game, state))
  if not written then error(("cannot save '%s': %s"):format(file, reason), 2) end
end

--- Loads what was saved.
---@param file string
---@param game alphabeta.Game
---@param state any the one that it was saved with
---@param pause? fun() called between two pieces
---@return alphabeta.Table|alphabeta.Solution
--- Raises an error if there is no such file, or as `undump`.
function saved.load(file, game, state, pause)
  options.check_type("load", 1, file, "string", "name of a file")
  check_game("load", 2, game, state)
  check_function("load", 4, pause)
  local handle, message = library("io", file, "load").open(file, "rb")
  local source, what
  if handle then source, message = source_in(handle) end
  if source then
    what, message = undump(source, game, state, pause)
    message = source.problem or message
  end
  if handle then handle:close() end
  if not what then error(("cannot load '%s': %s"):format(file, message), 2) end
  return what
end

return saved
