-- Files of pairs that were played: a head that says of which series they are, and a line for each pair. A worker may be
-- killed at any moment, so each line says by a checksum whether it is whole, and of this series; what is not is played
-- again. Where more than two play, a pair is a round: as many games as there are players.

local checked_lines = require "alphabeta.base.checked_lines"
local screen = require "terminal.screen"

--- `checksum` is a short text that tells texts from others.
local lines = { checksum = checked_lines.sum }

local BUFFER = 2 ^ 12 // 1 -- bytes: a line is written in one go, so that those of two programs do not mix
local HEAD = "^alphabeta series\t(%d+)\t([^\t\n]+)\t(%x+)$"
local PAIR = "^(%d+)\t([1-8 ]+)\t([%d.e+ -]+)\t([%d ]+)\t([t-])\t%x+$"

---@class series.Pair what is known of a pair of games
---@field number integer
---@field places integer[][] of the players, game by game
---@field nodes number[] that each player has reported for all of them
---@field moves integer[] that each has made
---@field timed boolean a search has run out of time: played again, it may be another game

local function closed(text, signature) return ("%s\t%s\n"):format(text, lines.checksum(signature .. "\n" .. text)) end

--- The first line of a file.
---@param signature string of the series: what pairs depend on
---@param count integer of its pairs
function lines.head(signature, count) return closed(("alphabeta series\t%d\t%s"):format(count, signature), "") end

-- A list as text, and back: its elements are separated by spaces.
local function joined(list, text_of)
  local words = {}
  for i, value in ipairs(list) do words[i] = text_of(value) end
  return table.concat(words, " ")
end

local function split(text, value_of)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = value_of(word) end
  return list
end

local function number_text(number) return (math.tointeger(number) and "%d" or "%.17g"):format(number) end

-- The places in a game, each a digit.
local function places_in(word) return split(word:gsub(".", "%0 "), tonumber) end

--- The line of a pair.
---@param signature string
---@param pair series.Pair
function lines.pair(signature, pair)
  return closed(("%d\t%s\t%s\t%s\t%s"):format(pair.number, joined(pair.places, table.concat),
    joined(pair.nodes, number_text), joined(pair.moves, number_text), pair.timed and "t" or "-"), signature)
end

local function read_head(line)
  local count, signature = line:match(HEAD)
  if count and lines.head(signature, count) == line .. "\n" then return signature, math.tointeger(count) end
end

local function read_pair(line, signature)
  local number, places, nodes, moves, flag = line:match(PAIR)
  local body, sum = line:match "^(.*)\t(%x+)$"
  if not number or sum ~= lines.checksum(signature .. "\n" .. body) then return nil end
  return { number = math.tointeger(number), places = split(places, places_in), nodes = split(nodes, tonumber),
    moves = split(moves, tonumber), timed = flag == "t" }
end

---@class series.File what a file tells
---@field signature? string nil: it has no whole head yet
---@field count? integer pairs of the whole series
---@field pairs table<integer, series.Pair> by their numbers
---@field texts table<integer, string> their lines
---@field damaged integer lines that are torn, or of another series
---@field differing integer pairs that are there twice, and not the same

--- Reads what is whole in a file.
---@param path string
---@return series.File? known
---@return string? message
function lines.read(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local known = { pairs = {}, texts = {}, damaged = 0, differing = 0 }
  for line in file:lines() do
    local signature, count = read_head(line)
    local pair = known.signature and read_pair(line, known.signature)
    if pair then
      lines.add(known, pair, line)
    elseif signature and (known.signature or signature) == signature then
      known.signature, known.count = signature, math.max(count, known.count or 0)
    elseif line ~= "" then
      known.damaged = known.damaged + 1
    end
  end
  file:close()
  return known
end

--- Adds a pair to what is known. Of two that differ the one whose line comes first in the order of texts is kept, so
--- that it does not matter which was met first.
---@param known series.File
---@param pair series.Pair
---@param text string its line
function lines.add(known, pair, text)
  local number = pair.number
  local other = known.texts[number]
  if other == text then return end
  if other then known.differing = known.differing + 1 end
  if other and other < text then return end
  known.pairs[number], known.texts[number] = pair, text
end

-- What a file begins with; "" if it is not there.
local function beginning(path, length)
  local file = io.open(path, "rb")
  local text = file and file:read(length) or ""
  local ended = true
  if file and file:seek("end") > 0 then
    file:seek("end", -1)
    ended = file:read(1) == "\n"
  end
  if file then file:close() end
  return text, ended
end

--- Opens a file to add pairs to it. A head that was torn is written anew, and a line that was torn is ended; a file of
--- another series, or none of ours, is left alone.
---@param path string
---@param signature string
---@param count integer pairs of the series
---@return fun(pair: series.Pair) write adds a pair
---@return series.File known what is there already
--- Raises an error if the file cannot be written, or belongs elsewhere.
function lines.open(path, signature, count)
  local head = lines.head(signature, count)
  local start, ended = beginning(path, #head)
  local known = lines.read(path) or { pairs = {}, texts = {} }
  local is_torn = not known.signature and #start < #head and head:sub(1, #start) == start
  if not is_torn and known.signature ~= signature then
    error(known.signature and lines.difference(path, known.signature, signature)
      or ("%s does not belong to a series"):format(path), 0)
  end
  local file, message = io.open(path, is_torn and "wb" or "ab")
  if not file then error(message, 0) end
  file:setvbuf("full", BUFFER)
  if not is_torn and not ended then file:write "\n" end
  if is_torn or count > (known.count or count) then file:write(head) end -- the series has become longer
  file:flush()
  return function(pair)
    assert(file:write(lines.pair(signature, pair)))
    assert(file:flush())
  end, known
end

--- Says in what a file differs from a series.
---@param path string
---@param signature string of the file
---@param wanted string
---@return string
function lines.difference(path, signature, wanted)
  local here, there = {}, {}
  for part in wanted:gmatch "[^;]+" do here[#here + 1] = part end
  for part in signature:gmatch "[^;]+" do there[#there + 1] = part end
  for i = 1, math.max(#here, #there) do
    if here[i] ~= there[i] then
      return screen.line(("%s belongs to another series: %s there, %s here"):format(path, there[i] or "nothing",
        here[i] or "nothing"))
    end
  end
  return ("%s belongs to this series"):format(path)
end

return lines
