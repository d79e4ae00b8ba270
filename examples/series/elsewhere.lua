-- Command lines that are run by another program: whatever takes command lines at its standard input, one on a line,
-- runs them, and ends when they have ended. `parallel` does, on the cores of this machine and by ssh on others.

local lines = require "series.lines"

local elsewhere = {}

local TRIES = 3 -- to play pairs, after which not one of them was there

-- A word for the shell.
local function quoted(word) return "'" .. tostring(word):gsub("'", "'\\''") .. "'" end

--- A command line.
---@param words any[]
---@return string
function elsewhere.line(words)
  local list = {}
  for i, word in ipairs(words) do list[i] = quoted(word) end
  return table.concat(list, " ")
end

-- Runs command lines, which `path` is a file for (a pipe would end this program with an engine that does not read it),
-- and waits for their end.
local function run(engine, commands, path)
  local file = assert(io.open(path, "wb"))
  assert(file:write(table.concat(commands, "\n"), "\n"))
  assert(file:close())
  os.execute(("{ %s\n} <%s"):format(engine, quoted(path)))
  os.remove(path)
end

-- The numbers of pairs that are not known.
local function missing_in(known, first, last)
  local missing = {}
  for number = first, last do
    if not known.pairs[number] then missing[#missing + 1] = number end
  end
  return missing
end

---@class series.Elsewhere how pairs are played in other programs
---@field through string a command that runs command lines, as "parallel -j 4"
---@field pieces integer programs
---@field out string what the names of temporary files begin with
---@field command string of a program, to which the pairs and the file are added

-- Plays pairs in other programs, each of which writes a file of its own.
local function play(given, numbers, take)
  local commands, paths, pieces = {}, {}, math.min(given.pieces, #numbers)
  for piece = 1, pieces do
    local first, last = numbers[(piece - 1) * #numbers // pieces + 1], numbers[piece * #numbers // pieces]
    paths[piece] = ("%s.%d-%d"):format(given.out, first, last)
    os.remove(paths[piece]) -- of another series
    commands[piece] = given.command .. " " .. elsewhere.line { "--part", first .. "-" .. last, "--out", paths[piece] }
  end
  run(given.through, commands, given.out .. ".commands")
  for _, path in ipairs(paths) do
    local known = lines.read(path)
    for _, pair in pairs(known and known.pairs or {}) do take(pair) end
    os.remove(path)
  end
end

--- Sees to it that pairs are known: has those that are not played in other programs, again and again as long as there
--- are more of them then.
---@param given series.Elsewhere
---@param known series.File
---@param first integer
---@param last integer
---@param take fun(pair: series.Pair) makes one known
function elsewhere.provide(given, known, first, last, take)
  local missing, tries = missing_in(known, first, last), 0
  while #missing > 0 do
    if tries == TRIES then error(("pair %d could not be played elsewhere"):format(missing[1]), 0) end
    play(given, missing, take)
    local left = missing_in(known, first, last)
    tries = #left == #missing and tries + 1 or 0
    missing = left
  end
end

return elsewhere
